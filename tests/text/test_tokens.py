import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sumtrace.text import tokenise

CASES = {
    "clitics": [
        ("I don't know", "I do n't know"),
        ("CAN'T won’t ain't", "CA N'T wo n’t ai n't"),
        ("Ana's we'll I'm he'd you're they've", "Ana 's we 'll I 'm he 'd you 're they 've"),
        ("it’s the dogs' bone", "it ’s the dogs ' bone"),
        ("I'd've, couldn't've", "I 'd 've , could n't 've"),
        ("O'Brien rock'n'roll", "O'Brien rock'n'roll"),
        ("n't 's", "n't 's"),
    ],
    "words Treebank cuts in two": [
        ("cannot Cannot CANNOT, cannot.", "can not Can not CAN NOT , can not ."),
        ("gonna gotta wanna lemme gimme", "gon na got ta wan na lem me gim me"),
        ("cannoth cannot-do", "cannoth cannot-do"),
    ],
    "hyphens and dashes": [
        ("a long-term, 10-year-old plan", "a long-term , 10-year-old plan"),
        ("e‑mail co‐op", "e‑mail co‐op"),
        ("yes -- no—maybe – so---on", "yes -- no — maybe – so --- on"),
        ("pre- and post-war", "pre - and post-war"),
        ("the U.S.-led force", "the U.S.-led force"),
        ("Sino-U.S. and non-U.S.", "Sino-U.S. and non-U.S."),
    ],
    "numbers and money": [
        ("1,250.50 9/11 10:30am 3.5bn 1990s", "1,250.50 9/11 10:30am 3.5bn 1990s"),
        ("5,000, then 6.7.", "5,000 , then 6.7 ."),
        ("10% of $5 and US$7, €3m £2.50", "10 % of $ 5 and US$ 7 , € 3m £ 2.50"),
        ("grew .5 points", "grew .5 points"),
        ("in '86 or the ’90s, '90sx", "in '86 or the ’90s , ' 90sx"),
        ("a 1,000-page book", "a 1,000-page book"),
    ],
    "abbreviations": [
        ("Mr. Hall met Dr. Orr.", "Mr. Hall met Dr. Orr ."),
        ("J. K. Orr and J.K. Orr", "J. K. Orr and J.K. Orr"),
        ("in the U.S. and the U.K.'s", "in the U.S. and the U.K. 's"),
        ("U.S forces", "U.S forces"),
        ("the D., the R. and a D.", "the D. , the R . and a D ."),
        ("a Ph.D. at 5 p.m., e.g. here", "a Ph.D. at 5 p.m. , e.g. here"),
        ("No. 7 said no. He left", "No. 7 said no . He left"),
        ("Orr et al. (2005), aluminium or al.", "Orr et al. ( 2005 ) , aluminium or al ."),
        ("Vitamin C. The end", "Vitamin C . The end"),
        ("on Sun. 5 in the Sun. Hot", "on Sun. 5 in the Sun . Hot"),
        ("Acme Corp. and his corp.", "Acme Corp. and his corp ."),
    ],
    "addresses": [
        ("see https://example.org/a_(b)?x=1.", "see https://example.org/a_(b)?x=1 ."),
        ("(www.example.com)", "( www.example.com )"),
        ("ana.orr+x@example.co.uk, now", "ana.orr+x@example.co.uk , now"),
        ("on Example.com or example.org/page.", "on Example.com or example.org/page ."),
        ("the end.The next", "the end . The next"),
    ],
    "quotes and brackets": [
        ('"Yes," she said.', '" Yes , " she said .'),
        ("``Yes''", "`` Yes ''"),
        ("“Yes” ‘no’", "“ Yes ” ‘ no ’"),
        ("-LRB- x -RRB-", "-LRB- x -RRB-"),
        ("wait... what?!", "wait ... what ? !"),
        ("AT&T and/or R&D", "AT&T and / or R&D"),
    ],
    "other scripts": [
        ("日本語。", "日 本 語 。"),
        ("cafe\u0301 naïve", "cafe\u0301 naïve"),
        ("Привет, мир!", "Привет , мир !"),
        ("كيف؟", "كيف ؟"),
        ("a\u200bb \ufeffc", "a b c"),
        ("a\x00b", "a b"),
        ("no\u00a0break", "no break"),
    ],
    "emoji": [
        ("😀😀", "😀 😀"),
        ("👨‍👩‍👧 👍🏽 ❤️", "👨‍👩‍👧 👍🏽 ❤️"),
        ("🇫🇷🇩🇪", "🇫🇷 🇩🇪"),
        ("1️⃣2", "1️⃣ 2"),
    ],
}


@pytest.mark.parametrize(
    ("text", "tokens"), [case for cases in CASES.values() for case in cases], ids=lambda value: value[:20]
)
def test_tokens_follow_the_conventions(text, tokens):
    assert [text[start:end] for start, end in tokenise(text)] == tokens.split(" ")


PLAIN = "n't 's cannot U.S. Mr. http:// www. a@b.co al. ... `` '' -LRB- 👍🏽 🇫".split()
STRANGE = ["\u0301", "\ufe0f", "\u200d", "\u200b", "\u20e3", "\ud800", "\U000e0067"]
PIECES = st.sampled_from([*"aAtTnNsS.,'’-–\"$%@/:&\n \t0129éß日😀", *PLAIN, *STRANGE])


@given(st.text() | st.lists(PIECES, max_size=30).map("".join))
@example("")
@example(" \n ")
@example("\ud800")
def test_tokens_of_any_text_are_increasing_visible_and_complete(text):
    spans = tokenise(text)
    end_before = 0
    for start, end in spans:
        assert end_before <= start < end
        assert not text[start:end].isspace()
        assert not any(character in " \t\n\r" for character in text[start:end])
        assert not any(character.isalnum() for character in text[end_before:start])
        end_before = end
    assert not any(character.isalnum() for character in text[end_before:])


@given(st.text(st.characters(categories=["Lu", "Ll", "Nd", "Po", "Ps", "Pe", "Zs", "So", "Mn"])))
def test_every_visible_character_belongs_to_a_token(text):
    spans = tokenise(text)
    held = {position for span in spans for position in range(*span)}
    for position, character in enumerate(text):
        if position not in held:
            assert not character.isprintable() or character.isspace()


@pytest.mark.parametrize(
    "piece", ["ab.", "a-", "+", "a.", "1.", "x@", "'", "-", ".", "\n", " ", "www.", "👍‍", "n't", "a_"]
)
def test_time_grows_with_length_only(piece):
    text = piece * (100_000 // len(piece))
    started = time.process_time()
    tokenise(text)
    assert time.process_time() - started < 2.0

import shutil

import msgspec
import pytest

from sumtrace.checking import Opinion
from sumtrace.checking.judge.asking import ask, running_text
from sumtrace.checking.judge.shipped import FOLDER, MANIFEST, MODEL, ShippedJudge, load_judge
from sumtrace.errors import ModelError
from sumtrace.meaning.cache import DiskCache
from sumtrace.text import Text

EVIDENCE = "The council approved the new bridge on Monday, although many residents had asked it not to."
RIGHT, WRONG = "The council approved the bridge.", "The council rejected the bridge."


def test_the_shipped_judge_tells_what_follows_from_what_contradicts():
    right, wrong = load_judge().judge([(EVIDENCE, RIGHT), (EVIDENCE, WRONG)])
    assert right.entailed > wrong.entailed
    assert wrong.contradicted > right.contradicted
    assert right[:3] == pytest.approx((right.entailed, right.neutral, right.contradicted))
    assert sum(right[:3]) == pytest.approx(1.0, abs=1e-5)


def test_the_contradicted_word_is_the_most_doubtful():
    (wrong,) = load_judge().judge([(EVIDENCE, WRONG)])
    assert len(wrong.words) == len(WRONG.split())
    assert max(wrong.words) == wrong.words[WRONG.split().index("rejected")]


def test_an_opinion_does_not_depend_on_what_is_judged_beside_it(tmp_path):
    alone, beside = (ShippedJudge(cache=DiskCache(tmp_path / name)) for name in ("alone", "beside"))
    together = beside.judge([(RIGHT, WRONG), (EVIDENCE, WRONG), ("", RIGHT)])
    assert alone.judge([(EVIDENCE, WRONG)]) == [together[1]]


def test_a_kept_opinion_is_the_same_and_needs_no_network(tmp_path):
    cache = DiskCache(tmp_path / "opinions")
    pairs = [(EVIDENCE, WRONG), (EVIDENCE, RIGHT), (EVIDENCE, WRONG)]
    new = ShippedJudge(cache=cache).judge(pairs)
    again = ShippedJudge(cache=cache)
    assert again.judge(pairs) == new
    assert again._loaded is None


def test_long_and_empty_texts_are_judged():
    long, empty = load_judge().judge([("word " * 2000, "claim " * 2000), ("", "")])
    assert len(long.words) == 2000
    assert empty[:3] == (1.0, 0.0, 0.0)


def test_opinions_on_more_and_more_evidence_are_averaged():
    class Judge:
        def judge(self, pairs):
            bears = {
                "It rained.": Opinion(0.8, 0.2, 0.0, (0.2, 0.4)),
                "It froze. It rained.": Opinion(0.0, 0.2, 0.8, (0.4, 0.8)),
                "Rain fell.": Opinion(0.7, 0.2, 0.1, (0.1, 0.1)),
            }
            return [bears[evidence] for evidence, _ in pairs]

    document, summary = Text.from_string("It froze. It rained."), Text.from_string("Rain fell.")
    (judged, nothing) = ask(Judge(), document, summary, [(0, 3), (0, 3)], [[1, 0], []])
    assert nothing is None
    assert judged.claim == pytest.approx((0.4, 0.2, 0.4))
    assert judged.leaning == pytest.approx(0.0)
    assert judged.follows == 0.7
    assert judged.words == pytest.approx([0.3, 0.6, 0.6])


def test_running_text_glues_what_touches_and_clitics():
    assert running_text(Text.from_string("They don't, he said."), (0, 7)) == (
        "They don't, he said.",
        [0, 1, 1, 1, 2, 3, 3],
    )
    assert running_text(Text.from_words(["They", "do", "n't", "."]), (0, 4)) == ("They don't .", [0, 1, 1, 2])


class TestFiles:
    @pytest.fixture
    def folder(self, tmp_path):
        return shutil.copytree(FOLDER, tmp_path / "data")

    def test_a_damaged_file_is_named(self, folder, tmp_path):
        contents = bytearray((folder / MODEL).read_bytes())
        contents[len(contents) // 2] ^= 1
        (folder / MODEL).write_bytes(contents)
        with pytest.raises(ModelError, match=f"{MODEL} is damaged or from another version"):
            ShippedJudge(folder, DiskCache(tmp_path / "opinions")).judge([(EVIDENCE, RIGHT)])

    def test_a_missing_file_is_named(self, folder, tmp_path):
        (folder / MODEL).unlink()
        with pytest.raises(ModelError, match=f"{MODEL}: the judge cannot be read .*install sumtrace again"):
            ShippedJudge(folder, DiskCache(tmp_path / "opinions")).judge([(EVIDENCE, RIGHT)])

    def test_another_format_is_named(self, folder):
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes())
        (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest | {"format": "sumtrace-judge-9"}))
        with pytest.raises(ModelError, match="format 'sumtrace-judge-9'"):
            ShippedJudge(folder)

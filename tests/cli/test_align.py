"""``sumtrace align`` from the shell's side: what is printed, what is written, and how mistakes end."""

import io
import itertools
import json
import re
import subprocess
import sys

import pytest
from rich.console import Console
from typer.testing import CliRunner

from sumtrace import Alignment, InputError, ModelError, OutputError, check, datasets, kernels, load
from sumtrace.alignment.formats import read_alignments
from sumtrace.checking.formats.target import answer
from sumtrace.cli import app
from sumtrace.corpus.sources import open_pairs
from sumtrace.report.terminal import show_story

DOCUMENT = "The Harbour Board sold two old ferries on Monday. A shipyard in Orrin bought them for scrap.\n"
SUMMARY = "Harbour Board sells two ferries for scrap.\n"
STORY = """
 step jump from the document writes          P(kind) P(jump) P(length) rewrite
 ───────────────────────────────────────────────────────────────────────────
 1      +2 Harbour Board     Harbour Board   N.NNN   N.NNN     N.NNN      N.NNN
 2      +1 sold              sells           N.NNN   N.NNN     N.NNN      N.NNN
 3      +1 two               two             N.NNN   N.NNN     N.NNN      N.NNN
 4      +2 ferries           ferries         N.NNN   N.NNN     N.NNN      N.NNN
 5     +10 for scrap.        for scrap.      N.NNN   N.NNN     N.NNN      N.NNN
 6         stop                                      N.NNN
               the likeliest single story, log score -N.NN
"""
runner = CliRunner()


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "document.txt").write_text(DOCUMENT)
    (tmp_path / "summary.txt").write_text(SUMMARY)
    return tmp_path / "document.txt", tmp_path / "summary.txt"


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.jsonl"
    records = [{"id": pair.id, "document": pair.document.string, "summary": pair.summary.string}
               for pair in datasets.examples()[:4]]  # fmt: skip
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def run(*arguments, **options):
    return runner.invoke(app, ["align", *map(str, arguments)], env={"COLUMNS": "160"}, **options)


def lines(text):
    """The lines that are not empty, with numbers that may move, and the room they take, made alike."""
    numbered = re.sub(r"\d+\.\d+", lambda found: "N." + "N" * len(found[0].split(".")[1]), text)
    return [re.sub(" +", " ", line).rstrip() for line in numbered.splitlines() if line.strip()]


def in_one_line(text):
    """The words as they follow each other down the columns' lines where none of them wraps."""
    return re.sub(r"\s+", " ", text).strip()


class TestOnePair:
    def test_is_shown_in_the_terminal(self, texts):
        result = run(*texts)
        assert (result.exit_code, result.stderr) == (0, "")
        told = answer(check(DOCUMENT, SUMMARY))
        assert result.stdout.startswith(f"{told} Support: ")
        shown = in_one_line(result.stdout)
        assert (
            "1. ✓ Harbour Board sells two ferries for scrap. Harbour Board sells two ← The Harbour Board sold two"
            in shown
        )
        assert "ferries ← … Board sold two old ferries on Monday. A" in shown
        assert re.search(r"for scrap\. ← … in Orrin bought them for scrap\. [01]\.\d\d$", shown)

    def test_made_up_words_are_named(self, texts):
        texts[1].write_text("Qwertyuiop moustaches are compulsory in the penguin opera.")
        shown = run(*texts).stdout
        assert shown.startswith("The one claim was not found in the document. Support: ")
        assert "∅ Qwertyuiop moustaches" in shown

    def test_function_words_are_shown_when_asked_for(self, texts):
        texts[1].write_text("It was on Monday. The Harbour Board sold two ferries.")
        brief, full = (len(run(*texts, *options).stdout.splitlines()) for options in ((), ("--all",)))
        assert brief < full

    def test_either_side_may_be_standard_input(self, texts):
        assert (
            run(texts[0], "-", input=SUMMARY).stdout == run("-", texts[1], input=DOCUMENT).stdout == run(*texts).stdout
        )

    def test_markup_in_the_texts_is_text(self, texts):
        texts[0].write_text("The [bold]dam[/] held :smile: . [/nonsense]")
        texts[1].write_text("[bold]dam[/] held :smile: [/nonsense]")
        result = run(*texts, "--story")
        assert result.exit_code == 0, result.exception
        assert "[bold]dam[/] held :smile: [/nonsense]" in result.stdout

    def test_the_story_says_how_the_summary_was_written(self, texts):
        shown, brief = (lines(run(*texts, *options).stdout) for options in (("--story",), ()))
        assert shown[: len(brief)] == brief
        assert [line.strip() for line in shown[len(brief) :]] == [line.strip() for line in lines(STORY)]

    def test_the_story_of_several_documents_names_each_step_s_own(self, texts, tmp_path):
        (tmp_path / "letter.txt").write_text("Nobody spoke. The mayor opened a new bridge.")
        texts[1].write_text("Mayor opened a bridge. Harbour Board sold two ferries.")
        for order in itertools.permutations((texts[0], tmp_path / "letter.txt")):
            pair = next(open_pairs([*order, texts[1]]))
            (story,) = load().stories(pair)
            wide = Console(width=200, file=io.StringIO())
            wide.print(show_story(Alignment(pair.id, (), pair), story))
            steps = [line.rstrip() for line in wide.file.getvalue().splitlines()]
            assert any("bridge" in step and step.endswith("letter.txt") for step in steps)
            assert any("ferries" in step and step.endswith("document.txt") for step in steps)
            assert run(*order, texts[1], "--story").exit_code == 0

    def test_as_json_has_everything(self, texts):
        (record,) = [json.loads(line) for line in run(*texts, "--json").stdout.splitlines()]
        assert (record["id"], record["document"], record["summary"]) == ("document", DOCUMENT, SUMMARY)
        assert record["model"] == "default"
        assert len(record["null_prob"]) == len(record["sum_tokens"]) == 8
        for link in record["links"]:
            assert set(link) >= {"doc", "sum", "doc_chars", "sum_chars", "prob", "by", "label"}
            assert 0 < link["prob"] <= 1
            (a, b), (c, d) = link["doc_chars"], link["sum_chars"]
            if link["by"] == "identity":
                assert DOCUMENT[a:b].lower() == SUMMARY[c:d].lower()

    def test_in_another_format(self, texts, tmp_path):
        printed = run(*texts, "--to", "pharaoh").stdout
        assert printed.startswith("1-0:")
        assert run(*texts, "-o", tmp_path / "out.pharaoh").stdout == ""
        assert (tmp_path / "out.pharaoh").read_text() == printed

    @pytest.mark.parametrize("decoding", ["threshold", "posterior", "viterbi"])
    def test_any_decoding(self, texts, decoding):
        (record,) = [json.loads(line) for line in run(*texts, "--json", "--decoding", decoding).stdout.splitlines()]
        assert record["links"]


class TestManyPairs:
    def test_are_printed_as_json_lines_in_order(self, pairs):
        result = run(pairs)
        records = [json.loads(line) for line in result.stdout.splitlines()]
        assert [record["id"] for record in records] == [pair.id for pair in datasets.examples()[:4]]
        assert run("-", input=pairs.read_text()).stdout == run(pairs, "--threads", 1).stdout == result.stdout

    def test_are_written_whole(self, pairs, tmp_path):
        result = run(pairs, "-o", tmp_path / "out.jsonl.gz")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == f"Alignments written to {tmp_path / 'out.jsonl.gz'}\n"
        for alignment in read_alignments(tmp_path / "out.jsonl.gz"):
            alignment.checked()
            for link in alignment.links:
                if link.by == "identity":
                    both = alignment.texts.document.phrase(link.doc[0]), alignment.texts.summary.phrase(link.sum[0])
                    assert both[0].replace("’", "'").lower() == both[1].replace("’", "'").lower()

    def test_quietly(self, pairs, tmp_path):
        assert run(pairs, "-q", "-o", tmp_path / "out.jsonl").output == ""

    def test_two_folders_and_two_parallel_files(self, tmp_path):
        for side, text in (("documents", DOCUMENT), ("summaries", SUMMARY)):
            (tmp_path / side).mkdir()
            (tmp_path / side / "one.txt").write_text(text)
            (tmp_path / f"{side}.txt").write_text(text * 3)
        folders, files = ([tmp_path / f"{side}{end}" for side in ("documents", "summaries")] for end in ("", ".txt"))
        assert [json.loads(line)["id"] for line in run(*folders).stdout.splitlines()] == ["one"]
        assert len(run(*files, "--by-line").stdout.splitlines()) == 3

    def test_have_their_stories_told_one_after_another(self, pairs):
        shown = run(pairs, "--story").stdout
        assert re.findall(r"^([\w-]+) ═+$", shown, re.MULTILINE) == [pair.id for pair in datasets.examples()[:4]]
        assert shown.count("log score") == 4

    def test_bad_ones_can_be_left_out(self, pairs, monkeypatch):
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 4e7)
        with pairs.open("a") as file:
            file.write('{"id": "broken"\n')
            file.write(json.dumps({"id": "huge", "document": ["dam"] * 2000, "summary": ["dam"] * 100}) + "\n")
        result = run(pairs, "--skip-bad")
        assert result.exit_code == 0
        assert len(result.stdout.splitlines()) == 4
        assert "line 5: broken JSON" in result.stderr
        assert "pair 'huge': 2,000 document words by 100 summary words would need" in result.stderr
        assert result.stderr.endswith("2 bad entries were skipped\n")


class TestMaxUnsupported:
    @pytest.fixture
    def failing(self, tmp_path):
        path = tmp_path / "pairs.jsonl"
        records = [{"id": "copy [1]", "document": DOCUMENT, "summary": DOCUMENT}]
        records += [
            {"id": f"bare [{n}]", "document": DOCUMENT, "summary": f"Moustaches are compulsory in opera {n}."}
            for n in range(22)
        ]
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    def test_is_what_the_checker_calls_unsupported(self, texts):
        texts[1].write_text("Moustaches are compulsory in the penguin opera. " + SUMMARY)
        share = check(DOCUMENT, texts[1].read_text()).unsupported_share()
        assert 0 < share < 1
        assert run(*texts, "--max-unsupported", share).exit_code == 0
        result = run(*texts, "--max-unsupported", round(share - 0.01, 4))
        assert result.exit_code == 1
        assert result.stderr.startswith(f"document: {share:.0%} of the content words are unsupported (limit ")

    def test_names_the_pairs_and_still_writes_them(self, failing, tmp_path):
        report = tmp_path / "failed.jsonl"
        result = run(failing, "--max-unsupported", "0.4", "-o", tmp_path / "out.jsonl", "-q", "--report", report)
        assert result.exit_code == 1
        named = result.stderr.splitlines()
        assert [line.split(":")[0] for line in named[:20]] == [f"bare [{n}]" for n in range(20)]
        assert named[20:] == ["... and 2 more"]
        assert sum(1 for _ in read_alignments(tmp_path / "out.jsonl")) == 23
        records = [json.loads(line) for line in report.read_text().splitlines()]
        assert [record["id"] for record in records] == [f"bare [{n}]" for n in range(22)]
        first = records[0]["words"][0]
        assert (first["word"], first["start"], first["end"]) == ("Moustaches", 0, 10)

    def test_a_report_is_text_unless_json_is_asked_for(self, failing, tmp_path):
        result = run(failing, "-o", tmp_path / "out.jsonl", "--report", tmp_path / "words.txt", "-q")
        assert result.exit_code == 0
        assert re.fullmatch(
            r"bare \[0\]: \d+%: Moustaches, compulsory.*", (tmp_path / "words.txt").read_text().splitlines()[0]
        )
        run(failing, "-o", tmp_path / "out.jsonl", "--report", tmp_path / "words.txt", "-q", "--json")
        assert json.loads((tmp_path / "words.txt").read_text().splitlines()[0])["id"] == "bare [0]"


class TestMistakes:
    """Each ends in one line, before or without any partial output."""

    def fails(self, kind, problem, *arguments, **options):
        result = run(*arguments, **options)
        assert isinstance(result.exception, kind), result.output
        assert problem in str(result.exception)
        assert "\n" not in str(result.exception)
        assert result.stdout == ""

    def test_missing_files(self, texts, tmp_path):
        self.fails(InputError, "none.txt, pair 'document': no such file", texts[0], tmp_path / "none.txt")
        self.fails(InputError, "none.jsonl: no such file", tmp_path / "none.jsonl")

    def test_empty_input(self, texts, tmp_path):
        (tmp_path / "empty").write_text("")
        self.fails(InputError, "empty: there are no pairs", tmp_path / "empty", "-o", tmp_path / "out.jsonl")
        assert not (tmp_path / "out.jsonl").exists()
        self.fails(InputError, "there are no pairs", "-", input="")
        self.fails(InputError, "the summary is empty", texts[0], tmp_path / "empty")

    def test_broken_json_leaves_nothing_behind(self, pairs, tmp_path):
        with pairs.open("a") as file:
            file.write("{broken\n")
        before = set(tmp_path.iterdir())
        self.fails(InputError, "line 5: broken JSON", pairs, "-o", tmp_path / "out.jsonl")
        assert set(tmp_path.iterdir()) == before

    def test_one_text_alone(self, texts):
        self.fails(InputError, "neither JSON nor Parquet. Use JSON Lines such as", texts[0])

    def test_models(self, texts, tmp_path):
        self.fails(ModelError, "none does not exist; a model is a folder", *texts, "--model", tmp_path / "none")
        self.fails(ModelError, "document.txt is a file", *texts, "--model", texts[0])
        self.fails(ModelError, "has no config.json", *texts, "--model", tmp_path)

    def test_outputs(self, texts, tmp_path):
        self.fails(OutputError, "does not exist; create it first", *texts, "-o", tmp_path / "none" / "out.jsonl")
        self.fails(OutputError, "is a folder", *texts, "-o", tmp_path, "--to", "native")
        self.fails(OutputError, "does not determine the format", *texts, "-o", tmp_path / "out.unknown")

    def test_a_story_in_a_file(self, texts, tmp_path):
        self.fails(InputError, "--story only prints to the terminal", *texts, "--story", "--json")
        self.fails(InputError, "--story only prints to the terminal", *texts, "--story", "-o", tmp_path / "out.jsonl")

    @pytest.mark.parametrize(
        "options",
        [["--max-unsupported", "nan"], ["--max-unsupported", "1.5"], ["--decoding", "best"], ["--threads", "0"], []],
    )
    def test_usage(self, texts, options):
        result = run(*(texts if options else ()), *options)
        assert result.exit_code == 2
        assert "Usage:" in result.stderr
        assert "Traceback" not in result.stderr

    def test_end_in_exit_code_2_and_one_line(self, texts):
        command = [sys.executable, "-m", "sumtrace", "align", str(texts[0]), str(texts[1]), "-m", "none"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout) == (2, "")
        assert (
            result.stderr
            == "sumtrace: none does not exist; a model is a folder, made by: sumtrace train ... -o FOLDER\n"
        )


def test_help_shows_examples():
    result = run("-h")
    assert result.exit_code == 0
    assert "sumtrace align article.txt summary.txt" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_reader_that_closes_the_pipe_early_is_no_failure(texts):
    command = f"{sys.executable} -m sumtrace"
    one, many = (
        f"{command} align {texts[0]} {texts[1]}",
        f"{command} check {texts[1]} --against {texts[0]} --fail-on never",
    )
    script = f"set -o pipefail; {one} | true; echo $?; {many} | true; echo $?; {one} --json | head -1 | wc -l; echo $?"
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    told = [line for line in result.stderr.splitlines() if not line.startswith(kernels.COMPILING)]  # the first to run
    assert (result.stdout.split(), told) == (["0", "0", "1", "0"], [])

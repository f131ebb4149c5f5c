"""docs/architecture.md tells the truth: its walks name the functions that are called, in the order in which they are."""

import ast
import functools
import json
import re
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sumtrace.cli import app
from sumtrace.encoding import block
from sumtrace.training import compiled

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sumtrace"
DOCUMENT = ROOT / "docs" / "architecture.md"
ALIGN, TRAIN = "One pair on its way through `align`", "A corpus on its way through `train`"
MOST = 30
"""Functions that a reader should have to open to understand how a pair is aligned."""

PAIRS = [
    {
        "id": "a",
        "document": "The mayor of Riga opposed the plan because it raises taxes. The council approved it. Many protested.",
        "summary": "Riga's mayor objected to higher taxes. The council approved the plan.",
    },
    {"id": "b", "document": "The dam held through the storm. Nobody was hurt.", "summary": "Dam holds in storm."},
]

Step = tuple[str, str]

needs_document = pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents come with the repository")


def walk(section: str) -> list[Step]:
    """Return the steps of a walk, (file, function); all that stands in it as code is one."""
    text = DOCUMENT.read_text("utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]*)`", text)]
    assert not [span for span in spans if not re.fullmatch(r"\w[\w/]*\.py: \w+", span)], "not `file.py: function`"
    return [(file, name) for file, name in (span.split(": ") for span in spans)]


@functools.cache
def functions(file: str) -> dict[str, ast.FunctionDef]:
    """Return the functions that a file defines."""
    nodes = ast.walk(ast.parse((SOURCE / file).read_text("utf-8")))
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def is_compiled_part(step: Step) -> bool:
    """Whether only kernels call a function: no profiler sees it, while of a call of a kernel numba tells."""
    file, name = step
    return any(ast.unparse(decorator).endswith("_part") for decorator in functions(file)[name].decorator_list)


def parts_called(step: Step, steps: list[Step]) -> list[Step]:
    """Return which of the steps are parts that a kernel calls, in the order in which its source does."""
    file, name = step
    calls = [node for node in ast.walk(functions(file)[name]) if isinstance(node, ast.Call)]
    names = [ast.unparse(call.func) for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset))]
    return [part for name in names for part in steps if part[1] == name and is_compiled_part(part)]


class Calls:
    """Which functions of this package are called while it is open, in any thread, in the order of their first calls."""

    def __init__(self) -> None:
        self.steps: dict[Step, None] = {}

    def __enter__(self) -> "Calls":
        self._before = sys.getprofile()
        threading.setprofile(self._called)
        sys.setprofile(self._called)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(self._before)
        threading.setprofile(None)

    def _called(self, frame, event, argument):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(SOURCE)):
            self.steps[Path(code.co_filename).relative_to(SOURCE).as_posix(), code.co_name] = None


@pytest.fixture
def ran(tmp_path, monkeypatch):
    """What a command on some pairs, with one thread, calls."""
    pairs = tmp_path / "pairs.jsonl"

    def run(command, records, *options):
        pairs.write_text("".join(json.dumps(record) + "\n" for record in records))
        monkeypatch.setattr(compiled, "corpora_folder", lambda: tmp_path / "corpora")
        with Calls() as calls:
            result = CliRunner().invoke(app, [command, str(pairs), "--threads", "1", *map(str, options)])
        assert result.exit_code == 0, result.output
        return list(calls.steps)

    return run


def assert_walked(section: str, called: list[Step]) -> None:
    steps = walk(section)
    assert [one for step in called if step in steps for one in (step, *parts_called(step, steps))] == steps


@needs_document
@pytest.mark.parametrize("section", [ALIGN, TRAIN])
def test_every_step_is_a_function_in_its_file_and_named_once(section):
    steps = walk(section)
    assert len(steps) > 10
    assert [step for step, count in Counter(steps).items() if count > 1] == []
    for file, name in steps:
        assert (SOURCE / file).exists(), file
        assert name in functions(file), f"{file}: {name}"


@needs_document
def test_a_pair_is_aligned_by_few_functions():
    assert len(walk(ALIGN)) <= MOST


@needs_document
def test_a_pair_goes_the_way_the_document_says(ran, tmp_path):
    assert_walked(ALIGN, ran("align", PAIRS[:1], "-o", tmp_path / "aligned.jsonl"))


@needs_document
def test_a_corpus_goes_the_way_the_document_says(ran, tmp_path, monkeypatch):
    monkeypatch.setattr(block, "WORD_PAIRS", 50)  # one pair a block
    assert_walked(TRAIN, ran("train", PAIRS, "-o", tmp_path / "model", "--iterations", 1))


def module_bodies(*folders: str) -> list[ast.stmt]:
    """Return what stands at the top level of the modules in some folders."""
    files = [file for folder in folders for file in (SOURCE / folder).rglob("*.py")]
    return [node for file in files for node in ast.parse(file.read_text("utf-8")).body]


def test_no_two_classes_share_a_name():
    classes = [node.name for node in module_bodies(".") if isinstance(node, ast.ClassDef)]
    public = Counter(name for name in classes if not name.startswith("_"))
    assert [name for name, count in public.items() if count > 1] == []


def test_no_type_alias_of_the_core_has_the_name_of_a_class():
    core = module_bodies("encoding", "jumps", "rewrites", "inference", "model", "training")
    aliases = {ast.unparse(target) for node in core if isinstance(node, ast.Assign) for target in node.targets}
    assert "Explanations" in aliases
    assert aliases.isdisjoint(node.name for node in module_bodies(".") if isinstance(node, ast.ClassDef))


MUTATING = {"add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update"}


def state_of(module: ast.Module) -> set[str]:
    """Return the names of a module that its functions change: values mutated, classes assigned to, objects entered."""
    values = {ast.unparse(node.target): node.value for node in module.body if isinstance(node, ast.AnnAssign)}
    values |= {ast.unparse(node.targets[0]): node.value for node in module.body if isinstance(node, ast.Assign)}
    classes = {node.name for node in module.body if isinstance(node, ast.ClassDef)}
    objects = {name for name, value in values.items() if isinstance(value, ast.Call)}
    found: set[str] = set()
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in (node for function in functions for node in ast.walk(function)):
        changed = None
        if isinstance(node, ast.Global):
            found |= set(node.names)
        elif isinstance(node, ast.withitem):
            found |= objects & {name.id for name in ast.walk(node.context_expr) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            changed = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATING:
            changed = node.func.value
        if isinstance(changed, ast.Name):
            found |= {changed.id} & (values.keys() | classes)
    return found


@needs_document
def test_modules_keep_only_the_state_that_the_document_names():
    rule = re.search(r"- \*\*Nothing that changes results.*?(?=\n- )", DOCUMENT.read_text("utf-8"), re.DOTALL)
    named = set(re.findall(r"`([\w/.]+): (\w+)`", rule[0]))
    files = [*SOURCE.rglob("*.py")]
    assert {
        (str(file.relative_to(SOURCE)), name) for file in files for name in state_of(ast.parse(file.read_text("utf-8")))
    } == named

"""Nothing imports from what comes after it: not at the top of a file, not inside a function, not for type checking."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "sumtrace"

ORDER = (
    ("version",),
    ("errors",),
    ("array_types",),
    ("locks",),
    ("files",),
    ("kernels",),
    ("text",),
    ("meaning",),
    ("corpus",),
    ("alignment",),
    ("datasets",),
    ("settings",),
    ("memory",),
    ("parcels",),
    ("cluster",),
    ("encoding",),
    ("rewrites", "jumps"),
    ("inference",),
    ("model",),
    ("training",),
    ("aligner",),
    ("export",),
    ("rounds",),
    ("checking",),
    ("testing",),
    ("baselines",),
    ("evaluation",),
    ("tuning",),
    ("experiments",),
    ("report",),
    ("web",),
    ("annotate", "serve"),
    ("cli",),
    ("__main__",),
    ("__init__",),
)
"""Packages and modules in the order in which they may import: each from earlier rows and from itself, none from its row."""

DOORS = {
    (module, page)
    for module in ("alignment.alignment", "checking.checker")
    for page in ("report.page", "report.notebook")
}
"""The only imports against the order, each inside a function: alignments and checks show themselves."""

CIRCLES = DOORS | {
    ("alignment.alignment", "alignment.formats.native"),
    ("alignment.alignment", "alignment.frames"),
    ("checking.checker", "checking.formats.csv"),
    ("checking.checker", "checking.formats.jsonl"),
    ("checking.checker", "checking.formats.target"),
    ("checking.checker", "checking.reading"),
}
"""The only imports that close a circle, each inside a function: alignments and checks also write and read themselves."""

RANK = {name: rank for rank, row in enumerate(ORDER) for name in row}


def module_of(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES = frozenset(module_of(file) for file in SOURCE.rglob("*.py"))


def imported(file: Path) -> Iterator[tuple[str, bool]]:
    """Yield what of this package a file imports, wherever it does, and whether that is inside a function."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            # "from sumtrace import files" is the module; "from sumtrace import load" is the package's face
            names = [_module_or_parent(f"{node.module}.{alias.name}") for alias in node.names]
        else:
            assert not _is_import_by_name(node), f"{file}: an import by name"
            continue
        for name in dict.fromkeys(names):
            if name.partition(".")[0] == "sumtrace":
                yield _inside_package(name), id(node) in inside


def _inside_package(name: str) -> str:
    return name.partition(".")[2] or "__init__"


def _module_or_parent(name: str) -> str:
    return name if _inside_package(name) in MODULES else name.rpartition(".")[0]


def _is_import_by_name(node: ast.AST) -> bool:
    """Whether a call may import something of this package by a string, which no reader of imports would see."""
    if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith(("import_module", "__import__")):
        return False
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return not all(
        isinstance(one, ast.Constant) and one.value.partition(".")[0] not in ("", "sumtrace") for one in given
    )


def imports() -> Iterator[tuple[str, str, bool]]:
    for file in sorted(SOURCE.rglob("*.py")):
        module = module_of(file)
        for name, inside in imported(file):
            yield module, name, inside


def top(module: str) -> str:
    return module.partition(".")[0]


def is_against(module: str, name: str) -> bool:
    return top(module) != top(name) and RANK[top(name)] >= RANK[top(module)]


def test_every_module_has_its_place_in_the_order():
    assert {top(module) for module in MODULES} == RANK.keys()


def test_nothing_imports_against_the_direction():
    against = {(module, name) for module, name, _ in imports() if is_against(module, name)} - DOORS
    assert not against, "\n".join(f"{module} imports {name}" for module, name in sorted(against))


def test_no_modules_import_each_other_in_a_circle():
    graph = {module: set() for module in MODULES}
    for module, name, _ in imports():
        if (module, name) not in CIRCLES:
            graph[module].add(name)
    TopologicalSorter(graph).prepare()  # its error names the circle


def test_the_exceptions_are_there_and_come_into_force_only_when_called():
    taken = [(module, name, inside) for module, name, inside in imports() if (module, name) in CIRCLES]
    assert {(module, name) for module, name, _ in taken} == CIRCLES
    assert all(inside for _, _, inside in taken)


@pytest.mark.parametrize(
    "line",
    [
        "import importlib\nimportlib.import_module('sumtrace.report.page')",
        "from importlib import import_module\nimport_module(name=f'sumtrace.{kind}')",
        "import importlib\nimportlib.import_module('.page', 'sumtrace.report')",
        "__import__('sumtrace')",
        "import importlib\nimportlib.import_module(name)",
    ],
)
def test_an_import_by_name_is_refused(line, tmp_path):
    file = tmp_path / "some.py"
    file.write_text(line)
    with pytest.raises(AssertionError, match="by name"):
        list(imported(file))


def test_an_import_is_seen_wherever_it_stands(tmp_path):
    file = tmp_path / "some.py"
    file.write_text(
        "import numpy\nimport sumtrace\nfrom sumtrace import files, load\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import sumtrace.report.page\n"
        "def show():\n    from sumtrace.cli.app import app\n"
    )
    assert sorted(imported(file)) == [
        ("__init__", False),
        ("__init__", False),
        ("cli.app", True),
        ("files", False),
        ("report.page", False),
    ]
    assert is_against("text.words", "report.page")
    assert is_against("jumps.model", "rewrites.types")
    assert not is_against("report.page", "text.words")
    assert not is_against("text.words", "text.text")

"""docs/architecture.md tells the truth: every function it sends a reader to is where it says."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "architecture.md"
MENTION = re.compile(r"`(\w[\w/]*\.py):\s+(\w+)`((?:(?:,| and)\s+`\w+`)*)")
MOST = 30

pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents come with the repository")


def mentions(section: str) -> list[tuple[str, str]]:
    """Return (file, function) of every mention in a section: `file.py: one`, `another`."""
    text = DOCUMENT.read_text("utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    return [
        (file, name) for file, first, rest in MENTION.findall(text) for name in (first, *re.findall(r"`(\w+)`", rest))
    ]


def defined(file: Path) -> set[str]:
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@pytest.mark.parametrize("section", ["One pair on its way through `align`", "A corpus on its way through `train`"])
def test_every_function_on_the_way_exists_where_the_document_says(section):
    found = mentions(section)
    assert len(found) > 5
    for file, name in found:
        places = [ROOT / "src" / "sumtrace" / file, ROOT / "src" / "sumtrace" / "training" / file]
        there = [place for place in places if place.exists()]
        assert there, file
        assert name in defined(there[0]), f"{file}: {name}"


def test_a_pair_is_aligned_by_few_functions():
    assert len(set(mentions("One pair on its way through `align`"))) <= MOST


def test_no_two_classes_share_a_name():
    files = (ROOT / "src" / "sumtrace").rglob("*.py")
    classes = [
        node.name for file in files for node in ast.parse(file.read_text("utf-8")).body if type(node) is ast.ClassDef
    ]
    public = Counter(name for name in classes if not name.startswith("_"))
    assert [name for name, count in public.items() if count > 1] == []

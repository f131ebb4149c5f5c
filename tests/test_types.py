"""Only modules of kernels may leave functions untyped."""

import ast
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
EXEMPT = [
    module
    for override in PROJECT["tool"]["mypy"]["overrides"]
    if override.get("disallow_untyped_defs") is False
    for module in override["module"]
]


@pytest.mark.parametrize("module", EXEMPT)
def test_a_module_without_all_types_has_untyped_kernels(module):
    spec = find_spec(module)
    assert spec is not None, "there is no such module"
    assert untyped_kernels(ast.parse(Path(spec.origin).read_text()))


def untyped_kernels(tree):
    """Return the decorated functions whose arguments or results have no types."""
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.decorator_list
        and not (node.returns and all(argument.annotation for argument in node.args.args))
    ]

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
def test_a_module_without_all_types_lacks_those_of_kernels_alone(module):
    spec = find_spec(module)
    assert spec is not None, "there is no such module"
    functions = [node for node in ast.parse(Path(spec.origin).read_text()).body if isinstance(node, ast.FunctionDef)]
    untyped = [node for node in functions if not is_typed(node)]
    assert untyped
    assert [node.name for node in untyped if not node.decorator_list] == []


def is_typed(function):
    """Whether all arguments and the result of a function have types."""
    return function.returns is not None and all(argument.annotation for argument in function.args.args)

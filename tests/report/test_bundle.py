"""Modules joined into one script: order, what is private stays private, and what cannot be joined is refused."""

import shutil
import subprocess
from importlib import resources

import pytest

from sumtrace.report.bundle import bundle

STATIC = resources.files("sumtrace.report").joinpath("static")


@pytest.fixture
def written(tmp_path):
    def write(**modules):
        for name, source in modules.items():
            path = tmp_path / f"{name.replace('__', '/')}.js"
            path.parent.mkdir(exist_ok=True)
            path.write_text(source, encoding="utf-8")
        return tmp_path

    return write


def run(script):
    if (node := shutil.which("node")) is None:
        pytest.skip("Node.js is not installed")
    return subprocess.run([node, "-e", script], capture_output=True, text=True, check=True).stdout


def test_modules_run_once_and_after_those_they_import(written):
    root = written(
        page__main='import { left } from "./left.js";\nimport { right } from "../shared/right.js";\nconsole.log(left + right);\n',
        page__left='import { right } from "../shared/right.js";\nexport const left = `left of ${right}, `;\n',
        shared__right='console.log("once");\nexport const right = "right";\n',
    )
    assert run(bundle(root, "page/main.js")) == "once\nleft of right, right\n"


def test_names_of_one_module_do_not_meet_those_of_another(written):
    root = written(
        main='import { one } from "./one.js";\nconst own = 2;\nconsole.log(one(), own);\n',
        one="const own = 1;\nexport function one() {\n  return own;\n}\n",
    )
    assert run(bundle(root, "main.js")) == "1 2\n"


def test_every_kind_of_export_is_passed_on(written):
    root = written(
        main='import {\n  A,\n  f,\n  g,\n} from "./all.js";\nnew A(); f(); g();\n',
        all="export class A {}\nexport function f() {}\nexport async function g() {}\n",
    )
    run(bundle(root, "main.js"))


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('import { gone } from "./other.js";\n', "does not export: gone"),
        ('import { there as here } from "./other.js";\n', "there as here"),
        ('import * as other from "./other.js";\n', "not read: import \\* as other"),
        ('import "./other.js";\n', "not read"),
        ("export default 1;\n", "not read"),
        ("export let changing = 1;\n", "not read"),
        ('const other = await import("./other.js");\n', "not read"),
        ('import { back } from "./cycle.js";\n', "main.js -> cycle.js -> main.js"),
    ],
)
def test_what_cannot_be_joined_is_refused(written, source, problem):
    root = written(
        main=source,
        other="export const there = 1;\n",
        cycle='import { it } from "./main.js";\nexport const back = 1;\n',
    )
    with pytest.raises(ValueError, match=problem):
        bundle(root, "main.js")


@pytest.mark.parametrize("page", ["view/main.js", "annotate/app.js"])
def test_the_modules_of_both_pages_fit_together(page):
    script = bundle(STATIC, page)
    folder = STATIC.joinpath(page.split("/")[0])
    for place in (STATIC.joinpath("shared"), folder):
        for module in (entry.name for entry in place.iterdir() if entry.name.endswith(".js")):
            assert f"const ${place.name}_{module[:-3]} = " in script, f"{module} is never imported"

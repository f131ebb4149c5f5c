"""The ES modules of a page joined into one script, for a page that is one file and loads nothing.

Each module becomes a function that is run once and returns what the module exports:

    const $view_text = (() => {
    const { make } = $shared_dom;
    ...
    return { showText };
    })();

in an order in which every module comes after those it imports. Of the module syntax just the forms used here are read: named
imports and exports, each at the start of a line. Anything else, a cycle and a name that is not exported are errors.
"""

from __future__ import annotations

import posixpath
import re
from importlib.resources.abc import Traversable

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*$|\bimport\(", re.MULTILINE)


def bundle(root: Traversable, entry: str) -> str:
    """Return the module ``entry``, a path below ``root``, and all that it imports as one script."""
    exports: dict[str, set[str]] = {}
    parts: list[str] = []

    def add(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise ValueError(f"modules import each other: {' -> '.join((*above, path))}")
        if path in exports:
            return
        source = root.joinpath(path).read_text(encoding="utf-8")
        for names, target in _IMPORT.findall(source):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            add(other, (*above, path))
            if missing := set(_names(names)) - exports[other]:
                raise ValueError(f"{path} imports what {other} does not export: {', '.join(sorted(missing))}")
        exports[path] = set(_EXPORT.findall(source))
        parts.append(_wrapped(path, source))

    add(entry, ())
    return '"use strict";\n' + "".join(parts)


def _wrapped(path: str, source: str) -> str:
    """Return a module as a function that is run once."""

    def fetched(found: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
        return f"const {{ {', '.join(_names(found[1]))} }} = {_variable(other)};\n"

    exported = _EXPORT.findall(source)
    body = _EXPORT.sub("", _IMPORT.sub(fetched, source))
    if other := _OTHER.search(body):
        raise ValueError(f"{path} has a form of import or export that is not read: {other[0]}")
    return f"const {_variable(path)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _names(listed: str) -> list[str]:
    names = [name.strip() for name in listed.split(",") if name.strip()]
    if renamed := next((name for name in names if not name.isidentifier()), None):
        raise ValueError(f"a name cannot be imported as another: {renamed}")
    return names


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))

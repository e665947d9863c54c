"""A module of the page in one answer with all that it leads to.

Thirty small answers took a browser longer than all else of a page.
The modules are written as `import { a, b } from "./name.js";` and `export function`, `const` or `class`, a line each.
What one exports is never given another value, and none leads back to itself.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

STATIC: Final = Path(__file__).parent / "static"
APART: Final = frozenset({"settings.js"})
"""What pages name beside their own module is its own answer: it runs once."""
_IMPORT: Final = re.compile(r'^import (?:\{ (.+) \} from )?"\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)


@functools.cache
def joined(name: str) -> str:
    """The text of a module after those of all modules that it leads to, each once. A server reads them once."""
    *before, last = dict.fromkeys(_led_to(name))
    apart = [f'import * as {_holder(each)} from "./{each}";\n' for each in before if each in APART]
    return "".join([*apart, *(_held(each) for each in before if each not in APART), _body(last)])


def _led_to(name: str) -> Iterator[str]:
    """The modules that one leads to, before it; some of them more than once."""
    for found in _IMPORT.finditer(_text(name)):
        yield from [found[2]] if found[2] in APART else _led_to(found[2])
    yield name


def _held(name: str) -> str:
    """A module as a constant that holds what it exports; the rest of its names are its own."""
    names = ", ".join(found[2] for found in _EXPORT.finditer(_text(name)))
    inner = _EXPORT.sub(r"\1 \2", _body(name))
    return f"const {_holder(name)} = (() => {{\n{inner}return {{ {names} }};\n}})();\n"


def _body(name: str) -> str:
    """The text of a module that takes from constants what it imports."""
    return _IMPORT.sub(_taken, _text(name))


def _taken(found: re.Match[str]) -> str:
    names = (found[1] or "").replace(" as ", ": ")
    return f"const {{ {names} }} = {_holder(found[2])};\n" if names else ""


def _holder(name: str) -> str:
    return f"${name.removesuffix('.js')}"


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")

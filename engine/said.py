"""A line for people: its English sentence, which also knows the form that it was made of and what stands in its places.

Whoever puts it into another language has words for its form, so that no finished sentence is read to be translated.
A line without places is a plain text, which is its own form.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

AND: Final = " and "
SAID: Final = "said"
QUOTED: Final = "{typed!r}"


class Said(str):
    """The sentence of a form: `Said("There is no end {end}.", end="run:e")`.

    What stands in a place is a text, a number, another sentence, or a tuple of them; anything else is told as text.
    """

    __slots__ = ("form", "parts")

    form: str
    """The sentence with its places."""
    parts: Mapping[str, Any]
    """What stands in them."""

    def __new__(cls, form: str, /, **parts: Any) -> Self:
        """The sentence in English."""
        if _PLAIN.issuperset(map(type, parts.values())):  # most lines are refusals, which are made by the million
            return _as(cls, form.format_map(parts), form, parts)
        parts = {name: part if type(part) in _PARTS else str(part) for name, part in parts.items()}
        text = {name: AND.join(map(str, part)) if type(part) is tuple else part for name, part in parts.items()}
        return _as(cls, form.format_map(text), form, parts)

    def __str__(self) -> str:
        """Itself, so that an error that says it keeps its form."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _as, (type(self), str.__str__(self), self.form, self.parts)


def quoted(typed: Any) -> Said:
    """What somebody typed, in the quotation marks of the language; what nobody sees of it is told by its code."""
    return Said(QUOTED, typed=typed)


S = TypeVar("S", bound=Said)


def _as(kind: type[S], line: str, form: str, parts: Mapping[str, Any]) -> S:
    made = str.__new__(kind, line)
    made.form, made.parts = form, parts
    return made


def begun(line: str) -> str:
    """The line as a sentence begins: what has a form, with a capital letter. Names that have none stay as they are."""
    return _as(type(line), line[:1].upper() + line[1:], line.form, line.parts) if isinstance(line, Said) else line


def form_of(line: str) -> str:
    """The form of a line; the line itself where it has no places."""
    return line.form if isinstance(line, Said) else line


def parts_of(line: str) -> Mapping[str, Any]:
    """What stands in the places of a line."""
    return line.parts if isinstance(line, Said) else {}


def forms(**lines: str | tuple[str, ...]) -> dict[str, Any]:
    """What a document of JSON also has beside the lines of these names: under `said` the forms of them."""
    kept = {name: _plain(line) for name, line in lines.items() if _formed(line)}
    return {SAID: kept} if kept else {}


def _formed(line: str | tuple[str, ...]) -> bool:
    return any(map(_formed, line)) if isinstance(line, tuple) else isinstance(line, Said)


def line_of(document: Mapping[str, Any], name: str) -> str:
    """A line of a document of JSON, with its form where the document has it; the text is the document's own."""
    line: str = document[name]
    return _with(line, _kept(document, name))


def lines_of(document: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The lines of a list of a document of JSON, each as `line_of` has one."""
    lines: list[str] = document[name]
    return tuple(itertools.starmap(_with, zip(lines, _kept(document, name) or [None] * len(lines), strict=True)))


def _kept(document: Mapping[str, Any], name: str) -> Any:
    return (document.get(SAID) or {}).get(name)


def _with(line: str, kept: Any) -> str:
    return _read({**kept, "line": line}) if isinstance(kept, dict) else line


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [_plain(each) for each in part]
    if not isinstance(part, Said):
        return part
    parts = {name: _plain(each) for name, each in part.parts.items()}
    return {"line": part, "form": part.form, "parts": parts}


def _read(part: Any) -> Any:
    """What was kept, as it was said: nothing is formatted, for others may have written it."""
    if isinstance(part, list):
        return tuple(_read(each) for each in part)
    if not isinstance(part, dict):
        return part
    return _as(Said, part["line"], part["form"], {name: _read(each) for name, each in part["parts"].items()})


_PLAIN: Final = frozenset({str, int, float, Said})
_PARTS: Final = _PLAIN | {tuple}

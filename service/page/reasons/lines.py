"""Lines of the engine, the camera and the service in the reader's language: forms with places for what differs.

Each language has the same forms, as they are said in English, with what it says instead. What stands in a place is put
into words by its kind, the place's name without digits. `{seat}` is a player counted from one, `{card}` a card by its
name, `{end}` an end of the run or of a branch. `{spot}` is where a piece lies, and `{line}` another line.
"""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.page.games import piece
from service.page.language import english
from service.page.said import end

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.page.language import Language

FOLDER: Final = Path(__file__).parent
_CARD: Final = r"(?:[RBGY](?:[1-9]|Ap|Su|Ar|GM)|Hw|Ma|Gd|Di|Fo)"
_SHAPES: Final = {
    "seat": r"\d+",
    "stack": r"\d+",
    "tile": r"\d+-\d+",
    "stonetile": r"[SML]+/\d+",
    "size": "small|medium|large",
    "card": _CARD,
    "cards": rf"{_CARD}(?: {_CARD})*",
    "row": r"r\d+",
    "cell": r"-?\d+(?:\.5)?,-?\d+(?:\.5)?",
    "end": r"run:[ew]|-?\d+(?:,-?\d+)?:[nsew]",
    "name": r"\w+",
    "spot": r"\w+(?: \d+)?",
}
"""What may stand in a place, by its kind; in a place of another kind, any text."""
_PLACE: Final = re.compile(r"\{(?P<kind>[a-z_]+?)(?P<number>\d?)\}")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of lines: what finds it, and what a language says instead."""

    pattern: re.Pattern[str]
    text: str


def line(text: str, t: Language) -> str:
    """The line in the reader's language; empty where none of the forms is its own."""
    for form in _forms(t.code):
        if found := form.pattern.fullmatch(text):
            sentence = form.text.format_map({name: _said(name, value, t) for name, value in found.groupdict().items()})
            return sentence[:1].upper() + sentence[1:] if form.text[0] == "{" and text.endswith(".") else sentence
    return ""


def _said(place: str, value: str, t: Language) -> str:
    """What stands in a place, in words."""
    words: Mapping[str, Callable[[str], str]] = {
        "seat": lambda seat: str(int(seat) + 1),
        "stack": lambda stack: str(int(stack) + 1),
        "tile": lambda label: piece(label, t),
        "stonetile": lambda label: piece(label, t),
        "size": lambda size: t(f"size.{size}"),
        "card": lambda label: piece(label, t),
        "row": lambda row: t.laid.get(row, row),
        "cards": lambda labels: t.listed([piece(label, t) for label in labels.split()]),
        "name": lambda name: _action_card(name, t),
        "end": lambda name: end(name, t),
        "line": lambda other: line(other, t) or other,
        "whose": lambda other: line(other, t) or other,
        "where": lambda other: _place(other, t),
        "spot": lambda other: line(f"at {other}", t) or other,
        "place": lambda other: _place(other, t),
        "wrongs": lambda several: "; ".join(line(one, t) or one for one in several.split("; ")),
        "pieces": lambda several: t.listed([_piece(one, t) for one in several.split(" and ")]),
        "places": lambda several: t.listed([_place(one, t) for one in several.split(" and ")]),
    }
    return words.get(place.rstrip("0123456789"), str)(value)


def _place(text: str, t: Language) -> str:
    """Where something lies: by the words for it, or by what lies there."""
    return line(text, t) or t.laid.get(text, text)


def _piece(text: str, t: Language) -> str:
    """A piece by its name, and where it lies if that is said."""
    return line(text, t) or piece(text, t)


def _action_card(name: str, t: Language) -> str:
    """An action card by its English name; another word as it is."""
    key = next((key for key in english().strings if key.startswith("card.name.") and english()(key) == name), "")
    return t.known(key, name)


@functools.cache
def texts(code: str) -> Mapping[str, Mapping[str, str]]:
    """The file of a language."""
    document: Any = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return {"refused": {}, "pictures": {}, "invalid": {}, **document}


@functools.cache
def _forms(code: str) -> tuple[Form, ...]:
    """The forms that a language has words for, those that say the most first."""
    forms = [Form(pattern(form), text) for form, text in texts(code)["lines"].items()]
    return tuple(sorted(forms, key=lambda form: -len(re.sub(r"\(\?P.*?\)", "", form.pattern.pattern))))


def pattern(form: str) -> re.Pattern[str]:
    """What finds the lines of a form."""
    made, at = "", 0
    for found in _PLACE.finditer(form):
        shape = _SHAPES.get(found["kind"], ".+?")
        made += f"{re.escape(form[at : found.start()])}(?P<{found['kind']}{found['number']}>{shape})"
        at = found.end()
    return re.compile(made + re.escape(form[at:]), re.DOTALL)

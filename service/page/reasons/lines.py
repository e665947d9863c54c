"""Lines of the engine, the camera and the service in the reader's language: forms with places for what differs.

Each language has the same forms, as they are said in English, with what it says instead. What stands in a place is put
into words by its kind, the place's name without digits. `{seat}` is a player counted from one, `{card}` a card by its
name, `{end}` an end of the run or of a branch. `{spot}` is where a piece lies, and `{line}` another line.

`{many:tile|tiles}` is a number with what it counts: the first word where it is one, else the second.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.said import Said, form_of
from service.page.games import pages, piece
from service.page.language import english

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.page.language import Language

FOLDER: Final = Path(__file__).parent


def line(text: str, t: Language, move: Callable[[str], str] = str) -> str:
    """The line in the reader's language, its moves as `move` tells them; empty where its form has no words there."""
    form = form_of(text)
    words = texts(t.code)["lines"].get(form) or t.known(f"said.{form}")
    if not words or not isinstance(text, Said):
        return words
    try:
        parts = {name: _part(name, part, t, move) for name, part in text.parts.items()}
        for page in pages().values():
            parts |= page.said(text, t)
        sentence = words.format_map(parts)
    except (KeyError, ValueError):  # another machine may have sent other parts
        return ""
    begins = isinstance(text.parts["source"], Said) if "source" in text.parts else text.endswith(".")
    begins = begins and words[0] == "{" and not words.startswith("{line}")  # another line has begun by itself
    return begun(sentence) if begins else sentence


def begun(words: str) -> str:
    """The words with a capital letter, as a sentence begins; an address that they begin with stays as it is."""
    return words if "://" in words.partition(" ")[0] else words[:1].upper() + words[1:]


def _part(place: str, part: Any, t: Language, move: Callable[[str], str]) -> str:
    """What stands in a place, in words."""
    if isinstance(part, tuple):
        return t.listed([_part(place, each, t, move) for each in part])
    if isinstance(part, Said):
        return line(part, t, move) or part
    kind = place.rstrip("0123456789")
    return move(str(part)) if kind == "move" else _WORDS.get(kind, _as_it_is)(str(part), t)


class _Part(str):
    """What stands in a place as it is; its words may say `one|other` of what it counts."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        one, _, other = words.partition("|")
        return f"{self} {one if self == '1' else other}" if words else str(self)


def _as_it_is(text: str, t: Language) -> str:
    return _Part(text.replace("-", "−") if text.removeprefix("-").isdecimal() else text)


def _counted(number: str, t: Language) -> str:
    return str(int(number) + 1)


def _known(text: str, t: Language) -> str:
    """A line without places, or the name of what lies on the table that is told of."""
    return line(text, t) or t.laid.get(text, text)


def _piece(text: str, t: Language) -> str:
    return line(text, t) or piece(text, t)


def _typed(text: str, t: Language) -> str:
    """What somebody typed, with codes for what nobody sees."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def _time(time: str, t: Language) -> str:
    """The time of day of a time of the record, to the millisecond."""
    return time[11:23]


def _size(size: str, t: Language) -> str:
    return t.known(f"size.{size}", size)


def _row(row: str, t: Language) -> str:
    return t.laid.get(row, row)


def _cards(labels: str, t: Language) -> str:
    return t.listed([piece(label, t) for label in labels.split()])


def _action_card(name: str, t: Language) -> str:
    """An action card by its English name; another word as it is."""
    key = next((key for key in english().strings if key.startswith("card.name.") and english()(key) == name), "")
    return t.known(key, name)


def _end(name: str, t: Language) -> str:
    """An end of the run or of a branch by its side: `run:e`; `2:n`, an arm of the run; `2,4:e`, an arm of an arm."""
    line, _, side = name.partition(":")
    return t.known(f"end.{'run' if line == 'run' else 'branch'}.{side}", name)


def _rank(name: str, t: Language) -> str:
    return t.known(f"ranks.{name}", name)


def _many(word: str, t: Language) -> str:
    return t.known(f"many.{word}", word)


@functools.cache
def texts(code: str) -> Mapping[str, Mapping[str, str]]:
    """The file of a language."""
    document: Any = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return {"refused": {}, "pictures": {}, "invalid": {}, **document}


_WORDS: Final[Mapping[str, Callable[[str, Language], str]]] = {
    **dict.fromkeys(("seat", "stack"), _counted),
    **dict.fromkeys(("tile", "stonetile", "card"), piece),
    **dict.fromkeys(("piece", "pieces"), _piece),
    **dict.fromkeys(
        ("combination", "line", "whose", "where", "place", "places", "source", "spot", "which", "why", "wrong"), _known
    ),
    "size": _size,
    "typed": _typed,
    "time": _time,
    "row": _row,
    "cards": _cards,
    "name": _action_card,
    "end": _end,
    "rank": _rank,
    "count": _many,
}
"""How what stands in a place is put into words, by its kind; else it stands as it is."""

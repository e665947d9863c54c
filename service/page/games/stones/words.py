"""A move of Stones in plain words: `place fall 2,4` is `The stack fell, and with it stack 3 and 5`.

Stacks are counted from one for people, from nought in the notation.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.language import Language

_TAKE: Final = re.compile(r"take (\S+) (small|medium|large)(?: from (\d))?")
_PLACE: Final = re.compile(r"place (\w+)(?: (\d+):)?(?: (\d(?:,\d)*))?")
_TABLE: Final = re.compile(r"marker (\d)|turn (\S+)")
_COUNTED: Final = re.compile(r"(?:(?<=^marker )|(?<= from )|(?<=^place )\w+ )\d[\d,: ]*$")
"""What names stacks or players in the notation, with the outcome of a placement before it."""
_SET: Final = re.compile(r"set (\S+) (small|medium|large)")


_TILE: Final = re.compile(r"([SML]+)/(\d+)")
SIZES: Final = ("small", "medium", "large")
LEAST_NAME: Final = 3
"""Letters of a size's name that are typed at least: `mel` is a medium stone in Swedish."""
_BY_LETTER: Final = {size[0].upper(): size for size in SIZES}


def tile(label: str, t: Language) -> str:
    """A tile by the sizes that it offers and its steps, in quotes: `SM/3` is “small or medium, 3 steps”."""
    found = _TILE.fullmatch(label)
    if found is None:
        return t("tile.unknown")
    sizes = t.listed([t(f"size.{_BY_LETTER[letter]}") for letter in found[1]], last="or")
    return t("tile.name", sizes=sizes, count=int(found[2]))


@functools.cache
def _sizes() -> Mapping[str, str]:
    """The sizes by their names in every language."""
    files = sorted(Path(__file__).parents[1].glob("stones.*.json"))
    words = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    return {each[f"size.{size}"].lower(): size for each in words for size in SIZES}


def sizes_in(text: str) -> tuple[str, ...]:
    """The sizes that a text names, in any language; the beginning of a name is enough."""
    said = [word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) >= LEAST_NAME]
    meant = {size for name, size in _sizes().items() for word in said if name.startswith(word)}
    return tuple(size for size in SIZES if size in meant)


def counted(move: str, by: int) -> str:
    """A move in notation, with its stacks and players counted on by so many; those before nought are left out."""

    def on(found: re.Match[str]) -> str:
        number = int(found[0]) + by
        return str(number) if number >= 0 else ""

    return _COUNTED.sub(lambda found: re.sub(r"\d+", on, found[0]), move)


def words_of_stones(move: str, t: Language) -> str:
    """The move for people; empty where it has no words."""
    if found := _TAKE.fullmatch(move):
        label, size, source = found.groups()
        text = t("stone.take", tile=tile(label, t), size=t(f"size.{size}"))
        return f"{text} {t('stone.take.from', stack=int(source) + 1)}" if source else text
    if found := _PLACE.fullmatch(move):
        return _placed(found[1], found[2], found[3], t)
    if found := _SET.fullmatch(move):
        return t("stone.set", tile=tile(found[1], t), size=t(f"size.{found[2]}"))
    if found := _TABLE.fullmatch(move):
        return t("stone.marker", stack=int(found[1]) + 1) if found[1] else t("stone.turn", tile=tile(found[2], t))
    return t.known(f"stone.{move}")


def _placed(outcome: str, culprit: str | None, fell: str | None, t: Language) -> str:
    stacks = [str(int(stack) + 1) for stack in (fell or "").split(",") if stack]
    form = ".more" if stacks and outcome == "fall" else ""
    text = t.known(f"stone.place.{outcome}{form}")
    return text.format(stacks=t.listed(stacks), player=int(culprit or 0) + 1)

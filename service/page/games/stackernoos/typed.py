"""What people type for a domino and its place besides what the page shows: `double three`, `on top`, `cap`.

The words are the game's, `typed.…`, with commas between those that mean the same.
"""

from __future__ import annotations

import functools
import re
from itertools import product
from typing import TYPE_CHECKING, Final

from engine.games.stackernoos.tiles import MOST_PIPS
from service.page.language import languages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.page.language import Language

KINDS: Final[Mapping[str, frozenset[str]]] = {
    "top": frozenset({"stack", "span", "cap", "stacked_branch"}),
    "stack": frozenset({"stack"}),
    "cap": frozenset({"cap"}),
    "branch": frozenset({"branch", "stacked_branch"}),
    "bridge": frozenset({"bridge"}),
}
"""What is done with a tile, in notation, by the name of the place that people type."""
_LAID: Final = re.compile(r"(\w+) \d+-\d+ @\S+")


def names(t: Language) -> Iterator[tuple[str, str]]:
    """Names of dominoes in words with their labels: `double three`, `double 3`, `three five`."""
    halves = [_words(f"typed.half.{n}", t) for n in range(MOST_PIPS + 1)]
    for n, words in enumerate(halves):
        doubles = product(_words("typed.double", t), (*words, str(n)))
        yield from ((each.format(half=half), f"{n}-{n}") for each, half in doubles)
    for (a, first), (b, second) in product(enumerate(halves), repeat=2):
        if a != b:
            label = f"{min(a, b)}-{max(a, b)}"
            yield from ((f"{one} {other}", label) for one, other in product(first, second))


def kinds(typed: str) -> frozenset[str]:
    """What is meant to be done with a tile by a place that is typed, in any language; empty where none is."""
    text = f" {' '.join(typed.lower().split())}"
    return frozenset(kind for place, words in _places().items() if _has(text, words) for kind in KINDS[place])


def places(move: str) -> str:
    """What people may type for where a move in notation lays its tile; empty where it has no such name."""
    found = _LAID.match(move)
    return " ".join(word for place, words in _places().items() if found and found[1] in KINDS[place] for word in words)


def _has(text: str, words: tuple[str, ...]) -> bool:
    return any(f" {word}" in text for word in words)


@functools.cache
def _places() -> Mapping[str, tuple[str, ...]]:
    return {place: tuple(word for t in languages().values() for word in _words(f"typed.{place}", t)) for place in KINDS}


def _words(key: str, t: Language) -> tuple[str, ...]:
    return tuple(filter(None, t.known(key).split(", ")))

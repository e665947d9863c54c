"""How people ask in words: patterns of each language, tried in their order, and what each of them asks about.

Each language is a file, `words/CODE.toml`. `move`, `number`, `player` and `stack` are what these are called before a
number. `before` has words before the name of a piece that carry nothing, `empty` words that tell no play from another.
`fell` and `stood` have words for a stack that fell, and for a stone that stands and earned tokens.

A pattern of `ask` is filled in with `parts`, and names its own. `seq` is a move by its number. `right` or `wrong` is
what is claimed of it. `what` is a piece or place, and `claim` what is said to be so. `seat` counts as the record does,
`player` as people do. `first` and `second` come with `before` where the first is said to be earlier.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOVE: Final = "move"
UNDER: Final = "under"
SCORE: Final = "score"
ORDER: Final = "order"
ENGLISH: Final = "en"
"""It comes first: a question that fits several languages is English."""
FOLDER: Final = Path(__file__).parent / "words"
_FILES: Final[Mapping[str, Mapping[str, Any]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.toml"), key=lambda path: (path.stem != ENGLISH, path.stem))
}


def _called(key: str) -> str:
    """What something is called in any language, as a pattern."""
    return "|".join(str(phrases[key]) for phrases in _FILES.values())


def _words(key: str) -> Iterator[str]:
    """The words of any language that a key lists."""
    return (word for phrases in _FILES.values() for word in phrases[key])


_NTH: Final = rf"(?:(?:{_called('move')})\s*(?:{_called('number')})?\s*#?\s*(?P<{{name}}>\d{{{{1,9}}}}))"
_SHARED: Final = {
    "seq": _NTH.format(name="seq"),
    "seat": rf"(?:(?:seat\s*(?P<seat>\d{{1,2}}))|(?:(?:{_called('player')})\s*(?P<player>\d{{1,2}})))",
}
"""Parts of patterns that every language has."""


def _patterns(phrases: Mapping[str, Any]) -> Iterator[tuple[re.Pattern[str], str]]:
    parts = {**_SHARED, **phrases["parts"]}
    for each in phrases["ask"]:
        filled = re.sub(r"\{\{(\w+)\}\}", lambda found: str(parts[found[1]]), each["pattern"])
        yield re.compile(filled, re.IGNORECASE), each["about"]


PHRASES: Final[Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]] = {
    code: tuple(_patterns(phrases)) for code, phrases in _FILES.items()
}
"""The patterns of each language by its code, and what they ask about."""
NUMBERED: Final = re.compile(rf"(?:the\s+)?{_NTH.format(name='n')}(?:\s+.*)?", re.IGNORECASE)
"""A move by its number."""
FILLING: Final = re.compile(rf"^(?:(?:{'|'.join(_words('before'))})\s+)+", re.IGNORECASE)
"""Words before the name of a piece that carry nothing."""
STACK: Final = re.compile(rf"\b(?:{_called('stack')})\s+(\d{{1,3}})(?![\d-])", re.IGNORECASE)
"""A stack as people count them."""
FALL: Final = r"place (?:fall|other|source)\b.*"
"""Plays at which a stack fell, as a pattern of their notation."""
PLAYS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_words("fell"), FALL),
    **dict.fromkeys(_words("stood"), r"place (?:ok|lean|touch|touch_other)\b.*"),
}
"""What people call plays, beside the words of the notation, and the pattern of what they mean."""
EMPTY: Final = frozenset(_words("empty"))
"""Words that tell no play from another."""

"""A hand that somebody typed: which of its pieces cannot be played, as they lie on the table already."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

TWICE: Final = "duplicate"
"""How the names of faults begin that say of a piece that it is in two places."""
_LABEL: Final = re.compile(r"[\w-]+")


def left(hand: Sequence[str], faults: Iterable[Mapping[str, Any]]) -> list[str]:
    """The pieces of a hand without those that faults name as lying elsewhere, too."""
    details = " ".join(fault["detail"] for fault in faults if fault["name"].startswith(TWICE))
    named = {_name(label) for label in _LABEL.findall(details)}
    return [label for label in hand if _name(label) not in named]


def _name(label: str) -> tuple[str, ...]:
    """A piece, whichever half of a domino is named first."""
    return tuple(sorted(label.lower().split("-")))

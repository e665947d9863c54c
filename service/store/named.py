"""What people call somebody or something: one line that can be seen, and that reads in one direction."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""What joins letters and emoji to one: the only signs without a shape that a name needs."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of signs that nobody sees, among them those that turn the direction of what follows."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols whose shape is empty: Hangul's fillers, and Braille without dots."""
MARKUP: Final = frozenset("<>")


def in_a_line(text: str) -> str:
    """The text with one space between its words."""
    return " ".join(text.split())


def is_fit(text: str, unfit: frozenset[str] = MARKUP) -> bool:
    """Whether a text can be seen, and has none of the signs that are `unfit` or unseen."""
    unseen = any(unicodedata.category(each) in UNSEEN and each not in JOINERS for each in text)
    shown = any(unicodedata.category(each)[0] not in "CMZ" and each not in BLANK for each in text)
    return shown and not unseen and unfit.isdisjoint(text)

"""What people call somebody or something: one line that can be seen, and that reads in one direction."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Signs without a shape that keep letters apart, and join letters or emoji to one."""
SELECTORS: Final = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Signs without a shape that choose a form of the sign before them, such as an emoji in colours."""
SHAPELESS: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f") | frozenset(JOINERS + SELECTORS)
"""All that Unicode counts among letters and marks and that has no shape of its own."""
KEYCAP: Final = "\ufe0f\u20e3"
"""What makes a digit an emoji."""
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
    unseen = any(not _is_seen(each) and not _shows(text, at) for at, each in enumerate(text))
    shown = any(unicodedata.category(each)[0] not in "CMZ" and each not in BLANK for each in text)
    return shown and not unseen and unfit.isdisjoint(text)


def alike(text: str) -> str:
    """What two texts have in common that people take for the same: capitals count no more than what nobody sees."""
    return "".join(each for each in text if _is_seen(each) and each not in BLANK).casefold()


def _is_seen(sign: str) -> bool:
    return sign not in SHAPELESS and unicodedata.category(sign) not in UNSEEN


def _shows(text: str, at: int) -> bool:
    """Whether a sign without a shape may change how its neighbours look: those of Latin letters never change."""
    sign, before, after = text[at], text[:at].rstrip(SELECTORS)[-1:], text[at + 1 : at + 2]
    if sign in SELECTORS:
        return before != "" and (not before.isascii() or text.startswith(KEYCAP, at))
    return sign in JOINERS and "" not in (before, after) and not (before + after).isascii()

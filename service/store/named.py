"""What people call somebody or something: one line that can be seen, and that reads in one direction."""

from __future__ import annotations

import unicodedata
from typing import Final

SEPARATING: Final = "\u200c"
JOINING: Final = "\u200d"
"""Signs without a shape that keep letters apart, and join letters or emoji to one."""
SELECTORS: Final = "".join(map(chr, range(0xFE00, 0xFE10)))
"""Signs without a shape that choose a form of the sign before them, such as an emoji in colours."""
IDEOGRAPHIC: Final = frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""The same for ideographs alone."""
SHAPELESS: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Marks without a shape of their own that no name needs."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of signs that nobody sees, among them those that turn the direction of what follows."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols whose shape is empty: Hangul's fillers, and Braille without dots."""
MARKUP: Final = frozenset("<>")
PICTURED: Final = frozenset("‼⁉〰ℹ")
"""Emoji that Unicode counts among punctuation and letters."""
KEYS: Final = frozenset("0123456789#*")
KEYCAP: Final = "\ufe0f\u20e3"
"""What makes one of `KEYS` an emoji."""
VIRAMA: Final = 9
"""The combining class of the signs that take the vowel from a letter of India: joiners beside them change its form."""
ARABIC: Final = "AL"
"""Unicode's direction of letters that are written joined: Arabic, Syriac and others."""


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
    """Whether a sign has a shape of its own, be it an empty one."""
    chosen = sign in SELECTORS or sign in IDEOGRAPHIC or sign in SHAPELESS
    return not chosen and unicodedata.category(sign) not in UNSEEN


def _shows(text: str, at: int) -> bool:
    """Whether a sign without a shape changes how its neighbours look.

    Of joiners it is what Unicode asks of names of domains (IDNA's `CONTEXTJ`), and emoji.
    """
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if not before:
        return False
    if sign in SELECTORS:
        return _is_pictured(before) or _is_ideograph(before) or (before in KEYS and text.startswith(KEYCAP, at))
    if sign in IDEOGRAPHIC:
        return _is_ideograph(before)
    if sign == JOINING and after and _is_pictured(after):
        return _is_pictured(text[:at].rstrip(SELECTORS)[-1:])
    if sign not in (SEPARATING, JOINING):
        return False
    beside = [each for each in (before, after) if each]
    return any(unicodedata.combining(each) == VIRAMA for each in beside) or (
        len(beside) == 2 and all(unicodedata.bidirectional(each) == ARABIC for each in beside)
    )


def _is_pictured(sign: str) -> bool:
    """Whether a sign is a symbol that can be an emoji."""
    return sign in PICTURED or (not sign.isascii() and unicodedata.category(sign)[0] == "S")


def _is_ideograph(sign: str) -> bool:
    """Whether a sign is Chinese writing, which has forms to choose from."""
    return unicodedata.name(sign, "").startswith("CJK ")

"""What was hidden, in words: a piece under a hand or under another piece, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from service.page.games import piece

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.page.language import Language

LEAST: Final = 0.5
"""Shorter times are no news, s."""
FACE_DOWN: Final = "back"
"""The label of a piece whose back is up."""
LABELLED: Final = frozenset({"domino", "card", "tile"})
"""Kinds of pieces that people call by their label. A token's or the marker's is a word for programs."""
MOST: Final = 8
"""Facts that are told of one picture: those that still hold first."""


def hidden_lines(facts: Iterable[Any], t: Language) -> tuple[str, ...]:
    """A line for each fact of the memory (`kind`, `label`, `since`, `until`, `by`), each line once."""
    known = [fact for fact in facts if isinstance(fact, dict) and _lasted(fact)]
    known.sort(key=lambda fact: fact.get("until") is not None)
    return tuple(dict.fromkeys(_line(fact, t) for fact in known))[:MOST]


def _lasted(fact: dict[str, Any]) -> bool:
    since, until = fact.get("since"), fact.get("until")
    return not (isinstance(since, int | float) and isinstance(until, int | float)) or until - since >= LEAST


def _piece(fact: dict[str, Any], t: Language) -> str:
    """The piece by its name, a card in words; one that people do not name, or that lay face down, by its kind."""
    label, kind, stack = fact.get("label"), fact.get("kind"), fact.get("stack")
    if kind == "stone" and t.known(f"size.{label}"):
        stone = t("kind.stone.size", size=t(f"size.{label}"))
        return t("hidden.stack", what=stone, stack=stack + 1) if isinstance(stack, int) else stone
    if label == FACE_DOWN or label is None or kind not in LABELLED:
        kind = f"{kind}.{FACE_DOWN}" if label == FACE_DOWN and t.known(f"kind.{kind}.{FACE_DOWN}") else kind
        return t.known(f"kind.{kind}", str(kind or ""))
    return piece(str(label), t)


def _line(fact: dict[str, Any], t: Language) -> str:
    what, of = _piece(fact, t), f".{fact.get('kind')}" if not fact.get("label") else ""
    by = t.known(f"hidden.by.{fact.get('by')}") or str(fact.get("by", ""))
    since, until = fact.get("since"), fact.get("until")
    if not isinstance(since, int | float):
        return _text("hidden", of, t).format(what=what, by=by)
    if not isinstance(until, int | float):
        return _text("hidden.still", of, t).format(what=what, by=by)
    return _text("hidden.for", of, t).format(what=what, by=by, seconds=f"{until - since:.0f}")


def _text(key: str, of: str, t: Language) -> str:
    """The text of a key, in the form that the word for the kind of piece takes where it takes one of its own."""
    return t.known(key + of) or t.strings[key]

"""What was hidden, in words: a piece under a hand or under another piece, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from service.page.games import piece

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.page.language import Language

_Way: TypeAlias = tuple[str, str, str]
"""How something was hidden: the key of its text, by what, and for how many seconds where that is known."""
LEAST: Final = 0.5
"""Shorter times are no news, s."""
FACE_DOWN: Final = "back"
"""The label of a piece whose back is up."""
LABELLED: Final = frozenset({"domino", "card", "tile"})
"""Kinds of pieces that people call by their label. A token's or the marker's is a word for programs."""
MOST: Final = 8
"""Facts that are told of one picture: those that still hold first."""


def hidden_lines(facts: Iterable[Any], t: Language) -> tuple[str, ...]:
    """What the facts of the memory tell (`kind`, `label`, `since`, `until`, `by`), each piece once.

    All that were hidden in the same way are one line.
    """
    known = [fact for fact in facts if isinstance(fact, dict) and _lasted(fact)]
    known.sort(key=lambda fact: fact.get("until") is not None)
    each: dict[tuple[_Way, str], dict[str, Any]] = {}
    for fact in known:
        each.setdefault((_way(fact), _piece(fact, t)), fact)
    alike: dict[_Way, dict[str, dict[str, Any]]] = {}
    for (way, what), fact in list(each.items())[:MOST]:
        alike.setdefault(way, {})[what] = fact
    return tuple(_line(way, pieces, t) for way, pieces in alike.items())


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


def _way(fact: dict[str, Any]) -> _Way:
    since, until = fact.get("since"), fact.get("until")
    by = str(fact.get("by", ""))
    if not isinstance(since, int | float):
        return "hidden", by, ""
    if not isinstance(until, int | float):
        return "hidden.still", by, ""
    return "hidden.for", by, f"{until - since:.0f}"


def _line(way: _Way, pieces: dict[str, dict[str, Any]], t: Language) -> str:
    """A line on the pieces that were hidden in one way, by their names."""
    key, by, seconds = way
    (fact, *more) = pieces.values()
    form = ".several" if more else f".{fact.get('kind')}" if not fact.get("label") else ""
    by = t.known(f"hidden.by.{by}{'.several' if more else ''}") or t.known(f"hidden.by.{by}") or by
    return _text(key, form, t).format(what=t.listed(list(pieces)), by=by, seconds=seconds)


def _text(key: str, form: str, t: Language) -> str:
    """The text of a key, in the form that several pieces or the word for their kind take where they take their own."""
    return t.known(key + form) or t.strings[key]

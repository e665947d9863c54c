"""A move of StoneRow in plain words: `build R7 R8` is `Build red 7 and red 8`."""

from __future__ import annotations

import functools
import itertools
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from service.page.language import languages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.page.language import Language

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
UNSURE: Final = "?"
"""The label of a card that nobody knows."""

_VERBS: Final = {
    "build": "cards",
    "break": "card row",
    "steal": "card row",
    "repair": "card row",
    "mortar": "card cards row",
    "add": "cards row",
    "discard": "cards",
    "rescue": "cards",
    "keystone": "cards",
    "brickyard": "cards",
}
"""What follows a verb: one card, several, a row."""
COLOURS: Final = "RGBY"


_BY: Final = {"steal": "Hw", "repair": "Ma", "mortar": "Ma"}
"""The action card of a verb, which needs no name."""


@functools.cache
def _named() -> Mapping[str, frozenset[str]]:
    """The verbs by what they are called, in the notation and in each language: by the first word of their moves."""
    found: dict[str, set[str]] = {verb: {verb} for verb in _VERBS}
    for t, verb in itertools.product(languages().values(), _VERBS):
        found.setdefault(t(f"card.{verb}").split()[0].lower(), set()).add(verb)
    return {word: frozenset(verbs) for word, verbs in found.items()}


def verbs_in(typed: str) -> list[str]:
    """What somebody who types wants to do, by the verbs of the notation; empty where no verb was typed."""
    meant = frozenset[str]().union(*(_named().get(word, ()) for word in typed.lower().split()))
    return [verb for verb in _VERBS if verb in meant]


def with_cards(verb: str, labels: Sequence[str], rows: Sequence[str]) -> Iterator[str]:
    """Moves in notation that do that with cards, on one of some rows where it is done on a row."""
    does = _VERBS[verb].split()
    by = [_BY[verb]] if verb in _BY else []
    rest = [label for label in labels if label not in by]
    cards = " ".join((*by, *rest) if "cards" in does or not by else by)
    yield from (f"{verb} {cards} {row}" for row in rows) if "row" in does else [f"{verb} {cards}"]


def needs_cards(verb: str) -> bool:
    """Whether a verb says nothing of the cards that it is done with."""
    return verb not in _BY or "cards" in _VERBS[verb]


@functools.cache
def hammers() -> tuple[str, ...]:
    """What a Hammer is called, in every language."""
    return tuple(t("typed.hammer").lower() for t in languages().values())


def is_hammer(typed: str) -> bool:
    """Whether somebody who types names a Hammer, in any of its forms."""
    return any(word.startswith(hammers()) for word in typed.lower().split())


def words_of_cards(move: str, t: Language, rows: Mapping[str, str] = _NONE) -> str:
    """The move for people; empty where it has no words, such as one of the table. `rows` are names by ids."""
    verb, *rest = move.split()
    if verb in ("draw", "dig") and rest:
        key, cards = f"card.{verb}.{rest[0]}{'.card' if verb == 'draw' and rest[1:] else ''}", rest[1:]
    elif verb in _VERBS or not rest or verb in ("deflect", "attract"):
        key, cards = f"card.{verb}", rest
    else:
        return ""
    row = cards.pop() if cards and cards[-1].startswith("r") and cards[-1][1:].isdigit() else ""
    by = cards.pop(0) if _VERBS.get(verb, "").startswith("card ") and cards else ""
    text = t.known(key)
    return text.format(
        cards=t.listed([known(each, t) for each in cards]), row=rows.get(row, row), by=card(by, t) if by else ""
    )


def card(label: str, t: Language) -> str:
    """A card in words: `red 7`, `blue Surveyor`, `Highwayman`; its label where there are none."""
    colour, of = label[:1], label[1:]
    if colour in COLOURS and (of.isdigit() or t.known(f"rank.{of}")):
        return f"{t(f'colour.{colour}')} {rank(label, t)}"
    return t.known(f"card.name.{label}", label)


def known(label: str, t: Language) -> str:
    """The same; one that nobody knows is said to be unknown."""
    return t("rows.unknown") if label == UNSURE else card(label, t)


def rank(label: str, t: Language) -> str:
    """What stands on a card of a guild: `7`, `Surveyor`."""
    return t.known(f"rank.{label[1:]}", label[1:])

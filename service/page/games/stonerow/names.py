"""Names of rows that can be seen at a table: what a row shows, and before whom it lies.

People know no row by the order in which it was laid. That code is for those who type.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

from engine.games.stonerow.cards import CARDS, gather, guild_cards, is_guild, label
from engine.games.stonerow.combinations import is_run, is_set, name
from service.page import seats
from service.page.games.stonerow.words import known, rank
from service.page.reasons.lines import line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.page.language import Language


def row_names(position: Mapping[str, Any], t: Language) -> dict[str, str]:
    """The rows of a position by their ids: `“pair of nines” of Anna`, with the cards where two would be called alike.

    Those of which no card is read are counted. One without cards has no name.
    """
    rows = {str(row["id"]): row for row in position.get("rows") or () if isinstance(row, dict) and row.get("id")}
    cards = {code: list(cards_of(row)) for code, row in rows.items()}
    names = {code: _called(shown(cards[code], t), row, t) for code, row in rows.items() if cards[code]}
    alike = Counter(names.values())
    listed = {
        code: said if alike[said] == 1 else _called(_listed(cards[code], t), rows[code], t)
        for code, said in names.items()
    }
    return _numbered(listed)


def _numbered(names: Mapping[str, str]) -> dict[str, str]:
    """The names; those that are alike still, for their cards are not read, are counted in the order of the rows."""
    alike, met = Counter(names.values()), Counter[str]()
    numbered = {}
    for code, said in names.items():
        met[said] += 1
        numbered[code] = said if alike[said] == 1 else f"{said} ({met[said]})"
    return numbered


def cards_of(row: Mapping[str, Any]) -> Iterator[str]:
    """The cards of a row, of a record in layers, of a camera as one; `?` for one that was not read surely."""
    layers = (layer.get("cards") or () for layer in row.get("layers") or ())
    for each in chain(*layers, row.get("cards") or ()):
        yield each if isinstance(each, str) else "?"


def shown(cards: Sequence[str], t: Language) -> str:
    """What cards make: `pair of nines`, `green run 3–6`; what makes nothing, card by card."""
    numbers = [CARDS.get(each, -1) for each in cards]
    if not all(map(is_guild, numbers)):
        return _listed(cards, t)
    bag = gather(numbers)
    if len(numbers) > 1 and is_set(bag):
        return line(name(bag), t)
    if not is_run(bag):
        return _listed(cards, t)
    first, *_, last = map(label, guild_cards(bag))
    return t("rows.run", colour=t(f"colour.{first[0]}"), first=rank(first, t), last=rank(last, t))


def _called(cards: str, row: Mapping[str, Any], t: Language) -> str:
    holder = row.get("holder")
    return (
        t("rows.name.alone", cards=cards)
        if holder is None
        else t("rows.name", cards=cards, player=seats.name(holder, t))
    )


def _listed(cards: Sequence[str], t: Language) -> str:
    return t.listed([known(each, t) for each in cards])

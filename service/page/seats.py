"""What seats are called and marked with: a shape each, so that no colour has to be told from another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from service.store.players import shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.page.language import Language
    from service.parts import Parts
    from service.store.entry import Entry

MOST: Final = 99


def name(seat: int, t: Language) -> str:
    """What a seat is called: by the name of who sits there, else by its number, from one."""
    return t("table.itself") if seat == TABLE else t.names.get(seat) or t("player", number=seat + 1)


def names(parts: Parts, game: str, t: Language) -> dict[int, str]:
    """What those who play a game are called, by their seats: bots by their number, people by their name."""
    bots = {seat: t("bot", number=seat + 1) for seat in parts.bots.of(game)}
    return bots | {each.seat: each.name for each in parts.players.of(game).values()}


def scored(who: str, total: int, t: Language) -> str:
    """What somebody has, in a list: `Player 1: 20`. Without the colon, the number of a player runs into the points."""
    return f"{who}: {t.number(total)}"


def sign(seat: int, t: Language | None = None) -> str:
    """The shape of a seat, or of who sits there, and no other's at that table; none for the table itself."""
    if seat == TABLE:
        return ""
    return shape_of(seat, {} if t is None else t.signs)


def titles(entry: Entry, cited: Iterable[Any]) -> dict[str, str]:
    """The titles of rules by their ids, in the order given; empty where there is no such rule."""
    known = entry.game.rules
    return {rule: known[rule].title if rule in known else "" for rule in cited}


def percent(likelihood: float) -> int:
    """A likelihood in percent for people: rounded down, for nothing that was seen is certain."""
    return min(MOST, int(100 * likelihood))

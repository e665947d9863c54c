"""Seats that a bot plays: which, in which game, and for how long it thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import insert, select

from service.store.schema import bots, games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.store.store import Store

NEWEST: Final = 50
"""Games with bots that are looked at, those that changed last: an older one goes on once somebody touches it."""


class BotSeats:
    """The seats of a store that bots play."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def seat(self, game_id: str, seats: Iterable[int], seconds: float) -> None:
        """Say which seats of a new game bots play, and how many seconds each thinks."""
        rows = [{"game_id": game_id, "seat": seat, "seconds": seconds} for seat in sorted(set(seats))]
        if rows:
            with self._store.writing() as connection:
                connection.execute(insert(bots), rows)

    def of(self, game_id: str) -> dict[int, float]:
        """The seats of a game that bots play, each with how many seconds it thinks."""
        with self._store.reading() as connection:
            rows = connection.execute(select(bots).where(bots.c.game_id == game_id).order_by(bots.c.seat))
            return {row.seat: row.seconds for row in rows}

    def games(self) -> dict[str, int]:
        """The newest games in which bots play, each with its version."""
        played = select(bots.c.game_id)
        wanted = select(games.c.id, games.c.version).where(games.c.id.in_(played))
        with self._store.reading() as connection:
            rows = connection.execute(wanted.order_by(games.c.changed.desc()).limit(NEWEST))
            return {row.id: row.version for row in rows}

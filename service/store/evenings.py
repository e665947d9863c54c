"""What happens to games afterwards: they are called something, follow each other in a match, or are deleted.

EveningsError(StoreError)
├── BadTitle       a game cannot be called that
└── HasDisputes    the game has rulings, whose evidence goes with it: that has to be said
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, func, insert, select, update

from engine.said import Said, quoted
from service.store.named import in_a_line, is_fit
from service.store.schema import bots, disputes, evenings, events, evidence, games, questions, sitters, tokens
from service.store.store import NoSuchGame, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from service.store.store import Store

LONGEST: Final = 80


class EveningsError(StoreError):
    """The root of these errors; the text is one line."""


class BadTitle(EveningsError):  # noqa: N818 - reads as the sentence it is
    """A game cannot be called that."""


class HasDisputes(EveningsError):  # noqa: N818
    """The game has rulings; `many` of them."""

    def __init__(self, many: int) -> None:
        super().__init__(f"the game has {many} rulings, and their evidence goes with it: say so to delete it")
        self.many = many


def kept_title(title: str) -> str:
    """What a game or a tournament is called, as it is kept; empty where nothing was typed. Raises `BadTitle`."""
    text = in_a_line(title)
    if len(text) > LONGEST or (text and not is_fit(text)):
        raise BadTitle(Said("a title has at most {most} letters, and no < >; choose another", most=LONGEST))
    return text


class Evenings:
    """Titles and matches of the games of a store. `drop` lets the pictures of a game go."""

    def __init__(self, store: Store, drop: Callable[[str], None]) -> None:
        self._store, self._drop = store, drop

    def call(self, game_id: str, title: str) -> None:
        """Give a game a title; an empty one takes it back. Raises `BadTitle` and `NoSuchGame`."""
        text = kept_title(title)
        with self._store.writing() as connection:
            _there(connection, game_id)
            if not connection.execute(
                update(evenings).where(evenings.c.game_id == game_id).values(title=text)
            ).rowcount:
                connection.execute(insert(evenings), {"game_id": game_id, "match_id": game_id, "title": text})

    def titles(self) -> dict[str, str]:
        """The titles of all games that have one."""
        with self._store.reading() as connection:
            rows = connection.execute(select(evenings).where(evenings.c.title != ""))
            return {row.game_id: row.title for row in rows}

    def title(self, game_id: str) -> str:
        """The title of a game; empty where it has none."""
        with self._store.reading() as connection:
            found = connection.execute(select(evenings.c.title).where(evenings.c.game_id == game_id))
            return found.scalar() or ""

    def follows(self, game_id: str, earlier: str) -> None:
        """Say that a new game belongs to the match of an earlier one."""
        with self._store.writing() as connection:
            match = _match(connection, earlier)
            connection.execute(insert(evenings), {"game_id": game_id, "match_id": match})

    def match(self, game_id: str) -> tuple[str, ...]:
        """The games of a game's match, the first first; that game alone where it has none."""
        with self._store.reading() as connection:
            match = _match(connection, game_id)
            wanted = select(games.c.id).join(evenings, evenings.c.game_id == games.c.id, isouter=True)
            wanted = wanted.where((evenings.c.match_id == match) | (games.c.id == match)).order_by(games.c.created)
            return tuple(connection.execute(wanted).scalars()) or (game_id,)

    def delete(self, game_id: str, *, rulings: bool = False) -> None:
        """Delete a game and all that was kept of it. Raises `NoSuchGame`; `HasDisputes` unless `rulings` go, too."""
        with self._store.writing() as connection:
            _there(connection, game_id)
            many = connection.execute(
                select(func.count()).select_from(disputes).where(disputes.c.game_id == game_id)
            ).scalar()
            if many and not rulings:
                raise HasDisputes(int(many))
        self._drop(game_id)
        with self._store.writing() as connection:
            for table in (evidence, questions, disputes, events, sitters, bots, evenings, tokens):
                connection.execute(delete(table).where(table.c.game_id == game_id))
            connection.execute(delete(games).where(games.c.id == game_id))


def _there(connection: Connection, game_id: str) -> None:
    if connection.execute(select(games.c.id).where(games.c.id == game_id)).first() is None:
        raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))


def _match(connection: Connection, game_id: str) -> str:
    found = connection.execute(select(evenings.c.match_id).where(evenings.c.game_id == game_id)).scalar()
    return str(found or game_id)

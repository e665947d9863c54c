"""Players of this machine: a name, a colour and a shape each; and who sits where in which game.

    PlayersError(StoreError)
    ├── NoSuchPlayer   there is no player of that id
    └── BadName        the name is taken, empty, too long, or reads like a seat

A game keeps the names of those who sat there. A player who is renamed has the new name in old games, too; one who is
deleted keeps the old name there.
"""

from __future__ import annotations

import itertools
import re
import secrets
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, insert, select, update

from engine.said import Said, quoted
from service.player_names import is_number
from service.store.clock import now
from service.store.named import MARKUP, alike, in_a_line, is_fit
from service.store.schema import games, players, sitters
from service.store.store import NoSuchGame, StoreError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Connection

    from service.store.store import Store

COLOURS: Final = ("green", "red", "blue", "amber", "violet", "teal")
"""Words of the page's styles, `colour-…`."""
SHAPES: Final = ("●", "▲", "■", "◆", "★", "✚")
"""A shape each, so that no colour has to be told from another."""
LONGEST: Final = 40
ONE_NAME: Final = "two seats are called {called}; give each player a name of their own"
_SEAT: Final = re.compile(r"seat\s*\d+", re.IGNORECASE)
_UNFIT: Final = MARKUP | frozenset("{}")


class PlayersError(StoreError):
    """The root of these errors; the text is one line."""


class NoSuchPlayer(PlayersError):  # noqa: N818 - reads as the sentence it is
    """There is no player of that id."""


class BadName(PlayersError):  # noqa: N818
    """No player can have that name."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays on this machine."""

    id: str
    name: str
    colour: str
    shape: str
    created: str = ""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat: the player's id, a name, a colour and a shape."""

    seat: int
    player: str
    name: str
    colour: str
    shape: str


class Players:
    """The players of a store, and their seats."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> tuple[Player, ...]:
        """Every player, by name."""
        with self._store.reading() as connection:
            rows = connection.execute(select(players)).all()
        return tuple(sorted((_player(row) for row in rows), key=lambda each: each.name.casefold()))

    def find(self, player_id: str) -> Player:
        """The player of that id. Raises `NoSuchPlayer`."""
        with self._store.reading() as connection:
            return _found(connection, player_id)

    def change(
        self, player_id: str, name: str | None = None, colour: str | None = None, shape: str | None = None
    ) -> Player:
        """Give a player another name, colour or shape. Raises `NoSuchPlayer` and `BadName`."""
        with self._store.writing() as connection:
            was = _found(connection, player_id)
            called = was.name if name is None else kept_name(name)
            if any(each.id != player_id and _same(each.name, called) for each in _all(connection)):
                raise BadName(Said("another player is called {called}; choose another name", called=quoted(called)))
            values = {"name": called, "colour": colour or was.colour, "shape": shape or was.shape}
            connection.execute(update(players).where(players.c.id == player_id).values(values))
            connection.execute(update(sitters).where(sitters.c.player_id == player_id).values(name=called))
            return _found(connection, player_id)

    def remove(self, player_id: str) -> Player:
        """Delete a player; games that were played keep the name. Raises `NoSuchPlayer`."""
        with self._store.writing() as connection:
            gone = _found(connection, player_id)
            connection.execute(delete(players).where(players.c.id == player_id))
            return gone

    def seat(self, game_id: str, names: Mapping[int, str]) -> None:
        """Say who sits where: known players by their names, others are made. Who is not named has no name.

        Names are taken as they are: those of kept games may be older than what `checked` asks of names that are typed.
        Raises `BadName` where one player has two seats, and `NoSuchGame`.
        """
        with self._store.writing() as connection:
            if connection.execute(select(games.c.id).where(games.c.id == game_id)).first() is None:
                raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
            connection.execute(delete(sitters).where(sitters.c.game_id == game_id))
            there = {seat: _known(connection, name) for seat, name in names.items()}
            _check_apart({seat: (player.id, player.name) for seat, player in there.items()})
            for seat, player in there.items():
                row = {"game_id": game_id, "seat": seat, "player_id": player.id, "name": player.name}
                connection.execute(insert(sitters), row)

    def of(self, game_id: str) -> dict[int, Sitter]:
        """Who sits where in a game, by seat. No two of a game have one shape."""
        return self.of_all([game_id]).get(game_id, {})

    def of_all(self, game_ids: Collection[str]) -> dict[str, dict[int, Sitter]]:
        """The same of many games at once, by their ids; a game in which nobody was named is left out."""
        with self._store.reading() as connection:
            wanted = select(sitters).where(sitters.c.game_id.in_(game_ids)).order_by(sitters.c.game_id, sitters.c.seat)
            seated = connection.execute(wanted).all()
            known = {each.id: each for each in _all(connection)} if seated else {}
        games = itertools.groupby(seated, key=lambda row: str(row.game_id))
        return {game_id: _sitting(list(rows), known) for game_id, rows in games}

    def games_of(self, player_id: str) -> dict[str, int]:
        """The games of a player, each with the seat."""
        with self._store.reading() as connection:
            rows = connection.execute(select(sitters).where(sitters.c.player_id == player_id))
            return {row.game_id: row.seat for row in rows}

    def seated(self) -> dict[str, dict[int, Player]]:
        """Who sits where in every game, by game and seat; players who were deleted are left out."""
        with self._store.reading() as connection:
            known = {each.id: each for each in _all(connection)}
            rows = connection.execute(select(sitters).order_by(sitters.c.game_id, sitters.c.seat)).all()
        found: dict[str, dict[int, Player]] = {}
        for row in rows:
            if row.player_id in known:
                found.setdefault(row.game_id, {})[row.seat] = known[row.player_id]
        return found


def kept_name(text: str) -> str:
    """A name that was typed, as it is kept. Raises `BadName` where nobody can be called that."""
    name = in_a_line(text)
    if not name or len(name) > LONGEST:
        raise BadName(Said("a name has 1 to {most} letters; choose another", most=LONGEST))
    if not is_fit(name, _UNFIT):
        raise BadName("a name has no < > { } and no characters that nobody sees; leave them out")
    if _SEAT.fullmatch(name) or is_number(name):
        raise BadName(Said("{called} reads like a seat; give a name", called=quoted(name)))
    return name


def checked(names: Mapping[int, str]) -> dict[int, str]:
    """Names that were typed for seats, as they are kept; an empty one is left out.

    Raises `BadName`, also where one name has two seats.
    """
    named = {seat: _kept_at(seat, name) for seat, name in names.items() if name.strip()}
    _check_apart({seat: (alike(name), name) for seat, name in named.items()})
    return named


def _check_apart(named: Mapping[int, tuple[str, str]]) -> None:
    """Raise `BadName` where two seats have one key; each seat has a key and a name."""
    keys = Counter(key for key, _ in named.values())
    twice = next((name for key, name in named.values() if keys[key] > 1), None)
    if twice is not None:
        raise BadName(Said(ONE_NAME, called=quoted(twice)))


def _kept_at(seat: int, name: str) -> str:
    """The name of a seat as it is kept; where it cannot be, it is said whose it is."""
    try:
        return kept_name(name)
    except BadName as wrong:
        raise BadName(Said("player {player}: {why}", player=seat + 1, why=str(wrong))) from None


def shape_of(seat: int, shapes: Mapping[int, str]) -> str:
    """The shape of a seat at a table: of who sits there (`shapes`, by seat), else one that no other seat has."""
    made = dict(shapes)
    for each in range(seat + 1):
        own = SHAPES[each % len(SHAPES)]
        made.setdefault(each, next((shape for shape in (own, *SHAPES) if shape not in made.values()), own))
    return made[seat]


def _sitting(rows: Sequence[Any], known: Mapping[str, Player]) -> dict[int, Sitter]:
    """Who sits where in one game."""
    taken: set[str] = set()
    found = {}
    for row in rows:
        player = known.get(row.player_id)
        wanted = [] if player is None else [player.shape]
        order = [*wanted, SHAPES[row.seat % len(SHAPES)], *SHAPES]
        shape = next((each for each in order if each not in taken), order[0])
        taken.add(shape)
        colour = COLOURS[row.seat % len(COLOURS)] if player is None else player.colour
        found[row.seat] = Sitter(row.seat, row.player_id, row.name, colour, shape)
    return found


def _all(connection: Connection) -> tuple[Player, ...]:
    return tuple(_player(row) for row in connection.execute(select(players)))


def _found(connection: Connection, player_id: str) -> Player:
    row = connection.execute(select(players).where(players.c.id == player_id)).one_or_none()
    if row is None:
        raise NoSuchPlayer(Said("there is no player {player}", player=quoted(player_id)))
    return _player(row)


def _known(connection: Connection, name: str) -> Player:
    """The player of that name; a new one gets the colour and the shape that fewest have."""
    there = _all(connection)
    known = [each for each in there if _same(each.name, name)]
    if known:
        return next((each for each in known if each.name == name), known[0])
    colours, shapes = [each.colour for each in there], [each.shape for each in there]
    made = Player(
        secrets.token_hex(8),
        name,
        min(COLOURS, key=colours.count),
        min(SHAPES, key=shapes.count),
        now(),
    )
    row = {"id": made.id, "name": name, "colour": made.colour, "shape": made.shape, "created": made.created}
    connection.execute(insert(players), row)
    return made


def _same(one: str, other: str) -> bool:
    return alike(one) == alike(other)


def _player(row: object) -> Player:
    return Player(row.id, row.name, row.colour, row.shape, row.created)  # type: ignore[attr-defined]

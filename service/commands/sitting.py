"""A sitting: a game of the store, new or gone on with, and the session that follows it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

from engine.errors import EngineError
from engine.options import read_options
from service.commands import Mendable
from service.commands.documents import name_of, read_json
from service.enrolled import enrolled
from service.following.session import Books, Session
from service.store.clock import now
from service.store.players import BadName, checked
from service.store.store import NoSuchGame
from vision.pipeline import faces_of, recogniser_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from filelock import BaseFileLock

    from engine.games import AnyGame
    from engine.options import Options
    from service.parts import Parts
    from service.store.ledger import Clock

LAST: Final = "last"
"""Names the newest game of the store, where the id of a game is asked for."""
PLAYERS: Final = "players"
OPTION: Final = "--players"
OF_PLAYERS: Final = f"option {PLAYERS!r} "
"""How the engine begins what is wrong with the number of players."""
FOLLOWED: Final = "followed"
"""The folder of the data folder that has a lock for each game that is followed."""
BLUR: Final = "blur"
"""What lies beside the table is made coarse in kept pictures."""
NOTHING: Final = "nothing was played, so no game is kept"
"""What is said of a new game that came to nothing: it is let go again."""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules that were asked for, None where nothing was; `counted` tells whether anybody said how many
    play."""

    options: Options | None = None
    counted: bool = False


def house_rules(rules: AnyGame, file: str | None, players: int | None, limit: int, names: str | None = None) -> House:
    """The house rules in a file of at most `limit` bytes, and the number of players. Raises `Mendable`.

    As many play as was said, else as many as were named.
    """
    given = {} if file is None else read_json(file, limit)
    where = OPTION if file is None else name_of(file)
    if not isinstance(given, dict):
        raise Mendable(f'{where} holds no options; write them as {{"players": 2}}')
    if players is not None:
        if given.get(PLAYERS, players) != players:
            raise Mendable(f"{where} says {given[PLAYERS]} players and --players {players}; say it once")
        given = given | {PLAYERS: players}
    elif file is None and names:
        where, given = "--names", {PLAYERS: len(names.split(","))}
    if file is None and not given:
        return House()
    try:
        house = House(read_options(rules.options_type, given), PLAYERS in given)
    except EngineError as wrong:
        said = str(wrong)
        if where == OPTION and said.startswith(OF_PLAYERS):
            raise Mendable(f"{OPTION} {said.removeprefix(OF_PLAYERS)}") from None
        raise Mendable(f"{where}: {said}") from None
    if names and house.options is not None:
        _seats(names, house.options.players)  # names that cannot be given begin no game
    return house


def seat_names(parts: Parts, game_id: str, names: str | None) -> None:
    """Say who sits where in a game: names with commas between, in the order of the seats. Raises `Mendable`."""
    if not names:
        return
    parts.players.seat(game_id, _seats(names, parts.ledger.find(game_id).header.players))


def _seats(names: str, many: int) -> dict[int, str]:
    """The names of so many seats at most, by seat. Raises `Mendable`."""
    players = names.split(",")
    if len(players) > many:
        raise Mendable(f"--names has {len(players)} names for {many} players; say how many play with --players")
    try:
        return checked(dict(enumerate(players)))
    except BadName as wrong:
        raise Mendable(f"--names: {wrong}") from None


def sitting(  # noqa: PLR0913 - what a sitting begins with
    parts: Parts,
    rules: AnyGame,
    options: Options | None = None,
    resume: str | None = None,
    clock: Clock = now,
    *,
    recording: str = "",
) -> Session:
    """A session on a new game, or on the one of the store that is to be gone on with: its id, or `LAST`.

    `recording` is the SHA-256 of the recording that is followed, empty for a camera.
    Raises `Mendable` where that is not there or is another game, `NoneEnrolled` and `NotEnrolled` for own pieces.
    """
    own = enrolled(parts.settings, rules.name)
    recogniser, faces = recogniser_for(rules.name, own).fresh(), faces_of(rules.name, own)
    books = Books(parts.ledger, parts.evidence, parts.questions, clock)
    if resume is None:
        house = {} if options is None else options.to_json()
        game_id = parts.ledger.open(rules.name, house, None, parts.versions).id
    else:
        game_id = _kept(parts, rules, options, resume)
    parts.store.tells(game_id, recording, goes_on=resume is not None)
    return Session(game_id, books, recogniser.see, faces, veils=parts.settings.evidence_beside == BLUR)


@contextmanager
def alone(parts: Parts, session: Session) -> Iterator[None]:
    """While this lasts no other process follows the game of a session; a killed one holds nothing back.

    Raises `Mendable` where one does.
    """
    lock = lock_of(parts, session.game_id)
    try:
        lock.acquire()
    except Timeout:
        busy = f"game {session.game_id} is being followed already"
        raise Mendable(f"{busy}; stop that first, or leave --resume out to begin a new one") from None
    try:
        yield
    finally:
        lock.release()


def lock_of(parts: Parts, game_id: str) -> BaseFileLock:
    """The lock that a process of this machine holds while it follows a game. To take it raises `Timeout` then."""
    folder = parts.settings.data.expanduser() / FOLLOWED
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    # It is released in another thread than it was taken in.
    return FileLock(folder / f"{game_id}.lock", timeout=0, thread_local=False)


def _kept(parts: Parts, rules: AnyGame, options: Options | None, resume: str) -> str:
    """The id of the game that is to be gone on with."""
    game_id = _newest(parts, rules) if resume == LAST else resume
    try:
        entry = parts.ledger.find(game_id)
    except NoSuchGame as wrong:
        raise Mendable(f"{wrong}; give --resume {LAST} for the newest one, or leave it out to begin anew") from None
    if entry.game.name != rules.name:
        raise Mendable(f"game {game_id} is {entry.game.title}; go on with it by --game {entry.game.name}")
    if options not in (None, entry.options):
        raise Mendable(
            f"game {game_id} goes on by the house rules it began with, {entry.options.players} players; "
            "leave --players and --options out"
        )
    return game_id


def _newest(parts: Parts, rules: AnyGame) -> str:
    for kept in parts.store.newest(parts.settings.max_games_listed):
        if kept.game == rules.name:
            return kept.id
    raise Mendable(f"no game of {rules.title} is kept in {parts.settings.data} yet; leave --resume out to begin one")


def opening(session: Session, house: House, resume: str | None) -> str:
    """The line at the start: which game it is, how many play, and how to say another number where that is a guess."""
    text, many = f"game {session.game_id}", f"{session.options.players} players"
    if resume is not None:
        return f"{text} goes on: {many}, version {session.version}"
    if house.counted:
        return f"{text}: {many}"
    return f"{text}: {many} are assumed; if others play, stop and start again with --players N"

"""A sitting: a game of the store, new or gone on with, and the session that follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.options import read_options
from service.commands import Mendable
from service.commands.documents import name_of, read_json
from service.enrolled import enrolled
from service.ledger import now
from service.session import Books, Session
from service.store import NoSuchGame
from vision.pipeline import eye_for

if TYPE_CHECKING:
    from engine.games import AnyGame
    from engine.options import Options
    from service.ledger import Clock
    from service.parts import Parts


def house_rules(rules: AnyGame, file: str, limit: int) -> Options:
    """The house rules in a file. Raises `Mendable`."""
    given = read_json(file, limit)
    if not isinstance(given, dict):
        raise Mendable(f'{name_of(file)} holds no options; write them as {{"players": 2}}')
    try:
        return read_options(rules.options_type, given)
    except EngineError as wrong:
        raise Mendable(f"{name_of(file)}: {wrong}") from None


def sitting(
    parts: Parts, rules: AnyGame, options: Options | None = None, resume: str | None = None, clock: Clock = now
) -> Session:
    """A session on a new game, or on the one of the store that is to be gone on with.

    Raises `Mendable` where that is not there or is another game, `NoneEnrolled` and `NotEnrolled` for own pieces.
    """
    read = eye_for(rules.name, enrolled(parts.settings, rules.name)).see
    books = Books(parts.ledger, parts.evidence, parts.questions, clock)
    if resume is None:
        house = {} if options is None else options.to_json()
        return Session(parts.ledger.open(rules.name, house, None, parts.versions).id, books, read)
    try:
        known = parts.ledger.find(resume).game
    except NoSuchGame as wrong:
        raise Mendable(f"{wrong}; leave --resume out to begin a new one") from None
    if known.name != rules.name:
        raise Mendable(f"game {resume} is {known.title}; go on with it by --game {known.name}")
    return Session(resume, books, read)

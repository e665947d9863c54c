"""Games of one recording: the newest takes the place of those before, unless people have done something with them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import Timeout
from sqlalchemy import select

from service.batch.kept import digest
from service.commands.sitting import lock_of
from service.following.session import CAMERA
from service.store.schema import bots, disputes, evenings, games, tokens, tournaments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.capture.source import Source
    from service.parts import Parts


def files_of(recording: Source) -> list[Path]:
    """The files of a recording, in their order."""
    return [Path(name) for name in recording.pictures or (recording.name,)]


def hash_of(recording: Source) -> str:
    """The SHA-256 of a recording's files, whatever they are called. Raises `Mendable`."""
    return hashlib.sha256("".join(digest(file) for file in files_of(recording)).encode()).hexdigest()


def replaced(parts: Parts, game_id: str) -> Iterator[str]:
    """Delete earlier games of the recording that a game tells; a line for each, and for each that stays."""
    told = select(games.c.recording, games.c.game).where(games.c.id == game_id)
    with parts.store.reading() as connection:
        recording, game = connection.execute(told).one()
        alike = select(games.c.id).where(games.c.recording == recording, games.c.game == game, games.c.id != game_id)
        alike = alike.where(games.c.version > 0)  # another process may be about to follow one without a move
        earlier = list(connection.execute(alike.order_by(games.c.created)).scalars()) if recording else []
    for old in earlier:
        if _deleted(parts, old, game_id):
            yield f"game {game_id} takes the place of game {old}, which was of the same recording"
        else:
            yield f"game {old} of the same recording stays beside game {game_id}: people use it"


def _deleted(parts: Parts, game_id: str, newer: str) -> bool:
    """Delete a game, unless it is followed now or people have done something with it; whether it went."""
    try:
        with lock_of(parts, game_id):
            if _is_touched(parts, game_id, newer):
                return False
            parts.evenings.delete(game_id)
            return True
    except Timeout:
        return False


def _is_touched(parts: Parts, game_id: str, newer: str) -> bool:
    """Whether people have done anything with a game that would be lost with it."""
    named = parts.players.of(game_id)
    if any(event.by != CAMERA for event in parts.ledger.find(game_id).record.events):
        return True
    if any(asked.by_people for asked in parts.questions.all(game_id)):
        return True
    if named and named != parts.players.of(newer):
        return True
    of_it = (
        select(disputes.c.game_id).where(disputes.c.game_id == game_id),
        select(evenings.c.game_id).where((evenings.c.game_id == game_id) | (evenings.c.match_id == game_id)),
        select(bots.c.game_id).where(bots.c.game_id == game_id),
        select(tokens.c.game_id).where(tokens.c.game_id == game_id),
        select(tournaments.c.id).where(tournaments.c.document.contains(game_id)),
    )
    with parts.store.reading() as connection:
        return any(connection.execute(each).first() is not None for each in of_it)

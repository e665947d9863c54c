"""`tableside review`: a recording followed offline, its game written into the store and as a record."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import record
from engine.errors import EngineError
from engine.games import find_game
from service.app import assemble
from service.capture_source import SourceError, find_source
from service.commands import Mendable
from service.commands.sitting import house_rules, sitting
from service.enrolled import NoneEnrolled
from service.review import FilmClock
from service.review import review as follow
from service.store import StoreError
from vision.pipeline import GameNotReadable, NotEnrolled, check_readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.capture_source import Source
    from service.footage import Shot
    from service.session import Session
    from service.settings import Settings
    from vision.follow import Look

    Step = Callable[[Shot, Look | None], None]

DONE: Final = 0
STEPS: Final = 10
"""So many lines of progress where no terminal shows a bar."""


def run(source: str, game: str, settings: Settings, options: str | None, out: Path | None) -> int:
    """Follow a recording; the exit code. Raises `Mendable`, with one line, for what the user can mend."""
    try:
        rules = find_game(game)
        check_readable(rules.name)
        chosen = None if options is None else house_rules(rules, options, settings.max_json_bytes)
        found = find_source(source)
        clock = FilmClock(_filmed(found))
        parts = assemble(settings, clock=clock)
        try:
            session = sitting(parts, rules, chosen, clock=clock)
            _follow(found, session, clock)
            entry = parts.ledger.find(session.game_id)
            open_questions = len(parts.questions.open(session.game_id))
        finally:
            parts.close()
    except (SourceError, EngineError, GameNotReadable, NotEnrolled, NoneEnrolled, StoreError) as wrong:
        raise Mendable(str(wrong)) from None
    text = record.dumps(entry.record)
    if out is None:
        print(text, end="")
    else:
        _write(out, text)
    moves = len(record.standing(entry.record.events))
    scores = ", ".join(f"seat {score.seat}: {score.total}" for score in entry.game.score(entry.replay.state))
    asks = f"; {open_questions} open questions" if open_questions else ""
    print(f"game {session.game_id}: {moves} moves; {scores}{asks}", file=sys.stderr)
    return DONE


def _follow(source: Source, session: Session, clock: FilmClock) -> None:
    """Follow, with a bar on a terminal and lines elsewhere."""
    if not sys.stderr.isatty():
        session.say = lambda line: print(f"{clock.time:8.2f} s  {line}", file=sys.stderr, flush=True)
        follow(source, session, clock, seen=_lines())
        return
    from rich.progress import Progress

    with Progress(transient=True) as progress:
        bar = progress.add_task(str(source), total=1.0)
        session.say = lambda line: progress.console.print(f"{clock.time:8.2f} s  {line}", highlight=False, markup=False)
        follow(source, session, clock, seen=lambda shot, _look: progress.update(bar, completed=shot.share))


def _lines() -> Step:
    told = [0]

    def seen(shot: Shot, _look: Look | None) -> None:
        if shot.share * STEPS >= told[0] + 1:
            told[0] = int(shot.share * STEPS)
            print(f"{told[0] * 100 // STEPS} % of the recording", file=sys.stderr, flush=True)

    return seen


def _filmed(source: Source) -> datetime:
    """When the recording was made, as far as its file tells: the events' times count from then."""
    name = source.pictures[0] if source.pictures else source.name
    try:
        return datetime.fromtimestamp(Path(name).stat().st_mtime, UTC)
    except OSError:
        return datetime.now(UTC)


def _write(out: Path, text: str) -> None:
    part = out.with_name(out.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(out)
    except OSError as wrong:
        raise Mendable(
            f"{out} cannot be written: {wrong.strerror or wrong}; choose another place with --record"
        ) from None

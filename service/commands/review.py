"""`tableside review`: a recording followed offline, its game written into the store and as a record."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import record
from engine.errors import EngineError
from engine.games import find_game
from service.app import assemble
from service.capture.footage import footage
from service.capture.source import SourceError, find_source
from service.commands import Mendable
from service.commands.again import chosen, going_on, typed
from service.commands.recordings import hash_of, replaced
from service.commands.sitting import NOTHING, alone, house_rules, opening, seat_names, sitting
from service.enrolled import NoneEnrolled
from service.following.review import FilmClock, ReviewSettings
from service.following.review import review as follow
from service.player_names import called
from service.seats import played, totals
from service.server import ENDINGS
from service.store.store import StoreError
from vision.pipeline import GameNotReadable, NotEnrolled, check_readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from service.capture.footage import Shot
    from service.capture.source import Source
    from service.following.review import Count
    from service.following.session import Session
    from service.settings import Settings
    from service.store.entry import Entry
    from service.store.questions import Asked
    from vision.tracking import Look

    Step = Callable[[Shot, Look | None], None]

DONE: Final = 0
WHOLE: Final = 0.9
"""A recording whose last frame comes earlier than this, by what its file says, breaks off."""
FROM_THE_START: Final = "the recording begins at 0 s: where it shows what the game has by now, give --from SECONDS"


class Stopped(Mendable):
    """Ctrl-C ended it early."""


def run(  # noqa: PLR0913 - what the command takes
    source: str,
    game: str,
    settings: Settings,
    options: str | None,
    out: Path | None,
    *,
    players: int | None = None,
    names: str | None = None,
    resume: str | None = None,
    begin: float = 0.0,
) -> int:
    """Follow a recording; the exit code. Raises `Mendable`, with one line, for what the user can mend.

    `options` is a file of house rules, `players` how many play, `names` who. `resume` is the id of a game of the store
    to go on with. `begin` is the second of the recording to begin at. Ctrl-C ends it early: the record so far is
    written all the same, and `Stopped` is raised.
    """
    try:
        rules = find_game(game)
        check_readable(rules.name)
        house = house_rules(rules, options, players, settings.max_json_bytes, None if resume else names)
        found = find_source(source)
        next(footage(found, 1.0, begin))  # what cannot be played begins no game
        _check(out)
        clock = FilmClock(_filmed(found))
        parts = assemble(settings, clock=clock)
        try:
            with _interruptible() as stop:
                recording = "" if found.live else hash_of(found)
                session = sitting(parts, rules, house.options, resume, clock, recording=recording)
                seat_names(parts, session.game_id, names)
                with alone(parts, session):
                    _note(opening(session, house, resume))
                    if resume is not None and session.version and not begin:
                        _note(FROM_THE_START)
                    failed = _tried(found, session, clock, ReviewSettings(begin=begin), stop)
            entry = parts.ledger.find(session.game_id)
            asked = parts.questions.open(session.game_id)
            said = {seat: each.name for seat, each in parts.players.of(session.game_id).items()}
            kept = resume is not None or entry.version > 0 or not parts.store.discard(session.game_id)
            whole = kept and resume is None and not begin and not failed and not stop.is_set()
            earlier = list(replaced(parts, session.game_id)) if whole else []
        finally:
            parts.close()
    except (SourceError, EngineError, GameNotReadable, NotEnrolled, NoneEnrolled, StoreError) as wrong:
        raise Mendable(str(wrong)) from None
    why, ended = (failed, Mendable) if failed or not stop.is_set() else ("stopped", Stopped)
    if not kept:
        if why:
            raise ended(f"{why}; {NOTHING}")
        _note(NOTHING)
        _put(out, entry)
        return DONE
    for line in _summary(entry, asked, settings):
        _note(called(line, said))
    for line in earlier:
        _note(line)
    line = _stopped(why, source, settings, out, session, clock) if why else f"game {entry.id} is kept"
    try:
        _put(out, entry)
    except Mendable as wrong:
        raise Mendable(f"{wrong}; {line}") from None
    if why:
        raise ended(line)
    return DONE


def _tried(found: Source, session: Session, clock: FilmClock, settings: ReviewSettings, stop: threading.Event) -> str:
    """Follow; why it could not be followed to its end, in a line, or nothing."""
    try:
        with contextlib.suppress(KeyboardInterrupt):
            count = _follow(found, session, clock, settings, stop)
            if count.share < WHOLE and not stop.is_set():
                _note(f"the recording breaks off at {count.seconds:.1f} s: what came later is not in its file")
    except (SourceError, StoreError) as wrong:
        return str(wrong)
    return ""


def _summary(entry: Entry, asked: Sequence[Asked], settings: Settings) -> Iterator[str]:
    """What was followed, in one line; then each question that is open, and where they are answered."""
    moves = played(event.seat for event in record.standing(entry.record.events))
    scores = totals(entry.game.score(entry.replay.state))
    asks = f"; open questions: {len(asked)}" if asked else ""
    yield f"game {entry.id}: {moves} {'move' if moves == 1 else 'moves'}; {scores}{asks}"
    for each in asked:
        yield f"question {each.number}: {each.question.text}"
    if asked:
        serve = typed(["tableside", "serve", *chosen(settings, ["data"])])
        yield f"answer on the page at /games/{entry.id}, which this shows: {serve}"


def _stopped(  # noqa: PLR0913, PLR0917 - what the command has in hand
    why: str, source: str, settings: Settings, out: Path | None, session: Session, clock: FilmClock
) -> str:
    """The line after Ctrl-C, or where it could not go on: where it stopped, and the command that goes on."""
    at = f"{math.floor(10 * clock.time) / 10:g}"
    command = ["review", source, "--from", at, *(("--record", str(out)) if out else ())]
    kept = f"the record so far is in {out}" if out else "the game is kept"
    return f"{why}, at {at} s; {kept}; go on with: {going_on(command, settings, ['data'], session)}"


def _note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """The event is set by Ctrl-C and SIGTERM; a second one cuts the look short that the first waits for."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # signals reach the main thread alone
        return

    def ask_to_stop(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {each: signal.signal(each, ask_to_stop) for each in ENDINGS}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _follow(
    source: Source, session: Session, clock: FilmClock, settings: ReviewSettings, stop: threading.Event
) -> Count:
    """Follow; a terminal has a bar below the lines."""
    if not sys.stderr.isatty():
        session.say = lambda line: _note(f"{clock.time:8.2f} s  {line}")
        return follow(source, session, clock, settings, None, stop.is_set)
    from rich.progress import Progress

    with Progress(transient=True) as progress:
        bar = progress.add_task(str(source), total=1.0)
        session.say = lambda line: progress.console.print(f"{clock.time:8.2f} s  {line}", highlight=False, markup=False)
        seen: Step = lambda shot, _look: progress.update(bar, completed=shot.share)  # noqa: E731 - one line
        return follow(source, session, clock, settings, seen, stop.is_set)


def _filmed(source: Source) -> datetime:
    """When the recording was made, as far as its file tells: the events' times count from then."""
    name = source.pictures[0] if source.pictures else source.name
    try:
        return datetime.fromtimestamp(Path(name).stat().st_mtime, UTC)
    except OSError:
        return datetime.now(UTC)


def _check(out: Path | None) -> None:
    """Raise `Mendable` where no record can be written, or where something else would be lost by it."""
    if out is None:
        return
    folder = out.resolve().parent
    if out.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        why = f"{out} is a folder" if out.is_dir() else f"{folder} is no folder that can be written to"
        raise Mendable(f"{why}; choose another place with --record")
    if out.exists() and not _is_record(out):
        raise Mendable(f"{out} holds something else than a record; choose another file with --record")


def _is_record(file: Path) -> bool:
    """Whether a file is empty, or has the record of a game."""
    try:
        text = file.read_text(encoding="utf-8")
        return not text or bool(record.loads(text))
    except (OSError, UnicodeDecodeError, EngineError):
        return False


def _put(out: Path | None, entry: Entry) -> None:
    """Write the record to a file, or to standard output."""
    text = record.dumps(entry.record)
    if out is None:
        print(text, end="")
    else:
        _write(out, text)


def _write(out: Path, text: str) -> None:
    part = out.with_name(out.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(out)
    except OSError as wrong:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise Mendable(
            f"{out} cannot be written: {wrong.strerror or wrong}; choose another place with --record"
        ) from None

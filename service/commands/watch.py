"""`tableside watch`: the service, with a watcher that feeds its table.

The server has the main thread and Ctrl-C, the watcher a thread of its own. The page stays up when a film has ended.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from engine.errors import EngineError
from engine.games import find_game
from engine.said import Said
from service.app import create_app
from service.capture.footage import footage
from service.capture.source import SourceError, find_source
from service.commands import Mendable
from service.commands.again import NETWORK, chosen, going_on, typed
from service.commands.hub import forwarding
from service.commands.sitting import NOTHING, alone, house_rules, opening, seat_names, sitting
from service.enrolled import NoneEnrolled
from service.following.regions import Regions
from service.following.tables import DEFAULT, Health, Tables
from service.following.watcher import Watcher, WatchSettings
from service.phone.beside import phone_beside
from service.player_names import calling
from service.server import PortBusy, Server, address, door, in_network
from service.server import run as run_server
from service.store.store import StoreError
from vision.pipeline import GameNotReadable, NotEnrolled, check_readable

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

    from service.capture.source import Source
    from service.commands.hub import Away
    from service.following.session import Session
    from service.following.watcher import Say
    from service.settings import Settings

_log = structlog.get_logger(__name__)

DONE: Final = 0
FAILED: Final = 1

STOPPED: Final = "stopped; nothing is kept of this; follow a table of yours with tableside watch"
STAYS: Final = "The page stays open, to go on by hand or with a camera, and to settle disputes; Ctrl-C stops it."
"""What is said where a recording has ended."""
OVER: Final = Said("Its game stands in the list of games.")
"""What the page says there."""
UNEXPECTED: Final = "The watcher has stopped by an error of its own; start it again, and report what the log says."


def run(  # noqa: PLR0913 - what the command takes
    source: str,
    game: str,
    settings: Settings,
    watch: WatchSettings | None = None,
    *,
    options: str | None = None,
    players: int | None = None,
    names: str | None = None,
    resume: str | None = None,
    loop: bool = False,
    kept: bool = True,
    hub: Away | None = None,
) -> int:
    """Serve the page and the API and watch a source until Ctrl-C; the exit code.

    `options` is a file of house rules as JSON. `players` is how many play, `resume` the id of a game of the store to go
    on with, and `hub` where the game is sent. With `loop`, a film or a folder begins again when it ends. Without
    `kept`, the game goes with the data folder.

    Raises `Mendable`, with one line, for a source, a game or an option that does not exist. So it does for a video that
    cannot be played, a port in use, a store that cannot be opened.
    """
    say, watch = speaker(), watch or WatchSettings()
    if loop:
        watch = replace(watch, capture=replace(watch.capture, loop=True))
    try:
        rules = find_game(game)
        check_readable(rules.name)
        house = house_rules(rules, options, players, settings.max_json_bytes, None if resume else names)
        found = find_source(source)
        if found.kind == "video":
            next(footage(found, 1.0))  # what cannot be played opens no page
        with door(settings.host, settings.port) as opened:
            tables = Tables()
            app = create_app(settings, tables)
            session = sitting(app.state.parts, rules, house.options, resume)
            seat_names(app.state.parts, session.game_id, names)
            say(opening(session, house, resume))
            station = app.state.parts.station
            station.take("tableside watch")
            station.say = say
            table = tables.add(DEFAULT)
            table.give(Regions.of(settings).find(table.id))
            watcher = Watcher(table, found, session, watch)
            watcher.keep = partial(Regions.of(settings).keep, table.id)
            watcher.say = calling(say, app.state.parts.players, session.game_id)
            empty = False
            try:
                where = address(opened)
                sending = forwarding(hub, app.state.parts, table, session.game_id, say)
                beside = phone_beside(found.inbox, app, settings, watcher, where)
                with contextlib.ExitStack() as held, sending, beside:
                    held.enter_context(alone(app.state.parts, session))
                    held.callback(station.release)
                    code = _follow(app, opened, watcher, held)
            finally:
                with contextlib.suppress(StoreError):  # what happened before is to be said
                    empty = resume is None and app.state.parts.store.discard(session.game_id)
            if code == DONE:
                lasting = f"stopped; {NOTHING}" if empty else _stopped(source, found, settings, session)
                say(lasting if kept else STOPPED)
            return code
    except (SourceError, EngineError, GameNotReadable, NotEnrolled, NoneEnrolled, StoreError, PortBusy) as wrong:
        raise Mendable(str(wrong)) from None


def _follow(app: FastAPI, opened: socket.socket, watcher: Watcher, held: contextlib.ExitStack) -> int:
    """Serve and watch until Ctrl-C, or until nothing can be seen; the exit code.

    `held` is let go once no frame will come any more.
    """
    where = address(opened)
    line = f"Watching {watcher.source} for {watcher.session.game}: open {where} (Ctrl-C stops)"
    lines = (line, *in_network(opened, app.state.parts.settings))

    def say() -> None:
        for each in lines:
            watcher.say(each)

    server = Server(app, say)
    end = _Follower(server, watcher, held)
    end.start()
    try:
        run_server(server, opened)
    finally:
        end.stop()
    return end.code()


def _stopped(source: str, found: Source, settings: Settings, session: Session) -> str:
    """The line at the end: where the game is, and the command that goes on with it, or shows what a film told."""
    kept = f"stopped; game {session.game_id} is kept"
    if not found.live:  # it would begin again
        return f"{kept}; look at it with: {typed(['tableside', 'serve', *chosen(settings, NETWORK)])}"
    named = str(found) if found.kind == "address" else source  # a password is not printed
    return f"{kept}; go on with: {going_on(['watch', '--source', named], settings, NETWORK, session)}"


def speaker() -> Say:
    """What prints a line with the time: dimmed on a terminal, plain elsewhere.

    Where the output takes none, as a file on a full disk, the line is lost and the game goes on.
    """
    put = _printer()

    def say(line: str) -> None:
        with contextlib.suppress(OSError):
            put(line)

    return say


def _printer() -> Say:
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markup import escape

        console = Console(highlight=False)
        return lambda line: console.print(f"[dim]{time.strftime('%H:%M:%S')}[/dim]  {escape(line)}")
    # The server and the watcher speak from two threads: with its end in one writing, a line stays one.
    return lambda line: print(f"{time.strftime('%H:%M:%S')}  {line}\n", end="", flush=True)


class _Follower(threading.Thread):
    """The watcher's thread; it ends with the server, or ends the server when nothing can be seen."""

    def __init__(self, server: Server, watcher: Watcher, held: contextlib.ExitStack) -> None:
        super().__init__(name="watch", daemon=True)
        self._server, self._watcher, self._held = server, watcher, held
        self._health = Health()

    def run(self) -> None:
        """Watch. When a film has ended, the page stays, and its game and the table are let go."""
        try:
            self._health = self._watcher.run(lambda: self._server.should_exit)
        except Exception:
            self._health = Health("failed", UNEXPECTED)
            self._watcher.table.publish(health=self._health)
            _log.exception("the watcher has stopped")
        if self._health.state == "failed":
            self._server.stop()
        elif not self._server.should_exit:
            self._held.close()
            self._watcher.table.clear(Health(self._health.state, OVER))
            self._watcher.say(STAYS)

    def stop(self) -> None:
        """End the watch, if it has not ended: a picture that is being read is read to its end.

        Native threads that read it do not outlive the interpreter's end in peace.
        """
        self._server.stop()
        self.join()

    def code(self) -> int:
        """The exit code of the watch. Raises `Mendable` where the source was of no use."""
        if self._health.state != "failed":
            return DONE
        if self._health.detail != UNEXPECTED:
            raise Mendable(self._health.detail)
        print(UNEXPECTED, file=sys.stderr)
        return FAILED

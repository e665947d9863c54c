"""`tableside watch` and `tableside demo`: the service, with a watcher that feeds its table.

The server has the main thread and Ctrl-C, the watcher a thread of its own. The page stays up when a film has ended.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

import structlog
import uvicorn

from engine.errors import EngineError
from engine.games import find_game
from service.app import create_app
from service.capture_source import SourceError, find_source
from service.store import StoreError
from service.tables import DEFAULT, Health, Tables
from service.watcher import Watcher, WatchSettings
from vision.pipeline import GameNotReadable, check_readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.settings import Settings
    from service.watcher import Say

_log = structlog.get_logger(__name__)

DONE: Final = 0
FAILED: Final = 1
MENDABLE: Final = 2
"""The exit codes: done, failed, something that a person can mend."""

PAUSE: Final = 0.05
"""How often a thread that has nothing to do looks whether to stop, s."""

LEAVE: Final = 1.0
"""How long the watcher may take to stop, s."""

UNEXPECTED: Final = "The watcher has stopped by an error of its own; start it again, and report what the log says."


class PortBusy(OSError):  # noqa: N818 - reads as the sentence it is
    """The port cannot be listened on; the message is one line."""


def run(source: str, game: str, settings: Settings, watch: WatchSettings | None = None, say: Say | None = None) -> int:
    """Serve the page and the API, and watch a source, until Ctrl-C; the exit code.

    What a person can mend (a source or a game that there is not, a video that cannot be played, a port in use) is
    one line on standard error and the code 2.
    """
    say = say or speaker()
    try:
        name = find_game(game).name
        check_readable(name)
        found = find_source(source)
        tables = Tables()
        app = create_app(settings, tables)
        door = _door(settings.host, settings.port)
    except (SourceError, EngineError, GameNotReadable, StoreError, PortBusy) as wrong:
        print(wrong, file=sys.stderr)
        return MENDABLE
    watcher = Watcher(tables.add(DEFAULT), found, name, watch)
    watcher.say = say
    with door:
        host, port = door.getsockname()[:2]
        say(f"Watching {found} for {name}: open http://{host}:{port}/ (Ctrl-C stops)")
        limit = settings.shutdown_seconds
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=limit))
        return _serve(server, door, watcher, app.state.parts.end_streams)


def speaker() -> Say:
    """What prints a line with the time: dimmed on a terminal, plain elsewhere."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markup import escape

        console = Console(highlight=False)
        return lambda line: console.print(f"[dim]{time.strftime('%H:%M:%S')}[/dim]  {escape(line)}")
    return lambda line: print(f"{time.strftime('%H:%M:%S')}  {line}", flush=True)


def _door(host: str, port: int) -> socket.socket:
    """The socket to listen on; `PortBusy` if another program has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as wrong:
        why = wrong.strerror or wrong
        raise PortBusy(f"cannot listen on {host}:{port} ({why}); choose another with --port") from wrong


def _serve(server: uvicorn.Server, door: socket.socket, watcher: Watcher, end_streams: Callable[[], None]) -> int:
    """Serve until Ctrl-C or until the source turns out to be of no use; the exit code."""
    codes = [DONE]

    def watch() -> None:
        codes.append(_watch(server, watcher))
        # Streams end only when told, and the server waits for them; its signal handler may not take their locks.
        end_streams()

    thread = threading.Thread(target=watch, name="watch", daemon=True)
    thread.start()
    try:
        server.run(sockets=[door])
    except KeyboardInterrupt:  # the server passes it on once it has closed
        pass
    finally:
        server.should_exit = True
        thread.join(LEAVE)
    return max(codes)


def _watch(server: uvicorn.Server, watcher: Watcher) -> int:
    """The watcher's thread; it ends with the server, or ends the server when nothing can be seen. The exit code."""
    try:
        end = watcher.run(lambda: server.should_exit)
        code = MENDABLE if end.state == "failed" else DONE
    except Exception:
        _log.exception("the watcher has stopped")
        end, code = Health("failed", UNEXPECTED), FAILED
        watcher.table.publish(health=end)
    if code != DONE:
        print(end.detail, file=sys.stderr)
        server.should_exit = True
    while not server.should_exit:
        time.sleep(PAUSE)
    return code

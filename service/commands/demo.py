"""`tableside demo`: the whole way from a camera to a followed table, on a filmed game that comes with Tableside.

The film is played once, as a camera would show it, and slower on a busy computer. The page then keeps the last
position, its moves and its score.
"""

from __future__ import annotations

import json
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import datasets
from service.commands import Mendable
from service.logs import to_standard_error
from service.server import PortBusy, address, door

if TYPE_CHECKING:
    from service.settings import Settings

GAME: Final = "stackernoos"
FILM: Final = Path(datasets.__file__).parent / "demo" / "films" / GAME / "film.mp4"
RECORD: Final = "record.jsonl"
PATIENCE: Final = 1.5
"""How long the server may take before a browser is opened on it, s."""


def run(settings: Settings, browser: bool) -> int:
    """Serve the demonstration until Ctrl-C, its games in a folder that goes away; the exit code."""
    from service.commands.watch import run as watch
    from service.commands.watch import speaker

    to_standard_error()
    if not (FILM.is_file() and FILM.with_name(RECORD).is_file()):
        raise Mendable(f"the film of the demonstration is missing: {FILM}; install Tableside again")
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        rules = Path(folder) / "options.json"
        rules.write_text(json.dumps(_options()), encoding="utf-8")
        port, where = free_port(settings)
        here = settings.model_copy(update={"data": Path(folder), "database_url": None, "port": port})
        if settings.port not in {0, port}:
            speaker()(f"Another program has port {settings.port}: this one takes port {port}.")
        if browser:
            _open_later(where)
        return watch(str(FILM), GAME, here, options=str(rules), kept=False)


def _options() -> dict[str, Any]:
    """The house rules of the filmed game: those of its record."""
    with FILM.with_name(RECORD).open(encoding="utf-8") as lines:
        return dict(json.loads(next(lines))["options"])


def free_port(settings: Settings) -> tuple[int, str]:
    """A port and its address: the one named; else the usual one, or a free one where another program has it."""
    ports = (settings.port,) if "port" in settings.model_fields_set else (settings.port, 0)
    for port in ports:
        try:
            with door(settings.host, port) as opened:
                return int(opened.getsockname()[1]), address(opened)
        except PortBusy as wrong:
            if port == ports[-1]:
                raise Mendable(str(wrong)) from None
    raise AssertionError("the last port was refused")


def _open_later(where: str) -> None:
    timer = threading.Timer(PATIENCE, webbrowser.open, [where])
    timer.daemon = True
    timer.start()

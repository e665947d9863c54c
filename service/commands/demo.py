"""`tableside demo`: the whole way from pictures to a followed table, on pictures that come with Tableside."""

from __future__ import annotations

import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import datasets
from service.commands import Mendable
from service.logs import to_standard_error
from service.server import PortBusy, address, door

if TYPE_CHECKING:
    from service.settings import Settings

PICTURES: Final = Path(datasets.__file__).parent / "demo"
GAME: Final = "stackernoos"
PATIENCE: Final = 1.5
"""How long the server may take before a browser is opened on it, s."""


def run(settings: Settings, browser: bool) -> int:
    """Serve the demonstration until Ctrl-C, its games in a folder that goes away; the exit code."""
    from service.commands.watch import run as watch

    to_standard_error()
    if not PICTURES.is_dir():
        raise Mendable(f"the pictures of the demonstration are missing: {PICTURES}")
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        port, where = _free(settings)
        here = settings.model_copy(update={"data": Path(folder), "database_url": None, "port": port})
        if browser:
            _open_later(where)
        return watch(str(PICTURES), GAME, here, loop=True)


def _free(settings: Settings) -> tuple[int, str]:
    """A port and its address: that of the settings, or a free one where another program has it: it should just run."""
    for port in (settings.port, 0):
        try:
            with door(settings.host, port) as opened:
                return int(opened.getsockname()[1]), address(opened)
        except PortBusy as wrong:
            if port == 0:
                raise Mendable(str(wrong)) from None
    raise AssertionError("one of two ports was tried")


def _open_later(where: str) -> None:
    timer = threading.Timer(PATIENCE, webbrowser.open, [where])
    timer.daemon = True
    timer.start()

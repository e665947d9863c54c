"""A phone's door beside a watched table: its page on a port of its own, its code at /join and in the terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from service.following.watcher import Watcher
    from service.phone.inbox import Inbox
    from service.settings import Settings


@contextlib.contextmanager
def phone_beside(inbox: Inbox | None, app: FastAPI, settings: Settings, watcher: Watcher, where: str) -> Iterator[None]:
    """Serve the phone's page as long as the table is watched, whose own page is at `where`; nothing where no phone is
    the source.

    Raises `PortBusy`, with one line, where its port is in use.
    """
    if inbox is None:
        yield
        return
    from service.following.station import AIMED
    from service.phone.door import open_for_phone

    def line() -> str:
        gate = watcher.table.snapshot()["gate"]
        return AIMED if gate is None else str(gate["detail"])

    station = app.state.parts.station
    inbox.tokens = app.state.parts.tokens
    with open_for_phone(inbox, settings, line, station.reached) as opened:
        station.phone = opened
        here = sys.stdout.isatty()
        if here:
            print(opened.text())
        watcher.say(f"Scan the code {'here or ' * here}at {where}join with the phone, or open {opened.url}")
        yield

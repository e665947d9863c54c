"""The phone's page is served by a process of its own: whatever comes in from the network is taken in and decoded there.

It asks this process who may send, and hands over frames; it holds no tokens and no games. When it dies it is started
again, on the same door. `Calls` is all that it may ask for.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING, Any, Final

from service.phone.inbox import STILL, NotJoined

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    import numpy as np
    from numpy.typing import NDArray

    from service.phone.inbox import Inbox
    from service.settings import Settings

STARTED: Final = 60.0
"""s that it may take to be ready on a busy machine; two are usual."""
LEAVE: Final = 3.0
AGAIN: Final = 1.0
"""s before one that died is started again."""
MEMORY: Final = 768.0
"""MiB that it may take beside what it takes when it starts."""
ALLOWED: Final = frozenset({"check", "join", "take", "stop", "word", "line", "table", "ready"})


class Calls:
    """What the page's process may ask for: the inbox's answers, the line that the phone shows, the table's address."""

    def __init__(self, inbox: Inbox, line: Callable[[], str], table: Callable[[], str]) -> None:
        self._inbox = inbox
        self.line = line
        self.table = table
        self.begun = threading.Event()

    def check(self, session: str) -> None:
        """Raises `NotJoined` unless this phone is awaited."""
        self._inbox.check(session)

    def join(self, code: str, address: str, session: str) -> str:
        """What a phone with that code is to show with each picture. Raises `NotJoined` and `TooMany`."""
        return self._inbox.join(code, address, session)

    def take(self, session: str, digest: bytes, pixels: NDArray[np.uint8], still: bool) -> None:
        """A frame that was decoded; `digest` is that of its bytes. Raises `NotJoined`."""
        self._inbox.take(session, digest, pixels, still=still)

    def stop(self, session: str) -> None:
        """The phone's camera was stopped there. Raises `NotJoined`."""
        self._inbox.stop(session)

    def word(self) -> str:
        """The word of the phone that joined."""
        return self._inbox.word

    def ready(self) -> None:
        """The page is there."""
        self.begun.set()


class Elsewhere:
    """The inbox as the page's process sees it: every answer comes from the process that has it."""

    def __init__(self, asked: Connection) -> None:
        self._asked = asked
        self._lock = threading.Lock()

    def check(self, session: str) -> None:
        """Raises `NotJoined` unless this phone is awaited."""
        self.ask("check", session)

    def join(self, code: str, address: str, session: str) -> str:
        """What a phone with that code is to show with each picture. Raises `NotJoined` and `TooMany`."""
        return str(self.ask("join", code, address, session))

    def stop(self, session: str) -> None:
        """The phone's camera was stopped there. Raises `NotJoined`."""
        self.ask("stop", session)

    @property
    def word(self) -> str:
        """The word of the phone that joined."""
        return str(self.ask("word"))

    def put(self, session: str, data: bytes, *, still: bool = False) -> None:
        """A picture as it was sent: decoded here, and handed over no larger than a frame is."""
        import hashlib

        from service.capture.capture import CaptureSettings
        from service.capture.child import fitting
        from vision.photo import load

        self.check(session)
        pixels = fitting(load(data, STILL).pixels, CaptureSettings().max_pixels)
        self.ask("take", session, hashlib.sha256(data).digest(), pixels, still)

    def ask(self, name: str, *given: Any) -> Any:
        """What the other process says. Raises what it raises, and `NotJoined` once it is gone."""
        try:
            with self._lock:
                self._asked.send((name, given))
                word, value = self._asked.recv()
        except (EOFError, OSError):
            raise NotJoined("The table is not watched any more.") from None
        if word == "raised":
            raise value
        return value


@contextlib.contextmanager
def served(listening: socket.socket, settings: Settings, calls: Calls) -> Iterator[None]:
    """The phone's page at a door, in a process of its own, while the context lasts. Raises `TimeoutError`."""
    keeper = _Keeper(listening, settings, calls)
    try:
        keeper.start()
        if not calls.begun.wait(STARTED):
            raise TimeoutError
        yield
    finally:
        keeper.stop()


class _Keeper(threading.Thread):
    """Keeps one process at the door, and answers what it asks."""

    def __init__(self, listening: socket.socket, settings: Settings, calls: Calls) -> None:
        super().__init__(name="phone", daemon=True)
        self._given = listening, settings
        self._calls = calls
        self._ending = threading.Event()
        self._process: Any = None
        self._lock = threading.Lock()

    def run(self) -> None:
        """One process after the other."""
        while not self._ending.is_set():
            here, there = multiprocessing.Pipe()
            with self._lock:
                if self._ending.is_set():
                    return
                self._process = multiprocessing.get_context("spawn").Process(
                    target=_serve, args=(*self._given, there), name="tableside-phone", daemon=True
                )
                self._process.start()
            there.close()
            with here:
                self._answer(here)
            self._process.join(LEAVE)
            self._ending.wait(AGAIN)

    def stop(self) -> None:
        """End it, whatever it does."""
        with self._lock:
            self._ending.set()
            process = self._process
        if process is not None:
            process.terminate()
            process.join(LEAVE)
            if process.is_alive():
                process.kill()
        self.join(LEAVE)

    def _answer(self, asked: Connection) -> None:
        """Answer until the process is gone."""
        while True:
            try:
                name, given = asked.recv()
                asked.send(self._outcome(name, given))
            except (EOFError, OSError):
                return

    def _outcome(self, name: str, given: tuple[Any, ...]) -> tuple[str, Any]:
        if name not in ALLOWED:
            return "raised", NotJoined("There is no such question.")
        try:
            return "returned", getattr(self._calls, name)(*given)
        except Exception as wrong:  # whatever it is, whoever asked is told
            return "raised", wrong


def _serve(listening: socket.socket, settings: Settings, asked: Connection) -> None:
    """The process: the page until it is told to end, or the one that started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started it
    parent = multiprocessing.parent_process()
    assert parent is not None, "it was started by another"
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    from service.start import tidy_seldom

    tidy_seldom()
    from service.logs import to_standard_error
    from service.memory import bounded
    from service.phone.door import PageServer

    to_standard_error()
    inbox = Elsewhere(asked)
    with bounded(MEMORY):
        PageServer(inbox, settings, listening.getsockname()[1]).run(sockets=[listening])


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)

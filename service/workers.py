"""Several server processes behind one door: started, watched, started again when they die, and replaced one by one.

The door is opened once, here, and each process listens at it; the system hands every connection to one of them. They
share nothing else but the store, which tells each what the others changed.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import signal
import threading
import time
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final

from service.server import ENDINGS

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from types import FrameType

    from service.settings import Settings

STARTING: Final = 120.0
"""s in which a process has to answer."""
LEAVING: Final = 10.0
"""s beyond the server's own patience in which a process has to end."""
SHORT: Final = 10.0
"""A process that never answered and lived for less than this, s, died of its start. After `TRIES` such deaths the
service ends; while another process answers, it goes on, and the next is started so much later."""
TRIES: Final = 5
STEP: Final = 0.05
"""s from one look at a process that begins to the next."""
LOOK: Final = 1.0
"""s from one look at the processes to the next, where none of them ends before."""
AGAIN: Final = getattr(signal, "SIGHUP", None)
"""The signal that replaces the processes, one after the other; Windows has none."""


class WorkersFailed(RuntimeError):  # noqa: N818 - reads as the sentence it is
    """The server processes end as soon as they are started; the text is one line."""


class Worker:
    """One server process."""

    def __init__(self, settings: Settings, opened: socket.socket) -> None:
        context = multiprocessing.get_context("spawn")
        self._ready = context.RawValue(ctypes.c_bool, False)  # no lock, for a process may be killed while it holds one
        self.began = time.monotonic()
        self.process = context.Process(target=serve_one, args=(settings, opened, self._ready), name="tableside server")
        self.process.start()

    @property
    def answers(self) -> bool:
        """Whether it has begun to answer."""
        return bool(self._ready.value)

    def begun(self) -> bool:
        """Wait until it answers; False where it ended before, or never does."""
        end = time.monotonic() + STARTING
        while not self.answers:
            if not self.process.is_alive() or time.monotonic() > end:
                return False
            time.sleep(STEP)
        return True

    def leave(self) -> None:
        """Ask it to end what it answers, and to go."""
        self.process.terminate()

    def left(self, patience: float) -> None:
        """Wait until it has gone; after so many seconds it is ended."""
        self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Workers:
    """The server processes of one door."""

    def __init__(self, settings: Settings, opened: socket.socket, count: int, say: Callable[[str], None]) -> None:
        """`say` takes a line when a process had to be started again."""
        self._settings, self._opened, self._count, self._say = settings, opened, count, say
        self._workers: list[Worker] = []
        self._stopping, self._replacing = threading.Event(), threading.Event()
        self._early, self._rests_until = 0, 0.0

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `ready` is called once all answer. SIGHUP replaces them one by one.

        Raises `WorkersFailed`.
        """
        with self._stopped_by_signals():
            try:
                self._workers = [self._new(first=not n) for n in range(self._count)]
                if not all(worker.begun() for worker in self._workers):
                    if self._stopping.is_set():
                        return
                    raise WorkersFailed("a server process ended as it was started; look at the lines above")
                ready()
                while not self._stopping.is_set():
                    wait([each.process.sentinel for each in self._workers if each.process.is_alive()], LOOK)
                    self._mend()
                    if self._replacing.is_set():
                        self._replacing.clear()
                        self._replace()
            finally:
                self._end()

    def stop(self) -> None:
        """End all soon; from any thread."""
        self._stopping.set()

    def _new(self, *, first: bool) -> Worker:
        """A new process; the first of them alone tells the network that a table is here."""
        settings = self._settings if first else self._settings.model_copy(update={"announce": False})
        return Worker(settings, self._opened)

    def _mend(self) -> None:
        """Start those again that have died. Raises `WorkersFailed` where none answers, and none can be started."""
        served = any(each.answers and each.process.is_alive() for each in self._workers)
        if served and time.monotonic() < self._rests_until:
            return
        for place, worker in enumerate(self._workers):
            if worker.process.is_alive() or self._stopping.is_set():
                continue
            early = not worker.answers and time.monotonic() - worker.began < SHORT
            self._early = self._early + 1 if early else 0
            if self._early > TRIES and not served:
                raise WorkersFailed("server processes end as soon as they are started; look at the lines above")
            if self._early > TRIES:
                self._say(f"server processes end as soon as they are started; the next one is in {SHORT:.0f} s")
                self._early, self._rests_until = 0, time.monotonic() + SHORT
                return
            self._say(f"server process {worker.process.pid} ended ({worker.process.exitcode}); another one is started")
            self._workers[place] = self._new(first=not place)

    def _replace(self) -> None:
        """A new process in the place of each; the old one goes when the new one answers."""
        for place, old in enumerate(tuple(self._workers)):
            new = self._new(first=not place)
            if self._stopping.is_set() or not new.begun():
                new.leave()
                new.left(LEAVING)
                self._say("a new server process did not answer; the old ones stay")
                return
            self._workers[place] = new
            old.leave()
            old.left(self._patience)

    @property
    def _patience(self) -> float:
        return self._settings.shutdown_seconds + LEAVING

    def _end(self) -> None:
        for worker in self._workers:
            worker.leave()
        for worker in self._workers:
            worker.left(self._patience)

    @contextlib.contextmanager
    def _stopped_by_signals(self) -> Iterator[None]:
        """Signals reach the main thread alone."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(_signal: int, _frame: FrameType | None) -> None:
            self._stopping.set()

        def again(_signal: int, _frame: FrameType | None) -> None:
            self._replacing.set()

        handlers: dict[signal.Signals, Any] = dict.fromkeys(ENDINGS, stop)
        if AGAIN:
            handlers[AGAIN] = again
        before = {each: signal.signal(each, handler) for each, handler in handlers.items()}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def serve_one(settings: Settings, opened: socket.socket, ready: Any) -> None:
    """What a server process does: serve until it is told to go, or until who started it is gone."""
    from service.start import tidy_seldom

    tidy_seldom()
    from service.app import create_app
    from service.server import Server, run

    app = create_app(settings)
    app.state.parts.station.take("tableside serve --workers")  # the other processes would know nothing of a camera

    def answers() -> None:
        ready.value = True

    server = Server(app, answers, several=True)
    threading.Thread(target=_with_parent, args=(server.stop,), daemon=True).start()
    if AGAIN:
        signal.signal(AGAIN, signal.SIG_IGN)
    run(server, opened)


def _with_parent(stop: Callable[[], None]) -> None:
    """End when the process that started this one does, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        stop()

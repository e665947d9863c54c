"""The reading processes: a few, each replaced when a photo ends it, hangs in it, or leaves too much memory behind."""

from __future__ import annotations

import multiprocessing
import queue
import signal
import sys
from concurrent.futures import CancelledError, TimeoutError
from typing import TYPE_CHECKING, Final, TypeVar

from pebble import ProcessExpired, ProcessPool

from engine.said import Said
from service.reading import TooCostly
from service.reading.work import begin

if TYPE_CHECKING:
    from collections.abc import Callable

Done = TypeVar("Done")

KEEPS: Final = 700.0
"""MiB that an idle process may hold. With the networks of all games loaded it holds some 350."""
LATE: Final = "reading this photo took longer than {seconds} s, so it was given up: send a smaller or plainer one"
SLOW: Final = "reading this photo took too long, so it was given up: send a smaller or plainer one"
ENDED: Final = "reading this photo ended the process that read it: save the photo anew, and send that"


OVERTIME: Final = -int(getattr(signal, "SIGPROF", sys.maxsize))
"""The exit code of a process whose seconds are over, where the system counts them."""


class Pool:
    """Processes that each do one thing at a time. Whoever asks for one waits until one is free."""

    def __init__(self, processes: int, threads: int) -> None:
        """`threads` is how many OpenCV may use in each."""
        self._threads = threads
        # The last one used comes first: the second process starts only where two photos come at once.
        self._free: queue.LifoQueue[ProcessPool | None] = queue.LifoQueue()
        self._closed = False
        for _ in range(processes):
            self._free.put(None)

    def do(self, work: Callable[..., tuple[Done, float]], *given: object, seconds: float | None = None) -> Done:
        """What the work gives; it is ended after `seconds`. Raises what the work raises, and `TooCostly`."""
        process = self._free.get()
        try:
            if self._closed:
                raise TooCostly("the server is stopping; send the photo again later")
            process = process or self._started()
            done, holds = process.schedule(work, args=given, timeout=seconds).result()
        except (TimeoutError, CancelledError):
            process = _ended(process)
            raise TooCostly(Said(LATE, seconds=f"{seconds or 0.0:g}")) from None
        except ProcessExpired as wrong:
            process = _ended(process)
            raise TooCostly(SLOW if wrong.exitcode == OVERTIME else ENDED) from None
        else:
            process = _ended(process) if holds > KEEPS else process
        finally:
            self._free.put(_ended(process) if self._closed else process)
        return done

    def close(self) -> None:
        """End all processes, whatever they do."""
        self._closed = True
        for _ in range(self._free.qsize()):
            try:
                _ended(self._free.get_nowait())
            except queue.Empty:
                break
            self._free.put(None)

    def _started(self) -> ProcessPool:
        # A new interpreter, no copy of this one: threads and locks of a server are not to be copied.
        context = multiprocessing.get_context("spawn")
        return ProcessPool(max_workers=1, initializer=begin, initargs=(self._threads,), context=context)


def _ended(process: ProcessPool | None) -> ProcessPool | None:
    """None, in the place of a process that has ended."""
    if process is not None:
        process.stop()  # type: ignore[no-untyped-call]  # pebble leaves it out
        process.join()
    return None

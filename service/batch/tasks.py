"""Tasks: one function for many orders, in this process or by Ray. Whatever does the work, the results are the same.

A task that raises is told with its error, and the others go on. A process that is lost takes its task along, which is
done again; after `TRIES` losses that is told, too. What a shelf has is not done again.
"""

from __future__ import annotations

import contextlib
import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from service.batch.kept import Shelf

O = TypeVar("O")  # noqa: E741 - an order
R = TypeVar("R")

TRIES: Final = 3
"""So often a task is done again after its process was lost."""
MEMORY: Final = 1408 * 2**20
"""Bytes that a task may be given a place for: those of `tableside review`."""
STARTS: Final = 3
"""So often Ray is started on this machine: each time it waits 30 s for its own processes, which a busy one exceeds."""
CONNECTS: Final = 10.0
"""s that a cluster may take to accept a connection."""
LOOK: Final = 0.5
"""s from one look at the tasks to the next, so that Ctrl-C is heard."""
STORE: Final = 256 * 2**20
"""Bytes that Ray keeps results in on this machine."""


class NoRay(RuntimeError):  # noqa: N818 - reads as the sentence it is
    """Ray is not here, or its cluster does not answer; the text is one line."""


class TaskFailed(RuntimeError):  # noqa: N818 - reads as the sentence it is
    """A task raised, or its process was lost too often; the text is one line."""


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """What became of the order of that number: its result, or the error in a line.

    `before` says that a shelf had it.
    """

    number: int
    result: R | None
    wrong: str = ""
    before: bool = False


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: so many processes of this machine, or the cluster at an address."""

    count: int = 1
    address: str | None = None

    @property
    def alone(self) -> bool:
        """Whether this process does it."""
        return self.count == 1 and self.address is None


HERE: Final = Workers()
"""This process alone."""


def each(
    work: Callable[[O], R], orders: Sequence[O], workers: Workers, shelf: Shelf[R] | None = None
) -> Generator[Done[R], None, None]:
    """What becomes of each order, in the order in which they are done. Closing it cancels the rest.

    `work` is a function of a module, and its orders and results can be pickled. With a `shelf`, its orders tell what
    decides them: what it has comes first, and the rest is kept there. Raises `NoRay`, and `OSError` of the shelf.
    """
    if shelf is None:
        yield from _done(work, orders, workers)
        return
    keys, missing = [shelf.key(order) for order in orders], []
    for number, key in enumerate(keys):
        result = shelf.find(key)
        if result is None:
            missing.append(number)
        else:
            yield Done(number, result, before=True)
    with contextlib.closing(_done(work, [orders[number] for number in missing], workers)) as results:
        for done in results:
            number = missing[done.number]
            result = None if done.result is None else shelf.keep(keys[number], done.result)
            yield Done(number, result, done.wrong)


def in_order(
    work: Callable[[O], R], orders: Sequence[O], workers: Workers, shelf: Shelf[R] | None = None
) -> Generator[R, None, None]:
    """The results in the order of their orders, each as soon as those before it are there; a `shelf` as in `each`.

    Closing it cancels the rest. Raises `NoRay`, and `TaskFailed` for the first that cannot be done elsewhere; here,
    whatever the work raises.
    """
    if workers.alone:
        yield from (_once(work, order, shelf) for order in orders)
        return
    kept: dict[int, R] = {}
    following = 0
    with contextlib.closing(each(work, orders, workers, shelf)) as results:
        for done in results:
            if done.result is None:
                raise TaskFailed(done.wrong)
            kept[done.number] = done.result
            while following in kept:
                yield kept.pop(following)
                following += 1


def _once(work: Callable[[O], R], order: O, shelf: Shelf[R] | None) -> R:
    """The result that a shelf has, or else is given."""
    if shelf is None:
        return work(order)
    key = shelf.key(order)
    result = shelf.find(key)
    return shelf.keep(key, work(order)) if result is None else result


def _done(work: Callable[[O], R], orders: Sequence[O], workers: Workers) -> Generator[Done[R], None, None]:
    """What becomes of each order."""
    if workers.alone:
        yield from (_tried(work, number, order) for number, order in enumerate(orders))
    elif orders:
        yield from _by_ray(work, orders, workers)


def _tried(work: Callable[[O], R], number: int, order: O) -> Done[R]:
    try:
        return Done(number, work(order))
    except Exception as wrong:
        return Done(number, None, _line(wrong))


def _by_ray(work: Callable[[O], R], orders: Sequence[O], workers: Workers) -> Generator[Done[R], None, None]:
    ray = connected(workers)
    waiting: dict[Any, int] = {}
    try:
        task = ray.remote(num_cpus=1, memory=MEMORY, max_retries=TRIES)(work)
        waiting = {task.remote(order): number for number, order in enumerate(orders)}
        yield from results(ray, waiting)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
        ray.shutdown()


def results(ray: Any, waiting: dict[Any, int]) -> Iterator[Done[Any]]:
    """What becomes of Ray's references, each with its number, as they are done; those leave `waiting`."""
    while waiting:
        ready, _ = ray.wait(list(waiting), timeout=LOOK)
        for reference in ready:
            yield _result(ray, reference, waiting.pop(reference))


def _result(ray: Any, reference: Any, number: int) -> Done[R]:
    try:
        return Done(number, ray.get(reference))
    except ray.exceptions.RayTaskError as wrong:
        return Done(number, None, _line(wrong.cause))
    except ray.exceptions.WorkerCrashedError:
        return Done(number, None, f"its process was lost {TRIES + 1} times")
    except ray.exceptions.RayError as wrong:
        return Done(number, None, _line(wrong))


def connected(workers: Workers) -> Any:
    """Ray, connected to its cluster, or with processes of this machine. Raises `NoRay`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    try:
        import ray  # of the extra `scale`
    except ImportError as wrong:
        raise NoRay("several workers need Ray: pip install -e '.[scale]' in Tableside’s folder") from wrong
    # What its tasks declare is room of their own: the system's free memory is counted by others, too.
    room = {"num_cpus": workers.count, "_memory": workers.count * MEMORY, "object_store_memory": STORE}
    named = (
        {"address": workers.address} if workers.address else {"address": "local", "include_dashboard": False, **room}
    )
    if workers.address:
        _check_there(workers.address)
        _begun(ray, f"Ray’s cluster at {workers.address} does not answer", 1, named)
    else:
        _begun(ray, "Ray does not start here; try again when less runs beside, or leave --workers out", STARTS, named)
    return ray


def _check_there(address: str) -> None:
    """Whether anybody listens at an address: Ray itself asks for minutes. Raises `NoRay`."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdecimal():
        return  # a word of Ray's own, such as auto
    try:
        socket.create_connection((host, int(port)), CONNECTS).close()
    except OSError as wrong:
        raise NoRay(f"Ray’s cluster at {address} does not answer: {wrong}") from wrong


def _begun(ray: Any, said: str, starts: int, named: dict[str, Any]) -> None:
    """Start Ray, or find it. A node that is slow is an error of no class of its own. Raises `NoRay`."""
    for left in reversed(range(starts)):
        try:
            ray.init(log_to_driver=False, logging_level="error", **named)
        except Exception as wrong:
            ray.shutdown()  # what has started of it
            if not left:
                raise NoRay(f"{said}: {_line(wrong)}") from wrong
        else:
            return


def _line(wrong: BaseException) -> str:
    return (str(wrong).splitlines() or [type(wrong).__name__])[0]

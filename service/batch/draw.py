"""Scenes, stills and parts of films drawn as tasks of a cluster: each comes back as its files, and is written here.

The machines of the cluster need no folder in common. What a task draws are the bytes that a process here would write.
"""

from __future__ import annotations

import tempfile
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from datasets.scenes.errors import SceneError
from datasets.scenes.run import Outcome, write_whole
from service.batch.tasks import Workers, each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHARE: Final = 8
"""So many are drawn by one task at the most: those in a row share what is dear to draw."""
TRUTHS: Final = frozenset({".json", ".jsonl"})
"""Files that are written last: they say that the others are there."""
STOP: Final = "stop"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be drawn of an order of scenes, stills or a film, and what draws it."""

    order: Any
    start: Callable[..., None]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What became of each number, and the files by their places in the order's folder."""

    outcomes: tuple[tuple[int, str, str], ...]
    files: tuple[tuple[str, bytes], ...]


class Drawers:
    """Has numbers drawn by Ray's cluster at an address, as `datasets.scenes.run.Crew` has them drawn here."""

    def __init__(self, address: str, order: Any, workers: int, start: Callable[..., None]) -> None:
        self._order, self._start, self._workers = order, start, Workers(workers, address)

    def work(self, missing: list[int]) -> Iterator[Outcome]:
        """Have everything that is missing drawn, yielding an outcome each as it is known. Raises `SceneError`."""
        shares = [tuple(missing[n : n + SHARE]) for n in range(0, len(missing), SHARE)]
        orders = [Order(self._order, self._start, share) for share in shares]
        for done in each(drawn, orders, self._workers):
            if done.result is None:
                yield from (Outcome(number, "lost", done.wrong) for number in shares[done.number])
                continue
            for _, state, reason in done.result.outcomes:
                if state == STOP:
                    raise SceneError(reason)
            for name, data in done.result.files:
                write_whole(self._order.out / name, data)
            yield from (Outcome(*outcome) for outcome in done.result.outcomes)


class _Numbers:
    """A worker's end of a pipe that gives it numbers, and keeps what it answers."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._left: deque[int | None] = deque((*numbers, None))
        self.outcomes: list[tuple[int, str, str]] = []

    def recv(self) -> int | None:
        """The next number; None after the last."""
        return self._left.popleft()

    def send(self, answer: tuple[int, str, str]) -> None:
        """Keep an answer."""
        self.outcomes.append(answer)


def drawn(task: Order) -> Drawn:
    """Draw into a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="tableside-task-") as name:
        numbers, out = _Numbers(task.numbers), Path(name)
        for place in _places(task):
            (out / place).mkdir(parents=True, exist_ok=True)
        task.start(replace(task.order, out=out), numbers)
        files = sorted((file for file in out.rglob("*") if file.is_file()), key=lambda file: file.suffix in TRUTHS)
        return Drawn(tuple(numbers.outcomes), tuple((str(file.relative_to(out)), file.read_bytes()) for file in files))


def _places(task: Order) -> set[Path]:
    """The folders, within that of the order, that its files lie in."""
    order, number = task.order, task.numbers[0]
    files = order.part(number) if hasattr(order, "part") else order.paths(number)
    return {file.parent.relative_to(order.out) for file in files}

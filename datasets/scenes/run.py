"""Many scenes into a folder by several workers: resumable, every file whole, a broken worker loses one scene."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final, Protocol

from datasets.scenes.errors import SceneError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    Hiring = Callable[[Any, int, Callable[..., None]], "Works"]

SCHEMA: Final = "tableside/scenes@2"
"""Counts up when a seed gives other scenes than before, so that no folder holds scenes of two kinds."""
MANIFEST: Final = "scenes.json"
GROUP: Final = 40
"""So many scenes in a row share what is dear to draw, and go to one worker if they can."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to draw: `count` scenes of a game from a seed into a folder.

    `size` fixes the pictures' (width, height); `high` is a higher quality of shading, see `Studio`.
    """

    game: str
    count: int
    seed: int
    out: Path
    size: tuple[int, int] | None = None
    high: bool = False

    @property
    def manifest(self) -> dict[str, Any]:
        """What has to be the same for a run to be resumed; the count may grow."""
        document = {
            "schema": SCHEMA,
            "game": self.game,
            "seed": self.seed,
            "size": list(self.size) if self.size else None,
        }
        return document | ({"quality": "high"} if self.high else {})

    def paths(self, index: int) -> tuple[Path, Path]:
        """The picture and the truth of a scene."""
        return self.out / f"{index:06d}.jpg", self.out / f"{index:06d}.json"

    def done(self, index: int) -> bool:
        """Whether a scene has been finished; its truth is written last."""
        return all(path.exists() for path in self.paths(index))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A scene that was drawn, skipped because it was there, or lost with a reason."""

    index: int
    state: str
    reason: str = ""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all. Raises `SceneError`, which says what to do."""
    part = path.with_suffix(path.suffix + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise SceneError(
                f"The disk of {path.parent} is full; free some space and run the command again."
            ) from error
        raise SceneError(f"{path} cannot be written: {error.strerror or error}; choose another folder.") from error


def canonical(truth: dict[str, Any]) -> bytes:
    """A truth file's bytes: the same truth gives the same bytes."""
    return (json.dumps(truth, separators=(",", ":"), ensure_ascii=False) + "\n").encode()


def prepare(order: Any) -> None:
    """Make the folder and leave or check its manifest. Raises `SceneError`, and `OSError` of the disk."""
    path = order.out / MANIFEST
    try:
        order.out.mkdir(parents=True, exist_ok=True)
        if path.exists():
            known = json.loads(path.read_text())
            if known.get("schema") != order.manifest["schema"]:
                raise SceneError(f"{order.out} holds scenes that another version drew; choose another folder.")
            if known != order.manifest:
                was = f"{known.get('game')} with seed {known.get('seed')}"
                raise SceneError(f"{order.out} holds scenes of {was} and other settings; choose another folder.")
        else:
            write_whole(path, canonical(order.manifest))
    except ValueError as error:
        raise SceneError(f"{path} cannot be read: {error}; choose another folder.") from error


def render(
    order: Any, workers: int = 1, start: Callable[..., None] | None = None, crew: Hiring | None = None
) -> Iterator[Outcome]:
    """Draw what is missing, yielding an outcome a scene as it is known. Raises `SceneError` when nothing can go on.

    `start` is what a worker runs; for the orders of others, which have a `count`, a `manifest` and `done`. `crew` does
    the work where that are not processes of this machine.
    """
    prepare(order)
    missing = [index for index in range(order.count) if not order.done(index)]
    for index in sorted(set(range(order.count)) - set(missing)):
        yield Outcome(index, "there")
    if missing:
        yield from (crew or Crew)(order, max(1, min(workers, len(missing))), start or _worker).work(missing)


def draw_one(studio: Any, order: Order, index: int) -> None:
    """Draw and write one scene: the picture first, its truth last."""
    from datasets.scenes.draw import compose, photograph

    picture, truth, _ = photograph(studio, compose(order.game, order.seed, index, order.size))
    image, beside = order.paths(index)
    write_whole(image, picture)
    write_whole(beside, canonical(truth))


def _open(studio: Callable[[], Any]) -> Any:
    """A studio; whatever keeps it from being opened keeps every worker from drawing. Raises `SceneError`."""
    try:
        return studio()
    except SceneError:
        raise
    except Exception as error:
        raise SceneError(f"OpenGL of this machine cannot draw scenes: {type(error).__name__}: {error}") from error


def _worker(order: Order, pipe: Connection) -> None:
    """A process that draws the scenes it is sent."""

    def opened() -> Callable[[int], None]:
        from datasets.optics.studio import Studio

        studio = _open(lambda: Studio(order.high))
        return lambda index: draw_one(studio, order, index)

    answer(pipe, opened)


def answer(pipe: Connection, opened: Callable[[], Callable[[int], None]]) -> None:
    """What a worker does: draw each number that it is sent, and answer with it, or with what went wrong.

    `opened` makes, within the worker, what draws one; a `SceneError` stops all of them.
    """
    os.environ.setdefault("LP_NUM_THREADS", "1")
    try:
        import cv2

        cv2.setNumThreads(1)
        draw = opened()
        while (number := pipe.recv()) is not None:
            try:
                draw(number)
                pipe.send((number, "drawn", ""))
            except SceneError:
                raise
            except Exception as error:  # whatever breaks one must not break the others
                pipe.send((number, "lost", f"{type(error).__name__}: {error}"))
    except SceneError as error:
        pipe.send((-1, "stop", str(error)))
    except (EOFError, KeyboardInterrupt):
        return


class _Queue:
    """What is still to be drawn, by groups; a worker stays with its group, then takes from the fullest."""

    def __init__(self, missing: list[int]) -> None:
        self._groups: dict[int, list[int]] = {}
        for index in reversed(missing):
            self._groups.setdefault(index // GROUP, []).append(index)
        self._begun: set[int] = set()

    def take(self, last: int | None) -> int | None:
        """The scene to draw after `last`, or None when all are given out."""
        if not self._groups:
            return None
        group = -1 if last is None else last // GROUP
        if group not in self._groups:
            fresh = {key: left for key, left in self._groups.items() if key not in self._begun}
            choices = fresh or self._groups
            group = max(choices, key=lambda key: (len(choices[key]), -key))
            self._begun.add(group)
        index = self._groups[group].pop()
        if not self._groups[group]:
            del self._groups[group]
        return index


class Works(Protocol):
    """What has scenes drawn."""

    def work(self, missing: list[int]) -> Iterator[Outcome]:
        """Have everything that is missing drawn, yielding an outcome each as it is known."""


class Crew:
    """Workers, each a process with one scene in hand; `start` is what they run, given the order and a pipe."""

    def __init__(self, order: Any, workers: int, start: Callable[..., None] = _worker) -> None:
        self._order, self._size, self._start = order, workers, start
        self._context = multiprocessing.get_context("spawn")
        self._hands: dict[Connection, tuple[BaseProcess, int]] = {}

    def work(self, missing: list[int]) -> Iterator[Outcome]:
        """Have everything that is missing drawn, yielding an outcome each as it is known."""
        queue = _Queue(missing)
        try:
            for _ in range(self._size):
                if (index := queue.take(None)) is not None:
                    self._hire(index)
            while self._hands:
                for pipe in wait(list(self._hands)):
                    yield self._hear(pipe, queue)  # type: ignore[arg-type]
        finally:
            self._dismiss()

    def _hire(self, index: int) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=self._start, args=(self._order, theirs), daemon=True)
        process.start()
        theirs.close()
        ours.send(index)
        self._hands[ours] = (process, index)

    def _hear(self, pipe: Connection, queue: _Queue) -> Outcome:
        process, index = self._hands[pipe]
        following = queue.take(index)
        try:
            done, state, reason = pipe.recv()
        except EOFError:
            process.join()
            del self._hands[pipe]
            if following is not None:
                self._hire(following)
            return Outcome(index, "lost", f"its worker ended with code {process.exitcode}")
        if state == "stop":
            raise SceneError(reason)
        pipe.send(following)
        if following is not None:
            self._hands[pipe] = (process, following)
        else:
            process.join()
            del self._hands[pipe]
        return Outcome(done, state, reason)

    def _dismiss(self) -> None:
        for process, _ in self._hands.values():
            process.terminate()
        for process, _ in self._hands.values():
            process.join()
        self._hands.clear()

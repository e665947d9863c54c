"""The process that looks through the camera: it may block or die, and the table goes on without it.

`python -m service.capture.child` reads the JSON of an `Order` from the first line of standard input. Others on the
machine can read a command's words, and an address may hold a password. Frames go into the slot, words to standard
output. Those are a JSON object a line: `{"word", "detail"}` with the words of `Word`.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sys
import threading
import time
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.said import Said, begun, forms, parts_of
from service.capture.frame_size import unfit
from service.capture.look import is_black
from service.capture.slot import Slot
from service.capture.source import UNPLAYABLE, Source
from service.memory import bounded
from vision.header import refused
from vision.settings import FRAME_LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    import cv2
    from numpy.typing import NDArray


class Word(StrEnum):
    """What the process says of its source."""

    OPENED = "opened"  # frames follow
    NOTE = "note"  # something was left out; it goes on
    ENDED = "ended"  # the last frame was shown
    LOST = "lost"  # no frames now; they may come again
    FAILED = "failed"  # no frames ever, unless a person mends it


@dataclass(frozen=True, slots=True)
class Order:
    """What the process is to do; times in seconds."""

    source: Source
    slot: str
    """The name of the slot."""
    max_pixels: int
    loop: bool = False
    picture_time: float = 3.0
    picture_rate: float = 10.0
    width: int = 1280
    height: int = 720
    open_timeout: float = 8.0
    read_timeout: float = 1.8
    frozen: float = 2.5

    def to_json(self) -> str:
        """The order as one line of text."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> Order:
        """The order of such a line."""
        given = json.loads(text)
        source = Source(**given.pop("source"))
        return cls(source=Source(source.kind, source.name, tuple(source.pictures)), **given)


USUAL_RATE: Final = 25.0
"""Frames a second of a video that does not say."""

BLACK_PATIENCE: Final = 8.0
"""So many times as long a camera may give the same frame if it is black: it is more likely covered than frozen."""

MEMORY: Final = 768.0
"""MiB that a camera's process may take beside what it takes when it starts."""

REST: Final = 0.05
"""The longest sleep between signs of life, s."""

PARTING: Final = 1.0
"""How long this process may take to end by itself once nobody looks for it any more, s."""

_left: Final = threading.Event()

SHORT: Final = 0.004
"""How often a recording that waits looks whether its last frame was taken, s."""


class Stopped(Exception):  # noqa: N818 - it ends the work, and is no error
    """There is no more to do; `word` and `detail` say why."""

    def __init__(self, word: Word, detail: str) -> None:
        super().__init__(detail)
        self.word = word


def say(word: Word, detail: str) -> None:
    """One line for the watcher."""
    print(json.dumps({"word": word, "detail": detail, **forms(detail=detail)}), flush=True)


def main(order: Order) -> None:
    """Show the source in the slot until it ends; the last word says why."""
    slot = Slot(order.slot, order.max_pixels)
    slot.beat()
    show = {"camera": _show_camera, "address": _show_address, "video": _show_video, "pictures": _show_pictures}
    try:
        with bounded(MEMORY):
            show[order.source.kind](order, slot)
    except Stopped as stopped:
        say(stopped.word, str(stopped))
    except MemoryError:
        form = "{source} needs more memory than it may: give one of smaller frames."
        say(Word.FAILED, Said(form, source=begun(str(order.source))))


def _found() -> dict[int, str]:
    """The cameras of this machine: what their makers call them, by their numbers."""
    from service.capture.cameras import cameras

    return {each.number: each.name for each in cameras()}


def _devices(folder: Path) -> dict[int, str]:
    """The numbers of the video devices in a folder, for a system that lists no cameras."""
    numbers = (each.name.removeprefix("video") for each in folder.glob("video[0-9]*"))
    return {int(number): "" for number in sorted(numbers) if number.isdecimal()}


def _no_camera(number: int, found: Mapping[int, str]) -> Said:
    """That a camera is not there, and which ones are: else its number is guessed at again and again."""
    if not found:
        form = "There is no camera {number}, and no other one was found: plug one in, or use a phone as the camera."
        return Said(form, number=number)
    others = tuple(
        Said("camera {number} ({name})", number=each, name=name) if name else Said("camera {number}", number=each)
        for each, name in sorted(found.items())
    )
    form = "There is no camera {number}: plug it in, or choose another one: {which}."
    return Said(form, number=number, which=others)


def _show_camera(order: Order, slot: Slot) -> None:
    import cv2

    from service.capture.cameras import backend

    number = int(order.source.name)
    device = Path(f"/dev/video{number}")
    if sys.platform == "linux" and not device.exists():
        raise Stopped(Word.LOST, _no_camera(number, _found() or _devices(device.parent)))
    camera = cv2.VideoCapture(number, backend())
    if not camera.isOpened():
        found = {} if sys.platform == "linux" else _found()
        if found and number not in found:
            raise Stopped(Word.LOST, _no_camera(number, found))
        raise Stopped(
            Word.LOST,
            Said(
                "Camera {number} cannot be opened: close the program that uses it, "
                "or allow this one to use the camera.",
                number=number,
            ),
        )
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, order.width)
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, order.height)
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    _follow(order, slot, camera, begun(str(order.source)), frozen=order.frozen)


def _show_address(order: Order, slot: Slot) -> None:
    import cv2

    opening, reading = round(1000 * order.open_timeout), round(1000 * order.read_timeout)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, opening, cv2.CAP_PROP_READ_TIMEOUT_MSEC, reading]
    camera = cv2.VideoCapture(order.source.name, cv2.CAP_FFMPEG, limits)
    if not camera.isOpened():
        raise Stopped(
            Word.LOST,
            Said("{source} gives no video: check the address, and that the camera is on.", source=order.source),
        )
    _follow(order, slot, camera, str(order.source), frozen=None)


class Frost:
    """Tells a camera that gives one frame for ever: a real sensor's noise never gives two equal frames for long.

    A camera that is covered may well give one black picture for ever. Not to be frozen it is given longer.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._last = b""
        self._changed = 0.0

    def bites(self, frame: NDArray[np.uint8], time_s: float) -> bool:
        """Whether `frame` (H, W, 3), taken at `time_s`, has been the same for too long."""
        sample = frame[::8, ::8]
        seen = sample.tobytes()
        if seen != self._last:
            self._last, self._changed = seen, time_s
            return False
        return time_s - self._changed > self._limit * (BLACK_PATIENCE if is_black(sample) else 1.0)


def _follow(order: Order, slot: Slot, camera: cv2.VideoCapture, name: str, frozen: float | None) -> None:
    """Every frame of a live camera as it comes."""
    frost = None if frozen is None else Frost(frozen)
    opened = False
    while _alive(order):
        slot.beat()
        asked = time.monotonic()
        there, frame = camera.read()
        now = time.monotonic()
        # A decoder that has waited in vain still hands out frames that it held back.
        if not there or frame is None or now - asked >= order.read_timeout:
            raise Stopped(
                Word.LOST, Said("{source} gives no more frames: check its cable or its network.", source=name)
            )
        if not opened:
            if line := refused(frame.shape[1], frame.shape[0], FRAME_LIMITS):
                raise Stopped(Word.LOST, Said("{source} shows {line}.", source=name, line=line))
            opened = True
            say(Word.OPENED, Said("{source}, {pixels}", source=name, pixels=f"{frame.shape[1]}×{frame.shape[0]}"))
        if frost is not None and frost.bites(np.asarray(frame, np.uint8), now):
            form = "{source} shows the same frame again and again: unplug it and plug it in."
            raise Stopped(Word.LOST, Said(form, source=name))
        slot.put(fitting(frame, order.max_pixels), now)


class Projector:
    """Shows the frames of a recording: each once the one before was taken, and no faster than it was filmed.

    A busy computer plays it slower. What is seen of it, and when by its own time, is the same on any.
    """

    def __init__(self, order: Order, slot: Slot, rate: float) -> None:
        self._order, self._slot, self._rate = order, slot, rate
        self._last = -math.inf
        self.shown = 0

    def show(self, frame: NDArray[np.uint8]) -> None:
        """Show the next frame (H, W, 3)."""
        due = self._last + 1 / self._rate
        while _alive(self._order) and ((left := due - time.monotonic()) > 0 or not self._slot.taken):
            self._slot.beat()
            time.sleep(min(left, REST) if left > 0 else SHORT)
        self._last = time.monotonic()
        self._slot.put(frame, self.shown / self._rate)
        self.shown += 1


def _show_video(order: Order, slot: Slot) -> None:
    import cv2

    projector: Projector | None = None
    while True:
        video = cv2.VideoCapture(order.source.name)
        if line := unfit(video):
            raise Stopped(Word.FAILED, Said("{source} has {line}.", source=begun(str(order.source)), line=line))
        rate = video.get(cv2.CAP_PROP_FPS) or USUAL_RATE
        there, frame = video.read()
        if not there or frame is None:
            raise Stopped(Word.FAILED, Said("{line}.", line=Said(UNPLAYABLE, source=begun(str(order.source)))))
        if projector is None:
            projector = Projector(order, slot, rate)
            pixels, form = f"{frame.shape[1]}×{frame.shape[0]}", "{source}, {pixels}, {rate} frames/s"
            say(Word.OPENED, Said(form, source=order.source, pixels=pixels, rate=f"{rate:.3g}"))
        while there and frame is not None:
            projector.show(fitting(frame, order.max_pixels))
            there, frame = video.read()
        if not order.loop:
            form = "{source} has ended after {many} frames."
            raise Stopped(Word.ENDED, Said(form, source=order.source, many=projector.shown))


def _show_pictures(order: Order, slot: Slot) -> None:
    from vision.photo import PhotoError, load

    pictures = list(order.source.pictures)
    projector = Projector(order, slot, order.picture_rate)
    while pictures:
        for path in tuple(pictures):
            try:
                frame = fitting(load(path).pixels, order.max_pixels)
            except PhotoError as wrong:
                say(Word.NOTE, f"{path} is left out: {wrong}")
                pictures.remove(path)
                continue
            if not projector.shown:
                counted, each = _counted(order.source, len(pictures)), f"{order.picture_time:g}"
                say(Word.OPENED, Said("{source}, {many} s each", source=counted, many=each))
            for _ in range(max(round(order.picture_time * order.picture_rate), 1)):
                projector.show(frame)
        if pictures and not order.loop:
            raise Stopped(Word.ENDED, Said("All shown: {source}.", source=_counted(order.source, len(pictures))))
    form = "{source}: no picture there can be read; put others there."
    raise Stopped(Word.FAILED, Said(form, source=begun(str(order.source))))


def _counted(source: Source, count: int) -> str:
    """How many pictures from where: `6 pictures in demo`, `1 picture in demo`."""
    name = str(source)
    if source.kind != "pictures" or source.pictures == (source.name,):
        return name
    return Said("1 picture in {file}" if count == 1 else "{many} pictures in {file}", many=count, **parts_of(name))


def _alive(_order: Order) -> bool:
    """True, as long as there is somebody to look for; else this process ends."""
    if _left.is_set():
        raise SystemExit(0)
    return True


def ordered() -> Order:
    """The order that this process was started with."""
    return Order.from_json(sys.stdin.buffer.readline())


def watch_parent() -> None:
    """End this process with the one that started it: that holds the other end of standard input, and writes no more."""

    def wait() -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdin.buffer.read()
        _left.set()
        time.sleep(PARTING)
        os._exit(0)  # a camera's driver may hold the other threads

    threading.Thread(target=wait, name="parent", daemon=True).start()


def fitting(frame: Any, max_pixels: int) -> NDArray[np.uint8]:
    """A frame with at most so many pixels, BGR."""
    import cv2

    if frame.ndim == 2:
        frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
    height, width = frame.shape[:2]
    if height * width > max_pixels:
        scale = (max_pixels / (height * width)) ** 0.5
        size = max(1, int(width * scale)), max(1, int(height * scale))
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(frame, dtype=np.uint8)


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)  # sent to all at once, it is for the watcher, who ends this process
    order = ordered()
    watch_parent()
    main(order)

"""Frames from a camera that may block, go away or come back, without ever holding up the table.

The camera is opened in a process of its own, which gives signs of life. When they stop, or when the camera is missing,
busy, unplugged or frozen, the process is ended and started again after a while. Files are not tried twice. A black
picture and one that comes too seldom are said, and go on: starting again would not help. A phone sends its frames by
itself; nothing is opened for it. A recording waits for whoever takes its frames: none is left out, on any computer.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.said import Said, begun, line_of
from service.capture.child import Order, Word
from service.capture.look import Look, LookSettings
from service.capture.slot import Frame, Slot
from service.following.tables import Health

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from service.capture.source import Source
    from service.phone.inbox import Inbox

__all__ = ["Capture", "CaptureSettings", "Frame"]

SILENT: Final = "The phone sends no picture: unlock it, and keep its page open."
STOPPED: Final = "The phone stopped its camera: start it again on the phone."


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """Times in seconds."""

    loop: bool = False
    """Begin again when a video or a folder ends."""
    picture_time: float = 3.0
    """How long each picture of a folder is shown."""
    picture_rate: float = 10.0
    """Frames a second of a picture that is shown."""
    width: int = 1280
    height: int = 720
    """What a camera is asked for; it gives what it can."""
    max_pixels: int = 1920 * 1080
    """A larger frame is made smaller."""
    open_timeout: float = 8.0
    """How long an address may take to answer."""
    read_timeout: float = 1.8
    """How long it may take between two frames."""
    frozen: float = 2.5
    """How long a camera may give the same frame."""
    lost: float = 2.3
    """How long the camera's process may give no sign of life while it shows frames."""
    stuck: float = 20.0
    """The same of a file, which only waits for a busy computer."""
    start: float = 15.0
    """How long it may take to start and to open the camera at first, and as long again with each try."""
    silent: float = 2.5
    """How long a phone may send nothing."""
    look: LookSettings = field(default_factory=LookSettings)
    """When a picture is black, or frames come too seldom."""
    retries: tuple[float, ...] = (1.0, 2.0, 4.0, 8.0, 15.0)
    """The waits before a camera is tried again; the last one is repeated."""
    command: tuple[str, ...] = (sys.executable, "-m", "service.capture.child")
    """The camera's process."""


POLL: Final = 0.004
"""How often a waiting watcher looks for a new frame, s."""

NAP: Final = 0.5
"""The longest time between two looks at the camera's process, s; a longer one was a sleep or a standstill."""

TRIES: Final = 4
"""How often a file is tried whose process does not even start: that tells of a busy computer, not of the file."""

END: Final = 0.5
"""How long a killed process may take to go, s."""

QUIET: Final = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""The camera's process says what is wrong in its own words; the libraries' would only hide them."""

_LINGERING: Final[list[subprocess.Popen[bytes]]] = []
"""Killed processes that have not gone yet, kept so that Python does not complain of them."""


class _Silence:
    """How long a process gave no sign of life while somebody watched: a computer that slept is nobody's silence."""

    def __init__(self) -> None:
        self._beat = -math.inf
        self._watched = -math.inf
        self._length = 0.0

    def lasts(self, beat: float, now: float) -> float:
        """The silence since the last sign of life, s; of what nobody watched `NAP` s count at most."""
        passed = min(now - self._watched, NAP)
        self._length = 0.0 if beat > self._beat else self._length + passed
        self._beat, self._watched = max(beat, self._beat), now
        return self._length


class Capture:
    """The newest frame of a camera or the next one of a recording, and how the source does."""

    def __init__(self, source: Source, settings: CaptureSettings | None = None) -> None:
        self.source = source
        self.settings = settings or CaptureSettings()
        self.health = Health("waiting", Said("Opening {source} …", source=source))
        self._fine = self.health
        self._look: Look | None = None
        self.notes: list[str] = []
        """Lines to pass on; whoever reads them takes them away."""
        self.seen = 0
        self.starts = 0
        """How often the camera's process was started."""
        self._dropped = 0
        self._slot = Slot.make(self.settings.max_pixels)
        self._process: subprocess.Popen[bytes] | None = None
        self._words: _Words | None = None
        self._since = 0.0
        self._silence = _Silence()
        self._next_start = 0.0
        self._failures = 0
        if source.inbox is not None:
            source.inbox.attach(self._slot)

    def __enter__(self) -> Capture:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def dropped(self) -> int:
        """A camera's frames that were overtaken by a newer one before anybody took them."""
        return self._dropped

    @property
    def over(self) -> bool:
        """Whether no frame will come any more: the file has ended, or cannot be used."""
        return self.health.state in ("ended", "failed")

    @property
    def process(self) -> int | None:
        """The id of the camera's process, None while there is none."""
        return None if self._process is None else self._process.pid

    def next(self, timeout: float) -> Frame | None:
        """The newest frame, as soon as there is one that was not taken; None after `timeout` s or when all is over."""
        until = time.monotonic() + timeout
        last = self.seen + self._dropped
        while True:
            self._supervise()
            frame = self._slot.take()
            if frame is not None:
                self._dropped += frame.number - last - 1
                self.seen += 1
                self._failures = 0
                if self._look is not None:
                    self._look.see(frame)
                return frame
            if self.over or time.monotonic() >= until:
                return None
            time.sleep(POLL)

    def close(self) -> None:
        """End the camera's process, whatever it does."""
        self._stop()
        if self.source.inbox is not None:
            self.source.inbox.attach(None)
        self._slot.close()

    def _supervise(self) -> None:
        now = time.monotonic()
        if self.source.inbox is not None:
            self._await(self.source.inbox, now)
            return
        if self._process is None:
            if not self.over and now >= self._next_start:
                self._start(now)
            return
        ended = self._process.poll() is not None
        self._listen()
        if self._process is None or self.over:
            return
        if ended:
            self._retry("The camera’s process has ended unexpectedly.")
        elif self._look is not None or self.health.state == "ok":
            if self._silence.lasts(self._slot.last_beat, now) > self._patience:
                form = "{source} hangs: close other programs and try again."
                if self.source.live:
                    form = "{source} hangs: check its cable or its network."
                self._retry(Said(form, source=begun(str(self.source))))
            else:
                self._judge()
        elif now - self._since > self.settings.start * (tried := min(self._failures + 1, TRIES)):
            form = "{source} does not open: check it, or whether the computer is too busy."
            self._retry(Said(form, source=begun(str(self.source))), again=tried < TRIES)

    @property
    def _patience(self) -> float:
        """How long the process may give no sign of life, s."""
        return self.settings.lost if self.source.live else self.settings.stuck

    def _judge(self) -> None:
        """Say what is wrong with a live camera's frames, and when it is no more."""
        wrong = None if self._look is None else self._look.wrong()
        self.health = self._fine if wrong is None else Health(*wrong)

    def _await(self, inbox: Inbox, now: float) -> None:
        """How a phone does, which nobody can start again from here."""
        inbox.tick(now)
        if inbox.last is None:
            self.health = Health("waiting", inbox.invitation)
        elif inbox.stopped or now - inbox.last > self.settings.silent:
            self._look = None
            self.health = Health("retrying", STOPPED if inbox.stopped else SILENT)
        elif self._look is None:
            self._look = Look(self.settings.look)
            self._fine = self.health = Health("ok", str(self.source))
        else:
            self._judge()

    def _start(self, now: float) -> None:
        settings = self.settings
        order = Order(
            source=self.source,
            slot=self._slot.name,
            max_pixels=settings.max_pixels,
            loop=settings.loop,
            picture_time=settings.picture_time,
            picture_rate=settings.picture_rate,
            width=settings.width,
            height=settings.height,
            open_timeout=settings.open_timeout,
            read_timeout=settings.read_timeout,
            frozen=settings.frozen,
        )
        self._since, self._silence = now, _Silence()
        self.starts += 1
        self._process = subprocess.Popen(
            settings.command,
            stdin=subprocess.PIPE,  # the order, and no more: the process ends when this end is gone
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | QUIET,
        )
        self._words = _Words(self._process, order)

    def _listen(self) -> None:
        """Take the words that the process has said."""
        assert self._words is not None
        for line in self._words.said():
            try:
                told = json.loads(line)
                word, detail = Word(told["word"]), str(line_of(told, "detail"))
            except (ValueError, KeyError, TypeError, AttributeError):
                continue  # a library's own print
            self._hear(word, detail)

    def _hear(self, word: Word, detail: str) -> None:
        if word is Word.OPENED:
            self._fine = self.health = Health("ok", detail)
            self._look = Look(self.settings.look) if self.source.live else None
        elif word is Word.NOTE:
            self.notes.append(detail)
        elif word is Word.LOST:
            self._retry(detail)
        else:
            self.health = Health("ended" if word is Word.ENDED else "failed", detail)
            self._stop()

    def _retry(self, why: str, *, again: bool = False) -> None:
        """End the process and start it again after a while; a file is not tried again, unless it should be."""
        self._stop()
        if not self.source.live and not again:
            self.health = Health("failed", why)
            return
        wait = self.settings.retries[min(self._failures, len(self.settings.retries) - 1)]
        self._failures += 1
        self._next_start = time.monotonic() + wait
        self.health = Health("retrying", Said("{line} Trying again.", line=why))

    def _stop(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        words, self._words = self._words, None
        self._look = None
        process.kill()
        if process.stdin is not None:
            with contextlib.suppress(OSError):  # what it did not read of its order
                process.stdin.close()
        try:
            process.wait(END)
        except subprocess.TimeoutExpired:  # a driver may hold it in the kernel; it goes when that lets go
            _LINGERING.append(process)
            return
        if words is not None:
            words.close()


class _Words(threading.Thread):
    """Tells a process its order, and reads what it says, line by line, so that nobody waits for it."""

    def __init__(self, process: subprocess.Popen[bytes], order: Order) -> None:
        super().__init__(name="words", daemon=True)
        self._process, self._order = process, order
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.start()

    def run(self) -> None:
        """Until the process has ended; the pipe is closed by whoever reads it, however late that is."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended already, or was told to
            self._process.stdin.write(self._order.to_json().encode() + b"\n")
            self._process.stdin.flush()
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)

    def said(self) -> Iterator[bytes]:
        """The lines since the last time; all of them where the process has ended."""
        if self._process.poll() is not None:
            self.join(END)
        while True:
            try:
                yield self._lines.get_nowait()
            except queue.Empty:
                return

    def close(self) -> None:
        """Once the process has ended."""
        self.join(END)

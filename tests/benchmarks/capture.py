"""How frames come in, and how soon it is noticed that they do not: `capture.py [FILMS] [--pulls N] [--json]`.

FILMS are folders of rendered films; without one, the film of the demo is taken. All frames are 1280×720.

- processor: what capture, gate and plane each cost a frame, in ms of processor time, and the frames a second that one
  core could do with that; the other process, which decodes the film, is not in it;
- played: frames a second at which a film of 30 frames a second is played with gate and plane at work;
- pulled: a camera on the network that is switched off and on again N times, and one whose process is killed: how often
  it came back, how soon it was noticed, how soon frames came again after it was back;
- black, blocked, slow, hung: from the first such frame to the health or the gate that says so;
- bumped: films that are pushed by some pixels, degrees and percent at known moments, while the game goes on. It tells
  whether that was noticed and found again, and how far the motion that was found is from the true one. `moves_told` are
  those of films as they are, in which bumps of the table let the pieces slip.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.capture.capture import Capture, CaptureSettings
from service.capture.source import find_source
from service.following.watcher import overall
from tests.benchmarks.network import NetworkCamera, free_port
from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from vision.geometry import through
from vision.scene.gate import Gate
from vision.scene.plane.watch import PlaneWatch
from vision.scene.quality import small

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from vision.scene.plane.watch import PlaneState

    Picture = NDArray[np.uint8]
    Floats = NDArray[np.float64]

DEMO: Final = Path(__file__).resolve().parents[2] / "datasets" / "demo" / "films" / "stackernoos"
RATE: Final = 30.0
COUNTED: Final = 600
"""Frames of each film whose cost is counted."""
PULLS: Final = 20
BUMPS: Final = 10
"""Pushes of each film."""
AWAY: Final = 0.3
"""How long a camera is off after that was noticed, s."""
HUNG: Final = 9.0
"""How long a camera hangs, s."""
LIMIT: Final = 60.0
"""How long anything is waited for, s."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="*", default=[DEMO], help="folders of rendered films")
    parser.add_argument("--pulls", type=int, default=PULLS, help="how often a camera is pulled")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    results = [*processor(given.films), played(given.films[0])]
    results += pulled(given.pulls) + killed(given.pulls) + troubles() + bumped(given.films)
    about = machine(("opencv-python", "numpy"))
    print(as_json("capture", about, results) if given.json else as_table("capture", about, results))
    return 0


# Cost


def processor(films: Sequence[Path]) -> list[Result]:
    """Ms of processor time a frame, by stage."""
    spent = {"gate": 0.0, "plane": 0.0}
    count = alarms = lost = 0
    for film in films:
        gate, plane = Gate(), PlaneWatch()
        for n, frame in enumerate(_frames(film)):
            began = time.process_time()
            gate.step(small(frame), n / RATE)
            between = time.process_time()
            state = plane.step(frame, n / RATE)
            spent["gate"] += between - began
            spent["plane"] += time.process_time() - between
            count += 1
            lost += state.state == "lost"
        alarms += state.moves
    cost = 1000 * sum(spent.values()) / count
    return [
        *(Result(f"{name}_processor", 1000 * each / count, "ms/frame", count) for name, each in spent.items()),
        Result("gate_and_plane", 1000 / cost, "frames/s of one core", count),
        Result("moves_told", alarms / len(films), "a film", len(films)),
        share("frames_lost", lost, count),
    ]


def played(film: Path) -> Result:
    """How fast a film is played, which waits for those who take its frames."""
    gate, plane = Gate(), PlaneWatch()
    with Capture(find_source(str(film / "film.mp4"))) as capture:
        began, cost = 0.0, 0.0
        while not capture.over and (not began or time.monotonic() - began < COUNTED / RATE):
            frame = capture.next(0.1)
            if frame is None:
                continue
            began = began or time.monotonic()
            started = time.process_time()
            gate.step(small(frame.pixels), frame.time)
            plane.step(frame.pixels, frame.time)
            cost += time.process_time() - started
        seconds = time.monotonic() - began
        return Result("played", capture.seen / seconds, "frames/s", capture.seen)


# Cameras that go away


class _Switch:
    """A camera on the network that can be switched off and on."""

    def __init__(self) -> None:
        self._port, self._frames = free_port(), list(_frames(DEMO, 40))
        self.address = f"http://127.0.0.1:{self._port}/video"
        self.on()

    def on(self) -> None:
        """Switch it on."""
        self._network = NetworkCamera(self._port, lambda number: self._frames[number % len(self._frames)])

    def off(self) -> None:
        """Switch it off."""
        self._network.off()


def pulled(times: int) -> list[Result]:
    """A camera that is switched off and on again."""
    switch = _Switch()

    def on() -> None:
        time.sleep(AWAY)
        switch.on()

    return _away("pulled", times, switch, lambda _capture: switch.off(), on)


def killed(times: int) -> list[Result]:
    """A camera whose process dies."""

    def kill(capture: Capture) -> None:
        assert capture.process is not None
        os.kill(capture.process, signal.SIGKILL)

    return _away("killed", times, _Switch(), kill, lambda: None)


def _away(
    name: str, times: int, switch: _Switch, lose: Callable[[Capture], None], mend: Callable[[], None]
) -> list[Result]:
    """How often a camera that is lost, again and again, comes back, and how soon."""
    noticed, back = [], []
    with Capture(find_source(switch.address), _quick()) as capture:
        _until(capture, lambda: capture.seen > 0)
        for _ in range(times):
            lose(capture)
            noticed.append(_until(capture, lambda: capture.health.state == "retrying"))
            mend()
            back.append(_until(capture, _another(capture)))
        came = sum(each is not None for each in back)
    switch.off()
    return [share(f"{name}_came_back", came, times), *_times(name, noticed, back)]


def _times(name: str, noticed: Sequence[float | None], back: Sequence[float | None]) -> list[Result]:
    return [
        median(f"{name}_noticed", sorted(each for each in noticed if each is not None), "s"),
        Result(f"{name}_noticed_worst", max((each or LIMIT for each in noticed), default=None), "s", len(noticed)),
        median(f"{name}_back", sorted(each for each in back if each is not None), "s"),
    ]


# Cameras that show nothing


def troubles() -> list[Result]:
    """From the first bad frame to the word for it."""
    frames = list(_frames(DEMO, 40))
    black = np.zeros_like(frames[0])
    finger = np.asarray(cv2.GaussianBlur(np.full_like(frames[0], (70, 90, 150)), (0, 0), 3), np.uint8)
    cases: dict[str, tuple[Callable[[int], Picture | None], float]] = {
        "black": (lambda _number: black, 0.05),
        "blocked": (lambda _number: finger, 0.05),
        "slow": (lambda number: frames[number % len(frames)], 0.9),
        "retrying": (_hanging, 0.05),
    }
    return [_trouble(state, frames, *case) for state, case in cases.items()]


def _hanging(_number: int) -> Picture | None:
    time.sleep(HUNG)
    return None


def _trouble(state: str, frames: Sequence[Picture], bad: Callable[[int], Picture | None], pause: float) -> Result:
    """How long it takes until the health has a state, s."""
    network = NetworkCamera(free_port(), lambda number: frames[0])
    gate, told = Gate(), None
    with Capture(find_source(network.address), _quick()) as capture:

        def step() -> str:
            nonlocal told
            frame = capture.next(0.02)
            if frame is not None:
                told = gate.step(small(frame.pixels), frame.time)
            return overall(capture.health, told, behind=False).state

        until = time.monotonic() + 4.0
        while time.monotonic() < until or told is None or told.state != "still":
            step()
        network.show, network.pause = bad, pause
        began = time.monotonic()
        while step() != state and time.monotonic() - began < LIMIT:
            pass
        seconds = time.monotonic() - began
    network.off()
    return Result(f"{'hung' if state == 'retrying' else state}_noticed", seconds, "s", 1)


# Cameras that are bumped


def bumped(films: Sequence[Path]) -> list[Result]:
    """Pushes of known size while the game goes on: noticed, found again, and by how much the motion found is off."""
    noticed, found, off = [], [], []
    rng = np.random.default_rng(7)
    for film in films:
        for place in range(BUMPS):
            push = _push(rng, (720, 1280))
            states = list(_pushed(film, (place + 0.5) / BUMPS, push))
            late = [time_s for time_s, state in states if time_s >= 0 and state.state != "known"]
            noticed.append(late[0] if late else None)
            jumps = [state.jump for _, state in states if state.jump is not None]
            found.append(states[-1][1].state == "known" and len(jumps) == 1)
            if found[-1]:
                grid = np.array([[x, y] for x in range(100, 1280, 200) for y in range(60, 720, 150)], float)
                off.append(float(np.linalg.norm(through(jumps[0], grid) - through(push, grid), axis=1).mean()))
    count = len(noticed)
    return [
        share("bumps_noticed_within_1_s", sum(each is not None and each <= 1.0 for each in noticed), count),
        median("bumps_noticed", [each for each in noticed if each is not None], "s"),
        share("bumps_found_again_within_3_s", sum(found), count),
        median("bumps_off", off, "px"),
        Result("bumps_off_worst", max(off, default=None), "px", len(off)),
    ]


def _pushed(film: Path, part: float, push: Floats) -> Iterator[tuple[float, PlaneState]]:
    """The plane's states from 1.5 s before a push, at that part of a film, to 3 s after it; times are from the push."""
    video = cv2.VideoCapture(str(film / "film.mp4"))
    at = int(part * video.get(cv2.CAP_PROP_FRAME_COUNT))
    before, after = int(1.5 * RATE), int(3.0 * RATE)
    video.set(cv2.CAP_PROP_POS_FRAMES, max(0, at - before))
    watch = PlaneWatch()
    for n in range(-before, after):
        there, frame = video.read()
        if not there:
            break
        if n >= 0:
            frame = cv2.warpPerspective(frame, push, frame.shape[1::-1], borderMode=cv2.BORDER_REFLECT)
        yield n / RATE, watch.step(np.asarray(frame, np.uint8), n / RATE)
    video.release()


def _push(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """A push of a camera: up to some hundred px, some degrees, some percent, and a little of the horizon."""
    middle = np.array([[1, 0, shape[1] / 2], [0, 1, shape[0] / 2], [0, 0, 1.0]])
    turn, scale = np.radians(rng.normal(0, 4)), 1 + rng.normal(0, 0.03)
    x, y = rng.normal(0, 40, 2)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    model = np.array([[cos, -sin, x], [sin, cos, y], [*rng.normal(0, 1e-5, 2), 1.0]])
    return np.asarray(middle @ model @ np.linalg.inv(middle), np.float64)


# Helpers


def _frames(film: Path, count: int = COUNTED) -> Iterator[Picture]:
    """The first frames of a film."""
    video = cv2.VideoCapture(str(film / "film.mp4"))
    for _ in range(count):
        there, frame = video.read()
        if not there:
            break
        yield np.asarray(frame, np.uint8)
    video.release()


def _quick() -> CaptureSettings:
    return CaptureSettings(retries=(0.2, 0.4, 0.8))


def _until(capture: Capture, done: Callable[[], bool]) -> float | None:
    """The seconds until something is so; None where it never is."""
    began = time.monotonic()
    while not done():
        if time.monotonic() - began > LIMIT:
            return None
        capture.next(0.02)
    return time.monotonic() - began


def _another(capture: Capture) -> Callable[[], bool]:
    """Whether one more frame has come than by now."""
    seen = capture.seen
    return lambda: capture.seen > seen


if __name__ == "__main__":
    sys.exit(main())

"""A film as files: `film.mp4`, `record.jsonl`, `frames.jsonl`, `film.json`; made in parts, resumable.

`film.json` says what was ordered and what happened: plays with their times, those against the rules among them, and
whatever else disturbs. A line of `frames.jsonl` that says `as` shows the same as the frame that it names.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from datasets.films.errors import FilmError
from datasets.films.plan import plan
from datasets.films.shoot import RATE, frame_count
from datasets.scenes.run import Crew, Outcome, answer, canonical, write_whole
from engine.record import dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from multiprocessing.connection import Connection
    from pathlib import Path

    from datasets.films.script import Script
    from datasets.scenes.run import Hiring
    from datasets.sheets.layout import Layout

SCHEMA: Final = "tableside/film@1"
VIDEO: Final = "film.mp4"
RECORD: Final = "record.jsonl"
FRAMES: Final = "frames.jsonl"
ABOUT: Final = "film.json"
PARTS: Final = "parts"


@dataclass(frozen=True, slots=True)
class Order:
    """Which film to make.

    `every`: the truth is told of each so many frames; `quality` is x264's rate factor, `rate` frames a second.
    `section`: frames of a part, which each worker loses at most when a run is cut off.
    """

    game: str
    players: int
    seed: int
    out: Path
    seconds: float = 90.0
    size: tuple[int, int] = (960, 540)
    options: Mapping[str, Any] = field(default_factory=dict)
    every: int = 1
    quality: int = 25
    rate: int = RATE
    mat: Layout | None = None
    section: int = 90

    @property
    def manifest(self) -> dict[str, Any]:
        """What has to be the same for a film to be resumed."""
        document = asdict(self)
        del document["out"]
        document["mat"] = None if self.mat is None else [self.mat.width, self.mat.height]
        return document | {"size": list(self.size), "options": dict(self.options)}

    def script(self) -> Script:
        """The script of the film."""
        return plan(self.game, self.players, self.seed, self.options, self.seconds, self.mat)

    @property
    def parts(self) -> int:
        """How many parts the film is made in. Raises `FilmError`."""
        return self.parts_of(self.script())

    def parts_of(self, script: Script) -> int:
        """The same, where the script is known."""
        return -(-frame_count(script, self.rate) // self.section)

    def part(self, number: int) -> tuple[Path, Path]:
        """The video and the truth of a part."""
        return self.out / PARTS / f"{number:04d}.mp4", self.out / PARTS / f"{number:04d}.jsonl"


def make(order: Order, workers: int = 1, crew: Hiring | None = None) -> Iterator[Outcome]:
    """Make the film, yielding an outcome a part, then join them. Raises `FilmError` where nothing can go on.

    `crew` films the parts where that are not processes of this machine.
    """
    script = order.script()
    _prepare(order, script)
    count = order.parts_of(script)
    if (order.out / FRAMES).exists() and not (order.out / PARTS).exists():
        yield from (Outcome(number, "there") for number in range(count))
        return
    (order.out / PARTS).mkdir(exist_ok=True)
    missing = [number for number in range(count) if not order.part(number)[1].exists()]
    for number in sorted(set(range(count)) - set(missing)):
        yield Outcome(number, "there")
    lost = False
    if missing:
        for outcome in (crew or Crew)(order, max(1, min(workers, len(missing))), _worker).work(missing):
            lost = lost or outcome.state == "lost"
            yield outcome
    if not lost:
        _finish(order, script, count)


def _prepare(order: Order, script: Script) -> None:
    """Make the folder and leave or check what it is for. Raises `FilmError`, and `OSError` of the disk."""
    path = order.out / ABOUT
    try:
        order.out.mkdir(parents=True, exist_ok=True)
        if path.exists():
            known = json.loads(path.read_text())
            if known.get("order") != order.manifest:
                raise FilmError(f"{order.out} holds another film or one of other settings; choose another folder.")
        else:
            write_whole(path, canonical(_about(order, script)))
    except ValueError as error:
        raise FilmError(f"{path} cannot be read: {error}; choose another folder.") from error


def _about(order: Order, script: Script) -> dict[str, Any]:
    plays = [{key: value for key, value in _plain(play).items() if value not in (None, "")} for play in script.plays]
    return {
        "schema": SCHEMA,
        "order": order.manifest,
        "frames": frame_count(script, order.rate),
        "rate": order.rate,
        "seconds": script.seconds,
        "plays": plays,
        "incidents": list(script.incidents),
    }


def _plain(play: Any) -> dict[str, Any]:
    entry = asdict(play)
    return {
        key: round(value, 3) if isinstance(value, float) else list(value) if isinstance(value, tuple) else value
        for key, value in entry.items()
    }


def _worker(order: Order, pipe: Connection) -> None:
    """A process that makes the parts it is sent."""

    def opened() -> Callable[[int], None]:
        from datasets.films.shoot import Shooter
        from datasets.optics.studio import Studio

        shooter = Shooter(Studio(), script := order.script(), order.size, order.rate)
        return lambda number: _make_part(order, script, shooter, number)

    answer(pipe, opened)


def _make_part(order: Order, script: Script, shooter: Any, number: int) -> None:
    """Film one part; its truth is written last."""
    from datasets.films.video import encode

    video, beside = order.part(number)
    lines: list[bytes] = []

    def pictures() -> Iterator[Any]:
        first = number * order.section
        last = min(first + order.section, frame_count(script, order.rate))
        for frame in shooter.frames(first, last, order.every):
            if frame.truth is not None:
                lines.append(canonical(frame.truth))
            yield frame.picture

    encode(video, pictures(), order.rate, order.quality)
    write_whole(beside, b"".join(lines))


def _finish(order: Order, script: Script, count: int) -> None:
    """Join the parts; `frames.jsonl` is written last, and says that the film is whole."""
    from datasets.films.video import join

    write_whole(order.out / RECORD, dumps(script.record).encode())
    unfinished = order.out / (VIDEO + ".part")
    join([order.part(number)[0] for number in range(count)], unfinished, order.rate)
    unfinished.replace(order.out / VIDEO)
    write_whole(order.out / FRAMES, b"".join(order.part(number)[1].read_bytes() for number in range(count)))
    shutil.rmtree(order.out / PARTS)


def read_frames(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The frames of a `frames.jsonl`, each in full."""
    shown: dict[str, Any] = {}
    for line in lines:
        frame = json.loads(line)
        if "as" in frame:
            del frame["as"]
            frame |= shown
        else:
            shown = {key: frame[key] for key in ("camera", "hands", "pieces")}
        yield frame

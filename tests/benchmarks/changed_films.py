"""Films as other cameras and other people would make them: `python tests/benchmarks/changed_films.py OUT KIND FILM…`.

Each FILM is a folder of `tableside render game`. A copy goes to OUT/KIND, with the same truth and other pictures.

- leaning: somebody leans over for half of every nine seconds, and a soft shadow takes half of the light;
- cheap: a camera of 640×360 and a quarter of the frames, with noise, much compressed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

KINDS: Final = ("leaning", "cheap")
EVERY: Final = 9.0
"""s from one time that somebody leans over to the next."""
FEWER: Final = 4
"""The cheap camera has one of so many frames."""
QUALITY: Final = 55
"""The JPEG quality of the cheap camera."""


def leaning(picture: Picture, time: float) -> Picture:
    """The picture at a time (s) with the shadow of somebody at the near edge."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[:90, :160].astype(np.float32)
    away = ((x - 80 - 60 * np.sin(time / 11)) / 38) ** 2 + ((y - 95) / 45) ** 2
    dark = 0.5 * max(0.0, np.sin(2 * np.pi * time / EVERY)) * np.exp(-(away**2))
    return _bytes(picture * (1 - cv2.resize(dark, (width, height))[..., None]))


def cheap(picture: Picture, chance: Generator) -> Picture:
    """The picture of a small camera."""
    small = cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA)
    noisy = _bytes(small + chance.normal(0, 3, (360, 640, 1)))
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def change(film: Path, out: Path, kind: str) -> None:
    """Copy a film, changed; the chance is that of its name and of the kind."""
    out.mkdir(parents=True, exist_ok=True)
    about = json.loads((film / "film.json").read_text(encoding="utf-8"))
    chance = np.random.default_rng(zlib.crc32(f"{kind}/{film.name}".encode()))
    rate, written, made = about["rate"], 0, None
    for number, picture in enumerate(_frames(film / "film.mp4")):
        if kind == "cheap" and number % FEWER:
            continue
        changed = cheap(picture, chance) if kind == "cheap" else leaning(picture, number / rate)
        if made is None:
            about["rate"] = rate / FEWER if kind == "cheap" else rate
            size = (changed.shape[1], changed.shape[0])
            made = cv2.VideoWriter(str(out / "film.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), about["rate"], size)
        made.write(changed)
        written += 1
    if made is None:
        raise SystemExit(f"{film} has no film that can be read: give a folder of `tableside render game`")
    made.release()
    about["frames"] = written
    (out / "film.json").write_text(json.dumps(about), encoding="utf-8")
    for name in ("record.jsonl", "frames.jsonl"):
        shutil.copy(film / name, out)


def _frames(video: Path) -> Iterator[Picture]:
    """The pictures of a film."""
    reader = cv2.VideoCapture(str(video))
    while True:
        read, picture = reader.read()
        if not read:
            return
        yield np.asarray(picture, np.uint8)


def _bytes(picture: NDArray[np.floating]) -> Picture:
    return np.asarray(np.clip(np.rint(picture), 0, 255), np.uint8)


def main(arguments: Sequence[str] | None = None) -> None:
    """Change all films in one way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, help="where the copies go, a folder a kind")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("films", nargs="+", type=Path, help="folders of `tableside render game`")
    given = parser.parse_args(arguments)
    for film in given.films:
        change(film, given.out / given.kind / film.name, given.kind)


if __name__ == "__main__":
    main()

"""Stills of whole games as other cameras would take them: `python tests/benchmarks/changed.py GAMES OUT KIND…`.

GAMES holds a folder a game, of pictures and their truth. For each KIND a copy goes to OUT/KIND, in which every picture
is changed by chance, the same each time. What is followed of the copy tells what following rests on.

- shaken: held by hand; each picture is shifted by some 5 px, turned by half a degree and scaled by 0.6 %;
- turned, upright: turned by a half and by a quarter, as a hanging or an upright phone;
- small: 0.6 times as wide;
- lens: bent as by a wide lens;
- flicker: brighter or darker by some 18 %, and tinted by 5 %;
- lamp: in the warm light of a lamp beside the table, half as bright on the far side;
- warm, cold: in light of another colour, to which the camera does not adapt;
- sharp: sharpened, and with more contrast, as by a phone;
- noisy: with a sensor's noise;
- shadowed: with the soft shadow of somebody who leans over, elsewhere in each picture;
- cup: with a cup that stands somewhere on the table, or on pieces, in one picture of four;
- dim, bright, blurred: in little warm light with noise, overexposed, out of focus and compressed.

Places in the truth are those of the picture as it was; plays stay true.
"""

from __future__ import annotations

import argparse
import shutil
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

QUALITY: Final = 92
"""JPEG quality of the copies."""


def shaken(picture: Picture, chance: Generator) -> Picture:
    """The picture of a camera that moved a little."""
    height, width = picture.shape[:2]
    turn, scale = chance.normal(0, 0.5), 1 + chance.normal(0, 0.006)
    motion = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale), np.float64)
    motion[:, 2] += chance.normal(0, 5, 2)
    size, border = (width, height), cv2.BORDER_REFLECT
    return np.asarray(cv2.warpAffine(picture, motion, size, flags=cv2.INTER_CUBIC, borderMode=border), np.uint8)


def lens(picture: Picture, chance: Generator) -> Picture:
    """The picture of a wide lens: straight lines bend outwards."""
    height, width = picture.shape[:2]
    focal = 0.9 * width
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x, y = (x - width / 2) / focal, (y - height / 2) / focal
    times = focal * (1 + 0.12 * (x * x + y * y)) / (1 + 0.12 * 0.12)
    maps = (x * times + width / 2).astype(np.float32), (y * times + height / 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, *maps, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT), np.uint8)


def flicker(picture: Picture, chance: Generator) -> Picture:
    """The picture in a lamp that is brighter or darker, and of another colour."""
    return _bytes(picture * np.exp(chance.normal(0, 0.18)) * np.exp(chance.normal(0, 0.05, 3)))


def lamp(picture: Picture, chance: Generator) -> Picture:
    """The picture in the warm light of a lamp on the left."""
    falls = np.linspace(1.2, 0.6, picture.shape[1])[:, None]
    return _bytes(picture * falls[None] * np.array([0.75, 0.95, 1.05]))


def sharp(picture: Picture, chance: Generator) -> Picture:
    """The picture of a phone that makes edges stronger."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), np.float32)
    return _bytes(picture * 1.8 - soft * 0.8)


def shadowed(picture: Picture, chance: Generator) -> Picture:
    """The picture with a soft shadow from one edge, which takes a third to a half of the light."""
    height, width = picture.shape[:2]
    dark = np.zeros((height, width), np.float32)
    middle = int(chance.uniform(0, width)), int(chance.choice([0, height]))
    size = int(chance.uniform(0.15, 0.3) * width), int(chance.uniform(0.3, 0.6) * height)
    cv2.ellipse(dark, middle, size, chance.uniform(-30, 30), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(dark, (0, 0), 0.02 * width)[..., None]
    return _bytes(picture * (1 - chance.uniform(0.33, 0.5) * soft))


def cup(picture: Picture, chance: Generator) -> Picture:
    """The picture with a cup somewhere on the table, or on pieces, in one of four."""
    height, width = picture.shape[:2]
    if chance.uniform() > 0.25:
        return picture
    middle = int(chance.uniform(0.15, 0.85) * width), int(chance.uniform(0.2, 0.8) * height)
    size, out = int(0.045 * width), picture.copy()
    cv2.circle(out, middle, size, (205, 190, 60), -1, cv2.LINE_AA)
    cv2.circle(out, middle, int(0.85 * size), (30, 50, 80), -1, cv2.LINE_AA)
    handle = middle[0] + int(1.2 * size), middle[1]
    cv2.ellipse(out, handle, (size // 3, size // 4), 0, 0, 360, (205, 190, 60), size // 8, cv2.LINE_AA)
    return out


def dim(picture: Picture, chance: Generator) -> Picture:
    """The picture in little warm light, with a sensor's noise."""
    dark = 255 * (picture / 255) ** 1.3 * np.array([0.35, 0.5, 0.62])
    return _bytes(dark + chance.normal(0, 4, picture.shape))


def bright(picture: Picture, chance: Generator) -> Picture:
    """The picture overexposed."""
    return _bytes(picture * 1.45 + 8)


def blurred(picture: Picture, chance: Generator) -> Picture:
    """The picture out of focus, and compressed."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.6)
    packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 45])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


KINDS: Final[dict[str, Callable[[Picture, Generator], Picture]]] = {
    "shaken": shaken,
    "turned": lambda picture, _: np.ascontiguousarray(np.rot90(picture, 2)),
    "upright": lambda picture, _: np.ascontiguousarray(np.rot90(picture, -1)),
    "small": lambda picture, _: np.asarray(
        cv2.resize(picture, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8
    ),
    "lens": lens,
    "flicker": flicker,
    "lamp": lamp,
    "warm": lambda picture, _: _bytes(picture * np.array([0.6, 0.95, 1.2])),
    "cold": lambda picture, _: _bytes(picture * np.array([1.25, 1.0, 0.75])),
    "sharp": sharp,
    "noisy": lambda picture, chance: _bytes(picture + chance.normal(0, 9, picture.shape)),
    "shadowed": shadowed,
    "cup": cup,
    "dim": dim,
    "bright": bright,
    "blurred": blurred,
}


def change(game: Path, out: Path, kind: str) -> None:
    """Copy a folder of stills, each changed; the chance is that of its name and of the kind."""
    out.mkdir(parents=True, exist_ok=True)
    chance = np.random.default_rng(zlib.crc32(f"{kind}/{game.name}".encode()))
    for file in sorted(each for each in game.iterdir() if each.is_file()):
        if file.suffix not in (".jpg", ".png"):
            shutil.copy(file, out)
            continue
        picture = cv2.imread(str(file))
        if picture is None:
            raise SystemExit(f"{file} is no picture that can be read: take it out of the folder")
        changed = KINDS[kind](np.asarray(picture, np.uint8), chance)
        cv2.imwrite(str(out / file.name), changed, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def main(arguments: Sequence[str] | None = None) -> None:
    """Change the stills of all games in all the ways that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=Path, help="a folder with a folder a game")
    parser.add_argument("out", type=Path, help="where the copies go, a folder a kind")
    parser.add_argument("kinds", nargs="+", choices=KINDS)
    given = parser.parse_args(arguments)
    games = sorted(each for each in given.games.iterdir() if each.is_dir() and any(each.glob("[0-9]*.*")))
    if not games:
        parser.error(f"{given.games} has no folder of stills")
    for kind in given.kinds:
        for game in games:
            change(game, given.out / kind / game.name, kind)


def _bytes(picture: NDArray[np.floating[Any]]) -> Picture:
    return np.asarray(np.clip(np.rint(picture), 0, 255), np.uint8)


if __name__ == "__main__":
    main()

"""The pictures that the demo ships: `python -m datasets.demo_pictures` draws them anew, always the same.

They follow one table of Stackernoos from its first double to a run of six, then show a mismatching joint and a loose
tile. Beside each picture lies its truth.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from datasets.draw import LENGTH, Make, Scene, Tile, View

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parent / "demo"
QUALITY: Final = 88
"""Of the JPEG files."""

RUN: Final = ("5-1", "1-1", "1-4", "4-4", "4-0", "0-8")
"""Tiles of the run from left to right as they lie in the end; the double 1 was the first."""
ORIGIN: Final = 1
"""Which of them lies at the origin of the table."""
GAP: Final = 0.4
"""mm between tiles that touch: no hand lays them without."""


@dataclass(frozen=True, slots=True)
class Page:
    """One picture: its name, which tiles of the run lie (first and one past the last), and what differs."""

    name: str
    start: int
    stop: int
    table: str
    view: View
    make: Make
    loose: tuple[Tile, ...] = ()
    last: str | None = None
    """A tile that lies in the place of the run's last one."""


IVORY: Final = Make()
BLACK: Final = Make(face=(38, 34, 34), pip=(235, 238, 240))
ROSE: Final = Make(face=(150, 105, 225), pip=(70, 225, 250), radius=0.095)

PAGES: Final = (
    Page("01-first-double", 1, 2, "wood", View(distance=300, tilt=14, turn=4), IVORY),
    Page("02-two-tiles", 1, 3, "wood", View(x=25, distance=320, tilt=16, turn=-5), IVORY),
    Page("03-both-ends", 0, 4, "cloth", View(x=25, y=3, distance=340, tilt=18, turn=7), IVORY),
    Page("04-black-tiles", 0, 5, "paper", View(x=50, y=-4, distance=360, tilt=12, turn=-9), BLACK),
    Page(
        "05-loose-tile",
        0,
        6,
        "wood",
        View(x=75, y=18, distance=420, tilt=17, turn=3),
        IVORY,
        loose=(Tile("3-9", 118, 62, 32),),
    ),
    Page("06-mismatch", 0, 6, "slate", View(x=75, distance=410, tilt=15, turn=-6), ROSE, last="6-8"),
)


def scene(page: Page, seed: int) -> Scene:
    """The page as a scene."""
    return Scene((*_run(page), *page.loose), page.view, page.table, seed)


def _run(page: Page) -> Iterator[Tile]:
    for place in range(page.start, page.stop):
        is_last = place == page.stop - 1
        label = page.last if is_last and page.last else RUN[place]
        # A hand lays tiles a little askew.
        askew = 0.5 * ((7 * place) % 5 - 2)
        yield Tile(label, (place - ORIGIN) * (LENGTH + GAP), 0.3 * askew, 0.6 * askew, page.make)


def main(folder: Path = FOLDER) -> None:
    """Draw every page into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed, page in enumerate(PAGES):
        drawn = scene(page, seed)
        done, data = cv2.imencode(".jpg", drawn.draw(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise OSError(f"OpenCV could not write {page.name} as JPEG")
        (folder / f"{page.name}.jpg").write_bytes(data.tobytes())
        truth = json.dumps(drawn.truth(), indent=1)
        (folder / f"{page.name}.json").write_text(truth + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""What makes a picture hard to read: too little light, blur, glare, nothing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.said import Said
from vision.observation import Notice, Piece, Region
from vision.scene.masks import grown, opened
from vision.scene.memory.change import WIDTH, contrast, thumbnail
from vision.settings import QUALITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.arrays import Grey, Mask
    from vision.photo import Picture


def small(frame: Picture) -> Grey:
    """A picture (H, W, 3, BGR) as the small grey one (h, w) that is looked at."""
    return np.asarray(cv2.cvtColor(thumbnail(frame, min(WIDTH, frame.shape[1])), cv2.COLOR_BGR2GRAY), np.uint8)


def notices(picture: Picture, pieces: Sequence[Piece]) -> tuple[Notice, ...]:
    """What to warn of, the most important first."""
    grey, found = small(picture), []
    if not pieces:
        found.append(Notice("no_pieces", "no piece was found: is the table in view, and no piece cut by the edge?"))
    if is_dark(grey):
        found.append(Notice("dark", "it is too dark: bring more light"))
    if is_sharp(grey) is False:
        found.append(Notice("blur", "the picture is blurred: hold the camera still"))
    return (*found, *glares(grey, grey.shape[1] / picture.shape[1]))


def is_dark(grey: Grey) -> bool:
    """Whether even the brightest parts of a small picture are dark."""
    return float(np.percentile(grey[::2, ::2], QUALITY.bright)) < QUALITY.dark


def is_sharp(grey: Grey) -> bool | None:
    """Whether the strongest edges of a small picture are sharp, None where there are none. A sharp step's second
    derivative is about as high as the step."""
    edges = contrast(grey, QUALITY.near)
    strongest = float(np.percentile(edges, 99.9))
    if strongest < QUALITY.contrast:
        return None
    near = np.ones((QUALITY.near, QUALITY.near), np.uint8)
    bend = np.asarray(cv2.dilate(np.abs(np.asarray(cv2.Laplacian(grey, cv2.CV_32F))), near))
    strong = edges >= QUALITY.strong * strongest
    return float(np.median(bend[strong] / edges[strong])) >= QUALITY.sharp


def glares(grey: Grey, scale: float = 1.0) -> Iterator[Notice]:
    """Where light burns out a grey picture (h, w), the largest place first; regions are given in `1 / scale` px.
    Burnt-out paper ends at an edge, a mirrored lamp fades into what it lies on: only the latter is told."""
    burnt = (grey >= QUALITY.glare_level).astype(np.uint8)
    if float(burnt.mean()) >= QUALITY.glare_flood:
        x, y, width, height = (value / scale for value in cv2.boundingRect(burnt))
        line = Said("{many} % of the picture is burnt out: dim the light", many=f"{100 * float(burnt.mean()):.0f}")
        yield Notice("glare", line, (x, y, x + width, y + height))
        return
    if float(np.median(grey)) >= QUALITY.glare_background or not burnt.any():
        return
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened(burnt > 0, 3).astype(np.uint8))
    for n in sorted(range(1, count), key=lambda number: -stats[number][cv2.CC_STAT_AREA]):
        x, y, width, height, pixels = (int(value) for value in stats[n])
        if pixels >= QUALITY.glare_share * grey.size and _fades(grey, labels == n):
            region: Region = (x / scale, y / scale, (x + width) / scale, (y + height) / scale)
            place = where((x + width / 2) / grey.shape[1], (y + height / 2) / grey.shape[0])
            share = 100 * pixels / grey.size
            line = Said(
                "{where}, {many} % of the picture is burnt out: turn the lamp or the camera, or draw a curtain",
                where=place,
                many=f"{share:.1f}",
            )
            yield Notice("glare", line, region)


WHERE: Final = (
    ("at the top left", "at the top", "at the top right"),
    ("at the left", "in the middle", "at the right"),
    ("at the bottom left", "at the bottom", "at the bottom right"),
)


def where(x: float, y: float) -> str:
    """A place of the picture in words; `x` and `y` are 0 … 1 from its upper left corner."""
    return WHERE[min(2, int(3 * y))][min(2, int(3 * x))]


def _fades(grey: Grey, burnt: Mask) -> bool:
    """Whether the light round a burnt-out place is still bright there, 4 px away, along most of its edge."""
    around = grey[grown(burnt, 9) & ~grown(burnt, 7)]
    if not len(around):
        return False
    return float((around < QUALITY.glare_level - QUALITY.glare_drop).mean()) <= QUALITY.glare_edges

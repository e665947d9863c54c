"""Fits how sure a reading of a card is: `python tests/vision/recognise/cards/cards_fit_confidence.py SCENES … [--every
N]`.

SCENES are folders of `tableside render scenes --game stonerow` of a seed that nothing is measured on. Every card is
read within its true corners, moved by chance, with the deck that it is of and with one that it is not of, in which
nothing is right. It prints the coefficients for `ConfidenceSettings` in `vision/recognise/cards/settings.py`, beside
those that are there. It also prints how far the chances of both can be trusted on every fourth scene, which is not
fitted on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.benchmarks.cards import JITTER, OUR_SIZE, VISIBLE, _deck_seed, _reader, _size
from vision import load
from vision.recognise.cards.close_look import common_light, light_on, look_closely, under
from vision.recognise.cards.confidence import _by_label
from vision.recognise.cards.look import pyramid
from vision.recognise.cards.settings import CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards import CardReader

NAMES: Final = ("offset", "by_margin", "by_structure", "by_colour", "by_shown", "by_paleness")
FOREIGN: Final = 7
"""The seed of the deck that cards of ours are not of."""
RIDGE: Final = 0.01
STEPS: Final = 30


def rows(
    reader: CardReader, picture: NDArray[np.uint8], quads: list[Quad], labels: list[str | None]
) -> Iterator[tuple]:
    """What the chance of each card rests on, and whether its best face is right."""
    source = pyramid(picture)
    sights = [look_closely(source, corners, reader.ready) for corners in quads]
    light = common_light([light for each in sights if (light := light_on(each)) is not None])
    for seen, label in zip(sights, labels, strict=True):
        lit = seen if light is None else under(light, seen, reader.ready)
        found = _by_label(lit.places, reader.deck)
        best = found[0][1].fit
        margin = CONFIDENCE.most_margin
        if len(found) > 1:
            margin = min(margin, best.likelihood - found[1][1].fit.likelihood)
        pale = max(0.0, CONFIDENCE.pale - best.light.vividness)
        yield (1.0, margin, best.structure, best.colour, best.shown, pale), found[0][0] == label


def gather(folder: Path, every: int) -> Iterator[tuple[int, tuple, bool]]:
    """All cards of a folder's scenes, plain enough to see, with the number of their scene."""
    rng = np.random.default_rng(0)
    for path in sorted(folder.glob("[0-9]*.json"))[::every]:
        truth = json.loads(path.read_text(encoding="utf-8"))
        cards = [each for each in truth["pieces"] if each["kind"] == "card" and each["visible"] >= VISIBLE]
        if not cards:
            continue
        seed, ours = _deck_seed(truth), tuple(cards[0]["size"][:2]) == OUR_SIZE
        if ours and _size(seed) == OUR_SIZE:
            continue  # the truth does not tell which deck lies there
        quads = []
        for card in cards:
            corners = np.array(card["corners"], float)
            edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
            quads.append(corners + rng.normal(0, JITTER * float(np.sqrt(edges[0] * edges[1])), (4, 2)))
        picture = load(path.with_suffix(".jpg")).pixels
        own, other = _reader(None if ours else seed), _reader(FOREIGN if ours else None)
        for reader, labels in ((own, [card["label"] for card in cards]), (other, [None] * len(cards))):
            for features, right in rows(reader, picture, quads, labels):
                yield truth["scene"], features, right


def fitted(features: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The coefficients of the likeliest logistic function, by Newton's way, slightly drawn to 0."""
    at = np.zeros(features.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(features @ at, -30, 30)))
        slope = features.T @ (right - chances) - RIDGE * at
        curve = (features * (chances * (1 - chances))[:, None]).T @ features + RIDGE * np.eye(len(at))
        at = at + np.linalg.solve(curve, slope)
    return at


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take one scene in so many")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    found = [row for folder in given.scenes for row in gather(folder, given.every)]
    scene, features, right = (np.array(each) for each in zip(*found, strict=True))
    check = scene // given.every % 4 == 0
    new = fitted(features[~check], right[~check])
    old = np.array([getattr(CONFIDENCE, name) for name in NAMES])
    print(f"{int((~check).sum())} readings fitted on, {int(check.sum())} checked")
    for name, was, now in zip(NAMES, old, new, strict=True):
        print(f"{name:14} {was:8.2f} {now:8.2f}")
    for word, at in (("as it is", old), ("as fitted", new)):
        chances = 1 / (1 + np.exp(-features[check] @ at))
        for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01)):
            inside = (chances >= low) & (chances < high)
            if inside.any():
                told, true = chances[inside].mean(), right[check][inside].mean()
                print(
                    f"{word:10} {low:.2f} to {min(high, 1):.2f}: says {told:.3f}, is {true:.3f}, n={int(inside.sum())}"
                )


if __name__ == "__main__":
    main()

"""Fits the weights of `vision.recognise.stones.tokens` to rendered scenes: `python stones_fit_tokens.py FOLDER …`.

Corners are the truth's, shaken. What is no token: boxes of other pieces, and places where nothing lies. Every scene is
looked at three times, once in light of another colour.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.vision.recognise.stones.stones_seen import scenes
from vision.recognise.stones.gauges import box
from vision.recognise.stones.table import lay_out
from vision.recognise.stones.tokens import FILE, LABELS, Weights, features

if TYPE_CHECKING:
    from tests.vision.recognise.stones.stones_seen import Scene

HIDDEN = 24
STEPS = 6000
BATCH = 512
RATE = 3e-3
DECAY = 3e-4
SHAKES = 3
"""How often every scene is seen, each time shaken anew; the last time in light of another colour."""
CAST = 0.25
"""By how much blue and red are then stronger or weaker than green: a standard deviation of logarithms."""
LEAST_VISIBLE = 0.3
NOTHING = 4
"""Places without a token taken from a scene."""


def examples(scene: Scene, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Features and labels of what is and is not a token in a scene."""
    kinds = [each.name for each in scene.detections]
    quads = [each.corners for each in scene.detections]
    layout = lay_out(kinds, quads, scene.picture)
    boxes, labels = [], []
    for kind, quad, truth in zip(kinds, quads, scene.truths, strict=True):
        if kind == "token" and truth["visible"] >= LEAST_VISIBLE:
            boxes.append(box(quad))
            labels.append(LABELS.index(truth["label"]))
    height, width = scene.picture.shape[:2]
    usual = np.median([each[2:] for each in boxes], axis=0) if boxes else np.array([30.0, 30.0])
    taken = np.array([box(quad) for quad in quads]).reshape(-1, 4)
    for _ in range(NOTHING):
        other = rng.random() < 0.5 and len(taken) > 0
        middle = taken[rng.integers(len(taken)), :2] if other else rng.uniform(0, 1, 2) * (width, height)
        size = usual * rng.uniform(0.6, 1.6)
        middle = middle + (rng.normal(0, 0.5, 2) * size if other else 0)
        overlap = (np.abs(taken[:, :2] - middle) < (taken[:, 2:] + size) / 2).all(axis=1)
        if any(overlap[n] and kinds[n] == "token" for n in range(len(kinds))):
            continue
        boxes.append(np.concatenate([middle, size]))
        labels.append(len(LABELS))
    if not boxes:
        return np.zeros((0, 0)), np.zeros(0, int)
    return features(scene.picture, np.array(boxes), layout.plane, layout.white), np.array(labels)


def tinted(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene in light of another colour, which the camera does not balance."""
    blue, red = np.exp(rng.normal(0, CAST, 2))
    picture = np.clip(np.rint(scene.picture * np.array([blue, 1.0, red])), 0, 255)
    return replace(scene, picture=picture.astype(np.uint8))


def fitted(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> Weights:
    """Weights by Adam on the cross entropy."""
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-6
    z = (x - mean) / spread
    count = len(LABELS) + 1
    parts = [
        rng.normal(0, 0.3, (x.shape[1], HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, 0.3, (HIDDEN, count)),
        np.zeros(count),
    ]
    first = [np.zeros_like(part) for part in parts]
    second = [np.zeros_like(part) for part in parts]
    for step in range(1, STEPS + 1):
        pick = rng.integers(len(z), size=BATCH)
        a, t = z[pick], np.eye(count)[y[pick]]
        h = np.tanh(a @ parts[0] + parts[1])
        s = h @ parts[2] + parts[3]
        p = np.exp(s - s.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        d = (p - t) / BATCH
        back = (d @ parts[2].T) * (1 - h**2)
        slopes = [a.T @ back + DECAY * parts[0], back.sum(axis=0), h.T @ d + DECAY * parts[2], d.sum(axis=0)]
        rate = RATE * min(1.0, 2 * (1 - step / STEPS))
        for part, slope, drift, power in zip(parts, slopes, first, second, strict=True):
            drift[:] += 0.1 * (slope - drift)
            power[:] += 0.001 * (slope**2 - power)
            part[:] -= rate * (drift / (1 - 0.9**step)) / (np.sqrt(power / (1 - 0.999**step)) + 1e-8)
    return Weights(mean, spread, *parts)


def main(folders: list[str]) -> None:
    """Fit, say how well the weights do on what they were fitted to, write them."""
    rng = np.random.default_rng(0)
    found = [
        examples(tinted(scene, rng) if seed == SHAKES - 1 else scene, rng)
        for seed in range(SHAKES)
        for folder in folders
        for scene in scenes(Path(folder), seed + 100)
    ]
    x = np.concatenate([features for features, labels in found if len(labels)])
    y = np.concatenate([labels for _, labels in found if len(labels)])
    weights = fitted(x, y, rng)
    print(f"{len(y)} examples, {np.mean(weights.chances(x).argmax(axis=1) == y):.4f} right")
    FILE.write_text(json.dumps(weights.to_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Scenes in the Ultralytics pose layout: a class, a box and four corners a piece, corners being keypoints."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.card import data_card
from datasets.scenes.errors import SceneError
from datasets.scenes.run import MANIFEST, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CLASSES: Final = (
    "domino",
    "domino_back",
    "domino_side",
    "card",
    "card_back",
    "stone",
    "base",
    "token",
    "tile",
    "tile_back",
    "marker",
    "hand",
)
HIDDEN, SHOWN = 1, 2
"""Ultralytics' visibility of a keypoint that is covered and of one that is seen; 0 lies outside the picture."""
LEAST_VISIBLE: Final = 0.15
"""Pieces of which less is seen are not labelled."""
LEAST_OF_HAND: Final = 0.05
"""… and hands: what reaches in counts, and the convex outline that a hand is measured by is larger than the hand."""
HAND: Final = "hand"
"""The part of an arm that is labelled: arms and sleeves alone are none, and would make boxes that hold no hand."""
VALIDATION: Final = 10
"""Every so many scenes one is for validation."""
CORNER_SIGMA: Final = 0.1
"""How far off a corner is wrong, in roots of the box's area. Ultralytics' 0.25 hardly tells one that is 3 px off."""


@dataclass(slots=True)
class Tally:
    """What was exported: pictures by split, pieces by class, scenes by game and by seed."""

    pictures: Counter[str] = field(default_factory=Counter)
    pieces: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    seeds: Counter[int] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)


def class_of(piece: dict[str, Any]) -> str:
    """The class of a truth's piece: face-down and standing ones are told apart, base stones are no stones."""
    kind, face = str(piece["kind"]), piece.get("face", "up")
    if kind == "stone":
        return "base" if piece["label"] == "base" else "stone"
    if face == "side":
        return f"{kind}_side"
    return f"{kind}_back" if piece["label"] == "back" else kind


def labelled(piece: dict[str, Any]) -> bool:
    """Whether a detector shall find a truth's piece: not what is hardly seen, nor arms and sleeves without a hand."""
    if piece["kind"] == HAND:
        return piece.get("part", HAND) == HAND and bool(piece["visible"] >= LEAST_OF_HAND)
    return bool(piece["visible"] >= LEAST_VISIBLE)


def label_line(piece: dict[str, Any], width: int, height: int) -> str | None:
    """A line of a label file: class, box and corners as shares of the picture; None for what a detector shall not find.

    That is what is hardly seen, and arms and sleeves: one hand is one box, around the hand itself.
    """
    if not labelled(piece):
        return None
    corners = piece["corners"]
    shown = piece.get("corners_visible", [1] * len(corners))
    xs = [min(max(x + 0.5, 0.0), float(width)) for x, _ in corners]
    ys = [min(max(y + 0.5, 0.0), float(height)) for _, y in corners]
    if max(xs) - min(xs) < 1 or max(ys) - min(ys) < 1:
        return None
    box = (
        (min(xs) + max(xs)) / 2 / width,
        (min(ys) + max(ys)) / 2 / height,
        (max(xs) - min(xs)) / width,
        (max(ys) - min(ys)) / height,
    )
    numbers = [f"{value:.6f}" for value in box]
    for (x, y), seen in zip(corners, shown, strict=True):
        inside = -0.5 <= x < width - 0.5 and -0.5 <= y < height - 0.5
        state = (SHOWN if seen else HIDDEN) if inside else 0
        numbers += [f"{(x + 0.5) / width:.6f}", f"{(y + 0.5) / height:.6f}", str(state)] if inside else ["0", "0", "0"]
    return " ".join([str(CLASSES.index(class_of(piece))), *numbers])


def export(folders: Iterable[Path], out: Path) -> Tally:
    """Write pictures, labels, `data.yaml` and a data card of all scenes in the folders; what was written, counted.

    Pictures are the scenes' own files under another name where the disk allows it. Raises `SceneError` and `OSError`.
    """
    tally = Tally()
    for folder in folders:
        if not (folder / MANIFEST).exists():
            raise SceneError(f"{folder} holds no rendered scenes ({MANIFEST} is missing).")
        for truth_file in sorted(folder.glob("[0-9]*.json")):
            picture = truth_file.with_suffix(".jpg")
            if picture.exists():
                _export_one(picture, json.loads(truth_file.read_text()), out, f"{folder.name}-{picture.stem}", tally)
    if not tally.pictures:
        raise SceneError("There is nothing to export: the folders hold no finished scene.")
    write_whole(out / "data.yaml", description().encode())
    write_whole(out / "README.md", data_card(tally).encode())
    return tally


def _export_one(picture: Path, truth: dict[str, Any], out: Path, name: str, tally: Tally) -> None:
    split = "val" if truth["scene"] % VALIDATION == 0 else "train"
    width, height = truth["camera"]["width"], truth["camera"]["height"]
    lines = []
    for piece in truth["pieces"]:
        line = label_line(piece, width, height)
        if line is not None:
            lines.append(line)
            tally.pieces[class_of(piece)] += 1
    images, labels = out / "images" / split, out / "labels" / split
    images.mkdir(parents=True, exist_ok=True)
    labels.mkdir(parents=True, exist_ok=True)
    _link(picture, images / f"{name}.jpg")
    write_whole(labels / f"{name}.txt", "".join(f"{line}\n" for line in lines).encode())
    tally.pictures[split] += 1
    tally.games[truth["game"]] += 1
    tally.seeds[truth["seed"]] += 1
    tally.sizes[f"{width}x{height}"] += 1


def _link(source: Path, target: Path) -> None:
    """The same file under another name where the disk allows it, else a copy."""
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def description() -> str:
    """Ultralytics' description of the data; mirrored corners keep going round clockwise."""
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(CLASSES))
    sigmas = ", ".join([str(CORNER_SIGMA)] * 4)
    return (
        "# Corners go clockwise round the top face. Mirroring makes faces that do not exist: train with fliplr=0.\n"
        "train: images/train\nval: images/val\nkpt_shape: [4, 3]\nflip_idx: [1, 0, 3, 2]\n"
        f"kpt_oks_sigmas: [{sigmas}]\nnames:\n{names}"
    )

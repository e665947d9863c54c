"""`tableside calibrate`: the lens of a camera, from pictures or a film of the printed mat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import typer

from engine.said import Said
from service.capture.frame_size import unfit
from service.capture.source import UNPLAYABLE, SourceError, find_source
from service.commands import Mendable
from vision.photo import PhotoError, load
from vision.scene.plane.calibrate import MOST_VIEWS, CalibrationError, View, calibrate, is_new, view_of
from vision.scene.plane.lens import LENS_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from service.settings import Settings

EVERY: Final = 0.2
"""How often a film is looked at, s of its own time."""
USUAL_RATE: Final = 25.0
MOST_FRAMES: Final = 900
"""A camera or a film is looked at so many times at most."""


def run(sources: Sequence[str], settings: Settings) -> int:
    """Find the lens and keep it in the data folder; the exit code. Raises `Mendable`, with one line."""
    views: list[View] = []
    looked = 0
    try:
        for frame in _frames(sources):
            looked += 1
            view = view_of(frame)
            if view is not None and is_new(view, views):
                views.append(view)
            if len(views) >= MOST_VIEWS or looked >= MOST_FRAMES:
                break
        lens = calibrate(views)
    except (SourceError, PhotoError, CalibrationError) as wrong:
        raise Mendable(str(wrong)) from None
    path = settings.data.expanduser() / LENS_FILE
    _write(path, json.dumps(lens.to_json(), indent=2) + "\n")
    typer.echo(
        f"{path}: the lens from {lens.pictures} views of {looked} pictures; corners miss by {lens.error:.2f} px of "
        f"{lens.width}×{lens.height}, focal length {lens.fx:.0f} px."
    )
    return 0


def _frames(sources: Sequence[str]) -> Iterator[NDArray[np.uint8]]:
    for text in sources:
        source = find_source(text)
        if source.live and source.kind != "camera":
            raise SourceError(f"{text}: calibrate takes a camera’s number, films and pictures; film it first")
        if source.kind == "pictures":
            yield from (load(Path(picture)).pixels for picture in source.pictures)
        else:
            yield from _film(source.name, camera=source.kind == "camera")


def _film(name: str, *, camera: bool) -> Iterator[NDArray[np.uint8]]:
    """Frames of a film or a camera, some a second."""
    film = cv2.VideoCapture(int(name) if camera else name)
    try:
        if line := unfit(film):
            raise SourceError(f"{Path(name).name} has {line}")
        step = max(1, round(EVERY * (film.get(cv2.CAP_PROP_FPS) or USUAL_RATE)))
        shown = 0
        while film.grab():
            if shown % step == 0:
                there, frame = film.retrieve()
                if there:
                    yield np.asarray(frame, np.uint8)
            shown += 1
        if shown == 0:
            at_camera = f"camera {name} gives no picture: plug it in, or close the program that uses it"
            raise SourceError(at_camera if camera else Said(UNPLAYABLE, source=Path(name).name))
    finally:
        film.release()


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as wrong:
        raise Mendable(f"cannot write {path}: {wrong.strerror or wrong}; choose another folder with --data") from None

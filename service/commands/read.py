"""`tableside read`: photos become observations, as JSON lines or as a table, with annotated pictures."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import typer

from engine.errors import EngineError
from engine.games import find_game
from service.commands import Mendable, of_disk
from service.commands.photos import listed
from service.enrolled import NoneEnrolled, enrolled
from service.reader import Reader
from vision import GameNotReadable, NotEnrolled, PhotoError, annotate, check_readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from service.settings import Settings
    from vision import Observation, Photo

STRANGE: Final = "unknown"
"""The kind of what lies on the table and is no piece of the game."""
QUALITY: Final = 90
"""JPEG quality of annotated pictures, 0 … 100."""


def run(  # noqa: PLR0913, PLR0917 - a command's options
    photos: Sequence[Path],
    game: str,
    as_json: bool,
    out: Path | None,
    settings: Settings,
    own: str = "",
    every: bool = False,
) -> int:
    """Read every photo in the order given; the exit code is 2 when one of them could not be read.

    `own` is a name or a file of the user's own pieces. With `every` people are shown what is no piece, too.
    """
    try:
        name = find_game(game).name
        check_readable(name)
        pieces = enrolled(settings, name, own)
    except (EngineError, GameNotReadable, NoneEnrolled) as wrong:
        raise Mendable(str(wrong)) from None
    files = list(listed(photos))
    names = dict(zip(files, _names(files), strict=True)) if out else {}
    if out is not None:
        _make(out)
    reader = Reader(settings)
    failed, drawn = False, 0
    for file in files:
        try:
            photo, seen = reader.look(file, name, pieces)
        except NotEnrolled as wrong:
            raise Mendable(str(wrong)) from None
        except PhotoError as wrong:
            failed = True
            _say_failure(file, str(wrong), as_json)
            continue
        _say(file, seen, as_json, every=every)
        if out is not None:
            _draw(out / names[file], photo, seen if every else _of_the_game(seen))
            drawn += 1
    if out is not None:
        typer.echo(f"{drawn} annotated {'picture' if drawn == 1 else 'pictures'} in {out}", err=True)
    return 2 if failed else 0


def _names(files: Iterable[Path]) -> Iterator[str]:
    """A name in the folder of annotated pictures for each file; no two alike."""
    taken: set[str] = set()
    for file in files:
        name, number = f"{file.stem}.jpg", 2
        while name in taken:
            name, number = f"{file.stem}-{number}.jpg", number + 1
        taken.add(name)
        yield name


def _make(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise Mendable(of_disk(wrong, out, "made")) from None


def _draw(target: Path, photo: Photo, seen: Observation) -> None:
    import cv2

    done, data = cv2.imencode(".jpg", annotate(photo, seen), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done, "OpenCV encodes every picture of bytes"
    try:
        target.write_bytes(data.tobytes())
    except OSError as wrong:
        raise Mendable(of_disk(wrong, target, "written")) from None


def _of_the_game(seen: Observation) -> Observation:
    """Without what is no piece of the game."""
    return replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.kind != STRANGE))


def _say(file: Path, seen: Observation, as_json: bool, *, every: bool) -> None:
    if as_json:
        _line({"file": str(file), **seen.to_json()})
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    shown = seen if every else _of_the_game(seen)
    table = Table(title=escape(str(file)), title_justify="left")
    for heading in ("piece", "label", "sure", "corners"):
        table.add_column(heading, justify="right" if heading == "sure" else "left")
    for piece in shown.pieces:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in piece.corners)
        guesses = " or ".join(candidate.label for candidate in piece.candidates[:3])
        label = piece.label or (f"? ({guesses})" if guesses else "?")
        table.add_row(piece.kind, label, f"{100 * piece.confidence:.0f} %", corners)
    console = Console()
    console.print(table if shown.pieces else f"{escape(str(file))}: no pieces found")
    if hidden := len(seen.pieces) - len(shown.pieces):
        one = hidden == 1
        things = "1 thing that is no piece" if one else f"{hidden} things that are no pieces"
        console.print(f"  {things} of this game: --all lists {'it' if one else 'them'}")
    for notice in seen.warnings:
        console.print(f"  {escape(notice.detail)}")


def _say_failure(file: Path, error: str, as_json: bool) -> None:
    if as_json:
        _line({"file": str(file), "error": error})
    else:
        typer.echo(f"{file}: {error}", err=True)


def _line(document: dict[str, Any]) -> None:
    typer.echo(json.dumps(document, ensure_ascii=sys.stdout.encoding.lower() != "utf-8"))

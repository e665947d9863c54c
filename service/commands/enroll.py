"""`tableside enroll`: photos of cards become a deck that Tableside knows.

Exit codes: 0 done, 2 something that the user can mend (one line on standard error).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from service.commands import MENDABLE, Mendable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.settings import Settings
    from vision import Photo
    from vision.cards import Deck

app = typer.Typer(
    help="Make a deck known from photos of its cards.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

SUFFIX = ".npz"
FOLDER = "decks"
"""Where decks lie in the data folder."""

Data = Annotated[Path | None, typer.Option(help="Folder of the store.", show_default="~/.tableside")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="The file to write.", metavar="FILE.npz")]


@app.command(
    epilog="Example: `tableside enroll deck uno/*.jpg --name uno`, the labels being the files' names; "
    "`tableside enroll deck all.jpg --grid 3x9 --labels uno.txt --name uno`"
)
def deck(  # noqa: PLR0913, PLR0917 - a command's options
    photos: Annotated[list[Path], typer.Argument(help="One photo a card, or with --grid one photo.", metavar="PHOTO…")],
    labels: Annotated[
        str,
        typer.Option(help="A file, a label a line, or labels with commas; else the files' names.", metavar="LABELS"),
    ] = "",
    grid: Annotated[str, typer.Option(help="Rows and columns of cards laid out on one photo, such as 3x9.")] = "",
    name: Annotated[str, typer.Option(help="The deck's name; it is kept in the data folder under it.")] = "",
    out: Out = None,
    data: Data = None,
) -> None:
    """Learn a deck from one photo a card, or from one photo of all its cards laid out.

    Lay each card upright and flat on a ground of another colour, all corners in view, and let the camera focus.
    """
    from vision.cards import strangers, unevenly_lit

    try:
        target = _target(out, name, _settings(data))
        made = _laid_out(photos, grid, labels, target.stem) if grid else _one_each(photos, labels, target.stem)
        _save(made, target)
    except Mendable as wrong:
        _refuse(str(wrong))
    for label in strangers(made):
        typer.echo(f"{label} lacks what the other cards have in common; is its photo of the card alone?", err=True)
    for label in unevenly_lit(made):
        typer.echo(f"{label} is lit unevenly; without glare and shadow it would be known more surely", err=True)
    typer.echo(f"{target}: {len(made)} cards. Read photos of them with: tableside read PHOTO --deck {target}")


@app.command(epilog="Example: `tableside enroll printed --out models/decks/stonerow.npz`")
def printed(out: Out = None, data: Data = None) -> None:
    """The deck that Tableside prints, from its artwork; it comes with Tableside, so this is for those who redraw it."""
    from service.commands.enroll_printed import printed_faces
    from vision.cards import deck_of_faces

    try:
        target = _target(out, "stonerow", _settings(data))
        labels, faces, aspect = printed_faces()
        made = deck_of_faces(labels, faces, aspect, "stonerow")
        _save(made, target)
    except Mendable as wrong:
        _refuse(str(wrong))
    typer.echo(f"{target}: {len(made)} faces")


def _one_each(photos: Sequence[Path], labels: str, name: str) -> Deck:
    from vision.cards import EnrolError, deck_of_cards, whole_card

    named = _labels(labels) if labels else [path.stem for path in photos]
    if len(named) != len(photos):
        raise Mendable(f"there are {len(photos)} photos and {len(named)} labels; give one label for each photo")
    _check_names(named, photos)
    cards = []
    for path in photos:
        photo = _load(path)
        try:
            cards.append((photo.pixels, whole_card(photo.pixels)))
        except EnrolError as wrong:
            raise Mendable(f"{path}: {wrong}") from None
    return _checked(deck_of_cards(named, cards, name))


def _laid_out(photos: Sequence[Path], grid: str, labels: str, name: str) -> Deck:
    from vision.cards import EnrolError, deck_of_cards, grid_of_cards

    rows, columns = _shape(grid)
    if len(photos) != 1:
        raise Mendable(f"--grid takes one photo of all cards, not {len(photos)}")
    named = _labels(labels)
    if len(named) != rows * columns:
        raise Mendable(f"a grid of {grid} has {rows * columns} cards, and --labels names {len(named)}")
    _check_names(named, [])
    photo = _load(photos[0])
    try:
        quads = grid_of_cards(photo.pixels, rows, columns)
    except EnrolError as wrong:
        raise Mendable(f"{photos[0]}: {wrong}") from None
    return _checked(deck_of_cards(named, [(photo.pixels, each) for each in quads], name))


def _checked(made: Deck) -> Deck:
    from vision.cards import look_alikes

    alike = look_alikes(made)
    if alike:
        one, other = alike[0]
        raise Mendable(f"{one} and {other} look the same; is one of the photos of the wrong card?")
    return made


def _check_names(named: Sequence[str], photos: Sequence[Path]) -> None:
    seen: dict[str, int] = {}
    for number, label in enumerate(named):
        if not label or not label.isprintable():
            raise Mendable(f"label {number + 1} is empty or cannot be printed")
        if label in seen:
            where = f": {photos[seen[label]]} and {photos[number]}" if photos else ""
            raise Mendable(f"two cards are called {label}{where}; a label names one card")
        seen[label] = number


def _labels(given: str) -> list[str]:
    path = Path(given)
    try:
        if not path.is_file():
            if "," not in given:
                raise Mendable(f"--labels takes a file with a label a line, or labels with commas; got {given!r}")
            return [each.strip() for each in given.split(",")]
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise Mendable(f"the labels in {path} cannot be read: {wrong}") from None
    return [line.strip() for line in lines if line.strip()]


def _shape(grid: str) -> tuple[int, int]:
    rows, _, columns = grid.lower().partition("x")
    if not (rows.isdecimal() and columns.isdecimal() and 0 < int(rows) * int(columns) <= 200):
        raise Mendable(f"--grid takes rows and columns such as 3x9, of at most 200 cards; got {grid!r}")
    return int(rows), int(columns)


def _load(path: Path) -> Photo:
    from vision import PhotoError, load

    try:
        return load(path)
    except PhotoError as wrong:
        raise Mendable(f"{path}: {wrong}") from None


def _settings(data: Path | None) -> Settings:
    from service.settings import Settings

    return Settings() if data is None else Settings(data=data)


def _target(out: Path | None, name: str, settings: Settings) -> Path:
    """The file to write: the one given, or the deck's name in the data folder."""
    if out is None:
        if not name or Path(name).name != name:
            raise Mendable("give the deck a --name, or a file with --out")
        return settings.data.expanduser() / FOLDER / f"{name}{SUFFIX}"
    if out.is_dir():
        raise Mendable(f"{out} is a folder; name a file with --out")
    return out if out.suffix == SUFFIX else out.with_name(out.name + SUFFIX)


def _save(made: Deck, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made.save(target)
    except OSError as wrong:
        raise Mendable(f"{target} cannot be written: {wrong.strerror or wrong}") from None


def _refuse(line: str) -> NoReturn:
    typer.echo(f"tableside enroll: {line}", err=True)
    raise typer.Exit(MENDABLE)

"""`tableside enroll`: photos of cards become a deck, and one of stones a set, that Tableside knows.

Exit codes: 0 done, 2 something that the user can mend (one line on standard error).
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from service.commands import MENDABLE, Mendable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.settings import Settings
    from vision import Photo
    from vision.cards import Deck
    from vision.detect import Detection
    from vision.stones import StoneSet

app = typer.Typer(
    help="Make a deck known from photos of its cards, or a set of stones from a photo of them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

SUFFIX = ".npz"
FOLDER = "decks"
"""Where decks lie in the data folder."""
STONES_SUFFIX = ".json"
STONES_FOLDER = "stones"
"""Where sets of stones lie in the data folder."""
ANY = "-"
"""Stands among labels for a stone whose size nobody tells."""

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


@app.command(
    epilog="Example: `tableside enroll stones set.jpg --name pebbles`; "
    "`tableside enroll stones set.jpg --labels small,small,medium,-,large --out pebbles.json`"
)
def stones(
    photo: Annotated[Path, typer.Argument(help="One photo of stones of all three sizes.", metavar="PHOTO")],
    labels: Annotated[
        str,
        typer.Option(
            help="small, medium, large or - for each stone from the top of the photo down, with commas, or a file with "
            "one a line; else sizes are told by how large the stones look.",
            metavar="LABELS",
        ),
    ] = "",
    name: Annotated[str, typer.Option(help="The set's name; it is kept in the data folder under it.")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write.", metavar="FILE.json")] = None,
    data: Data = None,
) -> None:
    """Learn a set of stones from one photo of some of each size.

    Lay the stones loose, a little apart, with a base stone, a token or a tile beside them, and let the camera focus.
    """
    try:
        target = _target(out, name, _settings(data), "set", STONES_FOLDER, STONES_SUFFIX)
        made, count = _stones_on(photo, labels, name or target.stem)
        _save(made, target)
    except Mendable as wrong:
        _refuse(str(wrong))
    typer.echo(
        f"{target}: a set of stones, from a photo on which {count} stones are found. "
        f"Read photos of it with: tableside read PHOTO --game stones --stones {target}"
    )


def _stones_on(path: Path, labels: str, name: str) -> tuple[StoneSet, int]:
    """The set of stones in a photo, and how many stones were found there."""
    from vision.stones import NotEnough, enroll_stones
    from vision.stones.reader import kind_of
    from vision.trained.detector import TrainedDetector

    named = _labels(labels) if labels else []
    _check_sizes(named)
    photo = _load(path)
    found = TrainedDetector().detect(photo.pixels)
    places = [number for number, each in enumerate(found) if kind_of(each) == "stone"]
    try:
        return enroll_stones(photo.pixels, found, name, _sized(found, places, named)), len(places)
    except NotEnough as wrong:
        raise Mendable(f"{path}: {wrong}") from None


def _check_sizes(named: Sequence[str]) -> None:
    from vision.stones.palette import SIZES

    for number, label in enumerate(named):
        if label not in {*SIZES, ANY}:
            raise Mendable(f"label {number + 1} of --labels is one of {', '.join(SIZES)} and {ANY}; got {label!r}")


def _sized(found: Sequence[Detection], places: Sequence[int], named: Sequence[str]) -> list[str | None]:
    """The label of each detection; stones, at `places`, have one, and other pieces none."""
    if places and named and len(named) != len(places):
        raise Mendable(f"{len(places)} stones are found on the photo, and --labels names {len(named)}")
    told = {place: label for place, label in zip(places, named, strict=False) if label != ANY}
    return [told.get(number) for number in range(len(found))]


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
        if not _is_file(path):
            if "," not in given:
                raise Mendable(f"--labels takes a file with a label a line, or labels with commas; got {given!r}")
            return [each.strip() for each in given.split(",")]
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise Mendable(f"the labels in {path} cannot be read: {wrong}") from None
    return [line.strip() for line in lines if line.strip()]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as wrong:
        if wrong.errno != errno.ENAMETOOLONG:
            raise
        return False  # a long list of labels


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


def _target(  # noqa: PLR0913, PLR0917 - where and as what to write
    out: Path | None, name: str, settings: Settings, what: str = "deck", folder: str = FOLDER, suffix: str = SUFFIX
) -> Path:
    """The file to write: the one given, or the name of what is learnt in the data folder."""
    if out is None:
        if not name or Path(name).name != name:
            raise Mendable(f"give the {what} a --name, or a file with --out")
        return settings.data.expanduser() / folder / f"{name}{suffix}"
    try:
        if out.is_dir():
            raise Mendable(f"{out} is a folder; name a file with --out")
    except OSError as wrong:
        raise Mendable(f"{out} cannot be written: {wrong.strerror or wrong}") from None
    return out if out.suffix == suffix else out.with_name(out.name + suffix)


def _save(made: Deck | StoneSet, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made.save(target)
    except OSError as wrong:
        raise Mendable(f"{target} cannot be written: {wrong.strerror or wrong}") from None


def _refuse(line: str) -> NoReturn:
    typer.echo(f"tableside enroll: {line}", err=True)
    raise typer.Exit(MENDABLE)

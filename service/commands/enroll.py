"""`tableside enroll`: photos of cards become a deck, one of stones or of dominoes a set, that Tableside knows.

Exit codes: 0 done, 2 something that the user can mend (a line on standard error for each thing).
"""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from service.commands import MENDABLE, Mendable, of_disk
from service.commands.photos import listed
from service.enrolled import DECK, DOMINOES, STONES, is_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.enrolled import Kind
    from service.settings import Settings
    from vision import Photo
    from vision.recognise.cards import Deck
    from vision.recognise.detect import Detection
    from vision.recognise.dominoes import DominoSet
    from vision.recognise.stones import StoneSet

app = typer.Typer(
    help="Make a deck known from photos of its cards, or a set of stones or dominoes from a photo of some.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

DOMINO = re.compile(r"(\d{1,2})-(\d{1,2})")
"""How a domino is called."""
MOST_PIECES = 91
"""Of a set of dominoes up to double-twelve."""
ANY = "-"
"""Stands among labels for a stone whose size nobody tells."""

Data = Annotated[Path | None, typer.Option(help="Folder of the store.", show_default="where this system keeps data")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="The file to write.", metavar="FILE.npz")]


@app.command(
    epilog="Example: `tableside enroll deck uno/ --name uno`, the labels being the files’ names; "
    "`tableside enroll deck all.jpg --grid 3x9 --labels uno.txt --name uno`"
)
def deck(  # noqa: PLR0913, PLR0917 - a command's options
    photos: Annotated[
        list[Path],
        typer.Argument(help="One photo a card, or folders of them; with --grid one photo.", metavar="PHOTO…"),
    ],
    labels: Annotated[
        str,
        typer.Option(help="A file, a label a line, or labels with commas; else the files’ names.", metavar="LABELS"),
    ] = "",
    grid: Annotated[str, typer.Option(help="Rows and columns of cards laid out on one photo, such as 3x9.")] = "",
    name: Annotated[str, typer.Option(help="The deck’s name; it is kept in the data folder under it.")] = "",
    out: Out = None,
    data: Data = None,
) -> None:
    """Learn a deck from one photo a card, or from one photo of all its cards laid out.

    Lay each card upright and flat on a ground of another colour, all corners in view, and let the camera focus.
    """
    from vision.recognise.cards import strangers, unevenly_lit

    try:
        target, files = _target(out, name, _settings(data)), list(listed(photos))
        made = _laid_out(files, grid, labels, target.stem) if grid else _one_each(files, labels, target.stem)
        _save(made, target)
    except Mendable as wrong:
        _refuse(str(wrong))
    for label in strangers(made):
        typer.echo(f"{label} lacks what the other cards have in common; is its photo of the card alone?", err=True)
    for label in unevenly_lit(made):
        typer.echo(f"{label} is lit unevenly; without glare and shadow it would be known more surely", err=True)
    typer.echo(
        f"{target}: {len(made)} cards. Read photos of them with: tableside read PHOTO --game stonerow --deck {target}"
    )


@app.command(epilog="Example: `tableside enroll printed --out models/decks/stonerow.npz`")
def printed(out: Out = None, data: Data = None) -> None:
    """The deck that Tableside prints, from its artwork; it comes with Tableside, so this is for those who redraw it."""
    from service.commands.enroll_printed import printed_faces
    from vision.recognise.cards import deck_of_faces

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
    name: Annotated[str, typer.Option(help="The set’s name; it is kept in the data folder under it.")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write.", metavar="FILE.json")] = None,
    data: Data = None,
) -> None:
    """Learn a set of stones from one photo of some of each size.

    Lay the stones loose, a little apart, with a base stone, a token or a tile beside them, and let the camera focus.
    """
    try:
        target = _target(out, name, _settings(data), STONES, "set")
        made, count = _stones_on(photo, labels, name or target.stem)
        _save(made, target)
    except Mendable as wrong:
        _refuse(str(wrong))
    typer.echo(
        f"{target}: a set of stones, from a photo on which {count} stones are found. "
        f"Read photos of it with: tableside read PHOTO --game stones --stones {target}"
    )


@app.command(epilog="Example: `tableside enroll dominoes set.jpg --pieces 0-1,2-5,3-3,4-6 --highest 6 --name travel`")
def dominoes(  # noqa: PLR0913, PLR0917 - a command's options
    photo: Annotated[Path, typer.Argument(help="One photo of known pieces, face up.", metavar="PHOTO")],
    pieces: Annotated[
        str, typer.Option(help="What lies there, in any order: 3-5,6-6, or a file with one a line.", metavar="PIECES")
    ],
    highest: Annotated[int, typer.Option(help="The set’s highest number: 6 of a double-six set.")] = 12,
    name: Annotated[str, typer.Option(help="The set’s name; it is kept in the data folder under it.")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write.", metavar="FILE.json")] = None,
    data: Data = None,
) -> None:
    """Learn an odd set of dominoes from one photo of known pieces. Usual sets are read without.

    Lay some eight pieces loose and face up on a ground of another colour, and photograph them from above. One more
    that stands on its long edge shows how thick they are.
    """
    try:
        target = _target(out, name, _settings(data), DOMINOES, "set")
        labels = _pieces(pieces, highest)
        made, count = _dominoes_on(photo, labels, name or target.stem, highest)
        _save(made, target)
    except Mendable as wrong:
        _refuse(str(wrong))
    typer.echo(
        f"{target}: a set of dominoes, from a photo on which {count} of {len(labels)} pieces are found. "
        f"Read photos of it with: tableside read PHOTO --game stackernoos --dominoes {target}"
    )


def _pieces(given: str, highest: int) -> list[str]:
    """The labels of the pieces on a photo."""
    if not 1 <= highest <= 12:
        raise Mendable(f"--highest takes a number 1 to 12; got {highest}")
    labels = _labels(given, "--pieces") if "," in given or not DOMINO.fullmatch(given) else [given]
    for label in labels:
        pips = DOMINO.fullmatch(label)
        if pips is None or max(map(int, pips.groups())) > highest:
            raise Mendable(f"--pieces takes dominoes up to {highest}-{highest} such as 3-5; got {label!r}")
    if not labels or len(labels) > MOST_PIECES:
        raise Mendable(f"--pieces takes 1 to {MOST_PIECES} dominoes; got {len(labels)}")
    return labels


def _dominoes_on(path: Path, labels: Sequence[str], name: str, highest: int) -> tuple[DominoSet, int]:
    """The set of dominoes in a photo, and how many of the labelled pieces were found there."""
    from vision import recogniser_for
    from vision.recognise.dominoes import NotEnough, enroll_dominoes

    photo = _load(path)
    recogniser = recogniser_for(DOMINOES.game)
    found = recogniser.detector.detect(photo.pixels)
    standing = [each for each in found if each.name == "domino_side"]
    try:
        return enroll_dominoes(
            photo.pixels, recogniser.reader.see(photo.pixels, found), labels, name, highest, standing
        )
    except NotEnough as wrong:
        raise Mendable(f"{path}: {wrong}") from None


def _stones_on(path: Path, labels: str, name: str) -> tuple[StoneSet, int]:
    """The set of stones in a photo, and how many stones were found there."""
    from vision.recognise.stones import NotEnough, enroll_stones
    from vision.recognise.stones.reader import kind_of
    from vision.recognise.trained.detector import TrainedDetector

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
    from vision.recognise.stones.palette import SIZES

    for number, label in enumerate(named):
        if label not in {*SIZES, ANY}:
            raise Mendable(f"label {number + 1} of --labels is one of {', '.join(SIZES)} and {ANY}; got {label!r}")


def _sized(found: Sequence[Detection], places: Sequence[int], named: Sequence[str]) -> list[str | None]:
    """The label of each detection; stones, at `places`, have one, and other pieces none."""
    if places and named and len(named) != len(places):
        raise Mendable(f"{len(places)} stones are found on the photo, and --labels names {len(named)}")
    label_at = {place: label for place, label in zip(places, named, strict=False) if label != ANY}
    return [label_at.get(number) for number in range(len(found))]


def _one_each(photos: Sequence[Path], labels: str, name: str) -> Deck:
    from vision.recognise.cards import EnrolError, deck_of_cards, whole_card

    named = _labels(labels) if labels else [path.stem for path in photos]
    if len(named) != len(photos):
        raise Mendable(f"there are {len(photos)} photos and {len(named)} labels; give one label for each photo")
    wrongs, cards = list(_wrong_names(named, photos)), []
    for path in photos:
        try:
            photo = _load(path)
            cards.append((photo.pixels, whole_card(photo.pixels)))
        except Mendable as wrong:
            wrongs.append(str(wrong))
        except EnrolError as wrong:
            wrongs.append(f"{path}: {wrong}")
    _mendable(wrongs)
    return _checked(deck_of_cards(named, cards, name))


def _mendable(wrongs: Sequence[str]) -> None:
    """Raises `Mendable` with everything that is wrong, a line each, so that nobody mends one photo after another."""
    if wrongs:
        count = [f"{len(wrongs)} things are to be mended:"] if len(wrongs) > 1 else []
        raise Mendable("\n".join([*count, *(f"  {wrong}" if count else wrong for wrong in wrongs)]))


def _laid_out(photos: Sequence[Path], grid: str, labels: str, name: str) -> Deck:
    from vision.recognise.cards import EnrolError, deck_of_cards, grid_of_cards

    rows, columns = _shape(grid)
    if len(photos) != 1:
        raise Mendable(f"--grid takes one photo of all cards, not {len(photos)}")
    named = _labels(labels)
    if len(named) != rows * columns:
        raise Mendable(f"a grid of {grid} has {rows * columns} cards, and --labels names {len(named)}")
    _mendable(list(_wrong_names(named, [])))
    photo = _load(photos[0])
    try:
        quads = grid_of_cards(photo.pixels, rows, columns)
    except EnrolError as wrong:
        raise Mendable(f"{photos[0]}: {wrong}") from None
    return _checked(deck_of_cards(named, [(photo.pixels, each) for each in quads], name))


def _checked(made: Deck) -> Deck:
    """The deck. One card under two names is refused; cards that look alike are told, and close ones will be asked."""
    from vision.recognise.cards import look_alikes, one_card_twice

    alike = look_alikes(made)
    twice = [pair for pair in alike if one_card_twice(made, *pair)]
    _mendable([f"{one} and {other} look the same; is one photo of the wrong card?" for one, other in twice])
    for one, other in (pair for pair in alike if pair not in twice):
        typer.echo(f"{one} and {other} look alike; where a photo shows too little, both will be named", err=True)
    return made


def _wrong_names(named: Sequence[str], photos: Sequence[Path]) -> Iterator[str]:
    """What is wrong with the names of cards, a line each."""
    seen: dict[str, int] = {}
    for number, label in enumerate(named):
        if not label or not label.isprintable():
            where = f" ({photos[number]})" if photos else ""
            yield f"card {number + 1}{where} has no name that can be printed; give every card one"
        elif label in seen:
            where = f": {photos[seen[label]]} and {photos[number]}" if photos else ""
            yield f"two cards are called {label}{where}; a label names one card"
        seen.setdefault(label, number)


def _labels(given: str, option: str = "--labels") -> list[str]:
    path = Path(given)
    try:
        if not _is_file(path):
            if "," not in given:
                raise Mendable(f"{option} takes a file with a label a line, or labels with commas; got {given!r}")
            return [each.strip() for each in given.split(",")]
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as wrong:
        raise Mendable(of_disk(wrong, path, "read")) from None
    except UnicodeDecodeError as wrong:
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


def _target(out: Path | None, name: str, settings: Settings, kind: Kind = DECK, what: str = "deck") -> Path:
    """The file to write: the one given, or the name of what is learnt in the data folder."""
    if out is None:
        if not is_name(name):
            given = f"{name!r} is no name: " if name else ""
            raise Mendable(f"{given}give the {what} a --name without slashes, or a file with --out")
        return kind.file(settings, name)
    try:
        if out.is_dir():
            raise Mendable(f"{out} is a folder; name a file with --out")
    except OSError as wrong:
        raise Mendable(of_disk(wrong, out, "written")) from None
    return out if out.suffix == kind.suffix else out.with_name(out.name + kind.suffix)


def _save(made: Deck | StoneSet | DominoSet, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made.save(target)
    except OSError as wrong:
        raise Mendable(of_disk(wrong, target, "written")) from None


def _refuse(line: str) -> NoReturn:
    typer.echo(f"tableside enroll: {line}", err=True)
    raise typer.Exit(MENDABLE)

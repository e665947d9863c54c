"""`tableside render`: scenes and films of games with exact truth, drawn from a seed."""

from __future__ import annotations

import json
import os
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from service.commands import of_disk
from service.commands.options import mending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from datasets.films.film import Order as Film
    from datasets.scenes.run import Hiring, Outcome
    from vision.scene.mat import Mat

app = typer.Typer(help="Draw scenes and films with exact truth.", no_args_is_help=True)

NEEDED = ("mujoco", "OpenGL")
"""Packages of the extra `render`."""
Ray = Annotated[
    str | None, typer.Option(help="Ray’s cluster that draws, else this machine.", metavar="ADDRESS", show_default=False)
]
QUALITIES = ("normal", "high")
LEAST_SIDE = 64
MOST_SIDE = 4096
"""Bounds of a picture's sides in pixels."""
WORST = 51
"""The largest rate factor of x264."""


@app.callback()
def render() -> None:
    """Draw scenes and films with exact truth, for training and for measuring."""


@app.command()
def scenes(  # noqa: PLR0913, PLR0917 - a command's options
    game: Annotated[str, typer.Option(help="stackernoos, stonerow or stones; foreign for tables of other things.")],
    count: Annotated[str, typer.Option(help="How many scenes the folder shall hold.")] = "100",
    seed: Annotated[str, typer.Option(help="A whole number; the same seed gives the same truth.")] = "0",
    out: Annotated[Path, typer.Option(help="The folder for pictures and truth files.")] = Path("scenes"),
    workers: Annotated[str, typer.Option(help="Processes at work; 0 takes one a core.")] = "0",
    size: Annotated[str, typer.Option(help="Every picture’s size, such as 960x540; drawn by chance if left out.")] = "",
    quality: Annotated[str, typer.Option(help="normal, or high: for test sets, some four times slower.")] = "normal",
    ray: Ray = None,
) -> None:
    """Draw tables with their truth beside each picture; what is already there is kept.

    High quality shades every pixel four times and samples shadows some five times as often, at the picture’s full
    size. Both qualities are rasterised; neither is path tracing: light does not bounce from one thing to another.

    Example: tableside render scenes --game stackernoos --count 200 --seed 7 --out scenes/dominoes
    """
    from datasets.scenes.errors import SceneError
    from datasets.scenes.run import Order
    from datasets.scenes.run import render as run

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        _fail(f"Rendering needs {' and '.join(missing)}: pip install -e '.[render]' in Tableside’s folder")
    try:
        from datasets.scenes.draw import LAYERS
    except ImportError as error:
        _fail(f"Rendering cannot begin, a library of the system is missing: {error}")
    if game not in LAYERS:
        _fail(f"There is no game “{game}”; scenes are drawn of: {', '.join(LAYERS)}.")
    number = _whole("seed", seed)
    amount = _whole("count", count)
    crew = _whole("workers", workers) or os.cpu_count() or 1
    if quality not in QUALITIES:
        _fail(f"--quality takes {' or '.join(QUALITIES)}, not “{quality}”.")
    order = Order(game, amount, number, out, _size(size), quality == "high")
    try:
        lost = _drawn(lambda: run(order, crew, crew=_cluster(ray)), amount)
    except SceneError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        _fail(f"Stopped; the same command goes on from here. Finished scenes are in {out}.")
    if lost:
        typer.echo(f"{lost} of {amount} scenes were lost; the same command tries them again.", err=True)
        raise typer.Exit(1)


@app.command()
def game(  # noqa: PLR0913, PLR0917 - a command's options
    game: Annotated[str, typer.Option(help="stackernoos, stonerow or stones.")],
    players: Annotated[str, typer.Option(help="How many play.")] = "2",
    seed: Annotated[str, typer.Option(help="A whole number; the same seed gives the same film.")] = "0",
    out: Annotated[Path, typer.Option(help="The folder for film, record and truth.")] = Path("film"),
    seconds_max: Annotated[str, typer.Option(help="How long the film lasts at most.")] = "90",
    size: Annotated[str, typer.Option(help="The picture’s size, both sides even.")] = "960x540",
    options: Annotated[Path | None, typer.Option(help="House rules: a JSON file.", metavar="FILE.json")] = None,
    mat: Annotated[str, typer.Option(help="What lies below: table (a printed mat) or none.")] = "",
    workers: Annotated[str, typer.Option(help="Processes at work; 0 takes one a core.")] = "0",
    truth_every: Annotated[str, typer.Option(help="Tell the truth of every so many frames.")] = "1",
    quality: Annotated[str, typer.Option(help="x264’s rate factor, 0 to 51: a smaller one is a finer film.")] = "25",
    rate: Annotated[str, typer.Option(help="Frames a second: fewer are drawn sooner.")] = "30",
    ray: Ray = None,
) -> None:
    """Film a whole game: bots play, hands move the pieces; with its record and the truth of every frame.

    Example: tableside render game --game stackernoos --players 3 --seed 7 --out films/seven
    """
    from datasets.films.film import Order, make
    from datasets.scenes.errors import SceneError

    try:
        import av  # noqa: F401 - looked for before anything is drawn
        import mujoco  # noqa: F401
        import OpenGL  # noqa: F401
    except ModuleNotFoundError as error:
        _fail(f"Rendering needs {error.name}: pip install -e '.[render]' in Tableside’s folder")
    seconds = _whole("seconds-max", seconds_max)
    chosen = _size(size) or (960, 540)
    if chosen[0] % 2 or chosen[1] % 2:
        _fail(f"--size takes even sides for a film, not “{size}”.")
    every, factor, frames = _whole("truth-every", truth_every), _whole("quality", quality), _whole("rate", rate)
    if not every or not frames or factor > WORST:
        _fail(f"--truth-every and --rate take numbers from 1 on and --quality one up to {WORST}.")
    players_, seed_ = _whole("players", players), _whole("seed", seed)
    layout = _mat(mat, game, players_)
    film = Order(game, players_, seed_, out, float(seconds), chosen, _rules(options), every, factor, frames, layout)
    crew = _whole("workers", workers) or os.cpu_count() or 1
    try:
        parts = film.parts
        typer.echo(f"Filming {_ordered(film)}, into {out}", err=True)
        lost = _drawn(lambda: make(film, crew, _cluster(ray)), parts, "parts")
    except SceneError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        _fail(f"Stopped; the same command goes on from here. Finished parts are in {out}.")
    if lost:
        typer.echo(f"{lost} parts were lost; the same command tries them again.", err=True)
        raise typer.Exit(1)
    typer.echo(_filmed(film, options))


@app.command()
def stills(  # noqa: PLR0913, PLR0917 - a command's options
    game: Annotated[str, typer.Option(help="stackernoos, stonerow or stones.")],
    players: Annotated[str, typer.Option(help="How many play.")] = "2",
    count: Annotated[str, typer.Option(help="How many stills the folder shall hold; eight are of one game.")] = "100",
    seed: Annotated[str, typer.Option(help="A whole number: the first game’s seed.")] = "0",
    out: Annotated[Path, typer.Option(help="The folder for pictures and truth files.")] = Path("stills"),
    workers: Annotated[str, typer.Option(help="Processes at work; 0 takes one a core.")] = "0",
    size: Annotated[str, typer.Option(help="The picture’s size.")] = "1280x720",
    mat: Annotated[str, typer.Option(help="What lies below: table (a printed mat) or none.")] = "",
    ray: Ray = None,
) -> None:
    """Draw single moments of games that bots play, each with its truth, as scenes have it; for training.

    Example: tableside render stills --game stones --players 3 --count 200 --seed 7 --out stills/stones
    """
    from datasets.films.stills import Order
    from datasets.films.stills import render as run
    from datasets.scenes.errors import SceneError

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        _fail(f"Rendering needs {' and '.join(missing)}: pip install -e '.[render]' in Tableside’s folder")
    players_, amount, seed_ = _whole("players", players), _whole("count", count), _whole("seed", seed)
    layout = _mat(mat, game, players_)
    order = Order(game, players_, amount, seed_, out, _size(size) or (1280, 720), layout)
    try:
        crew = _whole("workers", workers) or os.cpu_count() or 1
        lost = _drawn(lambda: run(order, crew, _cluster(ray)), amount)
    except SceneError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        _fail(f"Stopped; the same command goes on from here. Finished stills are in {out}.")
    if lost:
        typer.echo(f"{lost} of {amount} stills were lost; the same command tries them again.", err=True)
        raise typer.Exit(1)


@app.command()
def export(
    scenes_in: Annotated[list[Path], typer.Argument(help="Folders of rendered scenes.", metavar="DIR…")],
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("training"),
) -> None:
    """Write scenes in the Ultralytics pose layout, with a data card.

    Example: tableside render export scenes/dominoes scenes/stones --out training
    """
    from datasets.formats.ultralytics import export as write
    from datasets.scenes.errors import SceneError

    tally = mending(lambda: write(scenes_in, out), SceneError)
    typer.echo(f"{sum(tally.pictures.values())} pictures with {sum(tally.pieces.values())} pieces are in {out}.")


def _ordered(film: Film) -> str:
    """What is to be filmed, in a line."""
    (width, height), at_most = film.size, f"at most {film.seconds:g} s"
    return f"{film.game} for {film.players}, seed {film.seed}: {at_most}, {width}x{height}, {film.rate} frames a second"


def _filmed(film: Film, options: Path | None) -> str:
    """Where a film was written, what lies beside it, and what to do with it."""
    from datasets.films.film import ABOUT, FRAMES, RECORD, VIDEO

    about = json.loads((film.out / ABOUT).read_text(encoding="utf-8"))
    moves = len((film.out / RECORD).read_text(encoding="utf-8").splitlines()) - 1
    video, house = film.out / VIDEO, f" --options {options}" if options else ""
    return (
        f"{video}: {about['seconds']:.0f} s, {about['frames']} frames\n"
        f"{film.out / RECORD}: {moves} {'move' if moves == 1 else 'moves'} of the game\n"
        f"{film.out / FRAMES}: what every frame shows; {ABOUT} has the order and what happened\n"
        f"Follow it with: tableside review {video} --game {film.game} --players {film.players}{house}"
    )


def _whole(name: str, text: str) -> int:
    """A whole number from 0 on, or one clear line."""
    if not text.isdecimal():
        _fail(f"--{name} takes a whole number from 0 on, not “{text}”.")
    return int(text)


def _mat(size: str, game: str, players: int) -> Mat | None:
    """The printed mat of a size, or none; StoneRow, whose zones are on it, has one unless told otherwise."""
    from vision.scene.mat import MatError, layouts
    from vision.scene.mat import mat as layout

    size = size or ("table" if game == "stonerow" else "none")
    if size == "none" or game not in layouts():
        return None
    if size != "table":
        _fail(f"--mat takes table or none, not “{size}”.")
    try:
        return layout(game, players, "a4", size)
    except MatError as error:
        _fail(f"There is no such mat: {error}.")


def _rules(path: Path | None) -> dict[str, Any]:
    """The house rules in a file, or one clear line."""
    if path is None:
        return {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        _fail(of_disk(error, path, "read"))
    except ValueError as error:
        _fail(f"The house rules in {path} cannot be read: {error}")
    if not isinstance(document, dict):
        _fail(f"The house rules in {path} are no JSON object.")
    return document


def _size(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        _fail(f"--size takes a width and a height such as 960x540, not “{text}”.")
    if not all(LEAST_SIDE <= int(side) <= MOST_SIDE for side in (width, height)):
        _fail(f"--size takes sides from {LEAST_SIDE} to {MOST_SIDE} pixels, not “{text}”.")
    return int(width), int(height)


def _cluster(address: str | None) -> Hiring | None:
    """What has scenes drawn by a cluster; None where this machine draws them."""
    if address is None:
        return None
    from service.batch.draw import Drawers

    return partial(Drawers, address)


def _drawn(run: Callable[[], Iterator[Outcome]], amount: int, what: str = "scenes") -> int:
    """Follow a run; how many were lost. A cluster that is not there is one line, and so is what the disk refuses."""
    from service.batch.tasks import NoRay

    return mending(lambda: _show(run(), amount, what), NoRay)


def _show(outcomes: Iterator[Outcome], amount: int, what: str = "scenes") -> int:
    """Follow the run, with a bar on a terminal and plain lines elsewhere; how many scenes (or what) were lost."""
    console = Console(stderr=True)
    return _bar(outcomes, amount, console, what) if console.is_terminal else _lines(outcomes, amount, what)


def _bar(outcomes: Iterator[Outcome], amount: int, console: Console, what: str) -> int:
    lost = 0
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(what, total=amount)
        for outcome in outcomes:
            if outcome.state == "lost":
                lost += 1
                progress.console.print(f"{what[:-1]} {outcome.index} was lost: {outcome.reason}", markup=False)
            progress.advance(task)
    return lost


def _lines(outcomes: Iterator[Outcome], amount: int, what: str) -> int:
    lost = 0
    every = max(1, amount // 10)
    for number, outcome in enumerate(outcomes, start=1):
        if outcome.state == "lost":
            lost += 1
            typer.echo(f"{what[:-1]} {outcome.index} was lost: {outcome.reason}", err=True)
        if number % every == 0 or number == amount:
            typer.echo(f"{number} of {amount} {what}", err=True)
    return lost


def _fail(line: str) -> NoReturn:
    typer.echo(line, err=True)
    raise typer.Exit(2)

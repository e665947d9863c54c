"""`tableside render`: scenes with exact truth, drawn from a seed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from datasets.scenes.run import Outcome

app = typer.Typer(help="Draw scenes with exact truth.", no_args_is_help=True)

LEAST_SIDE = 64
MOST_SIDE = 4096
"""Bounds of a picture's sides in pixels."""


@app.callback()
def render() -> None:
    """Draw scenes with exact truth, for training and for measuring."""


@app.command()
def scenes(  # noqa: PLR0913, PLR0917 - a command's options
    game: Annotated[str, typer.Option(help="stackernoos, stonerow or stones.")],
    count: Annotated[str, typer.Option(help="How many scenes the folder shall hold.")] = "100",
    seed: Annotated[str, typer.Option(help="A whole number; the same seed gives the same truth.")] = "0",
    out: Annotated[Path, typer.Option(help="The folder for pictures and truth files.")] = Path("scenes"),
    workers: Annotated[str, typer.Option(help="Processes at work; 0 takes one a core.")] = "0",
    size: Annotated[str, typer.Option(help="Every picture's size, such as 960x540; drawn by chance if left out.")] = "",
) -> None:
    """Draw tables with their truth beside each picture; what is already there is kept.

    Example: tableside render scenes --game stackernoos --count 200 --seed 7 --out scenes/dominoes
    """
    from datasets.scenes.errors import SceneError
    from datasets.scenes.run import Order
    from datasets.scenes.run import render as run

    try:
        from datasets.scenes.draw import LAYERS
    except ModuleNotFoundError as error:
        _fail(f"Rendering needs {error.name}: pip install 'tableside[render]'")
    if game not in LAYERS:
        _fail(f"There is no game “{game}”; scenes are drawn of: {', '.join(LAYERS)}.")
    number = _whole("seed", seed)
    amount = _whole("count", count)
    crew = _whole("workers", workers) or os.cpu_count() or 1
    order = Order(game, amount, number, out, _size(size))
    try:
        lost = _show(run(order, crew), amount)
    except SceneError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        _fail(f"Stopped; the same command goes on from here. Finished scenes are in {out}.")
    if lost:
        typer.echo(f"{lost} of {amount} scenes were lost; the same command tries them again.", err=True)
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

    try:
        tally = write(scenes_in, out)
    except (SceneError, OSError) as error:
        _fail(str(error))
    typer.echo(f"{sum(tally.pictures.values())} pictures with {sum(tally.pieces.values())} pieces are in {out}.")


def _whole(name: str, text: str) -> int:
    """A whole number from 0 on, or one clear line."""
    if not text.isdecimal():
        _fail(f"--{name} takes a whole number from 0 on, not “{text}”.")
    return int(text)


def _size(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        _fail(f"--size takes a width and a height such as 960x540, not “{text}”.")
    if not all(LEAST_SIDE <= int(side) <= MOST_SIDE for side in (width, height)):
        _fail(f"--size takes sides from {LEAST_SIDE} to {MOST_SIDE} pixels, not “{text}”.")
    return int(width), int(height)


def _show(outcomes: Iterator[Outcome], amount: int) -> int:
    """Follow the run, with a bar on a terminal and plain lines elsewhere; how many scenes were lost."""
    console = Console(stderr=True)
    return _bar(outcomes, amount, console) if console.is_terminal else _lines(outcomes, amount)


def _bar(outcomes: Iterator[Outcome], amount: int, console: Console) -> int:
    lost = 0
    columns = (TextColumn("scenes"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("scenes", total=amount)
        for outcome in outcomes:
            if outcome.state == "lost":
                lost += 1
                progress.console.print(f"scene {outcome.index} was lost: {outcome.reason}", markup=False)
            progress.advance(task)
    return lost


def _lines(outcomes: Iterator[Outcome], amount: int) -> int:
    lost = 0
    every = max(1, amount // 10)
    for number, outcome in enumerate(outcomes, start=1):
        if outcome.state == "lost":
            lost += 1
            typer.echo(f"scene {outcome.index} was lost: {outcome.reason}", err=True)
        if number % every == 0 or number == amount:
            typer.echo(f"{number} of {amount} scenes", err=True)
    return lost


def _fail(line: str) -> NoReturn:
    typer.echo(line, err=True)
    raise typer.Exit(2)

"""`tableside train`, `eval` and `fit`: for whoever trains the networks, and measures what they read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.commands.options import Anew, Data, Own, RayAddress, WorkersCount, ended, settings_of

app = typer.Typer()


@app.command(epilog="Example: `tableside train detector --work out/training --resume`")
def train(  # noqa: PLR0913, PLR0917 - a command's options
    network: Annotated[str, typer.Argument(help="detector, halves or strange.")],
    work: Annotated[Path, typer.Option(help="Folder of scenes and checkpoints.")] = Path("out/training"),
    out: Annotated[Path | None, typer.Option(help="Folder of the weights.", show_default="models/weights")] = None,
    scenes: Annotated[int, typer.Option(help="Scenes to render a game.")] = 1500,
    epochs: Annotated[int, typer.Option(help="Passes over them.")] = 30,
    seed: Annotated[int, typer.Option(help="A whole number.")] = 500_000,
    device: Annotated[str, typer.Option(help="auto, cpu, or the number of a CUDA device.")] = "auto",
    workers: Annotated[int, typer.Option(help="Processes that render and load.")] = 2,
    resume: Annotated[bool, typer.Option(help="Go on from the last checkpoint.")] = False,
    start: Annotated[Path | None, typer.Option(help="Weights to learn on from; of the detector alone.")] = None,
    also: Annotated[
        list[Path] | None, typer.Option(help="More scenes or stills, for the detector.", metavar="DIR")
    ] = None,
    hours: Annotated[float | None, typer.Option(help="End the detector’s training after so many.", min=0.01)] = None,
) -> None:
    """Train a network on rendered scenes. It can be stopped and resumed."""
    from models import WEIGHTS
    from models.order import TrainingOrder
    from service.commands.train import run

    order = TrainingOrder(
        work, out or WEIGHTS, scenes, epochs, seed, device, resume, workers, start, tuple(also or ()), hours
    )
    raise typer.Exit(ended(run, network, order))


@app.command(name="eval", epilog="Example: `tableside eval --scenes scenes/dominoes --photos photos/labels.json`")
def evaluate(  # noqa: PLR0913, PLR0917 - a command's options
    scenes: Annotated[list[Path] | None, typer.Option(help="A folder of rendered scenes.", metavar="DIR")] = None,
    photos: Annotated[list[Path] | None, typer.Option(help="Labels of photos, beside them.", metavar="JSON")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
    own: Own = "",
    worst: Annotated[Path | None, typer.Option(help="Folder for pictures of the worst scenes.", metavar="DIR")] = None,
    data: Data = None,
    workers: WorkersCount = 1,
    ray: RayAddress = None,
    anew: Anew = False,
) -> None:
    """Print how well pieces are read: the tables of the models’ cards."""
    from service.batch.tasks import Workers
    from service.commands.eval import run

    given = (scenes or [], photos or [], as_json, settings_of(data=data), own, worst, Workers(workers, ray), anew)
    raise typer.Exit(ended(run, *given))


@app.command(epilog="Example: `tableside fit tracking films/seven films/eight`")
def fit(  # noqa: PLR0913, PLR0917 - a command's options
    what: Annotated[str, typer.Argument(help="What is estimated: “tracking”, by which games are followed.")] = "",
    games: Annotated[
        list[Path] | None, typer.Argument(help="Folders of rendered games, of one game or several.", metavar="GAMES…")
    ] = None,
    out: Annotated[
        Path, typer.Option(help="Folder of the numbers. In vision/games of the program they are in force.")
    ] = Path("out/fit"),
    truth: Annotated[bool, typer.Option("--truth", help="The truth in place of the recogniser: quicker.")] = False,
    data: Data = None,
    workers: WorkersCount = 1,
    ray: RayAddress = None,
    anew: Anew = False,
) -> None:
    """Estimate the numbers by which games are followed, from rendered games of several worlds."""
    from service.batch.tasks import Workers
    from service.commands.fit import run

    crew, settings = Workers(workers, ray), settings_of(data=data)
    raise typer.Exit(ended(run, what, games or (), out, settings, truth=truth, workers=crew, anew=anew))

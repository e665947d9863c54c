"""`tableside train`: every network that comes with Tableside, made again by one command."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer

from models.order import TrainingError
from service.commands import Mendable
from vision.recognise.trained.detector import TrainedDetector
from vision.settings import TRAINED_DETECT

if TYPE_CHECKING:
    from models.order import TrainingOrder
    from vision.geometry import Quad
    from vision.photo import Picture

NETWORKS: Final = ("detector", "halves", "strange")
"""Each is a folder of `models` whose `train.py` runs an order."""
EAGER: Final = 0.2
"""The least score of finds that the network of strange things learns from."""


def finds(picture: Picture) -> list[Quad]:
    """What the detector that comes with Tableside takes for pieces, hands left out: also what it hardly believes."""
    eager = replace(TRAINED_DETECT, least_score=EAGER, least_high=EAGER)
    return [each.corners for each in TrainedDetector(settings=eager).detect(picture) if each.kind != "hand"]


def run(network: str, order: TrainingOrder) -> int:
    """Render what is missing, train, export."""
    if network not in NETWORKS:
        raise Mendable(f"there is no network “{network}”; choose one of: {', '.join(NETWORKS)}")
    if order.scenes < 1 or order.epochs < 1 or order.workers < 0:
        raise Mendable("--scenes and --epochs take numbers from 1 on, --workers one from 0 on")
    try:
        more = {"find": finds} if network == "strange" else {}
        written = import_module(f"models.{network}.train").train(order, typer.echo, **more)
    except TrainingError as wrong:
        raise Mendable(str(wrong)) from None
    except KeyboardInterrupt:
        raise Mendable(f"stopped; the same command with --resume goes on from {order.work}") from None
    typer.echo(f"{written} is written")
    return 0

"""`tableside train`: every network that comes with Tableside, made again by one command."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer

from models.order import TrainingError
from service.commands import Mendable

if TYPE_CHECKING:
    from models.order import TrainingOrder

NETWORKS: Final = ("detector", "halves")
"""Each is a folder of `models` whose `train.py` runs an order."""


def run(network: str, order: TrainingOrder) -> int:
    """Render what is missing, train, export."""
    if network not in NETWORKS:
        raise Mendable(f"there is no network “{network}”; choose one of: {', '.join(NETWORKS)}")
    if order.scenes < 1 or order.epochs < 1 or order.workers < 0:
        raise Mendable("--scenes and --epochs take numbers from 1 on, --workers one from 0 on")
    try:
        order.work.mkdir(parents=True, exist_ok=True)
        written = import_module(f"models.{network}.train").train(order, typer.echo)
    except TrainingError as wrong:
        raise Mendable(str(wrong)) from None
    except OSError as wrong:
        raise Mendable(f"{wrong.filename or order.work} cannot be used: {wrong.strerror or wrong}") from None
    except KeyboardInterrupt:
        raise Mendable(f"stopped; the same command with --resume goes on from {order.work}") from None
    typer.echo(f"{written} is written")
    return 0

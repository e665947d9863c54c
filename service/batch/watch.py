"""Many cameras followed at once: each by an actor of Ray, which begins again where it was when its process is lost."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.games import find_game
from service.app import assemble
from service.batch.tasks import MEMORY, Done, connected, results
from service.capture.source import find_source
from service.commands.watch import run
from service.logs import to_standard_error

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from service.batch.tasks import Workers
    from service.commands.hub import Away
    from service.settings import Settings

RESTARTS: Final = 100
"""So often a camera's process is begun again: what is lost more often in an evening cannot be followed."""
LOG: Final = "watch.log"
"""The file of a table's folder that has the lines of `tableside watch`."""


@dataclass(frozen=True, slots=True)
class Order:
    """A table, its camera, and how it is followed; its settings have a data folder of its own."""

    name: str
    source: str
    game: str
    settings: Settings
    players: int | None = None
    names: str | None = None
    options: str | None = None
    hub: Away | None = None

    @property
    def log(self) -> Path:
        """Where its lines go."""
        return self.settings.data / LOG


class Camera:
    """What an actor does: follow one table until its camera is of no use."""

    def follow(self, order: Order) -> int:
        """The exit code of `tableside watch`; raises what it does."""
        with (
            order.log.open("a", encoding="utf-8", buffering=1) as log,
            contextlib.redirect_stdout(log),
            contextlib.redirect_stderr(log),
        ):
            to_standard_error()
            resume = going_on(order)
            more: dict[str, Any] = {"names": order.names, "resume": resume, "hub": order.hub}
            if resume is None:
                more |= {"options": order.options, "players": order.players}
            return run(order.source, order.game, order.settings, **more)


def going_on(order: Order) -> str | None:
    """The id of the newest game of a table, where it is not over and its camera still shows it; else None."""
    if not find_source(order.source).live:
        return None  # a film begins again, and so does its game
    with contextlib.closing(assemble(order.settings)) as parts:
        for kept in parts.store.newest(1):
            entry = parts.ledger.find(kept.id)
            if kept.game == find_game(order.game).name and entry.game.winners(entry.replay.state) is None:
                return str(kept.id)
    return None


def watching(orders: Sequence[Order], workers: Workers) -> Generator[Done[int], None, None]:
    """Follow all tables; what became of each that ended. Closing it ends the rest. Raises `NoRay`."""
    ray = connected(workers)
    try:
        kind = ray.remote(num_cpus=1, memory=MEMORY, max_restarts=RESTARTS, max_task_retries=RESTARTS)(Camera)
        cameras = [kind.remote() for _ in orders]
        yield from results(
            ray, {camera.follow.remote(order): n for n, (camera, order) in enumerate(zip(cameras, orders, strict=True))}
        )
    finally:
        ray.shutdown()  # the actors end with who began them

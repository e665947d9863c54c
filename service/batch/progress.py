"""How far tasks are: a bar on a terminal, and elsewhere a line for every tenth of them, on standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

R = TypeVar("R")

LINES: Final = 10
"""So many lines are written at the most."""


def told(results: Iterable[R], amount: int, what: str) -> Iterator[R]:
    """The same results, each told of once it is there; `what` names them, such as photos."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import track

        yield from track(results, what, amount, console=Console(stderr=True), transient=True)
        return
    every = -(-amount // LINES)
    for number, result in enumerate(results, start=1):
        if number % every == 0 or number == amount:
            print(f"{number} of {amount} {what}", file=sys.stderr, flush=True)
        yield result

"""Long benchmarks as tasks: `--workers N`, `--ray ADDRESS` and `--kept FOLDER`. The figures are those of one process.

Benchmarks of time, memory or whole servers take none of these: what ran beside would be in their figures. Where one of
figures tells times as well, measure them in one process. Each task has one core and the memory of `tableside review`.
On a cluster the machines see films and photos under the same names, and the command is given in this repository.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from service.batch.kept import Shelf, as_json, code_hash
from service.batch.tasks import NoRay, TaskFailed, Workers, in_order
from service.commands import Mendable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator, Sequence

O = TypeVar("O")  # noqa: E741 - an order
R = TypeVar("R")

ROOT: Final = Path(__file__).resolve().parents[2]
CODE: Final = ("datasets", "tests/benchmarks")
"""What decides a benchmark's figures besides Tableside."""


def add_to(parser: argparse.ArgumentParser, *, kept: bool = True) -> None:
    """Add the options."""
    parser.add_argument("--workers", type=int, default=1, help="processes that do the work; more than one need Ray")
    parser.add_argument("--ray", metavar="ADDRESS", help="Ray's cluster that does the work, else this machine")
    if kept:
        parser.add_argument("--kept", type=Path, metavar="FOLDER", help="folder of what was done: only the rest is")


def done(
    work: Callable[[O], R], orders: Sequence[O], given: argparse.Namespace, kind: Any = None
) -> Generator[R, None, None]:
    """The results, in the order of their orders. Closing it cancels the rest.

    With `--kept` results are of a `kind` that pydantic knows, and orders tell what decides them. What goes wrong in a
    task elsewhere is one line, and the end.
    """
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(paths))  # Ray's processes find the benchmarks
    folder = getattr(given, "kept", None)
    shelf = None if folder is None else Shelf(folder, as_json(kind), code_hash(*CODE))
    try:
        with closing(in_order(work, orders, Workers(given.workers, given.ray), shelf)) as results:
            yield from results
    except (NoRay, TaskFailed, Mendable) as wrong:
        sys.exit(str(wrong))


def run(file: str) -> NoReturn:
    """Run the benchmark of a file as the module by whose name processes find its tasks."""
    sys.exit(importlib.import_module(f"tests.benchmarks.{Path(file).stem}").main())

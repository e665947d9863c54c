"""How long a store is backed up and restored, all of it verified: `python tests/benchmarks/backups.py [--games 1000]`.

Each game has entries of an evening and pictures of the size that a camera's have, all of them different. What was saved
is restored into an empty store, of which every chain and every picture is checked again. A disk's cache is warm.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

sys.path = [str(Path(__file__).resolve().parents[2]), *sys.path[1:]]  # not this folder: it has a service.py, too

from service.app import assemble  # noqa: E402
from service.settings import Settings  # noqa: E402
from service.store.backup import restore, save  # noqa: E402
from tests.benchmarks.report import Result, as_json, as_table, machine  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.parts import Parts
    from service.store.backup import Checked

ENTRIES = 40
PICTURES = 4
"""Of each game."""
PICTURE = 60_000
"""Bytes of a picture of 1280×720."""


def fill(parts: Parts, games: int) -> None:
    """Write games with entries and pictures, the same ones at every run but for their ids."""
    chance = random.Random(1)
    for _ in range(games):
        game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
        frames = [parts.evidence.keep(game, chance.randbytes(PICTURE), {"why": "after"}) for _ in range(PICTURES)]
        for version in range(ENTRIES):
            if version % 2:
                parts.ledger.undo(game, version, None)
            else:
                parts.ledger.play(game, version, 0, "start 1-1", by="camera", confidence=0.9, frames=frames[:2])


def timed(work: Callable[[], Checked]) -> tuple[float, Checked]:
    """Seconds, and what was found."""
    began = time.perf_counter()
    checked = work()
    return time.perf_counter() - began, checked


def figures(games: int, folder: Path) -> list[Result]:
    """All results. Raises `SystemExit` where anything is not what it was."""
    file = folder / "all.zip"
    with closing(assemble(Settings(data=folder / "first", database_url=None))) as parts:
        fill(parts, games)
        saving, saved = timed(lambda: save(parts.store, parts.evidence, file))
    with closing(assemble(Settings(data=folder / "second", database_url=None))) as parts:
        restoring, restored = timed(lambda: restore(parts.store, parts.evidence, file))
    if saved != restored or saved.wrong:
        raise SystemExit(f"{saved} was saved, {restored} restored: {[*saved.wrong, *restored.wrong][:3]}")
    return [
        Result("entries", saved.entries, "", games),
        Result("pictures", saved.pictures, "", games),
        Result("the file", saved.bytes / 2**20, "MiB", games),
        Result("saved and checked", saving, "s", games),
        Result("restored and checked", restoring, "s", games),
    ]


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        results = figures(given.games, Path(name))
    about = machine(("sqlalchemy",)) | {"load": round(os.getloadavg()[0], 1)}
    print(as_json("backups", about, results) if given.json else as_table("backups", about, results))


if __name__ == "__main__":
    main()

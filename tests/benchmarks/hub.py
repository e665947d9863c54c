"""What a hub does for each table, in milliseconds of a processor: entries, pictures, reports, all tables at a glance.

    python tests/benchmarks/hub.py              # SQLite in a new folder
    python tests/benchmarks/hub.py --tables 200

Time of the processor alone is counted, so that what else runs on the machine hardly matters. Waiting for the disk, HTTP
and TLS are not in it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

sys.path = [str(Path(__file__).resolve().parents[2]), *sys.path[1:]]  # not this folder: it has a service.py, too

from engine import record  # noqa: E402
from service.access.caller import HOST  # noqa: E402
from service.app import assemble  # noqa: E402
from service.hub.tables import TableReport  # noqa: E402
from service.settings import Settings  # noqa: E402
from service.tournament.model import Entrant, Pairing, Round, Tournament  # noqa: E402
from service.tournament.pairing import next_round  # noqa: E402
from tests.benchmarks.report import Result, as_json, as_table, machine, median  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.parts import Parts

ENTRIES = 60
"""Of each game: a game of an evening."""
PICTURE = 60_000
"""Bytes of a picture of 1280×720."""
ENTRANTS = 128


def taken(work: Callable[[], object]) -> float:
    """Milliseconds of a processor."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def written(parts: Parts) -> tuple[str, str, list[str]]:
    """A game as a table's machine has it: its id, its header, its entries."""
    entry = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    for version in range(ENTRIES):
        if version % 2:
            parts.ledger.undo(entry.id, version, None)
        else:
            parts.ledger.play(entry.id, version, 0, "start 1-1")
    header, *lines = record.dumps(parts.ledger.find(entry.id).record).splitlines()
    return entry.id, header, lines


def figures(tables: int) -> Iterator[Result]:
    """All results."""
    with tempfile.TemporaryDirectory() as name:
        hub = assemble(Settings(data=Path(name) / "hub"))
        own = assemble(Settings(data=Path(name) / "own"))
        try:
            yield from _of_tables(hub, own, tables)
        finally:
            own.close()
            hub.close()
    entrants = tuple(Entrant(n, f"P{n}") for n in range(1, ENTRANTS + 1))
    cup = Tournament("", "", "stones", {}, "swiss", 9, "tables", None, "", entrants)
    pairings = tuple(Pairing(each.table, each.one, each.other, result="one") for each in next_round(cup))
    later = Tournament("", "", "stones", {}, "swiss", 9, "tables", None, "", entrants, (Round("", pairings),))
    yield median(f"a Swiss round of {ENTRANTS}", [taken(lambda: next_round(later)) for _ in range(3)], "ms")


def _of_tables(hub: Parts, own: Parts, tables: int) -> Iterator[Result]:
    games = [(f"Table {n}", *written(own)) for n in range(tables)]
    for home, game, header, lines in games:
        hub.hub.receiver.take(home, game, "", header, 0, lines[:40])
    entries = [
        taken(partial(hub.hub.receiver.take, home, game, "", header, n, lines[n : n + 1]))
        for home, game, header, lines in games
        for n in range(40, ENTRIES)
    ]
    reports = [
        taken(partial(hub.hub.others.tell, home, TableReport(game, "ok", "", "following")))
        for home, game, _, _ in games
    ]
    yield median("an entry taken, its chain checked and replayed", entries, "ms")
    yield median("a table's report", reports, "ms")
    home, game, _, _ = games[0]
    pictures = [
        taken(lambda n=n: hub.hub.receiver.picture(home, game, b"\xff\xd8" + n.to_bytes(4, "big") * (PICTURE // 4), {}))
        for n in range(200)
    ]
    yield median("a picture of 60 kB kept, the first 100", pictures[:100], "ms")
    yield median("the next 100", pictures[100:], "ms")
    hub.hub.overview._known.clear()
    yield Result(f"{tables} tables at a glance, after a start", taken(lambda: hub.hub.overview.rows(HOST)), "ms", 1)
    yield median(
        f"{tables} tables at a glance, nothing new",
        [taken(lambda: hub.hub.overview.rows(HOST)) for _ in range(20)],
        "ms",
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    given = parser.parse_args()
    show = as_json if given.json else as_table
    print(show("hub", machine(("sqlalchemy", "networkx")), list(figures(given.tables))))


if __name__ == "__main__":
    main()

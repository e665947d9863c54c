"""What a game's page weighs, how soon it is painted, what a refusal moves: `python tests/benchmarks/page.py [--json]`.

- weight: kB that come over the wire for a game's page where the cache is empty, pictures left out;
- first paint: from the address to the first contentful paint, each time with an empty cache;
- shift: how far the page moves while a refused place says why (layout shift, 0 is none), on a phone and on a laptop.

It starts `tableside serve` on a store of its own, plays a few moves of each game and opens their pages in Chromium.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.client import Client
from tests.benchmarks.report import Result, as_json, as_table, machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

TABLESIDE: Final = Path(sys.executable).with_name("tableside")
CHROMIUM: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
SETTLED: Final = 2000
"""How long what a page loads after its first paint is waited for, ms."""
SHIFTS: Final = """() => {
  window.shifts = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifts += each.value; })
    .observe({ type: "layout-shift" });
}"""
"""Counts every shift, also those soon after a click, which browsers leave out of their own figure."""
PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
SIZES: Final = {"phone": (360, 780), "laptop": (1280, 800)}


@dataclass(frozen=True, slots=True)
class Table:
    """A game with a few moves, a piece that may be taken up, and where it may not be laid."""

    game: str
    moves: tuple[tuple[int, str], ...]
    piece: str
    wrong: str


TABLES: Final = (
    Table(
        "stackernoos",
        ((0, "start 1-1"), (1, "extend 1-4 @2,0,0:e"), (0, "extend 4-9 @4,0,0:e"), (1, "extend 9-8 @6,0,0:e")),
        "1-5",
        "#table svg.board",
    ),
    Table(
        "stonerow",
        ((-1, "keystone Y9"), (-1, "brickyard G2"), (0, "draw quarry"), (0, "build R7 G7 B7"), (1, "draw quarry")),
        "G4",
        "#table [data-place='seat0']",
    ),
    Table(
        "stones",
        ((-1, "marker 2"), *((-1, f"turn {tile}") for tile in ("SM/3", "L/1", "M/4", "S/2", "SML/1"))),
        "L/1",
        "#table [data-place='river-small']",
    ),
)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a running `tableside serve`."""
    words = [str(TABLESIDE), "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            yield next(word for word in line.split() if word.startswith("http://")).rstrip("/")
        finally:
            server.send_signal(signal.SIGINT)


def played(client: Client, table: Table) -> str:
    """The id of a game with its moves."""
    game = client.open(table.game, 2).id
    for version, (seat, move) in enumerate(table.moves):
        client.play(game, seat, move, version)
    return game


def opened(chromium: Browser, size: str) -> Page:
    """A page with an empty cache."""
    width, height = SIZES[size]
    return chromium.new_context(viewport={"width": width, "height": height}).new_page()


def weighed(chromium: Browser, address: str) -> tuple[float, float]:
    """What a page weighs without pictures (kB), and its first contentful paint (ms)."""
    page = opened(chromium, "laptop")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def came(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.responseReceived", came)
    wire.on("Network.loadingFinished", ended)
    page.goto(address)
    page.wait_for_timeout(SETTLED)
    painted = float(page.evaluate(PAINTED))
    page.context.close()
    return sum(size for one, size in sizes.items() if kinds.get(one) != "Image") / 1000, painted


def shifted(chromium: Browser, address: str, table: Table, size: str) -> float:
    """How far a page moves while a refused place says why."""
    page = opened(chromium, size)
    page.goto(address)
    piece = page.locator(f"#table [data-piece='{table.piece}']").first
    piece.click()
    page.locator(".spot.ready, #tray-choice button").first.wait_for()
    page.wait_for_timeout(SETTLED // 4)
    page.evaluate(f"({SHIFTS})()")
    page.locator(table.wrong).first.click(position={"x": 6, "y": 6})
    page.locator(".refused-here .reason").wait_for()
    page.wait_for_timeout(SETTLED // 4)
    moved = float(page.evaluate("window.shifts"))
    page.context.close()
    return moved


def measured(address: str, chromium: Browser, times: int) -> list[Result]:
    """Every figure of every game."""
    results = []
    with Client(address) as client:
        games: Sequence[tuple[Table, str]] = [(table, f"{address}/games/{played(client, table)}") for table in TABLES]
    for table, page in games:
        listed = [weighed(chromium, page) for _ in range(times)]
        paints = [paint for _, paint in listed]
        results.append(
            Result(f"{table.game}: weight without pictures", statistics.median(kB for kB, _ in listed), "kB", times)
        )
        results.append(
            Result(f"{table.game}: first paint", statistics.median(paints), "ms", times, min(paints), max(paints))
        )
        for size in SIZES:
            moved = max(shifted(chromium, page, table, size) for _ in range(2))
            results.append(Result(f"{table.game}: a refusal shifts, {size}", moved, "", 2))
    return results


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="What a game's page weighs and how soon it is painted.")
    parser.add_argument("--times", type=int, default=7, help="how often each page is opened")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        with contextlib.closing(launched) as chromium:
            results = measured(address, chromium, asked.times)
    about = machine(("playwright",))
    print(as_json("page", about, results) if asked.json else as_table("page", about, results))


if __name__ == "__main__":
    main()

"""Whether the table that the camera sees is the one of the record, piece by piece; and whether frames were skipped."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from service.page.words import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.page.language import Language
    from service.store.ledger import Entry

QUIET: Final = "still"
"""The state of the gate in which a table can be compared."""
SKIPPED: Final = 0.75
"""The share of skipped frames from which a quick move may be missed: of 30 frames a second some 8 are looked at."""
LISTED: Final = 6
"""Pieces that are named of each kind."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Pieces that the camera sees and the record has not (`extra`), and those the other way round (`missing`).
    `skipped` frames of all that came are 0 where they were too few to matter."""

    extra: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    skipped: int = 0
    frames: int = 0

    def __bool__(self) -> bool:
        return bool(self.extra or self.missing or self.skipped)

    @property
    def apart(self) -> bool:
        """Whether the two tables disagree."""
        return bool(self.extra or self.missing)


def differences(camera: Mapping[str, Any], entry: Entry, t: Language) -> Differences:
    """What the camera's table (a snapshot of it) has other than the record's. There is nothing while something else
    explains it: a table in motion, an open question, a camera out of step."""
    count, skipped = camera["frames"]["seen"] + camera["frames"]["dropped"], behind(camera)
    told = (camera["following"] or {}).get("state")
    quiet = camera["gate"] is not None and camera["gate"]["state"] == QUIET
    seen = camera["position"]
    if not quiet or told not in ("following", "over") or seen is None or camera["game"] != entry.header.game:
        return Differences((), (), skipped, count)
    recorded = entry.game.position(entry.game.view(entry.replay.state, None))
    extra, missing = compared(entry.header.game, seen, recorded, t)
    return Differences(extra[:LISTED], missing[:LISTED], skipped, count)


def behind(camera: Mapping[str, Any]) -> int:
    """How many frames were skipped, where so many were that a move may be missed; else 0."""
    seen, dropped = camera["frames"]["seen"], camera["frames"]["dropped"]
    return int(dropped) if dropped > SKIPPED * (seen + dropped) else 0


def compared(
    game: str, seen: Mapping[str, Any], recorded: Mapping[str, Any], t: Language
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the pieces seen but not recorded, and recorded but not seen, of two positions (contract's JSON).

    An unsure piece may be any that is missing, so as many are left out; so is what lies under others.
    """
    if game == "stackernoos":
        return _dominoes(seen, recorded)
    if game == "stonerow":
        return _cards(seen, recorded)
    return _stacks(seen, recorded, t) if game == "stones" else ((), ())


def _dominoes(seen: Mapping[str, Any], recorded: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    labels = [tile.get("tile") for tile in seen.get("tiles") or ()]
    known = dict.fromkeys(named(label) for label in labels if label)
    tiles = [tile for tile in recorded.get("tiles") or () if tile.get("tile") and "at" in tile]
    laid = {named(tile["tile"]): tile for tile in tiles}
    missing = tuple(name for name, tile in laid.items() if name not in known and not _covered(tile, tiles))
    extra = tuple(name for name in known if name not in laid)
    return extra, missing if len(missing) > labels.count(None) else ()


def _covered(tile: Mapping[str, Any], tiles: list[Mapping[str, Any]]) -> bool:
    """Whether another tile lies on this one, if only on a part of it."""
    mine, level = tuple(_cells(tile)), tile["at"][2]
    over = (cell for each in tiles if each["at"][2] == level + 1 for cell in _cells(each))
    return any(abs(x - u) < 1 and abs(y - v) < 1 for u, v in over for x, y in mine)


def _cells(tile: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    x, y, _ = tile["at"]
    yield x, y
    yield (x + 1, y) if tile.get("dir", "e") == "e" else (x, y + 1)


def _cards(seen: Mapping[str, Any], recorded: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    mine, theirs = Counter(_laid(seen)), Counter(_laid(recorded))
    unsure = mine.pop("?", 0)
    extra, missing = tuple((mine - theirs).elements()), tuple((theirs - mine).elements())
    return extra, missing if len(missing) > unsure else ()


def _laid(position: Mapping[str, Any]) -> Iterator[str]:
    """The cards of all rows, of a record in layers, of a camera as one; `?` for one that was not read surely."""
    for row in position.get("rows") or ():
        layers = [layer.get("cards") or () for layer in row.get("layers") or ()]
        for card in chain(*layers, row.get("cards") or ()):
            yield card if isinstance(card, str) else "?"


def _stacks(
    seen: Mapping[str, Any], recorded: Mapping[str, Any], t: Language
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Stacks that are higher, and those that are lower, than the record says."""
    extra: list[str] = []
    missing: list[str] = []
    pairs = zip(seen.get("stacks") or (), recorded.get("stacks") or (), strict=False)
    for n, (mine, theirs) in enumerate(pairs):
        more = len(_stones(mine)) - len(_stones(theirs))
        if more:
            (extra if more > 0 else missing).append(t("differs.stack", number=n + 1, count=abs(more)))
    return tuple(extra), tuple(missing)


def _stones(stack: Any) -> Any:
    return stack["stones"] if isinstance(stack, dict) else stack

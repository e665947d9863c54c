"""How well cards are known after enrolment: on photos that nobody rendered, and on rendered tables.

Photos: a folder with `cards.json`, an object of two lists. `uno` holds `{"file", "label"}`, a photo of one card each;
`scenes` holds `{"file", "cards": [{"label", "bbox"}]}`, photos of cards of a deck that is not enrolled.

- uno: of each label the first photo (or the `--first`-th) that `tableside enroll deck` would take is enrolled. A photo
  of which that command would complain is replaced by the next one: a stranger among the others, uneven light. Every
  other photo is then searched for cards, and its surest card counts. Called sure: photos with a label; right of sure:
  of these, the right ones; right: the best guess, sure or not; right at 0.85 to 0.95: of the readings with such a
  confidence, and so on. Photos are timed in milliseconds of the processor.
- scenes: boxes that match the box round a found outline, one to one, by at least half of what both cover. A box of
  the list goes round what shows of a card. A found card that others cover is boxed as a whole and by what shows.
- dealt (with `--dealt DIR`): photos of four cards each. `truth.json` names them by player, P1 below, P2 to the right,
  P3 above, P4 to the left. Files begin with their game, as `g1_01.jpg`. The first game's cards are enrolled, the others
  are read within their outlines: right or unsure, sure but wrong, of all.
- rendered (with `--rendered DIR…`): cards of which at least 60 % is seen, read within their true corners after these
  were moved by chance (normal, 2 % of the card's size) and renumbered; decks are enrolled from their artwork. Scenes
  whose random deck has the size of ours are left out, for their truth does not tell which of the two lies there.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from vision import load
from vision.recognise.cards import (
    CardFinder,
    EnrolError,
    card_reader,
    card_search,
    deck_of_cards,
    printed_deck,
    strangers,
    unevenly_lit,
    whole_card,
)
from vision.recognise.cards.enrol import upright
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.cards import CardReader, Deck

MATCH: Final = 0.5
VISIBLE: Final = 0.6
JITTER: Final = 0.02
NEAR: Final = 0.25
OUR_SIZE: Final = (63.0, 88.0)
Box: TypeAlias = "Sequence[float]"


@dataclass(frozen=True, slots=True)
class Read:
    """One card that was read, or None for `said` where none was found; `best` is the best guess."""

    label: str
    said: str | None
    best: str | None
    confidence: float
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the best guess is right."""
        return self.best == self.label


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("photos", type=Path, nargs="?", help="folder with cards.json and its photos")
    parser.add_argument("--first", type=int, default=1, help="which photo of a label is enrolled, from 1")
    parser.add_argument("--every", type=int, default=1, help="read one photo in so many")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="folders of `tableside render scenes`")
    parser.add_argument("--dealt", type=Path, help="folder of dealt cards with its truth.json")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--failures", action="store_true", help="list what was read wrong on standard error")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        dealt = _dealt(given) if given.dealt else ()
        results = [*_photos(given), *dealt, *(_rendered(given) if given.rendered else ())]
    except (OSError, ValueError, KeyError) as wrong:
        print(f"cards.py: {wrong}; give a folder with cards.json and its photos", file=sys.stderr)
        return 2
    about = machine(("opencv-python", "numpy"))
    print(as_json("cards", about, results) if given.json else as_table("cards", about, results))
    return 0


def _photos(given: argparse.Namespace) -> Iterator[Result]:
    if given.photos is None:
        return
    listed = json.loads((given.photos / "cards.json").read_text(encoding="utf-8"))
    if listed.get("uno"):
        yield from _uno(given, listed["uno"])
    if listed.get("scenes"):
        yield from _scenes(given, listed["scenes"])


def _uno(given: argparse.Namespace, entries: Sequence[dict[str, Any]]) -> Iterator[Result]:
    deck, used = enrolled(given.photos, entries, given.first)
    search = card_search(deck)
    reads = []
    for entry in [each for each in entries if each["file"] not in used][:: given.every]:
        picture = load(given.photos / entry["file"]).pixels
        start = time.process_time()
        cards = search.look(picture)
        spent = time.process_time() - start
        if cards:
            result = cards[0].reading
            best = result.candidates[0].label if result.candidates else None
            reads.append(Read(entry["label"], result.label, best, result.confidence, spent))
        else:
            reads.append(Read(entry["label"], None, None, 0.0, spent))
        _say_failure(given, entry["file"], reads[-1])
    yield from _figures("uno", reads)


PLAYERS: Final = {"P1": (0.5, 0.8), "P2": (0.8, 0.45), "P3": (0.5, 0.15), "P4": (0.2, 0.45)}
"""Where each player's card lies, in shares of the photo's width and height."""


def _dealt(given: argparse.Namespace) -> Iterator[Result]:
    frames = json.loads((given.dealt / "truth.json").read_text(encoding="utf-8"))["frames"]
    first = min(frame["frame"].split("_")[0] for frame in frames)
    enrol, read = [], []
    for frame in frames:
        (enrol if frame["frame"].startswith(first) else read).extend(_cards_of(given.dealt, frame))
    deck = deck_of_cards([label for label, *_ in enrol], [(picture, quad) for _, picture, quad in enrol], "dealt")
    reader = card_reader(deck)
    reads = []
    for label, picture, quad in read:
        start = time.process_time()
        (result,) = reader.read(picture, [Detection(quad, "card", 1.0)])
        best = result.candidates[0].label if result.candidates else None
        reads.append(Read(label, result.label, best, result.confidence, time.process_time() - start))
        _say_failure(given, "", reads[-1])
    wrong = sum(each.said is not None and not each.right for each in reads)
    yield share("right_or_unsure/dealt", len(reads) - wrong, len(reads))
    yield share("sure_but_wrong/dealt", wrong, len(reads))
    yield from _figures("dealt", reads)


def _cards_of(folder: Path, frame: dict[str, Any]) -> Iterator[tuple[str, Picture, Quad]]:
    """The label of each player's card in a photo, the photo, and the card's corners."""
    picture = load(folder / frame["frame"]).pixels
    quads = [upright(each.corners) for each in CardFinder().detect(picture)]
    size = np.array(picture.shape[1::-1])
    for player, at in PLAYERS.items():
        away = [float(np.linalg.norm(each.mean(axis=0) / size - at)) for each in quads]
        if away and min(away) < NEAR:
            yield frame[player], picture, quads[int(np.argmin(away))]


def _figures(of: str, reads: Sequence[Read]) -> Iterator[Result]:
    sure = [each for each in reads if each.said is not None]
    yield share(f"called_sure/{of}", len(sure), len(reads))
    yield share(f"right_of_sure/{of}", sum(each.right for each in sure), len(sure))
    yield share(f"right/{of}", sum(each.right for each in reads), len(reads))
    for name, low, high in (("0.85_to_0.95", 0.85, 0.95), ("over_0.95", 0.95, 1.01)):
        some = [each for each in reads if low <= each.confidence < high]
        if some:
            yield share(f"right_at_{name}/{of}", sum(each.right for each in some), len(some))
    yield median(f"processor_time/{of}", [1000 * each.seconds for each in reads], "ms")


def enrolled(folder: Path, entries: Sequence[dict[str, Any]], first: int) -> tuple[Deck, set[str]]:
    """A deck of one photo a label, and the photos that it took."""
    left: dict[str, list[str]] = {}
    for entry in entries:
        left.setdefault(entry["label"], []).append(entry["file"])
    chosen: dict[str, tuple[str, Any]] = {}
    for label, files in left.items():
        for _ in range(first):
            chosen[label] = _next(folder, files)
    while True:
        deck = deck_of_cards(list(chosen), [card for _, card in chosen.values()], "uno")
        strange = [label for label in {*strangers(deck), *unevenly_lit(deck)} if left[label]]
        if not strange:
            return deck, {file for file, _ in chosen.values()}
        for label in strange:
            chosen[label] = _next(folder, left[label])


def _next(folder: Path, files: list[str]) -> tuple[str, Any]:
    """The next photo that may be enrolled, with its picture and corners."""
    while files:
        file = files.pop(0)
        picture = load(folder / file).pixels
        try:
            return file, (picture, whole_card(picture))
        except EnrolError:
            continue
    raise ValueError("a label has too few photos that may be enrolled")


def _scenes(given: argparse.Namespace, entries: Sequence[dict[str, Any]]) -> Iterator[Result]:
    finder = CardFinder()
    found = boxes = false = 0
    times = []
    for entry in entries[:: given.every]:
        picture = load(given.photos / entry["file"]).pixels
        start = time.process_time()
        cards = finder.detect(picture)
        times.append(1000 * (time.process_time() - start))
        height, width = picture.shape[:2]
        seen = [np.clip(each.corners, 0, [width, height]) for each in cards]
        pairs = _matched([each["bbox"] for each in entry["cards"]], [_boxes(n, seen) for n in range(len(seen))])
        found, boxes, false = found + pairs, boxes + len(entry["cards"]), false + len(cards) - pairs
        if given.failures and pairs < len(entry["cards"]):
            print(f"{entry['file']}: {pairs} of {len(entry['cards'])} found", file=sys.stderr)
    yield share("boxes_found/scenes", found, boxes)
    yield share("precision/scenes", found, found + false)
    yield median("processor_time/scenes", times, "ms")


def _matched(boxes: Sequence[Box], others: Sequence[Sequence[Box]]) -> int:
    """How many boxes have a partner of their own, which may be boxed in several ways."""
    pairs = sorted(
        (
            (max(_shared(box, way) for way in other), b, o)
            for b, box in enumerate(boxes)
            for o, other in enumerate(others)
        ),
        reverse=True,
    )
    taken: tuple[set[int], set[int]] = (set(), set())
    for alike, b, o in pairs:
        if alike >= MATCH and b not in taken[0] and o not in taken[1]:
            taken[0].add(b)
            taken[1].add(o)
    return len(taken[0])


def _boxes(number: int, quads: Sequence[Any]) -> list[Box]:
    """The upright boxes of a card: of all of it, and of what shows where the others lie on it."""
    low = np.min([each.min(0) for each in quads], axis=0)
    size = np.ceil(np.max([each.max(0) for each in quads], axis=0) - low).astype(int) + 1
    shown = np.zeros(size[::-1], np.uint8)
    for n in sorted(range(len(quads)), key=lambda n: n != number):
        cv2.fillConvexPoly(shown, np.rint(quads[n] - low).astype(np.int32), int(n == number))
    ways = [quads[number], np.argwhere(shown)[:, ::-1] + low]
    return [(*each.min(0), *each.max(0)) for each in ways if len(each)]


def _shared(one: Sequence[float], other: Sequence[float]) -> float:
    width, height = (min(one[axis + 2], other[axis + 2]) - max(one[axis], other[axis]) for axis in (0, 1))
    both = max(0.0, width) * max(0.0, height)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return both / max(sum(areas) - both, 1e-9)


def _rendered(given: argparse.Namespace) -> Iterator[Result]:
    reads: dict[str, list[Read]] = {"printed deck": [], "random decks": []}
    rng = np.random.default_rng(0)
    for folder in given.rendered:
        for path in sorted(folder.glob("*.json"))[:: given.every]:
            truth = json.loads(path.read_text(encoding="utf-8"))
            cards = [each for each in truth.get("pieces", []) if each["kind"] == "card"]
            if not cards:
                continue
            seed, ours = _deck_seed(truth), tuple(cards[0]["size"][:2]) == OUR_SIZE
            if ours and _size(seed) == OUR_SIZE:
                continue
            reader = _reader(None if ours else seed)
            result = _read_scene(reader, load(path.with_suffix(".jpg")).pixels, cards, rng)
            reads["printed deck" if ours else "random decks"] += result
            for each in result:
                _say_failure(given, str(path), each)
    for of, some in reads.items():
        if some:
            yield from _figures(of, some)


def _read_scene(
    reader: CardReader, picture: Any, cards: Sequence[dict[str, Any]], rng: np.random.Generator
) -> list[Read]:
    """The cards of a rendered picture, all read together; those that are plain enough to see count."""
    detections = []
    for card in cards:
        corners = np.array(card["corners"], float)
        edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        moved = corners + rng.normal(0, JITTER * float(np.sqrt(edges[0] * edges[1])), (4, 2))
        detections.append(Detection(np.roll(moved, int(rng.integers(4)), axis=0), "card", 1.0))
    start = time.process_time()
    readings = reader.read(picture, detections)
    spent = (time.process_time() - start) / len(cards)
    return [
        Read(
            card["label"],
            result.label,
            result.candidates[0].label if result.candidates else None,
            result.confidence,
            spent,
        )
        for card, result in zip(cards, readings, strict=True)
        if card["visible"] >= VISIBLE
    ]


@functools.cache
def _reader(seed: int | None) -> CardReader:
    """The reader of our deck, or of the random one of a seed, enrolled from its artwork."""
    if seed is None:
        return card_reader(printed_deck())
    from tests.benchmarks.decks import enrolled_deck

    return card_reader(enrolled_deck(seed))


@functools.cache
def _size(seed: int) -> tuple[float, float]:
    """Width and height, mm, of the cards of a random deck."""
    from datasets.decks.deck import BACK, random_deck

    back = random_deck(seed).card(BACK)
    return float(back.width), float(back.height)


def _deck_seed(truth: dict[str, Any]) -> int:
    """The seed of the random deck that a scene shares with its neighbours."""
    from datasets.scenes.draw import GROUP, GROUP_BASE, child

    return int(child(truth["seed"], GROUP_BASE + truth["scene"] // GROUP).integers(1 << 31))


def _say_failure(given: argparse.Namespace, where: str, read: Read) -> None:
    if given.failures and not read.right:
        sure = "surely" if read.said else "unsurely"
        print(f"{where}: {read.label} was {sure} read as {read.best} ({read.confidence:.2f})", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())

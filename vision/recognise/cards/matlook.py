"""One look at the printed mat: its places for single cards, what a detector found, and print that nothing explains.

All cards are of one size and lie straight. Backs are known by their colours beside the paper, and cards under others of
their row by the strip that is seen. A detector helps, but no card on the mat needs one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from engine.games.stonerow.cards import GUILD_CARDS, label
from vision.geometry import overlap
from vision.observation import BACK
from vision.recognise.cards.above import OPEN_PILE, PILE, Above, is_upright, places, share
from vision.recognise.cards.backs import Backs
from vision.recognise.cards.close_look import common_light
from vision.recognise.cards.compare import Light
from vision.recognise.cards.detections import (
    back,
    beneath,
    best_at_each_place,
    in_order,
    lie_alike,
    read,
    thing,
    unshadowed,
)
from vision.recognise.cards.known_plane import laid
from vision.recognise.cards.look import pyramid
from vision.recognise.cards.mat_settings import BACKS, PARTLY, STRIPS, UNFOUND
from vision.recognise.cards.strips import StripReader
from vision.recognise.cards.unfound import unexplained, unfound
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.geometry import Quad
    from vision.observation import Piece
    from vision.photo import Picture
    from vision.recognise.cards.detections import CardDetection
    from vision.recognise.cards.known_plane import KnownPlane, Spot
    from vision.recognise.cards.reader import CardReader, SeenCard
    from vision.recognise.cards.strips import Strip
    from vision.recognise.cards.unchanged import Unchanged
    from vision.settings import CardSettleSettings

ROW_CARDS: Final = frozenset(label(card) for card in range(GUILD_CARDS))
"""What can lie under another card of its row."""
LIFTS: Final = (0.0, 4.0, 8.0, 12.0)
"""How far (mm) the top of a pile may seem to be moved."""
AT: Final = 20.0
"""A detection whose middle is no further (mm) from that of a back is the same card."""
BLANK: Final = 0.15
"""A detection of which less is printed lies on the bare mat. Pale cards of sparse print have a quarter and more."""
OWN_PRINT: Final = 0.2
"""An unsure detection of which less is printed and explained by nothing else is none of its own."""
SAME: Final = 0.4
"""Two readings of what is left open that share more than this are of one card."""
MOST_COVERED: Final = 0.7
"""A card of which more lies under another is none that can be read."""
MOSTLY: Final = 0.5
"""An unsure card is taken for what is likelier than this, where something may lie under it."""
ACROSS: Final = 10.0
"""A card across the others of its zone and no further (mm) from one of them was laid on their row, or at its end."""
PUSHED: Final = 8.0
"""How far (mm) a card of which an end is hidden lies from where it was found, more or less, …"""
ENDS: Final = 24.0
"""… if so far on one lies that may hide it: towers of two storeys lie beyond their places."""
FACE, GLANCED, BESIDE, END = "face", "glanced", "beside", "end"
"""What was looked at: a card, one not read while something moved, what lies beside one, and one whose end is hidden."""


class MatLook:
    """One look at an H×W×3 BGR picture of a mat. While something is `moving`, arms look like print, and hide cards.
    What print alone tells is no card then. What is not read at once is not searched for."""

    def __init__(  # noqa: PLR0913 - what a look is made of
        self,
        faces: CardReader,
        settings: CardSettleSettings,
        unchanged: Unchanged,
        picture: Picture,
        known_plane: KnownPlane,
        *,
        moving: bool = False,
    ) -> None:
        self.faces, self.settings, self.unchanged, self.known_plane = faces, settings, unchanged, known_plane
        self.moving = moving
        self.above = Above(picture, known_plane)
        self.source = pyramid(picture)
        self.backs = Backs(self.source, faces.ready, known_plane)
        self.lights: list[Light] = []

    def pieces(self, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands; `detections` are a detector's, with corners as it saw them."""
        kept = self._found(detections)
        if not self.moving:
            kept = self._with_print_alone(kept)
        return in_order(self._with_print(unshadowed(kept)))

    def _with_print_alone(self, kept: list[CardDetection]) -> list[CardDetection]:
        """The cards with those that no detector found, also under others."""
        kept = self._with_strips(kept, kept)
        fresh = self._unfound(kept)
        kept = best_at_each_place((*kept, *fresh), self.settings)
        kept = self._with_strips(kept, fresh)
        kept += self._partly(kept)
        return kept + self._over_pile(kept)

    def _found(self, detections: Sequence[Detection]) -> list[CardDetection]:
        """What lies at places for single cards, and where a detector found something."""
        down, singles = self._at_places()
        found = [each for each in laid(self.known_plane, detections) if not self._on_any(each, down)]
        is_printed = [self._is_printed(each.corners) for each in singles]
        pale = [each for each, printed in zip(singles, is_printed, strict=True) if not printed]
        readings = self._as_read((*compress(singles, is_printed), *found))
        pushed = [] if self.moving else self._pushed(readings, down)
        readings = [each for each in readings if not self._is_bare(each)]
        # A bare place has no card's light, so that what is not printed is read by itself, in the light of the others.
        for each in pale:
            if self._shows_a_face(each.corners):
                readings += self._as_read([each])
        return best_at_each_place((*down, *readings, *pushed), self.settings)

    def _at_places(self) -> tuple[list[CardDetection], list[Detection]]:
        """What lies where the mat wants single cards: backs, and what is still to be read. A pale card of sparse print
        shows hardly more than a bare place, so that every place is read."""
        down, singles = [], []
        for name, spot in places(self.known_plane):
            lies = self.backs.on(spot, LIFTS if name == PILE else LIFTS[:1])
            if lies is not None:
                down.append(back(*lies))
            else:
                singles.append(Detection(self.known_plane.quad(spot), "card", UNFOUND.score))
        return down, singles

    def _is_bare(self, detection: CardDetection) -> bool:
        """Whether an unsure card is rather a part of the mat, such as one in the shadow of a pile."""
        unsure = detection.piece.kind == "card" and not detection.reads
        return unsure and not self._is_printed(detection.corners) and not self._shows_a_face(detection.corners)

    def _is_printed(self, corners: Quad) -> bool:
        """Whether as much is printed at a place as on most cards."""
        return self.above.share(self.known_plane.spot(corners)) >= UNFOUND.least_print

    def _shows_a_face(self, corners: Quad) -> bool:
        """Whether a face explains a place better than the bare mat does: both show hardly any print."""
        light, labels = common_light(self.lights) or Light(), frozenset(self.faces.ready.deck.labels)
        reader = StripReader(self.source, self.faces.ready, self.above, light, labels)
        read = reader.whole(self.known_plane.spot(corners))
        return read.top > read.bare

    def _on_any(self, detection: Detection, down: Sequence[CardDetection]) -> bool:
        """Whether a card that a detector found is one of those known to lie face down, or nothing that is printed."""
        if detection.kind != "card":
            return False
        spot = self.known_plane.spot(detection.corners)
        if self.above.share(spot) < BLANK:
            return True
        mates = (self.known_plane.spot(each.corners) for each in down)
        return any(abs(spot.x - mate.x) < AT and abs(spot.y - mate.y) < AT for mate in mates)

    def _as_read(self, detections: Sequence[Detection]) -> list[CardDetection]:
        """The detections as they read, those that are believed."""
        readings = [read(each, seen) for each, seen in self._read(detections)]
        return [each for each in readings if each.belief >= self.settings.least_belief and self._may_be(each)]

    def _pushed(self, detections: Sequence[CardDetection], down: Sequence[CardDetection]) -> list[CardDetection]:
        """Cards that were not read and end at one that lies face down, read again as if that hid their ends. They were
        found too far from it, by the middle of what is seen of them."""
        moved = []
        for detection in detections:
            if detection.piece.kind == "card" and not detection.reads:
                spot = self.known_plane.spot(detection.corners)
                for sign in (-1, 1):
                    end = self.known_plane.quad(spot.up_by(sign * ENDS))
                    if any(overlap(end, back_.corners) > 0 for back_ in down):
                        moved.append(Detection(self.known_plane.quad(spot.up_by(sign * PUSHED)), "card", UNFOUND.score))
        return [each for each in self._as_read(moved) if each.reads]

    def _may_be(self, detection: CardDetection) -> bool:
        """Whether a detection that reads as a back has the colours of one."""
        return (
            detection.piece.label != BACK
            or not self.faces.ready.backs
            or self.backs.at(detection.corners) >= BACKS.least
        )

    def _read(self, detections: Sequence[Detection]) -> Iterator[tuple[Detection, SeenCard | None]]:
        """What lies where it was found; what lay there before and looks the same is known."""
        spots = {n: self.known_plane.spot(each.corners) for n, each in enumerate(detections) if each.kind == "card"}
        known: dict[int, SeenCard] = {}
        while waiting := {n: spot for n, spot in spots.items() if n not in known}:
            new: dict[int, Spot] = {}
            for number, spot in waiting.items():
                if (seen := self._known(spot)) is not None:
                    known[number] = seen
                # Two detections of one card are not both read: the second waits for what the first gives.
                elif not any(self.unchanged.is_near(spot, other) for other in new.values()):
                    new[number] = spot
            self.lights += [light for n in waiting if n in known and (light := _light(known[n])) is not None]
            quads = [detections[number].corners for number in new]
            faces = self.faces.faces(self.source, quads, self.lights, searched=not self.moving)
            for (number, spot), seen in zip(new.items(), faces, strict=True):
                known[number] = seen
                if (light := _light(seen)) is not None:
                    self.lights.append(light)
                kind = GLANCED if self.moving and seen.reading.label is None else FACE
                self.unchanged.keep(kind, spot, 0.0, self.above, seen)
        for number, each in enumerate(detections):
            # A detector tells backs by less than their colours.
            yield replace(each, name="") if self.faces.ready.backs else each, known.get(number)

    def _known(self, spot: Spot) -> SeenCard | None:
        """What was read at a spot that looks the same; None where it is to be read (once more)."""
        for kind in (FACE, GLANCED) if self.moving else (FACE,):
            entry = self.unchanged.recall(kind, spot, self.above)
            if entry is not None and (
                entry.value.reading.label is not None or entry.times >= self.unchanged.settings.tries
            ):
                seen: SeenCard = entry.value
                return seen
        return None

    def _unfound(self, kept: Sequence[CardDetection]) -> list[CardDetection]:
        """Cards that no detector found and that are read nevertheless; not under hands."""
        guesses = unfound(
            self.above,
            [each.corners for each in kept if each.is_known or each.piece.kind == "hand"],
        )
        return [each for each in self._as_read(guesses) if each.piece.label is not None]

    def _with_strips(self, kept: Sequence[CardDetection], tops: Sequence[CardDetection]) -> list[CardDetection]:
        """The cards, and those that lie under some of them. What has others under it is a card, whichever it is."""
        sure = [each for each in kept if each.piece.label is not None and each.piece.kind == "card"]
        known = [each for each in kept if each.is_known]
        reader = self._strip_reader(sure)
        under: list[CardDetection] = []
        over: list[CardDetection] = []
        for top in tops:
            if _likeliest(top) not in ROW_CARDS or self._lies_alone(top, sure):
                continue
            covers = [each for each in sure if each is not top]
            strips = list(self._strips(reader, top, covers))
            if strips:
                over.append(top)
            for strip in strips:
                if not any(lie_alike(strip.corners, each.corners) for each in (*known, *under)):
                    under.append(beneath(strip))
        marked = (replace(each, is_over=True) if any(each is top for top in over) else each for each in kept)
        return [*marked, *under]

    def _lies_alone(self, detection: CardDetection, sure: Sequence[CardDetection]) -> bool:
        """Whether a card has none of its own row beside it: on a pile, or across a row or the end of one."""
        spot = self.known_plane.spot(detection.corners)
        if self._on_pile(spot) or self._lies_as_rows(spot):
            return self._on_pile(spot)
        away = (self.known_plane.width + self.known_plane.height) / 2 + ACROSS
        spots = (self.known_plane.spot(other.corners) for other in sure)
        near = [each for each in spots if abs(each.x - spot.x) < away and abs(each.y - spot.y) < away]
        return any(is_upright(each) != is_upright(spot) and not self._on_pile(each) for each in near)

    def _on_pile(self, spot: Spot) -> bool:
        """Whether a spot lies where the mat has a pile, or single cards of nobody."""
        zone = self.known_plane.plane.mat.zone_at(spot.x, spot.y)
        return zone is not None and zone.seat is None

    def _lies_as_rows(self, spot: Spot) -> bool:
        """Whether a card lies as rows do where it is: before who sits there. Zones for two leave the sides free, where
        others may sit as well."""
        mat = self.known_plane.plane.mat
        zone = mat.zone_at(spot.x, spot.y)
        across = min(spot.x, mat.width - spot.x) < min(spot.y, mat.height - spot.y) if zone is None else zone.turn % 180
        return is_upright(spot) != bool(across)

    def _partly(self, kept: Sequence[CardDetection]) -> list[CardDetection]:
        """Cards of rows across whose end another lies, where print is left unexplained."""
        sure = [each for each in kept if each.piece.label is not None and each.piece.kind == "card"]
        covers = [each for each in sure if each.piece.label != BACK]
        seen: list[Strip] = []
        reader = self._strip_reader(sure)
        known = [each.corners for each in kept if each.is_known or each.piece.kind == "hand"]
        for guess in unfound(self.above, known, PARTLY):
            spot = self.known_plane.spot(guess.corners)
            over = [each.corners for each in covers if 0 < overlap(each.corners, guess.corners) < MOST_COVERED]
            if not over:
                continue
            entry = self.unchanged.recall(END, spot, self.above)
            strip = reader.covered(spot, over) if entry is None else entry.value
            if entry is None:
                self.unchanged.keep(END, spot, 0.0, self.above, strip)
            if strip is not None:
                seen.append(strip)
        shown: list[CardDetection] = []
        for strip in sorted(seen, key=lambda strip: -strip.fit):
            # What is left open may be either end of a card: the end that fits better.
            if not any(lie_alike(strip.corners, each.corners) for each in sure) and not any(
                overlap(strip.corners, each.corners) > SAME for each in shown
            ):
                end = beneath(strip)
                shown = self._with_strips([*kept, *shown, end], [end])[len(kept) :]
        return shown

    def _over_pile(self, kept: Sequence[CardDetection]) -> list[CardDetection]:
        """What lies where cards come and go and is neither a card nor the bare mat: it may hide them."""
        spots = [spot for name, spot in places(self.known_plane) if name == OPEN_PILE and not self.above.is_bare(spot)]
        quads = [self.known_plane.quad(spot) for spot in spots]
        return [thing(quad) for quad in quads if not any(overlap(quad, each.corners) > SAME for each in kept)]

    def _with_print(self, kept: Sequence[CardDetection]) -> list[CardDetection]:
        """The readings without unsure ones that show hardly anything but what is known to lie there."""
        shown = unexplained(self.above.printed, self.above, [each.corners for each in kept if each.is_known])
        return [
            each
            for each in kept
            if each.is_known
            or each.piece.kind != "card"
            or share(shown, self.known_plane.spot(each.corners), self.known_plane) >= OWN_PRINT
        ]

    def _strip_reader(self, sure: Sequence[CardDetection]) -> StripReader:
        light = common_light([each.light for each in sure if each.light is not None]) or Light()
        # There is one of each: what was read lies nowhere else.
        others = ROW_CARDS - {each.piece.label for each in sure}
        return StripReader(self.source, self.faces.ready, self.above, light, others)

    def _strips(self, reader: StripReader, top: CardDetection, covers: Sequence[CardDetection]) -> Iterator[Strip]:
        """The strips beside a card, without labels of cards that were read by now."""
        spot = self.known_plane.spot(top.corners)
        key: Any = (BESIDE, _likeliest(top))
        entry = self.unchanged.recall(key, spot, self.above)
        if entry is None:
            found = tuple(reader.beside(spot, [each.corners for each in covers]))
            self.unchanged.keep(key, spot, STRIPS.reach, self.above, found)
        else:
            found = entry.value
        for strip in found:
            labels = tuple(each for each in strip.labels if each[0] in reader.labels)
            if labels:
                yield replace(strip, labels=labels)


def _likeliest(card: CardDetection) -> str | None:
    """The label of a card; the likeliest of a strip, or the one that is likelier than all others; else None."""
    best = next(iter(card.piece.candidates), None)
    if card.piece.label is not None or best is None:
        return card.piece.label
    return best.label if card.strip or best.confidence > MOSTLY else None


def _light(seen: SeenCard) -> Light | None:
    """The light on a card; None where none was read, for a bare place has another."""
    return seen.light if seen.reading.label is not None else None

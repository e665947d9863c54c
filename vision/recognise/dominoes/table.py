"""All dominoes of a table, read together: those that a detector found, and those beside them that none did."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.geometry import centre, halved, meeting, overlap, sides, slid
from vision.observation import BACK, Candidate, Piece, corners_of
from vision.recognise.detect import Detection
from vision.recognise.dominoes.contacts import neighbours, unlike
from vision.recognise.halves.reader import HalvesReader
from vision.recognise.packing import packed
from vision.recognise.read import Reading
from vision.recognise.strange import believed
from vision.recognise.trained.again import again, sizes
from vision.settings import CONTACTS, SETTLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.recognise.strange import Believed
    from vision.settings import ContactSettings, SettleSettings

LEAST_WEIGHT: Final = 0.01
"""What is plainly there counts a little, whatever it reads as."""
LEAST_DOUBT: Final = 0.002
"""What the detector or the reader is never surer than."""
FACES: Final = frozenset({"", "domino", "domino_back"})
"""Detections that show a top face: what is on it is read."""
BLANK: Final = "0-0"
SEVERAL: Final = 3
"""So many tiles that show nothing are backs. Two may be the double blank, and another that was misread."""


class ReadDetection(NamedTuple):
    """What a detector found, and what it reads as."""

    detection: Detection
    reading: Reading

    @property
    def corners(self) -> Quad:
        """Where it lies."""
        return self.detection.corners

    @property
    def shows_face(self) -> bool:
        """Whether it was read surely, as a face."""
        return self.reading.label not in (None, BACK)

    @property
    def belief(self) -> float:
        """How far it is believed to be a domino, 0 … 1: the detector and the reader together."""
        return self.detection.score * (self.reading.confidence if self.reading.candidates else 0.0)


@dataclass(frozen=True, slots=True)
class DominoTable:
    """Faces are read; of detections at one place the one that reads best stays. Tiles on an edge are marked as such."""

    faces: Reader = field(default_factory=HalvesReader)
    settings: SettleSettings = SETTLE
    contacts: ContactSettings = CONTACTS
    believed: Believed = believed
    """What tells backs from strange things."""
    aspect: float | None = None
    """The length of a tile in widths, where it is known."""

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def see(self, picture: Picture, detections: Sequence[Detection], known: Sequence[Piece] = ()) -> tuple[Piece, ...]:
        """The dominoes and hands of an H×W×3 BGR picture, with pieces that are known, of which none was detected."""
        flat = [each for each in detections if each.kind == "domino" and each.name in FACES]
        lying = [each.quad for each in known]
        found = self._looked_again(picture, self._read(picture, flat), lying)
        found += self._in_contact(picture, found, lying)
        faces = self._settled(self._with_faces(picture, [self._face_or_back(each) for each in found], known), known)
        others = [each for each in detections if each.kind == "hand" or each.name not in FACES]
        standing = [
            Piece(each.kind, None, each.score, corners_of(each.corners), None)
            for each in others
            if each.score >= self.settings.least_score
        ]
        return (*faces, *standing)

    def _read(self, picture: Picture, detections: Sequence[Detection]) -> list[ReadDetection]:
        return list(map(ReadDetection, detections, self.faces.read(picture, detections)))

    def _looked_again(self, picture: Picture, found: list[ReadDetection], known: Sequence[Quad]) -> list[ReadDetection]:
        """The detections, and those that were not read for sure a second time, with corners laid anew."""
        sure = [*known, *(each.corners for each in found if each.reading.label is not None)]
        unsure = [each.detection for each in found if each.reading.label is None][: self.settings.most_again]
        moved = again(picture, [each.corners for each in unsure], sure, self.aspect)
        second = [replace(each, corners=corners) for each, corners in zip(unsure, moved, strict=True)]
        found = found + self._read(picture, second)
        return found + self._slid(picture, found)

    def _slid(self, picture: Picture, found: Sequence[ReadDetection]) -> list[ReadDetection]:
        """Faces that were not read for sure, slid along themselves, where that alone makes their best guess sure.

        In a line of touching tiles the joints are faint, and a quad may lie a tenth of a tile too far along.
        """
        unsure = [each for each in found if each.reading.label is None and each.reading.candidates]
        guesses = [each for each in unsure if each.reading.candidates[0].label != BACK][: self.settings.most_slid]
        slides = self.settings.slides
        moved = [replace(each, corners=slid(each.corners, share)) for each, _ in guesses for share in slides]
        read = self._read(picture, moved)
        kept = []
        for number, (_, guess) in enumerate(guesses):
            own = read[number * len(slides) : (number + 1) * len(slides)]
            sure = [each for each in own if each.reading.label is not None]
            if {each.reading.label for each in sure} == {guess.candidates[0].label}:
                kept.append(max(sure, key=lambda each: each.reading.confidence))
        return kept

    def _in_contact(
        self, picture: Picture, read: Sequence[ReadDetection], known: Sequence[Quad]
    ) -> list[ReadDetection]:
        """Tiles that touch those that were read, which no detector found; what they touch in turn is looked at too."""
        faces = self._apart([each for each in read if each.shows_face])
        found: list[ReadDetection] = []
        fresh = faces
        for _ in range(self.contacts.rounds):
            taken = [*known, *faces]
            places = neighbours(picture, fresh, taken, self.contacts)
            new = self._read_at(picture, [*places, *again(picture, places, taken, self.aspect)])
            new += self._slid(picture, new)
            found += [each for each in new if each.reading.confidence >= self.contacts.least_confidence]
            fresh = self._apart([each for each in found if each.reading.label is not None], faces)
            if not fresh:
                break
            faces = [*faces, *fresh]
        return found

    def _read_at(self, picture: Picture, places: Sequence[Quad]) -> list[ReadDetection]:
        """The faces at places that no detector found, without what reads as no face."""
        there = [Detection(place, "domino", self.contacts.score, "domino") for place in places]
        read = self._read(picture, there)
        return [each for each in read if each.reading.candidates and each.reading.candidates[0].label != BACK]

    def _apart(self, found: Sequence[ReadDetection], taken: Sequence[Quad] = ()) -> list[Quad]:
        """The quads of the detections that read best, none at the place of another or of one that is taken."""
        kept: list[Quad] = []
        for each in sorted(found, key=lambda each: -each.belief):
            if not self._clashes(each.corners, [*taken, *kept]):
                kept.append(each.corners)
        return kept

    def _face_or_back(self, found: ReadDetection) -> ReadDetection:
        """The same; a back that the detector is sure of and on which no pips are read is a back."""
        detection, reading = found
        doubtful = reading.label is None and (not reading.candidates or reading.confidence < self.settings.least_face)
        if detection.name == "domino_back" and doubtful and detection.score >= self.settings.least_back:
            return ReadDetection(detection, Reading(BACK, detection.score, (Candidate(BACK, detection.score),)))
        return found

    def _with_faces(
        self, picture: Picture, found: Sequence[ReadDetection], known: Sequence[Piece]
    ) -> list[ReadDetection]:
        """The detections; backs beside faces have their size, or are no tiles. Without a face no back is sure.

        A plain oblong is a domino's back only where dominoes lie: tiles of other games, and much else, look alike.
        Where few faces lie, one may be read wrongly, and backs have to look like backs. So has a back without any
        other. A face without any other has to be surer than others.
        """
        found = self._with_double_blank(picture, self._with_blank_backs(found), known)
        found = self._in_play(found if known else self._alone(found), known)
        faces = self._apart([each for each in found if each.shows_face])
        faces += [each.quad for each in known if each.label not in (None, BACK)]
        if not faces:
            return _unsure(found, _is_back)
        alike = iter(self._as_large(picture, [each.corners for each in found if _is_back(each)], faces))
        kept = [each for each in found if not _is_back(each) or next(alike)]
        backs = [each.corners for each in kept if _is_back(each)]
        if len(faces) >= self.settings.enough_faces and len(backs) > 1:
            return kept
        looks = iter(self.believed(picture, backs, "domino_back"))
        return _unsure(kept, lambda each: _is_back(each) and not next(looks))

    def _with_blank_backs(self, found: Sequence[ReadDetection]) -> Sequence[ReadDetection]:
        """The detections; several places that show nothing at all lie face down, for a set has but one such tile."""
        blank = [each for each in found if each.reading.label == BLANK]
        others = [each for each in found if each.shows_face and each.reading.label != BLANK]
        if len(self._apart(blank, self._apart(others))) < SEVERAL:
            return found
        return [_face_down(each) if each.reading.label == BLANK else each for each in found]

    def _with_double_blank(
        self, picture: Picture, found: Sequence[ReadDetection], known: Sequence[Piece]
    ) -> Sequence[ReadDetection]:
        """The detections; a face without pips is the double blank where its colour is not that of the backs.

        Without a bar these differ in colour alone. A set has one such tile.
        """
        if BLANK in {each.label for each in known} | {each.reading.label for each in found}:
            return found
        backs = self._apart([each for each in found if _is_back(each) and not _is_plain_face(each)])
        plain = [
            n
            for n, each in enumerate(found)
            if _is_plain_face(each) and each.detection.score >= self.settings.least_plain
        ]
        if len(backs) < SEVERAL or len(self._apart([found[n] for n in plain])) != 1:
            return found
        quads = [found[n].corners for n in plain]
        others = zip(plain, unlike(picture, quads, backs, self.contacts), strict=True)
        large = self._as_large(picture, quads, backs)
        blank = {n for (n, other), as_large in zip(others, large, strict=True) if other and as_large}
        return [_double_blank(each) if n in blank else each for n, each in enumerate(found)]

    def _as_large(self, picture: Picture, backs: Sequence[Quad], faces: Sequence[Quad]) -> list[bool]:
        """Which backs are as large as the faces: on the table, where enough of these tell the camera, else in px."""
        if len(faces) >= self.settings.enough_faces:
            times, most = sizes(picture, backs, faces, self.aspect), self.settings.most_unlike_flat
        else:
            usual = float(np.median([max(sides(each)) for each in faces]))
            times, most = np.array([max(sides(each)) / usual for each in backs]), self.settings.most_unlike
        return [1 / most <= each <= most for each in times.tolist()]

    def _in_play(self, found: Sequence[ReadDetection], known: Sequence[Piece]) -> list[ReadDetection]:
        """The detections; a back that touches a face is unsure.

        No tile of the play lies face down. It may be the side of a stack, or a blank without a bar.
        """
        faces = [each.corners for each in found if each.shows_face]
        faces += [each.quad for each in known if each.label not in (None, BACK)]
        return _unsure(found, lambda each: _is_back(each) and self._touches(each.corners, faces))

    def _touches(self, corners: Quad, faces: Sequence[Quad]) -> bool:
        middle = centre(corners)
        wider: Quad = middle + (corners - middle) * self.settings.in_touch
        return any(0 < overlap(wider, faces[n]) < self.settings.most_overlap for n in meeting(wider, faces))

    def _alone(self, found: Sequence[ReadDetection]) -> Sequence[ReadDetection]:
        """The detections; where one place alone shows a face, it is no face unless it is read surely."""
        faces = [each for each in found if each.shows_face]
        if len(self._apart(faces)) != 1 or max(each.reading.confidence for each in faces) >= self.settings.least_alone:
            return found
        return _unsure(found, lambda each: each.shows_face)

    def _settled(self, found: Sequence[ReadDetection], known: Sequence[Piece]) -> list[Piece]:
        """What is known, and of the detections beside it those that together are believed most, from the top down.

        Each half belongs to one tile. So two tiles go before a detection across their joint, though it may read well.
        """
        own = [each.quad for each in known]
        free = [each for each in found if self._stays(each) and not self._clashes(each.corners, own)]
        single = self._once_each(free)
        quads = [each.corners for each in single]
        clashes = [frozenset(self._clashes(each, quads)) - {n} for n, each in enumerate(quads)]
        lot = packed([self._weight(each) for each in single], clashes)
        instead = {n: [single[m].reading for m in clashes[n] if clashes[m] & set(lot) == {n}] for n in lot}
        chosen = [ReadDetection(single[n].detection, _contested(single[n].reading, instead[n])) for n in lot]
        kept = [*zip(own, known, strict=True), *((each.corners, self._piece(each)) for each in chosen)]
        kept.sort(key=lambda pair: tuple(pair[0].mean(axis=0)[::-1]))
        return [piece for _, piece in kept]

    def _once_each(self, found: Sequence[ReadDetection]) -> list[ReadDetection]:
        """The detections, of those at nearly one place the one that reads best."""
        kept: list[ReadDetection] = []
        quads: list[Quad] = []
        for each in sorted(found, key=lambda each: (each.reading.label is None, -each.belief)):
            near = meeting(each.corners, quads)
            if all(overlap(each.corners, quads[n]) <= self.settings.one_place for n in near):
                kept.append(each)
                quads.append(each.corners)
        return kept

    def _clashes(self, corners: Quad, others: Sequence[Quad]) -> list[int]:
        """The numbers of those of the others beside which a tile cannot lie at these corners.

        Both would be seen at one place, or have one half.
        """
        return [n for n in meeting(corners, others) if self._clash(corners, others[n])]

    def _clash(self, one: Quad, other: Quad) -> bool:
        return overlap(one, other) > self.settings.most_overlap or self._share_a_half(one, other)

    def _share_a_half(self, one: Quad, other: Quad) -> bool:
        pairs = ((mine, theirs) for mine in halved(one) for theirs in halved(other))
        return any(overlap(mine, theirs) > self.settings.most_half for mine, theirs in pairs)

    def _weight(self, found: ReadDetection) -> float:
        """What a detection counts beside others that cannot all be there: sure readings go before guesses.

        Two halves of neighbours may read as a tile, and two such tiles lie where one tile lies across a joint. So a
        sure reading counts by the chance that it is there, and not as one of so many. Those are left out that are
        least likely to be there, all of them together.
        """
        if found.reading.label is None:
            return self.settings.guess_weight * found.belief + LEAST_WEIGHT
        doubts = np.log(1 + LEAST_DOUBT - np.array([found.detection.score, found.reading.confidence]))
        odds = self.settings.there - self.settings.doubt_weight * float(doubts.sum())
        return self.settings.sure_weight + float(np.logaddexp(0.0, odds))

    def _stays(self, found: ReadDetection) -> bool:
        """Whether a detection is worth telling: it reads as something, or is plainly there though unread."""
        strange = not found.reading.candidates and found.detection.score >= self.settings.least_strange
        return self._is_read(found) or self._is_plain(found) or strange

    def _is_read(self, found: ReadDetection) -> bool:
        """Whether a detection is believed to be a domino that shows something."""
        return bool(found.reading.candidates) and found.belief >= self.settings.least_belief

    def _is_plain(self, found: ReadDetection) -> bool:
        """Whether a detection is plainly a face, whatever is read there."""
        return found.detection.name == "domino" and found.detection.score >= self.settings.least_plain

    def _piece(self, found: ReadDetection) -> Piece:
        """A detection as it is told; what is plainly a face that nobody can read is a domino, too."""
        reading, told = found.reading, self._is_read(found)
        kind, level = ("domino", 0) if told or self._is_plain(found) else ("unknown", None)
        sure = reading.confidence if told or not reading.candidates else found.belief
        label = reading.label if told else None
        return Piece(kind, label, sure, corners_of(found.corners), level, reading.candidates)


def _contested(reading: Reading, rivals: Sequence[Reading]) -> Reading:
    """The reading, unsure where another that it clashes with was read more surely: one of both lies across a joint."""
    surer = [each for each in rivals if each.label not in (None, BACK) and each.confidence > reading.confidence]
    if reading.label is None or not surer:
        return reading
    best = max(surer, key=lambda each: each.confidence)
    return Reading(None, reading.confidence, (*reading.candidates[:1], *best.candidates[:1]))


def _is_plain_face(found: ReadDetection) -> bool:
    """Whether a detection is of a face on which no pips are read."""
    plain = found.reading.candidates and found.reading.candidates[0].label in {BACK, BLANK}
    return found.detection.name == "domino" and bool(plain)


def _double_blank(found: ReadDetection) -> ReadDetection:
    sure = found.detection.score
    return ReadDetection(found.detection, Reading(BLANK, sure, (Candidate(BLANK, sure),)))


def _face_down(found: ReadDetection) -> ReadDetection:
    sure = found.reading.confidence
    return ReadDetection(found.detection, Reading(BACK, sure, (Candidate(BACK, sure),)))


def _unsure(found: Sequence[ReadDetection], when: Callable[[ReadDetection], bool]) -> list[ReadDetection]:
    """The detections, of which none is read surely for which that holds."""
    return [ReadDetection(each.detection, replace(each.reading, label=None)) if when(each) else each for each in found]


def _is_back(found: ReadDetection) -> bool:
    return found.reading.label == BACK

"""The recogniser of Stackernoos: dominoes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.games.stackernoos.faces import is_faint
from vision.geometry import centre, meeting, overlap, sides, slid
from vision.observation import Candidate, Observation, Piece, corners_of
from vision.recognise.classical.detector import ClassicalDetector
from vision.recognise.detect import Detection, KnownPieces
from vision.recognise.dominoes import DominoSet, KnownReader
from vision.recognise.dominoes.contacts import neighbours
from vision.recognise.halves.reader import HalvesReader
from vision.recognise.joined import JoinedDetector
from vision.recognise.packing import packed
from vision.recognise.read import Reading
from vision.recognise.recogniser import Recogniser
from vision.recognise.strange import believed
from vision.recognise.trained.again import again, sizes
from vision.recognise.trained.detector import TrainedDetector
from vision.scene.quality import notices
from vision.settings import CONTACTS, SETTLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.geometry import Quad
    from vision.photo import Photo, Picture
    from vision.recognise.read import Reader
    from vision.recognise.strange import Believed
    from vision.scene.memory import Stationary
    from vision.settings import ContactSettings, SettleSettings

Find: TypeAlias = "tuple[Detection, Reading]"
KINDS: Final = frozenset({"domino", "hand"})
FLAT: Final = frozenset({"card", "tile"})
"""Kinds of other games that a domino without pips is taken for."""
BACK: Final = "back"
LEAST_WEIGHT: Final = 0.01
"""What is plainly there counts a little, whatever it reads as."""
FACES: Final = frozenset({"", "domino", "domino_back"})
"""Detections that show a top face: what is on it is read."""


@dataclass(frozen=True, slots=True)
class DominoTable:
    """Faces are read; of finds at one place the one that reads best stays. Tiles on an edge are marked as such."""

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
        finds = list(zip(flat, self.faces.read(picture, flat), strict=True))
        finds = self._looked_again(picture, finds, [_quad(each) for each in known])
        finds += self._in_contact(picture, finds, [_quad(each) for each in known])
        finds = [(each, self._face_or_back(each, reading)) for each, reading in finds]
        faces = self._settled(self._with_faces(picture, finds, known), known)
        others = [each for each in detections if each.kind == "hand" or each.name not in FACES]
        standing = [
            Piece(each.kind, None, each.score, corners_of(each.corners), None)
            for each in others
            if each.score >= self.settings.least_score
        ]
        return (*faces, *standing)

    def _looked_again(self, picture: Picture, finds: list[Find], known: Sequence[Quad]) -> list[Find]:
        """The finds, and those that were not read for sure a second time, with corners laid anew."""
        sure = [*known]
        sure += [detection.corners for detection, reading in finds if reading.label is not None]
        unsure = [detection for detection, reading in finds if reading.label is None][: self.settings.most_again]
        moved = again(picture, [each.corners for each in unsure], sure, self.aspect)
        second = [replace(each, corners=corners) for each, corners in zip(unsure, moved, strict=True)]
        found = finds + list(zip(second, self.faces.read(picture, second), strict=True))
        return found + self._slid(picture, found)

    def _slid(self, picture: Picture, finds: Sequence[Find]) -> list[Find]:
        """Faces that were not read for sure, slid along themselves, where that alone makes their best guess sure.

        In a line of touching tiles the joints are faint, and a quad may lie a tenth of a tile too far along.
        """
        unsure = [find for find in finds if find[1].label is None and find[1].candidates]
        guesses = [find for find in unsure if find[1].candidates[0].label != BACK][: self.settings.most_slid]
        slides = self.settings.slides
        moved = [replace(each, corners=slid(each.corners, share)) for each, _ in guesses for share in slides]
        readings = self.faces.read(picture, moved)
        kept = []
        for number, (_, guess) in enumerate(guesses):
            own = slice(number * len(slides), (number + 1) * len(slides))
            sure = [find for find in zip(moved[own], readings[own], strict=True) if find[1].label is not None]
            if {reading.label for _, reading in sure} == {guess.candidates[0].label}:
                kept.append(max(sure, key=lambda find: find[1].confidence))
        return kept

    def _in_contact(self, picture: Picture, finds: Sequence[Find], known: Sequence[Quad]) -> list[Find]:
        """Tiles that touch those that were read, which no detector found; what they touch in turn is looked at too."""
        sure = [(each, reading) for each, reading in finds if reading.label not in (None, BACK)]
        faces = self._apart(sure)
        found: list[Find] = []
        fresh = faces
        for _ in range(self.contacts.rounds):
            taken = [*known, *faces]
            places = neighbours(picture, fresh, taken, self.contacts)
            new = self._read_at(picture, [*places, *again(picture, places, taken, self.aspect)])
            new += self._slid(picture, new)
            found += [find for find in new if find[1].confidence >= self.contacts.least_confidence]
            fresh = self._apart([find for find in found if find[1].label is not None], faces)
            if not fresh:
                break
            faces = [*faces, *fresh]
        return found

    def _read_at(self, picture: Picture, places: Sequence[Quad]) -> list[Find]:
        """The faces at places that no detector found, without what reads as no face."""
        there = [Detection(place, "domino", self.contacts.score, "domino") for place in places]
        seen = zip(there, self.faces.read(picture, there), strict=True)
        return [(each, reading) for each, reading in seen if reading.candidates and reading.candidates[0].label != BACK]

    def _apart(self, finds: Sequence[Find], taken: Sequence[Quad] = ()) -> list[Quad]:
        """The quads of the finds that read best, none at the place of another or of one that is taken."""
        kept: list[Quad] = []
        for detection, _ in sorted(finds, key=lambda find: -_belief(*find)):
            others = [*taken, *kept]
            near = meeting(detection.corners, others)
            if all(overlap(detection.corners, others[n]) <= self.settings.most_overlap for n in near):
                kept.append(detection.corners)
        return kept

    def _face_or_back(self, detection: Detection, reading: Reading) -> Reading:
        """The reading; a back that the detector is sure of and on which no pips are read is a back."""
        doubtful = reading.label is None and (not reading.candidates or reading.confidence < self.settings.least_face)
        if detection.name == "domino_back" and doubtful and detection.score >= self.settings.least_back:
            return Reading(BACK, detection.score, (Candidate(BACK, detection.score),))
        return reading

    def _with_faces(self, picture: Picture, finds: Sequence[Find], known: Sequence[Piece]) -> list[Find]:
        """The finds; backs beside faces have their size, or are no tiles. Without a face no back is sure.

        A plain oblong is a domino's back only where dominoes lie: tiles of other games, and much else, look alike.
        Where few faces lie, one may be read wrongly, and backs have to look like backs. So has a back without any
        other. A face without any other has to be surer than others.
        """
        finds = self._in_play(self._alone(finds) if not known else finds, known)
        faces = self._apart([find for find in finds if find[1].label not in (None, BACK)])
        faces += [_quad(each) for each in known if each.label not in (None, BACK)]
        if not faces:
            return [
                (each, replace(reading, label=None) if reading.label == BACK else reading) for each, reading in finds
            ]
        alike = iter(self._as_large(picture, [each.corners for each, reading in finds if reading.label == BACK], faces))
        kept = [find for find in finds if find[1].label != BACK or next(alike)]
        backs = [n for n, (_, reading) in enumerate(kept) if reading.label == BACK]
        if len(faces) >= self.settings.enough_faces and len(backs) > 1:
            return kept
        looks = self.believed(picture, [kept[n][0].corners for n in backs], "domino_back")
        for n in (n for n, sure in zip(backs, looks, strict=True) if not sure):
            kept[n] = (kept[n][0], replace(kept[n][1], label=None))
        return kept

    def _as_large(self, picture: Picture, backs: Sequence[Quad], faces: Sequence[Quad]) -> list[bool]:
        """Which backs are as large as the faces: on the table, where enough of these tell the camera, else in px."""
        if len(faces) >= self.settings.enough_faces:
            times, most = sizes(picture, backs, faces, self.aspect), self.settings.most_unlike_flat
        else:
            usual = float(np.median([max(sides(each)) for each in faces]))
            times, most = np.array([max(sides(each)) / usual for each in backs]), self.settings.most_unlike
        return [1 / most <= each <= most for each in times.tolist()]

    def _in_play(self, finds: Sequence[Find], known: Sequence[Piece]) -> list[Find]:
        """The finds; a back that touches a face is unsure.

        No tile of the play lies face down. It may be the side of a stack, or a blank without a bar.
        """
        faces = [detection.corners for detection, reading in finds if reading.label not in (None, BACK)]
        faces += [_quad(each) for each in known if each.label not in (None, BACK)]
        return [
            (each, replace(reading, label=None) if reading.label == BACK and self._touches(each, faces) else reading)
            for each, reading in finds
        ]

    def _touches(self, detection: Detection, faces: Sequence[Quad]) -> bool:
        middle = centre(detection.corners)
        wider: Quad = middle + (detection.corners - middle) * self.settings.in_touch
        return any(0 < overlap(wider, faces[n]) < self.settings.most_overlap for n in meeting(wider, faces))

    def _alone(self, finds: Sequence[Find]) -> Sequence[Find]:
        """The finds; where one place alone shows a face, it is no face unless it is read surely."""
        faces = [find for find in finds if find[1].label not in (None, BACK)]
        if len(self._apart(faces)) != 1 or max(r.confidence for _, r in faces) >= self.settings.least_alone:
            return finds
        return [(each, replace(r, label=None) if r.label != BACK else r) for each, r in finds]

    def _settled(self, finds: Sequence[Find], known: Sequence[Piece]) -> list[Piece]:
        """What is known, and of the finds beside it those that together are believed most, from the top down.

        Each half belongs to one tile. So two tiles go before a find across their joint, though it may read well.
        """
        own = [_quad(each) for each in known]
        free = [find for find in finds if self._stays(*find) and not self._clashes(find[0].corners, own)]
        single = self._once_each(free)
        quads = [detection.corners for detection, _ in single]
        clashes = [frozenset(self._clashes(each, quads)) - {n} for n, each in enumerate(quads)]
        lot = packed([self._weight(*find) for find in single], clashes)
        instead = {n: [single[m][1] for m in clashes[n] if clashes[m] & set(lot) == {n}] for n in lot}
        chosen = [(single[n][0], _contested(single[n][1], instead[n])) for n in lot]
        kept = [*zip(own, known, strict=True), *((find[0].corners, self._piece(*find)) for find in chosen)]
        kept.sort(key=lambda pair: tuple(pair[0].mean(axis=0)[::-1]))
        return [piece for _, piece in kept]

    def _once_each(self, finds: Sequence[Find]) -> list[Find]:
        """The finds, of those at nearly one place the one that reads best."""
        kept: list[Find] = []
        quads: list[Quad] = []
        for find in sorted(finds, key=lambda find: (find[1].label is None, -_belief(*find))):
            corners = find[0].corners
            if all(overlap(corners, quads[n]) <= self.settings.one_place for n in meeting(corners, quads)):
                kept.append(find)
                quads.append(corners)
        return kept

    def _clashes(self, corners: Quad, others: Sequence[Quad]) -> list[int]:
        """The numbers of those of the others with which a tile at these corners cannot lie there."""
        return [n for n in meeting(corners, others) if overlap(corners, others[n]) > self.settings.most_overlap]

    def _weight(self, detection: Detection, reading: Reading) -> float:
        """What a find counts beside others that cannot all be there: sure readings go before guesses."""
        return self.settings.sure_weight * (reading.label is not None) + _belief(detection, reading) + LEAST_WEIGHT

    def _stays(self, detection: Detection, reading: Reading) -> bool:
        """Whether a find is worth telling: what is read as something, or is plainly there though nobody can read it."""
        strange = not reading.candidates and detection.score >= self.settings.least_strange
        return self._is_read(detection, reading) or self._is_plain(detection) or strange

    def _is_read(self, detection: Detection, reading: Reading) -> bool:
        """Whether a find is believed to be a domino that shows something."""
        return bool(reading.candidates) and _belief(detection, reading) >= self.settings.least_belief

    def _is_plain(self, detection: Detection) -> bool:
        """Whether a find is plainly a face, whatever is read there."""
        return detection.name == "domino" and detection.score >= self.settings.least_plain

    def _piece(self, detection: Detection, reading: Reading) -> Piece:
        """A find as it is told; what is plainly a face that nobody can read is a domino, too."""
        told = self._is_read(detection, reading)
        kind, level = ("domino", 0) if told or self._is_plain(detection) else ("unknown", None)
        sure = reading.confidence if told or not reading.candidates else _belief(detection, reading)
        label = reading.label if told else None
        return Piece(kind, label, sure, corners_of(detection.corners), level, reading.candidates)


def _contested(reading: Reading, rivals: Sequence[Reading]) -> Reading:
    """The reading, unsure where another that it clashes with was read more surely: one of both lies across a joint."""
    surer = [each for each in rivals if each.label not in (None, BACK) and each.confidence > reading.confidence]
    if reading.label is None or not surer:
        return reading
    best = max(surer, key=lambda each: each.confidence)
    return Reading(None, reading.confidence, (*reading.candidates[:1], *best.candidates[:1]))


def _belief(detection: Detection, reading: Reading) -> float:
    """How far a find is believed to be a domino, 0 … 1: the detector and the reader together."""
    return detection.score * (reading.confidence if reading.candidates else 0.0)


def _quad(piece: Piece) -> Quad:
    return np.array(piece.corners, np.float64)


@dataclass(frozen=True, slots=True)
class DominoRecogniser(Recogniser):
    """A recogniser that reads what is not known yet."""

    detector: JoinedDetector
    reader: DominoTable

    def see(self, photo: Photo, known: Stationary | None = None) -> Observation:
        """What the photo shows of the game; what is `known` of it is given as it is known."""
        if known is None:
            return self._observation(photo, self._pieces(photo.pixels))
        spared = KnownPieces(tuple(_quad(piece) for piece in known.pieces), known.boxes)
        found = self._of_game(self.detector.beside(photo.pixels, spared))
        return self._observation(photo, self.reader.see(photo.pixels, found, known.pieces))

    def _pieces(self, picture: Picture) -> tuple[Piece, ...]:
        """The pieces of a picture. The other detectors are asked only where the first leaves something in doubt."""
        found = self.detector.first(picture)
        pieces = self.reader.see(picture, self._of_game(found))
        if not self._leaves_doubt(found, pieces):
            return pieces
        return self.reader.see(picture, self._of_game(self.detector.also(picture, found)))

    def _leaves_doubt(self, found: Sequence[Detection], pieces: Sequence[Piece]) -> bool:
        """Whether no tile was read, or one not surely, or a flat thing was found that may be one."""
        tiles = [piece for piece in pieces if piece.kind in ("domino", "unknown") and not is_faint(piece)]
        faces = any(piece.label not in (None, BACK) for piece in tiles)
        return not faces or any(piece.label is None for piece in tiles) or any(each.kind in FLAT for each in found)

    def _of_game(self, found: Sequence[Detection]) -> list[Detection]:
        return [each for each in found if each.kind in self.kinds]

    def _observation(self, photo: Photo, pieces: tuple[Piece, ...]) -> Observation:
        warnings = notices(photo.pixels, pieces)
        return Observation(photo.width, photo.height, photo.sha256, pieces, warnings, self.model)


def recogniser(enrolled: Path | None = None) -> DominoRecogniser:
    """The recogniser; `enrolled` is a set of dominoes that `tableside enroll dominoes` wrote, if there is one."""
    if enrolled is not None:
        return recogniser_of_set(DominoSet.load(enrolled))
    return DominoRecogniser(_detector(), DominoTable(), KINDS)


def recogniser_of_set(known: DominoSet) -> DominoRecogniser:
    """The recogniser for a set that was enrolled."""
    faces = KnownReader(HalvesReader(highest=known.highest), known)
    return DominoRecogniser(_detector(), DominoTable(faces, aspect=known.aspect), KINDS)


def _detector() -> JoinedDetector:
    return JoinedDetector((TrainedDetector(), ClassicalDetector()), SETTLE.full_table)

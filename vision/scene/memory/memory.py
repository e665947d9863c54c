"""Tracks of the pieces on a table that a fixed camera looks at. Evidence adds up over looks; what is occluded stays.

A piece is remembered by its place in the picture. Where the picture did not change, the piece is still there, read or
not. Where it changed and the piece is not found, it is gone. What lies under a hand is occluded, and what lies under
another piece is buried. All functions are pure: a look makes a new memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress
from math import inf
from typing import TYPE_CHECKING

from vision.geometry import alike, meeting, most_within, nearest_pairs, share_within
from vision.scene.memory.change import UNKNOWN, Change, LastChange
from vision.scene.memory.readings import Readings, one_tile, same, unturned
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.track import Glimpse, Occlusion, Track, came_unread, carried, labels_of, nameless

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from vision.arrays import Floats
    from vision.observation import Corners, Observation, Piece


@dataclass(frozen=True, slots=True)
class Memory:
    """The pieces in sight or under a hand, those buried under others, and what was occluded when.

    `glimpses` are pieces that were seen at a new place while something moved. `gone` is where pieces lay that went
    since the table was accounted for. `accounted_at` is when that was, s. `changed` is when the picture changed where.
    """

    tracks: tuple[Track, ...] = ()
    buried: tuple[Track, ...] = ()
    ended: tuple[Occlusion, ...] = ()
    glimpses: tuple[Glimpse, ...] = ()
    gone: tuple[Corners, ...] = ()
    accounted_at: float | None = None
    changed: LastChange = field(default_factory=LastChange, compare=False)

    @property
    def lying(self) -> tuple[Track, ...]:
        """All pieces that lie there, in sight or not."""
        return (*self.tracks, *self.buried)

    def looked(
        self,
        observation: Observation,
        time: float,
        since_look: Change = UNKNOWN,
        since_accounted: Change = UNKNOWN,
        *,
        fade: float = MEMORY.fade,
    ) -> Memory:
        """After one look at a still table, taken at `time` (s). What changed is told `since_look`, the look before, and
        `since_accounted`, when the table was accounted for. `fade` is what earlier looks count beside this one."""
        return _Look(self, observation.pieces, time, since_look, since_accounted, fade=fade).memory()

    def accounted_for(self, time: float | None = None) -> Memory:
        """The same once the table is accounted for at `time` (s): what lies there now was there before what comes next.
        What was occluded for a while before that has no say in what comes next, and is told no more."""
        tracks = tuple(replace(track, accounted=track.believed) for track in self.tracks)
        return replace(
            self,
            tracks=tracks,
            buried=tuple(replace(track, accounted=True) for track in self.buried),
            ended=(),
            glimpses=(),
            gone=(),
            accounted_at=time,
        )

    def glimpsed(self, observation: Observation, time: float) -> Memory:
        """After a look while something moves: it settles nothing, but tells when a piece came to where it then lies."""
        kept = [each for each in self.glimpses if time - each.time <= MEMORY.glimpse]
        for piece in observation.pieces:
            if piece.kind == "hand" or any(same(piece, track.readings.piece) for track in self.tracks):
                continue
            # What is read once in passing may be misread, though it was in view before.
            label = unturned(piece.label or "")
            where = (n for n, each in enumerate(kept) if same(piece, each.piece))
            again = (n for n in where if unturned(kept[n].piece.label or "") == label)
            at = next(again, None)
            if at is None:
                kept.append(Glimpse(piece, time, time))
            else:
                surer = max(piece, kept[at].piece, key=lambda one: one.confidence)
                kept[at] = replace(kept[at], piece=surer, last=time, times=kept[at].times + 1, missed=False)
        return replace(self, glimpses=tuple(kept))

    def arrivals(self) -> dict[str, float]:
        """When each piece came to its place (s), by its label; of several alike the newest. A piece that is not read
        surely counts by all that it may be, but not a card that was accounted for. A domino is named with its smaller
        half first."""
        sure: dict[str, float] = {}
        unsure: dict[str, float] = {}
        for track in (*filter(came_unread, self.buried), *self.tracks):
            piece = track.readings.agreed
            if piece.label is None and piece.kind == "card" and track.accounted:
                continue
            counted = unsure if piece.label is None else sure
            for name in map(unturned, labels_of(piece)):
                counted[name] = max(track.since, counted.get(name, track.since))
        return unsure | sure

    def names(self) -> frozenset[str]:
        """All that the pieces that lie there may be, of dominoes with the smaller half first."""
        return _names(self.lying)

    def without_gone(self, later: Memory) -> Memory:
        """The memory without what came since the table was accounted for and is gone from a `later` one."""
        lying = later.names()
        stays = (each.accounted or not (names := _names([each])) or not names.isdisjoint(lying) for each in self.tracks)
        return replace(self, tracks=tuple(compress(self.tracks, stays)))

    def without_replaced(self, names: Collection[str], below: Collection[str] = ()) -> Memory:
        """The memory without the dominoes of these names that are not accounted for and can lie there no more. Another
        takes the place of such a one, or what lay `below` it reads there again."""
        gone = [each for each in self.buried if came_unread(each) and _names([each]).intersection(names)]
        replaced = [each for each in gone if self._is_replaced(each, below)]
        return replace(self, buried=tuple(each for each in self.buried if each not in replaced)) if replaced else self

    def _is_replaced(self, track: Track, below: Collection[str]) -> bool:
        again = [other.quad for other in self.tracks if other.readings.surest and _names([other]).intersection(below)]
        taken = any(alike(track.quad, other.quad) >= MEMORY.same_place for other in self.tracks)
        return taken or most_within(track.quad, again) >= MEMORY.covered

    def guesses(self) -> frozenset[str]:
        """What only pieces may be that no look has read surely, of dominoes with the smaller half first."""
        sure = _names(track for track in self.lying if track.readings.surest)
        return _names(track for track in self.lying if not track.readings.surest) - sure

    def moved(self, motion: Floats) -> Memory:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        return replace(
            self,
            tracks=tuple(track.moved(motion) for track in self.tracks),
            buried=tuple(track.moved(motion) for track in self.buried),
            glimpses=tuple(glimpse.moved(motion) for glimpse in self.glimpses),
            gone=tuple(carried(each, motion) for each in self.gone),
            changed=LastChange(),
        )

    def observation(self, seen: Observation) -> Observation:
        """The look `seen` with what the memory knows: every piece that lies there, as all looks together read it. A
        card that others cover in part is told with them: its edge shows, and what it is was seen before. So is what
        came since the table was accounted for and was covered at once."""
        lying = [track for track in self.tracks if track.believed]
        edges = (track for track in self.buried if self._shows_an_edge(track) or came_unread(track))
        return replace(seen, pieces=tuple(track.readings.agreed for track in (*edges, *lying)))

    def in_sight(self, seen: Observation) -> Observation:
        """The look `seen` with what the memory knows of what is in sight, and the hands that occlude the rest."""
        lying = (track for track in self.tracks if track.believed and track.occluded_since is None)
        hands = (piece for piece in seen.pieces if piece.kind == "hand")
        return replace(seen, pieces=(*(track.readings.agreed for track in lying), *hands))

    def _shows_an_edge(self, track: Track) -> bool:
        over = (other.quad for other in self.tracks)
        return track.readings.piece.kind == "card" and most_within(track.quad, over) < MEMORY.whole

    def occlusions(self) -> tuple[Occlusion, ...]:
        """What is occluded now, by hands and by other pieces, and what was since the table was accounted for."""
        now = [(track.occluded_since, track, "hand") for track in self.tracks]
        now += [(track.occluded_since, track, "piece") for track in self.buried]
        return (*self.ended, *(Occlusion.of(track, since, None, by) for since, track, by in now if since is not None))

    @property
    def restless(self) -> bool:
        """Whether one look more would tell more: an unsure piece, or one that is not believed yet. What is no piece of
        the game is not read however often it is looked at."""
        pieces = (track.readings.agreed for track in self.tracks)
        unsure = any(piece.label is None and not nameless(piece) for piece in pieces)
        return unsure or any(not track.believed or (track.missed and not track.accounted) for track in self.tracks)


def _names(tracks: Iterable[Track]) -> frozenset[str]:
    """What pieces are, or may be where that is not sure, of dominoes with the smaller half first."""
    return frozenset(unturned(label) for track in tracks for label in labels_of(track.readings.agreed))


class _Look:
    """One look: which track each seen piece belongs to, and what became of the other tracks."""

    def __init__(  # noqa: PLR0913 - a look is all of this
        self,
        before: Memory,
        pieces: Sequence[Piece],
        time: float,
        since_look: Change,
        since_accounted: Change,
        *,
        fade: float,
    ) -> None:
        self.before, self.pieces, self.time, self.fade = before, pieces, time, fade
        self.since_look, self.since_accounted = since_look, since_accounted
        self.ended = list(before.ended)
        self.buried = list(before.buried)
        self.gone = list(before.gone)
        self.changed = before.changed.after(since_look, time)

    def memory(self) -> Memory:
        """The memory after the look."""
        same = self._matches()
        found = {n: self.before.tracks[at] for at, n in same.items()}
        tracks = []
        for number, track in enumerate(self.before.tracks):
            covered = len(self.buried)
            kept = self._found(track, self.pieces[same[number]]) if number in same else self._unfound(track, found)
            tracks += [] if kept is None else [kept]
            if kept is None and track.accounted and len(self.buried) == covered:
                self.gone.append(track.readings.piece.corners)
        self._forget_carried()
        new = (piece for n, piece in enumerate(self.pieces) if n not in found and piece.kind != "hand")
        lying = (*tracks, *(self._fresh(piece) for piece in new if not self._is_old(piece)))
        self._bury_glimpsed(lying)
        self._unbury(lying)
        glimpses = tuple(replace(each, missed=True) for each in self.before.glimpses if self._missed(each, lying))
        ended = tuple(self.ended[-MEMORY.occlusions :])
        buried, gone = tuple(self.buried), tuple(self.gone)
        return Memory(lying, buried, ended, glimpses, gone, self.before.accounted_at, self.changed)

    def _missed(self, glimpse: Glimpse, tracks: Sequence[Track]) -> bool:
        """Whether what was glimpsed may lie where this look did not find it: something changed there."""
        if self.since_accounted.mask is None or self.time - glimpse.time > MEMORY.glimpse:
            return False
        found = any(same(glimpse.piece, track.readings.piece) for track in tracks)
        return not found and self.since_accounted.share(glimpse.piece.corners) >= MEMORY.changed

    def _matches(self) -> dict[int, int]:
        """The seen piece of each track that was found, both by their numbers. The closest pairs go first."""
        quads = [piece.quad for piece in self.pieces]
        return nearest_pairs(
            (-shared, at, n)
            for at, track in enumerate(self.before.tracks)
            for n in meeting(track.quad, quads)
            if self.pieces[n].kind == track.readings.piece.kind
            and (shared := alike(track.quad, quads[n])) >= MEMORY.same_place
        )

    def _found(self, track: Track, piece: Piece) -> Track:
        known = track.readings
        if known.denied(piece) and self._replaced(known, piece):
            self._bury(track, piece)
            return Track(Readings.of(piece), self._came(piece))
        if track.occluded_since is not None:
            self.ended.append(Occlusion.of(track, track.occluded_since, self.time, "hand"))
        looks = track.looks + 1
        found = replace(track, readings=known.with_(piece, self.fade), looks=looks, missed=0, occluded_since=None)
        return replace(found, believed=track.believed or looks >= MEMORY.confirm)

    def _replaced(self, known: Readings, piece: Piece) -> bool:
        """Whether the picture changed as where a piece is laid on another; of dominoes that were both read surely
        little but a pip may differ."""
        contradicts = piece.kind == "domino" and known.contradicts(piece)
        return self.since_look.share(known.piece.corners) >= (MEMORY.same if contradicts else MEMORY.changed)

    def _unfound(self, track: Track, found: Mapping[int, Track]) -> Track | None:
        """What became of a piece that this look did not find; None where it is gone or buried. `found` are the tracks
        of seen pieces, by the pieces' numbers."""
        corners = track.readings.piece.corners
        below = self._below(track, found)
        over = (piece for piece in self.pieces if piece not in below)
        cover = next((piece for piece in over if share_within(track.quad, piece.quad) >= MEMORY.covered), None)
        if cover is not None and cover.kind == "hand":
            return replace(track, occluded_since=self.time if track.occluded_since is None else track.occluded_since)
        if cover is not None and self._changed(corners):
            self._bury(track, cover)
            return None
        missed = track.missed + 1
        if track.accounted and self.since_accounted.share(corners) < MEMORY.same:
            return replace(track, missed=missed) if missed <= MEMORY.patience * track.looks else None
        if self._changed(corners) or not track.believed or missed > MEMORY.patience:
            return None
        return replace(track, missed=missed)

    def _below(self, track: Track, found: Mapping[int, Track]) -> list[Piece]:
        """The seen pieces that lay at other places before something was laid at this one: none of them covers it. Nor
        does a card of which no more than an edge shows beside such a one that is read: it lies deeper."""
        stayed = [self.pieces[n] for n, other in found.items() if self._stayed(other, track, self.pieces[n])]
        read = [piece.quad for piece in stayed if piece.kind == "card" and piece.label is not None]
        edges = (piece for piece in self.pieces if piece.kind == "card" and piece.label is None)
        return stayed + [edge for edge in edges if most_within(edge.quad, read) >= MEMORY.covered]

    def _stayed(self, other: Track, track: Track, piece: Piece) -> bool:
        """Whether a piece that is seen is what lay at another place before something was laid at this one. One that is
        not read may be another where the picture changed."""
        otherwise = piece.label is None or other.readings.denied(piece)
        return other.since < track.since and not (otherwise and self._replaced(other.readings, piece))

    def _bury(self, track: Track, over: Piece) -> None:
        """A piece lies under another from now on, unless that may have been buried there: it was lifted off that."""
        below = (each for each in self.buried if each.readings.piece.kind == over.kind)
        nearby = (each.readings for each in below if alike(each.quad, over.quad) >= MEMORY.same_place)
        if all(known.denied(over) for known in nearby):
            self.buried.append(replace(track, occluded_since=self.time))

    def _fresh(self, piece: Piece) -> Track:
        seen = 1 + sum(each.times for each in self._glimpses(piece) if not each.missed)
        believed = seen >= MEMORY.confirm or self._changed(piece.corners)
        return Track(Readings.of(piece), self._came(piece), believed=believed)

    def _came(self, piece: Piece) -> float:
        """When a piece came: when it was first glimpsed at its place, or when the picture last changed there, though
        nobody read it yet. Where it is as when the table was accounted for, it lay there by then."""
        glimpsed = min((each.time for each in self._glimpses(piece)), default=self.time)
        came = min(glimpsed, self.changed.of(piece.corners, MEMORY.same))
        accounted = self.before.accounted_at
        lay_then = self.since_accounted.share(piece.corners) < MEMORY.same
        return min(came, accounted) if lay_then and accounted is not None else came

    def _glimpses(self, piece: Piece) -> list[Glimpse]:
        """The glimpses of a piece at its place."""
        return [each for each in self.before.glimpses if same(piece, each.piece)]

    def _bury_glimpsed(self, tracks: Sequence[Track]) -> None:
        """Pieces that were laid and then covered, all between two looks, were seen in passing."""
        for each in self.before.glimpses:
            piece = each.piece
            if piece.label is None or piece.label == "back" or each.missed or each.times < MEMORY.confirm:
                continue
            lying = (unturned(track.readings.piece.label or "") for track in (*tracks, *self.buried))
            known = unturned(piece.label) in lying
            if not known and self._was_covered_since(each, tracks):
                self.buried.append(Track(Readings.of(piece), each.time, occluded_since=self.time))

    def _was_covered_since(self, glimpse: Glimpse, tracks: Sequence[Track]) -> bool:
        """Whether what was glimpsed lies under other pieces by now. It is a card of which an edge still shows, or a
        domino, under one that came later. What was glimpsed a moment ago is what lies there, read otherwise."""
        if self.time - glimpse.last < MEMORY.laid:
            return False
        piece, card = glimpse.piece, glimpse.piece.kind == "card"
        later = (track for track in tracks if track.readings.piece.kind == "domino" and track.since > glimpse.time)
        lying = tracks if card else later if piece.kind == "domino" else ()
        over = most_within(piece.quad, (track.quad for track in lying))
        return MEMORY.covered <= over < (MEMORY.whole if card else inf)

    def _unbury(self, tracks: Sequence[Track]) -> None:
        """Buried pieces that lie open again are known no more: what is seen there now was read anew."""
        for track in tuple(self.buried):
            nearby = (each for each in tracks if alike(track.quad, each.quad) >= MEMORY.same_place)
            again = any(not track.readings.contradicts(each.readings.piece) for each in nearby)
            if again or most_within(track.quad, (each.quad for each in tracks)) < MEMORY.covered:
                self.buried.remove(track)
                self.ended.append(Occlusion.of(track, track.occluded_since or self.time, self.time, "piece"))

    def _forget_carried(self) -> None:
        """A tile that is plainly elsewhere was carried there, and lies under nothing; of each there is one."""
        names = {name for piece in self.pieces if (name := one_tile(piece)) is not None}
        self.buried = [
            each
            for each in self.buried
            if one_tile(each.readings.piece) not in names
            or any(same(piece, each.readings.piece) for piece in self.pieces)  # it is seen at its own place again
        ]

    def _is_old(self, piece: Piece) -> bool:
        """Whether what seems to be new lies over what is accounted for, where the picture is the same. What was never
        read surely accounts for nothing."""
        if self.since_accounted.share(piece.corners) >= MEMORY.same:
            return False
        lying = (each.quad for each in self.before.tracks if each.accounted and each.readings.surest)
        return most_within(piece.quad, lying) >= MEMORY.covered

    def _changed(self, corners: Corners) -> bool:
        return self.since_look.share(corners) >= MEMORY.changed

"""What the pictures of a move show: that it was played as recorded, that something else was, or neither clearly.

The pictures are read again, where once does not suffice in another size, light and angle, too. The engine then weighs
every way from the state before to what is seen; the record is borne out where it is by far the likeliest of them.
Another way is believed only where most looks agree on it, where pieces that it alone explains are seen by name, and
where nothing of what the record says is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine.core import Setup
from engine.errors import EngineError
from service.disputes.facts import among, facts, names
from service.disputes.lent import lent
from service.disputes.looks import looks, together
from service.disputes.ways import likelihood, of_one_order, recorded
from service.seats import player
from vision.memory.change import between, scene
from vision.memory.settings import MemorySettings
from vision.observation import Observation, ObservationError
from vision.tables import Attentive, Rereading, assembler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Explanation, Seat
    from service.disputes.case import Case, Frame
    from service.disputes.moments import Moment
    from vision.memory import Change
    from vision.tables import Assembler, Sight

AS_RECORDED: Final = "as_recorded"
OTHERWISE: Final = "otherwise"
UNCLEAR: Final = "unclear"

AGAIN: Final = "again"
KEPT: Final = "kept"
NOT: Final = "not"
MOST_LATER: Final = 3
"""So many later pictures are asked."""
MOST_WAYS: Final = 4
"""So many explanations are told."""


@dataclass(frozen=True, slots=True)
class Way:
    """Plays that explain what is seen, with their likelihood 0 … 1; `illegal` rules and reason where refused."""

    plays: tuple[tuple[Seat, str], ...]
    likelihood: float
    rules: tuple[str, ...] = ()
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """The way as JSON."""
        return {
            "plays": [{"seat": seat, "move": move} for seat, move in self.plays],
            "likelihood": round(self.likelihood, 4),
            "rules": list(self.rules),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """How a picture was read: `again` from the picture, `kept` as it was read then, `not` at all, and why."""

    frame: Frame
    how: str
    observation: Observation | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Testimony:
    """What the pictures of one move say: `shown`, a line on why, the likelihood of the record, and the ways weighed.

    `instead` is what was played by the pictures, where that is something else.
    """

    shown: str
    reason: str
    readings: tuple[Reading, ...] = ()
    likelihood: float = 0.0
    ways: tuple[Way, ...] = ()
    instead: Way | None = None


@dataclass(frozen=True, slots=True)
class _Weighed:
    """What one pair of readings says; `open` if what was read at the time may tell more."""

    shown: str
    reason: str
    likelihood: float = 0.0
    ways: tuple[Way, ...] = ()
    instead: Way | None = None
    open: bool = field(default=False)


@dataclass(frozen=True, slots=True)
class _Hearing:
    """A case, the move that is asked about, its pictures (H×W×3, BGR; None: no picture), and where they differ, None if
    that is not known."""

    case: Case
    moment: Moment
    pixels: tuple[Any, ...]
    change: Change | None = None


def hear(case: Case, moment: Moment) -> Testimony:
    """What the pictures of a move show."""
    frames = [case.frame(sha256) for sha256 in dict.fromkeys(moment.frames)]
    if not frames:
        return Testimony(UNCLEAR, "No picture was kept of it.")
    readings = tuple(_read(case, frame) for frame in frames)
    for reading in readings:
        if reading.trouble:
            return Testimony(UNCLEAR, reading.trouble, readings)
    pixels = tuple(_pixels(frame.picture or b"") for frame in frames)
    hearing = _Hearing(case, moment, pixels, _changed(pixels, _seen(readings[0]).width))
    weighed = _weigh(hearing, [_seen(reading) for reading in readings])
    if weighed.shown != AS_RECORDED:
        weighed = _looked_again(hearing, readings)
    if weighed.open:
        readings, weighed = _remembered(hearing, readings, weighed)
    if weighed.open:
        readings, weighed = _with_later(hearing, readings, weighed)
    return Testimony(weighed.shown, weighed.reason, readings, weighed.likelihood, weighed.ways, weighed.instead)


def _read(case: Case, frame: Frame) -> Reading:
    short = frame.sha256[:12]
    if frame.picture is None:
        return Reading(frame, NOT, trouble=f"The picture {short}… is not there any more.")
    try:
        return Reading(frame, AGAIN, case.look(frame.picture))
    except ValueError as wrong:
        return Reading(frame, NOT, trouble=f"The picture {short}… cannot be read: {wrong}.")


def _seen(reading: Reading) -> Observation:
    assert reading.observation is not None
    return reading.observation


def _weigh(hearing: _Hearing, seen: Sequence[Observation]) -> _Weighed:
    """What readings of the pictures, before then after, say of the move."""
    case, moment, settings = hearing.case, hearing.moment, hearing.case.settings
    if poor := _poor(seen, settings.least_seen):
        return _Weighed(UNCLEAR, poor)
    try:
        sights = _sights(hearing, seen)
        ways = [_ways(moment, sight) for sight in sights]
    except (EngineError, LookupError) as wrong:
        return _Weighed(UNCLEAR, f"The pieces on the pictures cannot be put together: {wrong}.")
    for sight in sights:
        if sight.trouble:
            return _Weighed(UNCLEAR, f"The pieces on the pictures cannot be put together: {sight.trouble}")
    if len(seen) > 1 and likelihood(recorded(moment, sights[0], ways[0])) >= settings.already:
        return _Weighed(UNCLEAR, "The picture from before shows it already.", ways=_told(ways[0]))
    return _ruled(case, moment, sights[-1], ways[-1], hand=any(piece.kind == "hand" for piece in seen[-1].pieces))


def _sights(hearing: _Hearing, seen: Sequence[Observation]) -> list[Sight]:
    """The pictures as positions, the newer seen with what the older taught of the table and what changed since, or
    alone where that fits it better."""
    moment = hearing.moment
    table = assembler(moment.game.name, moment.options, hearing.case.faces)
    *before, after = zip(hearing.pixels, seen, strict=True)
    sights = [_first(table, *each, moment.start) for each in before]
    if hearing.change is not None and isinstance(table, Attentive):
        table.notice(hearing.change, ())
    if not before:
        return [_first(table, *after, moment.start)]
    alone = _first(assembler(moment.game.name, moment.options, hearing.case.faces), *after, moment.start)
    later = table.see(_again(table, *after, moment.start), moment.start)
    return [*sights, min(later, alone, key=lambda sight: (bool(sight.trouble), len(sight.loose)))]


def _first(table: Assembler, pixels: Any, seen: Observation, state: Any) -> Sight:
    """The position on the first picture that a table is put together from, and so where its pieces lie: what was not
    read there is read again, as when the game was followed."""
    sight = table.see(seen, state)
    again = _again(table, pixels, seen, state)
    return sight if again == seen else table.see(again, state)


def _again(table: Assembler, pixels: Any, seen: Observation, state: Any) -> Observation:
    """What is seen on a picture with what reads where the table knows that pieces lie."""
    if pixels is None or not isinstance(table, Rereading):
        return seen
    return table.again(pixels, seen, state)


def _changed(pixels: Sequence[Any], width: int) -> Change | None:
    """What differs between the pictures before and after, which are `width` pixels wide."""
    before, after = pixels[0], pixels[-1]
    if len(pixels) < 2 or before is None or after is None:
        return None
    return between(scene(before), scene(after), width, MemorySettings().step)


def _pixels(picture: bytes) -> Any:
    return cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) if picture else None


def _poor(seen: Sequence[Observation], least: float) -> str:
    """Why pictures of one moment do not show enough to be compared, empty if they do."""
    counts = [sum(piece.kind != "hand" for piece in each.pieces) for each in seen]
    if not max(counts):
        return "The pictures show nothing of the table."
    if min(counts) < least * max(counts):
        return f"A picture shows hardly anything of the table ({min(counts)} pieces, another {max(counts)})."
    return ""


def _ways(moment: Moment, sight: Sight) -> Sequence[Explanation[Any]]:
    if sight.trouble:
        return ()
    return moment.game.explain(moment.start, Setup(moment.options, sight.position), len(moment.plays))


def _plays(way: Explanation[Any]) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, str(move)) for seat, move in way.plays)


def _ruled(case: Case, moment: Moment, sight: Sight, ways: Sequence[Explanation[Any]], *, hand: bool) -> _Weighed:
    settings, told = case.settings, _told(ways)
    borne_out = recorded(moment, sight, ways)
    share = likelihood(borne_out)
    best = next(iter(of_one_order([way for way in ways if way not in borne_out])), None)
    if not ways or max(way.weight for way in ways) < settings.explained:
        return _Weighed(UNCLEAR, "No play explains what the pictures show.", share, told)
    if share >= settings.uphold and (best is None or share >= settings.margin * best.likelihood):
        return _Weighed(AS_RECORDED, "The pictures show it.", share, told)
    if best is None or not best.plays or share > 1.0 - settings.overturn or best.likelihood < settings.uphold:
        return _Weighed(UNCLEAR, _doubt(best, share), share, told, open=not hand)
    if hand:
        return _Weighed(UNCLEAR, "A hand is in the picture.", share, told)
    if not _borne_out(moment, sight, best, surely=best.likelihood >= settings.overturn):
        return _Weighed(UNCLEAR, "The pieces that would tell cannot be read surely.", share, told, open=True)
    instead = _way(best)
    return _Weighed(OTHERWISE, f"The pictures show {_spoken(instead)} instead.", share, told, instead)


def _doubt(best: Explanation[Any] | None, share: float) -> str:
    if best is not None and not best.plays and best.likelihood > share:
        return "The pictures do not show it."
    return "The pictures do not tell it from something else."


def _borne_out(moment: Moment, sight: Sight, way: Explanation[Any], *, surely: bool) -> bool:
    """Whether pieces that only this way explains are seen by name, and none that only the record does.

    A place is told less well than a name: the same pieces at other places are another play only if `surely` so.
    """
    state = moment.start
    try:
        for seat, move in way.plays:
            state = moment.game.play(state, seat, move)
        by_way = facts(moment.game.position(state))
    except (ValueError, LookupError, TypeError, AttributeError):  # a refused move, played unchecked
        return False
    by_record, seen = facts(moment.game.position(moment.end)), facts(sight.position)
    if not surely and names(by_way - by_record) <= names(by_record - by_way):
        return False
    return bool(among(by_way - by_record, seen)) and not among(by_record - by_way, seen)


def _looked_again(hearing: _Hearing, readings: Sequence[Reading]) -> _Weighed:
    """What several looks at each picture say together, or most of them alone, as long as none says the opposite.

    Something other than the record is believed only where most looks by themselves say the same, and what was read at
    the time does not bear the record out.
    """
    try:
        seen = [looks(reading.frame.picture or b"", _seen(reading), hearing.case.look) for reading in readings]
    except ValueError as wrong:
        return _Weighed(UNCLEAR, f"The pictures cannot be looked at twice: {wrong}.")
    weighed = _weigh(hearing, [together(each) for each in seen])
    singly = [_weigh(hearing, pictures) for pictures in zip(*seen, strict=True)]
    most = _most(singly)
    if weighed.shown == UNCLEAR and most is not None:
        weighed = most
    against = {AS_RECORDED: OTHERWISE, OTHERWISE: AS_RECORDED}.get(weighed.shown)
    agreed = weighed.shown != OTHERWISE or (most is not None and _says(most) == _says(weighed))
    if not agreed or any(each.shown == against for each in singly):
        reason = "The pictures read differently when looked at again."
        return replace(weighed, shown=UNCLEAR, reason=reason, instead=None)
    if weighed.shown != OTHERWISE:
        return weighed
    kept = _kept(readings)
    if kept is not None and _weigh(hearing, kept).shown == AS_RECORDED:
        reason = "Read again, the pictures contradict what was read from them then."
        return replace(weighed, shown=UNCLEAR, reason=reason, instead=None)
    return weighed


def _most(singly: Sequence[_Weighed]) -> _Weighed | None:
    """What more than half of some looks say, each by itself."""
    for each in singly:
        if each.shown != UNCLEAR and 2 * sum(_says(other) == _says(each) for other in singly) > len(singly):
            return each
    return None


def _says(weighed: _Weighed) -> tuple[str, tuple[tuple[Seat, str], ...] | None]:
    return weighed.shown, None if weighed.instead is None else weighed.instead.plays


def _remembered(
    hearing: _Hearing, readings: tuple[Reading, ...], first: _Weighed
) -> tuple[tuple[Reading, ...], _Weighed]:
    """What was read over several frames at the time may bear the record out where one picture does not suffice."""
    kept = _kept(readings)
    if kept is None or any(
        _poor((_seen(reading), then), hearing.case.settings.least_seen)
        for reading, then in zip(readings, kept, strict=True)
    ):
        return readings, first
    then = _weigh(hearing, kept)
    if then.shown != AS_RECORDED:
        return readings, first
    told = tuple(replace(reading, how=KEPT) for reading in readings)
    return told, replace(then, reason="It was seen at the time, over several frames; the pictures alone leave it open.")


def _with_later(
    hearing: _Hearing, readings: tuple[Reading, ...], first: _Weighed
) -> tuple[tuple[Reading, ...], _Weighed]:
    """What was overlooked may be read on the next pictures, where they show the same pixels; it only bears out."""
    case, moment = hearing.case, hearing.moment
    names = dict.fromkeys(name for event in case.record.events[moment.plays[-1].seq :] for name in event.frames)
    wanted = [name for name in names if name not in moment.frames][:MOST_LATER]
    later = tuple(reading for name in wanted if not (reading := _read(case, case.frame(name))).trouble)
    if not later or readings[-1].frame.picture is None:
        return readings, first
    *before, after = (_all_looks(case, reading) for reading in readings)
    others = [(reading.frame.picture or b"", _all_looks(case, reading)) for reading in later]
    weighed = _weigh(hearing, [*before, lent(readings[-1].frame.picture, after, others)])
    if weighed.shown != AS_RECORDED:
        return readings, first
    return (*readings, *later), replace(weighed, reason="The pictures show it, as the next ones help to read.")


def _all_looks(case: Case, reading: Reading) -> Observation:
    return together(looks(reading.frame.picture or b"", _seen(reading), case.look))


def _kept(readings: Sequence[Reading]) -> list[Observation] | None:
    """What was read from the pictures when they were kept; None where one of them came without."""
    seen = []
    for reading in readings:
        try:
            seen.append(Observation.from_json(reading.frame.about.get("seen")))
        except ObservationError:
            return None
    return seen


def _told(ways: Sequence[Explanation[Any]]) -> tuple[Way, ...]:
    return tuple(_way(way) for way in sorted(ways, key=lambda way: -way.likelihood)[:MOST_WAYS])


def _way(way: Explanation[Any]) -> Way:
    if way.illegal is None:
        return Way(_plays(way), way.likelihood)
    return Way(_plays(way), way.likelihood, way.illegal.rules, way.illegal.reason)


def _spoken(way: Way) -> str:
    return ", then ".join(f"{move!r} by {player(seat)}" for seat, move in way.plays)

"""What the pictures of a move show: that it was played as recorded, that something else was, or neither clearly.

The pictures are read again, where once does not suffice in another size, light and angle, too. The engine then weighs
every way from the state before to what is seen; the record is borne out where it is by far the likeliest of them.
Another way is believed only where most looks agree on it. Pieces that it alone explains are then seen by name, and
nothing of what the record says is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine import record
from service.disputes.lent import lent
from service.disputes.looks import looks, together
from service.disputes.pixels import pixels_of
from service.disputes.weighing import (
    AS_RECORDED,
    OTHERWISE,
    UNCLEAR,
    Hearing,
    Weighed,
    bears_out,
    poor,
    unordered,
    weigh,
)
from vision.observation import Observation, ObservationError
from vision.scene.memory.change import between, scene
from vision.scene.memory.settings import MemorySettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.disputes.case import Case, Frame
    from service.disputes.moments import Moment, Story
    from service.disputes.weighing import Plays, Way
    from vision.scene.memory import Change

AGAIN: Final = "again"
KEPT: Final = "kept"
NOT: Final = "not"
TYPED: Final = "It was entered by hand, so the rules alone decide."
MOST_LATER: Final = 3
"""So many later pictures are asked."""


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


def hear(case: Case, story: Story, moment: Moment, *, later: Moment | None = None) -> Testimony:
    """What the pictures of a move show. Where it must have come before a `later` one, those that were taken for the
    move after it are left out, for they may show that one."""
    if story.typed:
        return Testimony(UNCLEAR, TYPED)
    frames = [case.frame(sha256) for sha256 in dict.fromkeys(moment.frames)]
    if not frames:
        return Testimony(UNCLEAR, "No picture was kept of it.")
    readings = tuple(_read(case, frame) for frame in frames)
    for reading in readings:
        if reading.trouble:
            return Testimony(UNCLEAR, reading.trouble, readings)
    hearing = _hearing(case, moment, readings, later)
    weighed = _looked_at(hearing, readings)
    if weighed.open:
        readings, weighed = _remembered(hearing, readings, weighed)
    if weighed.shown == UNCLEAR and not weighed.already:
        readings, weighed = _between(hearing, readings, weighed, story.since_last(moment), "that of the move before")
    if weighed.shown == UNCLEAR and not weighed.already and later is None:
        which = "that from before the next move"
        readings, weighed = _between(hearing, readings, weighed, story.until_next(moment), which)
    if weighed.open:
        readings, weighed = _with_later(hearing, readings, weighed)
    if weighed.open and later is None and _in_doubt(hearing, weighed):
        both, which = story.with_next(moment), "that of the move after it"
        readings, weighed = _borne_out_by(hearing, readings, weighed, both, which)
    if weighed.already:
        readings, weighed = _with_earlier(hearing, readings, weighed)
    return Testimony(weighed.shown, weighed.reason, readings, weighed.likelihood, weighed.ways, weighed.instead)


def _hearing(case: Case, moment: Moment, readings: Sequence[Reading], later: Moment | None = None) -> Hearing:
    pixels = tuple(pixels_of(reading.frame.picture or b"") for reading in readings)
    return Hearing(case, moment, pixels, _changed(pixels, _seen(readings[0]).width), later)


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


def _changed(pixels: Sequence[Any], width: int) -> Change | None:
    """What differs between the pictures before and after, which are `width` pixels wide."""
    before, after = pixels[0], pixels[-1]
    if len(pixels) < 2 or before is None or after is None:
        return None
    return between(scene(before), scene(after), width, MemorySettings().step)


def _looked_at(hearing: Hearing, readings: Sequence[Reading]) -> Weighed:
    """What pictures say: at a look, or where that does not bear the record out, at several."""
    weighed = weigh(hearing, [_seen(reading) for reading in readings])
    return weighed if weighed.shown == AS_RECORDED else _looked_again(hearing, readings)


def _looked_again(hearing: Hearing, readings: Sequence[Reading]) -> Weighed:
    """What several looks at each picture say together, or most of them alone, as long as none says the opposite.

    Something other than the record is believed only where most looks by themselves bear it out, and what was read at
    the time does not bear the record out.
    """
    try:
        seen = [looks(reading.frame.picture or b"", _seen(reading), hearing.case.look) for reading in readings]
    except ValueError as wrong:
        return Weighed(UNCLEAR, f"The pictures cannot be looked at twice: {wrong}.")
    weighed = weigh(hearing, [together(each) for each in seen])
    singly = [weigh(hearing, pictures) for pictures in zip(*seen, strict=True)]
    kept = _kept(readings)
    then = None if kept is None else weigh(hearing, kept).shown
    contested = AS_RECORDED in (weighed.shown, then, *(each.shown for each in singly))
    if weighed.shown == UNCLEAR:
        weighed = _most(hearing, singly) or weighed
    opposite = {AS_RECORDED: OTHERWISE, OTHERWISE: AS_RECORDED}.get(weighed.shown)
    if any(each.shown == opposite for each in singly) or not _agreed(hearing, weighed, singly):
        reason = "The pictures read differently when looked at again."
        return replace(weighed, shown=UNCLEAR, reason=reason, instead=None, contested=contested)
    if weighed.shown == OTHERWISE and then == AS_RECORDED:
        reason = "Read again, the pictures contradict what was read from them then."
        return replace(weighed, shown=UNCLEAR, reason=reason, instead=None, contested=True)
    return replace(weighed, contested=contested)


def _most(hearing: Hearing, singly: Sequence[Weighed]) -> Weighed | None:
    """What more than half of some looks say, each by itself; two must say it where it is not the record."""
    for each in singly:
        same = sum(_says(other) == _says(each) for other in singly)
        if each.shown == AS_RECORDED and 2 * same > len(singly):
            return each
        if each.shown == OTHERWISE and same > 1 and _agreed(hearing, each, singly):
            return each
    return None


def _agreed(hearing: Hearing, weighed: Weighed, singly: Sequence[Weighed]) -> bool:
    """Whether more than half of some looks bear out, each by itself, what is said to have been played instead. Where
    the rules refuse it all must, for a piece that is read wrong mostly lies against the rules."""
    way = weighed.best
    if weighed.shown != OTHERWISE or way is None:
        return True
    agreed = sum(bears_out(hearing, each, way) for each in singly)
    return agreed == len(singly) if way.illegal is not None else 2 * agreed > len(singly)


def _says(weighed: Weighed) -> tuple[str, Plays | None]:
    if weighed.shown != OTHERWISE or weighed.best is None:
        return weighed.shown, None
    return weighed.shown, unordered(weighed.best)


def _between(
    hearing: Hearing, readings: tuple[Reading, ...], first: Weighed, other: Moment | None, which: str
) -> tuple[tuple[Reading, ...], Weighed]:
    """A move's own pictures may leave doubt, among hands or in their shadow. It may be plain on `other` ones, from
    before or after. They overturn only what nothing that was read of its own bears out."""
    told = None if other is None else _read_all(hearing.case, other, readings)
    if told is None or other is None:
        return readings, first
    weighed = _looked_at(_hearing(hearing.case, other, told, hearing.later), told)
    if weighed.shown == UNCLEAR or (weighed.shown == OTHERWISE and first.contested):
        return readings, first
    return _joined(told, readings), replace(weighed, reason=f"{weighed.reason.removesuffix('.')}, with {which}.")


def _read_all(case: Case, moment: Moment, readings: Sequence[Reading]) -> tuple[Reading, ...] | None:
    """The pictures of a moment, some of which were read already; None where one of them cannot be."""
    known = {reading.frame.sha256: reading for reading in readings}
    told = tuple(known.get(sha256) or _read(case, case.frame(sha256)) for sha256 in moment.frames)
    return None if any(reading.trouble for reading in told) else told


def _joined(told: Sequence[Reading], readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Each picture once, the oldest first."""
    each = {reading.frame.sha256: reading for reading in (told[0], *readings, told[-1])}
    return tuple(sorted(each.values(), key=lambda reading: str(reading.frame.about.get("time", ""))))


def _remembered(hearing: Hearing, readings: tuple[Reading, ...], first: Weighed) -> tuple[tuple[Reading, ...], Weighed]:
    """What was read over several frames at the time may bear the record out where one picture does not suffice."""
    kept = _kept(readings)
    if kept is None or any(
        poor((_seen(reading), then), hearing.case.settings.least_seen)
        for reading, then in zip(readings, kept, strict=True)
    ):
        return readings, first
    then = weigh(hearing, kept)
    if then.shown != AS_RECORDED:
        return readings, first
    told = tuple(replace(reading, how=KEPT) for reading in readings)
    return told, replace(then, reason="It was seen at the time, over several frames; the pictures alone leave it open.")


def _with_later(hearing: Hearing, readings: tuple[Reading, ...], first: Weighed) -> tuple[tuple[Reading, ...], Weighed]:
    """What was overlooked may be read on the next pictures, where they show the same pixels; it only bears out."""
    case, moment = hearing.case, hearing.moment
    events, at = case.record.events, moment.plays[-1].seq
    until = {name for event in events[:at] for name in event.frames}
    since = dict.fromkeys(name for event in events[at:] for name in event.frames)
    wanted = [name for name in since if name not in until][:MOST_LATER]
    later = tuple(reading for name in wanted if not (reading := _read(case, case.frame(name))).trouble)
    if not later or readings[-1].frame.picture is None:
        return readings, first
    *before, after = (_all_looks(case, reading) for reading in readings)
    others = [(reading.frame.picture or b"", _all_looks(case, reading)) for reading in later]
    weighed = weigh(hearing, [*before, lent(readings[-1].frame.picture, after, others)])
    if weighed.shown != AS_RECORDED:
        return readings, first
    return (*readings, *later), replace(weighed, reason="The pictures show it, as the next ones help to read.")


def _in_doubt(hearing: Hearing, weighed: Weighed) -> bool:
    """Whether pictures show that something was played, and hardly rather something else than the record."""
    best = weighed.best
    return (
        best is not None and bool(best.plays) and weighed.likelihood * hearing.case.settings.margin >= best.likelihood
    )


def _with_earlier(
    hearing: Hearing, readings: tuple[Reading, ...], first: Weighed
) -> tuple[tuple[Reading, ...], Weighed]:
    """A move may lie there already on the picture from before it, as one that was taken back and written down again.
    The picture of the move before it then shows what came since. It only bears out."""
    case, moment = hearing.case, hearing.moment
    stood = record.standing(case.record.events[: moment.plays[0].seq - 1])
    names = [name for event in stood for name in event.frames]
    earlier = next((name for name in reversed(names) if name not in moment.frames), None)
    wider = None if earlier is None else replace(moment, frames=(earlier, moment.frames[-1]))
    return _borne_out_by(hearing, readings, first, wider, "that of the move before")


def _borne_out_by(
    hearing: Hearing, readings: tuple[Reading, ...], first: Weighed, wider: Moment | None, which: str
) -> tuple[tuple[Reading, ...], Weighed]:
    """What a look at the pictures of a wider moment says, where that is what the record does."""
    told = None if wider is None else _read_all(hearing.case, wider, readings)
    if told is None or wider is None:
        return readings, first
    weighed = weigh(_hearing(hearing.case, wider, told, hearing.later), [_seen(reading) for reading in told])
    if weighed.shown != AS_RECORDED:
        return readings, first
    return _joined(told, readings), replace(weighed, reason=f"The pictures show it, with {which}.")


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

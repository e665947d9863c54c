"""What one pair of readings says of a move: the engine weighs every way from the state before to what is seen.

The record is borne out where it is by far the likeliest of them. Another way is believed only where pieces that it
alone explains are seen by name, or others were taken in full view. Nothing of what the record says may be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.core import Setup
from engine.errors import EngineError
from service.disputes.lent import SAME_PLACE
from service.disputes.taken import are_taken
from service.disputes.ways import ahead, brought, likeliest, likelihood, playing, plays_all, recorded, without
from service.seats import player
from vision.games import Surroundings, assembler
from vision.games.model import observation_model
from vision.scene.memory import parts, unread
from vision.scene.memory.likeness import overlap
from vision.tracking.facts import among, apart_from_height, facts, names, told_apart, with_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from service.disputes.case import Case
    from service.disputes.moments import Moment
    from vision.games import FollowedTable, TableReading
    from vision.games.model import Explanation
    from vision.observation import Corners, Observation
    from vision.scene.memory import Change
    from vision.tracking.facts import Fact

Plays: TypeAlias = tuple[str, ...]
"""Moves in the order of the alphabet: which came first, and by whom, no picture shows."""
AS_RECORDED: Final = "as_recorded"
OTHERWISE: Final = "otherwise"
UNCLEAR: Final = "unclear"

STILL: Final = 0.02
"""What lies on both pictures has changed by no more than so much of its pixels."""
POOR: Final = 1e-3
"""What no way explains better than this may be the work of more plays than are recorded."""
MOST_WAYS: Final = 4
"""So many explanations are told."""


@dataclass(frozen=True, slots=True)
class Way:
    """Plays that explain what is seen, with their likelihood 0 … 1; rules, reason and name of the refusal if any."""

    plays: tuple[tuple[Seat, str], ...]
    likelihood: float
    rules: tuple[str, ...] = ()
    reason: str = ""
    name: str = ""

    def to_json(self) -> dict[str, Any]:
        """The way as JSON."""
        return {
            "plays": [{"seat": seat, "move": move} for seat, move in self.plays],
            "likelihood": round(self.likelihood, 4),
            "rules": list(self.rules),
            "reason": self.reason,
            "name": self.name,
        }


@dataclass(frozen=True, slots=True)
class Pair:
    """Readings of the pictures, before then after, as positions."""

    seen: Sequence[Observation]
    sights: Sequence[TableReading]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What one pair of readings says. It is `open` if what was read then may tell more, `already` if an earlier picture
    may. It is `contested` if something that was read of these pictures bears the record out.

    `best` is the likeliest way besides the record, and `denying` the readings where they deny the record.
    """

    shown: str
    reason: str
    likelihood: float = 0.0
    ways: tuple[Way, ...] = ()
    instead: Way | None = None
    open: bool = field(default=False)
    already: bool = False
    contested: bool = False
    best: Explanation[Any] | None = None
    denying: Pair | None = None


@dataclass(frozen=True, slots=True)
class Hearing:
    """A case, the move that is asked about, its pictures (H×W×3, BGR; None: no picture), and where they differ, None if
    that is not known.

    Where it is asked whether the move came before a `later` one, the pictures must show it, and nothing of that yet.
    """

    case: Case
    moment: Moment
    pixels: tuple[Any, ...]
    change: Change | None = None
    later: Moment | None = None


def weigh(hearing: Hearing, seen: Sequence[Observation]) -> Weighed:
    """What readings of the pictures, before then after, say of the move."""
    moment, settings = hearing.moment, hearing.case.settings
    seen = [_without_things(hearing.change, each) for each in seen]
    if trouble := poor(seen, settings.least_seen, len(facts(moment.game.position(moment.start)))):
        return Weighed(UNCLEAR, trouble)
    try:
        sights = _sights(hearing, seen)
        ways = [_ways(moment, sight) for sight in sights]
    except (EngineError, LookupError) as wrong:
        return Weighed(UNCLEAR, f"The pieces on the pictures cannot be put together: {wrong}.")
    for sight in sights:
        if sight.trouble:
            return Weighed(UNCLEAR, f"The pieces on the pictures cannot be put together: {sight.trouble}")
    if len(seen) > 1 and likelihood(recorded(moment, sights[0], ways[0])) >= settings.already:
        return Weighed(UNCLEAR, "The picture from before shows it already.", ways=_told(ways[0]), already=True)
    return _ruled(hearing, Pair(seen, sights), ways[-1])


def bears_out(hearing: Hearing, weighed: Weighed, way: Explanation[Any]) -> bool:
    """Whether readings deny the record, and take a way for by far the likeliest or show what it alone explains."""
    if weighed.denying is None:
        return False
    best = weighed.best
    if best is not None and best.likelihood >= hearing.case.settings.uphold and unordered(best) == unordered(way):
        return True
    return _borne_out(hearing, weighed.denying, way)


def _without_things(change: Change | None, seen: Observation) -> Observation:
    """What is seen without hands that lie on both pictures, pixel for pixel: things, or patterns of a cloth."""
    if change is None:
        return seen
    pieces = (piece for piece in seen.pieces if piece.kind != "hand" or change.share(piece.corners) > STILL)
    return replace(seen, pieces=tuple(pieces))


def _sights(hearing: Hearing, seen: Sequence[Observation]) -> list[TableReading]:
    """The pictures as positions, the newer seen with what the older taught of the table and what changed since, or
    alone where that fits it better."""
    moment = hearing.moment
    table = _table(hearing)
    *before, after = zip(hearing.pixels, seen, strict=True)
    sights = [_first(table, *each, moment.start) for each in before]
    if any(sight.trouble for sight in sights):
        # So little may lie on it that it does not say where the table is; from the newer one that is known.
        table = _table(hearing)
        _first(table, *after, moment.end)
        table.settled()
        sights = [_first(table, *each, moment.start) for each in before]
    around = None
    if hearing.change is not None and table.tells_unread:
        around = Surroundings(0.0, hearing.change, _came_or_went(hearing.change, seen))
    if not before:
        return [_first(table, *after, moment.start, around)]
    alone = _first(_table(hearing), *after, moment.start)
    later = table.interpret(_again(table, *after, moment.start), moment.start, around)
    return [*sights, min(later, alone, key=lambda sight: (bool(sight.trouble), len(sight.loose)))]


def _table(hearing: Hearing) -> FollowedTable:
    """What puts the table of a game together, and has seen nothing of it yet."""
    return assembler(hearing.moment.game.name, hearing.moment.options, hearing.case.faces)


def _came_or_went(change: Change, seen: Sequence[Observation]) -> tuple[Corners, ...]:
    """The boxes (pixels) round what came or went between two pictures and is no piece that is read on the newer one."""
    old, lying = ([piece.corners for piece in each.pieces if piece.kind != "hand"] for each in (seen[0], seen[-1]))
    new = [corners for corners in lying if all(overlap(corners, other)[0] < SAME_PLACE for other in old)]
    return parts(unread(change, lying, new), change.scale)


def _first(
    table: FollowedTable, pixels: Any, seen: Observation, state: Any, around: Surroundings | None = None
) -> TableReading:
    """The position on the first picture that a table is put together from, which says where its pieces lie. What was
    not read there is read again, as when the game was followed."""
    sight = table.interpret(seen, state, around)
    again = _again(table, pixels, seen, state)
    return sight if again == seen else table.interpret(again, state, around)


def _again(table: FollowedTable, pixels: Any, seen: Observation, state: Any) -> Observation:
    """What is seen on a picture with what reads where the table knows that pieces lie."""
    return seen if pixels is None else table.again(pixels, seen, state)


def poor(seen: Sequence[Observation], least: float, start: int | None = None) -> str:
    """Why pictures of one moment do not show enough to be compared, empty if they do.

    The first may show less where only `start` open pieces are known to lie on it: a table may be laid out at once.
    """
    counts = [sum(piece.kind != "hand" for piece in each.pieces) for each in seen]
    most = max(counts)
    if not most:
        return "The pictures show nothing of the table."
    wanted = [most] * len(counts)
    if start is not None and len(counts) > 1:
        wanted[0] = min(most, max(start, 1))
    if any(count < least * enough for count, enough in zip(counts, wanted, strict=True)):
        return f"A picture shows hardly anything of the table ({min(counts)} pieces, another {most})."
    return ""


def _ways(moment: Moment, sight: TableReading) -> Sequence[Explanation[Any]]:
    """The ways to a sight: by as many plays as are recorded, or one more, where the picture may show the next one."""
    if sight.trouble:
        return ()
    setup, count = Setup(moment.options, sight.position), len(moment.plays)
    ways = observation_model(moment.game.name).explain(moment.start, setup, count)
    if not moment.then or max((way.weight for way in ways), default=0.0) >= POOR:
        return ways
    more = observation_model(moment.game.name).explain(moment.start, setup, count + 1)
    return max(ways, more, key=lambda each: max((way.weight for way in each), default=0.0))


def _plays(way: Explanation[Any]) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, str(move)) for seat, move in way.plays)


def _ruled(hearing: Hearing, pair: Pair, ways: Sequence[Explanation[Any]]) -> Weighed:
    settings, told = hearing.case.settings, _told(ways)
    early = ahead(hearing.moment, hearing.later, ways)
    alone = without(ways, early)
    borne_out = recorded(hearing.moment, pair.sights[-1], alone)
    share = likelihood(borne_out)
    best = likeliest(without(ways, borne_out))
    if not ways or max(way.weight for way in ways) < settings.explained:
        return Weighed(UNCLEAR, "No play explains what the pictures show.", share, told, open=True)
    if likelihood(early) > 1.0 - settings.uphold or _later_seen(hearing, pair.sights[-1]):
        return Weighed(UNCLEAR, "The picture may show the later move already.", share, told)
    if share >= settings.uphold and (best is None or share >= settings.margin * best.likelihood):
        return Weighed(AS_RECORDED, "The pictures show it.", share, told)
    if len(hearing.moment.plays) > 1 and likelihood(playing(hearing.moment, alone)) >= settings.uphold:
        return Weighed(AS_RECORDED, "The pictures show it, if not all that was played with it.", share, told)
    hand = any(piece.kind == "hand" for piece in pair.seen[-1].pieces)
    denying = pair if not hand and share <= 1.0 - settings.overturn else None
    weighed = Weighed(UNCLEAR, _doubt(best, share), share, told, open=not hand, best=best, denying=denying)
    if best is None or not best.plays or share > 1.0 - settings.overturn or best.likelihood < settings.uphold:
        return weighed
    if hand:
        return replace(weighed, reason="A hand is in the picture.")
    if plays_all(hearing.moment, best):
        return replace(weighed, reason="The pictures show more than was recorded.")
    if not _borne_out(hearing, pair, best):
        return replace(weighed, reason="The pieces that would tell cannot be read surely.")
    instead = _way(best)
    reason = f"The pictures show {_spoken(instead)} instead."
    return replace(weighed, shown=OTHERWISE, reason=reason, instead=instead, open=False)


def _later_seen(hearing: Hearing, sight: TableReading) -> bool:
    """Whether pieces that the later move brings are seen by name, where the order of two is asked for."""
    later = hearing.later
    return later is not None and bool(among(brought(hearing.moment, later), facts(sight.position)))


def _doubt(best: Explanation[Any] | None, share: float) -> str:
    if best is not None and not best.plays and best.likelihood > share:
        return "The pictures do not show it."
    return "The pictures do not tell it from something else."


def _borne_out(hearing: Hearing, pair: Pair, way: Explanation[Any]) -> bool:
    """Whether pieces that only this way explains are seen by name, and none that only the record does. Or whether all
    that it has not are pieces that lay there before and were taken.

    A place is told less well than a name. The same pieces at other places are another play only if surely so. Some of
    them alone are no other play: the rest may have come after the picture.
    """
    moment = hearing.moment
    state = moment.start
    try:
        for seat, move in way.plays:
            state = moment.game.play(state, seat, move)
        by_way = facts(moment.game.position(state))
    except (ValueError, LookupError, TypeError, AttributeError):  # a refused move, played unchecked
        return False
    by_record, position = facts(moment.game.position(moment.end)), pair.sights[-1].position
    # A part of the table that is not told of shows nothing.
    alone, against = (
        frozenset(each for each in one if each[0] in position) for one in (by_way - by_record, by_record - by_way)
    )
    if not alone:
        return _were_taken(hearing, pair, against)
    shown = facts(told_apart(position, names(alone), names(against)))
    same = names(alone) == names(against) and len(alone) >= len(against)
    sure = same and way.likelihood >= hearing.case.settings.overturn
    # A piece lies higher by what lies under it, of which nothing is in sight.
    alone = apart_from_height(alone, by_record)
    if names(alone) <= names(against) and not sure:
        return False
    return bool(among(with_faces(alone), shown)) and not among(against, shown)


def _were_taken(hearing: Hearing, pair: Pair, pieces: frozenset[Fact]) -> bool:
    """Whether pieces that lay on the picture before were all taken by the one after."""
    if hearing.change is None or not pieces <= facts(pair.sights[0].position):
        return False
    return are_taken(pieces, pair.seen[0], pair.seen[-1], hearing.change)


def unordered(way: Explanation[Any]) -> Plays:
    """The plays of a way as they can be told from others."""
    return tuple(sorted(str(move) for _, move in way.plays))


def _told(ways: Sequence[Explanation[Any]]) -> tuple[Way, ...]:
    return tuple(_way(way) for way in sorted(ways, key=lambda way: -way.likelihood)[:MOST_WAYS])


def _way(way: Explanation[Any]) -> Way:
    if way.illegal is None:
        return Way(_plays(way), way.likelihood)
    return Way(_plays(way), way.likelihood, way.illegal.rules, way.illegal.reason, way.illegal.name)


def _spoken(way: Way) -> str:
    return ", then ".join(f"{move!r} by {player(seat)}" for seat, move in way.plays)

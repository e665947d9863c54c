"""What is believed of one game: its record since the last settled play, and the hypotheses beside it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from vision.tracking.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.scene.hands import HandEntry
    from vision.tracking.hypothesis import Hypothesis, Play, Spot
    from vision.tracking.seating import Seating


@dataclass(frozen=True, slots=True)
class Segment:
    """Plays that were committed together: how many, with which hand entries and their log likelihood (nats), and how
    the players sat before."""

    plays: int
    entries: tuple[HandEntry, ...]
    seating: Seating
    hand_log_likelihood: float = 0.0


@dataclass(frozen=True, slots=True)
class Pending:
    """What one look hands to the next. Times are seconds.

    `about` is what would be decided at a second look, `about_since` since when. `picture` is the digest of the last
    picture, which was `looked` at then. `likeliest` are the plays of an unclear look, `unclear_since` since when.
    `changing_since` is since when no look has been clear, `unexplained_since` since when nothing explains the table,
    `doubted_since` since when the record is asked about. `asked_spots` is what the likeliest plays had laid when asked.
    """

    about: tuple[Any, ...] = ()
    about_since: float | None = None
    picture: str = ""
    looked: float | None = None
    likeliest: tuple[Any, ...] = ()
    unclear_since: float | None = None
    changing_since: float | None = None
    unexplained_since: float | None = None
    asked_spots: tuple[Any, ...] = ()
    doubted_since: float | None = None


@dataclass(frozen=True, slots=True)
class Belief:
    """The record since its last settled play, and the hypotheses that leave it.

    `states` are the engine's before the first and after each play of the `record`, which `segments` divide by what was
    committed together. `hypotheses` live on beside it, likeliest first. `standing` is what plays against the rules
    laid that lie there while the game goes on, and where. `alarmed` is that of all that were told and may lie there
    still. `committed_at` is when the last play was committed, s. `baseline` is how well the record explained the
    table when that was last at rest, in nats. What is misread for good speaks against nothing new. It is None where
    people stand by the record: the next look tells it. `priors` are the log priors (nats) of new plays that may be
    written down next. With each comes the log ratio of how likely they and the record make the last table. `turns`
    is how sure it is whose turn it is.
    """

    states: tuple[Any, ...]
    record: tuple[Play, ...] = ()
    segments: tuple[Segment, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    standing: frozenset[Spot] = frozenset()
    alarmed: frozenset[Spot] = frozenset()
    committed_at: float | None = None
    baseline: float | None = 0.0
    pending: Pending = field(default_factory=Pending)
    priors: Mapping[tuple[Play, ...], tuple[float, float | None]] = field(default_factory=dict)
    turns: Turns = field(default_factory=Turns)

    @property
    def state(self) -> Any:
        """The engine's state at the end of the record."""
        return self.states[-1]

    def segment_before(self, kept: int) -> int:
        """The number of the segment in which the play after the first `kept` ones was committed."""
        ends = accumulate(segment.plays for segment in self.segments)
        return sum(end <= kept for end in ends)

    def committed(self, states: Sequence[Any], plays: Sequence[Play], segment: Segment, lag: int) -> Belief:
        """The belief after `plays` were written down, which led to `states`; the last `lag` plays stay in doubt."""
        record, every, segments = (*self.record, *plays), (*self.states, *states), (*self.segments, segment)
        dropped = 0
        while segments and len(record) - dropped - segments[0].plays >= lag:
            dropped += segments[0].plays
            segments = segments[1:]
        written = self.priors.get(tuple(plays))
        after = (_after(each, self.record, plays, dropped, written) for each in self.hypotheses)
        kept = tuple(each for each in after if each is not None)
        longer = replace(self, states=every[dropped:], record=record[dropped:], segments=segments)
        return replace(longer, hypotheses=kept, priors={})

    def reaching_back(self, states: Sequence[Any], record: Sequence[Play], lag: int, seating: Seating) -> Belief:
        """The belief with the last `lag` plays of a whole `record`, through these `states`: they may be taken back.
        Whose hands made those that were not known is not asked any more."""
        count = min(lag, len(record))
        more = count - len(self.record)
        if more <= 0:
            return self
        segments = (Segment(1, (), seating),) * more + self.segments
        hypotheses = tuple(replace(each, kept=each.kept + more) for each in self.hypotheses)
        longer = replace(self, states=tuple(states[-count - 1 :]), record=tuple(record[-count:]), segments=segments)
        return replace(longer, hypotheses=hypotheses)


def _after(
    other: Hypothesis,
    record: Sequence[Play],
    plays: Sequence[Play],
    dropped: int,
    written: tuple[float, float | None] | None,
) -> Hypothesis | None:
    """A hypothesis as it stands to the longer record; None where it is the record, or where it left it too early.

    `written` are the log prior and the log ratio of the plays that are written down, where they are known.
    """
    longer, own = (*record, *plays), (*record[: other.kept], *other.plays)
    differ = (n for n, (one, two) in enumerate(zip(own, longer, strict=False)) if one != two)
    kept = next(differ, min(len(own), len(longer)))
    if own[kept:] == () or kept < dropped or other.back:
        return None
    prior, log_ratio = written or (0.0, None)
    prior, ratio = other.prior + other.unseen - prior, 0.0 if log_ratio is None else other.log_ratio - log_ratio
    after = replace(other, kept=kept - dropped, plays=own[kept:], done=None, prior=prior, log_ratio=ratio)
    return replace(after, unseen=0.0, denial=0.0)  # the prior has them

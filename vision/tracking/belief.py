"""What is believed of one game: its record, and the hypotheses beside it since the last settled play."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from vision.tracking.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.scene.hands import HandEntry
    from vision.tracking.hypothesis import Hypothesis, Play, Spot
    from vision.tracking.seating import Seating


@dataclass(frozen=True, slots=True)
class Segment:
    """Plays that were committed together, from the play of that number on, with how the players sat before. Beside them
    are their hand entries, and the log likelihood of these (nats)."""

    start: int
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
    """The record, and the hypotheses that leave it.

    `states` are the engine's before the first and after each play of the `record`. `segments` divide the plays since
    the last settled one by what was committed together: these may be doubted. `hypotheses` live on beside it, likeliest
    first. `standing` is what plays against the rules laid that lie there while the game goes on, and where. `alarmed`
    is that of all that were told and may lie there still. `committed_at` is when the last play was committed, s.
    `rest_log_likelihood` is how well the record explained the table when that was last at rest, in nats. What is
    misread for good speaks against nothing new. It is None where people stand by the record: the next look tells it.
    `priors` are the log priors (nats) of new plays that may be written down next. With each comes the log ratio of how
    likely they and the record make the last table. `turns` is how sure it is whose turn it is. `confirmed` is whether
    people stood by the record since the last look. `known_misread` are pieces that read as others then.
    """

    states: tuple[Any, ...]
    record: tuple[Play, ...] = ()
    segments: tuple[Segment, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    standing: frozenset[Spot] = frozenset()
    alarmed: frozenset[Spot] = frozenset()
    committed_at: float | None = None
    rest_log_likelihood: float | None = 0.0
    pending: Pending = field(default_factory=Pending)
    priors: Mapping[tuple[Play, ...], tuple[float, float | None]] = field(default_factory=dict)
    turns: Turns = field(default_factory=Turns)
    confirmed: bool = False
    known_misread: frozenset[str] = frozenset()

    @property
    def state(self) -> Any:
        """The engine's state at the end of the record."""
        return self.states[-1]

    @property
    def first_in_doubt(self) -> int:
        """The first play of the record that may still be doubted, by its number from 0."""
        return self.segments[0].start if self.segments else len(self.record)

    def committed(self, states: Sequence[Any], plays: Sequence[Play], segment: Segment, lag: int) -> Belief:
        """The belief after `plays` were written down, which led to `states`; the last `lag` plays stay in doubt."""
        longer = replace(self, states=(*self.states, *states), record=(*self.record, *plays))
        segments = (*self.segments, segment)
        settled = sum(len(longer.record) - each.start >= lag for each in segments[1:])
        longer = replace(longer, segments=segments[settled:], priors={})
        written = self.priors.get(tuple(plays), (0.0, None))
        after = (longer._beside(each, *written) for each in self.hypotheses)
        return replace(longer, hypotheses=tuple(each for each in after if each is not None))

    def _beside(self, other: Hypothesis, prior: float, log_ratio: float | None) -> Hypothesis | None:
        """A hypothesis beside a shorter record as it stands to this one; None where it is this record, or where it left
        it too early. `prior` and `log_ratio` are those of the plays that became the record, where they are known."""
        own = (*self.record[: other.kept], *other.plays)
        differ = (n for n, (one, two) in enumerate(zip(own, self.record, strict=False)) if one != two)
        kept = next(differ, min(len(own), len(self.record)))
        if own[kept:] == () or kept < self.first_in_doubt or other.back:
            return None
        ratio = 0.0 if log_ratio is None else other.log_ratio - log_ratio
        prior = other.prior + other.earlier_log_ratio - prior  # which has the denial, too
        after = replace(other, kept=kept, plays=own[kept:], done=None, prior=prior)
        return replace(after, log_ratio=ratio, earlier_log_ratio=0.0, denial=0.0)

    def reaching_back(self, lag: int, seating: Seating) -> Belief:
        """The belief that doubts at least the last `lag` plays of the record: they may be taken back. Whose hands made
        those that were settled is not asked any more."""
        more = range(max(len(self.record) - lag, 0), self.first_in_doubt)
        return replace(self, segments=(*(Segment(start, (), seating) for start in more), *self.segments))

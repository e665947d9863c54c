"""A question of the camera as the page asks it: two pictures, the likeliest answers as buttons, the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.errors import EngineError
from engine.record import standing
from service.page.plays import in_turn, told_of
from service.page.reasons import refused
from service.page.seats import name, percent, titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.core import Game
    from service.page.language import Language
    from service.store.entry import Entry

OFFERED: Final = 2
"""Candidates that get a button of their own; the others stand under "more possibilities"."""
REOPEN: Final = "reopen"
TELLING: Final = 50
"""Per cent that the answers offered have together at the least, for their shares to be shown."""


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a candidate: who, the notation, its words; `shared` where all answers offered have it there."""

    who: str
    move: str
    words: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A candidate as an answer: its place among the candidates, its plays, its likelihood, why it is refused, and
    whether the record has it."""

    choice: int
    plays: tuple[Play, ...]
    percent: int
    legal: bool
    rules: Mapping[str, str]
    reason: str
    recorded: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """An open question. `seat` is whose move it is about, for the list of moves. It is `stale` once the game moved on.
    `of` is the move that it puts in doubt again, with all that was played since."""

    number: int
    kind: str
    text: str
    frames: tuple[str, ...]
    buttons: tuple[Button, ...]
    others: tuple[Button, ...]
    seat: int
    stale: bool
    of: int | None = None
    adoptable: bool = False
    """Whether the game may go on from the table as the camera reads it."""

    @property
    def doubts(self) -> bool:
        """Whether it asks about moves that stand, with what is recorded among its answers."""
        return self.kind == REOPEN and any(button.recorded for button in self.buttons)

    @property
    def whose(self) -> bool:
        """Whether nothing is in doubt but who made the moves that stand."""
        answers = {tuple(play.move for play in button.plays) for button in (*self.buttons, *self.others)}
        return self.doubts and len(answers) == 1 and len(self.buttons) > 1

    @property
    def single(self) -> bool:
        """Whether each answer is one move."""
        return all(len(button.plays) == 1 for button in (*self.buttons, *self.others))

    @property
    def titled(self) -> str:
        """The key of its title."""
        return "who" if self.whose else self.kind

    @property
    def telling(self) -> bool:
        """Whether the answers offered are so likely together that the share of each helps to choose."""
        return sum(button.percent for button in self.buttons) >= TELLING

    @property
    def illegal(self) -> bool:
        """Whether it is about a play that the rules refuse."""
        return self.kind == "illegal"

    @property
    def against(self) -> Button | None:
        """The likeliest refused play among its answers."""
        return next((each for each in (*self.buttons, *self.others) if not each.legal), None)

    @property
    def accused(self) -> Button | None:
        """The refused play that it is about. One that is merely possible stands among the others."""
        against = self.against
        return against if against is not None and (self.illegal or against.choice == 0) else None

    @property
    def more(self) -> int:
        """How many answers have no button of their own in sight."""
        return sum(each != self.accused for each in self.others) + self.doubts


def cards(asked: Iterable[Any], entry: Entry, t: Language) -> tuple[Card, ...]:
    """The open questions of a game, those of illegal plays first."""
    cards = [_card(each, entry, t) for each in asked]
    return tuple(sorted(cards, key=lambda card: (not card.illegal, card.number)))


def _card(asked: Any, entry: Entry, t: Language) -> Card:
    question = asked.question
    state = _doubted(question, entry)
    stands = _standing(question, entry)
    buttons = tuple(
        replace(_button(n, each, entry, state, t), recorded=tuple(map(tuple, each.plays)) == stands)
        for n, each in enumerate(question.candidates)
    )
    offered = _offered(buttons)
    others = tuple(each for each in buttons if each not in offered)
    actors = entry.game.actors(entry.replay.state)
    first = next((each.plays[0][0] for each in question.candidates if each.plays), None)
    return Card(
        asked.number,
        question.kind,
        question.text,
        question.frames,
        _shared(offered),
        others,
        first if first is not None else (actors[0] if actors else 0),
        question.version != entry.version,
        question.of,
        question.table is not None and question.version == entry.version,
    )


def _doubted(question: Any, entry: Entry) -> Any:
    """The state that a question is about: the one before the move that it puts in doubt again, else the game's own."""
    earlier = sum(event.seq < (question.of or 0) for event in standing(entry.record.events))
    known = question.kind == REOPEN and question.of is not None
    return next(islice(record.steps(entry.record), earlier, None)).state if known else entry.replay.state


def _standing(question: Any, entry: Entry) -> tuple[tuple[int, str], ...] | None:
    """What the record has of the moves that a question puts in doubt again; None where it doubts none."""
    if question.kind != REOPEN or question.of is None:
        return None
    return tuple((event.seat, event.move) for event in standing(entry.record.events) if event.seq >= question.of)


def _offered(buttons: tuple[Button, ...]) -> tuple[Button, ...]:
    """The answers with a button of their own: the likeliest, and what the record has in any case."""
    legal = [each for each in buttons if each.legal]  # a refused play is told above the buttons
    recorded = [each for each in legal if each.recorded][:1]
    others = [each for each in legal if not each.recorded]
    return (*others[: OFFERED - len(recorded)], *recorded)


def _shared(offered: tuple[Button, ...]) -> tuple[Button, ...]:
    """The buttons with those plays marked in which they do not differ."""
    if len(offered) < 2:
        return offered
    alike = [len(set(plays)) == 1 for plays in zip(*(button.plays for button in offered), strict=False)]
    return tuple(
        replace(
            button,
            plays=tuple(replace(play, shared=n < len(alike) and alike[n]) for n, play in enumerate(button.plays)),
        )
        for button in offered
    )


def _button(n: int, candidate: Any, entry: Entry, state: Any, t: Language) -> Button:
    words = in_turn(entry.game, state, candidate.plays, t)
    plays = tuple(Play(name(seat, t), move, said) for (seat, move), said in zip(candidate.plays, words, strict=True))
    cited, reason = titles(entry, candidate.rules), reason_of(candidate, entry.game, state, t)
    return Button(n, plays, percent(candidate.likelihood), candidate.legal, cited, reason)


def reason_of(candidate: Any, game: Game[Any, Any], state: Any, t: Language) -> str:
    """Why the rules refuse the last play of a candidate in a state, in the reader's words.

    Another state may have another reason. What was said when it was asked holds then.
    """
    if not candidate.reason:
        return ""
    t = told_of(game, state, t)
    *before, (seat, move) = candidate.plays
    try:
        for each, play in before:
            state = game.play(state, each, game.parse(play))
        verdict = game.judge(state, seat, game.parse(move))
    except EngineError:
        return refused("", candidate.reason, t)
    same = verdict.reason == candidate.reason  # the fresh one has a form; what was stored long ago has none
    return refused(verdict.name, verdict.reason, t) if same else refused("", candidate.reason, t)

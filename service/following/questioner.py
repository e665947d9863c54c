"""What people at one table are asked: one question at a time, and none twice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.store.questions import Asked, Question, Questions


@dataclass(frozen=True, slots=True)
class Posed:
    """What was asked last. `about` tells it from other questions, `number` finds it among those of the game.

    `whole` is whether it puts all in doubt that was played since a move. A `lasting` one is not settled by a quiet
    table. `illegal` is the play against the rules that it reports, in JSON types.
    """

    about: tuple[Any, ...] | None = None
    number: int | None = None
    whole: bool = False
    lasting: bool = False
    illegal: dict[str, Any] | None = None


class Questioner:
    """Asks about one game. `posed` is what was asked last; it is replaced and never edited."""

    def __init__(self, game_id: str, questions: Questions) -> None:
        self._game_id = game_id
        self._questions = questions
        self.posed = Posed()

    @property
    def asked(self) -> Asked | None:
        """What was asked last, with its answer; None where nothing was."""
        return None if self.posed.number is None else self._questions.find(self._game_id, self.posed.number)

    @property
    def all(self) -> tuple[Asked, ...]:
        """Every question of the game."""
        return self._questions.all(self._game_id)

    @property
    def open(self) -> tuple[Asked, ...]:
        """Those that wait for an answer."""
        return self._questions.open(self._game_id)

    @property
    def is_answered(self) -> bool:
        """Whether people answered what was asked last."""
        asked = self.asked
        return asked is not None and asked.by_people

    def accounts_for(self, moves: int) -> bool:
        """Whether people have answered with all that was asked about, by so many moves of their own.

        Who enters one of several moves leaves the others to be told.
        """
        asked = self.asked
        if asked is None or asked.answer is None or not asked.by_people:
            return False
        longest = max((len(each.plays) for each in asked.question.candidates), default=0)
        return asked.answer["how"] == "choice" or 0 < longest <= moves

    def ask(self, posed: Posed, question: Question) -> None:
        """Ask a question, in place of what was asked last."""
        self.posed = replace(posed, number=self._questions.ask(self._game_id, question))

    def retell(self, question: Question) -> None:
        """Say what was asked last anew, where something else is seen by now."""
        if self.posed.number is not None:
            self._questions.retell(self._game_id, self.posed.number, question)

    def settle(self, how: str) -> None:
        """Close what was asked last: the table, or somebody else, has settled it."""
        if self.posed.number is not None:
            self._questions.settle(self._game_id, self.posed.number, how)
        self.posed = Posed()

    def settle_all(self, kind: str, how: str) -> None:
        """Close every open question of a kind."""
        for asked in self.open:
            if asked.question.kind == kind:
                self._questions.settle(self._game_id, asked.number, how)

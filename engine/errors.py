"""What can go wrong, split by what the caller does next.

EngineError
├── NotationError     the text is no move: write it as the notation says
├── NotAMove          what was given is no move of this game: `parse` makes one of a line
├── OptionError       an option or its value is unknown: choose one of those named
├── PositionError     the document has not the shape of a position: mend the named field
├── UnknownGame       there is no such game: choose one of those named
├── GameBroken        a file in the folder of games cannot be used: mend the file
├── RecordError       the record cannot take this entry: nothing was added
└── IllegalMove       the move was read and refused: its verdict says which rule decides
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core import Game, Verdict


class EngineError(ValueError):
    """The root of all errors of this room; its text is one line that says what to do."""


class NotationError(EngineError):
    """The text cannot be read as a move of this game."""


class NotAMove(EngineError, TypeError):  # noqa: N818 - reads as the sentence it is
    """What was given is no move object of this game; the state is as it was."""


class OptionError(EngineError):
    """An option does not exist or does not take this value."""


class PositionError(EngineError):
    """A document is not a position: a key is unknown, missing or of the wrong type."""


class UnknownGame(EngineError):  # noqa: N818
    """No game of that name is installed."""


class GameBroken(EngineError):  # noqa: N818
    """A game's file, or its data file, cannot be used."""


class RecordError(EngineError):
    """An entry cannot be added to a record."""


class IllegalMove(EngineError):  # noqa: N818
    """A move was refused; the state is as it was. `verdict` cites the rules.

    `game` and `state` are those that it was judged in: by them its reason can be told in words of the table.
    """

    def __init__(self, verdict: Verdict, game: Game[Any, Any], state: Any) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict
        self.game = game
        self.state = state

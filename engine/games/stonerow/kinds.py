"""All kinds of moves: which can be made in which phase, and which word each begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import NotationError
from engine.games.stonerow.build import Build
from engine.games.stonerow.dealing import Deal, TurnBrickyard, TurnKeystone
from engine.games.stonerow.discard import Discard
from engine.games.stonerow.displacer import Attract, Decline, Deflect
from engine.games.stonerow.draw import Draw
from engine.games.stonerow.foreman import Overtime
from engine.games.stonerow.golddigger import DigBrickyard, DigQuarry, read_dig
from engine.games.stonerow.hammer import Break
from engine.games.stonerow.highwayman import Steal
from engine.games.stonerow.mason import Mortar, Repair
from engine.games.stonerow.state import ACTION, DEAL, OVER, REACTION, WINDOW, foreman_holder, may_act, must_draw
from engine.games.stonerow.teammate import Add, Rescue
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.core import Seat
    from engine.games.stonerow.play import Play
    from engine.games.stonerow.state import State

ACTIONS: Final[tuple[type[Play], ...]] = (
    Build,
    Break,
    Steal,
    Repair,
    Mortar,
    Deflect,
    DigQuarry,
    DigBrickyard,
    Discard,
)
"""The one action of a turn: SRO-27…51."""
ON_TURN: Final[tuple[type[Play], ...]] = (Overtime, *ACTIONS)
DRAWING: Final[tuple[type[Play], ...]] = (Draw,)
BESIDE: Final[Mapping[str, tuple[type[Play], ...]]] = {
    DEAL: (TurnKeystone, TurnBrickyard, Overtime),
    REACTION: (Attract, Decline),
    WINDOW: (Add, Rescue, Overtime, Decline),
    OVER: (Deal,),
}
"""What can be made in a phase whoever is in turn."""
READERS: Final[Mapping[str, Callable[[Sequence[str]], Play]]] = {
    "draw": Draw.read,
    "build": Build.read,
    "break": Break.read,
    "steal": Steal.read,
    "repair": Repair.read,
    "mortar": Mortar.read,
    "deflect": Deflect.read,
    "attract": Attract.read,
    "decline": Decline.read,
    "dig": read_dig,
    "discard": Discard.read,
    "add": Add.read,
    "rescue": Rescue.read,
    "overtime": Overtime.read,
    "deal": Deal.read,
    "keystone": TurnKeystone.read,
    "brickyard": TurnBrickyard.read,
}


def possible(state: State, seat: Seat) -> tuple[type[Play], ...]:
    """The kinds of moves that a seat may think of now: one step of its turn, or what is open beside it."""
    if foreman_holder(state) is not None and state.phase != OVER:
        return (Overtime,)
    if seat != state.turn:
        return BESIDE.get(state.phase, ())
    if state.phase == ACTION:
        return ON_TURN
    if must_draw(state):
        return DRAWING
    return ACTIONS if may_act(state) else BESIDE.get(state.phase, ())


def read_move(text: str) -> Play:
    """The move that a line says; cards in any order, read into that of the notation. `NotationError` otherwise."""
    word, *words = text.split() or [""]
    if word not in READERS:
        raise NotationError(
            Said("{word} is no move; {rest}", word=quoted(word), rest=f"a move begins with {', '.join(READERS)}")
        )
    return READERS[word](words)

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
from engine.games.stonerow.state import ACTION, DEAL, DRAW, OVER, REACTION, WINDOW
from engine.games.stonerow.teammate import Add, Rescue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.games.stonerow.play import Play

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
IN_PHASE: Final[Mapping[str, tuple[type[Play], ...]]] = {
    DEAL: (TurnKeystone, TurnBrickyard, Overtime),
    DRAW: (Draw, *ACTIONS),
    ACTION: (Overtime, *ACTIONS),
    REACTION: (Attract, Decline),
    WINDOW: (Draw, Add, Rescue, Overtime, Decline, *ACTIONS),
    OVER: (Deal,),
}
"""What can be made in a phase; in `draw` and `window` actions only where nothing can be drawn (A-SR-15)."""
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


def read_move(text: str) -> Play:
    """The move that a line says; cards in any order, read into that of the notation. `NotationError` otherwise."""
    word, *words = text.split() or [""]
    if word not in READERS:
        raise NotationError(f"{word!r} is no move; a move begins with {', '.join(READERS)}")
    return READERS[word](words)

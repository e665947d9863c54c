"""What the page knows of one game: how its table is drawn, what its moves and pieces are called, what may be asked.

A game's page is a file in `service/page/games` that ends with `PAGE = …`, an instance of `GamePage`. Beside it lie
`NAME.html` with the macro `table(table, t)`, `NAME.css`, and its words, a file a language: `NAME.en.json`.
A game without a page is shown as the engine writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from engine.games import find_game

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.core import Move, Seat
    from engine.record import Event
    from engine.said import Said
    from service.page.language import Language

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a drawing, in its units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def view(self) -> str:
        """The SVG's `viewBox`."""
        return f"{self.x:g} {self.y:g} {self.width:g} {self.height:g}"


@dataclass(frozen=True, slots=True)
class Unseen:
    """A move that no camera sees, about which the table is asked once nobody has moved for a while.

    `kind` is that of the question. A language has its title as `ask.KIND`, and the answer no as `ask.none.KIND`.
    """

    kind: str
    text: Said
    seat: Seat
    move: str
    rules: Names


class GamePage:
    """A game on the page. All of it has a default, which says nothing."""

    name: str = ""
    """The game's; set when the page is found."""
    folder: Path = Path()
    """Where its template, its styles and its words lie; set when the page is found."""
    draws: ClassVar[bool] = True
    """Whether it has a drawing and so a template."""
    hands: ClassVar[bool] = True
    """Whether players hold pieces, so that a hand can be typed."""
    order: ClassVar[bool] = False
    """Whether people dispute if a stack fell before a token was laid."""
    bare: ClassVar[Names] = ()
    """Moves in notation that name no piece and no place, so that they are known by their words at any time."""
    covering: ClassVar[re.Pattern[str] | None] = None
    """What finds, in the notation of a move that covers other pieces, the name of what lies on top, or of its place."""

    def drawing(self, position: Mapping[str, Any], players: int, t: Language) -> Any:
        """The table of a position (the contract's JSON), as its template takes it; None where it cannot be drawn.

        `players` is how many places are shown at least.
        """
        return None

    def empty(self, table: Any) -> bool:
        """Whether no piece lies on a drawn table yet."""
        return table is None

    def near(self, table: Any, move: Move) -> Any:
        """The same drawing without the room that a live table needs; of a long line what lies near a move."""
        return table

    def words(self, move: str, position: Mapping[str, Any], t: Language) -> str:
        """A move for people, on the table that it is made on, or on any later one; empty where it has no words."""
        return ""

    def laid(self, position: Mapping[str, Any], t: Language) -> Mapping[str, str]:
        """What lies on the table by its code, as sentences call it: names that people can see there."""
        return {}

    def told(self, move: str) -> str:
        """A move in notation, with places and players as people count them."""
        return move

    def typed(self, text: str) -> str:
        """The same back: what people type as notation, with places and players as the notation counts them."""
        return text

    def sought(self, words: str) -> str:
        """What of a move's words says the move itself: by that it is found first when somebody types."""
        return words

    def piece(self, label: str, t: Language) -> str:
        """A piece by its name; empty where people call it by its label, or where it is another game's."""
        return ""

    def called(self, t: Language) -> Iterator[tuple[str, str]]:
        """Names by which people call pieces when they type, each with its label: those of the page, and others."""
        yield from ((name, label) for label in find_game(self.name).labels if (name := self.piece(label, t)))

    def target(self, move: Move) -> Box | None:
        """Where a move lays its piece on the drawing; None where it lays none there."""
        return None

    def also(self, text: str) -> str:
        """A text, and after it other names by which people call its pieces: for those who type."""
        return text

    def conceivable(self, typed: str, legal: Sequence[str], position: Mapping[str, Any]) -> Iterator[str]:
        """Moves in notation that somebody may mean who typed no whole move; `legal` are those that may be played."""
        yield from ()

    def compared(self, seen: Mapping[str, Any], recorded: Mapping[str, Any], t: Language) -> tuple[Names, Names]:
        """Names of the pieces seen but not recorded, and recorded but not seen, of two positions (contract's JSON).

        An unsure piece may be any that is missing, so as many are left out; so is what lies under others.
        """
        return (), ()

    def undecided(self, position: Mapping[str, Any], t: Language) -> tuple[str, Names]:
        """By what it is decided which of several seats plays, and the rules by which it is.

        Empty where the drawing says it, or where all of them play.
        """
        return "", ()

    def table_first(self, position: Mapping[str, Any]) -> bool:
        """Whether what the table turns up is entered before what a seat may do meanwhile."""
        return False

    def being_set(self, position: Mapping[str, Any]) -> bool:
        """Whether the table is still being set up: by hand, that is entered before anybody plays."""
        return False

    def due(self, move: str, position: Mapping[str, Any]) -> str:
        """What people enter first as the table's, where no camera tells it: a move in notation, as far as it is known.

        Empty where nothing is missing for the move.
        """
        return ""

    def waiting(self, first: str, t: Language) -> tuple[str, Names]:
        """Why a move waits for what `due` says of it, and the rules by which it does."""
        return "", ()

    def steps(
        self, position: Mapping[str, Any], seat: Seat, ready: Sequence[str], t: Language, *, dealt: bool = False
    ) -> Names:
        """What a seat is to do now at the table and on the page, step by step; empty where the page says it itself.

        `ready` are the moves that it may make now. `dealt` is whether the program dealt: no piece lies on a table then.
        """
        return ()

    def questions(self, moves: Sequence[str], t: Language) -> Iterator[str]:
        """Questions of this game alone that fit its moves (notation), in words that are understood."""
        yield from ()

    def unseen(self, events: Sequence[Event], position: Mapping[str, Any]) -> Unseen | None:
        """What may have been played last that no camera sees; `position` is that after all events. None where nothing
        may."""
        return None

    def said(self, line: Said, t: Language) -> Mapping[str, str]:
        """What stands in places of a line, in words, where this game tells it otherwise than others do.

        The words of its lines lie with its others, as `said.FORM`.
        """
        return {}

    def meant(self, position: Mapping[str, Any], move: Move) -> Mapping[str, Any]:
        """A position with the piece of a refused move where it was meant to lie."""
        return position

    def spot(self, move: Move, seat: Seat) -> tuple[Names, str]:
        """What somebody takes up and where they lay it, to play a move on the drawing.

        The pieces go by the labels of a hand. The place is a name that the template has in `data-place`, or a key of
        its own for a move with a `target`. It is empty where the pieces alone say it.
        """
        return move.pieces, move.place if isinstance(move.place, str) else ""

    def lying(self, position: Mapping[str, Any]) -> frozenset[str]:
        """Labels of pieces that lie open on the drawing and are taken up there: nobody holds them, too."""
        return frozenset()

    def within_reach(self, table: Any) -> Any:
        """The same drawing, whose pieces that are `lying` are buttons with their label in `data-piece`."""
        return table

    def held(self, label: str, t: Language) -> Any:
        """A piece that somebody holds, as the macro `piece(held, t)` of the template takes it."""
        return label

    def in_order(self, labels: Iterable[str]) -> Sequence[str]:
        """Pieces as people look for them."""
        return sorted(labels)

    def tried(
        self, pieces: Names, place: str, seat: Seat, legal: Sequence[str], position: Mapping[str, Any]
    ) -> Iterator[str]:
        """Moves in notation that somebody may have meant who laid pieces there, the likeliest first.

        `place` is a name of the template, or a point of the drawing: `@x,y` in its units.
        """
        yield from ()

    def marked(self, table: Any, move: Move, seat: Seat) -> Any:
        """The same drawing with the last move marked."""
        return table

    def facing(self, table: Any, seat: Seat, players: int) -> Any:
        """The same drawing as a seat sees it, its own side at the bottom."""
        return table

    def picture(self, name: str) -> bytes | None:
        """A WebP picture that the template shows, by its name; None where there is none.

        The template has it as `<img src="/view/pictures/GAME/NAME" … width="…" height="…">`. The game as one file has
        an SVG of the class `painted` there.
        """
        return None

    def beside(self, position: Mapping[str, Any], move: Move, *, legal: bool, t: Language) -> tuple[Any, ...]:
        """The pieces of a move that do not lie on the table after it, as the template takes them."""
        return ()

"""Playing by hand on the drawing: which pieces a seat may take up, where it may lay them, and why not elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from engine.errors import NotationError
from service.answers import seen
from service.page.games import page_of
from service.page.plays import told_of
from service.page.reasons import refused
from service.page.seats import name, titles
from service.page.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.core import Move, Seat, Verdict
    from service.page.game_page import GamePage
    from service.page.language import Language
    from service.store.entry import Entry

MOST_PLAIN: Final = 8
"""Moves without a piece and a place that are in sight at once; the further ones are folded away."""
MOST_LARGE: Final = 16
"""Pieces that are drawn as large as on the table; of more, most would lie out of sight."""


@dataclass(frozen=True, slots=True)
class Held:
    """A piece that may be taken up: its label, its name, and itself for the game's template."""

    label: str
    words: str
    piece: Any
    move: str = ""
    """The move that a tap on it plays; empty where it is taken up first."""


@dataclass(frozen=True, slots=True)
class Tray:
    """What a seat may play by hand. `plays` are for the script: the move, its pieces, its place, its box, its words."""

    game: str
    seat: Seat
    who: str
    version: int
    held: tuple[Held, ...]
    plain: tuple[tuple[str, str], ...]
    """The moves without a piece and a place, with their words."""
    further: tuple[tuple[str, str], ...]
    """More of them, where they are too many to be seen at once."""
    plays: tuple[Mapping[str, Any], ...]
    others: tuple[tuple[Seat, str], ...]
    """Who else may play now, with names: their trays are asked for."""
    steps: tuple[str, ...] = ()
    """What the seat is to do now, step by step, where the game says it."""
    ask: str = ""
    """The key of the words by which the bots are asked what is best; empty where they tell nothing."""
    dealt: bool = False
    """Whether the program dealt, which is told until the seat has played."""

    @property
    def several(self) -> bool:
        """Whether a move has more than one of its pieces."""
        return any(len(play["pieces"]) > 1 for play in self.plays)

    @property
    def crowded(self) -> bool:
        """Whether there are so many pieces that each is drawn small: those that could be a hand nobody knows."""
        return len(self.held) > MOST_LARGE

    @property
    def template(self) -> str:
        """The template that draws its pieces."""
        return f"games/{self.game}.html"


def tray(entry: Entry, seat: Seat, t: Language, seats: Sequence[Seat] = (), *, waits: bool = False) -> Tray:
    """The tray of a seat whose hand may be shown; of a hand that nobody knows, the pieces that may be played.

    `seats` are all whose trays the reader may have. With `waits`, moves wait for what people enter before them.
    """
    game, page = entry.game, page_of(entry.header.game)
    state = seen(entry, seat)
    position = game.position(game.view(entry.replay.state, None))
    moves = game.moves(state, seat)
    ready = [move for move in moves if not (waits and page.due(str(move), position))]
    plays = [_play(page, move, seat, game.judge(state, seat, move).points) for move in ready]
    for play in plays:
        play["words"] = words(play["move"], position, game.name, t) or play["move"]
    known = game.hand(state, seat) if seat != TABLE else None
    in_hand = [label for label in known or () if any(label in play["pieces"] for play in plays)]
    labels = dict.fromkeys([*in_hand, *page.in_order({piece for play in plays for piece in play["pieces"]})])
    twice = [label for label in dict.fromkeys(in_hand) for _ in range(in_hand.count(label) - 1)]
    lying = page.lying(position)
    held = pieces([label for label in [*labels, *twice] if label not in lying], game.name, t)
    if seat == TABLE:
        alone = {label: play for play in plays if not play["place"] for label in play["pieces"]}
        held = tuple(replace(each, **_at_once(alone.get(each.label))) for each in held)
    plain = [(play["move"], play["words"]) for play in plays if not play["pieces"] and not play["place"]]
    touched = tuple(play for play in plays if play["pieces"] or play["place"])
    silent = entry.header.rated or seat == TABLE or len(ready) < len(moves) or game.odds(state, seat)
    ask = "" if silent else "hint.ask"
    others = tuple((other, name(other, t)) for other in seats if other != seat)
    shown, further = tuple(plain[:MOST_PLAIN]), tuple(plain[MOST_PLAIN:])
    dealt = entry.header.seed is not None
    steps = page.steps(position, seat, [str(move) for move in ready], t, dealt=dealt) if waits else ()
    fresh = dealt and waits and all(event.seat != seat for event in entry.record.events)
    return Tray(game.name, seat, name(seat, t), entry.version, held, shown, further, touched, others, steps, ask, fresh)


def pieces(labels: Sequence[str], game: str, t: Language) -> tuple[Held, ...]:
    """Pieces that somebody holds, as they are drawn."""
    page = page_of(game)
    return tuple(Held(label, page.piece(label, t) or label, page.held(label, t)) for label in labels)


def why(entry: Entry, seat: Seat, pieces: tuple[str, ...], place: str, t: Language) -> dict[str, Any]:
    """Why pieces cannot be laid at a place: the reasons that differ, the likeliest first; or the move that they can."""
    page = page_of(entry.header.game)
    legal = [str(move) for move in entry.game.moves(seen(entry, seat), seat)]
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    reasons: dict[str, dict[str, Any]] = {}
    t = told_of(entry.game, entry.replay.state, t)
    for move, verdict in _tried(entry, seat, page.tried(pieces, place, seat, legal, position)):
        if verdict.legal:
            return {"move": str(move), "reasons": ()}
        reason = refused(verdict.name, verdict.reason, t)
        reasons.setdefault(reason, {"reason": reason, "rules": titles(entry, verdict.rules)})
    return {"move": "", "reasons": tuple(reasons.values())[:1]}


def _tried(entry: Entry, seat: Seat, notations: Iterator[str]) -> Iterator[tuple[Move, Verdict]]:
    """Moves that are some, with what the rules say of them for that seat's eyes."""
    state = seen(entry, seat)
    for notation in notations:
        try:
            move = entry.game.parse(notation)
        except NotationError:
            continue
        yield move, entry.game.judge(state, seat, move)


def _at_once(play: Mapping[str, Any] | None) -> dict[str, str]:
    """What a piece is called, and plays, that goes nowhere on the drawing."""
    return {} if play is None else {"words": play["words"], "move": play["move"]}


def _play(page: GamePage, move: Move, seat: Seat, points: int) -> dict[str, Any]:
    pieces, place = page.spot(move, seat)
    box = page.target(move)
    where = None if box is None else [box.x, box.y, box.width, box.height]
    return {"move": str(move), "pieces": list(pieces), "place": place, "box": where, "points": points}

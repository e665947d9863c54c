"""All that the page says of a game of the ledger at one moment: who has how much, who is next, what was played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine import record, sheet
from engine.core import TABLE
from engine.said import Said
from service import answers
from service.analysis import until
from service.page.drawing import Drawn, drawn, marked
from service.page.examples import examples, upper
from service.page.games import page_of
from service.page.history import Aside, asides
from service.page.opening import chosen
from service.page.plays import on_table, tables, told_after
from service.page.question import Card, cards
from service.page.reasons import translated
from service.page.rulings import Older, Ruling, older, rulings
from service.page.seats import name, percent, sign, titles
from service.seats import played
from service.store.ledger_errors import NothingToUndo

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from service.page.game_page import GamePage
    from service.page.language import Language
    from service.parts import Parts
    from service.store.entry import Entry
    from service.store.questions import Asked

CAMERA: Final = "camera"
"""Who enters what a camera saw."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: its sign and name, its total, what the last move brought it, whether it is its turn, whether it won.

    `may` is whether it may act though another seat is in turn: help a partner, or call something.
    """

    seat: int
    sign: str
    name: str
    total: int
    gained: int
    turn: bool
    winner: bool
    team: int | None = None
    colour: str = ""
    """A word of the page's styles; empty where nobody was named."""
    may: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands, in words, with what it earned and by what rules; `ruled` where the house accepted it."""

    seq: int
    seat: int
    who: str
    sign: str
    move: str
    words: str
    points: int
    lines: tuple[Mapping[str, Any], ...]
    rules: Mapping[str, str]
    by: str
    percent: int | None
    time: str
    frames: tuple[str, ...]
    ruled: bool
    after: int = 0
    """How many moves stand that were played after it."""
    entered: str = ""
    """Who entered it, where that is known."""


@dataclass(frozen=True, slots=True)
class Earned:
    """A line of the score sheet: points, why, its rules with their titles, the move that brought them.

    `words` are what `why` says to the reader, empty where that is of no known form. Of another's move they are whose it
    was, and the move itself.
    """

    points: int
    why: str
    words: str
    rules: Mapping[str, str]
    seq: int


@dataclass(frozen=True, slots=True)
class Live:
    """A game, ready to be shown."""

    id: str
    game: str
    title: str
    created: str
    version: int
    dealt: bool
    players: tuple[Player, ...]
    teams: tuple[int, ...]
    drawn: Drawn
    moves: tuple[Played, ...]
    """Newest first."""
    sheet: tuple[tuple[Player, tuple[Earned, ...]], ...]
    next: tuple[int, ...]
    over: bool
    fault: str | None
    asked: tuple[Card, ...] = ()
    following: Mapping[str, Any] | None = None
    table: str | None = None
    disputes: tuple[Ruling, ...] = ()
    older: tuple[Older, ...] = ()
    """Newest first."""
    asides: tuple[Aside, ...] = ()
    """What was taken back, corrected or refused, oldest first."""
    filmed: bool = False
    """Whether a camera saw any of its moves."""
    rated: bool = False
    """Whether it counts for its players, who get no hints."""
    house: tuple[str, ...] = ()
    """Its rule set, and the house rules that are not the usual ones, in words."""
    called: str = ""
    """What people call it; empty where they call it nothing."""
    undecided: tuple[str, tuple[str, ...]] = ("", ())
    """Where several are to play: by what it is decided who does, and by which rules."""
    upper: str = ""
    """The label of a piece that lies where something was last laid on others; empty where none does."""

    @property
    def heading(self) -> str:
        """What stands above its page: what people call it, or else the game's title."""
        return self.called or self.title

    @property
    def rows(self) -> tuple[Played | Aside, ...]:
        """The moves that stand and all else that happened, newest first."""
        rows: list[tuple[tuple[int, bool, int], Played | Aside]] = [((move.seq, False, 0), move) for move in self.moves]
        rows += [((each.after, each.seq is None, n), each) for n, each in enumerate(self.asides)]
        return tuple(row for _, row in sorted(rows, key=lambda row: row[0], reverse=True))

    @property
    def page(self) -> GamePage:
        """What the page knows of its game."""
        return page_of(self.game)

    def examples(self, t: Language) -> tuple[str, ...]:
        """Questions that can be asked of it in one's own words."""
        return examples(self.game, self.moves, self.players, self.upper, t)

    @property
    def last(self) -> Played | None:
        """The newest move."""
        return self.moves[0] if self.moves else None

    @property
    def played(self) -> int:
        """How many of the moves that stand were played."""
        return played(move.seat for move in self.moves)

    @property
    def state(self) -> str:
        """How the game is followed, one of the contract's words; `alone` where no camera does, `filmed` if one did."""
        if self.following is None:
            return "over" if self.over else ("filmed" if self.filmed else "alone")
        return str(self.following["state"])


def live(
    entry: Entry,
    t: Language,
    following: Mapping[str, Any] | None = None,
    table: str | None = None,
    asked: Sequence[Asked] = (),
) -> Live:
    """What the page shows of a game; `following` is what the table of that id says of it, `asked` all its questions."""
    shown = answers.game(entry, None)
    moves = _moves(entry, t)
    by_hand = following is None and not filmed(entry)
    players = _players(entry, shown, moves, t, by_hand=by_hand)
    return Live(
        entry.id,
        entry.header.game,
        entry.game.title,
        entry.created,
        entry.version,
        entry.header.seed is not None,
        players,
        tuple(shown.get("teams", ())),
        _table(entry, shown["position"], moves, t),
        tuple(reversed(moves)),
        _sheet(entry, players, moves, t),
        tuple(shown["next"]["seats"]),
        "over" in shown,
        entry.fault or entry.loss,
        following=following,
        table=table,
        asides=asides(entry, asked, t),
        filmed=filmed(entry),
        rated=bool(entry.header.rated),
        house=tuple(chosen(entry.header.game, entry.options.to_json(), t)),
        undecided=_undecided(entry, players, shown["position"], t),
        upper=upper(entry, [move.move for move in reversed(moves)]),
    )


def _undecided(
    entry: Entry, players: Sequence[Player], position: Mapping[str, Any], t: Language
) -> tuple[str, tuple[str, ...]]:
    several = sum(player.turn for player in players) > 1
    return page_of(entry.header.game).undecided(position, t) if several else ("", ())


def _table(entry: Entry, position: Mapping[str, Any], moves: Sequence[Played], t: Language) -> Drawn:
    table = drawn(entry.header.game, position, entry.header.players, t, _text(entry))
    return marked(table, entry.game.parse(moves[-1].move), moves[-1].seat) if moves else table


def filmed(entry: Entry) -> bool:
    """Whether a camera saw any entry of the game."""
    return any(event.by == CAMERA for event in entry.record.events)


def by_hand(parts: Parts, entry: Entry) -> bool:
    """Whether people alone tell what happens: no camera follows the game, and none has."""
    return following(parts, entry.id) is None and not filmed(entry)


def of_parts(parts: Parts, entry: Entry, t: Language) -> Live:
    """The same with what a camera, the open questions and the disputes add."""
    table = following(parts, entry.id)
    asked = parts.questions.all(entry.id)
    place, status = table or (None, None)
    shown = live(entry, t, status, place, asked)
    waiting = cards((each for each in asked if each.answer is None), entry, t)
    ruled = list(parts.disputes.all(entry.id))
    shown = replace(shown, asked=waiting, called=parts.evenings.title(entry.id))
    return replace(shown, disputes=rulings(ruled, entry, t), older=older(ruled, entry, t))


def following(parts: Parts, game_id: str) -> tuple[str, Mapping[str, Any]] | None:
    """The table whose camera follows the game, and what it says of it."""
    for table in parts.tables:
        following = table.snapshot()["following"]
        if following is not None and following["game"] == game_id:
            return table.id, following
    return None


def before(entry: Entry, seq: int) -> Entry:
    """The game as it stood before the move of that number. Raises `NothingToUndo` where no such move stands."""
    moves = record.standing(entry.record.events)
    at = next((n for n, move in enumerate(moves) if move.seq == seq), None)
    if at is None:
        raise NothingToUndo(Said("event {number} is no standing move", number=seq))
    return until(entry, moves[:at])


def after(entry: Entry, seq: int) -> Entry:
    """The game as it stood once the move of that number, and all before it, were played."""
    return until(entry, [move for move in record.standing(entry.record.events) if move.seq <= seq])


def _text(entry: Entry) -> str:
    return str(entry.game.view(entry.replay.state, None))


def _moves(entry: Entry, t: Language) -> list[Played]:
    """The moves that stand, oldest first, each in the words of the table that it was made on."""
    earned = entry.replay.moves
    then = told_after(entry, t)
    cards = []
    for n, (move, (event, state)) in enumerate(zip(earned, tables(entry.record), strict=False)):
        lines = tuple(
            {"points": line.points, "why": line.why, "words": translated(line.why, then[move.seq])}
            for line in move.lines
        )
        cited = dict.fromkeys([*(rule for line in move.lines for rule in line.rules), *move.rules])
        cards.append(
            Played(
                move.seq,
                move.seat,
                name(move.seat, t),
                sign(move.seat, t),
                move.move,
                on_table(entry.game, state, move.move, t),
                sum(line.points for line in move.lines),
                lines,
                titles(entry, cited),
                event.by,
                None if event.confidence is None else percent(event.confidence),
                event.time,
                event.frames,
                event.kind != record.MOVE,
                len(earned) - n - 1,
                _entered(event, t),
            )
        )
    return cards


def _entered(event: record.Event, t: Language) -> str:
    """Who entered a move: the role in words, and a name; nothing for the host, whose table it is."""
    role, _, name_of = (event.who or "").partition(" ")
    said = t.known(f"role.{role}")
    return "" if role in {"", "host"} or not said else f"{said} {name_of}".strip()


def to_play(seats: Collection[int], position: Mapping[str, Any]) -> frozenset[int]:
    """Of the seats that may act, the one whose turn it is in a position; all of them where it is none of theirs."""
    return frozenset(seats) & {position.get("turn")} or frozenset(seats)


def _players(
    entry: Entry, shown: Mapping[str, Any], moves: Sequence[Played], t: Language, *, by_hand: bool
) -> tuple[Player, ...]:
    winners = shown.get("over", {}).get("winners", ())
    earlier = _totals_before_last(entry, moves)
    teams = "teams" in shown
    may = frozenset(shown["next"]["seats"])
    turn = to_play(may, shown["position"])
    waits = by_hand and TABLE in may and page_of(entry.header.game).being_set(shown["position"])
    return tuple(
        Player(
            each["seat"],
            sign(each["seat"], t),
            name(each["seat"], t),
            each["total"],
            each["total"] - earlier[each["seat"]],
            each["seat"] in turn and not waits,
            each["seat"] in winners,
            entry.game.side(entry.replay.state, each["seat"]) if teams else None,
            t.colours.get(each["seat"], ""),
            each["seat"] in may - turn,
        )
        for each in shown["score"]
    )


def _totals_before_last(entry: Entry, moves: Sequence[Played]) -> dict[int, int]:
    stood = before(entry, moves[-1].seq) if moves else entry
    return {score.seat: score.total for score in entry.game.score(stood.replay.state)}


def _sheet(
    entry: Entry, players: Sequence[Player], moves: Sequence[Played], t: Language
) -> tuple[tuple[Player, tuple[Earned, ...]], ...]:
    kept, then = sheet.sheet(entry.record), told_after(entry, t)
    by = {move.seq: t("sheet.from", player=move.who, move=move.words or move.move) for move in moves}
    return tuple(
        (
            player,
            tuple(
                Earned(
                    each.line.points,
                    each.line.why,
                    translated(each.line.why, then.get(each.seq, t)) if each.seat == player.seat else by[each.seq],
                    titles(entry, each.line.rules),
                    each.seq,
                )
                for each in kept.of(player.seat)
                if each.line.points
            ),
        )
        for player in players
    )

"""The page of a followed game, its fragments, its scoreboard."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import HTMLResponse, Response

from engine.core import TABLE
from engine.errors import PositionError
from engine.said import Said, quoted
from service import answers, bots, hints, spelling
from service.access.caller import Caller
from service.access.guard import Who, has_table
from service.access.privacy import check_correction, check_move, viewing_seat
from service.access.roles import WRITES, Permission
from service.access.routes import needs
from service.api.events import LAST
from service.api.games import GameId
from service.api.shapes import MAX_NOTATION
from service.bells import HALL
from service.limits.fair_queue import Errand
from service.limits.streams import Stream
from service.page import afterwards, agreement, evidence, live, manual_entry, stream
from service.page.drawing import drawn, facing, within_reach
from service.page.games import page_of
from service.page.hands import left
from service.page.history import fallen
from service.page.move_search import MOST_PICKED, fits, picked
from service.page.observation import Seen, from_table
from service.page.plays import on_table, tables
from service.page.reasons import for_people
from service.page.seats import percent, titles
from service.page.templates import Page, View
from service.page.tournaments import timed
from service.page.words import words
from service.parts import Parts, Service
from service.problems import Problem
from service.spelling import spelt
from service.statistics import over
from service.store.entry import Entry
from service.store.ledger import corrected

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

PARTS_OF_HANDS: Final = frozenset({"wrong_hand_size", "hand_size"})
"""Faults that say no more than that somebody showed other than all they hold: the moves are right all the same."""
MOST_LISTED: Final = 30
"""Rows of moves that are listed before the older ones are asked for."""

Mover = Annotated[int, Query(ge=TABLE, description="0 … players-1; -1 is the table itself")]
Number = Annotated[int, Query(ge=1, description="`seq` of a move that stands")]


@router.get("/games/{id}")
@needs(Permission.SEE_GAME)
def show_game(game_id: GameId, service: Service, page: View) -> HTMLResponse:
    """A game of the ledger, with its camera where one follows it."""
    return page.answer("live.html", **context(service, service.ledger.find(game_id), page))


@router.get("/games/{id}/scoreboard")
@needs(Permission.SEE_SCORE)
def show_scoreboard(game_id: GameId, service: Service, page: View) -> HTMLResponse:
    """The score for a television."""
    entry = service.ledger.find(game_id)
    page = page.of(entry)
    shown = live.of_parts(service, entry, page.language)
    return page.answer("scoreboard.html", game=shown)


@router.get("/games/{id}/overlay")
@needs(Permission.SEE_SCORE)
def show_overlay(  # noqa: PLR0913, PLR0917 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    size: Annotated[int, Query(ge=50, le=400, description="how large, in percent")] = 100,
    table: Annotated[bool, Query(description="whether the table is drawn, too")] = False,
    last: Annotated[bool, Query(description="whether the last move is told")] = True,
    speak: Annotated[bool, Query(description="whether moves and scores are spoken")] = False,
) -> HTMLResponse:
    """The score over a stream’s picture: transparent, as large as the address says. For OBS, a browser source."""
    entry = service.ledger.find(game_id)
    page = page.of(entry)
    shown = live.of_parts(service, entry, page.language)
    table = table and page.who.may(Permission.SEE_GAME)
    return page.answer("overlay.html", game=shown, size=size, table=table, last=last, speak=speak)


@router.get("/view/games/{id}")
@needs(Permission.SEE_GAME)
def show_game_now(  # noqa: PLR0913 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    *,
    every: bool = False,
    tray: Annotated[int | None, Query(ge=TABLE, description="whose moves were turned to")] = None,
    at: Annotated[int | None, Query(ge=0, description="the version that they were turned to at")] = None,
) -> HTMLResponse:
    """The part of a game’s page that changes with every event; with `every`, all its moves and not the newest alone.

    Whoever turned to another’s tray keeps it until the next move.
    """
    entry = service.ledger.find(game_id)
    wanted = tray if at == entry.version else None
    return page.answer("live_now.html", **context(service, entry, page, every=every, wanted=wanted))


@router.get("/view/games/{id}/status")
@needs(Permission.SEE_GAME)
def show_status(game_id: GameId, service: Service, page: View) -> HTMLResponse:
    """The line that says how the camera and the gate do."""
    service.store.load(game_id, LAST)
    camera = camera_of(service, game_id)
    entry = service.ledger.find(game_id)
    filmed = camera is None and live.filmed(entry)
    return page.answer("status.html", camera=camera, filmed=filmed, ended=over(entry) is not None, home=entry.home)


@router.get("/view/games/{id}/scoreboard")
@needs(Permission.SEE_SCORE)
def show_scoreboard_now(game_id: GameId, service: Service, page: View) -> HTMLResponse:
    """The part of the scoreboard that changes with every event."""
    entry = service.ledger.find(game_id)
    page = page.of(entry)
    shown = live.of_parts(service, entry, page.language)
    return page.answer("scoreboard_now.html", game=shown)


async def _told(
    service: Service,
    who: Who,
    of: Annotated[
        list[str],
        Query(max_length=stream.MOST, description="`game:ID`, `table:ID`, `tournament:ID` or `hall:`, each of them"),
    ],
) -> AsyncIterator[AsyncIterator[dict[str, Any] | None]]:
    """What changes of all that is followed. It ends with the request, also where the browser leaves within a word."""
    async with stream.every(service, [name for name in of if _is_own(service, who, name)]) as told:
        yield told


@router.get("/view/stream", response_class=EventSourceResponse)
@needs(Permission.SEE_SCORE)
async def follow(
    service: Service,
    who: Who,
    _one: Stream,
    told: Annotated[AsyncIterator[dict[str, Any] | None], Depends(_told)],
) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events named `change`: what changed of the games and tables that are named.

    A table that has turned to another’s game is told of as one that is not there any more.
    """
    async for body in told:
        if body is None:
            yield ServerSentEvent(comment="still here")
            continue
        data = body if _is_own(service, who, body["of"]) else body | {"told": None}
        yield ServerSentEvent(event="change", data=data)


@router.get("/view/games/{id}/legal")
@needs(Permission.SEE_GAME)
def show_legal(  # noqa: PLR0913, PLR0917 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    who: Who,
    seat: Mover,
    hand: Annotated[str | None, Query(max_length=MAX_NOTATION)] = None,
    find: Annotated[str, Query(max_length=MAX_NOTATION)] = "",
) -> HTMLResponse:
    """The legal moves of a seat, or of the table itself (-1), that have what was typed; with a hand, those of it."""
    entry = service.ledger.find(game_id)
    if seat != TABLE:
        viewing_seat(service, who, entry, answers.seated(entry, seat))
    try:
        answer = of_table(entry) if seat == TABLE else _of_hand(entry, seat, hand or "")
    except PositionError as wrong:
        return _unread(wrong, page)
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    listed = [
        {
            **move,
            "target": page_of(entry.header.game).target(entry.game.parse(move["move"])),
            "titles": titles(entry, move["rules"]),
            "words": words(move["move"], position, entry.header.game, page.language),
        }
        for move in answer["moves"]
    ]
    by_hand, whole = live.by_hand(service, entry), len(listed)
    if by_hand:
        listed = [each for each in listed if not page_of(entry.header.game).due(each["move"], position)]
    every = len(listed)
    find = spelt(find, entry.header.game)
    listed = [each for each in listed if fits(find, each["move"], each["words"], entry.header.game)]
    listed.sort(key=lambda move: -move["points"])
    faults = [fault for fault in answer["faults"] if fault["name"] not in PARTS_OF_HANDS]
    shown = {"moves": listed[:MOST_PICKED], "count": len(listed), "faults": faults, "titles": answer["rules"]}
    shown |= {"every": every, "part": len(faults) < len(answer["faults"]), "version": entry.version}
    actors = entry.game.actors(entry.replay.state)
    first = by_hand and seat != TABLE and TABLE in actors and page_of(entry.header.game).table_first(position)
    shown |= {"turn": seat in actors, "first": first, "waits": whole - every}
    return page.answer("legal.html", seat=seat, may=permits(who, entry), t=page.of(entry).language, **shown)


def _of_hand(entry: Entry, seat: int, hand: str) -> dict[str, Any]:
    """The legal moves of a seat; pieces of a hand that it cannot hold are faults, and the others still play."""
    answer = answers.moves(entry, seat, hand or None)
    held = spelling.hand(hand, entry.header.game)
    if len(rest := left(held, answer["faults"])) < len(held):
        answer["moves"] = answers.moves(entry, seat, " ".join(rest))["moves"]
    return answer


def _unread(wrong: PositionError, page: Page) -> HTMLResponse:
    """What is wrong with a hand as it was typed. That is no failed request, of which browsers would warn."""
    return page.answer("unread.html", why=for_people(str(wrong), page.language))


@router.get("/view/games/{id}/pick")
@needs(Permission.SEE_GAME)
def show_pick(  # noqa: PLR0913 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    who: Who,
    seat: Mover,
    *,
    before: Annotated[int | None, Query(ge=1)] = None,
    find: Annotated[str, Query(max_length=MAX_NOTATION)] = "",
    rulings: bool = False,
) -> HTMLResponse:
    """Moves to pick from: those legal now, or before a move that is to be corrected, that have the words typed.

    With `rulings`, what the rules refuse may be accepted by the house.
    """
    entry = service.ledger.find(game_id)
    entry = entry if before is None else live.before(entry, before)
    if seat != TABLE:
        viewing_seat(service, who, entry, answers.seated(entry, seat))
    waits = before is None and live.by_hand(service, entry)
    found = picked(entry, seat, find.strip(), page.language, rulings=rulings, waits=waits)
    return page.answer("pick.html", seat=seat, told=page_of(entry.header.game).told, **found)


@router.get("/view/games/{id}/falls")
@needs(Permission.CORRECT)
def show_falling(  # noqa: PLR0913, PLR0917 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    who: Who,
    of: Number,
    seat: Mover,
    move: Annotated[str, Query(max_length=MAX_NOTATION)],
) -> HTMLResponse:
    """The moves that could not be played any more if another were put in the place of move `of`."""
    check_correction(service, who, game_id, of, seat)
    entry, t = service.ledger.find(game_id), page.language
    correction = corrected(entry, of, move, seat)
    state = next(state for event, state in tables(entry.record) if event.seq == of)
    words = on_table(entry.game, state, correction.move, t)
    return page.answer("falls.html", of=of, move=words, falls=tuple(fallen(entry, correction, t)))


@router.get("/view/games/{id}/board")
@needs(Permission.SEE_GAME)
def show_board(game_id: GameId, service: Service, page: View, at: Number) -> HTMLResponse:
    """The table as it was once a move and all before it were played."""
    entry = live.after(service.ledger.find(game_id), at)
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    table = drawn(entry.header.game, position, entry.header.players, page.language)
    return page.answer("board.html", drawn=facing(table, page.who.seat, entry.header.players))


def _read(entry: Entry, seat: int, hand: str | None) -> tuple[str | None, Any]:
    """A typed hand and the game as its seat sees it; no hand where it cannot be read, told beside its field alone."""
    try:
        return hand or None, answers.held(entry, seat, hand or None)[0]
    except PositionError:
        return None, answers.held(entry, seat, None)[0]


@router.get("/view/games/{id}/hints")
@needs(Permission.PLAY)
def show_hints(  # noqa: PLR0913, PLR0917 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    who: Who,
    seat: Mover,
    _one: Errand,
    hand: Annotated[str | None, Query(max_length=MAX_NOTATION)] = None,
) -> HTMLResponse:
    """The best plays of a seat in words: what each gains, risks and leaves open."""
    entry = service.ledger.find(game_id)
    viewing_seat(service, who, entry, answers.seated(entry, seat))
    check_move(service, who, game_id, seat, ruling=False)
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    held, seen = _read(entry, seat, hand)
    listed = hints.hints(entry, seat, held, service.settings)["hints"]
    unknown = page_of(entry.header.game).hands and entry.game.hand(seen, seat) is None
    rows = [
        {
            **each,
            "words": words(each["move"], position, entry.header.game, page.language),
            "behind": percent(each["behind"]),
        }
        for each in listed
    ]
    return page.answer("hints.html", hints=rows, seat=seat, version=entry.version, hand_unknown=unknown)


@router.get("/view/games/{id}/why")
@needs(Permission.SEE_GAME)
def show_why(  # noqa: PLR0913, PLR0917 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    who: Who,
    seat: Mover,
    place: Annotated[str, Query(max_length=MAX_NOTATION)],
    pieces: Annotated[str, Query(max_length=MAX_NOTATION)] = "",
) -> HTMLResponse:
    """Why pieces cannot be laid there; the move in its notation where they can."""
    entry = service.ledger.find(game_id)
    if seat != TABLE:
        viewing_seat(service, who, entry, answers.seated(entry, seat))
    return page.answer("why.html", **manual_entry.why(entry, seat, tuple(pieces.split()), place, page.language))


@router.get("/view/pictures/{game}/{name}")
@needs(Permission.READ_TEXT)
def show_picture(game: str, name: str) -> Response:
    """A picture that a game’s drawing shows, such as the face of a card."""
    data = page_of(game).picture(name)
    if data is None:
        raise Problem("unknown-address", Said("{game} has no picture {what}", game=game, what=quoted(name)))
    return Response(data, media_type="image/webp")


@router.get("/view/games/{id}/evidence")
@needs(Permission.SEE_PICTURES)
def show_evidence(game_id: GameId, service: Service, page: View) -> HTMLResponse:
    """The pictures that were kept, in the order of time, to scrub through."""
    return page.answer("evidence.html", **evidence.timeline(service, service.ledger.find(game_id), page.language))


def _is_own(service: Parts, who: Caller, name: str) -> bool:
    """Whether somebody may follow that: `game:ID` or `table:ID`."""
    kind, _, which = name.partition(":")
    if kind in {HALL, stream.TOURNAMENT}:
        return True  # it says that something changed, and no more
    return who.has_game(which) if kind == stream.GAME else has_table(service.tables, who, which)


def context(
    service: Parts, entry: Entry, page: Page, *, every: bool = False, wanted: int | None = None
) -> dict[str, Any]:
    """What the page of a game is filled with; `listed` are the newest moves, or `every` one; the tray is the wanted."""
    page = page.of(entry)
    shown, camera = live.of_parts(service, entry, page.language), camera_of(service, entry.id)
    shown = replace(shown, drawn=facing(shown.drawn, page.who.seat, entry.header.players))
    seen = Seen() if camera is None else from_table(camera, page.language)
    listed = shown.rows if every else shown.rows[:MOST_LISTED]
    differs = None if camera is None else agreement.differences(camera, entry, page.language)
    view = {"game": shown, "seen": seen, "camera": camera, "listed": listed, "filmed": shown.filmed, "differs": differs}
    view["ended"] = shown.over
    won = afterwards.winners(entry, page.language) if shown.over else []
    view |= {"won": won, "match": afterwards.match(service, entry)}
    hand = _hand(service, entry, page.who)
    drawn_hand = None if hand is None else manual_entry.pieces(hand, entry.header.game, page.language)
    tray = _tray(service, entry, page, wanted)
    if tray:
        view["game"] = replace(shown, drawn=within_reach(shown.drawn))
    waits = tray is None and not shown.over and _plays_here(service, entry, page)
    view |= {"hand": drawn_hand, "tray": tray, "waits": waits, "thinking": bots.turn(service, entry) if waits else None}
    may = permits(page.who, entry)
    view |= {"closable": may(Permission.RUN_CAMERA) and not service.station.is_taken}
    view |= timed(None if shown.over else service.tournaments.clock_of(entry.id))
    return view | {"may": may, "home": entry.home, "t": page.language}


def permits(who: Caller, entry: Entry) -> Callable[[Permission], bool]:
    """What somebody may do with a game here: whoever writes to one that another machine keeps does it there."""
    return lambda wanted: who.may(wanted) and not (entry.home and wanted in WRITES)


def _tray(service: Parts, entry: Entry, page: Page, wanted: int | None = None) -> manual_entry.Tray | None:
    """What can be played on the drawing by who asks; None where a camera follows the game, or it is another's turn."""
    if not _plays_here(service, entry, page):
        return None
    seats = _seats_here(service, entry, page.who)
    if not seats:
        return None
    seat = wanted if wanted is not None and wanted in seats else seats[0]
    return manual_entry.tray(entry, seat, page.language, seats, waits=live.by_hand(service, entry))


def _plays_here(service: Parts, entry: Entry, page: Page) -> bool:
    """Whether who asks enters moves on the drawing, in their turn: no camera follows the game."""
    return permits(page.who, entry)(Permission.PLAY) and live.following(service, entry.id) is None


def _seats_here(service: Parts, entry: Entry, who: Caller) -> list[int]:
    """Whose moves who asks may enter on the drawing, the likeliest first."""
    here = []
    for seat in entry.game.actors(entry.replay.state):
        try:
            viewing_seat(service, who, entry, None if seat == TABLE else seat)
        except Problem:
            continue  # a phone plays for that seat, and shows its hand
        if seat == TABLE or who.has_seat(seat):
            here.append(seat)
    position = entry.game.position(entry.replay.state)
    turn, first = live.to_play(here, position), page_of(entry.header.game).table_first(position)
    return sorted(here, key=lambda seat: ((seat == TABLE) is not first, seat not in turn))


def _hand(service: Parts, entry: Entry, who: Caller) -> list[str] | None:
    """The dealt hand of who plays a seat; None for all others, and where nobody knows it.

    Who plays alone against bots, at the machine itself, sees theirs, too.
    """
    seat, bots = who.seat, service.bots.of(entry.id)
    people = [each for each in range(entry.header.players) if each not in bots]
    if seat is None and bots and len(people) == 1 and not service.tokens.seats(entry.id):
        seat = people[0]
    if seat is None or not who.may(Permission.SEE_HAND):
        return None
    hand: list[str] | None = answers.game(entry, seat)["hand"]
    return hand


def camera_of(service: Parts, game_id: str) -> dict[str, Any] | None:
    """The table whose camera follows the game, as the API tells of it; None where none does."""
    followed = live.following(service, game_id)
    table = None if followed is None else service.tables.get(followed[0])
    return None if table is None else table.snapshot()


def of_table(entry: Entry) -> dict[str, Any]:
    """What the table itself may do, in the shape of `GET …/moves`."""
    state = entry.replay.state
    verdicts = [(move, entry.game.judge(state, TABLE, move)) for move in entry.game.moves(state, TABLE)]
    listed = [{"move": str(move), "points": each.points, "rules": list(each.rules)} for move, each in verdicts]
    return {"moves": listed, "faults": [], "rules": {}}

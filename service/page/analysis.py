"""`/games/{id}/analysis`: a game that is over, move by move, on the drawn table; other plays can be tried there."""

from dataclasses import replace
from math import hypot
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse

from engine.bots import Weighed
from service import analysis
from service.access.roles import Permission
from service.access.routes import needs
from service.analysis import MOST_TRIED, Point
from service.api.games import GameId
from service.api.shapes import MAX_NOTATION
from service.hints import likely
from service.limits.fair_queue import Errand
from service.page import manual_entry
from service.page.drawing import drawn, marked, within_reach
from service.page.language import Language
from service.page.live import live
from service.page.plays import in_turn, on_table
from service.page.seats import name, percent
from service.page.templates import Page, View
from service.parts import Parts, Service
from service.store.entry import Entry

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

SURE: Final = 2.0
"""Standard errors by which a play must promise more than another before that is told: less may be chance."""

After = Annotated[int | None, Query(alias="at", ge=0, description="so many moves were played; without it, all")]
Try = Annotated[
    list[Annotated[str, Query(max_length=MAX_NOTATION)]] | None,
    Query(alias="try", max_length=MOST_TRIED, description="`SEAT MOVE`, each of those that are tried from there"),
]


@router.get("/games/{id}/analysis")
@needs(Permission.SEE_GAME)
def show_analysis(game_id: GameId, service: Service, page: View, at: After = 0, plays: Try = None) -> HTMLResponse:
    """The board on which a game is looked into, at its start if nothing else is said."""
    return page.answer("analysis.html", **_context(service, service.ledger.find(game_id), page, at, plays))


@router.get("/view/games/{id}/analysis")
@needs(Permission.SEE_GAME)
def show_point(game_id: GameId, service: Service, page: View, at: After = None, plays: Try = None) -> HTMLResponse:
    """A point of the game, with plays that were tried from there."""
    return page.answer("analysis_now.html", **_context(service, service.ledger.find(game_id), page, at, plays))


@router.get("/view/games/{id}/analysis/why")
@needs(Permission.SEE_GAME)
def show_why(  # noqa: PLR0913, PLR0917 - a query parameter each
    game_id: GameId,
    service: Service,
    page: View,
    seat: Annotated[int, Query(ge=-1)],
    place: Annotated[str, Query(max_length=MAX_NOTATION)],
    pieces: Annotated[str, Query(max_length=MAX_NOTATION)] = "",
    at: After = None,
    plays: Try = None,
) -> HTMLResponse:
    """Why pieces could not be laid there; the move in its notation where they could."""
    there = analysis.point(service.ledger.find(game_id), at, plays or ())
    return page.answer("why.html", **manual_entry.why(there.entry, seat, tuple(pieces.split()), place, page.language))


@router.get("/view/games/{id}/analysis/hints")
@needs(Permission.PLAY)
def show_expected(
    game_id: GameId, service: Service, page: View, _one: Errand, at: After = None, plays: Try = None
) -> HTMLResponse:
    """What the bots expected there: of their best plays, and of the one that was played."""
    there = analysis.point(service.ledger.find(game_id), at, plays or ())
    known, state, t = there.entry.game, there.entry.replay.state, page.language
    real = "" if there.next is None else str(known.parse(there.next.move))
    weighed = analysis.weighed(there, service.settings)
    rows = [
        {
            "move": str(each.move),
            "words": on_table(known, state, str(each.move), t),
            "points": each.points,
            "expected": each.expected,
            "likely": likely(each),
            "behind": percent(each.behind),
            "reply": each.reply,
            "samples": each.samples,
            "played": str(each.move) == real,
        }
        for each in weighed
    ]
    played = next((each for each in weighed if str(each.move) == real), None)
    worse = None if played is None else _worse(played, weighed[0])
    left = analysis.left_lying(there)
    shown = {"after": there.after, "worse": worse, "left": left.lost if left else 0}
    return page.answer("analysis_hints.html", hints=rows, **shown)


def _context(service: Parts, entry: Entry, page: Page, at: int | None, plays: list[str] | None) -> dict[str, Any]:
    t, there = page.language, analysis.point(entry, at, plays or ())
    shown = replace(live(entry, t), called=service.evenings.title(entry.id))
    view = {"game": shown, "there": there, "drawn": within_reach(_drawn(there, t)), "totals": _totals(there)}
    view |= {"tray": _tray(there, page), "left": _left(there, t), "seconds": service.settings.hint_seconds}
    before = analysis.point(entry, there.after)
    tried = zip(there.tried, in_turn(entry.game, before.entry.replay.state, there.tried, t), strict=True)
    return view | {"tried": [(name(seat, t), words) for (seat, _), words in tried], "played": _played(there, t)}


def _worse(played: Weighed[Any], chosen: Weighed[Any]) -> float:
    """By how many points a play promises less than the bots' choice; nothing where that may be chance."""
    less = chosen.expected - played.expected
    return less if less > SURE * hypot(played.error, chosen.error) else 0.0


def _totals(there: Point) -> dict[int, int]:
    """What every seat has there."""
    return {each.seat: each.total for each in there.entry.game.score(there.entry.replay.state)}


def _drawn(there: Point, t: Language) -> Any:
    """The table, with the move that led there marked."""
    entry = there.entry
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    table = drawn(entry.header.game, position, entry.header.players, t, str(entry.game.view(entry.replay.state, None)))
    played = [(event.seat, event.move) for event in entry.record.events if event.position is None][-1:]
    for seat, move in (there.tried or played)[-1:]:
        table = marked(table, entry.game.parse(move), seat)
    return table


def _tray(there: Point, page: Page) -> manual_entry.Tray | None:
    """What can be played there; the bots may be asked by whoever plays, too."""
    if there.seat is None:
        return None
    made = manual_entry.tray(there.entry, there.seat, page.language)
    chosen = there.seat >= 0 and not there.entry.game.odds(there.entry.replay.state, there.seat)
    ask = "analysis.weigh" if chosen and page.who.may(Permission.PLAY) else ""
    return replace(made, ask=ask, version=there.after * (MOST_TRIED + 1) + len(there.tried))


def _left(there: Point, t: Language) -> dict[str, Any] | None:
    left = analysis.left_lying(there)
    if left is None:
        return None
    words = on_table(there.entry.game, there.entry.replay.state, left.move, t)
    return {"points": t("points", count=left.lost), "move": words, "most": left.most}


def _played(there: Point, t: Language) -> dict[str, Any] | None:
    """The move that was really played there."""
    event = there.next
    if event is None:
        return None
    return {"who": name(event.seat, t), "words": on_table(there.entry.game, there.entry.replay.state, event.move, t)}

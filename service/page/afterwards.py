"""`/players` and `/history`: how everybody did, and every game that is kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse

from engine.errors import EngineError
from engine.games import games
from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.page.language import Language
from service.page.opening import chosen
from service.page.seats import name, names, scored
from service.page.templates import View
from service.parts import Parts, Service
from service.seats import played
from service.statistics import Figures, of_pairs, of_player, over
from service.store.entry import Entry
from service.store.ledger_errors import LedgerError
from service.store.players import COLOURS, SHAPES
from service.store.store import NoSuchGame

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

MAX_FIND: Final = 80


@dataclass(frozen=True, slots=True)
class Past:
    """A game of the list: what it is called, who played, and what came of it."""

    id: str
    title: str
    game: str
    created: str
    moves: int
    house: tuple[str, ...]
    scores: tuple[str, ...]
    won: tuple[str, ...]
    rulings: int
    followed: bool
    named: bool
    open: bool
    """Whether it is not over."""
    goes_on: bool
    """Whether it can be gone on with here."""


@router.get("/players")
@needs(Permission.KEEP_PLAYERS)
def show_players(service: Service, page: View) -> HTMLResponse:
    """Everybody who was named here, with what they did in each game."""
    known = games()
    listed = []
    for player in service.players.all():
        figures = {known[name].title: each for name, each in of_player(service, player.id).items() if name in known}
        listed.append({"player": player, "figures": figures, "sum": sum(figures.values(), Figures())})
    return page.answer("players.html", listed=listed, pairs=of_pairs(service), colours=COLOURS, shapes=SHAPES)


@router.get("/history")
@needs(Permission.LIST_GAMES)
def show_history(
    service: Service, page: View, who: Who, find: Annotated[str, Query(max_length=MAX_FIND)] = ""
) -> HTMLResponse:
    """Every kept game that has the words that are looked for; of who has a game of their own, that one."""
    kept = [each.id for each in service.store.newest(service.settings.max_games_listed) if who.has_game(each.id)]
    words = find.casefold().split()
    listed = [each for each in _pasts(service, kept, page.language) if _has(each, words)]
    return page.answer("history.html", listed=listed, find=find, every=len(kept))


def match(parts: Parts, entry: Entry) -> list[dict[str, Any]]:
    """The games of a match, each with its totals by seat; nothing where the game stands alone."""
    ids = parts.evenings.match(entry.id)
    if len(ids) < 2:
        return []
    return [{"id": each, "totals": totals} for each in ids if (totals := _totals(parts, each))]


def winners(entry: Entry, t: Language) -> list[str]:
    """Who won, by name."""
    return [name(seat, t) for seat in over(entry) or ()]


def goes_on(entry: Entry, ended: tuple[int, ...] | None) -> bool:
    """Whether a game that `ended` with these winners, or not at all, can be gone on with here."""
    return ended is None and not entry.home


def followed(parts: Parts) -> set[str | None]:
    """The games that a camera follows now."""
    return {(table.snapshot()["following"] or {}).get("game") for table in parts.tables}


def _totals(parts: Parts, game_id: str) -> dict[int, int]:
    try:
        entry = parts.ledger.find(game_id)
    except (NoSuchGame, LedgerError, EngineError):
        return {}
    return {each.seat: each.total for each in entry.game.score(entry.replay.state)}


def _pasts(parts: Parts, ids: list[str], t: Language) -> Iterator[Past]:
    titles = parts.evenings.titles()
    watched = followed(parts)
    for game_id in ids:
        try:
            entry = parts.ledger.find(game_id)
        except (NoSuchGame, LedgerError, EngineError):
            continue
        known = names(parts, game_id, t)
        called = [known.get(seat) or t("player", number=seat + 1) for seat in range(entry.header.players)]
        totals = {each.seat: each.total for each in entry.game.score(entry.replay.state)}
        ended = over(entry)
        yield Past(
            game_id,
            titles.get(game_id, ""),
            entry.game.title,
            entry.created,
            played(move.seat for move in entry.replay.moves),
            tuple(chosen(entry.header.game, entry.options.to_json(), t)),
            tuple(scored(called[seat], total, t) for seat, total in totals.items()),
            tuple(called[seat] for seat in ended or ()),
            len(parts.disputes.all(game_id)),
            game_id in watched,
            bool(parts.players.of(game_id)),
            ended is None,
            goes_on(entry, ended),
        )


def _has(past: Past, words: list[str]) -> bool:
    text = " ".join([past.title, past.game, past.created, *past.house, *past.scores]).casefold()
    return all(word in text for word in words)

"""Every error that a request may raise, turned into its problem document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from engine.errors import (
    EngineError,
    IllegalMove,
    NotationError,
    OptionError,
    PositionError,
    UnknownGame,
)
from engine.said import Said
from service.access.attempts import TooMany
from service.access.pairing import NoSuchCode, PairingError, SpentCode, TooManyAsk
from service.disputes import DisputeError, NoSuchDispute, NoSuchMove, NotUnderstood
from service.disputes.question import FORMS
from service.disputes.seal import KeyUnusable
from service.following.station import Closed, InUse, NoCamera, StationError, Taken
from service.headers import HEADERS
from service.hub.receiver import NoRoom, NotItsRecord
from service.page.language import asked, english
from service.page.plays import told_of
from service.page.reasons import for_people, invalid, is_technical, refused
from service.page.seats import names
from service.player_names import called, is_numbered
from service.problems import Problem
from service.readable import plain
from service.store.evenings import BadTitle, HasDisputes
from service.store.ledger_errors import (
    CorrectionBreaks,
    KeptElsewhere,
    LedgerError,
    NoAdoption,
    NoRuling,
    NoSuchSeat,
    NothingToUndo,
    RecordDamaged,
)
from service.store.players import BadName, NoSuchPlayer
from service.store.questions import AlreadyAnswered, NoSuchAnswer, NoSuchQuestion, QuestionError
from service.store.store import NoSuchGame, StaleVersion, StoreError, StoreFull, StoreUnavailable
from service.tournament.model import NoSuchPairing, NoSuchRuling, NoSuchTournament, TournamentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response

    from service.page.language import Language

NAMES: Final[Mapping[type[Exception], str]] = {
    NoSuchGame: "no-such-game",
    StoreFull: "store-full",
    NoSuchPlayer: "no-such-player",
    BadName: "bad-name",
    BadTitle: "bad-name",
    HasDisputes: "has-rulings",
    StoreUnavailable: "store-unavailable",
    RecordDamaged: "record-damaged",
    KeptElsewhere: "kept-elsewhere",
    NotItsRecord: "not-its-record",
    NoRoom: "store-full",
    NoSuchTournament: "no-such-tournament",
    NoSuchPairing: "no-such-pairing",
    NoSuchRuling: "no-such-ruling",
    TournamentError: "not-now",
    NothingToUndo: "nothing-to-undo",
    NoSuchSeat: "no-such-seat",
    CorrectionBreaks: "correction-breaks",
    NotationError: "unreadable-move",
    OptionError: "unknown-option",
    PositionError: "invalid-position",
    UnknownGame: "unknown-game",
    NoRuling: "no-ruling",
    NoAdoption: "no-adoption",
    NoSuchQuestion: "no-such-question",
    AlreadyAnswered: "question-answered",
    NoSuchAnswer: "no-such-answer",
    NoSuchDispute: "no-such-dispute",
    NoSuchMove: "nothing-of-that-name",
    NoCamera: "no-such-camera",
    Closed: "no-camera-open",
    Taken: "camera-taken",
    InUse: "camera-in-use",
    KeyUnusable: "key-unusable",
    NoSuchCode: "no-such-code",
    SpentCode: "code-spent",
    TooManyAsk: "too-many",
    TooMany: "too-many",
}
"""The kind of problem that each error is."""

STATUSES: Final = {
    400: "unreadable-json",
    404: "unknown-address",
    408: "too-slow",
    405: "wrong-method",
    413: "too-large",
    415: "unsupported-media",
    429: "too-many",
}


def install(app: FastAPI) -> None:
    """Let the app answer every error with a problem document, or what its `state.show_problem` makes of it."""
    for kind in (
        Problem,
        EngineError,
        StoreError,
        LedgerError,
        QuestionError,
        DisputeError,
        PairingError,
        TooMany,
        StationError,
        NotItsRecord,
        NoRoom,
        TournamentError,
    ):
        app.add_exception_handler(kind, _known)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _unforeseen)


def problem(error: Exception, t: Language | None = None) -> Problem:
    """The problem that an error of the engine, the store or the ledger amounts to, in the language of whoever asks.

    Programs say none, and get the error's own line. Why the rules refuse a move is told in words of the table to all;
    `refusal` has it in those of the notation.
    """
    if isinstance(error, Problem):
        return error if t is None else _in_language(error, t)
    if isinstance(error, IllegalMove):
        verdict = error.verdict
        why = {"rules": list(verdict.rules), "reason": verdict.reason, "name": verdict.name}
        said = refused(verdict.name, verdict.reason, told_of(error.game, error.state, t))
        return Problem("illegal-move", said, refusal=why)
    line = str(error) if t is None else for_people(str(error), t)
    if isinstance(error, StaleVersion):
        return Problem("stale-version", line, version=error.current)
    if isinstance(error, NotUnderstood):
        return Problem("not-understood", line, forms=list(FORMS))
    more: dict[str, Any] = {}
    if isinstance(error, CorrectionBreaks):
        more["falls"] = [{"seq": each.seq, "seat": each.seat, "move": each.move} for each in error.falls]
    if isinstance(error, InUse | Taken) and error.game:
        more["game"] = error.game
    entry = error.entry if isinstance(error, LedgerError) else None
    for kind in type(error).__mro__:
        if kind in NAMES:
            return Problem(NAMES[kind], line if entry is None else plain(str(error), entry, t), **more)
    return Problem("internal", "an error that should not happen")


def _in_language(wrong: Problem, t: Language) -> Problem:
    said = Problem(wrong.kind.name, for_people(wrong.detail, t), **wrong.more)
    said.headers = wrong.headers
    said.technical = wrong.detail if is_technical(wrong.detail) else ""
    return said


def answered(request: Request, wrong: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The problem as whoever asks wants it: in the language that they say, a page for people where the app has one."""
    return _shown(request, problem(wrong, asked(request)), headers)


def _shown(request: Request, wrong: Problem, headers: Mapping[str, str] | None = None) -> Response:
    if (t := asked(request)) is not None:
        wrong.title, wrong.remedy = t(f"js.problem.{wrong.kind.name}"), t(f"problem.{wrong.kind.name}")
    show = getattr(request.app.state, "show_problem", None)
    page: Response | None = None if show is None else show(request, wrong)
    answer = wrong.response() if page is None else page
    answer.headers.update(headers or {})
    if show is not None:
        answer.headers.add_vary_header("Accept")
    return answer


def _known(request: Request, error: Exception) -> Response:
    wrong = problem(error, asked(request))
    wrong.detail = _with_names(request, wrong.detail)
    return _shown(request, wrong)


def _with_names(request: Request, line: str) -> str:
    """A line on a game with the names of those who play it; as it is where the store cannot say who they are."""
    game = request.path_params.get("id") if "/games/" in request.url.path else None
    if game is None or not is_numbered(line):
        return line
    try:
        return called(line, names(request.app.state.parts, str(game), asked(request) or english()))
    except StoreError:
        return line


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    name = STATUSES.get(error.status_code, "bad-request")
    detail = (
        Said("there is no /{address}", address=request.url.path.removeprefix("/"))
        if error.status_code == 404
        else str(error.detail)
    )
    return answered(request, Problem(name, detail), error.headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if any(each["type"] == "json_invalid" for each in error.errors()):
        reason = error.errors()[0].get("ctx", {}).get("error", "")
        return answered(request, Problem("unreadable-json", Said("the body is no JSON: {why}", why=reason)))
    t = asked(request)
    errors = [{"where": _place(each["loc"]), "what": _what(each, t)} for each in error.errors()]
    first = errors[0]
    return _shown(request, Problem("invalid-request", f"{first['where']}: {first['what']}", errors=errors))


async def _unforeseen(request: Request, error: Exception) -> Response:
    from service.logs import logger  # loaded when it is needed: a server should start fast

    logger().error("unforeseen", method=request.method, path=request.url.path, exc_info=error)
    answer = answered(request, Problem("internal", "the server met an error that it did not foresee"))
    answer.headers.update(HEADERS | {"Cache-Control": "no-store"})  # it is made outside all else that adds them
    return answer


def _what(each: Mapping[str, Any], t: Language | None) -> str:
    if t is not None and (said := invalid(each["type"], each.get("ctx", {}), t)):
        return said
    if each["type"] == "missing" and each["loc"] == ("body",):
        return "the body is missing; send one JSON object as application/json"
    if each["type"] == "missing" and each["loc"][-1] == "version":
        return "it is missing; give the version that GET /api/v1/games/{id} shows"
    return str(each["msg"])


def _place(loc: tuple[Any, ...]) -> str:
    return ".".join(str(part) for part in loc)

"""The client: a method for each operation."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, cast

import httpx
from pydantic import TypeAdapter, ValidationError

from service.client.operations import OPERATIONS
from service.client.problem import UnreachableError, raised
from service.client.stream import Block, blocks
from service.schemas import observations, stored_games, verdicts
from service.schemas import players as player_answers
from service.schemas import questions as question_answers
from service.schemas.document import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PREFIX: Final = "/api/v1"
SECONDS: Final = 30.0
"""How long an answer is waited for."""
SILENT: Final = 30.0
"""How long a stream may be silent before it is taken for broken, s: the server speaks every 7 s."""
PAUSE: Final = (0.2, 5.0)
"""The first and the longest pause before a broken stream is taken up again, s; each is twice the one before."""
SHAPES: Final = {shape.__name__: TypeAdapter[Any](shape) for shape in ANSWERS}

T = TypeVar("T")

_NUMBER: Final = re.compile(r"^\[Errno -?\d+\] ")
"""The system's number of an error, before its words."""


class Client:
    """A table's API at an address. Programs need a token: `tableside token create`.

    Its methods raise `TableError`; of its kinds `UnreachableError` where no table answers. `events` waits instead.
    """

    def __init__(self, address: str, token: str = "", *, transport: httpx.BaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": address.rstrip("/")}
        if not _is_address(address):
            raise UnreachableError(f"{address!r} is no address of a table")
        self._address, base = address, address.rstrip("/") + PREFIX
        self._http = httpx.Client(base_url=base, headers=headers, timeout=SECONDS, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of its connections."""
        self._http.close()

    # Nothing of these is kept.
    def judge(self, document: Mapping[str, Any]) -> verdicts.JudgeAnswer:
        """The answer to a position."""
        return cast("verdicts.JudgeAnswer", self._call("judge", json=document))

    def read(self, photo: bytes, game: str, media: str = "image/jpeg") -> observations.ReadAnswer:
        """The pieces of a photo."""
        answer = self._call("read", query={"game": game}, content=photo, headers={"Content-Type": media})
        return cast("observations.ReadAnswer", answer)

    def rules(self, game: str) -> verdicts.RulesAnswer:
        """The titles of a game's rules."""
        return cast("verdicts.RulesAnswer", self._call("rules", query={"game": game}))

    # Games.
    def games(self) -> stored_games.GamesAnswer:
        """The games that were played last."""
        return cast("stored_games.GamesAnswer", self._call("games"))

    def open(
        self, game: str, players: int | None = None, *, options: Mapping[str, Any] | None = None, **more: Any
    ) -> stored_games.GameAnswer:
        """A new game; `more` are `seed` (the app deals), `rated` (no hints), and `names`, each with its seat."""
        body = {"game": game, "players": players, "options": dict(options or {}), **more}
        return cast("stored_games.GameAnswer", self._call("open", json=body))

    def game(self, id: str, seat: int | None = None) -> stored_games.GameAnswer:
        """A game as a seat sees it."""
        return cast("stored_games.GameAnswer", self._call("game", id=id, query={"seat": seat}))

    def moves(self, id: str, seat: int, hand: Sequence[str] | None = None) -> verdicts.MovesAnswer:
        """The legal moves of a seat."""
        return cast("verdicts.MovesAnswer", self._call("moves", id=id, query={"seat": seat, "hand": _listed(hand)}))

    def hints(self, id: str, seat: int, hand: Sequence[str] | None = None) -> stored_games.HintsAnswer:
        """The best plays of a seat."""
        return cast("stored_games.HintsAnswer", self._call("hints", id=id, query={"seat": seat, "hand": _listed(hand)}))

    def play(self, id: str, seat: int, move: str, version: int) -> stored_games.Event:
        """Enter a move. Raises `RefusedError` with the rule, or `StaleError` where the game went on."""
        return cast(
            "stored_games.Event", self._call("play", id=id, json={"seat": seat, "move": move, "version": version})
        )

    def undo(self, id: str, version: int, of: int | None = None) -> stored_games.Event:
        """Take back the last move, or one and all after it."""
        body = {"version": version} | ({} if of is None else {"of": of})
        return cast("stored_games.Event", self._call("undo", id=id, json=body))

    def correct(self, id: str, of: int, seat: int, move: str, version: int, **more: Any) -> stored_games.Event:
        """Put a move in the place of another."""
        body = {"of": of, "seat": seat, "move": move, "version": version, **more}
        return cast("stored_games.Event", self._call("correct", id=id, json=body))

    def players(self, id: str) -> player_answers.SittersAnswer:
        """Who sits where; a seat without a name is left out."""
        return cast("player_answers.SittersAnswer", self._call("players", id=id))

    def seat(self, id: str, names: Mapping[int, str]) -> player_answers.SittersAnswer:
        """Say who sits where, by the numbers of their seats."""
        body = {"players": [{"seat": seat, "name": name} for seat, name in names.items()]}
        return cast("player_answers.SittersAnswer", self._call("seat", id=id, json=body))

    def score(self, id: str) -> stored_games.ScoreAnswer:
        """The score sheet."""
        return cast("stored_games.ScoreAnswer", self._call("score", id=id))

    def record(self, id: str) -> str:
        """The record, JSON Lines."""
        return self._send("record", id=id).text

    # What the camera could not decide, and rulings.
    def questions(self, id: str, *, all: bool = False) -> question_answers.QuestionsAnswer:
        """The open questions, or every one."""
        return cast("question_answers.QuestionsAnswer", self._call("questions", id=id, query={"all": str(all).lower()}))

    def answer(self, id: str, number: int, answer: Mapping[str, Any]) -> question_answers.QuestionAnswer:
        """Answer a question."""
        return cast("question_answers.QuestionAnswer", self._call("answer", id=id, n=number, json=answer))

    def dispute(self, id: str, question: Mapping[str, Any]) -> Any:
        """Ask for a ruling."""
        return self._call("dispute", id=id, json=question)

    def disputes(self, id: str) -> Any:
        """The rulings of a game."""
        return self._call("disputes", id=id)

    def bundle(self, id: str, number: int) -> bytes:
        """The evidence of a ruling, a zip."""
        return self._send("bundle", id=id, n=number).content

    # Tables.
    def tables(self) -> Any:
        """The tables with a camera."""
        return self._call("tables")

    def table(self, id: str) -> Any:
        """A table, and how its camera does."""
        return self._call("table", id=id)

    # The camera of a table.
    def cameras(self) -> observations.CamerasAnswer:
        """What can be opened."""
        return cast("observations.CamerasAnswer", self._call("cameras"))

    def open_camera(self, id: str, camera: str, **more: Any) -> observations.TableAnswer:
        """Open a camera by its id or the address of a stream; `more` are `game`, and `ends`, a followed game."""
        return cast("observations.TableAnswer", self._call("open_camera", id=id, json={"camera": camera, **more}))

    def follow(self, id: str, game: str, **more: Any) -> observations.FollowedAnswer:
        """Follow a game with the open camera; `more` are `options`, `resume`, `ends`, `names` and `sits`."""
        return cast("observations.FollowedAnswer", self._call("follow", id=id, json={"game": game, **more}))

    def frame(self, id: str) -> bytes | None:
        """What the camera sees now, a JPEG; None before the first frame."""
        return self._send("frame", id=id).content or None

    def close_camera(self, id: str, ends: str | None = None) -> observations.TableAnswer:
        """Close the camera; with `ends` only where no other game is followed than that one."""
        return cast("observations.TableAnswer", self._call("close_camera", id=id, query={"ends": ends}))

    def events(self, id: str, after: int = 0) -> Iterator[stored_games.Event]:
        """Every entry of a game after one, and each new one as it comes, without an end. Where the connection breaks it
        is taken up again after the entry that came last. Raises `TableError` where the server refuses it."""
        event, pause = TypeAdapter(stored_games.Event), PAUSE[0]
        while True:
            try:
                for block in self._stream(id, after):
                    after, pause = int(block.id), PAUSE[0]
                    yield event.validate_json(block.data)
            except httpx.TransportError:
                pass
            time.sleep(pause)
            pause = min(2 * pause, PAUSE[1])

    def _stream(self, id: str, after: int) -> Iterator[Block]:
        path = OPERATIONS["events"].path.format(id=id)
        timeout = httpx.Timeout(SECONDS, read=SILENT)
        with self._http.stream("GET", path, headers={"Last-Event-ID": str(after)}, timeout=timeout) as answer:
            if answer.is_error:
                answer.read()
                raise raised(_problem(answer))
            yield from blocks(answer.iter_lines())

    def _call(self, name: str, **how: Any) -> Any:
        answer = self._send(name, **how)
        try:
            return SHAPES[OPERATIONS[name].shape].validate_json(answer.content)
        except ValidationError as wrong:
            raise UnreachableError(f"what answers at {self._address} is no table of this version") from wrong

    def _send(self, name: str, *, query: Mapping[str, Any] | None = None, **how: Any) -> httpx.Response:
        operation = OPERATIONS[name]
        parts = {part: how.pop(part) for part in ("id", "n") if part in how}
        asked = {key: value for key, value in (query or {}).items() if value is not None}
        try:
            answer = self._http.request(operation.method, operation.path.format(**parts), params=asked, **how)
        except httpx.TransportError as wrong:
            why = _NUMBER.sub("", str(wrong)) or type(wrong).__name__
            raise UnreachableError(f"no table answers at {self._address}: {why}") from wrong
        if answer.is_error:
            raise raised(_problem(answer))
        return answer


def _is_address(text: str) -> bool:
    try:
        where = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    return where.scheme in {"http", "https"} and bool(where.host)


def _listed(hand: Sequence[str] | None) -> str | None:
    return None if hand is None else ",".join(hand)


def _problem(answer: httpx.Response) -> dict[str, Any]:
    """The problem document of an answer; one of our own where something between us answered."""
    try:
        body = json.loads(answer.text)
    except ValueError:
        body = None
    return body if isinstance(body, dict) else {"status": answer.status_code, "detail": answer.reason_phrase}

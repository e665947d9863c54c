"""What a home is told of a game, and the MQTT messages that tell it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.errors import RecordError
from engine.games import find_game
from service.client import TableError
from service.page.language import english
from service.page.plays import tables
from service.page.seats import name
from service.page.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.client import Client
    from service.schemas.stored_games import GameAnswer

ONLINE: Final = "online"
OFFLINE: Final = "offline"
BASE: Final = "tableside"
DISCOVERY: Final = "homeassistant"
"""Where Home Assistant looks for new devices."""


@dataclass(frozen=True, slots=True)
class Message:
    """A retained message: whoever comes later hears it, too."""

    topic: str
    payload: str


@dataclass(frozen=True, slots=True)
class News:
    """A game at one moment, in words: whose turn it is, the scores, the last move, whether a question waits, and the
    names by seat."""

    game: str
    title: str
    version: int
    turn: str
    scores: tuple[int, ...]
    last: str
    question: bool
    over: bool
    players: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """As a webhook sends it."""
        body = {"game": self.game, "title": self.title, "version": self.version, "turn": self.turn}
        return body | {
            "scores": list(self.scores),
            "last": self.last,
            "question": self.question,
            "over": self.over,
            "players": list(self.players),
        }


def news_of(client: Client, game: str) -> News:
    """The news of a game, asked of its server."""
    shown = client.game(game)
    t = replace(english(), names={each.seat: each.name for each in client.players(game).players})
    over = "over" in shown.model_dump(exclude_unset=True)
    sheet = client.score(game).sheet
    moved = sheet[-1] if sheet else None
    last = ""
    if moved is not None:
        text = words(moved.move, _before(client, shown, moved.seq), shown.game, t) or moved.move
        last = f"{name(moved.seat, t)}: {text} ({t.number(moved.points, signed=True)})"
    return News(
        game,
        find_game(shown.game).title,
        shown.version,
        t.listed([name(seat, t) for seat in shown.next.seats], "or"),
        tuple(each.total for each in shown.score),
        last,
        bool(client.questions(game).questions),
        over,
        tuple(name(seat, t) for seat in range(shown.players)),
    )


def _before(client: Client, shown: GameAnswer, seq: int) -> Mapping[str, Any]:
    """The table that a move was made on; that of now where the record is not for this client, or has no such move.

    A row that was stolen is another's now.
    """
    try:
        moves = tables(record.loads(client.record(shown.id))[0])
    except (TableError, RecordError):
        moves = []
    game = find_game(shown.game)
    for event, state in moves:
        if event.seq == seq:
            return game.position(game.view(state, None))
    return shown.position if isinstance(shown.position, dict) else shown.position.model_dump(exclude_unset=True)


def status_topic(game: str) -> str:
    """Where it is told whether the bridge is there; its last will says that it is gone."""
    return f"{BASE}/{game}/status"


def messages(news: News) -> Iterator[Message]:
    """The state of a game, a topic each."""
    base = f"{BASE}/{news.game}"
    yield Message(f"{base}/turn", news.turn or "–")
    yield Message(f"{base}/last", news.last or "–")
    yield Message(f"{base}/question", _switch(on=news.question))
    yield Message(f"{base}/over", _switch(on=news.over))
    for seat, total in enumerate(news.scores):
        yield Message(f"{base}/score/{seat}", str(total))


def discovery(news: News) -> Iterator[Message]:
    """What Home Assistant is told once, so that the game is a device there: sensors and two switches that only tell."""
    yield _sensor(news, "sensor", "turn", "To play")
    yield _sensor(news, "sensor", "last", "Last move")
    yield _sensor(news, "binary_sensor", "question", "Question open")
    yield _sensor(news, "binary_sensor", "over", "Game over")
    for seat, player in enumerate(news.players):
        yield _sensor(news, "sensor", f"score/{seat}", f"Score of {player}")


def _sensor(news: News, kind: str, about: str, called: str) -> Message:
    part = about.replace("/", "_")
    config: dict[str, Any] = {
        "name": called,
        "unique_id": f"{BASE}_{news.game}_{part}",
        "state_topic": f"{BASE}/{news.game}/{about}",
        "availability_topic": status_topic(news.game),
        "device": {"identifiers": [f"{BASE}_{news.game}"], "name": f"Tableside {news.title}"},
    }
    if about.startswith("score"):
        config["state_class"] = "measurement"
    return Message(f"{DISCOVERY}/{kind}/{BASE}_{news.game}/{part}/config", json.dumps(config))


def _switch(*, on: bool) -> str:
    return "ON" if on else "OFF"

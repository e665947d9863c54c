"""What the client asks of the API, by its own names: a test holds each to the OpenAPI document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Operation:
    """A call: its method, its path under `/api/v1`, the query that it may have, and the shape of its answer."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    shape: str = ""


OPERATIONS: Final[Mapping[str, Operation]] = {
    "judge": Operation("POST", "/judge", shape="JudgeAnswer"),
    "read": Operation("POST", "/read", ("game",), "ReadAnswer"),
    "rules": Operation("GET", "/rules", ("game",), "RulesAnswer"),
    "games": Operation("GET", "/games", shape="GamesAnswer"),
    "open": Operation("POST", "/games", shape="GameAnswer"),
    "game": Operation("GET", "/games/{id}", ("seat",), "GameAnswer"),
    "moves": Operation("GET", "/games/{id}/moves", ("seat", "hand"), "MovesAnswer"),
    "hints": Operation("GET", "/games/{id}/hints", ("seat", "hand"), "HintsAnswer"),
    "play": Operation("POST", "/games/{id}/moves", shape="Event"),
    "undo": Operation("POST", "/games/{id}/undo", shape="Event"),
    "correct": Operation("POST", "/games/{id}/corrections", shape="Event"),
    "players": Operation("GET", "/games/{id}/players", shape="SittersAnswer"),
    "seat": Operation("POST", "/games/{id}/players", shape="SittersAnswer"),
    "score": Operation("GET", "/games/{id}/score", shape="ScoreAnswer"),
    "record": Operation("GET", "/games/{id}/record"),
    "events": Operation("GET", "/games/{id}/events", ("after",)),
    "questions": Operation("GET", "/games/{id}/questions", ("all",), "QuestionsAnswer"),
    "answer": Operation("POST", "/games/{id}/questions/{n}", shape="QuestionAnswer"),
    "dispute": Operation("POST", "/games/{id}/disputes", shape="DisputeAnswer"),
    "disputes": Operation("GET", "/games/{id}/disputes", shape="DisputesAnswer"),
    "bundle": Operation("GET", "/games/{id}/disputes/{n}/bundle"),
    "tables": Operation("GET", "/tables", shape="TablesAnswer"),
    "table": Operation("GET", "/tables/{id}", shape="TableAnswer"),
    "cameras": Operation("GET", "/cameras", shape="CamerasAnswer"),
    "open_camera": Operation("POST", "/tables/{id}/camera", shape="TableAnswer"),
    "follow": Operation("POST", "/tables/{id}/follow", shape="FollowedAnswer"),
    "frame": Operation("GET", "/tables/{id}/frame"),
    "close_camera": Operation("POST", "/tables/{id}/close", ("ends",), "TableAnswer"),
}

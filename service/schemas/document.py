"""The shapes as schemas of the OpenAPI document. Loaded when the document is asked for: a server should start fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic.json_schema import models_json_schema

from engine.games import games
from service.schemas import (
    hub,
    observations,
    pairing,
    players,
    problems,
    questions,
    stored_games,
    tournaments,
    verdicts,
)
from service.schemas.games import shapes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

ANSWERS: Final[tuple[type[BaseModel], ...]] = (
    verdicts.JudgeAnswer,
    verdicts.MovesAnswer,
    stored_games.HintsAnswer,
    verdicts.RulesAnswer,
    stored_games.GameAnswer,
    stored_games.GamesAnswer,
    stored_games.ScoreAnswer,
    stored_games.Event,
    stored_games.RecordHeader,
    observations.ReadAnswer,
    observations.TablesAnswer,
    observations.TableAnswer,
    observations.CamerasAnswer,
    observations.FollowedAnswer,
    questions.QuestionAnswer,
    questions.QuestionsAnswer,
    questions.DisputeAnswer,
    questions.DisputesAnswer,
    questions.EvidenceAnswer,
    pairing.PairingAnswer,
    pairing.InvitedAnswer,
    pairing.InvitationAnswer,
    pairing.DeviceAnswer,
    pairing.DevicesAnswer,
    pairing.NetworkAnswer,
    players.PlayerAnswer,
    players.PlayersAnswer,
    players.SittersAnswer,
    players.TitleAnswer,
    players.FiguresAnswer,
    tournaments.TournamentAnswer,
    tournaments.TournamentsAnswer,
    hub.HallAnswer,
    hub.StandAnswer,
    hub.WantedAnswer,
    hub.PictureAnswer,
    hub.ReportAnswer,
    problems.Problem,
)
"""What an operation may answer with; the parts of these follow from them."""
REF: Final = "#/components/schemas/"


def components() -> dict[str, Any]:
    """The schemas of all answers by name."""
    wanted: list[Any] = [(answer, "serialization") for answer in ANSWERS]
    _, document = models_json_schema(wanted, ref_template=f"{REF}{{model}}")
    return {name: _untitled(schema) for name, schema in document["$defs"].items()}


def position() -> dict[str, Any]:
    """The schema of a position of any game."""
    return _any_of(each.position for each in shapes().values())


def options() -> dict[str, Any]:
    """The schema of the house rules of any game."""
    return _any_of(each.options for each in shapes().values())


def game_name() -> dict[str, Any]:
    """The schema of a game's name."""
    return {"type": "string", "description": "name of the game", "examples": list(games())}


def moves() -> dict[str, Any]:
    """How the moves of each game are written, by its name."""
    return {
        name: {
            "title": games()[name].title,
            "options": each.options.__name__,
            "position": each.position.__name__,
            "names": [{"name": word, "meaning": meaning} for word, meaning in each.names],
            "forms": [{"pattern": f.pattern, "example": f.example, "meaning": f.meaning} for f in each.forms],
        }
        for name, each in shapes().items()
        if each.forms
    }


def _any_of(kinds: Iterable[Any]) -> dict[str, Any]:
    kinds_of_any = [{"$ref": f"{REF}{kind.__name__}"} for kind in kinds if hasattr(kind, "model_fields")]
    return {"anyOf": kinds_of_any}


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without the titles that only repeat the names of its fields."""
    schema.pop("title", None)
    for each in schema.get("properties", {}).values():
        each.pop("title", None)
    return schema

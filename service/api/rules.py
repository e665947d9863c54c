"""`GET /rules`: the title of every rule of a game, so that an id can be explained."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query

from engine.games import find_game
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import TITLES, answer, problems

router = APIRouter(tags=["rules"])

ENDS: Final = {"title": TITLES["SN-5"], "source": "The rules, version 24.11.1"}
RULES: Final = {"game": "stackernoos", "title": "Stackernoos", "rules": {"SN-5": ENDS}}


@router.get(
    "/rules",
    summary="The rules of a game",
    responses={
        **answer("RulesAnswer", "Titles by rule id.", RULES),
        **problems("unknown-game"),
    },
)
@needs(Permission.READ_TEXT)
def rules(game: Annotated[str, Query(description="`stackernoos`, `stonerow` or `stones`")]) -> dict[str, Any]:
    """Every rule and ruling by its id: a title in plain words, and the section that it comes from."""
    found = find_game(game)
    rules = {rule.id: {"title": rule.title, "source": rule.source} for rule in found.rules.values()}
    return {"game": found.name, "title": found.title, "rules": rules}

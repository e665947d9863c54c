"""Rulings of a tournament, appeals against them, and what stands once they are decided."""

from dataclasses import replace

import pytest
from service_help import serving

from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.settings import Settings
from service.tournament.model import (
    ONE,
    OTHER,
    SWISS,
)

pytestmark = pytest.mark.store


def settled(tournament):
    each = tournament.rounds[0].pairings[0]
    return each.result, each.ruled


def test_an_appeal_is_decided_by_another_and_then_the_ruling_falls(tmp_path):
    with serving(Settings(data=tmp_path)) as (parts, where):
        import httpx

        bearers = {}
        for name, role in (("Cy", Role.REFEREE), ("Di", Role.REFEREE), ("Eve", Role.SPECTATOR)):
            secret = new_secret()
            parts.tokens.keep(secret, Caller(role, name))
            bearers[name] = {"Authorization": f"Bearer {secret.text}"}
        made = parts.tournaments.open("Cup", "stones", ["Ada", "Bo"], SWISS)
        parts.tournaments.pair(made.id)
        at = f"{where}api/v1/tournaments/{made.id}"

        def post(who, path, **body):
            return httpx.post(f"{at}/{path}", json=body, headers=bearers[who])

        word = {"round": 1, "table": 1, "result": "one", "reason": "Bo left"}
        assert post("Eve", "rulings", **word).status_code == 403
        assert post("Cy", "rounds").status_code == 403
        answer = post("Cy", "rulings", **word, extra=5).json()
        assert (answer["rulings"][0]["who"], answer["rounds"][0]["pairings"][0]["ruled"]) == ("referee Cy", True)
        assert answer["rounds"][0]["pairings"][0]["extra"] == 5
        assert post("Cy", "rulings/1/decision", upheld=False, reason="x").status_code == 409
        assert post("Di", "rulings/1/appeal", text="Bo was on the way").status_code == 200
        assert post("Di", "rulings/1/appeal", text="once more").status_code == 409
        assert post("Cy", "rulings/1/decision", upheld=True, reason="mine").status_code == 409
        done = post("Di", "rulings/1/decision", upheld=False, reason="Bo came").json()
        assert done["rulings"][0]["appeal"]["upheld"] is False
        assert (done["rounds"][0]["pairings"][0]["result"], done["over"]) == (None, False)
        assert httpx.get(f"{at}/rulings/1/bundle", headers=bearers["Di"]).status_code == 409
        assert post("Di", "rulings/7/appeal", text="no").status_code == 404


def test_a_later_ruling_stands_where_an_earlier_one_falls(parts):
    """The fall of the first took the result away that the second had given."""
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS).id).id
    desk.rule(id, 1, 1, ONE, "Bo left", "referee Cy")
    desk.rule(id, 1, 1, OTHER, "it was Ada who left", "referee Di")
    for number in (1, 2):
        desk.appeal(id, number, "no", "player Bo")
    assert settled(desk.decide(id, 1, "true", "host", upheld=False)) == (OTHER, True)
    assert settled(desk.decide(id, 2, "nobody left", "host", upheld=False)) == (None, False)


def test_the_last_ruling_that_stands_is_back_where_a_later_one_falls(parts):
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS).id).id
    for result in (ONE, OTHER):
        desk.rule(id, 1, 1, result, "seen", "referee Cy")
    desk.appeal(id, 2, "no", "player Ada")
    assert settled(desk.decide(id, 2, "the first was right", "host", upheld=False)) == (ONE, True)


@pytest.mark.parametrize("games", ["here", "tables"])
def test_a_game_that_ended_is_played_again_by_another_game(parts, monkeypatch, games):
    """The ended game gave its result at once again, so the ruling changed nothing."""
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, games=games).id).id
    first = parts.ledger.open("stones", {"players": 2}, None, parts.versions).id
    desk.link(id, 1, 1, first)
    score = parts.hub.overview.score(first)
    over = replace(score, over=True, sides=tuple(replace(each, winner=each.seat == 0) for each in score.sides))
    known = parts.hub.overview.score
    monkeypatch.setattr(parts.hub.overview, "score", lambda game: over if game == first else known(game))
    assert settled(desk.find(id)) == (ONE, False)
    again = desk.rule(id, 1, 1, None, "a stone fell by the wind", "referee Cy")
    assert settled(again) == (None, False)
    assert again.rounds[0].pairings[0].game != first
    desk.appeal(id, 1, "there was no wind", "player Ada")
    fallen = desk.decide(id, 1, "none", "host", upheld=False)
    assert (settled(fallen), fallen.rounds[0].pairings[0].game) == ((ONE, False), first)


def test_an_open_result_of_an_earlier_round_comes_with_its_game(parts, monkeypatch):
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, rounds=2).id).id
    desk.rule(id, 1, 1, ONE, "Bo left", "referee Cy")
    game = desk.pair(id).rounds[0].pairings[0].game
    desk.appeal(id, 1, "he came back", "player Bo")
    assert settled(desk.decide(id, 1, "true", "host", upheld=False)) == (None, False)
    score = parts.hub.overview.score(game)
    over = replace(score, over=True, sides=tuple(replace(each, winner=each.seat == 1) for each in score.sides))
    monkeypatch.setattr(parts.hub.overview, "score", lambda of: over if of == game else None)
    assert settled(desk.find(id)) == (OTHER, False)


def test_a_ruling_has_the_evidence_of_a_dispute(parts, monkeypatch):
    made = parts.tournaments.pair(parts.tournaments.open("Cup", "stones", ["Ada", "Bo"], SWISS).id)
    game = made.rounds[0].pairings[0].game
    monkeypatch.setattr(parts.disputes, "bundle", lambda of, number: f"zip of {of} {number}".encode())
    result = parts.tournaments.rule(made.id, 1, 1, "one", "see the pictures", "referee Cy", dispute=2)
    assert len(result.rulings[0].bundle) == 64
    assert parts.tournaments.bundle(made.id, 1) == (game, f"zip of {game} 2".encode())

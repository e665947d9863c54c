"""Who plays, and the command that goes on: what a command says at its start and its end."""

from types import SimpleNamespace

import pytest

from engine.games import find_game
from service.commands import Mendable
from service.commands.again import going_on
from service.commands.sitting import house_rules, opening
from service.settings import Settings

GAME = find_game("stackernoos")
SESSION = SimpleNamespace(game_id="6f1c", game="stackernoos", options=GAME.options_type(), version=7)


@pytest.mark.parametrize(
    ("file", "players", "counted", "many"),
    [(None, None, False, None), (None, 2, True, 2), ("{}", None, False, 4), ('{"players": 3}', 3, True, 3)],
    ids=["nothing", "the option", "a file without a number", "both, alike"],
)
def test_a_number_that_nobody_gave_is_a_guess(tmp_path, file, players, counted, many):
    path = tmp_path / "rules.json"
    path.write_text(file or "")
    house = house_rules(GAME, str(path) if file else None, players, 1000)
    assert house.counted is counted
    assert (house.options and house.options.players) == many
    result = opening(SESSION, house, None)
    assert ("assumed" in result) is not counted
    assert ("--players N" in result) is not counted


def test_a_number_that_cannot_play_is_one_line():
    with pytest.raises(Mendable, match=r"^--players takes a whole number from 2 to 6, not 9$"):
        house_rules(GAME, None, 9, 1000)
    with pytest.raises(Mendable, match="--names: option 'players' takes a whole number from 2 to 6, not 7"):
        house_rules(GAME, None, None, 1000, "A,B,C,D,E,F,G")


def test_as_many_play_as_are_named_where_nobody_says_how_many(tmp_path):
    assert house_rules(GAME, None, None, 1000, "Ada,Bo,Cy").options.players == 3
    assert house_rules(GAME, None, 3, 1000, "Ada,Bo").options.players == 3
    path = tmp_path / "rules.json"
    path.write_text("{}")
    assert not house_rules(GAME, str(path), None, 1000, "Ada,Bo").counted


@pytest.mark.parametrize(
    ("names", "line"),
    [("Ada,Bo,Cy", "--names has 3 names for 2 players"), ("Ada,ada", "--names: two seats are called 'Ada'")],
)
def test_names_that_cannot_be_given_are_refused_before_a_game_is_opened(names, line):
    with pytest.raises(Mendable, match=line):
        house_rules(GAME, None, 2, 1000, names)


def test_the_command_that_goes_on_has_what_was_chosen(tmp_path, monkeypatch):
    for chosen in ("TABLESIDE_DATA", "TABLESIDE_PORT"):
        monkeypatch.delenv(chosen, raising=False)
    names = ("data", "host", "port")
    assert going_on(["watch", "--source", "0"], Settings(), names, SESSION) == (
        "tableside watch --source 0 --game stackernoos --resume 6f1c"
    )
    settings = Settings(data=tmp_path / "a folder", port=9000, dominoes="mine")
    assert going_on(["watch", "--source", "0"], settings, names, SESSION) == (
        f"tableside watch --source 0 --game stackernoos --data '{tmp_path}/a folder' --port 9000 "
        "--dominoes mine --resume 6f1c"
    )

"""House rules as data: what an option takes can be asked for, and is what it accepts."""

import pytest
from games_played import playthrough

from engine.errors import OptionError
from engine.games import games
from engine.options import choices, conditions, read_options


def test_the_values_of_an_option_can_be_listed():
    assert choices(games()["stonerow"].options_type)["rule_set"] == ("official", "team", "basic")
    listed = choices(games()["stackernoos"].options_type)
    assert (list(listed["players"]), listed["scoring"]) == ([2, 3, 4, 5, 6], (False, True))
    assert "out_of_room" not in listed


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_no_other_value_is_accepted(game):
    for name, values in choices(game.options_type).items():
        assert game.options_type().to_json()[name] in values
        for wrong in ("none of them", 1.0, True, 1, None):
            if not any(type(wrong) is type(value) and wrong == value for value in values):
                with pytest.raises(OptionError):
                    read_options(game.options_type, {name: wrong})


def idle(kind):
    """Every option that counts only with another, and each value of that other with which it does not."""
    for name, needed in conditions(kind).items():
        for value in choices(kind)[needed.name]:
            if value not in needed.values:
                yield name, needed.name, value


IDLE = [(name, *each) for name, game in games().items() for each in idle(game.options_type)]


def test_what_an_option_counts_with_is_known():
    assert {name for _, name, other, value in IDLE if (other, value) == ("rule_set", "official")} == {
        "team_target_points",
        "team_towers_to_win",
        "team_tie",
    }
    assert ("stones", "alt_start_tiles", "alternative_start", False) in IDLE


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_what_an_option_counts_with_is_another_option_and_values_of_it(game):
    for needed in conditions(game.options_type).values():
        assert set(needed.values) < set(choices(game.options_type)[needed.name])


@pytest.mark.parametrize(("name", "option", "other", "value"), IDLE)
def test_an_option_that_does_not_count_is_accepted_and_changes_nothing(name, option, other, value):
    game = games()[name]
    takes = choices(game.options_type)[option]
    played = []
    for each in {takes[0], takes[-1]}:
        told = [
            (seat, str(move), game.position(after), game.score(after), game.winners(after))
            for seat, move, after in (
                step[1:] for step in playthrough(game, 5, plies=60, house={other: value, option: each})
            )
        ]
        played.append(told)
    assert played[0]
    assert played[0] == played[1]

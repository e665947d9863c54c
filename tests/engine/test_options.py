"""House rules as data: what an option takes can be asked for, and is what it accepts."""

import pytest

from engine.errors import OptionError
from engine.games import games
from engine.options import choices, read_options


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

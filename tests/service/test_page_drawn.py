"""How the page draws rows and stacks, and a game that nobody has drawn."""

import pytest

from service.page.drawing import drawn, facing
from service.page.language import english, languages
from service.page.templates import _environment

EN, SV = english(), languages()["sv"]

ROWS = {
    "keystone": "Y9",
    "brickyard": ["G2", "R5"],
    "quarry": 30,
    "rows": [
        {"id": "r1", "holder": 0, "layers": [{"owner": 0, "cards": ["R9", "B9"]}, {"owner": 1, "cards": ["G9"]}]},
        {"id": "r2", "holder": 1, "layers": [{"owner": 1, "cards": ["RAp", "?"]}], "markers": ["Ma"], "broken": True},
    ],
    "deflectors": [0, 2],
    "hand_sizes": [6, 5],
}

STACKS = {
    "marker": 2,
    "stacks": [{"stones": ["small", "large"], "tokens": {"0": 2, "2": 1}}, *({"stones": []} for _ in range(5))],
    "river": {"small": 3, "medium": 4, "large": 0},
    "display": ["S/2", "SML/1"],
    "taken": {"tile": "SM/3", "size": "medium"},
    "golden": [3, 0, 5],
}


def test_rows_lie_before_their_holders_and_layers_of_others_are_marked():
    table = drawn("stonerow", ROWS, 3).table
    assert [len(place.rows) for place in table.places] == [1, 1, 0]
    first, second = table.places[0].rows[0], table.places[1].rows[0]
    assert [layer.foreign for layer in first.layers] == [False, True]
    assert (second.broken, second.markers[0].words) == (True, "Mason")
    assert second.layers[0].cards[1].label == "?"
    assert (table.places[1].deflectors, table.places[1].hand, table.places[2].hand) == (2, 5, None)
    assert table.keystone.words == "yellow 9"
    assert (table.tower, table.pending) == (None, "")
    open_play = ROWS | {"pending": {"move": "break Y9 r2", "seat": 0}}
    pending = drawn("stonerow", open_play, 2).table.pending
    named = "“red Apprentice and unknown card” of Player 2"
    assert pending.startswith(f"Player 1: Break row {named} with the Hammer yellow 9.")


def test_a_round_of_overtime_is_called_so_in_the_reader_s_language():
    """“Round 5+” was all that the page said."""
    late = drawn("stonerow", ROWS | {"round": 6, "overtime": True}, 2, SV)
    shown = _environment().get_template(late.template).module.table(late.table, SV)
    assert "förlängning" in shown
    assert "6+" not in shown


def test_stacks_have_their_stones_tokens_and_the_marker():
    table = drawn("stones", STACKS, 3, SV).table
    assert table.stacks[0].stones == ("small", "large")
    assert table.stacks[0].tokens == ((0, 2), (2, 1))
    assert [stack.marked for stack in table.stacks] == [False, False, True, False, False, False]
    assert "liten, stor" in table.stacks[0].words
    assert "platsmarkören" in table.stacks[2].words
    assert dict(table.river) == {"small": 3, "medium": 4, "large": 0}
    assert table.display[1].sizes == ("small", "medium", "large")
    assert drawn("stones", STACKS | {"display": ["?"]}, 3).table.display[0].steps == "?"
    assert table.taken == "mellanstor med bricka ”liten eller mellanstor, 3 steg”"
    assert [player.golden for player in table.players] == [3, 0, 5]
    assert table.players[0].supply is None


@pytest.mark.parametrize(("players", "sides"), [(2, [6, 0]), (3, [6, 9, 3]), (4, [6, 9, 0, 3])])
def test_the_ring_of_stacks_is_turned_to_its_reader_s_seat(players, sides):
    position = STACKS | {"golden": [0] * players}
    shown = drawn("stones", position, players)
    assert [hour for _, hour in shown.table.sitting] == sides
    for seat in range(players):
        table = facing(shown, seat, players).table
        assert dict(table.sitting)[seat] == 6
        begin = table.mark
        assert [(table.place(stack.number) - begin) % 12 for stack in table.stacks] == [1, 3, 5, 7, 9, 11]
    assert facing(shown, None, players) == shown
    assert facing(drawn("stonerow", ROWS, 3), 1, 3) == drawn("stonerow", ROWS, 3)


def test_a_game_without_a_drawing_is_shown_as_the_engine_writes_it():
    assert drawn("a fourth game", {"x": 1}, 2, text="| x |").text == "| x |"
    assert drawn(None, None, 0).empty
    assert not drawn("stonerow", ROWS, 2).empty

"""Plays in words: each on the table that it was made on, whatever was laid since."""

from engine import record
from engine.games import find_game
from service.page.language import languages
from service.page.plays import in_turn, standing, whose

MOVES = ((0, "start 1-1"), (1, "extend 1-5 @2,0,0:e"), (0, "extend 3-1 @-2,0,0:e"), (1, "extend 4-3 @-4,0,0:e"))


def test_a_move_keeps_its_words_once_others_lie_beyond_it():
    kept = record.new("stackernoos", {"players": 2})
    for seat, move in MOVES:
        kept = record.append(kept, record.Event(0, "", seat, move))
    text = [words for _, words in standing(kept)]
    assert text[2] == "1-3 at the left end of the run, next to 1-1"
    assert standing(kept, languages()["sv"])[3][1] == "3-4 längst till vänster, bredvid 1-3"


def test_each_of_several_plays_is_told_on_the_table_that_the_ones_before_it_leave():
    game = find_game("stackernoos")
    state = game.start(record.house(record.new("stackernoos", {"players": 2}).header))
    first, second = in_turn(game, state, MOVES[:2])
    assert (first, second) == ("1-1 as the first tile", "1-5 at the right end of the run, next to 1-1")
    assert list(in_turn(game, state, [(0, "start 1-1"), (1, "out_of_room run:e")]))[1] != ""
    assert whose(1, second) == "Player 2: 1-5 at the right end of the run, next to 1-1"
    assert whose(-1, "x", languages()["sv"]) == "Bordet: x"

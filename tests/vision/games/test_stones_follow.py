"""A followed table of Stones: what lies otherwise becomes the move that the engine explains it by."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from kept import kept_table
from stone_games import BEGUN, GROWN, VIEWS, followed, later, path, text, turn_of
from stone_scenes import GAME, Table, explanations, known, play

from vision.observation import Candidate
from vision.tracking.difference import Difference, difference


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turns", [0, 3, 7])
def test_nothing_has_happened(view, turns):
    state = later(turns)
    reading = followed(turns, state, table=Table(view))
    best = explanations(known(state), reading)[0]
    assert best.plays == ()
    assert best.likelihood > 0.95


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turns", range(8))
def test_a_tile_and_a_stone_are_taken(view, turns):
    state = later(turns)
    taken, _, take = turn_of(state)
    best = explanations(known(state), followed(turns, taken, table=Table(view)))[0]
    assert text(best) == [f"{state.turn} {take}"]
    assert best.likelihood > 0.9


@pytest.mark.parametrize("turns", range(8))
def test_a_stone_is_put_up(turns):
    state = later(turns)
    taken, after, _ = turn_of(state)
    best = explanations(known(taken), followed(turns, taken, after))[0]
    assert text(best) == [f"{state.turn} place ok"]
    assert best.likelihood > 0.9


@pytest.mark.parametrize("turns", [0, 3, GROWN])
def test_a_stone_that_stands_before_anybody_said_so_is_put_up_then(turns):
    state = later(turns)
    taken, after, _ = turn_of(state)
    # The stone stands, its token and the marker do not lie there yet.
    table, recogniser = Table(), kept_table("stones", BEGUN.options)
    for before, seen in pairwise(path(turns)):
        recogniser.interpret(table.see(seen), known(before))
    stands = replace(taken, stacks=after.stacks)
    recogniser.interpret(table.see(stands), known(state))
    recogniser.interpret(table.see(stands), known(taken))
    best = explanations(known(taken), recogniser.interpret(table.see(after), known(taken)))[0]
    assert text(best) == [f"{taken.turn} place ok"]
    assert best.likelihood > 0.9


def test_an_unsure_stone_on_a_stack_keeps_its_likelihoods():
    state = later(1)
    tile = next(tile for tile in state.display if len(tile.sizes) > 1)
    one, other = (("small", "medium", "large")[size] for size in tile.sizes[:2])
    taken = play(state, f"take {tile} {one}")
    after = play(taken, "place ok")
    recogniser, table = kept_table("stones", state.options), Table()
    recogniser.interpret(table.see(state), known(state))
    seen = table.see(after)
    unsure = [
        replace(piece, label=None, candidates=(Candidate(other, 0.6), Candidate(one, 0.4)))
        if piece.stack == state.marker and piece.kind == "stone" and piece.position == len(after.stacks[state.marker])
        else piece
        for piece in seen.pieces
    ]
    found = explanations(known(state), recogniser.interpret(replace(seen, pieces=tuple(unsure)), known(state)))
    # The river tells which stone it is: one of that size is missing there.
    assert text(found[0]) == [f"{state.turn} take {tile} {one}", f"{state.turn} place ok"]


def test_a_fall_empties_the_stack_and_pays():
    taken, after, _ = turn_of(later(GROWN), "place fall")
    best = explanations(known(taken), followed(GROWN, taken, after))[0]
    assert text(best) == [f"{taken.turn} place fall"]
    assert best.likelihood > 0.9


def test_several_stacks_fall_together():
    taken, _, _ = turn_of(later(GROWN))
    others = [at for at in range(6) if taken.stacks[at] and at != taken.marker][:2]
    move = f"place fall {','.join(map(str, others))}"
    best = explanations(known(taken), followed(GROWN, taken, play(taken, move)))[0]
    assert text(best) == [f"{taken.turn} {move}"]
    assert best.likelihood > 0.9


def test_another_stack_falls():
    taken, _, _ = turn_of(later(6))
    other = next(at for at in range(6) if taken.stacks[at] and at != taken.marker)
    after = play(taken, f"place other {other}")
    best = explanations(known(taken), followed(6, taken, after))[0]
    assert text(best) == [f"{taken.turn} place other {other}"]


def test_a_size_that_the_tile_does_not_show_is_against_the_rules():
    state = later(2)
    tile = next(tile for tile in state.display if len(tile.sizes) < 3)
    wrong = next(size for size in range(3) if size not in tile.sizes)
    taken = play(state, f"take {tile} {('small', 'medium', 'large')[tile.sizes[0]]}")
    river = tuple(count - (size == wrong) for size, count in enumerate(state.river))
    reading = followed(2, replace(taken, river=river, taken=replace(taken.taken, size=wrong)))
    best = explanations(known(state), reading)[0]
    assert best.illegal.name == "size_not_on_tile"
    assert best.plays[0][1].size == wrong


def test_what_is_put_back_was_not_taken():
    state = later(2)
    taken, _, _ = turn_of(state)
    back = explanations(known(state), followed(2, taken, state))
    stayed = explanations(known(taken), followed(2, taken, state))
    assert text(back[0]) == []
    assert back[0].weight > 10 * stayed[0].weight


def test_a_move_after_one_was_taken_back_is_seen_in_the_same_look():
    state, recogniser, table = later(2), kept_table("stones", BEGUN.options), Table()
    takes = [str(move) for move in GAME.moves(state, state.turn) if str(move).startswith("take")]
    first = takes[0]
    then = next(take for take in takes if take.split()[1:] != first.split()[1:] and take.split()[2] != first.split()[2])
    taken = play(state, first)
    recogniser.interpret(table.see(state), known(state))
    for _ in range(2):
        recogniser.interpret(table.see(taken), known(taken))
    other = table.see(play(state, then))
    recogniser.interpret(other, known(taken))
    assert text(explanations(known(state), recogniser.interpret(other, known(state)))[0]) == [f"{state.turn} {then}"]


@pytest.mark.parametrize("turns", [0, 3])
def test_a_table_that_is_the_record_s_differs_from_it_in_nothing(turns):
    """All that may lie in a stack was said to lie there too much."""
    state = later(turns)
    table = kept_table("stones", state.options)
    table.interpret(Table().see(state), state)
    reading = table.interpret(Table().see(state), state)
    assert difference(GAME.position(state), reading.position) == Difference()

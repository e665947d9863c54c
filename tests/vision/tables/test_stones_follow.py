"""A followed table of Stones: what has come, gone and moved becomes what the engine explains."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from stone_scenes import GAME, Table, camera, known, play, start, ways, without

from engine.core import Setup
from engine.games.stones.options import StonesOptions
from engine.games.stones.tile import SIZES
from vision.follow import Ask, Decoder
from vision.memory import Change
from vision.observation import Candidate
from vision.tables import assembler, reading
from vision.tables.stones import NOT_IN_VIEW, see
from vision.tables.stones.change import Seen, beside
from vision.tables.stones.counts import counts
from vision.tables.stones.found import Found
from vision.tables.stones.ground import find_ground
from vision.tables.stones.memory import RIVER, Known, match
from vision.tables.stones.settings import TABLE

BEGUN = start()
VIEWS = [camera(), camera(45.0), camera(75.0)]


def text(way):
    return [f"{seat} {move}" for seat, move in way.plays]


def turn_of(state, outcome="place ok"):
    """A turn of the seat that is in turn, with the first tile that fits."""
    take = next(str(move) for move in GAME.moves(state, state.turn) if str(move).startswith("take"))
    return play(state, take), play(state, take, outcome), take


def path(turns):
    """The states of a game from its start through so many turns that went well."""
    states = [BEGUN]
    for _ in range(turns):
        taken, after, _ = turn_of(states[-1])
        states += [taken, after]
    return states


def later(turns):
    """A game after so many turns that went well."""
    return path(turns)[-1]


def followed(turns, *after, table=None):
    """The last sight of an assembler that has watched a game through so many turns, and then other states."""
    table, eye = table or Table(), assembler("stones", BEGUN.options)
    states = [*path(turns), *after]
    eye.see(table.see(BEGUN), known(BEGUN))
    sights = [eye.see(table.see(state), known(last)) for last, state in pairwise(states)]
    sight = sights[-1] if sights else eye.see(table.see(BEGUN), known(BEGUN))
    assert not sight.trouble
    return sight


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turns", [0, 3, 7])
def test_nothing_has_happened(view, turns):
    state = later(turns)
    sight = followed(turns, state, table=Table(view))
    best = ways(known(state), sight)[0]
    assert best.plays == ()
    assert best.likelihood > 0.95


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turns", range(8))
def test_a_tile_and_a_stone_are_taken(view, turns):
    state = later(turns)
    taken, _, take = turn_of(state)
    best = ways(known(state), followed(turns, taken, table=Table(view)))[0]
    assert text(best) == [f"{state.turn} {take}"]
    assert best.likelihood > 0.9


@pytest.mark.parametrize("turns", range(8))
def test_a_stone_is_put_up(turns):
    state = later(turns)
    taken, after, _ = turn_of(state)
    best = ways(known(taken), followed(turns, taken, after))[0]
    assert text(best) == [f"{state.turn} place ok"]
    assert best.likelihood > 0.9


GROWN = next(turns for turns in range(4, 20) if later(turns).stacks[later(turns).marker])
"""After so many turns the marker's stack has stones."""


def test_a_stone_without_a_token_leans_or_was_touched():
    taken, after, _ = turn_of(later(GROWN), "place touch")
    first, second = ways(known(taken), followed(GROWN, taken, after))[:2]
    assert {first.plays[0][1].outcome, second.plays[0][1].outcome} == {"lean", "touch"}
    assert first.likelihood + second.likelihood > 0.75  # the rest: a token that was not found


def test_nobody_is_asked_about_a_stone_before_its_tokens_had_time_to_come():
    taken, _, _ = turn_of(later(2))
    leaning = play(taken, "place lean")
    eye, table = assembler("stones", BEGUN.options), Table()
    eye.see(table.see(taken), known(taken))
    sight, decoder = eye.see(table.see(leaning), known(taken)), Decoder(GAME, BEGUN.options)
    told = [decoder.decide([known(taken)], sight, 0.3 * number) for number in range(20)]
    asked = [0.3 * number for number, decision in enumerate(told) if isinstance(decision, Ask)]
    assert asked[0] > 3
    assert eye.see(table.see(leaning), known(leaning)).patience == 0


def same_but(places=()):
    """A picture that is as it was but for what lies round these pixels."""
    mask = np.zeros((400, 400), bool)  # the drawn camera sees more than its picture
    for x, y in places:
        mask[int(y / 4) - 4 : int(y / 4) + 4, int(x / 4) - 4 : int(x / 4) + 4] = True
    return Change(mask, 4.0)


@pytest.mark.parametrize(
    ("seconds", "laid", "sure"),
    [
        (3.3, False, True),
        (1.0, False, False),  # the token may yet come
        (3.3, True, False),  # something lies there that was not read
    ],
)
def test_a_stone_beside_which_the_picture_stays_as_it_was_got_no_token(seconds, laid, sure):
    taken, _, _ = turn_of(BEGUN)
    leaning, table, eye = play(taken, "place lean"), Table(), assembler("stones", BEGUN.options)
    eye.see(table.see(taken), known(taken))
    seen = table.see(leaning)
    ground = find_ground(seen)
    token = ground.pixels(np.array([Table._side(taken.marker, 0)]))
    for time in (10.0, 10.0 + seconds):
        eye.compare(same_but(token if laid else ()), time)
        best = ways(known(taken), eye.see(seen, known(taken)))[0]
    assert text(best) == [f"{taken.turn} place lean"]
    assert (best.likelihood > 0.9) is sure


def test_a_token_that_lies_out_of_view_may_have_come():
    ground = find_ground(Table().see(BEGUN))
    whole, (_, y) = same_but(), ground.pixels(np.array([Table._side(3, 0)]))[0]
    assert Seen(whole, ground).bare(3, ())
    assert not Seen(replace(whole, mask=whole.mask[: int(y / 4)]), ground).bare(3, ())
    assert not Seen(Change(), ground).bare(3, ())


def test_tokens_lie_round_the_stack_that_they_lie_beside():
    assert all(np.hypot(*(place - (0.0, 99.0))) < 90 for place in beside(0))
    assert len(beside(0)) > 20


def test_a_stone_that_turns_up_where_the_picture_is_as_it_was_has_not_come():
    state, table, eye = later(2), Table(), assembler("stones", BEGUN.options)
    seen = table.see(state)
    eye.see(seen, known(state))
    dot = table._round("small", "stone", 160.0, 60.0, 14.0, (None, None))
    more = replace(seen, pieces=(*seen.pieces, dot))
    eye.compare(same_but([np.mean(dot.corners, axis=0)]), 1.0)
    come = eye.see(more, known(state)).position["river"]["small"]["counts"]
    eye.compare(same_but(), 1.3)
    dreamt = eye.see(more, known(state)).position["river"]["small"]["counts"]
    now = state.river[0]
    assert max(come, key=come.__getitem__) == str(now + 1)
    assert max(dreamt, key=dreamt.__getitem__) == str(now)


def test_what_lies_flat_hides_no_stone_and_where_the_marker_lies_is_none():
    box, over = (0.0, 0.0, 20.0, 20.0), (5.0, 5.0, 30.0, 30.0)
    stone = Known("stone", "medium", RIVER, np.array([0.0, 50.0]), box)
    token = Known("token", "token:red", ("beside", 0), np.array([0.0, 50.0]), box)

    def missed(known_piece, kind, at):
        found = Found(0, kind, {"large": 1.0}, True, np.array(at), over, None)
        return match((known_piece,), (found,), ()).absent[0][1]

    assert missed(stone, "stone", (15.0, 40.0)) == TABLE.covered
    assert missed(stone, "marker", (15.0, 40.0)) == TABLE.missed
    assert missed(stone, "marker", (3.0, 55.0)) == TABLE.ghost
    assert missed(token, "marker", (15.0, 40.0)) == TABLE.covered


def test_a_fall_empties_the_stack_and_pays():
    taken, after, _ = turn_of(later(GROWN), "place fall")
    best = ways(known(taken), followed(GROWN, taken, after))[0]
    assert text(best) == [f"{taken.turn} place fall"]
    assert best.likelihood > 0.9


@pytest.mark.parametrize("turns", [0, 3, GROWN])
def test_a_stone_that_stands_before_anybody_said_so_is_put_up_then(turns):
    state = later(turns)
    taken, after, _ = turn_of(state)
    # The stone stands, its token and the marker do not lie there yet.
    table, eye = Table(), assembler("stones", BEGUN.options)
    for before, seen in pairwise(path(turns)):
        eye.see(table.see(seen), known(before))
    stands = replace(taken, stacks=after.stacks)
    eye.see(table.see(stands), known(state))
    eye.see(table.see(stands), known(taken))
    best = ways(known(taken), eye.see(table.see(after), known(taken)))[0]
    assert text(best) == [f"{taken.turn} place ok"]
    assert best.likelihood > 0.9


def test_several_stacks_fall_together():
    taken, _, _ = turn_of(later(GROWN))
    others = [at for at in range(6) if taken.stacks[at] and at != taken.marker][:2]
    move = f"place fall {','.join(map(str, others))}"
    best = ways(known(taken), followed(GROWN, taken, play(taken, move)))[0]
    assert text(best) == [f"{taken.turn} {move}"]
    assert best.likelihood > 0.9


def test_another_stack_falls():
    taken, _, _ = turn_of(later(6))
    other = next(at for at in range(6) if taken.stacks[at] and at != taken.marker)
    after = play(taken, f"place other {other}")
    best = ways(known(taken), followed(6, taken, after))[0]
    assert text(best) == [f"{taken.turn} place other {other}"]


def test_a_size_that_the_tile_does_not_show_is_against_the_rules():
    state = later(2)
    tile = next(tile for tile in state.display if len(tile.sizes) < 3)
    wrong = next(size for size in range(3) if size not in tile.sizes)
    taken = play(state, f"take {tile} {('small', 'medium', 'large')[tile.sizes[0]]}")
    river = tuple(count - (size == wrong) for size, count in enumerate(state.river))
    sight = followed(2, replace(taken, river=river, taken=replace(taken.taken, size=wrong)))
    best = ways(known(state), sight)[0]
    assert best.illegal.name == "size_not_on_tile"
    assert best.plays[0][1].size == wrong


def test_what_is_put_back_was_not_taken():
    state = later(2)
    taken, _, _ = turn_of(state)
    back = ways(known(state), followed(2, taken, state))
    stayed = ways(known(taken), followed(2, taken, state))
    assert text(back[0]) == []
    assert back[0].weight > 10 * stayed[0].weight


def test_a_move_after_one_was_taken_back_is_seen_in_the_same_look():
    state, eye, table = later(2), assembler("stones", BEGUN.options), Table()
    takes = [str(move) for move in GAME.moves(state, state.turn) if str(move).startswith("take")]
    first = takes[0]
    then = next(take for take in takes if take.split()[1:] != first.split()[1:] and take.split()[2] != first.split()[2])
    taken = play(state, first)
    eye.see(table.see(state), known(state))
    for _ in range(2):
        eye.see(table.see(taken), known(taken))
    other = table.see(play(state, then))
    eye.see(other, known(taken))
    assert text(ways(known(state), eye.see(other, known(state)))[0]) == [f"{state.turn} {then}"]


def test_a_marker_that_is_found_twice_points_at_its_base():
    state = later(2)
    seen = Table().see(state)
    marker = next(piece for piece in seen.pieces if piece.kind == "marker")
    twin = replace(marker, corners=tuple((x + 4, y + 4) for x, y in marker.corners))
    sight = assembler("stones", state.options).see(replace(seen, pieces=(*seen.pieces, twin)), known(state))
    assert sight.position["marker"] == state.marker


@pytest.mark.parametrize(("share", "told"), [(0.3, True), (0.9, False)])
def test_what_is_hardly_taken_for_a_marker_beside_the_marker_is_none(share, told):
    state = later(2)
    seen, elsewhere = (
        Table().see(state),
        Table().see(next(each for each in map(later, range(9)) if each.marker != state.marker)),
    )
    marker, other = (next(p for p in each.pieces if p.kind == "marker") for each in (seen, elsewhere))
    pieces = (*seen.pieces, replace(other, confidence=share * marker.confidence))
    sight = assembler("stones", state.options).see(replace(seen, pieces=pieces), known(state))
    assert sight.position.get("marker") == (state.marker if told else None)


def test_a_marker_that_was_taken_for_a_token_is_the_marker():
    state = later(2)
    seen = Table().see(state)
    pieces = [replace(p, kind="token", label="token:blue") if p.kind == "marker" else p for p in seen.pieces]
    sight = assembler("stones", state.options).see(replace(seen, pieces=tuple(pieces)), known(state))
    assert sight.position["marker"] == state.marker
    assert "marker" not in see(without(seen, "marker")).position


def test_a_marker_that_nobody_saw_at_first_started_where_a_stone_was_put_up():
    fresh = GAME.start(BEGUN.options)
    eye, table = assembler("stones", BEGUN.options), Table()
    hidden = without(table.see(BEGUN), "marker")
    shown = play(fresh, *(str(move) for _, move in ways(fresh, eye.see(hidden, fresh))[0].plays), seat=-1)
    assert shown.marker != BEGUN.marker
    eye.see(hidden, shown)
    taken, after, take = turn_of(BEGUN)
    best = ways(shown, eye.see(table.see(taken), shown), plies=1)[0]
    assert text(best)[-1] == f"{BEGUN.turn} {take}"
    best = ways(shown, eye.see(table.see(after), shown))[0]
    assert text(best) == [f"-1 marker {BEGUN.marker}", f"{BEGUN.turn} {take}", f"{BEGUN.turn} place ok"]


@pytest.mark.parametrize("view", VIEWS)
def test_a_stone_that_was_put_up_before_anybody_looked(view):
    fresh, (taken, after, take) = GAME.start(BEGUN.options), turn_of(BEGUN)
    up = replace(taken, stacks=after.stacks)
    eye, table = assembler("stones", BEGUN.options), Table(view)
    begun = ways(fresh, eye.see(table.see(up), fresh))[0]
    shown = play(fresh, *(str(move) for _, move in begun.plays), seat=-1)
    assert ways(shown, eye.see(table.see(up), shown))[0].plays == ()
    best = ways(shown, eye.see(table.see(after), shown))[0]
    assert text(best) == [f"{BEGUN.turn} {take}", f"{BEGUN.turn} place ok"]


def test_a_display_that_nobody_has_told_is_turned_up():
    fresh = GAME.start(BEGUN.options)
    eye = assembler("stones", BEGUN.options)
    best = ways(fresh, eye.see(Table().see(BEGUN), fresh))[0]
    told = {str(move) for seat, move in best.plays}
    assert told == {f"marker {BEGUN.marker}", *(f"turn {tile}" for tile in BEGUN.display)}
    assert {seat for seat, _ in best.plays} == {-1}


def test_what_was_never_in_view_has_not_gone():
    state, table = later(7), Table()
    eye = assembler("stones", state.options)
    bottom = next(at for at in range(6) if len(state.stacks[at]) > 1)

    def hidden(seen):
        low = (piece for piece in seen.pieces if piece.stack == bottom and piece.position == 1)
        return replace(seen, pieces=tuple(piece for piece in seen.pieces if piece is not next(low, None)))

    eye.see(without(hidden(table.see(state)), "small"), known(state))
    best = ways(known(state), eye.see(without(hidden(table.see(state)), "small"), known(state)))[0]
    assert best.plays == ()
    assert best.likelihood > 0.9


def test_a_stone_that_was_never_found_is_taken_by_the_rules():
    state, table = later(2), Table()
    tile = next(tile for tile in state.display if len(tile.sizes) < 3)
    size, other = SIZES[tile.sizes[0]], next(label for n, label in enumerate(SIZES) if n not in tile.sizes)
    take = f"take {tile} {size}"
    before, after = (table.see(each) for each in (state, play(state, take)))
    taken = {piece.corners for piece in before.pieces if piece.label == size} - {p.corners for p in after.pieces}
    before = replace(before, pieces=tuple(piece for piece in before.pieces if piece.corners not in taken))
    eye = assembler("stones", state.options)
    eye.see(without(before, other), known(state))
    best = ways(known(state), eye.see(without(after, other), known(state)))[0]
    assert text(best) == [f"{state.turn} {take}"]
    assert best.illegal is None


def test_a_stone_that_is_missed_once_was_not_taken():
    state = later(3)
    eye, table = assembler("stones", state.options), Table()
    eye.see(table.see(state), known(state))
    best = ways(known(state), eye.see(without(table.see(state), "large"), known(state)))[0]
    assert best.plays == ()


def test_what_lies_under_a_hand_is_not_gone():
    state = later(5)
    eye, table = assembler("stones", state.options), Table()
    whole = table.see(state)
    eye.see(whole, known(state))
    tokens = [piece for piece in whole.pieces if piece.kind == "token"]
    x, y = np.mean([piece.corners for piece in tokens[:1]], axis=(0, 1))
    box = ((x - 40, y - 40), (x + 40, y - 40), (x + 40, y + 40), (x - 40, y + 40))
    hand = replace(whole.pieces[0], kind="hand", label=None, corners=box)
    left = tuple(p for p in whole.pieces if not (abs(np.mean(p.corners, axis=0) - (x, y)) < 30).all())
    covered = replace(whole, pieces=(*left, hand))
    best = ways(known(state), eye.see(covered, known(state)))[0]
    assert best.plays == ()


def test_an_unsure_stone_on_a_stack_keeps_its_likelihoods():
    state = later(1)
    tile = next(tile for tile in state.display if len(tile.sizes) > 1)
    one, other = (("small", "medium", "large")[size] for size in tile.sizes[:2])
    taken = play(state, f"take {tile} {one}")
    after = play(taken, "place ok")
    eye, table = assembler("stones", state.options), Table()
    eye.see(table.see(state), known(state))
    seen = table.see(after)
    unsure = [
        replace(piece, label=None, candidates=(Candidate(other, 0.6), Candidate(one, 0.4)))
        if piece.stack == state.marker and piece.kind == "stone" and piece.position == len(after.stacks[state.marker])
        else piece
        for piece in seen.pieces
    ]
    found = ways(known(state), eye.see(replace(seen, pieces=tuple(unsure)), known(state)))
    # The river tells which stone it is: one of that size is missing there.
    assert text(found[0]) == [f"{state.turn} take {tile} {one}", f"{state.turn} place ok"]


def test_a_mark_that_is_covered_later_is_remembered():
    state, table = later(3), Table()
    eye = assembler("stones", state.options)
    eye.see(table.see(state), known(state))
    taken, after, _ = turn_of(state)
    eye.see(table.see(taken, numbered=False), known(state))
    best = ways(known(taken), eye.see(table.see(after, numbered=False), known(taken)))[0]
    assert text(best) == [f"{state.turn} place ok"]


def test_a_camera_that_was_moved_finds_the_board_again():
    state = later(3)
    eye, table = assembler("stones", state.options), Table()
    eye.see(table.see(state), known(state))
    sight = eye.see(Table(camera(62.0, shift=30.0)).see(state, numbered=False), known(state))
    assert not sight.trouble
    assert ways(known(state), sight)[0].plays == ()


def test_no_board_is_trouble():
    seen = Table().see(BEGUN)
    stones = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != "base"))
    sight = assembler("stones", BEGUN.options).see(stones, known(BEGUN))
    assert sight.trouble == sight.unjudged == NOT_IN_VIEW


def test_a_board_without_its_mark_has_no_first_stack():
    assert see(Table().see(BEGUN, numbered=False)).trouble == NOT_IN_VIEW


@pytest.mark.parametrize("turns", [0, 4, 8])
def test_a_photo_tells_a_position(turns):
    state = later(turns)
    told = see(Table().see(state)).position
    whole = GAME.position(state)
    assert told["marker"] == whole["marker"]
    assert [stack["stones"] for stack in told["stacks"]] == [stack["stones"] for stack in whole["stacks"]]
    assert [stack["tokens"] for stack in told["stacks"]] == [stack["tokens"] for stack in whole["stacks"]]
    assert told["river"] == whole["river"]
    found = reading(Table().see(state), "stones", state.options)
    assert found.unjudged == ""


def test_a_photo_in_which_a_stone_is_hidden_tells_no_river():
    told = see(without(Table().see(BEGUN), "small")).position
    assert "river" not in told
    assert GAME.state(Setup(StonesOptions(players=2), told)).river == BEGUN.river


def test_a_wide_stone_that_is_called_a_base_is_a_stone():
    state = play(start(seed=3), "take " + next(str(m)[5:] for m in GAME.moves(start(seed=3), 0)), "place ok")
    seen = Table().see(state)
    at = next(at for at in range(6) if state.stacks[at])
    pieces = tuple(
        replace(piece, label="base") if piece.stack == at and piece.position == 1 else piece for piece in seen.pieces
    )
    told = see(replace(seen, pieces=pieces)).position
    assert len(told["stacks"][at]["stones"]) == 1


def test_places_are_the_same_from_wherever_the_camera_looks():
    places = []
    for view in VIEWS:
        seen = Table(view).see(BEGUN)
        ground = find_ground(seen)
        tile = next(piece for piece in seen.pieces if piece.label == str(BEGUN.display[0]))
        places.append(ground.at(np.mean(tile.corners, axis=0)[None])[0])
    assert np.ptp(places, axis=0).max() < 10


@pytest.mark.parametrize(
    ("known_before", "matched", "absent", "new", "best"),
    [
        (5, 5, [], [], 5),  # all are seen
        (5, 4, [], [], 5),  # one has never been seen
        (5, 4, [0.05], [], 4),  # one has gone
        (5, 4, [0.95], [], 5),  # one is hidden as before
        (5, 4, [0.05], [1.0], 5),  # one has moved
        (5, 5, [], [1.0, 1.0], 7),  # two have come
    ],
)
def test_counts_of_what_came_and_went(known_before, matched, absent, new, best):
    told = counts(known_before, matched, absent, new)
    assert max(told, key=told.__getitem__) == best
    assert max(told.values()) == 1


def test_a_piece_that_was_never_found_may_be_the_one_that_went():
    told = counts(12, 10, [], [])
    assert told[12] == 1
    assert 0.01 < told[11] < 0.5
    assert 0 < counts(12, 12, [], [])[11] < told[11]

"""Cards on a followed table: every rest of a film is put together and explained from what was known before."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from card_films import GAME, SIZE, blurred, film, observed, on_mat, rules_of, stills, turns
from explaining import explain
from kept import kept_table

from engine.games.stonerow.cards import HIGHWAYMAN, cards_of, label
from service.judging import reading
from vision.games import LookContext
from vision.games.stonerow.cards import Card, Group, is_row
from vision.games.stonerow.model import MODEL
from vision.geometry import through
from vision.observation import Candidate, Observation, Piece, corners_of
from vision.scene.memory.memory import Memory

SILENT = "draw quarry"


def explained(script, noise=None, *, mat=False, turned=False):
    """The stills of a film: the true plays before each, without a draw that nothing followed yet, and the likeliest
    explanation, with the likelihood of all that show the same; `mat`: where the mat lies is known. With `turned` the
    camera stands upright. Times at which something lies against the rules, or was taken back, are left out."""
    options, told = rules_of(script), turns(script)
    table, state, last = kept_table("stonerow", options), GAME.start(options, None), 0
    cheats = [play for play in script.plays if play.kind == "cheat"]
    for time in stills(script):
        done = sum(turn.time <= time for turn in told)
        while done > 1 and [move for _, move in told[done - 1].plays] == [SILENT]:
            done -= 1
        seen = observed(script, time)
        seen = on_mat(seen, script, time) if mat else clockwise(seen) if turned else seen
        table_reading = table.interpret(seen if noise is None else blurred(seen, noise, 2.0, 0.0, 0.1), state)
        explanations = explain(MODEL, state, table_reading.seen)
        same = sum(
            explanation.likelihood
            for explanation in explanations
            if shown(explanation.plays) == shown(explanations[0].plays)
        )
        explanation = replace(explanations[0], likelihood=same)
        since = told[last:done]
        if not any(turn.undo for turn in since) and not any(c.laid <= time < (c.back or 1e9) for c in cheats):
            yield [play for turn in since for play in turn.plays], explanation
        state, last = told[done - 1].after, done


def clockwise(seen):
    """What is seen in a picture that is turned by a quarter clockwise."""
    pieces = (
        replace(piece, corners=corners_of([seen.height - 1 - y, x] for x, y in piece.corners)) for piece in seen.pieces
    )
    return replace(seen, width=seen.height, height=seen.width, pieces=tuple(pieces))


def shown(plays):
    """Plays that can be seen: who called a Foreman that was dealt and who let a Hammer pass cannot."""
    plays = [(0 if str(move) == "overtime" else seat, str(move)) for seat, move in plays if str(move) != "decline"]
    while plays and plays[-1][1] == SILENT:
        plays.pop()
    return plays


@pytest.mark.parametrize("mat", [False, True])
@pytest.mark.parametrize(("seed", "players", "rule_set"), [(1, 2, "official"), (2, 3, "official"), (1, 3, "basic")])
def test_what_is_played_is_told(seed, players, rule_set, mat):
    found = list(explained(film(seed, players, rule_set), mat=mat))
    assert len(found) > 4
    for true, explanation in found:
        assert shown(explanation.plays) == shown(true)
        assert explanation.illegal is None
        assert explanation.likelihood > 0.8


def test_what_is_played_is_told_where_two_sit_left_and_right():
    found = list(explained(film(1, 2), turned=True))
    assert len(found) > 4
    for true, explanation in found:
        assert (shown(explanation.plays), explanation.illegal) == (shown(true), None)


def test_a_single_photo_of_two_who_sit_left_and_right_shows_two_players():
    script = film(1, 2)
    upright = observed(script, list(stills(script))[-1])
    told = reading(clockwise(upright), "stonerow")["position"]
    assert told == reading(upright, "stonerow")["position"]


def test_noisy_cards_are_followed_too():
    found = list(explained(film(1, 2), random.Random(5)))
    right = [explanation for true, explanation in found if shown(explanation.plays) == shown(true)]
    assert len(right) >= len(found) - 1
    assert not any(explanation.illegal for explanation in right)


def test_on_the_mat_piles_and_seats_are_told_by_its_zones():
    script = film(2, 3)
    time = list(stills(script))[-1]
    state = [turn for turn in turns(script) if turn.time <= time][-1].after
    true = GAME.position(state)
    seen = on_mat(observed(script, time), script, time)
    # Without quarry and tower nothing but the mat says where the piles are.
    bare = replace(seen, pieces=tuple(p for p in seen.pieces if p.label != "back" and p.label[0] != "T"))
    table_reading = kept_table("stonerow", rules_of(script)).interpret(bare, GAME.start(rules_of(script), None))
    assert table_reading.position["keystone"] == true["keystone"]
    assert table_reading.position["brickyard"] == true["brickyard"][-1:]
    held = {
        frozenset(card for layer in row["layers"] for card in layer["cards"]): row["holder"] for row in true["rows"]
    }
    told = {frozenset(row["cards"]): row["holder"] for row in table_reading.position["rows"]}
    assert all(held[cards] == holder for cards, holder in told.items() if cards in held)
    assert set(told) & set(held)
    # Seats reach in from their sides of the picture: the first from below, the others from left and right.
    below, left, right = (table_reading.sides[seat] for seat in range(3))
    assert np.sin(below) > 0.8
    assert np.cos(left) < -0.8
    assert np.cos(right) > 0.8


def test_a_row_that_was_carried_off_before_it_was_told_moves_nobody_to_another_seat():
    """Deflectors lie where their players sit, whatever the game says of the row."""
    script = film(12, 3)
    options, told = rules_of(script), turns(script)
    time = next(time for time in stills(script) if time > 13.0)
    state = [turn for turn in told if turn.time <= time][-1].after
    (row,) = state.rows
    assert (row.holder, state.deflectors) == (0, (0, 1, 0))
    seen = on_mat(observed(script, time), script, time)
    table_reading = kept_table("stonerow", options).interpret(seen, state.but(rows=(replace(row, holder=1),)))
    assert [each["holder"] for each in table_reading.position["rows"]] == [0]
    assert table_reading.position["deflectors"] == [0, 1, 0]


@pytest.mark.parametrize(("known", "holder"), [((), 1), ((0,), 0), ((0, 1), 0)])
def test_hands_tell_who_sits_where_though_a_row_was_carried_off_before_it_was_told(known, holder):
    script = film(12, 3)
    options, told = rules_of(script), turns(script)
    time = next(time for time in stills(script) if time > 13.0)
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = on_mat(observed(script, time), script, time)
    seen = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != "Di"))
    stolen = state.but(rows=(replace(state.rows[0], holder=1),), deflectors=(0, 0, 0))
    table = kept_table("stonerow", options)
    sides = table.interpret(seen, GAME.start(options, None)).sides
    table_reading = table.interpret(seen, stolen, LookContext(sides={seat: sides[seat] for seat in known}))
    assert [each["holder"] for each in table_reading.position["rows"]] == [holder]


def test_what_keeps_the_game_from_beginning_is_said():
    script = film(2, 3)
    time = list(stills(script))[-1]
    seen = on_mat(observed(script, time), script, time)
    options = rules_of(script)
    keystone = kept_table("stonerow", options).interpret(seen, GAME.start(options, None)).position["keystone"]
    without = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != keystone))
    table_reading = kept_table("stonerow", options).interpret(without, GAME.start(options, None))
    assert "keystone" in table_reading.trouble
    assert "enter it" in table_reading.trouble


def test_a_hammer_is_told_though_nothing_of_its_row_is_seen():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    time = list(stills(script))[-1]
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = on_mat(observed(script, time), script, time)
    table = kept_table("stonerow", options)
    rows = table.interpret(seen, state).position["rows"]
    row = next(row for row in rows if not row["markers"])
    cards = [piece for piece in seen.pieces if piece.label in row["cards"]]
    lies = np.array(cards[0].corners)
    middle = lies.mean(axis=0)
    across = Piece("card", "RSu", 1.0, corners_of(np.roll(lies - middle, 1, axis=0) + middle), None)
    bare = tuple(piece for piece in seen.pieces if piece.label not in (*row["cards"], "RSu"))
    table_reading = table.interpret(replace(seen, pieces=(*bare, across)), state)
    broken = next(each for each in table_reading.position["rows"] if each.get("id") == row["id"])
    assert broken["markers"] == ["RSu"]


def lower_part(corners, share):
    """The corners of so much of a card."""
    upper, lower = np.array(corners[:2]), np.array(corners[3:1:-1])
    return corners_of(np.array([*(lower + share * (upper - lower)), *lower[::-1]]))


@pytest.mark.parametrize(("thing", "lies"), [("unknown", True), ("hand", True), (None, False)])
@pytest.mark.parametrize("mat", [False, True])
def test_a_row_that_something_lies_over_is_still_there(mat, thing, lies):
    script = film(1, 2)
    time, state = next(
        (time, turn.after)
        for time in stills(script)
        for turn in turns(script)[::-1]
        if turn.time <= time and len(turn.after.rows) == 1
    )
    seen = on_mat(observed(script, time), script, time) if mat else observed(script, time)
    table = kept_table("stonerow", rules_of(script))
    (row,) = table.interpret(seen, state).position["rows"]
    over = [replace(p, kind=thing, label=None) for p in seen.pieces if p.label in row["cards"] and thing]
    rest = [p for p in seen.pieces if p.label not in row["cards"]]
    rows = table.interpret(replace(seen, pieces=(*rest, *over)), state).position["rows"]
    assert [(set(each["cards"]), each["holder"]) for each in rows] == [(set(row["cards"]), row["holder"])] * lies
    part = [replace(p, corners=lower_part(p.corners, 0.4)) for p in over]
    assert table.interpret(replace(seen, pieces=(*rest, *part)), state).position["rows"] == []  # the mat shows


@pytest.mark.parametrize("read_by_a_look", [False, True])
def test_a_card_that_reads_as_one_that_lies_elsewhere_is_the_next_that_it_may_be(read_by_a_look):
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    time = list(stills(script))[-1]
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = on_mat(observed(script, time), script, time)
    known = state.but(rows=state.rows[:-1])
    wrong = Candidate("B8", 0.88), Candidate("R4", 0.03), Candidate("R5", 0.01)
    pieces = [replace(p, label="B8", confidence=0.88, candidates=wrong) if p.label == "R4" else p for p in seen.pieces]
    if read_by_a_look:
        pieces = Memory().looked(replace(seen, pieces=tuple(pieces)), 0.0).observation(seen).pieces
    rows = kept_table("stonerow", options).interpret(replace(seen, pieces=tuple(pieces)), known).seen.rows
    (new,) = (each for each in rows if each.id is None)
    assert {label(max(guess, key=guess.__getitem__)) for guess in new.cards} == {"R4", "B4"}


def test_hands_tell_no_seats_on_a_sheet_that_has_none():
    script = film(2, 2)
    time = list(stills(script))[-1]
    seen = on_mat(observed(script, time), script, time)
    sheet = replace(seen, mat=replace(seen.mat, sort=("stonerow", "a4", "sheet")))
    table = kept_table("stonerow", rules_of(script))
    table_reading = table.interpret(sheet, GAME.start(rules_of(script), None), LookContext(sides={0: 1.6}))
    assert table_reading.sides == {}


def test_where_a_row_was_stolen_back_others_lie_though_only_the_highwayman_was_seen_to_go():
    script = film(6, 2)
    options, told = rules_of(script), turns(script)
    time = list(stills(script))[-1]
    state = [turn for turn in told if turn.time <= time][-1].after
    stolen, other = state.rows
    assert (stolen.holder, stolen.markers) == (1, (HIGHWAYMAN,))
    seen = on_mat(observed(script, time), script, time)
    table = kept_table("stonerow", options)
    named = {label(card) for card in cards_of(stolen.cards)}
    mine = [piece for piece in seen.pieces if piece.label in named]
    rest = [piece for piece in seen.pieces if piece.label not in (*named, "Hw")]
    (marker,) = (piece for piece in seen.pieces if piece.label == "Hw")
    gone = replace(marker, corners=corners_of(np.add(marker.corners, (-355.0, 370.0))))

    def look(holder, *pieces):
        """The holder of the stolen row, and those of rows that nobody knows."""
        known = state.but(rows=(replace(stolen, holder=holder), other))
        rows = table.interpret(replace(seen, pieces=(*rest, *pieces)), known).position["rows"]
        (lies,) = (each["holder"] for each in rows if each.get("id") == f"r{stolen.id}")
        return lies, [each["holder"] for each in rows if "id" not in each]

    assert look(1, *mine, marker) == (1, [])
    assert look(1, gone) == (0, [])
    assert look(0, gone) == (0, [])
    vague = (Candidate("BSu", 0.5), Candidate("BAr", 0.3))
    fresh = [replace(piece, label=None, confidence=0.5, candidates=vague) for piece in mine]
    assert look(0, gone, *fresh) == (0, [1])


@pytest.mark.parametrize(("share", "known"), [(0.06, True), (0.24, False)])
def test_what_a_badly_read_card_of_a_row_leaves_open_may_be_what_the_row_has(share, known):
    """Else it was one card more, and the row had been enlarged."""
    script = film(6, 2)
    options, told = rules_of(script), turns(script)
    time = list(stills(script))[-1]
    state = [turn for turn in told if turn.time <= time][-1].after
    row = next(row for row in state.rows if row.markers == (HIGHWAYMAN,))
    seen = on_mat(observed(script, time), script, time)
    named = [label(card) for card in cards_of(row.cards)]
    rest = [piece for piece in seen.pieces if piece.label not in (*named, "Hw")]
    top, marker = (next(piece for piece in reversed(seen.pieces) if piece.label in of) for of in (named, ["Hw"]))
    others = [each for rank in range(1, 10) if (each := f"{str(top.label)[0]}{rank}") not in named][:4]
    unread = replace(top, label=None, confidence=share, candidates=tuple(Candidate(each, share) for each in others))
    table = kept_table("stonerow", options)

    def look(holder, pieces, by=(0.0, 0.0)):
        """The cards of the stolen row, where these pieces of it are seen, moved by so many pixels."""
        moved = (replace(piece, corners=corners_of(np.add(piece.corners, by))) for piece in pieces)
        held = state.but(rows=tuple(replace(each, holder=holder) if each.id == row.id else each for each in state.rows))
        rows = table.interpret(replace(seen, pieces=(*rest, *moved)), held).position["rows"]
        return next(each["cards"] for each in rows if each.get("id") == f"r{row.id}")

    away = (-355.0, 370.0)
    look(1, [piece for piece in seen.pieces if piece not in rest])
    look(1, [marker], away)
    assert sorted(look(0, [marker], away)) == sorted(named)
    assert (sorted(map(str, look(0, [marker, unread], away))) == sorted(named)) is known


def test_a_row_that_was_carried_off_is_known_by_a_card_that_is_not_sure():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    time = list(stills(script))[-1]
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = on_mat(observed(script, time), script, time)
    table = kept_table("stonerow", options)
    row = next(row for row in table.interpret(seen, state).position["rows"] if not row["markers"])
    cards = [piece for piece in seen.pieces if piece.label in row["cards"]]
    # One of its cards lies in the middle between the seats, read by a part of it, and the others are out of sight.
    middle = np.array(SIZE) / 2 - np.array(cards[-1].corners).mean(axis=0) + (330.0, 0.0)
    guess = (Candidate(str(cards[-1].label), 0.9), Candidate("B1", 0.05))
    moved = replace(cards[-1], label=None, candidates=guess, corners=corners_of(np.array(cards[-1].corners) + middle))
    bare = tuple(piece for piece in seen.pieces if piece.label not in row["cards"])
    table_reading = table.interpret(replace(seen, pieces=(*bare, moved)), state)
    (again,) = (each for each in table_reading.position["rows"] if each.get("id") == row["id"])
    assert sorted(again["cards"]) == sorted(row["cards"])


def test_where_the_camera_moved_rows_that_cannot_be_read_lie_where_they_went():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    time = list(stills(script))[-1]
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = observed(script, time)
    table = kept_table("stonerow", options)
    rows = table.interpret(seen, state).position["rows"]
    motion = np.array([[0.999, -0.03, 40.0], [0.03, 0.999, -20.0], [0.0, 0.0, 1.0]])
    table.moved(motion)
    pieces = tuple(replace(piece, corners=corners_of(through(motion, piece.quad))) for piece in seen.pieces)
    named = {label for row in rows for label in row["cards"]}
    dim = (replace(p, label=None, candidates=()) if p.label in named else p for p in pieces)
    again = table.interpret(replace(seen, pieces=tuple(dim)), state).position["rows"]
    assert [each["id"] for each in again] == [each["id"] for each in rows]
    assert [each["cards"] for each in again] == [each["cards"] for each in rows]


def test_the_mat_of_another_game_tells_nothing():
    script = film(1, 2)
    time = next(iter(stills(script)))
    seen = on_mat(observed(script, time), script, time)
    assert seen.mat is not None
    other = replace(seen, mat=replace(seen.mat, sort=("stones", "a4", "table")))
    table_reading = kept_table("stonerow", rules_of(script)).interpret(other, GAME.start(rules_of(script), None))
    assert not table_reading.sides
    assert table_reading.position["tower"] == 1


def test_a_false_row_is_told_with_its_rule():
    script = film(1, 2)
    cheat = next(play for play in script.plays if play.kind == "cheat")
    options, told = rules_of(script), turns(script)
    time = next(t for t in stills(script) if cheat.laid <= t < (cheat.back or 1e9))
    state = [turn for turn in told if turn.time <= time][-1].after
    table_reading = kept_table("stonerow", options).interpret(observed(script, time), state)
    explanation = explain(MODEL, state, table_reading.seen)[0]
    assert (explanation.plays[-1][0], str(explanation.plays[-1][1])) == (cheat.seat, cheat.move)
    assert explanation.illegal is not None
    assert explanation.illegal.name == cheat.fault


def test_a_row_taken_back_weighs_more_from_the_state_before():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    built = next(at for at, turn in enumerate(told) if any(move.startswith("build") for _, move in turn.plays))
    before, after = told[built - 1].after, told[built].after
    table = kept_table("stonerow", options)
    cheats = [play for play in script.plays if play.kind == "cheat"]
    times = [
        t for t in stills(script) if t < told[built].time and not any(c.laid <= t < (c.back or 1e9) for c in cheats)
    ]
    there = next(t for t in stills(script) if t > told[built].time)
    table.interpret(observed(script, there), after)
    table_reading = table.interpret(observed(script, times[-1]), after)
    now, then = (explain(MODEL, state, table_reading.seen, 1)[0] for state in (after, before))
    assert shown(then.plays) == []
    assert then.weight > 10 * now.weight


def test_a_photo_alone_becomes_a_position():
    script = film(1, 2)
    time = list(stills(script))[-1]
    state = [turn for turn in turns(script) if turn.time <= time][-1].after
    told = reading(observed(script, time), "stonerow", rules_of(script))
    rows = sorted(sorted(row["cards"]) for row in told["position"]["rows"])
    assert rows == sorted(
        sorted(card for layer in row["layers"] for card in layer["cards"]) for row in GAME.position(state)["rows"]
    )
    assert told["position"]["keystone"] == GAME.position(state)["keystone"]
    assert not told["unjudged"]


def test_an_empty_picture_says_what_to_do():
    table_reading = kept_table("stonerow", rules_of(film(1, 2))).interpret(Observation(1280, 720, "", ()))
    assert "turn the camera" in table_reading.trouble


def test_what_is_no_quad_is_left_out():
    script = film(1, 2)
    seen = observed(script, next(iter(stills(script))))
    point, bow = [(5.0, 5.0)] * 4, [(0.0, 0.0), (50.0, 50.0), (50.0, 0.0), (0.0, 50.0)]
    odd = tuple(Piece("card", "R7", 1.0, corners_of(quad), None) for quad in (point, bow))
    table = kept_table("stonerow", rules_of(script))
    assert not table.interpret(replace(seen, pieces=(*seen.pieces, *odd))).position["rows"]
    assert "turn the camera" in table.interpret(replace(seen, pieces=odd)).trouble


def test_the_plane_of_cards_is_that_of_the_table():
    from vision.games.stonerow.plane import fitted

    script = film(1, 2)
    seen = observed(script, next(iter(stills(script))))
    quads = np.array([piece.corners for piece in seen.pieces])
    plane = fitted(quads, (1280, 720))
    assert plane.size[1] == pytest.approx(88.0, abs=2.0)
    tower = sorted(plane.lay(quads[[p.label in ("T1", "back") for p in seen.pieces]]).centre[:, 0])
    assert np.median(np.diff(tower)) == pytest.approx(67.0, abs=2.0)


@pytest.mark.parametrize(("guess", "row"), [({"BAr": 0.5, "BGM": 0.5}, True), ({"BAr": 0.2, "BGM": 0.2}, False)])
def test_a_single_card_is_a_row_though_it_is_open_as_which(guess, row):
    lies = np.zeros((4, 2))
    assert is_row(Group([Card(0, None, guess, 0.0, 0.0, 0.0, lies, lies)]), 1) == row

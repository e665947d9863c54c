"""The brickyard from look to look: cards that lay there for a moment."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from card_films import GAME, film, observed, on_mat, rules_of, stills, turns
from kept import kept_table
from looked import looks
from seen_tables import seen_table

from engine.games.stonerow.cards import CARDS, cards_of
from engine.games.stonerow.cards import label as label_of
from vision.games.reading import TableReading
from vision.games.stonerow.tracks import BRICKYARD, KEPT
from vision.games.stonerow.zones import Zones
from vision.observation import Candidate, Observation, Piece, corners_of
from vision.scene.mat import mat
from vision.scene.plane.pose import Plane
from vision.tracking import Commit


def on_yard(seen: Observation, script, label: str, aside: float = 0.0) -> Observation:
    """The observation of a hand, and of a card on the brickyard in place of its top, so many pixels aside."""
    sheet = mat("stonerow", script.record.header.players)
    homography = np.array(seen.mat.homography).reshape(3, 3)
    corners = Zones(Plane(homography, sheet)).quad(BRICKYARD) + np.array([aside, 0.0])
    bare = tuple(p for p in seen.pieces if np.linalg.norm(np.mean(p.corners, 0) - corners.mean(0)) > 60)
    hand = Piece("hand", None, 1.0, corners_of(corners + np.array([0.0, 200.0])), None)
    return replace(seen, pieces=(*bare, Piece("card", label, 1.0, corners_of(corners), None), hand))


def passed(aside: float, times: int = 2):
    """What an assembler tells of a card that was glimpsed at the brickyard of a film, the state, and the card."""
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    acting = next(turn for turn in told if turn.after.phase == "action")
    time = next(time for time in stills(script) if time >= acting.time)
    seen = on_mat(observed(script, time), script, time)
    lying = {piece.label for piece in seen.pieces}
    label = next(name for name in ("GSu", "R3", "Y8") if name not in lying)
    table = kept_table("stonerow", options)
    table.interpret(seen, acting.after)
    for _ in range(times):
        table.recall(on_yard(seen, script, label, aside))
    return table.interpret(seen, acting.after), acting.after, options, label


def test_a_card_that_was_discarded_and_drawn_at_once_was_played():
    reading, state, options, label = passed(0.0)
    assert [each.top for each in reading.glimpsed] == [({CARDS[label]: 1.0},)]
    (decision,) = looks(GAME, options, state, [reading])
    assert isinstance(decision, Commit)
    assert not decision.explains_all
    assert [(seat, str(move)) for seat, move in decision.explanation.plays] == [(state.turn, f"discard {label}")]


def test_a_card_that_is_carried_across_the_brickyard_was_not():
    assert passed(25.0)[0].glimpsed == ()
    assert passed(0.0, times=1)[0].glimpsed == ()


def test_what_lies_on_the_brickyard_before_the_game_begins_is_its_first_card():
    script = film(1, 2)
    time = next(iter(stills(script)))
    seen = on_mat(observed(script, time), script, time)
    options = rules_of(script)
    before = GAME.start(options, None)
    table = kept_table("stonerow", options)
    # Once may be a card that is carried over it.
    table.recall(on_yard(seen, script, "R3"))
    assert table.interpret(seen, before).seen.first is None
    for label in ("Y8", "Y8", *("GSu",) * (KEPT + 1), "R3"):
        table.recall(on_yard(seen, script, label))
    assert table.interpret(seen, before).seen.first == {CARDS["Y8"]: 1.0}
    known = next(turn.after for turn in turns(script) if turn.after.phase == "draw")
    after = table.interpret(seen, known)
    assert after.seen.first is None
    # What lay there before the game began was not discarded since.
    assert after.glimpsed == ()


def test_a_top_of_the_brickyard_that_cannot_be_read_is_no_card_that_passed():
    script = film(1, 2)
    acting = next(turn for turn in turns(script) if turn.after.phase == "action")
    time = next(time for time in stills(script) if time >= acting.time)
    seen = on_mat(observed(script, time), script, time)
    yard = label_of(acting.after.brickyard[-1])
    blurred = tuple(
        replace(p, label=None, candidates=(Candidate(yard, 0.4), Candidate("R3", 0.3))) if p.label == yard else p
        for p in seen.pieces
    )
    table = kept_table("stonerow", rules_of(script))
    table.interpret(seen, acting.after)
    for _ in range(3):
        table.recall(on_yard(seen, script, "R3"))
    assert table.interpret(replace(seen, pieces=blurred), acting.after).glimpsed == ()


def test_what_passed_without_a_play_changes_nothing():
    reading, state, options, _ = passed(0.0)
    top_ = GAME.position(state)["brickyard"][-1]
    quiet = TableReading(reading.seen, glimpsed=(seen_table("stonerow", {"brickyard": [top_]}),))
    (decision,) = looks(GAME, options, state, [quiet])
    assert not isinstance(decision, Commit)


def test_a_brickyard_that_something_lies_over_is_not_told_to_be_empty():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    time = next(time for time in stills(script) if len([turn for turn in told if turn.time <= time]) > 1)
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = on_mat(observed(script, time), script, time)
    place = Zones(Plane(np.array(seen.mat.homography).reshape(3, 3), mat("stonerow", 2))).quad(BRICKYARD)
    bare = tuple(p for p in seen.pieces if np.linalg.norm(np.mean(p.corners, 0) - place.mean(0)) > 40)
    thing = Piece("unknown", None, 1.0, corners_of(place), None)
    position = [
        kept_table("stonerow", options).interpret(replace(seen, pieces=pieces), state).position
        for pieces in (bare, (*bare, thing))
    ]
    assert position[0]["brickyard"] == []
    assert "brickyard" not in position[1]


def test_a_row_that_was_seen_with_a_card_that_passed_was_laid_before():
    script = film(1, 2)
    told = turns(script)
    before, laid = next(
        (one.after, other) for one, other in pairwise(told) if len(other.after.rows) == 1 and not one.after.rows
    )
    time = next(time for time in stills(script) if time >= laid.time)
    seen = on_mat(observed(script, time), script, time)
    table = kept_table("stonerow", rules_of(script))
    table.interpret(seen, before)
    table.recall(on_yard(seen, script, "Y8"))
    table.recall(on_yard(seen, script, "Y8"))
    (passed_,) = table.interpret(seen, before).glimpsed
    assert [len(row.cards) for row in passed_.rows] == [laid.after.rows[0].cards.bit_count()]
    # A row that was laid since was not.
    bare = replace(seen, pieces=tuple(p for p in seen.pieces if p.label not in known_labels(laid.after.rows[0])))
    table.recall(on_yard(bare, script, "Y8"))
    table.recall(on_yard(bare, script, "Y8"))
    (passed_,) = table.interpret(seen, before).glimpsed
    assert passed_.rows == ()


def known_labels(row) -> set[str]:
    """The labels of a row's cards."""
    return {label_of(card) for card in cards_of(row.cards)}

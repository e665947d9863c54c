"""Whose turn it is: turns that may have passed unseen add up, and whoever scores is asked about once."""

from dataclasses import replace
from math import log, pi

import pytest
from told_looks import Looks, model, reading, seated

from engine.core import TABLE
from engine.games import find_game
from vision.games.stackernoos.model.tiles import SeenTable
from vision.scene.hands import HandEntry
from vision.tracking import Commit, Nothing
from vision.tracking.belief import Belief
from vision.tracking.evidence import Evidence
from vision.tracking.step import _begun_by_others
from vision.tracking.table_state import NOTHING
from vision.tracking.turns import Turns

RUN = ("start 6-6", "extend 7-6 @-2,0,0:e", "extend 8-7 @-4,0,0:e", "extend 6-3 @2,0,0:e", "extend 3-9 @4,0,0:e",
       "extend 9-1 @6,0,0:e", "extend 5-8 @-6,0,0:e")  # fmt: skip
TILES = ("6-6 0 0 0 e", "7-6 -2 0 0 e", "8-7 -4 0 0 e", "6-3 2 0 0 e", "3-9 4 0 0 e", "9-1 6 0 0 e", "5-8 -6 0 0 e")
CAP = "9-5 6 0 1 e"
OTHER_CAP = "5-7 -6 0 1 e"
SIDES = (0.0, pi)


def table(*tiles):
    """A table reading without a boneyard in view."""
    seen = reading(*tiles)
    return replace(seen, seen=SeenTable(seen.seen.tiles))


def followed(count, *, hands=False):
    """A run of so many tiles that was followed tile by tile, with hands in view or without."""
    looks = Looks(RUN[0])
    for tiles in range(2, count + 1):
        laid(looks, TILES[:tiles], hands=hands)
    return looks


def laid(looks, tiles, *, hands=False):
    """What the look tells that shows these tiles; they are written down."""
    seat = looks.belief.state.turn
    reach = (HandEntry(SIDES[seat], looks.now - 1.0, looks.now),) if hands else ()
    seating = {"seating": seated(*SIDES)} if hands else {}
    looks.look(table(*tiles), 3, entries=reach, **seating)
    told = next(each for each in looks.seen if isinstance(each.decision, Commit))
    looks.play(*told.decision.explanation.plays, entries=reach, **seating)
    looks.belief = replace(looks.belief, turns=told.turns)
    return told


def test_turns_that_may_have_passed_unseen_add_up():
    doubts = [followed(count).belief.turns.doubt for count in (2, 3, 5, 7)]
    assert doubts == sorted(doubts)
    assert 0.0 < doubts[0] < doubts[-1] < 1.0


def test_who_scores_is_asked_where_nobody_saw_whose_turn_it_was():
    told = laid(followed(7), (*TILES, CAP))
    ((seat, move),) = told.decision.explanation.plays
    others = told.decision.instead
    assert others
    assert all(each.plays[-1][1] == move and each.plays[-1][0] != seat for each in others)
    assert sum(each.likelihood for each in others) == pytest.approx(told.turns.doubt)


def test_it_is_asked_once():
    looks = followed(7)
    laid(looks, (*TILES, CAP))
    assert laid(looks, (*TILES, CAP, OTHER_CAP)).decision.instead == ()


def test_hands_tell_whose_turn_it_is():
    looks = followed(7, hands=True)
    assert looks.belief.turns.doubt < 0.05
    assert laid(looks, (*TILES, CAP), hands=True).decision.instead == ()


def test_what_scores_nothing_is_not_asked_about():
    assert laid(followed(5), TILES[:6]).decision.instead == ()


def test_hands_count_once_and_both_ways():
    turns = Turns().played(0.2, 0.0)
    assert turns.doubt == pytest.approx(0.2)
    assert turns.played(0.0, log(0.25)).doubt == pytest.approx(0.05 / 0.85)
    assert turns.played(0.0, log(4.0)).doubt == pytest.approx(0.8 / 1.6)
    assert turns.played(0.5, 0.0).doubt == pytest.approx(0.6)


def test_a_quiet_table_leaves_the_doubt():
    looks = followed(3)
    doubt = looks.belief.turns.doubt
    assert looks.look(table(*TILES[:3])) == Nothing()
    assert looks.belief.turns.doubt == doubt


def first_tile(**given):
    """What a look tells that shows the first tile of a game."""
    looks = Looks()
    looks.look(table(TILES[0]), 3, **given)
    return next(each for each in looks.seen if isinstance(each.decision, Commit))


def test_who_began_is_asked_where_no_hand_was_seen():
    told = first_tile()
    (other,) = told.decision.instead
    assert [(seat, str(move)) for seat, move in other.plays] == [(1, RUN[0])]
    assert other.likelihood == pytest.approx(1 / 2)


def test_whose_hand_is_seen_at_the_first_tile_is_the_first_seat():
    assert first_tile(entries=(HandEntry(SIDES[0], 1.0, 2.0),)).decision.instead == ()


def test_what_the_table_did_is_nobodys():
    """Marker and tiles come before anybody plays: who began is asked with the first play of a seat."""
    rules = find_game("stones")
    options = rules.options_type(players=2)
    marker = (TABLE, rules.parse("marker 2"))
    belief, evidence = Belief((rules.start(options),)), Evidence(0.0, lambda _: NOTHING)
    assert _begun_by_others(model(rules, options), belief, evidence, (marker,)) == ()

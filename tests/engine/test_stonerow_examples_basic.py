"""The worked examples of the Basic rules, each by its name."""

from __future__ import annotations

import pytest
from stonerow_table import GAME, as_turn, judge, moves, play, refused, row, setup, start, table, totals

BASIC = {"rule_set": "basic", "players": 3}


@pytest.mark.parametrize(("players", "quarry"), [(2, 38), (3, 33), (4, 30)])
def test_ex_srb_1_deck(players, quarry):
    state = play(start(None, "basic", players), "-1 keystone R1", "-1 brickyard R2")
    assert GAME.position(state)["quarry"] == quarry


@pytest.mark.parametrize("card", ["Gd", "Di"])
def test_ex_srb_2_no_such_card(card):
    faults = GAME.faults(setup(house=BASIC, hand=f"{card} R1"))
    assert [fault.name for fault in faults] == ["not_in_deck"]
    assert "SRB-29" in faults[0].rules


def test_ex_srb_3_mortar_at_home_only():
    state = table(row(1, "R9 B9"), hand="Ma G9", house=BASIC, quarry=30)
    assert "C-SR-5" in refused(state, 0, "mortar Ma G9 r1")[1]
    own = table(row(0, "R9 B9"), hand="Ma G9", house=BASIC, quarry=30)
    verdict = judge(own, 0, "mortar Ma G9 r1")
    assert (verdict.points, verdict.rules) == (12, ("SRB-33", "A-SR-32"))
    assert totals(play(own, "0 mortar Ma G9 r1")) == [30, 0, 0]


def test_ex_srb_4_repair_or_mortar():
    state = table(row(0, "G5 G6 G7", under="B3", broken=True), hand="Ma G8", house=BASIC, quarry=30)
    assert judge(state, 0, "repair Ma r1").points == 30
    repaired = play(state, "0 repair Ma r1")
    assert totals(repaired) == [30, 0, 0]
    assert refused(repaired, 0, "mortar Ma G8 r1") == (
        "not_your_turn", ("SRB-17", "SRB-18", "SRB-24", "SRB-29")
    )  # fmt: skip
    assert refused(state, 0, "mortar Ma G8 r1")[0] == "mortar_on_broken"


def test_ex_srb_5_a_stolen_broken_row():
    state = table(row(1, "R7 B7 G7", under="B3", broken=True), hand="Hw Ma", house=BASIC, quarry=30)
    assert judge(state, 0, "steal Hw r1").points == 0
    stolen = play(state, "0 steal Hw r1")
    assert totals(stolen) == [0, 0, 0]
    assert GAME.position(stolen)["rows"][0]["markers"] == ["B3", "Hw"]
    assert totals(play(as_turn(stolen, 0), "0 repair Ma r1")) == [30, 0, 0]


def turns(state):
    """A hidden game of draws and discards: its turns and its last tower card."""
    count, tower = 0, 0
    while GAME.actors(state):
        count, seat, tower = count + 1, state.turn, GAME.position(state)["tower"]
        state = play(state, f"{seat} draw quarry")
        thrown = next(move for move in GAME.moves(state, seat) if str(move).startswith("discard"))
        state = GAME.play(state, seat, thrown)
    return count, tower


def test_ex_srb_6_turns():
    dealt = start(None, "basic", 3)
    opened = ("-1 keystone R1", "-1 brickyard R2")
    assert turns(play(dealt, "1 overtime", *opened)) == (18, 6)
    assert turns(play(dealt, *opened)) == (15, 5)


def test_ex_srb_7_architects():
    state = table(row(1, "G4 B4"), hand="RAr BAr", keystone="GAr", house=BASIC, quarry=30)
    assert moves(state, 0, "break") == {"break RAr r1", "break BAr r1"}
    assert judge(state, 0, "build RAr BAr").points == 20
    hidden = table(row(1, "G4 B4"), keystone="GAr", house=BASIC, quarry=30)
    assert moves(hidden, 0, "break") == {"break RAr r1", "break BAr r1", "break YAr r1"}


def test_ex_srb_8_hammers_or_a_pair():
    rows = (row(1, "R4 B4"), row(2, "R5 B5"), row(2, "R6 B6", under="Y9", broken=True))
    state = table(*rows, hand="B9 G9 Y4", keystone="R9", house=BASIC, quarry=20)
    assert moves(state, 0) == {
        "build B9 G9",
        "break B9 r1",
        "break G9 r1",
        "break B9 r2",
        "break G9 r2",
        "discard B9",
        "discard G9",
        "discard Y4",
    }
    assert judge(state, 0, "build B9 G9").points == 18


def test_ex_srb_9_nothing_but_a_mason():
    assert moves(table(hand="Ma", house=BASIC, quarry=30), 0) == {"discard Ma"}


def test_ex_srb_10_final():
    rows = (
        row(0, "R1 R2 R3"),
        row(0, "R4 B4"),
        row(1, "B5 B6 B7 B8", under="Hw"),
        row(2, "RAp BAp"),
        row(2, "R9 B9"),
    )
    state = table(*rows, house=BASIC, phase="over", round=5, tower=5, keystone="Y1")
    assert totals(state) == [38, 40, 38]
    assert GAME.winners(state) == (1,)

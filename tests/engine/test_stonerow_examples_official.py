"""The worked examples of the Official rules, each by its name."""

from __future__ import annotations

import pytest
from stonerow_table import GAME, as_turn, hand, judge, moves, options, play, refused, row, setup, start, table, totals

from engine.games.stonerow.cards import CARDS, gather
from engine.games.stonerow.combinations import name, rule_of, worths

THREE = {"players": 3}


def value(cards, overlength="linear"):
    """What a row is worth, None where it is none."""
    return worths(overlength).get(gather(CARDS[card] for card in cards.split()))


def test_ex_sro_1_builds_from_a_hand():
    state = table(hand="R7 R8 R9 RAp B8 G8 BGM", keystone="Y3")
    builds = {move: judge(state, 0, move).points for move in moves(state, 0, "build")}
    assert builds == {
        "build B8 G8": 16,
        "build R8 B8": 16,
        "build R8 G8": 16,
        "build R8 B8 G8": 30,
        "build R7 R8 R9": 30,
        "build R8 R9 RAp": 30,
        "build R7 R8 R9 RAp": 40,
    }
    assert len(moves(state, 0, "discard")) == 7
    assert len(moves(state, 0)) == 14


@pytest.mark.parametrize(
    ("cards", "points", "cap_50", "forbid"),
    [
        ("R2 B2", 4, 4, 4),
        ("R1 G1", 2, 2, 2),
        ("R9 B9", 18, 18, 18),
        ("RGM BGM", 20, 20, 20),
        ("RAp BSu", None, None, None),  # two characters of different names
        ("R1 B1 G1", 30, 30, 30),
        ("RAr BAr GAr", 30, 30, 30),
        ("R5 B5 G5 Y5", 40, 40, 40),
        ("R1 R2 R3", 30, 30, 30),
        ("R9 RAp RSu RAr", 40, 40, 40),
        ("RAp RSu RAr RGM", 40, 40, 40),
        ("R8 R9 RAp RSu RAr", 50, 50, 50),
        ("R1 RAr RGM", None, None, None),  # no wrap
        ("R4 B5 R6", None, None, None),  # two colours
        ("R4 R5", None, None, None),  # too short
        ("R5 R6 R7 R8 R9 RAp RSu", 70, 50, None),
    ],
)
def test_ex_sro_2_score_table(cards, points, cap_50, forbid):
    assert (value(cards), value(cards, "cap_50"), value(cards, "forbid")) == (points, cap_50, forbid)


def test_ex_sro_2_builds_of_a_long_run():
    cards = "R5 R6 R7 R8 R9 RAp RSu"
    state = table(hand=cards)
    builds = {move: judge(state, 0, move).points for move in moves(state, 0, "build")}
    assert len(builds) == 15
    assert set(builds.values()) == {30, 40, 50, 60, 70}
    assert len(moves(table(hand=cards, house={"run_overlength": "forbid"}), 0, "build")) == 12


def test_the_sizes_of_the_tables():
    sets = [bag for bag in worths() if not name(bag).startswith("run")]
    runs = [bag for bag in worths() if name(bag).startswith("run")]
    assert (len(sets), len(runs)) == (143, 264)
    assert sum(bag.bit_count() <= 5 for bag in runs) == 120
    assert all(rule_of(bag) for bag in worths())


def test_ex_sro_3_hammer_repair_rebreak():
    rows = (row(0, "R4 B4"), row(0, "G5 G6 G7"))
    state = table(*rows, seat=1, hand="R9 R1", keystone="Y9", house=THREE, quarry=40)
    assert totals(state) == [38, 0, 0]
    assert moves(state, 1, "break") == {"break R9 r1", "break R9 r2"}
    state = play(state, "1 break R9 r2", "2 decline", "0 decline")
    assert totals(state) == [8, 0, 0]
    state = as_turn(state, 2)
    assert refused(state, 2, "break B9 r2") == ("already_broken", ("SRO-29", "A-SR-23"))
    assert judge(state, 2, "break B9 r1").legal
    state = as_turn(state, 0)
    assert judge(state, 0, "repair Ma r2").points == 30
    state = play(state, "0 repair Ma r2")
    assert totals(state) == [38, 0, 0]
    assert GAME.position(state)["rows"][1]["markers"] == ["R9", "Ma"]
    state = play(as_turn(state, 2), "2 break B9 r2", "0 decline", "1 decline")
    assert totals(state) == [8, 0, 0]


def test_ex_sro_4_deflector():
    rows = (row(0, "R4 B4"), row(0, "G5 G6 G7"), row(1, "R8 B8"), row(2, "R1 B1"))
    state = table(*rows, seat=2, hand="R9 Hw", keystone="Y9", house=THREE, deflectors=[1, 0, 0], quarry=30)
    assert moves(state, 2, "break") == {"break R9 r3"}
    assert moves(state, 2, "steal") == {"steal Hw r1", "steal Hw r2", "steal Hw r3"}
    assert refused(state, 2, "break R9 r1")[1][0] == "SRO-42"
    state = play(state, "2 steal Hw r1")
    assert judge(as_turn(state, 0), 0, "break B9 r1").legal
    assert judge(as_turn(state, 1), 1, "break B9 r1").legal


def test_ex_sro_5_attract():
    document = {"keystone": "Y9", "house": THREE, "quarry": 30, "brickyard": ["G2"]}
    state = table(row(1, "R4 B4"), seat=2, hand="B9 R1", hand_sizes=[6, 7, 2], **document)
    state = play(state, "2 break B9 r1")
    assert GAME.actors(state) == (0, 1)
    state = play(state, "0 attract Di")
    after = GAME.position(state)
    assert after["brickyard"] == ["G2", "Di"]
    assert after["rows"][0]["broken"] is False
    assert after["hand_sizes"] == [6, 7, 1]
    assert (after["turn"], after["phase"]) == (0, "draw")
    assert judge(as_turn(state, 0), 0, "build R9 B9").legal  # the Hammer is in seat 0's hand


def test_ex_sro_5_the_earlier_seat_goes_first():
    state = table(row(1, "R4 B4"), seat=2, hand="B9 R1", keystone="Y9", house=THREE, hand_sizes=[6, 7, 2], quarry=30)
    state = play(state, "2 break B9 r1", "1 attract Di")
    assert GAME.actors(state) == (0,)
    first = play(state, "0 attract Di")
    assert GAME.position(first)["hand_sizes"] == [6, 7, 1]
    assert judge(as_turn(first, 1), 1, "deflect Di").legal  # seat 1 keeps its own Displacer
    second = play(state, "0 decline")
    assert not judge(as_turn(second, 0), 0, "build R9 B9").legal
    assert judge(as_turn(second, 1), 1, "build R9 B9").legal


def mortared():
    state = table(row(0, "R9 B9"), seat=1, hand="Ma G9 R1", keystone="Y3", house=THREE, quarry=30)
    assert judge(state, 1, "mortar Ma G9 r1").points == 30
    return play(state, "1 mortar Ma G9 r1")


def test_ex_sro_6_the_18_30_example_and_its_fate():
    state = mortared()
    assert totals(state) == [18, 30, 0]
    broken = play(as_turn(state, 2), "2 break B3 r1", "0 decline", "1 decline")
    assert totals(broken) == [0, 0, 0]
    repairs = as_turn(broken, 1)
    repairs = repairs.but(hands=(0, gather([CARDS["Ma"]]), 0))
    assert judge(repairs, 1, "repair Ma r1").points == 30
    assert totals(play(repairs, "1 repair Ma r1")) == [18, 30, 0]
    stolen = play(as_turn(state, 2), "2 steal Hw r1")
    assert totals(stolen) == [0, 0, 30]
    assert GAME.position(stolen)["rows"][0]["holder"] == 2
    assert judge(as_turn(state, 0), 0, "steal Hw r1").points == 12
    assert totals(play(as_turn(state, 0), "0 steal Hw r1")) == [30, 0, 0]


def test_ex_sro_7_layers_in_a_run():
    state = table(row(0, "R3 R4 R5"), seat=1, hand="Ma R6", house={"players": 2}, quarry=30)
    state = play(state, "1 mortar Ma R6 r1")
    assert totals(state) == [30, 40]
    state = as_turn(state, 0)
    assert judge(state, 0, "mortar Ma R7 r1").points == 20
    assert totals(play(state, "0 mortar Ma R7 r1")) == [50, 40]


def test_ex_sro_7_three_players():
    state = table(row(0, "R3 R4 R5"), seat=1, hand="Ma R6", house=THREE, quarry=30)
    state = play(state, "1 mortar Ma R6 r1")
    assert totals(play(as_turn(state, 2), "2 mortar Ma R2 r1")) == [30, 40, 50]


def through(state, calls):
    """Plays a hidden game of draws and discards to its end; `calls` names the turns with a Foreman."""
    turns, towers = 0, []
    while GAME.actors(state):
        turns += 1
        seat = state.turn
        towers.append(GAME.position(state)["tower"])
        state = play(state, f"{seat} draw quarry")
        if turns in calls:
            state = play(state, f"{seat} overtime")
        state = GAME.play(state, seat, next(m for m in GAME.moves(state, seat) if str(m).startswith("discard")))
    return turns, towers


def test_ex_sro_8_overtime_and_turn_count():
    opened = play(start(None), "-1 keystone Y3", "-1 brickyard R1")
    assert opened.turn == 0
    turns, towers = through(opened, ())
    assert (turns, sorted(set(towers))) == (20, [1, 2, 3, 4, 5])
    turns, towers = through(opened, (20,))
    assert (turns, towers[-1]) == (24, 6)
    dealt = play(start(None), "2 overtime", "-1 keystone Y3", "-1 brickyard R1")
    assert GAME.position(dealt)["hand_sizes"] == [6, 6, 6, 6]
    assert through(dealt, ())[0] == 24


def test_ex_sro_9_keystone_is_a_mason():
    rows = (row(1, "R4 B4"), row(0, "G5 G6 G7", under="Ma", broken=True))
    state = table(*rows, seat=0, hand="Ma G8 G4", keystone="Ma", quarry=30)
    assert moves(state, 0, "break") == {"break Ma r1"}
    assert moves(state, 0, "repair") == {"repair Ma r2"}
    assert judge(state, 0, "mortar Ma G4 r1").legal
    assert refused(state, 0, "build G8 Ma")[1] == ("SRO-53", "A-SR-22")


def test_ex_sro_10_keystone_is_the_foreman():
    state = play(start(None), "-1 keystone Fo", "-1 keystone B6", "-1 brickyard R1")
    result = GAME.position(state)
    assert (result["keystone"], result["brickyard"], result["overtime"]) == ("B6", ["R1"], True)
    assert result["quarry"] == 36


def test_ex_sro_11_gold_digger():
    document = {"brickyard": ["G2", "R5", "Ma", "B7"], "quarry": 30, "house": THREE, "hand_sizes": [6, 2, 6]}
    state = table(seat=1, turn=1, hand="Gd R1", phase="draw", **document)
    state = play(state, "1 draw brickyard")
    digs = moves(state, 1, "dig brickyard")
    assert len(digs) == 7
    assert "dig brickyard G2 R5 Ma" in digs
    after = play(state, "1 dig brickyard G2 Ma")
    assert GAME.position(after)["brickyard"] == ["R5"]
    assert GAME.position(after)["golddiggers"] == 1
    assert hand(after, 1) == "R1 G2 B7 Ma"
    dug = play(state, "1 dig quarry")
    assert (GAME.position(dug)["quarry"], GAME.position(dug)["hand_sizes"]) == (27, [6, 5, 6])
    called = play(dug, "1 overtime")
    assert (GAME.position(called)["quarry"], GAME.position(called)["hand_sizes"]) == (26, [6, 5, 6])
    assert GAME.position(called)["overtime"]


def test_ex_sro_12_adjacency():
    rows = (row(1, "R4 B4"), row(2, "R5 B5"), row(3, "R6 B6"))
    state = table(*rows, hand="Ma G4 G5 G6 Hw B3", quarry=30)
    assert moves(state, 0, "mortar") == {"mortar Ma G4 r1", "mortar Ma G6 r3"}
    assert refused(state, 0, "mortar Ma G5 r2") == ("not_adjacent", ("SRO-35", "A-SR-34"))
    assert {"steal Hw r2", "break B3 r2"} <= moves(state, 0)


def test_ex_sro_13_final_score():
    rows = [
        row(0, "R9 B9", (1, "G9")),
        row(0, "G5 G6 G7", under="B3", broken=True),
        row(0, "RAp YAp"),
        row(1, "R4 B4"),
        row(2, "B2 B3 B4 B5"),
    ]
    rows[1]["markers"], rows[3]["layers"][0]["cards"] = ["R3"], ["R4", "Y4"]
    document = {"phase": "over", "round": 5, "tower": 5, "keystone": "Y3", "hand_sizes": [0, 0, 6]}
    state = table(*rows, house=THREE, **document)
    assert totals(state) == [38, 38, 40]
    assert GAME.winners(state) == (2,)
    without = table(*rows[:4], house={"players": 2}, **{**document, "hand_sizes": [0, 0]})
    assert totals(without) == [38, 38]
    assert GAME.winners(without) == (0, 1)


def test_ex_sro_14_illegal_list():
    state = table(row(0, "R5 R6 R7"), hand="R8 B8 G8 Y8 B1 G1 Ma R3", quarry=30, brickyard=["G2", "R4"])
    built = play(state, "0 build B1 G1")
    assert refused(built, 0, "build R8 B8") == ("not_your_turn", ("SRO-20", "SRO-26"))
    assert "A-SR-20" in refused(state, 0, "add R8 r1")[1]
    broken = table(row(0, "R5 R6 R7", under="B3", broken=True), hand="R8 Ma", quarry=30)
    assert refused(broken, 0, "mortar Ma R8 r1") == ("mortar_on_broken", ("SRO-34", "A-SR-37"))
    assert "SRO-34" in refused(play(broken, "0 repair Ma r1"), 0, "mortar Ma R8 r1")[1]
    assert refused(state, 0, "break R3 r1") == ("own_row", ("SRO-29", "A-SR-26"))
    drawing = state.but(phase="draw")
    assert refused(drawing, 0, "draw brickyard G2") == ("not_on_top", ("SRO-25", "A-SR-13"))
    assert judge(drawing, 0, "draw brickyard R4").legal
    assert "A-SR-16" in refused(state, 0, "decline")[1]
    assert refused(state, 0, "build R8 R8 B8 G8 Y8") == ("duplicate_card", ("A-SR-01", "A-SR-21"))


def test_the_deck():
    assert GAME.position(start(None))["quarry"] == 63 - 24
    assert [fault.name for fault in GAME.faults(setup(row(0, "R8 B8"), hand="R8"))] == ["duplicate_card"]
    (fault,) = GAME.faults(setup(hand="R8 R8"))
    assert fault.detail == "R8 lies in the hand of seat 0, twice"
    (fault,) = GAME.faults(setup(row(0, "R8 B8"), hand="R8 R8 R8"))
    assert fault.detail == "R8 lies in r1 and the hand of seat 0, 3 times"
    assert options().players == 4

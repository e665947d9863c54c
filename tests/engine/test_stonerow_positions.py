"""Positions as people and cameras tell them: what is read, what is complained of, what is a fault."""

from __future__ import annotations

import json

import pytest
from stonerow_table import GAME, judge, moves, options, play, refused, row, setup, start, table, totals

from engine.core import Setup
from engine.errors import PositionError
from engine.judge import answer

CONTRACT = {
    "game": "stonerow",
    "options": {"rule_set": "official", "players": 3},
    "position": {
        "keystone": "Y9",
        "brickyard": ["G2", "R5"],
        "quarry": 30,
        "dealer": 2,
        "round": 2,
        "overtime": False,
        "phase": "action",
        "rows": [
            {
                "id": "r1",
                "holder": 0,
                "layers": [{"owner": 0, "cards": ["R9", "B9"]}, {"owner": 1, "cards": ["G9"]}],
                "markers": ["Ma"],
                "broken": False,
            }
        ],
        "deflectors": [0, 0, 1],
        "golddiggers": 0,
        "tower": 2,
        "hand_sizes": [6, 5, 7],
    },
    "seat": 1,
    "hand": ["Y2", "R4", "B4", "Ma", "G7"],
}


def test_the_position_of_the_contract():
    body = answer({**CONTRACT, "move": "build R4 B4"})
    assert body["faults"] == []
    assert {one["move"] for one in body["moves"]} == {
        "build R4 B4",
        "discard Y2",
        "discard R4",
        "discard B4",
        "discard G7",
        "discard Ma",
    }
    assert (body["verdict"]["points"], body["verdict"]["rules"]) == (8, ["SRO-27", "SRO-54"])
    assert [score["total"] for score in body["score"]] == [18, 30, 0]
    assert body["next"] == {"seats": [2], "phase": "draw"}
    after = body["verdict"]["after"]
    assert after["rows"][0] == CONTRACT["position"]["rows"][0]
    assert (after["hand_sizes"], after["turn"], after["round"]) == ([6, 3, 7], 2, 2)
    json.dumps(body)


def test_a_round_won_is_over_and_the_match_is_not():
    rows = [row(0, "R1 R2 R3"), row(2, "B1 B2 B3"), row(0, "GAp YAp"), row(2, "G2 Y2")]
    one = setup(*rows, hand="R8 B8", house={"rule_set": "team"}, quarry=9)
    document = {"game": "stonerow", "options": {"rule_set": "team"}, "position": one.position, "hand": list(one.hand)}
    body = answer({**document, "move": "build R8 B8"})
    assert body["over"] == {"winners": [0, 2]}
    assert body["teams"] == [84, 0]
    assert body["verdict"]["after"]["towers"] == [1, 0]
    assert "over" not in answer(document)


def test_what_is_left_out_is_unknown():
    state = GAME.state(Setup(options(), {}))
    assert (state.keystone, state.brickyard, state.quarry, state.round) == (None, None, None, None)
    assert state.hidden == (None,) * 4
    assert "keystone" not in GAME.position(state)
    assert GAME.hand(state, 0) is None
    assert {"draw quarry", "draw brickyard"} == moves(state.but(phase="draw"), 0)
    assert "build R1 B1" in moves(state, 0)
    assert moves(state, 0, "break") == set()
    drawn = play(state.but(phase="draw"), "0 draw brickyard", "0 discard R7")
    assert GAME.position(drawn)["brickyard"] == ["?", "R7"]


def test_the_seat_in_turn_and_the_card_just_drawn():
    state = table(seat=0, turn=2, phase="draw", hand="R1", quarry=3)
    assert (GAME.actors(state), moves(state, 0)) == ((2,), set())
    drawn = table(hand="R1", drawn="B1", hand_sizes=[1, 6, 6, 6])
    assert "build R1 B1" in moves(drawn, 0)
    assert GAME.position(drawn)["hand_sizes"] == [2, 6, 6, 6]
    assert GAME.hand(table(hand="R1", drawn="?"), 0) is None


def test_flat_cards_and_markers_tell_a_row():
    one = {"holder": 1, "cards": ["R4", "B4"], "markers": ["R3"]}
    state = table(one, {**one, "cards": ["R5", "B5"], "markers": ["B3", "Ma"]}, keystone="Y3")
    assert [line.broken for line in state.rows] == [True, False]
    assert totals(state) == [0, 10, 0, 0]


def test_the_cards_under_the_top_may_be_unknown():
    state = table(brickyard=["?", "?", "R5"], hand="Gd R1", quarry=20)
    assert moves(state, 0, "dig brickyard") == {"dig brickyard R5"}
    dug = play(state, "0 dig brickyard R5 Y9")
    assert GAME.hand(dug, 0) == ("R1", "R5", "Y9")
    assert GAME.position(dug)["brickyard"] == ["?"]


def test_a_pending_hammer_and_an_open_window_are_told():
    state = play(table(row(1, "R4 B4"), hand="R3", hand_sizes=[1, 6, 6, 6]), "0 break R3 r1", "2 decline")
    result = GAME.position(state)
    assert (result["pending"], result["declined"]) == ({"move": "break R3 r1", "seat": 0}, [2])
    again = GAME.state(Setup(options(), result, 1))
    assert GAME.actors(again) == (1, 3)
    built = play(table(hand="R8 B8", house={"rule_set": "team"}), "0 build R8 B8")
    result = GAME.position(built)
    assert result["last"] == {"move": "build R8 B8", "seat": 0}
    assert GAME.actors(GAME.state(Setup(options("team"), result, 2))) == (1, 2)


@pytest.mark.parametrize(
    "position",
    [
        {"keystones": "R1"},
        {"keystone": "R10"},
        {"keystone": 7},
        {"brickyard": "R1"},
        {"brickyard": ["R1", None]},
        {"quarry": -1},
        {"quarry": True},
        {"quarry": "many"},
        {"dealer": 4},
        {"round": 7},
        {"overtime": 1},
        {"phase": "lunch"},
        {"phase": ["draw"]},
        {"rows": {}},
        {"rows": ["r1"]},
        {"rows": [{"id": "one"}]},
        {"rows": [{"holder": 9}]},
        {"rows": [{"layers": [{"seat": 1}]}]},
        {"rows": [{"layers": [{"cards": ["??"]}]}]},
        {"deflectors": [0, 0]},
        {"hand_sizes": [1, 2, 3, "4"]},
        {"phase": "reaction"},
        {"phase": "reaction", "pending": {"move": "draw quarry", "seat": 0}},
        {"phase": "reaction", "pending": {"move": "break Y9 r3"}, "declined": [1, 1]},
        {"phase": "reaction", "pending": {"move": "break Y9 r3"}},
        {"phase": "window", "last": {"move": "no move", "seat": 0}},
        {"phase": "window", "last": {"move": "discard R4"}},
        {"turn": 5},
        {"shielded": ["x"]},
        {"towers": [1]},
    ],
)
def test_what_is_no_position(position):
    with pytest.raises(PositionError) as wrong:
        GAME.state(Setup(options(), position))
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"hand": "R4", "brickyard": ["R4"]}, "duplicate_card"),  # A-SR-01
        ({"hand": "R7", "keystone": "R7"}, "duplicate_card"),
        ({"brickyard": ["Ma", "Ma", "Ma", "Ma"]}, "too_many_action_cards"),  # A-SR-02
        ({"deflectors": [1, 1, 1, 0]}, "too_many_action_cards"),
        ({"golddiggers": 3}, "too_many_action_cards"),
        ({"overtime": True, "hand": "Fo"}, "too_many_action_cards"),
        ({"hand": "Di", "house": {"rule_set": "basic"}}, "not_in_deck"),  # SRB-29
        ({"brickyard": ["Fo"], "house": {"rule_set": "team"}}, "not_in_deck"),  # SRT-9
        ({"overtime": True, "house": {"rule_set": "team"}}, "not_in_deck"),
        ({"hand": "R1 R2", "hand_sizes": [3, 6, 6, 6]}, "hand_size"),  # A-SR-56
        ({"quarry": 50, "hand_sizes": [6, 6, 6, 6]}, "too_many_cards"),
        ({"round": 2, "tower": 3}, "tower_not_round"),  # A-SR-11
        ({"round": 6}, "no_overtime"),  # A-SR-10
        ({"round": 4, "phase": "over"}, "too_early"),  # SRO-24
        ({"house": {"rule_set": "team"}, "towers": [7, 0]}, "too_many_towers"),  # SRT-6
        ({"house": {"rule_set": "team"}, "towers": [6, 6]}, "too_many_towers"),
        ({"shielded": ["r9"]}, "no_such_row"),
        ({"phase": "reaction", "pending": {"move": "break R3 r7", "seat": 1}}, "no_such_row"),
        ({"phase": "window", "last": {"move": "discard R3", "seat": 1}}, "no_window"),
        ({"keystone": "Fo"}, "foreman_stays_out"),  # A-SR-06
        ({"brickyard": ["R4", "Fo"]}, "foreman_stays_out"),  # A-SR-07
        ({"keystone": "Ma", "house": {"keystone_action_card": "redraw"}}, "keystone_redrawn"),  # A-SR-05
    ],
)
def test_faults(told, name):
    one = setup(**told)
    faults = GAME.faults(one)
    assert name in [fault.name for fault in faults]
    assert all(rule in GAME.rules for fault in faults for rule in fault.rules)
    assert all("\n" not in fault.detail for fault in faults)
    state = GAME.state(one)
    GAME.moves(state, 0)
    GAME.score(state)
    json.dumps(GAME.position(state))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (row(1, "R4 B5"), "illegal_row"),  # A-SR-81
        (row(1, "R9 B9", (0, "R8")), "illegal_row"),
        (row(1, "R4 Ma"), "illegal_row"),
        (row(1, "R4 B4", under="B7"), "wrong_marker"),
        (row(1, "R4 B4", broken=True), "broken_without_hammer"),
        (row(1, "R4 R4 B4"), "duplicate_card"),
        (row(1, "R4 B4", under="B3", broken=False), "marker_on_top"),  # A-SR-24
        (row(1, "R4 B4", under="B3 Ma", broken=True), "marker_on_top"),
        (row(1, (2, "R4 B4")), "wrong_holder"),  # A-SR-30, A-SR-38
        ({"cards": ["R4", "B4"]}, "holder_unknown"),
    ],
)
def test_faults_of_rows(line, name):
    assert name in [fault.name for fault in GAME.faults(setup(line))]


def test_nobody_shares_a_row_of_the_basic_game():
    """A-SR-33, C-SR-5."""
    one = setup(row(1, "R9 B9", (0, "G9")), house={"rule_set": "basic"})
    assert [(fault.name, fault.rules) for fault in GAME.faults(one)] == [
        ("shared_row", ("SRB-33", "A-SR-33", "C-SR-5"))
    ]


def test_a_row_without_a_holder_lies_before_the_owner_of_its_first_cards():
    one = setup({"layers": [{"owner": 2, "cards": ["R9", "B9"]}, {"owner": 1, "cards": ["G9"]}]})
    assert [fault.name for fault in GAME.faults(one)] == ["holder_unknown"]
    assert GAME.state(one).rows[0].holder == 2


def test_an_unknown_card_makes_no_illegal_row():
    """What the row is worth cannot be told; it is said that it is counted without the card."""
    one = setup(row(1, "R4 ?"), row(2, "R9 ? B9"))
    assert [fault.name for fault in GAME.faults(one)] == ["unknown_card", "unknown_card"]
    assert totals(GAME.state(one)) == [0, 0, 18, 0]


def test_two_rows_of_one_name():
    """No move is listed twice: the second goes by the next id that is free."""
    rows = [{**row(1, "R4 B4"), "id": "r1"}, {**row(1, "R5 B5"), "id": "r1"}]
    one = setup(*rows, hand="Hw")
    assert [fault.name for fault in GAME.faults(one)] == ["duplicate_row"]
    assert moves(GAME.state(one), 0, "steal") == {"steal Hw r1", "steal Hw r2"}


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("R4 Gd Di", {"house": {"rule_set": "basic"}}),  # SRB-29, C-SR-4
        ("R4 Fo", {"house": {"rule_set": "team"}}),  # SRT-9, C-SR-3
        ("R4 Fo", {"overtime": True}),  # SRO-19: it lies by the tower
        ("R4", {"drawn": "Fo", "house": {"rule_set": "team"}}),
    ],
)
def test_cards_that_no_hand_can_hold_are_laid_aside(hand, told):
    """They are a fault; what else the hand can do is told, and every move that is listed is legal."""
    one = setup(hand=hand, **told)
    assert GAME.faults(one)
    assert moves(GAME.state(one), 0) == {"discard R4"}


@pytest.mark.parametrize("line", ["deflect Di", "dig quarry", "dig brickyard R1", "discard Gd"])
def test_cards_that_are_not_in_the_deck(line):
    """SRB-29, C-SR-4: a hidden hand cannot hold them either; they lie nowhere."""
    state = table(seat=0, brickyard=["R1"], quarry=9, house={"rule_set": "basic"})
    assert refused(state, 0, line) == ("not_in_deck", ("SRB-29", "A-SR-02", "C-SR-4"))


def test_a_hammer_in_a_game_without_displacers_falls_at_once():
    """SRB-29: a Displacer that a hand shows in the Basic game attracts nothing."""
    document = {"phase": "reaction", "pending": {"move": "break R3 r1", "seat": 0}, "quarry": 9}
    fallen = GAME.state(setup(row(1, "R4 B4"), seat=1, hand="Di", house={"rule_set": "basic"}, **document))
    assert (fallen.rows[0].broken, moves(fallen, 1, "attract")) == (True, set())


def test_a_seat_that_can_do_nothing_is_passed_over():
    """A-SR-16: in a position that was told as in one that was played."""
    for phase in ("draw", "action"):
        stuck = table(phase=phase, hand="", quarry=0, brickyard=[], hand_sizes=[0, 2, 2, 2])
        assert (stuck.turn, stuck.phase, GAME.actors(stuck)) == (1, "draw", (1,))


def test_a_game_in_which_nobody_can_do_anything_runs_to_its_end():
    """A-SR-16: two rounds are left, of turns that are all skipped."""
    state = table(hand="R4 B4", quarry=0, brickyard=[], hand_sizes=[2, 0, 0, 0], round=4, dealer=3)
    ended = play(state, "0 build R4 B4")
    assert (ended.phase, GAME.winners(ended), GAME.actors(ended)) == ("over", (0,), ())


@pytest.mark.parametrize(
    ("told", "winners"),
    [
        ({"towers": [3, 5]}, (0, 2)),  # 102 points, A-SR-60
        ({"towers": [3, 6]}, (1, 3)),  # the tower is complete, SRT-6
        ({"towers": [3, 5], "winners": [1, 3]}, (1, 3)),  # as it was told
        ({"towers": [3, 5], "house": {"rule_set": "team", "team_target_points": 200}}, (0, 2)),  # A-SR-73
    ],
)
def test_who_has_won_a_round_that_is_over(told, winners):
    rows = [row(0, "R1 R2 R3 R4 R5"), row(2, "B1 B2 B3 B4"), row(0, "GAp YAp"), row(1, "G4 Y4")]
    state = table(*rows, phase="over", **{"house": {"rule_set": "team"}, **told})
    assert GAME.ended(state) == winners


def test_where_both_teams_have_the_points_who_came_to_them_is_not_told():
    """A-SR-61: the acting team has won, unless the higher total decides; equal ones below it make a void round."""
    rows = [row(0, "R1 R2 R3 R4 R5"), row(1, "B1 B2 B3 B4")]
    for tie, winners in (("acting_team", None), ("higher_total", (0, 2))):
        house = {"rule_set": "team", "team_target_points": 40, "team_tie": tie}
        assert GAME.ended(table(*rows, phase="over", house=house)) == winners
    assert GAME.ended(table(phase="over", house={"rule_set": "team"})) == ()


def test_a_round_that_was_over():
    rows = [row(0, "R4 R5 R6 R7 R8"), row(2, "B4 B5 B6 B7 B8")]
    assert [fault.name for fault in GAME.faults(setup(*rows, house={"rule_set": "team"}))] == ["round_over"]


def test_the_drawing():
    rows = (row(0, "R9 B9", (1, "G9"), under="Ma"), row(1, "R4 B4", under="Y3", broken=True))
    drawn = str(table(*rows, hand="R1 Hw", hand_sizes=[2, 6, 6, None], brickyard=["G2"], quarry=8, keystone="R3"))
    assert "Keystone R3  Quarry 8  Brickyard G2" in drawn
    assert "Seat 0 (in turn): 18 points, hand R1 Hw" in drawn
    assert "r1  R9 B9 + G9 (seat 1)  [three nines, under Ma]" in drawn
    assert "r2  R4 B4  [pair of fours, broken, under Y3]" in drawn
    assert "hand of unknown size" in drawn
    assert "towers 0-0" in str(start(1, "team"))


def test_whoever_may_still_react_may_say_no():
    """A-SR-46: a seat that is known to hold no Displacer is asked as well, until everybody has declined."""
    document = {"phase": "reaction", "pending": {"move": "break R3 r1", "seat": 0}, "quarry": 9}
    assert moves(table(row(1, "R4 B4"), seat=1, **document), 1) == {"attract Di", "decline"}
    for known in ({"hand": "R5 G7"}, {"hand": ""}, {"hand": "Ma Hw"}, {"deflectors": [1, 0, 0, 1]}):
        waiting = table(row(1, "R4 B4"), seat=1, **document, **known)
        assert (waiting.phase, GAME.actors(waiting)) == ("reaction", (1, 2, 3))
        assert moves(waiting, 1) == {"decline"}
        assert judge(waiting, 1, "decline").legal
        assert not judge(waiting, 1, "attract Di").legal
        said = play(waiting, "1 decline")
        assert (said.phase, GAME.actors(said)) == ("reaction", (2, 3))
        fallen = play(said, "3 decline", "2 decline")
        assert (fallen.rows[0].broken, fallen.phase, GAME.actors(fallen)) == (True, "draw", (1,))


def test_a_hammer_that_all_have_let_pass_has_fallen():
    """A-SR-46."""
    document = {"phase": "reaction", "pending": {"move": "break R3 r1", "seat": 0}, "quarry": 9}
    fallen = table(row(1, "R4 B4"), seat=1, **document, declined=[1, 2, 3])
    assert (fallen.rows[0].broken, fallen.phase, GAME.actors(fallen)) == (True, "draw", (1,))


def test_known_hands_do_not_answer_for_their_players():
    """SRO-43: in a dealt game, too, a break waits for every opponent."""
    state = start(9)
    while not any(str(move).startswith("break") for move in GAME.moves(state, state.turn)):
        state = GAME.apply(state, state.turn, GAME.moves(state, state.turn)[0])
    hit = next(move for move in GAME.moves(state, state.turn) if str(move).startswith("break"))
    waiting = GAME.apply(state, state.turn, hit)
    assert (waiting.phase, len(GAME.actors(waiting))) == ("reaction", 3)
    assert all(judge(waiting, seat, "decline").legal for seat in GAME.actors(waiting))


def test_who_claims_the_hammer_shows_its_displacer():
    """Two claims need both Displacers; where one lies in view, an earlier seat can but decline (A-SR-46)."""
    document = {"hand": "R3", "hand_sizes": [1, 6, 6, 6], "quarry": 9}
    claimed = play(table(row(1, "R4 B4"), **document), "0 break R3 r1", "3 attract Di")
    assert GAME.actors(claimed) == (1, 2)
    again = GAME.state(Setup(options(), GAME.position(claimed), 1))
    assert GAME.actors(again) == (1, 2)
    one_left = play(table(row(1, "R4 B4"), **document, deflectors=[1, 0, 0, 0]), "0 break R3 r1", "3 attract Di")
    assert [moves(one_left, seat) for seat in GAME.actors(one_left)] == [{"decline"}] * 2
    one_left = play(one_left, "1 decline", "2 decline")
    assert (one_left.phase, one_left.turn, one_left.rows[0].broken) == ("draw", 1, False)

"""The worked examples of TeamPlay, each by its name. Team A is seats 0 and 2, team B seats 1 and 3."""

from __future__ import annotations

from stonerow_table import GAME, as_turn, judge, moves, play, refused, row, start, table, totals

from engine.games.stonerow.cards import RANKS

TEAM = {"rule_set": "team"}


def teams(state):
    points = totals(state)
    assert GAME.extras(state)["teams"] == [points[0] + points[2], points[1] + points[3]]
    return GAME.extras(state)["teams"]


def test_ex_srt_1_deck():
    state = play(start(None, "team"), "-1 keystone R1", "-1 brickyard R2")
    assert GAME.position(state)["quarry"] == 36


def test_ex_srt_2_out_of_turn_addition():
    state = table(hand="R8 B8", house=TEAM, quarry=30, brickyard=["R1"])
    built = play(state, "0 build R8 B8")
    assert GAME.actors(built) == (1, 2)
    assert judge(built, 2, "add G8 r1").points == 14
    three = play(built, "2 add G8 r1")
    assert totals(three) == [30, 0, 0, 0]
    assert [layer["owner"] for layer in GAME.position(three)["rows"][0]["layers"]] == [0]
    assert teams(play(built, "2 add G8 Y8 r1")) == [40, 0]
    assert refused(built, 2, "add R7 r1") == ("no_set", ("SRT-47", "A-SR-21"))
    assert refused(state, 0, "build R8")[0] == "too_few_cards"


def test_ex_srt_3_winning_by_addition():
    rows = [row(0, "R1 R2 R3"), row(2, "B1 B2 B3"), row(0, "GAp YAp"), row(2, "G2 Y2")]
    state = table(*rows, hand="R8 B8", house=TEAM, quarry=30)
    assert teams(state) == [84, 0]
    won = play(state, "0 build R8 B8")
    assert (won.phase, GAME.ended(won), GAME.winners(won)) == ("over", (0, 2), None)
    assert GAME.position(won)["towers"] == [1, 0]
    assert GAME.actors(won) == (-1,)
    assert refused(won, 2, "add G8 r5")[0] == "game_over"


def test_ex_srt_3_the_addition_itself_may_win():
    rows = [row(0, "R1 R2 R3"), row(2, "B1 B2 B3"), row(0, "GAp YAp")]
    built = play(table(*rows, hand="R4 B4", house=TEAM, quarry=30), "0 build R4 B4")
    assert teams(built) == [88, 0]
    won = play(built, "2 add G4 r4")
    assert (teams(won), GAME.ended(won)) == ([110, 0], (0, 2))


def test_ex_srt_4_late_addition():
    built = play(table(hand="R8 B8", house=TEAM, quarry=30), "0 build R8 B8", "1 draw quarry")
    assert refused(built, 2, "add G8 r1") == ("window_closed", ("SRT-43", "SRT-46", "A-SR-68"))


def test_ex_srt_5_rescue():
    document = {"house": TEAM, "quarry": 30, "brickyard": ["G2"], "hand_sizes": [6, 2, 6, 3]}
    state = play(table(seat=1, hand="RAp R1", **document), "1 discard RAp")
    assert GAME.actors(state) == (2, 3)
    rescued = play(state, "3 rescue RAp")
    assert GAME.position(rescued)["hand_sizes"] == [6, 1, 6, 4]
    assert GAME.position(rescued)["brickyard"] == ["G2"]
    assert GAME.actors(rescued) == (2,)
    assert play(rescued, "2 draw quarry").phase == "action"
    late = play(state, "2 draw quarry")
    assert refused(late, 3, "rescue RAp") == ("window_closed", ("SRT-45", "SRT-46", "A-SR-71"))
    assert refused(state, 0, "rescue RAp")[0] == "window_closed"
    assert refused(state, 2, "rescue RAp")[0] == "window_closed"


def test_ex_srt_6_mason_for_the_partner():
    state = table(row(2, "G3 G4 G5"), hand="Ma G6", house=TEAM, quarry=30)
    assert judge(state, 0, "mortar Ma G6 r1").points == 10
    after = play(state, "0 mortar Ma G6 r1")
    assert totals(after) == [0, 0, 40, 0]


def test_ex_srt_7_mason_on_an_opponent():
    state = table(row(1, "R9 B9"), hand="Ma G9", house=TEAM, quarry=30)
    assert judge(state, 0, "mortar Ma G9 r1").points == 30
    state = play(state, "0 mortar Ma G9 r1")
    assert teams(state) == [30, 18]
    state = as_turn(state, 2)
    assert judge(state, 2, "mortar Ma Y9 r1").points == 10
    assert teams(play(state, "2 mortar Ma Y9 r1")) == [40, 18]


def test_ex_srt_8_teammates_are_not_targets():
    state = table(row(2, "R4 B4"), row(1, "R5 B5"), hand="R3 Hw", house=TEAM, quarry=30, hand_sizes=[2, 6, 6, 6])
    assert refused(state, 0, "break R3 r1") == ("own_row", ("SRT-21", "A-SR-26"))
    assert refused(state, 0, "steal Hw r1")[0] == "own_row"
    state = play(state, "0 break R3 r2")
    assert GAME.actors(state) == (1, 3)
    assert refused(state, 2, "attract Di") == ("own_hammer", ("SRT-34", "A-SR-74"))


def test_ex_srt_9_deflector():
    rows = (row(1, "R4 B4"), row(3, "R5 B5"))
    state = table(*rows, hand="R3", house=TEAM, quarry=30, deflectors=[0, 1, 0, 0])
    assert moves(state, 0, "break") == {"break R3 r2"}
    over = state.but(phase="over", victors=(0, 2))
    assert GAME.position(play(over, "-1 deal"))["deflectors"] == [0, 0, 0, 0]


def both_reach_100(*b_rows, **house):
    """Team A has 84 and team B what `b_rows` hold; seat 1 repairs a group that gives 18 to A and 30 to B."""
    rows = [
        row(0, "R9 B9", (1, "G9"), under="B3", broken=True),
        row(0, "R4 R5 R6"),
        row(2, "B4 B5 B6"),
        row(0, "GAp YAp"),
        row(2, "G2 Y2"),
        row(1, "G4 G5 G6"),
        row(3, "Y4 Y5 Y6"),
        *b_rows,
    ]
    state = table(*rows, seat=1, hand="Ma", keystone="Y3", house={**TEAM, **house}, quarry=20)
    return play(state, "1 repair Ma r1")


def test_ex_srt_10_both_reach_100():
    """The example says 75 points of team B; rows make even totals only, so here it is 74."""
    for tie in ("acting_team", "higher_total"):
        won = both_reach_100(row(1, "R7 B7"), team_tie=tie)
        assert (teams(won), GAME.ended(won)) == ([102, 104], (1, 3))


def test_ex_srt_10_the_acting_team_wins_with_less():
    less = (row(1, "R3 G3"), row(3, "R2 B2"))
    won = both_reach_100(*less)
    assert (teams(won), GAME.ended(won)) == ([102, 100], (1, 3))
    other = both_reach_100(*less, team_tie="higher_total")
    assert (teams(other), GAME.ended(other)) == ([102, 100], (0, 2))


def test_ex_srt_11_quarry_empty():
    pile = [f"R{rank}" for rank in RANKS] + [f"B{rank}" for rank in RANKS[:7]]
    state = table(house=TEAM, quarry=0, brickyard=pile, phase="draw", hand_sizes=[6, 6, 6, 6], keystone="Y9")
    assert moves(state, 0) == {"draw quarry", "draw brickyard"}
    assert judge(state, 0, "draw quarry").rules == ("SRT-18", "A-SR-14")
    drawn = GAME.position(play(state, "0 draw quarry"))
    assert (drawn["brickyard"], drawn["quarry"]) == (["B7"], 18)


def test_ex_srt_12_match():
    rows = [row(0, "R1 R2 R3"), row(2, "B1 B2 B3"), row(0, "GAp YAp"), row(2, "G2 Y2")]
    state = table(*rows, hand="R8 B8", house=TEAM, quarry=30, towers=[5, 5])
    won = play(state, "0 build R8 B8")
    assert (GAME.winners(won), GAME.actors(won)) == ((0, 2), ())
    assert refused(won, -1, "deal") == ("game_over", ("SRT-17", "SRT-52"))


def test_ex_srt_12_a_new_round_starts_from_nothing():
    state = start(5, "team").but(phase="over", victors=(0, 2), towers=(3, 2))
    dealt = play(state, "-1 deal")
    assert totals(dealt) == [0, 0, 0, 0]
    assert (dealt.towers, dealt.dealer, dealt.turn, dealt.rows) == ((3, 2), 0, 1, ())
    assert dealt.order != state.order

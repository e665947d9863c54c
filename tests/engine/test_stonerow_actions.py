"""Rules and rulings of the actions, the score and TeamPlay that no worked example shows; each test names its ids."""

from __future__ import annotations

import pytest
from stonerow_table import (
    BASIC,
    GAME,
    RULE_SETS,
    TEAM,
    THREE,
    as_turn,
    hand,
    judge,
    moves,
    play,
    refused,
    row,
    setup,
    start,
    table,
    totals,
)

# Hammers


def test_breaking():
    """SRO-29, SRT-21, SRB-27, SRO-33, SRB-31, A-SR-24, A-SR-26: the Hammer stays and the row counts nothing."""
    state = table(row(1, "R4 B4"), row(0, "R5 B5"), hand="R3", house=BASIC)
    assert judge(state, 0, "break R3 r1").points == 0
    broken = play(state, "0 break R3 r1")
    assert totals(broken) == [10, 0, 0, 0]
    line = GAME.score(broken)[1].lines[0]
    assert (line.points, line.rules) == (0, ("SRB-31", "SRB-27"))
    assert GAME.position(broken)["rows"][0]["markers"] == ["R3"]
    assert refused(state, 0, "break R3 r2") == ("own_row", ("SRB-27", "A-SR-26"))


def test_a_row_is_never_immune_by_its_history():
    """A-SR-25, A-SR-55: stolen, repaired, mortared rows and rows of Hammer cards can be broken and stolen."""
    rows = (
        row(1, "R4 B4", under="Hw"),
        row(1, "R5 B5", under="B3 Ma"),
        row(1, "R6 B6", (2, "G6"), under="Ma"),
        row(1, "G2 G3 G4"),
    )
    state = table(*rows, hand="R3 Hw", keystone="Y3")
    assert moves(state, 0, "steal") == {f"steal Hw r{number}" for number in (1, 2, 3, 4)}
    assert moves(state, 0, "break") == {f"break R3 r{number}" for number in (1, 2, 3, 4)}


def test_a_row_of_the_own_side_with_an_opponents_layer_is_a_target():
    """A-SR-31, A-SR-90, C-SR-15."""
    state = table(row(0, "R9 B9", (1, "G9")), row(0, "R5 B5"), hand="R3 Hw", house=THREE)
    assert moves(state, 0, "break") == {"break R3 r1"}
    assert moves(state, 0, "steal") == {"steal Hw r1"}
    partners = table(row(2, "R9 B9", (1, "G9")), row(2, "R5 B5"), hand="R3 Hw", house=TEAM)
    assert moves(partners, 0, "break") == {"break R3 r1"}
    assert judge(partners, 0, "steal Hw r1").points == 12  # 30 instead of the 18 of its partner


# Highwaymen


def test_stealing():
    """SRO-32, SRO-38, SRT-24, SRT-31, SRB-30, A-SR-28, A-SR-29, A-SR-30, A-SR-41."""
    for rule_set in RULE_SETS:
        state = table(row(1, "R9 B9"), row(3, "R4 B4"), hand="Hw", house={"rule_set": rule_set})
        verdict = judge(state, 0, "steal Hw r1")
        assert verdict.points == 18
        assert verdict.rules[0] == {"official": "SRO-32", "team": "SRT-24", "basic": "SRB-30"}[rule_set]
    group = table(row(1, "R9 B9", (2, "G9"), (1, "Y9")), hand="Hw", deflectors=[0, 1, 0, 0])
    verdict = judge(group, 0, "steal Hw r1")
    assert (verdict.points, "SRO-38" in verdict.rules, "A-SR-30" in verdict.rules) == (40, True, True)
    taken = play(group, "0 steal Hw r1")
    assert totals(taken) == [40, 0, 0, 0]
    assert [layer["owner"] for layer in GAME.position(taken)["rows"][0]["layers"]] == [0]
    assert judge(as_turn(taken, 1), 1, "steal Hw r1").legal  # stolen back: A-SR-31


# Masons


def test_a_mason_adds_exactly_one_card():
    """SRO-34, SRO-40, SRT-25, SRT-27, SRB-33, A-SR-32: at either end of a run, to four of a kind."""
    state = table(row(0, "R4 R5 R6"), row(0, "R9 B9"), hand="Ma R3 R7 R8 G9 B1", house=BASIC)
    assert moves(state, 0, "mortar") == {"mortar Ma R3 r1", "mortar Ma R7 r1", "mortar Ma G9 r2"}
    assert refused(state, 0, "mortar Ma R8 r1")[0] == "gap_in_run"
    after = play(state, "0 mortar Ma R7 r1")
    assert hand(after, 0) == "B1 R3 R8 G9"


@pytest.mark.parametrize(
    ("rule_set", "reach"),
    [("basic", {1}), ("official", {1, 2, 4}), ("team", {1, 2, 3, 4})],
)
def test_whom_a_mason_reaches(rule_set, reach):
    """SRO-35, SRT-27, SRT-28, SRB-33, A-SR-33, A-SR-34, C-SR-5: own, neighbours', in TeamPlay the partner's."""
    rows = [row(seat, f"R{seat + 4} B{seat + 4}") for seat in range(4)]
    state = table(*rows, hand="Ma G4 G5 G6 G7", house={"rule_set": rule_set})
    assert {int(move[-1]) for move in moves(state, 0, "mortar")} == reach


def test_an_owner_reaches_a_group_before_someone_else():
    """A-SR-38: no row of one's own is needed, and the layer is one's own wherever it lies."""
    state = table(row(2, "R4 B4", (0, "G4")), hand="Ma Y4", quarry=3)
    assert moves(state, 0, "mortar") == {"mortar Ma Y4 r1"}
    assert totals(play(state, "0 mortar Ma Y4 r1")) == [40, 0, 8, 0]


def test_the_18_and_the_30():
    """SRO-36, SRO-37, SRT-29, SRT-30, A-SR-35, C-SR-15: the neighbour keeps 18 and the Mason's player has 30."""
    for rule_set, mason in (("official", "SRO-36"), ("team", "SRT-29")):
        state = table(row(1, "R9 B9"), hand="Ma G9", house={"rule_set": rule_set})
        verdict = judge(state, 0, "mortar Ma G9 r1")
        assert verdict.points == 30
        assert mason in verdict.rules
        assert totals(play(state, "0 mortar Ma G9 r1"))[:2] == [30, 18]


def test_repairs():
    """SRO-39, SRT-26, SRB-32, A-SR-24, A-SR-36, A-SR-66: any owner for all owners, nobody else."""
    group = row(0, "R9 B9", (1, "G9"), under="Y3", broken=True)
    state = table(group, seat=1, hand="Ma", keystone="R3")
    assert judge(state, 1, "repair Ma r1").points == 30
    assert totals(play(state, "1 repair Ma r1")) == [18, 30, 0, 0]
    assert refused(as_turn(state, 2), 2, "repair Ma r1") == ("not_your_row", ("SRO-39", "A-SR-36"))
    partner = table(row(2, "R9 B9", under="Y3", broken=True), hand="Ma", keystone="R3", house=TEAM)
    assert refused(partner, 0, "repair Ma r1") == ("not_your_row", ("SRT-26", "A-SR-36", "A-SR-66"))
    shared = table(row(2, "R9 B9", (0, "G9"), under="Y3", broken=True), hand="Ma", keystone="R3", house=TEAM)
    assert judge(shared, 0, "repair Ma r1").legal
    assert refused(table(row(0, "R9 B9"), hand="Ma"), 0, "repair Ma r1")[0] == "not_broken"


def test_mortar_by_the_holders_side():
    """A-SR-67, A-SR-91: joins the holder's layer while that is the topmost, else lies above as the holder's."""
    state = table(row(2, "R9 B9"), hand="Ma G9", house=TEAM)
    assert play(state, "0 mortar Ma G9 r1").rows[0].owners == (2,)
    late = table(row(2, "R9 B9", (1, "G9")), hand="Ma Y9", house=TEAM)
    assert judge(late, 0, "mortar Ma Y9 r1").points == 22
    late = play(late, "0 mortar Ma Y9 r1")
    assert [(layer.owner, layer.cards.bit_count()) for layer in late.rows[0].layers] == [(2, 2), (1, 1), (2, 1)]
    assert totals(late) == [0, 30, 40, 0]


def test_a_team_scores_a_group_once():
    """A-SR-67b: by the seat of its last layer."""
    state = table(row(1, "R9 B9", (0, "G9"), (2, "Y9")), house=TEAM, hand="")
    assert totals(state) == [0, 18, 40, 0]
    assert "A-SR-67b" in GAME.score(state)[2].lines[0].rules


# Displacers


def test_deflectors():
    """SRO-41, SRO-42, SRT-32, SRT-33, A-SR-39, A-SR-40, A-SR-41, A-SR-42, A-SR-72, A-SR-93, C-SR-8, C-SR-16."""
    state = table(row(1, "R4 B4"), row(1, "R5 B5", under="Y3", broken=True), seat=1, keystone="R3", hand_sizes=[6] * 4)
    state = play(state, "1 deflect Di")
    assert GAME.position(state)["deflectors"] == [0, 1, 0, 0]
    assert state.rows[1].broken
    for seat in (0, 2, 3):
        assert refused(as_turn(state, seat), seat, "break B3 r1")[0] == "deflected"
        assert judge(as_turn(state, seat), seat, "steal Hw r1").legal
    later = play(as_turn(state, 1), "1 build R6 B6")
    assert refused(as_turn(later, 0), 0, "break B3 r3")[0] == "deflected"
    group = table(row(0, "R9 B9", (1, "G9")), hand="R3", seat=1, deflectors=[0, 1, 0, 0])
    assert refused(group, 1, "break R3 r1")[0] == "deflected"
    team = table(row(1, "R4 B4"), row(3, "R5 B5"), hand="R3", deflectors=[0, 1, 0, 0], house=TEAM)
    assert moves(team, 0, "break") == {"break R3 r2"}


def test_attracting():
    """SRO-43…SRO-46, SRT-34, SRT-35, SRT-36, A-SR-43…A-SR-47, A-SR-54, A-SR-74, C-SR-7.

    SRT-36, A-SR-44, A-SR-47: from the hand only, against a break only; a deflector that lies is of no use.
    """
    document = {"keystone": "Y9", "quarry": 30, "brickyard": ["G2"]}
    state = table(row(1, "R4 B4"), hand="B9 R1", hand_sizes=[2, 6, 6, 6], **document)
    assert refused(state, 1, "attract Di")[0] == "nothing_to_attract"
    hit = play(state, "0 break B9 r1")
    assert (hit.phase, GAME.actors(hit)) == ("reaction", (1, 2, 3))
    assert refused(hit, 1, "draw quarry") == ("reaction_pending", ("SRO-43", "A-SR-46"))
    saved = play(hit, "1 decline", "3 attract Di", "2 decline")
    assert not saved.rows[0].broken
    assert GAME.position(saved)["hand_sizes"] == [1, 6, 6, 6]
    assert (saved.turn, saved.phase) == (1, "draw")
    out = table(row(1, "R4 B4"), hand="B9 R1", deflectors=[0, 0, 1, 1], **document)
    lie = play(out, "0 break B9 r1")  # both Displacers lie: all that can be said is no
    assert [moves(lie, seat) for seat in GAME.actors(lie)] == [{"decline"}] * 3
    assert play(lie, "1 decline", "2 decline", "3 decline").rows[0].broken
    assert refused(play(hit, "1 decline"), 1, "attract Di")[0] == "already_asked"
    assert refused(play(hit, "1 attract Di"), 2, "attract Di")[0] in {"nothing_to_attract", "earlier_claim"}


# GoldDiggers


def test_digging():
    """SRO-47…SRO-50, SRT-37, SRT-38, SRT-39, A-SR-48, A-SR-49, A-SR-50: three from the quarry, one to three chosen."""
    state = table(hand="Gd", quarry=2, brickyard=["R1", "R2", "R4", "R5"], hand_sizes=[1, 6, 6, 6])
    verdict = judge(state, 0, "dig quarry")
    assert "A-SR-48" in verdict.rules
    dug = play(state, "0 dig quarry")
    assert (GAME.position(dug)["hand_sizes"][0], dug.quarry, dug.golddiggers) == (2, 0, 1)
    assert len(moves(state, 0, "dig brickyard")) == 4 + 6 + 4
    assert refused(state, 0, "dig brickyard R1 R2 R4 R5")[0] == "too_many_cards"
    assert refused(state, 0, "dig brickyard R9")[0] == "not_in_brickyard"
    assert refused(state.but(brickyard=()), 0, "dig brickyard R1")[0] == "not_in_brickyard"
    assert refused(state.but(quarry=0), 0, "dig quarry")[0] == "quarry_empty"
    team = table(hand="Gd", quarry=2, brickyard=["R1", "R2", "R4"], hand_sizes=[1, 6, 6, 6], house=TEAM)
    dug = play(team, "0 dig quarry")
    assert (GAME.position(dug)["hand_sizes"][0], dug.quarry) == (3, 1)  # the brickyard is shuffled in first


def test_a_foreman_among_dug_cards():
    """A-SR-48: overtime and one card more."""
    state = table(hand="Gd", quarry=20, hand_sizes=[1, 6, 6, 6], phase="action")
    dug = play(state, "0 dig quarry")
    assert GAME.actors(dug) == (0, 1)
    called = play(dug, "0 overtime")
    assert (called.turn, called.phase, called.quarry) == (1, "draw", 16)
    assert refused(play(dug, "1 draw quarry"), 0, "overtime")[0] == "no_foreman_drawn"


# End and score


def test_the_end():
    """SRO-11, SRO-60, SRB-3, SRB-46, A-SR-51, A-SR-52, C-SR-9: points of whole rows; hands count nothing."""
    rows = (row(0, "R4 B4 G4"), row(1, "RAr BAr"), row(1, "R5 B5"), row(2, "R6 R7 R8", under="Y3", broken=True))
    state = table(*rows, phase="over", round=5, hand_sizes=[0, 0, 9, 1], keystone="R3")
    assert totals(state) == [30, 30, 0, 0]
    assert GAME.winners(state) == (0, 1)


def test_the_deal_passes_to_the_left():
    """A-SR-53, A-SR-65: the dealer is told; in TeamPlay the next one sits to the left."""
    assert start(None).dealer == 3
    assert table(dealer=1, seat=1, hand="R1").dealer == 1
    assert play(start(3, "team").but(phase="over", victors=()), "-1 deal").dealer == 0


def test_hands_are_private_and_sizes_public():
    """A-SR-56, A-SR-80: what a bystander knows, and what a hidden hand may play."""
    seen = GAME.view(start(3), None)
    assert [GAME.hand(seen, seat) for seat in range(4)] == [None] * 4
    assert GAME.position(seen)["hand_sizes"] == [6, 6, 6, 6]
    state = table(row(1, "R4 B4"), hand_sizes=[2, 6, 6, 6], brickyard=["R7"])
    assert refused(state, 0, "build R4 G4") == ("lies_elsewhere", ("A-SR-01", "A-SR-80"))
    assert refused(state, 0, "build R9 B9 G9") == ("hand_too_small", ("SRO-14", "A-SR-80"))
    assert judge(state, 0, "build R9 B9").legal
    assert "build R7 G7" not in moves(state, 0)


def test_a_row_that_is_none():
    """A-SR-81: it counts nothing and is reported."""
    one = setup(row(0, "R4 B5"), hand="R1")
    assert [fault.name for fault in GAME.faults(one)] == ["illegal_row"]
    assert totals(GAME.state(one)) == [0, 0, 0, 0]


# TeamPlay


def test_a_round_of_teams():
    """SRT-5, SRT-6, SRT-14…SRT-17, SRT-52, A-SR-60, A-SR-62, A-SR-63, A-SR-64: exactly 100 is enough.

    SRT-15, SRT-16: a tower card for the winners, all cards collected, a new keystone.
    """
    rows = (row(0, "R4 R5 R6"), row(2, "B4 B5 B6"))
    state = table(*rows, row(2, "GAp YAp"), hand="R9 B9 RGM BGM", house=TEAM, towers=[1, 3], keystone="Y8")
    won = play(state, "0 build RGM BGM")
    assert sum(totals(won)) == 100
    assert (won.phase, won.towers, GAME.ended(won)) == ("over", (2, 3), (0, 2))
    dealt = play(won, "-1 deal")
    assert (dealt.phase, dealt.rows, dealt.keystone, dealt.towers) == ("deal", (), None, (2, 3))
    assert GAME.winners(won.but(towers=(6, 3))) == (0, 2)


def test_partners_opposite():
    """SRT-4, SRT-10, A-SR-03."""
    state = table(row(1, "R4 B4"), row(2, "R5 B5"), row(3, "R6 B6"), hand="R3 Hw", house=TEAM)
    assert moves(state, 0, "break") == {"break R3 r1", "break R3 r3"}
    assert moves(state, 0, "steal") == {"steal Hw r1", "steal Hw r3"}


def test_plays_out_of_turn():
    """SRT-41…SRT-46, A-SR-68…A-SR-71, C-SR-12, C-SR-13: nobody is skipped, nothing is paid, once in one go.

    SRT-42, SRT-44, A-SR-69, A-SR-70.
    """
    built = play(table(hand="R8 B8", house=TEAM, quarry=30, hand_sizes=[2, 6, 6, 6]), "0 build R8 B8")
    added = play(built, "2 add G8 r1")
    assert (added.turn, added.phase, GAME.position(added)["hand_sizes"]) == (1, "draw", [0, 6, 5, 6])
    assert refused(added, 2, "add Y8 r1")[0] == "window_closed"
    assert refused(built, 0, "add G8 r1")[0] == "window_closed"
    stolen = play(table(row(1, "R8 B8"), hand="Hw", house=TEAM, quarry=30), "0 steal Hw r1")
    assert refused(stolen, 2, "add G8 r1")[0] == "window_closed"
    attracted = table(row(1, "R8 B8"), hand="R3", house=TEAM, quarry=30, brickyard=[], hand_sizes=[1, 6, 6, 6])
    attracted = play(attracted, "0 break R3 r1", "3 attract Di", "1 decline")
    assert refused(attracted, 1, "rescue Di")[0] == "window_closed"


def test_a_stalemate():
    """A-SR-73: nobody gets anywhere; the higher total wins the round, an equal one is void."""
    state = table(row(0, "R4 B4"), hand="R1", house=TEAM, quarry=30, idle=61)
    over = play(state, "0 discard R1")
    assert (over.phase, GAME.ended(over), over.towers) == ("over", (0, 2), (1, 0))
    void = play(table(hand="R1", house=TEAM, quarry=30, idle=61), "0 discard R1")
    assert (GAME.ended(void), void.towers) == ((), (0, 0))
    assert GAME.actors(void) == (-1,)
    busy = play(table(row(0, "R4 B4"), hand="R1 B1", house=TEAM, quarry=30, idle=61), "0 build R1 B1")
    assert busy.idle == 0


def test_all_stuck():
    """A-SR-16, A-SR-73: every hand and both piles are empty."""
    document = {"quarry": 0, "brickyard": [], "hand_sizes": [2, 0, 0, 0], "phase": "draw"}
    over = play(table(row(1, "R4 B4"), hand="R1 B1", house=TEAM, **document), "0 build R1 B1")
    assert (over.phase, GAME.ended(over)) == ("over", (1, 3))


def test_rulings_of_teamplay_are_cited_in_teamplay_only():
    """A-SR-66, A-SR-67, A-SR-74; a round that is over is over by SRT-14, SRO-24 or SRB-22."""
    reaction = {"phase": "reaction", "pending": {"move": "break R3 r1", "seat": 0}}
    assert refused(table(row(1, "R4 B4"), **reaction), 0, "attract Di") == ("own_hammer", ("SRO-43",))
    partner = table(row(1, "R4 B4"), **reaction, house=TEAM)
    assert refused(partner, 2, "attract Di") == ("own_hammer", ("SRT-34", "A-SR-74"))
    own, partners = (table(row(seat, "R4 B4"), hand="Ma G4", house=TEAM) for seat in (0, 2))
    assert judge(own, 0, "mortar Ma G4 r1").rules == ("SRT-27", "A-SR-32")
    assert judge(partners, 0, "mortar Ma G4 r1").rules == ("SRT-27", "A-SR-32", "A-SR-67")
    for rule_set, rule in (("official", "SRO-24"), ("team", "SRT-14"), ("basic", "SRB-22")):
        over = table(phase="over", house={"rule_set": rule_set})
        assert refused(over, 0, "draw quarry") == ("game_over", (rule,))


def test_the_reason_names_the_house_rule_that_makes_no_hammers():
    """A-SR-05: a Mason has the name of the keystone; that it is no Hammer is the table's own rule."""
    state = table(row(1, "R4 B4"), hand="Ma", keystone="Ma", house={"keystone_action_card": "no_hammer"})
    verdict = judge(state, 0, "break Ma r1")
    assert (verdict.name, verdict.reason) == (
        "no_hammer",
        "At this table an action card that is the keystone makes no Hammers.",
    )

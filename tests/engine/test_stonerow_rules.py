"""Every rule and ruling that no worked example shows, in the order of the specification; each test names its ids."""

from __future__ import annotations

import pytest
from stonerow_table import (
    GAME,
    as_turn,
    hand,
    judge,
    moves,
    options,
    pass_turns,
    play,
    refused,
    row,
    setup,
    start,
    table,
    totals,
)

from engine.games.stonerow.cards import ACTION_CARDS, cards_of, size
from engine.games.stonerow.options import deck, numbers
from engine.games.stonerow.rules import SAME, cite

RULE_SETS = ("official", "team", "basic")
TEAM = {"rule_set": "team"}
THREE = {"players": 3}
BASIC = {"rule_set": "basic"}


def opened(rule_set="official", players=4, **house):
    """A hidden game after keystone Y3 and brickyard R1."""
    return play(start(None, rule_set, players, **house), "-1 keystone Y3", "-1 brickyard R1")


# Rule sets, deck and set-up


def test_official_is_the_rule_set_that_others_vary():
    """SRO-1; SRO-2 and what follows it list the parts."""
    assert options().rule_set == "official"
    assert GAME.start(GAME.options_type()).options == options()


def test_every_sentence_of_the_official_rules_has_its_like_in_the_others():
    """Where a rule of the three sets says the same, the one that is played is cited."""
    for official, others in SAME.items():
        assert official in GAME.rules
        for rule in " ".join(others).split():
            assert rule in GAME.rules
        for rule_set in RULE_SETS:
            prefix = {"official": "SRO-", "team": "SRT-", "basic": "SRB-"}[rule_set]
            assert all(rule.startswith(prefix) for rule in cite(options(rule_set), official))


@pytest.mark.parametrize(
    ("rule_set", "counts", "total"),
    [
        ("official", (3, 3, 2, 2, 1), 63),  # SRO-3, SRO-5, SRO-6, SRO-7, SRO-8, SRO-9
        ("team", (3, 3, 2, 2, 0), 62),  # SRT-1, SRT-2, SRT-9, C-SR-3
        ("basic", (2, 1, 0, 0, 1), 56),  # SRB-1, SRB-29, C-SR-4, C-SR-6
    ],
)
def test_the_decks(rule_set, counts, total):
    """A-SR-01, A-SR-02, C-SR-1: 52 number and guild cards, and the action cards of the rule set."""
    assert tuple(numbers(options(rule_set))[card] for card in ACTION_CARDS) == counts
    assert size(deck(options(rule_set))) == total
    assert sum(card < 52 for card in cards_of(deck(options(rule_set)))) == 52


@pytest.mark.parametrize(("players", "each"), [(2, 8), (3, 7), (4, 6)])
def test_hands_and_piles(players, each):
    """SRO-13, SRO-14, SRO-15, SRO-16, SRO-18, SRT-10, SRT-11, SRT-13, SRB-5…SRB-10, SRB-12.

    SRB-6, SRB-7, SRB-8, SRB-9: hands by players, the rest is the quarry; A-SR-03 bounds the players.
    """
    for rule_set in RULE_SETS if players == 4 else ("official", "basic"):
        state = opened(rule_set, players)
        told = GAME.position(state)
        assert told["hand_sizes"] == [each] * players
        assert told["quarry"] == size(deck(state.options)) - players * each - 2
        assert (told["keystone"], told["brickyard"]) == ("Y3", ["R1"])


def test_towers():
    """SRO-4, SRO-12, SRB-4, A-SR-04, C-SR-2: one tower in the single game; SRT-3, SRT-7, SRT-8: one for each team."""
    assert GAME.position(opened())["tower"] == 1
    assert GAME.position(opened("team"))["towers"] == [0, 0]
    assert "tower" not in GAME.position(opened("team"))


def test_the_keystone_decides_the_hammers():
    """SRO-17, SRO-28, SRT-12, SRT-20, SRB-10, SRB-11, SRB-26, A-SR-05."""
    for rule_set in RULE_SETS:
        state = table(row(1, "R4 B4"), keystone="GAr", house={"rule_set": rule_set})
        assert moves(state, 0, "break") == {"break RAr r1", "break BAr r1", "break YAr r1"}
        assert refused(state, 0, "break R3 r1")[0] == "no_hammer"
    for keystone, count in (("Hw", 1), ("Ma", 1), ("Gd", 1), ("Di", 1)):
        assert len(moves(table(row(1, "R4 B4"), keystone=keystone), 0, "break")) == count


def test_a_foreman_turned_up_is_replaced():
    """A-SR-06, A-SR-07: as keystone and as first card of the brickyard."""
    state = play(start(None), "-1 keystone Y3", "-1 brickyard Fo")
    assert (state.overtime, state.phase) == (True, "deal")
    assert play(state, "-1 brickyard R1").brickyard == (0,)
    found = set()
    for seed in range(400):
        first = start(seed)
        holder = GAME.actors(first)[0] if first.phase == "deal" else None
        found.add((first.overtime, holder is not None))
    assert found == {(False, False), (True, False), (False, True)}


def test_a_dealt_foreman_is_called_before_the_keystone():
    """SRO-19, SRB-13, SRB-14, SRB-15, A-SR-08, A-SR-09: laid by the tower, replaced from the quarry."""
    state = next(state for seed in range(400) if (state := start(seed)).phase == "deal")
    (holder,) = GAME.actors(state)
    assert state.keystone is None
    assert moves(state, holder) == {"overtime"}
    other = (holder + 1) % 4
    assert refused(state, other, "overtime")[0] == "not_in_hand"
    called = play(state, f"{holder} overtime")
    assert called.overtime
    assert (called.phase, called.quarry) == ("draw", 36)
    assert GAME.position(called)["hand_sizes"] == [6, 6, 6, 6]


def test_a_drawn_foreman_is_called_first():
    """SRO-19, A-SR-09, A-SR-12: the replacement uses neither draw nor action."""
    state = table(hand="R1 Fo", quarry=30, hand_sizes=[2, 6, 6, 6])
    assert moves(state, 0) == {"overtime"}
    assert refused(state, 0, "discard R1") == ("foreman_first", ("SRO-19", "A-SR-08"))
    called = play(state, "0 overtime")
    assert (called.phase, called.turn, called.quarry, called.overtime) == ("action", 0, 29, True)


def test_no_foreman_in_teams():
    """SRT-9, C-SR-3."""
    assert refused(opened("team"), 1, "overtime")[0] == "no_foreman"


# Rounds and turns


def test_rounds_and_tower_cards():
    """SRO-20…SRO-24, SRB-16, SRB-17, SRB-18, SRB-19…SRB-22, A-SR-10, A-SR-11, C-SR-10, C-SR-11.

    SRO-21, SRO-22, SRO-23, SRO-24, SRB-20, SRB-21: the tower shows the round, and the end follows a dealer's turn.
    """
    for rule_set in ("official", "basic"):
        state = opened(rule_set, 3)
        for number in range(1, 6):
            assert (state.turn, GAME.position(state)["tower"]) == (0, number)
            state = pass_turns(state, 0, 1, 2)
        assert (state.phase, GAME.position(state)["tower"]) == ("over", 5)
        assert GAME.actors(state) == ()
        assert refused(state, 0, "draw quarry")[0] == "game_over"


def test_a_foreman_in_the_last_dig_keeps_the_game_going():
    """A-SR-10, A-SR-48, SRB-18: the dealer digs in round five; only then is the game over or not."""
    told = {"house": THREE, "quarry": 20, "round": 5, "hand_sizes": [3, 3, 2]}
    state = play(table(seat=2, hand="Gd R1", **told), "2 dig quarry")
    assert (state.phase, GAME.actors(state)) == ("window", (2,))
    assert moves(state, 2) == {"overtime", "decline"}
    assert play(state, "2 decline").phase == "over"
    more = play(state, "2 overtime")
    assert (more.phase, more.turn, more.round, more.quarry) == ("draw", 0, 6, 16)
    with_foreman = table(seat=2, hand="Gd R1", overtime=True, **{**told, "round": 6})
    assert play(with_foreman, "2 dig quarry").phase == "over"


def test_a_turn_is_one_draw_and_one_action():
    """SRO-25, SRO-26, SRO-31, SRT-18, SRT-23, SRB-23, SRB-24, A-SR-12: draw, then act, each once."""
    state = table(phase="draw", quarry=30, hand="R1 B1 G4 Y4")
    assert refused(state, 0, "build R1 B1") == ("draw_first", ("SRO-25", "A-SR-12"))
    drawn = play(state, "0 draw quarry")
    assert refused(drawn, 0, "draw quarry") == ("already_drawn", ("SRO-25", "A-SR-12"))
    acted = play(drawn, "0 build R1 B1")
    assert refused(acted, 0, "build G4 Y4")[0] == "not_your_turn"
    assert acted.turn == 1


def test_the_brickyard_gives_its_top():
    """SRO-25, A-SR-13."""
    state = table(phase="draw", quarry=30, brickyard=["R1", "R2"], hand="R7")
    assert hand(play(state, "0 draw brickyard"), 0) == "R2 R7"
    assert refused(state.but(brickyard=()), 0, "draw brickyard")[0] == "brickyard_empty"


def test_an_empty_quarry_is_refilled():
    """A-SR-14: shuffled from the brickyard but for its top; the top alone refills nothing."""
    state = table(phase="draw", quarry=0, brickyard=["R1", "R2", "R3"], hand_sizes=[6] * 4)
    drawn = play(state, "0 draw quarry")
    assert (drawn.quarry, [str(card) for card in drawn.brickyard]) == (1, ["8"])
    one = state.but(brickyard=(0,))
    assert moves(one, 0) == {"draw brickyard"}
    assert refused(one, 0, "draw quarry")[0] == "quarry_empty"


def test_both_piles_empty():
    """A-SR-15, A-SR-16: the turn goes on without a draw; with an empty hand it is skipped."""
    told = {"quarry": 0, "brickyard": [], "phase": "draw", "hand_sizes": [2, 0, 6, 6], "round": 2}
    state = table(row(0, "R4 B4"), row(1, "G4 Y4"), hand="R1 B1", **told)
    assert moves(state, 0) == {"build R1 B1", "discard R1", "discard B1"}
    assert refused(state, 0, "draw quarry")[0] == "quarry_empty"
    assert play(state, "0 build R1 B1").turn == 2
    assert play(state, "0 discard R1").turn == 1


def test_no_passing_and_no_hand_limit():
    """A-SR-16, A-SR-17, SRO-52, SRT-40, SRB-34, SRB-35: discarding is always there, an empty hand ends nothing."""
    state = table(hand="R1", quarry=30, hand_sizes=[1, 6, 6, 6])
    assert refused(state, 0, "decline") == ("no_passing", ("SRO-26", "SRO-52", "A-SR-16"))
    empty = play(state, "0 discard R1")
    assert (GAME.position(empty)["hand_sizes"][0], empty.turn) == (0, 1)
    many = " ".join(f"{colour}{rank}" for colour in "RBGY" for rank in range(1, 6))
    assert len(moves(table(hand=many, keystone="RGM"), 0, "discard")) == 20


def test_any_card_may_be_discarded():
    """SRO-51, SRT-40, SRB-34, A-SR-22b: also one just drawn from the brickyard, a Hammer, an action card."""
    state = table(phase="draw", quarry=30, brickyard=["Hw"], hand="R3 Ma", house={})
    state = play(state, "0 draw brickyard")
    assert moves(state, 0, "discard") == {"discard R3", "discard Ma", "discard Hw"}


# Rows


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_rows_are_worth_and_which_rule_says_so(rule_set):
    """SRO-53…SRO-59, SRT-47…SRT-51, SRB-36…SRB-45, A-SR-18, A-SR-19, A-SR-21.

    SRO-57, SRO-58, SRT-48, SRT-49, SRT-50, SRB-37, SRB-38, SRB-39, SRB-40, SRB-41, SRB-42, SRB-43, SRB-44.
    """
    rules = {
        "R2 B2": (4, "SRO-54", "SRT-47", "SRB-37"),
        "RAr BAr": (20, "SRO-55", "SRT-48", "SRB-39"),
        "R1 B1 G1": (30, "SRO-56", "SRT-48", "SRB-40"),
        "R4 B4 G4 Y4": (40, "SRO-57", "SRT-49", "SRB-41"),
        "R4 R5 R6": (30, "SRO-59", "SRT-51", "SRB-43"),
        "R4 R5 R6 R7": (40, "SRO-59", "SRT-51", "SRB-44"),
        "R4 R5 R6 R7 R8": (50, "SRO-59", "SRT-51", "SRB-45"),
    }
    for cards, (points, *ids) in rules.items():
        state = table(hand=cards, keystone="YGM", house={"rule_set": rule_set})
        verdict = judge(state, 0, f"build {cards}")
        assert verdict.points == points
        assert ids[RULE_SETS.index(rule_set)] in verdict.rules


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("R7", "too_few_cards"),  # SRO-53
        ("R7 B8", "mixed_colours"),  # SRO-58, SRT-50, SRB-42, A-SR-18
        ("R1 RGM", "gap_in_run"),  # no wrap: A-SR-18
        ("R1 R2 R4", "gap_in_run"),
        ("R1 R2", "run_too_short"),  # SRO-59
        ("R7 B7 R8", "no_set"),  # A-SR-21
        ("RAp BSu", "mixed_colours"),  # two names are no pair of characters: A-SR-21
        ("R9 BAp", "mixed_colours"),  # numbers and characters do not mix: A-SR-21
        ("R9 Ma", "action_card_in_row"),  # A-SR-22
        ("Ma Hw", "action_card_in_row"),
    ],
)
def test_what_is_no_row(cards, name):
    """SRO-53, SRO-58, A-SR-18, A-SR-21, A-SR-22."""
    assert refused(table(hand=cards, keystone="YGM"), 0, f"build {cards}")[0] == name


def test_rows_come_from_the_hand_and_stay_apart():
    """SRO-10, SRT-4, SRB-2, SRO-27, SRT-19, SRB-25, A-SR-20, A-SR-22, C-SR-13: two pairs of nines are 18 + 18."""
    state = table(row(0, "R9 B9"), hand="G9 Y9", quarry=30)
    assert refused(state, 0, "build R9 G9")[0] == "not_in_hand"
    state = play(state, "0 build G9 Y9")
    assert totals(state)[0] == 36
    assert refused(as_turn(state, 0), 0, "add G9 r1") == ("no_additions", ("SRO-40", "A-SR-20"))


def test_a_hammer_can_be_built_with():
    """SRO-30, SRT-22, SRB-28, A-SR-27, A-SR-44, C-SR-14: as an ordinary card, and nobody attracts it."""
    state = table(hand="R9 B9 G1", keystone="Y9", hand_sizes=[3, 6, 6, 6])
    built = play(state, "0 build R9 B9")
    assert built.phase == "draw"
    assert refused(state, 0, "build R9 G1")[0] == "mixed_colours"


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
    assert refused(as_turn(state, 2), 2, "repair Ma r1")[0] == "not_your_row"
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
    told = {"keystone": "Y9", "quarry": 30, "brickyard": ["G2"]}
    state = table(row(1, "R4 B4"), hand="B9 R1", hand_sizes=[2, 6, 6, 6], **told)
    assert refused(state, 1, "attract Di")[0] == "nothing_to_attract"
    hit = play(state, "0 break B9 r1")
    assert (hit.phase, GAME.actors(hit)) == ("reaction", (1, 2, 3))
    assert refused(hit, 1, "draw quarry") == ("reaction_pending", ("SRO-43", "A-SR-46"))
    saved = play(hit, "1 decline", "3 attract Di", "2 decline")
    assert not saved.rows[0].broken
    assert GAME.position(saved)["hand_sizes"] == [1, 6, 6, 6]
    assert (saved.turn, saved.phase) == (1, "draw")
    out = table(row(1, "R4 B4"), hand="B9 R1", deflectors=[0, 0, 1, 1], **told)
    assert play(out, "0 break B9 r1").rows[0].broken  # both Displacers lie: nobody can be asked
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
    told = {"quarry": 0, "brickyard": [], "hand_sizes": [2, 0, 0, 0], "phase": "draw"}
    over = play(table(row(1, "R4 B4"), hand="R1 B1", house=TEAM, **told), "0 build R1 B1")
    assert (over.phase, GAME.ended(over)) == ("over", (1, 3))

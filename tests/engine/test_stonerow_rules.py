"""Every rule and ruling that no worked example shows, in the order of the specification; each test names its ids."""

from __future__ import annotations

import pytest
from stonerow_table import (
    GAME,
    RULE_SETS,
    THREE,
    as_turn,
    hand,
    judge,
    moves,
    opened,
    options,
    pass_turns,
    play,
    refused,
    row,
    start,
    table,
    totals,
)

from engine.games.stonerow.cards import ACTION_CARDS, UNKNOWN, cards_of, size
from engine.games.stonerow.dealing import TurnKeystone
from engine.games.stonerow.options import deck, numbers
from engine.games.stonerow.rules import SAME, cite

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
        result = GAME.position(state)
        assert result["hand_sizes"] == [each] * players
        assert result["quarry"] == size(deck(state.options)) - players * each - 2
        assert (result["keystone"], result["brickyard"]) == ("Y3", ["R1"])


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


def test_only_the_first_card_of_the_brickyard_may_be_unseen():
    """SRO-18: it may be drawn before anybody sees it; the keystone lies there all game."""
    state = start(None)
    verdict = GAME.judge(state, -1, TurnKeystone(UNKNOWN))
    assert (verdict.legal, verdict.name) == (False, "lies_elsewhere")
    state = play(state, "-1 keystone Y9")
    assert "brickyard ?" in moves(state, -1)
    assert GAME.judge(state, -1, GAME.parse("brickyard ?")).rules == ("SRO-18",)
    assert not GAME.judge(state, 0, GAME.parse("brickyard ?")).legal


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
    document = {"house": THREE, "quarry": 20, "round": 5, "hand_sizes": [3, 3, 2]}
    state = play(table(seat=2, hand="Gd R1", **document), "2 dig quarry")
    assert (state.phase, GAME.actors(state)) == ("window", (2,))
    assert moves(state, 2) == {"overtime", "decline"}
    assert play(state, "2 decline").phase == "over"
    more = play(state, "2 overtime")
    assert (more.phase, more.turn, more.round, more.quarry) == ("draw", 0, 6, 16)
    with_foreman = table(seat=2, hand="Gd R1", overtime=True, **{**document, "round": 6})
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
    document = {"quarry": 0, "brickyard": [], "phase": "draw", "hand_sizes": [2, 0, 6, 6], "round": 2}
    state = table(row(0, "R4 B4"), row(1, "G4 Y4"), hand="R1 B1", **document)
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

"""Every house rule switches what it says; the default stands beside it."""

from __future__ import annotations

import pytest
from stonerow_table import GAME, as_turn, judge, moves, options, play, refused, row, setup, start, table, totals

from engine.errors import OptionError
from engine.games.stonerow.cards import cards_of
from engine.games.stonerow.options import deck
from engine.games.stonerow.state import in_sight

TEAM = {"rule_set": "team"}


@pytest.mark.parametrize(
    "house",
    [
        {"rule_set": "team", "players": 3},  # SRT-10
        {"players": 5},
        {"players": 1},
        {"rule_set": "solo"},
        {"action_cards": {"joker": 1}},
        {"action_cards": {"mason": -1}},
        {"action_cards": {"mason": True}},
        {"action_cards": {"foreman": 2}},
        {"action_cards": 5},
        {"rule_set": "team", "action_cards": {"foreman": 1}},  # SRT-9
        {"rule_set": "basic", "action_cards": {"displacer": 1}},  # SRB-29
        {"team_target_points": 0},
        {"team_towers_to_win": 7},
        {"run_overlength": "endless"},
    ],
)
def test_what_is_no_option(house):
    with pytest.raises(OptionError) as wrong:
        options(**house)
    assert "\n" not in str(wrong.value)


def test_action_cards():
    """A-SR-02: kinds that are left out keep the rule set's number."""
    house = {"action_cards": {"highwayman": 5, "mason": 0}}
    chosen = options(**house)
    assert chosen.to_json()["action_cards"] == house["action_cards"]
    assert options(**chosen.to_json()) == chosen
    assert eval(repr(chosen), {"StoneRowOptions": type(chosen)}) == chosen
    assert GAME.position(start(None, **house))["quarry"] == 63 + 2 - 3 - 24
    faults = GAME.faults(setup(row(0, "R4 B4", under="Hw Hw Hw Hw"), house=house))
    assert faults == ()
    assert [fault.name for fault in GAME.faults(setup(row(0, "R4 B4", under="Ma"), house=house))] == ["not_in_deck"]


@pytest.mark.parametrize(("value", "points"), [("linear", 60), ("cap_50", 50), ("forbid", None)])
def test_run_overlength(value, points):
    """A-SR-19."""
    cards = "R4 R5 R6 R7 R8 R9"
    state = table(hand=cards, house={"run_overlength": value})
    verdict = judge(state, 0, f"build {cards}")
    assert verdict.points == (points or 0)
    assert verdict.legal == (points is not None)
    assert verdict.name == ("" if points else "run_too_long")
    assert (f"build {cards}" in moves(state, 0)) == verdict.legal
    grown = table(row(0, "R4 R5 R6 R7 R8"), hand="Ma R9", house={"run_overlength": value})
    assert moves(grown, 0, "mortar") == (set() if points is None else {"mortar Ma R9 r1"})


def test_keystone_action_card():
    """A-SR-05."""
    row_of_one = row(1, "R4 B4")
    assert moves(table(row_of_one, keystone="Ma", hand="Ma"), 0, "break") == {"break Ma r1"}
    assert not moves(
        table(row_of_one, keystone="Ma", hand="Ma", house={"keystone_action_card": "no_hammer"}), 0, "break"
    )
    seeds = range(300)
    keystones = {start(seed, keystone_action_card="redraw").keystone for seed in seeds} - {None}
    assert max(keystones) < 52
    assert max({start(seed).keystone or 0 for seed in seeds}) >= 52
    for seed in seeds:
        state = start(seed, keystone_action_card="redraw")
        if state.phase == "draw":
            assert state.quarry == 37 - state.overtime
            assert sorted((*state.order[: state.quarry], *cards_of(in_sight(state)))) == list(cards_of(deck(options())))
    hidden = start(None, keystone_action_card="redraw")
    assert refused(hidden, -1, "keystone Ma") == ("keystone_redrawn", ("A-SR-05",))
    assert judge(start(None), -1, "keystone Ma").legal


def test_hammer_on_broken():
    """A-SR-23."""
    broken = row(1, "R4 B4", under="B3", broken=True)
    assert refused(table(broken, hand="R3"), 0, "break R3 r1")[0] == "already_broken"
    state = table(broken, hand="R3", house={"hammer_on_broken": "allow_no_effect", "rule_set": "basic"})
    assert moves(state, 0, "break") == {"break R3 r1"}
    after = play(state, "0 break R3 r1")
    assert (after.rows[0].broken, len(after.rows[0].markers), totals(after)) == (True, 2, [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("value", "pair", "run"),
    [
        ("layered", [40, 30, 0, 0], [30, 40, 50, 0]),
        ("own_cards_plus_base", [30, 30, 0, 0], [30, 40, 30, 0]),  # A-SR-92: R2 and R4-R6 leave a gap
        ("group_total_for_all", [40, 40, 0, 0], [50, 50, 50, 0]),
    ],
)
def test_mortar_scoring(value, pair, run):
    """A-SR-35, A-SR-92."""
    house = {"mortar_scoring": value}
    assert totals(table(row(0, "R9 B9", (1, "G9"), (0, "Y9")), house=house)) == pair
    state = table(row(0, "R4 R5 R6", (1, "R3"), (2, "R2")), house=house)
    assert totals(state) == run
    mortared = table(row(0, "R4 R5 R6", (1, "R3")), seat=3, hand="Ma R2", house=house)
    gained = judge(mortared, 3, "mortar Ma R2 r1").points
    assert gained == totals(play(mortared, "3 mortar Ma R2 r1"))[3]


@pytest.mark.parametrize("value", ["layered", "own_cards_plus_base", "group_total_for_all"])
def test_mortar_scoring_in_teams(value):
    """A-SR-67b: a team scores a group once, however."""
    state = table(row(1, "R9 B9", (0, "G9"), (2, "Y9")), house={**TEAM, "mortar_scoring": value})
    b_team = {"layered": 18, "own_cards_plus_base": 18, "group_total_for_all": 40}[value]
    assert totals(state) == [0, b_team, 40, 0]


def test_deflector_scope():
    """A-SR-39: one row only, named with the Displacer; the shield does not go with a stolen row (A-SR-41)."""
    rows = (row(1, "R4 B4"), row(1, "R5 B5"), row(0, "R6 B6"))
    house = {"deflector_scope": "one_row"}
    assert refused(table(*rows, seat=1, hand="Di"), 1, "deflect Di r1")[0] == "all_rows"
    state = table(*rows, seat=1, hand="Di Di", house=house)
    assert moves(state, 1, "deflect") == {"deflect Di r1", "deflect Di r2"}
    assert refused(state, 1, "deflect Di")[0] == "row_missing"
    assert refused(state, 1, "deflect Di r3")[0] == "not_your_row"
    state = play(state, "1 deflect Di r2")
    assert GAME.position(state)["shielded"] == ["r2"]
    assert refused(as_turn(state, 1), 1, "deflect Di r2")[0] == "already_shielded"
    state = state.but(hidden=(9, 9, 9, 9))
    assert moves(as_turn(state, 0), 0, "break B3") == {"break B3 r1"}
    stolen = play(as_turn(state, 0), "0 steal Hw r2")
    assert (stolen.shielded, stolen.deflectors) == ((), (0, 1, 0, 0))


def test_attract_target():
    """A-SR-43."""
    document = {"hand": "R3", "hand_sizes": [1, 6, 6, 6]}
    rows = (row(1, "R4 B4", (2, "G4")),)
    assert GAME.actors(play(table(*rows, **document), "0 break R3 r1")) == (1, 2, 3)
    state = play(table(*rows, **document, house={"attract_target": "own_row_only"}), "0 break R3 r1")
    assert GAME.actors(state) == (1, 2)
    assert refused(state, 3, "attract Di") == ("not_your_row", ("SRO-43", "A-SR-43"))


@pytest.mark.parametrize(
    ("value", "winners"), [("shared", (0, 1)), ("most_unbroken_rows", (1,)), ("fewest_hand_cards", (0,))]
)
def test_tie_break(value, winners):
    """A-SR-52."""
    rows = (row(0, "R4 B4 G4"), row(1, "RAr BAr"), row(1, "R5 B5"), row(2, "R6 B6"))
    state = table(*rows, phase="over", round=5, hand_sizes=[3, 4, 0, 0], house={"tie_break": value})
    assert GAME.winners(state) == winners


def test_team_target_points_and_towers():
    """SRT-5, SRT-6."""
    state = table(hand="R7 R8 R9", house={**TEAM, "team_target_points": 30, "team_towers_to_win": 2}, towers=[1, 0])
    won = play(state, "0 build R7 R8 R9")
    assert (won.towers, GAME.winners(won)) == ((2, 0), (0, 2))
    usual = play(table(hand="R7 R8 R9", house=TEAM, towers=[1, 0], quarry=9), "0 build R7 R8 R9")
    assert (usual.towers, GAME.ended(usual)) == ((1, 0), None)


@pytest.mark.parametrize(("value", "winners"), [("acting_team", (1, 3)), ("higher_total", (0, 2))])
def test_team_tie(value, winners):
    """A-SR-61: both get there by one repair, the other team with more."""
    group = row(0, "R4 R5 R6", (1, "R7"), under="B3", broken=True)
    house = {**TEAM, "team_tie": value, "team_target_points": 40}
    state = table(group, row(2, "B7 B8 B9"), seat=1, hand="Ma", house=house)
    both = play(state, "1 repair Ma r1")
    assert totals(both) == [30, 40, 30, 0]
    assert GAME.ended(both) == winners

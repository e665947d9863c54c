"""From a known table and a seen one to the moves between: uncertain cards, whole turns, plays against the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from explaining import explain
from games_played import in_sight
from seen_tables import guess, seen_table, table_reading
from stonerow_table import GAME, options, play, row, start, table

from engine.games.stonerow.cards import CARDS
from vision.games.model import Budget
from vision.games.reading import TableReading
from vision.games.stonerow.model import MODEL
from vision.games.stonerow.model.explain import Search
from vision.games.stonerow.model.likelihood import reading_likelihood
from vision.games.stonerow.model.reading import whole
from vision.games.stonerow.tracks import state_cards
from vision.tracking import Tracker
from vision.tracking.belief import Belief
from vision.tracking.decision import Alarm
from vision.tracking.evidence import Evidence
from vision.tracking.explainer import Explainer
from vision.tracking.step import step

TRACKED = Tracker(GAME, options(players=3), lambda photo, _known=None, /: None).model


def seen(state, **changes):
    """What a camera sees of a state, but for these changes."""
    return seen_table("stonerow", in_sight(GAME, state) | changes)


def told(found):
    return [" / ".join(f"{seat} {move}" for seat, move in one.plays) for one in found]


def drawing(hand_sizes=(6, 6, 6), **more):
    """Seat 0 is about to draw; all hands are hidden."""
    given = {"quarry": 30, "brickyard": ["G2"], "hand_sizes": list(hand_sizes), "house": {"players": 3}}
    return table(row(1, "R4 B4"), **{"phase": "draw", **given, **more})


def test_nothing_happened():
    state = drawing()
    found = explain(MODEL, state, seen(state))
    assert found[0].plays == ()
    assert found[0].likelihood > 0.9
    assert sum(one.likelihood for one in found) == pytest.approx(1)


def test_a_quarry_that_seems_ever_lower_outweighs_nothing_else():
    state = play(drawing(), "0 draw quarry")
    one, several = (explain(MODEL, state, seen(state, quarry=state.quarry - fewer))[0] for fewer in (1, 4))
    assert several.plays == ()
    assert several.weight == one.weight


@pytest.mark.parametrize(
    "line",
    [
        "draw quarry / build R7 R8 R9",
        "draw brickyard / build R7 R8 R9",
        "draw quarry / steal Hw r1",
        "draw quarry / mortar Ma G4 r1",
        "draw quarry / deflect Di",
        "draw quarry / dig quarry",
    ],
)
def test_a_whole_turn_in_two_moves(line):
    before = drawing()
    after = play(before, *(f"0 {move}" for move in line.split(" / ")))
    found = explain(MODEL, before, seen(after))
    assert told(found)[0] == " / ".join(f"0 {move}" for move in line.split(" / "))
    assert found[0].likelihood > 0.5
    assert found[0].illegal is None


@pytest.mark.parametrize("begin", ["0 draw quarry", ""])
def test_what_a_golddigger_took_from_a_watched_quarry_is_not_counted(begin):
    before = drawing() if begin else play(drawing(), "0 draw quarry")
    after = play(before, *filter(None, [begin, "0 dig quarry"]))
    found = explain(MODEL, before, seen(after, quarry=before.quarry - 1))
    assert told(found)[0] == " / ".join(filter(None, [begin, "0 dig quarry"]))
    assert found[0].likelihood > 0.9


def test_a_golddigger_that_took_the_top_of_the_brickyard():
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3)
    found = explain(MODEL, before, seen_table("stonerow", {"brickyard": [], "golddiggers": 1}))
    assert told(found)[0] == "0 dig brickyard G2"
    assert found[0].likelihood > 0.9
    # Where the brickyard is as it was, it was rather the quarry.
    kept = explain(MODEL, before, seen_table("stonerow", {"brickyard": ["G2"], "golddiggers": 1}))
    assert told(kept)[0] == "0 dig quarry"
    assert kept[0].likelihood > 0.9


def test_what_a_look_saw_on_the_brickyard_lives_on_in_the_belief():
    """A look between saw R3 on top; that it was dug with G2 leaves it nowhere in between."""
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3, brickyard=["B8", "R3", "G2"])
    rows = in_sight(GAME, before)["rows"]

    def share(*tops):
        belief = Belief((before,))
        for count, top in enumerate(tops):
            reading = table_reading("stonerow", {"rows": rows, "brickyard": [top], "golddiggers": 1})
            after = step(TRACKED, belief, Evidence(float(count), lambda _, seen=reading: seen))
            belief = after.belief
        pairs = after.posterior.pairs
        return sum(share for each, share in pairs if [str(move) for _, move in each.plays] == ["dig brickyard G2 R3"])

    assert share("B8") > TRACKED.policy.sure
    assert share("R3", "B8") < TRACKED.policy.likely


def test_what_lay_there_before_the_brickyard_was_drawn_from_was_not_laid_after_it():
    """A look between saw the row with G2 on the brickyard still: so the next player has drawn that."""
    before = drawing(quarry=None, hand_sizes=[None] * 3)
    vague = {"labels": {"R1": 0.3, "R7": 0.6}}
    rows = [*in_sight(GAME, before)["rows"], {"holder": 0, "cards": [vague, "B7"], "markers": []}]

    def share(*tops):
        belief = Belief((before,))
        for count, top in enumerate(tops):
            reading = table_reading("stonerow", {"rows": rows, "brickyard": top})
            after = step(TRACKED, belief, Evidence(float(count), lambda _, seen=reading: seen))
            belief = after.belief
        pairs = after.posterior.pairs
        return sum(share for each, share in pairs if [str(move) for _, move in each.plays][:1] == ["draw brickyard"])

    assert share([]) > 0.4
    assert share(["G2"], []) < 0.2


def test_a_highwayman_laid_on_the_one_before_is_seen_as_one():
    """Rather than that the theft before was none, and that this one is against the rules."""
    before = play(drawing(), "0 draw quarry", "0 steal Hw r1")
    after = play(before, "1 draw quarry", "1 steal Hw r1")
    (row,) = in_sight(GAME, after)["rows"]
    found = explain(MODEL, before, seen(before, rows=[row | {"markers": ["Hw"]}]))
    assert told(found)[0] == "1 draw quarry / 1 steal Hw r1"
    assert found[0].likelihood > TRACKED.policy.likely


def test_a_next_draw_from_the_brickyard_is_clear_where_the_draw_before_it_is_known():
    unknown = drawing(quarry=None, hand_sizes=[None] * 3)
    known = play(unknown, "0 draw quarry")
    both = seen(play(known, "0 build R7 R8 R9", "1 draw brickyard"))
    first = {one: explain(MODEL, state, both)[0] for one, state in (("unknown", unknown), ("known", known))}
    assert told([first["known"]]) == ["0 build R7 R8 R9 / 1 draw brickyard"]
    assert first["known"].weight > 60 * MODEL.unexplained  # though a card of it may be read badly
    assert told([first["unknown"]]) == ["0 draw brickyard / 0 build R7 R8 R9"]  # whoever drew it


def test_a_mason_tells_a_mortar_whose_card_is_not_read():
    before = drawing(phase="action")
    (lying,) = in_sight(GAME, before)["rows"]
    found = explain(MODEL, before, seen(before, rows=[lying | {"markers": ["Ma"]}]), plies=1)
    assert set(told(found)[:2]) == {"0 mortar Ma G4 r1", "0 mortar Ma Y4 r1"}
    assert found[0].likelihood < 0.5  # so somebody is asked which


def test_a_mason_near_a_row_of_its_player_enlarged_the_neighbours():
    before = table(
        row(0, "R4 B4 G4"), row(1, "R9 B9"),
        phase="action", quarry=30, brickyard=["G2"], hand_sizes=[6, 6, 6], house={"players": 3},
    )  # fmt: skip
    mine, other = in_sight(GAME, before)["rows"]
    rows = [mine | {"markers": ["Ma"]}, other | {"cards": ["R9", "B9", "G9"]}]
    found = explain(MODEL, before, seen(before, rows=rows), plies=1)
    assert told(found)[0] == "0 mortar Ma G9 r2"
    assert found[0].likelihood > 0.9
    # Where it lies stays so, and tells nothing more.
    after = play(before, "0 mortar Ma G9 r2")
    assert told(explain(MODEL, after, seen(after, rows=rows), plies=1))[0] == ""


def test_a_break_and_those_who_let_it_pass():
    before = drawing(phase="action")
    after = play(before, "0 break R3 r1", "1 decline", "2 decline")
    found = explain(MODEL, before, seen(after), plies=1)
    assert told(found)[0] == "0 break R3 r1"
    assert found[0].likelihood > 0.9
    next_one = play(after, "1 draw quarry")
    found = explain(MODEL, before, seen(next_one))
    assert told(found)[0] == "0 break R3 r1 / 1 decline / 2 decline / 1 draw quarry"


def test_a_hammer_that_nobody_deflected_is_known_where_it_was_laid():
    """One that was read unsurely was lost, and its row with it, once somebody had declined."""
    laid = play(drawing(phase="action"), "0 break R3 r1")
    assert set(state_cards(laid)) == set(state_cards(play(laid, "1 decline", "2 decline")))


def test_an_attracted_hammer():
    before = play(drawing(phase="action"), "0 break R3 r1", "1 decline")
    after = play(before, "2 attract Di")
    assert told(explain(MODEL, before, seen(after)))[0] == "2 attract Di"


def test_uncertain_cards_are_decided_by_the_rules():
    before = drawing(phase="action")
    unsure = {"labels": {"R1": 0.55, "R7": 0.45}}
    laid = {"holder": 0, "cards": [unsure, "R8", "R9"], "markers": []}
    laid_table = seen(before, rows=[*in_sight(GAME, before)["rows"], laid])
    found = explain(MODEL, before, laid_table, plies=1)
    assert told(found)[0] == "0 build R7 R8 R9"
    assert found[0].likelihood > 0.5
    assert found[0].illegal is None


def test_vague_cards_are_no_row_against_the_rules_because_they_may_be_many():
    before = drawing(phase="action")
    one = {"R8": 0.17, "R5": 0.16, "R3": 0.15, "R2": 0.14, "R4": 0.13, "R7": 0.1, "R1": 0.09, "R6": 0.06}
    other = {"R7": 0.23, "R1": 0.23, "R3": 0.13, "R4": 0.11, "R2": 0.1, "R5": 0.1, "R8": 0.1}
    laid = {"holder": 0, "cards": [{"labels": one}, {"labels": other}, "R9"], "markers": []}
    laid_table = seen(before, rows=[*in_sight(GAME, before)["rows"], laid])
    found = explain(MODEL, before, laid_table, plies=1)
    assert told(found)[0] == "0 build R7 R8 R9"
    assert sum(each.likelihood for each in found if each.illegal) < 0.05


def test_the_nearest_play_against_the_rules():
    before = drawing(phase="action")
    laid = {"holder": 0, "cards": ["R7", "R8"], "markers": []}
    laid_table = seen(before, rows=[*in_sight(GAME, before)["rows"], laid])
    found = explain(MODEL, before, laid_table, plies=1)
    # A third card that nobody saw would make a row of it.
    assert told(found[:3]) == ["0 build R6 R7 R8", "0 build R7 R8 R9", "0 build R7 R8"]
    assert (found[2].illegal.name, found[2].illegal.rules) == ("run_too_short", ("SRO-59",))


def test_a_play_out_of_turn():
    before = drawing(phase="action")
    laid = {"holder": 2, "cards": ["R7", "B7"], "markers": []}
    laid_table = seen(before, rows=[*in_sight(GAME, before)["rows"], laid])
    found = explain(MODEL, before, laid_table, plies=1)
    assert told(found)[0] == "2 build R7 B7"
    assert found[0].illegal.name == "not_your_turn"


def test_of_two_new_rows_each_was_laid_by_who_it_lies_before():
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3)
    laid = {"holder": 0, "cards": ["R7", "R8", "R9"], "markers": []}
    false = {"holder": 2, "cards": ["G7", "B9"], "markers": []}
    rows = [*in_sight(GAME, before)["rows"], laid, false]
    found = explain(MODEL, before, seen_table("stonerow", {"rows": rows, "brickyard": ["G2"]}))
    assert told(found)[0] == "0 build R7 R8 R9 / 2 build G7 B9"
    assert found[0].illegal.name == "mixed_colours"
    assert found[0].likelihood > 0.9


def test_a_play_out_of_turn_is_one_at_the_next_look_too():
    """Somebody in turn may have laid the same cards, and that lives on. It denies no false play."""
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3)
    rows = [*in_sight(GAME, before)["rows"], {"holder": 2, "cards": ["R7", "B7"], "markers": []}]
    reading = table_reading("stonerow", {"rows": rows, "brickyard": ["G2"]})
    belief, decisions = Belief((before,)), []
    for time in (0.0, 1.0):
        after = step(TRACKED, belief, Evidence(time, lambda _: reading))
        belief = after.belief
        decisions.append(after.decision)
    assert [str(move) for _, move in decisions[1].explanation.plays] == ["build R7 B7"]
    assert isinstance(decisions[1], Alarm)


def test_of_two_equal_cards_one_hides_the_other_whichever_card_beside_them_is_misread():
    before = drawing()
    (lies,) = before.rows
    hidden, misread = CARDS["Hw"], CARDS["Ma"]
    reading = seen(before, rows=[in_sight(GAME, before)["rows"][0] | {"markers": ["Hw", "Di"]}])
    orders = ((hidden, hidden, misread), (misread, hidden, hidden))
    one, other = (reading_likelihood(reading)(before.but(rows=(replace(lies, markers=markers),))) for markers in orders)
    assert one == pytest.approx(other)


def test_a_partner_adds_as_the_row_is_laid():
    before = table(phase="action", quarry=30, hand_sizes=[6] * 4, brickyard=["G2"], house={"rule_set": "team"})
    after = play(before, "0 build R8 B8", "2 add G8 r1")
    # Who laid which card of it nobody sees.
    assert told(explain(MODEL, before, seen(after)))[:2] == ["0 build R8 B8 G8", "0 build R8 B8 / 2 add G8 r1"]


def test_what_the_table_turns_up():
    before = start(None)
    after = play(before, "-1 keystone Y9", "-1 brickyard R5")
    assert told(explain(MODEL, before, seen(after)))[0] == "-1 keystone Y9 / -1 brickyard R5"


def test_a_brickyard_whose_first_card_nobody_saw_stops_no_game():
    before = start(None)
    after = play(before, "-1 keystone Y9", "-1 brickyard ?", "0 draw brickyard", "0 build R7 R8 R9")
    assert after.brickyard == ()
    position = {"keystone": "Y9", "brickyard": [], "rows": [{"holder": 0, "cards": ["R7", "R8", "R9"], "markers": []}]}
    found = explain(MODEL, before, seen_table("stonerow", position))
    assert told(found)[0] == "-1 keystone Y9 / -1 brickyard ? / 0 draw brickyard / 0 build R7 R8 R9"
    # As long as nobody has played it may yet be turned up.
    early = explain(MODEL, before, seen_table("stonerow", {"keystone": "Y9", "brickyard": [], "rows": []}))
    assert told(early)[0] == "-1 keystone Y9"


def test_the_first_card_of_the_brickyard_may_have_been_glimpsed():
    before = start(None)
    position = {"keystone": "Y9", "brickyard": ["G4"], "first": "R5", "rows": []}
    found = explain(MODEL, before, seen_table("stonerow", position))
    assert told(found)[0].startswith("-1 keystone Y9 / -1 brickyard R5 / 0 draw")
    assert told(found)[0].endswith("discard G4")
    # What was glimpsed may never have lain there.
    assert "-1 keystone Y9 / -1 brickyard G4" in told(found)
    carried = explain(MODEL, before, seen_table("stonerow", position | {"first": "Y9"}))
    assert told(carried)[0] == "-1 keystone Y9 / -1 brickyard G4"


def test_a_foreman_that_was_drawn_is_told_at_once():
    state = drawing(round=2, tower=2)
    position = {key: value for key, value in in_sight(GAME, state).items() if key != "quarry"}
    found = explain(MODEL, state, seen_table("stonerow", {**position, "overtime": True}))
    assert told(found)[0] == "0 draw quarry / 0 overtime"
    assert found[0].likelihood > 0.95


def test_the_tower_may_be_turned_up_late():
    state = drawing(round=2, tower=2)
    late, early = (explain(MODEL, state, seen(state, tower=number))[0].weight for number in (1, 3))
    assert late > 5 * early
    assert explain(MODEL, state, seen(state, tower=2))[0].weight > late


def test_a_foreman_beside_a_new_row_was_called_in_the_turn_of_that_row():
    before = drawing()
    row_alone = play(before, "0 draw quarry", "0 build R7 R8 R9")
    found = explain(MODEL, before, seen(row_alone, overtime=True))
    weights = {text: one.weight for text, one in zip(told(found), found, strict=True)}
    in_turn = weights["0 draw quarry / 0 overtime / 0 build R7 R8 R9"]
    assert in_turn > 1.5 * weights["0 draw quarry / 0 build R7 R8 R9 / 1 draw quarry / 1 overtime"]


def test_who_laid_a_foreman_that_was_dealt_is_left_open():
    before = start(None)
    after = play(before, "1 overtime", "-1 keystone Y9", "-1 brickyard R5")
    found = explain(MODEL, before, seen(after, overtime=True))
    first = [one for one in found if told([one])[0].endswith("overtime / -1 keystone Y9 / -1 brickyard R5")]
    assert sorted(one.plays[0][0] for one in first) == list(range(before.options.players))
    assert len({one.weight for one in first}) == 1


def test_a_foreman_of_another_is_no_other_name_for_one_of_the_first_seat():
    """Who begins does not follow from who calls, so that hands tell who it was."""
    before = TRACKED.rules.start(TRACKED.options)
    after = play(before, "1 overtime", "-1 keystone Y9", "-1 brickyard R5")
    reading = TableReading(seen(after, overtime=True))
    explainer = Explainer(TRACKED, Belief((before,)), Evidence(0.0, lambda _: reading), Budget())
    found = explainer.of(before, 2)
    alone = [one.plays[0][0] for one in found if told([one])[0].endswith("overtime / -1 keystone Y9 / -1 brickyard R5")]
    assert sorted(alone) == list(range(before.options.players))


def test_little_that_is_seen_leaves_much_open():
    state = drawing()
    found = explain(MODEL, state, seen_table("stonerow", {}))
    assert () in [one.plays for one in found]
    assert sum(one.likelihood for one in found) == pytest.approx(1)


@pytest.mark.parametrize(("rule_set", "players"), [("official", 3), ("basic", 2), ("team", 4)])
def test_random_games_are_followed(rule_set, players):
    """Every visible move of hidden hands is told first; only what a GoldDigger chose may stay open.

    A rescue looks like the next player's draw from the brickyard.
    """
    right = wrong = 0
    for seed in range(6):
        chance, state = random.Random(seed), GAME.start(options(rule_set, players), seed)
        for _ in range(60):
            actors = GAME.actors(state)
            if not actors or actors[0] < 0:
                break
            seat = chance.choice(actors)
            move = chance.choice(GAME.moves(state, seat))
            after = GAME.play(state, seat, move)
            unseen = str(move).split()[0] in ("decline", "attract", "overtime", "break", "rescue")
            if not unseen and after.phase != "over":
                found = explain(MODEL, GAME.view(state, None), seen(after), plies=1)
                if found[0].plays[:1] == ((seat, move),):
                    right += 1
                else:
                    wrong += 1
                    assert str(move).startswith("dig brickyard")
            state = after
    assert right > 50 * (wrong + 1)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [{"cards": []}],
        [{"cards": ["?"]}],
        [{"cards": ["?", {"labels": {"R7": 0.0}}, {"labels": {"back": 1.0}}]}],
        [{"cards": ["Ma", "Hw"]}, {"cards": ["R4", "B4"], "markers": ["?"]}],
        [{"id": "r1", "cards": ["R4", "B4", "R4"]}, {"id": "r1", "cards": ["R4"]}],
    ],
)
def test_odd_sights_are_weighed_like_others(rows):
    state = drawing()
    rows = [{"holder": 0, "markers": [], **one} for one in rows]
    found = explain(MODEL, state, seen_table("stonerow", {"rows": rows, "brickyard": []}))
    assert sum(one.likelihood for one in found) == pytest.approx(1)
    assert () in [one.plays for one in found]


def test_more_plays_are_looked_for_only_while_they_show_more(monkeypatch):
    state, searched, go_on = drawing(), [], Search.go_on
    monkeypatch.setattr(Search, "go_on", lambda self: searched.append(len(self.frontier.open)) or go_on(self))
    rows = [*in_sight(GAME, state)["rows"], {"holder": 0, "cards": ["R4", "?"], "markers": []}]
    strange = seen_table("stonerow", {"rows": rows, "keystone": "B9"})
    explain(MODEL, state, strange, 2)
    assert len(searched) == 3  # two plays as asked for, and one more


@pytest.mark.parametrize(("read", "sure"), [({"R1": 0.85, "R7": 0.08, "R4": 0.05}, False), ({"R1": 1.0}, True)])
def test_a_card_that_was_drawn_openly_may_be_what_was_read_badly(read, sure):
    state = play(drawing(brickyard=["R5"]), "0 draw brickyard")
    rows = [*in_sight(GAME, state)["rows"], {"holder": 0, "cards": [{"labels": read}, "G5"], "markers": []}]
    found = explain(MODEL, state, seen(state, rows=rows))
    false = sum(one.likelihood for one in found if one.illegal is not None)
    built = sum(one.likelihood for one in found if told([one]) == ["0 build R5 G5"])
    assert (false > 0.9, built > 0.3) == (sure, not sure)


@pytest.mark.parametrize("third", [{"R3": 0.5, "R5": 0.2}, {"R3": 0.4, "R1": 0.3, "R9": 0.1}])
def test_a_card_of_a_row_that_was_seen_twice_is_one(third):
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3)
    rows = in_sight(GAME, before)["rows"]
    laid = {"holder": 0, "cards": ["R3", "B3", {"labels": third}], "markers": []}
    found = explain(MODEL, before, seen_table("stonerow", {"rows": [*rows, laid]}))
    assert told(found)[0] == "0 build R3 B3"
    assert found[0].likelihood > 0.9


def test_nobody_is_accused_of_a_card_that_lies_in_full_view():
    before = drawing(phase="action", keystone="B9", quarry=None, hand_sizes=[None] * 3)
    rows = in_sight(GAME, before)["rows"]
    laid = {"holder": 0, "cards": ["B7", "B8", "B9"], "markers": []}
    found = explain(MODEL, before, seen_table("stonerow", {"keystone": "B9", "rows": [*rows, laid]}))
    assert not any(one.illegal is not None and one.illegal.name == "lies_elsewhere" for one in found)


def test_a_mason_alone_on_a_row_accuses_nobody_surely():
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3)
    rows = [{**one, "markers": ["Ma"]} for one in in_sight(GAME, before)["rows"]]
    found = explain(MODEL, before, seen_table("stonerow", {"rows": rows}))
    assert sum(one.likelihood for one in found if one.illegal is not None) < 0.5


def test_what_a_badly_read_card_leaves_open_may_be_any_of_its_colour():
    before = drawing(phase="action", quarry=None, hand_sizes=[None] * 3)
    rows = in_sight(GAME, before)["rows"]
    read = {"R9": 0.3, "R5": 0.15, "R8": 0.1, "R2": 0.1, "R3": 0.1, "R6": 0.1}
    laid = {"holder": 0, "cards": ["G1", {"labels": read}], "markers": []}
    found = explain(MODEL, before, seen_table("stonerow", {"rows": [*rows, laid]}))
    assert told(found)[0] == "0 build R1 G1"


@pytest.mark.parametrize(("labels", "share"), [({"R7": 0.3, "back": 0.6}, 0.75), ({"R7": 0.3, "B7": 0.2}, 0.3)])
def test_only_what_no_likelihood_names_is_left_open(labels, share):
    card = whole(guess({"labels": labels}))
    assert card[CARDS["R7"]] == pytest.approx(share)
    assert sum(card.values()) == pytest.approx(1)

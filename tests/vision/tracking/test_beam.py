"""The search of one look: what is weighed, merged and kept, and what it may cost."""

import sys
from collections import Counter
from dataclasses import replace
from math import exp, inf, log, pi

import pytest
from told_looks import RULES, Looks, came, likely, model, plays, reading, states, words

from vision.games.model import Budget, observation_model
from vision.games.reading import Misread
from vision.scene.hands import HandEntry
from vision.tracking.beam import Beam
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import Hypothesis, spot_of
from vision.tracking.numbers import BEAM, BeamSettings
from vision.tracking.seating import Seating

RECORD = ("start 1-1", "extend 1-5 @2,0,0:e", "extend 6-1 @-2,0,0:e", "extend 5-3 @4,0,0:e", "extend 2-6 @-4,0,0:e")
KEPT = len(RECORD)
"""So many plays of the record may still be doubted."""
LYING = ("1-1 0 0 0 e", "1-5 2 0 0 e", "6-1 -2 0 0 e", "5-3 4 0 0 e", "2-6 -4 0 0 e")
UNSURE = (
    "3-4|3-7|3-8 6 0 0 e",
    "4-2|7-2|8-2 -6 0 0 e",
    "1-7|1-8|1-9 0 0 1 e",
    "5-5|5-8 3 0 1 e",
    "2-7|2-8 -4 0 1 e",
    "7-9|9-6 8 0 0 e",
)
STRAYS = ("4-5|4-6 -3 6 0 e", "6-7|6-8 5 7 0 n", "7-8 9 9 0 e")
TABLES = {
    "many unsure tiles": reading(*LYING, *UNSURE),
    "unsure tiles and strays": reading(*LYING, *UNSURE, *STRAYS),
    "strays alone": reading(*STRAYS),
    "most of the record gone": reading(*LYING[:2], *UNSURE),
}


def beam(looks, seen, settings=None, **evidence):
    read = seen if callable(seen) else lambda _: seen
    weighed = replace(model(), beam=settings or BEAM)
    return Beam(weighed, looks.belief, Evidence(looks.now, read, **evidence), Budget(weighed.beam.steps))


@pytest.fixture
def explained(monkeypatch):
    """How often each state was explained by so many plays."""
    asked, model = Counter(), observation_model(RULES.name)
    explain = model.explain

    def listen(_, state, seen, plies, budget):
        asked[state, plies] += 1
        return explain(state, seen, plies, budget)

    monkeypatch.setattr(type(model), "explain", listen)
    return asked


@pytest.fixture
def spent(monkeypatch):
    """What each search may still cost."""
    made = []

    class Kept(Budget):
        def __init__(self, steps):
            super().__init__(steps)
            made.append(self)

    monkeypatch.setattr(sys.modules["vision.tracking.step"], "Budget", Kept)
    return made


# What it may cost


@pytest.mark.parametrize("name", TABLES)
def test_work_is_bounded_whatever_lies_there(name, explained):
    settings = BeamSettings(steps=inf)
    looks = Looks(*RECORD)
    beam(looks, TABLES[name], settings).weigh(-9.0)
    bases = 1 + settings.lag + settings.width * 6
    assert 0 < len(explained) <= 3 * bases
    assert set(explained.values()) == {1}  # each state once by each number of plays


@pytest.mark.parametrize("name", TABLES)
def test_steps_are_bounded_whatever_lies_there(name, spent):
    Looks(*RECORD).look(TABLES[name])
    assert len(spent) == 1
    assert spent[0].left > -BEAM.steps / 4  # what was begun is brought to its end


def test_what_was_glimpsed_is_explained_with_the_steps_of_the_same_look(spent):
    seen = TABLES["many unsure tiles"]
    Looks(*RECORD).look(replace(seen, glimpsed=(seen.seen,) * 5))
    assert len(spent) == 1
    assert spent[0].left > -BEAM.steps / 2


def test_out_of_time_the_record_alone_is_gone_on_from(explained):
    posterior = beam(Looks(*RECORD), TABLES["most of the record gone"], BeamSettings(steps=0.0)).weigh(-9.0)
    assert all(each.back for each in posterior.hypotheses if each.kept < KEPT)
    assert sum(explained.values()) <= 3 * 2  # the record, and what undoes its last play


def test_what_lives_beside_the_record_is_weighed_before_what_was_taken_back():
    """There may be no steps for both, and it explained the table before."""
    looks, six = Looks(*BEFORE), plays(*BEFORE, "extend 5-3 @4,0,0:e")[2:]
    living = Hypothesis(2, six, states(*BEFORE, "extend 5-3 @4,0,0:e")[-1], prior=-1.0)
    looks.belief = replace(looks.belief, hypotheses=(living,))
    posterior = beam(looks, TABLES["strays alone"], BeamSettings(steps=0.0)).weigh(-9.0)
    assert any(each.plays[:1] == six for each in posterior.hypotheses)
    assert not any(each.back for each in posterior.hypotheses)


def test_what_lives_beside_the_record_has_steps_left_however_much_the_record_may_go_on_by(monkeypatch):
    looks, made = Looks(*RECORD[:2]), plays(*RECORD[:3])[2:]
    living = Hypothesis(2, made, states(*RECORD[:3])[-1], prior=-1.0)
    looks.belief = replace(looks.belief, hypotheses=(living,))
    model, left = observation_model(RULES.name), {}
    explain = model.explain

    def listen(_, state, seen, plies, budget):
        left[state] = budget.left
        if state == looks.belief.state:
            budget.spend(budget.left)
        return explain(state, seen, plies, budget)

    monkeypatch.setattr(type(model), "explain", listen)
    beam(looks, reading(*LYING[:3], *UNSURE), BeamSettings(steps=4000.0)).weigh(-9.0)
    assert left[living.state] > 400.0


def test_what_was_only_read_better_was_not_occluded():
    """The tile was read as 5-3 at first, and reads rather as 5-4 now."""
    looks, made = Looks(*BEFORE), plays(*BEFORE, "extend 5-3 @4,0,0:e")[2:]
    living = Hypothesis(2, made, states(*BEFORE, "extend 5-3 @4,0,0:e")[-1], log_ratio=12.0)
    looks.belief = replace(looks.belief, hypotheses=(living,))

    def unseen(*, stirred):
        found = beam(looks, likely("5-4", 0.9, "5-3"), stirred=stirred).weigh(-9.0).hypotheses
        return next(each.earlier_log_ratio for each in found if each.plays == made)

    assert unseen(stirred=True) > 0.5
    assert unseen(stirred=False) == 0.0


def test_what_was_laid_and_taken_back_needs_hands_twice():
    """One arm makes one play. Two arms make it and take it up again."""
    looks, made = Looks(*BEFORE), plays(*BEFORE, "extend 5-3 @4,0,0:e")
    both = Hypothesis(2, (made[2],), states(*BEFORE, "extend 5-3 @4,0,0:e")[-1], prior=3.0)
    looks.belief = replace(looks.belief, hypotheses=(both,))
    seating = Seating({0: (5.0, 0.0, 5), 1: (-5.0, 0.0, 5)})
    angle = pi if made[2][0] else 0.0
    arms = [HandEntry(angle, time, time + 0.5) for time in (1.0, 3.0)]

    def hands(*entries):
        table = reading("1-1 0 0 0 e", "1-5 2 0 0 e")
        found = beam(looks, table, entries=entries, seating=seating).weigh(-9.0).hypotheses
        return next(each.hand_log_likelihood for each in found if each.done)

    assert hands(*arms) > hands(*arms[:1]) + 1.0


def test_so_many_hypotheses_live_on_and_no_more():
    settings = BeamSettings(width=3)
    search = beam(Looks(*RECORD), TABLES["many unsure tiles"], settings)
    kept = search.kept(search.weigh(-9.0))
    assert len(kept) == 3
    assert all(each.plays and each.refused is None for each in kept)


# How hypotheses are weighed


def test_shares_and_what_nothing_explains_are_all_of_the_mass():
    posterior = beam(Looks("start 1-1"), likely("5-2", 0.6, "5-3")).weigh(-9.0)
    shares = [share for _, share in posterior.pairs]
    assert sum(shares) + posterior.unexplained == pytest.approx(1.0)
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("none", [-20.0, -5.0, 0.0])
def test_a_table_that_none_explains_has_the_weight_that_it_is_given(none):
    posterior = beam(Looks("start 1-1"), reading("1-1 0 0 0 e", "1-5 2 0 0 e")).weigh(none)
    best = posterior.hypotheses[0].weight
    assert posterior.unexplained / posterior.pairs[0][1] == pytest.approx(exp(none - best), rel=0.1)


def test_what_explains_nothing_has_to_explain_vague_labels_too():
    """A tile that may be one of four, of which one fits, speaks no more for a strange table than one that is sure."""
    sure = beam(Looks("start 1-1"), reading("1-1 0 0 0 e", "1-5 2 0 0 e")).weigh(-9.0)
    vague = beam(Looks("start 1-1"), reading("1-1 0 0 0 e", "1-5|2-6|3-7|4-8 2 0 0 e")).weigh(-9.0)
    assert vague.unexplained == pytest.approx(sure.unexplained, rel=0.2)


def test_what_was_not_explored_explains_vague_labels_no_better():
    tiles = ("1-5 2 0 0 e", "|".join(f"1-{half}" for half in range(2, 10)) + " 2 0 0 e")
    sure, vague = (
        beam(Looks("start 1-1"), reading("1-1 0 0 0 e", tile, "7-8 9 9 0 e"), BeamSettings(steps=0.0)).weigh(-9.0)
        for tile in tiles
    )
    assert vague.reading.vagueness == pytest.approx(log(1 / 8), rel=0.1)
    assert vague.unexplored / vague.pairs[0][1] < sure.unexplored / sure.pairs[0][1] / 4


@pytest.fixture
def misread():
    """The last tile of a record reads as another one, by the record alone."""
    looks = Looks("start 1-1", "extend 1-5 @2,0,0:e", "extend 6-1 @-2,0,0:e")
    seen = reading("1-1 0 0 0 e", "1-5 2 0 0 e", "6-1 -2 0 0 e")

    def read(state):
        lies = state == looks.belief.state
        return replace(seen, misread=(Misread("1-5", "1-4"),) if lies else ())

    return looks, read


def test_a_known_piece_that_reads_as_another_may_have_been_that_and_the_game_went_on(misread):
    looks, read = misread
    posterior = beam(looks, read).weigh(-9.0)
    likeliest = posterior.hypotheses[0]
    assert (likeliest.kept, [str(move) for _, move in likeliest.plays]) == (
        1,
        ["extend 1-4 @2,0,0:e", "extend 6-1 @-2,0,0:e"],
    )
    assert posterior.share(lambda each: each.kept == 1) > 0.8


@pytest.mark.parametrize("sure", [{"known_misread": frozenset({"1-5"})}, {"segments": ()}])
def test_what_people_stood_by_or_is_settled_is_not_doubted_for_how_it_reads(misread, sure):
    looks, read = misread
    looks.belief = replace(looks.belief, **sure)
    assert beam(looks, read).weigh(-9.0).hypotheses[0].plays == ()


def test_a_reading_that_is_no_position_leaves_all_unexplained():
    """The same tile twice."""
    posterior = beam(Looks("start 1-1"), reading("1-1 0 0 0 e", "1-1 4 0 0 e", trouble="Two are the same.")).weigh(-9.0)
    assert (posterior.pairs, posterior.unexplained) == ((), 1.0)


BEFORE = ("start 1-1", "extend 1-5 @2,0,0:e")
INSTEAD = reading("1-1 0 0 0 e", "6-1 -2 0 0 e")
"""6-1 lies at the left, and 1-5, which the record has at the right, is gone."""


def instead(*more):
    """The hypothesis that 6-1 was laid in place of the record's last play, after `more`; it leads to one state."""
    made = plays("start 1-1", "extend 6-1 @-2,0,0:e")[1:]
    return Hypothesis(1, (*more, *made), states("start 1-1", "extend 6-1 @-2,0,0:e")[-1], BEAM.take_back)


def odds(*others):
    """How much likelier than the record that state is, beside these hypotheses."""
    looks = Looks(*BEFORE)
    looks.belief = replace(looks.belief, hypotheses=others)
    found = beam(looks, INSTEAD).weigh(-9.0).pairs
    lawful = [each.state for each, _ in found if each.refused is None]
    assert len(lawful) == len(set(lawful))
    mine = next(share for each, share in found if each.state == instead().state and each.refused is None)
    record = next(share for each, share in found if each.kept == len(looks.belief.record) and each.refused is None)
    return mine / record


def test_histories_that_lead_to_one_state_are_one_hypothesis_with_the_mass_of_all():
    said = (1, RULES.parse("keep"))
    assert odds(instead(said)) == pytest.approx(2 * odds())


def test_the_same_history_is_not_counted_twice():
    """It is found by two hypotheses; the likelier of them counts. One is that the record's last play was taken back."""
    unlikely, likely = replace(instead(), prior=-4.0), replace(instead(), prior=0.0)
    assert odds(likely) == odds(likely, likely) == odds(unlikely, likely)
    assert odds(likely) > odds(instead()) >= odds(unlikely) == odds()


def test_of_histories_that_lead_to_one_state_the_record_stands():
    """Another past that leads to the same changes nothing, however likely it is."""
    looks, said = Looks(*BEFORE), (1, RULES.parse("keep"))
    same = Hypothesis(1, (said, looks.belief.record[-1]), looks.belief.state, prior=3.0)
    looks.belief = replace(looks.belief, hypotheses=(same,))
    best = beam(looks, reading("1-1 0 0 0 e", "1-5 2 0 0 e")).weigh(-9.0).hypotheses[0]
    assert (best.kept, best.plays) == (2, ())


def test_what_earlier_tables_said_counts_though_it_cannot_be_seen_again():
    """6-1 was seen at the left and 1-5 nowhere. Then both are hidden. The record has 1-5 alone."""
    looks = Looks(*BEFORE)
    other = replace(instead(), prior=0.0)

    def living(before, seen):
        looks.belief = replace(looks.belief, hypotheses=(before,))
        search = beam(looks, seen)
        living = search.kept(search.weigh(-9.0))
        return next(each for each in living if each.plays == other.plays)

    plain = living(other, INSTEAD)
    assert plain.log_ratio > 0.0
    assert plain.earlier_log_ratio == 0.0
    hard = reading("1-1 0 0 0 e")
    over = living(plain, hard)
    assert over.earlier_log_ratio > 0.0
    assert living(over, hard) == over  # the same table says nothing new
    said = plain.log_ratio  # by the record 6-1 may have been laid against the rules
    assert (over.prior, over.earlier_log_ratio + over.log_ratio) == pytest.approx((plain.prior, said))
    again = living(over, INSTEAD)
    # What is seen again counts once.
    assert (again.earlier_log_ratio, again.log_ratio) == pytest.approx((0.0, plain.log_ratio))


def test_what_lay_there_counts_however_often_its_empty_place_is_seen():
    """1-5 was seen, as the record has it. Then 6-1 lies at the left instead, look after look."""
    looks, other = Looks(*BEFORE), replace(instead(), prior=15.0)
    said = []
    for seen in (reading("1-1 0 0 0 e", "1-5 2 0 0 e"), INSTEAD, INSTEAD, INSTEAD):
        looks.belief = replace(looks.belief, hypotheses=(other,))
        search = beam(looks, seen)
        other = next(each for each in search.kept(search.weigh(-9.0)) if each.plays == other.plays)
        said.append((other.earlier_log_ratio, other.log_ratio))
    (_, against), *later = said
    assert against < 0.0 < later[0][1]
    assert later == [pytest.approx((against, later[0][1]))] * 3


def test_a_play_that_explains_this_table_takes_nothing_from_what_earlier_tables_said():
    """1-5 was seen when it had not been played by this history. So it counted as if it had lain there all along."""
    looks, late = Looks(*BEFORE), ("start 1-1", "draw", "keep")
    other = Hypothesis(1, plays(*late)[1:], states(*late)[-1], log_ratio=-7.0)

    def longer(before, *, lived=True):
        search = beam(looks, reading("1-1 0 0 0 e", "1-5 2 0 0 e"), stirred=True)
        return max(search._extended(before, lived=lived), key=lambda each: each.weight)

    new = longer(replace(other, log_ratio=0.0))
    assert [str(move) for _, move in new.plays] == ["draw", "keep", BEFORE[1]]
    assert longer(other).weight == pytest.approx(new.weight + longer(other).earlier_log_ratio)
    assert -7.0 < longer(other).earlier_log_ratio < -2.0  # the rest is how seldom somebody plays so
    assert longer(other, lived=False).weight == new.weight  # this table alone has spoken against it


def test_what_a_false_play_explains_speaks_for_the_record():
    """7-8 lies beside 1-5 against the rules. Another history makes of the picture what it would be without both."""
    looks, other = Looks(*BEFORE), replace(instead(), prior=0.0)
    looks.belief = replace(looks.belief, hypotheses=(other,))
    false = reading("1-1 0 0 0 e", "1-5 2 0 0 e", "7-8 4 0 0 e")
    search = beam(looks, lambda state: INSTEAD if state == other.state else false)
    posterior = search.weigh(-9.0)
    refused = next(each for each in posterior.hypotheses if each.kept == 2 and each.refused and not each.lawful)

    def after(look):
        living = look.kept(look.weigh(-9.0))
        return next(each for each in living if each.plays == other.plays)

    living = after(search)
    assert search.record_log_likelihood() < refused.weight - 1.0  # the record alone explains the table worse
    assert living.log_ratio == pytest.approx(-refused.weight)
    looks.belief = replace(looks.belief, hypotheses=(living,))
    again = after(beam(looks, lambda state: INSTEAD if state == other.state else false))
    assert again.earlier_log_ratio == pytest.approx(0.0)  # the same table says nothing new
    gone = after(beam(looks, reading("1-1 0 0 0 e", "1-5 2 0 0 e")))
    assert gone.earlier_log_ratio == pytest.approx(living.log_ratio)


def test_what_nothing_explains_is_strange_after_each_history():
    """A long history is not less likely beside one that nobody thought of: that one is as long."""
    looks = Looks(*BEFORE)
    strange = beam(looks, reading("1-1 0 0 0 e", "1-5 2 0 0 e", "7-8 9 9 0 e")).weigh(-9.0).unexplained
    far = Hypothesis(2, plays(*RECORD[:3])[2:], states(*RECORD[:3])[-1], prior=-5.0)
    looks.belief = replace(looks.belief, hypotheses=(far,))
    after = beam(looks, reading("1-1 0 0 0 e", "1-5 2 0 0 e", "7-8 9 9 0 e")).weigh(-9.0).unexplained
    assert after < strange


def test_what_earlier_tables_said_of_a_history_explains_no_strange_table():
    looks = Looks(*BEFORE)
    seen = reading("1-1 0 0 0 e", "1-5 2 0 0 e", "7-8 9 9 0 e")

    def strange(unseen):
        living = Hypothesis(2, plays(*RECORD[:3])[2:], states(*RECORD[:3])[-1], earlier_log_ratio=unseen)
        looks.belief = replace(looks.belief, hypotheses=(living,))
        return beam(looks, seen).weigh(-9.0).unexplained

    assert strange(20.0) > strange(0.0) / 2


def test_undone_plays_are_not_made_again():
    looks = Looks(*BEFORE)
    posterior, made = beam(looks, INSTEAD).weigh(-9.0), looks.belief.record
    shorter = [each for each in posterior.hypotheses if each.kept < len(made)]
    assert shorter
    assert all(not each.plays or each.plays[0] != made[each.kept] for each in shorter)


def test_a_game_undone_to_its_start_is_begun_by_the_same_seat():
    posterior = beam(Looks("start 1-1", "extend 1-5 @2,0,0:e"), reading("1-1 0 0 0 e")).weigh(-9.0)
    assert "start 1-1" not in map(words, posterior.hypotheses)


LEFT = {"3-4 4 0 0 e": (("3-4",), (4, 0, 0, "e")), "5-2 4 0 0 e": (("5-2",), (4, 0, 0, "e"))}
"""Tiles beside the record's, the first against the rules and the second by them, with what they are as false plays."""


@pytest.mark.parametrize(("tile", "spot"), LEFT.items())
def test_a_false_play_that_lies_there_is_no_new_one_though_it_were_lawful_by_now(tile, spot):
    looks = Looks(*BEFORE)
    seen = reading("1-1 0 0 0 e", "1-5 2 0 0 e", tile)
    assert beam(looks, seen).weigh(-9.0).hypotheses[0].plays
    looks.belief = replace(looks.belief, standing=frozenset({spot}), alarmed=frozenset({spot}))
    posterior = beam(looks, seen).weigh(-9.0)
    assert posterior.hypotheses[0].plays == ()
    assert posterior.pairs[0][1] > 0.8
    more = reading("1-1 0 0 0 e", "1-5 2 0 0 e", tile, "6-1 -2 0 0 e")
    assert words(beam(looks, more).weigh(-9.0).hypotheses[0]) == "extend 6-1 @-2,0,0:e"


@pytest.mark.parametrize(("tile", "spot"), LEFT.items())
def test_a_false_play_that_was_told_is_one_while_the_rules_refuse_it_and_none_after(tile, spot):
    """A cap too soon was told. The run grew meanwhile, and the cap was taken for the next player's."""
    looks = Looks(*BEFORE)
    looks.belief = replace(looks.belief, alarmed=frozenset({spot}))
    posterior = beam(looks, reading("1-1 0 0 0 e", "1-5 2 0 0 e", tile)).weigh(-9.0)
    best = posterior.hypotheses[0]
    assert [spot_of(play) for play in best.plays] == ([spot] if best.refused else [])
    assert (best.refused is not None) == (tile == "3-4 4 0 0 e")
    assert posterior.pairs[0][1] > 0.8


def test_what_goes_on_from_a_piece_takes_it_for_one_that_was_laid_by_the_rules():
    looks = Looks(*BEFORE)
    spots = frozenset({LEFT["5-2 4 0 0 e"]})
    looks.belief = replace(looks.belief, standing=spots, alarmed=spots)
    seen = reading("1-1 0 0 0 e", "1-5 2 0 0 e", "5-2 4 0 0 e", "2-7 6 0 0 e", "7-7 8 0 0 e")
    assert words(beam(looks, seen).weigh(-9.0).hypotheses[0]).startswith("extend 5-2 @4,0,0:e; extend 2-7")


# Which hypotheses are looked at


def test_a_record_that_explains_the_table_is_not_doubted():
    posterior = beam(Looks(*RECORD), reading(*LYING)).weigh(-9.0)
    assert {each.kept for each in posterior.hypotheses} == {KEPT}


def test_a_record_that_what_came_when_denies_is_doubted():
    looks, seen = Looks(*RECORD), reading(*LYING, "3-4 6 0 0 e")
    plain = beam(looks, seen).weigh(-9.0)
    denied = beam(looks, seen, arrivals=came(_3_4=1.0), last=5.0).weigh(-9.0)
    assert {each.kept for each in plain.hypotheses} == {KEPT}
    assert {each.kept for each in denied.hypotheses} > {KEPT}


def test_each_hypothesis_has_its_own_table():
    """1-6 is gone, 1-5 lies in its place: what the record makes of the picture is 1-6, unread."""
    looks = Looks("start 1-1", "extend 1-6 @2,0,0:e")
    rest = ("5-2 4 0 0 e", "2-6 6 0 0 e", "6-3 8 0 0 e")
    by_record, truly = reading("1-1 0 0 0 e", *rest), reading("1-1 0 0 0 e", "1-5 2 0 0 e", *rest)
    posterior = beam(looks, lambda state: by_record if state == looks.belief.state else truly).weigh(-9.0)
    best = posterior.hypotheses[0]
    assert (best.kept, best.back, len(best.plays)) == (1, True, 4)
    assert posterior.pairs[0][1] > 0.9

"""From one look to the next: what is committed, asked, alarmed, taken back or waited for."""

from copy import deepcopy
from dataclasses import FrozenInstanceError, replace
from math import pi

import pytest
import stones_table
from seen_tables import table_reading
from told_looks import Looks, came, likely, reading, seated, with_strays, words

from engine.games import find_game
from vision.scene.hands import HandEntry
from vision.scene.memory.readings import unturned
from vision.tracking import Alarm, Ask, Commit, Lost, Nothing, TakeBack, Wait
from vision.tracking.belief import Belief, Pending
from vision.tracking.difference import Difference, PieceAt
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import spot_of
from vision.tracking.step import step

ROOT = "1-1 0 0 0 e"
CLUTTER = ("7-7", "8-8", "9-9", "8-9")
FIVE = (ROOT, "1-5 2 0 0 e", "5-2 4 0 0 e", "2-6 6 0 0 e", "6-3 8 0 0 e", "3-4 10 0 0 e")


def begun(*more, **given):
    return Looks("start 1-1", *more, **given)


# Commits


def test_a_table_as_the_game_is_means_nothing():
    assert begun().look(reading(ROOT)) == Nothing()


@pytest.mark.parametrize(
    ("moves", "tiles", "committed"),
    [
        # one tile
        (("start 1-1",), (ROOT, "1-5 2 0 0 e"), "extend 1-5 @2,0,0:e"),
        # two tiles of a chain have one order
        (("start 1-1",), FIVE[:3], "extend 1-5 @2,0,0:e; extend 5-2 @4,0,0:e"),
        # five tiles at once
        (
            ("start 1-1",),
            FIVE,
            "extend 1-5 @2,0,0:e; extend 5-2 @4,0,0:e; extend 2-6 @6,0,0:e; extend 6-3 @8,0,0:e; extend 3-4 @10,0,0:e",
        ),
        # the first tile of a game
        ((), (ROOT,), "start 1-1"),
    ],
)
def test_what_is_plain_is_committed_at_its_first_look(moves, tiles, committed):
    decision = Looks(*moves).look(reading(*tiles))
    assert isinstance(decision, Commit)
    assert words(decision.explanation) == committed
    assert decision.explains_all


def test_whoever_begins_is_the_first_seat():
    decision = Looks().look(reading(ROOT))
    assert [seat for seat, _ in decision.explanation.plays] == [0]


def test_what_is_less_sure_is_committed_once_a_second_look_agrees():
    looks, seen = begun("extend 1-5 @2,0,0:e"), likely("5-2", 0.94, "5-3")
    first = looks.look(seen)
    assert isinstance(first, Wait)
    assert words(first.expected.explanation) == "extend 5-2 @4,0,0:e"
    assert isinstance(looks.look(seen), Commit)


def test_a_second_look_that_disagrees_commits_nothing():
    looks = begun("extend 1-5 @2,0,0:e")
    assert isinstance(looks.look(likely("5-2", 0.94, "5-3")), Wait)
    assert isinstance(looks.look(likely("5-3", 0.94, "5-2")), Wait)


def test_what_is_sure_is_not_committed_at_once_where_the_look_before_rather_showed_another():
    looks = begun("extend 1-5 @2,0,0:e")
    assert looks.look(likely("5-2", 0.6, "5-3")) == Wait()
    assert isinstance(looks.look(likely("5-3", 1.0, "5-2")), Wait)
    assert isinstance(looks.look(likely("5-3", 1.0, "5-2")), Commit)


def test_the_sure_beginning_is_committed_and_the_rest_was_seen_once():
    looks = begun()
    decision = looks.look(likely("5-2", 0.7, "5-3"))
    assert isinstance(decision, Commit)
    assert (words(decision.explanation), decision.explains_all) == ("extend 1-5 @2,0,0:e", False)
    looks.play(*decision.explanation.plays)
    seen = likely("5-2", 0.94, "5-3")
    assert isinstance(begun("extend 1-5 @2,0,0:e").look(seen), Wait)
    decision = looks.look(seen)
    assert isinstance(decision, Commit)
    assert decision.explains_all


@pytest.mark.parametrize(("first", "second"), [("1-5", "6-1"), ("6-1", "1-5")])
def test_what_came_first_was_played_first(first, second):
    seen = reading(ROOT, "1-5 2 0 0 e", "6-1 -2 0 0 e")
    arrivals = {unturned(first): 1.0, unturned(second): 2.0}
    decision = begun().look(seen, 2, arrivals=arrivals)
    assert [str(move).split()[1] for _, move in decision.explanation.plays] == [first, second]


@pytest.mark.parametrize(("time", "committed"), [(9.0, True), (1.0, False)])
def test_what_lay_there_before_the_last_play_is_no_play_after_it(time, committed):
    looks = begun("extend 1-5 @2,0,0:e")
    decision = looks.look(reading(*FIVE[:3]), arrivals=came(_5_2=time), last=5.0)
    assert isinstance(decision, Commit) == committed


def test_the_same_looks_give_the_same_decisions():
    def decisions():
        looks = begun("extend 1-5 @2,0,0:e")
        return [looks.look(likely("5-2", share, "5-3")) for share in (0.6, 0.7, 0.94, 0.95)]

    assert decisions() == decisions()


# Plays against the rules


def test_what_the_rules_refuse_is_reported_at_once_where_it_is_plain():
    decision = begun().look(reading(ROOT, "4-5 2 0 0 e"))
    assert isinstance(decision, Alarm)
    assert words(decision.explanation) == "extend 4-5 @2,0,0:e"
    assert decision.explanation.illegal.rules


def test_nobody_is_accused_on_a_guess():
    looks = begun()
    told = [looks.look(reading(ROOT, "4-5 2 0 0 e"), guesses=frozenset({"4-5"})) for _ in range(8)]
    assert not any(isinstance(decision, Alarm) for decision in told)
    assert isinstance(told[-1], Ask)


def test_nothing_is_committed_past_a_guess_that_it_leaves_unexplained():
    """4-5 was not read surely, and nobody may lay it there: what was really laid may be the play before the next."""
    looks, seen = begun(), reading(ROOT, "1-5 2 0 0 e", "4-5|4-6 1 0 1 e")
    told = [looks.look(seen, guesses=frozenset({"4-5", "4-6"})) for _ in range(8)]
    assert not any(isinstance(decision, Commit | Alarm) for decision in told)
    assert isinstance(told[-1], Ask)


def test_nobody_is_accused_of_what_was_played_upon_a_play_that_may_have_been_taken_back():
    looks = begun("extend 1-5 @2,0,0:e")
    told = [looks.look(reading(ROOT, "1-6 2 0 0 e", "6-2 4 0 0 e")) for _ in range(8)]
    assert not any(isinstance(decision, Alarm) for decision in told)


def test_what_was_laid_by_the_rules_before_a_false_play_is_committed_first():
    looks = begun()
    seen, arrivals = reading(ROOT, "1-5 2 0 0 e", "7-8 0 0 1 e"), came(_1_5=1.0, _7_8=3.0)
    first = looks.look(seen, 2, arrivals=arrivals)
    assert isinstance(first, Commit)
    assert words(first.explanation) == "extend 1-5 @2,0,0:e"
    looks.play(*first.explanation.plays)
    then = looks.look(seen, 2, arrivals=arrivals, last=1.0)
    assert isinstance(then, Alarm)
    assert words(then.explanation) == "cap 7-8 @0,0,1:e"


def test_a_false_play_is_told_though_a_lawful_one_was_committed_after_it():
    """It lay there before that one, and its hand came in before that one was written down."""
    looks = begun()
    seen, arrivals = reading(ROOT, "1-5 2 0 0 e", "7-8 0 0 1 e"), came(_7_8=1.0, _1_5=3.0)
    first = looks.look(seen, 2, arrivals=arrivals)
    assert words(first.explanation) == "extend 1-5 @2,0,0:e"
    looks.play(*first.explanation.plays)
    then = looks.look(seen, 2, arrivals=arrivals, last=3.0)
    assert isinstance(then, Alarm)
    assert words(then.explanation) == "cap 7-8 @0,0,1:e"


def test_the_game_goes_on_beside_what_was_reported():
    looks, false = begun(), "4-5 2 0 0 e"
    assert isinstance(looks.look(reading(ROOT, false), arrivals=came(_4_5=0.0)), Alarm)
    decision = looks.look(reading(ROOT, false, "3-1 -2 0 0 e"), 2, arrivals=came(_4_5=0.0, _1_3=2.0))
    assert isinstance(decision, Commit)
    assert words(decision.explanation) == "extend 3-1 @-2,0,0:e"


# Questions


def test_what_stays_open_is_asked_after_a_while():
    looks, seen = begun(), reading(ROOT, "1-5|1-6 2 0 0 e")
    assert looks.look(seen, 2) == Wait()
    looks.now = 3.0
    decision = looks.look(seen)
    assert isinstance(decision, Ask)
    assert {words(explanation) for explanation in decision.explanations[:2]} == {
        "extend 1-5 @2,0,0:e",
        "extend 1-6 @2,0,0:e",
    }


def test_what_stays_open_is_asked_although_it_changes():
    looks = begun()
    told = [looks.look(reading(ROOT, f"{'1-5|1-6' if n % 2 else '1-7|1-8'} 2 0 0 e")) for n in range(20)]
    assert isinstance(told[-1], Ask)
    assert all(isinstance(decision, Wait) for decision in told[:15])


def test_what_stays_open_is_asked_though_the_next_tile_comes():
    looks, arrivals = begun("extend 1-5 @2,0,0:e"), came(_5_2=0.0, _5_3=0.0)
    assert looks.look(likely("5-2", 0.6, "5-3"), arrivals=arrivals) == Wait()
    second, later = likely("5-2", 0.6, "5-3", "6-1 -2 0 0 e"), arrivals | came(_6_1=1.0)
    told = []
    for looks.now in (1.0, 2.0):
        told.append(looks.look(second, arrivals=later))
    assert [type(decision) for decision in told] == [Wait, Ask]


def test_a_table_that_nothing_explains_is_lost_by_name():
    strange = reading(ROOT, "4-5 9 9 0 e", "6-7 9 3 0 e", "2-3 -9 3 0 n")
    looks = begun()
    told = [looks.look(strange) for _ in range(10)]
    assert told[0] == Wait()
    assert isinstance(told[-1], Lost)
    came = (PieceAt("2-3", "@-9,3,0:n"), PieceAt("4-5", "@9,9,0:e"), PieceAt("6-7", "@9,3,0:e"))
    assert told[-1].difference == Difference(came=came)


def test_a_table_that_lacks_pieces_is_lost_and_names_them():
    """No play of two players is without the double that began."""
    looks = begun("extend 1-5 @2,0,0:e")
    seen, strays = with_strays(reading("4-5 9 9 0 e", "6-7 9 3 0 e", "1-5 2 0 0 e"), "8-8")
    told = [looks.look(seen, **strays) for _ in range(10)]
    assert isinstance(told[-1], Lost)
    assert told[-1].difference.gone == (PieceAt("1-1", "@0,0,0:e"),)
    assert told[-1].difference.loose == ("8-8",)


def test_more_new_tiles_than_two_plays_explain_are_lost_by_name():
    looks = begun()
    many = [f"{a}-{b} {20 + 3 * a} {3 * b} 0 e" for a in (2, 3, 4) for b in (6, 7, 8)]
    told = [looks.look(reading(ROOT, *many)) for _ in range(10)]
    assert isinstance(told[-1], Lost)
    assert {tile.split()[0] for tile in many} <= {piece.label for piece in told[-1].difference.came}


@pytest.mark.parametrize(("fresh", "kind"), [({0: "2-6"}, Alarm), ({}, Ask)])
def test_a_stray_counts_with_the_table_of_each_history(fresh, kind):
    """By the record a tile lies across two others, against the rules. Without these it would lie nowhere."""
    looks = begun("extend 1-6 @2,0,0:e", "extend 6-4 @4,0,0:e")

    def read(state):
        across, alone = reading(ROOT, "6-2 3 0 1 e"), replace(reading(ROOT), loose=(0,))
        return across if len(state.table.laid) == 3 else alone

    told = [looks.look(read, fresh=fresh) for _ in range(10)]
    assert {type(decision) for decision in told} <= {kind, Wait}
    assert kind in map(type, told)


# Take-backs


@pytest.mark.parametrize("count", [1, 2])
def test_plays_whose_tiles_are_gone_were_taken_back(count):
    looks = begun("extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e")
    seen, record = reading(*FIVE[: 3 - count]), looks.belief
    assert isinstance(looks.look(seen), Wait)
    gone = 0
    while isinstance(decision := looks.look(seen), TakeBack | Wait):
        if isinstance(decision, TakeBack):
            assert decision.likelihood >= looks.model.policy.sure
            gone += decision.count
            left = len(record.record) - gone
            looks.belief = Belief(record.states[: left + 1], record.record[:left], record.segments[:left])
    assert decision == Nothing()
    assert gone == count


def test_what_speaks_against_a_play_speaks_against_it_after_another_was_taken_back_too():
    looks = begun("extend 1-5 @2,0,0:e", "draw")
    seen = reading(*FIVE[:3], boneyard=36)
    told = [looks.look(seen, arrivals=came(_5_2=1.0), last=5.0) for _ in range(3)]
    assert not any(isinstance(decision, TakeBack) for decision in told)


# Lost


def test_a_table_that_cannot_be_put_together_is_out_of_step_after_a_while():
    looks, lost = begun(), replace(reading(ROOT, trouble="The grid is lost."), cells={0: {"at": (0, 0, 0)}})
    assert looks.look(lost) == Wait()
    looks.now = 2.6
    assert looks.look(lost) == Lost("The grid is lost.", difference=Difference())
    assert looks.look(reading(ROOT)) == Nothing()


def test_a_table_on_which_nothing_is_seen_any_more_has_nothing_to_go_on_from():
    looks, lost = begun(), reading(trouble="The grid is lost.")
    assert looks.look(lost) == Wait()
    looks.now = 2.6
    assert looks.look(lost) == Lost("The grid is lost.")


def test_a_table_that_is_now_lost_and_now_unclear_is_told():
    looks = begun()
    seen = [reading(ROOT, trouble="The board is lost."), reading(ROOT, "1-5|1-6 2 0 0 e")]
    told = [looks.look(seen[n % 2]) for n in range(30)]
    assert any(isinstance(decision, Ask | Lost) for decision in told)


# What speaks for a table that is not understood


@pytest.mark.parametrize(
    ("tile", "kind"),
    [("1-5 2 0 0 e", Commit), ("4-5 2 0 0 e", Alarm)],
)
def test_pieces_that_belong_nowhere_speak_against_committing_and_accusing(tile, kind):
    assert isinstance(begun().look(reading(ROOT, tile)), kind)
    looks = begun()
    seen, strays = with_strays(reading(ROOT, tile), *CLUTTER[:3])
    told = [looks.look(seen, **strays) for _ in range(10)]
    assert not any(isinstance(decision, Commit | Alarm) for decision in told)
    assert isinstance(told[-1], Lost)
    assert told[-1].explanations


def test_more_strangers_leave_more_unexplained():
    unexplained = []
    for clutter in range(4):
        looks = begun()
        seen, strays = with_strays(reading(ROOT, "1-5 2 0 0 e"), *CLUTTER[:clutter])
        looks.look(seen, **strays)
        unexplained.append(looks.told.posterior.unexplained)
    assert unexplained == sorted(unexplained)
    assert unexplained[0] < 0.01
    assert unexplained[-1] > 0.9


def test_what_stays_misread_at_rest_speaks_against_nothing_new():
    """1-5 is never found, and the record is the likeliest all the same: that is known once the table was at rest."""
    without = (ROOT, "5-2 4 0 0 e")
    looks = begun("extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e")
    assert looks.look(reading(*without)) == Nothing()
    known = looks.belief
    assert known.rest_log_likelihood < -3.0
    unexplained = []
    for baseline in (known.rest_log_likelihood, 0.0):
        looks.belief = replace(known, rest_log_likelihood=baseline)
        looks.look(reading(*without, "2-6 6 0 0 e"))
        unexplained.append(looks.told.posterior.unexplained)
    assert unexplained[0] < unexplained[1] / 10


def test_a_table_that_is_as_the_record_has_it_has_no_baseline():
    looks = begun()
    looks.look(reading(ROOT))
    assert looks.belief.rest_log_likelihood == 0.0


def wrong_stone():
    """Stones: a stone of another size is taken than the tile shows, and then it is placed as it should be.

    The state before it, and the table reading after it.
    """
    stacks = {0: ("SM", "A1 B1"), 2: ("S", "C1"), 3: ("LM", "B2"), 4: ("SML", "A2 C1 D1")}
    before = stones_table.table(stacks, display=["S/1", "ML/2", "SML/3"], facedown=20)
    right = stones_table.GAME.position(stones_table.play(before, "take S/1 small", "place ok"))
    right["stacks"][0]["stones"][-1] = "large"
    small, medium, large = before.river
    right["river"] = {"small": small, "medium": medium, "large": large - 1}
    told = {key: right[key] for key in ("marker", "stacks", "display", "river", "supply", "golden", "five")}
    return before, table_reading("stones", told)


def test_the_refused_play_is_told_though_a_lawful_one_came_after_it():
    before, seen = wrong_stone()
    looks = Looks(rules=stones_table.GAME, options=before.options)
    looks.belief = Belief((before,))
    decision = looks.look(seen, 3)
    assert isinstance(decision, Alarm)
    assert words(decision.explanation) == "take S/1 large"
    assert decision.explanation.illegal.name == "size_not_on_tile"


def test_what_came_after_a_false_play_that_stays_is_not_taken_for_nothing():
    """It would be accounted for in silence, and never be told."""
    before, seen = wrong_stone()
    looks = Looks(rules=stones_table.GAME, options=before.options)
    false = frozenset({spot_of((0, stones_table.GAME.parse("take S/1 large")))})
    looks.belief = Belief((before,), standing=false, alarmed=false)
    assert not any(isinstance(looks.look(seen), Nothing) for _ in range(12))


# What was glimpsed


def test_what_was_glimpsed_is_committed_and_what_lies_there_is_for_the_next_look():
    glimpsed = reading(ROOT, "1-5 2 0 0 e")
    now = replace(reading(ROOT), glimpsed=(glimpsed.seen,))
    decision = begun().look(now)
    assert isinstance(decision, Commit)
    assert (words(decision.explanation), decision.explains_all) == ("extend 1-5 @2,0,0:e", False)


def test_what_was_glimpsed_leaves_the_record_in_doubt_since_when_it_was():
    """Else people would have to be asked a second time before it is put right."""
    looks = begun()
    looks.belief = replace(looks.belief, pending=Pending(doubted_since=0.5))
    looks.look(replace(reading(ROOT), glimpsed=(reading(ROOT, "1-5 2 0 0 e").seen,)))
    assert looks.belief.pending == Pending(doubted_since=0.5)


def test_what_was_glimpsed_and_is_not_sure_is_nothing():
    glimpsed = reading(ROOT, "1-5|1-6 2 0 0 e")
    assert begun().look(replace(reading(ROOT), glimpsed=(glimpsed.seen,))) == Nothing()


# A pure step


@pytest.mark.parametrize(
    "seen",
    [reading(ROOT), reading(*FIVE), likely("5-2", 0.6, "5-3"), reading(ROOT, "4-5 2 0 0 e"), reading(trouble="Lost.")],
)
def test_the_same_belief_and_evidence_give_the_same_step_and_are_as_they_were(seen):
    looks = begun("extend 1-5 @2,0,0:e")
    looks.look(likely("5-2", 0.6, "5-3"))
    belief, evidence = looks.belief, Evidence(0.3, lambda _: seen, came(_5_2=0.1))
    kept, shown = replace(belief), deepcopy(seen)
    first, second = (step(looks.model, belief, evidence) for _ in range(2))
    assert (first.belief, first.decision) == (second.belief, second.decision)
    assert first.posterior.pairs == second.posterior.pairs
    assert belief == kept
    assert seen == shown


def test_looking_aside_is_a_step_whose_result_is_dropped():
    looks, seen = begun("extend 1-5 @2,0,0:e"), likely("5-2", 0.94, "5-3")
    step(looks.model, looks.belief, Evidence(0.0, lambda _: seen))
    assert isinstance(looks.look(seen), Wait)  # the first look, still


def test_a_belief_is_never_edited():
    with pytest.raises(FrozenInstanceError):
        begun().belief.committed_at = 1.0


# Other games


GAME = find_game("stonerow")
CARDS = GAME.options_type(players=2)
SEATING = seated(pi / 2, -pi / 2, moves=5)


@pytest.mark.parametrize(("angle", "kind"), [(pi / 2, TakeBack), (-pi / 2, Commit)])
def test_a_discard_that_is_gone_was_taken_back_or_drawn_as_the_hand_tells(angle, kind):
    looks = Looks("keystone R7", "brickyard G4", "draw quarry", "discard Y1", rules=GAME, options=CARDS)
    seen = bricks("G4")
    decision = looks.look(seen, 2, entries=(HandEntry(angle, 1.0, 2.0),), seating=SEATING)
    assert isinstance(decision, kind)
    if kind is TakeBack:
        assert decision.count == 1
    else:
        assert [(seat, str(move)) for seat, move in decision.explanation.plays] == [(1, "draw brickyard")]


def bricks(*cards):
    return table_reading("stonerow", {"rows": [], "brickyard": cards, "golddiggers": 0, "deflectors": [0, 0]})


def test_a_discard_that_was_in_doubt_when_it_was_drawn_is_not_forgotten():
    """Who drew it shows only if it lay there. Nothing else would tell of either play."""
    looks = Looks("keystone R7", "brickyard G4", rules=GAME, options=CARDS, at_once=1.1, sure=1.1)
    looks.look(bricks("Y1"), 2)
    assert words(looks.told.posterior.hypotheses[0]) == "draw quarry; discard Y1"
    looks.look(bricks("G4"), 2)
    assert words(looks.told.posterior.hypotheses[0]) == "draw quarry; discard Y1; draw brickyard"
    assert 0.5 < looks.told.posterior.pairs[0][1] < 0.9  # it may have been taken back as well
    fresh = Looks("keystone R7", "brickyard G4", rules=GAME, options=CARDS)
    assert isinstance(fresh.look(bricks("G4")), Nothing)


def test_what_the_table_turned_up_is_not_taken_back_by_itself():
    looks = Looks("keystone R7", "brickyard G4", rules=GAME, options=CARDS, at_once=1.1, sure=1.1)
    looks.look(bricks("Y1"))
    assert "brickyard Y1" not in looks.shares()


def test_what_people_stand_by_is_how_well_the_record_explains_a_table():
    """What nobody reads there was told, and people said that the record is right."""
    looks = begun(*(f"extend {tile.split()[0]} @{tile.split()[1]},0,0:e" for tile in FIVE[1:]))
    strange = reading(*FIVE, "7-7 12 4 0 e", "8-8 -8 -6 0 e", "9-9 -8 6 0 e")
    assert isinstance(looks.look(strange, 12), Lost)
    assert looks.told.posterior.unexplained > 0.9
    looks.belief = replace(looks.belief, rest_log_likelihood=None)
    looks.look(strange)
    assert looks.told.posterior.unexplained < 0.1
    assert looks.belief.rest_log_likelihood < -10.0

"""From what is seen to what was played, with a table whose sights are told."""

from dataclasses import replace

import pytest
from told_looks import OPTIONS, RULES, sight, states
from vision.follow import Ask, Commit, Decoder, Illegal, Nothing, OutOfStep, TakenBack, Wait
from vision.follow.accused import Accused
from vision.follow.decoder import Weighed, nothing_new
from vision.follow.witness import Witness

from engine.core import Explanation, Verdict
from vision.gate import GateState
from vision.scene.pace import Pace
from vision.tables.sight import Sight

REFUSED = Verdict(False, "no_match", ("SN-10",), "The halves do not match.")
START = ("1-1 0 0 0 e",)


def decided(seen, known, looks=2, times=None, decoder=None):
    decoder = decoder or Decoder(RULES, OPTIONS)
    decision = None
    for look in range(looks):
        decision = decoder.decide(known, seen, 0.3 * look if times is None else times[look])
    return decision


def test_a_table_as_the_game_is_means_nothing():
    assert decided(sight(*START), states("start 1-1"), looks=1) == Nothing()


def test_a_tile_laid_is_committed():
    decision = decided(sight(*START, "1-5 2 0 0 e"), states("start 1-1"))
    assert isinstance(decision, Commit)
    assert [str(move) for _, move in decision.way.plays] == ["extend 1-5 @2,0,0:e"]


def test_two_tiles_at_once_are_committed_in_order():
    decision = decided(sight(*START, "1-5 2 0 0 e", "5-2 4 0 0 e"), states("start 1-1"))
    assert isinstance(decision, Commit)
    assert [str(move) for _, move in decision.way.plays][:1] == ["extend 1-5 @2,0,0:e"]


def test_what_the_rules_refuse_is_reported_at_once_where_it_is_plain():
    known, seen = states("start 1-1"), sight(*START, "4-5 2 0 0 e")
    assert isinstance(Decoder(RULES, OPTIONS).decide(known, seen, 0.0), Illegal)


def test_what_the_rules_refuse_is_reported_once_a_second_look_agrees():
    decoder = Decoder(RULES, OPTIONS)
    seen, known = sight(*START, "4-5 2 0 0 e"), states("start 1-1")
    assert isinstance(decoder.decide(known, seen, 0.0, at_once=False), Wait)
    decision = decoder.decide(known, seen, 0.3, at_once=False)
    assert isinstance(decision, Illegal)
    assert not decision.way.illegal.legal
    assert decision.way.illegal.rules


def test_nobody_is_accused_on_a_guess():
    decoder = Decoder(RULES, OPTIONS)
    seen, known = sight(*START, "4-5 2 0 0 e"), states("start 1-1")
    witness = Witness(guesses=frozenset({"4-5", "5-4"}))
    decisions = [decoder.decide(known, seen, 0.3 * look, witness) for look in range(8)]
    assert not any(isinstance(decision, Illegal) for decision in decisions)
    assert isinstance(decisions[-1], Ask)


def test_nothing_is_committed_past_a_guess_that_it_leaves_unexplained():
    """4-5 was not read surely, and nobody may lay it there: what was really laid may be the move before the next."""
    known = states("start 1-1")
    seen = sight(*START, "1-5 2 0 0 e", "4-5|4-6 1 0 1 e")
    decider, guesses = Decoder(RULES, OPTIONS), frozenset({"4-5", "5-4", "4-6", "6-4"})
    told = [decider.decide(known, seen, 0.3 * look, Witness(guesses=guesses)) for look in range(8)]
    assert not any(isinstance(decision, Commit | Illegal) for decision in told)
    assert isinstance(told[-1], Ask)


def test_what_stays_open_is_asked_although_it_changes():
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    told = []
    for look in range(20):
        tiles = "1-5|1-6" if look % 2 else "1-7|1-8"
        told.append(decider.decide(known, sight(*START, f"{tiles} 2 0 0 e"), 0.3 * look))
    assert isinstance(told[-1], Ask)
    assert all(isinstance(decision, Wait) for decision in told[:15])


def test_a_table_that_is_now_lost_and_now_unclear_is_told():
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    told = []
    for look in range(30):
        seen = sight(*START, "1-5|1-6 2 0 0 e") if look % 2 else sight(*START, trouble="The board is lost.")
        told.append(decider.decide(known, seen, 0.3 * look))
    assert any(isinstance(decision, Ask | OutOfStep) for decision in told)


def test_where_no_way_explains_the_table_it_is_asked_what_was_played():
    strange = sight(*START, "4-5 9 9 0 e", "6-7 9 3 0 e", "2-3 -9 3 0 n")
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    told = [decider.decide(known, strange, 0.3 * look) for look in range(8)]
    assert isinstance(told[0], Wait)
    assert told[-1] == Ask(())


def test_the_game_goes_on_beside_what_was_reported():
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    false = sight(*START, "4-5 2 0 0 e")
    came = {"4-5": 0.0, "5-4": 0.0}
    assert isinstance(decided(false, known, decoder=decider), Illegal)
    play = (known[-1].turn, RULES.parse("extend 4-5 @2,0,0:e"))
    accused = Accused().report([play], 0.5, came)
    both = sight(*START, "4-5 2 0 0 e", "3-1 -2 0 0 e")
    witness = Witness(came | {"3-1": 2.0, "1-3": 2.0}, accused=accused)
    told = [decider.decide(known, both, 2.0 + 0.3 * look, witness) for look in range(2)]
    commit = next(decision for decision in told if isinstance(decision, Commit))
    assert [str(move) for _, move in commit.way.plays] == ["extend 3-1 @-2,0,0:e"]


def test_who_played_on_over_what_was_reported_has_played():
    """The report came when the other's tile lay there already: it is told though the false one lies there still."""
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    came = {"4-5": 0.0, "5-4": 0.0, "3-1": 0.0, "1-3": 0.0}
    false, other = RULES.parse("extend 4-5 @2,0,0:e"), RULES.parse("extend 3-1 @-2,0,0:e")
    seat = known[-1].turn
    both = sight(*START, "4-5 2 0 0 e", "3-1 -2 0 0 e")
    for by, told in ((seat, Illegal), (1 - seat, Commit)):
        accused = Accused().report([(seat, other), (by, false)], 0.5, came)
        ways = [Explanation(((seat, other), (by, false)), 1.0, REFUSED, 1.0)]
        decider._ways = lambda *_, ways=ways: ways
        decider.forget()
        decisions = [decider.decide(known, both, 2.0 + 0.3 * look, Witness(came, accused=accused)) for look in range(2)]
        assert isinstance(decisions[-1], told)


def test_what_was_reported_and_lies_there_still_is_nothing_new():
    play = (0, RULES.parse("extend 4-5 @2,0,0:e"))
    accused = Accused().report([play], 0.5, {"4-5": 0.0}).go_on()
    ways = [Explanation((), 0.6, None, 0.6), Explanation((play,), 0.3, REFUSED, 0.3)]
    ways += [Explanation(((1, RULES.parse("draw")), play), 0.1, REFUSED, 0.1)]
    assert nothing_new(ways, Witness(accused=accused)) == pytest.approx(0.9)
    assert nothing_new(ways, Witness()) == pytest.approx(0.6)


def test_beside_what_the_game_went_on_from_nothing_is_played_that_nothing_shows():
    """The refused play and a move that leaves no trace explain the table no better than the refused play alone."""
    false, unseen = (0, RULES.parse("extend 4-5 @2,0,0:e")), (1, RULES.parse("draw"))
    accused = Accused().report([false], 0.5, {"4-5": 0.0}).go_on()
    ways = [Explanation((), 1e-9, None, 1e-9), Explanation((false,), 0.98, REFUSED, 4e-3)]
    ways += [Explanation((unseen, false), 0.02, REFUSED, 8e-5)]
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    decider._ways = lambda *_: ways
    witness = Witness({"4-5": 0.0}, accused=accused, settled=2.0)
    told = [decider.decide(known, sight(*START), 2.0 + 0.3 * look, witness) for look in range(2)]
    assert told == [Nothing(), Nothing()]


def test_what_the_rules_refuse_may_have_lain_there_before_the_last_play():
    play = (0, RULES.parse("extend 4-5 @2,0,0:e"))
    came = {"4-5": 1.0, "5-4": 1.0}
    refused, legal = Explanation((play,), 1.0, REFUSED, 1.0), Explanation((play,), 1.0, None, 1.0)
    open_, accounted = Witness(came, last=3.0), Witness(came, last=3.0, settled=3.0)
    assert open_.speaks_for(refused) == 1.0
    assert accounted.speaks_for(refused) < 1e-3
    assert open_.speaks_for(legal) < 1e-3


def test_what_stays_open_is_asked_after_a_while():
    seen, known = sight(*START, "1-5|1-6 2 0 0 e"), states("start 1-1")
    decoder = Decoder(RULES, OPTIONS)
    assert isinstance(decided(seen, known, 2, decoder=decoder), Wait)
    decision = decoder.decide(known, seen, 3.0)
    assert isinstance(decision, Ask)
    moves = {str(move) for way in decision.ways[:2] for _, move in way.plays}
    assert moves == {"extend 1-5 @2,0,0:e", "extend 1-6 @2,0,0:e"}


def test_nobody_is_accused_of_what_was_played_upon_a_move_that_may_have_been_taken_back():
    known, decoder = states("start 1-1", "extend 1-5 @2,0,0:e"), Decoder(RULES, OPTIONS)
    seen = sight(*START, "1-6 2 0 0 e", "6-2 4 0 0 e")
    decisions = [decoder.decide(known, seen, 0.3 * n) for n in range(8)]
    assert not any(isinstance(decision, Illegal) for decision in decisions)
    assert isinstance(decisions[-1], Ask)


def test_a_move_whose_tile_is_gone_was_taken_back():
    decision = decided(sight(*START), states("start 1-1", "extend 1-5 @2,0,0:e"))
    assert isinstance(decision, TakenBack)
    assert decision.count == 1
    assert decision.likelihood > 0.9


def test_a_table_that_cannot_be_put_together_is_out_of_step_after_a_while():
    seen, known = sight(*START, trouble="The grid is lost."), states("start 1-1")
    decoder = Decoder(RULES, OPTIONS)
    assert isinstance(decoder.decide(known, seen, 0.0), Wait)
    assert decoder.decide(known, seen, 9.0) == OutOfStep("The grid is lost.")
    assert decoder.decide(known, sight(*START), 9.3) == Nothing()


def test_the_same_looks_give_the_same_decisions():
    seen, known = sight(*START, "1-5 2 0 0 e"), states("start 1-1")
    assert decided(seen, known) == decided(seen, known)


@pytest.mark.parametrize("rate", [5, 60])
def test_looks_come_by_the_clock_and_not_by_the_frame(rate):
    pace, still = Pace(), GateState("still", 0.0, 0.0)
    looks = [n / rate for n in range(4 * rate) if pace.due(still, n / rate, restless=True)]
    assert 8 <= len(looks) <= 12
    assert looks[0] == 0.0


def test_a_table_at_rest_is_looked_at_once():
    pace, still = Pace(), GateState("still", 0.0, 0.0)
    assert sum(pace.due(still, n / 30, restless=False) for n in range(90)) == 1
    assert pace.due(GateState("still", 5.0, 5.0), 5.4, restless=False)
    assert not pace.due(GateState("moving", 6.0, 6.0), 6.0, restless=True)


def test_glimpses_come_by_the_clock_though_a_hand_rests_now_and_then():
    pace = Pace()
    assert not pace.glimpse_due(GateState("still", 0.0, 0.0), 1.0, promising=False)
    states = [GateState("moving" if n % 3 else "settling", 1.0 + n / 10, 0.0) for n in range(1, 21)]
    glimpses = [n for n, state in enumerate(states, 1) if pace.glimpse_due(state, 1.0 + n / 10, promising=False)]
    assert 4 <= len(glimpses) <= 5


def test_a_glimpse_that_promises_a_move_is_followed_by_another_at_once():
    pace, moving = Pace(), GateState("moving", 1.0, 0.0)
    assert pace.glimpse_due(moving, 1.0, promising=False)
    assert not pace.glimpse_due(moving, 1.1, promising=True)
    assert not pace.glimpse_due(moving, 1.2, promising=False)
    assert pace.glimpse_due(moving, 1.2, promising=True)


def test_what_came_first_was_played_first():
    seen, known = sight(*START, "1-5 2 0 0 e", "1-6 -2 0 0 e"), states("start 1-1")
    seen = Sight(
        {**seen.position, "tiles": [*seen.position["tiles"][:2], {"tile": "6-1", "at": [-2, 0, 0], "dir": "e"}]},
        (),
        (),
        {},
    )
    for first, second in (("1-5", "6-1"), ("6-1", "1-5")):
        decision = Decoder(RULES, OPTIONS).decide(known, seen, 0.0, Witness({first: 1.0, second: 2.0}))
        assert isinstance(decision, Commit)
        assert [str(move).split()[1] for _, move in decision.way.plays] == [first, second]


def test_whoever_begins_is_the_first_seat():
    decision = decided(sight(*START, boneyard=37), states())
    assert isinstance(decision, Commit)
    assert [(seat, str(move)) for seat, move in decision.way.plays] == [(0, "start 1-1")]


def test_what_lay_there_before_the_last_move_is_no_move_after_it():
    seen, known = sight(*START, "1-5 2 0 0 e", "5-2 4 0 0 e"), states("start 1-1", "extend 1-5 @2,0,0:e")
    late, early = Witness({"5-2": 9.0}, last=5.0), Witness({"5-2": 1.0}, last=5.0)
    assert isinstance(Decoder(RULES, OPTIONS).decide(known, seen, 9.0, late), Commit)
    assert not isinstance(Decoder(RULES, OPTIONS).decide(known, seen, 9.0, early), Commit)


def likely(first, share, second):
    """A tile that is read as the first label with that share, else as the second, beside 1-5."""
    seen = sight(*START, "1-5 2 0 0 e")
    unsure = {"labels": {first: share, second: 1 - share}, "at": [4, 0, 0], "dir": "e"}
    return Sight({**seen.position, "tiles": [*seen.position["tiles"], unsure]}, (), (), {})


def test_what_may_not_be_all_that_was_played_is_not_the_whole():
    """A tile that may lie there against the rules, or be one that lies below it, misread."""
    position = sight(*START, "1-5 2 0 0 e").position
    stray = {"labels": {"4-3": 0.6, "1-1": 0.4}, "at": [0, 0, 1], "dir": "e", "doubt": 0.1, "above": 1.0}
    decision = decided(Sight({"tiles": [*position["tiles"], stray]}, (), (), {}), states("start 1-1"), 1)
    assert isinstance(decision, Commit)
    assert not decision.whole


def test_a_move_beside_what_was_reported_is_all_that_was_played():
    decoder, known = Decoder(RULES, OPTIONS), states("start 1-1")
    arrivals = {"4-5": 1.0, "5-4": 1.0}
    lies = sight(*START, "4-5 2 0 0 e")
    report = decoder.decide(known, lies, 1.0, Witness(arrivals))
    assert isinstance(report, Illegal)
    accused = Accused().report(report.way.plays, 1.0, arrivals)
    legal = (1, RULES.parse("extend 6-1 @-2,0,0:e"))
    best = replace(report.way, plays=(legal, *report.way.plays))
    told = Commit(Explanation((legal,), 1.0), whole=False)
    for known_by_now, all_of_it in ((accused, True), (Accused(), False)):
        decoder.weighed = Weighed(known[-1], [best], lies, Witness(arrivals, accused=known_by_now))
        assert decoder.tells_all(told) is all_of_it


def test_what_is_left_of_a_way_was_seen_once():
    decoder, known = Decoder(RULES, OPTIONS), states("start 1-1")
    decision = decoder.decide(known, likely("5-2", 0.7, "5-3"), 0.0)
    assert isinstance(decision, Commit)
    assert [str(move) for _, move in decision.way.plays] == ["extend 1-5 @2,0,0:e"]
    assert not decision.whole
    later = states("start 1-1", "extend 1-5 @2,0,0:e")
    decision = decoder.decide(later, likely("5-2", 0.95, "5-3"), 0.3)
    assert isinstance(decision, Commit)
    assert decision.whole
    assert isinstance(Decoder(RULES, OPTIONS).decide(later, likely("5-2", 0.95, "5-3"), 0.3), Wait)


def test_what_stays_open_is_asked_though_the_next_tile_comes():
    decoder, known = Decoder(RULES, OPTIONS), states("start 1-1", "extend 1-5 @2,0,0:e")
    first = likely("5-2", 0.6, "5-3")
    assert isinstance(decoder.decide(known, first, 0.0), Wait)
    tiles = [*first.position["tiles"], {"tile": "6-1", "at": [-2, 0, 0], "dir": "e"}]
    second = Sight({**first.position, "tiles": tiles}, (), (), {})
    witness = Witness({"5-2": 0.0, "5-3": 0.0, "6-1": 1.0})
    assert isinstance(decoder.decide(known, second, 1.0, witness), Wait)
    assert isinstance(decoder.decide(known, second, 2.0, witness), Ask)
    fresh = Decoder(RULES, OPTIONS)
    assert isinstance(fresh.decide(known, second, 1.0, witness), Wait)
    assert isinstance(fresh.decide(known, second, 2.0, witness), Wait)


def test_what_speaks_against_a_move_speaks_against_it_after_another_was_taken_back_too():
    known, seen = (
        states("start 1-1", "extend 1-5 @2,0,0:e", "draw"),
        sight(*START, "1-5 2 0 0 e", "5-2 4 0 0 e", boneyard=36),
    )
    decoder, against = Decoder(RULES, OPTIONS), Witness({"5-2": 1.0, "2-5": 1.0}, last=5.0)
    decisions = [decoder.decide(known, seen, 0.3 * look, against) for look in range(3)]
    assert not any(isinstance(decision, TakenBack) for decision in decisions)


def test_a_row_of_which_one_card_was_read_is_no_guess():
    witness = Witness(arrivals={"BAp": 3.0}, guesses=frozenset({"R5", "G8"}))
    assert not witness.guessed("build R5 G8 BAp")
    assert witness.guessed("build R5 G8")
    assert not witness.guessed("discard BAp")


FALSE = sight(*START, "1-5 2 0 0 e", "7-8 0 0 1 e")


def test_what_was_laid_against_the_rules_before_others_went_on_is_reported():
    came, known = {"7-8": 1.0, "8-7": 1.0, "1-5": 2.0, "5-1": 2.0}, states("start 1-1")
    decider = Decoder(RULES, OPTIONS)
    assert isinstance([decider.decide(known, FALSE, 0.3 * look, Witness(came)) for look in range(2)][-1], Illegal)
    refused = decider.weighed.ways[0]
    assert [str(move) for _, move in Witness(came).in_order(refused)] == ["cap 7-8 @0,0,1:e", "extend 1-5 @2,0,0:e"]
    assert Witness(came).speaks_for(refused) > 10 * Witness(came).speaks_for(replace(refused, illegal=None))


def test_what_was_laid_by_the_rules_before_is_taken_first():
    witness = Witness({"1-5": 1.0, "5-1": 1.0, "7-8": 3.0, "8-7": 3.0})
    decider, known = Decoder(RULES, OPTIONS), states("start 1-1")
    first = [decider.decide(known, FALSE, 0.3 * look, witness) for look in range(2)][-1]
    assert isinstance(first, Commit)
    assert [str(move) for _, move in first.way.plays] == ["extend 1-5 @2,0,0:e"]
    then = decider.decide(states("start 1-1", "extend 1-5 @2,0,0:e"), FALSE, 0.6, replace(witness, last=1.0))
    assert isinstance(then, Illegal)


def test_a_move_that_is_taken_back_and_played_upon_leaves_something_to_explain():
    decision = decided(sight(*START), states("start 1-1", "extend 1-5 @2,0,0:e"))
    assert decision == TakenBack(1, decision.likelihood, whole=True)
    decision = decided(sight(*START, "6-1 -2 0 0 e"), states("start 1-1", "extend 1-5 @2,0,0:e"))
    assert decision == TakenBack(1, decision.likelihood)


def test_a_state_that_several_histories_lead_to_is_explained_once(monkeypatch):
    asked, explain = [], RULES.explain

    def listen(_, state, seen, plies):
        asked.append((state, plies))
        return explain(state, seen, plies)

    monkeypatch.setattr(type(RULES), "explain", listen)
    decided(sight(*START, "5-2 4 0 0 e", "6-7 9 3 0 e"), states("start 1-1", "extend 1-5 @2,0,0:e"), looks=1)
    assert len(asked) > len({state for state, _ in asked}) > 1
    assert len(asked) == len(set(asked))

"""Ways that were not taken live on, and are asked about once later looks fit them better than the record."""

import pytest
from stackernoos_told import OPTIONS, RULES, sight, states

from engine.core import Explanation, refusal
from engine.errors import PositionError
from vision.follow import Ask, Commit, Decoder, FollowSettings, Illegal, OutOfStep
from vision.follow.decoder import Weighed
from vision.follow.reach import Reach
from vision.follow.rivals import Rival, Rivals, Taken, doubt
from vision.follow.seating import Seating
from vision.follow.witness import Witness

SETTINGS = FollowSettings()
START = states("start 1-1")[-1]


def play(seat, text):
    return seat, RULES.parse(text)


def way(weight, *plays, illegal=None):
    return Explanation(plays, 0.0, illegal, weight)


SURE, OTHER = play(1, "extend 1-5 @2,0,0:e"), play(1, "extend 1-6 @2,0,0:e")
REFUSED = refusal("no_match", "The end shows 5.", "SN-9")
NEXT = play(0, "extend 6-2 @4,0,0:e")


def begun(*ways, rest=1.0, at=1):
    """The rivals once the first play of the first of the ways is committed."""
    taken = Taken(at, START, ways[0].plays[:1], ways, (), Seating())
    return Rivals().committed(RULES, taken, (), lambda _state: rest)


def challenged(rivals, record, theirs):
    """The challenges of a look that the record explains by one way and each rival by others."""
    weighed = Weighed(RULES.play(START, *SURE), record, sight(), Witness())
    return rivals.challenges(RULES, weighed, lambda _rival: theirs)


def test_the_ways_that_were_not_taken_become_rivals_beside_the_record():
    (rival,) = begun(way(0.8, SURE), way(0.2, OTHER)).all
    assert (rival.at, rival.plays, rival.state) == (1, (OTHER,), RULES.play(START, *OTHER))
    assert rival.weight == pytest.approx(0.25)


def test_what_is_refused_or_unlikely_or_the_same_is_none():
    assert not begun(way(0.8, SURE), way(0.2, OTHER, illegal=REFUSED)).all
    assert not begun(way(0.8, SURE), way(1e-6, OTHER)).all
    assert not begun(way(0.8, SURE), way(0.1, SURE, NEXT)).all


def test_a_later_look_that_fits_a_rival_better_is_asked_about():
    rivals = begun(way(0.9, SURE), way(0.1, OTHER))
    (challenge,) = challenged(rivals, [way(1e-3)], [way(0.5, NEXT)])
    assert challenge.share > 0.9
    assert [plays for _, plays, _ in challenge.told()] == [(OTHER, NEXT)]
    for decision in (Commit(way(1e-3)), Ask(()), OutOfStep("")):
        assert challenge.beats(decision, SETTINGS)
    (weaker,) = challenged(rivals, [way(0.5)], [way(0.5, NEXT)])
    assert not weaker.beats(Commit(way(0.5)), SETTINGS)


def test_nobody_is_accused_while_a_rival_explains_it_by_the_rules():
    rivals = begun(way(0.7, SURE), way(0.3, OTHER))
    accused = Illegal(way(0.01, NEXT, illegal=REFUSED))
    (challenge,) = challenged(rivals, [accused.way], [way(0.5, NEXT)])
    assert challenge.beats(accused, SETTINGS)
    (challenge,) = challenged(rivals, [accused.way], [way(0.5, NEXT, illegal=REFUSED)])
    assert not challenge.beats(accused, SETTINGS)


def test_a_rival_that_comes_to_where_the_record_is_is_none():
    rivals = begun(way(0.6, SURE), way(0.4))
    assert rivals.all[0].plays == ()
    assert challenged(rivals, [way(0.9)], [way(0.9, SURE)]) == []


def test_what_lies_there_all_the_time_is_held_against_a_rival_once():
    (challenge,) = challenged(begun(way(1.0, SURE), way(0.01, OTHER), rest=0.01), [way(0.01)], [way(0.01, NEXT)])
    assert challenge.weight == pytest.approx(1e-4)
    assert challenge.share == pytest.approx(0.01, rel=0.02)


def test_a_rival_goes_on_with_the_record_and_learns_where_its_own_players_sit():
    arms = (Reach(1.5, 0, 1),)
    taken = Taken(1, START, (SURE,), [way(0.6, SURE), way(0.4, OTHER)], arms, Seating())
    rivals = Rivals().committed(RULES, taken, (), lambda _state: 1.0)
    assert set(rivals.all[0].seating.arms) == {1}
    (challenge,) = challenged(rivals, [way(0.5, play(0, "extend 5-2 @4,0,0:e"))], [way(0.5, NEXT)])
    after = Taken(2, RULES.play(START, *SURE), challenge.ways[0].plays, [way(0.5, NEXT)], arms, Seating())
    gone_on = Rivals().committed(RULES, after, [challenge], lambda _state: 1.0)
    assert [(each.at, each.plays) for each in gone_on.all] == [(1, (OTHER, NEXT))]
    assert set(gone_on.all[0].seating.arms) == {0, 1}


def test_the_decoder_keeps_what_it_weighed():
    decoder = Decoder(RULES, OPTIONS)
    known = states("start 1-1")
    decoder.decide(known, sight("1-1 0 0 0 e", "1-5 2 0 0 e"), 0.0)
    weighed = decoder.weighed
    (ahead, *_) = decoder.explained_from(known[-1], weighed, Seating())
    assert str(ahead.plays[0][1]) == "extend 1-5 @2,0,0:e"
    assert decoder.at_rest(RULES.play(known[-1], *ahead.plays[0]), weighed) > 0.1
    assert decoder.at_rest(known[-1], weighed) == 1.0  # the tile is left to explain
    decoder.decide(known, sight(trouble="The board is not in view."), 1.0)
    assert decoder.weighed is None


def test_a_rival_for_which_a_table_is_no_position_has_no_ways(monkeypatch):
    decoder = Decoder(RULES, OPTIONS)
    decoder.decide(states("start 1-1"), sight("1-1 0 0 0 e"), 0.0)

    def refuse(*_):
        raise PositionError("no position")

    monkeypatch.setattr(type(RULES), "explain", refuse)
    assert Decoder(RULES, OPTIONS).explained_from(START, decoder.weighed, Seating()) == ()


def test_what_begins_anew_challenges_beside_the_rivals():
    weighed = Weighed(RULES.play(START, *SURE), [way(1e-3)], sight(), Witness())
    rival = Rival(1, (), START, 0.2, Seating())
    (challenge,) = Rivals().challenges(RULES, weighed, lambda _rival: (), [(rival, [way(0.5, OTHER), way(0.1)])])
    assert challenge.share == pytest.approx(0.12 / 0.121)
    assert [(at, plays) for at, plays, _ in challenge.told()] == [(1, (OTHER,)), (1, ())]


def test_a_doubt_shows_what_challenges_beside_what_is_asked_anyway():
    weighed = Weighed(RULES.play(START, *SURE), [way(0.06)], sight(), Witness())
    rival = Rival(1, (), START, 0.2, Seating())
    challenges = Rivals().challenges(RULES, weighed, lambda _rival: (), [(rival, [way(0.3, OTHER, NEXT)])])
    asked = Ask((Explanation((NEXT,), 0.7), Explanation((), 0.3)))
    told = doubt(challenges, asked, [play(0, "start 1-1"), SURE], SETTINGS)
    assert (told.at, told.rest, told.lasting) == (1, True, False)
    assert [(plays, pytest.approx(share)) for plays, share in told.others] == [
        ((OTHER, NEXT), 0.5),
        ((SURE, NEXT), 0.35),
    ]


def test_what_challenges_is_always_shown_and_nothing_twice():
    weighed = Weighed(RULES.play(START, *SURE), [way(1.0)], sight(), Witness())
    rivals = [Rival(1, (), START, 0.05, Seating()), Rival(1, (), START, 0.05, Seating())]
    challenges = Rivals().challenges(RULES, weighed, lambda _rival: (), [(each, [way(1.0, OTHER)]) for each in rivals])
    asked = Ask(tuple(Explanation((play(0, f"extend 5-{n} @4,0,0:e"),), 0.25) for n in (2, 3, 4, 6)))
    told = doubt(challenges, asked, [play(0, "start 1-1"), SURE], SETTINGS)
    assert told.others[0][0] == (OTHER,)
    assert len(told.others) == SETTINGS.asked
    assert len({plays for plays, _ in told.others}) == SETTINGS.asked

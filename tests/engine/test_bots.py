"""Bots suggest moves that are legal, stop when they are told to, and look at nobody's hand."""

from __future__ import annotations

import random
from math import inf

import pytest
from games_played import NAMES, playthrough
from games_played import options as options_of
from stackernoos_table import GAME, P7, holding, options, table
from stonerow_table import row as stonerow_row
from stonerow_table import table as stonerow_table
from stones_table import table as stones_table

from engine.bots import GreedyBot, RandomBot, SearchBot, Trial, lead, mean, thrown
from engine.games import find_game
from engine.options import read_options

ROOT = "stack 1-8 @0,0,1:e"


def bots(seed=1):
    chance = random.Random(seed)
    return [RandomBot(chance), GreedyBot(), SearchBot(chance, lambda samples: samples >= 2, depth=6)]


@pytest.mark.parametrize("name", NAMES)
def test_suggestions_are_legal(name):
    game = find_game(name)
    for state, seat, _, _ in playthrough(game, 2, plies=12):
        for bot in bots():
            hint = bot(game, state, seat)
            assert hint is not None
            assert game.judge(state, seat, hint.move).legal


def test_nobody_moves_out_of_turn():
    assert [bot(GAME, table(), 1) for bot in bots()] == [None, None, None]


def test_greedy_takes_the_points():
    state = holding(table(P7, ROOT), "5-5 0-9 1-2")
    hint = GreedyBot()(GAME, state, state.turn)
    assert (str(hint.move), hint.expected) == ("span 5-5 @3,0,1:e", 22)


def test_search_takes_the_last_tile_and_expects_its_points():
    state = holding(table(P7, ROOT, scores=[0, 0]), "5-5")
    hint = SearchBot(random.Random(1), lambda samples: samples >= 3)(GAME, state, state.turn)
    assert (str(hint.move), hint.samples) == ("span 5-5 @3,0,1:e", 3)
    assert hint.expected == pytest.approx(42.5)


def test_a_move_that_is_asked_about_is_weighed_to_the_end_though_it_is_none_of_the_best():
    state = holding(table(P7, ROOT), "5-5 0-9 1-2")
    bot = SearchBot(random.Random(1), lambda samples: samples >= 14, GreedyBot(), depth=2)
    worst = bot.weigh(GAME, state, state.turn, best=99)[-1].move
    *best, last = bot.weigh(GAME, state, state.turn, best=1, also=worst)
    assert (len(best), last.move, last.samples) == (1, worst, 14)


def test_search_stops_when_it_is_told_to():
    asked = []
    SearchBot(random.Random(1), lambda samples: asked.append(samples) or samples >= 4, depth=2)(GAME, table(), 0)
    assert asked == [1, 2, 3, 4]


def test_search_does_not_look_at_other_hands():
    state = GAME.start(options(players=3), 3)
    state = GAME.play(state, state.turn, GAME.moves(state, state.turn)[0])
    seen = GAME.view(state, state.turn)
    hints = [SearchBot(random.Random(5), lambda samples: samples >= 2, depth=5)(GAME, s, s.turn) for s in (state, seen)]
    assert hints[0] == hints[1]


def test_a_deal_is_complete_and_keeps_what_is_known():
    state = list(playthrough(GAME, 4, plies=20))[-1][3]
    seen = GAME.view(state, 1)
    dealt = GAME.deal(seen, random.Random(1))
    assert (dealt.hands[1], dealt.sizes, dealt.boneyard) == (state.hands[1], state.sizes, state.boneyard)
    assert dealt.out_of_sight() == 0


def test_search_beats_random_play():
    wins = games = 0
    for seed in range(6):
        chance = random.Random(seed)
        players = [SearchBot(chance, lambda samples: samples >= 3, GreedyBot(), 12), RandomBot(chance)]
        state = GAME.start(options(hand_size=5), seed)
        while actors := GAME.actors(state):
            state = GAME.play(state, actors[0], players[actors[0]](GAME, state, actors[0]).move)
        games += 1
        wins += 0 in GAME.winners(state)
    assert wins > games / 2


def test_what_becomes_of_a_stone_is_nobodys_choice():
    stones = find_game("stones")
    state = stones_table({1: ("SML", "A9")}, taken={"tile": "S/2", "size": "small"})
    assert max(stones.judge(state, 0, move).points for move in stones.moves(state, 0)) == 9  # blamed on another
    for bot in (GreedyBot(), SearchBot(random.Random(1), lambda samples: samples >= 2)):
        hint = bot(stones, state, 0)
        assert (str(hint.move), hint.expected) == ("place ok", 0)
    dice = RandomBot(random.Random(1))
    fell = [str(dice(stones, state, 0).move) for _ in range(400)]
    assert fell.count("place ok") > fell.count("place fall") > 20
    assert sum(move.startswith("place culprit") for move in fell) < 60


@pytest.mark.parametrize("name", NAMES)
def test_odds_are_those_of_moves_that_may_be_made(name):
    game = find_game(name)
    for state, _, _, _ in playthrough(game, 3, plies=60):
        for seat in range(-1, options_of(game).players):
            odds = game.odds(state, seat)
            assert odds.keys() <= set(game.moves(state, seat))
            assert all(0 < chance <= 1 for chance in odds.values())


@pytest.mark.parametrize("name", NAMES)
def test_points_are_those_of_the_verdict(name):
    game = find_game(name)
    earning = 0
    for seed in range(6):
        for state, _, _, _ in playthrough(game, seed, plies=120):
            for seat in game.actors(state):
                for move in game.moves(state, seat):
                    points = game.points(state, seat, move)
                    assert points == game.judge(state, seat, move).points, str(move)
                    earning += points != 0
    assert earning


@pytest.mark.parametrize("name", NAMES)
def test_totals_are_those_of_the_score(name):
    game = find_game(name)
    for state, _, _, _ in playthrough(game, 4, plies=120):
        assert game.totals(state) == tuple(score.total for score in game.score(state))


def test_points_of_partners_and_shared_rows_are_those_of_the_verdict():
    stonerow, seen = find_game("stonerow"), set()
    for rules in ("team", "official"):
        for seed in range(12):
            chance = random.Random(seed)
            document = {"players": 4, "rule_set": rules}
            state = stonerow.start(read_options(stonerow.options_type, document), seed)
            for _ in range(200):
                if not (actors := stonerow.actors(state)):
                    break
                seat = chance.choice(actors)
                for move in stonerow.moves(state, seat):
                    points = stonerow.points(state, seat, move)
                    assert points == stonerow.judge(state, seat, move).points, str(move)
                    if points:
                        seen.add(type(move).__name__)
                state = stonerow.play(state, seat, chance.choice(stonerow.moves(state, seat)))
    assert seen == {"Add", "Build", "Mortar", "Repair", "Steal"}


def test_throws_follow_the_odds():
    dice = random.Random(1)
    fell = [thrown({"often": 3.0, "seldom": 1.0}, dice) for _ in range(4000)]
    assert 2850 < fell.count("often") < 3150


def test_all_moves_of_a_sampled_game_meet_the_same_throws():
    stones = find_game("stones")
    state = stones_table({1: ("SML", "B9")}, marker=1)
    search = SearchBot(random.Random(1), lambda samples: samples >= 6, GreedyBot(), depth=1)
    first, *others = search._trial(stones, state, 0).gains.values()
    assert len(set(first.values())) > 1
    assert others
    assert all(gained == first for gained in others)


def test_search_lets_a_stone_fall_even_where_it_plays_on_greedily():
    stones = find_game("stones")
    state = stones_table({1: ("SML", "A9")}, marker=1)
    search = SearchBot(random.Random(1), lambda samples: samples >= 30, GreedyBot(), depth=3)
    assert search(stones, state, 0).expected != 0


def test_a_partner_is_no_rival():
    """What seat 2 has on the table is seat 0's as well, in TeamPlay alone."""
    stonerow = find_game("stonerow")
    rows = [stonerow_row(2, "R1 R2 R3"), stonerow_row(1, "R9 B9")]
    assert lead(stonerow, stonerow_table(*rows), 0) == -30
    for seat, ahead in ((0, 12), (1, -12), (2, 12), (3, -12)):
        assert lead(stonerow, stonerow_table(*rows, house={"rule_set": "team"}), seat) == ahead


def test_search_wins_a_round_although_its_points_are_gone_in_the_next():
    stonerow = find_game("stonerow")
    rows = [stonerow_row(0, "R1 R2 R3 R4"), stonerow_row(2, "B1 B2 B3 B4")]
    document = {"quarry": 20, "brickyard": ["G7"], "hand_sizes": [3, 3, 3, 3]}
    state = stonerow_table(*rows, hand="GAp YAp G4", house={"rule_set": "team"}, **document)
    search = SearchBot(random.Random(1), lambda samples: samples >= 3, depth=8)
    hint = search(stonerow, state, 0)
    assert (str(hint.move), hint.expected) == ("build GAp YAp", 20.5)


def raced(usual=None, **gained):
    """A trial in which each move gained so much in the sampled games."""
    trial = Trial(list(gained), usual)
    for move, gains in gained.items():
        trial.gains[move] |= dict(enumerate(gains))
    return trial


def test_what_is_surely_worse_in_the_same_games_is_left_out_and_what_must_stay_stays():
    noise = [9, -8, 7, -9, 8, -7, 9, -9]
    gained = {
        name: [each + less for each in noise]
        for name, less in {"best": 5, "near": 4, "far": 1, "low": 0, "kept": 0}.items()
    }
    gained["unlike"] = [-each for each in noise]  # worse by no more than chance would have it
    trial = raced(**gained)
    trial.leave_out({"kept", None})
    assert set(trial.moves) == {"best", "near", "far", "kept", "unlike"}


def test_of_many_moves_the_worse_half_is_left_out():
    noise = [90, -80, 70, -90]
    trial = raced(**{f"m{n}": noise[n % 4 :] + noise[: n % 4] for n in range(40)})
    trial.leave_out(set())
    assert len(trial.moves) == 20


def test_a_move_that_was_lucky_before_it_was_left_out_is_not_the_best():
    trial = raced(lucky=[50.0, 0.0], steady=[20.0, 20.0, 18.0])
    trial.moves = ["steady"]
    assert trial.ranked() == ["steady", "lucky"]


@pytest.mark.parametrize(
    ("beyond", "chosen"),
    [
        ([9, 9, 8, 8], "other"),  # better in every game
        ([40, -30, 40, -30], "greed"),  # a better mean that may well be chance
        ([-9, -9, -8, -8], "greed"),
        ([40], "greed"),  # one game tells nothing
    ],
)
def test_the_usual_move_is_best_until_another_is_better_beyond_chance(beyond, chosen):
    luck = [70.0, -80.0, 60.0, -50.0]  # the same for both
    trial = raced("greed", other=[each + more for each, more in zip(luck, beyond, strict=False)], greed=luck)
    assert trial.ranked()[0] == chosen


def test_few_games_stand_below_many_however_lucky_they_were():
    """A hint of +29.4 after 3 games and one of +12.1 after 25 looked equally sure."""
    luck = [12.0 + 9 * (-1) ** n for n in range(24)]
    trial = raced(
        "greed",
        lucky=[30.0, 29.0, 30.0],
        even=[11.5 + each for each in luck],
        steady=[12 + each for each in luck],
        greed=luck,
    )
    assert mean(trial.of("lucky")) > mean(trial.of("even"))
    assert trial.named() == ["steady", "even", "lucky", "greed"]
    errors = trial.errors()
    assert errors["lucky"] > 2.5 * errors["steady"]
    assert errors["steady"] == pytest.approx(9.2 / 24**0.5, rel=0.05)


def test_the_choice_stands_first_and_one_game_each_tells_nothing():
    trial = raced("greed", greed=[1.0], other=[50.0], last=[20.0])
    assert trial.named() == ["greed", "other", "last"]
    assert set(trial.errors().values()) == {inf}


def test_a_move_of_few_games_is_not_chosen_over_one_of_many():
    """Two that agreed had no standard error at all."""
    luck = [70.0, -80.0, 60.0, -50.0, 40.0, -30.0, 20.0, -10.0, 9.0]
    trial = raced("greed", other=[each + 9 for each in luck[:2]], greed=luck)
    assert trial.ranked()[0] == "greed"


def test_the_best_mean_is_chosen_where_nothing_is_usual():
    assert raced(one=[40.0, -30.0], two=[4.0, 4.0]).ranked() == ["one", "two"]


def test_the_lead_of_a_sampled_game_is_the_mean_of_those_on_its_way():
    stonerow = find_game("stonerow")
    start = state = stonerow.start(read_options(stonerow.options_type, {"players": 2, "rule_set": "basic"}), 3)
    leads = []
    for _ in range(8):
        (seat,) = stonerow.actors(state)
        state = stonerow.play(state, seat, GreedyBot().choose(stonerow, state, seat))
        leads.append(lead(stonerow, state, start.turn))
    search = SearchBot(random.Random(1), lambda _: True, GreedyBot(), depth=8)
    assert len(set(leads)) > 2
    assert search._play_on(stonerow, start, start.turn, random.Random(1)) == sum(leads[1::2]) / 4


def test_search_keeps_the_greedy_move_in_the_race():
    state = holding(table(P7, ROOT), "5-5 0-9 1-2")
    greedy = GreedyBot()(GAME, state, state.turn)
    search = SearchBot(random.Random(1), lambda samples: samples >= 30, GreedyBot(), depth=1)
    trial = search._trial(GAME, state, state.turn)
    assert greedy.move in trial.moves
    assert len(trial.of(greedy.move)) == 30

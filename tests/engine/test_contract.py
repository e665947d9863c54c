"""What every game keeps; the games are found as the engine finds them, so a new one is held to it at once."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from games_played import NAMES, namespace, options, playthrough, rules_of, setup_of

from engine.core import TABLE
from engine.errors import EngineError, IllegalMove, NotAMove, NotationError
from engine.games import find_game
from engine.judge import answer
from engine.record import Event, append, dumps, judged, loads, new, replay
from engine.sheet import sheet

SEEDS = (1, 2, 3)
HERE = Path(__file__).parent

pytestmark = pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in NAMES])


def test_legal_moves_are_unique_and_accepted(game):
    for seed in SEEDS:
        for state, _, _, _ in playthrough(game, seed):
            for seat in game.actors(state):
                moves = game.moves(state, seat)
                assert len(set(moves)) == len(moves)
                for move in moves:
                    verdict = game.judge(state, seat, move)
                    assert verdict.legal, (str(move), verdict)
                    assert verdict.rules


def test_moves_of_seats_that_may_not_act_are_none_and_refused(game):
    for state, seat, move, _ in playthrough(game, 4, plies=40):
        actors = game.actors(state)
        for other in range(options(game).players):
            if other not in actors:
                assert not game.moves(state, other)
                if seat != TABLE:
                    assert not game.judge(state, other, move).legal


def mutations(text, chance):
    """The text with a number, a letter or a word changed."""
    parts = re.split(r"(\W)", text)
    at = chance.randrange(len(parts))
    swaps = {"e": "n", "n": "e", "quarry": "brickyard", "small": "large", "stack": "span", "extend": "cap"}
    for new_part in (str(chance.randrange(14)), swaps.get(parts[at], parts[at][::-1]), "ok"):
        yield "".join([*parts[:at], new_part, *parts[at + 1 :]])


def test_mutated_moves_are_refused_with_a_reason(game):
    chance = random.Random(7)
    refusals = 0
    known = []
    for seed in SEEDS:
        for state, seat, move, _ in playthrough(game, seed, plies=80):
            legal = set(game.moves(state, seat))
            before = repr(state)
            known.append(str(move))
            for text in (*mutations(str(move), chance), *chance.choices(known, k=3)):
                try:
                    other = game.parse(text)
                except NotationError as wrong:
                    assert "\n" not in str(wrong)
                    continue
                verdict = game.judge(state, seat, other)
                if verdict.legal or other in legal:
                    assert verdict.legal == (other in legal), (text, verdict)
                    continue
                refusals += 1
                assert re.fullmatch(r"[a-z][a-z_]+", verdict.name)
                assert verdict.reason
                assert verdict.rules
                assert set(rules_of(verdict)) <= set(game.rules), verdict
                with pytest.raises(IllegalMove):
                    game.apply(state, seat, other)
                assert repr(state) == before
    assert refusals > 20


def test_notation_goes_both_ways(game):
    for seed in SEEDS:
        for state, seat, _, _ in playthrough(game, seed, plies=60):
            for move in game.moves(state, seat):
                assert game.parse(str(move)) == move
                assert str(game.parse(str(move))) == str(move)


def test_what_is_no_move_object_is_played_by_nobody(game):
    """`game.play(state, 0, "start 0-0")` once went on to the next turn."""
    state = game.start(options(game), 1)
    seat = next(seat for seat in game.actors(state) if game.moves(state, seat))
    move = game.moves(state, seat)[0]
    others = (find_game(name) for name in NAMES if name != game.name)
    strange = [other.moves(at, one)[0] for other in others for at, one, _, _ in playthrough(other, 1, plies=1)]
    for wrong in (str(move), "start 0-0", "", None, 7, *strange):
        for act in (game.play, game.apply, game.judge):
            with pytest.raises(NotAMove, match=rf"no move of {game.title}: .*parse") as caught:
                act(state, seat, wrong)
            assert isinstance(caught.value, TypeError)
            assert "\n" not in str(caught.value)
    assert game.apply(state, seat, move) == game.play(state, seat, move)


def test_what_is_only_said_are_moves(game):
    assert all(str(game.parse(word)) == word for word in game.announced)


@pytest.mark.parametrize("text", ["", " ", "draw ", "no such move", "\n", "9" * 500, "a-b @x", "\x00", "é 1-1"])
def test_what_is_no_move_is_no_notation(game, text):
    with pytest.raises(NotationError):
        game.parse(text)


def test_positions_go_both_ways_without_faults(game):
    for seed in SEEDS:
        for state, seat, _, _ in playthrough(game, seed):
            setup = setup_of(game, state, seat, options(game))
            answer = json.loads(json.dumps(setup.position))
            assert game.faults(setup) == ()
            again = game.state(setup)
            assert game.position(again) == answer
            if seat != TABLE and game.hand(state, seat) is not None:
                assert set(map(str, game.moves(again, seat))) == set(map(str, game.moves(state, seat)))


def test_answers_are_json_and_cite_rules_that_exist(game):
    for state, seat, move, _ in playthrough(game, 5, plies=60):
        if seat == TABLE:
            continue
        setup = setup_of(game, state, seat, options(game))
        hand = None if setup.hand is None else list(setup.hand)
        document = {"game": game.name, "options": {}, "position": setup.position, "seat": seat, "hand": hand}
        body = answer({**document, "move": str(move)})
        assert json.loads(json.dumps(body, allow_nan=False)) == body
        assert body["verdict"]["legal"], body["verdict"]
        assert all(set(move["rules"]) <= set(game.rules) for move in body["moves"])
        assert {score["seat"] for score in body["score"]} == set(range(options(game).players))
        assert all(score["total"] == sum(line["points"] for line in score["lines"]) for score in body["score"])


def test_the_same_seed_is_the_same_game(game):
    for seed in SEEDS:
        first = [(seat, move) for _, seat, move, _ in playthrough(game, seed)]
        assert first == [(seat, move) for _, seat, move, _ in playthrough(game, seed)]
        assert game.start(options(game), seed) == game.start(options(game), seed)
    assert game.start(options(game), 1) != game.start(options(game), 2)


def recorded(game, seed, plies=150):
    """The record of a random game, and its states from the start on."""
    record = new(game.name, {}, seed)
    states = [game.start(options(game), seed)]
    for state, seat, move, after in playthrough(game, seed, plies):
        event = Event(0, "2026-01-01T00:00:00Z", seat, str(move))
        record = append(record, judged(event, game.judge(state, seat, move)))
        states.append(after)
    return record, states


def test_undo_by_replay(game):
    record, states = recorded(game, 1, plies=40)
    assert replay(record).state == states[-1]
    back = len(states) // 2
    undone = append(record, Event(0, "2026-01-01T00:00:00Z", 0, "", kind="undo", of=back + 1))
    assert replay(undone).fault is None
    assert replay(undone).state == states[back]
    again, fault = loads(dumps(undone))
    assert (again, fault) == (undone, None)


def test_score_equals_its_sheet(game):
    for seed in SEEDS:
        record, states = recorded(game, seed)
        result = sheet(record)
        assert result.fault is None
        totals = [score.total for score in game.score(states[-1])]
        assert [score.total for score in result.scores] == totals
        assert [sum(entry.line.points for entry in result.of(seat)) for seat in range(len(totals))] == totals
        assert all(set(entry.line.rules) <= set(game.rules) and entry.line.rules for entry in result.entries)


def test_a_view_hides_the_other_hands(game):
    for state, _, _, _ in playthrough(game, 6, plies=60):
        seats = range(options(game).players)
        for seat in (*seats, None):
            seen = game.view(state, seat)
            assert all(game.hand(seen, other) is None for other in seats if other != seat)
            if seat is not None:
                assert game.hand(seen, seat) == game.hand(state, seat)
                if seat in game.actors(state) and seat in game.actors(seen):
                    assert set(game.moves(state, seat)) <= set(game.moves(seen, seat))
            assert game.position(seen)


def test_repr_rebuilds_and_str_draws(game):
    names = namespace(game)
    for state, _, move, _ in playthrough(game, 8, plies=60):
        assert eval(repr(state), dict(names)) == state
        assert eval(repr(move), dict(names)) == move
        assert str(state) != repr(state)


def test_options_name_rules_that_exist(game):
    from dataclasses import fields

    for field in fields(game.options_type):
        assert set(field.metadata.get("rules", ())) <= set(game.rules), field.name
    assert game.options_type().to_json() == options(game, **game.options_type().to_json()).to_json()


def test_a_move_says_which_pieces_it_moves_and_where_it_lays_them(game):
    for _, _, move, _ in playthrough(game, 5):
        words, place = str(move).split(), move.place
        if not str(move).startswith(("start", "overtime", "dig")):
            assert set(move.pieces) <= set(words)
            spelt_out = "@{},{},{}:{}".format(*place) if isinstance(place, tuple) else place
            assert place is None or spelt_out in words
        assert all(piece not in words or piece in game.instead(move, piece, piece).pieces for piece in move.pieces)


def spelt(rule):
    """How a test names a rule: its id, or the id as part of the test's name."""
    return rf"\b{rule}\b|(?<=_)(?<!_[acg]_){rule.lower().replace('-', '_')}(?![0-9a-z])"


def test_every_rule_is_reached_by_some_test(game):
    """An id counts as reached when a random game here cites it, or when a test of the game names it."""
    cited = set()
    for seed in range(12):
        for state, seat, move, _ in playthrough(game, seed):
            cited |= rules_of(game.judge(state, seat, move))
    named = "\n".join(path.read_text() for path in HERE.glob(f"test_{game.name}*.py"))
    missing = [rule for rule in game.rules if rule not in cited and not re.search(spelt(rule), named)]
    assert not missing, f"no test reaches {', '.join(missing)}"


def junk(chance):
    return chance.choice(
        [None, True, -1, 0, 3, 10**30, 1.5, float("nan"), "", "x", "1-5", "R7", [], {}, [[]], {"a": 1}]
    )


def spoiled(value, chance):
    """A copy of a JSON value with one thing in it changed."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        if chance.random() < 0.1:
            return {**value, "nonsense": 1}
        return {**value, key: spoiled(value[key], chance)}
    if isinstance(value, list | tuple) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        if chance.random() < 0.2:
            return [*value[:at], *value[at + 1 :]] if chance.random() < 0.5 else [*value, value[at]]
        return [*value[:at], spoiled(value[at], chance), *value[at + 1 :]]
    return junk(chance)


def test_spoiled_positions_give_an_answer_or_one_line(game):
    chance = random.Random(11)
    answered = refused = 0
    for seed in range(6):
        for state, seat, move, _ in playthrough(game, seed, plies=60):
            if seat == TABLE or chance.random() < 0.6:
                continue
            hand = game.hand(state, seat)
            document = {"game": game.name, "options": {}, "position": json.loads(json.dumps(game.position(state)))}
            document |= {"seat": seat, "hand": None if hand is None else list(hand), "move": str(move)}
            for _ in range(4):
                wrong = spoiled(document, chance)
                try:
                    body = answer(wrong)
                except EngineError as error:
                    refused += 1
                    assert "\n" not in str(error)
                else:
                    answered += 1
                    assert all(set(fault["rules"]) <= set(game.rules) and fault["rules"] for fault in body["faults"])
                    json.dumps(body)
    assert answered > 10
    assert refused > 10

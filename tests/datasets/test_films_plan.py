"""Films before they are rendered: records that replay, pieces that lie where the rules say, cheats that are marked."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
import pytest

from datasets.films.errors import FilmError
from datasets.films.path import Key, Path
from datasets.films.plan import plan
from datasets.optics.pose import Pose
from engine.record import Record, replay
from vision.scene.mat import mat

SECONDS = 60.0
FILMS = [
    # game, players, options, on a mat
    ("stackernoos", 2, {}, False),
    ("stackernoos", 4, {}, False),
    ("stackernoos", 3, {}, True),
    ("stonerow", 2, {}, True),
    ("stonerow", 4, {"rule_set": "team"}, True),
    ("stonerow", 3, {"rule_set": "basic"}, True),
    ("stones", 2, {}, False),
    ("stones", 4, {}, False),
    ("stones", 3, {}, True),
]
SEEDS = range(6)


def script(game, players, options, matted, seed):
    return plan(game, players, seed, options, SECONDS, mat(game, players) if matted else None)


@functools.cache
def known():
    """The scripts of all films by their place in the list and their seed."""
    return {(n, seed): script(*film, seed) for (n, film), seed in itertools.product(enumerate(FILMS), SEEDS)}


def scripts():
    return list(known().values())


def tiles_lying(film, time):
    spots = [(prop.label, film.spot(piece, time)) for piece, prop in enumerate(film.props)]
    return {
        (label, *spot.facts["cell"]["at"], spot.facts["cell"]["dir"])
        for label, spot in spots
        if "cell" in spot.facts and spot.facts.get("legal", True)
    }


def tiles_known(state):
    laid = state.table.laid
    return {(f"{min(m.a, m.b)}-{max(m.a, m.b)}", m.x, m.y, m.z, m.axis) for m in laid}


def cards_lying(film, time):
    found = {}
    for piece, prop in enumerate(film.props):
        spot = film.spot(piece, time)
        for key in ("row", "marker", "deflector", "pile"):
            if key in spot.facts and spot.facts.get("legal", True) and not spot.away and prop.kind == "card":
                found.setdefault((key, spot.facts[key]), []).append(prop.label)
    return {place: sorted(labels) for place, labels in found.items() if place[1] not in {"quarry", "tower"}}


def cards_known(game, state):
    result = game.position(state)
    found = {("pile", "keystone"): [result["keystone"]], ("pile", "brickyard"): list(result["brickyard"])}
    found[("pile", "golddiggers")] = ["Gd"] * result["golddiggers"]
    for seat, count in enumerate(result["deflectors"]):
        found[("deflector", seat)] = ["Di"] * count
    for row in result["rows"]:
        found[("row", row["id"])] = [card for layer in row["layers"] for card in layer["cards"]]
        found[("marker", row["id"])] = list(row.get("markers", []))
    if "pending" in result:
        _, hammer, row = result["pending"]["move"].split()
        found[("marker", row)].append(hammer)
    return {place: sorted(labels) for place, labels in found.items() if labels}


COLOURS = ("red", "blue", "green", "yellow")


def stones_lying(film, time):
    stacks, tokens = [{} for _ in range(6)], []
    found = {"marker": None, "river": [], "display": [], "golden": [0] * film.players}
    for piece, prop in enumerate(film.props):
        spot = film.spot(piece, time)
        if spot.away or "moving" in spot.facts:
            continue
        if prop.kind == "stone" and prop.label != "base":
            if spot.facts["stack"] is None:
                found["river"].append(prop.label)
            else:
                stacks[spot.facts["stack"]][spot.facts["position"]] = prop.label
        elif prop.kind == "marker":
            found["marker"] = spot.facts["at_stack"]
        elif "golden" in spot.facts:
            found["golden"][spot.facts["golden"]] += 1
        elif "beside" in spot.facts:
            tokens.append((spot.facts["beside"], COLOURS.index(prop.label.removeprefix("token:"))))
        elif spot.facts.get("pile") == "display":
            found["display"].append(prop.label)
    found["stacks"] = [[up[n] for n in sorted(up)] for up in stacks]
    return {**found, "tokens": sorted(tokens), "river": sorted(found["river"]), "display": sorted(found["display"])}


def stones_known(game, state):
    result = game.position(state)
    tokens = [
        (stack, int(seat))
        for stack, one in enumerate(result["stacks"])
        for seat, count in one.get("tokens", {}).items()
        for _ in range(count)
    ]
    return {
        "marker": result["marker"],
        "river": sorted(size for size, count in result["river"].items() for _ in range(count)),
        "display": sorted(result["display"]),
        "golden": list(result["golden"]),
        "stacks": [list(one["stones"]) for one in result["stacks"]],
        "tokens": sorted(tokens),
    }


def test_every_record_replays_without_fault():
    for film in scripts():
        assert film.record.events, film.game
        assert replay(film.record).fault is None


def test_what_rests_on_the_table_is_what_the_rules_say():
    for film in scripts():
        for number, time in enumerate(film.events, start=1):
            known = replay(Record(film.record.header, film.record.events[:number]))
            if film.game == "stackernoos":
                assert tiles_lying(film, time + 0.001) == tiles_known(known.state)
            elif film.game == "stones":
                assert stones_lying(film, time + 0.001) == stones_known(known.game, known.state)
            else:
                assert cards_lying(film, time + 0.001) == cards_known(known.game, known.state)


def cheats():
    return [(film, play) for film in scripts() for play in film.plays if play.kind == "cheat"]


def test_cheats_are_marked_from_when_they_lie_there_until_they_are_taken_back():
    assert {film.game for film, _ in cheats()} == {game for game, *_ in FILMS}
    for film, play in cheats():
        end = film.seconds if play.back is None else play.back
        others = [one for _, one in cheats() if _ is film and one is not play]
        assert play.fault
        assert play.rules
        assert film.illegal((play.laid + end) / 2)
        for time in (play.laid - 0.05, end + 0.05):
            lies = any(one.laid <= time < (one.back or film.seconds) for one in others)
            assert film.illegal(time) == lies


def test_some_cheats_stay_while_the_game_goes_on_beside_them_and_are_told_of_their_pieces():
    stayed = [
        (film, cheat, play)
        for film, cheat in cheats()
        for play in film.plays
        if play.kind == "play" and cheat.left < play.come and play.left < (cheat.back or film.seconds)
    ]
    assert {film.game for film, *_ in stayed} == {"stackernoos", "stonerow"}
    for film, cheat, play in stayed:
        spots = [film.spot(piece, play.laid + 0.001) for piece in range(len(film.props))]
        assert any(spot.facts.get("legal") is False for spot in spots)
        assert cheat.fault


def falls():
    for film in scripts():
        if film.game == "stackernoos":
            yield from ((film, one) for one in film.incidents if one["name"] == "fall")


def test_a_stack_that_falls_lies_where_gravity_has_it_and_is_set_up_again():
    assert list(falls())
    for film, one in falls():
        for label in one["tiles"]:
            piece = next(number for number, prop in enumerate(film.props) if prop.label == label)
            leg = next(
                leg
                for leg in film.legs
                if leg.piece == piece and leg.path.start == pytest.approx(one["time"], abs=1e-3)
            )
            up = next(later for later in film.legs if later.piece == piece and later.path.start >= leg.path.end)
            stood, lies, again = film.spot(piece, one["time"] - 0.01), leg.to, up.to
            assert lies.level is None
            assert lies.facts == {"fallen": True}
            assert lies.pose.at[2] < stood.pose.at[2]
            assert again == stood


def test_a_play_that_is_taken_back_is_undone_in_the_record():
    films = [film for film in scripts() if any(play.kind == "change" for play in film.plays)]
    assert films
    for film in films:
        undone = sum(event.kind == "undo" for event in film.record.events)
        assert undone == sum(play.kind == "change" for play in film.plays)


def test_the_same_seed_gives_the_same_film_and_another_seed_another():
    for n, film in enumerate(FILMS):
        assert script(*film, 3) == known()[n, 3]
        assert known()[n, 3].plays != known()[n, 4].plays


def test_stacked_tiles_rest_on_what_lies_below():
    for film in scripts():
        end = film.seconds
        for piece, prop in enumerate(film.props):
            spot = film.spot(piece, end)
            if prop.kind == "domino" and not spot.away and spot.level:
                below = [film.spot(low, end) for low in spot.on]
                assert [one.level for one in below] == [spot.level - 1] * len(below)
                thick = spot.pose.at[2] / (spot.level + 0.5)
                assert all(spot.pose.at[2] - one.pose.at[2] == pytest.approx(thick) for one in below)


def round_pieces(film, time):
    """Middle and radius (mm) of tokens, marker's head and river stones that lie flat, by film and time."""
    for piece, prop in enumerate(film.props):
        spot = film.spot(piece, time)
        if spot.away or "moving" in spot.facts or spot.level or "fallen" in spot.facts:
            continue
        x, y, _ = spot.pose.at
        if prop.kind == "token":
            yield x, y, 13.0 if prop.label == "five" else 10.0
        elif prop.kind == "marker":
            yield x, y, 11.0
        elif prop.label == "base":
            yield x, y, 20.0
        elif prop.kind == "stone":
            yield x, y, 7.0


def test_pieces_of_stones_lie_clear_of_each_other():
    for film in scripts():
        if film.game == "stones":
            for time in film.events:
                for (x, y, r), (u, v, s) in itertools.combinations(round_pieces(film, time + 0.001), 2):
                    assert math.hypot(x - u, y - v) > r + s - 1.5


def row_cards(film, time):
    """The middles (mm) of cards that lie in rows, by their row."""
    spots = [film.spot(piece, time) for piece in range(len(film.props))]
    lying = sorted((spot.facts["row"], *spot.pose.at[:2]) for spot in spots if "row" in spot.facts and not spot.away)
    return itertools.groupby(lying, key=lambda one: one[0])


def test_cards_of_a_row_lie_side_by_side_wherever_it_is_carried():
    for film in scripts():
        for time in film.events:
            for row, cards in row_cards(film, time + 0.001):
                for (_, x, y), (_, u, v) in itertools.combinations(cards, 2):
                    assert math.hypot(x - u, y - v) > 12.0, (film.seed, row)


def test_the_marker_points_at_its_stack():
    for film in scripts():
        for piece, prop in enumerate(film.props):
            if prop.kind == "marker":
                spot = film.spot(piece, film.seconds)
                base = next(
                    film.spot(other, film.seconds).pose.at
                    for other, one in enumerate(film.props)
                    if one.label == "base" and one.spot.facts["stack"] == spot.facts["at_stack"]
                )
                tip = spot.pose.points(np.array([[0.0, -16.0, 0.0]]))[0]
                assert math.hypot(tip[0] - base[0], tip[1] - base[1]) == pytest.approx(26.0, abs=3.0)


def test_a_film_ends_in_time():
    for film in scripts():
        assert film.seconds <= SECONDS + 8.0


def test_motion_is_smooth_and_stays_between_its_keys():
    keys = (Key(0.0, Pose((0, 0, 50))), Key(1.0, Pose((100, 0, 60))), Key(1.5, Pose((110, 0, 5))))
    path = Path(keys)
    heights = [path.pose(step / 100).at[2] for step in range(-10, 170)]
    assert heights[0] == 50
    assert heights[-1] == 5
    assert min(heights) >= 5 - 1e-9
    assert max(heights) <= 60 + 1e-9
    assert max(abs(a - b) for a, b in itertools.pairwise(heights)) < 2.0


@pytest.mark.parametrize(
    ("game", "players", "options", "said"),
    [
        ("whist", 2, {}, "no game"),
        ("stackernoos", 9, {}, "set up"),
        ("stackernoos", 2, {"colour": 1}, "set up"),
        ("stonerow", 2, {}, "mat"),
        ("stones", 5, {}, "set up"),
    ],
)
def test_what_cannot_be_filmed_is_one_clear_line(game, players, options, said):
    with pytest.raises(FilmError, match=said):
        plan(game, players, 0, options)

"""Numbers estimated from labelled games: the likeliest ones, worth on the games that were left out."""

import tomllib
from math import log

import pytest

from service.commands.fitting import (
    Chance,
    Sample,
    as_toml,
    log_likelihood,
    merged,
    of_chances,
    of_samples,
    temperature,
)


def looks(world, right, wrong):
    """So many looks at which the likelier of two explanations (0.9 and 0.1) was true, and so many at which not."""
    return [Sample(world, (0.9, 0.1))] * right + [Sample(world, (0.1, 0.9))] * wrong


@pytest.mark.parametrize(("right", "wrong"), [(90, 10), (75, 25), (97, 3)])
def test_the_temperature_makes_shares_as_often_right_as_they_say(right, wrong):
    found = temperature(looks("a", right, wrong))
    assert found == pytest.approx(log(right / wrong) / log(9), rel=5e-3)


def test_no_other_temperature_is_likelier():
    samples = [*looks("a", 8, 2), Sample("b", (0.5, 0.3, 0.2)), Sample("b", (0.01, 0.9))]
    best = temperature(samples)
    for other in (best / 1.1, best * 1.1, 1.0):
        assert log_likelihood(samples, best) >= log_likelihood(samples, other)


def test_each_game_is_judged_by_the_number_of_the_others():
    alike, other = [*looks("a", 9, 1), *looks("b", 9, 1)], looks("b", 1, 9)
    agreed, denied = of_samples(alike, "films"), of_samples([*looks("a", 9, 1), *other], "films")
    assert agreed.held_out > denied.held_out
    assert agreed.n == 20


def test_shares_are_counted_and_none_is_impossible():
    chances = [Chance("a", "open", True)] * 3 + [Chance("b", "open", False)] * 6 + [Chance("a", "never", False)] * 9
    never, opened = of_chances(chances, "records")
    assert (never.name, opened.name) == ("never", "open")
    assert opened.value == pytest.approx(3.5 / 10)
    assert 0 < never.value < 0.06
    assert opened.n == 9


def test_a_weight_of_nothing_is_finite():
    assert log_likelihood([Sample("a", (0.0, 1.0))], 1.0) < -500


def test_the_file_says_where_each_number_comes_from():
    told = tomllib.loads(as_toml([of_samples(looks("a", 9, 1), "2 films")]))
    assert set(told["temperature"]) == {"value", "unit", "source", "n", "held_out"}
    assert told["temperature"]["source"] == "2 films"


def test_what_is_not_estimated_anew_stays():
    first = of_chances([Chance("a", "open", True), Chance("a", "quiet", False)], "1 record")
    again = of_chances([Chance("b", "quiet", True)], "another record")
    both = merged(as_toml(first), again)
    assert [(number.name, number.source) for number in both] == [("open", "1 record"), ("quiet", "another record")]
    assert merged("", again) == again

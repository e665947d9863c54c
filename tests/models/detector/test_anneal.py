"""The rate of learning falls with the hours of a run."""

from types import SimpleNamespace

import pytest

from models.detector.anneal import HELD, LAST, Anneal


def test_the_rate_is_held_and_then_falls_to_next_to_nothing() -> None:
    now = [100.0]
    groups = [{"lr": 1.0, "initial_lr": 0.02}, {"lr": 2.0, "initial_lr": 0.06}]
    trainer = SimpleNamespace(optimizer=SimpleNamespace(param_groups=groups))
    anneal = Anneal(2.0, lambda: now[0])
    rates = []
    for hours in (0.0, 2 * HELD, 1 + HELD, 2.0, 5.0):
        now[0] = 100.0 + 3600 * hours
        anneal(trainer)
        assert groups[1]["lr"] == pytest.approx(3 * groups[0]["lr"])
        rates.append(groups[0]["lr"])
    assert rates[0] == rates[1] == pytest.approx(0.02)
    assert rates[2] == pytest.approx(0.02 * (1 + LAST) / 2)
    assert rates[3] == rates[4] == pytest.approx(0.02 * LAST)

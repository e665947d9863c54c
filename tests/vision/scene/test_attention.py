"""What a frame deserves, and when a lost table is given up."""

from dataclasses import replace

import numpy as np

from vision.scene.attention import GIVEN_UP, Attention
from vision.scene.gate import GateState


def test_a_table_that_stays_lost_is_given_up_though_hands_come_in_between(monkeypatch):
    attention, begun = Attention(), []
    monkeypatch.setattr(attention._plane, "begin_anew", lambda: begun.append(True))
    notice = attention.notice(np.full((90, 160, 3), 90, np.uint8), 0.0)
    lost = replace(notice, plane=replace(notice.plane, state="lost"))
    times = np.arange(0.0, 4 * GIVEN_UP, 0.5)
    for time in times:
        moving = int(time) % 4 == 3  # a hand every few seconds
        gate = GateState("moving" if moving else "still", 0.0)
        attention._begin_anew(replace(lost, time=float(time), gate=gate))
        if begun:
            break
    assert begun
    assert GIVEN_UP <= time < 2 * GIVEN_UP


def test_the_gate_is_told_of_a_bump_once_the_table_was_found_elsewhere(monkeypatch):
    attention, told, picture = Attention(), [], np.full((90, 160, 3), 90, np.uint8)
    monkeypatch.setattr(attention._gate, "bumped", lambda: told.append(True))
    known = attention.notice(picture, 0.0).plane
    for time, jump in ((0.1, None), (0.2, np.eye(3)), (0.3, None), (0.4, np.eye(3))):
        monkeypatch.setattr(attention._plane, "step", lambda *_, jump=jump: replace(known, jump=jump))
        attention.notice(picture, time)
    assert len(told) == 2

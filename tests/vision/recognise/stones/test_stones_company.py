"""Stones are sure on the board's table; elsewhere a network of crops and some bases have to agree."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from models.strange.crop import CLASSES, STRANGE
from vision.observation import Candidate, Piece
from vision.recognise.stones import company
from vision.recognise.stones.company import in_company

PICTURE = np.zeros((100, 100, 3), np.uint8)
PLACE = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))


def piece(kind: str, label: str | None) -> Piece:
    return Piece(kind, label, 0.99, PLACE, 0, (Candidate(label or "large", 0.99),))


STONE, BASE, TOKEN = piece("stone", "large"), piece("stone", "base"), piece("token", "token:red")


@pytest.fixture
def looks(monkeypatch):
    """Sets the classes that the network sees, in order."""

    def see(*names: str) -> None:
        rows = np.zeros((len(names), len(CLASSES)))
        rows[np.arange(len(names)), [CLASSES.index(name) for name in names]] = 1.0
        monkeypatch.setattr(company, "chances", lambda _, quads: rows[: len(quads)])

    return see


def test_on_the_boards_ring_nothing_is_looked_at_twice(looks) -> None:
    looks("strange", "strange")
    board = SimpleNamespace(bases=(0, 1, 2, 3, -1, -1))
    assert in_company(PICTURE, [STONE, TOKEN], board) == (STONE, TOKEN)


def test_a_strange_thing_is_unknown(looks) -> None:
    looks("base", "base", "strange", "stone")
    told = in_company(PICTURE, [BASE, BASE, TOKEN, STONE], None)
    assert [each.kind for each in told] == ["stone", "stone", "unknown", "stone"]
    assert [each.label for each in told] == ["base", "base", None, "large"]


def test_what_looks_like_another_piece_is_none_of_its_own(looks) -> None:
    looks("base", "base", "stone")
    assert in_company(PICTURE, [BASE, BASE, TOKEN], None)[2].kind == "unknown"


def test_without_a_base_nothing_is_sure(looks) -> None:
    """Dice and chessmen look like stones one by one."""
    looks("stone", "token")
    told = in_company(PICTURE, [STONE, TOKEN], SimpleNamespace(bases=(0, -1, -1, -1, -1, -1)))
    assert [(each.kind, each.label) for each in told] == [("stone", None), ("token", None)]
    assert told[0].candidates == STONE.candidates


def test_tiles_are_company(looks) -> None:
    looks("stone")
    tiles = [piece("tile", "S/2"), piece("tile", "SML/5")]
    assert in_company(PICTURE, [*tiles, STONE], None) == (*tiles, STONE)


def test_what_was_unsure_stays_as_it_was(looks) -> None:
    looks("base", "base")
    doubt = piece("stone", None)
    assert in_company(PICTURE, [doubt, BASE, BASE], None)[0] == doubt
    assert len(CLASSES) - 1 == STRANGE

"""Counts of all move sequences, kept as text, and counted a second way by a slow referee that shares no code.

The referee knows nothing but dictionaries and the rule book: it tries every line of notation there could be.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stones_slow import read_slow, slow
from stones_table import GAME, options

from engine.core import Setup
from engine.perft import perft

PERFT = Path(__file__).with_name("perft") / "stones.txt"
SLOW = 3000
"""How many sequences the slow count may have: it takes about a second."""


def read_tables():
    """`table NAME {document}`, then `depth count` lines."""
    for line in PERFT.read_text(encoding="utf-8").splitlines():
        words = line.split(maxsplit=2)
        if not words or words[0] == "#":
            continue
        if words[0] == "table":
            name, document = words[1], json.loads(words[2])
        else:
            yield pytest.param(document, int(words[0]), int(words[1]), id=f"{name}-{words[0]}")


@pytest.mark.parametrize(("document", "depth", "count"), list(read_tables()))
def test_perft(document, depth, count):
    house = options(**document["options"])
    state = GAME.state(Setup(house, document["position"]))
    assert GAME.faults(Setup(house, document["position"])) == ()
    assert perft(GAME, state, depth) == count
    if count <= SLOW:
        assert slow(read_slow(document), depth) == count

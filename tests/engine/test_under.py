"""What lies under a piece, in the words of each game."""

import pytest

from engine.core import Setup
from engine.games import find_game, games
from engine.options import read_options

TILES = [
    {"tile": "1-1", "at": [0, 0, 0], "dir": "e"},
    {"tile": "1-5", "at": [2, 0, 0], "dir": "e"},
    {"tile": "1-3", "at": [0, 0, 1], "dir": "e"},
    {"tile": "3-2", "at": [1, 0, 2], "dir": "e"},
]
ROWS = [
    {
        "id": "r1",
        "holder": 0,
        "layers": [{"owner": 0, "cards": ["R9", "B9"]}, {"owner": 1, "cards": ["G9"]}],
        "markers": ["Ma"],
        "broken": False,
    }
]
STACKS = [{"stones": ["small", "large", "medium"]}, *({"stones": []} for _ in range(5))]
POSITIONS = {
    "stackernoos": {"tiles": TILES},
    "stonerow": {"rows": ROWS, "keystone": "Y9"},
    "stones": {"stacks": STACKS, "marker": 0},
}


def under(game, what):
    rules = find_game(game)
    options = read_options(rules.options_type, {"players": 2})
    return [(each.name, each.label) for each in rules.under(rules.state(Setup(options, POSITIONS[game])), what)]


@pytest.mark.parametrize(
    ("game", "what", "names"),
    [
        ("stackernoos", "1-3", ["1-3", "1-1"]),
        ("stackernoos", "3-1", ["1-3", "1-1"]),
        ("stackernoos", "2-3", ["2-3", "1-3", "1-1", "1-5"]),
        ("stackernoos", "@0,0", ["1-3", "1-1"]),
        ("stackernoos", "@2,0,0", ["1-5"]),
        ("stackernoos", "9-9", []),
        ("stackernoos", "nonsense", []),
        ("stonerow", "G9", ["G9", "R9", "B9"]),
        ("stonerow", "R9", ["R9"]),
        ("stonerow", "r1", ["Ma", "G9", "R9", "B9"]),
        ("stonerow", "r2", []),
        ("stones", "0", ["0/3", "0/2", "0/1"]),
        ("stones", "stack 0", ["0/3", "0/2", "0/1"]),
        ("stones", "0/2", ["0/2", "0/1"]),
        ("stones", "0/4", []),
        ("stones", "1", []),
    ],
)
def test_what_lies_under(game, what, names):
    assert [name for name, _ in under(game, what)] == names


def test_stones_have_their_sizes():
    assert under("stones", "0") == [("0/3", "medium"), ("0/2", "large"), ("0/1", "small")]


@pytest.mark.parametrize("game", sorted(games()))
def test_nothing_lies_under_what_is_not_there(game):
    rules = find_game(game)
    assert rules.under(rules.start(read_options(rules.options_type, {"players": 2})), "no such piece") == ()

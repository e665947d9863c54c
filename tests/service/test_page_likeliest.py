"""What a camera tells by likelihoods, drawn as a table. The captures are positions of demo films as they were seen."""

import json
from pathlib import Path

import pytest

from service.page.drawing import drawn
from service.page.language import english, languages
from service.page.likeliest import likeliest
from service.page.observation import from_table
from service.page.overlay import SIGNS, overlay
from service.page.templates import render
from service.store.players import SHAPES

CAPTURES = Path(__file__).with_name("captures")


def capture(name):
    return json.loads((CAPTURES / f"{name}.json").read_text(encoding="utf-8"))


def table(game, position, **more):
    shown = {
        "id": "1",
        "region": None,
        "game": game,
        "position": position,
        "options": {"players": 2},
        "observation": None,
        "loose": [],
    }
    health = {"state": "ok", "detail": ""}
    return shown | {"health": health, "picture": None, "faults": [], "unjudged": None, **more}


def test_a_followed_table_of_stones_is_drawn_as_it_is_seen():
    seen = from_table(table("stones", capture("stones-seen"))).drawn.table
    assert [stack.stones for stack in seen.stacks] == [(), ("large",), ("medium",), ("small",), (), ()]
    assert [stack.tokens for stack in seen.stacks if stack.tokens] == [((1, 1),), ((0, 1),), ((0, 1),)]
    assert [tile.label for tile in seen.display]


@pytest.mark.parametrize(
    ("seen", "drawn_as"),
    [
        ({"counts": {"0": 0.1, "2": 1.0, "3": 0.4}}, 2),
        ({"counts": {}}, None),
        ({"label": "S/2", "there": 0.1}, "S/2"),
        ({"labels": {"S/2": 0.5, "S/3": 0.5}}, "?"),
        ({"labels": {"1-5": 0.9}, "at": [0, 0, 0]}, {"labels": {"1-5": 0.9}, "at": [0, 0, 0]}),
        ([{"a": ({"counts": {"1": 1.0}},)}], [{"a": [1]}]),
    ],
)
def test_likelihoods_become_what_can_be_drawn(seen, drawn_as):
    assert likeliest(seen) == drawn_as


def test_what_a_photo_shows_of_stones_is_drawn_too():
    """Gold beside a stack belongs to nobody, and of the tiles a camera may know the number alone."""
    beside = {"stones": ["small", {"labels": {"medium": 0.6}}], "tokens": {"0": 1, "gold": 1}}
    position = likeliest({"stacks": [beside, *({} for _ in range(5))], "display": 3})
    seen = drawn("stones", position, 2).table
    assert seen.stacks[0].stones == ("small", "unsure")
    assert seen.stacks[0].tokens == ((0, 1),)
    assert seen.display == ()


def test_stones_that_lie_close_together_are_named_by_letters():
    corners = [[0, 0], [10, 0], [10, 10], [0, 10]]
    pieces = [
        {"kind": kind, "label": label, "confidence": 0.9, "corners": corners, "level": 0}
        for kind, label in (("stone", "large"), ("token", "token:red"), ("marker", "marker"), ("tile", "SM/3"))
    ]
    seen = {"image": {"width": 100, "height": 50}, "pieces": pieces, "warnings": []}
    assert [mark.name for mark in overlay(seen).marks] == ["L", "●", "↑", "SM/3"]
    assert overlay(seen, (), languages()["sv"]).marks[0].name == "L"  # as on stone tiles, and on clothes
    assert "token:red" in overlay(seen).marks[1].words
    stone, token, marker, tile = overlay(seen).marks
    assert (stone.at.x, stone.at.y, stone.at.leader) == (5, 5, None)
    assert 5 < stone.at.size < 10  # it fits into the stone
    assert [each.within for each in (stone, token, marker, tile)] == [True, True, True, False]
    assert [each.silent for each in (stone, token, marker, tile)] == [False, True, False, False]


def test_the_marker_has_one_sign_on_picture_and_drawing_and_no_player_has_it():
    """The picture had a triangle, which is the second player's; the drawing had an arrow."""
    position = {"marker": 2, "stacks": [{"stones": [], "tokens": {}}] * 6}
    shown = render("board.html", english(), drawn=drawn("stones", position, 2))
    assert f'<span class="marker" aria-hidden="true">{SIGNS["marker"]}</span>' in shown
    assert SIGNS["marker"] not in SHAPES

"""What the page says and where: moves in words, faults in groups, names beside their pieces."""

import pytest

from service.fault_groups import groups
from service.page.words import words
from vision.labels import spots


def lies(tile, x, y=0, z=0, way="e"):
    return {"tile": tile, "at": [x, y, z], "dir": way}


TABLE = {
    "tiles": [
        lies("1-1", 0),
        lies("1-5", 2),
        {"labels": {"5-3": 0.6}, "at": [4, 0, 0], "dir": "e"},
        lies("1-8", 0, z=1),
        lies("1-7", 2, 1, way="n"),
    ]
}


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("extend 4-1 @-2,0,0:e", "1-4 at the left end of the run, next to 1-1"),
        ("extend 3-6 @6,0,0:e", "3-6 at the right end of the run, next to the unsure tile"),
        ("extend 7-2 @2,3,0:n", "2-7 above 1-7"),
        ("branch 1-9 @2,-2,0:n", "1-9 as a branch below 1-5"),
        ("stack 1-0 @2,0,1:e", "0-1 on 1-5"),
        ("span 1-1 @1,0,1:e", "1-1 across 1-1 and 1-5"),
        ("bridge 8-5 @0.5,0,2:e", "5-8 as a bridge over 1-8"),
        ("draw", "Draw a tile from the boneyard"),
        ("start 1-1", "1-1 as the first tile"),
        ("take SM/3 medium", ""),
        ("extend 1-1 @40,0,0:e", "1-1 by itself"),
        ("stack 8-6 @40,0,1:e", "6-8 a level up, with nothing below it"),
    ],
)
def test_a_move_is_told_in_plain_words(move, said):
    assert words(move, TABLE, "stackernoos") == said


def fault(name, **more):
    return {"name": name, "detail": "", "rules": [], **more}


def test_causes_come_first_and_what_follows_is_counted_apart():
    faults = [*(fault("loose_tile") for _ in range(9)), fault("crosswise_double"), fault("no_match", **{"if": ["0-1"]})]
    first, second, third = groups(faults)
    assert (first.title, first.sure, first.follows) == ("Crosswise double", True, False)
    assert (second.title, len(second.faults), second.follows) == ("Loose tile", 9, True)
    assert (third.title, third.sure) == ("No match", False)


def tile(x, y, wide=80, high=40):
    return [(x, y), (x, y + high), (x + wide, y + high), (x + wide, y)]


def test_names_stand_beside_their_pieces_off_all_others():
    row = [tile(100 + 80 * n, 200) for n in range(6)]
    found = spots(row, [("1-1", 40.0)] * 6, (800, 450))
    assert all(not (100 <= spot.x <= 580 and 200 <= spot.y <= 240) for spot in found)
    middles = [(spot.x, spot.y) for spot in found]
    assert all(abs(x - u) > 80 or abs(y - v) > 40 for n, (x, y) in enumerate(middles) for u, v in middles[:n])


def test_a_name_leads_to_its_piece_where_the_near_places_are_taken_and_stays_in_the_picture():
    (beside,) = spots([tile(100, 2)], [("3-5", 40.0)], (400, 300))
    assert beside.y > 20
    crowd = [tile(100, 100), tile(100, 59, high=30), tile(100, 150, high=30), tile(0, 100), tile(190, 100)]
    led = spots(crowd, [("3-5", 20.0)] * 5, (400, 300))[0]
    assert led.leader or led.size < 20


def crossing(one, other):
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_lines_to_covered_tiles_cross_no_name_and_no_line():
    stacks = [tile(200 + 80 * x, 200 - 12 * z) for x in range(3) for z in range(4)]
    found = spots(stacks, [("1-1", 20.0)] * len(stacks), (800, 450))
    lines = [((spot.x, spot.y), spot.leader) for spot in found if spot.leader]
    assert len(lines) >= 3
    assert not any(crossing(line, other) for n, line in enumerate(lines) for other in lines[:n])
    for line in lines:
        names = [spot for spot in found if (spot.x, spot.y) != line[0]]
        assert not any(crossing(line, ((spot.x - 20, spot.y), (spot.x + 20, spot.y))) for spot in names)


def test_a_name_without_any_room_is_small_and_on_its_piece():
    (only,) = spots([tile(0, 0, 100, 60)], [("3-5", 40.0)], (100, 60))
    assert (only.x, only.y, only.leader) == (50, 30, None)
    assert only.size < 40

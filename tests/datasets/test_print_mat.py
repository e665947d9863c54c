"""The mat: its numbers, and its printed sheets read back with the detector that a camera's picture goes through."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from printed_pages import PX_PER_MM, edges, page_sizes, pictures

from datasets.sheets.mat import DICTIONARY, drawing, mat_sheets
from datasets.sheets.paper import PAPERS, Paper
from datasets.sheets.pdf import pdf
from engine.games import games
from vision.parts import part_of
from vision.scene import mat as numbers
from vision.scene.mat import SIZES, Mat, MatError, Zone, layouts, mat, sort_of

TENTH = 0.1 + 1e-6
ALL = [
    (game, players, paper, size)
    for game, paper, size in product(layouts(), numbers.PAPERS, SIZES)
    for players in range(layouts()[game].players[0], layouts()[game].players[1] + 1)
]


def detected(picture: np.ndarray) -> dict[int, np.ndarray]:
    """Corners of every marker, mm on the page."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    corners, ids, _ = detector.detectMarkers(picture)
    found = [] if ids is None else ids.ravel().tolist()
    return {number: (quad[0] + 0.5) / PX_PER_MM for number, quad in zip(found, corners, strict=True)}


def inside(zone: Zone, width: float, height: float) -> bool:
    return zone.x >= 0 and zone.y >= 0 and zone.x + zone.width <= width and zone.y + zone.height <= height


def apart(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    x, y, width, height = one
    left, top, across, down = other
    return x + width <= left or left + across <= x or y + height <= top or top + down <= y


def area(zone: Zone) -> tuple[float, float, float, float]:
    return zone.x, zone.y, zone.width, zone.height


def test_vision_and_print_name_the_same_things() -> None:
    assert set(layouts()) == set(games())
    assert getattr(cv2.aruco, numbers.DICTIONARY) == DICTIONARY
    assert {name: (paper.height, paper.width) for name, paper in PAPERS.items()} == numbers.PAPERS


@pytest.mark.parametrize("number", [0, 3])
def test_a_mat_has_a_number_of_its_own_that_markers_are_enough_for(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    part = SimpleNamespace(LAYOUT=replace(layouts()["stones"], number=number))
    monkeypatch.setattr(numbers, "part_of", lambda game, _: part if game == "stones" else part_of(game, "mat"))
    with pytest.raises(MatError, match=f"{number}.*each needs its own, under 3"):
        layouts.__wrapped__()


@pytest.mark.parametrize(("game", "players", "paper", "size"), ALL)
def test_zones_lie_on_the_mat_apart_from_one_another_and_from_markers(
    game: str, players: int, paper: str, size: str
) -> None:
    made = mat(game, players, paper, size)
    assert all(inside(zone, made.width, made.height) for zone in made.zones)
    assert all(zone.width > 20 and zone.height > 20 for zone in made.zones)
    for one, other in combinations(made.zones, 2):
        assert apart(area(one), area(other)), (one, other)
    for zone, marker in product(made.zones, made.markers):
        quiet = marker.side / 7
        ground = (marker.x - quiet, marker.y - quiet, marker.side + 2 * quiet, marker.side + 2 * quiet)
        assert apart(area(zone), ground), (zone, marker)
    seats = {zone.seat for zone in made.zones if zone.seat is not None}
    assert seats == (set(range(players)) if size == "table" else set())


def test_cards_fit_their_zones() -> None:
    zones = {zone.name: zone for zone in mat("stonerow", 4).zones if zone.seat is None}
    assert all(zones[name].width > 63 and zones[name].height > 88 for name in ("quarry", "brickyard", "keystone"))
    assert zones["tower"].width > 6 * 63
    rows = [zone for zone in mat("stonerow", 4, "letter").zones if zone.name == "rows"]
    assert all(min(zone.width, zone.height) > 88 for zone in rows)
    board = next(zone for zone in mat("stones", 4).zones if zone.name == "board")
    assert min(board.width, board.height) > 260


def test_markers_alone_tell_the_mat() -> None:
    seen = set()
    for game, players, paper, size in ALL:
        made = mat(game, players, paper, size)
        ids = {marker.id for marker in made.markers}
        assert len(ids) == (8 if size == "table" else 4)
        assert sort_of(ids) == (game, paper, size)
        assert max(ids) < 100
        assert made.markers == mat(game, layouts()[game].players[0], paper, size).markers
        seen.add(min(ids))
    assert len(seen) == 12
    assert sort_of([]) is None
    assert sort_of([0, 8]) is None
    assert sort_of([0, 1, 8]) == ("stonerow", "a4", "sheet")
    assert sort_of([99, -1, 4000]) is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", 2), "no game 'chess'; choose one of stackernoos"),
        (("stones", 5), "played by 2 to 4, not by 5"),
        (("stones", 2, "a3"), "no paper 'a3'; choose one of a4, letter"),
        (("stones", 2, "a4", "huge"), "no size 'huge'; choose one of sheet, table"),
    ],
)
def test_a_mat_that_is_not_there_is_refused(arguments: tuple[str, int], said: str) -> None:
    with pytest.raises(MatError, match=said):
        mat(*arguments)


def test_a_zone_is_found_by_a_point() -> None:
    made = mat("stonerow", 2)
    tower = next(zone for zone in made.zones if zone.name == "tower")
    assert made.zone_at(tower.x + 1, tower.y + 1) == tower
    assert made.zone_at(0, 0) is None


def assembled(made: Mat, pages: list[np.ndarray]) -> np.ndarray:
    """The sheets cut at their lines and joined."""
    width, height = made.width / made.columns, made.height / made.rows
    paper_width, paper_height = numbers.PAPERS[made.paper]
    left, top = (paper_width - width) / 2, (paper_height - height) / 2
    whole = np.full((round(made.height * PX_PER_MM), round(made.width * PX_PER_MM), 3), 255, np.uint8)
    for number, page in enumerate(pages):
        row, column = divmod(number, made.columns)
        x, y = round(column * width * PX_PER_MM), round(row * height * PX_PER_MM)
        x1, y1 = round((column + 1) * width * PX_PER_MM), round((row + 1) * height * PX_PER_MM)
        from_x, from_y = round(left * PX_PER_MM), round(top * PX_PER_MM)
        whole[y:y1, x:x1] = page[from_y : from_y + y1 - y, from_x : from_x + x1 - x]
    return whole


def read_back(made: Mat) -> np.ndarray:
    """The mat, printed and joined."""
    document = pdf(mat_sheets(made, PAPERS[made.paper]), "mat")
    long_side, short_side = numbers.PAPERS[made.paper]
    sizes = page_sizes(document)
    assert all(size == pytest.approx((long_side, short_side), abs=0.01) for size in sizes)
    assert len(sizes) == made.columns * made.rows
    return assembled(made, pictures(document, range(len(sizes))))


@pytest.mark.parametrize(
    ("game", "players", "paper", "size"),
    [(game, 2, paper, "sheet") for game, paper in product(layouts(), PAPERS)]
    + [("stonerow", 4, "a4", "table"), ("stackernoos", 6, "letter", "table")],
)
def test_printed_markers_are_found_where_the_numbers_say(game: str, players: int, paper: str, size: str) -> None:
    made = mat(game, players, paper, size)
    seen = detected(read_back(made))
    assert set(seen) == {marker.id for marker in made.markers}
    for marker in made.markers:
        assert np.abs(seen[marker.id] - np.array(marker.corners)).max() <= TENTH, marker


def test_printed_zones_lie_where_the_numbers_say() -> None:
    made = mat("stonerow", 2, "a4", "sheet")
    whole = read_back(made)
    ground = (223, 236, 228)
    for zone in made.zones:
        row, column = (zone.y + zone.height * 0.7) * PX_PER_MM, (zone.x + zone.width * 0.4) * PX_PER_MM
        across = [pair for pair in edges(whole[round(row)], ground) if zone.holds(sum(pair) / 2, row / PX_PER_MM)]
        down = [
            pair for pair in edges(whole[:, round(column)], ground) if zone.holds(column / PX_PER_MM, sum(pair) / 2)
        ]
        line = 0.25
        assert across[0][0] == pytest.approx(zone.x + line, abs=TENTH)
        assert across[-1][1] == pytest.approx(zone.x + zone.width - line, abs=TENTH)
        assert down[0][0] == pytest.approx(zone.y + line, abs=TENTH)
        assert down[-1][1] == pytest.approx(zone.y + zone.height - line, abs=TENTH)


def test_the_whole_mat_is_a_drawing_of_its_size() -> None:
    made = mat("stones", 3)
    assert (drawing(made).width, drawing(made).height) == (made.width, made.height)


def test_a_mat_for_larger_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit on postcard"):
        mat_sheets(mat("stones", 2, "a4", "sheet"), Paper("postcard", 105, 148))

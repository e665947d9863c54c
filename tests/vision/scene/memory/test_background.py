"""The table as it was accounted for: what changed since, and what did not."""

import cv2
import numpy as np
import pytest
from dominoes_seen import changed, domino, labels, quad, seen

from vision.geometry import through
from vision.observation import Candidate, corners_of
from vision.scene.memory.background import accounted_for, parts, shows_table, unread_mask, without
from vision.scene.memory.change import Change, Snapshot, between, lit_as, thumbnail
from vision.scene.memory.memory import Memory


def table(*boxes, light=1.0):
    """A picture of a table with light boxes on it."""
    picture = np.full((180, 320, 3), (100, 110, 120), np.float64)
    for x0, y0, x1, y1 in boxes:
        picture[y0:y1, x0:x1] = 180
    return np.clip(picture * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [0.6, (0.8, 1.0, 1.2), 1.9])
def test_light_that_changes_everywhere_changes_nothing(light):
    before, after = table((20, 20, 60, 40)), table((20, 20, 60, 40), (100, 20, 140, 40), light=np.array(light))
    mask = between(before, after, 320).mask
    assert mask[20:40, 100:140].all()
    assert mask.sum() == 20 * 40


def test_in_a_shadow_a_piece_that_is_laid_is_a_change_and_one_that_stays_is_none():
    stays, laid = (20, 20, 60, 40), (40, 60, 80, 80)
    before, after = table(stays), table(stays, laid).astype(np.float32)
    shade = np.ones((180, 320), np.float32)
    shade[:, :120] = 0.55
    after *= cv2.GaussianBlur(shade, (0, 0), 8)[..., None]
    change = Snapshot(before).change(after.astype(np.uint8), 320)
    assert change.share(quad(40, 60, 40, 20)) > 0.9
    assert change.share(quad(20, 20, 40, 20)) == 0.0
    assert between(before, after.astype(np.uint8), 320).share(quad(20, 20, 40, 20)) > 0.9


@pytest.mark.parametrize(("across", "down"), [(30, 42), (60, 84)])
def test_a_card_that_fills_most_of_what_is_around_it_is_no_shadow(across, down):
    change = Snapshot(table()).change(table((100, 40, 100 + across, 40 + down)), 320)
    assert change.share(quad(100, 40, across, down)) > 0.9


def test_what_is_accounted_for_differs_no_more():
    ground = Snapshot(table())
    now = table((20, 20, 60, 40))
    assert ground.change(now, 640).share(quad(40, 40, 80, 40)) > 0.9
    assert not accounted_for(ground, Snapshot(now), None).change(now, 640).mask.any()


def test_what_was_not_read_stays_as_it_was():
    ground, now = Snapshot(table()), table((20, 20, 60, 40), (100, 20, 140, 40))
    change = ground.change(now, 320)
    new = quad(20, 20, 40, 20)
    left = unread_mask(change, [new], [new])
    assert [tuple(map(round, box[0])) for box in parts(left, change.scale)] != []
    after = accounted_for(ground, Snapshot(now), left).change(now, 320)
    assert after.share(quad(100, 20, 40, 20)) > 0.9
    assert after.share(new) == 0.0
    assert not without(left, parts(left, change.scale), change.scale).any()


def test_a_reflection_that_stays_white_in_less_light_is_no_change():
    before, after = table((20, 20, 60, 40)), table((20, 20, 60, 40), light=0.8)
    before[80:100, 100:140], after[80:100, 100:140] = 250, 238
    assert not between(before, after, 320).mask.any()
    after[80:100, 100:140] = 150
    assert between(before, after, 320).mask[80:100, 100:140].all()


def test_what_was_not_read_stays_as_it_was_in_the_light_of_now():
    ground, now = Snapshot(table()), table((100, 20, 140, 40), light=0.6)
    left = unread_mask(ground.change(now, 320), [quad(20, 20, 40, 20)], [])
    later = accounted_for(ground, Snapshot(now), left).change(table(light=0.6), 320)
    assert later.share(quad(100, 20, 40, 20)) == 0.0


@pytest.mark.parametrize("cloth", [205, 225])
def test_a_white_card_that_comes_to_a_light_cloth_in_less_light_is_a_change(cloth):
    before, after = np.full((180, 320, 3), cloth, np.uint8), np.full((180, 320, 3), 0.85 * cloth, np.uint8)
    after[80:100, 100:140] = 250
    assert between(before, after, 320).mask[80:100, 100:140].all()


def test_a_table_that_is_lit_anew_again_and_again_stays_as_it_was():
    light, dim = np.full((180, 320, 3), 180, np.uint8), np.full((180, 320, 3), 176, np.uint8)
    picture = light
    for n in range(60):
        picture = lit_as(picture, (dim, light)[n % 2])
    assert abs(int(picture[0, 0, 0]) - 180) <= 2


def test_a_bare_place_looks_like_what_is_around_it():
    place = quad(100, 20, 40, 20)
    assert shows_table(table(), place, 1.0)
    assert not shows_table(table((100, 20, 140, 40)), place, 1.0)


def test_specks_and_light_are_nothing_that_came():
    pieces = [quad(200, 100)]
    assert not unread_mask(changed((10, 10, 14, 14)), pieces, []).any()
    assert not unread_mask(changed((0, 0, 300, 200)), pieces, []).any()
    many = [(50 * n, 300, 50 * n + 40, 320) for n in range(8)]
    assert not unread_mask(changed(*many), pieces, []).any()
    assert unread_mask(changed(many[0]), pieces, []).any()
    assert unread_mask(Change(), pieces, []) is None


def test_a_camera_that_moved_takes_the_background_along():
    """Edges that are off by a part of a pixel are no change; a piece that came is one, and so is one that went."""
    chance = np.random.default_rng(3)
    cloth = cv2.GaussianBlur(chance.normal(110, 60, (720, 1280, 3)), (0, 0), 4).clip(0, 255).astype(np.uint8)
    cloth[300:340, 600:680] = 240
    turn = np.vstack([cv2.getRotationMatrix2D((640, 360), 1.5, 1.01), [0.0, 0.0, 1.0]])
    turn[:2, 2] += (7.3, -4.6)
    other = cloth.copy()
    other[400:440, 600:680] = 240
    same, came = (thumbnail(cv2.warpPerspective(each, turn, (1280, 720))) for each in (cloth, other))
    inner = np.s_[10:-10, 10:-10]
    off = turn + np.array([[0.0, 0, 0.8], [0, 0, -0.8], [0, 0, 0]])
    background = Snapshot(thumbnail(cloth)).moved(off, 1280)
    assert background.change(same, 1280).mask[inner].mean() < 0.001
    place = corners_of(through(turn, np.array([[600.0, 400], [680, 400], [680, 440], [600, 440]])))
    assert background.change(came, 1280).share(place) > 0.8
    assert Snapshot(thumbnail(other)).moved(off, 1280).change(same, 1280).share(place) > 0.8


def test_what_comes_into_view_at_the_border_with_the_camera_is_nothing_that_came():
    chance = np.random.default_rng(4)
    wide = cv2.GaussianBlur(chance.normal(110, 60, (720, 1400, 3)), (0, 0), 4).clip(0, 255).astype(np.uint8)
    wide[300:340, 20:80] = 240  # beside the first picture
    before, now = thumbnail(wide[:, 100:1380]), thumbnail(wide[:, 20:1300])
    background = Snapshot(before).moved(np.array([[1.0, 0, 80], [0, 1, 0], [0, 0, 1]]), 1280)
    change = background.change(now, 1280)
    assert not unread_mask(change, [quad(600, 300)], []).any()
    after = accounted_for(background, Snapshot(now), unread_mask(change, [quad(600, 300)], []))
    gone = now.copy()
    gone[300 // 4 : 340 // 4, : 60 // 4] = 110
    assert after.change(gone, 1280).mask[300 // 4 : 340 // 4, : 60 // 4].mean() > 0.8


def accounted(*pieces):
    return Memory().looked(seen(*pieces), 0.0).accounted_for()


def test_what_lies_where_the_picture_is_the_same_is_kept_however_often_it_is_missed():
    memory = accounted(domino("3-5")).looked(seen(domino("3-5")), 0.5, changed(), changed())
    for time in range(1, 6):
        memory = memory.looked(seen(), float(time), changed(), changed())
    assert labels(memory) == ["3-5"]
    assert not memory.restless
    assert labels(memory.looked(seen(), 9.0, changed((0, 0, 45, 25)), changed((0, 0, 45, 25)))) == []


def test_what_turns_up_across_known_pieces_where_nothing_changed_is_none():
    memory = accounted(domino("3-5"), domino("5-1", 41))
    for time in (1.0, 2.0, 3.0):
        memory = memory.looked(seen(domino("3-5"), domino("5-5", 20), domino("5-1", 41)), time, changed(), changed())
    assert labels(memory) == ["3-5", "5-1"]
    moved = changed((20, 0, 60, 20))
    memory = memory.looked(seen(domino("5-5", 20)), 4.0, moved, moved)
    assert "5-5" in labels(memory)


def test_a_tile_on_another_that_is_not_read_surely_is_another():
    whole = changed((0, 0, 45, 25))
    unsure = domino(None, confidence=0.7, candidates=(Candidate("2-2", 0.7), Candidate("2-3", 0.2)))
    memory = accounted(domino("3-5")).looked(seen(unsure), 2.0, whole, whole)
    (piece,) = memory.observation(seen()).pieces
    assert [each.label for each in piece.candidates] == ["2-2", "2-3"]


def test_a_tile_that_was_covered_before_it_was_accounted_for_is_told():
    whole = changed((0, 0, 45, 25))
    memory = Memory().looked(seen(domino("3-5")), 0.0).looked(seen(domino("3-5")), 0.5, changed(), changed())
    memory = memory.looked(seen(domino("2-2")), 2.0, whole, whole)
    assert labels(memory) == ["3-5", "2-2"]
    assert labels(memory.accounted_for()) == ["2-2"]
    assert labels(memory.without_replaced({"3-5"})) == ["2-2"]
    assert labels(memory.without_replaced({"2-2"})) == ["3-5", "2-2"]


@pytest.mark.parametrize(("below", "left"), [({"5-7"}, ["7-1", "5-7"]), ({"6-6"}, ["3-9", "7-1", "5-7"])])
def test_a_tile_across_a_joint_is_gone_where_what_lay_below_reads_again(below, left):
    come = changed((20, 0, 60, 20))
    memory = Memory().looked(seen(domino("3-9", 20)), 0.0).looked(seen(domino("3-9", 20)), 0.5, changed(), changed())
    memory = memory.looked(seen(domino("7-1"), domino("5-7", 40)), 2.0, come, come)
    assert labels(memory) == ["3-9", "7-1", "5-7"]
    assert labels(memory.without_replaced({"3-9"}, below)) == left


def test_a_tile_that_is_lifted_off_is_not_below_what_it_lay_on():
    whole = changed((0, 0, 45, 25))
    memory = accounted(domino("3-5")).looked(seen(domino("2-2")), 2.0, whole, whole)
    memory = memory.looked(seen(domino("2-2")), 2.5, changed(), whole)
    assert labels(memory.looked(seen(domino("3-5")), 4.0, whole, changed())) == ["3-5"]

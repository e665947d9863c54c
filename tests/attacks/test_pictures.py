"""Pictures that ask for more than they are worth: none takes more memory or time than it may, and none is a 500."""

import time
from functools import partial

import httpx
import pytest
import readers_work
from pictures import flat, hostile, noise, scans
from service_help import API, LIMIT, serving

from service import memory
from service.reading import work
from service.reading.pool import KEEPS, Pool
from service.settings import Settings
from vision import PhotoError, load
from vision.header import scans_of
from vision.settings import PHOTO_LIMITS

MORE = 400.0
"""MiB that one read may take."""
LONGER = 15.0
"""s beyond an honest picture of its size."""
CASES = dict(hostile())
SOME = sorted(CASES)[::12]


def test_scans_are_counted_and_told_to_be_streamed_or_not():
    assert (scans_of(flat(64, 64, "JPEG")).count, scans_of(flat(64, 64, "JPEG")).streamed) == (1, True)
    usual = scans_of(flat(64, 64, "JPEG", progressive=True))
    assert (usual.count, usual.streamed) == (10, False)
    assert scans_of(scans(64, 64, 300)).count == 310
    assert scans_of(b"").count == 0


def test_the_hundred_scans_of_a_small_file_are_refused_at_once():
    """It took 107 s."""
    data = scans(4000, 4000, 300)
    began = time.process_time()
    with pytest.raises(PhotoError, match="310 scans"):
        load(data)
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize(("width", "height"), [(2, 4000), (4000, 2), (1, 1), (20, 2000)])
def test_a_picture_that_is_too_narrow_is_refused_before_it_is_decoded(width, height):
    """Scaled to a usual height it took 6 GB."""
    with pytest.raises(PhotoError, match="pixels; a side"):
        load(flat(width, height, "PNG"))


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_picture_is_decoded_smaller_and_told_in_its_own_pixels(kind):
    photo = load(flat(8000, 6000, kind))
    assert photo.taken == (8000, 6000)
    assert (photo.width, photo.height) == (4000, 3000)
    assert photo.width * photo.height <= PHOTO_LIMITS.max_decoded_pixels


@pytest.fixture(scope="module")
def pool():
    made = Pool(1, 1)
    made.do(work.warm, (("stackernoos", None),))
    yield made
    made.close()


def check(pool, name):
    data = CASES[name]()
    peak, took, kept, result = pool.do(readers_work.memory_of, data, seconds=LIMIT)
    assert peak <= MORE, (name, peak, result)
    assert took <= LONGER, (name, took, result)
    assert kept <= MORE, (name, kept, result)
    assert result
    assert "\n" not in result


@pytest.mark.parametrize("name", SOME)
def test_no_picture_takes_more_than_it_may(pool, name):
    check(pool, name)


@pytest.mark.attack
@pytest.mark.parametrize("name", sorted(set(CASES) - set(SOME)))
def test_no_other_picture_takes_more_than_it_may(pool, name):
    check(pool, name)


def test_a_process_that_took_too_much_is_replaced_also_where_the_system_sets_no_limit(monkeypatch, tmp_path):
    """Other systems than Linux tell the most that a process held."""
    monkeypatch.setattr(memory, "STATUS", tmp_path / "none")
    assert memory.resident() >= KEEPS / 100
    made = Pool(1, 1)
    try:
        first = made.do(readers_work.whose, 0.0)
        assert made.do(readers_work.whose, 0.0) == first
        assert made.do(readers_work.whose, KEEPS + 1) == first
        assert made.do(readers_work.whose, 0.0) != first
    finally:
        made.close()


def test_a_reading_process_that_hangs_or_dies_is_replaced():
    made = Pool(1, 1)
    try:
        with pytest.raises(ValueError, match=r"longer than 0\.5 s"):
            made.do(readers_work.hang, seconds=0.5)
        with pytest.raises(ValueError, match="ended the process"):
            made.do(readers_work.die)
        with pytest.raises(ValueError, match="more memory"):
            made.do(
                partial(work._within, work.Costs(memory=50.0), "stackernoos", None, readers_work.greedy), seconds=LIMIT
            )
        with pytest.raises(ValueError, match="too long"):
            made.do(
                partial(work._within, work.Costs(seconds=0.3), "stackernoos", None, readers_work.busy), seconds=LIMIT
            )
        assert made.do(readers_work.fine) == "well"
    finally:
        made.close()


@pytest.fixture(scope="module")
def where(tmp_path_factory):
    with serving(Settings(data=tmp_path_factory.mktemp("data"))) as (_, where):
        yield where


def test_an_ordinary_photo_does_not_wait_for_hostile_ones(where):
    """Two pictures of hundreds of scans filled both readers: another waited for 92 s. Now they reach no reader."""
    with httpx.Client(base_url=where, timeout=LIMIT, headers={"origin": where.rstrip("/")}) as client:
        read = partial(client.post, f"{API}/read", params={"game": "stackernoos"})
        honest = noise(640, 480, "JPEG")
        assert read(content=honest, headers={"content-type": "image/jpeg"}).status_code == 200
        for _ in range(3):
            answer = read(content=scans(4000, 4000, 300), headers={"content-type": "image/jpeg"})
            assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")
        assert read(content=honest, headers={"content-type": "image/jpeg"}).status_code == 200


@pytest.mark.parametrize("kind", ["WEBP", "TIFF", "BMP", "GIF"])
def test_only_documented_formats_may_be_sent(where, kind):
    with httpx.Client(base_url=where, timeout=LIMIT, headers={"origin": where.rstrip("/")}) as client:
        sent = {"params": {"game": "stackernoos"}, "content": flat(64, 64, kind)}
        answer = client.post(f"{API}/read", **sent, headers={"content-type": "image/png"})
        assert answer.status_code == 415


@pytest.mark.parametrize("name", ["x" * 251, "x" * 5000, "..", "a/b", "\x00", "é" * 120, "a\nb", "\U0001f600" * 60])
def test_names_of_decks_are_refused_and_never_a_fault(where, name):
    """From 251 letters on it was a 500."""
    with httpx.Client(base_url=where, timeout=LIMIT, headers={"origin": where.rstrip("/")}) as client:
        sent = {"params": {"game": "stonerow", "deck": name}, "content": flat(64, 64, "PNG")}
        answer = client.post(f"{API}/read", **sent, headers={"content-type": "image/png"})
        assert (answer.status_code, answer.json()["type"]) == (422, "/problems/not-enrolled")

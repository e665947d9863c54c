"""Films and folders that ask for more than they are worth, before `review`, `watch` and `calibrate`."""

import av
import pytest
from measured import cost_of
from pictures import flat, scans

from service.capture.capture import Capture, CaptureSettings
from service.capture.footage import footage
from service.capture.source import SourceError, find_source
from service.commands import Mendable
from service.commands.calibrate import run as calibrate
from service.settings import Settings

MEMORY = 1024.0
"""MiB that a review may take, whatever it is fed."""


def film(path, width, height, codec="mpeg4", pixels="yuv420p", *, frames=3):
    """A film of grey frames."""
    with av.open(str(path), "w") as out:
        stream = out.add_stream(codec, rate=10)
        stream.width, stream.height, stream.pix_fmt = width, height, pixels
        grey = av.VideoFrame(width, height, pixels)
        for plane in grey.planes:
            plane.update(bytes([90]) * plane.buffer_size)
        for number in range(frames):
            grey.pts = number
            for packet in stream.encode(grey):
                out.mux(packet)
        for packet in stream.encode():
            out.mux(packet)
    return path


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """Scaled to a usual height it took 9.4 GB."""
    return film(tmp_path_factory.mktemp("films") / "narrow.mp4", 2, 4000)


def test_a_narrow_film_is_refused_before_it_is_followed(narrow):
    with pytest.raises(SourceError, match="2×4000 pixels; a side"):
        next(footage(find_source(str(narrow)), 10.0))


def test_so_it_is_before_it_is_watched(narrow):
    with Capture(find_source(str(narrow)), CaptureSettings(start=60.0)) as capture:
        assert capture.next(60.0) is None
        assert capture.health.state == "failed"
        assert "2×4000 pixels" in capture.health.detail


def test_so_it_is_before_a_lens_is_learnt(narrow, tmp_path):
    with pytest.raises(Mendable, match="2×4000 pixels"):
        calibrate([str(narrow)], Settings(data=tmp_path))


@pytest.mark.parametrize(
    ("made", "why"),
    [(lambda: flat(20, 4000, "PNG"), "a side is at most"), (lambda: scans(1000, 1000, 300), "scans")],
    ids=["narrow", "scans"],
)
def test_a_folder_of_hostile_pictures_is_refused_by_its_first(tmp_path, made, why):
    (tmp_path / "1.png").write_bytes(made())
    with pytest.raises(SourceError, match=why):
        next(footage(find_source(str(tmp_path)), 10.0))


def test_a_damaged_film_ends_in_a_line(tmp_path):
    path = film(tmp_path / "film.mp4", 320, 240, frames=30)
    data = bytearray(path.read_bytes())
    data[len(data) // 4 : len(data) // 2] = bytes(len(data) // 2 - len(data) // 4)
    path.write_bytes(data)
    try:
        assert all(shot.pixels.shape == (240, 320, 3) for shot in footage(find_source(str(path)), 10.0))
    except SourceError as wrong:
        assert "\n" not in str(wrong)


LARGE = {
    "16000×16000, H.264": lambda path: film(path / "f.mp4", 16_000, 16_000, "libx264", frames=1),
    "16000×16000, PNG": lambda path: film(path / "f.mov", 16_000, 16_000, "png", "rgb24", frames=1),
    "8192×4320": lambda path: film(path / "f.mp4", 8192, 4320, "libx264"),
    "4K": lambda path: film(path / "f.mp4", 3840, 2160, "libx264", frames=40),
}


@pytest.mark.attack
@pytest.mark.parametrize("name", sorted(LARGE))
def test_a_review_takes_no_more_than_it_may(name, tmp_path):
    path = LARGE[name](tmp_path)
    cost = cost_of("review", path, "--game", "stonerow", "--data", tmp_path / "data")
    assert cost.memory <= MEMORY, cost
    assert cost.seconds < 60.0, cost
    assert "Traceback" not in cost.said, cost


@pytest.mark.attack
@pytest.mark.parametrize("side", [8000, 30_000])
def test_a_review_of_a_folder_takes_no_more_than_it_may(side, tmp_path):
    from pictures import png

    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.png").write_bytes(png(side, side) if side < 10_000 else png(side, side, body=b"x"))
    cost = cost_of("review", folder, "--game", "stonerow", "--data", tmp_path / "data")
    assert cost.memory <= MEMORY, cost
    assert "Traceback" not in cost.said, cost

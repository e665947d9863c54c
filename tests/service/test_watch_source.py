"""What a person names as a source: one clear line each for what is none."""

import cv2
import pytest
from watch_frames import picture, video

from service.capture.source import SourceError, find_source


def test_a_number_is_a_camera_and_an_address_an_address():
    assert find_source("0").kind == "camera"
    assert find_source("rtsp://camera/1").kind == "address"
    assert find_source("0").live


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("rtsp://camera/1", "rtsp://camera/1"),
        ("rtsp://me:secret@camera/1", "rtsp://…@camera/1"),
        ("rtsp://me:sec@ret@camera:554/1", "rtsp://…@camera:554/1"),
        ("rtsp://me:secret@[2001:db8::1]:554/1", "rtsp://…@[2001:db8::1]:554/1"),
        ("http://camera/video?user=me&password=secret", "http://camera/video?…"),
    ],
)
def test_a_password_is_not_shown(name, shown):
    assert str(find_source(name)) == shown


def test_no_folder_of_this_machine_is_shown(tmp_path, monkeypatch):
    pictures = tmp_path / "holiday"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "a.png"), picture(1))
    assert str(find_source(str(pictures))) == "pictures in holiday"
    assert str(find_source(str(pictures / "a.png"))) == "picture a.png"
    assert str(find_source(video(pictures / "film.mp4", 1))) == "video film.mp4"
    monkeypatch.chdir(pictures)
    assert str(find_source(".")) == "pictures in holiday"


@pytest.mark.parametrize("name", ["nowhere.mp4", "nowhere/", "ftp://camera/1", "http://[::1", "", "x" * 5000])
def test_what_is_not_there_is_one_line(name):
    with pytest.raises(SourceError) as wrong:
        find_source(name or "no file")
    assert "\n" not in str(wrong.value)


def test_a_folder_without_pictures_is_one_line(tmp_path):
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(SourceError, match="no pictures"):
        find_source(str(tmp_path))


def test_a_single_picture_is_a_source(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), picture(1))
    assert find_source(str(tmp_path / "a.png")).pictures == (str(tmp_path / "a.png"),)

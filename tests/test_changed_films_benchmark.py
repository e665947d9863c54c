"""Films as other cameras would make them: the same each time, with their truth."""

import json

import cv2
import numpy as np
import pytest

from tests.benchmarks.changed_films import KINDS, main

MADE = {"leaning": ((36, 64), 30, 80), "cheap": ((360, 640), 7.5, 20)}


@pytest.fixture
def film(tmp_path):
    folder = tmp_path / "stones_1"
    folder.mkdir()
    video = cv2.VideoWriter(str(folder / "film.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 30, (64, 36))
    for _ in range(80):
        video.write(np.full((36, 64, 3), 180, np.uint8))
    video.release()
    (folder / "film.json").write_text(json.dumps({"rate": 30, "frames": 80}), encoding="utf-8")
    for name in ("record.jsonl", "frames.jsonl"):
        (folder / name).write_text("{}\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_film_is_changed_and_keeps_its_truth(film, tmp_path, kind):
    main([str(tmp_path / "out"), kind, str(film)])
    made, (size, rate, frames) = tmp_path / "out" / kind / "stones_1", MADE[kind]
    about = json.loads((made / "film.json").read_text(encoding="utf-8"))
    assert (about["rate"], about["frames"]) == (rate, frames)
    assert (made / "record.jsonl").read_text(encoding="utf-8") == "{}\n"
    video = cv2.VideoCapture(str(made / "film.mp4"))
    pictures = [video.read()[1] for _ in range(frames)]
    assert pictures[0].shape[:2] == size
    assert (pictures[-1].min() < 140) == (kind == "leaning")  # 2.6 s: somebody leans over


def test_what_is_no_film_is_said(film, tmp_path):
    (film / "film.mp4").write_bytes(b"no film")
    with pytest.raises(SystemExit, match="has no film that can be read"):
        main([str(tmp_path / "out"), "leaning", str(film)])

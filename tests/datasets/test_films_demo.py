"""The films that come with Tableside: small, whole, and in agreement with their records and their truth."""

from __future__ import annotations

import json
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

import datasets
from datasets.films.film import ABOUT, FRAMES, RECORD, VIDEO, read_frames
from engine.record import loads, replay
from vision.photo import Photo
from vision.pipeline import read_photo

FOLDER = Path(datasets.__file__).parent / "demo" / "films"
LARGEST = 4_000_000
"""Bytes of a film with its truth."""
GAMES = ("stackernoos", "stonerow", "stones")


def frames(game):
    with (FOLDER / game / FRAMES).open(encoding="utf-8") as lines:
        return list(read_frames(lines))


@pytest.mark.parametrize("game", GAMES)
def test_a_film_is_small_and_about_a_minute_long(game):
    about = json.loads((FOLDER / game / ABOUT).read_text(encoding="utf-8"))
    assert about["order"]["game"] == game
    assert 40 <= about["seconds"] <= 120
    assert sum(path.stat().st_size for path in (FOLDER / game).iterdir()) <= LARGEST
    with av.open(str(FOLDER / game / VIDEO)) as video:
        stream = video.streams.video[0]
        assert stream.codec_context.name == "h264"
        assert sum(packet.size > 0 for packet in video.demux(stream)) == about["frames"]


@pytest.mark.parametrize("game", GAMES)
def test_its_record_replays_and_its_truth_ends_where_the_record_does(game):
    record, fault = loads((FOLDER / game / RECORD).read_text(encoding="utf-8"))
    assert fault is None
    assert replay(record).fault is None
    result = frames(game)
    assert result[-1]["events"] == len(record.events)
    assert {frame["phase"] for frame in result} >= {"still", "hand"}
    assert any(frame["illegal"] for frame in result) == (game != "stones")


def test_the_tiles_of_the_last_frames_lie_as_the_rules_say_and_are_read():
    last = frames("stackernoos")[-1]
    state = replay(loads((FOLDER / "stackernoos" / RECORD).read_text(encoding="utf-8"))[0]).state
    listed = {
        (piece["label"], *piece["cell"]["at"], piece["cell"]["dir"]) for piece in last["pieces"] if "cell" in piece
    }
    known = {(f"{min(m.a, m.b)}-{max(m.a, m.b)}", m.x, m.y, m.z, m.axis) for m in state.table.laid}
    assert listed <= known
    seen = read_photo(Photo.from_frame(picture("stackernoos", last["frame"])), "stackernoos")
    shown = [piece for piece in last["pieces"] if "cell" in piece and piece["visible"] > 0.85]
    read = [piece for piece in shown if label_at(seen.pieces, np.mean(piece["corners"], 0)) == piece["label"]]
    assert len(read) >= 0.8 * len(shown) > 4


def picture(game, number):
    """A frame of a film, BGR bytes."""
    video = cv2.VideoCapture(str(FOLDER / game / VIDEO))
    video.set(cv2.CAP_PROP_POS_FRAMES, number)
    there, frame = video.read()
    assert there
    return frame


def label_at(pieces, place):
    """What was read at a place of the picture, the smaller half first."""
    for piece in pieces:
        outline = np.array(piece.corners, np.float32)
        if piece.label and cv2.pointPolygonTest(outline, (float(place[0]), float(place[1])), False) > 0:
            return "-".join(sorted(piece.label.split("-")))
    return None

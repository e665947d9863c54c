"""Short films as files: video, record and truth agree; a run that was cut off ends with the same truth."""

from __future__ import annotations

import json
from dataclasses import replace

import av
import pytest
from at_hand import AtHand
from typer.testing import CliRunner

from datasets.films.film import ABOUT, FRAMES, PARTS, RECORD, VIDEO, Order, make, read_frames
from datasets.films.shoot import RATE
from engine.games.stones.tile import SIZES
from engine.record import loads, replay
from service.cli_render import app
from vision.scene.mat import mat

pytestmark = pytest.mark.usefixtures("coarse")
SIZE = (128, 72)
FILMS = {
    "stackernoos": {"players": 3, "seed": 5, "seconds": 5.2, "rate": 5, "section": 20},
    "stonerow": {"players": 2, "seed": 0, "seconds": 6.0, "rate": 5, "mat": mat("stonerow", 2)},
    "stones": {"players": 2, "seed": 5, "seconds": 7.0, "rate": 5},
}
"""The first has as few pictures as make more than one part."""


@pytest.fixture(scope="module", params=FILMS)
def film(request, tmp_path_factory):
    order = Order(request.param, out=tmp_path_factory.mktemp(request.param), size=SIZE, **FILMS[request.param])
    assert {one.state for one in make(order, 2, AtHand)} == {"drawn"}
    return order


def frames(order):
    with (order.out / FRAMES).open(encoding="utf-8") as lines:
        return list(read_frames(lines))


def test_the_film_has_a_picture_for_every_frame(film):
    about = json.loads((film.out / ABOUT).read_text())
    with av.open(str(film.out / VIDEO)) as video:
        stream = video.streams.video[0]
        assert (stream.codec_context.name, stream.average_rate) == ("h264", film.rate)
        assert (stream.width, stream.height) == SIZE
        times = [round(float(frame.time) * film.rate) for frame in video.decode(stream)]
    assert times == list(range(about["frames"]))
    assert not (film.out / PARTS).exists()


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A film of few frames a second."""
    order = Order("stackernoos", 2, 5, tmp_path_factory.mktemp("few"), seconds=3.0, size=SIZE, rate=5)
    assert {one.state for one in make(order, 1, AtHand)} == {"drawn"}
    return order


def test_a_film_of_fewer_frames_a_second_is_as_long(few):
    about, answer = json.loads((few.out / ABOUT).read_text()), frames(few)
    assert (about["rate"], about["frames"]) == (5, int(about["seconds"] * 5))
    assert [frame["time"] for frame in answer[:3]] == [0.0, 0.2, 0.4]
    assert Order("stackernoos", 2, 5, few.out).rate == RATE
    with av.open(str(few.out / VIDEO)) as video:
        assert video.streams.video[0].average_rate == 5


def test_the_truth_has_every_frame_and_agrees_with_the_record(film):
    about, answer = json.loads((film.out / ABOUT).read_text()), frames(film)
    record, fault = loads((film.out / RECORD).read_text())
    assert fault is None
    assert replay(record).fault is None
    assert [frame["frame"] for frame in answer] == list(range(about["frames"]))
    assert answer[-1]["events"] == len(record.events)
    for frame in answer:
        assert set(frame) >= {"time", "phase", "illegal", "camera", "hands", "pieces"}
        assert not frame["hands"] or frame["phase"] == "hand"
        for piece in frame["pieces"]:
            assert {"kind", "label", "corners", "level", "visible"} <= set(piece)
            flat = piece["kind"] != "stone"
            assert ("face" in piece, "corners_visible" in piece) == (flat, flat)


def test_hands_come_and_pieces_stay(film):
    result = frames(film)
    assert {frame["phase"] for frame in result} >= {"hand", "still"}
    assert any(frame["hands"] for frame in result)
    first, last = result[0], result[-1]
    assert last["phase"] == "still"
    assert all(piece["level"] is not None for piece in (*first["pieces"], *last["pieces"]))
    state = replay(loads((film.out / RECORD).read_text())[0]).state
    if film.game == "stackernoos":
        laid = {piece["label"] for piece in last["pieces"] if "cell" in piece}
        known = {f"{min(m.a, m.b)}-{max(m.a, m.b)}" for m in state.table.laid}
        assert laid == known
        backs = [piece for piece in last["pieces"] if piece["label"] == "back"]
        assert len(backs) == state.boneyard
    if film.game == "stones":
        stones = [piece["label"] for piece in last["pieces"] if piece["kind"] == "stone" and piece["stack"] is None]
        assert [stones.count(size) for size in SIZES] == list(state.river)
        assert state.taken is not None
        assert [piece["label"] for piece in last["pieces"] if piece.get("pile") == "taken"] == [str(state.taken.tile)]
        (marker,) = (piece["at_stack"] for piece in last["pieces"] if piece["kind"] == "marker")
        assert marker == state.marker
        assert sum(piece["label"] == "base" for piece in last["pieces"]) == 6


def test_a_film_that_was_cut_off_goes_on_and_ends_with_the_same_truth(film, tmp_path):
    if film.game != "stackernoos":
        pytest.skip("one game is enough")
    again = Order(film.game, out=tmp_path, size=SIZE, **FILMS[film.game])
    assert again.parts > 1
    run = make(again, 1)
    next(run)
    run.close()
    assert not (tmp_path / FRAMES).exists()
    (tmp_path / PARTS / "0001.mp4").write_bytes(b"half a film")
    states = [one.state for one in make(again, 2, AtHand)]
    assert states[0] == "there"
    assert set(states[1:]) == {"drawn"}
    for name in (FRAMES, RECORD, ABOUT):
        assert (tmp_path / name).read_bytes() == (film.out / name).read_bytes()
    assert {one.state for one in make(again, 1)} == {"there"}


def test_less_truth_where_it_is_asked_for(few, tmp_path):
    order = replace(few, out=tmp_path, every=3)
    assert {one.state for one in make(order, 2, AtHand)} == {"drawn"}
    result = frames(order)
    assert len(result) > 2
    assert result == [frame for frame in frames(few) if frame["frame"] % 3 == 0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "whist"], "no game"),
        (["--game", "stackernoos", "--seed", "x"], "whole number"),
        (["--game", "stackernoos", "--players", "9"], "set up"),
        (["--game", "stackernoos", "--size", "161x90"], "even"),
        (["--game", "stonerow", "--mat", "none"], "mat"),
        (["--game", "stackernoos", "--mat", "round"], "--mat takes"),
        (["--game", "stackernoos", "--options", "missing.json"], "cannot be read"),
        (["--game", "stackernoos", "--quality", "99"], "--quality"),
    ],
)
def test_what_the_user_can_mend_is_one_line_and_code_two(options, said, tmp_path):
    done = CliRunner().invoke(app, ["game", *options, "--out", str(tmp_path / "film")])
    assert done.exit_code == 2
    assert said in done.output
    assert done.output.strip().count("\n") == 0


@pytest.mark.parametrize("what", ["game", "stills", "scenes"])
def test_a_place_that_cannot_be_written_is_one_line_that_says_what_to_do(what, tmp_path):
    (tmp_path / "text").write_text("a file stands where the folder would be")
    done = CliRunner().invoke(app, [what, "--game", "stackernoos", "--out", str(tmp_path / "text" / "film")])
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].endswith("cannot be used: Not a directory; choose another place")
    assert "Errno" not in done.output


def test_a_folder_of_another_film_is_refused(film):
    done = CliRunner().invoke(app, ["game", "--game", "stackernoos", "--seed", "99", "--out", str(film.out)])
    assert done.exit_code == 2
    assert "another film" in done.output


def test_a_film_says_what_it_does_and_where_it_was_written(tmp_path):
    words = ["--game", "stackernoos", "--seed", "5", "--seconds-max", "3", "--size", "128x72", "--rate", "5"]
    out = tmp_path / "film"
    for _ in range(2):  # the second time it is there already
        done = CliRunner().invoke(app, ["game", *words, "--workers", "1", "--out", str(out)])
        assert done.exit_code == 0, done.output
        assert done.stderr.startswith(
            "Filming stackernoos for 2, seed 5: at most 3 s, 128x72, 5 frames a second, into "
        )
        lines = done.stdout.splitlines()
        assert [line.split(":")[0] for line in lines] == [
            str(out / VIDEO), str(out / RECORD), str(out / FRAMES), "Follow it with",
        ]  # fmt: skip
        assert f"tableside review {out / VIDEO} --game stackernoos --players 2" in lines[-1]
    moves = len((out / RECORD).read_text().splitlines()) - 1
    assert lines[1].endswith(f": {moves} moves of the game")
    (out / RECORD).write_text("a header\nan event\n")
    one = CliRunner().invoke(app, ["game", *words, "--workers", "1", "--out", str(out)])
    assert one.stdout.splitlines()[1].endswith(": 1 move of the game")

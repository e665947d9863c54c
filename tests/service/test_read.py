"""`POST /read` and `tableside read`: photos, odd photos, and what is no photo."""

import json
import threading

import httpx
import pytest
from service_help import API, LIMIT, client_of, eventually, problem, running
from service_photos import bomb, domino, encoded, odd_photos
from typer.testing import CliRunner

from service.cli import app
from service.reading.work import warm
from service.settings import Settings
from vision import Observation, Piece, load

READ = f"{API}/read"
GAME = {"game": "stackernoos"}
PNG = {"content-type": "image/png"}


def post(client, data, kind="image/png", **params):
    return client.post(READ, params=GAME | params, content=data, headers={"content-type": kind})


def test_a_photo_becomes_an_observation(client):
    answer = post(client, encoded(domino())).json()
    assert answer["schema"] == "tableside/observation@1"
    assert answer["image"]["width"] == 640
    (piece,) = answer["pieces"]
    assert piece["kind"] == "domino"
    assert piece["label"] in {"3-5", "5-3"}
    assert answer["table"]["position"]["tiles"] or answer["table"]["loose"]


@pytest.mark.parametrize("name", ["cmyk.jpg", "deep.png", "turned.jpg"])
def test_an_odd_photo_is_read_too(client, name):
    answer = post(client, odd_photos()[name], "image/jpeg" if name.endswith("jpg") else "image/png")
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert len(body["pieces"]) == 1
    assert (body["image"]["width"] < body["image"]["height"]) == (name == "turned.jpg")


def test_no_domino_in_view_is_no_error(client):
    answer = post(client, encoded(domino()[:120])).json()
    assert answer["pieces"] == []
    assert answer["table"]["position"]["tiles"] == []


def test_a_tile_with_one_half_cut_off_is_not_guessed(client):
    answer = post(client, encoded(domino()[:, :320])).json()
    assert all(piece["label"] is None for piece in answer["pieces"])


@pytest.mark.parametrize(
    ("made", "status", "name"),
    [
        (bytes, 422, "unreadable-picture"),
        (lambda: b"hello", 415, "unsupported-media"),
        (lambda: encoded(domino())[:2000], 422, "unreadable-picture"),
        (lambda: encoded(domino(), ".jpg")[:2000], 422, "unreadable-picture"),
        (bomb, 413, "too-large"),
    ],
    ids=["empty", "no image", "truncated PNG", "truncated JPEG", "bomb"],
)
def test_what_is_no_photo(client, made, status, name):
    problem(post(client, made()), status, name)


def test_what_is_no_picture_is_told_to_be_what_the_address_takes(client):
    result = problem(post(client, b"hello"), 415, "unsupported-media")
    for kind in ("jpeg", "png"):
        assert f"image/{kind}" in result["detail"]
        assert kind.upper() in result["remedy"]
    assert "TIFF" not in result["detail"]


def test_a_body_of_another_type_or_size(client, settings):
    problem(post(client, b"x", "text/plain"), 415, "unsupported-media")
    problem(post(client, b"x" * (settings.max_upload_bytes + 1)), 413, "too-large")


def test_a_game_that_cannot_be_read(client):
    problem(post(client, encoded(domino()), game="chess"), 422, "unknown-game")
    problem(client.post(READ, content=b"x", headers=PNG), 422, "invalid-request")


def test_the_vision_is_loaded_before_a_photo_is_sent(tmp_path, monkeypatch):
    asked = []

    class Asked:
        def __init__(self, *_):
            self.do, self.close = lambda work, *given: asked.append((work, *given)), lambda: None

    monkeypatch.setattr("service.reading.pool.Pool", Asked)
    with running(Settings(data=tmp_path, warm_seconds=0)):
        eventually(lambda: asked)
    ((work, games),) = asked
    assert work is warm
    assert {game for game, _ in games} >= {"stackernoos"}


def test_reading_leaves_the_server_free(client, monkeypatch):
    from service.reader import Reader

    begun, enough = threading.Event(), threading.Event()

    def read(*_):
        begun.set()
        assert enough.wait(LIMIT)
        return {}

    monkeypatch.setattr(Reader, "read", read)
    with httpx.Client(base_url=client.base_url, timeout=LIMIT) as reading, client_of(client.base_url) as other:
        thread = threading.Thread(target=post, args=(reading, b"x"))
        thread.start()
        try:
            assert begun.wait(LIMIT)
            assert other.get(f"{API}/tables").status_code == 200
            assert thread.is_alive()
        finally:
            enough.set()
            thread.join()


@pytest.fixture
def photos(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "b.png").write_bytes(encoded(domino(3, 5)))
    (folder / "a.jpg").write_bytes(encoded(domino(1, 2), ".jpg"))
    (folder / "notes.txt").write_text("no photo")
    return folder


def command(*words):
    return CliRunner().invoke(app, ["read", *map(str, words), "--game", "stackernoos"])


def test_a_line_of_json_a_photo_in_the_order_given(photos):
    done = command(photos / "b.png", photos / "a.jpg", "--json")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(photos / "b.png"), str(photos / "a.jpg")]
    assert all(line["schema"] == "tableside/observation@1" for line in lines)


def test_a_folder_is_read_in_the_order_of_its_names(photos, tmp_path):
    out = tmp_path / "deep" / "out"
    done = command(photos, "--out", out)
    assert done.exit_code == 0, done.output
    assert done.stdout.index("a.jpg") < done.stdout.index("b.png")
    assert sorted(each.name for each in out.iterdir()) == ["a.jpg", "b.jpg"]


def test_a_photo_that_cannot_be_read_is_told_in_its_place(photos):
    (photos / "bad.png").write_bytes(b"")
    done = command(photos / "bad.png", photos / "none.png", photos / "a.jpg", "--json")
    assert done.exit_code == 2
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [set(line) == {"file", "error"} for line in lines] == [True, True, False]
    done = command(photos / "bad.png")
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert command(photos / "none.png").stderr.count("none.png") == 1  # its name stood twice


def test_a_game_that_is_not_named_is_one_line(photos):
    done = CliRunner().invoke(app, ["read", str(photos)])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "--game: stackernoos, stonerow, stones" in done.stderr


def test_a_game_that_there_is_not_is_one_line(photos):
    done = CliRunner().invoke(app, ["read", str(photos), "--game", "chess"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


def test_what_is_no_piece_is_shown_only_when_it_is_asked_for(photos, tmp_path, monkeypatch):
    """A table with dice on it was listed as `unknown ? 100 %`, line after line."""
    corners = ((10.0, 10.0), (10.0, 60.0), (90.0, 60.0), (90.0, 10.0))
    pieces = tuple(Piece(kind, label, 1.0, corners) for kind, label in (("domino", "3-5"), ("unknown", None)))

    def look(_reader, file, *_):
        photo = load(file)
        return photo, Observation(photo.width, photo.height, "", pieces)

    monkeypatch.setattr("service.commands.read.Reader.look", look)
    result = command(photos / "b.png", "--out", tmp_path / "seen").stdout
    assert "unknown" not in result
    assert "1 thing that is no piece of this game: --all lists it" in result
    drawn = (tmp_path / "seen" / "b.jpg").read_bytes()
    asked = command(photos / "b.png", "--all", "--out", tmp_path / "seen").stdout
    assert "unknown" in asked
    assert "no piece of this game" not in asked
    assert (tmp_path / "seen" / "b.jpg").read_bytes() != drawn
    (line,) = command(photos / "b.png", "--json").stdout.splitlines()
    assert [piece["kind"] for piece in json.loads(line)["pieces"]] == ["domino", "unknown"]


def test_a_folder_without_pictures_is_one_line(tmp_path):
    done = command(tmp_path)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "no pictures" in done.stderr


def test_an_out_that_is_a_file_is_one_line(photos):
    done = command(photos, "--out", photos / "notes.txt")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)

"""Own pieces, by name in the data folder or by file: `read`, `serve`, and `POST /read`."""

from __future__ import annotations

import json

import pytest
from service_help import API, client_of, problem, running
from service_photos import domino, encoded
from typer.testing import CliRunner

from service.cli import app
from service.enrolled import KINDS, NoneEnrolled, check, enrolled, named
from service.settings import Settings
from vision.recognise.cards import printed_deck
from vision.recognise.stones.palette import own_artwork


@pytest.fixture
def mine(tmp_path):
    """Settings with a deck and stones of the user's own, both called `mine`."""
    settings = Settings(data=tmp_path)
    for kind, save in (("deck", printed_deck().save), ("stones", own_artwork().save)):
        file = next(each for each in KINDS if each.name == kind).file(settings, "mine")
        file.parent.mkdir(parents=True)
        save(file)
    return settings


def test_a_name_and_a_path_are_the_same_file(mine):
    file = mine.data / "stones" / "mine.json"
    assert enrolled(mine, "stones", "mine") == enrolled(mine, "stones", str(file)) == file
    assert enrolled(mine.model_copy(update={"stones": "mine"}), "stones") == file
    assert named(mine, "stones", "mine") == file
    assert enrolled(mine, "stones") is None
    assert enrolled(mine.model_copy(update={"stones": "mine"}), "stonerow") is None


@pytest.mark.parametrize("name", ["other", "../stones/mine", "/etc/passwd", "..", "mine.json", "", "a\0b"])
def test_what_is_not_enrolled_under_a_name_is_told(mine, name):
    with pytest.raises(NoneEnrolled):
        named(mine, "stones", name)


def test_the_line_says_what_is_there_and_what_to_do(mine):
    with pytest.raises(NoneEnrolled, match="mine; enrol with: tableside enroll deck … --name uno"):
        enrolled(mine, "stonerow", "uno")
    with pytest.raises(NoneEnrolled, match="no dominoes enrolled as 'mine'; the deck 'mine' is of stonerow"):
        enrolled(mine, "stackernoos", "mine")
    with pytest.raises(NoneEnrolled, match=r"nowhere\.npz is no file"):
        check(mine.model_copy(update={"deck": "nowhere.npz"}))


@pytest.mark.parametrize("words", [("watch", "--source", "."), ("review", ".")])
def test_watch_and_review_say_what_is_not_enrolled(mine, words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1.png").write_bytes(encoded(domino()))
    done = CliRunner().invoke(app, [*words, "--game", "stonerow", "--deck", "uno", "--data", str(mine.data)])
    assert done.exit_code == 2, done.output
    assert "'uno'" in done.stderr


def test_read_takes_a_name(mine, tmp_path):
    (tmp_path / "photo.png").write_bytes(encoded(domino()))
    words = ["read", str(tmp_path / "photo.png"), "--json", "--data", str(mine.data), "--game"]
    done = CliRunner().invoke(app, [*words, "stones", "--stones", "mine"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["schema"] == "tableside/observation@1"
    refused = CliRunner().invoke(app, [*words, "stonerow", "--deck", "uno"])
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)


def test_serve_says_at_once_what_is_not_enrolled(mine):
    done = CliRunner().invoke(app, ["serve", "--data", str(mine.data), "--port", "0", "--deck", "uno"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "'uno'" in done.stderr


def test_the_api_takes_names_and_no_paths(mine):
    with running(mine) as where, client_of(where) as client:
        photo, kind = encoded(domino()), {"content-type": "image/png"}
        for game, own in (("stonerow", {"deck": "mine"}), ("stones", {"stones": "mine"})):
            answer = client.post(f"{API}/read", params={"game": game, **own}, content=photo, headers=kind)
            assert answer.status_code == 200, answer.text
        path = str(mine.data / "decks" / "mine.npz")
        for given in ("uno", path):
            answer = client.post(f"{API}/read", params={"game": "stonerow", "deck": given}, content=photo, headers=kind)
            problem(answer, 422, "not-enrolled")

"""`tableside fit tracking`: what it takes, what it writes, and what it says of other folders."""

from __future__ import annotations

import json
import tomllib

import pytest
from typer.testing import CliRunner

from engine.games import find_game
from engine.options import read_options
from engine.record import Event, append, dumps, new
from service.cli import app
from service.commands import MENDABLE, Mendable, fit
from service.commands.fit import run
from service.settings import Settings
from vision.games.model import in_force

GAME = find_game("stackernoos")
OPTIONS = read_options(GAME.options_type, {"players": 2})
CAMERA = {"width": 640, "height": 480}


@pytest.fixture
def film(tmp_path):
    """A film of a few plays on which the truth tells no piece."""
    record, state = new(GAME.name, {"players": 2}, seed=5), GAME.start(OPTIONS, 5)
    for number in range(8):
        seat = GAME.actors(state)[0]
        move = GAME.moves(state, seat)[0]
        record = append(record, Event(0, f"2026-01-01T00:00:{number:02}.000Z", seat, str(move)))
        state = GAME.play(state, seat, move)
    folder = tmp_path / "film"
    folder.mkdir()
    (folder / "record.jsonl").write_text(dumps(record))
    (folder / "film.json").write_text(json.dumps({"plays": []}))
    frame = {"frame": 0, "time": 0.0, "phase": "still", "illegal": False, "camera": CAMERA, "pieces": []}
    frames = [frame | {"frame": n, "time": float(n), "events": n} for n in range(8)]
    (folder / "frames.jsonl").write_text("\n".join(map(json.dumps, frames)))
    return folder


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path / "data")


def test_the_numbers_of_a_game_are_written_with_where_they_come_from(film, tmp_path, settings, capsys):
    assert run("tracking", [film], tmp_path / "out", settings, truth=True) == 0
    text = tomllib.loads((tmp_path / "out/stackernoos/numbers.toml").read_text())
    assert text["quiet"]["n"] > 0
    assert text["quiet"]["source"] == "the records of 1 rendered games"
    said = capsys.readouterr().out
    assert "stackernoos: quiet" in said
    assert f"games are followed by {in_force('stackernoos')} as before" in said
    assert (
        text.keys() == tomllib.loads(in_force("stackernoos").read_text()).keys()
    )  # none is lost where it is put there


def test_the_program_itself_is_changed_where_that_is_said_alone(film, tmp_path, monkeypatch):
    """It wrote into its own folder without a word, by one game."""
    before = in_force("stackernoos").read_bytes()
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["fit", "tracking", str(film), "--truth", "--data", str(tmp_path / "data")])
    assert ran.exit_code == 0
    assert (tmp_path / "out/fit/stackernoos/numbers.toml").exists()
    assert in_force("stackernoos").read_bytes() == before


def test_who_says_nothing_is_told_what_to_say():
    ran = CliRunner().invoke(app, ["fit"])
    assert ran.exit_code == MENDABLE
    assert "tableside fit tracking FOLDER" in ran.output


def test_a_folder_that_is_no_film_is_named_in_a_plain_line(tmp_path, settings):
    for folder, line in ((tmp_path, "it has no record.jsonl"), (tmp_path / "none", "there is no folder")):
        with pytest.raises(Mendable, match=line) as wrong:
            run("tracking", [folder], tmp_path / "out", settings, truth=True)
        assert "Errno" not in str(wrong.value)


@pytest.mark.parametrize(("what", "line"), [("weather", "cannot be fitted"), ("tracking", "is no rendered game")])
def test_what_cannot_be_fitted_is_said_in_a_line(what, line, tmp_path, settings):
    with pytest.raises(Mendable, match=line) as wrong:
        run(what, [tmp_path], tmp_path, settings, truth=True)
    assert "\n" not in str(wrong.value)


def test_a_film_is_looked_at_once_and_again_when_it_is_another(film, tmp_path, settings, monkeypatch):
    looked, of_film = [], fit._of_film
    monkeypatch.setattr(fit, "_of_film", lambda order: looked.append(order.truth) or of_film(order))

    def numbers(out):
        assert run("tracking", [film], tmp_path / out, settings, truth=True) == 0
        return (tmp_path / out / "stackernoos/numbers.toml").read_bytes()

    assert numbers("one") == numbers("two")
    assert looked == [True]
    frames = (film / "frames.jsonl").read_text()
    (film / "frames.jsonl").write_text(frames[: frames.rindex("\n")])
    numbers("three")
    assert looked == [True, True]

"""Recordings followed offline."""

import functools
import json
import os
import shutil
import signal
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from watch_pictures import table

from engine import record
from engine.core import TABLE
from engine.games import find_game
from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.app import assemble
from service.capture.footage import footage
from service.capture.source import SourceError, find_source
from service.commands import Mendable
from service.commands import review as command
from service.commands.demo import FILM
from service.commands.recordings import replaced
from service.commands.review import FROM_THE_START, run
from service.commands.sitting import alone, seat_names, sitting
from service.following.review import FilmClock
from service.settings import Settings
from service.store.questions import Question
from service.store.store import Store
from service.tournament.model import ROBIN

TRUE = ["start 8-8", "extend 0-8 @-2,0,0:e"]
"""What was played in the demonstration's film when its pictures are taken."""


def pictures(folder, *frames):
    folder.mkdir()
    for number, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{number}.png"), frame)
    return str(folder)


@functools.cache
def filmed(*seconds):
    """Frames of the demonstration's film at some times."""
    capture = cv2.VideoCapture(str(FILM))
    frames = []
    for second in seconds:
        capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * second)
        frames.append(capture.read()[1])
    return tuple(frames)


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """A recording of one move, and the store of who has followed it."""
    folder = tmp_path_factory.mktemp("once")
    source = pictures(folder / "game", *filmed(2.7))
    assert run(source, "stackernoos", Settings(data=folder / "data"), None, folder / "out.jsonl", players=2) == 0
    return source, folder / "data"


@pytest.fixture
def followed(once, tmp_path):
    """The recording, and such a store of one's own."""
    source, data = once
    shutil.copytree(data, tmp_path / "data")
    return source, Settings(data=tmp_path / "data")


def film(path, frames, rate=10.0):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (1280, 720))
    for frame in frames:
        writer.write(frame)
    writer.release()
    return str(path)


def test_pictures_in_the_order_of_their_names_become_a_record(tmp_path, capsys):
    source = pictures(tmp_path / "game", *filmed(2.7, 4.8))
    options = tmp_path / "options.json"
    options.write_text('{"players": 2}')
    out = tmp_path / "out.jsonl"
    assert run(source, "stackernoos", Settings(data=tmp_path / "data"), str(options), out, names="Ada, Bo") == 0
    kept, damage = record.loads(out.read_text())
    assert damage is None
    moves = [(event.seat, event.move, event.by) for event in kept.events if event.kind == record.MOVE]
    assert [move for _, move, _ in moves] == TRUE
    assert [seat for seat, *_ in moves] == [0, 1]
    assert {by for *_, by in moves} == {"camera"}
    assert all(event.frames and 0 < event.confidence <= 1 for event in kept.events)
    assert record.replay(kept).fault is None
    text = capsys.readouterr()
    assert text.out == ""
    assert "2 moves; Ada: 0, Bo: 0" in text.err
    assert "assumed" not in text.err
    assert FROM_THE_START not in text.err
    assert "%" not in text.err


def test_more_names_than_players_and_names_that_are_none_are_refused_in_one_line(parts):
    game = parts.ledger.open("stones", {"players": 2}, None, parts.versions).id
    with pytest.raises(Mendable, match="3 names for 2 players"):
        seat_names(parts, game, "Ada,Bo,Cy")
    with pytest.raises(Mendable, match="--names: two seats are called 'Ada'"):
        seat_names(parts, game, "Ada,ada")


def test_the_summary_counts_players_moves_and_lists_what_is_open(parts):
    game = parts.ledger.open("stones", {"players": 2}, None, parts.versions).id
    parts.ledger.play(game, 0, TABLE, "marker 0")
    parts.questions.ask(game, Question("choice", "Was it nothing, or this?", 0))
    asked = parts.questions.open(game)
    lines = list(command._summary(parts.ledger.find(game), asked, Settings(data="/my games")))
    assert ": 0 moves; player 1: " in lines[0]
    assert lines[0].endswith("open questions: 1")
    assert lines[1:] == [
        "question 1: Was it nothing, or this?",
        f"answer on the page at /games/{game}, which this shows: tableside serve --data '/my games'",
    ]


def test_ctrl_c_writes_the_record_so_far_and_the_command_it_names_goes_on(tmp_path, capsys, monkeypatch):
    source, data, out = pictures(tmp_path / "game", *filmed(2.7, 4.8)), tmp_path / "data", tmp_path / "out.jsonl"
    before = signal.getsignal(signal.SIGINT)  # what runs in the background ignores it from the start
    follow, seen = command.follow, lambda shot, _look: shot.time > 2 and signal.raise_signal(2)
    monkeypatch.setattr(command, "follow", lambda *given: follow(*given[:4], seen, *given[5:]))
    with pytest.raises(Mendable) as stopped:
        run(source, "stackernoos", Settings(data=data), None, out, players=2)
    kept, _ = record.loads(out.read_text())
    assert [event.move for event in kept.events] == TRUE[:1]
    line = str(stopped.value)
    text = capsys.readouterr().err
    game = text.split()[1].rstrip(":")
    assert f"the record so far is in {out}" in line
    assert line.endswith(f"--game stackernoos --data {data} --resume {game}")
    assert "--from 2.2 " in line
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    assert run(source, "stackernoos", Settings(data=data), None, out, resume="last", begin=2.2) == 0
    assert [event.move for event in record.loads(out.read_text())[0].events] == TRUE
    assert f"game {game} goes on: 2 players" in capsys.readouterr().err


def test_a_game_that_cannot_be_gone_on_with_is_one_line(tmp_path):
    source = pictures(tmp_path / "game", table())
    settings = Settings(data=tmp_path / "data")

    def refused(**more):
        with pytest.raises(Mendable) as wrong:
            run(source, "stackernoos", settings, None, None, **more)
        assert "\n" not in str(wrong.value)
        return str(wrong.value)

    assert "leave --resume out" in refused(resume="last")
    assert "--resume last" in refused(resume="none")
    assert "--players" in refused(players=99)
    assert "ends before 100 s" in refused(begin=100.0)
    parts = assemble(settings)
    parts.ledger.open("stackernoos", {"players": 4}, None, parts.versions)
    parts.close()
    assert "leave --players and --options out" in refused(resume="last", players=2)


def test_a_game_is_followed_by_one_at_a_time(followed, capsys):
    source, settings = followed
    parts = assemble(settings)
    (game,) = parts.store.newest(5)
    with alone(parts, SimpleNamespace(game_id=game.id)), pytest.raises(Mendable, match="is being followed already"):
        run(source, "stackernoos", settings, None, None, resume="last")
    parts.close()
    assert run(source, "stackernoos", settings, None, None, resume="last") == 0
    assert FROM_THE_START in capsys.readouterr().err


def test_two_numbers_of_players_are_one_too_many(tmp_path):
    options = tmp_path / "options.json"
    options.write_text('{"players": 3}')
    with pytest.raises(Mendable, match=r"options\.json says 3 players and --players 2"):
        run("none.mp4", "stackernoos", Settings(data=tmp_path), str(options), None, players=2)


def test_without_a_file_the_record_goes_to_standard_output(tmp_path, capsys):
    source = pictures(tmp_path / "game", *filmed(2.7))
    assert run(source, "stackernoos", Settings(data=tmp_path / "data"), None, None) == 0
    text = capsys.readouterr()
    assert "4 players are assumed; if others play, stop and start again with --players N" in text.err
    lines = text.out.splitlines()
    assert json.loads(lines[0])["schema"] == "tableside/record@1"
    assert json.loads(lines[1])["move"] == TRUE[0]


@pytest.mark.parametrize("source", ["0", "http://127.0.0.1:9/stream"])
def test_what_is_no_recording_is_refused_in_one_line(tmp_path, source):
    with pytest.raises(Mendable) as refused:
        run(source, "stackernoos", Settings(data=tmp_path), None, None)
    assert "recording" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_film_is_refused_in_one_line(tmp_path):
    bad = tmp_path / "film.mp4"
    bad.write_bytes(b"no film")
    with pytest.raises(Mendable) as refused:
        run(str(bad), "stackernoos", Settings(data=tmp_path / "data"), None, None)
    assert "film.mp4" in str(refused.value)


def test_footage_gives_so_many_frames_a_second_with_their_times(tmp_path):
    source = find_source(film(tmp_path / "a.avi", [table()] * 30, 30.0))
    shots = list(footage(source, 10.0))
    assert [round(shot.time, 2) for shot in shots] == [round(n / 10, 2) for n in range(10)]
    assert shots[-1].share <= 1.0
    assert len(list(footage(source, 100.0))) == 30


@pytest.mark.parametrize("begin", [0.04, 6.95, 12.02])
def test_what_was_filmed_before_is_passed_over_and_not_decoded(monkeypatch, begin):
    """To come to the last play of a film took as long as to look at it."""
    taken, real = [], cv2.VideoCapture

    class Counted:
        def __init__(self, name):
            self._opened = real(name)

        def __getattr__(self, name):
            return getattr(self._opened, name)

        def grab(self):
            taken.append(1)
            return self._opened.grab()

    source, rate = find_source(str(FILM.parents[1] / "stones" / "film.mp4")), 15.0
    monkeypatch.setattr(cv2, "VideoCapture", Counted)
    shot = next(footage(source, rate, begin))
    assert len(taken) <= 3
    monkeypatch.undo()
    capture = cv2.VideoCapture(source.name)
    for _ in range(shot.number + 1):
        capture.grab()
    assert np.array_equal(shot.pixels, capture.retrieve()[1])
    assert shot.number == round(begin * rate)
    assert shot.time == shot.number / rate
    capture.release()


def test_a_broken_picture_is_named(tmp_path):
    folder = tmp_path / "game"
    pictures(folder, table("1-1"))
    (folder / "1.png").write_bytes(b"broken")
    with pytest.raises(SourceError, match=r"1\.png"):
        list(footage(find_source(str(folder)), 10.0))


def test_the_clock_of_a_film_counts_from_its_start():
    clock = FilmClock(datetime(2026, 1, 1, 12, 0, tzinfo=UTC))
    clock.time = 61.5
    assert clock() == "2026-01-01T12:01:01.500Z"


def test_the_last_game_is_the_one_played_last_whatever_its_recording_s_date(tmp_path, capsys):
    settings = Settings(data=tmp_path / "data")
    old = pictures(tmp_path / "old", *filmed(2.7))
    os.utime(tmp_path / "old" / "0.png", (10**9, 10**9))
    new = pictures(tmp_path / "new", *filmed(2.7))
    ids = []
    for source, resume in ((new, None), (old, None), (old, "last")):
        assert run(source, "stackernoos", settings, None, tmp_path / "out.jsonl", resume=resume) == 0
        ids.append(capsys.readouterr().err.split()[1].rstrip(":"))
    assert ids[2] == ids[1] != ids[0]


def test_a_record_is_not_written_over_what_is_none(tmp_path):
    settings, source = Settings(data=tmp_path / "data"), pictures(tmp_path / "game", *filmed(2.7))
    notes = tmp_path / "notes.txt"
    notes.write_text("what I wrote")
    for out, line in ((notes, "something else than a record"), (tmp_path / "no" / "x.jsonl", "choose another place")):
        with pytest.raises(Mendable, match=line):
            run(source, "stackernoos", settings, None, out)
    assert notes.read_text() == "what I wrote"
    with pytest.raises(Mendable, match="is a folder"):
        run(source, "stackernoos", settings, None, tmp_path)
    assert not (tmp_path / "data").exists()


def test_a_recording_that_breaks_off_is_said_and_a_broken_picture_leaves_no_empty_game(tmp_path, capsys):
    whole = tmp_path / "film.avi"
    film(whole, filmed(2.7) * 40)
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    settings = Settings(data=tmp_path / "data")
    assert run(str(cut), "stackernoos", settings, None, tmp_path / "out.jsonl") == 0
    assert "breaks off at" in capsys.readouterr().err
    source = pictures(tmp_path / "game", *(table() for _ in range(2)))
    (tmp_path / "game" / "1.png").write_bytes(b"no picture")
    with pytest.raises(Mendable, match="take it out of the folder"):
        run(source, "stackernoos", Settings(data=tmp_path / "other"), None, None)
    with closing(Store(Settings(data=tmp_path / "other").url)) as store:
        assert store.newest(9) == ()


def test_a_recording_in_which_nothing_was_played_leaves_no_game(tmp_path, capsys):
    settings, out = Settings(data=tmp_path / "data"), tmp_path / "out.jsonl"
    source = pictures(tmp_path / "game", np.full((720, 1280, 3), 90, np.uint8))
    assert run(source, "stackernoos", settings, None, out) == 0
    assert "no game is kept" in capsys.readouterr().err
    assert record.loads(out.read_text())[0].events == ()
    with closing(Store(settings.url)) as store:
        assert store.newest(9) == ()


def test_a_record_that_cannot_be_written_at_the_end_says_where_the_game_is(tmp_path, monkeypatch):
    def full(*_given, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    settings = Settings(data=tmp_path / "data")
    with pytest.raises(Mendable, match=r"No space left on device; .*; game [0-9a-f]+ is kept"):
        run(pictures(tmp_path / "game", *filmed(2.7)), "stackernoos", settings, None, tmp_path / "out.jsonl")
    assert not list(tmp_path.glob("*.part"))


def _ask(parts, game):
    parts.disputes.ask(game, {"about": "score"})


def _enter(parts, game):
    parts.ledger.undo(game, parts.ledger.version(game), 1)


def _call(parts, game):
    parts.evenings.call(game, "The final")


def _seat(parts, game):
    parts.players.seat(game, {0: "Ada"})


def _pair(parts, game):
    tournament = parts.tournaments.open("Cup", "stackernoos", ["Ada", "Bo"], ROBIN, games="tables").id
    parts.tournaments.pair(tournament)
    parts.tournaments.link(tournament, 1, 1, game)


def _let_in(parts, game):
    parts.tokens.keep(new_secret(), Caller(Role.SPECTATOR, "", game))


def _go_on(parts, game):
    """As `watch --resume` does: what a camera saw later is in no recording."""
    sitting(parts, find_game("stackernoos"), resume=game)


@pytest.mark.parametrize("use", [None, _ask, _enter, _call, _seat, _pair, _let_in, _go_on])
def test_the_newest_game_of_a_recording_takes_the_place_of_one_that_nobody_used(followed, tmp_path, capsys, use):
    source, settings = followed
    with closing(assemble(settings)) as parts:
        (old,) = parts.store.newest(9)
        if use is not None:
            use(parts, old.id)
    assert run(source, "stackernoos", settings, None, tmp_path / "record.jsonl", players=2) == 0
    with closing(assemble(settings)) as parts:
        assert len(parts.store.newest(9)) == (1 if use is None else 2)
    said = capsys.readouterr().err
    assert ("takes the place of" in said, "stays beside" in said) == (use is None, use not in {None, _go_on})


def test_a_game_that_has_only_begun_is_not_taken_away(parts):
    begun, newest = (parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id for _ in range(2))
    for each in (begun, newest):
        parts.store.tells(each, "0" * 64, goes_on=False)
    assert list(replaced(parts, newest)) == []
    assert parts.ledger.find(begun).version == 0


def test_a_game_that_is_being_followed_is_not_taken_away(followed, tmp_path, capsys):
    source, settings = followed
    with closing(assemble(settings)) as parts:
        old = parts.store.newest(1)[0].id
        with alone(parts, SimpleNamespace(game_id=old)):
            assert run(source, "stackernoos", settings, None, tmp_path / "record.jsonl", players=2) == 0
        assert parts.ledger.find(old).version == 1
    assert "stays beside" in capsys.readouterr().err

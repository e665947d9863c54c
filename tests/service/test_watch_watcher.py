"""From a film to what the table publishes."""

import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
from service_help import LIMIT, eventually
from watch_frames import video
from watch_pictures import hand, table

from engine.games.stackernoos.options import StackernoosOptions
from service.app import assemble
from service.capture.capture import CaptureSettings
from service.capture.source import find_source
from service.following.session import Books, Session
from service.following.tables import Health, Table
from service.following.watcher import Watcher, WatchSettings, judged, summary
from service.page.observation import from_table
from service.settings import Settings
from service.store.clock import now
from service.store.questions import Question
from service.store.store import StoreFull
from vision.games import TableReading
from vision.games.reading import Shown
from vision.observation import Notice, Observation, Piece
from vision.pipeline import recogniser_for
from vision.scene.region import TableRegion

RUN = "1-1 1-5 5-3"
CAPTURE = CaptureSettings(picture_time=0.8, retries=(0.1,), start=LIMIT, stuck=LIMIT)
QUICK = WatchSettings(capture=CAPTURE, report=0.2, patience=0.0)
"""No picture goes by while one is read."""


def folder(path, *frames):
    path.mkdir()
    for n, frame in enumerate(frames):
        cv2.imwrite(str(path / f"{n}.png"), frame)
    return find_source(str(path))


def read_photo(photo, _known=None):
    return recogniser_for("stackernoos").see(photo)


def sitting(data, read=read_photo, options=None):
    """A session on a new game, in a store of its own."""
    parts = assemble(Settings(data=data))
    house = StackernoosOptions(players=2) if options is None else options
    game = parts.ledger.open("stackernoos", house.to_json(), None, parts.versions)
    return Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), read)


def watched(source, data, settings=QUICK, *, read=read_photo, enough=lambda shown: False, options=None, region=None):
    """Every snapshot that a watcher published, and the lines that it said, until the source ended or it is enough."""
    shown, lines = [], []
    board = Table("1")
    board.give(region)
    publish = board.publish

    def keep(**change):
        version = publish(**change)
        shown.append(board.snapshot())
        return version

    board.publish = keep
    watcher = Watcher(board, source, sitting(data, read, options), settings)
    watcher.say = lines.append
    end = time.monotonic() + 2 * LIMIT
    watcher.run(lambda: time.monotonic() > end or enough(shown))
    return board, shown, lines


def test_a_still_table_is_read_and_published(tmp_path):
    board, shown, lines = watched(folder(tmp_path / "pictures", table(RUN)), tmp_path)
    now = board.snapshot()
    assert {t["tile"] for t in now["position"]["tiles"]} == set(RUN.split())
    assert len(now["observation"]["pieces"]) == 3
    assert now["cells"].keys() == {"0", "1", "2"}
    assert now["health"]["state"] == "ended"
    assert now["gate"]["state"] == "still"
    assert now["frames"]["seen"] >= 5
    assert cv2.imdecode(np.frombuffer(board.picture(), np.uint8), 1).shape == (720, 1280, 3)
    assert any("3 pieces: 3 in lines" in line for line in lines)
    assert {s["gate"]["state"] for s in shown if s["gate"]} == {"settling", "still"}


def three(_photo, _known=None):
    """Three tiles in the lower right quarter and one at the upper left of a picture of 1280×720."""
    at = [(700, 500), (800, 500), (900, 500), (60, 60)]
    quads = [((x, y), (x, y + 40), (x + 80, y + 40), (x + 80, y)) for x, y in at]
    names = ("1-1", "1-5", "5-3", "6-6")
    return Observation(1280, 720, "", tuple(Piece("domino", n, 0.99, q) for n, q in zip(names, quads, strict=True)))


def test_what_lies_beside_the_table_that_people_showed_is_none_of_it(tmp_path):
    lower = TableRegion(((0.3, 0.4), (1.0, 0.4), (1.0, 1.0), (0.3, 1.0)), "people")
    source = folder(tmp_path / "pictures", table(RUN))
    board, _, _ = watched(source, tmp_path, read=three, region=lower)
    assert [each["label"] for each in board.snapshot()["observation"]["pieces"]] == ["1-1", "1-5", "5-3"]
    assert board.snapshot()["region"] == lower.to_json()


def test_where_pieces_lie_tells_the_table_and_is_shown(tmp_path):
    board, _, _ = watched(folder(tmp_path / "pictures", table(RUN)), tmp_path, read=three)
    assert len(board.snapshot()["observation"]["pieces"]) == 4
    assert board.snapshot()["region"]["source"] == "pieces"


def test_from_the_first_move_on_the_record_is_judged_and_not_what_is_seen(tmp_path):
    session = sitting(tmp_path)
    seen = TableReading(Shown({"tiles": [{"tile": "1-5", "at": [2, 0, 1], "dir": "e"}]}))
    assert judged(seen, session)["faults"]
    session._books.ledger.play(session.game_id, 0, 0, "start 1-1")
    session.look(table("1-1"), 0.0)
    assert judged(seen, session)["faults"] == []


def test_a_film_with_a_hand_keeps_the_last_stable_reading(tmp_path):
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (1280, 720))
    grain = np.random.default_rng(3).integers(0, 40, (90, 160, 1)).astype(np.uint8)  # by which a cloth is found again
    before, after = (cv2.add(table(tiles), grain.repeat(8, 0).repeat(8, 1).repeat(3, 2)) for tiles in ("1-1", RUN))
    for frame in [before] * 16 + [hand(before), before] * 5 + [hand(after), after] * 5 + [after] * 20:
        writer.write(frame)
    writer.release()
    _, shown, _ = watched(find_source(str(tmp_path / "film.avi")), tmp_path)
    positions = [frozenset(t["tile"] for t in s["position"]["tiles"]) for s in shown if s["position"]]
    assert list(dict.fromkeys(positions)) == [{"1-1"}, set(RUN.split())]
    moving = [s for s in shown if s["gate"] and s["gate"]["state"] == "moving" and s["position"]]
    assert moving


def test_a_film_that_no_computer_keeps_up_with_is_watched_frame_by_frame(tmp_path):
    board, _, _ = watched(find_source(video(tmp_path / "film.mp4", 60, rate=1000.0)), tmp_path)
    assert board.snapshot()["frames"] | {"per_second": 0} == {"seen": 60, "dropped": 0, "per_second": 0}


def test_how_long_a_look_takes_is_a_matter_of_a_film_s_own_time_and_of_a_camera_s_clock(tmp_path):
    film, camera = (
        Watcher(Table("1"), folder(tmp_path / "pictures", table()), None),
        Watcher(Table("1"), find_source("0"), None),
    )
    busy = {}
    for watcher, name in ((film, "film"), (camera, "camera")):
        watcher._began = 3.0
        for done in (True, False):
            watcher._looking = SimpleNamespace(done=lambda done=done: done)
            busy[name, done] = [watcher._is_busy(SimpleNamespace(time=time)) for time in (3.1, 3.2, 3.25, 9.0)]
    assert busy["film", True] == busy["film", False] == [True, True, False, False]
    assert (busy["camera", True], busy["camera", False]) == ([False] * 4, [True] * 4)


def test_the_same_table_is_said_once(tmp_path):
    _, _, lines = watched(folder(tmp_path / "pictures", table(RUN), table(RUN) // 8, table(RUN)), tmp_path)
    assert sum("3 in lines" in line for line in lines) == 1
    assert len(lines) == len(set(lines))


def test_a_frame_that_cannot_be_read_does_not_end_the_watch(tmp_path):
    tries = []

    def read(photo, _known=None):
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("a stage is broken")
        return read_photo(photo)

    board, _, lines = watched(folder(tmp_path / "pictures", table(), table(RUN)), tmp_path, read=read)
    assert len(tries) >= 2
    assert any("could not be read" in line for line in lines)
    assert board.snapshot()["position"]["tiles"]


def test_a_full_disk_is_said_once_and_shown_until_it_is_mended(tmp_path):
    full = "the disk is full: free some space"
    tries = []

    def read(photo, _known=None):
        tries.append(1)
        if len(tries) <= 2:
            raise StoreFull(full)
        return read_photo(photo)

    board, shown, lines = watched(folder(tmp_path / "pictures", table(), table(RUN), table(RUN)), tmp_path, read=read)
    assert lines.count(full) == 1
    assert not any("could not be read" in line for line in lines)
    assert any(each["health"] == {"state": "unkept", "detail": full} for each in shown)
    assert [each["health"]["detail"] for each in shown if each["position"]].count(full) <= 1
    assert board.snapshot()["position"]["tiles"]


def test_what_passes_before_the_camera_does_not_hide_that_nothing_is_recorded():
    shown = []
    board = SimpleNamespace(publish=lambda **told: shown.append(told["health"].state) if "health" in told else None)
    watcher = Watcher(board, None, None)
    watcher.say = lambda _line: None
    camera = SimpleNamespace(notes=[], health=Health("ok", "The camera is on."), seen=0, dropped=0)
    watcher._report(camera)
    watcher._unkept("the disk is full")
    for state in ("blocked", "moving"):
        watcher._state = SimpleNamespace(state=state, detail="")
        watcher._report(camera)
    assert shown == ["ok", "unkept", "blocked", "unkept"]


def test_a_region_that_went_with_a_bumped_camera_is_kept_where_it_is_now():
    given = TableRegion(((0.2, 0.2), (0.6, 0.2), (0.6, 0.6), (0.2, 0.6)), "people")
    bumped = TableRegion(tuple((x + 0.1, y + 0.1) for x, y in given.corners), "people")
    kept = []
    board = Table("1")
    board.give(given)
    watcher = Watcher(board, None, None)
    watcher.keep, watcher._given = kept.append, given
    watcher._carry(given)
    watcher._carry(replace(bumped, source="pieces"))
    assert (board.given, kept) == (given, [])
    watcher._carry(bumped)
    assert (board.given, kept) == (bumped, [bumped])
    board.give(given)  # people say otherwise while a frame is on its way
    watcher._carry(TableRegion(tuple((x + 0.2, y) for x, y in given.corners), "people"))
    assert (board.given, kept) == (given, [bumped])


def test_a_region_that_cannot_be_kept_is_said():
    def full(_region):
        raise OSError(28, "No space left on device")

    lines = []
    watcher = Watcher(Table("1"), None, None)
    watcher.keep, watcher.say = full, lines.append
    watcher._carry(TableRegion(((0.2, 0.2), (0.6, 0.2), (0.6, 0.6), (0.2, 0.6)), "people"))
    assert lines == ["the region was not kept: No space left on device"]


def test_a_full_disk_at_the_end_of_a_film_is_said(tmp_path, monkeypatch):
    def full(_session):
        raise StoreFull("the disk is full: free some space")

    monkeypatch.setattr(Session, "end", full)
    _, _, lines = watched(folder(tmp_path / "pictures", table(RUN)), tmp_path)
    assert "the disk is full: free some space" in lines


def test_the_house_rules_are_those_that_the_table_is_judged_by(tmp_path):
    corners = ((100.0, 140.0), (100.0, 100.0), (180.0, 100.0), (180.0, 140.0))

    def read(photo, _known=None):
        return Observation(photo.width, photo.height, photo.sha256, (Piece("domino", "9-9", 1.0, corners),))

    source = folder(tmp_path / "pictures", table(RUN))
    usual, _, _ = watched(source, tmp_path, read=read)
    small, _, _ = watched(source, tmp_path, read=read, options=StackernoosOptions(players=2, max_pip=6, hand_size=7))
    assert [tile["tile"] for tile in usual.snapshot()["position"]["tiles"]] == ["9-9"]
    assert not small.snapshot()["position"]["tiles"]  # there is no such tile in a set up to six
    shown = from_table(small.snapshot())
    assert (shown.options["players"], shown.options["max_pip"]) == (2, 6)


def test_glare_that_a_look_finds_is_told_with_its_place_while_the_table_is_still(tmp_path):
    glare = Notice("glare", "at the top right: turn the lamp", (80.0, 5.0, 95.0, 25.0))

    def read(photo, known=None):
        return replace(read_photo(photo, known), warnings=(glare,))

    source = folder(tmp_path / "pictures", table(RUN))
    board, _, lines = watched(source, tmp_path, read=read, enough=lambda shown: "glare" in (shown[-1]["gate"] or {}))
    told = {"state": "still", "detail": "Glare: at the top right: turn the lamp.", "glare": glare.to_json()}
    assert board.snapshot()["gate"] == told
    assert lines.count(told["detail"]) == 1


def test_glare_of_before_something_moved_is_not_told_again(tmp_path):
    lines = []
    watcher = Watcher(Table("1"), folder(tmp_path / "pictures", table(RUN)), sitting(tmp_path), QUICK)
    watcher.say = lines.append
    watcher._glare = Notice("glare", "at the top right: turn the lamp", (80.0, 5.0, 95.0, 25.0)).to_json()
    for state in ("still", "moving", "still"):
        watcher._tell_gate(SimpleNamespace(state=state, detail=state))
    assert lines == ["Glare: at the top right: turn the lamp."]
    assert watcher.table.snapshot()["gate"] == {"state": "still", "detail": "still"}


def test_a_dark_picture_is_said_and_not_read(tmp_path):
    board, _, lines = watched(folder(tmp_path / "pictures", table(RUN) // 8), tmp_path)
    assert board.snapshot()["gate"]["state"] == "dark"
    assert board.snapshot()["observation"] is None
    assert any("light" in line for line in lines)


def test_a_missing_camera_is_published_and_the_watch_goes_on(tmp_path):
    board = Table("1")
    watcher = Watcher(board, find_source("97"), sitting(tmp_path), QUICK)
    stop, lines = threading.Event(), []
    watcher.say = lines.append
    thread = threading.Thread(target=watcher.run, args=(stop.is_set,))
    thread.start()
    eventually(lambda: board.snapshot()["health"]["state"] == "retrying", "what is missing")
    game, questions = watcher.session.game_id, watcher.session._books.questions
    for kind in ("choice", "out_of_step"):
        questions.ask(game, Question(kind, "What was played?", 0))
    stop.set()
    thread.join(LIMIT)
    assert not thread.is_alive()
    # Of a table that nobody sees nothing is asked; what was played may still be told.
    assert [each.question.kind for each in questions.open(game)] == ["choice"]
    assert board.snapshot()["health"]["state"] == "retrying"
    assert sum("There is no camera 97" in line for line in lines) == 1


def changes(shown):
    """How many tiles lay on the table, one after another."""
    counts = [len(s["position"]["tiles"]) for s in shown if s["position"]]
    return [n for k, n in enumerate(counts) if k == 0 or counts[k - 1] != n]


def test_a_loop_goes_on_after_its_last_picture(tmp_path):
    source = folder(tmp_path / "pictures", table("1-1"), table(RUN))
    settings = replace(QUICK, capture=replace(QUICK.capture, loop=True))
    _, shown, _ = watched(source, tmp_path, settings, enough=lambda shown: len(changes(shown)) > 2)
    assert changes(shown)[:2] == [1, 3]


def test_the_summary_counts_and_names_the_rules():
    meaning = {
        "cells": {"0": {}}, "loose": [1], "unsure": [],
        "faults": [{"name": "x", "detail": "1 meets 2", "rules": ["SN-9"]}],
    }  # fmt: skip
    corners = ((0.0, 0.0), (0.0, 1.0), (2.0, 1.0), (2.0, 0.0))
    pieces = (Piece("domino", "1-1", 1.0, corners), Piece("domino", "1-2", 1.0, corners))
    line = summary(Observation(1, 1, "", pieces), meaning)
    assert line == "2 pieces: 1 in lines, 1 beside the game; fault: 1 meets 2 (SN-9)"


def test_the_summary_says_a_cascade_once_and_what_rests_on_an_unsure_tile():
    loose = {"name": "loose_tile", "detail": "beyond", "rules": ["SN-9"]}
    doubtful = {"name": "no_match", "detail": "perhaps", "rules": ["SN-5"], "if": ["0-1"]}
    meaning = {"cells": {}, "loose": [], "unsure": [], "faults": [loose, loose, loose, doubtful]}
    line = summary(Observation(1, 1, "", ()), meaning)
    assert line == "0 pieces; fault: beyond (SN-9) and 2 more like it; fault if the unsure tile is 0-1: perhaps (SN-5)"

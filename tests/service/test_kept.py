"""What tasks gave is kept by what decides it: a second run does only what is missing, and gives the same."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from datasets.draw import Scene, Tile, View
from service.batch import follow, kept, look
from service.batch.kept import DAYS, Form, Shelf, as_json, code_hash, digest, shelf_in
from service.batch.progress import told
from service.batch.tasks import HERE, TaskFailed, each, in_order
from service.cli import app
from service.commands import Mendable
from service.commands.resumable import resumable
from service.commands.review import Stopped
from service.commands.review_many import run_many
from service.settings import Settings
from service.start import INTERRUPTED
from vision.observation import Candidate, MatLies, Notice, Observation, Piece


@dataclass(frozen=True)
class Order:
    """A file to be turned into capitals, with what is put behind."""

    file: Path
    ending: str = "!"

    @property
    def decides(self):
        return [digest(self.file), self.ending]


class Worker:
    """Does the work, and knows for which files it did."""

    def __init__(self):
        self.did = []

    def __call__(self, order):
        self.did.append(order.file.name)
        text = order.file.read_text()
        if not text:
            raise ValueError("there is nothing in it")
        return text.upper() + order.ending


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "kept", as_json(str), "this code")


@pytest.fixture
def orders(tmp_path):
    for name in ("one", "two", "three"):
        (tmp_path / name).write_text(name)
    return [Order(tmp_path / name) for name in ("one", "two", "three")]


def outcomes(work, orders, shelf):
    """What became of each order, in their order, and how many were there before."""
    listed = sorted(each(work, orders, HERE, shelf), key=lambda done: done.number)
    return [done.result for done in listed], sum(done.before for done in listed)


def test_a_second_run_does_nothing_and_gives_the_same(worker, orders, shelf):
    assert outcomes(worker, orders, shelf) == (["ONE!", "TWO!", "THREE!"], 0)
    assert outcomes(worker, orders, shelf) == (["ONE!", "TWO!", "THREE!"], 3)
    assert list(in_order(worker, orders, HERE, shelf)) == ["ONE!", "TWO!", "THREE!"]
    assert worker.did == ["one", "two", "three"]


def test_what_was_changed_or_is_new_is_done_and_the_rest_is_not(worker, orders, shelf, tmp_path):
    outcomes(worker, orders, shelf)
    worker.did.clear()
    (tmp_path / "two").write_text("other")
    (tmp_path / "four").write_text("four")
    orders = [Order(tmp_path / "four"), *orders[:2], Order(orders[2].file, "?")]
    assert outcomes(worker, orders, shelf) == (["FOUR!", "ONE!", "OTHER!", "THREE?"], 1)
    assert sorted(worker.did) == ["four", "three", "two"]


def test_the_same_content_under_another_name_is_known(worker, orders, shelf, tmp_path):
    outcomes(worker, orders, shelf)
    (tmp_path / "again").write_text("one")
    assert outcomes(worker, [Order(tmp_path / "again")], shelf) == (["ONE!"], 1)


def test_other_code_does_it_again(worker, orders, shelf):
    outcomes(worker, orders, shelf)
    assert outcomes(worker, orders, Shelf(shelf.folder, shelf.form, "other code"))[1] == 0


@pytest.mark.parametrize("name", ["result.json", "whole.json"])
@pytest.mark.parametrize("text", ["", '"TWO?"', "{}", "[1]", "7", '{"result.json": "0"}', '{"gone.json": "0"}'])
def test_a_damaged_result_is_done_again(worker, orders, shelf, name, text):
    outcomes(worker, orders, shelf)
    worker.did.clear()
    (shelf.folder / shelf.key(orders[1]) / name).write_text(text)
    assert outcomes(worker, orders, shelf) == (["ONE!", "TWO!", "THREE!"], 2)
    assert worker.did == ["two"]
    assert outcomes(worker, orders, shelf)[1] == 3


def test_a_whole_result_of_another_kind_is_done_again(worker, orders, shelf):
    outcomes(worker, orders, Shelf(shelf.folder, Form(lambda _: {"result.json": b"7"}, lambda _: "seven"), shelf.code))
    assert outcomes(worker, orders, shelf) == (["ONE!", "TWO!", "THREE!"], 0)


def test_what_fails_is_not_kept_and_stops_nobody(worker, orders, shelf):
    orders[1].file.write_text("")
    wrong = [(done.result, done.wrong) for done in each(worker, orders, HERE, shelf)]
    assert wrong == [("ONE!", ""), (None, "there is nothing in it"), ("THREE!", "")]
    orders[1].file.write_text("two")
    assert outcomes(worker, orders, shelf) == (["ONE!", "TWO!", "THREE!"], 2)


def test_a_run_that_was_stopped_goes_on(worker, orders, shelf):
    results = in_order(worker, orders, HERE, shelf)
    assert next(results) == "ONE!"
    results.close()
    assert list(in_order(worker, orders, HERE, shelf)) == ["ONE!", "TWO!", "THREE!"]
    assert worker.did == ["one", "two", "three"]


def test_what_cannot_be_read_is_one_line(worker, tmp_path, shelf):
    with pytest.raises(Mendable, match=r"none cannot be opened: No such file"):
        list(each(worker, [Order(tmp_path / "none")], HERE, shelf))


def test_anew_all_is_done_again_and_kept(worker, orders, tmp_path):
    settings, form = Settings(data=tmp_path), as_json(str)
    outcomes(worker, orders, shelf_in(settings, form))
    assert outcomes(worker, orders, shelf_in(settings, form, anew=True))[1] == 0
    assert outcomes(worker, orders, shelf_in(settings, form))[1] == 3


@pytest.mark.parametrize(("days", "old"), [(None, DAYS), (2.0, 2.0)])
def test_results_go_after_a_while_and_never_later_than_pictures(worker, orders, tmp_path, days, old):
    settings = Settings(data=tmp_path, evidence_days=days)
    shelf = shelf_in(settings, as_json(str))
    outcomes(worker, orders, shelf)
    for number, order in enumerate(orders):
        place = shelf.folder / shelf.key(order)
        then = place.stat().st_mtime - (old + number - 1.5) * kept.SECONDS_A_DAY
        os.utime(place, (then, then))
    assert outcomes(worker, orders, shelf_in(settings, as_json(str)))[1] == 2


def test_what_was_seen_is_kept_to_the_last_digit():
    piece = Piece(
        "card", None, 1 / 3, ((0.1, 2e-17), (1e300, -0.0), (3.0, 4.0), (5.0, 6.0)), None, (Candidate("a", 0.7),)
    )
    lies = MatLies(("stonerow", "a4", "table"), (1 / 7,) * 9)
    seen = Observation(3, 4, "00", (piece,), (Notice("glare", "here", (0.1, 0.2, 0.3, 0.4)),), "m", lies)
    assert look.SEEN.result(look.SEEN.files((seen, 12.5))) == (seen, 12.5)


def test_the_code_that_decides_is_all_of_ours():
    assert code_hash() == code_hash() != code_hash("tests/benchmarks")


# Progress, and ends


def test_every_tenth_is_told(capsys):
    assert list(told(range(25), 25, "photos")) == list(range(25))
    lines = capsys.readouterr().err.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (9, "3 of 25 photos", "25 of 25 photos")


class Terminal:
    """A standard error that is one."""

    def __init__(self):
        self.written = ""

    def isatty(self):
        return True

    def write(self, text):
        self.written += text

    def flush(self):
        pass


def test_a_terminal_has_a_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert list(told(iter("ab"), 2, "photos")) == ["a", "b"]
    assert "2 of" not in sys.stderr.written


def interrupted():
    raise KeyboardInterrupt


def failing():
    raise TaskFailed("its process was lost 4 times")


def test_the_end_of_a_command_is_one_line(capsys):
    assert resumable(interrupted) == INTERRUPTED
    assert capsys.readouterr().err == "stopped; the same command goes on with what is not done yet\n"
    with pytest.raises(Mendable, match="lost 4 times"):
        resumable(failing)
    assert resumable(lambda: 0) == 0


# The command `review` of several recordings


def test_ctrl_c_in_one_recording_ends_all(tmp_path, monkeypatch, capsys):
    import cv2

    begun, recordings = [], [tmp_path / name for name in ("one", "two")]
    for number, folder in enumerate(recordings):
        folder.mkdir()
        cv2.imwrite(str(folder / "0.png"), np.full((90, 160, 3), 90 * number, np.uint8))

    def stopped(source, *_given, **_named):
        begun.append(Path(source).name)
        raise Stopped("stopped, at 0 s")

    monkeypatch.setattr(follow, "run", stopped)
    settings = Settings(data=tmp_path / "data", database_url=None)
    assert run_many(list(map(str, recordings)), "stackernoos", settings, None, tmp_path / "out", 2, HERE) == INTERRUPTED
    assert begun == ["one"]
    assert "the same command goes on" in capsys.readouterr().err


# The command `eval`


def drawn(folder, number, scene):
    import cv2

    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / f"{number:06d}.jpg"), scene.draw())
    pieces = [{**piece, "face": "up"} for piece in scene.truth()["pieces"]]
    (folder / f"{number:06d}.json").write_text(json.dumps({"game": "stackernoos", "pieces": pieces}))


def table(*tiles):
    return Scene(tiles, View(width=640, height=360), "slate")


def test_eval_reads_what_it_has_not_read(tmp_path, monkeypatch):
    scenes, read, looked = tmp_path / "scenes", [], look.looked
    drawn(scenes, 0, table(Tile("1-4", -60, 0)))
    drawn(scenes, 1, table(Tile("2-2", 20, 20, 30)))

    def counted(order):
        read.append(order.photo.stem)
        return looked(order)

    monkeypatch.setattr(look, "looked", counted)
    words = ["eval", "--scenes", str(scenes), "--json", "--data", str(tmp_path / "data")]
    first = CliRunner().invoke(app, words)
    assert (first.exit_code, read) == (0, ["000000", "000001"]), first.output
    again = CliRunner().invoke(app, words)
    assert (again.stdout, read) == (first.stdout, ["000000", "000001"])
    drawn(scenes, 0, table(Tile("1-4", -60, 0), Tile("0-3", 60, 0)))
    assert CliRunner().invoke(app, words).exit_code == 0
    assert read == ["000000", "000001", "000000"]
    assert CliRunner().invoke(app, [*words, "--anew"]).exit_code == 0
    assert len(read) == 5


def test_eval_that_is_stopped_goes_on(tmp_path, monkeypatch):
    scenes, looked, read = tmp_path / "scenes", look.looked, []
    for number in range(3):
        drawn(scenes, number, table(Tile("1-4", 20 * number, 0)))

    def stopped(order):
        if len(read) == 2:
            raise KeyboardInterrupt
        read.append(order.photo.stem)
        return looked(order)

    words = ["eval", "--scenes", str(scenes), "--data", str(tmp_path / "data")]
    with monkeypatch.context() as patched:
        patched.setattr(look, "looked", stopped)
        done = CliRunner().invoke(app, words)
    assert (done.exit_code, done.stdout) == (INTERRUPTED, "")
    assert "the same command goes on" in done.stderr
    monkeypatch.setattr(look, "looked", lambda order: read.append(order.photo.stem) or looked(order))
    assert CliRunner().invoke(app, words).exit_code == 0
    assert read == ["000000", "000001", "000002"]

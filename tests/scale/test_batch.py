"""Recordings as tasks: the same results whoever does them, done once, and a lost process loses one task's work."""

import json
import sys
from functools import partial
from pathlib import Path

import cv2
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import batch_work as work
from service_help import KILLS, LIMIT

from datasets.films import film, stills
from datasets.scenes import run as scenes
from engine import record
from service.app import assemble
from service.batch import look
from service.batch.draw import Drawers
from service.batch.follow import STORE
from service.batch.kept import FOLDER, Shelf, as_json
from service.batch.tasks import NoRay, Workers, each, in_order
from service.commands import Mendable, fit
from service.commands.demo import FILM
from service.commands.review_many import run_many
from service.settings import Settings
from tests.benchmarks import read

pytestmark = [
    pytest.mark.scale,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
TWO = Workers(2)


@pytest.fixture
def found_here(monkeypatch):
    """Ray's processes find the functions of these tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def test_results_come_with_their_numbers_and_an_error_is_one_line():
    listed = {done.number: done for done in each(work.picky, [0, 1, 2], Workers(1))}
    assert [(listed[n].result, listed[n].wrong) for n in range(3)] == [(0, ""), (None, "one is not liked"), (2, "")]


def test_ray_does_what_one_process_does_and_makes_up_for_lost_ones(found_here, tmp_path):
    """All in one Ray: it takes seconds to start."""
    names = [f"mark {number}" for number in range(KILLS)]
    listed = sorted(each(work.killed_once, [str(tmp_path / name) for name in names], TWO), key=lambda done: done.number)
    assert [(done.result, done.wrong) for done in listed] == [(name, "") for name in names]
    alone, together = (
        sorted(each(work.picky, range(6), workers), key=lambda done: done.number) for workers in (Workers(1), TWO)
    )
    assert alone == together


def test_a_task_whose_process_is_always_lost_is_told(found_here):
    (done,) = each(work.killed_always, [0], TWO)
    assert done.result is None
    assert "lost 4 times" in done.wrong


def test_what_is_not_done_yet_is_cancelled_when_nobody_wants_it(found_here, tmp_path):
    results = each(work.doubled, [1], TWO)
    assert next(results).result == 2
    results.close()
    import ray

    assert not ray.is_initialized()


def test_a_cluster_that_does_not_answer_is_one_line():
    with pytest.raises(NoRay, match="does not answer"):
        list(each(work.doubled, [1], Workers(2, "127.0.0.1:9")))


# Reviews


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    """Three recordings of two pictures each, of the demonstration's film."""
    folder = tmp_path_factory.mktemp("recordings")
    capture, made = cv2.VideoCapture(str(FILM)), []
    frames = []
    for second in (2.7, 4.8):
        capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * second)
        frames.append(capture.read()[1])
    for name, shown in (("first", frames), ("second", frames[:1]), ("third", frames[::-1][:1])):
        (folder / name).mkdir()
        for number, frame in enumerate(shown):
            cv2.imwrite(str(folder / name / f"{number}.png"), frame)
        made.append(str(folder / name))
    return made


def reviewed(recordings, tmp_path, name, workers):
    """The records that a review writes, by their names, and its store's games."""
    settings = Settings(data=tmp_path / name, database_url=None)
    assert run_many(recordings, "stackernoos", settings, None, tmp_path / f"{name}-out", 2, workers) == 0
    parts = assemble(settings)
    try:
        games = {game.id: parts.ledger.find(game.id) for game in parts.store.newest(9)}
        assert all((entry.fault, entry.loss) == (None, None) for entry in games.values())
        for game, entry in games.items():
            shots = parts.evidence.line(game)
            assert {frame for event in entry.record.events for frame in event.frames} <= {each.sha256 for each in shots}
            assert all(parts.evidence.load(each.sha256) for each in shots)
    finally:
        parts.close()
    return {file.name: file.read_bytes() for file in (tmp_path / f"{name}-out").iterdir()}, games


def test_two_workers_and_one_write_the_same_bytes_and_nothing_is_done_twice(recordings, tmp_path, capsys):
    alone, games = reviewed(recordings, tmp_path, "alone", Workers(1))
    assert sorted(alone) == ["first.jsonl", "second.jsonl", "third.jsonl"]
    together, others = reviewed(recordings, tmp_path, "together", TWO)
    assert together == alone
    assert sorted(record.dumps(entry.record) for entry in games.values()) == sorted(
        record.dumps(entry.record) for entry in others.values()
    )
    assert "first: " in (said := capsys.readouterr().err)
    assert "2 moves; player 1" in said
    again, same = reviewed(recordings, tmp_path, "together", TWO)
    assert (again, same.keys()) == (together, others.keys())
    assert capsys.readouterr().err.count("done before") == 3


def test_a_damaged_result_is_done_again_and_others_are_not(recordings, tmp_path, capsys):
    """Its new game takes the place of that of before."""
    before, games = reviewed(recordings[1:], tmp_path, "data", Workers(1))
    place = next(each for each in sorted((tmp_path / "data" / FOLDER).iterdir()))
    (place / STORE).write_bytes((place / STORE).read_bytes()[:-1])
    capsys.readouterr()
    after, others = reviewed(recordings[1:], tmp_path, "data", Workers(1))
    assert (after, len(others), len(games.keys() & others.keys())) == (before, 2, 1)
    said = capsys.readouterr().err
    assert (said.count("done before"), said.count("takes the place of")) == (1, 1)


def test_a_recording_that_cannot_be_followed_leaves_the_others(recordings, tmp_path, capsys):
    (tmp_path / "no film.mp4").write_bytes(b"nothing")
    settings = Settings(data=tmp_path / "data", database_url=None)
    given = [str(tmp_path / "no film.mp4"), recordings[1]]
    assert run_many(given, "stackernoos", settings, None, tmp_path / "out", 2, Workers(1)) == 1
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["second.jsonl"]
    assert "no film.mp4" in capsys.readouterr().err


def test_two_records_of_one_name_are_refused_before_all_work(recordings, tmp_path):
    with pytest.raises(Mendable, match="two recordings are called first"):
        given = [recordings[0], recordings[0]]
        run_many(given, "stackernoos", Settings(data=tmp_path), None, tmp_path / "out", 2, Workers(1))


@pytest.fixture(scope="module")
def cluster():
    """The address of two machines with a processor each, both of them processes of this one."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        for _ in range(2):
            made.add_node(num_cpus=1, memory=2 * 2**30, object_store_memory=128 * 2**20)
        made.wait_for_nodes(LIMIT)
        yield made.address
    finally:
        made.shutdown()


def test_a_simulated_cluster_of_several_machines_writes_the_same_bytes(recordings, tmp_path, cluster):
    alone, _ = reviewed(recordings, tmp_path, "alone", Workers(1))
    apart, _ = reviewed(recordings, tmp_path, "apart", Workers(2, cluster))
    assert apart == alone


def test_what_a_cluster_reads_and_fits_is_the_same(recordings, tmp_path, cluster):
    photos = [Path(recordings[0]) / f"{number}.png" for number in (0, 1)] * 3
    orders = [look.Order(photo, "stackernoos", Settings(data=tmp_path)) for photo in photos]
    here, there = ([seen for seen, _ in in_order(look.looked, orders, workers)] for workers in apart_and(cluster))
    assert there == here
    written = []
    for name, workers in zip(("here", "there"), apart_and(cluster), strict=True):
        settings = Settings(data=tmp_path / name)
        assert fit.run("tracking", [FILM.parent], tmp_path / name, settings, truth=True, workers=workers) == 0
        written.append((tmp_path / name / "stackernoos" / "numbers.toml").read_bytes())
    assert written[0] == written[1]


def test_what_ray_did_is_kept_and_a_run_that_was_stopped_goes_on(found_here, tmp_path):
    """Begun by two, stopped, gone on with by one, and once more by nobody."""
    shelf = Shelf(tmp_path / "kept", as_json(str), "this code")
    orders = [work.Noted(str(tmp_path / f"mark {number}")) for number in range(4)]
    results = each(work.noted, orders, TWO, shelf)
    first = next(results)
    results.close()
    (begun,) = [place for place in shelf.folder.iterdir() if (place / "whole.json").exists()]
    assert begun.name == shelf.key(orders[first.number])
    listed = {done.number: done for done in each(work.noted, orders, Workers(1), shelf)}
    assert [listed[number].result for number in range(4)] == [f"mark {number}" for number in range(4)]
    assert [number for number in range(4) if listed[number].before] == [first.number]
    assert all(done.before for done in each(work.noted, orders, TWO, shelf))
    assert Path(orders[first.number].place).read_text() == "x"


def test_a_benchmark_has_the_same_figures_whoever_does_the_work(recordings, tmp_path, cluster, capsys):
    """Photos are its tasks; its times are left out."""
    labels = tmp_path / "labels.json"
    photos = [f"{name}/{number}.png" for name, number in (("first", 0), ("first", 1), ("third", 0))]
    labels.write_text(json.dumps([{"file": photo, "kind": photo} for photo in photos]))
    kept, listed = ["--kept", str(tmp_path / "kept")], []
    for how in ([], kept, [*kept, "--ray", cluster], ["--ray", cluster]):
        assert read.main([str(Path(recordings[0]).parent), str(labels), "--json", *how]) == 0
        listed.append(json.loads(capsys.readouterr().out)["results"])
    counted = [[each for each in results if each["unit"] != "ms"] for results in listed]
    assert counted[0]
    assert counted == [counted[0]] * 4
    assert listed[2] == listed[1]


def apart_and(cluster):
    """This process alone, and the cluster."""
    return Workers(1), Workers(2, cluster)


def test_what_a_cluster_draws_is_the_same(tmp_path, cluster):
    scenes_of = partial(scenes.Order, "stackernoos", 2, 7, size=(160, 96))
    stills_of = partial(stills.Order, "stackernoos", 2, 2, 7, size=(160, 96))
    film_of = partial(film.Order, "stackernoos", 2, 7, seconds=1.0, size=(160, 96), rate=4, section=2)
    drawers = partial(Drawers, cluster)
    for kind, of, run in (("scenes", scenes_of, scenes.render), ("stills", stills_of, stills.render),
                          ("film", film_of, film.make)):  # fmt: skip
        here, there = of(out=tmp_path / kind / "here"), of(out=tmp_path / kind / "there")
        assert {outcome.state for outcome in run(here, 1)} == {"drawn"}
        assert {outcome.state for outcome in run(there, 2, crew=drawers)} == {"drawn"}
        assert files_in(there.out) == files_in(here.out)
        assert {outcome.state for outcome in run(there, 2, crew=drawers)} == {"there"}


def files_in(folder):
    """The files of a folder with their bytes."""
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}

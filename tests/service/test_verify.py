"""`tableside verify`: an untouched bundle passes anywhere; every change is named."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from disputed import FILM, GAME, desk_of, drawn

from service import bundle
from service.disputes import dossier
from service.disputes import verify as module
from service.disputes.question import read
from service.disputes.seal import Seal
from service.disputes.verify import verify
from service.reader import Reader
from service.settings import Settings
from tests.benchmarks.staging import frames_of, stage


@pytest.fixture
def files(tmp_path, staged, eye):
    """The files of a bundle about a move that the pictures show."""
    desk = desk_of(tmp_path / "data", staged, eye)
    assert desk.ask(GAME, "was move 2 legal?")["answer"]["verdict"] == "upheld"
    (tmp_path / "bundle.zip").write_bytes(desk.bundle(GAME, 1))
    return bundle.unpack(tmp_path / "bundle.zip", 10**8)


@pytest.fixture
def check(eye):
    """Verifies files with the faultless eye."""
    return lambda files, signer=None: verify(files, lambda _game, _own: eye, signer)


def text_of(files, name):
    return json.loads(files[name])


def frames(files):
    return sorted(name for name in files if name.startswith("frames/"))


def test_the_untouched_bundle_passes(files, check):
    report = check(files)
    assert report.changed == []
    assert report.notes == []
    assert report.verdict == "upheld"
    assert report.signer == text_of(files, dossier.MANIFEST)["signer"]
    assert check(files, report.signer).passed


# One change after the other. Each takes the files and says what must be named.


def a_bit_in_a_frame(files):
    name = frames(files)[0]
    data = bytearray(files[name])
    data[len(data) // 2] ^= 1
    files[name] = bytes(data)
    return f"the picture {name[7:19]}… was changed"


def a_frame_is_missing(files):
    name = frames(files)[0]
    del files[name], files[f"about/{name[7:71]}.json"]
    return f"the picture {name[7:19]}… is missing"


def frames_are_exchanged(files):
    one, other = frames(files)
    files[one], files[other] = files[other], files[one]
    return "was exchanged: it holds the picture"


def entries_change_places(files):
    lines = files[dossier.RECORD].splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    files[dossier.RECORD] = b"".join(lines)
    return "the order of the entries is another: entry 4 stands where 3 should"


def an_entry_is_lost(files):
    lines = files[dossier.RECORD].splitlines(keepends=True)
    del lines[4]
    files[dossier.RECORD] = b"".join(lines)
    return "entry 4 is missing"


def an_entry_is_changed(files):
    files[dossier.RECORD] = files[dossier.RECORD].replace(b"extend 0-8", b"extend 1-8", 1)
    return "the record was changed: line 3"


def the_tail_is_cut(files):
    lines = files[dossier.RECORD].splitlines(keepends=True)
    files[dossier.RECORD] = b"".join(lines[:-2])
    return f"the tail of the record was cut: {len(lines) - 3} entries of {len(lines) - 1}"


def the_models_are_others(files):
    ruling = text_of(files, dossier.RULING)
    ruling["versions"]["models"]["weights/detector.onnx"] = "0" * 64
    files[dossier.RULING] = dossier.plain(ruling)
    files[dossier.VERSIONS] = dossier.plain(ruling["versions"])
    return "the models are others: weights/detector.onnx"


def the_list_of_models_is_another(files):
    told = text_of(files, dossier.VERSIONS)
    told["models"]["weights/detector.onnx"] = "0" * 64
    files[dossier.VERSIONS] = dossier.plain(told)
    return "the list of models and versions (versions.json) was changed"


def a_bit_in_the_list_of_models(files):
    files[dossier.VERSIONS] = b"[" + files[dossier.VERSIONS][1:]
    return "the list of models and versions (versions.json) "


def what_was_said_of_a_picture_is_missing(files):
    name = frames(files)[0][7:71]
    del files[f"about/{name}.json"]
    return f"what was said of the picture {name[:12]}… (about/{name[:12]}…) is missing"


def the_clock_of_a_picture(files):
    name = frames(files)[0].replace("frames/", "about/").replace(".jpg", ".json")
    files[name] = dossier.plain({**text_of(files, name), "time": "2026-01-01T09:00:00.000Z"})
    return "the clock was changed: picture"


def the_clock_of_the_list(files):
    told = text_of_list(files)
    told[1]["time"] = "2026-01-01T09:00:00.000Z"
    files[dossier.TIMES] = dossier.plain(told)
    return "the clock was changed: entry 2"


def text_of_list(files):
    return json.loads(files[dossier.TIMES])


def the_answer_is_edited(files):
    told = text_of(files, dossier.RULING)
    told["answer"]["verdict"] = "overturned"
    files[dossier.RULING] = dossier.plain(told)
    return "the answer"


CHANGES = [
    a_bit_in_a_frame,
    a_frame_is_missing,
    frames_are_exchanged,
    entries_change_places,
    an_entry_is_lost,
    an_entry_is_changed,
    the_tail_is_cut,
    the_models_are_others,
    the_list_of_models_is_another,
    a_bit_in_the_list_of_models,
    what_was_said_of_a_picture_is_missing,
    the_clock_of_a_picture,
    the_clock_of_the_list,
    the_answer_is_edited,
]


ALONE = [the_list_of_models_is_another, a_bit_in_the_list_of_models, what_was_said_of_a_picture_is_missing]
"""What is named once, and brings nothing else about."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_is_named(files, check, change):
    named = change(files)
    report = check(files)
    assert not report.passed
    assert any(named in line for line in report.changed), report.changed
    assert all("\n" not in line for line in report.changed)
    if change in ALONE:
        assert len(report.changed) == 1


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_is_named_though_the_manifest_was_made_anew(files, check, change, tmp_path):
    """By somebody with a key of their own, who then shows as another signer."""
    before = text_of(files, dossier.MANIFEST)["signer"]
    named = change(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert not report.passed
    assert any(named in line for line in report.changed), report.changed
    assert report.signer != before
    assert any("the signer is another" in line for line in check(files, before).changed)


def sealed_anew(files, seal):
    """A manifest of the files as they are, signed by another key, which the answer names, too."""
    manifest = text_of(files, dossier.MANIFEST)
    told = module._json(files.get(dossier.RULING, b""))
    if isinstance(told, dict):
        files[dossier.RULING] = dossier.plain({**told, "signer": seal.signer})
    rest = {name: data for name, data in files.items() if name not in (dossier.MANIFEST, dossier.SIGNATURE)}
    manifest["files"] = {name: {"sha256": dossier.sha256(data), "bytes": len(data)} for name, data in rest.items()}
    manifest["signer"] = seal.signer
    files[dossier.MANIFEST] = dossier.plain(manifest)
    files[dossier.SIGNATURE] = dossier.plain(seal.sign(files[dossier.MANIFEST]).to_json())


def test_a_manifest_that_was_mended_by_hand_no_longer_fits_its_signature(files, check):
    a_bit_in_a_frame(files)
    manifest, name = text_of(files, dossier.MANIFEST), frames(files)[0]
    manifest["files"][name]["sha256"] = dossier.sha256(files[name])
    files[dossier.MANIFEST] = dossier.plain(manifest)
    assert any("the signature does not fit" in line for line in check(files).changed)


@pytest.mark.parametrize("part", ["files", "signer", "record"])
def test_a_manifest_that_was_changed_says_nothing_of_the_others(files, check, part):
    manifest = text_of(files, dossier.MANIFEST)
    manifest["other"] = manifest.pop(part)
    files[dossier.MANIFEST] = dossier.plain(manifest)
    (line,) = check(files).changed
    assert "manifest.json" in line


def test_a_clock_that_runs_backwards_is_named_though_all_was_made_anew(files, check, tmp_path):
    """The chain of the record, the times, the heads and the manifest, all consistent: the answer is not."""
    from dataclasses import replace

    from engine import record

    kept, _ = record.loads(files[dossier.RECORD].decode())
    late = record.Record(kept.header)
    for event in kept.events:
        time = "2026-01-01T00:59:00.000Z" if event.seq == 3 else event.time
        late = record.append(late, replace(event, time=time))
    files[dossier.RECORD] = record.dumps(late).encode()
    shots = [module._frame(files, name[7:71]) for name in frames(files)]
    files[dossier.TIMES] = dossier.plain(dossier.times(late, shots))
    for name in (dossier.MANIFEST, dossier.RULING):
        told = text_of(files, name)
        told["record"] = {"events": len(late.events), "head": late.tip}
        files[name] = dossier.plain(told)
    sealed_anew(files, Seal(tmp_path / "other"))
    assert any("the clock was changed" in line for line in check(files).changed)


def test_a_file_that_was_added_or_is_no_json_is_named(files, check):
    extra = f"frames/{'0' * 64}.jpg"
    assert any("was added" in line for line in check({**files, extra: b"x"}).changed)
    for name in (dossier.MANIFEST, dossier.SIGNATURE, dossier.RULING, dossier.VERSIONS, dossier.RECORD):
        for data in (b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000):
            assert not check({**files, name: data}).passed
        assert not check({key: value for key, value in files.items() if key != name}).passed


# What has another shape.


def part_of(name, *path):
    """A change that puts a value at a place of a JSON file."""

    def change(files, value):
        told = json.loads(files[name])
        inner = told
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        files[name] = dossier.plain(told)

    return change


SHAPED = [
    (dossier.VERSIONS, "models"),
    (dossier.RULING, "answer"),
    (dossier.RULING, "answer", "frames"),
    (dossier.RULING, "question"),
    (dossier.RULING, "thresholds"),
    (dossier.RULING, "record"),
    (dossier.RULING, "versions"),
    (dossier.TIMES, 0),
    (dossier.TIMES, 0, "time"),
]


@pytest.mark.parametrize("value", [5, None, [], [1], [{}], {}, {"a": 5}, {"about": [1]}], ids=repr)
@pytest.mark.parametrize("place", SHAPED, ids=str)
def test_another_shape_is_named_whoever_signed_it(files, check, tmp_path, place, value):
    name, *path = place
    part_of(name, *path)(files, value)
    assert any(module._spoken(name) in line for line in check(files).changed)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert not report.passed
    assert all("\n" not in line for line in report.changed)


def test_a_list_of_files_that_is_none_is_named_whoever_signed_it(files, check, tmp_path):
    for value in (5, None, [], {"notes.txt": {}}, {dossier.RECORD: 5}):
        part_of(dossier.MANIFEST, "files")(files, value)
        assert any(dossier.MANIFEST in line for line in check(files).changed)
        files[dossier.SIGNATURE] = dossier.plain(Seal(tmp_path / "other").sign(files[dossier.MANIFEST]).to_json())
        assert any(line.startswith(dossier.MANIFEST) for line in check(files).changed)


@pytest.mark.parametrize(
    "data", [b"5", b'[{"what":[]}]', b'"x"', b'"\\ud800"', b"[" * 100_000], ids=lambda data: data[:9]
)
def test_a_file_that_is_no_bundles_is_named_whoever_signed_it(files, check, tmp_path, data):
    for name in (
        dossier.RULING,
        dossier.VERSIONS,
        dossier.TIMES,
        frames(files)[0].replace("frames", "about")[:-3] + "json",
    ):
        changed = {**files, name: data}
        assert any(line.startswith(module._spoken(name)) for line in check(changed).changed)
        sealed_anew(changed, Seal(tmp_path / "other"))
        assert not check(changed).passed


def test_own_pieces_that_are_no_set_are_named(files, check, tmp_path):
    for data in (b"{}", b"x"):
        changed = {**files, dossier.own_name("stackernoos"): data}
        said = {**text_of(files, dossier.VERSIONS), "own": dossier.sha256(data)}
        changed[dossier.VERSIONS] = dossier.plain(said)
        changed[dossier.RULING] = dossier.plain({**text_of(files, dossier.RULING), "versions": said})
        sealed_anew(changed, Seal(tmp_path / "other"))
        assert any("cannot be decided again" in line for line in check(changed).changed)


def test_what_a_bundle_says_is_told_on_one_line(files, check, tmp_path):
    part_of(dossier.TIMES, 1, "time")(files, "x\n\x1b[2Kupheld")
    sealed_anew(files, Seal(tmp_path / "other"))
    (line,) = check(files).changed
    assert line.endswith("says x  [2Kupheld")


@pytest.fixture
def with_mine(tmp_path, staged, eye, monkeypatch):
    """A desk that reads with dominoes of the user's own, and their file."""
    monkeypatch.setattr("vision.pipeline.faces_of", lambda _game, _own: None)
    monkeypatch.setenv("TABLESIDE_DOMINOES", "mine")
    mine = tmp_path / "data" / "dominoes" / "mine.json"
    mine.parent.mkdir(parents=True)
    mine.write_text('{"a": 1}')
    return desk_of(tmp_path / "data", staged, eye), mine


@pytest.mark.parametrize("later", ["enrolled anew", "removed", "not named"])
def test_own_pieces_stay_with_the_ruling_that_was_made_with_them(tmp_path, check, with_mine, monkeypatch, later):
    """Whatever becomes of the file, or if `serve` is started without it."""
    desk, mine = with_mine
    assert desk.ask(GAME, "was move 2 legal?")["versions"]["own"] == dossier.sha256(b'{"a": 1}')
    before = desk.bundle(GAME, 1)
    if later == "not named":
        monkeypatch.delenv("TABLESIDE_DOMINOES")
        desk._settings = Settings(data=tmp_path / "data")
    elif later == "removed":
        mine.unlink()
    else:
        mine.write_text('{"a": 2}')
        desk.ask(GAME, "was move 2 legal?")
    assert desk.bundle(GAME, 1) == before
    (tmp_path / "bundle.zip").write_bytes(before)
    told = bundle.unpack(tmp_path / "bundle.zip", 10**8)
    assert told[dossier.own_name("stackernoos")] == b'{"a": 1}'
    assert check(told).passed


def test_own_pieces_that_are_lost_leave_a_bundle_that_says_so(tmp_path, check, with_mine):
    desk, _ = with_mine
    desk.ask(GAME, "was move 2 legal?")
    (kept,) = (tmp_path / "data" / "own").iterdir()
    kept.write_text("something else")
    (tmp_path / "bundle.zip").write_bytes(desk.bundle(GAME, 1))
    report = check(bundle.unpack(tmp_path / "bundle.zip", 10**8))
    assert any("own pieces" in line for line in report.changed)


# Every bit.


def test_whatever_bit_is_flipped_its_file_is_named(files, check):
    for name in sorted(files):
        data = files[name]
        for at in range(0, len(data), max(1, len(data) // 16)):
            flipped = data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
            changed = check({**files, name: flipped}).changed
            assert any(module._spoken(name) in line for line in changed), (name, at, changed)


def test_whatever_bit_of_the_signature_is_flipped_it_is_named(files, check):
    """Also where only the case of a hexadecimal digit is another, or a space is added."""
    data = files[dossier.SIGNATURE]
    manifest = {dossier.MANIFEST: files[dossier.MANIFEST]}
    for at in range(len(data)):
        for bit in range(8):
            flipped = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
            report = module.Report()
            module._manifest({**manifest, dossier.SIGNATURE: flipped}, report, None)
            assert any(dossier.SIGNATURE in line or "signature" in line for line in report.changed), (at, bit)
    told = text_of(files, dossier.SIGNATURE)
    for other in (dossier.plain({**told, "note": "x"}), json.dumps(told).encode()):
        assert any(dossier.SIGNATURE in line for line in check({**files, dossier.SIGNATURE: other}).changed)


# What is said twice, where the whole was signed by another key.


def broken_times(files):
    told = text_of_list(files)
    told[0]["link"] = "0" * 64
    files[dossier.TIMES] = dossier.plain([*told, {"what": "entry 99", "time": "x", "link": "y"}])


def doubled_times(files):
    files[dossier.TIMES] = dossier.plain(text_of_list(files) * 2)


def loosely_written(files):
    files[dossier.VERSIONS] = json.dumps(text_of(files, dossier.VERSIONS), indent=1).encode()


def another_picture(files):
    picture = b"no picture of this ruling"
    sha256 = dossier.sha256(picture)
    files[dossier.frame_name(sha256)], files[dossier.about_name(sha256)] = picture, dossier.plain({})


def in_the_ruling(key, value):
    return lambda files: part_of(dossier.RULING, key)(files, value)


def in_the_manifest(key, value):
    return lambda files: part_of(dossier.MANIFEST, key)(files, value)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (in_the_ruling("asked", "was move 7 legal?"), 'the question was changed: "was move 7 legal?" was asked'),
        (in_the_ruling("asked", "what is this"), "the question was changed"),
        (in_the_ruling("time", "yesterday"), "'time'"),
        (in_the_ruling("game", "f" * 16), "the game is another"),
        (in_the_ruling("number", 99), "the number of the dispute is another"),
        (in_the_ruling("schema", "nope"), "the schema is another"),
        (in_the_ruling("more", "x"), "'more'"),
        (in_the_manifest("game", "f" * 16), "the game is another"),
        (in_the_manifest("dispute", 99), "the number of the dispute is another"),
        (in_the_manifest("schema", "nope"), "the schema is another"),
        (broken_times, "the chain of times.json is broken"),
        (doubled_times, "the chain of times.json is broken"),
        (loosely_written, "(versions.json) was changed: it is not what a bundle of this ruling has"),
        (another_picture, "was changed: it is not what a bundle of this ruling has"),
    ],
)
def test_what_does_not_agree_is_named_though_all_was_made_anew(files, check, tmp_path, change, named):
    change(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert any(named in line for line in report.changed), report.changed


def test_an_answer_that_names_another_signer_is_told(files, check, tmp_path):
    sealed_anew(files, Seal(tmp_path / "other"))
    part_of(dossier.RULING, "signer")(files, "f" * 64)
    manifest = text_of(files, dossier.MANIFEST)
    data = files[dossier.RULING]
    manifest["files"][dossier.RULING] = {"sha256": dossier.sha256(data), "bytes": len(data)}
    files[dossier.MANIFEST] = dossier.plain(manifest)
    files[dossier.SIGNATURE] = dossier.plain(Seal(tmp_path / "other").sign(files[dossier.MANIFEST]).to_json())
    assert any("the signer is another" in line for line in check(files).changed)


def test_other_thresholds_than_the_usual_are_noted(files, check, tmp_path):
    told = text_of(files, dossier.RULING)["thresholds"]
    in_the_ruling("thresholds", {**told, "uphold": 0.0, "margin": 0.0})(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    (note,) = check(files).notes
    assert note.endswith("other thresholds: margin 0 (usually 4), uphold 0 (usually 0.8)")


def test_a_ruling_that_is_older_than_its_record_is_noted(files, check, tmp_path):
    """It is no proof of a change: a clock that was set back does it, too."""
    in_the_ruling("time", "1999-01-01T00:00:00.000Z")(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert report.passed
    assert any("1999" in note and "before the last entry" in note for note in report.notes)


@pytest.mark.parametrize("asked", ["Did the Place come before move 2?", {"about": "score", "seat": 0, "claim": None}])
def test_a_question_in_any_words_agrees_with_itself(asked):
    told = {"asked": asked, "question": read(asked).to_json()}
    assert module._asked(told) == told["question"]


def test_a_bundle_without_a_picture_that_was_lost_passes(tmp_path, staged, eye, check):
    desk = desk_of(tmp_path / "data", staged, eye)
    for file in (tmp_path / "data" / "evidence").glob("*/*.jpg"):
        file.unlink()
    assert desk.ask(GAME, "was move 2 legal?")["answer"]["verdict"] == "inconclusive"
    (tmp_path / "bundle.zip").write_bytes(desk.bundle(GAME, 1))
    report = check(bundle.unpack(tmp_path / "bundle.zip", 10**8))
    assert report.changed == []


def test_another_code_that_reads_is_noted_and_nothing_more(files, check, monkeypatch):
    real = module.versions
    monkeypatch.setattr(module, "versions", lambda *given: {**real(*given), "reading": "f" * 64})
    report = check(files)
    assert report.passed
    assert any("another version of reading" in note for note in report.notes)


# In a process of its own, with the models that come with Tableside.


TABLESIDE = Path(sys.executable).with_name("tableside")


def verified(path, *options):
    command = [TABLESIDE, "verify", path, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)


def filmed(folder, numbers):
    """The frames of the film where they are of the second move, small pictures else."""
    second = sorted(numbers)[1:3]
    real = dict(frames_of(folder, second))
    for number, picture in drawn(folder, numbers):
        yield number, real.get(number, picture)


def test_a_bundle_is_verified_by_a_fresh_process_that_reads_the_pictures_again(tmp_path):
    settings = Settings(data=tmp_path / "data")
    desk = desk_of(settings.data, stage(FILM, filmed), Reader(settings))
    ruling = desk.ask(GAME, "was move 2 legal?")["answer"]
    assert [frame["read"] for frame in ruling["frames"]] == ["again", "again"]
    path = tmp_path / "bundle.zip"
    path.write_bytes(desk.bundle(GAME, 1))
    done = verified(path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{ruling['verdict']}: Move 2")
    told = bundle.unpack(path, 10**8)
    a_bit_in_a_frame(told)
    path.write_bytes(bundle.pack(told))
    done = verified(path, "--json")
    assert done.returncode == 1
    assert any("was changed" in line for line in json.loads(done.stdout)["changed"])


def test_a_signer_that_is_no_fingerprint_is_refused(tmp_path):
    done = verified(tmp_path / "bundle.zip", "--signer", "abc")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--signer 'abc' is no fingerprint" in done.stderr


def test_what_is_no_bundle_is_one_line(tmp_path):
    path = tmp_path / "bundle.zip"
    done = verified(path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    path.write_bytes(b"PK no zip")
    done = verified(path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)

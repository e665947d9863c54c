"""`tableside verify`: an untouched bundle passes anywhere; every change is named."""

import pytest
from bundled import a_bit_in_a_frame, files_of, frames, part_of, sealed_anew, text_of
from disputed import GAME, desk_of

from service.disputes import dossier
from service.disputes import verify as module
from service.disputes.seal import Seal
from service.disputes.verify import spoken


def test_the_untouched_bundle_passes(files, check):
    report = check(files)
    assert report.changed == []
    assert report.notes == []
    assert report.verdict == "upheld"
    assert report.signer == text_of(files, dossier.MANIFEST)["signer"]
    assert check(files, report.signer).passed


# One change after the other. Each takes the files and says what must be named.


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
    return "the record was changed: line 4 does not follow line 3: a line was changed, lost or moved"


def an_entry_is_lost(files):
    lines = files[dossier.RECORD].splitlines(keepends=True)
    del lines[4]
    files[dossier.RECORD] = b"".join(lines)
    return "the record was changed: line 5 does not follow line 4: a line was changed, lost or moved"


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
    files[dossier.RULING] = dossier.canonical(ruling)
    files[dossier.VERSIONS] = dossier.canonical(ruling["versions"])
    return "the models are others: weights/detector.onnx"


def the_list_of_models_is_another(files):
    part_of(dossier.VERSIONS, "models", "weights/detector.onnx")(files, "0" * 64)
    return "the list of models and versions (versions.json) "


def a_bit_in_the_list_of_models(files):
    files[dossier.VERSIONS] = b"[" + files[dossier.VERSIONS][1:]
    return "the list of models and versions (versions.json) "


def what_was_said_of_a_picture_is_missing(files):
    name = frames(files)[0][7:71]
    del files[f"about/{name}.json"]
    return f"what was said of the picture {name[:12]}… (about/{name[:12]}…) is missing"


def the_clock_of_the_list(files):
    part_of(dossier.TIMES, 1, "time")(files, "2026-01-01T09:00:00.000Z")
    return "the clock (times.json) "


def the_answer_is_edited(files):
    part_of(dossier.RULING, "answer", "verdict")(files, "overturned")
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


def test_whatever_bit_is_flipped_its_file_is_named(files, check):
    for name in sorted(files):
        data = files[name]
        for at in range(0, len(data), max(1, len(data) // 16)):
            flipped = data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
            changed = check({**files, name: flipped}).changed
            assert any(spoken(name) in line for line in changed), (name, at, changed)


def test_a_bundle_without_a_picture_that_was_lost_passes(tmp_path, staged, recogniser, check):
    desk = desk_of(tmp_path / "data", staged, recogniser)
    for file in (tmp_path / "data" / "evidence").glob("*/*.jpg"):
        file.unlink()
    assert desk.ask(GAME, "was move 2 legal?")["answer"]["verdict"] == "inconclusive"
    assert check(files_of(desk, tmp_path)).changed == []


@pytest.mark.parametrize("code", ["rules", "reading", "deciding"])
def test_another_code_is_noted_and_nothing_more(code, files, check, monkeypatch):
    real = module.versions
    monkeypatch.setattr(module, "versions", lambda *given: {**real(*given), code: "f" * 64})
    report = check(files)
    assert report.passed
    assert any(f"another version of {code}" in note for note in report.notes)

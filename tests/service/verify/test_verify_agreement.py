"""What a bundle says twice: the record, the question, the times and the ruling agree, though all was made anew."""

import json
from dataclasses import replace

import pytest
from bundled import frames, part_of, sealed_anew, text_of

from engine import record
from service.disputes import dossier
from service.disputes.case import Frame
from service.disputes.seal import Seal


def with_a_late_entry(files, seal):
    """The bundle made anew with a third entry that is of later than the next: all agrees but the answer."""
    kept, _ = record.loads(files[dossier.RECORD].decode())
    late = record.Record(kept.header)
    for event in kept.events:
        time = "2026-01-01T00:59:00.000Z" if event.seq == 3 else event.time
        late = record.append(late, replace(event, time=time))
    files[dossier.RECORD] = record.dumps(late).encode()
    shots = [Frame(name[7:71], files[name], text_of(files, dossier.about_name(name[7:71]))) for name in frames(files)]
    files[dossier.TIMES] = dossier.canonical(dossier.times(late, shots))
    for name in (dossier.MANIFEST, dossier.RULING):
        result = text_of(files, name)
        result["record"] = {"events": len(late.events), "head": late.tip}
        files[name] = dossier.canonical(result)
    sealed_anew(files, seal)
    return late


def test_a_clock_that_runs_backwards_is_named_though_all_was_made_anew(files, check, tmp_path):
    """The chain of the record, the times, the heads and the manifest, all consistent: the answer is not."""
    with_a_late_entry(files, Seal(tmp_path / "other"))
    assert any("the clock was changed" in line for line in check(files).changed)


def test_a_ruling_of_before_its_clock_lines_had_forms_stands(files, check, tmp_path):
    seal = Seal(tmp_path / "other")
    late = with_a_late_entry(files, seal)
    last = late.events[2].time
    ruling = text_of(files, dossier.RULING)
    ruling["answer"]["clock"] = [
        f"entry {each.seq} is of {each.time}, the one before of {last}" for each in late.events[3:] if each.time < last
    ]
    assert "said" not in ruling["answer"]
    files[dossier.RULING] = dossier.canonical(ruling)
    sealed_anew(files, seal)
    assert check(files).changed == []


def test_a_ruling_of_before_a_rule_had_its_words_of_now_stands(files, check, tmp_path):
    """Titles of rules got another apostrophe, and every older bundle that cited one was told to be changed."""
    ruling = text_of(files, dossier.RULING)
    assert ruling["answer"]["rules"]
    for rule in ruling["answer"]["rules"]:
        rule["title"] = "The tile's words of before"
    files[dossier.RULING] = dossier.canonical(ruling)
    sealed_anew(files, Seal(tmp_path / "other"))
    assert check(files).changed == []


def test_a_ruling_by_another_rule_is_named_though_all_was_made_anew(files, check, tmp_path):
    part_of(dossier.RULING, "answer", "rules", 0, "id")(files, "SN-1")
    sealed_anew(files, Seal(tmp_path / "other"))
    (line,) = check(files).changed
    assert line.startswith("the answer is another: its 'rules'")


UNFIT = "does not fit the rest of the bundle"
LISTED = f"manifest.json {UNFIT}"


def the_clock_of_a_picture(files):
    name = frames(files)[0].replace("frames/", "about/").replace(".jpg", ".json")
    files[name] = dossier.canonical({**text_of(files, name), "time": "2026-01-01T09:00:00.000Z"})


def broken_times(files):
    result = text_of(files, dossier.TIMES)
    result[0]["link"] = "0" * 64
    files[dossier.TIMES] = dossier.canonical([*result, {"what": "entry 99", "time": "x", "link": "y"}])


def doubled_times(files):
    files[dossier.TIMES] = dossier.canonical(text_of(files, dossier.TIMES) * 2)


def loosely_written(files):
    files[dossier.VERSIONS] = json.dumps(text_of(files, dossier.VERSIONS), indent=1).encode()


def another_picture(files):
    picture = b"no picture of this ruling"
    sha256 = dossier.sha256(picture)
    files[dossier.frame_name(sha256)], files[dossier.about_name(sha256)] = picture, dossier.canonical({})


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
        (in_the_ruling("game", "f" * 16), LISTED),
        (in_the_ruling("number", 99), LISTED),
        (in_the_ruling("schema", "nope"), "the schema is another"),
        (in_the_ruling("more", "x"), "'more'"),
        (in_the_manifest("game", "f" * 16), LISTED),
        (in_the_manifest("dispute", 99), LISTED),
        (in_the_manifest("schema", "nope"), LISTED),
        (broken_times, f"the clock (times.json) {UNFIT}"),
        (doubled_times, f"the clock (times.json) {UNFIT}"),
        (the_clock_of_a_picture, f"the clock (times.json) {UNFIT}"),
        (loosely_written, f"(versions.json) {UNFIT}"),
        (another_picture, UNFIT),
    ],
)
def test_what_does_not_agree_is_named_though_all_was_made_anew(files, check, tmp_path, change, named):
    change(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert any(named in line for line in report.changed), report.changed


def test_a_clock_that_does_not_fit_is_named_beside_other_changes(files, check, tmp_path):
    in_the_ruling("asked", "was move 7 legal?")(files)
    broken_times(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    question, clock = check(files).changed
    assert question.startswith("the question was changed")
    assert clock == f"the clock (times.json) {UNFIT}"


def test_a_clock_beside_what_was_changed_of_a_picture_is_not_named(files, check):
    the_clock_of_a_picture(files)
    (line,) = check(files).changed
    assert "what was said of the picture" in line


def test_other_thresholds_than_the_usual_are_noted(files, check, tmp_path):
    result = text_of(files, dossier.RULING)["thresholds"]
    in_the_ruling("thresholds", {**result, "uphold": 0.0, "overturn": 0.5})(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    (note,) = check(files).notes
    assert note.endswith("other thresholds: overturn 0.5 (usually 0.99), uphold 0 (usually 0.8)")


def test_a_ruling_that_is_older_than_its_record_is_noted(files, check, tmp_path):
    """It is no proof of a change: a clock that was set back does it, too."""
    in_the_ruling("time", "1999-01-01T00:00:00.000Z")(files)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert report.passed
    assert any("1999" in note and "before the last entry" in note for note in report.notes)

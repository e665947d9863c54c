"""The JSON of a bundle: what has another shape is named, whoever signed it."""

import pytest
from bundled import frames, part_of, sealed_anew

from service.disputes import dossier
from service.disputes.seal import Seal
from service.disputes.verify import spoken


def test_a_file_that_was_added_or_is_no_json_is_named(files, check):
    extra = f"frames/{'0' * 64}.jpg"
    assert any("was added" in line for line in check({**files, extra: b"x"}).changed)
    for name in (dossier.MANIFEST, dossier.SIGNATURE, dossier.RULING, dossier.VERSIONS, dossier.RECORD):
        for data in (b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000):
            assert not check({**files, name: data}).passed
        assert not check({key: value for key, value in files.items() if key != name}).passed


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
    assert any(spoken(name) in line for line in check(files).changed)
    sealed_anew(files, Seal(tmp_path / "other"))
    report = check(files)
    assert not report.passed
    assert all("\n" not in line for line in report.changed)


def test_a_list_of_files_that_is_none_is_named_whoever_signed_it(files, check, tmp_path):
    for value in (5, None, [], {"notes.txt": {}}, {dossier.RECORD: 5}):
        part_of(dossier.MANIFEST, "files")(files, value)
        assert any(dossier.MANIFEST in line for line in check(files).changed)
        files[dossier.SIGNATURE] = dossier.canonical(Seal(tmp_path / "other").sign(files[dossier.MANIFEST]))
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
        assert any(line.startswith(spoken(name)) for line in check(changed).changed)
        sealed_anew(changed, Seal(tmp_path / "other"))
        assert not check(changed).passed


def test_what_a_bundle_says_is_told_on_one_line(files, check, tmp_path):
    part_of(dossier.RULING, "schema")(files, "x\n\x1b[2Kupheld")
    sealed_anew(files, Seal(tmp_path / "other"))
    (line,) = check(files).changed
    assert line.startswith("the schema is another: x  [2Kupheld, not ")

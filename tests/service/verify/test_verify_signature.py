"""The list of a bundle's files and its signature: what was mended by hand or signed by another key."""

import json

import pytest
from bundled import a_bit_in_a_frame, frames, listed_anew, part_of, sealed_anew, text_of

from service.disputes import dossier
from service.disputes import verify as module
from service.disputes.seal import Seal
from service.disputes.verify import Report


def test_a_manifest_that_was_mended_by_hand_no_longer_fits_its_signature(files, check):
    a_bit_in_a_frame(files)
    manifest, name = text_of(files, dossier.MANIFEST), frames(files)[0]
    manifest["files"][name]["sha256"] = dossier.sha256(files[name])
    files[dossier.MANIFEST] = dossier.canonical(manifest)
    assert any("the signature does not fit" in line for line in check(files).changed)


@pytest.mark.parametrize("part", ["files", "signer", "record"])
def test_a_manifest_that_was_changed_says_nothing_of_the_others(files, check, part):
    manifest = text_of(files, dossier.MANIFEST)
    manifest["other"] = manifest.pop(part)
    files[dossier.MANIFEST] = dossier.canonical(manifest)
    (line,) = check(files).changed
    assert "manifest.json" in line


def test_whatever_bit_of_the_signature_is_flipped_it_is_named(files, check):
    """Also where only the case of a hexadecimal digit is another, or a space is added."""
    data = files[dossier.SIGNATURE]
    manifest = {dossier.MANIFEST: files[dossier.MANIFEST]}
    for at in range(len(data)):
        for bit in range(8):
            flipped = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
            report = Report({**manifest, dossier.SIGNATURE: flipped})
            module._manifest(report)
            assert any(dossier.SIGNATURE in line or "signature" in line for line in report.changed), (at, bit)
    result = text_of(files, dossier.SIGNATURE)
    for other in (dossier.canonical({**result, "note": "x"}), json.dumps(result).encode()):
        assert any(dossier.SIGNATURE in line for line in check({**files, dossier.SIGNATURE: other}).changed)


def test_an_answer_that_names_another_signer_is_told(files, check, tmp_path):
    sealed_anew(files, Seal(tmp_path / "other"))
    part_of(dossier.RULING, "signer")(files, "f" * 64)
    listed_anew(files, Seal(tmp_path / "other"))
    assert any("the signer is another" in line for line in check(files).changed)

"""Bundles that were changed: forty kinds and more, each named; and what a hostile one may take."""

import json
import random

import pytest
from bundle_changes import OF_BYTES, OF_FILES, OF_ZIP
from disputed import GAME, Faultless, a_game, desk_of
from measured import cost_of
from pictures import flat, noise, scans

from engine import record
from service import bundle
from service.disputes import dossier
from service.disputes.seal import Seal
from service.disputes.verify import verify
from service.settings import Settings

KINDS = {**OF_BYTES, **OF_ZIP, **OF_FILES}
MEMORY = 1024.0
"""MiB that verifying may take, whatever it is fed."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """The bytes of a bundle about a move that the pictures show, and what reads its pictures."""
    staged = a_game()
    recogniser = Faultless(staged)
    desk = desk_of(tmp_path_factory.mktemp("desk"), staged, recogniser)
    assert desk.ask(GAME, "was move 2 legal?")["answer"]["verdict"] == "upheld"
    return desk.bundle(GAME, 1), recogniser


@pytest.fixture(scope="module")
def check(honest, tmp_path_factory):
    """Verifies the bytes of a bundle; the lines on what was changed."""
    path = tmp_path_factory.mktemp("bundle") / "b.zip"

    def checked(data, *signers):
        path.write_bytes(data)
        try:
            files = bundle.unpack(path, Settings().max_bundle_bytes)
        except bundle.BundleError as wrong:
            return [str(wrong)]
        return verify(files, lambda _game, _own: honest[1], signers).changed

    return checked


@pytest.fixture(scope="module")
def files(honest, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "b.zip"
    path.write_bytes(honest[0])
    return bundle.unpack(path, 10**8)


def changed(honest, files, kind, seed):
    """The bytes after a change of a kind."""
    chance = random.Random(f"{kind} {seed}")
    if kind in OF_BYTES:
        return OF_BYTES[kind](honest[0], chance)
    if kind in OF_ZIP:
        return OF_ZIP[kind](files, chance)
    return bundle.pack(OF_FILES[kind](dict(files), chance))


def test_there_are_forty_kinds_and_the_untouched_one_passes(honest, check):
    assert len(KINDS) >= 40
    assert check(honest[0]) == []


def named(honest, files, check, kind, seed):
    data = changed(honest, files, kind, seed)
    assert data != honest[0]
    result = check(data)
    assert result, kind
    assert all("\n" not in line for line in result)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_change_is_named(honest, files, check, kind):
    named(honest, files, check, kind, 0)


@pytest.mark.apart
@pytest.mark.attack
@pytest.mark.parametrize("seed", range(1, 20))
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_it_is_named_wherever_it_stands(honest, files, check, kind, seed):
    named(honest, files, check, kind, seed)


@pytest.mark.parametrize("kind", ["a value of the ruling", "an entry gone", "own pieces that claim 2^40"])
def test_who_signs_it_anew_is_another(honest, files, check, kind, tmp_path):
    seal = Seal(tmp_path)
    again = OF_FILES[kind](dict(files), random.Random(3))
    manifest = json.loads(files[dossier.MANIFEST])
    rest = {name: data for name, data in again.items() if name not in (dossier.MANIFEST, dossier.SIGNATURE)}
    manifest["files"] = {name: {"sha256": dossier.sha256(data), "bytes": len(data)} for name, data in rest.items()}
    again[dossier.MANIFEST] = dossier.canonical(manifest | {"signer": seal.signer})
    again[dossier.SIGNATURE] = dossier.canonical(seal.sign(again[dossier.MANIFEST]))
    signer = json.loads(files[dossier.MANIFEST])["signer"]
    assert any("the signer is another" in line for line in check(bundle.pack(again), signer))


def with_pictures(staged, make):
    """The game with other pictures, each made by `make`, that its entries name."""
    names, pictures, about = {}, {}, {}
    for number, sha256 in enumerate(staged.pictures):
        data = make(number)
        names[sha256] = dossier.sha256(data)
        pictures[names[sha256]], about[names[sha256]] = data, staged.about[sha256]
    kept = record.Record(staged.record.header)
    from dataclasses import replace

    for event in staged.record.events:
        kept = record.append(kept, replace(event, frames=tuple(names[each] for each in event.frames)))
    return replace(staged, record=kept, pictures=pictures, about=about)


HOSTILE = {
    "64 megapixels": lambda n: flat(8000, 8000 + n, "JPEG", quality=30),
    "300 scans": lambda n: scans(2000, 2000 + n, 300),
    "2×4000": lambda n: flat(2, 4000 + n, "PNG"),
    "4K of noise": lambda n: noise(3840, 2160, "JPEG", n, quality=20),
}


class Blind:
    """Says of every picture that nothing lies there."""

    def observe(self, _picture, _game, _own=None):
        from vision import Observation

        return Observation(64, 36, "", ())


@pytest.mark.attack
@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_well_signed_bundle_of_hostile_pictures_takes_no_more_than_it_may(name, tmp_path):
    """It took 8.5 GB and over 60 s."""
    staged = with_pictures(a_game(), HOSTILE[name])
    desk = desk_of(tmp_path / "data", staged, Blind())
    desk.ask(GAME, "was move 2 legal?")
    path = tmp_path / "b.zip"
    path.write_bytes(desk.bundle(GAME, 1))
    cost = cost_of("verify", path)
    assert cost.memory <= MEMORY, cost
    assert "Traceback" not in cost.said, cost


@pytest.mark.attack
@pytest.mark.parametrize("kind", ["texts of 20 MiB", "thousands of entries", "a bomb", "own pieces that claim 2^40"])
def test_a_hostile_bundle_takes_no_more_than_it_may(honest, files, kind, tmp_path):
    path = tmp_path / "b.zip"
    path.write_bytes(changed(honest, files, kind, 0))
    cost = cost_of("verify", path)
    assert (cost.code, cost.memory <= MEMORY) == (1, True), cost
    assert "Traceback" not in cost.said, cost

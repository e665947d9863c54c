"""The files of a bundle, by their names, and how to change them."""

import contextlib
import json

from disputed import GAME

from service import bundle
from service.disputes import dossier


def files_of(desk, folder):
    """The files of the bundle of a desk's first dispute."""
    path = folder / "bundle.zip"
    path.write_bytes(desk.bundle(GAME, 1))
    return bundle.unpack(path, 10**8)


def text_of(files, name):
    return json.loads(files[name])


def frames(files):
    return sorted(name for name in files if name.startswith("frames/"))


def a_bit_in_a_frame(files):
    name = frames(files)[0]
    data = bytearray(files[name])
    data[len(data) // 2] ^= 1
    files[name] = bytes(data)
    return f"the picture {name[7:19]}… was changed"


def sealed_anew(files, seal):
    """A manifest of the files as they are, signed by another key, which the answer names, too."""
    with contextlib.suppress(ValueError, RecursionError, TypeError):
        ruling = {**json.loads(files[dossier.RULING]), "signer": seal.signer}
        files[dossier.RULING] = dossier.canonical(ruling)
    listed_anew(files, seal)


def listed_anew(files, seal):
    """A manifest of the files as they are, signed by another key."""
    manifest = text_of(files, dossier.MANIFEST)
    rest = {name: data for name, data in files.items() if name not in (dossier.MANIFEST, dossier.SIGNATURE)}
    manifest["files"] = {name: {"sha256": dossier.sha256(data), "bytes": len(data)} for name, data in rest.items()}
    manifest["signer"] = seal.signer
    files[dossier.MANIFEST] = dossier.canonical(manifest)
    files[dossier.SIGNATURE] = dossier.canonical(seal.sign(files[dossier.MANIFEST]))


def part_of(name, *path):
    """A change that puts a value at a place of a JSON file."""

    def change(files, value):
        answer = json.loads(files[name])
        inner = answer
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        files[name] = dossier.canonical(answer)

    return change

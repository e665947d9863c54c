"""Kinds of changes to a bundle: of its bytes, of the zip, of the files in it. Each takes a chance and is never none."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
from pictures import flat

from service import bundle
from service.disputes import dossier


def _set(data, chance, change):
    at = chance.randrange(len(data))
    return data[:at] + bytes([change(data[at])]) + data[at + 1 :]


def _span(data, chance):
    start = chance.randrange(len(data) - 1)
    return start, min(len(data), start + chance.randrange(1, 500))


def _without(data, chance):
    start, stop = _span(data, chance)
    return data[:start] + data[stop:]


def _inserted(data, chance):
    at = chance.randrange(len(data))
    return data[:at] + chance.randbytes(chance.randrange(1, 200)) + data[at:]


def _exchanged(data, chance):
    cut = chance.randrange(len(data) // 4, 3 * len(data) // 4)
    return data[cut:] + data[:cut]


def _zeroed(data, chance):
    while True:
        start, stop = _span(data, chance)
        changed = data[:start] + bytes(stop - start) + data[stop:]
        if changed != data:
            return changed


OF_BYTES = {
    "a bit flipped": lambda b, c: _set(b, c, lambda old: old ^ (1 << c.randrange(8))),
    "a byte set": lambda b, c: _set(b, c, lambda old: (old + c.randrange(1, 256)) % 256),
    "the end cut": lambda b, c: b[: -c.randrange(1, len(b))],
    "the front cut": lambda b, c: b[c.randrange(1, len(b)) :],
    "a part cut": _without,
    "bytes added at the end": lambda b, c: b + c.randbytes(c.randrange(1, 200)),
    "bytes added in front": lambda b, c: c.randbytes(c.randrange(1, 200)) + b,
    "bytes put in": _inserted,
    "two parts exchanged": _exchanged,
    "a part made zero": _zeroed,
    "another bundle behind it": lambda b, _: b + b,
    "nothing left": lambda *_: b"",
    "no zip": lambda _, c: c.randbytes(3000),
}


def zipped(files, way=zipfile.ZIP_STORED, order=None, member=None):
    """The files as another program would pack them; `member` may change what is said of one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", way) as archive:
        for name in order or sorted(files):
            info = zipfile.ZipInfo(name, bundle.NEVER)
            info.compress_type = way
            if member is not None:
                member(info)
            archive.writestr(info, files[name])
    return packed.getvalue()


def _shuffled(files, chance):
    order = sorted(files)
    while order == sorted(files):
        chance.shuffle(order)
    return zipped(files, order=order)


def _times(info):
    info.date_time = (2026, 1, 1, 0, 0, 0)


def _links(info):
    info.external_attr = 0o120777 << 16


def _huge(files, _chance):
    """A member that says it unpacks to 3 GB."""
    data = bytearray(bundle.pack(files))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (3 * 10**9).to_bytes(4, "little")
    return bytes(data)


def _encrypted(files, _chance):
    data = bytearray(bundle.pack(files))
    at = data.rindex(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


def _twice(files, _chance):
    packed = io.BytesIO(bundle.pack(files))
    with zipfile.ZipFile(packed, "a") as archive:
        info = zipfile.ZipInfo("dispute.json", bundle.NEVER)
        archive.fp.seek(archive.start_dir)
        archive.NameToInfo.pop("dispute.json", None)
        archive.writestr(info, b"{}")
    return packed.getvalue()


OF_ZIP = {
    "deflated": lambda f, _: zipped(f, zipfile.ZIP_DEFLATED),
    "packed by bzip2": lambda f, _: zipped(f, zipfile.ZIP_BZIP2),
    "of another order": _shuffled,
    "of other times": lambda f, _: zipped(f, member=_times),
    "a link": lambda f, _: zipped(f, member=_links),
    "a name that leads out": lambda f, c: zipped(f | {"../" * c.randrange(1, 9) + "etc/passwd": b"x"}),
    "an absolute name": lambda f, _: zipped(f | {"/tmp/x": b"x"}),
    "a name of another system": lambda f, _: zipped(f | {"..\\..\\x": b"x"}),
    "a folder": lambda f, _: zipped(f | {"frames/": b""}),
    "a file more": lambda f, c: zipped(f | {f"{c.randrange(10**9)}.txt": b"x"}),
    "a file twice": _twice,
    "thousands of files": lambda f, _: zipped(f | {f"about/{n:064x}.json": b"{}" for n in range(2100)}),
    "a bomb": lambda f, _: zipped(f | {f"frames/{0:064x}.jpg": bytes(40 * 2**20)}, zipfile.ZIP_DEFLATED),
    "a huge size": _huge,
    "encrypted": _encrypted,
}


def _frame(files, chance):
    return chance.choice(sorted(name for name in files if name.startswith("frames/")))


def _about(files, chance):
    return chance.choice(sorted(name for name in files if name.startswith("about/")))


def _lines(files, change):
    lines = files[dossier.RECORD].splitlines(keepends=True)
    change(lines)
    return files | {dossier.RECORD: b"".join(lines)}


def _drop(files, name):
    return {other: data for other, data in files.items() if other != name}


def _edited(files, name, chance):
    """A JSON file with one value changed, anywhere in it."""
    answer = json.loads(files[name])
    places = list(_places(answer))
    inner, key = chance.choice(places)
    old = inner[key]
    inner[key] = {str: f"{old}x", int: 7 if old != 7 else 8, bool: not old}.get(type(old), "else")
    return files | {name: dossier.canonical(answer)}


def _places(told):
    for key, value in told.items() if isinstance(told, dict) else enumerate(told):
        if isinstance(value, dict | list) and value:
            yield from _places(value)
        else:
            yield told, key


def _swapped_lines(files, chance):
    def change(lines):
        at = chance.randrange(1, len(lines) - 1)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]

    return _lines(files, change)


def _swapped_frames(files, _chance):
    one, other = sorted(name for name in files if name.startswith("frames/"))[:2]
    return files | {one: files[other], other: files[one]}


def _claims(files, _chance):
    """Own pieces whose arrays claim 2^40 numbers."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("format", "labels", "faces", "aspect", "points", "descriptors", "owners", "name"):
            head = io.BytesIO()
            np.lib.format.write_array_header_1_0(head, {"descr": "|u1", "fortran_order": False, "shape": (2**40,)})
            archive.writestr(f"{name}.npy", head.getvalue())
    return files | {"own/pieces.npz": packed.getvalue()}


def _flip(files, name, chance):
    return files | {name: _set(files[name], chance, lambda old: old ^ (1 << chance.randrange(8)))}


OF_FILES = {
    "a bit of a picture": lambda f, c: _flip(f, _frame(f, c), c),
    "a picture gone": lambda f, c: _drop(f, _frame(f, c)),
    "two pictures exchanged": _swapped_frames,
    "a picture of 64 megapixels": lambda f, c: f | {_frame(f, c): flat(8000, 8000, "JPEG")},
    "a picture of another format": lambda f, c: f | {_frame(f, c): flat(64, 64, "GIF")},
    "what was said of a picture gone": lambda f, c: _drop(f, _about(f, c)),
    "what was said of a picture changed": lambda f, c: _edited(f, _about(f, c), c),
    "an entry gone": lambda f, c: _lines(f, lambda lines: lines.pop(c.randrange(1, len(lines)))),
    "two entries exchanged": _swapped_lines,
    "a bit of the record": lambda f, c: _flip(f, dossier.RECORD, c),
    "the tail cut": lambda f, c: _lines(f, lambda lines: lines.__delitem__(slice(-c.randrange(1, 4), None))),
    "an entry twice": lambda f, c: _lines(f, lambda lines: lines.insert(2, lines[c.randrange(1, len(lines))])),
    "thousands of entries": lambda f, _: _lines(f, lambda lines: lines.extend(lines[-1:] * 9000)),
    "a bit of the list": lambda f, c: _flip(f, dossier.MANIFEST, c),
    "the list gone": lambda f, _: _drop(f, dossier.MANIFEST),
    "a bit of the signature": lambda f, c: _flip(f, dossier.SIGNATURE, c),
    "the signature gone": lambda f, _: _drop(f, dossier.SIGNATURE),
    "a value of the ruling": lambda f, c: _edited(f, dossier.RULING, c),
    "a value of the versions": lambda f, c: _edited(f, dossier.VERSIONS, c),
    "a value of the times": lambda f, c: _edited(f, dossier.TIMES, c),
    "own pieces that claim 2^40": _claims,
    "JSON without an end": lambda f, _: f | {dossier.RULING: b"[" * 100_000},
    "a number without an end": lambda f, _: f | {dossier.VERSIONS: b"9" * 100_000},
    "texts of 20 MiB": lambda f, _: f | {f"about/{n:064x}.json": b" " * (4 * 2**20) for n in range(5)},
}

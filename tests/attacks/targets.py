"""Every parser that takes a stranger's bytes, with honest bytes to begin from, and what it may say of others.

A target is run with bytes. It may refuse them by one of its own errors, in one line; anything else is a fault.
"""

from __future__ import annotations

import functools
import io
import json
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pictures
from PIL import Image

from engine import judge, record
from engine.errors import EngineError
from engine.games import find_game, games
from service import bundle
from service.disputes import DisputeError
from service.disputes.dossier import About, Manifest, Ruling, Versions, shaped
from service.disputes.question import read as read_question
from service.spelling import spelt
from vision import Observation, ObservationError, PhotoError, load
from vision.header import scans_of
from vision.recognise.cards.deck import load_deck
from vision.recognise.dominoes.set import DominoSet
from vision.recognise.stones.palette import StoneSet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parents[2]
FILM = ROOT / "datasets" / "demo" / "films" / "stackernoos"


@dataclass(frozen=True)
class Target:
    """What is run, what it begins from, and the errors that it may raise."""

    run: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    refuses: tuple[type[Exception], ...]


def a_picture(data):
    scans_of(data)
    load(data)


def a_record(data):
    kept, _ = record.loads(data.decode("utf-8", "surrogateescape"))
    record.replay(kept)


def a_bundle(data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "b.zip"
        path.write_bytes(data)
        for name, inside in bundle.unpack(path, 10**7).items():
            shape = {"manifest.json": Manifest, "dispute.json": Ruling, "versions.json": Versions}.get(name, About)
            if name.endswith(".json"):
                shaped(shape, inside)


def a_file(suffix, read):
    def run(data):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"own{suffix}"
            path.write_bytes(data)
            read(path)

    return run


def a_position(data):
    judge.answer(json.loads(data))


def a_move(data):
    text = data.decode("utf-8", "replace")[:200]
    for name, game in games().items():
        try:
            move = game.parse(spelt(text, name))
            assert str(game.parse(str(move))) == str(move)
        except EngineError:
            continue


def a_question(data):
    result = data.decode("utf-8", "replace")
    try:
        asked = json.loads(result)
    except (ValueError, RecursionError):
        asked = result
    read_question(asked if isinstance(asked, dict) else str(asked)[:500])


def an_observation(data):
    Observation.from_json(json.loads(data))


def some_sets():
    return [b'{"schema": "tableside/stones@1", "name": "x"}', b'{"schema": "tableside/dominoes@1", "name": "x"}']


def some_pictures():
    rng = np.random.default_rng(3)
    pixels = np.kron(rng.integers(0, 256, (10, 16, 3), np.uint8), np.ones((8, 8, 1), np.uint8))
    made = []
    for kind, mode, how in [
        ("JPEG", "RGB", {}), ("JPEG", "RGB", {"progressive": True}), ("JPEG", "L", {}), ("JPEG", "CMYK", {}),
        ("PNG", "RGB", {}), ("PNG", "P", {}), ("PNG", "RGBA", {}), ("PNG", "1", {}), ("PNG", "LA", {}),
        ("WEBP", "RGB", {}), ("WEBP", "RGBA", {"lossless": True}), ("BMP", "RGB", {}), ("BMP", "P", {}),
        ("TIFF", "RGB", {}), ("TIFF", "RGB", {"compression": "tiff_lzw"}),
        ("TIFF", "L", {"compression": "tiff_deflate"}),
        ("TIFF", "F", {}), ("TIFF", "1", {"compression": "group4"}), ("TIFF", "RGB", {"compression": "jpeg"}),
    ]:  # fmt: skip
        exif = Image.Exif()
        exif[0x0112] = 6
        packed = io.BytesIO()
        Image.fromarray(pixels).convert(mode).save(packed, kind, **how, **({"exif": exif} if kind != "BMP" else {}))
        made.append(packed.getvalue())
    return [*made, pictures.scans(64, 48, 3), pictures.png(40, 30, interlaced=0)]


def some_records():
    return [(FILM / "record.jsonl").read_bytes(), *(_played(name) for name in games())]


def _played(name):
    kept = record.new(name, {}, 5)
    game = find_game(name)
    for _ in range(6):
        state = record.replay(kept).state
        seat, move = next((s, m) for s in game.actors(state) for m in game.moves(state, s))
        verdict = game.judge(state, seat, move)
        time = "2026-01-01T00:00:00.000Z"
        kept = record.append(kept, record.judged(record.Event(0, time, seat, str(move)), verdict))
    return record.dumps(kept).encode()


def some_bundles():
    digest = "0" * 64
    files = {
        "record.jsonl": _played("stackernoos"),
        "manifest.json": json.dumps({"files": {}, "schema": "x"}).encode(),
        "versions.json": b"{}",
        f"about/{digest}.json": b'{"time": "2026", "why": "after", "hidden": null}',
        f"frames/{digest}.jpg": some_pictures()[0],
    }
    deflated = io.BytesIO()
    with zipfile.ZipFile(deflated, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return [bundle.pack(files), bundle.pack({}), deflated.getvalue()]


def some_decks():
    with zipfile.ZipFile(next((ROOT / "models" / "decks").glob("*.npz"))) as archive:
        small = {name: archive.read(name) for name in archive.namelist()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in small.items():
            archive.writestr(name, data[:2000])
    faked = io.BytesIO()
    np.savez(faked, format=np.array("tableside/deck@1"), labels=np.array(["a"]), name=np.array("x"), aspect=1.5)
    return [packed.getvalue(), faked.getvalue()]


def some_positions():
    return [
        json.dumps(each).encode()
        for each in (
            {
                "game": "stackernoos",
                "options": {"players": 2},
                "position": {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}], "boneyard": 37},
                "seat": 0,
                "hand": ["1-5", "0-1"],
                "move": "extend 1-5 @2,0,0:e",
            },
            {
                "game": "stonerow",
                "options": {"rule_set": "official", "players": 3},
                "position": {
                    "keystone": "Y9",
                    "brickyard": ["G2", "R5"],
                    "quarry": 30,
                    "phase": "action",
                    "rows": [
                        {"id": "r1", "holder": 0, "layers": [{"owner": 0, "cards": ["R9", "B9"]}], "markers": ["Ma"]}
                    ],
                },
                "seat": 1,
                "hand": ["Y2", "R4", "B4", "Ma", "G7"],
            },
            {
                "game": "stones",
                "options": {"players": 3},
                "position": {
                    "marker": 2,
                    "stacks": [{"stones": ["small"], "tokens": {"0": 2}}] * 6,
                    "river": {"small": 3, "medium": 4, "large": 5},
                    "display": ["S/2", "SM/1"],
                    "phase": "choose",
                },
                "seat": 0,
            },
        )
    ]


def some_moves():
    return [
        b"extend 1-5 @2,0,0:e", b"build R7 R8 R9", b"break Y9 r3", b"take SM/3 medium from 4", b"place fall 2,4",
        b"place culprit 1: 2,4", b"dig brickyard R5 Ma", b"out_of_room run:e", b"rescue RAp", b"set SM/3 small",
    ]  # fmt: skip


def some_questions():
    return [b"was move 17 legal?", b"what lies under 3-5?", b'{"about": "move", "seq": 3, "claim": "legal"}',
            b'{"about": "order", "first": 2, "second": "R7"}', b"is the score of player 2 18?"]  # fmt: skip


def some_observations():
    seen = Observation(640, 480, "0" * 64, ())
    piece = {
        "kind": "domino",
        "label": None,
        "confidence": 0.5,
        "corners": [[0, 0], [1, 0], [1, 1], [0, 1]],
        "level": 0,
    }
    return [json.dumps(seen.to_json()).encode(), json.dumps(seen.to_json() | {"pieces": [piece]}).encode()]


UNREAD = (ValueError, RecursionError)
TARGETS = {
    "picture": Target(a_picture, some_pictures, (PhotoError,)),
    "record": Target(a_record, some_records, (EngineError,)),
    "bundle": Target(a_bundle, some_bundles, (bundle.BundleError, ValueError)),
    "deck": Target(a_file(".npz", load_deck), some_decks, (ValueError,)),
    "stones": Target(
        a_file(".json", StoneSet.load), lambda: [b'{"schema": "tableside/stones@1", "name": "x"}'], (ValueError,)
    ),
    "dominoes": Target(a_file(".json", DominoSet.load), some_sets, (ValueError,)),
    "position": Target(a_position, some_positions, (EngineError, *UNREAD)),
    "move": Target(a_move, some_moves, (EngineError,)),
    "question": Target(a_question, some_questions, (DisputeError,)),
    "observation": Target(
        lambda data: Observation.from_json(json.loads(data)), some_observations, (ObservationError, *UNREAD)
    ),
}


@functools.cache
def seeds(name):
    """The honest bytes that a target begins from."""
    return tuple(TARGETS[name].seeds())


def tried(name, data):
    """Run a target; the line by which it refused, or None. What it must not raise is raised."""
    target = TARGETS[name]
    try:
        target.run(data)
    except target.refuses as refused:
        return str(refused)
    return None

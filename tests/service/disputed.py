"""A game to dispute, of the demonstration's film, with small pictures for its frames and a faultless recogniser."""

import functools
import hashlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine import record
from service.disputes.desk import Disputes
from service.settings import Settings
from service.store.evidence import Evidence
from service.store.ledger import Ledger
from service.store.pictures import Folder
from service.store.store import Kept, Store
from tests.benchmarks.staging import stage
from vision.scoring.films import observed

FILM = Path(__file__).resolve().parents[2] / "datasets" / "demo" / "films" / "stackernoos"
GAME = "0123456789abcdef"


def drawn(_folder, numbers):
    """A small picture for each frame, none like another."""
    for number in numbers:
        pixels = np.random.default_rng(number).integers(0, 256, (36, 64, 3), np.uint8)
        yield number, cv2.imencode(".jpg", pixels)[1].tobytes()


@functools.cache
def truth():
    """What each frame of the film shows."""
    document = {}
    for line in (FILM / "frames.jsonl").read_text().splitlines():
        frame = json.loads(line)
        document[frame["frame"]] = document[frame["as"]] if "as" in frame else observed(frame)
    return document


class Faultless:
    """Reads the small pictures as their film's truth has them; `seen` may be changed."""

    def __init__(self, staged):
        self.seen = {sha256: truth()[staged.about[sha256]["number"]] for sha256 in staged.pictures}

    def __call__(self, picture):
        return self.seen[hashlib.sha256(picture).hexdigest()]

    def observe(self, picture, _game, _own=None):
        """As the service's reader does."""
        return self(picture)


def a_game():
    """The staged game."""
    return stage(FILM, drawn)


def altered(staged, seq, notation):
    """The game up to a move, which is written down as another one."""
    events = staged.record.events[:seq]
    kept = record.Record(staged.record.header, events[:-1])
    replay = record.replay(kept)
    last = replace(events[-1], move=notation, kind=record.MOVE)
    verdict = replay.game.judge(replay.state, last.seat, replay.game.parse(notation))
    assert verdict.legal, verdict
    return replace(staged, record=record.append(kept, record.judged(last, verdict)))


def desk_of(folder, staged, recogniser):
    """A desk over a store that holds the game."""
    settings = Settings(data=folder)
    store = Store(settings.url)
    header, *lines = record.dumps(staged.record).splitlines()
    store.create(Kept(GAME, "2026-01-01T00:00:00.000Z", staged.game, header, 0))
    store.append(GAME, 0, lines)
    evidence = Evidence(store, Folder(folder / "evidence"), settings.max_evidence_bytes)
    for sha256, picture in staged.pictures.items():
        evidence.keep(GAME, picture, staged.about[sha256])
    return Disputes(settings, store, Ledger(store, None), evidence, recogniser)

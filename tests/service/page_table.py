"""A followed table for tests of the page: a camera that shows a picture, a game in the ledger, questions, evidence."""

import atexit
import functools

import cv2
import numpy as np
from service_help import serving

from engine.record import standing
from service.following.tables import Frames, Health
from service.parts import Parts
from service.server import door
from service.settings import Settings
from service.store.questions import Candidate, Question

DOMINOES = (
    (0, "start 1-1"),
    (1, "extend 1-4 @2,0,0:e"),
    (0, "extend 4-9 @4,0,0:e"),
    (1, "extend 9-8 @6,0,0:e"),
    (0, "stack 1-6 @2,0,1:e"),
    (1, "span 9-9 @5,0,1:e"),
    (1, "bridge 6-9 @3.5,0,2:e"),
)
"""A game of two on dominoes; the sixth and the seventh move earn 30 and 40 points."""
TWELVE = (
    (0, "start 12-12"),
    (1, "extend 12-11 @2,0,0:e"),
    (0, "extend 11-9 @4,0,0:e"),
    (1, "extend 9-8 @6,0,0:e"),
    (0, "stack 12-10 @2,0,1:e"),
)
"""A game of two on dominoes of up to twelve pips a half."""
CARDS = (
    (-1, "keystone Y9"),
    (-1, "brickyard G2"),
    (0, "draw quarry"),
    (0, "build R7 G7 B7"),
    (1, "draw quarry"),
    (1, "build G4 G5 G6"),
    (0, "draw quarry"),
    (0, "break R9 r2"),
)
"""A round of two with cards; the rows earn 30 points each, and the second is broken."""
STONES = (
    (-1, "marker 2"),
    (0, "take SM/3 medium"),
    (0, "place ok"),
    (1, "take L/1 large"),
    (1, "place ok"),
)
"""The first stones of a game of two."""
TURNED = ((-1, "marker 2"), *((-1, f"turn {tile}") for tile in ("SM/3", "L/1", "M/4", "S/2", "SML/1")))
"""The table of a game of two with its marker and its five tiles."""


@functools.cache
def picture(words="", shade=90):
    """A JPEG of a table with some words on it, so that two of them can be told apart; drawn once for all tests."""
    pixels = np.full((720, 1280, 3), (70, shade, 45), np.uint8)
    for n, (left, top) in enumerate([(380, 330), (520, 330), (660, 330)]):
        cv2.rectangle(pixels, (left, top), (left + 130, top + 66), (225, 240, 245), -1)
        cv2.circle(pixels, (left + 30 + 8 * n, top + 33), 7, (30, 30, 30), -1)
        cv2.circle(pixels, (left + 95, top + 33), 7, (30, 30, 30), -1)
    cv2.putText(pixels, words, (60, 120), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 3)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def piece(label, n):
    """A domino of the picture."""
    left = 380 + 140 * n
    corners = [[left, 330], [left, 396], [left + 130, 396], [left + 130, 330]]
    found = {"kind": "domino", "label": label, "confidence": 0.97, "corners": corners, "level": 0}
    return found if label else found | {"candidates": [{"label": "5-8", "confidence": 0.5}]}


@functools.cache
def _door():
    """Where the services of tests of pages listen, one after another: what a browser knows of one serves the next."""
    opened = door("127.0.0.1", 0)
    atexit.register(opened.close)
    return opened


def served(folder, **settings):
    """The parts of a running service on a store of its own, and its address."""
    return serving(Settings(data=folder, keepalive_seconds=0.5, **settings), opened=_door().dup())


def entries_of(folder, tables):
    """The games of followed tables in the ledger, by their names; `tables` has what each is, as `Followed` takes it."""
    with served(folder) as (parts, _):
        return {name: parts.ledger.find(Followed(parts, **table).id) for name, table in tables.items()}


class Followed:
    """A table whose camera follows a game; every method is what a session would do."""

    def __init__(self, parts: Parts, game="stackernoos", options=None, plays=DOMINOES, seed=None):
        self.parts, self.name = parts, game
        self.id = parts.ledger.open(game, options or {"players": 2}, seed, parts.versions).id
        self.table = parts.tables.add()
        self.shown = picture("before the first move")
        for n, (seat, move) in enumerate(plays):
            self._play(seat, move, 0.97 - 0.04 * n)
        if plays:
            self.publish()

    @property
    def record(self):
        return self.parts.ledger.find(self.id).record

    @property
    def version(self):
        return self.parts.ledger.now(self.id).version

    def keep(self, words, why, **more):
        """A picture of the time line."""
        self.shown = picture(words, 60 + 10 * (len(words) % 7))
        return self.keep_picture(self.shown, why, **more)

    def keep_picture(self, data, why="question", **more):
        """Any JPEG as a picture of the time line."""
        about = {"time": f"2026-01-31T18:00:{self.version + 10:02}.000Z", "why": why, **more}
        return self.parts.evidence.keep(self.id, data, about)

    def play(self, seat, move, confidence=0.93):
        """A move that the camera saw."""
        self._play(seat, move, confidence)
        self.publish()

    def _play(self, seat, move, confidence):
        before = self.keep(f"before {move}", "before")
        hidden = [{"kind": "domino", "label": "1-4", "corners": [], "since": 14.0, "until": None, "by": "piece"}]
        after = self.keep(f"after {move}", "after", hidden=hidden if "stack" in move else [])
        frames = (before, after)
        self.parts.ledger.play(self.id, self.version, seat, move, by="camera", confidence=confidence, frames=frames)

    def publish(self, state="following", detail="", illegal=None, health=None, gate="still"):
        """What the session says of the table."""
        entry = self.parts.ledger.find(self.id)
        asked = [each.number for each in self.parts.questions.open(self.id)]
        following = {
            "game": self.id,
            "version": entry.version,
            "state": state,
            "detail": detail,
            "illegal": illegal,
            "questions": asked,
            "last": None,
        }
        labels = ("1-1", "1-5", None) if self.name == "stackernoos" else ()
        self.table.publish(
            game=self.name,
            options=dict(entry.header.options),
            health=health or Health("ok", "a camera of this test"),
            frames=Frames(100, 2, 24.6),
            gate={"state": gate, "detail": "The table is still."},
            observation={
                "schema": "tableside/observation@1",
                "image": {"width": 1280, "height": 720, "sha256": ""},
                "pieces": [piece(label, n) for n, label in enumerate(labels)],
                "warnings": [],
                "model": "test",
            },
            picture=self.shown,
            following=following,
        )

    def ask(self, *plays, kind="choice", text="Two moves fit what was seen.", **illegal):
        """A question with a candidate a play, None for nothing, the likeliest first."""
        frames = (self.keep("before the question", "before"), self.keep("the question", "question"))
        candidates = tuple(
            Candidate((play,) if play else (), round(0.6 / (n + 1), 2), **(illegal if n == 0 else {}))
            for n, play in enumerate(plays)
        )
        number = self.parts.questions.ask(self.id, Question(kind, text, self.version, frames, candidates))
        self.publish("illegal" if kind == "illegal" else "asking")
        return number

    def doubt(self, of, *histories):
        """A question how the game went from a move on: by one of the histories, or as it stands."""
        since = [(event.seat, event.move) for event in standing(self.record.events) if event.seq >= of]
        candidates = tuple(Candidate(tuple(plays), 0.3) for plays in (*histories, since))
        question = Question("reopen", "Was it another?", self.version, (), candidates, of)
        number = self.parts.questions.ask(self.id, question)
        self.publish("asking")
        return number

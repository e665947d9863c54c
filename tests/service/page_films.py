"""A demo film that a table of the page follows, as fast as its pictures are read."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import datasets
from engine import record
from engine.core import TABLE
from engine.options import read_options
from service.capture.source import find_source
from service.commands.sitting import sitting
from service.following.review import FilmClock, ReviewSettings, review
from service.following.tables import Health
from service.following.watcher import Watcher
from service.store.clock import now
from tests.benchmarks.films import Film, decline

FILMS = Path(datasets.__file__).parent / "demo" / "films"
RATE = 5.0
"""Frames a second that are looked at: enough for hands to be seen, and each costs its part of the test's time."""


class DemoFilm:
    """A film on the table of a service, from `begin` (s) on: what was played before is in the record."""

    def __init__(self, parts, game, begin=0.0):
        self.film, self.parts, self.begin = Film(FILMS / game), parts, begin
        self.id = parts.ledger.open(game, self.film.record.header.options, None, parts.versions).id
        if begin:
            turned = [(TABLE, move) for move in self._turned()]
            for seat, move in self.film.played(begin):
                while not self._legal(seat, move):  # cards are turned up first, and nobody was filmed who did not react
                    entry = self.entry
                    self._play(*(turned.pop(0) if turned else decline(entry.game, entry.replay.state)))
                self._play(seat, move)
        self.before = self.entry.version
        self.source = find_source(str(self.film.video))
        rules = self.entry.game
        options = read_options(rules.options_type, dict(self.entry.header.options))
        self.session = sitting(parts, rules, options, self.id, now)
        self.session.say = lambda _line: None
        self.watcher = Watcher(parts.tables.add(), self.source, self.session)
        self.table = self.watcher.table
        self.table.publish(game=game, options=options.to_json(), following=self.session.following())
        self.table.publish(health=Health("ok", "a film of this test"))
        self.table.viewfinder.show(np.zeros((720, 1280, 3), np.uint8))  # as a watcher does with each frame

    @property
    def entry(self):
        return self.parts.ledger.find(self.id)

    def follow(self, looked):
        """To the end; `looked` is told the time of each look (s), once the table shows what it means."""

        def seen(shot, look):
            if look is not None:
                self.table.viewfinder.show(shot.pixels)
                self.watcher._publish(look)
                looked(shot.time)

        slower = ReviewSettings(rate=RATE, begin=self.begin)
        review(self.source, self.session, FilmClock(datetime.now(UTC)), slower, seen)

    def _turned(self):
        """What lay on the table before anybody played, as the table's own moves."""
        rules = self.entry.game
        listed = [rules.position(step.state) for step in record.steps(self.film.record)]
        if "marker" in listed[0]:
            return (f"marker {listed[0]['marker']}",)
        first = next((position for position in listed if position.get("keystone")), None)
        return () if first is None else (f"keystone {first['keystone']}", f"brickyard {first['brickyard'][0]}")

    def _legal(self, seat, move):
        entry = self.entry
        return entry.game.judge(entry.replay.state, seat, entry.game.parse(move)).legal

    def _play(self, seat, move):
        self.parts.ledger.play(self.id, self.entry.version, seat, str(move))

"""A followed game for tests: a table of dominoes whose observation is told, and looks at it."""

import cv2
import numpy as np

from engine import record
from service.following.session import Books, Session
from service.store.clock import now
from vision.observation import Observation, Piece

TILE = 30.0
"""px along a tile of a picture of 640×360."""


class Table:
    """A run of dominoes and a boneyard: `lay("1-5", 2)` puts a tile at a cell of the run, `tiles` has their labels."""

    def __init__(self):
        self.tiles, self.taken, self.backs = {}, 0, 20

    def lay(self, label, x):
        self.tiles[x] = label

    def observe(self, photo, _known=None):
        pieces = tuple(_domino(label, x) for x, label in sorted(self.tiles.items()))
        backs = tuple(Piece("domino", "back", 0.99, _quad(50.0 + 20 * n, 20.0)) for n in range(self.backs))
        return Observation(photo.width, photo.height, photo.sha256, pieces + backs)

    def pixels(self):
        """A picture that differs where tiles lie, and is no other's pixel for pixel."""
        picture = np.full((360, 640, 3), 60, np.uint8)
        self.taken += 1
        picture[-1, -1] += np.uint8(self.taken % 8)
        for x in self.tiles:
            corners = np.array(_domino("0-0", x).corners, np.int32)
            cv2.fillConvexPoly(picture, corners, (240, 240, 240))
        return picture


def _quad(left, top):
    return ((left, top + 15), (left, top), (left + 15, top), (left + 15, top + 15))


def _domino(label, x):
    left, top = 300 + x * TILE / 2, 180.0
    return Piece("domino", label, 0.99, ((left, top + 15), (left, top), (left + TILE, top), (left + TILE, top + 15)))


def begun(parts, table, **settings):
    """A session on a game in which 1-1 lies."""
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    parts.ledger.play(game.id, 0, 0, "start 1-1")
    table.lay("1-1", 0)
    books = Books(parts.ledger, parts.evidence, parts.questions, now)
    session = Session(game.id, books, table.observe, **settings)
    looks(session, table, 0.0)
    return session


def moves(parts, session):
    """What stands in its record: seat, move and who told it."""
    events = record.standing(parts.ledger.find(session.game_id).record.events)
    return [(event.seat, event.move, event.by) for event in events]


def gone_on(parts, table):
    """The same, with 1-5 laid beside it."""
    session = begun(parts, table)
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    return session


def looks(session, table, start, count=4):
    """Look so often, from `start` (s) on."""
    for n in range(count):
        session.look(table.pixels(), start + 0.3 * n)

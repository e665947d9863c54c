"""A table that plays, keeps pictures and acknowledges both: `python tests/attacks/writer.py DATA`; to be killed.

Each line on standard output was said after it was on disk: `move GAME SEQ MOVE`, `picture GAME SHA256`, `held …`.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.bells import Bells
from service.store.evidence import Evidence
from service.store.ledger import Ledger
from service.store.pictures import Folder
from service.store.store import Store

MOST_EVIDENCE = 2_000_000
"""Bytes of pictures; so few that older ones make room."""


def kept(data):
    """Store, ledger and evidence of a folder, as the service puts them together."""
    store = Store(f"sqlite:///{data}/tableside.db")
    return store, Ledger(store, Bells()), Evidence(store, Folder(Path(data) / "evidence"), MOST_EVIDENCE)


def main(data: str) -> None:
    """Play the newest game on, or a new one; for ever."""
    store, ledger, evidence = kept(data)
    chance = random.Random()
    newest = store.newest(1)
    game = newest[0].id if newest and chance.random() < 0.8 else _opened(ledger)
    print("ready", flush=True)
    for _ in itertools.count():
        entry = ledger.find(game)
        moves = [(seat, move) for seat in entry.game.actors(entry.replay.state) for move in _moves(entry, seat)]
        if not moves or entry.version > 400:
            game = _opened(ledger)
            continue
        picture = chance.randbytes(chance.randrange(200, 60_000))
        sha256 = evidence.keep(game, picture, {"why": "after"})
        print("picture", game, sha256, flush=True)
        if chance.random() < 0.1:
            evidence.hold(game, [sha256])
            print("held", game, sha256, flush=True)
        seat, move = chance.choice(moves)
        event = ledger.play(game, entry.version, seat, str(move), frames=[sha256])
        print("move", game, event.seq, event.move, flush=True)
        if chance.random() < 0.1:
            undone = ledger.undo(game, event.seq, None)
            print("move", game, undone.seq, undone.move, flush=True)


def _opened(ledger) -> str:
    return ledger.open("stackernoos", {"players": 2}, random.randrange(10**6), {}).id


def _moves(entry, seat):
    return list(itertools.islice(entry.game.moves(entry.replay.state, seat), 20))


if __name__ == "__main__":
    main(sys.argv[1])

"""A table that plays, keeps pictures and acknowledges both: `python tests/attacks/writer.py DATA`; to be killed.

Each line on standard output was said after it was on disk: `move GAME SEQ MOVE`, `picture GAME SHA256`, `held …`.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.app import assemble
from service.settings import Settings


def main(data: str) -> None:
    """Play the newest game on, or a new one; for ever."""
    parts = assemble(Settings(data=Path(data), max_evidence_bytes=2_000_000))
    chance = random.Random()
    newest = parts.store.newest(1)
    game = newest[0].id if newest and chance.random() < 0.8 else _opened(parts)
    print("ready", flush=True)
    for _ in itertools.count():
        entry = parts.ledger.find(game)
        moves = [(seat, move) for seat in entry.game.actors(entry.replay.state) for move in _moves(entry, seat)]
        if not moves or entry.version > 400:
            game = _opened(parts)
            continue
        picture = chance.randbytes(chance.randrange(200, 60_000))
        sha256 = parts.evidence.keep(game, picture, {"why": "after"})
        print("picture", game, sha256, flush=True)
        if chance.random() < 0.1:
            parts.evidence.hold(game, [sha256])
            print("held", game, sha256, flush=True)
        seat, move = chance.choice(moves)
        event = parts.ledger.play(game, entry.version, seat, str(move), frames=[sha256])
        print("move", game, event.seq, event.move, flush=True)
        if chance.random() < 0.1:
            undone = parts.ledger.undo(game, event.seq, None)
            print("move", game, undone.seq, undone.move, flush=True)


def _opened(parts) -> str:
    return parts.ledger.open("stackernoos", {"players": 2}, random.randrange(10**6), parts.versions).id


def _moves(entry, seat):
    return list(itertools.islice(entry.game.moves(entry.replay.state, seat), 20))


if __name__ == "__main__":
    main(sys.argv[1])

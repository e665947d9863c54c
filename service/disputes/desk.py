"""The desk: disputes of the games in the store; each is decided once, kept, and handed out as a bundle."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from engine.record import Record
from engine.said import Said
from service import bundle
from service.disputes import NoSuchDispute, dossier
from service.disputes.case import Case, DisputeSettings, Frame
from service.disputes.question import read
from service.disputes.seal import Seal
from service.disputes.versions import versions
from service.enrolled import NoneEnrolled, enrolled
from service.store.clock import now
from service.store.ledger_errors import RecordDamaged
from service.store.pictures import write_whole
from service.store.schema import disputes
from service.store.store import StoreFull

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from service.reader import Reader
    from service.settings import Settings
    from service.store.evidence import Evidence
    from service.store.ledger import Ledger
    from service.store.store import Store

PIECES: Final = "own"
"""The folder of the user's own pieces that rulings rest on, by their SHA-256: they may be enrolled anew."""


class Disputes:
    """Takes questions, rules on them, and keeps the rulings with the pictures that they rest on."""

    def __init__(self, settings: Settings, store: Store, ledger: Ledger, evidence: Evidence, reader: Reader) -> None:
        self._settings = settings
        self._store = store
        self._ledger = ledger
        self._evidence = evidence
        self._reader = reader
        self._seal = Seal(settings.data)
        self._pieces = settings.data.expanduser() / PIECES

    @property
    def signer(self) -> str | None:
        """The fingerprint of the key that signs this installation's bundles; None before there is one."""
        return self._seal.known()

    def ask(self, game_id: str, asked: str | Mapping[str, Any], who: str | None = None) -> dict[str, Any]:
        """Rule on a question that somebody asked and keep the ruling; its document. Raises `NotUnderstood`,
        `NoSuchMove`, `NoSuchGame`, `RecordDamaged` where lines of the record were changed, or what `_kept` does."""
        from service.disputes.decide import decide  # brings the vision: loaded when it is needed

        entry = self._ledger.find(game_id)
        if entry.damage is not None:
            raise RecordDamaged(entry.damage)
        question = read(asked)
        own = _kept(enrolled(self._settings, entry.header.game), self._pieces)
        case = self._case(game_id, entry.record, own)
        answer = decide(case, question)
        document = {
            "schema": dossier.DISPUTE,
            "game": game_id,
            "time": now(),
            "asked": asked if isinstance(asked, str) else dict(asked),
            **({} if who is None else {"who": who}),
            "question": question.model_dump(),
            "answer": answer,
            "record": {"events": entry.version, "head": entry.record.tip},
            "thresholds": asdict(case.settings),
            "versions": versions(entry.header.game) | {"own": own and own.stem},
            "signer": self._seal.signer,
        }
        row = {"time": document["time"], "document": json.dumps(document, ensure_ascii=False, sort_keys=True)}
        return document | {"number": self._store.numbered(disputes, game_id, row)}

    def all(self, game_id: str) -> list[dict[str, Any]]:
        """The disputes of a game, oldest first. Raises `NoSuchGame`."""
        self._store.load(game_id)
        wanted = select(disputes).where(disputes.c.game_id == game_id).order_by(disputes.c.number)
        with self._store.reading() as connection:
            return [json.loads(row.document) | {"number": row.number} for row in connection.execute(wanted)]

    def find(self, game_id: str, number: int) -> dict[str, Any]:
        """One dispute. Raises `NoSuchGame` or `NoSuchDispute`."""
        for dispute in self.all(game_id):
            if dispute["number"] == number:
                return dispute
        raise NoSuchDispute(Said("game {game} has no dispute {number}", game=game_id, number=number))

    def bundle(self, game_id: str, number: int) -> bytes:
        """The dispute as a zip, the same whenever it is asked for. Raises as `find` does."""
        dispute = self.find(game_id, number)
        kept = self._ledger.find(game_id).record
        kept = Record(kept.header, kept.events[: dispute["record"]["events"]])
        frames = [self._frame(game_id, frame["sha256"]) for frame in dispute["answer"]["frames"]]
        own = _loaded(dispute["versions"]["own"], self._pieces)
        files = dossier.contents(dispute, kept, frames, own)
        signature = self._seal.sign(files[dossier.MANIFEST], dispute["signer"])
        return bundle.pack(files | {dossier.SIGNATURE: dossier.canonical(signature)})

    def _case(self, game_id: str, kept: Record, own: Path | None) -> Case:
        from vision.pipeline import faces_of  # brings the vision: loaded when it is needed

        def frame(sha256: str) -> Frame:
            # Before it is read: while that takes its seconds, the table goes on and what is new wants room.
            self._evidence.hold(game_id, [sha256])
            return self._frame(game_id, sha256)

        game = kept.header.game
        thresholds = DisputeSettings(self._settings.dispute_uphold, self._settings.dispute_overturn)
        return Case(
            kept, frame, lambda picture: self._reader.observe(picture, game, own), thresholds, faces_of(game, own)
        )

    def _frame(self, game_id: str, sha256: str) -> Frame:
        return Frame(sha256, self._evidence.load(sha256), self._evidence.about(game_id, sha256) or {})


def _kept(own: Path | None, folder: Path) -> Path | None:
    """The copy of a file of own pieces, with which a ruling is to be made. Its name is its SHA-256. It is written whole
    or not at all. Raises `NoneEnrolled` where the file cannot be read, `StoreFull` where it cannot be kept."""
    if own is None:
        return None
    try:
        data = own.read_bytes()
    except OSError as wrong:
        raise NoneEnrolled(f"{own} cannot be read: {wrong.strerror or wrong}") from wrong
    kept = folder / f"{dossier.sha256(data)}{own.suffix}"
    try:
        if _loaded(kept.stem, folder) is None:
            write_whole(kept, data)
    except OSError as wrong:
        why = wrong.strerror or wrong
        raise StoreFull(Said("{what} cannot be kept with the ruling: {why}", what=own, why=why)) from wrong
    return kept


def _loaded(digest: str | None, folder: Path) -> bytes | None:
    """The own pieces of that SHA-256; None where there are none, or they are not what they were."""
    for file in folder.glob(f"{digest}.*"):
        with suppress(OSError):
            if dossier.sha256(data := file.read_bytes()) == digest:
                return data
    return None

"""A recording followed as a task: in a store of its own, which comes back as one file. What is lost leaves nothing."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.app import assemble
from service.batch.kept import Form, digest
from service.capture.source import find_source
from service.commands.recordings import files_of
from service.commands.review import Stopped, run
from service.enrolled import enrolled
from service.store.backup import save

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.settings import Settings

RECORD: Final = "record.jsonl"
STORE: Final = "store.zip"
TOLD: Final = "told.json"
KEEPING: Final = ("max_evidence_bytes", "evidence_days", "evidence_beside")
"""The settings by which pictures are kept."""


@dataclass(frozen=True, slots=True)
class Order:
    """A recording, the game on it, and how it is followed; `options` is the text of the house rules' file."""

    source: str
    game: str
    settings: Settings
    options: str | None = None
    players: int | None = None

    @property
    def decides(self) -> list[Any]:
        """The pictures, what was asked, and who looks. Raises `SourceError` and `Mendable`."""
        own = enrolled(self.settings, self.game)
        asked = [self.game, self.options, self.players, None if own is None else digest(own)]
        keeping = [getattr(self.settings, name) for name in KEEPING]
        # Events have the recording's time.
        recording = files_of(find_source(self.source))
        files = [(file.name, file.stat().st_mtime_ns, digest(file)) for file in recording]
        return ["follow", asked, keeping, files]


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of it: the exit code and lines of `tableside review`, the record, and the store as a back-up."""

    code: int
    lines: tuple[str, ...]
    record: str
    store: bytes


def _files(result: Followed) -> dict[str, bytes]:
    told = {"code": result.code, "lines": result.lines}
    return {RECORD: result.record.encode(), STORE: result.store, TOLD: json.dumps(told).encode()}


def _result(files: Mapping[str, bytes]) -> Followed:
    told = json.loads(files[TOLD])
    return Followed(told["code"], tuple(told["lines"]), files[RECORD].decode(), files[STORE])


FOLLOWED: Final = Form(_files, _result)


def followed(order: Order) -> Followed:
    """Follow a recording. Raises what `tableside review` does, and Ctrl-C as `KeyboardInterrupt`."""
    with tempfile.TemporaryDirectory(prefix="tableside-task-") as name:
        folder, said = Path(name), io.StringIO()
        alone: dict[str, Any] = {"data": folder / "data", "database_url": None, "evidence_url": None}
        settings = order.settings.model_copy(update=alone)
        options = None
        if order.options is not None:
            (folder / "options.json").write_text(order.options, encoding="utf-8")
            options = str(folder / "options.json")
        try:
            with contextlib.redirect_stderr(said):
                code = run(order.source, order.game, settings, options, folder / RECORD, players=order.players)
        except Stopped:
            raise KeyboardInterrupt from None  # of one recording, the record so far is nothing; all others stop, too
        parts = assemble(settings)
        try:
            save(parts.store, parts.evidence, folder / STORE)
        finally:
            parts.close()
        record = (folder / RECORD).read_text(encoding="utf-8")
        return Followed(code, tuple(said.getvalue().splitlines()), record, (folder / STORE).read_bytes())

"""A recording followed as a task: in a store of its own, which comes back as one file. What is lost leaves nothing."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.app import assemble
from service.capture.source import find_source
from service.commands.review import run
from service.store.backup import save

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.settings import Settings

CHUNK: Final = 2**20
RECORD: Final = "record.jsonl"


@dataclass(frozen=True, slots=True)
class Order:
    """A recording, the game on it, and how it is followed; `options` is the text of the house rules' file."""

    source: str
    game: str
    settings: Settings
    options: str | None = None
    players: int | None = None

    @property
    def key(self) -> str:
        """The SHA-256 of all that the result depends on: the pictures, what was asked, and who looks."""
        digest = hashlib.sha256()
        own = [getattr(self.settings, kind) for kind in ("deck", "stones", "dominoes")]
        asked = [version("tableside"), self.game, self.options, self.players, own]
        digest.update(json.dumps(asked).encode())
        for file in self._files():
            digest.update(f"\n{file.name} {file.stat().st_mtime_ns}\n".encode())  # events have the recording's time
            for chunk in _chunks(file):
                digest.update(chunk)
        return digest.hexdigest()

    def _files(self) -> Iterator[Path]:
        found = find_source(self.source)
        yield from (Path(name) for name in found.pictures or (found.name,))


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of it: the exit code and lines of `tableside review`, the record, and the store as a back-up."""

    code: int
    lines: tuple[str, ...]
    record: str
    store: bytes


def followed(order: Order) -> Followed:
    """Follow a recording. Raises what `tableside review` does."""
    with tempfile.TemporaryDirectory(prefix="tableside-task-") as name:
        folder, said = Path(name), io.StringIO()
        alone: dict[str, Any] = {"data": folder / "data", "database_url": None, "evidence_url": None}
        settings = order.settings.model_copy(update=alone)
        options = None
        if order.options is not None:
            (folder / "options.json").write_text(order.options, encoding="utf-8")
            options = str(folder / "options.json")
        with contextlib.redirect_stderr(said):
            code = run(order.source, order.game, settings, options, folder / RECORD, players=order.players)
        parts = assemble(settings)
        try:
            save(parts.store, parts.evidence, folder / "store.zip")
        finally:
            parts.close()
        record = (folder / RECORD).read_text(encoding="utf-8")
        return Followed(code, tuple(said.getvalue().splitlines()), record, (folder / "store.zip").read_bytes())


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while chunk := opened.read(CHUNK):
            yield chunk

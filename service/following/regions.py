"""Where people said that the table of each camera is, kept in a file of the data folder."""

from __future__ import annotations

import json
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import structlog

from service.store.pictures import write_whole
from vision.scene.region import RegionError, TableRegion

if TYPE_CHECKING:
    from pathlib import Path

    from service.settings import Settings

FILE: Final = "regions.json"

_log = structlog.get_logger(__name__)
_writing = Lock()


class Regions:
    """The regions by the ids of their tables. A file that cannot be read counts as empty, and is said in the log."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, settings: Settings) -> Regions:
        """Those of the service's data folder."""
        return cls(settings.data.expanduser() / FILE)

    def find(self, table: str) -> TableRegion | None:
        """What was said of a table, None where nothing was."""
        region = self._read().get(table)
        if region is None:
            return None
        try:
            return TableRegion.from_json(region)
        except RegionError as wrong:
            _log.warning("a kept region is left aside", table=table, file=str(self.path), why=str(wrong))
            return None

    def keep(self, table: str, region: TableRegion | None) -> None:
        """Keep what people say; None: they take it back. Raises `OSError` where nothing can be written."""
        with _writing:
            kept = self._read()
            kept.pop(table, None)
            if region is not None:
                kept[table] = region.to_json()
            write_whole(self.path, json.dumps(kept, indent=1).encode())

    def _read(self) -> dict[str, Any]:
        try:
            regions = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as wrong:
            _log.warning("the regions cannot be read", file=str(self.path), why=str(wrong))
            return {}
        return regions if isinstance(regions, dict) else {}

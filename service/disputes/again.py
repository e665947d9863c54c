"""The ruling of a bundle made again: its files are put together and its question decided as if for the first time."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from service.disputes import DisputeError, dossier
from service.disputes.case import Case, DisputeSettings
from service.disputes.question import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.record import Record
    from service.disputes.case import Frame, Look
    from service.disputes.report import Report
    from service.disputes.shapes import Ruling

    Readers = Callable[[str, Path | None], Look]

LOOSE: Final = frozenset({"likelihood", "ways", "why", "reason", "trouble"})
"""What may differ by a little arithmetic between two machines, and decides nothing."""


def shown(files: Mapping[str, bytes], dispute: Ruling) -> list[Frame]:
    """The pictures that the answer saw."""
    return [dossier.frame_of(files, frame["sha256"]) for frame in dispute["answer"]["frames"]]


def same_files(files: Mapping[str, bytes], kept: Record, dispute: Ruling, report: Report) -> None:
    """Every file is as a bundle of this ruling has it: nothing is added or written in another way."""
    own = files.get(dossier.own_name(kept.header.game))
    made = dossier.contents(dispute, kept, shown(files, dispute), own)
    made[dossier.MANIFEST] = dossier.plain(dossier.manifest(dispute, made, report.signer))
    for name in sorted({*made, *files} - {dossier.SIGNATURE}):
        if files.get(name) != made.get(name):
            report.file(name, "was changed: it is not what a bundle of this ruling has")


def same_answer(files: Mapping[str, bytes], kept: Record, dispute: Ruling, readers: Readers, report: Report) -> None:
    """Decide the question again and hold the answers against each other."""
    from service.disputes.decide import decide
    from vision.pipeline import faces_of

    with tempfile.TemporaryDirectory() as folder:
        own = None
        if (name := dossier.own_name(kept.header.game)) in files:
            own = Path(folder) / Path(name).name
            own.write_bytes(files[name])
        try:
            look, faces = readers(kept.header.game, own), faces_of(kept.header.game, own)
            question = read(dispute["question"])
            settings = DisputeSettings(**dispute["thresholds"])
            answer = decide(Case(kept, lambda sha256: dossier.frame_of(files, sha256), look, settings, faces), question)
        except (DisputeError, EngineError, ValueError) as wrong:  # own pieces that do not serve are a `ValueError`
            report.change(f"the question cannot be decided again: {wrong}")
            return
    said: Mapping[str, Any] = dict(dispute["answer"])
    for key in sorted({*said, *answer}):
        if _firm(said.get(key)) != _firm(answer.get(key)):
            ruled, found = (json.dumps(value, ensure_ascii=False)[:60] for value in (said.get(key), answer.get(key)))
            what = "the clock was changed" if key == "clock" else f"the answer is another: its {key!r}"
            report.change(f"{what} is {ruled}, decided again it is {found}")
    report.statement, report.verdict = answer["statement"], answer["verdict"]


def _firm(value: Any) -> Any:
    """A part of an answer without what decides nothing."""
    if isinstance(value, dict):
        return {key: _firm(inner) for key, inner in value.items() if key not in LOOSE}
    return [_firm(inner) for inner in value] if isinstance(value, list) else value

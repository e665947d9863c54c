"""`tableside verify`: the bundle of a dispute, checked offline."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from service import bundle
from service.bundle import BundleError
from service.commands import Mendable, of_disk
from service.commands.keys import known

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.disputes.case import Look
    from service.disputes.verify import Report
    from service.settings import Settings

DONE: Final = 0
CHANGED: Final = 1
FINGERPRINT: Final = re.compile("[0-9a-fA-F]{64}")


def run(file: Path, settings: Settings, signer: str | None, as_json: bool) -> int:
    """Check a bundle and print what was found; 0 for the same ruling from an untouched bundle, 1 for anything else."""
    import cv2

    from service.disputes.verify import verify

    signers = _signers(signer)
    cv2.setNumThreads(settings.opencv_threads)
    try:
        files = bundle.unpack(file, settings.max_bundle_bytes)
    except OSError as wrong:
        raise Mendable(of_disk(wrong, file, "opened")) from None
    except BundleError as wrong:
        typer.echo(f"{file}: {wrong}", err=True)
        return CHANGED
    report = verify(files, readers, signers)
    typer.echo(_json(report) if as_json else _text(report))
    return DONE if report.passed else CHANGED


def _signers(given: str | None) -> frozenset[str]:
    """The fingerprints that are expected, one of them; none where any will do. Raises `Mendable`."""
    if given is None:
        return frozenset()
    if FINGERPRINT.fullmatch(given):
        return frozenset({given.lower()})
    if Path(given).is_file():
        return known(Path(given))
    raise Mendable(
        f"--signer {given!r} is no fingerprint: copy its 64 digits and letters from the table’s own page, "
        "or name a file of tableside keys export"
    )


def readers(game: str, own: Path | None) -> Look:
    """What reads the pictures of a game, with the user's own pieces if they came along."""
    import vision
    from service.disputes.case import KEPT

    return lambda picture: vision.read_photo(vision.load(picture, KEPT), game, own)


def _text(report: Report) -> str:
    from service.disputes import dossier

    lines = [f"changed: {line}" for line in report.changed]
    lines += [f"note: {line}" for line in report.notes]
    if report.passed:
        lines = [*_ruled(json.loads(report.files[dossier.RULING])), *lines]
        lines.append("The bundle is whole, and the ruling is the same when it is made again.")
    if report.signer and report.passed:
        lines.append(f"Signed by {report.signer}; the page of the table’s own machine must show the same.")
    return "\n".join(lines)


def _ruled(document: Mapping[str, Any]) -> Iterator[str]:
    """A ruling as the page tells it: what was asked, the answer, the moves that it is about, and what it rests on."""
    from service.disputes.verify import on_one_line
    from service.page.language import english
    from service.page.rulings import sentence
    from service.page.seats import name
    from service.page.verdict import lead, rests
    from service.page.words import words

    t, game, answer = english(), document["versions"]["game"], document["answer"]
    asked = sentence(document, game, t)
    yield on_one_line(f"{answer['verdict']}: {asked} {lead(document, game, t)}")
    for move in answer["moves"]:
        text = words(move["move"], move["before"], game, t) or move["move"]
        yield on_one_line(f"move {move['seq']}: {name(move['seat'], t)}: {text}")
    yield from map(on_one_line, rests(document, t))


def _json(report: Report) -> str:
    answer = {
        "passed": report.passed,
        "verdict": report.verdict or None,
        "statement": report.statement,
        "changed": report.changed,
        "notes": report.notes,
        "signer": report.signer or None,
    }
    return json.dumps(answer, ensure_ascii=False, indent=2)

"""A bundle checked: nothing in it was changed, and the same pictures and rules give the same ruling.

Everything is checked against everything else: the manifest against its signature, the files against the manifest, the
pictures against their names, the record against its chain, the times against theirs. Then the pictures are read again
and the question is decided again. Whoever makes a whole bundle anew has to sign it with another key.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.errors import EngineError, RecordError
from service.disputes import DisputeError, dossier
from service.disputes.case import Case, DisputeSettings, Frame
from service.disputes.question import read
from service.disputes.seal import Signature
from service.disputes.versions import versions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.record import Record
    from service.disputes.case import Look

    Readers = Callable[[str, Path | None], Look]

NEEDED: Final = (dossier.RECORD, dossier.RULING, dossier.VERSIONS, dossier.TIMES)
LOOSE: Final = frozenset({"likelihood", "ways", "why", "reason", "trouble"})
"""What may differ by a little arithmetic between two machines, and decides nothing."""


@dataclass(slots=True)
class Report:
    """What was found: `changed`, a line for each thing that is not as it was; `notes`; the ruling and who signed it."""

    changed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    signer: str = ""
    statement: str = ""
    verdict: str = ""
    reason: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was changed and the ruling is the same."""
        return not self.changed


def verify(files: Mapping[str, bytes], readers: Readers, signer: str | None = None) -> Report:
    """Check the files of a bundle; `readers(game, own)` reads pictures; `signer` is the fingerprint expected."""
    report = Report()
    manifest = _manifest(files, report, signer)
    _files(files, manifest, report)
    kept = _record(files, report)
    told = {name: _object(files, name, report) for name in (dossier.RULING, dossier.VERSIONS)}
    dispute = told[dossier.RULING]
    if kept is not None and dispute is not None:
        _tail(kept, manifest, dispute, report)
        _clock(files, kept, report)
        _pictures(files, dispute, report)
    _models(dispute, told[dossier.VERSIONS], files, report)
    if kept is not None and dispute is not None and not _hopeless(report):
        _again(files, kept, dispute, readers, report)
    return report


def _hopeless(report: Report) -> bool:
    """Whether something was changed already, beside the models: a new ruling would say nothing more."""
    return any(not line.startswith(MODELS) for line in report.changed)


# The manifest and its signature.


def _manifest(files: Mapping[str, bytes], report: Report, expected: str | None) -> Mapping[str, Any] | None:
    """The manifest; None where it was changed itself, so that it says nothing of the others."""
    manifest = _object(files, dossier.MANIFEST, report)
    sealed = _object(files, dossier.SIGNATURE, report)
    if sealed is None or manifest is None:
        return manifest
    try:
        signature = Signature.from_json(sealed)
        report.signer = signature.signer
    except ValueError as wrong:
        report.changed.append(f"{dossier.SIGNATURE} is no signature: {wrong}")
        return manifest
    if not signature.fits(files[dossier.MANIFEST]):
        line = f"the list of the files ({dossier.MANIFEST}) or its signature was changed: the signature does not fit"
        report.changed.append(line)
        manifest = None
    elif manifest.get("signer") != report.signer:
        report.changed.append(f"the signer is another: the manifest names {manifest.get('signer')}")
    if expected is not None and expected.lower() != report.signer:
        report.changed.append(f"the signer is another: {report.signer}, not {expected}; the bundle was made anew")
    return manifest


# The files.


def _files(files: Mapping[str, bytes], manifest: Mapping[str, Any] | None, report: Report) -> None:
    listed = (manifest or {}).get("files")
    listed = listed if isinstance(listed, dict) else {}
    rest = set(files) - set(listed) - {dossier.MANIFEST, dossier.SIGNATURE}
    for name in sorted(rest if manifest is not None else ()):
        report.changed.append(f"{name} was added: the manifest does not name it")
    for name in sorted({*listed, *NEEDED, *_abouts(files)} - set(files)):
        report.changed.append(f"{_spoken(name)} is missing")
    for name in sorted(set(listed) & set(files)):
        told = listed[name] if isinstance(listed[name], dict) else {}
        if told.get("sha256") != dossier.sha256(files[name]):
            report.changed.append(_changed(name, files))
    for name in sorted(files):
        if name.startswith("frames/") and dossier.frame_name(dossier.sha256(files[name])) != name:
            line = _changed(name, files)
            if line not in report.changed:
                report.changed.append(line)


def _abouts(files: Mapping[str, bytes]) -> set[str]:
    """The names of what is to be said of the pictures that are there."""
    return {dossier.about_name(name[7:-4]) for name in files if name.startswith("frames/")}


def _changed(name: str, files: Mapping[str, bytes]) -> str:
    if name.startswith("frames/"):
        actual = dossier.frame_name(dossier.sha256(files[name]))
        if actual in files and actual != name:
            return f"{_spoken(name)} was exchanged: it holds the picture {actual[7:19]}…"
        return f"{_spoken(name)} was changed: its SHA-256 is not its name"
    return f"{_spoken(name)} was changed: its SHA-256 is not that of the manifest"


def _spoken(name: str) -> str:
    if name.startswith("frames/"):
        return f"the picture {name[7:19]}…"
    if name.startswith("about/"):
        return f"what was said of the picture {name[6:18]}… ({name[:18]}…)"
    return {
        dossier.RECORD: f"the record ({name})",
        dossier.RULING: f"the answer ({name})",
        dossier.VERSIONS: f"the list of models and versions ({name})",
        dossier.TIMES: f"the clock ({name})",
    }.get(name, name)


def _object(files: Mapping[str, bytes], name: str, report: Report) -> dict[str, Any] | None:
    if name not in files:
        if name in (dossier.MANIFEST, dossier.SIGNATURE):
            report.changed.append(f"{name} is missing")
        return None
    told = _json(files[name])
    if isinstance(told, dict):
        return told
    if not any(line.startswith(_spoken(name)) for line in report.changed):
        report.changed.append(f"{_spoken(name)} is no JSON object")
    return None


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


# The record.


def _record(files: Mapping[str, bytes], report: Report) -> Record | None:
    if dossier.RECORD not in files:
        return None
    try:
        text = files[dossier.RECORD].decode()
        kept, damage = record.loads(text)
    except (UnicodeDecodeError, RecordError) as wrong:
        report.changed.append(f"the record cannot be read: {wrong}")
        return None
    if damage is None:
        return kept
    report.changed.append(f"the record was changed: {_order(text) or damage}")
    return None


def _order(text: str) -> str:
    """What is wrong with the order of the lines, empty where it is as their numbers say."""
    lines = [told for told in map(_json, map(str.encode, text.splitlines()[1:])) if isinstance(told, dict)]
    numbers = [number for told in lines if isinstance(number := told.get("seq"), int)]
    for place, number in enumerate(numbers, start=1):
        if number != place:
            if sorted(numbers) == list(range(1, len(numbers) + 1)):
                return f"the order of the entries is another: entry {number} stands where {place} should"
            return f"entry {place} is missing" if place not in numbers else f"entry {number} stands there twice"
    return ""


def _tail(kept: Record, manifest: Mapping[str, Any] | None, dispute: Mapping[str, Any], report: Report) -> None:
    """The number of entries and the hash of the last, as the manifest and the answer have them."""
    for name, said in ((dossier.MANIFEST, manifest), (dossier.RULING, dispute)):
        if said is None:
            continue
        told = said.get("record")
        told = told if isinstance(told, dict) else {}
        count = told.get("events")
        if isinstance(count, int) and count > len(kept.events):
            report.changed.append(f"the tail of the record was cut: {len(kept.events)} entries of {count} ({name})")
        elif (count, told.get("head")) != (len(kept.events), kept.tip):
            report.changed.append(f"the record is another: its last hash is not that of {name}")


# The clock.


def _clock(files: Mapping[str, bytes], kept: Record, report: Report) -> None:
    if _abouts(files) - set(files):
        return  # it is said already that the times of these pictures are missing
    frames = [_frame(files, name[7:-4]) for name in files if name.startswith("frames/")]
    said, now = _json(files.get(dossier.TIMES, b"")), dossier.times(kept, frames)
    if said == now:
        return
    before = {each.get("what"): each.get("time") for each in said or () if isinstance(each, dict)}
    for link in now:
        if before.get(link["what"]) != link["time"]:
            told = before.get(link["what"], "none")
            line = f"the clock was changed: {link['what'][:20]} is of {link['time']}, {dossier.TIMES} says {told}"
            report.changed.append(line)
            return
    if len(before) == len(now):
        report.changed.append(f"the clock was changed: the chain of {dossier.TIMES} is broken")


def _frame(files: Mapping[str, bytes], sha256: str) -> Frame:
    about = _json(files.get(dossier.about_name(sha256), b"{}"))
    return Frame(sha256, files.get(dossier.frame_name(sha256)), about if isinstance(about, dict) else {})


# The pictures and the models.


def _pictures(files: Mapping[str, bytes], dispute: Mapping[str, Any], report: Report) -> None:
    """Every picture that the answer saw is there."""
    answer = dispute.get("answer")
    for told in answer.get("frames", ()) if isinstance(answer, dict) else ():
        name = dossier.frame_name(str(told.get("sha256"))) if isinstance(told, dict) else ""
        line = f"{_spoken(name)} is missing"
        if name and told.get("there") and name not in files and line not in report.changed:
            report.changed.append(line)


MODELS: Final = "the models are others"


def _models(
    dispute: Mapping[str, Any] | None, said: Mapping[str, Any] | None, files: Mapping[str, bytes], report: Report
) -> None:
    if dispute is None or said is None:
        return
    if dispute.get("versions") != said:
        line = f"{_spoken(dossier.VERSIONS)} was changed: "
        if not any(each.startswith(line) for each in report.changed):
            report.changed.append(f"{line}it is not that of the answer")
        return
    here = versions(str(said.get("game")))
    told = said.get("models")
    told = told if isinstance(told, dict) else {}
    same = said.get("tableside") == here["tableside"]
    remedy = "verify with the models that ruled" if same else f"verify with Tableside {said.get('tableside')}"
    for name in sorted({*here["models"], *told}):
        ours, theirs = here["models"].get(name, "none"), str(told.get(name, "none"))
        if ours != theirs:
            report.changed.append(f"{MODELS}: {name} was {theirs[:12]}…, here it is {ours[:12]}…; {remedy}")
    own = files.get(dossier.own_name(str(said.get("game"))))
    if (None if own is None else dossier.sha256(own)) != said.get("own"):
        report.changed.append("the own pieces that the pictures were read with are missing or others")
    for name in ("tableside", "rules", "reading"):
        if here[name] != said.get(name):
            report.notes.append(
                f"this is another version of {name}: {str(said.get(name))[:12]} ruled, {here[name][:12]} verifies"
            )


# The ruling.


def _again(
    files: Mapping[str, bytes], kept: Record, dispute: Mapping[str, Any], readers: Readers, report: Report
) -> None:
    """Decide the question again and hold the answers against each other."""
    from service.disputes.decide import decide
    from vision.pipeline import faces_of

    said = dispute.get("answer")
    if not isinstance(said, dict):
        report.changed.append("the answer was edited: there is none")
        return
    with tempfile.TemporaryDirectory() as folder:
        own = _own(files, kept.header.game, Path(folder))
        look, faces = readers(kept.header.game, own), faces_of(kept.header.game, own)
        try:
            question = read(dispute.get("question") or {})
            settings = DisputeSettings.from_json(dispute.get("thresholds") or {})
            answer = decide(Case(kept, lambda sha256: _frame(files, sha256), look, settings, faces), question)
        except (DisputeError, EngineError, ValueError) as wrong:
            report.changed.append(f"the question cannot be decided again: {wrong}")
            return
    for key in sorted({*said, *answer}):
        if _firm(said.get(key)) != _firm(answer.get(key)):
            told, found = (json.dumps(value, ensure_ascii=False)[:60] for value in (said.get(key), answer.get(key)))
            what = "the clock was changed" if key == "clock" else f"the answer is another: its {key!r}"
            report.changed.append(f"{what} is {told}, decided again it is {found}")
    report.statement, report.verdict, report.reason = answer["statement"], answer["verdict"], answer["reason"]


def _own(files: Mapping[str, bytes], game: str, folder: Path) -> Path | None:
    name = dossier.own_name(game)
    if name not in files:
        return None
    path = folder / Path(name).name
    path.write_bytes(files[name])
    return path


def _firm(value: Any) -> Any:
    """A part of an answer without what decides nothing."""
    if isinstance(value, dict):
        return {key: _firm(inner) for key, inner in value.items() if key not in LOOSE}
    return [_firm(inner) for inner in value] if isinstance(value, list) else value

"""A bundle checked: nothing in it was changed, and the same pictures and rules give the same ruling.

The manifest is held against its signature, the files against the manifest, pictures against their names, the record
against its chain. Then the bundle is made again, its pictures are read again, and the question is decided again.
Whoever makes a whole bundle anew has to sign it with another key.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine import record
from engine.errors import EngineError, RecordError
from engine.said import SAID
from service.disputes import DisputeError, dossier
from service.disputes.case import Case, DisputeSettings, Frame
from service.disputes.dossier import About, Manifest, Ruling, Signature, shaped
from service.disputes.question import read
from service.disputes.seal import fingerprint, fits
from service.disputes.versions import versions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from engine.record import Record
    from service.disputes.case import Look

    Readers = Callable[[str, Path | None], Look]

T = TypeVar("T")

SEALED: Final = frozenset({dossier.MANIFEST, dossier.SIGNATURE})
NEEDED: Final = SEALED | {dossier.RECORD, dossier.RULING, dossier.VERSIONS, dossier.TIMES}
MOST_ENTRIES: Final = 5000
"""Entries that are replayed: following corrections takes time by the square of their number. Long games have 300."""
MODELS: Final = "the models are others"
UNFIT: Final = "does not fit the rest of the bundle"
"""Two files say different things, and nothing tells which of them was changed."""
LOOSE: Final = frozenset({"likelihood", "ways", "why", "reason", "title", SAID, "trouble"})
"""What decides nothing. It may differ by a little arithmetic between two machines, or by the words of two releases."""


@dataclass(slots=True)
class Report:
    """What was found in the `files` of a bundle: the ruling, who signed it, and `notes`. `changed` has a line for each
    thing that is not as it was, and `named` the files among these."""

    files: Mapping[str, bytes]
    changed: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    signer: str = ""
    statement: str = ""
    verdict: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was changed and the ruling is the same."""
        return not self.changed

    @property
    def whole(self) -> bool:
        """Whether nothing was changed beside the models: else a new ruling says nothing more."""
        return all(line.startswith(MODELS) for line in self.changed)

    def change(self, line: str) -> None:
        """Say what was changed."""
        self.changed.append(on_one_line(line))

    def file(self, name: str, what: str) -> None:
        """Say what is wrong with a file, unless something was said of it before."""
        if name not in self.named:
            self.named.add(name)
            self.change(f"{spoken(name)} {what}")

    def note(self, line: str) -> None:
        """Say what is no change, and may matter."""
        self.notes.append(on_one_line(line))


def spoken(name: str) -> str:
    """A file of a bundle as lines name it."""
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


def on_one_line(text: str) -> str:
    """A text without what a bundle might have smuggled into it to change what a terminal shows."""
    return "".join(each if each.isprintable() else " " for each in text)


def verify(files: Mapping[str, bytes], readers: Readers, signers: Collection[str] = ()) -> Report:
    """Check the files of a bundle, signed by one of `signers` if there are any; `readers(game, own)` reads pictures."""
    report = Report(files)
    manifest = _manifest(report)
    _files(manifest, report)
    kept = _record(report)
    dispute = _shaped(Ruling, dossier.RULING, report)
    abouts = {name: _shaped(About, name, report) or {} for name in sorted(files) if name.startswith("about/")}

    def frame(sha256: str) -> Frame:
        return Frame(sha256, files.get(dossier.frame_name(sha256)), abouts.get(dossier.about_name(sha256), {}))

    if dispute is not None:
        _models(dispute, report)
    if kept is not None and dispute is not None:
        _agreed(dispute, kept, report)
        _notes(dispute, kept, report)
        for each in dispute["answer"]["frames"]:
            if each["there"] and (name := dossier.frame_name(each["sha256"])) not in files:
                report.file(name, "is missing")
        whole = report.whole
        _fits(kept, dispute, [frame(each["sha256"]) for each in dispute["answer"]["frames"]], report)
        if whole:
            _same_answer(kept, dispute, frame, readers, report)
    if signers and report.signer and report.signer not in signers:
        expected = " or ".join(sorted(signers))
        report.change(f"the signer is another: {report.signer}, not {expected}; the bundle was made anew")
    return report


def _shaped(shape: type[T], name: str, report: Report) -> T | None:
    """What a file says; None where it is missing or has another shape."""
    try:
        return shaped(shape, report.files[name]) if name in report.files else None
    except ValueError as wrong:
        report.file(name, f"is not as a bundle has it: {wrong}")
        return None


def _manifest(report: Report) -> Manifest | None:
    """The manifest; None where it was changed itself, so that it says nothing of the others."""
    signature = _shaped(Signature, dossier.SIGNATURE, report)
    if signature is not None:
        report.signer = fingerprint(signature["public_key"])
        if report.files[dossier.SIGNATURE] != dossier.canonical(signature):
            report.file(dossier.SIGNATURE, "was changed: it is not written as a signature is")
        if not fits(signature, report.files.get(dossier.MANIFEST, b"")):
            both = f"({dossier.MANIFEST}) or its signature ({dossier.SIGNATURE})"
            report.change(f"the list of the files {both} was changed: the signature does not fit")
            return None
    return _shaped(Manifest, dossier.MANIFEST, report)


def _files(manifest: Manifest | None, report: Report) -> None:
    """What a bundle needs is there, what it has is what the manifest lists, and pictures are named by their SHA-256."""
    digests = {name: dossier.sha256(data) for name, data in report.files.items() if name not in SEALED}
    listed = digests if manifest is None else {name: each["sha256"] for name, each in manifest["files"].items()}
    abouts = {dossier.about_name(name[7:-4]) for name in digests if name.startswith("frames/")}
    for name in sorted({*listed, *NEEDED, *abouts} - set(report.files)):
        report.file(name, "is missing")
    for name, digest in sorted(digests.items()):
        actual = dossier.frame_name(digest)
        if name not in listed:
            report.file(name, "was added: the manifest does not name it")
        elif name.startswith("frames/") and actual != name:
            holds = f"exchanged: it holds the picture {actual[7:19]}…"
            report.file(name, f"was {holds if actual in report.files else 'changed: its SHA-256 is not its name'}")
        elif listed[name] != digest:
            report.file(name, "was changed: its SHA-256 is not that of the manifest")


def _record(report: Report) -> Record | None:
    if dossier.RECORD not in report.files:
        return None
    if (count := report.files[dossier.RECORD].count(b"\n")) > MOST_ENTRIES:
        report.change(f"the record has {count} lines; a game has at most {MOST_ENTRIES}")
        return None
    try:
        kept, damage = record.loads(report.files[dossier.RECORD].decode())
    except (UnicodeError, RecordError) as wrong:
        report.change(f"the record cannot be read: {wrong}")
        return None
    if damage is not None:
        report.change(f"the record was changed: {damage}")
    return kept if damage is None else None


def _agreed(dispute: Ruling, kept: Record, report: Report) -> None:
    """The answer, the question and the record are of one ruling."""
    count, head = dispute["record"]["events"], dispute["record"]["head"]
    if count > len(kept.events):
        report.change(f"the tail of the record was cut: {len(kept.events)} entries of {count}")
    elif (count, head) != (len(kept.events), kept.tip):
        report.change(f"the record is another: its last hash is not that of {dossier.RULING}")
    for what, said, expected in (
        ("schema", dispute["schema"], dossier.DISPUTE),
        ("signer", dispute["signer"], report.signer or dispute["signer"]),
        ("game of the versions", dispute["versions"]["game"], kept.header.game),
    ):
        if said != expected:
            report.change(f"the {what} is another: {said}, not {expected}")
    try:
        understood = read(dispute["asked"]).model_dump()
    except DisputeError:
        understood = None
    if understood != dispute["question"]:
        asked, answered = (json.dumps(dispute[key], ensure_ascii=False)[:80] for key in ("asked", "question"))
        report.change(f"the question was changed: {asked} was asked, {answered} is answered")


def _notes(dispute: Ruling, kept: Record, report: Report) -> None:
    """What proves no change, and may matter to whoever reads the ruling."""
    last = max((event.time for event in kept.events), default="")
    if dispute["time"] < last:
        # A clock that was set back does this, too: the time of a ruling decides nothing.
        report.note(f"the ruling is of {dispute['time']}, which is before the last entry, of {last}")
    given: Mapping[str, Any] = dispute["thresholds"]
    usual = sorted(asdict(DisputeSettings()).items())
    if others := [f"{name} {given[name]:g} (usually {value:g})" for name, value in usual if given[name] != value]:
        report.note(f"it was decided with other thresholds: {', '.join(others)}")


def _models(dispute: Ruling, report: Report) -> None:
    """The models and the own pieces that ruled are those here; another code is noted."""
    said: Mapping[str, Any] = dispute["versions"]
    here = versions(said["game"])
    same = said["tableside"] == here["tableside"]
    remedy = "verify with the models that ruled" if same else f"verify with Tableside {said['tableside']}"
    for name in sorted({*here["models"], *said["models"]}):
        ours, theirs = here["models"].get(name, "none"), said["models"].get(name, "none")
        if ours != theirs:
            report.change(f"{MODELS}: {name} was {theirs[:12]}…, here it is {ours[:12]}…; {remedy}")
    own = report.files.get(dossier.own_name(said["game"]))
    if (None if own is None else dossier.sha256(own)) != said["own"]:
        report.change("the own pieces that the pictures were read with are missing or others")
    for name in ("tableside", "rules", "reading", "deciding"):
        if here[name] != said[name]:
            report.note(f"this is another version of {name}: {said[name][:12]} ruled, {here[name][:12]} verifies")


def _fits(kept: Record, dispute: Ruling, frames: list[Frame], report: Report) -> None:
    """Every file is as a bundle of this ruling has it: nothing is added or written in another way. Where something was
    changed, the clock alone is looked at, unless what was said of a picture was."""
    made = dossier.contents(dispute, kept, frames, report.files.get(dossier.own_name(kept.header.game)))
    names = {*made, *report.files} - {dossier.SIGNATURE}
    if not report.whole:
        abouts = {dossier.about_name(each.sha256) for each in frames}
        names = {dossier.TIMES} if report.named.isdisjoint(abouts) else set()
    for name in sorted(names):
        if report.files.get(name) != made.get(name):
            report.file(name, UNFIT)


def _same_answer(
    kept: Record, dispute: Ruling, frame: Callable[[str], Frame], readers: Readers, report: Report
) -> None:
    """Decide the question again and hold the answers against each other."""
    from service.disputes.decide import decide
    from vision.pipeline import faces_of

    with tempfile.TemporaryDirectory() as folder:
        own = None
        if (name := dossier.own_name(kept.header.game)) in report.files:
            own = Path(folder) / Path(name).name
            own.write_bytes(report.files[name])
        try:
            look, faces = readers(kept.header.game, own), faces_of(kept.header.game, own)
            settings = DisputeSettings(**dispute["thresholds"])
            answer = decide(Case(kept, frame, look, settings, faces), read(dispute["question"]))
        except (DisputeError, EngineError, ValueError) as wrong:  # own pieces that do not serve are a `ValueError`
            report.change(f"the question cannot be decided again: {wrong}")
            return
    said: Mapping[str, Any] = dict(dispute["answer"])
    for key in sorted({*said, *answer} - {SAID}):
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

"""A bundle checked: nothing in it was changed, and the same pictures and rules give the same ruling.

Everything is checked against everything else. The manifest is held against its signature, the files against the
manifest, the pictures against their names. The record is held against its chain, the times against theirs. Then the
pictures are read again and the question is decided again. Whoever makes a whole bundle anew has to sign it with another
key.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine import record
from engine.errors import RecordError
from service.disputes import DisputeError, dossier
from service.disputes.again import same_answer, same_files, shown
from service.disputes.case import DisputeSettings
from service.disputes.question import read
from service.disputes.report import Report, on_one_line, spoken
from service.disputes.seal import Signature
from service.disputes.shapes import About, Link, Manifest, Ruling, Versions, shaped
from service.disputes.versions import versions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.record import Record
    from service.disputes.again import Readers

T = TypeVar("T")

NEEDED: Final = (dossier.RECORD, dossier.RULING, dossier.VERSIONS, dossier.TIMES)


MOST_ENTRIES: Final = 5000
"""Entries that are replayed: following corrections takes time by the square of their number. Long games have 300."""


def verify(files: Mapping[str, bytes], readers: Readers, signer: str | None = None) -> Report:
    """Check the files of a bundle; `readers(game, own)` reads pictures; `signer` is the fingerprint expected."""
    report = Report()
    manifest = _manifest(files, report, signer)
    _files(files, manifest, report)
    kept = _record(files, report)
    dispute = _shaped(Ruling, files, dossier.RULING, report)
    said = _shaped(Versions, files, dossier.VERSIONS, report)
    links = _shaped(list[Link], files, dossier.TIMES, report)
    described = _all_described(files, report)
    if kept is not None and dispute is not None:
        _tail(kept, manifest, dispute, report)
        _agreed(manifest, dispute, kept, report)
        if _pictures(files, dispute, report) and described and links is not None:
            _clock(links, dossier.times(kept, shown(files, dispute)), report)
    if dispute is not None and said is not None:
        _models(dispute, said, files, report)
    if kept is not None and dispute is not None and not _hopeless(report):
        same_files(files, kept, dispute, report)
        same_answer(files, kept, dispute, readers, report)
    report.changed = [on_one_line(line) for line in report.changed]
    report.notes = [on_one_line(line) for line in report.notes]
    return report


def _hopeless(report: Report) -> bool:
    """Whether something was changed already, beside the models: a new ruling would say nothing more."""
    return any(not line.startswith(MODELS) for line in report.changed)


# The manifest and its signature.


def _manifest(files: Mapping[str, bytes], report: Report, expected: str | None) -> Manifest | None:
    """The manifest; None where it was changed itself, so that it says nothing of the others."""
    for name in (dossier.MANIFEST, dossier.SIGNATURE):
        if name not in files:
            report.changed.append(f"{name} is missing")
    sealed = _shaped(dict[str, str], files, dossier.SIGNATURE, report)
    if sealed is not None and not _signed(files, sealed, report, expected):
        return None
    manifest = _shaped(Manifest, files, dossier.MANIFEST, report)
    if manifest is not None and report.signer and manifest["signer"] != report.signer:
        report.changed.append(f"the signer is another: the manifest names {manifest['signer']}")
    return manifest


def _signed(files: Mapping[str, bytes], sealed: Mapping[str, str], report: Report, expected: str | None) -> bool:
    """Whether the signature does not say that the manifest was changed."""
    try:
        signature = Signature.from_json(sealed)
    except ValueError as wrong:
        report.changed.append(f"{dossier.SIGNATURE} is no signature: {wrong}")
        return True
    if files[dossier.SIGNATURE] != dossier.plain(signature.to_json()):
        report.changed.append(f"{dossier.SIGNATURE} was changed: it is not written as a signature is")
    report.signer = signature.signer
    if expected is not None and expected.lower() != report.signer:
        report.changed.append(f"the signer is another: {report.signer}, not {expected}; the bundle was made anew")
    if fits := signature.fits(files.get(dossier.MANIFEST, b"")):
        return fits
    both = f"({dossier.MANIFEST}) or its signature ({dossier.SIGNATURE})"
    report.changed.append(f"the list of the files {both} was changed: the signature does not fit")
    return False


# The files.


def _files(files: Mapping[str, bytes], manifest: Manifest | None, report: Report) -> None:
    listed = {} if manifest is None else manifest["files"]
    rest = set(files) - set(listed) - {dossier.MANIFEST, dossier.SIGNATURE}
    for name in sorted(rest if manifest is not None else ()):
        report.changed.append(f"{name} was added: the manifest does not name it")
    for name in sorted({*listed, *NEEDED, *_abouts(files)} - set(files)):
        report.changed.append(f"{spoken(name)} is missing")
    for name in sorted(set(listed) & set(files)):
        if listed[name]["sha256"] != dossier.sha256(files[name]):
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
            return f"{spoken(name)} was exchanged: it holds the picture {actual[7:19]}…"
        return f"{spoken(name)} was changed: its SHA-256 is not its name"
    return f"{spoken(name)} was changed: its SHA-256 is not that of the manifest"


def _all_described(files: Mapping[str, bytes], report: Report) -> bool:
    """Whether what is to be said of every picture is there, and can be read."""
    abouts = sorted({*_abouts(files), *(name for name in files if name.startswith("about/"))})
    spoilt = sum(_shaped(About, files, name, report) is None for name in abouts)  # all are gone through, none is kept
    return not spoilt


def _shaped(shape: type[T], files: Mapping[str, bytes], name: str, report: Report) -> T | None:
    """What a file says; None where it is missing or has another shape, which is said once."""
    if name not in files:
        return None
    try:
        return shaped(shape, files[name])
    except ValueError as wrong:
        if not any(line.startswith(spoken(name)) for line in report.changed):
            report.changed.append(f"{spoken(name)} is not as a bundle has it: {wrong}")
        return None


# The record.


def _record(files: Mapping[str, bytes], report: Report) -> Record | None:
    if dossier.RECORD not in files:
        return None
    if (count := files[dossier.RECORD].count(b"\n")) > MOST_ENTRIES:
        report.changed.append(f"the record has {count} lines; a game has at most {MOST_ENTRIES}")
        return None
    try:
        text = files[dossier.RECORD].decode()
        kept, damage = record.loads(text)
    except (UnicodeError, RecordError) as wrong:
        report.changed.append(f"the record cannot be read: {wrong}")
        return None
    if damage is None:
        return kept
    report.changed.append(f"the record was changed: {_order(text) or damage}")
    return None


def _order(text: str) -> str:
    """What is wrong with the order of the lines, empty where it is as their numbers say."""
    lines = [entry for entry in map(dossier.parsed, map(str.encode, text.splitlines()[1:])) if isinstance(entry, dict)]
    numbers = [number for entry in lines if isinstance(number := entry.get("seq"), int)]
    for place, number in enumerate(numbers, start=1):
        if number != place:
            if sorted(numbers) == list(range(1, len(numbers) + 1)):
                return f"the order of the entries is another: entry {number} stands where {place} should"
            return f"entry {place} is missing" if place not in numbers else f"entry {number} stands there twice"
    return ""


def _tail(kept: Record, manifest: Manifest | None, dispute: Ruling, report: Report) -> None:
    """The number of entries and the hash of the last, as the manifest and the answer have them."""
    for name, said in ((dossier.MANIFEST, manifest), (dossier.RULING, dispute)):
        if said is None:
            continue
        count, head = said["record"]["events"], said["record"]["head"]
        if count > len(kept.events):
            report.changed.append(f"the tail of the record was cut: {len(kept.events)} entries of {count} ({name})")
        elif (count, head) != (len(kept.events), kept.tip):
            report.changed.append(f"the record is another: its last hash is not that of {name}")


# What is said twice.


def _agreed(manifest: Manifest | None, dispute: Ruling, kept: Record, report: Report) -> None:
    """The manifest, the answer, the question and the record are of one ruling."""
    pairs: list[tuple[str, object, object]] = [("schema", dispute["schema"], dossier.DISPUTE)]
    if manifest is not None:
        pairs += [
            ("schema", manifest["schema"], dossier.SCHEMA),
            ("game", manifest["game"], dispute["game"]),
            ("number of the dispute", manifest["dispute"], dispute["number"]),
            ("signer", manifest["signer"], dispute["signer"]),
        ]
    pairs.append(("game of the versions", dispute["versions"]["game"], kept.header.game))
    for what, said, expected in pairs:
        if said != expected:
            report.changed.append(f"the {what} is another: {said}, not {expected}")
    if _asked(dispute) != dispute["question"]:
        asked, answered = (json.dumps(dispute[key], ensure_ascii=False)[:80] for key in ("asked", "question"))
        report.changed.append(f"the question was changed: {asked} was asked, {answered} is answered")
    last = max((event.time for event in kept.events), default="")
    if dispute["time"] < last:
        # A clock that was set back does this, too: the time of a ruling decides nothing.
        report.notes.append(f"the ruling is of {dispute['time']}, which is before the last entry, of {last}")
    _thresholds(dispute, report)


def _asked(dispute: Ruling) -> dict[str, Any] | None:
    """The question that was asked, as JSON; None where it is none."""
    try:
        return read(dispute["asked"]).to_json()
    except DisputeError:
        return None


def _thresholds(dispute: Ruling, report: Report) -> None:
    """Say which thresholds the ruling rests on, where they are not the usual ones."""
    usual = DisputeSettings().to_json()
    others = [
        f"{name} {value:g} (usually {usual[name]:g})"
        for name, value in sorted(dispute["thresholds"].items())
        if name in usual and value != usual[name]
    ]
    if others:
        report.notes.append(f"it was decided with other thresholds: {', '.join(others)}")


# The clock.


def _clock(said: list[Link], now: Sequence[Mapping[str, str]], report: Report) -> None:
    before = {each["what"]: each["time"] for each in said}
    for link in now:
        if before.get(link["what"]) != link["time"]:
            listed = before.get(link["what"], "none")
            line = f"the clock was changed: {link['what'][:20]} is of {link['time']}, {dossier.TIMES} says {listed}"
            report.changed.append(line)
            return
    if said != now:
        report.changed.append(f"the clock was changed: the chain of {dossier.TIMES} is broken")


# The pictures and the models.


def _pictures(files: Mapping[str, bytes], dispute: Ruling, report: Report) -> bool:
    """Whether every picture that the answer saw is there."""
    names = [dossier.frame_name(frame["sha256"]) for frame in dispute["answer"]["frames"] if frame["there"]]
    missing = [name for name in names if name not in files]
    for name in missing:
        line = f"{spoken(name)} is missing"
        if line not in report.changed:
            report.changed.append(line)
    return not missing


MODELS: Final = "the models are others"


def _models(dispute: Ruling, said: Versions, files: Mapping[str, bytes], report: Report) -> None:
    if dispute["versions"] != said:
        line = f"{spoken(dossier.VERSIONS)} was changed: "
        if not any(each.startswith(line) for each in report.changed):
            report.changed.append(f"{line}it is not that of the answer")
        return
    here = versions(said["game"])
    same = said["tableside"] == here["tableside"]
    remedy = "verify with the models that ruled" if same else f"verify with Tableside {said['tableside']}"
    for name in sorted({*here["models"], *said["models"]}):
        ours, theirs = here["models"].get(name, "none"), said["models"].get(name, "none")
        if ours != theirs:
            report.changed.append(f"{MODELS}: {name} was {theirs[:12]}…, here it is {ours[:12]}…; {remedy}")
    own = files.get(dossier.own_name(said["game"]))
    if (None if own is None else dossier.sha256(own)) != said["own"]:
        report.changed.append("the own pieces that the pictures were read with are missing or others")
    ruled_by = {name: said[name] for name in ("tableside", "rules", "reading", "deciding")}
    for name, ruled in ruled_by.items():
        if here[name] != ruled:
            report.notes.append(f"this is another version of {name}: {ruled[:12]} ruled, {here[name][:12]} verifies")

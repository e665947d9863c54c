"""Plain words in READMEs, docs, cards, docstrings and the CHANGELOG: short sentences, own terms, living links."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("[a-z]*/README.md")), *sorted((ROOT / "docs").rglob("*.md"))]
CARDS = sorted((ROOT / "models/cards").glob("*.md"))
TEXTS = [*PAGES, *CARDS, ROOT / "CHANGELOG.md"]
ROOMS = ["engine", "service", "datasets", "models", "vision/recognise", "vision/scene", "vision/scoring"]
ROOMS += ["vision/games", "vision/tracking"]
MOST_WORDS = 25
"""A sentence of more words holds more than one thought."""

SAY = {
    r"(?<!by )\beyes?\b": "recogniser",
    r"\b(?:an?|the|no|each|every|all|false|double|stray|of) finds?\b": "detection",
    r"\b(?:an?|no|each|sure|unsure|false|missed) reads?\b": "reading",
    r"\brivals?\b|\bpasts\b": "hypothesis",
    r"\bwitness(?:es)?\b|\btestimon(?:y|ies)\b|\bclues?\b|\bsights\b": "evidence",
    r"\baccus(?:e|es|ed|ing|ation)\b": "alarm, report",
    r"\bslack\b|\bmurky\b|\bspared\b": "prior, likelihood, margin",
}
"""Words of earlier days and what is said now, where the word alone tells which concept is meant."""

SVG = "http://www.w3.org/2000/svg"
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")


def prose(text: str) -> list[str]:
    """Paragraphs, list items, table cells and headings, without code; a code span counts as one word."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    text = re.sub(r"(?<=\n\n)(?: {4}.*\n)+", "", text)
    text = LINK.sub(r"\1", CODE.sub("code", text))
    text = re.sub(r"^(#+ .*)$", r"\1\n", text, flags=re.M)
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        for part in re.split(r"\n(?=\s*(?:[-*|#>]|\d+\.)\s)", block):
            blocks += part.split("|") if part.lstrip().startswith("|") else [part]
    return [" ".join(block.split()) for block in blocks if block.strip()]


def sentences(text: str) -> list[str]:
    """What stands between full stops."""
    return [one for block in prose(text) for one in re.split(r"(?<=[.!?])\s+", block)]


def words(sentence: str) -> int:
    """How many words a sentence has; figures and signs are none."""
    return len(re.findall(r"[^\W\d_][\w'’-]*", sentence))


def too_long(text: str) -> list[str]:
    """The sentences of more than `MOST_WORDS`."""
    return [one for one in sentences(text) if words(one) > MOST_WORDS]


def docstrings(path: Path) -> list[str]:
    """The texts of a module that stand as statements, without tables, trees and lists of names."""
    found = [
        inspect.cleandoc(node.value.value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    blocks = [block for text in found for block in re.split(r"\n\s*\n", text)]
    return [block for block in blocks if not re.search(r"^\s*[-|*├└]|^\S+ {2,}\S|^ {4}", block, re.M)]


def misnamed(text: str) -> list[str]:
    """Words that have a better name, each with where it stands."""
    return [
        f"say {better!r} in: {one}"
        for one in sentences(text)
        for pattern, better in SAY.items()
        if re.search(pattern, one, re.I)
    ]


def anchors(text: str) -> set[str]:
    """What GitHub calls the headings of a page."""
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(path: Path) -> list[str]:
    """Links of a page to files or headings that are not there."""
    text, dead = path.read_text(encoding="utf-8"), []
    for _, target in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)):
        file, _, anchor = target.partition("#")
        goal = path.parent / file if file else path
        if "://" in target:
            continue
        if not goal.exists() or (anchor and anchor not in anchors(goal.read_text(encoding="utf-8"))):
            dead.append(target)
    return dead


def missing_files(path: Path) -> list[str]:
    """Files that a page names in a code span and that are neither there nor beside it."""
    named = re.findall(r"`([a-z0-9_./-]+/[a-z0-9_.-]+\.(?:py|md|toml|json|js|onnx|svg|mp4))`", path.read_text("utf-8"))
    return [name for name in named if not any((base / name).exists() for base in (ROOT, path.parent))]


def name(path: Path) -> str:
    """A page's name in the report."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_a_sentence_is_short(path: Path) -> None:
    assert not too_long(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_sentence_of_a_docstring_is_short(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    assert not {name(path): long for path in files if (long := too_long("\n\n".join(docstrings(path))))}


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_a_concept_has_its_own_name(path: Path) -> None:
    assert not misnamed(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    assert not dead_links(path)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_files_that_are_named_are_there(path: Path) -> None:
    assert not missing_files(path)


def test_every_page_of_the_docs_is_reached_from_the_readme() -> None:
    reached, new = set[Path](), {ROOT / "README.md"}
    while new:
        page = new.pop()
        reached.add(page)
        targets = {
            (page.parent / target.split("#")[0]).resolve() for _, target in LINK.findall(page.read_text("utf-8"))
        }
        new |= {target for target in targets if target.suffix == ".md" and target.exists()} - reached
    assert set(PAGES) <= reached


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.svg")), ids=name)
def test_a_drawing_has_words_and_a_dark_side(path: Path) -> None:
    drawing = ElementTree.parse(path).getroot()
    assert all(drawing.findtext(f"{{{SVG}}}{tag}", "").strip() for tag in ("title", "desc"))
    assert "prefers-color-scheme: dark" in drawing.findtext(f"{{{SVG}}}style", "")


def test_the_changelog_has_one_line_a_change() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    assert versions
    assert all(re.fullmatch(r"## \d+\.\d+\.\d+ \((?:unreleased|\d{4}-\d\d-\d\d)\)", line) for line in versions)
    changes = lines[lines.index(versions[0]) :]
    assert [line for line in changes if line and not re.match(r"##+ |- \S", line)] == []
    bullets = [line for line in changes if line.startswith("- ")]
    assert len(set(bullets)) == len(bullets)


def test_what_is_measured_here_can_fail() -> None:
    assert too_long("Short. " + "word " * 36 + ".")
    assert not too_long("| " + " | ".join(["word " * 20] * 3) + " |")
    assert not too_long("- " + "word " * 20 + "\n- " + "word " * 20)
    assert misnamed("Its eye takes every find for a tile.") != []
    assert not misnamed("See `vision/eyes/`. They are looked at by eye.")
    assert anchors("# How good it is?\n") == {"how-good-it-is"}

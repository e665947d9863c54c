"""Random decks: every label, the same for a seed in any process, another design for another seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from datasets.art.drawing import Drawing, Fill, Line, Mark
from datasets.deck.labels import LABELS, LabelError
from datasets.decks.deck import random_deck
from datasets.decks.dice import Dice
from datasets.decks.foreign import PACK, SHEDDING, playing_deck, shedding_deck
from datasets.decks.hand import FINISHES
from datasets.decks.layouts import KINDS as LAYOUTS
from datasets.decks.patterns import KINDS as PATTERNS
from datasets.decks.scripts import SCRIPTS, glyphs

PROGRAM = """
import hashlib
from datasets.decks.deck import random_deck
deck = random_deck(5)
pixels = b"".join(deck.raster(label, 2).tobytes() for label in ("R7", "BSu", "Hw", "T3", "back"))
print(hashlib.sha256(pixels).hexdigest())
"""


def digest(drawing: Drawing) -> str:
    """A drawing's outlines to the micrometre, with colours."""
    found = hashlib.sha256()

    def add(mark: Mark) -> None:
        for outline in mark.shape:
            found.update((np.rint(outline * 1000) + 0.0).astype(np.int64).tobytes())
        if isinstance(mark, Fill | Line):
            found.update(mark.colour.encode())
        else:
            for inner in mark.marks:
                add(inner)

    for mark in drawing.marks:
        add(mark)
    return found.hexdigest()[:16]


def test_a_seed_gives_the_same_bytes_in_another_process() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    here = b"".join(random_deck(5).raster(label, 2).tobytes() for label in ("R7", "BSu", "Hw", "T3", "back"))
    assert {run.strip() for run in runs} == {hashlib.sha256(here).hexdigest()}


GOLDEN = {
    (0, "R7"): "9d6eca5858c62995",
    (1, "BSu"): "fdedc6131841d714",
    (7, "T4"): "7683d03de341d7d3",
    (42, "Hw"): "f1279061d947cabe",
    (1000, "back"): "51333b570f7363b1",
    (2147483648, "G9"): "353cc53885fa75eb",
}


@pytest.mark.parametrize(("seed", "label"), GOLDEN)
def test_a_seed_keeps_its_design(seed: int, label: str) -> None:
    assert digest(random_deck(seed).card(label)) == GOLDEN[seed, label]


@pytest.mark.parametrize("seed", range(24))
def test_every_deck_draws_every_label(seed: int) -> None:
    deck = random_deck(seed)
    sizes = {(card.width, card.height) for card in map(deck.card, LABELS)}
    assert len(sizes) == 1
    picture = deck.raster(LABELS[seed], 1.5)
    assert picture.shape[2] == 4
    assert picture[picture.shape[0] // 2, picture.shape[1] // 2, 3] == 255


def test_faces_of_a_deck_differ() -> None:
    for seed in range(6):
        deck = random_deck(seed)
        assert len({digest(deck.card(label)) for label in LABELS}) == len(LABELS), seed


def test_other_seeds_are_other_decks() -> None:
    assert len({digest(random_deck(seed).card("G4")) for seed in range(200)}) == 200


def test_every_way_of_writing_comes_up() -> None:
    decks = [random_deck(seed) for seed in range(300)]
    assert {deck.script for deck in decks} == set(SCRIPTS)
    assert 0.7 < sum(deck.script == "latin" for deck in decks) / len(decks) < 0.95
    assert {deck.style.layout.kind for deck in decks} == set(LAYOUTS)
    assert {deck.style.hand.finish for deck in decks} == set(FINISHES)
    assert {deck.back.kind for deck in decks} == set(PATTERNS) - {"plain"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_writes_one_to_nine_differently(script: str) -> None:
    written = {tuple(outline.tobytes() for glyph in glyphs(n, script) for outline in glyph) for n in "123456789"}
    assert len(written) == 9


def test_a_label_of_no_card_is_refused() -> None:
    with pytest.raises(LabelError):
        random_deck(1).card("R0")


def test_streams_do_not_disturb_one_another() -> None:
    first = Dice(3, "a")
    second = Dice(3, "a")
    second.stream("b").between(0, 1)
    assert [first.between(0, 1) for _ in range(5)] == [second.between(0, 1) for _ in range(5)]
    assert Dice(3, "a").between(0, 1) != Dice(3, "b").between(0, 1)


def test_dice_keep_their_bounds() -> None:
    dice = Dice(9)
    assert {dice.whole(2, 5) for _ in range(400)} == {2, 3, 4, 5}
    assert sorted(dice.mixed(range(10))) == list(range(10))


@pytest.mark.parametrize("seed", range(4))
def test_cards_of_other_games_bear_foreign_labels(seed: int) -> None:
    pack, shedding = playing_deck(seed), shedding_deck(seed)
    assert pack.labels == (*PACK, "foreign:back")
    assert shedding.labels == (*SHEDDING, "foreign:back")
    assert len(PACK) == len(SHEDDING) == 52
    for deck in (pack, shedding):
        assert len({digest(deck.card(label)) for label in deck.labels}) == 53
    assert not set(LABELS) & {*pack.labels, *shedding.labels}

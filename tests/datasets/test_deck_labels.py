"""The deck's labels. Sources: the contract's piece labels; the rules' list of components (SRO-3 … SRO-9)."""

from __future__ import annotations

from collections import Counter

import pytest

from datasets.deck.faces import card
from datasets.deck.labels import FACES, LABELS, LabelError, box_contents

RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Ap", "Su", "Ar", "GM"]
CONTRACT = {colour + rank for colour in "RBGY" for rank in RANKS}
CONTRACT |= {"Hw", "Ma", "Gd", "Di", "Fo", "T1", "T2", "T3", "T4", "T5", "T6", "back"}


def test_labels_are_those_of_the_contract() -> None:
    assert set(LABELS) == CONTRACT
    assert len(LABELS) == len(CONTRACT) == 64


def test_a_box_holds_75_cards() -> None:
    counts = Counter(box_contents())
    assert counts.total() == 75
    assert set(counts) == set(FACES)
    assert {label: counts[label] for label in ("R1", "YGM", "Hw", "Ma", "Gd", "Di", "Fo", "T6")} == {
        "R1": 1, "YGM": 1, "Hw": 3, "Ma": 3, "Gd": 2, "Di": 2, "Fo": 1, "T6": 2,
    }  # fmt: skip


@pytest.mark.parametrize("label", ["R10", "r7", "X1", "", "RB", "T7", "T0", "Back", "RR7", "R7 "])
def test_another_label_is_refused_with_those_that_there_are(label: str) -> None:
    with pytest.raises(LabelError, match="cards are R1"):
        card(label)


def test_there_are_two_towers() -> None:
    with pytest.raises(LabelError, match="towers 0 and 1"):
        card("T1", 2)

"""The benchmark of cards counts as it says, on pictures drawn here."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from card_tables import cloth, laid, turned_card

ROOT = Path(__file__).parents[4]


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))


def photos(folder):
    """Two photos of each of two cards, one of them called what it is not, and a scene of two cards."""
    uno = []
    for number, label in enumerate(("R7", "R7", "BSu", "BSu", "BSu")):
        card = turned_card(310, 240, 180, 5 * number - 8)
        cv2.imwrite(str(folder / f"{number}.png"), laid(cloth(seed=number), label, card))
        uno.append({"file": f"{number}.png", "label": "R7" if number == 4 else label})
    one, other = turned_card(170, 240, 130, 10), turned_card(460, 240, 130, -5)
    cv2.imwrite(str(folder / "scene.png"), laid(laid(cloth(), "Hw", one), "G7", other))
    boxes = [{"label": "", "bbox": [*each.min(0), *each.max(0)]} for each in (one, other)]
    scenes = [{"file": "scene.png", "cards": boxes}]
    (folder / "cards.json").write_text(json.dumps({"uno": uno, "scenes": scenes}), encoding="utf-8")


def test_figures_are_counted(tmp_path, capsys):
    from tests.benchmarks import cards

    photos(tmp_path)
    assert cards.main([str(tmp_path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["benchmark"] == "cards"
    told = {each["name"]: (each["value"], each["n"]) for each in answer["results"]}
    assert told["right/uno"] == (pytest.approx(2 / 3), 3)
    assert told["called_sure/uno"] == (1.0, 3)
    assert told["right_of_sure/uno"] == (pytest.approx(2 / 3), 3)
    assert told["boxes_found/scenes"] == (1.0, 2)
    value, found = told["precision/scenes"]
    assert value == pytest.approx(2 / found)


def test_a_folder_without_labels_is_one_line(tmp_path, capsys):
    from tests.benchmarks import cards

    assert cards.main([str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1

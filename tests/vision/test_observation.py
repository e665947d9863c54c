"""The observation is the contract's document, both ways."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from vision import Candidate, Notice, Observation, ObservationError, Piece
from vision.observation import MatLies

CORNERS = ((1.0, 2.0), (3.0, 2.0), (3.0, 6.0), (1.0, 6.0))
SEEN = Observation(
    width=1280,
    height=720,
    sha256="ab" * 32,
    pieces=(
        Piece("domino", "3-5", 0.98, CORNERS),
        Piece("domino", None, 0.5, CORNERS, None, (Candidate("6-7", 0.5), Candidate("6-6", 0.3))),
        Piece("stone", "medium", 0.9, CORNERS, stack=2, position=1),
    ),
    warnings=(Notice("glare", "burnt out", (0.0, 0.0, 9.5, 9.0)), Notice("dark", "more light")),
    model="classical-detect/1 classical-read/1",
)


def test_the_document_has_the_shape_of_the_contract() -> None:
    document = SEEN.to_json()
    assert document["schema"] == "tableside/observation@1"
    assert document["image"] == {"width": 1280, "height": 720, "sha256": "ab" * 32}
    sure, unsure, stone = document["pieces"]
    assert sure == {
        "kind": "domino",
        "label": "3-5",
        "confidence": 0.98,
        "corners": [[1, 2], [3, 2], [3, 6], [1, 6]],
        "level": 0,
    }
    assert unsure["label"] is None
    assert unsure["candidates"][0] == {"label": "6-7", "confidence": 0.5}
    assert (stone["stack"], stone["position"]) == (2, 1)
    assert document["warnings"][0] == {"name": "glare", "detail": "burnt out", "region": [0, 0, 9.5, 9]}


def test_what_is_written_is_read_back() -> None:
    assert Observation.from_json(json.loads(json.dumps(SEEN.to_json()))) == SEEN
    lies = MatLies(("stonerow", "a4", "table"), (1.5, 0.0, -3.25, 0.0, 2.0, 8.0, 0.0, 0.0, 1.0))
    on_mat = replace(SEEN, mat=lies)
    assert "mat" not in SEEN.to_json()
    assert Observation.from_json(json.loads(json.dumps(on_mat.to_json()))) == on_mat
    broken = on_mat.to_json() | {"mat": {"sort": ["stonerow", "a4"], "homography": [1, 2]}}
    with pytest.raises(ObservationError, match="mat: expected a sort of three words"):
        Observation.from_json(broken)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("schema",), "tableside/observation@9", "schema"),
        (("image",), None, "image"),
        (("image", "width"), "wide", "image.width"),
        (("pieces",), {}, "pieces"),
        (("pieces", 0), 3, r"pieces\[0\]"),
        (("pieces", 1, "kind"), "horse", r"pieces\[1\].kind"),
        (("pieces", 1, "label"), 7, r"pieces\[1\].label"),
        (("pieces", 0, "corners"), [[1, 2]], r"pieces\[0\].corners"),
        (("pieces", 0, "confidence"), True, r"pieces\[0\].confidence"),
        (("pieces", 1, "candidates"), [{}], r"pieces\[1\].candidates\[0\]"),
        (("warnings", 0, "region"), [1, 2], r"warnings\[0\].region"),
    ],
)
def test_a_broken_document_is_refused_with_its_place(path: tuple[str | int, ...], value: Any, place: str) -> None:
    document: Any = SEEN.to_json()
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(ObservationError, match=place):
        Observation.from_json(document)

"""Stones with their stacks and positions: what stands on which base, counted from the board's mark and from below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.observation import Piece, corners_of
from vision.recognise.stones.palette import SIZES
from vision.recognise.stones.settings import STACKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.detect import Detection
    from vision.recognise.read import Reading
    from vision.recognise.stones.settings import StackSettings
    from vision.recognise.stones.table import Layout


def pieces_of(detections: Sequence[Detection], readings: Sequence[Reading], layout: Layout) -> tuple[Piece, ...]:
    """Detections with their readings as pieces of an observation, stacked. What was read as nothing is unknown."""
    pieces = []
    for n, (detection, reading) in enumerate(zip(detections, readings, strict=True)):
        is_named = bool(reading.candidates) or detection.kind not in {"stone", "token", "tile", "marker"}
        seen = "stone" if n in layout.stones else detection.kind
        kind = seen if is_named else "unknown"
        confidence = reading.confidence if reading.candidates else detection.score
        pieces.append(Piece(kind, reading.label, confidence, corners_of(detection.corners), 0, reading.candidates))
    return placed(pieces, layout)


def placed(pieces: Sequence[Piece], layout: Layout, settings: StackSettings = STACKS) -> tuple[Piece, ...]:
    """The pieces of a layout with their stacks, positions and levels."""
    out = list(pieces)
    for column in layout.columns:
        if column.base >= 0:
            out[column.base] = replace(out[column.base], stack=column.stack)
        sure = 1.0
        for link in column.links:
            n = layout.stones[link.stone]
            sure *= link.counted * (1 - hidden_chance(out[n], layout, link.stone, settings))
            is_sure = sure * link.sureness >= settings.least_sureness
            position = link.position if is_sure else None
            out[n] = replace(out[n], stack=column.stack, position=position, level=position)
    for n, stack in beside(pieces, layout, settings).items():
        out[n] = replace(out[n], stack=stack)
    return tuple(out)


def hidden_chance(piece: Piece, layout: Layout, stone: int, settings: StackSettings = STACKS) -> float:
    """The chance that a stone hides another one right below it: the larger it is and the steeper the view, the more."""
    if layout.plane is None:
        return 0.0
    steep = float(layout.plane.steepness(layout.boxes[stone : stone + 1, :2])[0])
    slant = float(np.sqrt(1 - steep**2))
    by_size = [float(np.interp(slant, settings.slants, chances)) for chances in settings.hidden]
    label = piece.label or (piece.candidates[0].label if piece.candidates else None)
    return by_size[SIZES.index(label)] if label in SIZES else max(by_size)


def beside(pieces: Sequence[Piece], layout: Layout, settings: StackSettings = STACKS) -> dict[int, int]:
    """The stack of every token that lies beside a base, and of the marker that points at one, where they are known."""
    if layout.plane is None or layout.board is None or layout.board.first is None:
        return {}
    found = {}
    for n, piece in enumerate(pieces):
        if piece.kind not in {"token", "marker"}:
            continue
        at = layout.plane.places(piece.quad.mean(axis=0)[None])[0]
        place = layout.board.beside(at, settings.marker_reach if piece.kind == "marker" else settings.token_reach)
        stack = None if place is None else layout.board.number(place)
        if stack is not None:
            found[n] = stack
    return found

"""How far the table reaches, to be drawn over the camera's picture: what lies beside it is nobody's move."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Reach:
    """The table in a picture: its outline and what lies beside it as paths, px; its corners as the API has them."""

    outline: str
    beside: str
    corners: str
    source: str


def reach(region: Mapping[str, Any] | None, width: int, height: int) -> Reach | None:
    """The region that a table tells, in a picture of that width and height; None where it is the whole of it."""
    if region is None:
        return None
    outline = "M" + "L".join(f"{x * width:.1f} {y * height:.1f}" for x, y in region["corners"]) + "Z"
    return Reach(outline, f"M0 0H{width}V{height}H0Z{outline}", json.dumps(region["corners"]), region["source"])

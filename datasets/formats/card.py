"""The data card: what pictures were drawn from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import Counter

    from datasets.formats.ultralytics import Tally

SOURCES = """\
Nothing here was photographed and no picture of others was used. Every scene is a function of its seed:

- **Pieces**: domino sets of drawn makes (body, marks, line, layout, proportions), stones from random smooth bodies,
  cards, tiles and tokens from the project’s own vector artwork.
- **Places**: tables grown by the games’ geometry or against it, loose pieces, piles, racks, hands of cards; what leans,
  falls or stands on stones was settled by MuJoCo.
- **Tables and clutter**: procedural wood, cloth, patterns, felt, marble, paper, leather, laminate, carpet, tiles;
  papers, books, cups, bowls, phones, pens, dice, coins, crumbs, cards of other games; smudges and stains; hands and
  sleeves of own meshes.
- **Light and camera**: up to two lamps from hard to soft, mixed colours, windows mirrored in what is glossy, sun that
  falls through one; straight
  down to 25° over the table, 38° to 88° wide, barrel distortion; a webcam’s blur, motion, noise, white balance,
  exposure, sharpening and JPEG.
- **Labels**: corners from geometry, visibility from masks of what is seen, two samples a pixel along each axis. A hand
  is one box around the hand itself; arms and sleeves have none.
"""


def data_card(tally: Tally) -> str:
    """Markdown that says what was exported."""
    return "\n".join(
        [
            "# Rendered tables",
            "",
            f"{sum(tally.pictures.values())} pictures, {sum(tally.pieces.values())} labelled pieces.",
            "",
            _table("split", "pictures", tally.pictures),
            _table("game", "scenes", tally.games),
            _table("seed", "scenes", tally.seeds),
            _table("size", "pictures", tally.sizes),
            _table("class", "pieces", tally.pieces),
            "## Drawn from what",
            "",
            SOURCES,
        ]
    )


def _table(name: str, unit: str, counts: Counter[str] | Counter[int]) -> str:
    lines = "".join(f"| {key} | {count} |\n" for key, count in sorted(counts.items(), key=str))
    return f"| {name} | {unit} |\n|---|---|\n{lines}"

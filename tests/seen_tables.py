"""Table readings in the words of positions: what a camera sees of a table, for the games' models."""

from __future__ import annotations

from typing import Any

from engine.games.stackernoos.tiles import read_halves
from engine.games.stonerow.cards import CARDS, UNKNOWN
from engine.games.stones.tile import SIZES, read_tile
from vision.games.reading import TableReading
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.model import tiles as dominoes
from vision.games.stonerow.model import reading as cards
from vision.games.stones.model import reading as stones


def seen_table(game: str, position: dict[str, Any]) -> Any:
    """A table as a camera of that game sees it; pieces and counts may come with likelihoods."""
    return {"stackernoos": _dominoes, "stonerow": _cards, "stones": _stones}[game](position)


def table_reading(game: str, position: dict[str, Any], **more: Any) -> TableReading[Any]:
    """A table reading of such a table."""
    return TableReading(seen_table(game, position), **more)


def _dominoes(position: dict[str, Any]) -> dominoes.SeenTable:
    """A tile may have a `doubt` that there is none, how likely it lies `above`, and how likely it is `unlisted`. The
    boneyard may be `boneyards`, likelihoods by count."""
    counts = position.get("boneyards") or ({position["boneyard"]: 1.0} if "boneyard" in position else {})
    return dominoes.SeenTable(
        tuple(map(_domino, position["tiles"])), {int(count): share for count, share in counts.items() if share}
    )


def _domino(tile: dict[str, Any]) -> dominoes.SeenTile:
    labels, (x, y, z) = tile.get("labels") or {tile["tile"]: 1.0}, tile["at"]
    doubts = (tile.get("doubt", dominoes.SPURIOUS), tile.get("above", 0.0), tile.get("unlisted", 0.0))
    weights = {read_halves(label): share for label, share in labels.items()}
    return dominoes.SeenTile(Spot(x, y, z, tile["dir"]), weights, "tile" in tile, *doubts)


def _cards(position: dict[str, Any]) -> cards.SeenTable:
    """`first` is the card that was glimpsed on the brickyard before the cards were dealt."""
    top = position.get("brickyard")
    known = {key: position[key] for key in ("golddiggers", "quarry", "tower", "overtime") if key in position}
    if position.get("deflectors") is not None:
        known["deflectors"] = tuple(position["deflectors"])
    known |= {key: guess(position[key]) for key in ("first", "keystone") if position.get(key) is not None}
    rows = tuple(map(_row, position.get("rows", ())))
    return cards.SeenTable(rows, None if top is None else tuple(map(guess, top[-1:])), **known)


def _row(row: dict[str, Any]) -> cards.SeenRow:
    number = int(row["id"][1:]) if "id" in row else None
    return cards.SeenRow(number, row["holder"], tuple(map(guess, row["cards"])), tuple(map(guess, row["markers"])))


def guess(card: Any) -> cards.Guess:
    """What a card may be: a label, `?`, or `labels` with likelihoods."""
    if not isinstance(card, dict):
        return {CARDS[card]: 1.0} if card in CARDS else {}
    found = {CARDS[label]: share for label, share in card["labels"].items() if label in CARDS and share > 0}
    return found | {UNKNOWN: sum(share for label, share in card["labels"].items() if label not in CARDS)}


def _stones(position: dict[str, Any]) -> stones.SeenTable:
    """A count may be `counts`, likelihoods by number. A stack may have `ways`, its contents with their likelihoods."""
    stacks, seats = position["stacks"], range(len(position["golden"]))
    return stones.SeenTable(
        marker=position.get("marker"),
        contents=tuple(map(_contents, stacks)),
        tokens=tuple(tuple(_count(stack["tokens"].get(str(seat), 0)) for seat in seats) for stack in stacks),
        river=tuple(_count(position["river"][size]) for size in SIZES),
        golden=tuple(map(_count, position["golden"])),
        five=tuple(map(_count, position["five"])),
        display=tuple(({} if tile == "?" else {read_tile(tile): 1.0}, None) for tile in position["display"]),
        apart=(),
    )


def _contents(stack: dict[str, Any]) -> stones.Contents:
    ways = stack.get("ways") or [{"stones": stack["stones"], "likelihood": 1.0}]
    return {tuple(map(SIZES.index, each["stones"])): each["likelihood"] for each in ways}


def _count(count: Any) -> stones.Count:
    return {count: 1.0} if isinstance(count, int) else dict(count["counts"])

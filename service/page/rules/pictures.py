"""The drawings of the rule book: a position and a move, as `POST /judge` takes them. The engine says what follows."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import judge
from service.page.board import target, tile_of
from service.page.drawn import drawn, near
from service.page.language import languages
from service.page.rows import played
from service.page.rules.book import HERE
from service.page.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.board import Box
    from service.page.drawn import Drawn
    from service.page.language import Language
    from service.page.rows import Card


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: the table after a legal move, or with the refused piece where it was meant to go.

    `happens` where a move only tells what came about. `cards` are played ones that do not lie on the table, `ring` is
    round a tile that is laid, `earned` are the points that change by seat.
    """

    table: Drawn
    legal: bool
    happens: bool
    words: str
    cards: tuple[Card, ...]
    ring: Box | None
    earned: tuple[tuple[int, int], ...]


@functools.cache
def documents(game: str) -> tuple[Mapping[str, Any], ...]:
    """The drawings of a game as they are written: the `rules` that each belongs to, and what is to `judge`."""
    path = HERE / "pictures" / f"{game}.json"
    listed = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return tuple(listed)


@functools.cache
def pictures(game: str, language: str) -> Mapping[str, tuple[Picture, ...]]:
    """The drawings that stand beside each rule, the first of its own, with the words of a language (its code)."""
    shown: dict[str, tuple[Picture, ...]] = {}
    for each in documents(game):
        drawing = picture(game, each, languages()[language])
        rule = each["rules"][0]
        shown[rule] = (*shown.get(rule, ()), drawing)
    return shown


def picture(name: str, written: Mapping[str, Any], t: Language) -> Picture:
    """The drawing of a judged move; of what it changes, `keep` names what is drawn as it was."""
    document = {"game": name, **written["judge"]}
    game, setup = judge.read_document(document)
    move, state = document["move"], game.state(setup)
    verdict = judge.answer(document)["verdict"]
    before = document["position"]
    kept = {key: before[key] for key in written.get("keep", ())}
    position = verdict["after"] | kept if verdict["legal"] else before
    tile = tile_of(game.parse(move))
    if tile is not None and not verdict["legal"]:
        position = {**before, "tiles": [*before.get("tiles", ()), tile]}
    earned: tuple[tuple[int, int], ...] = ()
    if verdict["legal"]:
        after = game.play(state, setup.seat, game.parse(move))
        totals = zip(game.score(state), game.score(after), strict=True)
        earned = tuple((new.seat, new.total - old.total) for old, new in totals if new.total != old.total)
    lying = json.dumps([position.get("rows"), position.get("brickyard")])
    return Picture(
        near(drawn(game.name, position, 0, t), target(game.parse(move))),
        verdict["legal"],
        written.get("happens", False),
        words(move, before, t, game.name),
        tuple(card for card in played(game.parse(move), t) if not (verdict["legal"] and f'"{card.label}"' in lying)),
        target(game.parse(move)),
        earned,
    )

"""The drawings of the rule book: a position and a move, as `POST /judge` takes them. The engine says what follows."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import judge
from service.page.drawing import drawn, near
from service.page.games import page_of
from service.page.language import languages
from service.page.rules.book import HERE
from service.page.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.drawing import Drawn
    from service.page.game_page import Box
    from service.page.language import Language


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: the table after a legal move, or with the refused piece where it was meant to go.

    `happens` where a move only tells what came about. `cards` are played pieces that do not lie on the table. `ring` is
    round one that is laid. `earned` are the points that change by seat.
    """

    table: Drawn
    legal: bool
    happens: bool
    words: str
    cards: tuple[Any, ...]
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
    page, move, state = page_of(name), game.parse(document["move"]), game.state(setup)
    verdict = judge.answer(document)["verdict"]
    before = document["position"]
    kept = {key: before[key] for key in written.get("keep", ())}
    position = verdict["after"] | kept if verdict["legal"] else page.meant(before, move)
    earned: tuple[tuple[int, int], ...] = ()
    if verdict["legal"]:
        after = game.play(state, setup.seat, move)
        totals = zip(game.score(state), game.score(after), strict=True)
        earned = tuple((new.seat, new.total - old.total) for old, new in totals if new.total != old.total)
    return Picture(
        near(drawn(game.name, position, 0, t), move),
        verdict["legal"],
        written.get("happens", False),
        words(str(move), before, game.name, t),
        page.beside(position, move, legal=verdict["legal"], t=t),
        page.target(move),
        earned,
    )

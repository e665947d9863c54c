"""All that the page says of one sight of a table, from a camera or from a photo."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from engine.games import find_game
from service import fault_groups, judging
from service.following.enrolling import unread
from service.page.drawing import Drawn, drawn
from service.page.games import page_of
from service.page.language import Language, english
from service.page.likeliest import likeliest
from service.page.overlay import Overlay, overlay
from service.page.reasons.lines import line
from service.page.table_region import Reach, reach
from service.page.words import at_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

AWAY: Final = frozenset({"retrying", "failed"})
"""States of a camera that sends no pictures, though it should."""
TO_DO: Final = frozenset({"waiting", "black", "blocked", "slow", "behind", "unkept", "retrying", "ended", "failed"})
"""States whose detail says why, or what to do. That of any other names what the pictures come from."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One sight: the picture and what was read in it, the position that it means, and what the rules say of that.

    `faults` are the contract's. `score` is that of an answer of `judge`, None where the camera cannot know it. `titles`
    are those of the rules cited. `note` is one line for what could not be worked out. `table` is the id of the table
    whose camera it is, and `reach` how far that table reaches. `unread` are the numbers and boxes (left, top, width,
    height in px) of cards that can be enrolled, as JSON; empty where there are none.
    """

    game: str | None = None
    title: str = ""
    health: Mapping[str, str] = field(default_factory=lambda: {"state": "waiting", "detail": ""})
    picture: str | None = None
    picture_time: str = ""
    overlay: Overlay | None = None
    drawn: Drawn = field(default_factory=lambda: drawn(None, None, 0))
    position: Mapping[str, Any] | None = None
    faults: Sequence[Mapping[str, Any]] = ()
    warnings: Sequence[Mapping[str, Any]] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    score: Sequence[Mapping[str, Any]] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    table: str = ""
    reach: Reach | None = None
    unread: str = ""
    language: Language = field(default_factory=english)

    @property
    def old(self) -> bool:
        """Whether the camera sends no newer picture than the one that is shown."""
        return self.overlay is not None and self.health["state"] in AWAY

    @property
    def hands(self) -> bool:
        """Whether players of the game hold pieces, so that a hand can be typed."""
        return self.game is None or page_of(self.game).hands

    @property
    def example(self) -> str:
        """A hand as people type it; empty where nobody holds one."""
        return self.language.known(f"legal.example.{self.game}")

    @property
    def groups(self) -> tuple[fault_groups.Group, ...]:
        """The faults by their names, causes first."""
        return fault_groups.groups(self.faults)

    @property
    def certain(self) -> int:
        """How many faults rest on no unsure piece."""
        return sum(not fault.get("if") for fault in self.faults)

    @property
    def summary(self) -> str:
        """One line for those who listen: how many pieces, how many unsure, how many faults."""
        t = self.language
        if self.overlay is None:
            return line(self.health["detail"], t) or self.health["detail"]
        count, unsure, apart = len(self.overlay.marks), self.overlay.unsure, self.overlay.loose
        down = sum(not mark.name for mark in self.overlay.marks)  # a back has no name
        parts = [t("summary.pieces", count=count)]
        if down:
            parts.append(t("summary.down", count=down))
        parts.append(t("summary.unsure", count=unsure) if unsure else t("summary.sure"))
        if apart:
            parts.append(t("summary.apart", count=apart))
        return ", ".join([*parts, *_faults(self.groups, t)])


def from_table(shown: Mapping[str, Any] | None, language: Language | None = None) -> Seen:
    """What a table shows: a snapshot of it, None where there is no such table."""
    t = language or english()
    if shown is None:
        return Seen(health={"state": "none", "detail": t("table.none")}, language=t)
    over = overlay(shown["observation"], frozenset(shown["loose"]), t)
    warnings = (shown["observation"] or {}).get("warnings", ())
    return _with_rules(
        shown["game"],
        shown["position"],
        options=shown["options"],
        health=shown["health"],
        picture=shown["picture"],
        picture_time=shown.get("picture_time") or "",
        overlay=over,
        faults=shown["faults"],
        warnings=warnings,
        note=shown["unjudged"] or "",
        table=shown["id"],
        reach=None if over is None else reach(shown["region"], over.width, over.height),
        unread=_unread(shown),
        language=t,
    )


def _unread(shown: Mapping[str, Any]) -> str:
    """The cards of a table that nobody can read, for the page's dialog."""
    numbers = unread(shown["game"], shown["observation"])
    boxes = [{"piece": n, "box": _box(shown["observation"]["pieces"][n]["corners"])} for n in numbers]
    return json.dumps(boxes) if boxes else ""


def _box(corners: Sequence[Sequence[float]]) -> list[float]:
    across, down = zip(*corners, strict=True)
    return [min(across), min(down), max(across) - min(across), max(down) - min(down)]


def from_photo(game: str, observation: Mapping[str, Any], language: Language | None = None) -> Seen:
    """What a photo shows: an answer of `POST /read`."""
    t = language or english()
    table = observation["table"]
    return _with_rules(
        game,
        table["position"],
        health={"state": "photo", "detail": t("photo.is")},
        overlay=overlay(observation, frozenset(table["loose"]), t),
        faults=table["faults"],
        warnings=observation["warnings"],
        note=table["unjudged"] or "",
        language=t,
    )


def _with_rules(game: str | None, position: Mapping[str, Any] | None, **seen: Any) -> Seen:
    if game is None:
        return Seen(**seen)
    rules = find_game(game)
    more: dict[str, Any] = {"game": rules.name, "title": rules.title, "position": position}
    players = int(seen.get("options", {}).get("players", 0))
    more["language"] = at_table(seen["language"], position or {}, rules.name)
    more["drawn"] = drawn(rules.name, likeliest(position), players, seen["language"], str(position or ""))
    if position is not None:
        known = {"players": len(position["scores"])} if position.get("scores") else {}
        more["options"] = known | seen.get("options", {})
        more |= _scored(rules.name, position, more["options"])
    cited = {rule for fault in seen["faults"] for rule in fault["rules"]}
    cited |= {rule for score in more.get("score") or () for line in score["lines"] for rule in line["rules"]}
    more["titles"] = {rule: rules.rules[rule].title for rule in cited if rule in rules.rules}
    return Seen(**{**seen, **more})


def _scored(game: str, position: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    document = {"game": game, "options": options, "position": position, "hand": []}
    try:
        answer = judging.answer(document)
    except EngineError as wrong:
        return {"note": str(wrong)}
    return {"score": None if "scores" in answer.get("unknown", ()) else answer["score"]}


def _faults(groups: Sequence[fault_groups.Group], t: Language) -> list[str]:
    """How many faults there are: `1 fault, 9 more may follow from them, 1 possible fault`."""
    first = sum(len(group.faults) for group in groups if group.sure and not group.follows)
    after = sum(len(group.faults) for group in groups if group.sure and group.follows)
    possible = sum(len(group.faults) for group in groups if not group.sure)
    parts = [t("summary.faults", count=first)] if first else []
    parts += [t("summary.more", count=after)] if after else []
    parts += [t("summary.possible", count=possible)] if possible else []
    return parts or [t("summary.faults.none")]

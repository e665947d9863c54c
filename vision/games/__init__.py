"""What the pieces of an observation mean as a position of their game.

A game's reading of the table is the module of the game's name in this folder, found by that name: `see(observation)`
for a single photo, and the class `Assembler(options)` for a table that is followed. Rules are the engine's: it is asked
for the faults of what was seen.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from engine.core import Setup
from engine.errors import PositionError
from engine.games import find_game
from vision.games import doubt
from vision.games.model import observation_model
from vision.games.sight import Misread, Place, Sight

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

    from engine.options import Options
    from vision.observation import Corners, Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.memory import Change

__all__ = [
    "Alike",
    "Assembler",
    "Attentive",
    "Comparing",
    "Misread",
    "Place",
    "Reading",
    "Recalling",
    "Rereading",
    "Sight",
    "Supposing",
    "Watchful",
    "assembler",
    "meaning",
    "reading",
]


class Assembler(Protocol):
    """Puts the pieces of one followed table together, again and again; it remembers how they lie there."""

    def see(self, observation: Observation, state: Any | None = None) -> Sight:
        """The position that is seen, where the game was last known to be in `state` (an engine's; None: unknown)."""


@runtime_checkable
class Attentive(Protocol):
    """An assembler that makes use of where the picture changed."""

    def notice(self, change: Change, unread: Sequence[Corners]) -> None:
        """Of the look that is put together next: what differs since the table was last accounted for, and the boxes
        (pixels) round what came or went without being read."""

    def settled(self) -> None:
        """The table is accounted for as the last look has it: of what is known to lie there then nothing came since."""

    def moved(self, motion: NDArray[np.float64], width: int) -> None:
        """The camera moved: `motion` (3×3) maps the pixels of before to those of now, of a picture of that width."""


@runtime_checkable
class Comparing(Protocol):
    """An assembler that makes use of where the picture is as it was, and for how long."""

    def compare(self, change: Change, time: float) -> None:
        """Of the look that is put together next: what differs since the table was last accounted for, and when it was
        taken (s)."""


@runtime_checkable
class Alike(Protocol):
    """An assembler of pieces that are alike: nobody can say which came first, so none is looked at in passing."""

    alike: bool


@runtime_checkable
class Recalling(Protocol):
    """An assembler that makes use of what was seen in passing."""

    def recall(self, glimpsed: Observation) -> None:
        """What was seen where something moved, since the look before the one that is put together next."""


@runtime_checkable
class Watchful(Protocol):
    """An assembler that makes use of every frame, small and grey."""

    def watch(self, grey: NDArray[Any], time: float, *, still: bool) -> None:
        """A frame (h, w) taken at `time` (s), and whether the table is still; in their order, before the look at it."""


@runtime_checkable
class Rereading(Protocol):
    """An assembler that knows where pieces lie better than they were found."""

    def again(self, picture: Picture, observation: Observation, state: Any) -> Observation:
        """The observation of an H×W×3 BGR picture, with what reads where pieces lie in `state` or may come to lie."""

    def read_by(self, faces: Reader) -> None:
        """From now on faces are read by this reader: that of the set in use."""


@runtime_checkable
class Supposing(Protocol):
    """An assembler that tells what it would see if the record were wrong."""

    def as_if(self, observation: Observation, state: Any) -> Sight:
        """The sight of the last observation if the game were in another state; nothing of it is remembered."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A position as seen, with what the engine says about it; numbers are indices into the observation's pieces.

    `position` is the contract's JSON object for `POST /judge`, None of a game whose pieces are not put together yet.
    `loose` pieces belong to no line or row. `unsure` ones are part of the position, where they carry `labels`
    (likelihoods) in place of their label. `cells` says where each piece of the position lies. `faults` are the
    engine's in JSON types, each with the unsure labels that it rests on. `unjudged` is its reason where the position
    could not be judged at all, else empty.
    """

    game: str
    position: dict[str, Any] | None
    loose: tuple[int, ...]
    unsure: tuple[int, ...]
    cells: Mapping[int, Place]
    faults: tuple[Mapping[str, Any], ...]
    unjudged: str = ""

    def to_json(self) -> dict[str, Any]:
        """What the pieces mean, in JSON types, as it stands in the answers of the API and on the page."""
        return {
            "position": self.position,
            "faults": [dict(fault) for fault in self.faults],
            "loose": list(self.loose),
            "unsure": list(self.unsure),
            "cells": {str(n): {"at": list(place.at), "dir": place.direction} for n, place in self.cells.items()},
            "unjudged": self.unjudged or None,
        }


def reading(observation: Observation, game: str, options: Options | None = None) -> Reading:
    """The position that an observation shows; `options` are the house rules of the table, defaults if None.

    Raises `UnknownGame` for a game that there is not.
    """
    rules = find_game(game)
    table = _table(rules.name)
    if table is None:
        loose = tuple(range(len(observation.pieces)))
        return Reading(rules.name, None, loose, (), {}, (), f"the pieces of {rules.title} are not put together yet")
    return meaning(table.see(observation), rules.name, options)


def meaning(sight: Sight, game: str, options: Options | None = None) -> Reading:
    """A position that was put together, with the faults that the engine finds in it."""
    rules = find_game(game)
    faults: tuple[Mapping[str, Any], ...] = ()
    position: dict[str, Any] = _without(observation_model(rules.name).extra, sight.position)
    unjudged = sight.unjudged or sight.trouble
    if not unjudged:
        try:
            faults = tuple(doubt.faults(rules, Setup(options or rules.options_type(), position)))
        except PositionError as wrong:
            unjudged = str(wrong)
    return Reading(rules.name, position, sight.loose, sight.unsure, sight.cells, faults, unjudged)


def _without(extra: Container[str], told: Any) -> Any:
    """A position, or a part of it, without what only says how it was seen."""
    if isinstance(told, Mapping):
        return {key: _without(extra, value) for key, value in told.items() if key not in extra}
    return [_without(extra, each) for each in told] if isinstance(told, list) else told


def assembler(game: str, options: Options, faces: Reader | None = None) -> Assembler:
    """What puts the pieces of a followed table together; `faces` is what reads the pieces of the set in use, for
    assemblers that read again. Raises `UnknownGame`, or `LookupError` with one line."""
    name = find_game(game).name
    table = _table(name)
    if table is None or not hasattr(table, "Assembler"):
        raise LookupError(f"tables of {name} cannot be followed yet")
    made: Assembler = table.Assembler(options)
    if faces is not None and isinstance(made, Rereading):
        made.read_by(faces)
    return made


def _table(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None

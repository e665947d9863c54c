"""Films of StoneRow without pictures: the cards of a script as a faultless recogniser sees them, and the true game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.films.plan import plan
from engine.core import TABLE
from engine.games import find_game
from engine.games.stonerow.cards import label
from engine.games.stonerow.state import DEAL
from engine.options import read_options
from vision.observation import Candidate, MatLies, Observation, Piece, corners_of
from vision.scene.mat import mat

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from datasets.films.script import Script

SIZE: Final = (1280, 720)
VISIBLE: Final = 0.12
"""Cards of which less is in sight are not seen."""
OWN: Final = np.array([[-0.5, 0.5, 0], [0.5, 0.5, 0], [0.5, -0.5, 0], [-0.5, -0.5, 0]]) * np.array([63, 88, 0])
REST: Final = 0.3
"""The least time (s) that a table is still."""
STEP: Final = 1 / 15
GAME: Final = find_game("stonerow")


@dataclass(frozen=True)
class Turn:
    """Something that was entered in the record: its time (s), the plays, and the state after, without hidden cards."""

    time: float
    plays: tuple[tuple[int, str], ...]
    after: Any
    undo: bool = False


def film(seed: int, players: int, rule_set: str = "official", seconds: float = 45.0) -> Script:
    """The script of a film on the mat of a table."""
    return plan("stonerow", players, seed, {"rule_set": rule_set}, seconds, mat("stonerow", players))


def rules_of(script: Script) -> Any:
    """The options that a film is played by."""
    return read_options(GAME.options_type, dict(script.record.header.options))


def stills(script: Script) -> Iterator[float]:
    """A time near the end of every rest of the table."""
    times = np.arange(0.0, script.seconds, STEP)
    since: float | None = None
    for time in times.tolist():
        if script.phase(time) == "still":
            since = time if since is None else since
        elif since is not None:
            if time - STEP - since >= REST:
                yield time - 2 * STEP
            since = None


def observed(script: Script, time: float) -> Observation:
    """What lies in sight at a time."""
    camera = script.camera(SIZE, time)
    items = []
    for number, prop in enumerate(script.props):
        spot = script.spot(number, time)
        if spot.away or prop.kind == "block":
            continue
        up = bool(spot.pose.rotation[2, 2] > 0)
        corners = camera.project(spot.pose.points(OWN if up else OWN[[1, 0, 3, 2]]))
        items.append((spot.pose.at[2], spot.level or 0, number, prop.label if up else "back", corners))
    items.sort(key=lambda item: item[:3])
    shown = np.full(SIZE[::-1], -1, np.int32)
    for at, item in enumerate(items):
        cv2.fillConvexPoly(shown, np.round(item[4]).astype(np.int32), at)
    pieces = []
    for at, item in enumerate(items):
        if (shown == at).sum() >= VISIBLE * cv2.contourArea(item[4].astype(np.float32)):
            pieces.append(Piece("card", item[3], 1.0, corners_of(item[4]), None))
    return Observation(*SIZE, "", tuple(pieces), (), "truth")


def on_mat(seen: Observation, script: Script, time: float) -> Observation:
    """The observation with where the mat lies, as its markers tell."""
    players = script.record.header.players
    sheet = mat("stonerow", players)
    corners = np.array([(0, 0), (sheet.width, 0), (sheet.width, sheet.height), (0, sheet.height)], np.float64)
    table = np.column_stack(((corners - (sheet.width / 2, sheet.height / 2)) * (1, -1), np.zeros(4)))
    pixels = script.camera(SIZE, time).project(table)
    homography = cv2.getPerspectiveTransform(pixels.astype(np.float32), corners.astype(np.float32))
    lies = MatLies((sheet.game, sheet.paper, sheet.size), tuple(homography.ravel().tolist()))
    return replace(seen, mat=lies)


def blurred(seen: Observation, chance: random.Random, pixels: float, missed: float, unsure: float) -> Observation:
    """The observation with corners off, some cards missed, and some unsure with the right label as first candidate."""
    pieces = []
    for piece in seen.pieces:
        if chance.random() < missed:
            continue
        corners = corners_of([(x + chance.gauss(0, pixels), y + chance.gauss(0, pixels)) for x, y in piece.corners])
        if piece.label != "back" and chance.random() < unsure:
            guess = (Candidate(str(piece.label), 0.6), Candidate("R1" if piece.label != "R1" else "B1", 0.15))
            pieces.append(replace(piece, label=None, confidence=0.6, corners=corners, candidates=guess))
        else:
            pieces.append(replace(piece, corners=corners))
    return replace(seen, pieces=tuple(pieces))


def turns(script: Script) -> list[Turn]:
    """The record as a table without a seed would have it: with what the table turned up."""
    options = rules_of(script)
    seeded, state = GAME.start(options, script.seed), GAME.start(options, None)
    state, opened = _turned_up(state, seeded)
    told = [Turn(0.0, opened, state)]
    before = []
    for event in script.record.events:
        before.append((state, seeded))
        time = _seconds(event.time)
        if event.kind == "undo":
            state, seeded = before[(event.of or 0) - 1]
            told.append(Turn(time, (), state, undo=True))
            continue
        move = GAME.parse(event.move)
        state, seeded = GAME.play(state, event.seat, move), GAME.play(seeded, event.seat, move)
        state, more = _turned_up(state, seeded)
        told.append(Turn(time, ((event.seat, event.move), *more), state))
    return told


def _turned_up(state: Any, seeded: Any) -> tuple[Any, tuple[tuple[int, str], ...]]:
    plays = []
    while state.phase == DEAL and seeded.keystone is not None:
        word, card = ("keystone", seeded.keystone) if state.keystone is None else ("brickyard", seeded.brickyard[0])
        name = "Fo" if seeded.overtime and not state.overtime else label(card)
        plays.append((TABLE, f"{word} {name}"))
        state = GAME.apply(state, TABLE, GAME.parse(plays[-1][1]))
    return state, tuple(plays)


def _seconds(text: str) -> float:
    epoch = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
    return (datetime.fromisoformat(text.replace("Z", "+00:00")) - epoch).total_seconds()

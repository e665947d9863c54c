"""Pieces that a camera sees and nobody can read, learnt from the very picture in which they lie."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.said import Said, quoted
from service.enrolled import DECK, is_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from service.settings import Settings

KIND: Final = "card"
"""What can be enrolled from a table so far; stones and dominoes take a photo of known ones."""

_writing = Lock()


class CannotEnroll(ValueError):  # noqa: N818 - the name says the state
    """Cards of which no deck can be made; the message is one line that says what to do."""


def unread(game: str | None, observation: Mapping[str, Any] | None) -> list[int]:
    """The pieces of an observation, by number, that a game's deck would have to learn."""
    if game != DECK.game or observation is None:
        return []
    pieces = observation["pieces"]
    return [n for n, piece in enumerate(pieces) if piece["kind"] == KIND and piece["label"] is None]


def enroll(settings: Settings, shown: Mapping[str, Any], picture: bytes, name: str, labels: Mapping[int, str]) -> Path:
    """Learn cards of the picture of a table, by their numbers, into the deck of a name; its file.

    `shown` is the table's snapshot of that picture. Raises `CannotEnroll`, and `OSError` where nothing can be written.
    """
    from vision.recognise.cards.deck import DeckError, load_deck
    from vision.recognise.cards.enrol import EnrolError
    from vision.recognise.cards.seen import with_seen

    _check(shown, name, labels)
    pixels = np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    quads = [np.array(shown["observation"]["pieces"][number]["corners"], np.float64) for number in labels]
    file = DECK.file(settings, name)
    with _writing:
        try:
            known = load_deck(file) if file.is_file() else None
        except DeckError:
            form = "the deck {called} cannot be read; give these cards another name"
            raise CannotEnroll(Said(form, called=quoted(name))) from None
        try:
            made = with_seen(known, pixels, quads, [*labels.values()], name)
        except (EnrolError, DeckError) as wrong:
            raise CannotEnroll(str(wrong)) from None
        file.parent.mkdir(parents=True, exist_ok=True)
        made.save(file)
    return file


def _check(shown: Mapping[str, Any], name: str, labels: Mapping[int, str]) -> None:
    if shown["game"] != DECK.game:
        raise CannotEnroll("only cards are enrolled from a table")
    if not is_name(name):
        raise CannotEnroll("give the deck a name without slashes")
    there = unread(shown["game"], shown["observation"])
    if missing := [number for number in labels if number not in there]:
        raise CannotEnroll(
            Said("piece {number} is no unread card of this picture; look at the table again", number=missing[0])
        )
    names: Sequence[str] = [*labels.values()]
    if wrong := [each for each in names if not each.strip() or not each.isprintable()]:
        raise CannotEnroll(Said("{word} is no label; write what the card is called", word=quoted(wrong[0])))
    if twice := [each for each in names if names.count(each) > 1]:
        raise CannotEnroll(Said("two cards are called {called}; a label names one card", called=quoted(twice[0])))

"""Disputes: a question about a game, answered from its record, its rules and the pictures that were kept of it.

    DisputeError
    ├── NotUnderstood   the question is none that can be asked: `forms` shows those
    ├── NoSuchMove      the record has nothing of what the question names
    └── NoSuchDispute   the game has no dispute of this number

One dispute goes one way. `desk` takes what is asked and keeps the ruling.

    question                     what is asked, in words or as JSON
    moments                      the place in the game, and the pictures around it
    case, evidence               what the kept pictures show
    weighing                     what the belief makes of that, held against the record
    decide, answer               the ruling, and all that it rests on
    dossier, versions, seal      the ruling as a bundle of files, what it was made with, its signature
    verify                       a bundle checked on another machine

A ruling depends on the record, the pictures with their descriptions, the models and the thresholds alone. Another
machine comes to the same.
"""

from __future__ import annotations


class DisputeError(Exception):
    """The root of the errors of disputes; its text is one line."""


class NotUnderstood(DisputeError):  # noqa: N818 - reads as the sentence it is
    """The question is none that can be asked."""


class NoSuchMove(DisputeError):  # noqa: N818
    """The record has no move, piece or seat that the question names."""


class NoSuchDispute(DisputeError):  # noqa: N818
    """The game has no dispute of this number."""

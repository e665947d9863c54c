"""Disputes: a question about a game, answered from its record, its rules and the pictures that were kept of it.

    DisputeError
    ├── NotUnderstood   the question is none that can be asked: `forms` shows those
    ├── NoSuchMove      the record has nothing of what the question names
    └── NoSuchDispute   the game has no dispute of this number

`question` reads what is asked. `moments` finds the place in the game. `evidence` reads the pictures. `weighing` says
what the belief makes of them. `decide` rules, and `desk` keeps disputes in the store.

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

"""What lines for people call a seat; JSON and the record keep its number, which counts from 0."""

from __future__ import annotations

from engine.core import TABLE


def player(seat: int) -> str:
    """`player 1` for seat 0, and so on; `the table` for the table itself."""
    return "the table" if seat == TABLE else f"player {seat + 1}"

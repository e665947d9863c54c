"""Reads domino halves with a network, and counts their pips a second way."""

from vision.halves.reader import HalvesReader

__all__ = ["HalvesReader"]

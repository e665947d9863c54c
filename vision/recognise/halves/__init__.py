"""Reads domino halves with a network, and counts their pips a second way."""

from vision.recognise.halves.reader import HalvesReader

__all__ = ["HalvesReader"]

"""How high dominoes lie on each other, from the corners of their top faces in one picture."""

from vision.levels.reader import Level, levels

__all__ = ["Level", "levels"]

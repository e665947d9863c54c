"""How likely a table reading of StoneRow is, and the plays that lead to it."""

from vision.games.stonerow.model.explain import MODEL

__all__ = ["MODEL"]

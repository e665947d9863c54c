"""How likely a table reading of Stones is, and the plays that lead to it."""

from vision.games.stones.model.explain import MODEL

__all__ = ["MODEL"]

"""Cards on a table become a position of StoneRow: rows and who holds them, what lies on them, and the piles."""

from vision.games.stonerow.assembler import Assembler

__all__ = ["Assembler"]

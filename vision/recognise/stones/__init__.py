"""Reading the pieces of Stones: sizes by colour, tokens, tiles, and which stone stands on which base.

`StoneReader` reads what a detector has found; `enroll_stones` learns a set's colours from one photo of known stones.
"""

from vision.recognise.stones.enroll import NotEnough, enroll_stones
from vision.recognise.stones.palette import StoneSet, StoneSetError
from vision.recognise.stones.reader import StoneReader

__all__ = ["NotEnough", "StoneReader", "StoneSet", "StoneSetError", "enroll_stones"]

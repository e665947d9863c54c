"""Odd sets of dominoes, learnt from one photo of known pieces.

`enroll_dominoes` learns a `DominoSet`; `KnownReader` reads with it. What a set says: how long its tiles are, which
helps to lay corners, and its highest number, beyond which none is read. It also says its colours, which other things
seldom have.
"""

from vision.recognise.dominoes.enroll import NotEnough, enroll_dominoes
from vision.recognise.dominoes.reader import KnownReader
from vision.recognise.dominoes.set import DominoSet, DominoSetError

__all__ = ["DominoSet", "DominoSetError", "KnownReader", "NotEnough", "enroll_dominoes"]

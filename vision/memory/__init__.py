"""The memory of a table: evidence per place over looks, what is hidden and since when."""

from vision.memory.change import Change, between, scene
from vision.memory.ground import Ground, parts, unread, without
from vision.memory.known import Known, known
from vision.memory.memory import Memory
from vision.memory.place import Hidden, Remembered
from vision.memory.settings import MemorySettings

__all__ = [
    "Change",
    "Ground",
    "Hidden",
    "Known",
    "Memory",
    "MemorySettings",
    "Remembered",
    "between",
    "known",
    "parts",
    "scene",
    "unread",
    "without",
]

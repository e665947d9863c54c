"""The memory of a table: evidence per place over looks, what is hidden and since when."""

from vision.scene.memory.change import Change, between, scene
from vision.scene.memory.ground import Ground, parts, unread, without
from vision.scene.memory.known import Known, known
from vision.scene.memory.memory import Memory
from vision.scene.memory.place import Hidden, Remembered
from vision.scene.memory.settings import MemorySettings

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

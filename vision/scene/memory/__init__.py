"""The memory of a table: evidence per place over looks, what is hidden and since when."""

from vision.scene.memory.background import Background, parts, shows_table, unread, without
from vision.scene.memory.change import Change, between, thumbnail
from vision.scene.memory.memory import Memory
from vision.scene.memory.settings import MemorySettings
from vision.scene.memory.stationary import Stationary, stationary
from vision.scene.memory.track import Occlusion, Track

__all__ = [
    "Background",
    "Change",
    "Memory",
    "MemorySettings",
    "Occlusion",
    "Stationary",
    "Track",
    "between",
    "parts",
    "shows_table",
    "stationary",
    "thumbnail",
    "unread",
    "without",
]

"""What can go wrong while drawing scenes and what a person can do about it.

SceneError      one clear line; the person who asked can mend it
└── GLMissingError   this machine has no OpenGL library
"""

from __future__ import annotations


class SceneError(Exception):
    """One clear line that says what to do."""


class GLMissingError(SceneError):
    """No OpenGL library of this system can draw without a display."""

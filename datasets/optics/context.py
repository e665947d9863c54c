"""An OpenGL context without a display: EGL where it works, else OSMesa; both draw in software where there is no GPU."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib import import_module
from typing import Any, Final

from datasets.scenes.errors import GLMissingError

PLATFORMS: Final = {"egl": "libEGL.so.1", "osmesa": "libOSMesa.so.8"}
"""The platforms in the order of trial, and the library that each needs."""

INSTALL: Final = "apt-get install libegl1 libosmesa6"

ADVICE: Final = (
    f"Rendering needs an OpenGL library that draws without a display: {INSTALL} (or your system’s packages of EGL or "
    "OSMesa from Mesa); MUJOCO_GL=egl or MUJOCO_GL=osmesa chooses one of them."
)


def open_context() -> Any:
    """Make a context current in this thread and return it; keep it alive while drawing. Raises `GLMissingError`.

    `MUJOCO_GL` chooses the platform where it is set; `LP_NUM_THREADS` how many threads software drawing takes.
    """
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    if wanted in PLATFORMS:
        if (context := _try(wanted)) is not None:
            return context
        raise GLMissingError(
            f"MUJOCO_GL={wanted} does not work on this machine: unset MUJOCO_GL, or install {PLATFORMS[wanted]}, "
            f"such as by {INSTALL}."
        )
    for platform in PLATFORMS:
        if (context := _try(platform)) is not None:
            return context
    if wanted:
        raise GLMissingError(f"MUJOCO_GL={wanted} draws nothing here: unset it, or choose egl or osmesa. {ADVICE}")
    raise GLMissingError(ADVICE)


def _try(platform: str) -> Any:
    """A current context of this platform, or None."""
    try:
        ctypes.CDLL(PLATFORMS[platform])
    except OSError:
        return None
    os.environ.setdefault("PYOPENGL_PLATFORM", platform)
    try:
        if platform == "egl":
            # PyOpenGL's bindings of EGL cannot be imported with its checks off; those of OpenGL are, later.
            import_module("mujoco.egl")
        import_module("OpenGL").ERROR_CHECKING = False  # type: ignore[attr-defined]
        context = import_module(f"mujoco.{platform}").GLContext(16, 16)
        context.make_current()
    except Exception:  # every failure here means: this platform does not work on this machine
        _forget(platform)
        return None
    return context


def _forget(platform: str) -> None:
    """Let the next platform load its own bindings."""
    os.environ.pop("PYOPENGL_PLATFORM", None)
    for name in [
        name for name in sys.modules if name.split(".")[0] == "OpenGL" or name.startswith(f"mujoco.{platform}")
    ]:
        del sys.modules[name]

"""Workers that go wrong. Their processes import this module alone."""

import os

from datasets.scenes.run import _worker


def fake_worker(order, pipe):
    """Draws nothing; scene 1 kills it, scene 2 cannot be drawn."""
    while (index := pipe.recv()) is not None:
        if index == 1:
            os._exit(3)
        pipe.send((index, "lost" if index == 2 else "drawn", "no paint" if index == 2 else ""))


def no_library_worker(order, pipe):
    """A worker on a machine whose OpenGL draws nothing."""
    os.environ["MUJOCO_GL"] = "wgl"
    _worker(order, pipe)

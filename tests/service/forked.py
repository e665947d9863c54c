"""Processes that the service starts are copies of one that has its modules: each would load them for a second.

They are begun as ever, by what they are given, and share nothing with the tests. What tests measure of a process itself
is started as the service does.
"""

import functools
import multiprocessing
import os

import pytest
from lateness import LATE

PHONE = ("service.api.phone", "service.capture.child", "service.logs", "service.memory", "service.phone.door")
MODULES = [*PHONE, "service.app", "service.cli", "vision"]
"""What commands, a reading process and the phone's page load."""


@functools.cache
def _forking():
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(MODULES)
    return made


def context(method=None, real=multiprocessing.get_context):
    """The context that a test's own process starts others by."""
    forks = method == "spawn" and "forkserver" in multiprocessing.get_all_start_methods()
    return _forking() if forks else real(method)


def forks():
    """Until it is closed, what is started is such a copy. Started late, a process would be none."""
    with pytest.MonkeyPatch.context() as patched:
        if not LATE:
            patched.setattr(multiprocessing, "get_context", context)
        yield


def begun(said, *words):
    """The process of a command, which leads a session of its own; what it says is kept in a file."""
    process = context("spawn").Process(target=_command, args=(str(said), words, dict(os.environ)))
    process.start()
    return process


def _command(said, words, environment):
    from service.cli import app

    os.setsid()
    kept = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(kept, stream)
    os.environ.clear()
    os.environ.update(environment)
    app(words)

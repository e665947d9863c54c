"""Processes that the service starts are copies of one that has its modules: each would load them for a second.

They are begun as ever, by what they are given, and share nothing with the tests. What tests measure of a process itself
is started as the service does.
"""

import functools
import multiprocessing

PHONE = ("service.api.phone", "service.capture.child", "service.logs", "service.memory", "service.phone.door")
MODULES = [*PHONE, "vision"]
"""What a reading process and the phone's page load."""


@functools.cache
def _forking():
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(MODULES)
    return made


def context(method=None, real=multiprocessing.get_context):
    """The context that a test's own process starts others by."""
    forks = method == "spawn" and "forkserver" in multiprocessing.get_all_start_methods()
    return _forking() if forks else real(method)

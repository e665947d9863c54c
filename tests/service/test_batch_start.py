"""Ray that does not start, or late: tried again, then one line."""

import sys
from types import SimpleNamespace

import pytest

from service.batch import tasks
from service.batch.tasks import NoRay, Workers


class Slow:
    """A Ray whose node is too slow so often, then starts."""

    def __init__(self, times):
        self.times, self.begun, self.ended = times, 0, 0

    def init(self, **_named):
        self.begun += 1
        if self.begun <= self.times:
            raise Exception("The current node timed out during startup.\nThis could happen because …")

    def shutdown(self):
        self.ended += 1


@pytest.fixture
def slow(monkeypatch):
    def made(times):
        ray = Slow(times)
        monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=ray.init, shutdown=ray.shutdown))
        return ray

    return made


def test_a_node_that_is_slow_is_started_again(slow):
    ray = slow(2)
    tasks.connected(Workers(2))
    assert (ray.begun, ray.ended) == (3, 2)


def test_a_node_that_never_starts_is_one_line(slow):
    slow(99)
    with pytest.raises(NoRay, match=r"Ray does not start here.*timed out during startup\.$"):
        tasks.connected(Workers(2))


def test_a_cluster_that_fails_in_any_way_is_one_line(slow):
    ray = slow(1)
    with pytest.raises(NoRay, match="cluster at auto does not answer"):
        tasks.connected(Workers(2, "auto"))
    assert ray.begun == 1
    with pytest.raises(NoRay, match="does not answer"):
        tasks.connected(Workers(2, "127.0.0.1:9"))
    assert ray.begun == 1

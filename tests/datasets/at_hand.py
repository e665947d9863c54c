"""A crew that draws in the process of the test: no process starts, and what is dear to draw is drawn once for all."""

from __future__ import annotations

from datasets.scenes.run import Outcome


class AtHand:
    """Works off what is missing one by one, as a single worker of `datasets.scenes.run.Crew` would."""

    def __init__(self, order, workers, start):
        self._order, self._start = order, start
        self._left, self._done = [], []

    def work(self, missing):
        self._left = [*missing, None]
        self._start(self._order, self)
        yield from self._done

    def recv(self):
        return self._left.pop(0)

    def send(self, told):
        self._done.append(Outcome(*told))

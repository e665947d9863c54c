"""What the tests let tasks do: functions of a module, for processes find them by their names."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


def doubled(number):
    return 2 * number


def picky(number):
    if number == 1:
        raise ValueError("one is not liked\nand more")
    return number


def killed_once(place):
    """Its process is lost at the first try."""
    mark = Path(place)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark.name


def killed_always(_order):
    os.kill(os.getpid(), signal.SIGKILL)


def slow(place):
    """Begins, and ends much later than any test waits."""
    Path(place).touch()
    time.sleep(3600)


@dataclass(frozen=True)
class Noted:
    """Work that leaves a mark each time that it is done."""

    place: str

    @property
    def decides(self):
        return [self.place]


def noted(order):
    with Path(order.place).open("a") as mark:
        mark.write("x")
    return Path(order.place).name

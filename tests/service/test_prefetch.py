"""Items made ready in a thread."""

import threading

import pytest

from service.following.review import ahead


def test_items_come_in_their_order_and_a_few_are_ready_before():
    made, ready = [], threading.Event()

    def items():
        for n in range(20):
            made.append(n)
            if n == 4:
                ready.set()
            yield n

    result = ahead(items(), 4)
    assert next(result) == 0
    assert ready.wait(60)
    assert made == list(range(5))
    assert [0, *result] == list(range(20))


def test_what_the_items_raise_is_raised_in_its_place():
    def items():
        yield 1
        raise OSError("no disk")

    result = ahead(items(), 3)
    assert next(result) == 1
    with pytest.raises(OSError, match="no disk"):
        next(result)


def test_who_stops_early_ends_the_thread():
    before = set(threading.enumerate())
    result = ahead(iter(range(1000)), 3)
    assert next(result) == 0
    result.close()
    assert set(threading.enumerate()) <= before  # threads of other tests may end meanwhile

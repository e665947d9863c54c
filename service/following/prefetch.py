"""Work that is done ahead: what comes next is made ready in a thread while what came is worked on."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Item = TypeVar("Item")

END: Final = object()


def ahead(items: Iterator[Item], most: int) -> Iterator[Item]:
    """The items in their order, at most so many of them ready before they are asked for; what they raise is raised."""
    thread = ThreadPoolExecutor(1, thread_name_prefix="ahead")
    try:
        coming = deque(thread.submit(_next, items) for _ in range(most))
        while (item := coming.popleft().result()) is not END:
            coming.append(thread.submit(_next, items))
            yield item
    finally:
        thread.shutdown(cancel_futures=True)


def _next(items: Iterator[Any]) -> Any:
    return next(items, END)

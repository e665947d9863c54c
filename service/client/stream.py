"""Server-sent events, read from lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Block:
    """An event: its number and its data."""

    id: str
    data: str


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The events of a stream that have data; comments are signs of life."""
    fields: dict[str, list[str]] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
            continue
        if "data" in fields:
            yield Block("".join(fields.get("id", ["0"])[-1:]), "\n".join(fields["data"]))
        fields = {}

"""Sheets of paper, upright, in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


class PaperError(ValueError):
    """No such paper; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet's name and size in mm."""

    name: str
    width: float
    height: float


PAPERS: Final = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}


def paper_named(name: str) -> Paper:
    """The paper of that name."""
    if name not in PAPERS:
        raise PaperError(f"there is no paper {name!r}; choose one of {', '.join(PAPERS)}")
    return PAPERS[name]

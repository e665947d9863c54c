"""When the decoder commits, asks and reports, by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FollowSettings:
    """Likelihoods are 0 … 1, times seconds."""

    plies: int = 2
    """So many moves are thought of at once."""
    most_plies: int = 3
    """So many, where fewer leave something unexplained."""
    whole: float = 0.01
    """A way of less weight leaves something unexplained; …"""
    another: float = 0.2
    """… and so much of that is left of it for each move more of a turn."""
    at_once: float = 0.96
    """A way at least so likely is committed at its first look."""
    sure: float = 0.9
    """A way at least so likely is committed once a second look agrees; one less likely may not be all that was
    played."""
    illegal: float = 0.8
    """An illegal play at least so likely is reported, once a second look agrees; at once where it is plain."""
    plain: float = 2e-3
    """One that explains the table so well, and is `at_once` likely, is plain: of 28 such first looks in 80 films all
    were right."""
    likelier: float = 0.8
    """Another history than the record is asked about once it is at least so likely, …"""
    spared: float = 0.3
    """… or so likely, where it explains by the rules what else somebody would be accused of."""
    asked_too: float = 0.5
    """… or so likely, where something is asked anyway."""
    unseen: float = 0.5
    """What was played is asked once it is so much likelier that a move was not seen than that all were."""
    otherwise: float = 0.2
    """How often a move that was told was none, or another, where what is seen now does not follow from it."""
    anew: int = 4
    """So many of the last moves are then put in question."""
    ask_after: float = 1.6
    """What stays open in one way for so long is asked, …"""
    ask_at_last: float = 5.0
    """… and what stays open for so long while it changes."""
    asked: int = 4
    """So many candidates are shown with a question."""
    worth_asking: float = 0.02
    """Candidates less likely than this are not shown."""
    back: int = 2
    """So many of the last moves may be seen to have been taken back."""
    hand: float = 4.0
    """A hand that lies in view for so long (s) rests there; before, it may not have done its work."""
    taken_back: float = 0.2
    """How often a move is taken back, beside a piece of it that is overlooked where the picture changed."""
    quiet: float = 1e-4
    """Where nothing but what was known explains the table, and no better than this, it is asked about, …"""
    accused: float = 1e-5
    """… and so is a play against the rules that explains it no better than this."""
    explained: float = 1e-7
    """Of a table that no way explains better than this it is asked what was played, naming none."""
    reopen_looks: int = 3
    """A move is put in question again once so many looks on end contradict it in the same way, …"""
    reopen_after: float = 0.7
    """… and for so long."""
    lost_after: float = 4.0
    """What stays unexplained for so long is said to be out of step."""

"""The hub of a service: what takes games of other machines, those machines' tables, and all tables at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.hub.overview import Overview
from service.hub.receiver import Receiver
from service.hub.tables import HubTables

if TYPE_CHECKING:
    from service.bells import Bells
    from service.following.tables import Tables
    from service.store.evidence import Evidence
    from service.store.ledger import Ledger
    from service.store.players import Players
    from service.store.questions import Questions
    from service.store.store import Store


@dataclass(frozen=True, slots=True)
class Hub:
    """Its three parts."""

    receiver: Receiver
    others: HubTables
    overview: Overview

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - the parts of a service that it works with
        cls,
        store: Store,
        ledger: Ledger,
        evidence: Evidence,
        questions: Questions,
        players: Players,
        bells: Bells,
        tables: Tables,
    ) -> Hub:
        """The hub of a service of these parts."""
        others = HubTables(store, bells)
        receiver = Receiver(store, ledger, evidence, questions, bells)
        return cls(receiver, others, Overview(store, ledger, players, tables, others))

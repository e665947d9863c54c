"""`GET /metrics`: what happens, in the text that Prometheus reads. Everything is looked up when it is asked for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector, CollectorRegistry
from sqlalchemy import func, select

from service.operations.requests import BOUNDS
from service.store.schema import disputes, evidence, games, questions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prometheus_client.metrics_core import Metric

    from service.following.tables import Table
    from service.operations.requests import Requests
    from service.parts import Parts

GOOD: Final = "ok"
LOST: Final = "out_of_step"


class Counted(Collector):
    """All that is told of a service: its tables, its store, who waits, and its requests."""

    def __init__(self, parts: Parts, requests: Requests, tables: Iterable[Table]) -> None:
        self._parts, self._requests, self._seen = parts, requests, tuple(tables)

    def collect(self) -> Iterator[Metric]:
        """Every metric with its values now."""
        yield from _tables(self._seen)
        yield from _others(self._parts)
        yield from _stored(self._parts)
        yield from _waiting(self._parts)
        yield _requests(self._requests)


def registry(parts: Parts, requests: Requests, tables: Iterable[Table]) -> CollectorRegistry:
    """What Prometheus reads of a service, and of those of its tables that whoever asks may see."""
    made = CollectorRegistry()
    made.register(Counted(parts, requests, tables))
    return made


def _tables(seen: Iterable[Table]) -> Iterator[Metric]:
    labels = ["table", "game"]
    frames = CounterMetricFamily("tableside_frames", "Frames that went through the gate.", labels=labels)
    dropped = CounterMetricFamily("tableside_frames_dropped", "Frames that nobody had time for.", labels=labels)
    looks = CounterMetricFamily("tableside_looks", "Still frames that were read and published.", labels=labels)
    delay = GaugeMetricFamily("tableside_delay_seconds", "From a table at rest to its reading.", labels=labels)
    healthy = GaugeMetricFamily("tableside_camera_ok", "1: the camera shows the table.", labels=labels)
    lost = GaugeMetricFamily("tableside_lost", "1: what lies on the table is not understood.", labels=labels)
    unsent = GaugeMetricFamily("tableside_unsent_entries", "Entries that the table’s hub has not.", labels=labels)
    for table in seen:
        shown = table.snapshot()
        of = [table.id, (shown["following"] or {}).get("game") or ""]
        frames.add_metric(of, shown["frames"]["seen"])
        dropped.add_metric(of, shown["frames"]["dropped"])
        looks.add_metric(of, table.looks)
        healthy.add_metric(of, shown["health"]["state"] == GOOD)
        lost.add_metric(of, (shown["following"] or {}).get("state") == LOST)
        if shown["delay"] is not None:
            delay.add_metric(of, shown["delay"])
        if table.unsent is not None:
            unsent.add_metric(of, table.unsent)
    yield from (frames, dropped, looks, delay, healthy, lost, unsent)


def _others(parts: Parts) -> Iterator[Metric]:
    """What tables of other machines have told this hub, by their names."""
    labels = ["table", "game"]
    healthy = GaugeMetricFamily("tableside_hub_camera_ok", "1: a table’s camera shows it.", labels=labels)
    lost = GaugeMetricFamily("tableside_hub_lost", "1: what lies on a table is not understood.", labels=labels)
    away = GaugeMetricFamily("tableside_hub_away", "1: nothing was heard of a table for 30 s.", labels=labels)
    for table in parts.hub.others.all():
        of = [table.name, table.report.game or ""]
        healthy.add_metric(of, table.report.health == GOOD)
        lost.add_metric(of, table.report.state == LOST)
        away.add_metric(of, parts.hub.others.is_away(table))
    yield from (healthy, lost, away)


def _stored(parts: Parts) -> Iterator[Metric]:
    with parts.store.reading() as connection:

        def count(wanted: Any) -> int:
            return int(connection.execute(wanted).scalar() or 0)

        there = evidence.c.gone.is_(False)
        open_ones = select(func.count()).select_from(questions).where(questions.c.answer.is_(None))
        yield _gauge("games", "Games in the store.", count(select(func.count()).select_from(games)))
        yield _gauge("entries", "Entries of all records.", count(select(func.sum(games.c.version))))
        yield _gauge("questions_open", "Questions that nobody has answered.", count(open_ones))
        yield _gauge("disputes", "Rulings that are kept.", count(select(func.count()).select_from(disputes)))
        held = select(func.coalesce(func.sum(evidence.c.bytes), 0)).where(there)
        yield _gauge("evidence_bytes", "Evidence that is kept.", count(held))
        yield _gauge("evidence_held_bytes", "The part of it that disputes hold.", count(held.where(evidence.c.held)))
    yield _gauge("evidence_limit_bytes", "What may be kept beside that.", parts.settings.max_evidence_bytes)
    yield _gauge("evidence_full", "1: there is no space for new evidence.", parts.evidence.full is not None)


def _waiting(parts: Parts) -> Iterator[Metric]:
    yield _gauge("disputes_waiting", "Disputes that wait for their turn.", parts.judging.waiting)
    yield _gauge("errands_waiting", "Hints and score sheets that wait to be made.", parts.errands.waiting)
    yield _gauge("streams_open", "Event streams that are read.", parts.streams.open)
    yield _gauge("photos_waiting", "Photos that wait to be read.", parts.reader.waiting)


def _gauge(name: str, description: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"tableside_{name}", description, value=value)


def _requests(requests: Requests) -> HistogramMetricFamily:
    """Of several server processes each tells its own, by its number."""
    family = HistogramMetricFamily(
        "tableside_request_seconds",
        "From a request to the begin of its answer.",
        labels=["process", "method", "route", "status"],
    )
    for kind, times in sorted(requests.all().items()):
        buckets, so_far = [], 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], times.counts, strict=True):
            so_far += count
            buckets.append((bound, so_far))
        family.add_metric([str(os.getpid()), kind.method, kind.route, str(kind.status)], buckets, times.seconds)
    return family

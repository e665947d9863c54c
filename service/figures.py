"""Figures: results with intervals, the machine, a table for people and JSON for programs."""

from __future__ import annotations

import json
import math
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NORMAL_95: Final = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: two-sided 95 %."""


@dataclass(frozen=True, slots=True)
class Result:
    """One figure. `n` is how many cases it rests on; `low` and `high` are its 95 % interval where there is one."""

    name: str
    value: float | None
    unit: str
    n: int
    low: float | None = None
    high: float | None = None


def share(name: str, hits: int, n: int) -> Result:
    """A part of a whole with its Wilson interval, all 0 … 1; without cases there is no value."""
    if n == 0:
        return Result(name, None, "share", 0)
    low, high = wilson(hits, n)
    return Result(name, hits / n, "share", n, low, high)


def median(name: str, values: Sequence[float], unit: str) -> Result:
    """The median, with the quartiles' neighbours left to the reader of the raw figures."""
    ordered = sorted(values)
    if not ordered:
        return Result(name, None, unit, 0)
    middle = len(ordered) // 2
    value = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    return Result(name, value, unit, len(ordered))


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % score interval of a share (E. B. Wilson, 1927)."""
    z2 = NORMAL_95**2
    middle = (hits + z2 / 2) / (n + z2)
    reach = NORMAL_95 / (n + z2) * math.sqrt(hits * (n - hits) / n + z2 / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def machine(packages: Iterable[str] = ()) -> dict[str, Any]:
    """The processor, its cores open to this process, Python and the versions of the packages."""
    found: dict[str, Any] = {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def as_json(benchmark: str, about: dict[str, Any], results: Iterable[Result]) -> str:
    """The object that `--json` prints."""
    return json.dumps({"benchmark": benchmark, "machine": about, "results": [asdict(each) for each in results]})


def as_table(benchmark: str, about: dict[str, Any], results: Iterable[Result]) -> str:
    """The figures for people, the machine first."""
    lines = [f"{benchmark} on " + ", ".join(f"{key} {value}" for key, value in about.items())]
    lines += [_line(each) for each in results]
    return "\n".join(lines)


def _line(result: Result) -> str:
    if result.value is None:
        return f"{result.name:48} {'none':>9}"
    if result.unit != "share":
        return f"{result.name:48} {result.value:9.1f} {result.unit:16} n={result.n}"
    interval = f"{100 * (result.low or 0):.1f} … {100 * (result.high or 0):.1f}"
    return f"{result.name:48} {100 * result.value:8.1f}% {interval:16} n={result.n}"


def _cpu() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"

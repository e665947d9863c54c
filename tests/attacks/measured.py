"""A command in a process of its own, and what it took: seconds and memory."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Cost:
    """What a process took: its exit code, s of processor, its largest resident memory (MiB), and what it said."""

    code: int
    seconds: float
    memory: float
    said: str


def cost_of(*words, limit=600.0):
    """Run `tableside …` and see what it takes; `limit` is for what hangs, in s of a clock."""
    before = _processor()
    began, memory = time.monotonic(), 0.0
    process = subprocess.Popen(
        [sys.executable, "-m", "tableside", *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        while process.poll() is None:
            memory = max(memory, resident(process.pid))
            assert time.monotonic() - began < limit, f"{words[:2]} took more than {limit} s"
            time.sleep(0.02)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        said = process.communicate()[0]
    return Cost(process.returncode, _processor() - before, memory, said)


def _processor():
    """What all processes took that were started here and have ended, s of processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def resident(pid):
    """The largest memory that a process has held, MiB."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    listed = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    return listed[0] / 1024 if listed else 0.0

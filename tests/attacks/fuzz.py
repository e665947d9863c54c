"""Hours of changed bytes for every parser: `python tests/attacks/fuzz.py [--minutes 60] [--seed 1] [--only picture]`.

With `--processes 2` a second one tries others meanwhile, by the next seed.
It says how many were tried, how long the slowest took, how much memory there was, and every fault with its bytes.
A fault becomes a named case of `test_fuzz.py`.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import os
import random
import resource
import subprocess
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutations import mutated
from targets import TARGETS, seeds, tried

SLOW = 5.0
"""s of processor; what takes longer is a fault."""
TOLD = 60.0
"""s from one telling of how far it is to the next."""


def main() -> int:
    """Try for so long; 1 where a fault was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(TARGETS), action="append")
    parser.add_argument("--keep", type=Path, default=None, help="folder for the bytes of faults")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    if given.processes > 1:
        return _each(given)
    _quiet()
    faulthandler.enable()
    chance = random.Random(given.seed)
    names = given.only or sorted(TARGETS)
    tries, faults, slowest = Counter(), {}, Counter()
    grown = {name: list(seeds(name)) for name in names}
    said = {name: set() for name in names}
    until, tell = time.monotonic() + 60 * given.minutes, time.monotonic() + TOLD
    while time.monotonic() < until:
        name = chance.choice(names)
        data = mutated(chance.choice(grown[name]), chance, grown[name])
        began = time.process_time()
        try:
            refusal = tried(name, data)
        except BaseException as wrong:
            if isinstance(wrong, KeyboardInterrupt):
                break
            place = traceback.extract_tb(wrong.__traceback__)[-1]
            _fault(
                faults,
                given,
                name,
                f"{type(wrong).__name__} at {Path(place.filename).name}:{place.lineno}: {wrong}",
                data,
            )
            refusal = None
        took = time.process_time() - began
        tries[name] += 1
        slowest[name] = max(slowest[name], took)
        if took > SLOW:
            _fault(faults, given, name, "slow", data)
        # A refusal in other words than before is a new way into the parser: it is changed further.
        kind = None if refusal is None else "".join(c for c in refusal if c.isalpha())[:60]
        if kind not in said[name] and len(said[name]) < 400:
            said[name].add(kind)
            grown[name].append(data)
        if time.monotonic() > tell:
            _tell(tries, slowest, faults)
            tell += TOLD
    _tell(tries, slowest, faults)
    return 1 if faults else 0


def _each(given):
    """So many processes, each with a seed of its own; 1 where one of them found a fault or did not end as it should."""
    words = [sys.executable, *sys.argv, "--processes", "1", "--seed"]
    running = [subprocess.Popen([*words, str(given.seed + n)]) for n in range(given.processes)]
    ended = [each.wait() for each in running]
    return int(any(ended))


def _quiet():
    """Decoders write their own words to the standard error of the process. Ours go where they went before."""
    sys.stderr = os.fdopen(os.dup(2), "w")
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 2)


def _fault(faults, given, name, told, data):
    key = f"{name}: {told[:140]}"
    if key not in faults:
        faults[key] = data
        print("FAULT", key, data[:60], flush=True)
        if given.keep:
            given.keep.mkdir(parents=True, exist_ok=True)
            (given.keep / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}").write_bytes(data)


def _tell(tries, slowest, faults):
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    each = ", ".join(f"{name} {count} ({slowest[name]:.2f} s)" for name, count in sorted(tries.items()))
    print(f"{tries.total()} tried, {len(faults)} faults, peak {peak:.0f} MiB: {each}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

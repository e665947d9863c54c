"""Honest bytes that were changed: every parser refuses them in one line, or takes them; and what was found before."""

import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import mutated
from targets import TARGETS, seeds, tried

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # warnings of Pillow's are for nobody

MOST = 200
"""Examples of each parser; `tests/attacks/fuzz.py` tries for an hour."""
SLOW = 15.0


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_honest_bytes_are_taken_or_refused_in_a_line(name):
    for data in seeds(name):
        assert "\n" not in (tried(name, data) or "")


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(max_examples=MOST)
@given(seed=st.integers(0, 2**32))
def test_changed_bytes_are_taken_or_refused(name, seed):
    chance = random.Random(seed)
    data = mutated(chance.choice(seeds(name)), chance, seeds(name))
    began = time.process_time()
    tried(name, data)
    assert time.process_time() - began < SLOW


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(max_examples=MOST // 4)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_taken_or_refused(name, data):
    tried(name, data)


def test_the_long_run_has_processes_that_try_different_bytes():
    """It had one: the others of the machine waited for two minutes."""
    words = [sys.executable, Path(__file__).with_name("fuzz.py"), "--only", "record", "--minutes", "0.02"]
    told = subprocess.run([*words, "--processes", "2"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    tried_each = re.findall(r"^(\d+) tried, 0 faults", told.stdout, re.MULTILINE)
    assert len(tried_each) == 2
    assert all(int(number) > 0 for number in tried_each)

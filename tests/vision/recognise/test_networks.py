"""Networks give the same bits by any number of threads: what a laptop reads can be verified on another machine."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from models import weights
from vision.recognise.network import Network

BATCHES = {"detector": (1, 3, 96, 160), "halves": (17, 3, 48, 48), "strange": (5, 3, 48, 48)}


@pytest.mark.parametrize(("name", "shape"), BATCHES.items())
def test_more_threads_give_the_same_bits(name, shape):
    batch = np.random.default_rng(7).random(shape, dtype=np.float32)
    one, two = (Network(weights(name), threads).run(batch) for threads in (1, 2))
    assert np.array_equal(one, two)


def test_a_network_that_has_read_leaves_the_processor_to_others():
    """Its second thread waited in a loop for the next picture, and reading took twice the processor's time."""
    network, batch, waited = Network(weights("halves"), 2), np.zeros((1, 3, 48, 48), np.float32), []
    for _ in range(10):
        network.run(batch)
        before = time.process_time()
        time.sleep(0.03)
        waited.append(time.process_time() - before)
    assert min(waited) < 0.002


def test_a_network_reports_to_nobody(tmp_path):
    """ONNX Runtime asked for its makers' server, and wrote a number of this machine into the home folder."""
    reads = "import numpy as np; from models import weights; from vision.recognise.network import Network; "
    reads += "Network(weights('halves')).run(np.zeros((1, 3, 48, 48), np.float32))"
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", reads], check=True, env=os.environ | home)
    assert list(tmp_path.rglob("*")) == []

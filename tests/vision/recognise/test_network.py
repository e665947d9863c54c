"""Networks give the same bits by any number of threads: what a laptop reads can be verified on another machine."""

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

"""A trained network on the processor, by ONNX Runtime.

Measured side by side with OpenVINO in `tests/benchmarks/runtime.py`: as fast, quicker to start, and less memory.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from models import weights

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray


# Otherwise ONNX Runtime reports to its makers, and writes a number of this machine into the user's folder.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

_log = logging.getLogger(__name__)

THREADS: Final = 2
"""A laptop has at least so many cores, and more threads would be taken from the camera and the page."""


@functools.cache
def network(name: str) -> Network:
    """The network of that name that comes with Tableside, one for all who use it."""
    return Network(weights(name))


class Network:
    """An ONNX file with one input and one output.

    A fixed provider and deterministic kernels: the same batch gives the same bits on any run, by any number of threads.
    """

    def __init__(self, file: Path, threads: int = THREADS) -> None:
        self.file = file
        self.threads = threads

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.use_deterministic_compute = True
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # a thread that waits takes no core
        session = onnxruntime.InferenceSession(self.file, options, providers=["CPUExecutionProvider"])
        _log.info("%s runs on %s of ONNX Runtime", self.file.name, ", ".join(session.get_providers()))
        return session

    @cached_property
    def digest(self) -> str:
        """The first eight hexadecimal digits of the file's SHA-256: they tell weights apart."""
        return hashlib.sha256(self.file.read_bytes()).hexdigest()[:8]

    @property
    def notes(self) -> dict[str, str]:
        """What the export wrote into the file beside the weights."""
        return dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's output for a batch, both with the shapes that the weights' card tells."""
        name = self._session.get_inputs()[0].name
        return cast("NDArray[np.float32]", self._session.run(None, {name: batch})[0])

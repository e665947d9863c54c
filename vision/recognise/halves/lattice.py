"""The classical reader's lattice of nine spots, laid over patches: numbers 0 … 9 alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from models.halves.patch import PATCH
from vision.recognise.classical.face import WIDTH, look
from vision.settings import FACE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.settings import FaceSettings


def spots(pair: NDArray[np.uint8], settings: FaceSettings = FACE) -> NDArray[np.int64]:
    """The likeliest numbers of both halves of a tile, from its 2×48×48×3 BGR patches."""
    inner = pair[:, PATCH.margin : -PATCH.margin, PATCH.margin : -PATCH.margin]
    face = np.concatenate([inner[0], inner[1, ::-1, ::-1]])
    upright = cv2.resize(face, (WIDTH, 2 * WIDTH), interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
    lab = cv2.cvtColor(upright, cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.asarray(look(lab, settings).halves.argmax(axis=1), np.int64)

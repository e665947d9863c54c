"""Frames become pieces, pieces become a position."""

from threadpoolctl import threadpool_limits

from vision.annotate import annotate
from vision.observation import Candidate, Notice, Observation, ObservationError, Piece
from vision.photo import (
    NotAPicture,
    Photo,
    PhotoEmpty,
    PhotoError,
    PhotoMissing,
    PictureBroken,
    PictureMisshapen,
    PictureTooLarge,
    check_size,
    load,
)
from vision.pipeline import (
    READABLE,
    GameNotReadable,
    NotEnrolled,
    check_readable,
    read_photo,
    recogniser_for,
)
from vision.recognise.detect import Detection, Detector
from vision.recognise.read import Reader, Reading
from vision.recognise.recogniser import Recogniser

# The products of small matrices here take a hundred times longer where BLAS shares them among threads, and their last
# bits would depend on how many there are.
threadpool_limits(limits=1, user_api="blas")

__house__ = "tableside"
"""The mark by which Tableside knows its own packages from others of the same name."""

__all__ = [
    "READABLE",
    "Candidate",
    "Detection",
    "Detector",
    "GameNotReadable",
    "NotAPicture",
    "NotEnrolled",
    "Notice",
    "Observation",
    "ObservationError",
    "Photo",
    "PhotoEmpty",
    "PhotoError",
    "PhotoMissing",
    "PictureBroken",
    "PictureMisshapen",
    "PictureTooLarge",
    "Piece",
    "Reader",
    "Reading",
    "Recogniser",
    "annotate",
    "check_readable",
    "check_size",
    "load",
    "read_photo",
    "recogniser_for",
]

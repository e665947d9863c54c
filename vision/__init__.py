"""Frames become pieces, pieces become a position."""

from threadpoolctl import threadpool_limits

from vision.annotate import annotate
from vision.detect import Detection, Detector
from vision.observation import Candidate, Notice, Observation, ObservationError, Piece
from vision.photo import NotAPicture, Photo, PhotoEmpty, PhotoError, PhotoMissing, PictureBroken, PictureTooLarge, load
from vision.pipeline import READABLE, Eye, GameNotReadable, NotEnrolled, check_readable, eye_for, read_photo
from vision.read import Reader, Reading

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
    "Eye",
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
    "PictureTooLarge",
    "Piece",
    "Reader",
    "Reading",
    "annotate",
    "check_readable",
    "eye_for",
    "load",
    "read_photo",
]

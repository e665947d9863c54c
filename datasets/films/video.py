"""H.264 in MP4: parts encoded each for itself, then joined without being encoded again."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

CODEC: Final = "libx264"
TICKS: Final = 512
"""Ticks of the file's clock a frame."""


def encode(path: Path, pictures: Iterable[NDArray[np.uint8]], rate: int, quality: int) -> None:
    """Write pictures (h, w, 3), RGB, as a film of `rate` frames a second; `quality` is x264's rate factor."""
    import av

    with av.open(str(path), "w", format="mp4") as out:
        stream: Any = None
        for picture in pictures:
            if stream is None:
                stream = out.add_stream(CODEC, rate=rate)
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt = "yuv420p"
                stream.options = {"crf": str(quality), "preset": "medium", "x264-params": "bframes=0:threads=1"}
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            out.mux(stream.encode(frame))
        if stream is not None:
            out.mux(stream.encode(None))


def join(parts: Sequence[Path], path: Path, rate: int) -> None:
    """One film out of parts that were encoded alike."""
    import av

    with av.open(str(path), "w", format="mp4", options={"movflags": "faststart"}) as out:
        stream: Any = None
        number = 0
        for part in parts:
            with av.open(str(part)) as source:
                if stream is None:
                    stream = out.add_stream_from_template(source.streams.video[0])
                    stream.time_base = Fraction(1, rate * TICKS)
                for packet in source.demux(source.streams.video[0]):
                    if packet.dts is None:
                        continue
                    packet.stream = stream
                    packet.time_base = Fraction(1, rate * TICKS)
                    packet.pts = packet.dts = number * TICKS
                    packet.duration = TICKS
                    number += 1
                    out.mux(packet)

"""What a webcam makes of light: exposure, colour cast, blur, noise, sharpening and the bytes of a JPEG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.optics.noise import grains

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Picture = NDArray[np.float32]

LUMA: Final = np.array([0.2126, 0.7152, 0.0722], np.float32)
GAIN: Final = 1.9
"""How much lighter than `exposure` a picture is before its tones are bent."""
BRIGHT: Final = 0.985
"""The share of a picture that is darker than what counts as its bright parts."""
GLINTS: Final = 0.997
"""The share of a picture that is darker than the brightest things in it that are no mere glints."""
BRIGHTEST: Final = 4.0
"""Light beyond this is a lamp's reflection, which no camera keeps in range."""


@dataclass(frozen=True, slots=True)
class Webcam:
    """One camera's faults. `smear` is motion blur: its length in pixels and its direction in radians.

    `exposure` is where the picture's mean ends, before the tone curve. `in_range` works as automatic exposure does. It
    lowers the mean where bright things would go beyond `headroom` (1 is white). It raises it where the brightest things
    would stay below `least`. `white` multiplies red and blue; `shrink` < 1 is a sensor with fewer pixels whose picture
    is enlarged; `noise` is (shot, read, chroma).
    """

    exposure: float = 0.35
    headroom: float = 1.5
    least: float = 0.0
    white: tuple[float, float] = (1.0, 1.0)
    saturation: float = 1.0
    contrast: float = 0.0
    vignette: float = 0.1
    blur: float = 0.5
    smear: tuple[float, float] = (0.0, 0.0)
    shrink: float = 1.0
    noise: tuple[float, float, float] = (0.004, 0.004, 0.5)
    bloom: float = 0.0
    denoise: bool = False
    sharpen: float = 0.3
    quality: int = 88


def draw_webcam(rng: Generator) -> Webcam:
    """A webcam from chance: most are fair, some are poor."""
    poor = rng.random() < 0.3
    smeared = rng.random() < (0.22 if poor else 0.1)
    warm = rng.normal(0, 0.07)
    return Webcam(
        exposure=float(np.clip(rng.lognormal(np.log(0.36), 0.25), 0.16, 0.62)),
        headroom=float(rng.uniform(0.8, 1.4)),
        least=float(rng.uniform(0.45, 0.95)) if rng.random() < 0.85 else 0.0,
        white=(float(np.exp(warm + rng.normal(0, 0.03))), float(np.exp(-warm + rng.normal(0, 0.04)))),
        saturation=float(rng.uniform(0.6, 1.15)),
        contrast=float(rng.uniform(0.0, 0.7)),
        vignette=float(rng.uniform(0, 0.35)),
        blur=float(rng.uniform(0.6, 1.7) if poor else rng.uniform(0.35, 0.9)),
        smear=(float(rng.uniform(2, 9)) if smeared else 0.0, float(rng.uniform(0, np.pi))),
        shrink=float(rng.uniform(0.5, 0.8)) if poor and rng.random() < 0.5 else 1.0,
        noise=(
            float(rng.uniform(0.004, 0.02) if poor else rng.uniform(0.001, 0.006)),
            float(rng.uniform(0.002, 0.012) if poor else rng.uniform(0.0005, 0.004)),
            float(rng.uniform(0.3, 1.0)),
        ),
        bloom=float(rng.uniform(0.02, 0.12)) if rng.random() < 0.4 else 0.0,
        denoise=bool(rng.random() < 0.3),
        sharpen=float(rng.uniform(0, 1.2)) if rng.random() < 0.75 else 0.0,
        quality=int(rng.integers(38, 80) if poor else rng.integers(72, 96)),
    )


def expose(light: Picture, camera: Webcam, rng: Generator) -> NDArray[np.uint8]:
    """Linear light (h, w, 3) to sRGB bytes as the camera hands them out."""
    light = _glass(light, camera)
    light = light * _gains(light, camera)
    small: Picture = light
    height, width = light.shape[:2]
    if camera.shrink < 1:
        size = (max(2, round(width * camera.shrink)), max(2, round(height * camera.shrink)))
        small = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    small = _sensor(small, camera, rng)
    tone = _tone(small, camera)
    if camera.denoise:
        tone = np.asarray(cv2.bilateralFilter(tone, 5, 0.06, 1.5), np.float32)
    if camera.shrink < 1:
        tone = np.asarray(cv2.resize(tone, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    if camera.sharpen > 0:
        soft = cv2.GaussianBlur(tone, (0, 0), 1.1)
        tone = np.asarray(cv2.addWeighted(tone, 1 + camera.sharpen, soft, -camera.sharpen, 0), np.float32)
    return np.asarray(cv2.convertScaleAbs(np.clip(tone, 0, 1, out=tone), alpha=255.0), np.uint8)


def encode(picture: NDArray[np.uint8], camera: Webcam) -> bytes:
    """The picture (h, w, 3), RGB, as JPEG bytes."""
    done, data = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
    if not done:
        raise RuntimeError("the picture could not be encoded")
    return bytes(data)


def _glass(light: Picture, camera: Webcam) -> Picture:
    """Defocus, motion, stray light and darker corners."""
    if camera.blur > 0:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), camera.blur), np.float32)
    if camera.smear[0] > 1:
        light = np.asarray(cv2.filter2D(light, -1, _streak(*camera.smear)), np.float32)
    height, width = light.shape[:2]
    if camera.bloom > 0:
        low = cv2.resize(np.minimum(light, 4), (width // 8, height // 8), interpolation=cv2.INTER_AREA)
        glow = cv2.resize(cv2.GaussianBlur(low, (0, 0), width / 200), (width, height))
        light = cv2.addWeighted(light, 1 - camera.bloom, np.asarray(glow, np.float32), camera.bloom, 0).astype(
            np.float32
        )
    if camera.vignette > 0:
        y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        x = np.linspace(-1, 1, width, dtype=np.float32)[None]
        light = np.asarray(light * (1 - camera.vignette * (x * x + y * y) / 2)[..., None], np.float32)
    return light


def _streak(length: float, angle: float) -> Picture:
    """A line of the given length in a square kernel that sums to one."""
    side = int(length) | 1
    kernel = np.zeros((side + 2, side + 2), np.float32)
    middle = (side + 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2
    a, b = (np.round((middle + sign * reach) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(float(kernel.sum()), 1e-6), np.float32)


def metered(light: Picture) -> float:
    """How bright a picture (h, w, 3) of linear light is to automatic exposure: mostly its middle."""
    height, width = light.shape[:2]
    middle = np.minimum(light[height // 6 : -height // 6 : 4, width // 6 : -width // 6 : 4], 1.5)
    mean = float((middle @ LUMA).mean())
    dark = 0.25 * float((np.minimum(light[::8, ::8], 1.5) @ LUMA).mean())
    return max(0.75 * mean + dark, 1e-4)


def in_range(light: Picture, camera: Webcam) -> Webcam:
    """The webcam with an exposure that keeps what is bright in this linear light within its headroom, and bright."""
    height, width = light.shape[:2]
    middle = np.minimum(light[height // 6 : -height // 6 : 4, width // 6 : -width // 6 : 4], BRIGHTEST)
    bright, brightest = (max(float(value), 1e-4) for value in np.quantile(middle @ LUMA, (BRIGHT, GLINTS)))
    mean = metered(light) / GAIN
    most = (camera.headroom / bright * mean) ** (1 / 2.2)
    least = (camera.least / brightest * mean) ** (1 / 2.2)
    return replace(camera, exposure=min(max(camera.exposure, least), most))


def _gains(light: Picture, camera: Webcam) -> Picture:
    """Automatic exposure, and the white balance."""
    gain = min(GAIN * camera.exposure**2.2 / metered(light), 40.0)
    red, blue = camera.white
    return np.array([gain * red, gain, gain * blue], np.float32)


def _sensor(light: Picture, camera: Webcam, rng: Generator) -> Picture:
    """Shot and read noise, a share of it in colour."""
    shot, read, chroma = camera.noise
    height, width = light.shape[:2]
    spread = np.maximum(light, 0)
    spread *= shot * 0.05
    spread += read**2
    np.sqrt(spread, out=spread)
    grey = grains(rng, height, width) * (1 - chroma)
    for channel in range(3):
        spread[..., channel] *= cv2.scaleAdd(grains(rng, height, width), chroma, grey)
    spread += light
    return spread


def _tone(light: Picture, camera: Webcam) -> Picture:
    """Highlights roll off, then the sRGB curve, contrast and saturation."""
    light = np.maximum(light, 0)
    rolled = light - np.float32(0.7)
    np.maximum(rolled, 0, out=rolled)
    rolled *= 0.55
    rolled += 1
    np.divide(light, rolled, out=light)
    np.minimum(light, 1.2, out=light)
    tone = np.asarray(cv2.pow(light, 1 / 2.2), np.float32)
    if camera.contrast:
        bent = 3 - np.float32(2) * tone
        bent *= tone
        bent *= tone
        tone = np.asarray(cv2.addWeighted(tone, 1 - camera.contrast, bent, camera.contrast, 0), np.float32)
    grey = np.broadcast_to(LUMA, (3, 3))
    mixed = cv2.transform(tone, grey + camera.saturation * (np.eye(3, dtype=np.float32) - grey))
    return np.asarray(np.clip(mixed, 0, 1, out=mixed), np.float32)

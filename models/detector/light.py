"""Light and lens by chance: the same window in shade, too bright, tinted, soft or noisy.

Rendered rooms have few lights. Each window of a batch gets its own change, on the device that trains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from torch import Tensor

EXPOSURE: Final = 0.3
"""Standard deviation of the exposure, in natural logarithms."""
TINT: Final = 0.08
"""Standard deviation of each colour's own gain, in natural logarithms."""
GAMMA: Final = 0.25
"""Standard deviation of the exponent, in natural logarithms."""
SHADED: Final = 0.4
"""The share of windows into which a shadow falls."""
DEPTHS: Final = (0.2, 0.7)
"""How much of the light a shadow takes."""
EDGES: Final = (2.0, 40.0)
"""How steep a shadow's edge is: its logistic rate across a whole window."""
SOFTNESS: Final = (-0.5, 1.0)
"""How far a window goes towards its blur by three pixels; below 0 it is sharpened."""
NOISE: Final = 0.04
"""The most noise, as a standard deviation of a full scale of 1."""


def use_light(trainer: Any) -> None:
    """A callback of Ultralytics' trainer: every batch that it learns from is lit anew."""
    plain = trainer.preprocess_batch

    def preprocess(batch: dict[str, Any]) -> dict[str, Any]:
        prepared: dict[str, Any] = plain(batch)
        return prepared | {"img": relit(prepared["img"])}

    trainer.preprocess_batch = preprocess


def relit(images: Tensor) -> Tensor:
    """N×3×H×W pictures, 0 … 1, each in another light."""
    import torch

    count, _, height, width = images.shape

    def normal(*shape: int) -> Tensor:
        return torch.randn(count, *shape, device=images.device)

    def uniform(low: float, high: float) -> Tensor:
        return low + (high - low) * torch.rand(count, 1, 1, 1, device=images.device)

    lit = images.float()
    lit = lit + uniform(*SOFTNESS) * (_blurred(lit) - lit)
    lit = lit.clamp(1e-4, 1) ** (GAMMA * normal(1, 1, 1)).exp()
    lit = lit * (EXPOSURE * normal(1, 1, 1) + TINT * normal(3, 1, 1)).exp()
    across = torch.linspace(-0.5, 0.5, width, device=images.device).view(1, 1, 1, width)
    down = torch.linspace(-0.5, 0.5, height, device=images.device).view(1, 1, height, 1)
    turn = uniform(0, 2 * torch.pi)
    beyond = across * turn.cos() + down * turn.sin() - uniform(-0.4, 0.4)
    depth = uniform(*DEPTHS) * (uniform(0, 1) < SHADED)
    lit = lit * (1 - depth * torch.sigmoid(beyond * uniform(*EDGES)))
    return (lit + uniform(0, NOISE) * torch.randn_like(lit)).clamp(0, 1).to(images.dtype)


def _blurred(images: Tensor) -> Tensor:
    from torch.nn.functional import avg_pool2d, pad

    return avg_pool2d(pad(images, (1, 1, 1, 1), mode="replicate"), 3, stride=1)

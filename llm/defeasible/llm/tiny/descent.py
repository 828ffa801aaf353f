"""`Descent`: the Muon optimizer, whose steps have equal size in every direction of a matrix.

Muon (Jordan et al. 2024) makes the momentum of each matrix nearly orthogonal before subtracting it. It needs
half the texts that Adam does. The embedding and the scales, which are not linear maps, use Adam.
"""

from __future__ import annotations

from typing import Any

MOMENTUM, DECAY = 0.95, 0.01
_ROUNDS, _STEEP = 5, (3.4445, -4.7750, 2.0315)
"""The Newton-Schulz iteration: number of rounds, and the polynomial that pushes singular values towards 1."""


class Descent:
    """An optimizer for a Llama.

    Args:
        model: A model of transformers.
        matrices: Learning rate of the matrices in layers.
        rest: Learning rate of the embedding and the scales.
    """

    def __init__(self, model: Any, *, matrices: float, rest: float) -> None:
        import torch  # noqa: PLC0415 - loaded by now

        self._torch = torch
        self._rates = (matrices, rest)
        # Matrices of the same shape are processed together, which is faster.
        self._alike: dict[Any, list[Any]] = {}
        others = []
        for name, weight in model.named_parameters():
            if weight.ndim == 2 and ".layers." in name:
                self._alike.setdefault(tuple(weight.shape), []).append(weight)
            else:
                others.append(weight)
        self._momenta = {
            shape: torch.zeros_like(torch.stack(weights)) for shape, weights in self._alike.items()
        }
        self._adam = torch.optim.AdamW(others, rest, betas=(0.9, 0.95), weight_decay=0.0)
        self._model = model

    def step(self, share: float) -> None:
        """Take one step along the gradients, at a share of the learning rates, and reset them."""
        matrices, rest = (rate * share for rate in self._rates)
        for group in self._adam.param_groups:
            group["lr"] = rest
        self._adam.step()
        with self._torch.no_grad():
            for shape, weights in self._alike.items():
                gradient = self._torch.stack([weight.grad for weight in weights])
                momentum = self._momenta[shape].lerp_(gradient, 1 - MOMENTUM)
                ahead = _orthogonal(gradient.lerp_(momentum, MOMENTUM))
                size = matrices * max(1.0, shape[0] / shape[1]) ** 0.5
                for weight, direction in zip(weights, ahead, strict=True):
                    weight.mul_(1 - matrices * DECAY).add_(direction, alpha=-size)
        self._model.zero_grad()


def _orthogonal(stack: Any) -> Any:
    """Return matrices with the singular vectors of those in a stack, and singular values near 1."""
    a, b, c = _STEEP
    tall = stack.shape[-2] > stack.shape[-1]
    found = stack.mT if tall else stack
    found = found / (found.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(_ROUNDS):
        square = found @ found.mT
        found = a * found + (b * square + c * square @ square) @ found
    return found.mT if tall else found

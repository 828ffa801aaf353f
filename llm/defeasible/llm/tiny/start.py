"""The initial weights of the tiny model: heads that look back one token, and heads that look up matches.

From random weights, a small model finds such heads by chance: copying after a few hundred steps, but the
label of a word not after ten times as many. A head learns what to fetch only once it knows where to look, and
where to look only once it fetches something. So in the first layer one head starts by noting at each token
which one precedes it, and in the other layers three heads start by reading such notes. One finds where the
current token occurred before and outputs what followed (an induction head, Olsson et al. 2022); one finds the
token before the current one and outputs what preceded it; one fetches what follows something, or outputs what
a similar token followed. Training changes them like all other weights.
"""

from __future__ import annotations

import math
from typing import Any

NOTE = 32
"""Width of a head and of a note; notes occupy the last dimensions of a state."""
CONSTANT = 0.5
"""The value of every token in its first dimension, by which positions alone can be compared."""
SPREAD = 0.1
"""Root mean square of the other dimensions of an embedding."""
ALIKE = 0.9
"""Weight of the part of an embedding that similar tokens share."""
NEAR = 6.0
"""Margin, in nats, of the previous token over its neighbours."""
MATCH = 1.7
"""Scale of the queries and keys that look things up."""
SAID = 0.5
"""Scale of what is looked up, relative to an embedding."""
FAST = 0.1
"""Slowest rotation used, in radians per token; slower ones cannot distinguish neighbours."""


def start(model: Any, tokenizer: Any, seed: int) -> None:
    """Set the initial weights of a Llama with random weights.

    Args:
        model: It has three heads or more in each layer, each `NOTE` wide, and as many for keys.
        tokenizer: Its tokenizer.
        seed: Seed of the random part.
    """
    import torch  # noqa: PLC0415 - loaded by now

    width = model.config.hidden_size
    generator = torch.Generator().manual_seed(seed)
    code = torch.linalg.qr(torch.randn(width - NOTE - 1, NOTE, generator=generator))[0].T
    # One map reads the code of the token itself, the other the code noted at it.
    own, noted = torch.zeros(NOTE, width), torch.zeros(NOTE, width)
    own[:, 1 : width - NOTE] = code
    noted[:, width - NOTE :] = torch.eye(NOTE)
    with torch.no_grad():
        embedding = model.model.embed_tokens.weight
        embedding.copy_(_embedding(tokenizer, width, generator))
        # The norm scales a state to the square root of its width.
        length = float(embedding.norm(dim=1).mean()) / math.sqrt(width)
        first, *others = [layer.self_attn for layer in model.model.layers]
        _look_back(first, float(model.config.rope_parameters["rope_theta"]), length / CONSTANT)
        first.v_proj.weight[:NOTE] = own
        first.o_proj.weight[:, :NOTE] = noted.T * length
        for depth, attention in enumerate(others):
            third = (None, noted, own) if depth == 0 else (own, own, noted)
            for number, (asks, holds, says) in enumerate(((own, noted, own), (noted, own, noted), third)):
                head = slice(number * NOTE, (number + 1) * NOTE)
                if asks is not None:
                    attention.q_proj.weight[head] = asks * MATCH
                attention.k_proj.weight[head] = holds * MATCH
                attention.v_proj.weight[head] = says
                attention.o_proj.weight[:, head] = own.T * length * SAID


def _look_back(attention: Any, base: float, unit: float) -> None:
    """Make the first head of a layer attend to the previous token, whatever it is.

    Rotary positions rotate each pair of dimensions of queries and keys by an angle per token. Keys that start
    one step ahead agree best with the query one token later.
    """
    import torch  # noqa: PLC0415 - loaded by now

    half = NOTE // 2
    angles = base ** (-torch.arange(half) / half)
    fast = torch.where(angles > FAST, 1.0, 0.0)
    size = fast * unit * math.sqrt(NEAR * math.sqrt(NOTE) / float((fast * (1 - torch.cos(angles))).sum()))
    attention.q_proj.weight[:NOTE] = 0
    attention.k_proj.weight[:NOTE] = 0
    attention.q_proj.weight[:half, 0] = size
    attention.k_proj.weight[:half, 0] = size * torch.cos(angles)
    attention.k_proj.weight[half:NOTE, 0] = size * torch.sin(angles)


def _embedding(tokenizer: Any, width: int, generator: Any) -> Any:
    """Return embeddings in which tokens that differ only in a space, a colon or case are similar."""
    import torch  # noqa: PLC0415 - loaded by now

    kinds: dict[str, int] = {}
    texts = [tokenizer.decode([number]) for number in range(len(tokenizer))]
    alike = [kinds.setdefault(text.strip().rstrip(":").lower() or text, len(kinds)) for text in texts]
    common = torch.randn(len(kinds), width, generator=generator)
    alone = torch.randn(len(texts), width, generator=generator)
    made = ALIKE * common[alike] + math.sqrt(1 - ALIKE**2) * alone
    made[:, 0] = 0
    made[:, width - NOTE :] = 0
    # All have the same length, so that looking back does not depend on the content.
    made *= SPREAD * math.sqrt(width - NOTE) / made.norm(dim=1, keepdim=True)
    made[:, 0] = CONSTANT
    return made

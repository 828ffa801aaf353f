"""What the tiny model is born with: heads that look back by one token, and heads that look up what is alike.

From random weights, a small model finds these by chance: copying after a few hundred steps, and what a word
was labelled with not after ten times as many. A head learns what to fetch only once it knows where to look,
and where to look only once it fetches something. So in the first layer one head begins by noting at each
token what was before it, and in the others three begin by reading such notes. One finds where the token at
hand came before, and says what followed (an induction head, Olsson et al. 2022); one finds the token before
the one at hand, and says what it came after; one fetches what comes after something, or says what a like
token came after. All are taught like the other weights.
"""

from __future__ import annotations

import math
from typing import Any

NOTE = 32
"""Width of a head, and of what is noted: the last dimensions of a state."""
CONSTANT = 0.5
"""What every token has in its first dimension, by which places alone can be compared."""
SPREAD = 0.1
"""Of the other dimensions of an embedding."""
ALIKE = 0.9
"""How much of it tokens share that are alike."""
NEAR = 6.0
"""Nats by which the token before outdoes its neighbours."""
MATCH = 1.7
"""How much queries and keys that look things up are stretched."""
SAID = 0.5
"""How loud what is looked up is said, beside an embedding."""
FAST = 0.1
"""Radians from one token to the next; slower turns tell no neighbours apart."""


def start(model: Any, tokenizer: Any, seed: int) -> None:
    """Set the first weights of a Llama of random weights.

    Args:
        model: With three heads or more in each layer, each `NOTE` wide, and as many for keys.
        tokenizer: Its tokenizer.
        seed: Of what is left to chance.
    """
    import torch  # noqa: PLC0415 - loaded by now

    width = model.config.hidden_size
    generator = torch.Generator().manual_seed(seed)
    code = torch.linalg.qr(torch.randn(width - NOTE - 1, NOTE, generator=generator))[0].T
    # What reads a code of the token itself, and what reads the code that is noted there.
    own, noted = torch.zeros(NOTE, width), torch.zeros(NOTE, width)
    own[:, 1 : width - NOTE] = code
    noted[:, width - NOTE :] = torch.eye(NOTE)
    with torch.no_grad():
        embedding = model.model.embed_tokens.weight
        embedding.copy_(_embedding(tokenizer, width, generator))
        # The norm makes a state as long as the root of its width.
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
    """Make the first head of a layer attend to the token before, whatever it is.

    Rotary positions turn each pair of dimensions of a query and of a key by an angle for every token; keys
    that are one step ahead from the start agree best with the query that comes one token later.
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
    """Return embeddings in which tokens that differ in a space, a colon or a capital are alike."""
    import torch  # noqa: PLC0415 - loaded by now

    kinds: dict[str, int] = {}
    texts = [tokenizer.decode([number]) for number in range(len(tokenizer))]
    alike = [kinds.setdefault(text.strip().rstrip(":").lower() or text, len(kinds)) for text in texts]
    common = torch.randn(len(kinds), width, generator=generator)
    alone = torch.randn(len(texts), width, generator=generator)
    made = ALIKE * common[alike] + math.sqrt(1 - ALIKE**2) * alone
    made[:, 0] = 0
    made[:, width - NOTE :] = 0
    # All are of one length, lest looking back depend on what is there.
    made *= SPREAD * math.sqrt(width - NOTE) / made.norm(dim=1, keepdim=True)
    made[:, 0] = CONSTANT
    return made

"""`Transformers`: generates and scores with a model in this process."""

from __future__ import annotations

import threading
import time
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from defeasible.llm.backend import Failure, Reply, Request, Score
from defeasible.llm.guide import Guide, budget
from defeasible.llm.hf.load import load
from defeasible.llm.hf.scoring import score_options
from defeasible.llm.hf.watch import Watch
from defeasible.llm.identity import mark, versions
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.prompt import Prompt

CONTEXT = 4096
"""Tokens of context where a model does not say how many it has."""


class Transformers:
    """A causal language model through Hugging Face transformers and outlines.

    Greedy requests with the same spec are decoded together; sampled ones one by one, so that a seed settles a
    reply whatever else is asked. A batch that does not fit into memory is halved. Threads take turns.

    Args:
        name: Name on the hub, or a folder.
        revision: Branch, tag or commit to pin the files to; None for the default.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.
        dtype: `bfloat16`, `float32`, ...; None for bfloat16 on a GPU and float32 on a CPU.
        trust_remote_code: Whether code that comes with the model may run.
        batch: Most requests decoded together.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded, or `batch` is not positive.
    """

    def __init__(  # noqa: PLR0913 - all but the name are options
        self,
        name: str,
        *,
        revision: str | None = None,
        device: str | None = None,
        dtype: str | None = None,
        trust_remote_code: bool = False,
        batch: int = 8,
    ) -> None:
        if batch < 1:
            raise UsageError(f"batch {batch} is not at least 1")
        loaded = load(name, revision=revision, device=device, dtype=dtype, trust=trust_remote_code)
        import llguidance.hf  # noqa: PLC0415 - needs an extra
        import outlines  # noqa: PLC0415 - 1.1 s
        import transformers  # noqa: PLC0415 - loaded by now

        self.name = f"hf:{name}"
        self.model_name = f"{self.name}@{loaded.revision}" if loaded.revision else self.name
        self.batch = batch
        self.fingerprint = " ".join(
            (
                mark(self.model_name, Path(name)),
                f"{loaded.model.dtype} {loaded.model.device.type}",
                versions("torch", "transformers", "llguidance"),
            )
        )
        """All that changes replies and scores, beside what is asked."""
        self._model, self._tokenizer = loaded.model, loaded.tokenizer
        self._criteria = transformers.StoppingCriteriaList
        self._wrapped = outlines.from_transformers(loaded.model, loaded.tokenizer)
        # Prompts are laid out here, once: a second layout would double the tokens that begin a text.
        self._wrapped.type_adapter.has_chat_template = False
        self._tables = llguidance.hf.from_tokenizer(loaded.tokenizer, n_vocab=loaded.model.config.vocab_size)
        ends = loaded.model.generation_config.eos_token_id
        self._ends = {loaded.tokenizer.eos_token_id, *(ends if isinstance(ends, list) else [ends])}
        self._lock = threading.Lock()

    @property
    def context(self) -> int:
        """How many tokens prompt and reply may have together."""
        return int(getattr(self._model.config, "max_position_embeddings", CONTEXT))

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order.

        Raises:
            UsageError: If the engine cannot follow a request's spec.
        """
        outcomes: dict[int, Reply | Failure] = {}
        with self._lock:
            order = sorted(range(len(requests)), key=lambda n: repr(_kind(requests[n], n)))
            for _, group in groupby(order, key=lambda n: _kind(requests[n], n)):
                numbers = list(group)
                for start in range(0, len(numbers), self.batch):
                    part = numbers[start : start + self.batch]
                    found = self._together([requests[n] for n in part])
                    outcomes.update(zip(part, found, strict=True))
        return [outcomes[n] for n in range(len(requests))]

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option after the prompt, which is read once."""
        if not options or "" in options:
            raise UsageError(f"not at least one non-empty option: {list(options)}")
        with self._lock:
            return score_options(self._model, self._tokenizer, self._text(prompt), options)

    def _text(self, prompt: Prompt) -> str:
        """Lay a prompt out as the model knows it, without the token that the tokenizer begins texts with."""
        if isinstance(prompt, str):
            return prompt
        messages = [{"role": m.role, "content": m.text} for m in prompt]
        if self._tokenizer.chat_template is None:
            return "\n\n".join(m["content"] for m in messages) + "\n\n"
        laid: str = self._tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        begin = self._tokenizer.bos_token
        doubled = begin and self._tokenizer(begin).input_ids[:2] == [self._tokenizer.bos_token_id] * 2
        return laid.removeprefix(begin) if doubled else laid

    def _together(self, requests: list[Request]) -> list[Reply | Failure]:
        """Decode requests of one kind at once; halve them if they do not fit into memory."""
        import torch  # noqa: PLC0415 - loaded by now

        first = requests[0]
        texts = [self._text(request.prompt) for request in requests]
        lengths = [len(self._tokenizer(text).input_ids) for text in texts]
        most = first.max_tokens if first.spec is None else budget(first.spec, first.max_tokens)
        room = self.context - max(lengths)
        if room < 1:
            if len(requests) > 1:
                return self._halves(requests)
            message = f"the prompt has {lengths[0]} tokens, the model reads {self.context} with the reply"
            return [Failure("rejected", message)]
        guide = None if first.spec is None else Guide(self._tables, first.spec)
        watch = Watch(guide, self._ends)
        started = time.perf_counter()
        torch.manual_seed(first.seed)
        try:
            with torch.inference_mode():
                said = self._wrapped.generate_batch(
                    texts,
                    guide,
                    max_new_tokens=min(most, room),
                    stopping_criteria=self._criteria([watch]),
                    **_sampling(first),
                )
        except torch.OutOfMemoryError as error:
            torch.cuda.empty_cache()
            if len(requests) > 1:
                return self._halves(requests)
            return [Failure("out-of-memory", f"one prompt of {lengths[0]} tokens does not fit: {error}")]
        seconds = time.perf_counter() - started
        stops = watch.stops()
        written = [watch.tokens(row) for row in range(len(said))]
        whole = sum(written) or 1
        return [
            Reply(
                text=text,
                stop=stops[row],
                prompt_tokens=lengths[row],
                tokens=written[row],
                seconds=seconds * (written[row] or 1) / whole,
                model=self.model_name,
                seed=first.seed,
                constrained=True,
            )
            for row, text in enumerate(said)
        ]

    def _halves(self, requests: list[Request]) -> list[Reply | Failure]:
        middle = len(requests) // 2
        return self._together(requests[:middle]) + self._together(requests[middle:])


def _kind(request: Request, number: int) -> tuple[object, ...]:
    """Return what requests must share to be decoded together; sampled ones share with none."""
    alone = number if request.temperature > 0 else -1
    return (repr(request.spec), request.max_tokens, request.temperature, request.seed, alone)


def _sampling(request: Request) -> dict[str, object]:
    if request.temperature == 0:
        return {"do_sample": False}
    return {"do_sample": True, "temperature": request.temperature, "top_k": 0, "top_p": 1.0}

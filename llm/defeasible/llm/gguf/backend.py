"""`LlamaCpp`: generates and scores with a GGUF model, several sequences at a time."""

from __future__ import annotations

import threading
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from defeasible.llm.backend import Failure, Reply, Request, Score, Stop
from defeasible.llm.gguf.context import Context, Row
from defeasible.llm.gguf.scoring import Scoring
from defeasible.llm.guide import Guide, Guides, budget, gave_up
from defeasible.llm.identity import mark, versions
from defeasible.llm.scoring import check_options
from defeasible.llm.valid import EVERY, circle
from defeasible.reasoner.errors import UsageError, require_at_least

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from defeasible.llm.prompt import Prompt


@dataclass(slots=True)
class _Sequence:
    """One reply in progress."""

    number: int
    request: Request
    prompt: list[int]
    most: int
    guide: Guide | None
    random: Any
    seconds: float = 0.0
    """Wall time. The time of each step is divided among the tokens read in it."""
    tokens: list[int] = field(default_factory=list)
    read: int = 0
    """Number of tokens of prompt and reply that are in the KV cache."""

    def unread(self, slot: int) -> list[Row]:
        """Return the tokens to read next, and mark them as read. Only the last one needs logits."""
        text = [*self.prompt, *self.tokens]
        rows = [Row(token, at, slot, wanted=False) for at, token in enumerate(text[self.read :], self.read)]
        self.read = len(text)
        return [*rows[:-1], rows[-1]._replace(wanted=True)]


class LlamaCpp:
    """A GGUF model through llama.cpp, with continuous batching.

    A free slot takes the next request at once. Each request has its own random generator, so its seed
    determines its reply whatever else runs. Where a spec leaves only one continuation, as between the keys of
    an object, the forced tokens are read in one step without sampling. Calls from several threads are
    serialized.

    Args:
        path: The GGUF file.
        context: Tokens of the KV cache, shared by the sequences that run together; None for 8,192. A reply
            never exceeds the context that the model was trained with.
        sequences: Most replies generated together.
        threads: CPU threads; None for `OMP_NUM_THREADS`, or else as many as there are processors.
        gpu_layers: Layers on a GPU; -1 for all, 0 for none.
        cache: Number format of the KV cache: f32 matches the log-probabilities of transformers within 1e-4,
            f16 takes half the space.
        adapter: A file or folder that `defeasible teach` wrote, to apply to the model; None for none.

    Raises:
        MissingExtraError: If llama-cpp-python or llguidance is not installed.
        UsageError: If the file is not a GGUF model, or a number is out of range.
    """

    def __init__(  # noqa: PLR0913 - all but the path are options
        self,
        path: str | Path,
        *,
        context: int | None = None,
        sequences: int = 8,
        threads: int | None = None,
        gpu_layers: int = -1,
        cache: Literal["f16", "f32"] = "f16",
        adapter: str | Path | None = None,
    ) -> None:
        if not 1 <= sequences <= 64:
            raise UsageError(f"sequences must be between 1 and 64, got {sequences}")
        if context is not None:
            require_at_least(16, context=context)
        self.name = f"gguf:{path}"
        self._context = Context(
            Path(path),
            tokens=context or 8192,
            sequences=sequences + 1,
            threads=threads,
            gpu_layers=gpu_layers,
            exact=cache == "f32",
            adapter=None if adapter is None else Path(adapter).expanduser(),
        )
        import llguidance.llamacpp  # noqa: PLC0415 - needs an extra
        import numpy  # noqa: PLC0415 - loaded by now

        self.context = min(self._context.tokens, self._context.trained)
        self.fingerprint = " ".join(
            (
                mark(self.name, Path(path)),
                f"context={self.context} cache={cache}",
                *((mark(f"adapter={adapter}", Path(adapter).expanduser()),) if adapter else ()),
                versions("llama-cpp-python", "llguidance"),
            )
        )
        """Everything that changes replies and scores, apart from the request."""
        self._numpy = numpy
        self._llama = self._context.llama
        self._vocabulary = self._context.c.llama_model_get_vocab(self._llama.model)
        with warnings.catch_warnings():
            # llguidance calls a function that llama-cpp-python has renamed.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._guides = Guides(llguidance.llamacpp.lltokenizer_from_vocab(self._vocabulary))
        self._scoring = Scoring(self._context, self._ids)
        self._lock = threading.Lock()

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order.

        Raises:
            UsageError: If the engine does not support a request's spec.
        """
        with self._lock:
            self._scoring.forget()
            return self._generate(requests)

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option after the prompt, which is read once.

        Raises:
            UsageError: If there are no options, one is empty, or one does not fit into the context.
        """
        check_options(options)
        with self._lock:
            return self._scoring.score(self._text(prompt), options)

    def close(self) -> None:
        """Free the weights and the KV cache."""
        with self._lock:
            self._context.close()

    def _ids(self, text: str) -> list[int]:
        found: list[int] = self._llama.tokenize(text.encode(), add_bos=True, special=True)
        return found

    def _text(self, prompt: Prompt) -> str:
        if isinstance(prompt, str):
            return prompt
        messages = [{"role": m.role, "content": m.text} for m in prompt]
        template = self._context.template
        if template is None:
            return "\n\n".join(m["content"] for m in messages) + "\n\n"
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter  # noqa: PLC0415 - loaded by now

        ends = (self._llama.token_eos(), self._llama.token_bos())
        eos, bos = (self._llama.detokenize([t], special=True).decode("utf-8", "replace") for t in ends)
        laid = Jinja2ChatFormatter(template=template, eos_token=eos, bos_token=bos)(messages=messages).prompt
        # A chat template may write the BOS token that the tokenizer adds too.
        adds = self._context.c.llama_vocab_get_add_bos(self._vocabulary)
        return str(laid.removeprefix(bos) if adds else laid)

    def _generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        waiting = [self._sequence(n, request) for n, request in enumerate(requests)]
        outcomes: dict[int, Reply | Failure] = {
            n: sequence for n, sequence in enumerate(waiting) if not isinstance(sequence, _Sequence)
        }
        queue = [s for s in waiting if isinstance(s, _Sequence)]
        live: dict[int, _Sequence] = {}
        try:
            while queue or live:
                started = time.perf_counter()
                self._admit(queue, live)
                rows = [row for slot, sequence in live.items() for row in sequence.unread(slot)]
                wanted = [row.sequence for row in rows if row.wanted]
                ended: dict[int, Reply | Failure] = {}
                for slot, logits in zip(wanted, self._context.decode(rows), strict=True):
                    if outcome := self._grow(live[slot], logits):
                        ended[slot] = outcome
                each = (time.perf_counter() - started) / len(rows)
                for slot, read in Counter(row.sequence for row in rows).items():
                    live[slot].seconds += read * each
                for slot, outcome in ended.items():
                    sequence = live.pop(slot)
                    outcomes[sequence.number] = _timed(outcome, sequence.seconds)
                    self._context.forget(slot)
        finally:
            # After an error, the next request must not find this one's tokens in the KV cache.
            for slot in live:
                self._context.forget(slot)
        return [outcomes[n] for n in range(len(requests))]

    def _sequence(self, number: int, request: Request) -> _Sequence | Reply | Failure:
        prompt = self._ids(self._text(request.prompt))
        most = request.max_tokens if request.spec is None else budget(request.spec, request.max_tokens)
        room = self.context - len(prompt)
        if room < 1:
            message = f"prompt too long: {len(prompt)} tokens, limit {self.context} including the reply"
            return Failure("rejected", message)
        guide = None if request.spec is None else self._guides.guide(request.spec)
        random = self._numpy.random.default_rng(request.seed)
        sequence = _Sequence(number, request, prompt, min(most, room), guide, random)
        return self._add(sequence, []) or sequence

    def _admit(self, queue: list[_Sequence], live: dict[int, _Sequence]) -> None:
        """Assign requests to free slots while their longest replies fit into the context together."""
        reserved = sum(len(s.prompt) + s.most for s in live.values())
        for slot in range(1, self._context.sequences):
            if slot in live or not queue:
                continue
            sequence = queue[0]
            needed = len(sequence.prompt) + sequence.most
            if reserved + needed > self._context.tokens and live:
                break
            live[slot] = queue.pop(0)
            reserved += needed

    def _grow(self, sequence: _Sequence, logits: NDArray[np.float32]) -> Reply | Failure | None:
        """Choose the next token; return the reply if it ends here."""
        guide = sequence.guide
        token = self._choose(sequence, logits if guide is None else guide.mask(logits))
        if self._context.c.llama_vocab_is_eog(self._vocabulary, token):
            return self._reply(sequence, Stop.END)
        if guide is not None:
            guide.take([token])
        return self._add(sequence, [token])

    def _add(self, sequence: _Sequence, chosen: list[int]) -> Reply | Failure | None:
        """Add tokens to a reply, and the tokens forced after them; return the reply if it ends there."""
        guide, most = sequence.guide, sequence.most
        sequence.tokens += chosen if guide is None else [*chosen, *guide.forced()]
        length = len(sequence.tokens)
        del sequence.tokens[most:]
        if guide is not None and (guide.over() if length < most else guide.complete() and length == most):
            return self._reply(sequence, Stop.END)
        if length >= most or (guide is None and length and length % EVERY == 0 and circle(sequence.tokens)):
            return self._reply(sequence, Stop.LENGTH)
        return None

    def _reply(self, sequence: _Sequence, stop: Stop) -> Reply | Failure:
        error = sequence.guide.errors.get(0, "") if sequence.guide is not None else ""
        reply = Reply(
            text=self._llama.detokenize(sequence.tokens).decode("utf-8", "replace"),
            stop=stop,
            prompt_tokens=len(sequence.prompt),
            tokens=len(sequence.tokens),
            seconds=0.0,
            model=self.name,
            seed=sequence.request.seed,
            constrained=not error,
        )
        return Failure("invalid", gave_up(error), reply=reply) if error else reply

    def _choose(self, sequence: _Sequence, logits: NDArray[np.float32]) -> int:
        if sequence.request.temperature == 0:
            return int(logits.argmax())
        weights = self._numpy.exp((logits - logits.max()) / self._numpy.float32(sequence.request.temperature))
        up_to = weights.cumsum(dtype=float)
        return int(up_to.searchsorted(sequence.random.random() * up_to[-1], side="right"))


def _timed(outcome: Reply | Failure, seconds: float) -> Reply | Failure:
    """Return an outcome with its reply's time set."""
    if isinstance(outcome, Reply):
        return replace(outcome, seconds=seconds)
    return replace(outcome, reply=outcome.reply and replace(outcome.reply, seconds=seconds))

"""`Transformers`: generates and scores with a model in this process."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from defeasible.llm.backend import Failure, Options, Reply, Request, Score, Stop
from defeasible.llm.guide import Guides, budget, gave_up
from defeasible.llm.hf.adapter import merge
from defeasible.llm.hf.batches import batches, laid_out
from defeasible.llm.hf.load import load
from defeasible.llm.hf.scoring import score_options
from defeasible.llm.hf.steps import Steps
from defeasible.llm.identity import mark, versions
from defeasible.llm.scoring import check_options
from defeasible.reasoner.errors import UsageError, require_at_least

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.prompt import Prompt

CONTEXT = 4096
"""Context length of a model that does not declare one."""


class _Asked(NamedTuple):
    """A request with its prompt laid out."""

    request: Request
    text: str
    length: int
    """Tokens of the prompt."""


class Transformers:
    """A causal language model through Hugging Face transformers and outlines.

    Requests with the same budget are decoded together, each under its own spec, in batches of similar prompt
    length, shortest first. Each request has its own random generator, so its seed determines its reply
    whatever else is in the batch (up to rounding: a batch sums in another order; `batch` 1 avoids even that).
    A batch that does not fit into memory is halved. Sampling depends only on the temperature; the generation
    settings of the model's files are ignored. Calls from several threads are serialized.

    Args:
        name: Name on the hub, or a folder.
        revision: Branch, tag or commit to pin the files to; None for the default.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.
        dtype: `bfloat16`, `float32`, ...; None for bfloat16 on a GPU and float32 on a CPU.
        trust_remote_code: Whether code that comes with the model may run.
        batch: Most requests in a batch.
        adapter: A folder that `defeasible teach` wrote, to merge into the model; None for none.
        head: The model's task; see `Seq2Seq`.

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
        adapter: str | None = None,
        head: Literal["CausalLM", "Seq2SeqLM"] = "CausalLM",
    ) -> None:
        require_at_least(1, batch=batch)
        loaded = load(name, revision=revision, device=device, dtype=dtype, trust=trust_remote_code, head=head)
        if adapter is not None:
            merge(loaded.model, loaded.tokenizer, Path(adapter).expanduser())
        import llguidance.hf  # noqa: PLC0415 - needs an extra
        import outlines  # noqa: PLC0415 - 1.1 s
        import transformers  # noqa: PLC0415 - loaded by now

        self.name = f"{'hf' if head == 'CausalLM' else 'seq2seq'}:{name}"
        self.model_name = f"{self.name}@{loaded.revision}" if loaded.revision else self.name
        self.batch = batch
        self.fingerprint = " ".join(
            (
                mark(self.model_name, Path(name)),
                *((mark(f"adapter={adapter}", Path(adapter).expanduser()),) if adapter else ()),
                f"{loaded.model.dtype} {loaded.model.device.type}",
                versions("torch", "transformers", "llguidance"),
            )
        )
        """Everything that changes replies and scores, apart from the request."""
        self._model, self._tokenizer = loaded.model, loaded.tokenizer
        self._criteria = transformers.StoppingCriteriaList
        self._wrapped = outlines.from_transformers(loaded.model, loaded.tokenizer)
        # Prompts are laid out here, once: a second layout would double the BOS token.
        self._wrapped.type_adapter.has_chat_template = False
        # Some tokenizers remove spaces from a reply, which then violates its spec.
        loaded.tokenizer.clean_up_tokenization_spaces = False
        ends = loaded.model.generation_config.eos_token_id
        several = ends if isinstance(ends, list) else [ends]
        self._ends = sorted({loaded.tokenizer.eos_token_id, *several} - {None})
        # Models' files may set penalties and cut-offs that would change even greedy replies.
        loaded.model.generation_config = transformers.GenerationConfig(
            eos_token_id=self._ends,
            pad_token_id=loaded.tokenizer.pad_token_id,
            decoder_start_token_id=getattr(loaded.model.config, "decoder_start_token_id", None),
        )
        size = max(loaded.model.get_output_embeddings().weight.shape[0], len(loaded.tokenizer))
        # llguidance does not support the tokenizers of encoder-decoder models.
        self._guides = (
            None
            if head == "Seq2SeqLM"
            else Guides(llguidance.hf.from_tokenizer(loaded.tokenizer, n_vocab=size, eos_token=self._ends))
        )
        self._lock = threading.Lock()

    @property
    def tokenizer(self) -> Any:
        """The tokenizer of the model (untyped)."""
        return self._tokenizer

    @property
    def context(self) -> int:
        """The most tokens that prompt and reply may have together."""
        return int(getattr(self._model.config, "max_position_embeddings", CONTEXT))

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order.

        Raises:
            UsageError: If the engine does not support a request's spec.
        """
        asked = [self._asked(request) for request in requests]
        outcomes: dict[int, Reply | Failure] = {}
        with self._lock:
            for part in batches(requests, [one.length for one in asked], self.batch):
                outcomes.update(zip(part, self._together([asked[n] for n in part]), strict=True))
        return [outcomes[n] for n in range(len(requests))]

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option after the prompt, which is read once.

        Raises:
            UsageError: If there are no options, one is empty, or one does not fit into the context or memory.
        """
        return self.score_all([Options(prompt, options)])[0]

    def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
        """Return the scores of each prompt's options, in batches of prompts of similar length.

        Raises:
            UsageError: If a prompt has no options, one is empty, or one does not fit into the context or
                memory.
        """
        for one in asked:
            check_options(one.options)
        texts = [laid_out(self._tokenizer, one.prompt) for one in asked]
        order = sorted(range(len(asked)), key=lambda n: len(texts[n]))
        found: dict[int, list[Score]] = {}
        with self._lock:
            for start in range(0, len(order), self.batch):
                part = order[start : start + self.batch]
                scores = self._scores([(texts[n], asked[n].options) for n in part])
                found.update(zip(part, scores, strict=True))
        return [found[n] for n in range(len(asked))]

    def _scores(self, asked: list[tuple[str, Sequence[str]]]) -> list[list[Score]]:
        try:
            return score_options(self._model, self._tokenizer, asked, self.context)
        except (MemoryError, RuntimeError) as error:
            if not _no_room(error):
                raise
        self._free()
        if len(asked) > 1:
            middle = len(asked) // 2
            return self._scores(asked[:middle]) + self._scores(asked[middle:])
        ((text, options),) = asked
        if len(options) == 1:
            raise UsageError(
                f"out of memory on a prompt of {len(text)} characters with the option {options[0]!r}",
                hint="use a smaller model, or dtype=bfloat16",
            )
        middle = len(options) // 2
        (first,), (second,) = (
            self._scores([(text, options[:middle])]),
            self._scores([(text, options[middle:])]),
        )
        return [first + second]

    def _asked(self, request: Request) -> _Asked:
        text = laid_out(self._tokenizer, request.prompt)
        return _Asked(request, text, len(self._tokenizer(text).input_ids))

    def _together(self, asked: list[_Asked]) -> list[Reply | Failure]:
        """Decode requests of one kind in a batch, halving it while it does not fit into memory."""
        first = asked[0].request
        if first.spec is not None and self._guides is None:
            return [Failure("rejected", f"`{self.name}` does not support constrained replies")] * len(asked)
        longest = max(one.length for one in asked)
        budgets = [(one.request.spec, one.request.max_tokens) for one in asked]
        most = max(tokens if spec is None else budget(spec, tokens) for spec, tokens in budgets)
        room = min(most, self.context - longest)
        if room < 1:
            if len(asked) > 1:
                return self._halves(asked)
            message = f"prompt too long: {longest} tokens, limit {self.context} including the reply"
            return [Failure("rejected", message)]
        started = time.perf_counter()
        try:
            said, steps = self._decode(asked, room)
        except (MemoryError, RuntimeError) as error:
            if not _no_room(error):
                raise
            problem = str(error).strip().partition("\n")[0]
        else:
            seconds = time.perf_counter() - started
            outcomes = self._outcomes(asked, said, steps, seconds)
            for row, (one, outcome) in enumerate(zip(asked, outcomes, strict=True)):
                cut = isinstance(outcome, Reply) and outcome.stop is Stop.LENGTH
                if cut and room < min(most, self.context - one.length):
                    # A longer prompt in the batch took room that this reply can have alone.
                    (outcomes[row],) = self._together([one])
            return outcomes
        # At this point nothing references the tensors of the failed batch.
        self._free()
        if len(asked) > 1:
            return self._halves(asked)
        return [Failure("out-of-memory", f"out of memory on a prompt of {longest} tokens: {problem}")]

    def _decode(self, asked: list[_Asked], most: int) -> tuple[list[str], Steps]:
        import torch  # noqa: PLC0415 - loaded by now

        requests = [one.request for one in asked]
        specs = [request.spec for request in requests if request.spec is not None]
        guide = self._guides.guide(*specs) if specs and self._guides is not None else None
        steps = Steps(requests, guide, self._ends, self._model.device)
        with torch.inference_mode():
            said = self._wrapped.generate_batch(
                [one.text for one in asked],
                steps.choose,
                max_new_tokens=most,
                do_sample=False,
                stopping_criteria=self._criteria([steps.watch]),
            )
        return said, steps

    def _outcomes(
        self, asked: list[_Asked], said: list[str], steps: Steps, seconds: float
    ) -> list[Reply | Failure]:
        written = [steps.tokens(row) for row in range(len(said))]
        whole = sum(written) or 1
        outcomes: list[Reply | Failure] = []
        for row, (one, text) in enumerate(zip(asked, said, strict=True)):
            error = steps.error(row)
            reply = Reply(
                text=text,
                stop=steps.stop(row),
                prompt_tokens=one.length,
                tokens=written[row],
                seconds=seconds * (written[row] or 1) / whole,
                model=self.model_name,
                seed=one.request.seed,
                constrained=not error,
            )
            outcomes.append(Failure("invalid", gave_up(error), reply=reply) if error else reply)
        return outcomes

    def _halves(self, asked: list[_Asked]) -> list[Reply | Failure]:
        middle = len(asked) // 2
        return self._together(asked[:middle]) + self._together(asked[middle:])

    def _free(self) -> None:
        import torch  # noqa: PLC0415 - loaded by now

        if self._model.device.type == "cuda":
            torch.cuda.empty_cache()


def _no_room(error: MemoryError | RuntimeError) -> bool:
    """Tell whether an error says that memory ran out. For CPU memory torch has no class of its own."""
    import torch  # noqa: PLC0415 - loaded by now

    return isinstance(error, MemoryError | torch.OutOfMemoryError) or "allocate memory" in str(error)

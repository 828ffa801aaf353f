"""`Guide`: keeps decoding within a spec, token by token, on any engine that lets us mask logits.

The automaton is llguidance's. Its tokenizer tables are built once per model; a grammar is checked and
compiled once per spec. A mask over 128,000 tokens takes about 70 microseconds, less than handing it to
another thread.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from defeasible.llm.schema import max_bytes
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec
from defeasible.reasoner.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GRAMMARS = 256
"""Compiled grammars kept per model; the least recently used one is dropped first."""


def grammar_of(spec: Spec) -> str:
    """Return a spec as the engine's grammar.

    Raises:
        MissingExtraError: If the engine is not installed.
    """
    matcher = _engine().LLMatcher
    match spec:
        case Json(schema=schema):
            return str(matcher.grammar_from_json_schema(schema))
        case Regex(pattern):
            return str(matcher.grammar_from_regex(pattern))
        case Choice(options):
            quoted = " | ".join(json.dumps(option, ensure_ascii=False) for option in options)
            return str(matcher.grammar_from_lark(f"start: {quoted}"))
        case Lark(grammar):
            return str(matcher.grammar_from_lark(grammar))


def budget(spec: Spec, most: int) -> int:
    """Return the most tokens that a text of the spec can need, capped at `most`."""
    match spec:
        case Json(schema=schema):
            longest = max_bytes(json.loads(schema))
        case Choice(options):
            longest = max(len(option.encode()) for option in options)
        case _:
            return most
    # A token is at least one byte; one more token ends the text.
    return int(min(longest + 1, most))


def fits(spec: Lark, text: str) -> bool | None:
    """Tell whether a text matches a grammar; None if that cannot be told, for example without the engine."""
    try:
        engine = _engine()
    except MissingExtraError:
        return None
    tables = engine.LLTokenizer("byte")
    matcher = engine.LLMatcher(tables, grammar_of(spec))
    tokens = tables.tokenize_str(text)
    if matcher.is_error():
        return None
    return matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())


def gave_up(error: str) -> str:
    """Return the failure message for a reply whose guide failed."""
    return f"the decoding engine gave up: {error}"


class Guides:
    """Creates guides for one model.

    Args:
        tokenizer: The engine's tables of the model's tokens.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.size = int(tokenizer.vocab_size)
        self._engine = _engine()
        self._tokenizer = tokenizer
        self._compiled = lru_cache(GRAMMARS)(self._compile)
        self._executor = self._engine.LLExecutor()

    def guide(self, *specs: Spec) -> Guide:
        """Return a guide for a batch, with a spec of its own for each row.

        Args:
            specs: One per row.

        Raises:
            UsageError: If the engine does not support a spec; the message says which part.
        """
        return Guide([self._compiled(spec).deep_copy() for spec in specs], self.size, self._executor)

    def _compile(self, spec: Spec) -> Any:
        matcher = self._engine.LLMatcher
        grammar = grammar_of(spec)
        if problem := matcher.validate_grammar(grammar, self._tokenizer):
            raise UsageError(f"the decoding engine does not support the spec: {problem.strip()}")
        # `Guide.errors` reports problems, so the engine prints nothing.
        return matcher(self._tokenizer, grammar, log_level=0)


class Guide:
    """Masks the logits of a batch so that each row stays within its spec. A guide serves one decoding.

    It is a logits processor for transformers and llama.cpp; `take` tells it which tokens were chosen.

    Args:
        matchers: The automata, one per row.
        size: Number of tokens in the model's vocabulary.
        executor: The engine's threads, used for several rows.
    """

    def __init__(self, matchers: list[Any], size: int, executor: Any) -> None:
        import llguidance.numpy as masks  # noqa: PLC0415 - needs an extra

        self.errors: dict[int, str] = {}
        """Row to error message: the engine hit a limit of its own, and then only allows the row to end."""
        self._rows = matchers
        self._masks = masks
        self._bits = masks.allocate_token_bitmask(len(matchers), size)
        numpy = _numpy()
        self._bytes = self._bits.view(numpy.uint8)
        self._addend = numpy.empty((*self._bytes.shape, 8), numpy.float32)
        self._executor = executor

    def take(self, tokens: list[int]) -> None:
        """Advance each row by the token just chosen for it."""
        for matcher, token in zip(self._rows, tokens, strict=False):
            if not matcher.is_stopped():
                matcher.consume_token(token)
        self._note_errors()

    def forced(self, row: int = 0) -> list[int]:
        """Return the tokens that are the only possible continuation of a row, and advance the row past them.

        They spell the text as the tokenizer does. An engine can read them in one step, without sampling.
        """
        matcher = self._rows[row]
        if matcher.is_stopped():
            return []
        found: list[int] = matcher.compute_ff_tokens()
        matcher.consume_tokens(found)
        self._note_errors()
        return found

    def complete(self, row: int = 0) -> bool:
        """Tell whether a row's text may end here."""
        return row not in self.errors and bool(self._rows[row].is_accepting())

    def over(self, row: int = 0) -> bool:
        """Tell whether a row's text is complete and cannot continue."""
        return self.complete(row) and bool(self._rows[row].is_stopped())

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Set the score of each token that would violate the spec to -inf, in place; return the scores."""
        if isinstance(scores, _numpy().ndarray):
            return self.mask(scores)
        import torch  # noqa: PLC0415 - 1.6 s, and here it is loaded already

        addend = torch.from_numpy(self._next()[:, : scores.shape[-1]])
        return scores.add_(addend.to(scores.device, scores.dtype))

    def mask(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Set the score of each token that would violate the spec to -inf, for a single row."""
        scores += self._next()[0, : len(scores)]
        return scores

    def _next(self) -> NDArray[np.float32]:
        """Return an array of rows by tokens: 0 for each token that may come next, else minus infinity."""
        if len(self._rows) == 1:
            self._masks.fill_next_token_bitmask(self._rows[0], self._bits, 0)
        else:
            numbered = [(matcher, row) for row, matcher in enumerate(self._rows)]
            self._masks.fill_next_token_bitmask_par(self._executor, numbered, self._bits)
        self._note_errors()
        # Eight tokens at a time. `clip` keeps numpy from writing into a buffer first.
        _numpy().take(_addends(), self._bytes, axis=0, out=self._addend, mode="clip")
        found: NDArray[np.float32] = self._addend.reshape(len(self._rows), -1)
        return found

    def _note_errors(self) -> None:
        for row, matcher in enumerate(self._rows):
            if matcher.is_error():
                self.errors[row] = str(matcher.get_error()).strip().splitlines()[0]


def _engine() -> Any:
    try:
        import llguidance  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("constrained decoding", "transformers") from error
    return llguidance


@cache
def _addends() -> NDArray[np.float32]:
    """Return what each byte of a bitmask (lowest bit first) adds to the scores of eight tokens."""
    numpy = _numpy()
    bits = numpy.unpackbits(numpy.arange(256, dtype=numpy.uint8)[:, None], axis=1, bitorder="little")
    addends: NDArray[np.float32] = numpy.where(bits, 0.0, -numpy.inf).astype(numpy.float32)
    return addends


def _numpy() -> Any:
    import numpy  # noqa: PLC0415 - 0.1 s

    return numpy

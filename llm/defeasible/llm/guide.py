"""`Guide`: keeps decoding within a spec, token by token, on any engine whose logits can be masked.

The automaton is llguidance's. Its tokenizer tables are made once a model, grammars are checked when a guide
is made, and nothing is compiled at the first call.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from defeasible.llm.schema import max_bytes
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec
from defeasible.reasoner.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
    """Return how many tokens any text of a spec needs at most, but not more than `most`."""
    match spec:
        case Json(schema=schema):
            longest = max_bytes(json.loads(schema))
        case Choice(options):
            longest = max(len(option.encode()) for option in options)
        case _:
            return most
    # A token is at least one byte; one more says that the text has ended.
    return int(min(longest + 1, most))


def fits(spec: Lark, text: str) -> bool | None:
    """Tell whether a text is one of a grammar's; None where that cannot be told, without the engine."""
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


class Guide:
    """Masks the logits of a batch so that each row stays within a spec. One decoding at a time.

    It is a logits processor of transformers and of llama.cpp.

    Args:
        tokenizer: The engine's tables of a model's tokens.
        spec: What every row must look like.

    Raises:
        UsageError: If the engine cannot follow the spec; says which part.
    """

    def __init__(self, tokenizer: Any, spec: Spec) -> None:
        engine = _engine()
        self.grammar = grammar_of(spec)
        if problem := engine.LLMatcher.validate_grammar(self.grammar, tokenizer):
            raise UsageError(f"the decoding engine cannot follow the spec: {problem.strip()}")
        self.error = ""
        """What went wrong while decoding; llama.cpp swallows exceptions and goes on without constraint."""
        self._engine = engine
        self._tokenizer = tokenizer
        self._rows: list[Any] = []
        self._bits: Any = None
        self._executor: Any = None

    def reset(self) -> None:
        """Begin anew; outlines calls it before each decoding."""
        self._rows, self.error = [], ""

    def take(self, last: list[int]) -> None:
        """Take the last token of each row without asking what may come next."""
        for matcher, token in zip(self._rows, last, strict=True):
            if not matcher.is_stopped():
                matcher.consume_token(token)
            if matcher.is_error():
                self.error = self.error or str(matcher.get_error())

    def complete(self, row: int) -> bool:
        """Tell whether a row's text may end where it is."""
        return row < len(self._rows) and bool(self._rows[row].is_accepting())

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Return the scores with every token that would leave the spec at minus infinity."""
        if isinstance(scores, _numpy().ndarray):
            return self._one(input_ids, scores)
        import torch  # noqa: PLC0415 - 1.6 s, and here it is loaded already

        allowed = torch.from_numpy(self._advance(input_ids[:, -1].tolist())).to(scores.device)
        width = scores.shape[-1]
        if allowed.shape[1] < width:
            allowed = torch.nn.functional.pad(allowed, (0, width - allowed.shape[1]))
        # Not in place: the raw scores are wanted too.
        return scores.masked_fill(~allowed[:, :width], float("-inf"))

    def _one(self, input_ids: Any, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        try:
            allowed = self._advance([int(input_ids[-1]) if len(input_ids) else 0])[0]
        except BaseException as error:
            self.error = self.error or repr(error)
            raise
        width = min(len(allowed), scores.shape[-1])
        masked: NDArray[np.float32] = _numpy().full_like(scores, -_numpy().inf)
        masked[:width][allowed[:width]] = scores[:width][allowed[:width]]
        return masked

    def _advance(self, last: list[int]) -> NDArray[np.bool_]:
        """Take the last token of each row and return which tokens may come next, rows by tokens."""
        import llguidance.numpy as masks  # noqa: PLC0415 - needs an extra

        if not self._rows:
            self._rows = [self._engine.LLMatcher(self._tokenizer, self.grammar) for _ in last]
            self._bits = masks.allocate_token_bitmask(len(last), self._tokenizer.vocab_size)
            self._executor = self._engine.LLExecutor() if len(last) > 1 else None
        else:
            self.take(last)
        if self._executor is None:
            masks.fill_next_token_bitmask(self._rows[0], self._bits, 0)
        else:
            numbered = [(matcher, row) for row, matcher in enumerate(self._rows)]
            masks.fill_next_token_bitmask_par(self._executor, numbered, self._bits)
        numpy = _numpy()
        bits = numpy.unpackbits(self._bits.view(numpy.uint8), axis=1, bitorder="little")
        allowed: NDArray[np.bool_] = bits.view(numpy.bool_)
        return allowed


def _engine() -> Any:
    try:
        import llguidance  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("constrained decoding", "transformers") from error
    return llguidance


def _numpy() -> Any:
    import numpy  # noqa: PLC0415 - 0.1 s

    return numpy

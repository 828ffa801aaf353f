"""`Context`: a context of llama.cpp with several sequences over one set of weights."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.llm.gguf.adapter import lay_over
from defeasible.reasoner.errors import MissingExtraError, SolverError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

MOST_ROWS = 512
"""Tokens decoded in one call: the batch that llama.cpp computes at once."""


def library() -> Any:
    """Return the module llama_cpp.

    Raises:
        MissingExtraError: If it is not installed.
    """
    try:
        import llama_cpp  # noqa: PLC0415 - 0.2 s, needs an extra
    except ImportError as error:
        raise MissingExtraError("a GGUF model", "llamacpp") from error
    for name in ("outnull_file", "errnull_file"):
        kept = getattr(llama_cpp._utils, name, None)
        if kept is not None and kept.buffer.raw.closefd:
            # It stays open as long as the module; otherwise Python reports it as unclosed at exit.
            descriptor = os.dup(kept.fileno())
            kept.close()
            setattr(llama_cpp._utils, name, os.fdopen(descriptor, "w", encoding="utf-8", closefd=False))
    return llama_cpp


class Row(NamedTuple):
    """One token to decode."""

    token: int
    position: int
    sequence: int
    wanted: bool
    """Whether to return the logits after it."""


def _usable() -> int:
    """Return the number of threads to use. llama.cpp's default is four, even on one processor."""
    wanted = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    known = getattr(os, "sched_getaffinity", None)
    return len(known(0)) if known else os.cpu_count() or 1


class Context:
    """Weights, a KV cache shared by several sequences, and one batch. Not thread-safe.

    Args:
        path: The GGUF file.
        tokens: Tokens of the KV cache, for all sequences together.
        sequences: Most sequences at a time.
        threads: CPU threads; None for `OMP_NUM_THREADS` if set, or else as many as there are processors for
            this process.
        gpu_layers: Layers on a GPU; -1 for all.
        exact: Whether the KV cache holds 32-bit instead of 16-bit numbers.
        adapter: An adapter to apply to the weights, or a folder with one; None for none.

    Raises:
        MissingExtraError: If llama-cpp-python is not installed.
        UsageError: If there is no such file, or it is not a model.
    """

    def __init__(  # noqa: PLR0913 - settings of one call of llama.cpp
        self,
        path: Path,
        *,
        tokens: int,
        sequences: int,
        threads: int | None,
        gpu_layers: int,
        exact: bool,
        adapter: Path | None = None,
    ) -> None:
        llama_cpp = library()
        import numpy  # noqa: PLC0415 - comes with it

        if not path.is_file():
            raise UsageError(f"file `{path}` does not exist", hint="expected gguf:PATH")
        self.c: Any = llama_cpp
        self._numpy = numpy
        try:
            with _quiet():
                self.llama = llama_cpp.Llama(
                    model_path=str(path),
                    n_ctx=8,
                    n_gpu_layers=gpu_layers,
                    n_threads=1,
                    vocab_only=False,
                    verbose=False,
                )
        except (ValueError, OSError, AssertionError) as error:
            hint = "is the download complete?"
            raise UsageError(f"cannot read `{path}` as a GGUF model: {error}", hint=hint) from error
        self.trained = int(llama_cpp.llama_model_n_ctx_train(self.llama.model))
        self.tokens, self.sequences = tokens, sequences
        settings = llama_cpp.llama_context_default_params()
        settings.n_ctx = tokens
        settings.n_batch = settings.n_ubatch = min(MOST_ROWS, tokens)
        settings.n_seq_max = sequences
        settings.kv_unified = True
        settings.no_perf = True
        if exact:
            settings.type_k = settings.type_v = llama_cpp.GGML_TYPE_F32
        settings.n_threads = settings.n_threads_batch = threads or _usable()
        with _quiet():
            self._context = llama_cpp.llama_init_from_model(self.llama.model, settings)
        if not self._context:
            raise UsageError(f"not enough memory for a context of {tokens} tokens", hint="reduce `context`")
        self.template: str | None = self.llama.metadata.get("tokenizer.chat_template")
        """The chat template: the adapter's if it has one, else the model's."""
        if adapter is not None:
            self.template = lay_over(llama_cpp, self.llama.model, self._context, adapter) or self.template
        self._batch = llama_cpp.llama_batch_init(MOST_ROWS, 0, sequences)
        self._memory = llama_cpp.llama_get_memory(self._context)
        self.vocabulary = int(self.llama.n_vocab())

    def forget(self, sequence: int, start: int = 0) -> None:
        """Drop the tokens of a sequence from a position on."""
        self.c.llama_memory_seq_rm(self._memory, sequence, start, -1)

    def copy(self, source: int, target: int) -> None:
        """Let a sequence share everything that another has read."""
        self.forget(target)
        self.c.llama_memory_seq_cp(self._memory, source, target, -1, -1)

    def decode(self, rows: Sequence[Row]) -> list[NDArray[np.float32]]:
        """Read tokens; return the logits after those marked as wanted, in order.

        Raises:
            MemoryError: If the sequences together are longer than the context.
            SolverError: If llama.cpp fails.
        """
        found: list[NDArray[np.float32]] = []
        size = min(MOST_ROWS, self.tokens)
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            batch = self._batch
            batch.n_tokens = len(part)
            for i, row in enumerate(part):
                batch.token[i], batch.pos[i], batch.n_seq_id[i] = row.token, row.position, 1
                batch.seq_id[i][0], batch.logits[i] = row.sequence, int(row.wanted)
            code = self.c.llama_decode(self._context, batch)
            if code == 1:
                raise MemoryError(f"the context exceeds {self.tokens} tokens")
            if code:
                raise SolverError(f"llama.cpp could not decode {len(part)} tokens: code {code}")
            for i, row in enumerate(part):
                if row.wanted:
                    logits = self.c.llama_get_logits_ith(self._context, i)
                    found.append(self._numpy.ctypeslib.as_array(logits, shape=(self.vocabulary,)).copy())
        return found

    def close(self) -> None:
        """Free the weights and the KV cache."""
        if self._context is not None:
            self.c.llama_batch_free(self._batch)
            self.c.llama_free(self._context)
            self._context = None
            self.llama.close()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Discard what llama.cpp writes to stderr while it loads."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        with contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)

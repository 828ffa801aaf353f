"""A GGUF model behind a server on loopback: llama-cpp-python's own completions, in three dialects."""

from __future__ import annotations

import json
import threading
import warnings
from typing import TYPE_CHECKING, Any

from servers import Act, Asked, Says, error

from defeasible.llm.gguf.context import library
from defeasible.llm.guide import Guide, Guides
from defeasible.llm.openai.shapes import Dialect
from defeasible.llm.spec import Choice, Lark, Regex, Spec

if TYPE_CHECKING:
    from pathlib import Path


class Served:
    """Answers as a server of one dialect with a model behind it; to be run by `Serve`.

    Args:
        file: The model.
        dialect: Which constraints it takes; others it refuses as the real ones do.
        enforces: Whether it does what it accepts.
        context: Tokens of a prompt with its reply.
    """

    def __init__(self, file: Path, dialect: Dialect, *, enforces: bool = True, context: int = 1024) -> None:
        import llguidance.llamacpp  # noqa: PLC0415 - tests without the extra import this module too

        llama_cpp = library()

        self._llama = llama_cpp.Llama(str(file), n_ctx=context, n_threads=1, logits_all=True, verbose=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            vocabulary = llama_cpp.llama_model_get_vocab(self._llama.model)
            self._guides = Guides(llguidance.llamacpp.lltokenizer_from_vocab(vocabulary))
        self._processors = llama_cpp.LogitsProcessorList
        self._dialect, self._enforces = dialect, enforces
        self._lock = threading.Lock()

    def __call__(self, asked: Asked) -> Act:
        body = asked.body
        if "tokenize" in asked.path:
            return error("no such path", 404)
        try:
            spec = self._spec(body)
        except ValueError as problem:
            return error(str(problem), 500 if self._dialect == "llama_cpp" else 400)
        plain = {"top_k": 0, "top_p": 1.0, "min_p": 0.0, "repeat_penalty": 1.0, "seed": body.get("seed", 0)}
        plain |= {"max_tokens": body["max_tokens"], "temperature": body["temperature"]}
        with self._lock:
            if asked.path == "completions" and spec is None:
                return Says(self._completion(body, plain))
            step = Step(self._guides.guide(spec)) if spec and self._enforces else None
            plain |= {"logits_processor": self._processors([step]) if step else None}
            plain |= {key: body[key] for key in ("logprobs", "top_logprobs") if key in body}
            llama = self._llama
            if asked.path == "completions":
                found = llama.create_completion(body["prompt"], **plain)
            else:
                found = llama.create_chat_completion(body["messages"], **plain)
            assert step is None or not (step.failed or step.guide.errors)
            return Says(_plain(found))

    def close(self) -> None:
        self._llama.close()

    def _completion(self, body: dict[str, Any], plain: dict[str, Any]) -> dict[str, Any]:
        found = self._llama.create_completion(body["prompt"], echo=True, logprobs=1, **plain)
        if "prompt_logprobs" in body:
            ids = self._llama.tokenize(body["prompt"].encode())
            after = self._llama.logits_to_logprobs(self._llama.scores[: len(ids)])
            each = [
                {f"{token}": {"logprob": after[at][token], "rank": 1}} for at, token in enumerate(ids[1:])
            ]
            found["choices"][0] |= {"logprobs": None, "prompt_logprobs": [None, *each]}
        return _plain(found)

    def _spec(self, body: dict[str, Any]) -> Spec | None:
        told = body.get("response_format")
        if self._dialect == "vllm" and "structured_outputs" in body:
            match body["structured_outputs"]:
                case {"json": schema}:
                    return _json(schema)
                case {"regex": pattern}:
                    return Regex(pattern)
                case {"choice": [one]}:
                    return Lark(f"start: {json.dumps(one)}")
                case {"choice": options}:
                    return Choice(tuple(options))
                case {"grammar": grammar}:
                    return Lark(grammar)
                case other:
                    raise ValueError(f"no such constraint: {other}")
        if self._dialect == "llama_cpp" and "grammar" in body:
            lark = body["grammar"].removeprefix("%llguidance {}\n")
            return Lark(lark.replace("root ::=", "start:"))
        if told is None:
            return None
        if self._dialect == "llama_cpp" and told["type"] == "json_object":
            return _json(told["schema"])
        if self._dialect == "openai" and told["type"] == "json_schema":
            return _json(told["json_schema"]["schema"])
        raise ValueError(f"response_format: unknown type {told['type']}")


class Step:
    """A guide as a logits processor of llama-cpp-python, which swallows what goes wrong in one."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.failed = ""
        self._begun = False

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        try:
            if self._begun:
                self.guide.take([int(input_ids[-1])])
            self._begun = True
            return self.guide.mask(scores)
        except BaseException as error:
            self.failed = repr(error)
            raise


def _json(schema: dict[str, Any]) -> Lark:
    return Lark(f"start: %json {json.dumps(schema, ensure_ascii=False)}")


def _plain(found: Any) -> dict[str, Any]:
    """Return an answer with numbers of Python's own."""
    made: dict[str, Any] = json.loads(json.dumps(found, default=float))
    return made

"""`ScoringOpenAI`: scores options with a model on a server that reports log-probabilities."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from defeasible.llm.backend import Failure, Options, Score
from defeasible.llm.openai.backend import CONCURRENCY, OpenAI, count, messages
from defeasible.llm.openai.client import Refused
from defeasible.llm.openai.forced import AT_A_LINE, TOKENIZERS, incomparable, spelling, written
from defeasible.llm.openai.shapes import Dialect, Shape, exactly, in_tokens
from defeasible.llm.scoring import NotScoredError, check_options, common
from defeasible.reasoner.errors import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from defeasible.llm.openai.patience import Patience
    from defeasible.llm.prompt import Prompt

Way: TypeAlias = Literal["prompt", "forced"]
WAYS: tuple[str, ...] = get_args(Way)

FLAT = 1e-6
"""If all options score within this many nats of 0, the server masked before it took logarithms."""

_Asked: TypeAlias = tuple[str, dict[str, Any]]
"""A path and the JSON to post to it."""


_HELD_TO_TEXT = (
    "so scores are not comparable across options: the server constrains text, not tokens; "
    "use `scores=prompt` if it reads prompts, or a llama.cpp server (`dialect=llama_cpp`)"
)


def _lack(answer: dict[str, Any], read: Callable[[dict[str, Any]], object]) -> str:
    try:
        read(answer)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration):
        return "the answer has no log-probabilities"
    return ""


def _no_logprobs(answer: dict[str, Any]) -> str:
    return _lack(answer, written)


def _no_tokens(answer: dict[str, Any]) -> str:
    return "" if isinstance(answer.get("tokens"), list) else "the answer has no tokens"


@dataclass(frozen=True, slots=True)
class _Read:
    """A text as tokens of the server, each with its log-probability given those before it."""

    tokens: tuple[str, ...]
    logprobs: tuple[float | None, ...]
    """The first token has none."""


class ScoringOpenAI(OpenAI):
    """A model on a server that reports log-probabilities.

    `prompt`: the server reads prompt and option and reports the log-probability of each token, as the engines
    in this process compute it. It uses `prompt_logprobs` of vLLM, elsewhere `echo` of the completions API,
    which has no chat templates: a chat becomes its texts, one after the other.

    `forced`: a constraint forces the server to write the option, and the server reports the log-probability
    that each token would have had without the constraint. If a llama.cpp server tokenizes, the constraint is
    the option's own tokens. Elsewhere it is the text, and the scores are used only if the server's choice of
    tokens cannot favour an option (see `forced.incomparable`); with the dialect `openai` the JSON around the
    option also counts, equally for all options. Incomparable scores raise an error whose failure is of kind
    `unscorable`.

    Args:
        url: Base URL of the API.
        model: The model's name on the server.
        way: `prompt` or `forced`.
        dialect: As for `OpenAI`.
        key: As for `OpenAI`.
        concurrency: As for `OpenAI`.
        rate: As for `OpenAI`.
        patience: As for `OpenAI`.
        stream: As for `OpenAI`; scores are never streamed.

    Raises:
        UsageError: If an argument is invalid.
    """

    def __init__(  # noqa: PLR0913 - all but the first two are options
        self,
        url: str,
        model: str,
        *,
        way: Way = "prompt",
        dialect: Dialect = "openai",
        key: str | None = None,
        concurrency: int = CONCURRENCY,
        rate: float | None = None,
        patience: Patience | None = None,
        stream: bool = False,
    ) -> None:
        super().__init__(
            url,
            model,
            dialect=dialect,
            key=key,
            concurrency=concurrency,
            rate=rate,
            patience=patience,
            stream=stream,
        )
        if way not in WAYS:
            raise unknown("way to score", way, WAYS)
        self.way = way
        self._tokenizers = TOKENIZERS
        """Endpoints that may tokenize: one after a success, none after a failure."""

    @property
    def fingerprint(self) -> str:
        """Everything that changes replies and scores, apart from the request."""
        return f"{super().fingerprint} scores={self.way}"

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option after the prompt.

        Raises:
            UsageError: If there are no options, or one is empty.
            NotScoredError: If the server fails, or does not report log-probabilities.
        """
        return self.score_all([Options(prompt, options)])[0]

    def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
        """Return the scores of each prompt's options, with concurrent requests.

        Raises:
            UsageError: If a prompt has no options, or one is empty.
            NotScoredError: If the server fails, or does not report log-probabilities.
        """
        for one in asked:
            check_options(one.options)
        if self.way == "forced":
            return self._forced(asked)
        reading = [self._reading(one.prompt, option) for one in asked for option in ("", *one.options)]
        read = iter(self._side_by_side(reading))
        return [self._prompted(one.options, next(read), [next(read) for _ in one.options]) for one in asked]

    def _prompted(self, options: Sequence[str], read: _Read, whole: list[_Read]) -> list[Score]:
        found = []
        shared = min(common(read.tokens, one.tokens) for one in whole)
        for option, one in zip(options, whole, strict=True):
            own = [logprob for logprob in one.logprobs[shared:] if logprob is not None]
            if len(own) < len(one.tokens) - shared:
                # Servers that hide the BOS token report nothing for the token after it.
                why = (
                    f"{self.url} reports no log-probability for the first token, which {option[:40]!r} alters"
                )
                raise NotScoredError(Failure("unscorable", why))
            found.append(Score(sum(own), len(own), len(option.encode()), len(read.tokens)))
        return found

    def _reading(self, prompt: Prompt, option: str) -> tuple[str, dict[str, Any]]:
        """Return a request that makes the server read a prompt followed by an option."""
        common: dict[str, Any] = {"model": self.model, "max_tokens": 1, "temperature": 0.0}
        if self.dialect != "vllm":
            text = prompt if isinstance(prompt, str) else "\n\n".join(m.text for m in prompt) + "\n\n"
            return "completions", {**common, "prompt": text + option, "echo": True, "logprobs": 1}
        if isinstance(prompt, str):
            return "completions", {**common, "prompt": prompt + option, "prompt_logprobs": 0}
        chat = messages(prompt)
        if option:
            chat.append({"role": "assistant", "content": option})
        going_on = {"add_generation_prompt": not option, "continue_final_message": bool(option)}
        return "chat/completions", {**common, "messages": chat, "prompt_logprobs": 0, **going_on}

    def _side_by_side(self, asked: list[tuple[str, dict[str, Any]]]) -> list[_Read]:
        if self.dialect == "vllm":
            told = self._ask_all(asked, lambda found: _lack(found, _prompt_logprobs))
            return [_prompt_logprobs(answer) for answer in told]
        told = self._ask_all(asked, lambda found: _lack(found, _echo))
        if any(map(_misplaced, told)):
            why = f"{self.url} reports log-probabilities that are shifted by one token"
            raise NotScoredError(Failure("unscorable", f"{why}; use `scores=forced`"))
        return [_echo(answer) for answer in told]

    def _forced(self, asked: Sequence[Options]) -> list[list[Score]]:
        """Return the scores of options that the server is forced to write, by token if possible."""
        spelled = self._spelled(asked)
        if spelled is not None:
            told = self._each(
                self._writing(one, in_tokens(tokens), len(tokens))
                for one, options in zip(asked, spelled, strict=True)
                for tokens in options
            )
            if not any(isinstance(found, Refused) and found.about_shape for found, _ in told):
                answers = iter(self._answers(told))
                return [self._scores(one, [next(answers) for _ in one.options]) for one in asked]
            self._tokenizers = ()
            self._memory.note("the server accepts no token grammars: options are constrained as text")
        # A token is at least one byte; the JSON around the option takes a few more.
        bodies = (
            self._writing(one, exactly(self.dialect, option), len(option.encode()) * 2 + 32)
            for one in asked
            for option in one.options
        )
        answers = iter(self._answers(self._each(bodies)))
        each = [[next(answers) for _ in one.options] for one in asked]
        scores = [self._scores(one, found) for one, found in zip(asked, each, strict=True)]
        for found in each:
            if why := incomparable([written(answer) for answer in found]):
                raise NotScoredError(Failure("unscorable", f"{self.url}: {why}, {_HELD_TO_TEXT}"))
        return scores

    def _spelled(self, asked: Sequence[Options]) -> list[list[tuple[int, ...]]] | None:
        """Return the tokens of each option; None unless the server provides them for all."""
        if self.dialect != "llama_cpp" or not self._tokenizers:
            return None
        before = [one.prompt if isinstance(one.prompt, str) else AT_A_LINE for one in asked]
        texts = [
            text
            for one, ahead in zip(asked, before, strict=True)
            for text in (ahead, *(ahead + option for option in one.options))
        ]
        tokens = self._tokens(texts)
        if tokens is None:
            return None
        each = iter(tokens)
        found = []
        for one in asked:
            ahead_tokens = next(each)
            found.append([spelling(ahead_tokens, next(each)) for _ in one.options])
        return found if all(all(options) for options in found) else None

    def _tokens(self, texts: Sequence[str]) -> list[list[int]] | None:
        """Return the tokens of texts; None if the server does not tokenize, which is remembered."""
        known = len(self._tokenizers) == 1
        for path, field in self._tokenizers:
            # Until an endpoint is known to exist, only one text is sent.
            some = texts if known else texts[:1]
            told = self._each([(path, {"model": self.model, field: text}) for text in some], _no_tokens)
            if any(isinstance(found, Refused) for found, _ in told):
                continue
            answers = self._answers(told)
            if known:
                return [answer["tokens"] for answer in answers]
            self._tokenizers = ((path, field),)
            return self._tokens(texts)
        self._tokenizers = ()
        self._memory.note("the server does not tokenize: options are constrained as text")
        return None

    def _writing(self, one: Options, told: Shape, most: int) -> _Asked:
        """Return a request that makes the server write an option after its prompt."""
        body: dict[str, Any] = {"model": self.model, "temperature": 0.0, **told.fields}
        body[self._memory.length_field] = most
        if not isinstance(one.prompt, str):
            more = {"messages": messages(one.prompt), "logprobs": True, "top_logprobs": 1}
            return "chat/completions", body | more
        if self.dialect == "openai":
            why = "the dialect openai cannot constrain the continuation of a text"
            raise NotScoredError(Failure("unscorable", f"{self.url}: {why}; use `scores=prompt`"))
        return "completions", body | {"prompt": one.prompt, "logprobs": 1}

    def _scores(self, one: Options, answers: list[dict[str, Any]]) -> list[Score]:
        found = []
        for option, answer in zip(one.options, answers, strict=True):
            told = written(answer)
            if option not in told.text:
                why = f"{self.url} wrote {told.text[:40]!r} instead of {option[:40]!r}"
                raise NotScoredError(Failure("invalid", f"{why}: it does not enforce constraints"))
            read = count((answer.get("usage") or {}).get("prompt_tokens"))
            found.append(Score(sum(told.logprobs), len(told.tokens), len(option.encode()), read))
        if all(score.logprob > -FLAT for score in found):
            message = f"{self.url} reports log-probabilities after the constraint, which mean nothing"
            raise NotScoredError(Failure("unscorable", message))
        return found

    def _ask_all(
        self, asked: Iterable[_Asked], lack: Callable[[dict[str, Any]], str]
    ) -> list[dict[str, Any]]:
        return self._answers(self._each(asked, lack))

    def _each(
        self, asked: Iterable[_Asked], lack: Callable[[dict[str, Any]], str] = _no_logprobs
    ) -> list[tuple[dict[str, Any] | Refused | Failure, int]]:
        """Send requests concurrently; return each answer with the number of attempts."""
        wanted = list(asked)
        stopped = threading.Event()
        pool = ThreadPoolExecutor(min(self.concurrency, len(wanted)))
        try:
            return list(pool.map(lambda one: self._client.ask(one[0], one[1], lack, stopped), wanted))
        except KeyboardInterrupt:
            stopped.set()
            self._client.cut()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _answers(
        self, told: Iterable[tuple[dict[str, Any] | Refused | Failure, int]]
    ) -> list[dict[str, Any]]:
        answers = []
        for found, tries in told:
            if isinstance(found, Refused):
                raise NotScoredError(Failure("rejected", self._refusal(found), tries))
            if isinstance(found, Failure):
                raise NotScoredError(found)
            answers.append(found)
        return answers


def _echo(answer: dict[str, Any]) -> _Read:
    """Read an echo of the completions API: the tokens of the prompt, without those generated after it."""
    told = answer["choices"][0]["logprobs"]
    written = _count_written(answer)
    tokens, logprobs = told["tokens"], told["token_logprobs"]
    last = len(tokens) - written
    return _Read(tuple(map(str, tokens[:last])), tuple(logprobs[:last]))


def _misplaced(answer: dict[str, Any]) -> bool:
    """Tell whether the tokens of an echo end before its text does.

    llama-cpp-python (0.3) pairs tokens with scores starting from the first token, which is right only if a
    hidden BOS token precedes them. Without one, as with SmolLM2, all scores are off by one, and the generated
    token is missing at the end.
    """
    choice = answer["choices"][0]
    tokens = "".join(map(str, choice["logprobs"]["tokens"]))
    return str(choice["text"]).startswith(tokens) and len(tokens) < len(choice["text"])


def _count_written(answer: dict[str, Any]) -> int:
    return int(answer["usage"]["completion_tokens"])


def _prompt_logprobs(answer: dict[str, Any]) -> _Read:
    """Read vLLM's list: for each token of the prompt a table by token, with its own entry first."""
    told = answer.get("prompt_logprobs") or answer["choices"][0]["prompt_logprobs"]
    entries = [next(iter(table.items())) if table else ("", {"logprob": None}) for table in told]
    return _Read(tuple(token for token, _ in entries), tuple(entry["logprob"] for _, entry in entries))

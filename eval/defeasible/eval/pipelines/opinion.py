"""`Opinion` and `Oracle`: a language model's own answer, and its probability of each option."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeAlias, TypeGuard

from pydantic import ConfigDict, StringConstraints, TypeAdapter, create_model

from defeasible.eval.calibration import LEAST
from defeasible.eval.reliability import AS_THEY_ARE, Reliability
from defeasible.eval.use import current
from defeasible.llm.backend import Failure, FailureKind, Generator, Reply, Request, Scorer
from defeasible.llm.prompt import Prompt
from defeasible.llm.prompts import Fields, Shots, TaskPrompt
from defeasible.llm.scoring import NotScoredError
from defeasible.llm.spec import Choice, Json
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.text import Source
from defeasible.reasoner.trace import ConclusionStep, Trace
from defeasible.reasoner.trace.steps import AnswerStep
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from defeasible.eval.asking import Asking

Way: TypeAlias = Literal["generate", "score"]
WAYS: tuple[Way, ...] = ("generate", "score")
MAX_VOTES = 64
WARM = 0.7
"""Sampling temperature if several answers vote; a single answer is greedy."""
LONGEST_LINE = 200
"""Most characters of a story line that a model writes."""
UNSURE = "it finds several options equally likely"


@dataclass(frozen=True, slots=True)
class Opinion:
    """A model's answer, or why there is none."""

    options: tuple[str, ...]
    shares: tuple[float, ...] = ()
    """Calibrated probability of each option; empty after a failure."""
    words: str = ""
    """The text that it wrote."""
    failure: str = ""
    kind: FailureKind | None = None
    own: tuple[float, ...] = ()
    """Probabilities that rank the options as the model does, for answers of the model alone."""

    @property
    def place(self) -> int | None:
        """Index of the single most likely option, or None."""
        best = [n for n, share in enumerate(self.shares) if share == max(self.shares)]
        return best[0] if len(best) == 1 else None

    @property
    def answer(self) -> str | None:
        """The single most likely option; without options, the generated text."""
        if not self.options:
            return self.words or None
        return None if self.place is None else self.options[self.place]

    def odds(self, first: str, second: str) -> float:
        """Return the log-odds of one option against another, in nats."""
        share = dict(zip(self.options, self.shares, strict=True))
        return math.log(max(share[first], LEAST)) - math.log(max(share[second], LEAST))

    def odds_of(self, option: str) -> float:
        """Return the log-odds of one option against all others, in nats."""
        share = dict(zip(self.options, self.shares, strict=True))[option]
        return math.log(max(share, LEAST)) - math.log(max(1 - share, LEAST))

    def reason(self, *options: str) -> str:
        """Return a description of the probabilities of some options."""
        share = dict(zip(self.options, self.shares, strict=True))
        return "finds " + ", ".join(f"{option!r} {share[option]:.2f}" for option in options)


class Adviser(Protocol):
    """A source of answers: a model, or a head of `defeasible fit`."""

    reliability: Reliability
    """The transformation of its log-odds into evidence."""

    @property
    def name(self) -> str:
        """Its name in a log."""
        ...

    @property
    def way(self) -> Way:
        """How it is asked."""
        ...

    @property
    def writes(self) -> bool:
        """Whether it writes texts."""
        ...

    def answer(self, asking: Asking[Any], question: Any, among: Sequence[str] | None = None) -> Opinion:
        """Return its answer to a question.

        Args:
            asking: How the question is asked.
            question: The question.
            among: The remaining options; None for all.
        """
        ...


class Oracle:
    """Asks a model for its own answer.

    Args:
        writer: Writes answers; None for a model that only scores.
        scorer: Scores options; None if the model writes its choice. A scorer that cannot write, such as a
            masked model, gets a cloze with its blank.
        prompt: The prompt.
        votes: Number of answers to a question with `generate`. The probability of an option is its share of
            the votes, with one more vote for every option (Laplace's rule), so that none is 0 or 1.
        reliability: The transformation of log-odds into evidence.
        max_tokens: Token budget of a reply; one that is cut off is requested once more with twice as many.
        seed: Seed of the first vote; each further one adds 1.
        shots: Chooses answered questions to show before each question; None for none.
        count: Number of such questions.

    Raises:
        UsageError: If a number is out of range, there is neither a writer nor a scorer, or the prompt has no
            replies to write or no place for examples.
    """

    def __init__(  # noqa: PLR0913 - all but the first three are options
        self,
        writer: Generator | None,
        scorer: Scorer | None,
        prompt: TaskPrompt,
        *,
        votes: int = 1,
        reliability: Reliability = AS_THEY_ARE,
        max_tokens: int = 512,
        seed: int = 0,
        shots: Shots | None = None,
        count: int = 0,
    ) -> None:
        if not 1 <= votes <= MAX_VOTES:
            raise UsageError(f"votes must be between 1 and {MAX_VOTES}, got {votes}")
        model = writer or scorer
        if model is None:
            raise UsageError("expected a model that generates or scores")
        if scorer is None and prompt.form == "pair":
            raise UsageError(
                f"{prompt.task}, {prompt.style} compares two texts and has no replies",
                hint="use `--answer-by score`, with a model that scores pairs",
            )
        if shots and prompt.form == "pair":
            raise UsageError(
                f"{prompt.task}, {prompt.style} compares two texts and takes no examples",
                hint="leave out `--shots`",
            )
        self.name = model.name
        self.writer, self.scorer, self.prompt = writer, scorer, prompt
        self.votes, self.reliability = votes, reliability
        self.max_tokens, self.seed = max_tokens, seed
        self.shots, self.count = shots, count
        Request("", max_tokens=max_tokens)

    @property
    def way(self) -> Way:
        """How the model is asked."""
        return "generate" if self.scorer is None else "score"

    @property
    def writes(self) -> bool:
        """Whether the model writes texts."""
        return self.writer is not None

    def answer(self, asking: Asking[Any], question: Any, among: Sequence[str] | None = None) -> Opinion:
        """Ask a question in the words of its prompt; see `Adviser` and `ask`."""
        return self.ask(asking.fields(question), asking.options(question) if among is None else among)

    def ask(self, fields: Mapping[str, object], options: Sequence[str]) -> Opinion:
        """Ask for the answer to one question.

        Args:
            fields: The fields of the prompt.
            options: The options to choose from, in order; empty if the answer is a text.

        Raises:
            UsageError: If options repeat or one is empty, the prompt lacks a field or asks for another kind
                of answer, or there are too few examples.
        """
        if not options:
            return self._text(fields)
        opinion = self._opinion(dict(fields) | {"options": list(options)}, tuple(options))
        tally = current()
        tally.shares, tally.failed = opinion.shares, opinion.kind
        if not opinion.shares:
            return opinion
        believed, own = self.reliability.shares(opinion.shares), self.reliability.ranked(opinion.shares)
        return replace(opinion, shares=believed, own=own)

    def _opinion(self, fields: Mapping[str, object], options: tuple[str, ...]) -> Opinion:
        if self.scorer is not None:
            return self._scored(self.scorer, fields, options)
        assert self.writer is not None  # see __init__
        prompt, choices = self._shown(fields, options)
        # Several options may have the same spelling if they have the same words.
        if len(set(choices)) < len(choices):
            raise UsageError(f"duplicate options: {list(options)}")
        warm = WARM if self.votes > 1 else 0.0
        seeds = [self.seed + n for n in range(self.votes)]
        prompts: list[Prompt | Failure] = [prompt] * self.votes
        if self.prompt.thinks:
            thinking = [Request(prompt, None, self.max_tokens, warm, seed) for seed in seeds]
            prompts = [
                self.prompt.conclude(said.text, prompt) if isinstance(said, Reply) else said
                for said in generate_valid(self.writer, thinking)
            ]
        asked = [
            Request(shown, Choice(choices), self.max_tokens, warm, seed)
            for shown, seed in zip(prompts, seeds, strict=True)
            if not isinstance(shown, Failure)
        ]
        said = [*(p for p in prompts if isinstance(p, Failure)), *generate_valid(self.writer, asked)]
        read = [(outcome, self._read(outcome, options)) for outcome in said]
        # Counts replies that came but did not fit; requests without a reply are counted elsewhere.
        current().failures += [
            outcome.kind for outcome, option in read if option is None and _faulty(outcome)
        ]
        counts = Counter(option for _, option in read if option is not None)
        if not counts:
            (first, _), *_ = read
            if isinstance(first, Failure):
                return Opinion(options, failure=first.message, kind=first.kind)
            return Opinion(options, failure=f"{first.text[:60]!r} names no option", kind="invalid")
        cast = counts.total() + len(options)
        shares = tuple((counts[option] + 1) / cast for option in options)
        words = next(_text(outcome) for outcome, option in read if option == counts.most_common(1)[0][0])
        return Opinion(options, shares, words)

    def _text(self, fields: Mapping[str, object]) -> Opinion:
        """Ask for a text."""
        if self.writer is None:
            raise UsageError(
                f"{self.prompt.task} asks for a text, which cannot be scored",
                hint="use `--answer-by generate`",
            )
        prompt = self.prompt.render(fields, self._examples(fields))
        (said,) = generate_valid(self.writer, [Request(prompt, None, self.max_tokens, 0.0, self.seed)])
        words = "" if isinstance(said, Failure) else "\n".join(self.prompt.said(said.text))
        if words:
            return Opinion((), words=words)
        tally = current()
        if isinstance(said, Failure):
            tally.failed = said.kind
            tally.failures += [said.kind] if _faulty(said) else []
            return Opinion((), failure=said.message, kind=said.kind)
        tally.failed = "invalid"
        return Opinion((), failure=f"{said.text[:60]!r} is not what was asked for", kind="invalid")

    def fill(self, fields: Mapping[str, object], names: Sequence[str]) -> dict[str, str]:
        """Ask for one line of text per name, as JSON enforced by constrained decoding.

        Args:
            fields: The fields of the prompt.
            names: Names of the lines.

        Returns:
            A line for each name; empty if the model gave none.
        """
        if self.writer is None:
            return {}
        spec = Json(_lines(tuple(names)))
        request = Request(self.prompt.render(fields), spec, self.max_tokens, 0.0, self.seed)
        (said,) = generate_valid(self.writer, [request])
        if isinstance(said, Failure):
            current().failures += [said.kind] if _faulty(said) else []
            return {}
        found = spec.read(said.text)
        return {name: " ".join(getattr(found, name).split()) for name in names}

    def _shown(
        self, fields: Mapping[str, object], options: tuple[str, ...]
    ) -> tuple[Prompt, tuple[str, ...]]:
        """Return the prompt, and the possible replies."""
        choices, examples = self.prompt.choices(options), self._examples(fields)
        if self.prompt.answer.kind == "fill":
            return self.prompt.halves(fields, examples)[0], choices
        return self.prompt.render(fields, examples), choices

    def _examples(self, fields: Mapping[str, object]) -> tuple[Fields, ...]:
        return self.shots.choose(fields, self.count) if self.shots else ()

    def _scored(self, scorer: Scorer, fields: Mapping[str, object], options: tuple[str, ...]) -> Opinion:
        prompt: Prompt
        choices, examples = self.prompt.choices(options), self._examples(fields)
        if self.prompt.answer.kind == "fill" and isinstance(scorer, Generator):
            prompt, after = self.prompt.halves(fields, examples)
            choices = tuple(word + after for word in choices)
        else:
            prompt = self.prompt.render(fields, examples)
        try:
            scores = scorer.score(prompt, choices)
        except NotScoredError as error:
            failure = error.failure
            current().add([failure])
            return Opinion(options, failure=failure.message, kind=failure.kind)
        return Opinion(options, self.prompt.shares([score.logprob for score in scores], options))

    def _read(self, outcome: Reply | Failure, options: tuple[str, ...]) -> str | None:
        """Return the option that a reply chose, in any wording.

        If a server does not enforce the options, its reply is read as free text.
        """
        reply = outcome.reply if isinstance(outcome, Failure) else outcome
        if reply is None or (isinstance(outcome, Failure) and outcome.kind != "invalid"):
            return None
        return self.prompt.read(reply.text, options)


def alone(oracle: Adviser, opinion: Opinion, sources: tuple[Source, ...], why: str = "") -> Decision:
    """Return a model's own answer as a decision, whose trace says that nothing else supports it.

    Args:
        oracle: Who was asked.
        opinion: The answer.
        sources: The texts of the question.
        why: Why the model answers alone; empty in the pipeline `neural`.
    """
    opinion = replace(opinion, shares=opinion.own)
    answer = opinion.answer
    gap = opinion.failure or ("" if answer is not None else UNSURE)
    reason = "; ".join(part for part in (why, gap) if part)
    # Options that are texts of the question are named by their source ids.
    asked = opinion.options == tuple(source.text for source in sources if source.id.startswith("q"))
    place = opinion.place
    option = None if place is None else f"q{place + 1}" if asked else opinion.options[place]
    options = () if asked or not opinion.shares else opinion.options
    way = oracle.way if opinion.options else "generate"
    said = AnswerStep(oracle.name, way, opinion.shares, option, opinion.words, opinion.failure, options)
    return Decision(
        verdict=Verdict.UNPROVED,
        proof=Trace("answer", sources, (said, ConclusionStep(Verdict.UNPROVED, (1,), reason=reason))),
        answer=answer,
        confidence=0.0 if place is None else opinion.shares[place],
        branch=Branch.FALLBACK if why else Branch.NEURAL,
        reason=reason,
    )


def _lines(names: tuple[str, ...]) -> TypeAdapter[Any]:
    """Return a validator for an object with a line of text per name."""
    line = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_LINE)]
    fields: dict[str, Any] = dict.fromkeys(names, (line, ...))
    return TypeAdapter(create_model("Lines", __config__=ConfigDict(extra="forbid"), **fields))


def _faulty(outcome: Reply | Failure) -> TypeGuard[Failure]:
    return isinstance(outcome, Failure) and outcome.reply is not None


def _text(outcome: Reply | Failure) -> str:
    reply = outcome.reply if isinstance(outcome, Failure) else outcome
    return "" if reply is None else reply.text

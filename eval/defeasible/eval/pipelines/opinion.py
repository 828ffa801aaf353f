"""`Opinion` and `Oracle`: which option a language model chooses by itself, and how sure it is of each."""

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
"""Sampling temperature of answers that vote; a single one is greedy."""
LONGEST_LINE = 200
"""Characters of a line of a story that a model writes."""
UNSURE = "it finds several options equally likely"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model answers, or why it does not."""

    options: tuple[str, ...]
    shares: tuple[float, ...] = ()
    """Probability of each option, as far as the model is to be believed; empty where there is a failure."""
    words: str = ""
    """What it wrote for its answer."""
    failure: str = ""
    kind: FailureKind | None = None
    own: tuple[float, ...] = ()
    """Shares that rank the options as the model itself does, for where it answers alone."""

    @property
    def place(self) -> int | None:
        """Position of the one likeliest option; None without one."""
        best = [n for n, share in enumerate(self.shares) if share == max(self.shares)]
        return best[0] if len(best) == 1 else None

    @property
    def answer(self) -> str | None:
        """The one likeliest option; where none were given, the text that was written."""
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
        """Return in words how likely it finds some options."""
        share = dict(zip(self.options, self.shares, strict=True))
        return "finds " + ", ".join(f"{option!r} {share[option]:.2f}" for option in options)


class Adviser(Protocol):
    """Who can be asked a question: a model, or a head of `defeasible fit`."""

    reliability: Reliability
    """What becomes of its log-odds before they count."""

    @property
    def name(self) -> str:
        """As a log has it."""
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
            among: The options that are left; None for all.
        """
        ...


class Oracle:
    """Asks a model for its own answer.

    Args:
        writer: Writes answers; None for a model that only scores.
        scorer: Tells how likely options are; None where options are written, too. One that writes nothing,
            as a masked model, is shown a cloze with its blank.
        prompt: The words of the question.
        votes: Answers to a question with `generate`. An option's share is that of its votes, with one more
            vote for every option (Laplace's rule), so that no share is 0 or 1.
        reliability: What becomes of the log-odds before they count.
        max_tokens: Budget of a reply; one that is cut off is asked for once more with twice as much.
        seed: Of the first vote; each further one adds 1.
        shots: Chooses answered questions to go before each question; None for none.
        count: So many of them.

    Raises:
        UsageError: If a number is out of range, there is neither writer nor scorer, or the prompt has no
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
            raise UsageError(f"{votes} votes are not between 1 and {MAX_VOTES}")
        model = writer or scorer
        if model is None:
            raise UsageError("a model writes its answers or scores the options, and there is none")
        if scorer is None and prompt.form == "pair":
            raise UsageError(
                f"{prompt.task}, {prompt.style} compares two texts and has no replies",
                hint="`--answer-by score`, with a model that scores pairs",
            )
        if shots and prompt.form == "pair":
            raise UsageError(
                f"{prompt.task}, {prompt.style} compares two texts: there is no place for examples",
                hint="no `--shots`",
            )
        self.name = model.name
        self.writer, self.scorer, self.prompt = writer, scorer, prompt
        self.votes, self.reliability = votes, reliability
        self.max_tokens, self.seed = max_tokens, seed
        self.shots, self.count = shots, count
        Request("", max_tokens=max_tokens)

    @property
    def way(self) -> Way:
        """How it is asked."""
        return "generate" if self.scorer is None else "score"

    @property
    def writes(self) -> bool:
        """Whether it writes texts."""
        return self.writer is not None

    def answer(self, asking: Asking[Any], question: Any, among: Sequence[str] | None = None) -> Opinion:
        """Ask a question in the words of its prompt; see `Adviser` and `ask`."""
        return self.ask(asking.fields(question), asking.options(question) if among is None else among)

    def ask(self, fields: Mapping[str, object], options: Sequence[str]) -> Opinion:
        """Ask for the answer to one question.

        Args:
            fields: The question by the names of its parts, as the prompt knows them.
            options: What is chosen from, in order; none where a text is to be written.

        Raises:
            UsageError: If options repeat or one is empty, the prompt lacks a field or is of the other kind,
                or examples are too few.
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
        # One spelling may be that of several options, as where options are the same words.
        if len(set(choices)) < len(choices):
            raise UsageError(f"two options are the same: {list(options)}")
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
        # Replies that came, but not as they were asked for; what never came is counted where it was asked.
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
                f"{self.prompt.task} asks for a text, and options alone can be scored",
                hint="`--answer-by generate`",
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
        """Ask for one line of text under each of some names, as JSON that decoding is held to.

        Args:
            fields: The question by the names of its parts, as the prompt knows them.
            names: Of the lines.

        Returns:
            A line for each name; nothing where the model gave none.
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
        """Return what is shown, and the replies that are possible behind it."""
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
        """Return the option that a reply chose, in whatever way it says so.

        Where a server does not hold a model to the options, its reply is read as a free one.
        """
        reply = outcome.reply if isinstance(outcome, Failure) else outcome
        if reply is None or (isinstance(outcome, Failure) and outcome.kind != "invalid"):
            return None
        return self.prompt.read(reply.text, options)


def alone(oracle: Adviser, opinion: Opinion, sources: tuple[Source, ...], why: str = "") -> Decision:
    """Return a model's own answer as a decision whose trace says that nothing else stands behind it.

    Args:
        oracle: Who was asked.
        opinion: What it answered.
        sources: The texts of the question.
        why: Why the model answers alone; empty where that is all that was wanted.
    """
    opinion = replace(opinion, shares=opinion.own)
    answer = opinion.answer
    gap = opinion.failure or ("" if answer is not None else UNSURE)
    reason = "; ".join(part for part in (why, gap) if part)
    # Options that are texts of the question are named by their sources.
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
    """Return what reads an object with a line of text under each name."""
    line = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_LINE)]
    fields: dict[str, Any] = dict.fromkeys(names, (line, ...))
    return TypeAdapter(create_model("Lines", __config__=ConfigDict(extra="forbid"), **fields))


def _faulty(outcome: Reply | Failure) -> TypeGuard[Failure]:
    return isinstance(outcome, Failure) and outcome.reply is not None


def _text(outcome: Reply | Failure) -> str:
    reply = outcome.reply if isinstance(outcome, Failure) else outcome
    return "" if reply is None else reply.text

"""`TaskPrompt`: how a model is asked one kind of question, and how its reply is read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from defeasible.llm.prompt import Message, Prompt
from defeasible.llm.prompts.reading import Language, read_letter, read_lines, read_named
from defeasible.llm.prompts.template import BLANK, Fields, Template, labels
from defeasible.llm.scoring import check_options
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.record import Record

Kind: TypeAlias = Literal["option", "text", "fill"]
Form: TypeAlias = Literal["chat", "text", "pair"]


@dataclass(frozen=True, slots=True)
class Answer(Record):
    """The form of a reply, and how it is read.

    Raises:
        UsageError: On construction, if a setting does not fit the kind.
    """

    kind: Kind
    """`option`: one of the question's options. `text`: any text. `fill`: a word in the blank."""
    label: str = ""
    """The label of the first option, such as `(a)`; empty for none."""
    write: str = "{option}"
    """A reply, with `{option}`, `{label}` or `{mark}` (the bare letter or number); for `text`, `{answer}`."""
    after: str = ""
    """If set, only the letter after the last such marker counts in a free reply."""
    phrases: tuple[str, ...] = ()
    """Additional phrases that name an option: regular expressions with `{choice}`."""
    lead: tuple[str, ...] = ()
    """For `text`: words before a colon at the start of a reply that are not part of the answer."""
    parts: tuple[str, ...] = ()
    """For `text`: names of parts, each on a line of its own after its name and a colon."""
    conclude: str = ""
    """The question that asks for the answer after free reasoning; empty if the model answers at once."""
    fills: Mapping[str, int] = field(default_factory=dict)
    """For `fill`: each word, and the index of the option that it stands for."""

    def __post_init__(self) -> None:
        labels(self.label, 1)
        if (self.kind == "fill") != bool(self.fills):
            raise UsageError("`fills` is for answers of the kind `fill`, which need it")
        if self.after and not self.label:
            raise UsageError(f"`after` is {self.after!r}, but options have no labels")


@dataclass(frozen=True, slots=True)
class TaskPrompt:
    """The wording of one prompt, as in its file."""

    task: str
    style: str
    version: str
    """`direct@1:3fa9c1`: style, number, and a hash of what a model is shown and how its reply is read."""
    language: Language
    source: str
    """Source of the protocol: paper, section, table."""
    same_protocol: bool
    """Whether results with it are comparable with the published ones."""
    why: str
    """Why the protocol is the same, or how it differs."""
    form: Form
    """`chat`; `text`, to be continued or filled in; or `pair`, a premise for the hypotheses in `choices`."""
    system: str
    user: Template
    without: Mapping[str, Template]
    """Field name to the template used instead if that field is empty."""
    defaults: Fields
    fields: Mapping[str, str]
    """Field name to its description."""
    answer: Answer
    examples: tuple[Fields, ...]
    """Our own questions with their `answer`, as illustrations or fixed examples."""

    @property
    def thinks(self) -> bool:
        """Whether a reply is free reasoning, after which `conclude` asks for the answer alone."""
        return bool(self.answer.conclude)

    def render(self, fields: Fields, examples: Sequence[Fields] = ()) -> Prompt:
        """Return the prompt for a question.

        Args:
            fields: The question; names that the template does not use are ignored.
            examples: Answered questions to show before it, each with its `answer` (an option, word for word;
                a text; or a list of lines or of parts), and a `reason` to show free reasoning.

        Raises:
            UsageError: If a field is missing or of another kind, an example's answer is not one of its
                options, or there are examples for a pair, whose model reads none.
        """
        asked = self._asked(fields)
        shown = [(self._asked(one), self.reply(one)) for one in examples]
        if shown and self.form == "pair":
            raise UsageError(f"{self.task}, {self.style} compares two texts and takes no examples")
        if self.form != "chat":
            whole = [
                question.replace(BLANK, reply) if self.answer.kind == "fill" else question + reply
                for question, reply in shown
            ]
            return "\n\n".join(part for part in (self.system, *whole, asked) if part)
        turns = [Message("system", self.system)] if self.system else []
        for question, reply in shown:
            turns += [Message("user", question), Message("assistant", reply)]
        return (*turns, Message("user", asked))

    def choices(self, options: Sequence[str]) -> tuple[str, ...]:
        """Return the possible replies, to score them or to constrain decoding.

        There is one for each option, in order; in a cloze, one for each word.

        Raises:
            UsageError: If the answer is free text.
        """
        if self.answer.kind == "fill":
            return tuple(self.answer.fills)
        if self.answer.kind == "text":
            raise UsageError(f"{self.task}, {self.style} has free-text answers, not options")
        shown = labels(self.answer.label, len(options))
        return tuple(
            self.answer.write.replace("{label}", label)
            .replace("{mark}", "".join(filter(str.isalnum, label)))
            .replace("{option}", option)
            for label, option in zip(shown, options, strict=True)
        )

    def read(self, text: str, options: Sequence[str]) -> str | None:
        """Return the option that a reply chose, word for word; None if it cannot be told.

        Example:
            >>> load("ccons", "question").read("The light bulb is bigger.", ["house", "light bulb"])
            'light bulb'

        Raises:
            UsageError: If there are no options, one is empty, or the answer is free text.
        """
        check_options(options)
        if self.answer.kind == "fill":
            word = read_named(text, tuple(self.answer.fills), "", self.language)
            return None if word is None else options[self.answer.fills[word]]
        for option, choice in zip(options, self.choices(options), strict=True):
            if text.strip() == choice.strip():
                return option
        if self.answer.after:
            return read_letter(text, options, self.answer.label, self.answer.after)
        return read_named(text, options, self.answer.label, self.language, self.answer.phrases)

    def said(self, text: str) -> tuple[str, ...]:
        """Return the lines of a free-text answer, without what models put around it.

        Removed are numbers and bullets before lines, code fences, quotes around the whole, a first line that
        ends in a colon and, for a prompt of form `text`, everything after the first blank line.

        Args:
            text: The reply.

        Returns:
            The lines; if the answer has named parts, one for each, or nothing if one is missing.

        Raises:
            UsageError: If the answer is an option.
        """
        if self.answer.kind != "text":
            raise UsageError(f"{self.task}, {self.style} has options, not free-text answers")
        alone = text.strip().split("\n\n")[0] if self.form == "text" else text
        return read_lines(alone, self.answer.lead, self.answer.parts)

    def conclude(self, reply: str, prompt: Prompt = ()) -> Prompt:
        """Return the turns that ask for the answer alone after a free reply, following those of `prompt`.

        Raises:
            UsageError: If this style does not reason first, or the prompt is not a chat.
        """
        if not self.thinks or isinstance(prompt, str):
            raise UsageError(f"{self.task}, {self.style} is not a chat that reasons before it answers")
        return (*prompt, Message("assistant", reply), Message("user", self.answer.conclude))

    def cloze(self, fields: Fields, word: str) -> str:
        """Return the text of a cloze with a word in the blank.

        Raises:
            UsageError: If this style is not a cloze, or a field is missing.
        """
        before, after = self.halves(fields)
        return before + word + after

    def halves(self, fields: Fields, examples: Sequence[Fields] = ()) -> tuple[str, str]:
        """Return the text of a cloze before and after the blank, preceded by examples as in `render`.

        Raises:
            UsageError: If this style is not a cloze, or a field is missing.
        """
        if self.answer.kind != "fill":
            raise UsageError(f"{self.task}, {self.style} is not a cloze")
        shown = self.render(fields, examples)
        assert isinstance(shown, str)  # a cloze is not a chat: see `prompt_of`
        before, _, after = shown.rpartition(BLANK)
        return before, after

    def shares(self, logprobs: Sequence[float], options: Sequence[str]) -> tuple[float, ...]:
        """Return the probability of each option, normalized over the `choices`.

        In a cloze, the probabilities of all words for an option are added up.

        Args:
            logprobs: One natural logarithm for each of the choices, in order.
            options: The options of the question.

        Raises:
            UsageError: If the numbers do not match the choices, or all are minus infinity.
        """
        choices = self.choices(options)
        best = max(logprobs, default=-math.inf)
        if len(logprobs) != len(choices) or best == -math.inf:
            raise UsageError(
                f"{len(logprobs)} log-probabilities for {len(choices)} choices: {list(logprobs)}"
            )
        masses = [math.exp(logprob - best) for logprob in logprobs]
        of = list(self.answer.fills.values()) if self.answer.kind == "fill" else list(range(len(options)))
        whole = sum(masses)
        return tuple(
            sum(mass for mass, number in zip(masses, of, strict=True) if number == n) / whole
            for n in range(len(options))
        )

    def _asked(self, fields: Fields) -> str:
        given = {**self.defaults, **{name: value for name, value in fields.items() if value is not None}}
        for name, what in self.fields.items():
            if name not in given and name not in fields:
                raise UsageError(f"{self.task}, {self.style} needs the field `{name}`", hint=what)
        template = next((t for name, t in self.without.items() if not given.get(name)), self.user)
        return template.fill(given, self.answer.label)

    def reply(self, example: Fields) -> str:
        """Return the reply that gives the answer of an example, in the form that the prompt asks for.

        Raises:
            UsageError: If there is no answer, it is not one of the options, or it has another form.
        """
        answer = example.get("answer")
        if not answer:
            raise UsageError(f"an example has no `answer`: {dict(example)}")
        if self.answer.kind == "text":
            return self.answer.write.replace("{answer}", self._lines(answer))
        options = example.get("options")
        listed = list(options) if isinstance(options, Sequence) else []
        if answer not in listed:
            raise UsageError(f"the example's answer {answer!r} is not one of its options {listed}")
        at = listed.index(answer)
        if self.answer.kind == "fill":
            at = list(self.answer.fills.values()).index(at)
        written = self.choices(listed)[at]
        reason = example.get("reason")
        return f"{reason}\n{written}" if self.thinks and isinstance(reason, str) and reason else written

    def _lines(self, answer: object) -> str:
        """Return a free-text answer in the form of a reply."""
        texts = [answer] if isinstance(answer, str) else answer
        parts = self.answer.parts
        if (
            not isinstance(texts, Sequence)
            or not all(isinstance(text, str) for text in texts)
            or (parts and len(texts) != len(parts))
        ):
            wanted = f"a list of {len(parts)} texts" if parts else "a text or a list of lines"
            raise UsageError(f"an example's answer is not {wanted}: {answer!r}")
        names = [f"{name}: " for name in parts] or [""] * len(texts)
        return "\n".join(name + text for name, text in zip(names, texts, strict=True))

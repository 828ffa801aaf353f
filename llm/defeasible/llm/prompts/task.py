"""`TaskPrompt`: how a model is asked one kind of question, and how its reply is read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from defeasible.llm.prompt import Message, Prompt
from defeasible.llm.prompts.reading import Language, read_letter, read_lines, read_named
from defeasible.llm.prompts.template import BLANK, Fields, Template, labels
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.record import Record

Kind: TypeAlias = Literal["option", "text", "fill"]
Form: TypeAlias = Literal["chat", "text", "pair"]


@dataclass(frozen=True, slots=True)
class Answer(Record):
    """How a reply is written and read.

    Raises:
        UsageError: On construction, if what it says does not fit its kind.
    """

    kind: Kind
    """`option`: one of the question's options. `text`: any text. `fill`: a word in the place of the blank."""
    label: str = ""
    """The first label that options are shown with, `(a)`; empty for none."""
    write: str = "{option}"
    """A reply, with `{option}`, `{label}` or `{mark}` (the label without signs); for `text`, `{answer}`."""
    after: str = ""
    """Where it is set, nothing counts in a free reply but the letter behind the last such marker."""
    phrases: tuple[str, ...] = ()
    """Further ways in which replies name an option: regular expressions with `{choice}`."""
    lead: tuple[str, ...] = ()
    """For `text`: words that a reply may begin with before a colon, which are not part of the answer."""
    parts: tuple[str, ...] = ()
    """For `text`: names of parts, each of which stands in a line of its own behind its name and a colon."""
    conclude: str = ""
    """What is asked after free thinking; empty where a model answers at once."""
    fills: Mapping[str, int] = field(default_factory=dict)
    """For `fill`: each word, and the number of the option that it stands for, from 0."""

    def __post_init__(self) -> None:
        labels(self.label, 1)
        if (self.kind == "fill") != bool(self.fills):
            raise UsageError("words to fill in belong to answers of the kind `fill`, and only there")
        if self.after and not self.label:
            raise UsageError(f"a letter is read after {self.after!r}, but options have no labels")


@dataclass(frozen=True, slots=True)
class TaskPrompt:
    """The words of one prompt, as its file has them."""

    task: str
    style: str
    version: str
    """`direct@1:3fa9c1`: style, number, and a hash of what a model is shown and how its reply is read."""
    language: Language
    source: str
    """Where the protocol is from: paper, section, table."""
    same_protocol: bool
    """Whether numbers that are got with it stand beside the published ones as got in the same way."""
    why: str
    """Why the protocol is the same, or what is different."""
    form: Form
    """`chat`; `text`, to be continued or filled in; or `pair`, a premise for the hypotheses in `choices`."""
    system: str
    user: Template
    without: Mapping[str, Template]
    """By the name of a field: what is asked instead if that field is empty."""
    defaults: Fields
    fields: Mapping[str, str]
    """Name of each field, and what belongs there."""
    answer: Answer
    examples: tuple[Fields, ...]
    """Questions of our own with their `answer`: to look at, or as fixed shots."""

    @property
    def thinks(self) -> bool:
        """Whether a reply is free reasoning, after which `conclude` asks for the answer alone."""
        return bool(self.answer.conclude)

    def render(self, fields: Fields, examples: Sequence[Fields] = ()) -> Prompt:
        """Return what a model is shown.

        Args:
            fields: The question; names that the template does not know are left out.
            examples: Answered questions to go before it, each with its `answer` (an option, word for word;
                a text; or a list of lines or of parts), and a `reason` if free thinking is to be shown.

        Raises:
            UsageError: If a field is missing or of another kind, an example's answer is none of its options,
                or there are examples for a pair, whose model reads none.
        """
        asked = self._asked(fields)
        shown = [(self._asked(one), self.reply(one)) for one in examples]
        if shown and self.form == "pair":
            raise UsageError(f"{self.task}, {self.style} compares two texts: there is no place for examples")
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
        """Return the replies that are possible, to be scored or to hold decoding to.

        One for each option, in order; in a cloze one for each word.

        Raises:
            UsageError: If the answer is free text.
        """
        if self.answer.kind == "fill":
            return tuple(self.answer.fills)
        if self.answer.kind == "text":
            raise UsageError(f"the answers of {self.task}, {self.style} are free text")
        shown = labels(self.answer.label, len(options))
        return tuple(
            self.answer.write.replace("{label}", label)
            .replace("{mark}", "".join(filter(str.isalnum, label)))
            .replace("{option}", option)
            for label, option in zip(shown, options, strict=True)
        )

    def read(self, text: str, options: Sequence[str]) -> str | None:
        """Return the option that a reply chose, word for word; None if it does not follow the instructions.

        Example:
            >>> load("ccons", "question").read("The light bulb is bigger.", ["house", "light bulb"])
            'light bulb'

        Raises:
            UsageError: If there is no option, an empty one, or the answer is free text.
        """
        if not options or "" in options:
            raise UsageError(f"not at least one non-empty option: {list(options)}")
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
        """Return the lines of an answer in free text, without what models put around one.

        Left out are numbers and bullets before lines, code fences, quotes around the whole, a first line that
        ends in a colon and, in text that is continued, all after the first blank line.

        Args:
            text: The reply.

        Returns:
            The lines; where the answer has named parts, one for each, or nothing if one is missing.

        Raises:
            UsageError: If the answer is an option.
        """
        if self.answer.kind != "text":
            raise UsageError(f"the answers of {self.task}, {self.style} are options")
        alone = text.strip().split("\n\n")[0] if self.form == "text" else text
        return read_lines(alone, self.answer.lead, self.answer.parts)

    def conclude(self, reply: str, prompt: Prompt = ()) -> Prompt:
        """Return the turns that ask for the answer alone after a free reply, behind those of `prompt`.

        Raises:
            UsageError: If this style does not think first, or the prompt is no chat.
        """
        if not self.thinks or isinstance(prompt, str):
            raise UsageError(f"{self.task}, {self.style} is not a chat that thinks before it answers")
        return (*prompt, Message("assistant", reply), Message("user", self.answer.conclude))

    def cloze(self, fields: Fields, word: str) -> str:
        """Return the text of a cloze with a word in the place of the blank.

        Raises:
            UsageError: If this style is no cloze, or a field is missing.
        """
        before, after = self.halves(fields)
        return before + word + after

    def halves(self, fields: Fields, examples: Sequence[Fields] = ()) -> tuple[str, str]:
        """Return the text of a cloze before the blank, and after it; examples go before, as in `render`.

        Raises:
            UsageError: If this style is no cloze, or a field is missing.
        """
        if self.answer.kind != "fill":
            raise UsageError(f"{self.task}, {self.style} is no cloze")
        shown = self.render(fields, examples)
        assert isinstance(shown, str)  # a cloze is no chat: see `prompt_of`
        before, _, after = shown.rpartition(BLANK)
        return before, after

    def shares(self, logprobs: Sequence[float], options: Sequence[str]) -> tuple[float, ...]:
        """Return the probability of each option, given those of the `choices`, taken to be all there is.

        In a cloze the probabilities of the words that stand for an option are added up.

        Args:
            logprobs: One natural logarithm for each of the choices, in order.
            options: Of the question.

        Raises:
            UsageError: If there are not as many numbers as choices, or none is above minus infinity.
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
                raise UsageError(f"{self.task}, {self.style} lacks the field `{name}`", hint=what)
        template = next((t for name, t in self.without.items() if not given.get(name)), self.user)
        return template.fill(given, self.answer.label)

    def reply(self, example: Fields) -> str:
        """Return the reply that gives the answer of an example, as its prompt asks for it.

        Raises:
            UsageError: If there is no answer, or it is none of the options or of another form.
        """
        answer = example.get("answer")
        if not answer:
            raise UsageError(f"an example has no `answer`: {dict(example)}")
        if self.answer.kind == "text":
            return self.answer.write.replace("{answer}", self._lines(answer))
        options = example.get("options")
        listed = list(options) if isinstance(options, Sequence) else []
        if answer not in listed:
            raise UsageError(f"the example's answer {answer!r} is none of its options {listed}")
        at = listed.index(answer)
        if self.answer.kind == "fill":
            at = list(self.answer.fills.values()).index(at)
        written = self.choices(listed)[at]
        reason = example.get("reason")
        return f"{reason}\n{written}" if self.thinks and isinstance(reason, str) and reason else written

    def _lines(self, answer: object) -> str:
        """Return an answer in free text as a reply has it."""
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

"""`ModelParser`: a language model reads text in two passes, limited to what it declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from defeasible.llm.backend import Failure, Generator, Reply, Request
from defeasible.llm.parse.draft import Draft
from defeasible.llm.parse.family import FamilyWire
from defeasible.llm.parse.judge import assumed, contradiction
from defeasible.llm.parse.sheet import Attempt, Pass, sheet, user
from defeasible.llm.parse.text import Text
from defeasible.llm.parse.vote import vote
from defeasible.llm.parse.wires import WIRES
from defeasible.llm.prompt import Message, Prompt
from defeasible.llm.spec import Json
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import DialogueFacts, Form, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.parsing import Trial

MAX_VOTES, MAX_REPAIRS = 64, 16
WARM = 0.7
"""Default temperature if several readings vote: greedy ones would all be the same."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The result of parsing one text."""

    text: Text
    form: Form | Unparsed
    share: float
    """Share of the votes that agree with the form, in [0, 1]. A vote without a form agrees with none."""
    readings: tuple[Form, ...]
    """All forms that took part in the vote, in order of votes."""
    replies: tuple[Reply, ...]
    """All replies of the model, with their cost."""
    failures: tuple[Failure, ...]
    notes: tuple[str, ...]
    """Assumptions, and how the vote went. Forms with a field for notes contain them too."""
    said: Attempt
    """The two replies behind the form, or behind the last attempt at one."""


class ModelParser:
    """A `Parser` of all families on any backend that writes text.

    The model first declares the things that a text mentions. Then it may use only those, since the schema of
    the second reply contains their ids and no others. Words that it quotes are located in the text and become
    spans; an element without quoted words is kept as an assumption, with a note. If a form is not
    well-formed, or premises contradict each other, the model is shown the problem and reads again, and the
    better reading is kept; a model that repeats itself is not asked a third time. Readings that still
    contradict themselves do not vote, unless all do.

    Args:
        backend: Writes the replies.
        votes: Readings of each text, voted on by logical equivalence.
        thinking: Whether the model first thinks in free text, which both passes are shown.
        repairs: The most times that a faulty reading is requested again.
        consistent: Whether a contradiction between premises, or sizes, counts as a fault of the reading.
        max_tokens: Token budget of a reply; one that is cut off is requested once more with twice as many.
        temperature: Temperature of the readings; None for 0 with a single vote and `WARM` with more.
        seed: Seed of the first vote; each further one adds 1.
        examples: Number of worked examples to show, at most those there are.
        timeout: Seconds for each solver check of consistency and of votes.

    Attributes:
        trials: The model's results on texts whose forms are known, by family; empty until set.

    Raises:
        UsageError: If a number is out of range.
    """

    def __init__(  # noqa: PLR0913 - all but the backend are options
        self,
        backend: Generator,
        *,
        votes: int = 1,
        thinking: bool = False,
        repairs: int = 1,
        consistent: bool = True,
        max_tokens: int = 1024,
        temperature: float | None = None,
        seed: int = 0,
        examples: int = 2,
        timeout: float = 10.0,
    ) -> None:
        for what, value, least, most in (
            ("votes", votes, 1, MAX_VOTES),
            ("repairs", repairs, 0, MAX_REPAIRS),
            ("max_tokens", max_tokens, 1, 10**6),
            ("examples", examples, 0, 10**6),
        ):
            if not least <= value <= most:
                raise UsageError(f"{what} must be between {least} and {most}, got {value}")
        if not timeout > 0:
            raise UsageError(f"timeout must be a positive number, got {timeout!r}")
        self.backend = backend
        self.votes, self.repairs, self.consistent = votes, repairs, consistent
        self.thinking, self.max_tokens, self.seed = thinking, max_tokens, seed
        self.temperature = (WARM if votes > 1 else 0.0) if temperature is None else temperature
        self.examples, self.timeout = examples, timeout
        self.trials: Mapping[str, Trial] = {}
        # Refuse an invalid temperature here, not at the first text.
        Request("", max_tokens=max_tokens, temperature=self.temperature)

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read statements in order of arrival, and queries over the same atoms; see `Parser`."""
        return _of(Premises, self.parse(Text.premises(statements, queries)))

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        """Read a text that implies sizes, and the two objects that a question names; see `Parser`."""
        return _of(SizeContext, self.parse(Text.sizes(context, objects)))

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
        """Read the sentences of a story, and statements to decide about it; see `Parser`."""
        return _of(Story, self.parse(Text.story(lines, queries)))

    def dialogue(self, turns: Sequence[str]) -> DialogueFacts | Unparsed:
        """Read the facts that the turns of a dialogue state; see `Parser`."""
        return _of(DialogueFacts, self.parse(Text.dialogue(turns)))

    @staticmethod
    def versions(family: str) -> tuple[str, ...]:
        """Return name and number of the prompts of a family, for the record of a run."""
        return tuple(sheet(family).versions.values())

    def parse(self, text: Text) -> Parsed:
        """Read a text once per vote, repair faulty readings, and vote."""
        if (known := WIRES[text.family].settled(text)) is not None:
            return _unasked(text, known)
        drafts = self._round(text, [(self.seed + n, None) for n in range(self.votes)])
        made = list(drafts)
        for _ in range(self.repairs):
            faulty = [n for n, draft in enumerate(drafts) if draft.problem and not draft.final]
            if not faulty:
                break
            fresh = self._round(
                text, [(drafts[n].seed, drafts[n].earlier(drafts[n].problem)) for n in faulty]
            )
            made += fresh
            for n, new in zip(faulty, fresh, strict=True):
                if new.worth > drafts[n].worth:
                    drafts[n] = new
                elif new.says == drafts[n].says:
                    drafts[n].final = True
        return self._decide(text, drafts, made)

    def _round(self, text: Text, plan: Sequence[tuple[int, Attempt | None]]) -> list[Draft]:
        """Read a text once per seed, in one batch; each reading may correct an earlier attempt."""
        wire = WIRES[text.family]
        drafts = [Draft(seed, attempt) for seed, attempt in plan]
        if self.thinking:
            self._ask(drafts, lambda d: self._request(text, d, "think", None), self._think)
        self._ask(
            drafts,
            lambda d: self._request(text, d, "declare", wire.declare(text)),
            lambda draft, reply: self._declare(text, draft, reply),
        )
        waiting = []
        for draft in drafts:
            if draft.reason:
                continue
            if wire.bind(text, draft.vocabulary) is None:
                self._bind(text, draft, "")
            else:
                waiting.append(draft)
        self._ask(
            waiting,
            lambda d: self._request(text, d, "bind", wire.bind(text, d.vocabulary)),
            lambda draft, reply: self._bind(text, draft, reply),
        )
        return drafts

    def _ask(
        self,
        drafts: Sequence[Draft],
        request: Callable[[Draft], Request],
        then: Callable[[Draft, str], None],
    ) -> None:
        """Send one request for each unfinished draft, in one batch, and pass on the replies."""
        live = [draft for draft in drafts if not draft.reason]
        requests = [request(draft) for draft in live]
        outcomes = generate_valid(self.backend, requests) if requests else []
        for draft, outcome in zip(live, outcomes, strict=True):
            reply = draft.take(outcome, "the model gave no usable reply")
            if reply is not None:
                then(draft, reply)

    def _think(self, draft: Draft, reply: str) -> None:
        draft.thought = reply

    def _declare(self, text: Text, draft: Draft, reply: str) -> None:
        wire = WIRES[text.family]
        draft.declared = reply
        try:
            draft.vocabulary = wire.vocabulary(text, wire.declare(text).read(reply))
        except FormError as error:
            draft.fail(str(error), mend=True)

    def _bind(self, text: Text, draft: Draft, reply: str) -> None:
        wire = WIRES[text.family]
        draft.bound = reply
        spec = wire.bind(text, draft.vocabulary)
        try:
            draft.form = wire.form(text, draft.vocabulary, None if spec is None else spec.read(reply))
        except FormError as error:
            draft.fail(f"the form is not well formed: {error}", mend=True)
            return
        if self.consistent and (proof := contradiction(draft.form, self.timeout)):
            draft.problem = f"The reading contradicts itself:\n{proof}"

    def _request(self, text: Text, draft: Draft, stage: Pass, spec: Json | None) -> Request:
        return Request(
            self._prompt(text, draft, stage),
            spec,
            max_tokens=self.max_tokens,
            temperature=self.temperature,
            seed=draft.seed,
        )

    def _prompt(self, text: Text, draft: Draft, stage: Pass) -> Prompt:
        wire, words = WIRES[text.family], sheet(text.family)
        messages = [Message("system", words.systems[stage])]
        for example in words.examples[: self.examples] if stage != "think" else ():
            shown = Text(text.family, example.texts)
            declared = ""
            if stage == "bind":
                declared = _listed(wire, wire.vocabulary(shown, wire.declare(shown).read(example.declare)))
            reply = example.declare if stage == "declare" else example.bind
            messages += [user(shown.sources, declared=declared), Message("assistant", reply)]
        if stage == "bind" and (legend := wire.legend(draft.vocabulary)):
            messages[0] = replace(messages[0], text=f"{messages[0].text}\n\n{legend}")
        declared = _listed(wire, draft.vocabulary) if stage == "bind" else ""
        asked = user(text.sources, declared=declared, thought=draft.thought, attempt=draft.attempt)
        return (*messages, asked)

    def _decide(self, text: Text, drafts: Sequence[Draft], made: Sequence[Draft]) -> Parsed:
        read = [draft for draft in drafts if draft.form is not None]
        # Readings that contradict themselves do not vote, unless all do: then the text may mean it.
        read = [draft for draft in read if not draft.problem] or read
        readings = tuple(draft.form for draft in read if draft.form is not None)
        replies = tuple(reply for draft in made for reply in draft.replies)
        failures = tuple(failure for draft in made for failure in draft.failures)
        if not readings:
            last = drafts[0]
            more = f" (and {len(drafts) - 1} other readings failed)" if len(drafts) > 1 else ""
            form = Unparsed(last.reason + more, text.sources)
            return Parsed(text, form, 0.0, (), replies, failures, (), last.earlier(last.problem))
        found = vote(readings, timeout=self.timeout)
        winner = read[found.winner]
        chosen = readings[found.winner]
        notes = tuple(f"assumed, no words of the text say it: {what}" for what in assumed(chosen))
        if len(drafts) > 1:
            notes += (f"{found.members} of {len(drafts)} readings agree",)
        if found.tied > 1:
            notes += (f"{found.tied} different readings have as many votes; the earliest stands",)
        if not isinstance(chosen, SizeContext):
            chosen = replace(chosen, notes=chosen.notes + notes)
        share = found.members / len(drafts)
        said = winner.earlier(winner.problem)
        return Parsed(text, chosen, share, readings, replies, failures, notes, said)


def _listed(wire: FamilyWire[Any], vocabulary: tuple[Any, ...]) -> str:
    return "\n".join(wire.shown(thing) for thing in vocabulary) or "nothing"


def _unasked(text: Text, form: Form | Unparsed) -> Parsed:
    nothing = isinstance(form, Unparsed)
    readings = () if isinstance(form, Unparsed) else (form,)
    return Parsed(text, form, 0.0 if nothing else 1.0, readings, (), (), (), Attempt("", "", ""))


_Kind = TypeVar("_Kind", Premises, SizeContext, Story, DialogueFacts)


def _of(kind: type[_Kind], parsed: Parsed) -> _Kind | Unparsed:
    form = parsed.form
    assert isinstance(form, kind | Unparsed)
    return form

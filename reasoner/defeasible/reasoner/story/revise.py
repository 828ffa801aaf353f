"""Story revision: the changes that a counterfactual needs, their reasons, and a rewritten story."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import indent
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Event, State
from defeasible.reasoner.laws import library
from defeasible.reasoner.laws.words import event_in_words, names_of, sentence
from defeasible.reasoner.question.stories import asked_of
from defeasible.reasoner.story.decide import decided
from defeasible.reasoner.story.edits import smallest_edits
from defeasible.reasoner.story.reading import Reading
from defeasible.reasoner.story.rewrite import otherwise
from defeasible.reasoner.text import Source
from defeasible.reasoner.timing import until
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.forms import Happening, Story
    from defeasible.reasoner.sat.deadline import Deadline
    from defeasible.reasoner.text import Span
    from defeasible.reasoner.trace.steps import EditStep

MAX_MAKERS = 8
"""Kinds of events that are named as ways to bring a state about."""


@dataclass(frozen=True, slots=True)
class Change:
    """A happening that must change."""

    line: int
    happening: str
    """Its id in the story."""
    must: str
    """The required alternative, in words."""
    because: tuple[str, ...]
    """The reasons of the laws by which it conflicts with the counterfactual."""

    def __str__(self) -> str:
        return "\n".join([f"line {self.line}: {self.must}", *(f"  because {why}" for why in self.because)])


@dataclass(frozen=True, slots=True)
class Revision:
    """The changes that a counterfactual needs, and the story rewritten by rule."""

    decision: Decision
    """The decision on the counterfactual in the original story; if it is refuted, its proof has the edits."""
    edits: tuple[tuple[Change, ...], ...]
    """All smallest edits; empty if nothing conflicts with the counterfactual, or nothing could help."""
    makers: tuple[str, ...]
    """Verbs of events that would bring the counterfactual about."""
    lines: tuple[str, ...]
    """The sentences of the new story."""
    changed: tuple[int, ...]
    """The lines that differ from the original story."""
    new: Decision
    """The decision on it in the new story, as a form; ENTAILED if the rewriting supports it."""
    old: Decision | None = None
    """The decision on the former state in the new story, if given; not ENTAILED if the rewriting works."""
    reason: str = ""
    """Why the answer is incomplete: the time ran out."""

    def __str__(self) -> str:
        lines = [f"{self.decision.verdict.upper()} before, {self.new.verdict.upper()} after"]
        lines += [self.reason] if self.reason else []
        for edit in self.edits:
            lines += ["change", indent("\n".join(map(str, edit)), "  ")]
        for number, line in enumerate(self.lines, 1):
            lines.append(f"{'*' if number in self.changed else ' '} {number}  {line}")
        return "\n".join(lines)


def revise_story(
    story: Story,
    counterfactual: int | Sequence[int] = 0,
    state: int | Sequence[int] | None = None,
    *,
    timeout: float | Deadline = 10.0,
) -> Revision:
    """Return the changes needed for a counterfactual to hold at the end of a story, and a rewritten story.

    The rewriting is by rule: it negates a clause or replaces a word by its antonym. If the result does not
    entail the counterfactual, the counterfactual itself replaces the last changed sentence or, if it would
    fade before the end, a later one. A language model does better with the same edits.

    Args:
        story: The story, with the counterfactual among its queries.
        counterfactual: Its index among the queries, from 0; of several, all should hold.
        state: The index of the state that it replaces, if that is among the queries as well.
        timeout: Seconds for the whole call, or the deadline of the enclosing call.

    Raises:
        UsageError: If there is no such query, or the counterfactual is an event.
    """
    queries = asked_of(story, counterfactual)
    wanted = tuple(query for query in queries if isinstance(query, State))
    if len(wanted) < len(queries):
        raise UsageError("the counterfactual is an event", hint="ask for a state that should hold")
    before = None if state is None else asked_of(story, state)
    deadline = until(timeout)
    reading = Reading(story, AskStep(queries), library(), deadline)
    weighing = reading.weighing()
    edit = smallest_edits(reading, weighing) if weighing.verdict is Verdict.REFUTED else None
    decision = decided(reading, weighing, edit)
    edits = () if edit is None else tuple(_changes(reading, edit, e.changed) for e in edit.edits)
    makers = tuple(dict.fromkeys(verb for query in wanted for verb in _makers(query)))
    revision = Revision(decision, edits, makers, (), (), decision)
    found = _rewritten(story, wanted, revision, before, deadline)
    ends = [decision.verdict, found.new.verdict, *([] if found.old is None else [found.old.verdict])]
    if Verdict.TIMEOUT in ends or (edit is None and decision.verdict is Verdict.REFUTED):
        return replace(found, reason="incomplete: the time ran out")
    return found


def _changes(reading: Reading, step: EditStep, changed: Sequence[int]) -> tuple[Change, ...]:
    names = names_of(reading.story.participants)
    reasons = dict(enumerate((rule.reason for rule in reading.rules), reading.first_rule))
    found = []
    for number in changed:
        happening = reading.theory.facts[number - 3][0]
        cores = [core for core in step.cores if number in core]
        because = dict.fromkeys(reasons[n] for core in cores for n in core if n in reasons)
        found.append(Change(happening.line, happening.id, _must(happening, names), tuple(because)))
    return tuple(found)


def _must(happening: Happening, names: dict[str, str]) -> str:
    if isinstance(happening, Event):
        told = event_in_words(happening, names)
        return f"it must not be that {told}" if happening.polarity else f"it must be that {told}"
    said = library().said(happening)
    return sentence(said.fluent, names, positive=not said.positive)


def _makers(query: State) -> tuple[str, ...]:
    """Return verbs of events that bring such a state about by a law; of each law plain verbs first."""
    wanted = library().canonical(query.attribute, "", "", query.value, positive=query.polarity)
    verbs: dict[str, None] = {}
    for law in library().laws:
        for part, term in law.parts:
            given = library().canonical(term.attribute, "", "", term.value, positive=term.positive)
            same = given == wanted and bool(term.other) is bool(query.other)
            if same and part.endswith("after"):
                verbs.update(dict.fromkeys(sorted(law.verbs - {"*"}, key=lambda v: ("_" in v, v))))
    return tuple(verbs)[:MAX_MAKERS]


# --- the new text -------------------------------------------------------------------------------------------


def _rewritten(
    story: Story,
    wanted: tuple[State, ...],
    revision: Revision,
    before: tuple[Happening, ...] | None,
    timeout: float | Deadline,
) -> Revision:
    """Try the rewritings in turn; return the first that supports the counterfactual, not the old state."""
    sources = {source.id: source for source in story.sources if source.id.startswith("s")}
    ids = {change.happening for change in (revision.edits[0] if revision.edits else ())}
    end = max((int(name[1:]) for name in sources), default=0)
    last = max((h.line for h in story.happenings if h.id in ids), default=end)
    turned = _negated(story, ids)
    best: Revision | None = None
    for line in (None, *range(last, end + 1)):
        new = turned if line is None else _replaced(turned, wanted, line)
        texts = {s.id: s.text for s in new.sources}
        tried = replace(
            revision,
            lines=tuple(texts[name] for name in sources),
            changed=tuple(int(name[1:]) for name, s in sources.items() if texts[name] != s.text),
            new=_asked(new, wanted, timeout),
            old=None if before is None else _asked(new, before, timeout),
        )
        gone = tried.old is None or tried.old.verdict is not Verdict.ENTAILED
        if tried.new.verdict is Verdict.ENTAILED and gone:
            return tried
        best = tried
    assert best is not None
    return best


def _negated(story: Story, ids: set[str]) -> Story:
    """Return the story with some happenings negated, in its form and, if a rule applies, in its text."""
    for happening in [h for h in story.happenings if h.id in ids]:
        text = otherwise(happening, story, library())
        if text is None:
            # No rule applies to the sentence: remove it with all its happenings.
            story = _without(story, happening.line, "")
        else:
            turned = replace(happening, polarity=not happening.polarity, span=None)
            told = tuple(turned if h.id == happening.id else h for h in story.happenings)
            story = _with_text(replace(story, happenings=told), happening.line, text)
    return story


def _without(story: Story, line: int, text: str) -> Story:
    kept = tuple(h for h in story.happenings if h.line != line)
    return _with_text(replace(story, happenings=kept), line, text)


def _with_text(story: Story, line: int, text: str) -> Story:
    """Return the story with another sentence; spans into the old one are dropped."""
    name = f"s{line}"

    def span_of(span: Span | None) -> Span | None:
        return None if span is not None and span.source == name else span

    sources = tuple(Source(name, text) if s.id == name else s for s in story.sources)
    cast = tuple(replace(p, span=span_of(p.span)) for p in story.participants)
    told = tuple(replace(h, span=span_of(h.span)) for h in story.happenings)
    return replace(story, sources=sources, participants=cast, happenings=told)


def _asked(story: Story, queries: tuple[Happening, ...], timeout: float | Deadline) -> Decision:
    reading = Reading(story, AskStep(queries), library(), timeout)
    return decided(reading, reading.weighing())


def _replaced(story: Story, wanted: tuple[State, ...], line: int) -> Story:
    """Return the story with the counterfactual itself as one of its sentences."""
    story = _without(story, line, " ".join(dict.fromkeys(_text(story, query) for query in wanted)))
    taken = {h.id for h in (*story.happenings, *story.queries)}
    free = (f"r{n}" for n in range(1, len(taken) + len(wanted) + 1) if f"r{n}" not in taken)
    stated = [
        replace(query, id=name, line=line, span=None) for query, name in zip(wanted, free, strict=False)
    ]
    return replace(story, happenings=tuple(sorted([*story.happenings, *stated], key=lambda h: h.line)))


def _text(story: Story, query: State) -> str:
    """Return the sentence of a query, or the query in words if it has no source text."""
    if query.span is not None:
        return next(s.text for s in story.sources if s.id == query.span.source)
    said = library().said(query)
    return sentence(said.fluent, names_of(story.participants), positive=said.positive) + "."

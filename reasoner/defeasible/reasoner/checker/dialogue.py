"""Check dialogue traces: rules must be those of the data files, and conflicts and chains must hold."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.facts import Facts, Rule, commonsense_rules, ontology_rules, slot_table
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.slots import check_slots
from defeasible.reasoner.checker.words import plain, quoted, referent
from defeasible.reasoner.forms import Constraint
from defeasible.reasoner.forms.ontology import PHRASES
from defeasible.reasoner.trace import (
    AssumptionStep,
    BalanceStep,
    ChainStep,
    ConflictStep,
    ConsistencyStep,
    ConstraintStep,
    CueStep,
    FactStep,
    ReachStep,
    ReplacementStep,
    RetractionStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from defeasible.reasoner.forms import DialogueFact, DialogueFacts
    from defeasible.reasoner.trace import Trace

COMPARED = 1000
"""Most facts of which all pairs are tested for conflicts that a trace omits."""

NO_CONFLICT = "there is no conflict"
"""The reason why no phrase that does not fit was found."""


def check_dialogue(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of a dialogue trace."""
    if any(isinstance(step, BalanceStep | CueStep) for step in trace.steps):
        yield from check_slots(trace)
        return
    failures = [*_declared(trace), *_rules(trace)]
    yield from failures
    if not failures:
        yield from _Proof(trace).check()


def check_facts_form(trace: Trace, form: DialogueFacts) -> Iterator[Failure]:
    """Yield failures if the facts of a trace differ from those of a form."""
    if trace.sources != form.sources:
        yield Failure(0, "its source texts are not the form's")
    if any(isinstance(step, BalanceStep) for step in trace.steps):
        return
    if trace.phrases != form.phrases:
        yield Failure(0, "what its symbols stand for is not what the form declares")
    stated = tuple(step.fact for step in trace.steps if isinstance(step, FactStep))
    if stated != form.facts:
        yield Failure(0, "its facts are not the form's")
    unread = [_unread(number) for number in form.unread]
    if [step.reason for step in trace.steps if isinstance(step, AssumptionStep)] != unread:
        yield Failure(0, "the turns that were not understood are not those of the form")


def _unread(turn: int) -> str:
    return f"turn {turn} was not understood"


def _declared(trace: Trace) -> Iterator[Failure]:
    phrases = {phrase.id: phrase for phrase in trace.phrases}
    if len(phrases) < len(trace.phrases):
        yield Failure(0, "two phrases have the same id")
    lengths = {source.id: len(source.text) for source in trace.sources}
    seen: set[str] = set()
    for number, step in enumerate(trace.steps, 1):
        if not isinstance(step, FactStep):
            continue
        fact = step.fact
        if fact.id in seen:
            yield Failure(number, f"fact `{fact.id}` was stated before")
        seen.add(fact.id)
        if fact.span and not 0 <= fact.span.start <= fact.span.end <= lengths.get(fact.span.source, -1):
            yield Failure(number, "its span lies outside its source")
        slot = slot_table().get(fact.slot)
        if slot is None:
            yield Failure(number, f"the ontology has no slot `{fact.slot}`")
        elif fact.subject not in phrases or fact.value not in phrases:
            yield Failure(number, "it is about a phrase that is not declared")
        else:
            fitting = {kind: kinds for kind, kinds in PHRASES.items() if kind == slot["value"]}
            if phrases[fact.subject].kind != slot["subject"]:
                yield Failure(number, f"its subject is not of kind {slot['subject']}")
            if phrases[fact.value].kind not in next(iter(fitting.values())):
                yield Failure(number, f"its value cannot be of kind {phrases[fact.value].kind}")


def _rules(trace: Trace) -> Iterator[Failure]:
    files = {"ontology": ontology_rules(), "commonsense": commonsense_rules()}
    for number, step in enumerate(trace.steps, 1):
        if not isinstance(step, ConstraintStep):
            continue
        rule = step.rule
        if step.origin != "given":
            if files[step.origin].get(rule.id) != rule:
                yield Failure(number, f"the {step.origin} has no such rule `{rule.id}`")
        elif isinstance(rule, Constraint) or rule.id in commonsense_rules() or rule.id.startswith("not: "):
            yield Failure(number, f"rule `{rule.id}` cannot be given")


class _Proof:
    """One trace under check, with what its steps state."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.last = len(trace.steps)
        self.judge = Facts(trace.phrases)
        self.facts = {n: s.fact for n, s in enumerate(trace.steps, 1) if isinstance(s, FactStep)}
        self.stated = {n: s.rule for n, s in enumerate(trace.steps, 1) if isinstance(s, ConstraintStep)}
        given = [s.rule for s in trace.steps if isinstance(s, ConstraintStep) and s.origin == "given"]
        self.all: list[Rule] = [*ontology_rules().values(), *commonsense_rules().values(), *given]
        self.key = {phrase.id: referent(phrase) for phrase in trace.phrases}

    def check(self) -> Iterator[Failure]:
        sound = True
        for number, step in enumerate(self.trace.steps, 1):
            failure = self._step(step)
            if failure:
                sound = False
                yield Failure(number, failure)
        if sound:
            failure = self._conclusion()
            if failure:
                yield Failure(self.last, failure)

    def _step(self, step: object) -> str:
        match step:
            case ConflictStep():
                return self._conflict(step)
            case ConsistencyStep():
                return self._holds(step.facts)
            case ReplacementStep():
                return self._replacement(step)
            case RetractionStep():
                return self._retraction(step)
            case ChainStep():
                return self._chain(step)
            case ReachStep():
                return self._reach(step)
            case AssumptionStep():
                turns = range(1, len(self.trace.sources) + 1)
                known = step.reason in map(_unread, turns)
                return "" if known else "it assumes something else than that a turn was not understood"
            case _:
                return ""

    def _some(self, numbers: Iterable[int]) -> list[DialogueFact] | None:
        """Return the facts of some steps; None if one of them is not a fact or occurs twice."""
        listed = list(numbers)
        if len(set(listed)) < len(listed) or any(n not in self.facts for n in listed):
            return None
        return [self.facts[n] for n in listed]

    def _conflict(self, step: ConflictStep) -> str:
        facts = self._some(step.facts)
        if not facts or any(n not in self.stated for n in step.by):
            return "rests on something else than facts and rules"
        if not self.judge.broken(facts, [self.stated[n] for n in step.by]):
            return "its facts can all hold by the rules it names"
        for left_out in facts:
            if self.judge.broken([fact for fact in facts if fact is not left_out], self.all):
                return f"it is not minimal: it stays without fact `{left_out.id}`"
        return ""

    def _holds(self, numbers: Iterable[int]) -> str:
        facts = self._some(numbers)
        if facts is None:
            return "rests on something else than facts"
        return "its facts cannot all hold" if self.judge.broken(facts, self.all) else ""

    def _replacement(self, step: ReplacementStep) -> str:
        needing = tuple(n for n, fact in self.facts.items() if self._needs(fact, step.phrase))
        if step.without != needing:
            return "these are not the facts that need the phrase"
        if step.left:
            remaining = self.trace[step.left[0]]
            if len(step.left) > 1 or not isinstance(remaining, ConflictStep):
                return "what is left is not a conflict"
            return "the conflict that is left needs the phrase" if set(remaining.facts) & set(needing) else ""
        return self._holds(n for n in self.facts if n not in needing)

    def _needs(self, fact: DialogueFact, phrase: str) -> bool:
        texts = {p.id: p.text for p in self.trace.phrases}
        said = quoted(self.trace.sources, fact.span)
        wanted = plain(phrase)
        places = (texts[fact.subject], texts[fact.value], said)
        return bool(wanted) and any(wanted in plain(place) for place in places)

    def _retraction(self, step: RetractionStep) -> str:
        reason = self.trace[step.because[0]] if len(step.because) == 1 else None
        if not isinstance(reason, ConflictStep) or step.replaced_by is not None:
            return "gives no conflict as its reason"
        if step.target not in reason.facts:
            return "what it takes back is not in the conflict"
        gone = {s.target for s in self.trace.steps if isinstance(s, RetractionStep)}
        turn = {source.id: n for n, source in enumerate(self.trace.sources)}

        def when(number: int) -> tuple[int, int]:
            span = self.facts[number].span
            return (-1 if span is None else turn[span.source], number)

        for other in reason.facts:
            if other != step.target and (other in gone or when(other) < when(step.target)):
                return f"fact {other}, for which it gives way, does not stand or is earlier"
        return ""

    def _ends(self, fact: DialogueFact) -> tuple[tuple[str, str], tuple[str, str]] | None:
        """Return the cause and the effect of a fact, or None if it has none."""
        domain = slot_table()[fact.slot]["domain"]
        if not fact.polarity or domain not in ("cause", "consequence"):
            return None
        subject, value = self.key[fact.subject], self.key[fact.value]
        return (value, subject) if domain == "cause" else (subject, value)

    def _chain(self, step: ChainStep) -> str:
        facts = self._some(step.along)
        if not facts or step.cause not in self.key or step.effect not in self.key:
            return "rests on something else than facts about its events"
        here = self.key[step.cause]
        for fact in facts:
            ends = self._ends(fact)
            if ends is None or ends[0] != here:
                return f"fact `{fact.id}` does not go on where the chain stands"
            here = ends[1]
        return "" if here == self.key[step.effect] else "the chain does not end at the effect"

    def _reach(self, step: ReachStep) -> str:
        if any(name not in self.key for name in (step.cause, step.effect, *step.reached)):
            return "names a phrase that is not declared"
        links = [ends for fact in self.facts.values() if (ends := self._ends(fact))]
        reached = {self.key[step.cause]}
        growing = True
        while growing:
            more = {effect for cause, effect in links if cause in reached} - reached
            growing = bool(more)
            reached |= more
        if {self.key[name] for name in step.reached} != reached:
            return "it does not lead to just these events"
        if step.facts != tuple(n for n, fact in self.facts.items() if self._ends(fact)):
            return "it does not rest on all facts by which something leads to something"
        return "it does lead to the effect" if self.key[step.effect] in reached else ""

    # --- The conclusion -----------------------------------------------------------------------------------

    def _conclusion(self) -> str:
        last = self.trace.conclusion
        if last.flips or last.goal is not None or last.comparison or last.before is not None or last.change:
            return "it concludes what no dialogue shows"
        listed = sum(isinstance(step, ConflictStep) for step in self.trace.steps)
        reasons = {
            Verdict.INCONSISTENT: f"only the first {listed} conflicts are listed",
            Verdict.UNKNOWN: NO_CONFLICT,
        }
        if last.reason and last.reason != reasons.get(last.verdict):
            return "it gives a reason that is none"
        kinds = {type(self.trace[n]) for n in last.uses}
        if kinds and kinds <= {ChainStep, ReachStep}:
            return self._caused()
        if any(isinstance(step, ReplacementStep) for step in self.trace.steps):
            return self._replaced()
        if kinds == {ConsistencyStep}:
            return self._consistent()
        if kinds == {ConflictStep}:
            return self._conflicting()
        return "it rests on steps that do not bear it"

    def _caused(self) -> str:
        uses = [self.trace[n] for n in self.trace.conclusion.uses]
        ways = [(s.cause, s.effect) for s in uses if isinstance(s, ChainStep | ReachStep)]
        if len(uses) != 2 or ways[0] != ways[1][::-1]:
            return "it does not look both ways between two events"
        shown = tuple(isinstance(step, ChainStep) for step in uses)
        right = {
            (True, True): Verdict.INCONSISTENT,
            (True, False): Verdict.ENTAILED,
            (False, True): Verdict.REFUTED,
            (False, False): Verdict.UNKNOWN,
        }[(shown[0], shown[1])]
        stated = self.trace.verdict is right and not self.trace.conclusion.reason
        return "" if stated else f"what it rests on shows {right}"

    def _replaced(self) -> str:
        steps = [(n, s) for n, s in enumerate(self.trace.steps, 1) if isinstance(s, ReplacementStep)]
        first = self.trace.conclusion.uses[:1]
        if not first or not isinstance(self.trace[first[0]], ConflictStep):
            return "it shows no conflict to dissolve"
        if self.trace.conclusion.uses[1:] != tuple(n for n, _ in steps):
            return "it does not rest on all phrases that were tried"
        if len({step.phrase for _, step in steps}) < len(steps):
            return "it tries a phrase twice"
        fitting = sum(bool(step.without) and not step.left for _, step in steps)
        if self.trace.conclusion.reason:
            return "it gives a reason that is none"
        right = Verdict.ENTAILED if fitting == 1 else Verdict.UNKNOWN
        return "" if self.trace.verdict is right else f"{fitting} phrases dissolve the conflicts: {right}"

    def _consistent(self) -> str:
        last = self.trace.conclusion
        step = self.trace[last.uses[0]]
        gone = [s.target for s in self.trace.steps if isinstance(s, RetractionStep)]
        if len(set(gone)) < len(gone):
            return "a fact is taken back twice"
        standing = tuple(n for n in self.facts if n not in gone)
        if len(last.uses) > 1 or not isinstance(step, ConsistencyStep) or step.facts != standing:
            return "it does not speak of all facts that stand"
        asked = last.verdict is Verdict.UNKNOWN and not gone and last.reason == NO_CONFLICT
        return "" if last.verdict is Verdict.ENTAILED or asked else "its facts can all hold"

    def _conflicting(self) -> str:
        last = self.trace.conclusion
        if last.verdict is not Verdict.INCONSISTENT:
            return "its facts cannot all hold"
        steps = {n: s for n, s in enumerate(self.trace.steps, 1) if isinstance(s, ConflictStep)}
        if last.uses != tuple(steps) or any(isinstance(s, RetractionStep) for s in self.trace.steps):
            return "it does not rest on all conflicts of the trace"
        listed = {frozenset(step.facts) for step in steps.values()}
        if len(listed) < len(steps):
            return "a conflict is listed twice"
        if last.reason:
            return ""
        rest = [fact for n, fact in self.facts.items() if not any(n in core for core in listed)]
        if self.judge.broken(rest, self.all):
            return "the facts that are in no conflict cannot all hold"
        return self._hidden(listed) if len(self.facts) <= COMPARED else ""

    def _hidden(self, listed: set[frozenset[int]]) -> str:
        """Return a fault if a conflict of two facts, each of which can hold alone, is not listed."""
        near: dict[tuple[str, str], list[int]] = defaultdict(list)
        alone = {n for n, fact in self.facts.items() if self.judge.broken([fact], self.all)}
        for n, fact in self.facts.items():
            for key in {self.key[fact.subject], self.key[fact.value]}:
                near[key].append(n)
        pairs = {pair for group in near.values() for pair in combinations(group, 2)}
        for a, b in sorted(pairs):
            if a in alone or b in alone or frozenset({a, b}) in listed:
                continue
            if self.judge.broken([self.facts[a], self.facts[b]], self.all):
                return f"it leaves out that facts {a} and {b} cannot both hold"
        return ""

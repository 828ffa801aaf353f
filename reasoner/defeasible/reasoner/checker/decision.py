"""Check a decision against its question: is it proved, and does the proof answer this question?

The step checkers look at a trace alone. Here its texts are read again and its evidence is computed again if
the parser and the sources are available, and the decision's fields are compared with what the trace proves.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, cast

from defeasible.reasoner.basis import Basis, shipped
from defeasible.reasoner.checker.answer import answered
from defeasible.reasoner.checker.answers import answers
from defeasible.reasoner.checker.asked import check_texts, check_unread
from defeasible.reasoner.checker.check import TOO_DEEP, is_silent, is_unread
from defeasible.reasoner.checker.confidence import confidence
from defeasible.reasoner.checker.inputs import SHIPPED, check_evidence, likely_sizes
from defeasible.reasoner.checker.logic import LOGIC
from defeasible.reasoner.checker.report import Failure, Report
from defeasible.reasoner.checker.structure import check_structure
from defeasible.reasoner.checker.weights import READ_IN_PART
from defeasible.reasoner.decision import UNFINISHED, Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Conditional, DialogueFacts, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.question import (
    BaseQuestion,
    ChoiceQuestion,
    EvidenceQuestion,
    StateChangeQuestion,
    StoryRevisionQuestion,
    WeighingQuestion,
)
from defeasible.reasoner.trace import FAMILIES, AssumptionStep, EvidenceStep
from defeasible.reasoner.trace.steps import AnswerStep, RankingStep
from defeasible.reasoner.verdict import Branch, Change, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.evidence import Evidence, RoleSource
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.question import Question
    from defeasible.reasoner.trace import Trace

NEAR = 1e-6
"""Tolerance between a confidence and the value computed from the weights."""
READ_AGAIN = "its texts, read again, say what the trace states and ask what it concludes"
SHARED_GIVEN = "the second reading: that a language model read the texts alike"
APART_GIVEN = "the second reading: that a language model did not read the texts alike"
READING_GIVEN = "the reading: that what the trace states is what the texts say, and its goal what is asked"
FORM_GIVEN = "the form: that it says what any text behind it says"
WEIGHED_AGAIN = "its evidence, worked out again"
EVIDENCE_GIVEN = "the evidence: who claims what, and with what weight"
OTHERS_GIVEN = "the evidence of others than the package's lexicons"
STEPS = "every step of the trace"
FIELDS = "verdict, answer, before and change of the decision"
SURE = "its confidence, from the weights in the trace"
MODELS_WORD = "a language model's word"
RANKED = "a ranking of words of the text by weights"
MEANT = "that the new story is as the question wants it in all but the counterfactual"
SECOND_GIVEN = "that the second state follows from the second version alone, and the first not from it"
PROSE = "the wording of reasons, and which engine is named"


def check_decision(question: Question, decision: Decision, basis: Basis | None = None) -> Report:
    """Check a decision against its question.

    Args:
        question: The question.
        decision: The decision, whoever made it.
        basis: The parser and the sources of evidence to use again; by default the grammar and the lexicons
            of the package. `Reasoner.basis` is that of your own reasoner.

    Returns:
        VERIFIED if the decision answers the question and follows from what the report takes as given; FAILED
        with the faulty steps; UNPROVED if nothing is wrong, but nothing, or not everything, is proved.

    Raises:
        UsageError: If an argument is not a decision or a question, or no decider takes the question.
    """
    if not isinstance(decision, Decision):
        raise UsageError(f"{decision!s:.80} is not a decision", hint="pass what `Reasoner.decide` returned")
    if not hasattr(question, "task"):
        raise UsageError(
            f"{question!s:.80} is not a question", hint="pass one of `defeasible.reasoner.question`"
        )
    trace = decision.trace
    try:
        if broken := tuple(check_structure(trace)):
            return Report(broken)
        basis = shipped() if basis is None else basis
        if trace.task == question.task and isinstance(question, (StoryRevisionQuestion, StateChangeQuestion)):
            return _written(question, decision, basis)
        return _Check(question, decision, trace, basis).report()
    except RecursionError:
        return Report((TOO_DEEP,))


def _written(
    question: StoryRevisionQuestion | StateChangeQuestion, decision: Decision, basis: Basis
) -> Report:
    """Check a written text against its question; the proof is about a state of a story."""
    trace, end = decision.trace, len(decision.trace.steps)
    checked = _Check(question, decision, trace, basis)
    if is_unread(trace):
        return checked.report()
    if is_silent(trace):
        return checked.unanswered()
    shown = question.of(decision.answer)
    if shown is None or (decision.answer is not None and trace.verdict is not Verdict.ENTAILED):
        return Report((Failure(end, "nothing shows that the answer is one"),))
    if any(check_texts(trace, shown)):
        return Report((Failure(0, "its sources are not the texts that its answer makes of the question"),))
    branch = decision.branch
    if branch is Branch.ARBITRATION and basis.others and isinstance(question, StateChangeQuestion):
        # A model chose among pairs that are equally valid.
        branch = Branch.SYMBOLIC
    report = _Check(shown, replace(decision, answer=None, branch=branch), trace, basis).report()
    if report.failures:
        return report
    if decision.answer is None:
        return replace(report, unproved=(*report.unproved, "no text was written"))
    given = MEANT if isinstance(question, StoryRevisionQuestion) else SECOND_GIVEN
    return replace(report, given=(*report.given, given))


class _Check:
    """One decision under check, with the findings so far."""

    def __init__(self, question: Question, decision: Decision, trace: Trace, basis: Basis) -> None:
        self.question, self.decision, self.trace, self.basis = question, decision, trace, basis
        self.last, self.end = trace.conclusion, len(trace.steps)
        self.kinds = [*map(type, trace.steps)]
        self.failures: list[Failure] = []
        self.unproved: list[str] = []
        self.verified: list[str] = []
        self.given: list[str] = []
        self.read_again = False

    def report(self) -> Report:
        """Check everything and return the report."""
        if self.decision.branch not in self.basis.branches:
            self._fail(0, f"branch {self.decision.branch} answers, which may not answer here")
        if self.trace.task == "answer":
            self._spoken()
        elif is_unread(self.trace):
            self._unread()
        else:
            self._proved()
        if self.failures:
            return Report(tuple(self.failures))
        return Report((), tuple(self.unproved), tuple(self.verified), tuple(self.given))

    def _fail(self, step: int, reason: str) -> None:
        self.failures.append(Failure(step, reason))

    # --- traces without a proof ---------------------------------------------------------------------------

    def _spoken(self) -> None:
        """Check an answer of a language model alone, or of weights that ranked words of the text."""
        logic = LOGIC["answer"]
        self.failures += [*logic.steps(self.trace), *logic.asked(self.trace, self.question, None)]
        if self.failures:
            return
        said, answer = self.trace.steps[0], answered(self.trace)
        if isinstance(said, RankingStep):
            self._concludes(answer, 0.0)
            weighed = Branch.SYMBOLIC if len(self.trace.steps) == 2 else Branch.ARBITRATION
            if self.decision.branch is not weighed:
                self._fail(self.end, f"words are ranked, which is branch {weighed}")
            self.unproved.append(RANKED)
            return
        assert isinstance(said, AnswerStep)
        self._concludes(answer, max(said.shares) if said.option else 0.0)
        if self.decision.branch not in (Branch.NEURAL, Branch.FALLBACK):
            self._fail(self.end, f"a model answers alone, which is no branch {self.decision.branch}")
        elif self.decision.branch is Branch.FALLBACK and self.basis.parser is not None:
            form = self.question.read(self.basis.parser)
            if isinstance(form, Unparsed):
                self.verified.append("the text is not understood when it is read again")
            elif isinstance(form, Story | DialogueFacts | tuple):
                self.given.append("that logic leaves the question open")
            else:
                self._fail(self.end, "a model answers alone, but the text is understood when read again")
        self.unproved.append(f"a language model's word: {said.failure}" if said.failure else MODELS_WORD)

    def unanswered(self) -> Report:
        """Check a trace that only says that there is no answer."""
        self.failures += check_texts(self.trace, self.question)
        self._concludes(None, 0.0)
        if self.decision.branch is not Branch.SYMBOLIC:
            self._fail(self.end, f"logic found no answer, which is no branch {self.decision.branch}")
        if self.failures:
            return Report(tuple(self.failures))
        return Report(unproved=(f"there is no answer: {self.last.reason}",))

    def _unread(self) -> None:
        """Check a trace that only says that the text was not understood."""
        self.failures += check_texts(self.trace, self.question)
        if self.trace.task != self.question.task:
            self._fail(0, f"it is a {self.trace.task} trace, the question is one of {self.question.task}")
        self._concludes(None, 0.0)
        parser = self.basis.parser
        if parser is None and self.question.in_words:
            self.given.append("that the text cannot be read")
        elif isinstance(self.question.read(cast("Parser", parser)), Unparsed):
            self.verified.append("the text is not understood when it is read again")
        else:
            self._fail(self.end, "says that the text could not be read, but it is read")
        self.unproved.append(f"the text was not understood: {self.last.reason}")

    # --- proofs -------------------------------------------------------------------------------------------

    def _proved(self) -> None:
        trace, question = self.trace, self.question
        weighed = trace.task == "evidence" and isinstance(question, ChoiceQuestion) and self.basis.others
        if trace.task != question.task and not weighed:
            self._fail(0, f"it is a {trace.task} trace, the question is one of {question.task}")
            return
        self.failures += LOGIC[trace.task].steps(trace)
        if self.failures:
            return
        form = self._form()
        if self.failures:
            return
        self._evidence(form)
        self._branch()
        if self.failures:
            return
        possible: tuple[str | None, ...] | None = (None,)
        verdict = self.last.verdict
        if verdict.decided and verdict is not Verdict.INCONSISTENT:
            possible = answers(question, trace, form)
        if possible is None:
            self.given.append("the answer: that the option says what was proved")
            self._concludes(self.decision.answer, self._sure())
        else:
            if len(possible) > 1 and self.decision.answer in possible:
                self.unproved.append("the trace shows nothing of some options, which may follow as well")
                possible = (self.decision.answer,)
            self._concludes(possible[0], self._sure())
        self._times()
        self.verified += (STEPS, FIELDS)
        if AssumptionStep in self.kinds:
            self.given.append("assumptions, on which no step rests")
        self.given.append(PROSE)

    def _form(self) -> object:
        """Read the texts again and compare the trace with them; return the form, or None."""
        trace, question, parser = self.trace, self.question, self.basis.parser
        if question.in_words:
            self.failures += check_texts(trace, question)
            if parser is None and not self.failures:
                self.failures += check_unread(trace, question)
                self.given.append(READING_GIVEN)
            if parser is None or self.failures:
                return None
        form = question.read(cast("Parser", parser))
        if isinstance(form, Unparsed) and self.basis.second:
            self.failures += check_unread(trace, question)
            self.given.append(READING_GIVEN)
            return None
        if isinstance(form, Unparsed):
            self._fail(self.end, f"concludes {trace.verdict}, but the text is not understood when read again")
            return None
        if question.in_words:
            self.verified.append(READ_AGAIN)
            self.read_again = True
        else:
            self.given.append(FORM_GIVEN)
        if not isinstance(form, FAMILIES[trace.task].form):
            self._fail(0, f"it is a {trace.task} trace, the question is about a {type(form).__name__}")
        elif self.last.verdict is Verdict.UNPARSED:
            self._fail(self.end, "says that the text could not be read, but here is what was read")
        else:
            self.failures += LOGIC[trace.task].asked(trace, question, form)
        return form

    def _sure(self) -> float | None:
        """Return the confidence that the trace shows, halved if two readers do not agree."""
        sure = confidence(self.trace)
        if not sure or not (self.basis.second and self.question.in_words):
            return sure
        apart = sure * READ_IN_PART
        # If the available parser cannot read the text, the second reader read it alone.
        alone = self.basis.parser is not None and not self.read_again
        if alone or (apart and abs(self.decision.confidence - apart) <= NEAR):
            self.given += [] if alone else [APART_GIVEN]
            return apart
        self.given.append(SHARED_GIVEN)
        return sure

    def _evidence(self, form: object) -> None:
        """Compute the evidence again if its source is available."""
        trace, question = self.trace, self.question
        weighed = EvidenceStep in self.kinds
        again: Sequence[Evidence] | None = None
        if isinstance(question, WeighingQuestion):
            again = question.evidence
        elif isinstance(question, EvidenceQuestion) and isinstance(form, Premises):
            again = question.weighed(form)
        elif isinstance(form, SizeContext) and self.basis.sizes is not None:
            again = (*likely_sizes(form), *self.basis.sizes(form))
        elif isinstance(form, Premises) and trace.task == "belief" and self.basis.roles is not None:
            again = roles_again(form, self.basis.roles)
        elif trace.task == "evidence" and isinstance(question, ChoiceQuestion):
            again = ()  # only evidence from other sources
        elif trace.task not in ("belief", "size", "base", "evidence"):
            return
        if again is None:
            self.given += [EVIDENCE_GIVEN] if weighed else []
            return
        if weighed or again:
            self.failures += check_evidence(trace, again, others=self.basis.others)
        if weighed:
            self.verified += [WEIGHED_AGAIN] if again else []
            self.given += [OTHERS_GIVEN] if self.kinds.count(EvidenceStep) > len(again) else []

    def _branch(self) -> None:
        """Check that the branch names who answered: logic, with or without evidence from a model."""
        branch = self.decision.branch
        if branch is Branch.SYMBOLIC:
            return
        if branch is Branch.ARBITRATION:
            others = (s for s in self.trace.steps if isinstance(s, EvidenceStep))
            if not self.basis.others or all(step.source.startswith(SHIPPED) for step in others):
                self._fail(0, "it is said to hinge on a model, but no evidence is a model's")
        else:
            self._fail(0, f"logic answers, not branch {branch}")

    def _times(self) -> None:
        """Name the steps for which time ran out; what they might show is unproved."""
        timeout = Verdict.TIMEOUT
        if self.last.verdict is timeout:
            self.unproved.append("the time ran out")
            return
        steps = enumerate(self.trace.steps, 1)
        late = [number for number, step in steps if getattr(step, "verdict", None) is timeout]
        if late:
            self.unproved.append(f"the time ran out for step {', '.join(map(str, late))}")

    def _concludes(self, answer: str | None, sure: float | None) -> None:
        """Compare the decision's fields with what the trace proves."""
        decision, last = self.decision, self.last
        before, change = last.before, last.change
        if isinstance(self.question, BaseQuestion):
            before = self.question.before
            known = before is not None and last.verdict.decided
            change = Change.between(before, last.verdict) if before is not None and known else None
        proved = (last.verdict, answer, before, change)
        if (decision.verdict, decision.answer, decision.before, decision.change) != proved:
            for name, value in zip(("verdict", "answer", "before", "change"), proved, strict=True):
                if (said := getattr(decision, name)) != value:
                    self._fail(
                        self.end, f"it proves {name} {_shown(value)}, the decision says {_shown(said)}"
                    )
        if sure is None or (decision.confidence < sure - NEAR and UNFINISHED in decision.reason):
            self.given.append("the confidence")
        elif not abs(decision.confidence - sure) <= NEAR:  # false for `nan`
            said = f"the decision says {decision.confidence:.6g}"
            self._fail(self.end, f"its weights come to confidence {sure:.6g}, {said}")
        else:
            self.verified.append(SURE)


def roles_again(form: Premises, roles: RoleSource) -> tuple[Evidence, ...]:
    """Return a source's evidence on each pair of conditionals with one consequent and no stated role."""
    conditionals = [s for s in form.statements if isinstance(s, Conditional)]
    return tuple(
        [
            item
            for earlier, later in combinations(conditionals, 2)
            if earlier.then == later.then and earlier.if_ != later.if_ and later.of != earlier.id
            for item in roles(form, earlier, later)
        ]
    )


def _shown(value: str | None) -> str:
    return "none" if value is None else f"`{value}`"

"""Sizes: which of two objects is bigger? A model's opinion is evidence if the text leaves it open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.eval.asking.asking import Asking, GoldEvidence
from defeasible.reasoner.evidence import MAX_WEIGHT, Evidence, SizeClaim, SizeSource, no_sizes
from defeasible.reasoner.forms import Comparison, SizeContext
from defeasible.reasoner.question import SizeQuestion
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from defeasible.eval.pipelines.hybrid import Weighing
    from defeasible.reasoner.decision import Decision


@dataclass(frozen=True, slots=True)
class Sizes(Asking[SizeQuestion]):
    """Which of two objects is bigger, in a context or in general?"""

    prompts: str = "ccons"
    style: str = "question"
    question = SizeQuestion

    def fields(self, question: SizeQuestion) -> Mapping[str, object]:
        """Return `context`."""
        return {"context": question.context}

    def options(self, question: SizeQuestion) -> tuple[str, ...]:
        """Return the two objects."""
        return question.options

    def weigh(self, asked: Weighing[SizeQuestion], plain: Decision) -> Decision:
        """Ask the model which is usually bigger, unless the text alone decides."""
        if asked.weightless or asked.decide(sizes=no_sizes).verdict is not Verdict.UNKNOWN:
            return plain
        opinion = asked.ask()
        odds = 0.0 if opinion.failure else opinion.odds(*asked.question.options)
        if not odds:
            return plain
        weight, why = min(abs(odds), MAX_WEIGHT), opinion.reason(*asked.question.options)

        def believing(*, first: bool) -> SizeSource:
            def source(form: SizeContext, /) -> tuple[Evidence, ...]:
                assert form.question is not None  # the parser was given two objects
                bigger, smaller = form.question if first else form.question[::-1]
                claim = SizeClaim(Comparison(bigger, ">", smaller))
                return (*asked.sizes(form), Evidence(claim, weight, asked.model, why))

            return source

        return asked.hinging(
            asked.decide(sizes=believing(first=odds > 0)), asked.decide(sizes=believing(first=odds < 0))
        )

    def gold_evidence(self, question: SizeQuestion, gold: str) -> Iterator[GoldEvidence]:
        """Yield the claim that the gold object is usually the bigger one."""

        def bigger(form: SizeContext, /) -> tuple[Evidence, ...]:
            assert form.question is not None  # the parser was given two objects
            first, second = form.question if gold == question.options[0] else form.question[::-1]
            return (Evidence(SizeClaim(Comparison(first, ">", second)), MAX_WEIGHT, "gold"),)

        yield GoldEvidence(f"if {gold!r} is usually the bigger one", sizes=bigger)


SIZES = Sizes()

"""Print answers of a language model alone, and rankings by weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.text import quote
from defeasible.reasoner.trace.steps import RankingStep

if TYPE_CHECKING:
    from defeasible.reasoner.trace.render.names import Names
    from defeasible.reasoner.trace.steps import AnswerStep

_WAY = {"generate": "wrote", "score": "scored"}


def lines(step: AnswerStep | RankingStep, names: Names) -> list[str]:
    """Return the lines of one step, without its number: first its content, then its reasons."""
    return _ranking(step, names) if isinstance(step, RankingStep) else _answer(step, names)


def _answer(step: AnswerStep, names: Names) -> list[str]:
    """Return who chose which option, and the share of each option."""
    if step.failure:
        said = f"nothing: {step.failure}"
    elif not step.shares:
        return [f'model {step.model} {_WAY[step.way]}  "{step.words}"']
    elif step.option is None:
        said = "several options, which it finds equally likely"
    else:
        said = f'"{step.option if step.options else names.texts.get(step.option, step.option)}"'
    shares = [
        f'{share:.2f}  "{step.options[place] if step.options else names.texts.get(f"q{place + 1}", "")}"'
        for place, share in enumerate(step.shares)
    ]
    words = [f"in its words: {step.words}"] if step.words else []
    return [f"model {step.model} {_WAY[step.way]}  {said}", *shares, *words]


def _ranking(step: RankingStep, names: Names) -> list[str]:
    """Return the best candidate with its reasons, then the others."""
    best = step.ranked[0]
    words = [f'from "{quote(names.sources, span)}" ({span.source})' for span in best.spans]
    rest = [f'{one.share:.2f}  "{one.text}"' for one in step.ranked[1:]]
    head = f'ranked first ({step.by})  {best.share:.2f}  "{best.text}"'
    return [head, *words, *(f"because {why}" for why in best.reasons), *rest]

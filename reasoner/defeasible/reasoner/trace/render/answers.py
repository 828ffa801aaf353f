"""Prints what a language model says by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from defeasible.reasoner.trace.render.names import Names
    from defeasible.reasoner.trace.steps import AnswerStep

_WAY = {"generate": "wrote", "score": "scored"}


def lines(step: AnswerStep, names: Names) -> list[str]:
    """Return the lines of one step, without its number: who chose what, and how likely each option is."""
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

"""All syllogisms: every pair of categorical premises with every conclusion, against models of three kinds."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from defeasible.reasoner import Reasoner, Verdict, check_decision
from defeasible.reasoner.checker import State
from defeasible.reasoner.question import EntailmentQuestion

SAID = {"A": "All {} are {}.", "I": "Some {} are {}.", "E": "No {} are {}.", "O": "Some {} are not {}."}
S, M, P = range(3)
FIGURES = (((S, M), (M, P)), ((M, S), (M, P)), ((S, M), (P, M)), ((M, S), (P, M)))
TYPES = tuple(product((False, True), repeat=3))
WORLDS = tuple(
    tuple(t for t, on in zip(TYPES, bits, strict=True) if on) for bits in product((0, 1), repeat=8)
)
"""Each set of kinds of things that there may be, by what they are."""


def holds(form: str, of: tuple[int, int], world: tuple[tuple[bool, ...], ...]) -> bool:
    own = [t[of[1]] for t in world if t[of[0]]]
    return {"A": all(own), "I": any(own), "E": not any(own), "O": not all(own)}[form]


def follows(form: str, of: tuple[int, int], worlds: list[tuple[tuple[bool, ...], ...]]) -> Verdict:
    held = {holds(form, of, world) for world in worlds}
    return Verdict.UNKNOWN if len(held) == 2 else Verdict.ENTAILED if held == {True} else Verdict.REFUTED


@pytest.mark.parametrize("figure", range(4))
@pytest.mark.parametrize(
    "words", [("artists", "beekeepers", "chemists"), ("nurses", "smokers", "runners")], ids=" ".join
)
def test_all_syllogisms(figure: int, words: tuple[str, ...]) -> None:
    first, second = FIGURES[figure]
    found: Counter[str] = Counter()
    for (one, other), form, of in product(product(SAID, repeat=2), SAID, ((S, P), (P, S))):
        worlds = [w for w in WORLDS if holds(one, first, w) and holds(other, second, w)]
        there = [w for w in worlds if all(any(t[kind] for t in w) for kind in (S, M, P))]
        text = [SAID[k].format(*(words[n] for n in places)) for k, places in ((one, first), (other, second))]
        question = EntailmentQuestion(tuple(text), SAID[form].format(*(words[n] for n in of)))
        decision = Reasoner().decide(question)
        plain, granted = follows(form, of, worlds), follows(form, of, there)
        if decision.confidence == 1:
            assert decision.verdict is plain, (text, question.query)
        else:  # what only follows if there are things of each kind
            assert (decision.verdict, Verdict.UNKNOWN) == (granted, plain), (text, question.query)
            assert "rests on a default" in decision.reason
        found[decision.verdict] += plain.decided
        if decision.verdict.decided:
            assert check_decision(question, decision).state is State.VERIFIED, (text, question.query)
    assert min(found[Verdict.ENTAILED], found[Verdict.REFUTED]) > 0


def test_existence_alone_proves_no_member() -> None:
    text = ["Some dogs bark.", "Rex is a dog."]
    assert Reasoner().entails(text, "Rex barks.").verdict is Verdict.UNKNOWN


def test_two_claims_need_not_be_of_one_thing() -> None:
    text = ["Some guests sang.", "Some guests danced.", "All guests who sang and danced are happy."]
    assert Reasoner().entails(text, "Some guests are happy.").verdict is Verdict.UNKNOWN

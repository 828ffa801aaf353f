"""The checker's own solver against brute force, and against its truth tables."""

from random import Random

from builders import brute_force, random_formula

from defeasible.reasoner.checker.dpll import Search
from defeasible.reasoner.checker.truth import _minimal_by_search, minimally_unsatisfiable, true_in
from defeasible.reasoner.logic import TRUE
from defeasible.reasoner.verdict import Verdict


def test_search_agrees_with_brute_force_on_every_choice_of_formulas() -> None:
    random, found = Random(4), 0
    for _ in range(600):
        names = [f"a{i}" for i in range(1, random.randint(2, 6))]
        formulas = [random_formula(random, names, 3) for _ in range(random.randint(1, 6))]
        search = Search(formulas)
        for _ in range(4):
            chosen = [i for i in range(len(formulas)) if random.random() < 0.6]
            model = search.model(chosen)
            possible = brute_force([formulas[i] for i in chosen], TRUE) is not Verdict.INCONSISTENT
            assert (model is not None) is possible
            assert model is None or all(true_in(formulas[i], model) for i in chosen)
            found += possible
    assert 1200 < found < 2300


def test_search_and_tables_agree_on_minimality() -> None:
    random, outcomes = Random(5), set()
    for _ in range(600):
        formulas = [random_formula(random, ["a1", "a2", "a3"], 2) for _ in range(random.randint(0, 4))]
        last = random_formula(random, ["a1", "a2", "a3"], 2)
        problem = minimally_unsatisfiable(formulas, last)
        assert _minimal_by_search(formulas, last) == problem
        outcomes.add(problem[:15])
    assert outcomes == {"", "it does not con", "it is not minim"}

import subprocess
import sys
from collections import Counter, defaultdict

import pytest

from defeasible.datasets import BeliefItem, belief_r, builtin, ccons, locate
from defeasible.datasets.ccons import blank_out

SUITE = builtin.data_dir()


@pytest.fixture(scope="module")
def basic() -> list[BeliefItem]:
    return belief_r.load_basic(locate(SUITE, "belief-r"))


@pytest.fixture(scope="module")
def queries() -> list[BeliefItem]:
    return belief_r.load_queries(locate(SUITE, "belief-r"))


def test_belief_counts(basic: list[BeliefItem], queries: list[BeliefItem]) -> None:
    assert Counter((i.modus, i.gold) for i in basic) == {("ponens", "a"): 26, ("tollens", "b"): 26}
    assert Counter((i.modus, i.gold) for i in queries) == {
        ("ponens", "a"): 13,
        ("ponens", "c"): 13,
        ("tollens", "b"): 13,
        ("tollens", "c"): 13,
    }
    assert Counter(i.effect for i in queries) == {"event": 36, "mental-state": 16}
    assert len({i.id for i in [*basic, *queries]}) == 104


def test_time_t_and_t1_ask_the_same_of_the_same_groups(
    basic: list[BeliefItem], queries: list[BeliefItem]
) -> None:
    earlier = {(i.group, i.modus): i for i in basic}
    assert len({i.group for i in basic}) == 26
    for later in queries:
        before = earlier[later.group, later.modus]
        assert (later.premises, later.options, later.effect) == (
            before.premises,
            before.options,
            before.effect,
        )


def test_each_group_updates_or_maintains_in_both_directions(queries: list[BeliefItem]) -> None:
    golds: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for item in queries:
        golds[item.group].add((item.modus, item.gold))
    kinds = {frozenset({("ponens", "c"), ("tollens", "c")}), frozenset({("ponens", "a"), ("tollens", "b")})}
    assert {frozenset(found) for found in golds.values()} == kinds


def test_belief_sentences_have_the_regular_form(queries: list[BeliefItem]) -> None:
    for item in queries:
        first, fact = item.premises
        assert item.new is not None
        antecedent, _, consequent = first.removeprefix("If ").partition(", then ")
        assert item.new.endswith(f", then {consequent}")
        said = antecedent if item.modus == "ponens" else consequent
        asked = consequent if item.modus == "ponens" else antecedent
        assert item.options[0].casefold() == asked.casefold()
        assert (fact.casefold() == said.casefold()) == (item.modus == "ponens")
        assert " not " in item.options[1]
        assert " may or may not " in item.options[2]


def test_size_counts() -> None:
    items = ccons.load(locate(SUITE, "ccons"))
    assert Counter((i.cell, i.level) for i in items) == {
        ("ordinary", "easy"): 16,
        ("ordinary", "hard"): 16,
        ("counter", "easy"): 16,
        ("counter", "hard"): 16,
    }
    assert len({i.id for i in items}) == 64
    assert len({i.group for i in items}) == 16


def test_each_size_template_has_ordinary_and_counter_contexts_with_both_objects_named() -> None:
    cells: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item in ccons.load(locate(SUITE, "ccons")):
        assert blank_out(item.context, item.object1, item.object2).count("_") == 2
        cells[item.group][item.cell] += 1
    assert {tuple(sorted(found.items())) for found in cells.values()} == {(("counter", 2), ("ordinary", 2))}


def test_a_constant_answer_does_not_pay() -> None:
    golds = Counter((i.cell, i.level, i.gold) for i in ccons.load(locate(SUITE, "ccons")))
    assert max(golds.values()) <= 10


def test_suites_without_context_run_parallel() -> None:
    folder = locate(SUITE, "ccons")
    pairs = [[(i.object1, i.object2, i.gold) for i in ccons.load(folder, context=c)] for c in (True, False)]
    assert pairs[0] == pairs[1]


def test_loading_pulls_in_no_pandas_and_no_solver() -> None:
    code = "import sys, defeasible.datasets; print(sorted({'pandas', 'z3', 'spacy'} & set(sys.modules)))"
    env_path = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {env_path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"

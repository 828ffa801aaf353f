"""One table of examples runs through parser, printer, engines, graph and checker, and all of them agree."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from builders import brute_force
from checking import complaints

from defeasible.reasoner import Reasoner, Trace
from defeasible.reasoner.belief import decide
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.forms import Conditional, DialogueFacts, Form, Premises, Role, SizeContext, Story
from defeasible.reasoner.forms.codec import from_json, to_json
from defeasible.reasoner.forms.propositions import queries, statements
from defeasible.reasoner.logic import And, FormulaNode, Implies, render
from defeasible.reasoner.notation import parse_formula
from defeasible.reasoner.sat import Session, ask
from defeasible.reasoner.size import decide as decide_size
from defeasible.reasoner.story import infer_state
from defeasible.reasoner.trace.render.names import comparison_text
from defeasible.reasoner.verdict import Verdict

TABLE = tomllib.loads((Path(__file__).parents[1] / "data" / "examples.toml").read_text(encoding="utf-8"))


def table(family: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", TABLE[family], ids=lambda e: e["id"])


def agree(decision: Decision, form: Form, verdict: Verdict) -> None:
    """What must hold of every decision: verdict, checker, document, print, graph."""
    trace = decision.trace
    assert decision.verdict is verdict, trace
    assert trace.verdict is verdict
    assert not complaints(trace, form), complaints(trace, form)
    document = trace.to_json()
    assert not complaints(document, form)
    assert Trace.from_json(document) == replace(trace, seal=Trace.from_json(document).seal)
    printed = str(trace)
    assert f"therefore  {verdict.upper()}" in printed
    graph = trace.to_graph()
    assert nx.is_directed_acyclic_graph(graph)
    last = len(trace.steps)
    assert [n for n in graph if not graph[n] and graph.nodes[n]["kind"] == "conclusion"] == [last]
    assert graph.graph["verdict"] == str(verdict)
    assert from_json(to_json(form)) == form
    assert equivalent(form, form).verdict is Verdict.ENTAILED


def stated(form: Premises) -> list[FormulaNode]:
    """The theory that the roles of a form leave: what is required beside each other is weakened."""
    required = {
        name
        for s in form.statements
        if isinstance(s, Conditional) and s.role is Role.REQUIREMENT
        for name in (s.id, s.of)
    }
    weak = [s for s in form.statements if s.id in required and isinstance(s, Conditional)]
    joined = [Implies(And(tuple(s.if_ for s in weak)), weak[0].then)] if weak else []
    return [*(s.formula for s in form.statements if s.id not in required), *joined]


@table("premises")
def test_premises(example: dict[str, Any]) -> None:
    form = Reasoner().parser.premises(example["text"], [example["query"]])
    assert isinstance(form, Premises)
    if "role" in example:
        last = form.statements[-1]
        assert isinstance(last, Conditional)
        given = replace(last, role=Role(example["role"]), of=form.statements[0].id)
        form = replace(form, statements=(*form.statements[:-1], given))
    wanted, verdict = [parse_formula(text) for text in example["form"]], Verdict(example["verdict"])
    goal = form.queries[0].formula
    # Parser and printer.
    assert [s.formula for s in form.statements] == wanted
    assert [str(s.formula) for s in form.statements] == example["form"]
    assert [parse_formula(render(s.formula)) for s in form.statements] == wanted
    assert str(goal) == example["goal"]
    # Engines: Z3 behind the decider, truth tables, PySAT.
    decision = decide(form, goal)
    agree(decision, form, verdict)
    assert brute_force(stated(form), goal) is verdict
    with Session() as session:
        assert ask(session, [session.add(f) for f in stated(form)], goal).verdict is verdict
    if "role" not in example:
        assert Reasoner().entails(example["text"], example["query"]).verdict is verdict


@table("sizes")
def test_sizes(example: dict[str, Any]) -> None:
    form = Reasoner().parser.sizes(example["text"], tuple(example["objects"]))
    assert isinstance(form, SizeContext)
    names = form.names() | {"@metre": "1 m"}
    assert [comparison_text(s.comparison, names) for s in form.statements] == example["form"]
    verdict = Verdict(example["verdict"])
    decision = decide_size(form)
    agree(decision, form, verdict)
    assert Reasoner().compare_size(example["text"], *example["objects"]).answer == example.get("answer")
    if all(s.comparison.factor == 1 for s in form.statements):
        graph: nx.DiGraph[str] = nx.DiGraph(
            [(s.comparison.left, s.comparison.right) for s in form.statements]
        )
        assert form.question is not None
        graph.add_nodes_from(form.question)
        forth, back = (nx.has_path(graph, *pair) for pair in (form.question, form.question[::-1]))
        expected = {
            (True, False): Verdict.ENTAILED,
            (False, True): Verdict.REFUTED,
            (True, True): Verdict.INCONSISTENT,
            (False, False): Verdict.UNKNOWN,
        }
        assert verdict is expected[forth, back]


def _plain(formula: FormulaNode) -> str:
    """A formula without the quotes around atoms that are several words."""
    return str(formula).replace('"', "")


@table("story")
def test_stories(example: dict[str, Any]) -> None:
    form = Reasoner().parser.story(example["text"], [example["query"]])
    assert isinstance(form, Story)
    assert [_plain(p.formula) for p in statements(form)] == example["form"]
    assert [_plain(p.formula) for p in queries(form)] == [example["goal"]]
    verdict = Verdict(example["verdict"])
    agree(infer_state(form), form, verdict)
    assert Reasoner().infer_state(example["text"], example["query"]).verdict is verdict
    denied = replace(form.queries[0], polarity=not form.queries[0].polarity)
    flipped = {Verdict.ENTAILED: Verdict.REFUTED, Verdict.REFUTED: Verdict.ENTAILED}
    agree(
        infer_state(replace(form, queries=(denied,))),
        replace(form, queries=(denied,)),
        flipped.get(verdict, verdict),
    )


@table("dialogue")
def test_dialogues(example: dict[str, Any]) -> None:
    form = Reasoner().parser.dialogue(example["text"])
    assert isinstance(form, DialogueFacts)
    assert [_plain(p.formula) for p in statements(form)] == example["form"]
    dialogue = Reasoner().dialogue(example["text"])
    assert dialogue.facts == form
    assert str(dialogue) == example["printed"]
    agree(dialogue.consistency(), form, Verdict(example["verdict"]))
    agree(dialogue.leads_to(example["cause"], example["effect"]), form, Verdict(example["leads"]))
    assert nx.has_path(
        dialogue.graph(),
        *(next(p.id for p in form.phrases if p.text == example[end]) for end in ("cause", "effect")),
    )


@table("slot")
def test_slots(example: dict[str, Any]) -> None:
    first, second = example["phrases"]
    decision = Reasoner().dialogue(example["text"]).identify(first, second, example["options"])
    assert decision.answer == example["answer"]
    assert not complaints(decision.trace)
    assert not complaints(decision.trace.to_json())

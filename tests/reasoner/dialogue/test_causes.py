"""The causal graph against NetworkX, its decisions, and the API on top."""

from random import Random

import networkx as nx
import pytest
from checking import complaints
from dialogues import EVENT_SLOTS, EVENTS, facts

from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.dialogue import CausalGraph, Dialogue
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import DialogueFact, DialogueFacts, Phrase, Unparsed

STORY = facts(
    ("A辞职", "事件原因", "A很累"),
    ("A很累", "事件原因", "A总加班"),
    ("A辞职", "后续事件", "A去旅游"),
    ("A去旅游", "前提条件", "A有存款"),
    ("A去旅游", "后续情绪反应", "A很开心"),
)


def test_causes_come_nearest_first_with_the_facts_as_proof() -> None:
    graph = CausalGraph(STORY)
    links = graph.causes("A去旅游")
    assert [link.cause for link in links] == ["A辞职", "A很累", "A总加班"]
    assert [[f.id for f in link.facts] for link in links] == [["f3"], ["f1", "f3"], ["f2", "f1", "f3"]]
    assert [link.direct for link in links] == [True, False, False]
    assert [link.effect for link in graph.consequences("辞职")] == ["A去旅游", "A很开心"]


@pytest.mark.parametrize("seed", range(20))
def test_chains_and_circles_are_those_of_networkx(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        rows = [
            (random.choice(EVENTS), random.choice(EVENT_SLOTS), random.choice(EVENTS), random.random() > 0.1)
            for _ in range(random.randint(1, 6))
        ]
        form = facts(*rows)
        causal = CausalGraph(form)
        graph = causal.graph()
        leading = nx.DiGraph(
            (a, b) for a, b, data in graph.edges(data=True) if data["type"] != "prerequisite"
        )
        loops = {a for a in leading if any(a in nx.descendants(leading, b) | {b} for b in leading[a])}
        circles = causal.cycles()
        assert bool(circles) == bool(loops)
        mentioned = {phrase.id for phrase in form.phrases}
        text = {p.id: p.text for p in form.phrases}
        for a in mentioned:
            after = nx.descendants(leading, a) if a in leading else set()
            before = nx.ancestors(leading, a) if a in leading else set()
            assert {link.effect for link in causal.consequences(a)} == {text[b] for b in after}
            assert {link.cause for link in causal.causes(a)} == {text[b] for b in before}
            for link in causal.consequences(a):
                target = next(p.id for p in form.phrases if p.text == link.effect)
                assert len(link.facts) == nx.shortest_path_length(leading, a, target)
            for b in mentioned - {a}:
                decision = causal.leads_to(a, b)
                there, back = b in after, b in before
                expected = {
                    (True, True): Verdict.INCONSISTENT,
                    (True, False): Verdict.ENTAILED,
                    (False, True): Verdict.REFUTED,
                    (False, False): Verdict.UNKNOWN,
                }[(there, back)]
                assert decision.verdict is expected
                assert not complaints(decision.trace, form)


def test_a_circle_is_named_once() -> None:
    form = facts(
        ("a works", "event_cause", "b rests"),
        ("a works", "subsequent_event", "c naps"),
        ("c naps", "subsequent_event", "b rests"),
    )
    (circle,) = CausalGraph(form).cycles()
    assert {fact.id for fact in circle} == {"f1", "f2", "f3"}


def test_the_graph_has_typed_edges_in_the_order_of_time() -> None:
    graph = CausalGraph(STORY).graph()
    text = nx.get_node_attributes(graph, "text")
    edges = {(text[a], text[b], data["type"]) for a, b, data in graph.edges(data=True)}
    assert edges == {
        ("A很累", "A辞职", "cause"),
        ("A总加班", "A很累", "cause"),
        ("A辞职", "A去旅游", "consequence"),
        ("A有存款", "A去旅游", "prerequisite"),
        ("A去旅游", "A很开心", "emotion"),
    }
    assert "[A辞职]  原因：事件原因 = A很累" in {data["label"] for _, _, data in graph.edges(data=True)}


def test_an_event_that_is_not_there_is_answered_with_those_that_are() -> None:
    graph = CausalGraph(STORY)
    with pytest.raises(UsageError, match=r"no event `B辞职`\n.*A辞职"):
        graph.causes("B辞职")
    with pytest.raises(UsageError, match="are the same event"):
        graph.leads_to("A辞职", "A辞职")
    two = (Phrase("x1", "辞职", "event", None, "A"), Phrase("x2", "辞职", "event", None, "B"))
    both = CausalGraph(DialogueFacts((), two, (DialogueFact("f1", "x1", "event_cause", "x2"),)))
    with pytest.raises(UsageError, match=r"`辞职` is ambiguous: `x1` .A: 辞职., `x2`"):
        both.causes("辞职")
    assert [link.cause for link in both.causes("A辞职")] == ["辞职"]


def test_a_dialogue_answers_in_its_language() -> None:
    chinese = Dialogue(STORY)
    assert str(chinese).splitlines()[0] == "[A辞职]  原因：事件原因 = A很累"
    english = Dialogue(facts(("Ben is late", "event_cause", "the bus broke down")))
    assert str(english) == "[Ben is late]  Cause: Event cause = the bus broke down"


def test_a_reasoner_reads_turns_into_a_dialogue() -> None:
    dialogue = Reasoner().dialogue(["A: 你怎么没来上班？", "B: 因为我生病了，所以请假了。"])
    assert dialogue.facts.facts
    assert dialogue.conflicts() == ()
    assert dialogue.consistency().verdict is Verdict.ENTAILED
    assert not complaints(dialogue.consistency().trace, dialogue.facts)
    assert dialogue.graph().number_of_edges() >= 1
    decision = dialogue.identify("B请假了", "B生病了", ["事件原因", "持续时长"])
    assert decision.answer == "事件原因"
    assert not complaints(decision.trace, dialogue.facts)


def test_what_cannot_be_read_is_unparsed() -> None:
    dialogue = Dialogue(Unparsed("no turn could be read"))
    for decision in (dialogue.consistency(), dialogue.conflict_phrase(["a"]), dialogue.leads_to("a", "b")):
        assert decision.verdict is Verdict.UNPARSED
        assert decision.reason == "no turn could be read"
        assert not complaints(decision.trace)
        assert complaints(decision.trace, STORY)
    assert dialogue.conflicts() == ()


def test_turns_must_be_a_list() -> None:
    with pytest.raises(UsageError, match="`turns` is a string"):
        Reasoner().dialogue("A: 你好")

"""The model parser on one text of each family: what it reads, and what cannot be said."""

import json

import pytest
from replies import (
    CAUSE,
    GOOD,
    LINES,
    LOST,
    OBJECTS,
    PEOPLE,
    PHRASES,
    RAIN,
    RAIN_ATOMS,
    RULE,
    SAD,
    STORY,
    TALE,
    TALK,
    TEXT,
    TURNS,
    VASE,
    WET,
    atoms,
    bound,
    comparison,
    parse,
)

from defeasible.llm.parse import ModelParser, Text
from defeasible.llm.prompt import as_text
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.forms import (
    DialogueFacts,
    Event,
    Mood,
    Premises,
    SizeContext,
    State,
    Story,
    Unparsed,
)
from defeasible.reasoner.text import quote

# --- Good replies --------------------------------------------------------------------------------


def test_premises() -> None:
    form = ModelParser(Scripted(GOOD)).premises(RAIN, [WET])
    assert isinstance(form, Premises)
    assert [str(s.formula) for s in form.statements] == ["a1 -> a2", "a1"]
    assert [s.id for s in form.statements] == ["s1", "s2"]
    words = [
        quote(form.sources, part.span) for part in (*form.atoms, *form.statements, *form.queries) if part.span
    ]
    assert words == ["it rains", "the street gets wet", RAIN[0], "It rains", WET]
    assert form.notes == ()


def test_several_statements_of_one_text_and_every_connective() -> None:
    facts = ["~a1", "a1 & ~a2", "(a1 | ~a2) & ~(a1 & a2)", "a1 <-> (a1 | a2)"]
    said = [{"words": "It rains", "holds": fact} for fact in facts]
    form = ModelParser(Scripted([RAIN_ATOMS, bound(s2=said)]), consistent=False).premises(RAIN, [WET])
    assert isinstance(form, Premises)
    assert [str(s.formula) for s in form.statements[1:]] == facts
    assert [s.id for s in form.statements] == ["s1", "s2", "s2.2", "s2.3", "s2.4"]


def test_atoms_with_the_same_words_are_one() -> None:
    declared = atoms(("it rains", "it rains"), ("It rains", "It rains."), ("", "the street gets wet"))
    parsed, backend = parse([declared, bound()])
    assert isinstance(parsed.form, Premises)
    assert [(a.id, a.gloss) for a in parsed.form.atoms] == [("a1", "it rains"), ("a2", "the street gets wet")]
    assert "Declared:\na1: it rains\na2: the street gets wet" in as_text(backend.requests[1].prompt)


def sizes(*comparisons: dict[str, str]) -> SizeContext | Unparsed:
    backend = Scripted([OBJECTS, json.dumps({"comparisons": comparisons})])
    text = "The vase holds the rose, which is half as long as the cup."
    return ModelParser(backend, repairs=0).sizes(text, ("rose", "vase"))


def test_sizes() -> None:
    form = sizes(
        comparison("o2", ">", "o1"),
        comparison("o3", "<=", "o1", "1/2", "half as long as"),
        comparison("o3", ">", "metre", "3", "tall"),
        comparison("o1", "=", "o3", "2"),
    )
    assert isinstance(form, SizeContext)
    assert [(o.id, o.name) for o in form.objects] == [("o1", "rose"), ("o2", "vase"), ("o3", "cup")]
    compared = [(c.left, c.relation, str(c.factor), c.right) for c in (s.comparison for s in form.statements)]
    assert compared == [
        ("o2", ">", "1", "o1"),
        ("o1", ">=", "2", "o3"),
        ("o3", ">", "3", "@metre"),
        ("o1", "=", "2", "o3"),
    ]
    assert [s.span and quote(form.sources, s.span) for s in form.statements] == [
        "holds",
        "half as long as",
        None,
        "holds",
    ]
    assert form.question == ("o1", "o2")


def test_without_a_context_no_model_is_asked() -> None:
    form = ModelParser(Scripted([])).sizes("  ", ("a box", "ball"))
    assert isinstance(form, SizeContext)
    assert ([o.name for o in form.objects], form.statements) == (["a box", "ball"], ())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (Text.premises([]), "there is no text to read"),
        (Text.story([" ", ""]), "there is no text to read"),
        (Text.dialogue([]), "there is no text to read"),
        (Text.sizes("The box.", ("box", "The box")), "both objects of the question are 'box'"),
        (Text.sizes("The box.", ("box", " ")), "an object of the question has no name"),
    ],
    ids=["premises", "story", "dialogue", "same", "nameless"],
)
def test_what_cannot_be_read_asks_no_model(text: Text, reason: str) -> None:
    parsed = ModelParser(Scripted([])).parse(text)
    assert parsed.form == Unparsed(reason, text.sources)
    assert parsed.share == 0


def test_a_story() -> None:
    form = ModelParser(Scripted([PEOPLE, json.dumps(TALE)])).story(LINES, ["Ben has a hat."])
    assert isinstance(form, Story)
    lost, sad = form.happenings
    assert isinstance(lost, Event)
    assert isinstance(sad, State)
    assert (lost.line, lost.verb, lost.roles) == (1, "lose", (("agent", "p1"), ("theme", "p2")))
    assert (sad.line, sad.value, sad.mood, form.unread) == (3, "sad", Mood.POSSIBLE, (2,))
    assert sad.span is not None
    assert quote(form.sources, sad.span) == "He might be sad"
    assert [(q.id, q.line, q.span and q.span.source) for q in form.queries] == [("q1", 0, "q1")]


def test_a_story_without_participants_has_events_alone() -> None:
    snow = {"words": "It snowed", "verb": "snow", "roles": [{"role": "time", "who": "=all night"}]}
    said = json.dumps({"s1": [snow | {"holds": True, "mood": "actual"}]})
    form = ModelParser(Scripted(['{"participants": []}', said])).story(["It snowed all night."])
    assert isinstance(form, Story)
    assert form.happenings[0].span is not None


def test_a_dialogue() -> None:
    form = ModelParser(Scripted([PHRASES, json.dumps({"t1": [CAUSE], "t2": []})])).dialogue(TURNS)
    assert isinstance(form, DialogueFacts)
    assert [(p.id, p.speaker) for p in form.phrases] == [("x1", "A"), ("x2", "A"), ("x3", "")]
    assert [(f.subject, f.slot, f.value) for f in form.facts] == [("x2", "event_cause", "x1")]
    assert form.facts[0].span is not None
    assert quote(form.sources, form.facts[0].span) == "所以没去上班"
    assert form.unread == (2,)


def test_a_dialogue_without_phrases_has_no_facts_and_no_second_pass() -> None:
    backend = Scripted(['{"phrases": []}'])
    form = ModelParser(backend).dialogue(TURNS)
    assert isinstance(form, DialogueFacts)
    assert (form.facts, form.unread, len(backend.requests)) == ((), (1, 2), 1)


# --- What the schema of the second pass refuses --------------------------------------------------


def second(text: Text, first: str, reply: object) -> Unparsed:
    form = ModelParser(Scripted([first, json.dumps(reply)]), repairs=0).parse(text).form
    assert isinstance(form, Unparsed), form
    return form


@pytest.mark.parametrize(
    ("text", "first", "reply"),
    [
        (TEXT, RAIN_ATOMS, RULE | {"q1": {"asks": "a3", "open": False}}),
        (TEXT, RAIN_ATOMS, RULE | {"q1": {"asks": "a1 &", "open": False}}),
        (TEXT, RAIN_ATOMS, RULE | {"q1": {"asks": "a1 & a2 | a1", "open": False}}),
        (TEXT, RAIN_ATOMS, RULE | {"s3": []}),
        (TEXT, RAIN_ATOMS, RULE | {"s2": []}),
        (VASE, OBJECTS, {"comparisons": [comparison("o1", ">", "o9")]}),
        (VASE, OBJECTS, {"comparisons": [comparison("o1", ">", "o1")]}),
        (VASE, OBJECTS, {"comparisons": [comparison("o1", "!=", "o2")]}),
        (VASE, OBJECTS, {"comparisons": [comparison("o1", ">", "o2", "0")]}),
        (STORY, PEOPLE, TALE | {"s3": [SAD | {"who": "p9", "holds": True, "mood": "actual"}]}),
        (STORY, PEOPLE, TALE | {"s3": [SAD | {"attribute": "owns", "holds": True, "mood": "actual"}]}),
        (STORY, PEOPLE, TALE | {"s3": [LOST | {"roles": [{"role": "victim", "who": "p1"}]}]}),
        (STORY, PEOPLE, TALE | {"s3": [LOST | {"roles": [{"role": "agent", "who": "Ben"}]}]}),
        (STORY, PEOPLE, TALE | {"q1": []}),
        (TALK, PHRASES, {"t1": [CAUSE | {"slot": "reason"}], "t2": []}),
        (TALK, PHRASES, {"t1": [CAUSE | {"value": "x3"}], "t2": []}),
        (TALK, PHRASES, {"t1": [CAUSE | {"subject": "x7"}], "t2": []}),
        (TALK, PHRASES, {"t1": [CAUSE]}),
    ],
    ids=[
        "undeclared-atom",
        "arity",
        "mixed-operators",
        "undeclared-source",
        "unread-source",
        "undeclared-object",
        "self-comparison",
        "unknown-relation",
        "zero-factor",
        "undeclared-participant",
        "unknown-attribute",
        "unknown-role",
        "name-as-filler",
        "unread-query",
        "unknown-slot",
        "wrong-kind-of-phrase",
        "undeclared-phrase",
        "unread-turn",
    ],
)
def test_what_was_not_declared_cannot_be_said(text: Text, first: str, reply: object) -> None:
    form = second(text, first, reply)
    assert form.reason.startswith("the model gave no usable reply: invalid: the reply does not fit")
    assert form.sources == text.sources

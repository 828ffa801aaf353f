"""Texts told one by one: the same propositions as in one reading, and nothing guessed."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import pytest

from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.forms import Premises, Unparsed
from defeasible.reasoner.grammar.belief.conversation import Conversation
from defeasible.reasoner.grammar.belief.premises import read_premises
from defeasible.reasoner.logic import atoms, rename
from defeasible.reasoner.text import Source

PLACES = ["kitchen", "cellar", "garden", "attic", "office", "hall"]
TEXTS = [
    *(
        text
        for a, b in pairwise(PLACES)
        for text in (
            f"If the {a} is cold then the lamp in the {b} is on.",
            f"The lamp in the {b} isn't on.",
            f"Unless the {b} was cold, Mara will stay in the {a}.",
            f"Mara stays in the {a} if the lamp in the {b} is off.",
            f"Mara does not stay in the {a}.",
            f"The {a} is cold.",
        )
    ),
    "It is not the case that the kitchen is cold.",
    "Nobody sings.",
]


def canonical(forms: list[Premises]) -> list[str]:
    """Formulas with atoms numbered by first occurrence."""
    names: dict[str, str] = {}
    said = [s.formula for form in forms for s in form.statements]
    for formula in said:
        for name in atoms(formula):
            names.setdefault(name, f"x{len(names)}")
    return [str(rename(formula, names)) for formula in said]


def told(texts: list[str], conversation: Conversation | None = None) -> list[Premises]:
    """The forms of texts read one after the other."""
    conversation = conversation or Conversation()
    forms = [conversation.read([Source(f"s{n}", text)]) for n, text in enumerate(texts, 1)]
    assert not any(isinstance(form, Unparsed) for form in forms)
    return [form for form in forms if isinstance(form, Premises)]


@pytest.mark.parametrize("seed", range(40))
def test_one_by_one_is_all_at_once(seed: int) -> None:
    """Conditionals first: an antonym in a fact is read as the denial of a proposition that is known."""
    texts = random.Random(seed).sample(TEXTS, 12)
    texts.sort(key=lambda text: " if " not in text and not text.startswith(("If", "Unless")))
    whole = read_premises(texts)
    assert isinstance(whole, Premises)
    assert canonical(told(texts)) == canonical([whole])


def test_order_does_not_matter_to_the_same_words() -> None:
    texts = ["She is late.", "If she is late then the bus has left.", "The bus had not left."]
    for order in permutations(texts):
        forms = dict(zip(order, told(list(order)), strict=True))
        late, rule, left = (forms[text].statements[0].formula for text in texts)
        assert str(left).startswith("~")
        assert str(rule) == f"{late} -> {str(left)[1:]}"


def test_asking_leaves_nothing_behind() -> None:
    conversation = Conversation()
    told(["If it rains then the match is off."], conversation)
    before = conversation.propositions()
    form = conversation.read([], [Source("q1", "The referee is ill.")])
    assert isinstance(form, Premises)
    assert [str(q.formula) for q in form.queries] == ["a3"]
    assert conversation.propositions() == before
    again = conversation.read([], [Source("q1", "The match isn't off.")])
    assert isinstance(again, Premises)
    assert [str(q.formula) for q in again.queries] == ["~a2"]


def test_a_text_that_cannot_be_read_leaves_nothing_behind() -> None:
    conversation = Conversation()
    told(["If it rains then the match is off."], conversation)
    before = conversation.propositions()
    found = conversation.read([Source("s2", "The sun shines. If the wind.")])
    assert isinstance(found, Unparsed)
    assert conversation.propositions() == before


def test_a_slip_makes_a_new_proposition_and_a_note() -> None:
    conversation = Conversation()
    told(["If the library stays open then Mara will study late in the library."], conversation)
    form = conversation.read([Source("s2", "Mara will study late in the libary.")])
    assert isinstance(form, Premises)
    assert [str(s.formula) for s in form.statements] == ["a3"]
    assert "is not taken for `Mara will study late in the library`" in form.notes[0]


def test_numbers_and_names_keep_propositions_apart() -> None:
    rooms = [f"Room {n} is free." for n in range(200)] + [f"{name} is in." for name in ("Ada", "Ida", "Eda")]
    assert len({str(f.statements[0].formula) for f in told(rooms)}) == len(rooms)


def test_pronouns_stand_for_the_only_name_so_far() -> None:
    conversation = Conversation()
    first, second, third = told(["Tom is ill.", "He is ill.", "If Anna sings then he is ill."], conversation)
    assert second.statements[0].formula == first.statements[0].formula
    assert str(third.statements[0].formula).endswith("-> a1")
    told(["Ben is tall."], conversation)
    (fourth,) = told(["He is tall."], conversation)
    assert str(fourth.statements[0].formula) != "a3", "`he` could be Tom or Ben"


def test_a_conversation_comes_back_from_its_propositions() -> None:
    rng = random.Random(7)
    texts = rng.sample(TEXTS, 20)
    conversation = Conversation()
    told(texts[:12], conversation)
    sources = [Source(f"s{n}", text) for n, text in enumerate(texts[:12], 1)]
    restored = Conversation.of(conversation.propositions(), sources)
    assert restored.propositions() == conversation.propositions()
    assert canonical(told(texts[12:], restored)) == canonical(told(texts[12:], conversation))


def test_names_of_forms_are_recognised() -> None:
    conversation = Conversation()
    told(["If it rains then the match is off."], conversation)
    assert conversation.recognise("the match is off") == ("a2", False)
    assert conversation.recognise("the match is not off") == ("a2", True)
    assert conversation.recognise("the moon is full") is None
    assert conversation.introduce(Source("g1", "the moon is full")) == ("a3", False)
    assert conversation.introduce(Source("g2", "nobody sleeps")) == ("a4", True)
    assert conversation.recognise("The moon was full.") == ("a3", False)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The tap is on.", "The tap is off."),
        ("The door is open.", "The door is closed."),
        ("The door is not open.", "The door is not closed."),
        ("Rex is alive.", "Rex is dead."),
        ("Ann is present.", "Ann is absent."),
        ("Ann is awake.", "Ann is asleep."),
        ("Ann is on the train.", "Ann is off the train."),
    ],
)
def test_of_two_sides_of_which_one_always_holds_the_facts_deny_each_other(first: str, second: str) -> None:
    reasoner = Reasoner()
    assert reasoner.entails([first], second).verdict is Verdict.REFUTED
    assert reasoner.entails([first, second], first).verdict is Verdict.INCONSISTENT
    base = reasoner.base()
    base.tell(first)
    base.tell(second)
    assert base.ask(first).verdict is Verdict.REFUTED
    assert base.ask(second).verdict is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The soup was hot.", "The soup is cold."),
        ("The soup is hot.", "The stew is cold."),
        ("A soup is hot.", "A soup is cold."),
        ("The light is on.", "The radio is off."),
        ("The lid is on.", "The lid is off the pot."),
        ("The tap may be on.", "The tap is off."),
        ("Ann stays.", "Ann leaves."),
    ],
)
def test_other_opposites_do_not_deny_each_other_as_facts(first: str, second: str) -> None:
    assert Reasoner().entails([first], second).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("first", "second"),
    [("The soup is hot.", "The soup is cold."), ("Ann passed the exam.", "Ann failed the exam.")],
)
def test_opposites_of_one_thing_at_one_time_deny_each_other(first: str, second: str) -> None:
    assert Reasoner().entails([first], second).verdict is Verdict.REFUTED
    assert Reasoner().entails([first, second], "Bob sings.").verdict is Verdict.INCONSISTENT

"""Ten thousand malformed forms: each is refused by name, or is a form after all and is decided."""

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from builders import P, Q, R, random_comparison, sizes, theory
from checking import complaints

from defeasible.reasoner import belief, size
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import (
    DialogueFact,
    DialogueFacts,
    Event,
    Form,
    Participant,
    Phrase,
    Premises,
    SizeContext,
    State,
    Story,
)
from defeasible.reasoner.forms.codec import from_json, to_json
from defeasible.reasoner.logic import And, Iff, Implies, Not, Or
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.verdict import Verdict

EACH = 2_500
JUNK: list[Callable[[Random], Any]] = [
    lambda _: None,
    lambda _: "",
    lambda r: r.choice([0, -1, 1e999, 2**70, True, 0.5]),
    lambda r: r.choice(["a1", "s1", "o1", "p1", "x1", "@metre", "\ud800", "\x00", "≥", "e" * 10_000]),
    lambda r: r.choice([["~"], ["->", "a1"], ["&"], ["|"], ["?", "a1"], ["~", ["~", "a1"]], [[]], [None]]),
    lambda _: {},
    lambda _: {"id": "a1"},
    lambda r: "a1" if r.random() < 0.5 else nested("a1", r.choice([50, 99, 101, 300])),
    lambda r: r.choice([">", "<", "1/0", "1e99", "-3", "10/3"]),
]


def nested(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = ["~", value]
    return value


def templates() -> dict[str, list[Form]]:
    """Well-formed forms of each family."""
    turns = (Source("t1", "A: 我累了，因为没睡好"), Source("t2", "B: 那休息吧"))
    lines = (
        Source("s1", "Tom gave Ann the ring."),
        Source("s2", "Ann was happy."),
        Source("q1", "Ann has it."),
    )
    people = tuple(
        Participant(f"p{i}", n, n.lower(), "person") for i, n in enumerate(("Tom", "Ann", "ring"), 1)
    )
    random = Random(3)
    return {
        "premises": [
            theory(Implies(P, Q), P, query=Q),
            theory(Implies(And((P, R)), Or((Q, Not(R)))), Iff(P, R), Not(Q), query=P),
        ],
        "sizes": [sizes(*(random_comparison(random, factors=n % 2 > 0) for _ in range(3))) for n in range(4)],
        "story": [
            Story(
                lines,
                people,
                (
                    Event("e1", 1, "give", (("agent", "p1"), ("theme", "p3"), ("recipient", "p2"))),
                    State("e2", 2, "p2", "feels", "happy", span=Span("s2", 0, 3)),
                ),
                (State("g1", 0, "p2", "has", other="p3"),),
            )
        ],
        "dialogue": [
            DialogueFacts(
                turns,
                (Phrase("x1", "A累", "event", speaker="A"), Phrase("x2", "A没睡好", "event")),
                (DialogueFact("d1", "x1", "event_cause", "x2", span=Span("t1", 0, 4)),),
            )
        ],
    }


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value below the top of a document."""
    found = [path] if path else []
    for key, part in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        found += places(part, (*path, key))
    return found


def spoilt(document: dict[str, Any], random: Random) -> str:
    """A copy with one to three places replaced, dropped, doubled or renamed, or the text cut."""
    copy = deepcopy(document)
    for _ in range(random.randrange(1, 4)):
        *above, last = random.choice(places(copy))
        holder = copy
        for key in above:
            holder = holder[key]
        match random.randrange(5):
            case 0:
                del holder[last]
            case 1 if isinstance(holder, list):
                holder.insert(last, deepcopy(holder[last]))
            case 2 if isinstance(holder, dict):
                holder[f"{last}_"] = holder.pop(last)
            case 3:
                *other, end = random.choice(places(document))
                found: Any = document
                for key in (*other, end):
                    found = found[key]
                holder[last] = deepcopy(found)
            case _:
                holder[last] = random.choice(JUNK)(random)
        if not places(copy):
            break
    text = json.dumps(copy)
    return text[: random.randrange(len(text))] if random.random() < 0.1 else text


def decided(form: Form) -> Decision:
    match form:
        case Premises():
            goal = form.queries[0].formula if form.queries else P
            return belief.decide(form, goal, timeout=1)
        case SizeContext():
            return size.decide(form, timeout=1)
        case _:
            return equivalent(form, form, timeout=1)


@pytest.mark.parametrize("family", ["premises", "sizes", "story", "dialogue"])
def test_malformed_forms_end_in_a_named_outcome(family: str) -> None:
    random, outcomes = Random(family), Counter[str]()
    originals = [json.loads(to_json(form)) for form in templates()[family]]
    for _ in range(EACH):
        document = spoilt(random.choice(originals), random)
        try:
            form = from_json(document)
        except FormError:
            outcomes["refused"] += 1
            continue
        assert from_json(to_json(form)) == form
        try:
            decision = decided(form)
        except (UsageError, FormError):
            outcomes["cannot be asked"] += 1
            continue
        report = complaints(decision.trace)
        assert not report, (document, report)
        assert decision.verdict is not Verdict.UNPARSED
        outcomes[decision.verdict] += 1
    assert outcomes["refused"] > EACH / 2
    assert len(outcomes) > 1, outcomes


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "a form is not JSON"),
        ("[" * 100_000, "a form is not JSON"),
        ("[]", "cannot read a form of schema 0"),
        ('{"schema":"defeasible.form/2"}', "this version reads `defeasible.form/1`"),
        ('{"schema":"defeasible.form/1","family":"poem"}', "unknown family 'poem' of forms"),
        (
            '{"schema":"defeasible.form/1","family":"premises","sources":[],"atoms":[],"statements":"p"}',
            "malformed premises form at statements",
        ),
    ],
    ids=["cut", "deep", "list", "version", "family", "type"],
)
def test_what_is_wrong_is_said(document: str, message: str) -> None:
    with pytest.raises(FormError, match=message):
        from_json(document)


@pytest.mark.parametrize("name", ["", "s", "s²", "s-1", "s" + "9" * 5_000])
def test_a_source_with_an_odd_id_is_no_line_of_a_story(name: str) -> None:
    form = next(f for forms in templates().values() for f in forms if isinstance(f, Story))
    document = json.loads(to_json(form))
    document["sources"].append({"id": name, "text": "Ann sang."})
    read = from_json(json.dumps(document))
    assert isinstance(read, Story)
    assert read.lines() == form.lines()

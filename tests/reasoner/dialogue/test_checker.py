"""Falsified dialogue traces: the checker refuses every one that is no sound proof of the same facts."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from census import take_census
from checking import complaints
from dialogues import facts

from defeasible.reasoner.dialogue import CausalGraph, conflict_phrase, consistency, identify, resolve, shipped
from defeasible.reasoner.forms import DialogueFacts, Exclusion, Pattern
from defeasible.reasoner.text import Source
from defeasible.reasoner.trace import Trace
from defeasible.reasoner.trace.codec import seal

Document = dict[str, Any]

CLASHES = facts(
    ("A辞职", "事件原因", "A很累"),
    ("A很累", "事件原因", "A加班"),
    ("A加班", "事件原因", "A辞职"),
    ("冰", "是", "滚烫"),
    ("狗", "能够", "会游泳"),
    ("狗", "能够", "不会游泳"),
    ("wheel", "is_part_of", "car"),
    ("car", "is_part_of", "fleet"),
    ("fleet", "has", "wheel", False),
    ("A跑步", "频率", "每天"),
    turns=True,
)
CALM = facts(
    ("A辞职", "事件原因", "A很累"), ("A辞职", "后续事件", "A去旅游"), ("soup", "is", "hot"), turns=True
)
SOUP = facts(("soup", "is", "hot"), ("soup", "is", "hot", False), ("soup", "is", "cold"))
SUNDAY = Exclusion(
    "no-work-on-sunday", (Pattern("occurrence_time", ("works",), ("sunday",)),), "a day off", ""
)
WORK = facts(("Ben works", "occurrence_time", "Sunday"))
CAUSES = CausalGraph(CALM)
QUESTION = (["A: 我昨天淋雨了", "B: 难怪你今天没来"], "A没来", "A昨天淋雨", ["事件原因", "后续事件", "频率"])
TURNS = DialogueFacts(tuple(Source(f"t{n}", text) for n, text in enumerate(QUESTION[0], 1)), (), ())
PROOFS: dict[str, tuple[Trace, DialogueFacts]] = {
    "conflicts": (consistency(CLASHES).trace, CLASHES),
    "calm": (consistency(CALM).trace, CALM),
    "overlapping": (consistency(SOUP).trace, SOUP),
    "given rule": (consistency(WORK, shipped().extended(SUNDAY)).trace, WORK),
    "latest wins": (resolve(CLASHES, "latest-wins").decision.trace, CLASHES),
    "phrase": (conflict_phrase(CLASHES, ["滚烫", "wheel"]).trace, CLASHES),
    "cause": (CAUSES.leads_to("A很累", "A去旅游").trace, CALM),
    "no cause": (CAUSES.leads_to("A去旅游", "A很累").trace, CALM),
    "slot": (identify(*QUESTION).trace, TURNS),
    "tied slot": (identify([], "finger", "hand", ["Has", "Is part of"]).trace, DialogueFacts((), (), ())),
}
NUMBERS = ("uses", "facts", "by", "because", "without", "left", "along", "cues", "evidence")
"""Fields that hold step numbers."""


def mutants(original: Document) -> Iterator[tuple[str, Document]]:
    """Yield every small way to falsify a document."""
    for i, step in enumerate(original["steps"]):
        yield dropped(original, i)
        for field in NUMBERS:
            if step.get(field):
                yield changed(original, i, f"shorten {field}", **{field: step[field][1:]})
            if field in step or field in ("uses", "by"):
                spare = [n for n in range(1, i + 1) if n not in step.get(field, [])]
                if spare and field in step:
                    yield changed(original, i, f"pad {field}", **{field: [*step[field], spare[0]]})
        if step["kind"] in FALSIFIERS:
            yield from FALSIFIERS[step["kind"]](original, i, step)


def changed(original: Document, i: int, name: str, **fields: object) -> tuple[str, Document]:
    mutant = deepcopy(original)
    mutant["steps"][i].update(fields)
    return f"{name} (step {i + 1}, {mutant['steps'][i]['kind']})", mutant


def dropped(original: Document, i: int) -> tuple[str, Document]:
    mutant = deepcopy(original)
    kind, gone = mutant["steps"].pop(i)["kind"], i + 1

    def moved(value: Any) -> Any:
        return [n - (n > gone) for n in value if n != gone]

    for step in mutant["steps"]:
        for field in NUMBERS:
            if isinstance(step.get(field), list):
                step[field] = moved(step[field])
        if "target" in step:
            step["target"] -= step["target"] > gone
        for flip in step.get("flips", []):
            flip["evidence"], flip["step"] = moved(flip["evidence"]), flip["step"] - (flip["step"] > gone)
    return f"drop {kind} (step {gone})", mutant


def of_fact(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    fact = step["fact"]
    yield changed(original, i, "deny", fact=fact | {"polarity": not fact.get("polarity", True)})
    yield changed(original, i, "turn", fact=fact | {"subject": fact["value"], "value": fact["subject"]})
    yield changed(original, i, "move to another slot", fact=fact | {"slot": "nothing"})
    yield changed(original, i, "rename", fact=fact | {"id": "f99"})
    if "span" in fact:
        yield changed(original, i, "quote outside", fact=fact | {"span": fact["span"] | {"end": 999}})


def of_constraint(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    rule = step["rule"]
    yield changed(original, i, "rename the rule", rule=rule | {"id": "invented"})
    others = {"ontology", "commonsense", "given"} - {step["origin"]}
    for origin in sorted(others):
        yield changed(original, i, f"say it is {origin}", origin=origin)
    if "slots" in rule:
        yield changed(original, i, "turn the rule to other slots", rule=rule | {"slots": ["is"]})
    if "sides" in rule:
        yield changed(original, i, "turn the sides", rule=rule | {"sides": rule["sides"][::-1]})


def of_chain(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    yield changed(original, i, "turn it", cause=step["effect"], effect=step["cause"])
    yield changed(original, i, "turn the chain", along=[*step["along"][::-1], step["along"][0]])


def of_reach(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    yield changed(original, i, "turn it", cause=step["effect"], effect=step["cause"])
    yield changed(original, i, "reach less", reached=step["reached"][1:])
    yield changed(original, i, "reach more", reached=[*step["reached"], step["effect"]])


def of_replacement(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    yield changed(original, i, "name another phrase", phrase="zzz" if step["without"] else "A很累")


def of_cue(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    yield changed(original, i, "weigh more", weight=step["weight"] + 1)
    yield changed(original, i, "speak for another slot", slot="duration")
    yield changed(original, i, "find other words", words="x")
    yield changed(original, i, "another cue", cue="invented")
    for status in sorted({"accepted", "overruled", "tied"} - {step.get("status", "accepted")}):
        yield changed(original, i, f"mark it {status}", status=status)


def of_balance(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    options = step["options"]
    yield changed(original, i, "another best", best=[options[-1]["text"]])
    yield changed(original, i, "all best", best=[*(option["text"] for option in options), "more"])
    yield changed(original, i, "other phrase", value="别的")
    heavier = [options[0] | {"weight": 9.0}, *options[1:]]
    yield changed(original, i, "a heavier option", options=heavier)
    yield changed(original, i, "an option fewer", options=options[1:])
    yield changed(original, i, "flip", flipped=not step.get("flipped", False))
    yield changed(original, i, "other slots", options=[options[0] | {"slots": ["is"]}, *options[1:]])


def of_conclusion(original: Document, i: int, step: Document) -> Iterator[tuple[str, Document]]:
    for verdict in ("entailed", "refuted", "unknown", "inconsistent", "timeout", "unparsed"):
        if verdict != step["verdict"]:
            yield changed(original, i, f"forge {verdict}", verdict=verdict)
    yield changed(original, i, "give a reason", reason="just so")
    yield changed(original, i, "conclude from nothing", uses=[])
    if step.get("flips"):
        yield changed(original, i, "hide what it hinges on", flips=[])
        other = [flip | {"verdict": "entailed"} for flip in step["flips"]]
        yield changed(original, i, "say it would stay", flips=other)


FALSIFIERS = {
    "fact": of_fact,
    "constraint": of_constraint,
    "chain": of_chain,
    "reach": of_reach,
    "replacement": of_replacement,
    "cue": of_cue,
    "balance": of_balance,
    "conclusion": of_conclusion,
}


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_the_unchanged_trace_is_verified_and_read_back(trace: Trace, form: DialogueFacts) -> None:
    assert not complaints(trace, form)
    assert not complaints(trace.to_json(), form)
    assert Trace.from_json(trace.to_json()).steps == trace.steps
    assert str(trace)
    assert trace.to_dot()


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_every_mutant_is_refused(trace: Trace, form: DialogueFacts) -> None:
    count = 0
    for name, mutant in mutants(json.loads(trace.to_json())):
        document = json.dumps(mutant | {"seal": seal(mutant)})
        report = complaints(document, form)
        assert report or harmless(name), f"not caught: {name}\n{document}"
        count += 1
    assert count >= 8


def harmless(name: str) -> bool:
    """Whether a mutant is a sound proof still: of what a caller knows besides, or of fewer phrases tried."""
    return name == "rename the rule (step 2, constraint)" or name.startswith("drop replacement")


def test_a_trace_of_other_facts_is_refused() -> None:
    trace, _ = PROOFS["calm"]
    assert "its source texts are not the form's" in complaints(trace, CLASHES)
    others = replace(CALM, facts=CALM.facts[:-1])
    assert "its facts are not the form's" in complaints(trace, others)
    assert "its source texts are not the form's" in complaints(PROOFS["slot"][0], CALM)


def test_only_what_is_in_a_conflict_is_taken_back_for_it() -> None:
    document = json.loads(PROOFS["latest wins"][0].to_json())
    steps = document["steps"]
    at = next(i for i, step in enumerate(steps) if step["kind"] == "retraction")
    inside = steps[steps[at]["because"][0] - 1]["facts"]
    others = [n for n, step in enumerate(steps[:at], 1) if step["kind"] == "fact" and n not in inside]
    assert others
    for target in others:
        _, forged = changed(document, at, "take back another fact", target=target)
        report = complaints(json.dumps(forged | {"seal": seal(forged)}), CLASHES)
        assert f"step {at + 1}: what it takes back is not in the conflict" in report


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    take_census(
        "dialogues",
        [(name, trace, partial(complaints, form=form)) for name, (trace, form) in PROOFS.items()],
    )

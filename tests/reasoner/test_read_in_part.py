"""What rests on words that were not analysed is less certain, says so, and shows it in its trace."""

from __future__ import annotations

import pickle
from dataclasses import replace
from math import exp

import pytest
from checking import complaints

from defeasible.reasoner import Opinion, Reasoner, State, Trace, Verdict, check_decision, no_sizes
from defeasible.reasoner.checker.opaque import opaque_atoms
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.forms import Premises, SizeContext
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.question import (
    CauseQuestion,
    ChoiceQuestion,
    ConsistencyQuestion,
    ContextQuestion,
    EquivalenceQuestion,
    SizeQuestion,
    StateQuestion,
)
from defeasible.reasoner.trace import AssumptionStep, EvidenceStep, SizeStep
from defeasible.reasoner.trace.steps.base import UNANALYSED

R = Reasoner()
SHE = ["If she has an essay to finish, then she will study late.", "She has an essay to finish."]


def rests_on_opaque(decision: Decision) -> bool:
    again = Trace.from_json(decision.trace.to_json())
    assert again.to_json() == decision.trace.to_json()
    assert not complaints(again)
    return bool(opaque_atoms(again))


@pytest.mark.parametrize(
    ("premises", "query", "verdict", "words"),
    [
        (["Several guests sang."], "Several guests did not sing.", Verdict.UNKNOWN, ["Several"]),
        (["Many guests sang."], "Many guests did not sing.", Verdict.UNKNOWN, ["Many"]),
        (["Two guests sang."], "Two guests did not sing.", Verdict.UNKNOWN, ["Two"]),
        (["Half of the guests sang."], "Half of the guests did not sing.", Verdict.UNKNOWN, ["Half"]),
        (["One of them sang."], "One of them did not sing.", Verdict.UNKNOWN, ["One"]),
        (["A guest sang."], "A guest did not sing.", Verdict.UNKNOWN, ["A"]),
        (["Perhaps Max sang."], "Perhaps Max did not sing.", Verdict.REFUTED, ["Perhaps"]),
        (["Max often sang."], "Max often did not sing.", Verdict.REFUTED, ["often"]),
        (["He seldom calls."], "He calls.", Verdict.UNKNOWN, ["seldom"]),
        (["Max must pay."], "Max pays.", Verdict.UNKNOWN, ["must"]),
        (["Tea and toast are not served."], "Tea and toast are served.", Verdict.REFUTED, ["and"]),
        (["Anna met Maria.", "She sang."], "She sang.", Verdict.ENTAILED, ["She"]),
        (["There are 12 eggs."], "There are 12 eggs.", Verdict.ENTAILED, ["12"]),
    ],
)
def test_a_proof_that_rests_on_an_opaque_proposition_is_an_even_chance(
    premises: list[str], query: str, verdict: Verdict, words: list[str]
) -> None:
    decision = R.entails(premises, query)
    assert (decision.verdict, decision.confidence) == (verdict, 0.5)
    assert decision.reason == "not analysed: " + ", ".join(f'"{word}"' for word in words)
    assert f'(read in part: "{words[0]}")' in str(decision.trace)
    assert rests_on_opaque(decision)


@pytest.mark.parametrize(
    ("premises", "query", "default"),
    [
        (["Otters swim.", "Pip is an otter."], "Pip swims.", "Otters swim."),
        (["Otters usually swim.", "Pip is an otter."], "Pip does not swim.", "Otters usually swim."),
        (["If Max had sung, Ann would have left."], "Max sang.", "If Max had sung, Ann would have left."),
    ],
    ids=["a generic", "usually", "a condition contrary to fact"],
)
def test_a_proof_that_rests_on_a_default_names_it(premises: list[str], query: str, default: str) -> None:
    decision = R.entails(premises, query)
    assert (decision.confidence, decision.reason) == (0.5, f'rests on a default: "{default}"')
    assert f'(by default: "{default}")' in str(decision.trace)
    assert rests_on_opaque(decision)


@pytest.mark.parametrize("said", ["Lamp 4 of room 0 is on.", "Line 12 is closed.", "Ann read page three."])
def test_a_numeral_behind_its_noun_is_a_name(said: str) -> None:
    decision = R.entails([said], said)
    assert (decision.verdict, decision.confidence, decision.reason) == (Verdict.ENTAILED, 1.0, "")


@pytest.mark.parametrize(
    ("premises", "query"),
    [
        (SHE, "She will study late."),
        (["No one sang."], "Someone sang."),
        (["Max has a dog."], "Max does not have a dog."),
        (["Max did not see any dog."], "Max saw a dog."),
        (["Anna sang.", "She danced."], "Anna danced."),
        (["If it rains, Max may or may not sing.", "It rains."], "It rains."),
        (["Max ran.", "Several guests sang."], "Max ran."),
        (["If tea and toast are served, Max comes.", "Tea and toast are served."], "Max comes."),
        (["Anna met Maria.", "They sang."], "They sang."),
        (["Every robin sings.", "Pip is a robin."], "Pip sings."),
        (["Max doesn't drive or Eve walks.", "Max drives."], "Eve walks."),
    ],
)
def test_what_is_shown_from_text_read_in_full_is_certain(premises: list[str], query: str) -> None:
    decision = R.entails(premises, query)
    assert decision.verdict in (Verdict.ENTAILED, Verdict.REFUTED)
    assert (decision.confidence, decision.reason) == (1.0, "")
    assert not rests_on_opaque(decision)


@pytest.mark.parametrize(
    ("premise", "query"),
    [
        ("Someone sang.", "Someone did not sing."),
        ("Several guests sang.", "Several guests did not sing."),
        ("Max doesn't drive or Eve walks.", "Max drives or Eve walks."),
    ],
)
def test_a_negation_does_not_leave_its_scope(premise: str, query: str) -> None:
    assert R.entails([premise], query).verdict is Verdict.UNKNOWN


def test_what_is_contradictory_does_not_rest_on_the_question() -> None:
    decision = R.entails(["Max ran.", "Max did not run."], "Several guests sang.")
    assert (decision.verdict, decision.confidence) == (Verdict.INCONSISTENT, 1.0)
    assert not rests_on_opaque(decision)


def test_a_revision_rests_on_the_weakened_conditionals() -> None:
    decision = R.revise(SHE, "If the library always stays open, she will study late.")
    assert decision.verdict is Verdict.UNKNOWN
    assert 'not analysed: "always"' in decision.reason
    assert rests_on_opaque(decision)


def test_a_weighed_role_is_named_as_the_reason() -> None:
    decision = R.revise(SHE, "If the library stays open, she will study late.")
    assert decision.confidence < 1
    assert decision.reason == f"the role of s3 beside s1 is weighed: {decision.confidence:.2f}"
    assert decision.reason in str(decision)


@pytest.mark.parametrize(
    ("premises", "evidence", "opaque"),
    [
        (["If several guests sing, Max leaves."], "Several guests sing.", True),
        (["If Ann sings, Max leaves.", "Several guests sang."], "Ann sings.", False),
    ],
)
def test_weighed_evidence_rests_on_what_contradicts_the_other_side(
    premises: list[str], evidence: str, opaque: bool
) -> None:
    decision = R.weigh(premises, [Opinion(evidence, 2.0)], "Max leaves.")
    assert decision.verdict is Verdict.ENTAILED
    assert decision.confidence == pytest.approx(0.880797 * (0.5 if opaque else 1), abs=1e-6)
    assert ("not analysed" in decision.reason) is opaque is rests_on_opaque(decision)


def test_equivalence_rests_on_all_that_both_readings_say() -> None:
    decision = R.equivalent(["Several guests sang."], ["Several guests sang now."])
    assert ('not analysed: "Several"' in decision.reason) is rests_on_opaque(decision) is True
    assert R.equivalent(["Max sang."], ["Max sang."]).confidence == 1.0


def test_a_base_is_less_certain_of_what_is_linked_to_an_opaque_proposition() -> None:
    base = R.base()
    base.tell("If Max sings, several guests leave.")
    base.tell("Eve ran.")
    base.tell("Max sings.")
    linked, apart = base.ask("Max sings."), base.ask("Eve ran.")
    assert (linked.confidence, linked.reason) == (0.5, 'not analysed: "several"')
    assert (apart.confidence, apart.reason) == (1.0, "")
    assert rests_on_opaque(linked)
    assert not rests_on_opaque(apart)


def test_a_base_forgets_no_word_that_a_later_text_or_the_question_adds() -> None:
    base = R.base()
    base.tell("If a guest sings, Max leaves.")
    assert base.ask("A guest sings.").confidence == 1.0
    asked = base.ask("A guest does not sing.")
    assert (asked.confidence, asked.reason) == (0.5, 'not analysed: "A"')
    assert rests_on_opaque(asked)
    base.tell("A guest does not sing.")
    told = base.ask("Max leaves.")
    assert (told.confidence, told.reason) == (0.5, 'not analysed: "A"')
    assert rests_on_opaque(told)


def test_the_form_points_at_the_words() -> None:
    form = GrammarParser().premises(["Several guests sang."], ["Several guests sang."])
    assert isinstance(form, Premises)
    assert form.opaque_words({"a1"}) == ("Several", "Several")
    assert [(span.source, span.start, span.end) for span in form.atoms[0].opaque] == [
        ("s1", 0, 7),
        ("q1", 0, 7),
    ]


UNREAD = ("Tom was asleep.", "Gleefully vexing quorbs hither.")


def test_a_line_that_was_not_understood_halves_the_confidence_where_it_counts() -> None:
    question = StateQuestion(UNREAD, "Tom is asleep.")
    decision = R.decide(question)
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 0.5)
    assert decision.reason == "line 2 was not understood"
    assert check_decision(question, decision).state is State.VERIFIED
    assert check_decision(question, replace(decision, confidence=1.0)).state is State.FAILED
    alone = StateQuestion(UNREAD, "Tom is asleep.", (1,), context=False)
    decision = R.decide(alone)
    assert (decision.confidence, decision.reason) == (1.0, "")
    assert check_decision(alone, decision).state is State.VERIFIED
    twice = R.decide(StateQuestion((*UNREAD, UNREAD[1]), "Tom is asleep."))
    assert (twice.confidence, twice.reason) == (0.5, "lines 2, 3 were not understood")


TALK = ("A: 我昨天没来，因为下雨了。", "B: 哦。", "A: 嗯。")


@pytest.mark.parametrize(
    "question",
    [
        ConsistencyQuestion(TALK),
        ConsistencyQuestion(TALK, policy="latest-wins"),
        CauseQuestion(TALK, "下雨了", "昨天没来"),
        CauseQuestion(TALK, "昨天没来", "下雨了"),
    ],
)
def test_turns_that_were_not_understood_halve_the_confidence_and_stand_in_the_trace(
    question: ConsistencyQuestion | CauseQuestion,
) -> None:
    decision = R.decide(question)
    assert decision.verdict in (Verdict.ENTAILED, Verdict.REFUTED)
    assert (decision.confidence, decision.reason) == (0.5, "turns 2, 3 were not understood")
    assert "turn 2 was not understood" in str(decision.trace)
    assert check_decision(question, decision).state is State.VERIFIED
    assert check_decision(question, replace(decision, confidence=1.0)).state is State.FAILED
    trace = decision.trace
    hidden = tuple(s for s in trace.steps if not (isinstance(s, AssumptionStep) and "2" in s.reason))
    forged = replace(decision, proof=replace(trace, steps=hidden))
    assert "turns that were not understood" in str(check_decision(question, forged))
    other = AssumptionStep("turn 9 was not understood")
    forged = replace(decision, proof=replace(trace, steps=(*trace.steps[:-1], other, trace.steps[-1])))
    assert "assumes something else" in str(check_decision(question, forged))


def test_turns_that_are_all_read_leave_the_confidence_at_1() -> None:
    decision = R.decide(ConsistencyQuestion(TALK[:1]))
    assert (decision.confidence, decision.reason) == (1.0, "")


VEXED = "The cat is in the mouse. The quorb glorped the vex."


def test_a_sentence_about_sizes_that_was_not_understood_halves_the_confidence() -> None:
    question = SizeQuestion(VEXED, "cat", "mouse")
    decision = R.decide(question)
    assert (decision.answer, decision.confidence) == ("mouse", 0.5)
    assert decision.reason == 'sentence "The quorb glorped the vex" was not understood'
    assert decision.reason in str(decision.trace)
    assert check_decision(question, decision).state is State.VERIFIED
    assert check_decision(question, replace(decision, confidence=1.0)).state is State.FAILED
    steps = tuple(step for step in decision.trace.steps if not isinstance(step, AssumptionStep))
    hidden = replace(decision, proof=replace(decision.trace, steps=steps), confidence=1.0, reason="")
    assert check_decision(question, hidden).state is State.FAILED
    assert R.compare_size("The cat is in the mouse. It was sunny.", "cat", "mouse").confidence == 1.0


LIKELY = {"lies on top of": 9.0, "hides under": 9.0, "is attached to": 9.0, "is supported by": 9.0}
LIKELY |= {"is carried by": 9.5, "was eaten by": 9.5, "was lifted by": 9.5}


@pytest.mark.parametrize(("words", "nats"), LIKELY.items())
def test_what_words_only_make_likely_outweighs_usual_sizes_and_is_not_certain(
    words: str, nats: float
) -> None:
    text = f"The elephant {words} the mouse."
    question = SizeQuestion(text, "elephant", "mouse")
    decision = R.decide(question)
    assert decision.answer == "mouse"
    assert decision.confidence == pytest.approx(1 / (1 + exp(8 - nats)))  # usual sizes weigh 8
    alone = Reasoner(sizes=no_sizes).compare_size(text, "elephant", "mouse")
    assert alone.confidence == pytest.approx(1 / (1 + exp(-min(nats, 3.0))))
    assert "confidence 0.95" in str(alone)
    assert any(isinstance(s, EvidenceStep) and s.source == "lexicon:frames" for s in decision.trace.steps)
    assert check_decision(question, decision).state is State.VERIFIED
    said = R.compare_size(f"{text} The elephant is bigger than the mouse.", "elephant", "mouse")
    assert (said.answer, said.confidence) == ("elephant", 1.0)


def test_what_is_likely_cannot_be_forged_into_what_is_implied() -> None:
    question = SizeQuestion("The elephant lies on the mouse.", "elephant", "mouse")
    honest = R.decide(question)
    form = question.read(GrammarParser())
    assert isinstance(form, SizeContext)
    s = form.statements[0]
    hard = replace(form, statements=(replace(s, weight=None),))
    forged = R.decide(ContextQuestion(hard))
    assert check_decision(question, replace(forged, answer="mouse")).state is State.FAILED
    step = SizeStep(s.id, s.comparison, s.span, s.frame, s.reason, s.weight)
    trace = replace(forged.trace, steps=(step, *forged.trace.steps[1:]))
    assert "it is only likely" in str(check_decision(question, replace(honest, proof=trace)))


@pytest.mark.parametrize(
    ("first", "second", "verdict", "confidence"),
    [
        ("The cat is on the mouse.", "The mouse supports the cat.", Verdict.ENTAILED, 0.9074),
        (VEXED, VEXED, Verdict.ENTAILED, 0.5),
    ],
)
def test_equivalence_of_sizes_rests_on_all_that_both_texts_say(
    first: str, second: str, verdict: Verdict, confidence: float
) -> None:
    one, other = (GrammarParser().sizes(text, ("cat", "mouse")) for text in (first, second))
    assert isinstance(one, SizeContext)
    assert isinstance(other, SizeContext)
    question = EquivalenceQuestion(one, other)
    decision = R.decide(question)
    assert (decision.verdict, round(decision.confidence, 4)) == (verdict, confidence)
    assert check_decision(question, decision).state is State.VERIFIED
    assert check_decision(question, replace(decision, confidence=1.0)).state is State.FAILED
    steps = tuple(step for step in decision.trace.steps if not isinstance(step, AssumptionStep))
    if steps != decision.trace.steps:
        hidden = replace(decision, proof=replace(decision.trace, steps=steps), confidence=1.0)
        assert "parts that were not understood" in str(check_decision(question, hidden))


def test_that_a_base_knows_nothing_rests_on_all_that_it_was_told() -> None:
    base = R.base()
    for text in ("Several robins sing.", "Pip is a robin.", "Eve ran."):
        base.tell(text)
    question, decision = base.question("Pip sings."), base.ask("Pip sings.")
    assert (decision.verdict, decision.confidence) == (Verdict.UNKNOWN, 0.5)
    assert decision.reason == 'nothing in the base speaks of: Pip sings; not analysed: "Several"'
    assert UNANALYSED in str(decision.trace)
    assert check_decision(question, decision).state is State.VERIFIED
    assert check_decision(question, replace(decision, confidence=1.0)).state is State.FAILED
    steps = tuple(step for step in decision.trace.steps if not isinstance(step, AssumptionStep))
    hidden = replace(decision, proof=replace(decision.trace, steps=steps), confidence=1.0)
    assert "were read in part" in str(check_decision(question, hidden))
    assert (base.ask("Eve ran.").confidence, base.ask("Eve ran.").reason) == (1.0, "")
    for text in ("Several robins sing.", "Several robins sing."):
        base.retract(text)
    decision = base.ask("Pip sings.")
    assert decision.confidence == 1.0
    assert check_decision(base.question("Pip sings."), decision).state is State.VERIFIED
    base.undo()
    assert base.ask("Pip sings.").confidence == 0.5
    loaded = pickle.loads(pickle.dumps(base))
    assert loaded.ask("Pip sings.").confidence == 0.5


def test_nobody_adds_that_a_base_was_read_in_part() -> None:
    base = R.base()
    base.tell("Eve ran.")
    question, decision = base.question("Pip sings."), base.ask("Pip sings.")
    assert decision.confidence == 1.0
    steps = (*decision.trace.steps[:-1], AssumptionStep(UNANALYSED), decision.trace.steps[-1])
    forged = replace(decision, proof=replace(decision.trace, steps=steps), confidence=0.5)
    assert "were read in part" in str(check_decision(question, forged))


GUESTS = ("If Max sings, several guests leave.", "Max sings.")


@pytest.mark.parametrize(
    ("options", "verdict", "answer", "words"),
    [
        (("Eve runs.", "Several guests leave."), Verdict.ENTAILED, "Several guests leave.", True),
        (("Several guests do not leave.", "Max sings."), Verdict.ENTAILED, "Max sings.", False),
        (("Eve runs.", "Eve may or may not run."), Verdict.UNKNOWN, "Eve may or may not run.", True),
        (("Max does not sing.", "Several guests do not leave."), Verdict.UNKNOWN, None, True),
        (("Max sings.", "Several guests leave."), Verdict.ENTAILED, None, True),
        (("Max does not sing.", "Max sings."), Verdict.REFUTED, "Max sings.", False),
    ],
)
def test_a_choice_is_as_sure_as_the_option_chosen_or_as_the_least_sure_of_all(
    options: tuple[str, ...], verdict: Verdict, answer: str | None, words: bool
) -> None:
    question = ChoiceQuestion(GUESTS, options)
    decision = R.decide(question)
    assert (decision.verdict, decision.answer) == (verdict, answer)
    assert decision.confidence == (0.5 if words else 1.0)
    assert ("not analysed" in decision.reason) is words is rests_on_opaque(decision)
    assert check_decision(question, decision).state is not State.FAILED
    other = replace(decision, confidence=1.5 - decision.confidence)
    assert check_decision(question, other).state is State.FAILED


def test_a_choice_is_no_proof_of_what_no_option_says() -> None:
    question = ChoiceQuestion(GUESTS, ("Max does not sing.", "Eve runs."))
    decision = R.decide(replace(question, options=("Max does not sing.", "Several guests leave.")))
    sources = R.decide(question).trace.sources
    forged = replace(decision, proof=replace(decision.trace, sources=sources), answer=None)
    assert check_decision(question, forged).state is State.FAILED

"""What the verbs of a belief base do to texts, forms and formulas, and what they refuse."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import cast

import pytest
from builders import pigeons, theory, weighing
from checking import complaints

from defeasible.reasoner import Change, DefeasibleError, Reasoner, Role, Verdict, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.evidence import Evidence
from defeasible.reasoner.forms import Conditional, Premises, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or

P, Q, R, S = (Atom(name) for name in "pqrs")
RAIN = ("If it rains then the match is off.", "It rains.")
OFF = "The match is off."


def told(*texts: str | FormulaNode) -> BeliefBase:
    """A base that was told some things, conditionals as stated."""
    kb = BeliefBase(roles=no_roles)
    for text in texts:
        kb.tell(text)
    return kb


def test_told_today_asked_tomorrow() -> None:
    kb = told("She is late.", "If she is late then the bus has left.")
    assert kb.ask("The bus has not left.").verdict is Verdict.REFUTED
    assert kb.ask("The bus left.").answer == "The bus left."


def test_before_and_change_follow_a_question() -> None:
    kb = told(*RAIN)
    first = kb.ask(OFF)
    assert (first.before, first.change) == (None, None)
    kb.retract("It rains.")
    second = kb.ask(OFF)
    assert (second.verdict, second.before, second.change) == (
        Verdict.UNKNOWN,
        Verdict.ENTAILED,
        Change.RETRACTED,
    )
    shifts = kb.diff(first, second).shifts
    assert [(s.statement, s.before, s.after) for s in shifts] == [("t2", "believed", "absent")]
    assert first.verdict is Verdict.ENTAILED
    assert "It rains" in str(first.trace), "the proof is of the base as it was"


def test_what_only_a_question_spoke_of_is_not_remembered() -> None:
    kb = told(*RAIN)
    assert kb.ask("The moon is full.").reason == "nothing in the base speaks of: the moon is full"
    kb.tell("The sun shines.")
    assert kb.ask("The sun shines.").before is None


def test_news_of_equal_rank_wins_and_nothing_is_lost() -> None:
    kb = told("It rains.")
    report = kb.tell("It does not rain.")
    (loss,) = report.lost
    assert (loss.what.id, [q.id for q in loss.because], loss.tied) == ("t1", ["t2"], ("t2",))
    assert len(kb) == 2
    assert repr(kb) == "<BeliefBase: 2 statements, 1 not believed, 2 changes, linear>"
    assert [[q.id for q in quotes] for quotes in kb.conflicts()] == [["t1", "t2"]]
    kb.undo()
    assert kb.ask("It rains.").verdict is Verdict.ENTAILED


@pytest.mark.parametrize(
    "text",
    ["Usually, birds fly.", "Birds usually fly.", "Normally birds fly.", "Birds fly, as a rule."],
)
def test_defaults_yield(text: str) -> None:
    kb = BeliefBase()
    kb.tell("Birds do not fly.")
    report = kb.tell(text)
    assert [loss.what.id for loss in report.lost] == ["t2"]
    assert kb.ask("Birds fly.").verdict is Verdict.REFUTED
    assert not complaints(kb.ask("Birds fly.").trace, kb.snapshot())


def test_a_hedge_in_a_condition_is_part_of_it() -> None:
    kb = told("If Tom usually sings then Anna leaves.", "If Tom sings then usually Ben stays.")
    assert [held.rank.layer for held in kb.statements] == [1, 0]


def test_layers_then_weights_then_arrival() -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell(P, layer="context", weight=0.1)
    kb.tell(Not(P), weight=9.0)
    assert kb.ask(P).verdict is Verdict.ENTAILED
    kb.tell(Q, weight=2.0)
    kb.tell(Not(Q), weight=1.0)
    assert kb.ask(Q).verdict is Verdict.ENTAILED
    kb.revise(Not(P))
    kb.revise(P)
    kb.revise(Not(P))
    assert kb.ask(P).verdict is Verdict.REFUTED
    kb.tell(P, layer="context", weight=1000.0)
    assert kb.ask(P).verdict is Verdict.REFUTED, "revisions stand above all layers"


def test_certain_statements_are_never_given_up() -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell(P, certain=True)
    kb.tell(Implies(P, Q), certain=True)
    whole = kb.snapshot().digest
    for report, reason in (
        (kb.revise(Not(Q)), "cannot be true together"),
        (kb.update(Not(Q)), "cannot be true together"),
        (kb.retract(Q), "follows from what is certain"),
        (kb.retract(Or((P, Not(P)))), "true whatever"),
        (kb.revise(And((R, Not(R)))), "cannot be true together"),
        (kb.update(And((R, Not(R)))), "cannot be true together"),
    ):
        assert report.outcome == "impossible"
        assert reason in report.reason or "certain" in report.reason
        assert kb.snapshot().digest == whole
    report = kb.tell(Not(Q), certain=True)
    assert report.outcome == "inconsistent"
    assert "t1" in report.reason
    assert kb.ask(Q).verdict is Verdict.INCONSISTENT
    assert not complaints(kb.ask(Q).trace, kb.snapshot())
    kb.tell(S)
    assert kb.ask(S).verdict is Verdict.ENTAILED, "what is not linked to the contradiction goes on"
    assert kb.ask(And((S, Q))).verdict is Verdict.INCONSISTENT
    assert kb.ask(S).verdict is Verdict.ENTAILED
    kb.undo()
    kb.undo()
    assert kb.ask(Q).verdict is Verdict.ENTAILED


def test_laws_hold_before_and_after_a_change() -> None:
    kb = BeliefBase()
    kb.tell("If it rains then the street is wet.", certain=True)
    kb.tell("The street is not wet.")
    assert kb.ask("It rains.").verdict is Verdict.REFUTED
    assert kb.update("It rains.").outcome == "done"
    assert kb.ask("The street is wet.").verdict is Verdict.ENTAILED
    decision = kb.ask("The street is wet.")
    assert not complaints(decision.trace, kb.snapshot())
    assert "(before turn 3)" in str(decision.trace)
    kb.undo()
    assert kb.ask("The street is wet.").verdict is Verdict.REFUTED


def test_update_is_not_revision() -> None:
    """The book or the magazine lies on the table; it turns out, or comes about, that the book does."""
    either = Or((And((P, Not(Q))), And((Not(P), Q))))
    revised, updated = told(either), told(either)
    revised.revise(P)
    updated.update(P)
    assert revised.ask(Q).verdict is Verdict.REFUTED
    assert updated.ask(Q).verdict is Verdict.UNKNOWN


def test_a_change_about_too_many_things_is_refused_and_changes_nothing() -> None:
    kb = told("The lamp is on.")
    whole, parts = kb.snapshot().digest, [Atom(f"x{i}") for i in range(9)]
    with pytest.raises(DefeasibleError, match="9 atoms"):
        kb.update(Or(tuple(parts)))
    assert kb.snapshot().digest == whole
    assert kb.tell("The lamp is old.").turn == 2


def test_retracting_names_what_went_why_and_what_could_have_gone_instead() -> None:
    kb = told(*RAIN, "The pitch floods.")
    report = kb.retract(OFF)
    assert [loss.what.id for loss in report.lost] == ["t1"]
    assert [quote.id for loss in report.lost for quote in loss.because] == ["t2"]
    assert [[q.id for q in other] for other in report.alternatives] == [["t2"]]
    assert kb.ask(OFF).verdict is Verdict.UNKNOWN
    again = kb.retract(OFF)
    assert again.reason == "it does not follow, so there is nothing to give up"
    assert len(kb.history) == 4


def test_roles_weaken_and_are_reported() -> None:
    kb = BeliefBase(roles=weighing(requirement=2.0, alternative=1.0))
    kb.tell(Implies(P, Q))
    report = kb.tell(Implies(R, Q))
    assert [(w.what.id, w.beside) for w in report.weakened] == [("t2", ("t1",)), ("t1", ("t2",))]
    kb.tell(P)
    decision = kb.ask(Q)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.confidence == pytest.approx(0.731, abs=1e-3)
    (flip,) = decision.trace.conclusion.flips
    assert flip.verdict is Verdict.ENTAILED
    assert not complaints(decision.trace, kb.snapshot())
    kb.tell(R)
    assert kb.ask(Q).verdict is Verdict.ENTAILED
    report = kb.retract(Q)
    assert kb.ask(Q).verdict is not Verdict.ENTAILED, "the rest does not bring it back"


@pytest.mark.parametrize("role", [*Role, cast("Role", "requirement")])
def test_stated_roles(role: Role) -> None:
    kb = told(Implies(P, Q), P)
    kb.tell(Implies(R, Q), role=role, of="t1")
    wanted = Verdict.UNKNOWN if role == Role.REQUIREMENT else Verdict.ENTAILED
    decision = kb.ask(Q)
    assert decision.verdict is wanted
    assert not complaints(decision.trace, kb.snapshot())


def test_tied_roles_are_named_and_read_the_weaker_way() -> None:
    kb = BeliefBase(roles=weighing(requirement=1.0, alternative=1.0))
    kb.tell(Implies(P, Q))
    kb.tell(Implies(R, Q))
    kb.tell(P)
    decision = kb.ask(Q)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.confidence == 0.5
    assert "tied" in str(decision.trace)
    assert not complaints(decision.trace, kb.snapshot())


def test_explanations() -> None:
    kb = told(*RAIN, "If the pitch floods then the match is off.", "The pitch floods.")
    found = kb.explain(OFF)
    assert [[q.id for q in proof] for proof in found.proofs] == [["t1", "t2"], ["t3", "t4"]]
    assert all(len(flip) == 2 for flip in found.flips)
    kb.tell("It does not rain.")
    kb.retract("The pitch floods.")
    found = kb.explain(OFF)
    assert found.verdict is Verdict.UNKNOWN
    assert [world.goal for world in found.worlds] == [True, False]
    assert "the match is off" in found.worlds[0].true
    assert [loss.what.id for loss in found.against] == ["t2"]
    assert "it may be false" in str(found)


def test_forms_meet_texts_by_what_their_atoms_stand_for() -> None:
    kb = told(*RAIN)
    form = GrammarParser().premises(["The match was off.", "If the match is off then Ben sleeps."])
    assert isinstance(form, Premises)
    report = kb.tell(form)
    assert [quote.id for quote in report.added] == ["t3", "t3.2"]
    assert kb.ask("Ben sleeps.").verdict is Verdict.ENTAILED
    assert kb.ask("The match is off.").verdict is Verdict.ENTAILED
    asked = GrammarParser().premises([], ["Ben does not sleep."])
    assert isinstance(asked, Premises)
    assert kb.ask(asked).verdict is Verdict.REFUTED
    assert not complaints(kb.ask(asked).trace, kb.snapshot())


class Parrot:
    """A parser of its own: every text is one atom, by its words; it reads no questions about nothing."""

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read texts."""
        if "?" in "".join([*statements, *queries]):
            return Unparsed("a parrot does not ask")
        form = GrammarParser().premises(statements, queries)
        assert isinstance(form, Premises)
        return form

    def sizes(self, context: str, objects: tuple[str, str]) -> Unparsed:
        """Read nothing."""
        return Unparsed("no sizes")

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Unparsed:
        """Read nothing."""
        return Unparsed("no stories")

    def dialogue(self, turns: Sequence[str]) -> Unparsed:
        """Read nothing."""
        return Unparsed("no dialogues")


def test_other_parsers_share_propositions_too() -> None:
    kb = Reasoner(parser=Parrot(), roles=no_roles).base()
    kb.tell("If it rains then the match is off.")
    kb.tell("It rains.")
    assert kb.ask("The match is off.").verdict is Verdict.ENTAILED
    assert kb.tell("Is it so?").outcome == "unparsed"
    assert kb.ask("Is it so?").verdict is Verdict.UNPARSED


def test_what_cannot_be_read_changes_nothing() -> None:
    kb = told(*RAIN)
    whole = kb.snapshot().digest
    for verb in (kb.tell, kb.revise, kb.update, kb.retract):
        assert verb("Colourless.").outcome == "unparsed"
    decision = kb.ask("Colourless.")
    assert decision.verdict is Verdict.UNPARSED
    assert decision.reason
    assert not complaints(decision.trace)
    with pytest.raises(DefeasibleError, match="cannot be read"):
        kb.question("Colourless.")
    assert kb.explain("Colourless.").verdict is Verdict.UNPARSED
    assert (kb.snapshot().digest, len(kb.history)) == (whole, 2)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda kb: kb.tell(P, layer="gossip"), "unknown layer 'gossip'"),
        (lambda kb: kb.tell(P, weight=0.0), "weight must be .* got 0.0"),
        (lambda kb: kb.tell(P, weight=float("inf")), "certain=True"),
        (lambda kb: kb.tell(P, weight=float("nan")), "weight must be .* got nan"),
        (lambda kb: kb.tell(P, certain=True, default=True), "both certain and a default"),
        (lambda kb: kb.tell(Atom("a9")), "unknown proposition `a9`"),
        (lambda kb: kb.tell(Atom("p@1")), "unknown proposition `p@1`"),
        (lambda kb: kb.tell(And(())), "has no atoms"),
        (lambda kb: kb.tell(Implies(P, Q), role=Role.ALTERNATIVE, of="t7"), "names a conditional"),
        (lambda kb: kb.tell("If it snows then the match is off.", role="much", of="t1"), "no role 'much'"),
        (lambda kb: kb.tell("Tom sings.", role=Role.ALTERNATIVE, of="t1"), "a single conditional"),
        (lambda kb: kb.tell("If Tom sings then Ben dances.", role=Role.ALTERNATIVE, of="t1"), "no role"),
        (lambda kb: kb.tell(17), "not int"),
        (lambda kb: kb.ask(theory(P)), "one query, got 0"),
        (lambda kb: kb.explain(P, k=0), "k must be at least 1, got 0"),
        (lambda kb: kb.quote("t9"), "no statement `t9`"),
        (lambda _: BeliefBase(timeout=0), "must be a positive"),
    ],
)
def test_misuse_is_refused_by_name(act: Callable[[BeliefBase], object], message: str) -> None:
    kb = told(*RAIN)
    whole = kb.snapshot().digest
    with pytest.raises(DefeasibleError, match=message):
        act(kb)
    assert (kb.snapshot().digest, len(kb.history)) == (whole, 2)
    assert kb.tell("Tom sings.").turn == 3


def test_a_timeout_is_an_answer_and_loses_nothing() -> None:
    kb = BeliefBase(roles=no_roles, timeout=0.05)
    for formula in pigeons(10):
        kb.tell(formula, certain=True)
    assert kb.ask(Atom("x0_0")).verdict in (Verdict.TIMEOUT, Verdict.UNKNOWN)
    report = kb.tell(Atom("x0_0"))
    assert report.outcome in ("timeout", "done")
    decision = kb.ask(Atom("x0_0"))
    assert decision.verdict is Verdict.TIMEOUT
    assert decision.reason == "the solver ran out of time"
    assert not complaints(decision.trace, kb.snapshot())
    assert len(kb) == len(pigeons(10)) + 1
    assert kb.revise(Not(Atom("x0_0"))).outcome == "timeout"
    assert kb.tell("It rains.").outcome == "done"
    assert kb.ask("It rains.").verdict is Verdict.ENTAILED


def test_a_turn_that_breaks_off_changes_nothing() -> None:
    def lost(_: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        if later.id == "t3.2":
            raise KeyboardInterrupt
        return weighing(requirement=2.0)(_, earlier, later)

    kb = BeliefBase(roles=lost)
    kb.tell("If it rains then the match is off.")
    kb.tell("If the pitch floods then the match is off.")
    whole, ours = kb.snapshot().digest, kb.ask(OFF).trace
    for verb in (kb.tell, kb.revise):
        with pytest.raises(KeyboardInterrupt):
            verb("It snows. If it snows then the match is off.")
        assert (kb.snapshot().digest, len(kb.history)) == (whole, 2)
        assert kb.ask(OFF).trace == ours
    assert kb.tell("It snows.").turn == 3


def test_threads_take_turns() -> None:
    kb = BeliefBase(roles=no_roles)
    failures: list[str] = []

    def talk(me: int) -> None:
        for i in range(25):
            kb.tell(f"If box {i} of thread {me} is open then lamp {i} of thread {me} is on.")
            kb.tell(f"Box {i} of thread {me} is open.")
            decision = kb.ask(f"Lamp {i} of thread {me} is on.")
            if decision.verdict is not Verdict.ENTAILED or complaints(decision.trace):
                failures.append(f"{me} {i} {decision.verdict}")

    threads = [threading.Thread(target=talk, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(kb) == 200
    assert len({held.id for held in kb.statements}) == 200

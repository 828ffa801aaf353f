"""Find the phrase of a dialogue that does not fit: the one whose removal resolves the conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.dialogue.conflicts import search
from defeasible.reasoner.dialogue.knowledge import shipped
from defeasible.reasoner.dialogue.ontology import validate
from defeasible.reasoner.dialogue.proof import Proof
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms.dialogue import plain_words
from defeasible.reasoner.given import texts
from defeasible.reasoner.text import quote
from defeasible.reasoner.trace import ConsistencyStep, Deferred, ReplacementStep, Trace
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.dialogue.knowledge import Knowledge
    from defeasible.reasoner.forms import DialogueFact, DialogueFacts


def conflict_phrase(
    form: DialogueFacts, candidates: Iterable[str], knowledge: Knowledge | None = None
) -> Decision:
    """Decide which of some phrases does not fit into a dialogue.

    A fact needs a phrase if the phrase is in the words that state it, or in those of its subject or value.
    The phrase that does not fit is the one such that no conflict remains without the facts that need it.

    Args:
        form: The facts of the dialogue.
        candidates: Phrases as they occur in the turns.
        knowledge: Commonsense knowledge; by default that of the package.

    Returns:
        ENTAILED with the phrase as `answer` if there is exactly one. UNKNOWN if there is no conflict, if no
        candidate resolves all conflicts, or if several do; the trace then shows which.

    Raises:
        UsageError: If there are no candidates, or one occurs twice.
        FormError: If a slot is not in the ontology or a phrase is of the wrong kind for it.
    """
    validate(form)
    candidates = texts(candidates, name="candidates")
    if not candidates:
        raise UsageError("no phrases to choose from", hint="pass a list of phrases")
    if len(set(candidates)) < len(candidates):
        raise UsageError("duplicate phrase", hint="pass each phrase once")
    known = knowledge or shipped()
    found, _ = search(form, form.facts, known, 1)
    fitting: list[str] = []
    if found:
        for phrase in candidates:
            gone = needing(form, phrase)
            rest = [fact for fact in form.facts if fact.id not in gone]
            if gone and not search(form, rest, known, 1)[0]:
                fitting.append(phrase)
    answer = fitting[0] if len(fitting) == 1 else None
    verdict = Verdict.ENTAILED if answer is not None else Verdict.UNKNOWN
    proof = Deferred(lambda: _proof(form, candidates, known, verdict))
    decision = Decision(verdict, proof, answer=answer, confidence=float(answer is not None))
    return parts_unread(decision, "turn", form.unread)


def needing(form: DialogueFacts, phrase: str) -> frozenset[str]:
    """Return the ids of the facts that need a phrase."""
    wanted = plain_words(phrase)
    text = {one.id: plain_words(one.text) for one in form.phrases}

    def said(fact: DialogueFact) -> str:
        return "" if fact.span is None else plain_words(quote(form.sources, fact.span))

    return frozenset(
        fact.id
        for fact in form.facts
        if wanted and any(wanted in words for words in (text[fact.subject], text[fact.value], said(fact)))
    )


def _proof(form: DialogueFacts, candidates: tuple[str, ...], knowledge: Knowledge, verdict: Verdict) -> Trace:
    proof = Proof(form, knowledge)
    found, _ = search(form, form.facts, knowledge, 1)
    if not found:
        uses = (proof.put(ConsistencyStep(proof.facts(form.facts))),)
        return proof.conclude(verdict, uses, reason="there is no conflict")
    steps = [proof.conflict(found[0])]
    for phrase in candidates:
        gone = needing(form, phrase)
        without = proof.facts(fact for fact in form.facts if fact.id in gone)
        rest = [fact for fact in form.facts if fact.id not in gone]
        left = tuple(proof.conflict(clash) for clash in search(form, rest, knowledge, 1)[0])
        steps.append(proof.put(ReplacementStep(phrase, without, left)))
    return proof.conclude(verdict, tuple(steps))

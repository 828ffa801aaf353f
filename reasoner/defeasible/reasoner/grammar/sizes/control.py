"""What the verb or adjective above a clause makes of it: who acts, and whether it happens."""

from __future__ import annotations

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, preposition
from defeasible.reasoner.grammar.sizes.predicates import so_big


def control(analysis: Analysis, said: Said, clause: Clause, above: Clause) -> None:
    """Say of an embedded clause what the verb or adjective above makes of it."""
    way = analysis.clauses[said.parent].subject if said.parent is not None else None
    if way is not None and way.head.low == "way" and way.quantifier is not None and said.relation != "main":
        clause.negated, clause.capacity = True, True  # `there's no way it will fit`
        return
    embedding = said.embedding
    if embedding is None or said.parent is None:
        return
    parent = analysis.clauses[said.parent]
    clause.attempted = embedding.kind == "attempt"
    if clause.subject != above.subject:
        clause.controller = list(above.subject)
    lemmas = set(above.verb.lemmas) if above.verb is not None else set()
    if lemmas & lexicon().discourse["employ"]:
        _employ(above, clause)
    degree = next((c for c in parent.comparisons if c.kind in {"too", "enough"}), None)
    if embedding.kind == "degree" and degree is not None:
        size = degree.word.low in w.BIG | w.SMALL
        clause.reverse = size and embedding.holds == "no"
        clause.hypothetical = clause.hypothetical or not size
        return
    if so_big(analysis, parent) and clause.negated and clause.capacity:
        clause.reverse, clause.negated = True, False
        return
    able = parent.adjective.low if parent.adjective is not None else ""
    denied = (embedding.holds == "no") if embedding.holds != "open" else above.negated
    denied = denied != (able in w.UNABLE and embedding.holds == "open")
    if said.relation in {"infinitive", "gerund"} or embedding.holds == "no":
        clause.negated = clause.negated != denied
    clause.capacity = (
        above.capacity or clause.capacity or bool(lemmas & w.FAILURE) or able in w.UNABLE | w.ABLE
    )


def _employ(above: Clause, clause: Clause) -> None:
    """Make what is used the instrument of what it is used for: `uses a bucket to carry a fish`."""
    phrase = preposition("with")
    passive = above.verb is not None and above.verb.passive
    used = above.subject if passive else above.patient
    if phrase is not None and used:
        clause.phrases.append(Attached(phrase, tuple(used), above.start, above.end, above.patient_head))
        clause.subject = [] if passive else list(above.subject)


def lend(said: Said, clause: Clause, above: Clause) -> None:
    """Pass phrases from and to the clause above: `caught it using a net`, `in a sock there used to be`."""
    using = preposition("with")
    if using is not None and said.lemma == "use" and said.head.tag == "VBG" and clause.patient:
        numbers = tuple(clause.patient)
        above.phrases.append(Attached(using, numbers, clause.start, clause.end, clause.patient_head))
    if said.expletive and not above.subject:
        clause.phrases += above.phrases

"""The same in plainer words: clefts, passives, relative clauses, and what a verb says of its clause."""

from __future__ import annotations

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.frames import Denied, Node
from defeasible.reasoner.grammar.parts.taken import Taken, beside, with_subject
from defeasible.reasoner.grammar.parts.view import View


def embedded(s: Taken) -> Node | None:
    """Read `knows that p`, `managed to do p`, `failed to do p`."""
    if not s.asserted:
        return None
    parts: list[Node] = []
    weak = any(a.kind in {"likelihood", "frequency"} for a in s.main.adverbs) or s.main.modals
    counted = s.main.subject is not None and s.main.subject.quantifier is not None
    for clause in s.view.under(s.main):
        found = clause.embedding
        if found is not None and found.kind != "factive" and (weak or (counted and clause.shared)):
            continue
        if clause.shared and s.main.subject is not None and s.main.subject.head.low == "it":
            continue
        if (
            found is None
            or found.holds == "open"
            or found.kind in {"without", "modal"}
            or (clause.link is not None and clause.link.kind not in {"that"})
        ):
            continue
        node = s.go_on(with_subject(s, clause), found.holds == "yes")
        parts.append(Denied(node, f"{found.verb.low}: not so") if found.holds == "no" else node)
    return beside(s, "what the verb says is so", *parts) if parts else None


def cleft(s: Taken) -> Node | None:
    """Read `it was Liam who dropped it` and `what she lost was her ring`."""
    main, view = s.main, s.view
    if main.lemma != "be" or main.complement is None:
        return None
    said = ""
    for clause in view.under(main):
        inner = view.words(clause)
        asks = {
            t.index
            for t in view.analysis.tokens
            if t.index in inner
            and t.low in {"who", "that", "which", "what", "whom"}
            and t.tag[:1] in {"W", "I"}
        }
        if not asks:
            continue
        focus = view.phrase(main.complement) - view.tree(clause.head)
        subject = main.subject is not None and main.subject.head.low == "it"
        first = min(asks)
        if view.analysis.tokens[first].low == "what" and first == min(inner):
            own = view.phrase(main.complement)
            said = _with_object(view, clause, inner - asks, own)
        elif subject and first == min(inner):
            gap = clause.subject is None or (
                clause.antecedent is not None and clause.subject.head.index == clause.antecedent.head.index
            )
            said = (
                f"{view.say(focus)} {view.say(inner - asks)}"
                if gap
                else _with_object(view, clause, inner - asks, focus)
            )
    if not said:
        return None
    return Denied(s.aside(said), "negation: cleft") if main.denied else s.part(said)


def _with_object(view: View, clause: Clause, words: set[int], thing: set[int]) -> str:
    before = {n for n in words if n <= clause.head.index}
    return " ".join(filter(None, (view.say(before), view.say(thing, beside=words), view.say(words - before))))


def relative_clause(s: Taken) -> Node | None:
    """Read `the house that Gwen bought has no garden` as what it says of the house, and beside."""
    if not s.asserted:
        return None
    subject = s.main.subject
    for clause in s.view.clauses:
        if clause.relation != "relative" or clause.antecedent is None or clause.parent != s.main.index:
            continue
        if clause.antecedent.quantifier is not None:
            return None
        same = s.main.complement
        whom = (
            subject
            if subject and same and same.head.index == clause.antecedent.head.index
            else clause.antecedent
        )
        said = relative_of(s.view, clause, s.view.say(s.view.phrase(whom) - s.view.tree(clause.head)))
        rest = s.rest(clause)
        if (
            subject is not None
            and clause.antecedent.head.index == subject.head.index
            and not clause.antecedent.determiner
        ):
            return None
        return beside(s, "relative clause: beside", s.part(rest), s.part(said)) if said else None
    return None


def relative_of(view: View, clause: Clause, thing: str) -> str:
    """Return what a relative clause says of a thing, as a sentence; nothing where the gap is not found."""
    words = view.words(clause)
    words -= {
        t.index
        for t in view.analysis.tokens
        if t.index in words
        and t.low in {"who", "that", "which", "whom"}
        and (t.tag[:1] == "W" or t.dep in {"nsubj", "dobj", "mark", "nsubjpass"})
    }
    antecedent = clause.antecedent
    if antecedent is None or clause.subject is None:
        return ""
    if clause.subject.head.index == antecedent.head.index:
        return f"{thing} {view.say(words, view.singular(clause))}"
    for phrase in clause.objects:
        if phrase.head.index == antecedent.head.index:
            before = {n for n in words if n <= clause.head.index}
            return " ".join(filter(None, (view.say(before), thing, view.say(words - before))))
    for oblique in clause.obliques:
        if oblique.phrase is not None and oblique.phrase.head.index == antecedent.head.index:
            before = {n for n in words if n <= clause.head.index}
            rest = view.say(words - before)
            preposition = "" if rest.endswith(oblique.preposition) else oblique.preposition
            return " ".join(filter(None, (view.say(before), rest, preposition, thing)))
    return ""


def active(s: Taken) -> Node | None:
    """Read `the mural was painted by Ann` as `Ann painted the mural`."""
    main, view = s.main, s.view
    agent = next(
        (
            o
            for o in main.obliques
            if o.preposition == "by"
            and o.phrase is not None
            and view.analysis.tokens[o.phrase.head.index].tag[:2] in {"NN", "PR", "DT"}
        ),
        None,
    )
    if (
        main.voice != "passive"
        or agent is None
        or agent.phrase is None
        or main.subject is None
        or view.under(main)
    ):
        return None
    if any(o.preposition == "by" and o is not agent for o in main.obliques):
        return None
    helpers = {c.index for c in view.children(main.head) if c.dep in {"aux", "auxpass", "neg"}}
    subject, doer = view.phrase(main.subject), view.phrase(agent.phrase)
    words = view.words(main) - subject - doer - view.between(agent.start, agent.end) - helpers
    modal = [c.low for c in view.children(main.head) if c.tag == "MD"]
    verb = main.head
    forms = {verb.index: verb.lemma}
    if not modal:
        forms = {verb.index: past_tense(verb.lemma) if main.tense == "past" else third_person(verb.lemma)}
    particle = {c.index for c in view.children(verb) if c.dep == "prt"}
    said = " ".join(
        filter(
            None,
            (
                view.say(doer),
                *modal,
                view.say({verb.index}, forms),
                view.say(particle),
                view.say(subject),
                view.say(words - {verb.index} - particle),
            ),
        )
    )
    return Denied(s.aside(said), "negation: passive") if main.denied else s.part(said)


def relative_on(view: View, phrase: Phrase) -> Clause | None:
    """Return the relative clause that says which thing a phrase speaks of."""
    for clause in view.clauses:
        about = clause.antecedent
        if clause.relation == "relative" and about is not None and about.head.index == phrase.head.index:
            return clause
    return None

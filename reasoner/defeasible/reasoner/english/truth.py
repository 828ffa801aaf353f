"""Mood of a clause, and what the governing verb implies about its truth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.clause import Clause, Embedding, Modality, Mood
from defeasible.reasoner.english.embedding import NOUNS, TRUE_OF, Attitude, Holds, attitude_of
from defeasible.reasoner.english.parsed import FINITE
from defeasible.reasoner.english.tree import Tree

_SEEING = frozenset({"see", "notice"})


def mood_of(tree: Tree, clause: Clause, parent: Clause | None) -> Mood:
    """Return whether a clause states, asks, orders or wishes; a subordinate clause states."""
    head = clause.head
    if clause.relation not in {"main", "fragment", "conjunct"}:
        return "declarative"
    if parent is not None and clause.relation == "conjunct" and parent.mood in {"question", "wish"}:
        return parent.mood
    last = next((t for t in reversed(tree.tokens) if t.text not in {'"', "'", ")"}), None)
    if last is not None and last.text.startswith("?"):
        return "question"
    if [t.low for t in tree.tokens[:2]] in (["if", "only"], ["would", "that"]) or (
        tree.tokens[0].low == "oh" and tree.has_to(head)
    ):
        return "wish"
    helper = tree.child(head, "aux", "auxpass")
    subject = None if clause.shared or clause.antecedent is not None else clause.subject
    place = subject.head.index if subject is not None and clause.relation == "main" else -1
    if helper is not None and helper.tag in FINITE and helper.index < place:
        if helper.low == "may":
            return "wish"
        before = tree.tokens[: helper.index - tree.first]
        fronted = any(t.low in {"only", "so"} or t.low in closed.NEGATORS or t.dep == "prep" for t in before)
        return "declarative" if fronted and not any(t.tag[:1] == "W" for t in before) else "question"
    bare = head.tag == "VB" and not tree.has_to(head) and (helper is None or helper.low == "do")
    return "imperative" if bare and subject is None and clause.tense != "past" else "declarative"


def _takes(tree: Tree, clause: Clause, parent: Clause) -> bool:
    """Return whether a clause is a complement of the verb above: not an adverbial or relative clause."""
    takes = clause.relation in {"content", "infinitive", "gerund"}
    if clause.head.dep in {"advcl", "acl", "relcl"} and not (
        clause.relation == "infinitive" and parent.adjective
    ):
        noun = tree.head(clause.head)
        which = parent.complement.determiner if parent.complement is not None else ""
        nouns = (f"{parent.lemma}_{noun.lemma}", f"{parent.lemma}_{which}_{noun.lemma}")
        known = attitude_of(nouns) is not None if clause.head.dep == "acl" else parent.complement is not None
        takes = clause.relation == "content" and clause.head.dep != "advcl" and known
        takes = takes or (clause.head.dep == "acl" and attitude_of(_with_object(parent)) is not None)
        takes = takes or _spelt(tree, clause, parent) is not None
    return takes


def _spelt(tree: Tree, clause: Clause, parent: Clause) -> tuple[str, Holds] | None:
    """Return what holds of a clause that spells out a noun: `the rumour that he left is false`."""
    noun = tree.head(clause.head)
    kind = NOUNS.get(noun.lemma) if clause.head.dep == "acl" and clause.relation == "content" else None
    if kind is None or attitude_of((f"{parent.lemma}_{noun.lemma}",)) is not None:  # `has no idea that`
        return None
    about = parent.subject is not None and parent.subject.head.index == noun.index
    if about and (said := attitude_of((_proved(tree, parent),))) is not None and said.kind == "truth":
        return "truth", said.denied if parent.denied else said.affirmed
    return kind, "yes" if kind == "factive" else "open"


def _proved(tree: Tree, parent: Clause) -> str:
    """Return the key of a predicate, also of that in `proved false` and `turned out to be false`."""
    if parent.lemma not in {"prove", "turn"}:
        return _said(parent)
    below = tree.child(parent.head, "xcomp")
    said = tree.child(below or parent.head, "acomp") or parent.adjective
    return f"be_{said.lemma}" if said is not None else ""


def governed(tree: Tree, clause: Clause, parent: Clause) -> Clause:
    """Add the embedding of a clause that is a complement of the verb above."""
    if not _takes(tree, clause, parent):
        return clause

    def held(kind: str, holds: Holds, **changes: Any) -> Clause:
        return replace(clause, embedding=Embedding(kind, holds, parent.head, parent.index), **changes)

    word = _said(parent)
    to = clause.relation == "infinitive" and tree.has_to(clause.head)
    doing = (f"{word}_doing",) if clause.relation == "gerund" else ()  # `cannot help laughing`
    keys = _with_adverbs(parent, word, "to") if to else doing
    had = _with_object(parent) if to else ()  # `had the nerve to ask`
    keys = had if attitude_of(had) is not None else keys
    if clause.head.dep == "pcomp":
        preposition = "_".join(tree.led_by(clause.head))
        keys = (*_with_object(parent, preposition), *_with_adverbs(parent, word, preposition))
        if keys[-1] in closed.MODALS:  # `is capable of singing`
            return held("modal", "open", modals=(*clause.modals, _modality(keys[-1], parent)))
        if attitude_of(keys) is None:
            kind = _behind(tree, clause)
            return held(kind, "no" if kind == "without" else "open") if kind else clause
    particle = f"{word}_{parent.particle}" if parent.particle else ""
    passive = f"be_{parent.head.low}" if parent.voice == "passive" else ""
    going = f"be_{parent.head.low}" if parent.aspect == "progressive" else ""
    # `used a knife to open it` and `a knife was used to` are no habit of old
    tool = parent.lemma == "use" and (parent.objects or parent.voice == "passive")
    said_to = tuple(f"{s}_to" for s in (parent.head.low, word, passive, going)) if to and not tool else ()
    modal = next((k for k in said_to if k in closed.MODALS), "")
    if modal and attitude_of(keys[:-1] or had) is None:  # not `has yet to`
        was = modal == "be_able_to" and parent.tense == "past" and not parent.modals
        holds: Holds = "no" if was and parent.denied else "open"  # `was able to` does not imply doing it
        return held("modal", holds, modals=(*clause.modals, _modality(modal, parent)))
    if to and parent.lemma == "take" and parent.subject and parent.subject.head.low == "it":
        # `it took Ann an hour to mend the bike`
        did: Holds = "yes" if parent.tense == "past" and not (parent.denied or parent.modals) else "open"
        who = next((p for p in parent.objects if p.head.lemma not in closed.TIMES), None)
        return held("causative", did, subject=who)
    degree = next((c.kind for c in parent.comparisons if c.kind in {"too", "enough"}), "")
    if to and degree:
        # `too big to fit`: it does not; `not big enough to fit`: it does not either
        pair = tree.child(parent.adjective, "preconj") if parent.adjective is not None else None
        denied = parent.denied or (pair is not None and pair.low == "neither")
        unable, told = (degree == "too") != denied, attitude_of(keys)
        apt = degree == "enough" and told is not None and told.affirmed == "yes"  # `kind enough to help`
        holds = "no" if unable else "yes" if apt else "open"
        return held("degree", holds)
    said, so = _spelt(tree, clause, parent) or _told(tree, clause, parent)
    if said == "contrary":
        return held(said, so, tense=parent.tense)  # `wishes she had a car`: she has none now
    if said:
        return held(said, so)
    link = clause.link
    if clause.relation == "content" and (_whether(clause) or clause.asked):
        return held("question", "open", link=replace(link, role="question") if link is not None else None)
    thing = f"{word}_{parent.objects[-1].head.lemma}" if parent.objects else ""
    doer = f"{parent.subject.head.lemma}_{word}" if parent.subject is not None else ""
    would = f"would_{word}" if any(modal.kind == "conditional" for modal in parent.modals) else ""
    attitude = attitude_of((*keys, would, particle, passive, thing, doer, word))
    if attitude is None or (attitude.kind == "causative" and clause.finite):  # `rumour has it that`
        return held("other", "open")
    holds = _holds(clause, parent, attitude, to=to, had=keys is had)
    if attitude.kind == "belief" and parent.relation == "infinitive" and not parent.denied:
        holds = _judged(tree, parent) or holds
    subject = parent.subject if keys is had and had else clause.subject
    mood: Mood = "wish" if attitude.kind == "wish" else clause.mood
    return held(attitude.kind, holds, subject=subject, mood=mood)


def _holds(clause: Clause, parent: Clause, attitude: Attitude, *, to: bool, had: bool) -> Holds:
    """Return what holds of a clause under a verb of an attitude.

    Args:
        clause: The clause.
        parent: The clause of the verb.
        attitude: The attitude.
        to: Whether the clause is an infinitive.
        had: Whether an object of the verb decides: `had the nerve to`.
    """
    if to and parent.lemma == "get" and parent.adjective is not None:
        return "open"  # `got ready to leave`
    if to and attitude.kind == "implicative" and not had and (parent.objects or not clause.shared):
        got = parent.lemma == "get" and not parent.denied  # `got Ann to jump`, not `dared Ann to jump`
        return "yes" if got else "open"
    if parent.lemma == "help" and clause.relation != "gerund" and clause.shared and not parent.objects:
        return "open"  # `helped open the door`, perhaps with others
    holds = attitude.denied if parent.denied else attitude.affirmed
    bare = clause.head.low == clause.lemma and clause.subject is not None and not clause.subject.plural
    if parent.denied and parent.lemma in _SEEING and not to and (bare or not clause.finite):
        return "open"  # `did not see Bob leave`
    if attitude.kind in {"belief", "report"} and not parent.denied:
        return next((TRUE_OF[a.token.low] for a in parent.adverbs if a.token.low in TRUE_OF), holds)
    return holds


def _judged(tree: Tree, thought: Clause) -> Holds | None:
    """Return what `was wrong to think` says of the clause; None if the thought is not judged."""
    wrong = tree.head(thought.head)
    be = tree.head(wrong)
    judged = be.lemma == "be" and tree.child(be, "neg") is None and tree.child(be, "aux") is None
    return TRUE_OF.get(f"{wrong.low}ly") if judged else None


def _modality(key: str, parent: Clause) -> Modality:
    """Return the modality that a predicate such as `is able to` gives the clause under it."""
    return Modality(closed.MODALS[key], key, parent.head.start, parent.head.end, parent.denied)


def _behind(tree: Tree, clause: Clause) -> str:
    """Return the kind of a gerund behind a preposition that no verb takes: `without waiting`."""
    preposition = tree.head(clause.head)
    before = tree.before(preposition)
    if preposition.low == "without" or (before is not None and before.low in {"instead", "rather"}):
        return "without"
    return "other" if preposition.low in {"instead", "of"} else ""


def _whether(clause: Clause) -> bool:
    """Return whether a clause asks whether something is so."""
    link = clause.link
    return link is not None and (link.kind in {"if", "whether"} or link.words == "whether or not")


def _told(tree: Tree, clause: Clause, parent: Clause) -> tuple[str, Holds]:
    """Return what holds whatever the verb above: `so tired that she slept`, `asked why he left`."""
    if clause.relation != "content" or not clause.finite or _whether(clause):
        return "", "open"
    past = clause.tense == "past" and (parent.tense == "present" or clause.aspect == "perfect")
    if parent.lemma == "wish" and past and not (parent.denied or clause.modals):
        return "contrary", "no"  # `wishes she had a car`
    before = (t.low for t in tree.under(parent.head) if t.index < clause.head.index)
    if not {"so", "such"}.isdisjoint(before):
        return "result", "open" if parent.denied else "yes"
    asks = clause.asked[0].low if clause.asked and clause.asked[0].head == clause.head.index else ""
    told = asks in {"why", "where", "when"} or (asks == "how" and clause.lemma != "be")
    told = told and clause.subject is not None and not clause.modals
    return ("factive", "yes") if told else ("", "open")


def _said(parent: Clause) -> str:
    """Return the key of a verb or predicate: `be_sad`, `be_a_pity`."""
    said = parent.adjective or (parent.complement.head if parent.complement is not None else None)
    if parent.lemma not in {"be", ""} or said is None:
        return parent.lemma
    if parent.complement is not None and parent.complement.determiner:
        return f"be_{parent.complement.determiner}_{parent.complement.head.lemma}"
    return f"be_{said.lemma}"


def _with_object(parent: Clause, behind: str = "to") -> tuple[str, ...]:
    """Return the key of a verb with its object: `have_nerve_to`."""
    return (f"{parent.lemma}_{parent.objects[-1].head.lemma}_{behind}",) if parent.objects else ()


def _with_adverbs(parent: Clause, word: str, behind: str) -> tuple[str, ...]:
    """Return the keys of `has yet to win`, `came close to winning`, and of the verb alone."""
    return (*(f"{word}_{a.token.low}_{behind}" for a in parent.adverbs), f"{word}_{behind}")


def echo_of(tree: Tree, clause: Clause, parent: Clause | None, first: int) -> int | None:
    """Return the antecedent of an ellipsis: `so does Bob`, `Ann does not`; not of `had it mended`."""
    nowhere = clause.negations or (clause.subject is not None and clause.subject.head.low in closed.NEGATORS)
    located = nowhere or clause.head.lemma == "be"
    spot = located and any(a.token.low in closed.SPOTS for a in clause.adverbs)  # `it has been there`
    full = (
        tree.child(clause.head, "ccomp")
        or clause.objects
        or clause.obliques
        or clause.complement
        or clause.adjective
        or clause.expletive
        or (clause.particle and clause.head.lemma == "be")  # `the radio is on`
    )
    helper = clause.head.lemma in {"do", "be", "have"} or clause.head.tag == "MD"
    if full or spot or not helper or clause.relation not in {"main", "conjunct"}:
        return None
    if parent is not None:
        return parent.index
    return clause.index - 1 if clause.index > first else None

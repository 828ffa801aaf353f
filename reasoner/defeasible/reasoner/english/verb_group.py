"""Reads the verb group of a clause: voice, tense, aspect, modals, negations, particle."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.clause import Adverb, Aspect, Modality, Negation, Tense, Voice
from defeasible.reasoner.english.phrase import Phrase, Quantifier
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.tree import SUBJECTS, Tree
from defeasible.reasoner.english.verbs import PAST_FORMS, is_base
from defeasible.reasoner.english.wordlists import word_set

_FUTURE = frozenset({"will", "shall"})
_ROUND = frozenset({"round", "around", "over", "across"})
_SCARCELY = closed.EVEN | {"a", "an", "one"}
"""Words after `not` in the subject with which it denies the whole clause: `not even a pea fits`."""
_DENYING = {**closed.NEGATORS, "nowhere": "quantifier"}
_REACHES_OVER = word_set("some several many few most half number") | {
    "at least", "at most", "more than", "fewer than", "exactly", "about",
}  # fmt: skip
"""Quantifiers of the subject that are outside the scope of a negation of the verb."""


@dataclass(slots=True)
class VerbGroup:
    """A verb with its auxiliaries, negations, adverbs and particle, as read."""

    voice: Voice = "active"
    tense: Tense = "none"
    aspect: Aspect = "simple"
    modals: list[Modality] = field(default_factory=list)
    negations: list[Negation] = field(default_factory=list)
    adverbs: list[Adverb] = field(default_factory=list)
    particle: str = ""


def read_verb_group(tree: Tree, head: Token, skip: Container[int]) -> VerbGroup:
    """Read the auxiliaries, negations, adverbs and particle of a verb; `skip` are parts of connectives."""
    particle = tree.child(head, "prt")
    group = VerbGroup(particle=particle.low if particle is not None else "")
    helpers = [c for c in tree.children(head, "aux", "auxpass") if c.low != "to"]
    tree.take(head, *tree.children(head, "aux", "auxpass", "prt"))
    # The parser reads `'s` as `is` in `she's been throwing up`, `she's been cheerful`.
    passive = any(c.dep == "auxpass" for c in helpers) or (
        tree.child(head, "nsubjpass") and head.tag == "VBN"
    )
    group.voice = "passive" if passive and head.tag != "VBG" and head.lemma != "be" else "active"
    _tense(group, head, helpers)
    _negations(group, tree, head, skip)
    for helper in helpers:
        bare = helper.tag == "MD" or helper.low == "need"  # `need not pay`
        kind = closed.MODALS.get(helper.low) if bare else None
        if helper.lemma in _FUTURE and helper.tag == "MD":
            group.tense = "future"
        elif kind is not None:
            group.modals.append(Modality(kind, helper.lemma, helper.start, helper.end))
    _adverbs(group, tree, head, skip)
    return group


def _tense(group: VerbGroup, head: Token, helpers: list[Token]) -> None:
    finite = next((t for t in (*helpers, head) if t.tag in {"VBZ", "VBP", "VBD", "MD"}), None)
    if finite is not None:
        past = finite.tag == "VBD" or finite.low in {"could", "might", "would"}
        past |= finite.tag == "VBP" and finite.low in PAST_FORMS and not is_base(finite.low)
        group.tense = "past" if past else "present"
    tags = {head.tag, *(h.tag for h in helpers if h.dep == "auxpass")}  # `is being mended`
    if "VBG" in tags and any(h.lemma == "be" and h.dep == "aux" for h in helpers):
        group.aspect = "progressive"
    elif any(h.lemma == "have" and h.dep == "aux" for h in helpers):
        group.aspect = "perfect"


def _negations(group: VerbGroup, tree: Tree, head: Token, skip: Container[int]) -> None:
    def deny(word: str, kind: str, first: Token, last: Token) -> None:
        tree.take(first, last)
        group.negations.append(Negation(word, kind, first.start, last.end, last.end))

    owned = [t for t in tree.children(head, "neg", "advmod", "preconj") if t.low in _DENYING]
    for helper in tree.children(head, "aux", "auxpass"):
        owned += [t for t in tree.children(helper, "neg", "advmod") if t.low in closed.NEGATORS]
    for word in owned:
        if word.index not in skip:
            deny(word.lemma if word.low != "n't" else "not", _DENYING[word.low], word, word)
    for child in tree.children(head):
        no = tree.child(child, "neg", "advmod", "det")
        if child.low == "longer" and child.dep == "advmod" and no is not None and no.low == "no":
            deny("no longer", "not", no, child)
        if child.low == "longer" or child.dep in {"aux", "auxpass"} or tree.is_clause(child):
            continue  # the negation of an auxiliary belongs to the verb above
        # `not far`, `not only`: denies a part of the clause
        for word in tree.children(child, "neg", "advmod"):
            if word.dep != "neg" and word.low not in {"never", "not"}:
                continue
            tree.take(word)
            after = tree.after(word)
            if after is not None and after.low in closed.QUANTIFIERS:
                continue  # `not all`: the quantifier says so
            if child.low in {"once", "ever", "even"}:  # `not once did she look`
                deny("never", "never", word, child)
                continue
            whole = after is not None and after.low in _SCARCELY and child.dep in SUBJECTS
            copular = child.dep in {"attr", "acomp"} and word.index < child.index  # not `is Ann, not Bob`
            denied = Negation("not", "not", word.start, word.end, child.start, clausal=copular or whole)
            group.negations.append(denied)


def _adverbs(group: VerbGroup, tree: Tree, head: Token, skip: Container[int]) -> None:
    for child in tree.children(head, "advmod"):
        if child.low in _DENYING or tree.is_clause(child) or child.tag in {"WRB", "WP", "WDT"}:
            continue
        # `cheered right up`, `turned back at noon`; not `carried it up to the attic`
        below = [c for c in tree.children(child) if c.low not in {"right", "back"}]
        alone = all(c.dep == "prep" and c.low not in {"to", "of", "from", "into"} for c in below)
        if child.low in closed.PARTICLES and not group.particle and alone:
            # the particle is `on` in `turned it back on`, `back` in `took it back round`
            back = child.low in _ROUND and any(c.low == "back" for c in tree.children(child))
            group.particle = "back" if back else child.low
            tree.take(child, *(c for c in tree.children(child) if c not in below))
            continue
        if child.index in skip or child.low == "longer":
            continue
        tree.take(*tree.under(child))
        group.adverbs.append(_adverb(child))
    for place in tree.children(head, "prep"):  # `is completely under water`
        for word in tree.children(place, "advmod"):
            if word.tag == "RB" and word.index < place.index and word.low not in closed.NEGATORS:
                tree.take(word)
                group.adverbs.append(_adverb(word))
    for state in tree.children(head, "acomp"):  # `is probably closed`
        group.adverbs += [_adverb(w) for w in tree.children(state, "advmod") if w.low in closed.ADVERBS]


def _adverb(word: Token) -> Adverb:
    focus = word.low in closed.ONLY or word.low in closed.EVEN
    return Adverb(word, "focus" if focus else closed.ADVERBS.get(word.low, "manner"))


def quantified(
    negations: list[Negation], subject: Phrase | None, arguments: list[Phrase], *, told: bool
) -> tuple[Negation, ...]:
    """Add the negations of the quantifiers of a clause, and the quantifier that outscopes each negation.

    Args:
        negations: The negations of its verb.
        subject: Its subject.
        arguments: Its other phrases.
        told: Whether it tells what happened: `a guest did not come`, but `a gentleman does not shout`.
    """
    out = list(negations)
    over = subject.quantifier if subject is not None else None
    if subject is not None and subject.determiner == "the" and over is not None and over.kind == "number":
        over = None  # `the two of them did not come`, `the only one who did not`
    if told and subject is not None and over is None and subject.determiner in {"a", "an"}:
        one = subject.determiner
        over = Quantifier("some", one, subject.start, subject.start + len(one))
    if over is not None and (every := over.kind == "every") | (over.kind in _REACHES_OVER):
        for n, negation in enumerate(negations):
            if over.end <= negation.start and negation.clausal and negation.kind != "nearly":
                out[n] = replace(negation, under=over.words, ambiguous=every)
    if subject is not None and (nor := subject.correlative) == "neither":
        out.append(Negation(nor, "nor", subject.start, subject.start + len(nor), subject.start))
    found = [(p.quantifier, p.start) for p in arguments if p.quantifier is not None]
    out += [Negation(q.words, "quantifier", q.start, q.end, at) for q, at in found if q.kind == "no"]
    return tuple(out)

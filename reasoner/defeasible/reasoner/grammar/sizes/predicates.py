"""Verbs of clauses: their entries in the lexicon, and whether the text asserts them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.account import by_account
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.phrase import Phrase, behind
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Verb
from defeasible.reasoner.grammar.sizes.clause import Clause as Own
from defeasible.reasoner.grammar.sizes.lexicon import corrected, lexicon, preposition, verb_forms

_UNREAL = frozenset({"wish", "dream", "question"})
"""Kinds of verbs whose complement is not asserted: it is only wished, dreamt or asked."""


def helpers(analysis: Analysis, said: Clause) -> list[Token]:
    """Return the auxiliaries and the negation of a clause."""
    tokens = analysis.tokens_of(said.sentence)
    return [t for t in tokens if t.head == said.head.index and t.dep in {"aux", "auxpass", "neg"}]


def verb_of(analysis: Analysis, said: Clause, mended: Container[int]) -> Verb:
    """Return the verb of a clause as the lexicon describes it."""
    state = said.adjective if said.lemma in {"", "be", "get"} else None
    forms = verb_forms(state.low).items() if state is not None and not said.comparisons else ()
    lemmas = tuple(lemma for lemma, kinds in forms if "part" in kinds)
    if state is not None and lemmas and state.low not in lemmas:
        return Verb(lemmas, passive=True)  # `is tethered to a post`, with the participle as an adjective
    if not said.lemma:
        return Verb()
    word, correction = said.head.low, ""
    if not verb_forms(word) and verb_forms(said.lemma):
        correction = said.lemma  # `containes`
    elif not verb_forms(word) and not said.head.known:
        correction = corrected(word) or ""
    known = verb_forms(correction or word)
    participle = any("part" in kinds for kinds in known.values()) and said.head.tag in {"VBN", "VBD"}
    lemmas = (said.lemma,) if said.lemma in known or not known else tuple(known)
    passive = said.voice == "passive" or (said.relation == "participle" and said.head.tag == "VBN")
    bare = participle and {t.low for t in helpers(analysis, said)} <= {"to"}
    correction = correction or (word if said.head.start in mended else "")
    return Verb(lemmas, said.lemma == "be" or bool(known), correction, passive, bare)


def capable(analysis: Analysis, said: Clause, helper: str) -> bool:
    """Return whether a clause says what can or will happen, so that its denial may be about size."""
    theme = said.objects[-1] if said.objects else said.subject
    if (theme is not None and theme.plural) or said.mood == "imperative":
        return False  # `the sofas won't fit in the van`: all together, perhaps
    if theme is not None and theme.amount == "no":
        return (said.lemma, theme.head.lemma) in lexicon().support
    words = {helper, *(t.low for t in helpers(analysis, said))}
    if said.denied and said.subject is not None and said.subject.only is not None:
        return True  # `not even a pea fits`
    itself = said.lemma in lexicon().discourse["fitting.itself"]
    return not words.isdisjoint(w.CAPACITY) or (itself and not words.isdisjoint({"do", "does", "did"}))


def supposed(analysis: Analysis, said: Clause) -> bool:
    """Return whether a clause is only supposed, asked, wished, dreamt, possible or about another time."""
    below: Clause | None = None
    for one in (said, *analysis.above(said)):
        above = analysis.clauses[one.parent] if one.parent is not None else None
        scene = above is not None and above.mood == "imperative" and above.lemma in w.SCENES
        if scene and one.relation != "relative":
            return False  # `Imagine that a giraffe sleeps in a matchbox`: that is the scene
        # `we had hoped to fit it in, but it was too big`: the hope affects its complement alone
        beside = below is not None and below.relation == "conjunct" and not below.shared
        if _open(analysis, one, above) or (not beside and _unreal(analysis, one)):
            return True
        related = below is not None and (below.antecedent is None or below.antecedent is not one.subject)
        if related and not beside:
            # `dreamt of a mouse that ate a cat`, `suppose the cat is small`
            asked = (f"{one.lemma}_that",) if one.mood == "imperative" else ()
            attitude = attitude_of((*asked, one.lemma))
            if attitude is not None and attitude.kind in _UNREAL:
                return True
            about = below is not None and below.relation == "gerund" and not below.finite
            if about and attitude is not None and attitude.kind in {"report", "belief"}:
                return True  # `said nothing about the pond being bigger`
        below = one
    nouns = {t.lemma for t in analysis.tokens_of(said.sentence) if t.tag[:2] == "NN"}
    doubted = said.relation in {"content", "relative"} and analysis.tokens[said.head.head].lemma in w.DOUBTS
    return doubted or not w.DREAMS.isdisjoint(nouns)


def _open(analysis: Analysis, said: Clause, above: Clause | None) -> bool:
    """Return whether a clause leaves open if it, and what is conjoined to it, is true."""
    joined, held, link = analysis.under(said), said.embedding, said.link
    kind = held.kind if held is not None else ""
    word = above.adjective.low if above is not None and above.adjective is not None else ""
    who = above.subject.pronoun if above is not None and above.subject is not None else None
    sorry = word in {"afraid", "sorry"} and who is not None and who.gender == "speaker"  # `I'm afraid`
    future = said.tense == "future" or any(modal.kind == "conditional" for modal in said.modals)
    ordered = kind == "causative" and above is not None and above.mood == "imperative"
    untrue = kind == "truth" and held is not None and held.holds == "no"
    return (
        said.mood == "wish"
        or ordered  # `make the ball bigger than the bag`
        or (said.mood == "question" and answered(analysis, said) is None)
        or (link is not None and link.role in {"condition", "question", "likeness"})
        or (link is not None and link.kind == "or" and not said.denied)
        or any(c.link is not None and c.link.kind == "or" for c in joined)
        or any(t.low == "either" for t in said.unread)
        or kind in _UNREAL
        or (kind in {"report", "belief"} and not sorry)
        # `it is not the case that A and B`
        or (untrue and any(c.relation == "conjunct" for c in joined))
        or ((future or bool(said.comparisons)) and any(map(_conditional, joined)))
    )


def _conditional(said: Clause) -> bool:
    """Return whether a clause is a condition of its parent: not `if you must know`, `whenever we travel`."""
    link, who = said.link, said.subject.pronoun if said.subject is not None else None
    aside = who is not None and who.gender in {"speaker", "hearer"} and said.lemma in w.ASIDES
    return link is not None and link.kind in w.CONDITIONS and link.words not in w.HABITS and not aside


def _unreal(analysis: Analysis, said: Clause) -> bool:
    """Return whether a clause's own words leave its truth open, or put it in another time."""
    kinds = {modal.kind for modal in said.modals}
    subject = said.subject.head.lemma if said.subject is not None else ""
    either = said.subject is not None and said.subject.conjunction == "or" and not said.denied
    return (
        "possibility" in kinds
        or ("former" in kinds and said.lemma == "fit")
        or subject in w.TRACES
        or (said.aspect == "perfect" and "conditional" in kinds)
        or (said.lemma == "be" and said.comparisons and not kinds.isdisjoint({"ability", "former"}))
        or (said.lemma == "be" and said.comparisons and _then(analysis, said, "past", w.FORMER))
        or _then(analysis, said, "future", w.LATER)
        or (subject in w.IMAGES and said.lemma in w.SHOWING and said.voice == "active")
        or (said.lemma in w.UNREAL and said.objects and said.mood != "imperative")
        or (said.lemma in w.WISHED and any(o.preposition in w.WISHED_FOR for o in said.obliques))
        or by_account(analysis, said)
        or any(n.kind == "seldom" and n.word.lower() != "barely" for n in said.negations)
        or any(adverb.kind == "likelihood" or adverb.token.low == "rather" for adverb in said.adverbs)
        or (either and "ability" not in kinds)
    )


def _then(analysis: Analysis, said: Clause, tense: str, when: Container[str]) -> bool:
    """Return whether a clause is about another time: `was once bigger`, `will soon be smaller`."""
    tokens = analysis.tokens_of(said.sentence)
    near = {t.index for t in tokens if t.head == said.head.index and t.dep not in {"mark", "nsubj"}}
    words = (t.low for t in tokens if t.index in near or t.head in near)
    return said.tense == tense and any(word in when for word in words)


def unseen(said: Clause) -> bool:
    """Return whether a clause says that a thing cannot be seen: `is out of sight`, `was not visible`."""
    state = said.adjective.low if said.adjective is not None else ""
    away = behind(said.obliques, {"out of", "from", "to"}) if not said.denied else []
    return state == ("visible" if said.denied else "invisible") or any(p.head.lemma in w.SIGHT for p in away)


def answered(analysis: Analysis, said: Clause) -> bool | None:
    """Return whether the text answers a question immediately by yes or by no; None if it does not."""
    later = analysis.sentences[said.sentence + 1 : said.sentence + 3] if said.mood == "question" else ()
    for first, last in later:
        words = [t.low if t.is_word else "" for t in analysis.tokens[first:last]]
        who, helper, *rest = (*words, "", "")
        if who in w.YES | w.NO:
            return who in w.YES
        denied = rest[:1] in (["not"], ["n't"])
        if who in closed.PRONOUNS and helper in closed.HELPERS and not any(rest[denied:][:1]):
            return not denied  # `It did, with an inch to spare.`
    return None


def denied(said: Clause) -> bool:
    """Return whether a clause is denied: not by `nothing but a pea`, nor by `a pea and nothing else`."""
    last = said.objects[-1] if said.objects else None
    alone = last is not None and (last.excepted is not None or last.head.low == "nothing")
    nor = said.link is not None and said.link.kind == "nor" and not said.denied  # `nor is it smaller`
    return nor or said.denied != (alone and (last is not said.objects[0] or last.excepted is not None))


def excepting(said: Clause) -> Clause:
    """Return a denial of all but one thing as an assertion of that one: `nothing fits but a pea`."""
    noun = said.subject
    if noun is None or noun.excepted is None or said.objects or noun.amount == "every":
        return said
    alone = replace(noun.excepted, obliques=(*noun.excepted.obliques, *noun.obliques))
    return replace(said, subject=alone, negations=())


def echoed(said: Clause, whole: Clause) -> Clause:
    """Return an elliptical clause in full: `but the harp doesn't`, `and so is the fly`."""
    so = "so" in {t.low for t in (*said.unread, *(a.token for a in said.adverbs))}
    taken = so or (said.link is not None and said.link.kind == "nor")
    own = replace(whole, index=said.index, parent=said.parent, link=said.link, relation=said.relation)
    negations = whole.negations if taken else said.negations
    return replace(own, subject=said.subject, shared=False, negations=negations, remnants=said.remnants)


def gapped(whole: Clause, rest: Phrase) -> Clause:
    """Return the full clause of a remnant: `and the dog in the crate`, `but not the organ`."""
    own = tuple(n for n in whole.negations if not n.clausal and n.scope_start == rest.head.start)
    said = {oblique.preposition: oblique.phrase for oblique in rest.obliques}
    placed = w.INSIDE | w.BESIDE | w.COVERS  # `the pen is in the case and the lamp under the bed`
    out = said.keys() if placed.isdisjoint(said) else said.keys() | placed
    left = tuple(oblique for oblique in whole.obliques if oblique.preposition not in out)
    than, noun = said.get("than") or said.get("as"), replace(rest, obliques=())
    compared = tuple(replace(c, standard=than) for c in whole.comparisons if than is not None)
    negations = tuple(replace(n, clausal=True) for n in own) or whole.negations
    full = replace(whole, shared=False, obliques=(*left, *rest.obliques), comparisons=compared, remnants=())
    if whole.objects:
        return replace(full, objects=(*whole.objects[:-1], noun), negations=negations)
    return replace(full, subject=noun, negations=negations)


def control(analysis: Analysis, said: Clause, clause: Own, above: Own) -> None:
    """Apply to an embedded clause what the governing verb or adjective implies."""
    embedding = said.embedding
    if said.parent is None:
        return
    parent = analysis.clauses[said.parent]
    way = parent.subject
    if way is not None and way.head.low == "way" and way.quantifier is not None and said.relation != "main":
        clause.negated, clause.capacity = True, True  # `there's no way it will fit`
        return
    state = parent.adjective
    so = state is not None and analysis.tokens[state.index - 1].low == "so" and state.low in w.SMALL
    fits = clause.verb.among(lexicon().discourse["fitting"]) and not said.objects
    if so and fits and said.relation == "content" and clause.subject != above.subject:
        # `so small that the pram could not get in`
        clause.phrases.append(Attached(preposition("in"), tuple(above.subject), clause.start, clause.end))
    if embedding is None:
        return
    clause.attempted = embedding.kind == "attempt"
    if clause.subject != above.subject:
        clause.controller = list(above.subject)
    used = above.subject if above.verb.passive else above.patient
    if used and above.verb.among(lexicon().discourse["employ"]):
        # `uses a bucket to carry a fish`
        clause.phrases.append(_instrument(used, above))
        clause.subject = [] if above.verb.passive else list(above.subject)
    degree = next((c for c in parent.comparisons if c.kind in {"too", "enough"}), None)
    if embedding.kind == "degree" and degree is not None:
        size = degree.word.low in w.BIG | w.SMALL
        clause.reverse = size and embedding.holds == "no"
        if size and clause.verb.among(w.BRIDGING):  # `long enough to cross the river`
            clause.verb = replace(clause.verb, lemmas=("span",))
        clause.hypothetical = clause.hypothetical or not size
        return
    able = parent.adjective.low if parent.adjective is not None else ""
    denied = (embedding.holds == "no") if embedding.holds != "open" else above.negated
    denied = denied != (able in w.UNABLE and embedding.holds == "open")
    if said.relation in {"infinitive", "gerund"} or embedding.holds == "no":
        clause.negated = clause.negated != denied
    failed = above.verb.among(w.FAILURE) or (above.negated and above.verb.among(w.MANAGING))
    failed = failed or (above.verb.among(w.REFUSAL) and clause.verb.among(("fit",)))
    clause.capacity = above.capacity or clause.capacity or failed or able in w.UNABLE | w.ABLE


def lend(said: Clause, clause: Own, above: Own) -> None:
    """Share phrases with the clause above: `caught it using a net`, `in a sock there used to be`."""
    if said.lemma == "use" and said.head.tag == "VBG" and clause.patient:
        above.phrases.append(_instrument(clause.patient, clause))
    if said.expletive and not above.subject:
        clause.phrases += above.phrases


def _instrument(numbers: Sequence[int], at: Own) -> Attached:
    return Attached(preposition("with"), tuple(numbers), at.start, at.end, at.patient_head)

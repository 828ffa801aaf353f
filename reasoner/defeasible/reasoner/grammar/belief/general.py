"""General statements about all things of a kind: `every nurse sings`, `nobody but Ann`, `owls hunt`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import (
    ARTICLES,
    EVEN,
    EXCEPT,
    EXCEPTING,
    INDEFINITE,
    ONLY,
    QUANTIFIERS,
)
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.belief.ground import generals_of, leaves, mapped
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import LINKS, USUAL
from defeasible.reasoner.grammar.belief.node import (
    HOLE,
    Apart,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    Word,
    Words,
)
from defeasible.reasoner.grammar.belief.view import Part, made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_PRONOMINAL = frozenset(QUANTIFIERS) | {"one", "those"}
"""Words that combine a quantifier and a noun: `nobody`, `none`."""
_PEOPLE = frozenset({"people", "person", "persons"})
_PLACES = {verb: frozenset(nouns.split()) for verb, nouns in LINKS["places"].items()}
_BOUND = frozenset({"their", "them", "they", "themselves"})
_GENERIC = frozenset({"ability", "possibility", "necessity", "advice", "permission"})


def general(r: Reader, part: Part) -> Node | None:
    """Read `every nurse on this ward sings`, `nobody but Ann`, `only residents`, `owls hunt`."""
    main, view = part.clause, r.view
    subject = main.subject
    asked = r.asked and main.parent is None and not part.without
    if not (part.asserted or asked) or subject is None or main.expletive:
        return None
    if part.subject is not None or main.shared or part.denied is not None or _of_several(subject):
        return None
    clause = relative_on(r, subject)
    thing = subject.head.low in _PRONOMINAL and subject.head.low.endswith(("thing", "where"))
    if thing and clause is None and not subject.obliques:
        return None
    only = subject.only or next(
        (a for a in subject.adjectives if a.low in ONLY and not subject.determiner), None
    )
    if only is not None and only.index not in part.without:
        return None if only.low in EVEN else _only(r, part, subject, only)
    if clause is not None and clause.head.index in part.without:
        clause = None
    those = clause is not None and "those" in {subject.head.low, subject.determiner}
    kind = subject.quantifier.kind if subject.quantifier is not None else "every" if those else ""
    bare = _bare(subject) and _agreeing(r, part).tag != "VBZ"  # `Piers sings`
    able = all(m.kind in _GENERIC for m in main.modals)  # `cyclists must push`, `penguins can swim`
    simple = main.tense == "present" and main.aspect == "simple" and able
    generic = simple and not kind and (bare or subject.determiner in INDEFINITE)
    definite = subject.determiner == "the" and clause is not None and not subject.plural
    if kind not in {"every", "no"} and not generic and not definite and (kind != "any" or main.denied):
        return None
    if kind == "any" and subject.name:
        return None  # `either Ann lied or`
    if any(n.ambiguous for n in main.negations):
        return None
    who = view.phrase(subject) - part.without
    related = None if clause is None else gap_filled(r, clause, hole(view.say(who)))
    if clause is not None and related is None:
        return None
    noun = who if clause is None else who - view.tree(clause.head)
    aside = clause is not None and view.tokens[min(view.tree(clause.head)) - 1].text == ","
    told = _told(r, part, kind, noun, () if related is None or aside else (related,))
    own = view.say(noun, role="subject")
    if definite and clause is not None and (said := gap_filled(r, clause, own)) is not None:
        told = replace(told, if_=told.if_[1:], excepted=own)
        return r.beside(part, "relative clause: beside", r.read(r.without(part, clause)), said, told)
    usual = [a.token for a in main.adverbs if a.token.low in USUAL]
    if any(n.end <= token.start and token.low == "always" for n in main.negations for token in usual):
        return None  # `ravens are not always black`
    if usual or not kind:
        told = replace(told, likely=True)
    granted = (c for c in r.under(part) if kind == "no" and c.finite and not c.shared)
    granted = (c for c in granted if c.embedding is not None and c.embedding.kind == "factive")
    so = (r.read(r.at(c, part)) for c in granted if c.embedding and c.embedding.holds == "yes")
    also = (replace(told, then=related),) if related is not None and aside else ()  # `penguins, which swim`
    told_of = (*_apart_from(r, subject, told), *also)
    return r.beside(part, f"{kind or 'general'}: each of those named", *told_of, *_of_all(told.then), *so)


def _apart_from(r: Reader, subject: Phrase, told: General) -> tuple[General, ...]:
    """Return `all birds except penguins fly` as two statements; the first alone if no kind is excepted."""
    other = subject.excepted
    if other is None or not _bare(other):
        return (told,)
    are = is_a(hole(told.excepted), _one_of(r, r.view.tree(other.head), other.head, told.excepted))
    then = told.then.of if isinstance(told.then, Denied) else Denied(told.then)
    others = () if told.likely else (Denied(are),)  # of a default the second statement is an exception
    rest = replace(told, if_=(*told.if_, *others), excepted=(), reverse=False)
    return rest, General((are,), then, _one(other.head).lower(), likely=told.likely)


def _of_several(subject: Phrase) -> bool:
    """Return whether a subject is a coordination, except `only Ann and Bob`."""
    return bool(subject.joined) and not (names_of(subject) and subject.only is not None)


def names_of(phrase: Phrase) -> tuple[Phrase, ...]:
    """Return the names that `Ann, Bob and Carl` joins; nothing for other phrases."""
    found = (phrase, *phrase.joined)
    named = bool(phrase.joined) and phrase.conjunction == "and" and all(one.name for one in found)
    return found if named else ()


def of_some(r: Reader, part: Part) -> Node | None:
    """Return `some dogs bark and bite` whole where it is not asserted: of two facts each may be of others."""
    who = part.clause.subject
    if part.asserted or who is None:
        return None
    counted = who.quantifier is not None and who.quantifier.kind not in {"every", "no"}
    return leaf_of(r.view, part) if counted or who.determiner in INDEFINITE else None


def _of_all(then: Node) -> tuple[Node, ...]:
    """Return the parts that mention no member of the kind: `Bob left` in `everyone knows that Bob left`."""
    parts = then.parts if isinstance(then, Apart) else then
    held = parts.parts if isinstance(parts, Joined) and parts.kind == "and" else (parts,)
    return tuple(p for p in held if not any(w.text == HOLE for leaf in leaves(p) for w in leaf.words))


def _agreeing(r: Reader, part: Part) -> Token:
    """Return the verb that agrees with the subject of a part."""
    verb = part.clause.head
    return next((c for c in r.view.children(verb) if c.dep in {"aux", "auxpass"}), verb)


def _bare(subject: Phrase) -> bool:
    plain = not subject.determiner and subject.quantifier is None and subject.owner is None
    return subject.head.tag == "NNS" and plain and not subject.joined


def again(r: Reader, part: Part, beside: Node) -> Node:
    """Read `so do doctors`, `penguins do not`, which apply a general statement to another kind."""
    general_, subject = next(generals_of(beside), None), part.subject or ()
    *before, noun = subject or hole(())
    one = singular(noun.low)
    one = noun.low.removesuffix("s") if one == noun.low and one[-2:] != "ss" else one  # an unknown noun
    led = all(
        w.tag[:2] in {"NN", "JJ"} and w.low not in QUANTIFIERS.keys() | {"and", "or", "of"} for w in before
    )
    plural = noun.tag in {"NN", "NNS"} and one != noun.low and all(w.text.islower() for w in subject)
    if general_ is None or not (led and plural):
        return r.read(part)
    kind = (*before, noun._replace(text=one, low=one, lemma=one))
    thing, forms = hole(subject), tuple(r.view.singular(part.clause).items())
    then = r.read(replace(part, subject=thing, asserted=False, forms=forms))
    return General((is_a(thing, kind),), then, one, likely=True, beside=general_.noun)


def hole(like: Words) -> Words:
    """Return the placeholder for each thing of a kind, in place of the given words."""
    place = (like[0].start, like[-1].end) if like else (0, 0)
    return (Word(HOLE, HOLE, HOLE, "NNP", "subject", *place),)


def _only(r: Reader, part: Part, subject: Phrase, only: Token) -> Node | None:
    """Read `only Ann passed` and `only residents may swim`."""
    view = r.view
    own = view.phrase(subject) - {only.index}
    part = replace(part, without=part.without | {only.index})
    said = view.say(own, role="subject")
    if subject.name or (subject.determiner == "the" and not subject.plural):
        rest = r.read(replace(part, subject=hole(said), asserted=False, denied=False))
        others = () if subject.name else (Denied(is_a(hole(said), said)),)
        end = (subject, *subject.joined)[-1].end
        name = view.say(own & view.between(subject.start, end), role="subject")
        nobody = General(others, Denied(rest), excepted=name)  # `only Ann, who was ill, heard it`
        return r.beside(part, "only: nobody else", r.read(part), nobody)
    clause = relative_on(r, subject)
    related = None if clause is None else gap_filled(r, clause, hole(said))
    if (subject.head.tag != "NNS" and subject.head.low != "those") or (
        clause is not None and related is None
    ):
        return None
    own -= set() if clause is None else view.tree(clause.head)
    needed = (*kinds(r, subject, own, hole(said)), *(() if related is None else (related,)))
    if not needed:
        return None
    then = needed[0] if len(needed) == 1 else Joined("and", needed)
    forms = tuple(view.singular(part.clause).items())
    rest = r.read(replace(part, subject=hole(said), asserted=False, forms=forms))
    return r.beside(part, "only: nothing else", General((rest,), then, subject.head.lemma))


def _told(r: Reader, part: Part, kind: str, noun: set[int], related: tuple[Node, ...]) -> General:
    """Return a statement about all things of a noun's kind that satisfy the relative clauses."""
    main, view, subject = part.clause, r.view, part.clause.subject
    assert subject is not None
    own = view.phrase(subject)
    excepted = set[int]() if subject.excepted is None else view.tree(subject.excepted.head)
    led = {view.tokens[e].head for e in excepted}
    led |= {m for n in led for m in (view.tokens[n].head, n - 1)}
    led = {n for n in led if any(view.tokens[n].low in words.split() for words in EXCEPTING)}
    thing = hole(view.say(own))
    conditions = [*kinds(r, subject, noun - excepted - led, thing), *related]
    gone = own | excepted | led
    for oblique in main.obliques if kind == "no" else ():
        if oblique.preposition == "without" and oblique.phrase is not None:
            gone |= view.led(oblique)
            conditions.append(Denied(has(thing, view.say(view.phrase(oblique.phrase)))))
    for under in r.under(part) if kind == "no" else ():
        if under.embedding is not None and under.embedding.kind == "without":
            gone |= view.whole(under) | {under.head.head}
            conditions.append(Denied(r.read(replace(r.at(under, part, asserted=False), subject=thing))))
    forms = dict(view.singular(main))
    if main.complement is not None and subject.head.tag != "NN" and _bare(main.complement):
        head = main.complement.head
        first = view.tokens[min(view.between(main.complement.start, main.complement.end))]
        forms[head.index] = _one(head)
        said = forms.get(first.index, first.text)
        forms[first.index] = f"{_article(said)} {said}"
    gone |= {a.token.index for a in main.adverbs if a.token.low in USUAL}
    rest = replace(part, without=part.without | gone, subject=thing, forms=tuple(forms.items()))
    if kind == "no":
        rest = replace(rest, asserted=False, denied=False)
    then = mapped(r.read(rest), bound)
    then = Denied(then, "negation: no") if kind == "no" else then
    placed = _placed_of(subject)
    named = subject if placed is None else placed
    name = "" if _of_anybody(subject) and not subject.obliques else _one(named.head).lower()
    return General(tuple(conditions), then, name, view.say(excepted), bool(excepted))


def _placed_of(subject: Phrase) -> Phrase | None:
    """Return `the chairs in the hall` of `all of the chairs in the hall`; None for `all of the chairs`."""
    of = next((o.phrase for o in subject.obliques if o.preposition == "of"), None)
    placed = of is not None and of.determiner == "the" and bool(of.obliques) and of.quantifier is None
    return of if placed and subject.head.low in _PRONOMINAL else None


def _of_anybody(subject: Phrase) -> bool:
    """Return whether a phrase is about people or things of no kind: `nobody`, `those who`, `people who`."""
    return subject.head.low in _PRONOMINAL or (subject.head.low in _PEOPLE and not subject.adjectives)


def bound(leaf: Leaf) -> Leaf:
    """Return a statement about a kind with its pronoun bound by the placeholder: `their` phones."""
    one = hole(leaf.words)[0]
    words = tuple(
        one._replace(role=w.role) if w.low in _BOUND and w.tag[:3] == "PRP" else w for w in leaf.words
    )
    return replace(leaf, words=words)


def kinds(r: Reader, subject: Phrase, noun: set[int], thing: Words) -> list[Node]:
    """Return the conditions under which a thing belongs to the kind that a subject describes."""
    view = r.view
    found: list[Node] = []
    for oblique in subject.obliques:  # `no car with an even plate`
        if oblique.preposition == "with" and oblique.phrase is not None:
            noun = noun - view.led(oblique)
            found.append(has(thing, view.say(view.phrase(oblique.phrase))))
    said = {t.index for t in view.children(subject.head) if t.dep in {"det", "predet"} or t.low in EXCEPT}
    noun = noun - said
    owned = any(view.tokens[n].dep == "poss" for n in noun)
    if subject.quantifier is not None and subject.quantifier.words == "both" and not owned:  # not any doctor
        pairs = (("one", "CD"), ("of", "IN"), ("the", "DT"))
        one = tuple(made(word, tag, "complement", thing) for word, tag in pairs)
        them = noun - {t.index for t in view.tokens if t.low in {"of", "the"}}
        return [is_a(thing, (*one, *view.say(them)))]
    if not _of_anybody(subject):
        return [is_a(thing, _one_of(r, noun, subject.head, thing)), *found]
    noun.discard(subject.head.index)
    rest = view.say(noun)
    if rest and rest[0].low == "of":
        placed = _placed_of(subject)
        if placed is not None:
            kind = {n for n in noun if n >= placed.head.index or view.tokens[n].dep in {"amod", "compound"}}
            return [is_a(thing, _one_of(r, kind, placed.head, thing)), *found]
        of = next((o.phrase for o in subject.obliques if o.preposition == "of"), None)
        return [one_of_them(r, of, noun, thing), *found]
    own = [
        verb for verb, nouns in _PLACES.items() if rest and rest[0].low == "in" and rest[-1].lemma in nouns
    ]
    if own and view.main is not None and view.main.tense == "present":  # `nobody in the office smokes`
        where = (*with_role(thing, "subject"), made(own[0], "VBZ", "verb", rest), *with_role(rest, "by:in"))
        return [Joined("or", (is_a(thing, rest, article=False), Leaf(where))), *found]
    return [is_a(thing, rest, article=False), *found] if rest else found


def one_of_them(r: Reader, of: Phrase | None, noun: set[int], thing: Words) -> Node:
    """Return that a thing is one `of the kids in Year 4`, which any kid in Year 4 is."""
    view = r.view
    rest = view.say(noun)
    rest = rest if rest[:1] and rest[0].low == "of" else (made("of", "IN", "complement", rest), *rest)
    one: Node = is_a(thing, (made("one", "CD", "complement", rest), *rest))
    if of is None or (of.determiner != "the" and of.owner is None) or of.quantifier is not None:
        return one
    if of.owner is not None:
        own = is_a(
            thing, _one_of(r, {n for n in noun if view.tokens[n].low != "of"}, of.head, thing), article=False
        )
        return Joined("or", (one, own))
    kind = {n for n in noun if n >= of.head.index or view.tokens[n].dep in {"amod", "compound"}}
    return Joined("or", (one, is_a(thing, _one_of(r, kind, of.head, thing))))


def _one_of(r: Reader, numbers: set[int], head: Token, like: Words) -> Words:
    return r.view.say(numbers, {head.index: _one(head)}) or like


def _one(noun: Token) -> str:
    plural = noun.tag[-1:] == "S" or (noun.index == 0 and noun.tag == "NNP")
    return singular(noun.low) if plural else noun.text


def _article(before: str) -> str:
    return "an" if before[:1].lower() in "aeiou" else "a"


def is_a(thing: Words, kind: Words, *, article: bool = True) -> Leaf:
    """Return that a thing is of a kind."""
    plain = kind and kind[0].low not in ARTICLES | {"one"} and article
    det = (made(_article(kind[0].text), "DT", "complement", kind),) if plain else ()
    be = made("is", "VBZ", "verb", kind)
    return Leaf((*with_role(thing, "subject"), be, *det, *with_role(kind, "complement")))


def has(thing: Words, what: Words, *, past: bool = False) -> Leaf:
    """Return that a thing has another."""
    verb = made("had" if past else "has", "VBD" if past else "VBZ", "verb", what)
    return Leaf((*with_role(thing, "subject"), verb, *with_role(what, "object")), past=past)


def relative_on(r: Reader, phrase: Phrase) -> Clause | None:
    """Return the restrictive relative clause of a phrase."""
    for clause in r.view.clauses:
        about = clause.antecedent
        if clause.relation == "relative" and about is not None and about.head.index == phrase.head.index:
            return clause
    return None


def gap_filled(r: Reader, clause: Clause, thing: Words) -> Node | None:
    """Return `who sings`, `to sing`, `singing` with a thing in the gap; None if the gap is not found."""
    view = r.view
    if clause.relation != "relative":
        above = next(view.analysis.above(clause), clause)
        forms = tuple(view.finite(clause, above).items())
        return r.read(Part(replace(clause, relation="main", shared=False), subject=thing, forms=forms))
    own = view.tree(clause.head)
    about = clause.antecedent
    if about is None or clause.subject is None:
        return None
    asks = {
        n
        for n in own
        if view.tokens[n].low in {"who", "that", "which", "whom"}
        and (view.tokens[n].tag[:1] == "W" or view.tokens[n].dep in {"nsubj", "dobj", "mark", "nsubjpass"})
    }
    bare = replace(clause, link=None, relation="main", parent=None, shared=False)
    whose = next((t for n in sorted(own) if (t := view.tokens[n]).low == "whose"), None)
    if whose is not None:  # `whose father was a sailor`
        role = view.roles(clause).get(whose.index, "subject")
        owner = (*with_role(thing, role), made("'s", "POS", role, thing)) if thing else ()
        opens = whose.index <= min(own) + 1  # `whose son sings`, `in whose house`
        return r.read(Part(bare, swaps=((whose.index, owner),))) if owner and opens else None
    rest = Part(bare, frozenset(asks))
    if clause.subject.head.index == about.head.index:
        forms = tuple(view.singular(clause).items()) if thing and thing[0].text == HOLE else ()
        return with_role_filled(r, replace(rest, forms=forms), "subject", thing)
    if any(p.head.index == about.head.index for p in clause.objects):
        return with_role_filled(r, rest, "object", thing)
    for led in clause.obliques:
        if led.phrase is not None and led.phrase.head.index == about.head.index:
            return with_role_filled(r, rest, f"by:{led.preposition}", thing)
    return None


def with_role_filled(r: Reader, part: Part, role: str, thing: Words) -> Node:
    """Return a part with its subject, object or prepositional object replaced."""
    said = with_role(thing, role)
    if role == "subject":
        return r.read(replace(part, subject=said))
    opens, length = ("verb", 1) if role == "object" else (role, len(role.split()))
    leaf = leaf_of(r.view, part)
    words = leaf.words
    place = next((k + length for k, w in enumerate(words) if w.role == opens), len(words))
    return replace(leaf, words=(*words[:place], *said, *words[place:]))

"""General statements about all things of a kind: `every nurse sings`, `nobody but Ann`, `owls hunt`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import ADVERBS, EVEN, EXCEPTING, INDEFINITE, ONLY, QUANTIFIERS
from defeasible.reasoner.english.nouns import STUFF, singular
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.belief.gaps import gap_filled, participle_on, relative_on, with_role_filled
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import USUAL
from defeasible.reasoner.grammar.belief.members import (
    PRONOMINAL,
    amount,
    article_of,
    has,
    hole,
    is_a,
    kinds,
    of_anybody,
    one_noun,
    one_of,
    one_of_them,
    placed_of,
    qualities,
    them_of,
    uncounted,
)
from defeasible.reasoner.grammar.belief.node import (
    HOLE,
    THING,
    Apart,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    all_of,
    conjuncts_of,
    denied,
    generals_of,
    leaves,
    mapped,
    put_in,
)
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_NOT_EVERY = "not every"
_READ = frozenset({"every", "no", "any", "some", _NOT_EVERY})
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
    clause = relative_on(r, subject) or (participle_on(r, subject) if subject.amount in _READ else None)
    thing = subject.head.low in PRONOMINAL and subject.head.low.endswith(("thing", "where"))
    if thing and clause is None and not subject.obliques:
        return None
    only = subject.only or next(
        (a for a in subject.adjectives if a.low in ONLY and not subject.determiner), None
    )
    if only is not None and only.index not in part.without:
        return None if only.low in EVEN else _only(r, part, subject, only)
    if clause is not None and clause.head.index in part.without:
        clause = None
    aside = clause is not None and view.tokens[min(view.tree(clause.head)) - 1].text == ","
    several = subject.determiner == "the" and subject.plural and bool(main.lemma)
    whole = several and not (aside or subject.amount)  # not of `all the boys who sang`: whichever did
    those = clause is not None and (whole or "those" in {subject.head.low, subject.determiner})
    kind = amount(subject) or ("every" if those else "some" if asked and _once(main, subject) else "")
    stuff = subject.head.tag == "NN" and not any(c.finite for c in view.under(main))  # `milk is white`
    bare = _bare(subject) and (stuff or view.agreeing(main).tag != "VBZ")  # `Piers sings`
    simple = _characterises(main)
    most = kind == "most" and _many(subject)  # `most birds fly`: birds usually do
    generic = simple and (most or (not kind and (bare or subject.determiner in INDEFINITE)))
    definite = subject.determiner == "the" and clause is not None and not subject.plural
    either = kind == "any" and (main.denied or subject.name)  # `either Ann lied or`
    if not (kind in _READ or generic or definite) or either or any(n.ambiguous for n in main.negations):
        return None
    who = uncounted(view, subject) - part.without
    related = None if clause is None else gap_filled(r, clause, hole(view.say(who)))
    if clause is not None and related is None:
        return None
    noun = who if clause is None else who - view.tree(clause.head)
    but = subject.excepted
    nots = {n for n in noun if view.tokens[n].low == "not"}
    counted = but is not None and (but.head.tag == "CD" or but.head.low == "one")  # not every cup
    if (nots and kind not in {"every", _NOT_EVERY}) or (counted and (nots or kind != "every")):
        return None  # `not some sang`
    kind = _NOT_EVERY if nots or counted else kind
    told = _told(r, part, kind, noun - nots, () if related is None or aside else (related,))
    if kind in {"some", _NOT_EVERY}:  # `not everyone sang`: somebody did not
        return r.beside(part, "some: one of them", replace(told, some=True, excepted=()))
    own = view.say(noun, role="subject")
    if (definite or whole) and clause is not None and (said := gap_filled(r, clause, own)) is not None:
        # `the person who` is of no kind
        all_such = told if whole else replace(told, if_=told.if_[1:] or told.if_, excepted=own)
        such = () if aside else (all_such,)  # not of `the car, which Ann sold, was old`
        return r.beside(part, "relative clause: beside", r.read(r.without(part, clause)), said, *such)
    usual = [a.token for a in main.adverbs if a.token.low in USUAL]
    if any(n.end <= token.start and token.low == "always" for n in main.negations for token in usual):
        return None  # `ravens are not always black`
    if usual or most or not kind:
        told = replace(told, likely=True)
    granted = [c for c in r.under(part) if kind == "no" and c.finite and not c.shared]
    true = (c for c in granted if c.attitude == "factive" and c.embedding and c.embedding.holds == "yes")
    so = (r.read(r.at(c, part)) for c in true)
    also = (replace(told, then=related),) if related is not None and aside else ()  # `penguins, which swim`
    told_of = (*_apart_from(r, subject, told, happened=kind == "no" and main.tense == "past"), *also)
    return r.beside(part, f"{kind or 'general'}: each of those named", *told_of, *_of_all(told.then), *so)


def _characterises(main: Clause) -> bool:
    """Return whether a clause may be of a kind at any time: `cyclists must push`, `penguins can swim`."""
    able = all(m.kind in _GENERIC for m in main.modals)
    return able and main.tense == "present" and main.aspect == "simple"


def _many(subject: Phrase) -> bool:
    """Return whether a subject is a kind, not some that are known: `most birds`, not `most of the birds`."""
    return subject.plural and subject.head.tag == "NNS" and not subject.owner


def _once(main: Clause, subject: Phrase) -> bool:
    """Return whether a clause is of one occasion, and asks for one who fits: `a baker sang`."""
    episodic = main.tense == "past" or main.aspect != "simple" or main.voice == "passive"
    return episodic and subject.determiner in {"a", "an"}


def by_each(r: Reader, part: Part) -> Node | None:
    """Read `was read by every pupil`, `marked all of the tests`, `accepted none of the excuses`."""
    main, view = part.clause, r.view
    passive, about = main.voice == "passive", main.subject
    by = [o.phrase for o in main.obliques if o.preposition == "by" and o.phrase is not None]
    who = next((phrase for phrase in (by if passive else main.objects) if phrase.amount), None)
    if who is None or not part.asserted or part.denied is not None or (about is not None and about.amount):
        return None
    thing = hole(view.say(view.phrase(who)))
    other = [n for n in main.negations if not who.start <= n.start < who.end]
    if about is not None and about.joined and other:
        return None  # `neither Ann nor Bob had any salt`
    kind = "no" if who.amount == "any" and other else who.amount
    other_than = who.excepted is None or who.excepted.name
    clause = relative_on(r, who)
    beside = any(one is not clause for one in r.under(part))
    plain = other_than and not (who.joined or beside)
    mass = who.quantifier is not None and who.quantifier.words == "all" and who.head.tag == "NN"
    if kind not in {"every", "no"} or not plain or len(other) != (who.amount == "any") or mass:
        return None  # not `finished all his work`
    if who.head.low == "other":  # `like each other`
        return None
    related = None if clause is None else gap_filled(r, clause, thing)
    if clause is not None and related is None:
        return None
    excepted, led, sure = _excepted(r, who)
    noun = view.phrase(who) if clause is None else view.phrase(who) - view.tree(clause.head)
    rest = part.less(view.phrase(who) | excepted | led, asserted=False, denied=False)
    if passive:
        leaf = leaf_of(view, rest)
        then: Node = replace(leaf, words=(*with_role(thing, "subject"), *leaf.words))
    else:
        then = with_role_filled(r, rest, "object", thing)
    name = "" if of_anybody(who) and not who.obliques else one_noun(who.head).lower()
    name = THING if who.head.low.endswith(THING) else name
    conditions = (*kinds(r, who, noun - excepted - led, thing), *([] if related is None else [related]))
    then = Denied(then, "negation: no") if kind == "no" else then
    told = General(conditions, then, name, view.say(excepted), sure)
    return r.beside(part, f"{kind}: each of those named", told)


_THOSE = frozenset({"those", "people", "ones", "anyone", "anybody", "everyone", "things"})


def _apart_from(r: Reader, subject: Phrase, told: General, *, happened: bool) -> tuple[General, ...]:
    """Return `all birds except penguins fly` as two statements; the first alone if no kind is excepted.

    Nor is there a second one of a fool, of the brave or the children, or of what happened: `nobody but a fool
    believes it`, `nobody except doctors came in` do not say that each of them did.
    """
    other = subject.excepted
    those = relative_on(r, other) if other is not None and other.head.low in _THOSE else None
    such = None if those is None else gap_filled(r, those, hole(told.excepted))
    if such is not None:  # `except those who are ill`
        others = told.if_ if told.likely else (*told.if_, Denied(such))
        rest = replace(told, if_=others, excepted=(), reverse=False)
        but = General((such,) if told.likely else (*told.if_, such), denied(told.then), beside=told.noun)
        return (rest,) if happened else (rest, but)
    like = other is not None and (other.head.tag == "JJ" or subject.head.low == "none")  # `but the brave`
    several = other is not None and (other.determiner in INDEFINITE or other.head.tag == "NNS" or like)
    if other is None or other.joined or other.owner or other.name or not (several or _bare(other)):
        return (told,)
    said = r.view.tree(other.head) - {t.index for t in r.view.children(other.head) if t.dep == "det"}
    kind = one_of(r, said, other.head, told.excepted)
    are = is_a(hole(told.excepted), kind, article=not (like and other.determiner == "the"))
    others = () if told.likely else (Denied(are),)  # of a default the second statement is an exception
    if not _bare(other):
        named = other.determiner not in INDEFINITE  # the children themselves are no instance
        rest = replace(told, if_=(*told.if_, Denied(are)))
        return (rest if named else replace(rest, excepted=(), reverse=False),)
    rest = replace(told, if_=(*told.if_, *others), excepted=(), reverse=False)
    if happened:
        return (rest,)
    then = denied(told.then)
    return rest, General((are,), then, one_noun(other.head).lower(), likely=told.likely, beside=told.noun)


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
    counted = who.amount not in {"", "every", "no"}
    return leaf_of(r.view, part) if counted or who.determiner in INDEFINITE else None


def _of_all(then: Node) -> tuple[Node, ...]:
    """Return the parts that mention no member of the kind: `Bob left` in `everyone knows that Bob left`."""
    parts = then.parts if isinstance(then, Apart) else then
    return tuple(
        p for p in conjuncts_of(parts) if not any(w.text == HOLE for leaf in leaves(p) for w in leaf.words)
    )


def _bare(subject: Phrase) -> bool:
    plain = not subject.determiner and subject.quantifier is None and subject.owner is None
    several = subject.head.tag == "NNS" or (subject.head.tag == "NN" and subject.head.low in STUFF)
    return several and plain and not subject.joined


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


def _only(r: Reader, part: Part, subject: Phrase, only: Token) -> Node | None:
    """Read `only Ann passed` and `only residents may swim`."""
    view = r.view
    own = view.phrase(subject) - {only.index}
    among = [o for o in part.clause.obliques if o.preposition == "of" and o.start < subject.start]
    led = {n for o in among for n in view.led(o)}  # `of all the pupils, only Ann passed`
    alone, part = replace(leaf_of(view, part), read="all"), part.less({only.index, *led})
    said = view.say(own, role="subject")
    one = not subject.plural and (subject.determiner == "the" or subject.owner is not None)
    if subject.name or one:
        rest = r.read(replace(part, subject=hole(said), asserted=False, denied=False))
        led -= {n for n in led if view.tokens[n].low == "all"}
        them = tuple(one_of_them(r, o.phrase, led, hole(said)) for o in among)
        others = them if subject.name else (*them, Denied(is_a(hole(said), said)))
        end = (subject, *subject.joined)[-1].end
        name = view.say(own & view.between(subject.start, end), role="subject")
        told = rest if part.clause.denied else Denied(rest)  # `only Ann did not pay`: the others did
        nobody = General(others, told, excepted=name)  # `only Ann, who was ill, heard it`
        return replace(r.beside(part, "only: nobody else", r.read(part), nobody), whole=alone)
    clause = relative_on(r, subject)
    related = None if clause is None else gap_filled(r, clause, hole(said))
    several = subject.head.tag == "NNS" or subject.head.low == "those"
    if not several or (clause is not None and related is None):
        return None
    own -= set() if clause is None else view.tree(clause.head)
    if not (needed := (*kinds(r, subject, own, hole(said)), *(() if related is None else (related,)))):
        return None
    forms = tuple(view.singular(part.clause).items())
    rest = r.read(replace(part, subject=hole(said), asserted=False, forms=forms))
    nothing = General((rest,), all_of(needed), subject.head.lemma)
    return replace(r.beside(part, "only: nothing else", nothing), whole=alone)


def _told(r: Reader, part: Part, kind: str, noun: set[int], related: tuple[Node, ...]) -> General:
    """Return a statement about all things of a noun's kind that satisfy the relative clauses."""
    main, view, subject = part.clause, r.view, part.clause.subject
    assert subject is not None
    own = view.phrase(subject)
    excepted, led, sure = _excepted(r, subject)
    thing = hole(view.say(own))
    conditions = [*kinds(r, subject, noun - excepted - led, thing), *related]
    gone = own | excepted | led
    for oblique in main.obliques if kind == "no" else ():
        if oblique.preposition == "without" and oblique.phrase is not None:
            gone |= view.led(oblique)
            conditions.append(Denied(has(thing, view.say(view.phrase(oblique.phrase)))))
    for under in r.under(part) if kind == "no" else ():
        if under.attitude == "without":
            gone |= view.whole(under) | {under.head.head}
            conditions.append(Denied(r.read(replace(r.at(under, part, asserted=False), subject=thing))))
    forms = dict(view.singular(main))
    if main.complement is not None and subject.head.tag != "NN" and _bare(main.complement):
        head = main.complement.head
        first = view.tokens[min(view.between(main.complement.start, main.complement.end))]
        forms[head.index] = one_noun(head)
        said = forms.get(first.index, first.text)
        forms[first.index] = f"{article_of(said)} {said}"
    gone |= {a.token.index for a in main.adverbs if a.token.low in USUAL}
    rest = part.less(gone, subject=thing, forms=tuple(forms.items()))
    denies = kind in {"no", _NOT_EVERY} or (kind == "some" and main.denied)
    if denies:
        rest = replace(rest, asserted=False, denied=False)
    then = mapped(r.read(rest), bound)
    other = [n for n in main.negations if n.clausal and n.kind not in {"quantifier", "seldom"}]
    if denies and not (kind == "no" and len(other) % 2):  # `no member did not pay`: each did
        then = Denied(then, f"negation: {'no' if kind == 'no' else 'not'}")
    placed = placed_of(subject)
    each_of = next((o.phrase for o in subject.obliques if o.preposition == "of"), None)
    named = placed or (each_of if subject.head.low == "each" else None) or subject
    anybody = of_anybody(subject) or bool(qualities(r, subject, noun - excepted - led))
    name = "" if anybody and not subject.obliques else one_noun(named.head).lower()
    name = them[-1].lemma if (them := them_of(r, subject)) else name
    name = THING if named.head.low.endswith((THING, "where")) else name
    return General(tuple(conditions), then, name, view.say(excepted), sure)


def group_but(r: Reader, part: Part) -> Node | None:
    """Read `the whole family but Dad left`: they left, and Dad did not."""
    main, subject = part.clause, part.clause.subject
    if (
        subject is None
        or subject.excepted is None
        or not subject.definite
        or subject.amount
        or main.negations
    ):
        return None
    excepted, led, sure = _excepted(r, subject)
    told = replace(main, subject=replace(subject, excepted=None))
    family = replace(part.less(excepted | led), clause=told)
    swap = ((subject.head.index, r.view.say(excepted, role="subject")),)
    dad = family.less(r.view.phrase(subject), swaps=swap)
    both = r.read(family), Denied(r.read(dad))
    return Joined("and", both, "exception") if sure else both[0]


def _excepted(r: Reader, phrase: Phrase) -> tuple[set[int], set[int], bool]:
    """Return the tokens of `Ann` and of `but` in `everybody but Ann`, and whether it says that she differs.

    It does not in `nobody except perhaps Ann`. Without an exception there are no tokens.
    """
    view = r.view
    excepted = set[int]() if phrase.excepted is None else view.tree(phrase.excepted.head)
    led = {view.tokens[e].head for e in excepted}
    led |= {m for n in led for m in (view.tokens[n].head, n - 1)}
    led = {n for n in led if any(view.tokens[n].low in words.split() for words in EXCEPTING)}
    places = range(min(led | excepted), max(excepted) + 1) if excepted else ()
    perhaps = {n for n in places if ADVERBS.get(view.tokens[n].low) == "likelihood"}
    return excepted - perhaps, led | perhaps, bool(excepted) and not perhaps


def bound(leaf: Leaf) -> Leaf:
    """Return a statement about a kind with its pronoun bound by the placeholder: `their` phones."""
    return put_in(leaf, _BOUND, hole(()))

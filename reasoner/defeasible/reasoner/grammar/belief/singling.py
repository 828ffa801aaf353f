"""Uniqueness: `the oldest in the family`, `the only one who sings`, `it was Ann who sang`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import ONLY
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.belief import gaps, general, members
from defeasible.reasoner.grammar.belief.adjuncts import FICTIONAL
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import AMONG, ORDERED, SPELT, WITHIN
from defeasible.reasoner.grammar.belief.node import Denied, General, Joined, Leaf, Node
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import Words, made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_COMPARATIVES = {"best": "better", "worst": "worse", "most": "more", "least": "less"}
_ONE_OF = (("one", "CD"), ("of", "IN"), ("the", "DT"))
_OTHERS = (
    ((*_ONE_OF, ("others", "NNS")), False),
    ((*_ONE_OF, ("other", "JJ")), True),
    ((("another", "DT"), *_ONE_OF[1:]), True),
)
"""Words for one of the rest of a group, and whether its noun follows: `another of the cousins`."""
_HAVING = frozenset({"with", "without"})
_TELLING = frozenset({"relative", "infinitive", "participle"})
_NOTHING = frozenset({"nothing", "nobody", "none", "one"})
_ANYBODY = frozenset({"one", "person", "people", "ones"})


def superlative(r: Reader, part: Part) -> Node | None:
    """Read `Hilda is the oldest in the family`: she is older than every other member."""
    main, view = part.clause, r.view
    subject, noun = main.subject, main.complement
    if not _plain(part) or main.negations or subject is None or subject.plural or not subject.definite:
        return None
    found = [
        c for c in (*main.comparisons, *(noun.comparisons if noun else ())) if c.kind in {"most", "least"}
    ]
    among = (*(noun.obliques if noun else ()), *main.obliques)
    group = next((o for o in among if o.preposition in AMONG | WITHIN and o.phrase is not None), None)
    above = next((c.standard for c in main.comparisons if c.kind in {"more", "less"}), None)
    if above is not None and above.amount == "every":
        return _above_all(r, part, subject, above)
    if not found or group is None or group.phrase is None:
        return None
    said = view.say(view.phrase(subject) - view.phrase(group.phrase), role="subject")
    hole = members.hole(said)
    member = _member(r, group, group.phrase, noun, hole)
    then = Leaf((*said, made("is", "VBZ", "verb", said), *_more(r, found[0]), *with_role(hole, "by:than")))
    kind = group.phrase.head.lemma if group.preposition in AMONG else noun.head.lemma if noun else ""
    told = General((member,), then, kind, excepted=said)
    return r.beside(part, "superlative: each of those named", told)


def _above_all(r: Reader, part: Part, subject: Phrase, all_: Phrase) -> Node | None:
    """Read `Tom is older than all of his sisters`: older than each of them."""
    said, hole = r.view.say(r.view.phrase(subject), role="subject"), members.hole(())
    first = r.view.between(all_.start, all_.end) | r.view.phrase(all_)
    than = r.view.say(range(part.clause.head.index, min(first)), role=r.view.roles(part.clause))
    then = Leaf((*said, *than, *with_role(hole, "by:than")))
    kinds = members.kinds(r, all_, r.view.phrase(all_), hole)
    noun = all_.head if not all_.obliques or all_.obliques[0].phrase is None else all_.obliques[0].phrase.head
    told = General(tuple(kinds), then, noun.lemma, excepted=said)
    return r.beside(part, "every: each of those named", told)


def _plain(part: Part) -> bool:
    main = part.clause
    stated = part.asserted and part.denied is None and part.subject is None and not main.shared
    return stated and main.lemma == "be" and not main.modals


def _more(r: Reader, found: Comparison) -> Words:
    """Return `older than` for `oldest`, `more expensive than` for `most expensive`."""
    (word,) = r.view.say([found.word.index], role="complement")
    than = made("than", "IN", "by:than", (word,))
    if found.word.low.endswith("est") or found.word.low in _COMPARATIVES:
        low = _COMPARATIVES.get(word.low, f"{word.low.removesuffix('est')}er")
        return word._replace(text=low, low=low, tag="JJR"), than
    return made("more" if found.kind == "most" else "less", "RBR", "complement", (word,)), word, than


def _member(r: Reader, group: Oblique, of: Phrase, noun: Phrase | None, hole: Words) -> Node:
    """Return that a thing is in the comparison class: `one of the sisters`, `a girl in the class`."""
    view = r.view
    led = view.between(group.start, group.end)
    whole = view.phrase(of)
    if group.preposition in AMONG:
        them = members.one_of_them(r, of, whole, hole)
        behind = view.say({n for n in whole if n >= of.head.index}, role="complement")
        others = (
            members.is_a(hole, (*(made(w, t, "complement", hole) for w, t in told), *(behind * last)))
            for told, last in _OTHERS
        )
        return Joined("or", (them, *others))
    if of.quantifier is not None:
        whole -= view.between(of.quantifier.start, of.quantifier.end)
    if noun is None:
        verbs = (made(verb, "VBZ", "verb", hole) for verb in ("is", "works"))
        place = view.say(led | whole, role=f"by:{group.preposition}")
        return Joined("or", tuple(Leaf((*hole, verb, *place)) for verb in verbs))
    kind = {noun.head.index} | {t.index for t in noun.nouns} | led | whole
    return members.is_a(hole, view.say(kind))


def identified(r: Reader, part: Part) -> Node | None:
    """Read `the one who sang was Bob`, `Bob was the first to sing`, `Bob is the only one who sings`."""
    main, view = part.clause, r.view
    subject, noun = main.subject, main.complement
    if not _plain(part) or subject is None or noun is None:
        return None
    for what, who in ((subject, noun), (noun, subject)):
        clause = _said_of(r, what)
        sure = who.definite or who.pronoun is not None
        only = _only_of(what)
        alone = only is not None and clause is None and not what.plural
        had = next((o for o in what.obliques if _is_had(o, what)), None) if alone else None
        if had is not None:
            tell, beside = partial(_having, r, had, main), view.led(had)
        elif clause is None or not (sure or only) or clause.head.index in part.without:
            continue
        else:
            tell, beside = partial(gaps.gap_filled, r, clause), view.tree(clause.head)
        if what.plural and clause is not None:
            if (each := _each_of(r, clause, who)) and not main.denied:
                return r.beside(part, "identity: each", *each)
            continue
        ordered = any(a.low in ORDERED or a.low.endswith("est") for a in what.adjectives)
        ordered = ordered or what.head.low in ORDERED
        infinitive = clause is not None and clause.relation == "infinitive"
        if (infinitive and not ordered) or (main.denied and ordered and only is None):
            continue
        own = view.say(view.phrase(who) - view.phrase(what), role="subject")
        said = tell(own)
        if said is None:
            continue
        if only is not None and not main.denied:
            other = tell(members.hole(own))
            inside = view.tree(what.head) - beside
            kind = view.say({n for n in inside if n > only.index})
            plain = what.head.low in _ANYBODY and len(kind) == 1
            is_one = () if plain else (members.is_a(own, kind),)
            kinds = () if plain else (members.is_a(members.hole(own), kind),)
            name = "" if plain else what.head.lemma
            nobody = (General(kinds, Denied(other), name, excepted=own),) if other and sure else ()
            return r.beside(part, "only: each of those named", said, *is_one, *nobody)
        # `was not the only one who came`: she came
        return r.beside(part, "identity: both", Denied(said) if main.denied and only is None else said)
    return None


def _is_had(led: Oblique, what: Phrase) -> bool:
    """Return whether somebody has what is behind a preposition; not `the only problem with the car`."""
    known = what.head.low in {*_ANYBODY, *PERSONS, "thing"} or bool(kinds_of((stem(what.head.low),)))
    had = led.phrase
    some = had is not None and not (
        had.name or had.pronoun or had.owner or had.determiner not in {"a", "an", ""}
    )
    return led.preposition in _HAVING and some and known


def _having(r: Reader, led: Oblique, main: Clause, who: Words) -> Node | None:
    """Return that somebody has what is behind a preposition: `the only person with a key`."""
    if led.phrase is None:
        return None
    had = members.has(who, r.view.say(r.view.phrase(led.phrase)), past=main.tense == "past")
    return Denied(had, "negation: without") if led.preposition == "without" else had


def _only_of(what: Phrase) -> Token | None:
    """Return the `only` of `the only pupil who passed`."""
    said = (*what.adjectives, *((what.only,) if what.only else ()))
    return next((t for t in said if t.low in ONLY), None)


def _each_of(r: Reader, clause: Clause, who: Phrase) -> tuple[Node, ...]:
    """Return what `the only people who stayed were Ann and Bob` says of each of them."""
    spans = (r.view.say(r.view.between(p.start, p.end), role="subject") for p in general.names_of(who))
    said = tuple(gaps.gap_filled(r, clause, words) for words in spans)
    return tuple(node for node in said if node is not None)


def nothing_but(r: Reader, part: Part) -> Node | None:
    """Read `ate nothing but toast` as `ate only toast`."""
    main, view = part.clause, r.view
    things = [*main.objects[-1:], *(o.phrase for o in main.obliques if o.phrase is not None)]
    thing = next((one for one in things if one.amount == "no" and one.excepted is not None), None)
    other = thing.excepted if thing is not None else None
    if thing is None or other is None or other.joined or len(main.negations) != 1:
        return None
    if thing.head.low not in _NOTHING:
        return None  # `no friends but Ann`: who has only Ann may have a car
    if not thing.start <= main.negations[0].start < thing.end:
        return None
    toast = view.say(view.tree(other.head))
    role = "object" if thing in main.objects else view.say([thing.head.index])[0].role
    words = with_role((made("only", "RB", role, toast), *toast), role)
    gone = view.phrase(thing) | view.tree(other.head)
    put = part.less(gone, swaps=((thing.head.index, words),), denied=False)
    return r.read(replace(put, clause=replace(main, negations=())))


def spelt_out(r: Reader, part: Part) -> Node | None:
    """Read `the trouble is that it rains`, `the reason why he left is that he was tired` as facts."""
    main, subject = part.clause, part.clause.subject
    told = [c for c in r.under(part) if c.finite and c.subject is not None and c.head.index > main.head.index]
    if not _plain(part) or main.denied or len(told) != 1:
        return None
    if subject is None or subject.head.lemma not in SPELT or subject.determiner != "the":
        return None
    inside = r.view.phrase(subject)
    why = [c for c in r.view.clauses if c.head.index in inside and c.finite and subject.head.low == "reason"]
    asks = frozenset(t.index for c in why for t in r.view.children(c.head) if t.low in {"why", "that"})
    parts = (r.read(r.at(c, part.less(asks))) for c in (*why[:1], *told))
    return r.beside(part, "spelt out: so", *parts)


def _said_of(r: Reader, what: Phrase) -> Clause | None:
    """Return the clause that specifies `the one who sang`, `the first to sing`."""
    inside = r.view.tree(what.head)
    under = (c for c in r.view.clauses if c.relation in _TELLING and c.head.index in inside)
    clause = next(under, None) if what.determiner == "the" else None
    if clause is None or clause.relation == "infinitive" or _only_of(what) is not None:
        return clause
    return clause if clause.subject is not None and clause.subject.head.index == what.head.index else None


def whoever(r: Reader, part: Part) -> Node | None:
    """Read `whoever broke the vase must pay` as a general statement."""
    main, view = part.clause, r.view
    for clause in r.under(part):
        first = view.tokens[min(view.tree(clause.head))]
        if not part.asserted or first.low != "whoever" or main.subject is not None:
            continue
        hole = members.hole(view.say([first.index]))
        gone = view.tree(clause.head)
        own = frozenset({first.index})
        told = r.read(Part(clause, own, False, hole))
        then = r.read(Part(main, part.without | gone, True, hole))
        return r.beside(part, "whoever: each of those named", General((told,), then))
    return None


def cleft(r: Reader, part: Part) -> Node | None:
    """Read `it was Liam who dropped it` and `what she lost was her ring`."""
    main, view = part.clause, r.view
    if main.lemma != "be":
        return None
    if main.complement is None:
        return _placed(r, part)
    for clause in r.under(part):
        own = view.tree(clause.head)
        asks = [n for n in sorted(own) if view.tokens[n].low in {"who", "that", "which", "what", "whom"}]
        if not asks or asks[0] != min(own):
            continue
        what = view.tokens[asks[0]].low == "what"
        it = main.subject is not None and main.subject.head.low == "it"
        if clause.attitude in {"factive", "truth", "result"}:
            continue  # `it was a pity that`, `such a cold day that`
        if not (what or it or main.expletive == "it"):
            continue
        if main.modals:
            return None
        focus = view.phrase(main.complement) - own
        if not main.denied:  # `it was only Ann who left`
            focus -= {n for n in focus if view.tokens[n].low == "only"}
        joint = "but" if main.denied else "not"
        but = next((n for n in sorted(focus) if view.tokens[n].low == joint), None)
        if but is not None:  # `it was not Ann but Bob who left`, `it was Bob, not Ann, who left`
            sides = ({n for n in focus if n < but}, {n for n in focus if n > but})
            one, other = (_filled(r, part, clause, asks[0], view.say(side)) for side in sides)
            denied, held = (one, other) if main.denied else (other, one)
            return Joined("and", (Denied(denied, "negation: cleft"), held))
        how = main.complement.conjunction
        both = (main.complement, *main.complement.joined) if how in {"and", "or"} else ()
        each = [] if main.denied else [view.say(view.between(one.start, one.end)) for one in both]
        nodes = tuple(_filled(r, part, clause, asks[0], one) for one in each or [view.say(focus)])
        node = Joined("or" if how == "or" else "and", nodes) if each else nodes[0]
        only = any(t.low in {"only", "just"} for t in main.unread)  # `it is not only Ann who left`
        said = view.say(focus)
        if main.denied and not (only or clause.denied) and part.asserted:  # somebody did, if not Ann
            thing = what or (view.tokens[asks[0]].low in {"that", "which"} and not main.complement.name)
            anyone = (made("something" if thing else "somebody", "NN", "", said),)
            did = _filled(r, part, clause, asks[0], anyone)
            return Joined("and", (Denied(node, "negation: cleft"), did), "cleft: somebody did")
        alone = part.asserted and main.complement.name and how != "or"
        if main.denied or clause.denied or not alone:
            return Denied(node, "negation: cleft") if main.denied and not only else node
        other = _filled(r, part, clause, asks[0], members.hole(said))
        return Joined("and", (node, General((), Denied(other), excepted=said)), "cleft: nobody else")
    return None


def _placed(r: Reader, part: Part) -> Node | None:
    """Read `it was in Cork that they met`; not `it was on the news that they met`."""
    main, view = part.clause, r.view
    it = main.expletive == "it" or (main.subject is not None and main.subject.head.low == "it")
    placed = [(view.led(o), f"by:{o.preposition}", o.phrase) for o in main.obliques]
    placed += [(view.phrase(time), "time", time) for time in main.times]
    if len(placed) != 1 or not it or main.modals:
        return None
    ((own, role, phrase),) = placed
    if phrase is None or stem(phrase.head.lemma) in FICTIONAL:
        return None
    for clause in r.under(part):
        that = view.tokens[min(view.tree(clause.head))]
        if that.low == "that" and clause.head.dep in {"ccomp", "relcl", "advcl", "acl"} and clause.finite:
            bare = replace(clause, link=None, relation="main", shared=False, embedding=None)
            leaf = leaf_of(view, Part(bare, part.without | {that.index}, part.asserted))
            where = view.say(own, role=role)
            said = replace(leaf, words=(*leaf.words, *where))
            only = made("only", "RB", "adverb", where)
            alone = replace(said, words=(*leaf.words, only, *where), read="all")
            return Denied(said, "negation: cleft") if main.denied else Joined("and", (said, alone), "cleft")
    return None


def _filled(r: Reader, part: Part, clause: Clause, gap: int, said: Words) -> Node:
    """Return the clause of a cleft with its gap filled by the phrase in focus."""
    own = replace(clause, link=None, relation="main", shared=False)
    rest = Part(own, part.without | {gap}, part.asserted and not part.clause.denied)
    role = "subject" if r.view.tokens[gap].dep in {"nsubj", "nsubjpass"} else "object"
    return gaps.with_role_filled(r, rest, role, said)

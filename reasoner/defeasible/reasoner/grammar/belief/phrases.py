"""Coordinated phrases with `and`, `or` and `nor`: `the car or the bus`, `neither rich nor kind`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.people import GIVEN_NAMES
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.verbs import BASE_FORMS
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.mutual import mutual
from defeasible.reasoner.grammar.belief.node import Apart, Denied, Joined, Leaf, Node
from defeasible.reasoner.grammar.belief.view import Part

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_BUT = frozenset({"but", "though", "although", "and", ","})
_PAIRS = frozenset({"either", "both", "neither"})
_LISTED = frozenset({"NN", "IN", "JJ", "RB"})
"""Tags of conjuncts in lists of three and more."""
_MOST = 6
_BOTH, _FREE = frozenset({"both"}), frozenset({"may", "can"})


def so_many_of(r: Reader, part: Part) -> Node | None:
    """Read `exactly one of Ann, Bob and Carl came`, `at least two of`, `none of`."""
    main, view = part.clause, r.view
    who = main.subject
    if who is None or who.quantifier is None or part.subject is not None or part.denied is not None:
        return None
    of = next((o.phrase for o in who.obliques if o.preposition == "of"), None)
    names = () if of is None or of.conjunction != "and" else (of, *of.joined)
    other = any(not who.start <= n.start < who.end for n in main.negations)
    if other or not 1 < len(names) <= _MOST or not all(name.name for name in names):
        return None
    several, count = len(names), who.quantifier.count or 0
    denies = any(view.tokens[n].low == "not" for n in view.phrase(who))
    bounds = {
        "exactly": (count, count),
        "number": (count, several if who.only is None else count),
        "at least": (count, several),
        "more than": (count + 1, several),
        "at most": (0, count),
        "fewer than": (0, count - 1),
        "no": (0, 0),
        "every": (0, several - 1) if denies else (several, several),
    }.get(who.amount)
    if bounds is None:
        return None
    least, most = bounds
    rest = part.less(view.phrase(who), forms=tuple(view.singular(main).items()), denied=False)
    said = (view.say(view.between(name.start, name.end), role="subject") for name in names)
    each = [r.read(replace(rest, subject=words)) for words in said]
    cue = f"{who.quantifier.words} of"
    enough = tuple(Joined("and", some, cue) for some in combinations(each, least) if least)
    too_many = (Denied(Joined("and", some, cue), cue) for some in combinations(each, most + 1))
    parts: list[Node] = [*([Joined("or", enough, cue)] if enough else []), *too_many]
    return Joined("and", tuple(parts), cue) if parts else None


def joined(r: Reader, part: Part) -> Node | None:
    """Read `x or y`, `x and y`, `not both x and y`, `x but not y` of things, places and qualities."""
    view, main = r.view, part.clause
    own = view.of(part)
    for cc in (view.tokens[n] for n in sorted(own)):
        if cc.dep != "cc" or cc.low not in {"or", "and", "nor", "but"}:
            continue
        head = view.tokens[cc.head]
        while head.dep == "conj" and head.tag[:2] == view.tokens[head.head].tag[:2] in _LISTED:
            head = view.tokens[head.head]
        sides = _sides(r, head)
        if len(sides) < 2 or len(sides) > _MOST or not all(s.index in own for s in sides):
            continue
        kinds = {t.low for t in view.tokens if t.dep == "cc" and any(t.head == s.index for s in sides)}
        if kinds >= {"and", "or"}:
            continue  # `Ann and Bob or Carl came`: of two scopes
        if any(s.index == main.head.index for s in sides) and main.lemma:
            told = any(c.index in own and c.head.index == sides[1].index for c in view.clauses)
            if len(sides) == 2 and head.index == main.head.index and not told:
                return _second_verb(r, part, cc, sides[1])
            continue
        inside = (c for c in view.under(main) if c.relation == "relative" and head.index in view.tree(c.head))
        if main.denied and any(True for _ in inside):
            return None  # `everyone who is big and strong is not quick`
        negated = main.denied or any(_denied(r, s) is not None for s in sides)
        if sides[-1].low in {"other", "not", "so"} or (
            cc.low == "but" and not (negated or head.tag[:2] in {"JJ", "VB", "RB"})
        ):
            continue
        return _neither(r, part, sides) or _apart(r, part, cc, sides)
    return _contrasted(r, part, own)


def gapped(r: Reader, part: Part) -> Node | None:
    """Read `Ann plays the piano and Bob the violin`, `Ann went to Rome and Bob to Paris`."""
    view, main = r.view, part.clause
    own = view.of(part)
    last = max((n for n in own if view.tokens[n].is_word), default=-1)
    if main.remnants and main.objects and not main.denied:
        return _verbless(r, part)
    joints = (n for n in sorted(own) if view.tokens[n].low == "and" and main.head.index < n < last - 1)
    at = next(joints, -1)
    if at < 0 or main.subject is None or main.shared or main.denied:
        return None
    who, second = view.tokens[at + 1], view.tokens[at + 2]
    behind = {n for n in own if n > at + 1}
    verbless = not any(view.tokens[n].tag[:2] in {"VB", "MD", "CC"} for n in behind)
    named = who.tag == "NNP" and who.text[:1].isupper() and verbless
    if second.tag in {"IN", "TO"}:
        led = (o for o in main.obliques if o.preposition == second.low and o.phrase is not None)
        gap = next((view.led(o) for o in led), set())
    else:
        opens = second.tag in {"DT", "PRP$", "CD"} or (second.tag[:2] == "NN" and who.low in GIVEN_NAMES)
        objects = [phrase for phrase in main.objects if phrase.head.index < at]
        fits = opens and bool(objects) and not objects[-1].name  # not `met Bob and Carl the butcher`
        gap = view.phrase(objects[-1]) if fits else set()
    gap = {n for n in gap if n < at}
    if not named or not gap:
        return None
    rest = frozenset(n for n in own if n >= at or (n == at - 1 and view.tokens[n].text == ","))
    said = view.say({n for n in behind if view.tokens[n].is_word}, role="object")
    other = replace(
        part,
        subject=view.say({who.index}, role="subject"),
        without=part.without | rest | (gap - {max(gap)}),
        swaps=((max(gap), said),),
    )
    nodes = (r.read(replace(part, without=part.without | rest)), leaf_of(view, other))
    return Apart(leaf_of(view, part), Joined("and", nodes, "and: both"), free=False)


def _verbless(r: Reader, part: Part) -> Node | None:
    """Read `put the cake in the oven and the milk in the fridge` as of both."""
    view, main = r.view, part.clause
    rest, behind = main.remnants[0], main.remnants[0].obliques[-1:]
    led = [o for o in main.obliques if main.head.start < o.start and o.phrase is not None]
    tail = frozenset(n for n in view.of(part) if view.tokens[n].start >= rest.start)
    tail |= {min(tail) - 1} if tail else set()
    gaps = [view.phrase(main.objects[-1]), view.led(led[0]) if led else set[int]()]
    if len(main.remnants) > 1 or not (behind and led and tail) or view.tokens[min(tail)].low != "and":
        return None
    place = view.led(behind[0])
    said = (view.say(view.phrase(rest) - place, role="object"), view.say(place))
    told = replace(part, clause=replace(main, remnants=()), without=part.without | tail)
    swaps = tuple((max(gap), words) for gap, words in zip(gaps, said, strict=True))
    dropped = frozenset(n for gap in gaps for n in gap if n != max(gap))
    other = replace(told, without=told.without | dropped, swaps=swaps)
    return Apart(
        leaf_of(view, part), Joined("and", (r.read(told), leaf_of(view, other)), "and: both"), free=False
    )


_OF_THEM: Mapping[str, tuple[Literal["and", "or"], bool | None]] = {
    **dict.fromkeys(("both", "all", "each"), ("and", None)),
    **dict.fromkeys(("neither", "none"), ("and", True)),
    **dict.fromkeys(("either", "one", "any"), ("or", None)),
}
"""Heads of `both of them` to how what is said of each is joined, and whether it is denied."""


def of_them(r: Reader, part: Part) -> Node | None:
    """Read `they live in Hull`, `neither of them lives in Hull`, of Alan and Bea, of each of the two."""
    view, who = r.view, part.clause.subject
    of = None if who is None else next((o.phrase for o in who.obliques if o.preposition == "of"), None)
    counted = _OF_THEM.get(who.head.low) if who is not None and of is not None else None
    them = of if counted is not None else who
    told = part.asserted or (counted is not None and r.asked)
    if them is None or them.pronoun is None or them.pronoun.id != "they" or not told:
        return None
    if counted is not None and part.clause.denied and counted[1] is None:
        return None  # `both of them did not sing`: not both, or neither
    said = view.say([them.head.index], role="subject")
    said = tuple(w._replace(text=w.low.title() if w.tag[:3] == "NNP" else w.low, lent=False) for w in said)
    runs = groupby(said, key=lambda w: w.low == "and" or not w.is_word)
    names = [tuple(run) for between, run in runs if not between]
    if len(names) < 2 or part.clause.shared or part.subject is not None or _together(r, part):
        return None
    forms = (*part.forms, *view.singular(part.clause).items())
    kind, denied = counted or ("and", None)
    nodes = tuple(r.read(replace(part, subject=name, forms=forms, denied=denied)) for name in names)
    return Apart(leaf_of(view, part), Joined(kind, nodes, "they: both" if kind == "and" else "or"))


def _together(r: Reader, part: Part) -> bool:
    """Return whether a predicate is about several at once: `are a couple`, `are the team`."""
    said, whole = part.clause.complement, r.view.of(part)
    one_thing = said is not None and said.head.tag == "NN" and said.determiner in {"a", "an", "the"}
    return one_thing or any(r.view.tokens[n].low in {"each", "together", "equally"} for n in whole)


def _contrasted(r: Reader, part: Part, own: set[int]) -> Node | None:
    """Read `drank tea, not coffee`: drank tea and did not drink coffee."""
    view = r.view
    for one in (view.tokens[n] for n in sorted(own)):
        beside = {"appos", "conj", "dobj", "npadvmod", "prep", "agent"}
        denied = _denied(r, one) if one.dep in beside else None
        like = [t for t in view.tokens[: one.index] if t.head == one.head and t.tag == one.tag]
        host = view.tokens[one.head] if one.dep in {"appos", "conj"} else like[-1] if like else None
        if denied is not None and host is not None and host.index in own:
            return _apart(r, part, denied, [host, one])
    return None


def _denied(r: Reader, side: Token) -> Token | None:
    """Return the `not` or `no` of a contrasted conjunct: `tea, not coffee`, `tea but no coffee`."""
    view = r.view
    none = [c for c in view.children(side) if c.dep == "det" and c.low == "no" and side.dep == "conj"]
    if none and any(t.low == "but" for t in view.children(view.tokens[side.head])):
        return none[0]
    if side.tag[:2] not in {"NN", "PR", "JJ", "IN", "TO"}:
        return None
    led = (c.index for c in view.children(side) if c.dep not in {"neg", "cc", "punct", "conj"})
    first = min((side.index, *led))
    before = view.tokens[first - 2 : first]
    clausal = len(before) < 2 or before[0].tag == "MD" or before[0].lemma in {"do", "be", "have"}
    return before[1] if not clausal and before[1].low == "not" else None


def _taken_for_noun(r: Reader, part: Part, own: set[int]) -> Node | None:
    """Return `informs Eve` as a predicate of the subject, where the parser took it for an object."""
    view, main = r.view, part.clause
    first = view.tokens[min(own)]
    like = {"past": ("VBN", "VBD", "JJ"), "present": ("NNS", "VBZ")}.get(main.tense, ())
    verb = stem(first.low) in BASE_FORMS and stem(first.low) != first.low
    if main.subject is None or len(own) < 2 or first.tag not in like or not verb:
        return None
    subject = view.say(view.phrase(main.subject), role="subject") if part.subject is None else part.subject
    said = view.say(own, role=dict.fromkeys(own, "object"))
    words = (*subject, said[0]._replace(tag="VBD", role="verb"), *said[1:])
    return Leaf(words, past=main.tense == "past")


def _second_verb(r: Reader, part: Part, cc: Token, second: Token) -> Node:
    """Read `does not sing or dance` where the parser took the second verb for a noun."""
    view, main = r.view, part.clause
    theirs = view.tree(second)
    gone = part.without | theirs | {cc.index} | {t.index for t in view.tokens if t.low in _PAIRS}
    behind = {n for n in view.of(part) - theirs if n > main.head.index}
    denied = main.denied and part.denied is None
    helper = next((c.low for c in view.children(main.head) if c.lemma == "do"), "")
    new = {"does": third_person, "did": past_tense}.get(helper if denied else "", str)
    swap = ((main.head.index, view.say(theirs, {second.index: new(second.low)}, role="verb")),)
    put = replace(
        part, without=gone, denied=False if denied else part.denied, asserted=part.asserted and not denied
    )
    sides = (r.read(put), leaf_of(r.view, replace(put, without=gone | behind, swaps=swap)))
    joined = Joined("or" if cc.low in {"or", "nor"} else "and", sides, "" if denied else f"{cc.low}: both")
    return Apart(leaf_of(view, part), Denied(joined, "negation") if denied else joined)


def _sides(r: Reader, head: Token) -> list[Token]:
    """Return the heads of the conjuncts, in order."""
    found = [head]
    for one in found:
        for child in r.view.children(one):
            listed = child.dep == "appos" and any(c.dep == "cc" for c in r.view.children(child))
            if listed or (child.dep == "conj" and child.index > one.index):
                found.append(child)
    return sorted({t.index: t for t in found if t.low != "both"}.values(), key=lambda t: t.index)


def _neither(r: Reader, part: Part, sides: list[Token]) -> Node | None:
    """Read `neither Ann nor Bob had any salt`: Ann had not any, nor had Bob."""
    view, main = r.view, part.clause
    words = {t.index for t in view.tokens if t.low == "neither" and t.index in view.of(part)}
    subject = main.subject is not None and sides[0].index in view.phrase(main.subject) and not main.shared
    if not (subject and words) or len(main.negations) != 1 or part.denied is not None:
        return None
    nodes = _each(r, replace(part, denied=True, asserted=False), sides, words, subject=True)
    return Apart(leaf_of(view, part), Joined("and", nodes, "neither: negation"))


def _apart(r: Reader, part: Part, cc: Token, sides: list[Token]) -> Node | None:
    view, main = r.view, part.clause
    whole = view.of(part)
    heads = {s.index for s in sides}
    pairs = {t.index for t in view.tokens if t.low in _PAIRS and t.index in whole - heads}
    lows = [t.low for t in view.tokens]
    excluded = (["not", "both"], ["never", "both"])
    both = next((n for n in range(cc.index, len(lows) - 1) if lows[n : n + 2] in excluded), -1)
    denied = main.denied and part.denied is None
    opened = lows[:2] == ["not", "both"]
    if denied and cc.low == "and" and main.tense == "present":  # `Ann and Bob are never in at the same time`
        pairs |= {n for n in whole if lows[n] == "simultaneously"}
    not_both = opened or (denied and any(lows[n] in {"both", "simultaneously"} for n in pairs))
    if opened:
        pairs.add(0)
    who = main.subject
    if who is not None and who.head.low in {"one", "either"} and view.tokens[sides[0].head].tag == "CD":
        first = min(view.tree(sides[0]))  # `one of the two, Ann or Bob, sings`
        pairs |= {n for n in view.phrase(who) if n < first or view.tokens[n].text == ","}
    if both >= 0:
        pairs |= {both, both + 1} | _led_by_but(view.tokens, both)
        pairs |= view.tree(view.tokens[both + 1]) - view.tree(sides[0])
    subject = main.subject is not None and sides[0].index in view.phrase(main.subject) and not main.shared
    both_ways = mutual(r, part, sides) if cc.low == "and" and subject and len(sides) == 2 else None
    if both_ways is not None:
        return both_ways
    if cc.low == "and" and subject and not not_both and _together(r, part):
        return None
    put = replace(
        part,
        denied=False if denied or not_both else part.denied,
        asserted=part.asserted and not denied,
        bare=(not_both and bool(main.modals)) or part.bare,
    )
    denials = [_denied(r, s) for s in sides]
    nodes = _each(r, put, sides, pairs | {t.index for t in denials if t is not None}, subject=subject)
    nodes = tuple(Denied(n, "negation: not") if no else n for n, no in zip(nodes, denials, strict=True))
    leaf = leaf_of(view, part)
    if denied and (cc.low == "but" or any(denials)):  # `not a nurse but a doctor`, `not rich and not poor`
        kind: Literal["and", "or"] = "or" if cc.low == "or" else "and"
        return Apart(leaf, Joined(kind, (Denied(nodes[0], "negation: not"), *nodes[1:])))
    if not_both:
        return Apart(leaf, Denied(Joined("and", nodes), "not both"))
    neither = any(view.tokens[n].low == "neither" for n in pairs) or cc.low == "nor"
    if denied or neither:
        either = neither or cc.low in {"or", "nor"}
        return Apart(leaf, Denied(Joined("or" if either else "and", nodes), "negation"))
    may = not subject and not any(denials) and not _BOTH.intersection(lows) and _leaves_free(r, part)
    if may and cc.low == "and" and not part.asserted:
        return leaf  # who may have tea, and may have coffee, need not be allowed both
    if cc.low != "or" or (may and part.asserted):
        return Apart(leaf, Joined("and", nodes, f"{cc.low}: both"), free=not subject)
    one = Joined("or", nodes, "or")
    if both >= 0:
        held = Joined("and", tuple(_without_modal(node) for node in nodes))
        return Apart(leaf, Joined("and", (one, Denied(held, "not both"))))
    return Apart(leaf, one)


def _leaves_free(r: Reader, part: Part) -> bool:
    """Return whether each of two may be chosen: `may have tea or coffee`; not `must pay or leave`."""
    spoken = any(r.view.tokens[n].low in _FREE for n in r.view.of(part))
    return spoken and len(part.clause.modals) == 1 and part.clause.aspect != "perfect"


def _led_by_but(tokens: Sequence[Token], both: int) -> set[int]:
    """Return the places of the words that lead to `not both`: `but certainly not both`."""
    first = both
    while first and (tokens[first - 1].tag == "RB" or tokens[first - 1].low in _BUT):
        first -= 1
    return set(range(first, both)) if any(t.low in _BUT for t in tokens[first:both]) else set()


def _each(r: Reader, part: Part, sides: list[Token], pairs: set[int], *, subject: bool) -> tuple[Node, ...]:
    """Return a clause distributed over its conjuncts."""
    view, main = r.view, part.clause
    trees = [view.tree(s) for s in sides]
    inner = [own.difference(*trees[n + 1 :]) or own for n, own in enumerate(trees)]
    joints = {
        t.index
        for s in sides
        for t in view.children(s)
        if t.dep in {"cc", "preconj"} or (t.text == "," and t.index < sides[-1].index)
    }
    tail = {n for n in inner[0] - pairs - joints if n > max(inner[-1])}  # it belongs to all conjuncts
    nodes: list[Node] = []
    for n, side in enumerate(sides):
        others = set[int]().union(*(own for k, own in enumerate(inner) if k != n))
        gone = (others | joints | pairs) - tail
        single = subject and side.tag not in {"NNS", "NNPS"} and side.low not in {"i", "you"}
        forms = (*part.forms, *view.singular(main).items()) if single else part.forms
        own = _about(part, side) if subject else part
        nodes.append(r.read(replace(own, forms=forms, without=part.without | gone)))
    last = nodes[-1]
    if not subject and isinstance(last, Leaf):
        verb = _taken_for_noun(r, part, inner[-1])
        nodes[-1] = last if verb is None else Apart(last, verb, free=False)
    return tuple(nodes)


def _about(part: Part, side: Token) -> Part:
    """Return a clause about one conjunct of its subject: of `all nurses and doctors`, all doctors."""
    who = part.clause.subject
    named = (who, *who.joined) if who is not None else ()
    mine = next((one for one in named if one.head.index == side.index), None)
    if who is None or mine is None or part.subject is not None:
        return part
    bare = mine.quantifier is None and not mine.determiner and mine.owner is None and not mine.name
    counted = who.quantifier if bare else mine.quantifier
    own = replace(mine, joined=(), conjunction="", correlative="", quantifier=counted)
    return replace(part, clause=replace(part.clause, subject=own))


def _without_modal(node: Node) -> Node:
    if not isinstance(node, Leaf):
        return node
    return replace(node, modal="", words=tuple(w for w in node.words if w.role != "aux"))

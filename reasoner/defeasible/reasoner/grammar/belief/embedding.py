"""Embedded clauses and what the governing verb implies of them; clefts, relative clauses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import DATES, INDEFINITE
from defeasible.reasoner.english.embedding import TRUE_OF, attitude_of
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.grammar.belief import gaps, members, naming
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import GRANTED, LINKS, SEEKING
from defeasible.reasoner.grammar.belief.node import Apart, Denied, Joined, Leaf, Node, When
from defeasible.reasoner.grammar.belief.view import Part, View
from defeasible.reasoner.grammar.belief.words import made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_GRANTED = {words.replace("_", " ") for words in GRANTED}
_IN_CASE = (["in", "case", "of"], ["the", "event", "of"])


def embedded(r: Reader, part: Part) -> Node | None:
    """Read `knows that p`, `managed to do p`, `failed to do p`, `it is true that p`."""
    main, view = part.clause, r.view
    weak = any(a.kind in {"likelihood", "frequency"} for a in main.adverbs)
    weak = weak or not all(main.denied and m.kind == "ability" for m in main.modals)  # not `could not bring`
    weak = weak or main.mood == "imperative"  # `let her sing`, `make him go`
    who = main.subject if part.subject is None else None  # each of `every student` is one
    counted = who is not None and who.quantifier is not None
    parts: list[Node] = [r.read(r.at(c, part)) for c in _granted(r, part)]
    for clause in r.under(part):
        found = clause.embedding
        if found is None or found.kind == "without":
            continue
        inner = r.at(clause, part, asserted=part.asserted and found.holds == "yes")
        lifted = _lifted(r, inner, main) if found.kind == "degree" and not clause.shared else None
        if lifted is not None or (found.kind == "degree" and clause.shared):
            past, said = main.tense == "past", lifted or leaf_of(view, inner)
            able = able_to(said, past=past)
            able = able if part.asserted and not weak and not counted else ()
            parts += [Denied(a, f"{found.verb.low}: cannot") if found.holds == "no" else a for a in able]
        if found.holds == "open":
            continue
        same = found.kind == "truth"
        if found.kind != "factive" and (
            weak or (counted and clause.shared and (main.denied or found.holds == "no"))
        ):
            continue
        if not (part.asserted or same or found.kind == "implicative"):
            continue
        unsaid = clause.shared and (clause.subject is None or clause.subject.head.low == "it")
        if unsaid or not clause.lemma:
            continue
        parts += _plainly(r, part, clause, found.kind)
        both_ways = _two_way(found.kind, main, alone=len(r.under(part)) == 1)
        undone = part.denied is False and main.denied and both_ways
        if part.denied is not None and found.kind != "factive" and not undone:
            continue
        # `no student failed to pay`: of each it is denied that he failed
        found = replace(found, holds="no" if found.holds == "yes" else "yes") if undone else found
        cue = f"{found.verb.low}: not so"
        if found.kind == "change" and found.holds == "no":
            inner = inner.less(_when(view, clause))
            parts += (*former(leaf_of(view, inner)), _ended(r, inner, main, cue))
            continue
        node = lifted or r.read(inner)
        if same:
            return Denied(node, f"negation: {found.verb.low}") if found.holds == "no" else node
        node = Denied(node, cue) if found.holds == "no" else node
        if both_ways:
            return Apart(leaf_of(view, part), node)
        parts.append(node)
    return r.beside(part, "what the verb says is so", *parts) if parts else None


def _lifted(r: Reader, inner: Part, main: Clause) -> Leaf | None:
    """Return `Ann lifts the box` for `the box is too heavy for Ann to lift`."""
    clause, thing = inner.clause, main.subject
    ends = clause.obliques[-1:]
    if clause.objects or clause.complement or thing is None or thing.head.low == "it" or not clause.lemma:
        return None
    if ends and ends[0].phrase is None:  # `to swim in`
        return None
    filled = gaps.with_role_filled(r, inner, "object", r.view.say(r.view.phrase(thing)))
    return filled if isinstance(filled, Leaf) else None


def _plainly(r: Reader, part: Part, clause: Clause, kind: str) -> list[Node]:
    """Return `she was tired` for `was so tired that she slept` and for `was too tired to walk`."""
    so = {t.index for t in r.view.tokens[: clause.head.index] if t.low in {"so", "such", "too"}}
    if kind not in {"degree", "result"} or not (so and part.asserted) or part.clause.denied:
        return []
    return [r.read(r.without(part, clause).less(so))]


def able_to(leaf: Leaf, *, past: bool) -> tuple[Leaf, ...]:
    """Return a leaf as an ability, `can reach`; nothing without a verb."""
    return _helped(leaf, "can", ("could" if past else "can", "MD"), past=past)


def _helped(leaf: Leaf, modal: str, *helpers: tuple[str, str], past: bool) -> tuple[Leaf, ...]:
    """Return a leaf with auxiliaries before its verb, `used to reach`; nothing without a verb."""
    words = [w for w in leaf.words if w.role not in {"not", "aux"}]
    place = next((n for n, w in enumerate(words) if w.role == "verb"), -1)
    if place < 0:
        return ()
    verb = words[place]
    before = (made(word, tag, "aux", (verb,)) for word, tag in helpers)
    words[place : place + 1] = [*before, verb._replace(text=verb.lemma, low=verb.lemma)]
    return (replace(leaf, words=tuple(words), denied=False, cue="", modal=modal, past=past),)


def _granted(r: Reader, part: Part) -> list[Clause]:
    """Return the presuppositions under an infinitive: `it was a shock to find out that he left`.

    Only complements that survive a denial count: who tries to prove something may fail.
    """
    found: list[Clause] = []
    for above in r.under(part) if part.asserted else ():
        told = attitude_of((f"{above.lemma}_{above.particle}", above.lemma))
        granted = told is not None and told.kind == "factive" and told.denied == "yes"
        if granted and above.relation == "infinitive":
            found += [c for c in r.view.under(above) if c.lemma and c.attitude == "factive"]
    return found


def former(leaf: Leaf) -> tuple[Leaf, ...]:
    """Return the former state that `stopped smoking` and `no longer smokes` imply; nothing without a verb."""
    return _helped(leaf, "used", ("used", "VBD"), ("to", "TO"), past=True)


def used_to(view: View, told: Part) -> Node:
    """Return what `but she did` and `nor did he` say of the former state, beside the present one."""
    was = former(leaf_of(view, replace(told, denied=False)))
    return Denied(was[0]) if was and told.denied else Joined("and", was)


def _when(view: View, clause: Clause) -> set[int]:
    """Return the tokens of when something stopped: `last year` in `stopped smoking last year`."""
    heads = ((led, led.phrase.head) for led in clause.obliques if led.phrase is not None)
    dates = [led for led, head in heads if head.low in DATES or (head.tag == "CD" and head.low.isdigit())]
    return set().union(*map(view.phrase, clause.times), *map(view.led, dates))


def _ended(r: Reader, part: Part, above: Clause, cue: str) -> Leaf:
    """Return that what stopped no longer holds; the former state may be asserted as well."""
    present = replace(above, tense="present") if above.tense == "past" else above
    leaf = leaf_of(r.view, replace(part, forms=tuple(r.view.finite(part.clause, present).items())))
    return replace(_still(leaf), denied=True, cue=cue)


def _still(leaf: Leaf) -> Leaf:
    """Return a leaf with `still` before its verb."""
    place = next((n for n, w in enumerate(leaf.words) if w.role in {"verb", "aux"}), 0)
    still = made("still", "RB", "not", leaf.words)
    return replace(leaf, words=(*leaf.words[:place], still, *leaf.words[place:]))


def no_longer(r: Reader, part: Part) -> Node | None:
    """Read `no longer sings`, `does not sing anymore`: it does not hold, and it held before."""
    if part.denied is not None:
        return None
    if "no longer" not in {n.word for n in part.clause.negations}:
        adverbs = [a.token for a in part.clause.adverbs]
        late = frozenset(t.index for t in adverbs if t.low == "anymore")
        any_ = (c.index for t in adverbs for c in r.view.children(t) if (c.low, t.low) == ("any", "more"))
        late = late or frozenset(n + k for n in any_ for k in (0, 1))
        if not (late and part.clause.denied):
            return None
        leaf = _still(leaf_of(r.view, part.less(late)))
    elif part.asserted:
        leaf = leaf_of(r.view, part)
    else:
        return None
    return Joined("and", (leaf, *former(leaf)), "no longer: it was so") if part.asserted else leaf


def _led_by(r: Reader, part: Part, prepositions: Collection[str]) -> tuple[Oblique, Phrase, Part] | None:
    """Return the phrase after one of the given prepositions, and the part without both."""
    for led in part.clause.obliques:
        if led.preposition in prepositions and led.phrase is not None:
            gone = r.view.led(led)
            return None if gone & part.without else (led, led.phrase, part.less(gone))
    return None


def unlike(r: Reader, part: Part) -> Node | None:
    """Read `unlike Ann, Bob sings`: Bob sings and Ann does not."""
    found = _led_by(r, part, ("unlike", "instead of"))
    if found is None or not part.asserted or part.denied is not None:
        return None
    _, other, rest = found
    subject = r.view.say(r.view.between(other.start, other.end), role="subject")
    opposite = replace(rest, subject=subject, denied=not part.clause.denied)
    return Joined("and", (r.read(rest), r.read(opposite)), "unlike: not so")


def said_by(r: Reader, part: Part) -> Node | None:
    """Read `according to Ann, the film is dull` as what Ann says, or said."""
    found = _led_by(r, part, ("according to",))
    leaf = None if found is None else leaf_of(r.view, found[2])
    if found is None or leaf is None or leaf.denied:
        return None
    who = r.view.say(r.view.phrase(found[1]), role="subject")
    says = made("said", "VBD", "verb", who), made("that", "IN", "content", who)
    return Leaf((*who, *says, *with_role(leaf.words, "content")), free=True, past=True)


def judged(r: Reader, part: Part) -> Node | None:
    """Read `thinks that Bob left, and she is right`: he left."""
    for clause in r.under(part) if part.asserted else ():
        said = clause.adjective.low if clause.adjective is not None and clause.lemma == "be" else ""
        right = TRUE_OF.get(f"{said}ly")
        rest = r.without(part, clause)
        content = next((c for c in r.under(rest) if c.relation == "content"), None)
        plain = clause.relation == "conjunct" and not (clause.denied or clause.modals)
        if right is None or content is None or not plain:
            continue
        inner = r.read(r.at(content, rest))
        so = inner if right == "yes" else Denied(inner, f"{said}: not so")
        return r.beside(part, f"{said}: what is said", r.read(rest), so)
    return None


def contrary(r: Reader, part: Part) -> Node | None:
    """Read `without Ann we would have lost`, `Bob should have called` as what was so."""
    if not part.asserted or part.denied is not None:
        return None
    found = _led_by(r, part, ("without", "but for"))
    if found is not None:
        return would_have(r.view, part.clause, found[2].without)
    kind = "necessity" if part.clause.denied else "advice"
    late = any(t.low in {"by", "already"} for t in r.view.tokens)  # `should have arrived by now`
    was = None if late else would_have(r.view, part.clause, kinds={"advice", kind})
    return None if was is None else r.beside(part, "should have: not so", was)


def would_have(
    view: View, main: Clause, without: frozenset[int] = frozenset(), kinds: Collection[str] = ("conditional",)
) -> Node | None:
    """Return that `would have lost` is not so, and that `would never have won` is; None for other verbs."""
    if not (main.modals[:1] and main.modals[0].kind in kinds and main.aspect == "perfect"):
        return None
    helpers = [c for c in view.children(main.head) if c.dep == "aux"]
    forms = tuple((c.index, "had") for c in helpers if c.lemma == "have")
    gone = without | {c.index for c in helpers if c.tag == "MD"}
    bare = replace(main, modals=(), tense="past")
    was = leaf_of(view, Part(bare, gone, asserted=True, denied=False, forms=forms))
    return was if main.denied else Denied(was, "would have: not so")


def despite(r: Reader, part: Part) -> Node | None:
    """Read `because of the strike the ferry did not sail`: the cause is a fact as well."""
    main = part.clause
    if not part.asserted or part.denied is not None or part.subject is not None:
        return None
    granted = _led_by(r, part, _GRANTED)
    if not main.denied:
        there = None if granted is None else _there_was(r, main, granted[1])
        if granted is None or there is None:
            return None
        return r.beside(part, f"{granted[0].preposition}: there was", r.read(granted[2]), there)
    until = _led_by(r, part, ("until", "till")) if main.tense == "past" and not main.modals else None
    if until is not None:  # `did not leave until June`
        return r.beside(part, "until: then", r.read(replace(until[2], denied=False)))
    if granted is None or granted[0].start > main.head.start:
        return None
    return r.beside(part, f"{granted[0].preposition}: both", r.read(granted[2]))


def _there_was(r: Reader, main: Clause, thing: Phrase) -> Leaf | None:
    """Return `there was fog` for `despite the fog`."""
    if thing.head.tag != "NN" or thing.joined or thing.owner is not None or thing.pronoun is not None:
        return None
    own = {n for n in r.view.phrase(thing) if r.view.tokens[n].tag != "DT"}
    said, past = r.view.say(own, role="subject"), main.tense == "past"
    verb = made("was" if past else "is", "VBD" if past else "VBZ", "verb", said)
    return Leaf((made("there", "EX", "", said), verb, *said), past=past)


def in_case(r: Reader, part: Part) -> Node | None:
    """Read `in case of fire the doors open` as a conditional on there being a fire."""
    view, own = r.view, sorted(r.view.of(part))
    of = next((view.tokens[n] for n in own if [t.low for t in view.tokens[n - 2 : n + 1]] in _IN_CASE), None)
    if of is None or not part.asserted or part.clause.tense == "past":
        return None
    first, what = view.tokens[of.index - 2], view.tree(of) - {of.index}
    noun = next((c for c in view.children(of) if c.dep == "pobj"), of)
    thing = view.say(what, role="complement")
    bare = noun.tag == "NN" and not any(c.dep in {"det", "poss"} for c in view.children(noun))
    made_up = (made("there", "EX", "", thing), made("is", "VBZ", "verb", thing))
    det = (made("a", "DT", "complement", thing),) if bare else ()
    rest = part.less(view.tree(first) | what | {of.index, of.index - 1})
    return When(Leaf((*made_up, *det, *thing)), r.read(rest), "in case of: if")


def needed(r: Reader, part: Part) -> Node | None:
    """Read `without her glasses Ann cannot read`, `can enter only with a key` as conditionals on having."""
    view, main = r.view, part.clause
    able = any(m.kind in {"ability", "permission", "possibility"} for m in main.modals)
    only = {t.index for t in view.tokens[main.head.index - 1 :] if t.low == "only" and able}
    found = _led_by(r, part, ("with",) if only and not main.denied else ("without",))
    if found is None or main.subject is None or part.subject is not None:
        return None
    led, thing, rest = found
    will = main.tense == "future" and (led.start < main.head.start or main.denied)
    timely = bool(main.modals) or will
    vague = thing.owner is None and not thing.determiner and not timely
    manages = able and not main.denied and led.preposition == "without"  # `camels can live without water`
    if vague or manages or main.subject.quantifier is not None:
        return None
    who = view.phrase(main.subject) - rest.without
    own = members.has(view.say(who), view.say(view.phrase(thing)), past=main.tense == "past")
    if led.preposition == "with":
        near = min(view.led(led)) - 1 in only or main.head.index - 1 in only
        return When(r.read(rest.less(only)), own, "only with: what it needs") if near else None
    if main.tense == "past" and not main.modals:
        return r.beside(part, "without: and not", r.read(rest), Denied(own)) if part.asserted else None
    return When(own, r.read(rest), "without: if not", denied_if=True)


_OF_EVENTS = frozenset(LINKS["of_events"].split())
"""Words of what is said of an event rather than of a thing: `which pleased Bob`, `which is odd`."""


def aside(r: Reader, part: Part) -> Node | None:
    """Read `Ann sings, which Bob likes`, `broke a vase, which upset Bob` without what is said of that."""
    view = r.view
    for clause in r.under(part):
        own = view.whole(clause)
        first = view.tokens[min(own)]
        comma = view.tokens[first.index - 1] if first.index else first
        if clause.relation == "relative" and first.low == "which" and comma.text == ",":
            behind = max(own) >= max(
                view.of(part) - {t.index for t in view.tokens if not t.is_word}, default=0
            )
            said = {clause.lemma} if clause.complement is None else {clause.complement.head.lemma}
            behind = behind and not (part.asserted and said.isdisjoint(_OF_EVENTS))
            if clause.antecedent is None or (behind and clause.antecedent != part.clause.subject):
                return r.read(r.without(part, clause))
    return None


def _two_way(kind: str, main: Clause, *, alone: bool) -> bool:
    """Return whether the verb adds nothing to its clause: `failed to call` is just `did not call`."""
    told = attitude_of((f"{main.lemma}_to", main.lemma)) if kind == "implicative" and alone else None
    return told is not None and {told.affirmed, told.denied} == {"yes", "no"}


def relative(r: Reader, part: Part) -> Node | None:
    """Read `the house that Gwen bought has no garden`, with the content of the relative clause beside."""
    asked = r.asked and not (part.asserted or part.clause.denied)
    if not (part.asserted or asked):
        return None
    subject, view = part.clause.subject, r.view
    for clause in r.under(part):
        about = clause.antecedent
        if clause.relation != "relative" or about is None or about.quantifier is not None:
            continue
        main = part.clause
        if about.determiner in INDEFINITE and (main.denied or main.modals or main.lemma in SEEKING):
            continue  # there need not be one
        bare = not about.determiner and about.owner is None and not about.name
        if bare and subject is not None and about.head.index == subject.head.index:
            return None
        same = part.clause.complement
        said_of = subject is not None and same is not None and same.head.index == about.head.index
        of = subject if subject is not None and said_of else about
        thing = view.say(naming.name_of(view, of) or view.phrase(of) - view.tree(clause.head))
        thing = part.subject if said_of and part.subject is not None else thing
        said = gaps.gap_filled(r, clause, thing)
        if said is None or (asked and not said_of):
            return None
        if asked:  # `is Kim a woman who sings?`
            both = Joined("and", (r.read(r.without(part, clause)), said), "relative clause: both")
            return Apart(leaf_of(view, part), both, same=True)
        return r.beside(part, "relative clause: beside", r.read(r.without(part, clause)), said)
    return None

"""Reads a part of a text: its main clause, and the contribution of its subordinate clauses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.tokens import CONTRACTED
from defeasible.reasoner.grammar.belief import (
    conditions,
    embedding,
    events,
    existence,
    general,
    naming,
    phrases,
    singling,
    week,
)
from defeasible.reasoner.grammar.belief.adjuncts import SAYING
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import DOING, LASTING, LOOSE, NEXT
from defeasible.reasoner.grammar.belief.node import (
    Apart,
    Denied,
    Joined,
    Leaf,
    Node,
    When,
    contrasted,
    generals_of,
    mapped,
)
from defeasible.reasoner.grammar.belief.ordering import ordered, orders
from defeasible.reasoner.grammar.belief.requirements import needed_to, required
from defeasible.reasoner.grammar.belief.view import Part, View
from defeasible.reasoner.grammar.belief.words import Word, Words

_UNTIL = frozenset({"until", "till"})
_TELLS = frozenset({"reason", "time", "result"})
_TOLD = frozenset({"content", "infinitive"})
_BESIDE = frozenset({"adverbial", "conjunct", "content"})
_TELLING = frozenset({"report", "belief", "dream", "question"})
"""Attitude verbs whose complement may extend to a clause after `and`."""
_DEPTH = 12
YOU: Words = (Word("you", "you", "you", "PRP", "subject", 0, 0),)
"""The subject of an imperative."""


class Reader:
    """Reads the clauses of one part; each rule handles one construction.

    Args:
        view: The part.
        asked: Whether it is a question by itself.
    """

    def __init__(self, view: View, *, asked: bool = False) -> None:
        self.view, self.asked = view, asked
        # `ordered tea and coffee, respectively`: no conjunct goes with each of the others
        self._whole = bool(view.open) or any(t.low == "respectively" for t in view.tokens)
        self._depth = 0

    def read(self, part: Part) -> Node:
        """Return the content of a clause, with the subordinate clauses that it does not leave out."""
        self._depth += 1
        try:
            if self._depth > _DEPTH or self._whole:
                return leaf_of(self.view, part)
            for rule in _RULES:
                found = rule(self, part)
                if found is not None:
                    return found
            return leaf_of(self.view, part)
        finally:
            self._depth -= 1

    def under(self, part: Part) -> list[Clause]:
        """Return the subordinate clauses of a part that it does not leave out."""
        return self.view.under(part.clause, part.without)

    def without(self, part: Part, *clauses: Clause) -> Part:
        """Return a part without the given clauses."""
        return part.less(n for clause in clauses for n in self.view.whole(clause))

    def at(self, clause: Clause, part: Part, *, asserted: bool | None = None) -> Part:
        """Return a subordinate clause as a part of its own."""
        put = part.asserted if asserted is None else asserted
        tensed = clause.finite or clause.relation == "conjunct"
        forms = {} if tensed else self.view.finite(clause, part.clause)
        # `knows why he left`: he left
        asked = {t.index for t in clause.asked if clause.attitude == "factive"}
        asked |= {t.index for t in self.view.children(clause.head) if (t.low, t.dep) == ("for", "mark")}
        own = frozenset(t for t in part.without | asked if t != clause.head.index)
        lent = clause.shared and part.subject is not None and clause.subject is part.clause.subject
        return Part(clause, own, put, part.subject if lent else None, forms=tuple(forms.items()))

    def unbound(self, part: Part) -> Part:
        """Return a part without its modal verb: `leaves` for `must leave`, `has to leave`, `is to leave`."""
        to = part.clause.lemma == "be" and part.clause.complement is None and part.clause.adjective is None
        for clause in self.under(part):
            if clause.attitude == "modal" or (to and clause.relation == "infinitive"):
                return self.at(clause, part, asserted=False)
        return replace(part, asserted=False, bare=bool(part.clause.modals))

    def beside(self, part: Part, cue: str, *parts: Node) -> Apart:
        """Return a clause together with its other entailments."""
        return Apart(leaf_of(self.view, part), Joined("and", parts, cue), same=False)


# --- clauses beside ---------------------------------------------------------------------------------------


def _compared(r: Reader, main: Clause) -> bool:
    """Return whether a clause has a degree: `as rich as he was`."""
    said = main.adjective or main.head
    return any(c.low in {"as", "so"} and c.index < said.index for c in r.view.children(said))


def _of_nobody(main: Clause) -> bool:
    return main.subject is not None and main.subject.amount == "no"


def _without(r: Reader, part: Part, clause: Clause) -> Node:
    """Read `left without paying`; `never cooks without making a mess`: if she cooks, she makes one."""
    rest, inner = r.without(part, clause), r.read(r.at(clause, part, asserted=False))
    if part.clause.denied:
        return When(r.read(replace(rest, denied=False, asserted=False)), inner, "without: then")
    return r.beside(part, "without: and not", r.read(rest), Denied(inner))


def adverbial(r: Reader, part: Part) -> Node | None:
    """Read `p because q`, `although q, p`, `p after q`, `p so q`, `p without q`."""
    for clause in r.under(part):
        link = clause.link
        rest = r.without(part, clause)
        if not part.asserted:
            if link is not None and link.role == "concession" and clause.finite and link.words != "while":
                return r.read(rest)  # it is presupposed
            continue
        if clause.relation == "gerund" and clause.attitude == "without" and not _of_nobody(part.clause):
            return _without(r, part, clause)
        doing = clause.head.tag == "VBG" or clause.aspect == "perfect"
        led = r.view.tokens[clause.head.head].low if clause.relation == "gerund" else ""
        led = "despite" if led == "of" and r.view.tokens[clause.head.head - 1].low == "spite" else led
        fronted = doing and clause.shared and clause.relation == "adverbial" and link is None
        fronted = fronted and clause.head.index < part.clause.head.index and clause.lemma not in LOOSE
        fronted = fronted or (doing and clause.shared and led in DOING and not part.clause.denied)
        if fronted and part.clause.tense == "past" and not part.clause.modals:
            # `having lost her key, she climbed in`, `after feeding them`
            inner = r.at(clause, part)
            told = orders(r, rest, inner, "after" if clause.aspect == "perfect" else led)
            return r.beside(part, "beside", r.read(rest), r.read(inner), *told)
        if link is None or (link.words == "as" and _compared(r, part.clause)):
            continue
        unable = any(m.kind == "ability" for m in part.clause.modals)  # `could not sleep because`
        alone = r.view.tokens[min(r.view.whole(clause)) - 1].low == ","  # `did not go, because it rained`
        behind = clause.head.index > part.clause.head.index and not (unable or alone)
        if part.clause.denied and link.role == "reason" and behind:
            return _but_because(r, rest)  # `did not leave because he was bored`: perhaps for another reason
        tells = clause.finite and (link.role in _TELLS or link.kind == "although")
        past = clause.tense == "past" and not clause.modals
        held = link.words == "so that" and not (alone and past)  # `it rained, so that we left`
        held = held or (link.words == "as" and stem(clause.lemma) in SAYING)
        if not tells or clause.relation not in _BESIDE or held:  # `as Ann puts it, the film is dull`
            continue
        if link.words in _UNTIL and past:
            rest = replace(rest, denied=False)  # `did not leave until Bo came`: then he left
        elif link.words in _UNTIL and part.clause.denied and part.clause.lemma not in LASTING:
            if_ = r.read(replace(rest, denied=False, asserted=False))  # `does not open until Bo comes`
            return When(if_, r.read(r.at(clause, part, asserted=False)), "until: what it needs")
        else:
            never = part.clause.denied or part.clause.modals or not past
            opens = link.words == "before" and clause.head.index < part.clause.head.index  # `before he came,`
            unsaid = link.kind == "before" and (never or not (opens or "time" in link.words))
            if unsaid or (link.kind == "as" and clause.shared):
                told = orders(r, rest, r.at(clause, part), link.words)
                return r.beside(part, f"{link.words}: the main clause", r.read(rest), *told)
        inner = r.at(clause, part)
        told = orders(r, rest, inner, link.words)
        first, second = r.read(rest), r.read(inner)
        first = contrasted(first, second, link.kind)
        both = r.beside(part, f"{link.words}: both", first, second, *told)
        return replace(both, whole=replace(both.whole, read="all"))  # its words stand in the two parts
    return None


def _but_because(r: Reader, part: Part) -> Node | None:
    """Read the rest of `did not leave because he was bored, but because he was ill`: he left, and was ill."""
    for clause in r.under(part):
        first = min(r.view.whole(clause))
        if clause.link is not None and clause.link.role == "reason" and r.view.tokens[first - 1].low == "but":
            rest = r.without(part, clause).less({first - 1}, denied=False)
            return r.beside(part, "not because, but because", r.read(rest), r.read(r.at(clause, part)))
    return None


def _then(clause: Clause) -> bool:
    """Return whether a conjunct comes next: `and then left`."""
    words = clause.link.words if clause.link is not None else ""
    return "then" in words or any(a.token.low in NEXT for a in clause.adverbs)


def coordinated(r: Reader, part: Part) -> Node | None:
    """Read `p and q`, `either p or q`, `p and so does q`, `sings and dances`, `neither sings nor dances`."""
    main = part.clause
    told = attitude_of((main.lemma,))
    telling = told is not None and told.kind in _TELLING
    for clause in (*r.under(part), *_taken_up(r, part)):
        kind = _joint(r, clause)
        if clause.relation != "conjunct" or not kind:
            continue
        link = clause.link
        if clause.shared and (of_all := general.general(r, part) or general.of_some(r, part)) is not None:
            return of_all  # `every nurse sings and dances`
        rest = r.without(part, clause)
        opening = r.view.tokens[min(r.view.of(part))]
        if kind == "or" and opening.low == "either":
            rest = rest.less({opening.index})
        if main.mood == "imperative" and main.subject is None and not clause.shared and kind in {"and", "or"}:
            if_ = r.read(replace(rest, subject=YOU, asserted=False))
            then = replace(r.at(clause, part), subject=YOU if clause.subject is None else None)
            return When(if_, r.read(then), f"{kind}: if", denied_if=kind == "or")
        own = r.view.tree(main.head) - r.view.whole(clause) - {o.head.index for o in main.objects}
        behind = any(n > main.head.index and r.view.tokens[n].dep not in {"cc", "punct"} for n in own)
        doubted = any(a.kind == "likelihood" and a.token.index == opening.index for a in main.adverbs)
        outcome = None if (echo := clause.echo is not None) else _outcome(r, part, clause)
        if (telling and behind and not (clause.shared or echo or outcome)) or doubted:
            continue  # `Tom says Ann sings and Bob dances`; not `Ann lied or Bob did`
        if echo and kind != "or":
            said = r.read(rest)
            again = _echo(r, part, clause, kind, said)
            nodes = (contrasted(said, again, kind), again)
            return _with_whole(r, part, Joined("and", nodes, "so: the same"))
        other = r.at(clause, part)
        plain = clause.shared and not clause.negations
        never = kind == "or" and any(n.kind == "never" for n in main.negations)  # `never sang or danced`
        lent = bool(clause.modals) and clause.modals == main.modals  # `cannot whistle and juggle`
        one_denial = plain and (never or kind == "nor" or lent or not (clause.finite or clause.modals))
        if main.denied and one_denial and part.denied is None:
            sides = tuple(r.read(replace(p, denied=False, asserted=False)) for p in (rest, other))
            denied = Joined("and" if kind in {"and", "but"} else "or", sides)
            return _with_whole(r, part, Denied(denied, "negation"))
        if (same := _of_two_scopes(r, part, other, kind) or _of_the_kind(r, part, rest, other)) is not None:
            return same
        first = r.read(rest)
        unreal = main.aspect == "perfect" and [m.kind for m in main.modals[:1]] == ["conditional"]
        if link is not None and link.kind == "but" and unreal:
            first = Denied(first, "would have, but: not so")
        second = _echo(r, rest, clause, kind, first) if echo else (outcome or r.read(other))
        first = contrasted(first, second, kind)
        nodes = (first, Denied(second) if kind == "nor" else second)
        if kind != "or":
            order = orders(r, rest, other, "and then") if part.asserted and _then(clause) else ()
            return _with_whole(
                r, part, Joined("and", (*nodes, *order), f"{link.words if link else kind}: both")
            )
        one: Node = Joined("or", nodes, "or")
        if link is not None and "both" in link.correlative:
            one = Joined("and", (one, Denied(Joined("and", nodes), "not both")))
        return _with_whole(r, part, one, mixed=not clause.shared)
    return None


def _outcome(r: Reader, part: Part, clause: Clause) -> Node | None:
    """Read the `failed` of `tried to open it but failed` as that of what was tried."""
    told = attitude_of(tuple(f"{clause.lemma}_{word}" for word in ("to", "in")))
    tried = next((c for c in r.under(part) if c.relation == "infinitive"), None)
    alone = not (clause.objects or clause.obliques or clause.complement or r.under(r.at(clause, part)))
    doer = part.clause if tried is None or tried.subject is None else tried  # Ann, in `told Ann to leave`
    same = _alike(r.view, clause, doer) or (clause.shared and doer is part.clause)
    if told is None or told.kind != "implicative" or tried is None or not (alone and same):
        return None
    holds = told.denied if clause.denied else told.affirmed
    if holds == "open":
        return None
    done, said = r.read(r.at(tried, part, asserted=False)), r.read(r.at(clause, part))
    return Joined("and", (said, done if holds == "yes" else Denied(done, f"{clause.head.low}: not so")))


def _taken_up(r: Reader, part: Part) -> list[Clause]:
    """Return the `he did` of `said that Bob would call, and he did`, which the parser joins to `call`."""
    told = [e for c in r.under(part) if c.relation in _TOLD for e in r.view.under(c, part.without)]
    return [e for e in told if e.echo is not None and e.subject is not None and e.subject.pronoun is not None]


def _of_two_scopes(r: Reader, part: Part, other: Part, kind: str) -> Node | None:
    """Leave `p and q or r` whole, unless a comma or a shared subject tells what goes together."""
    clause, tokens = other.clause, r.view.tokens
    ors = [c for c in r.under(other) if c.relation == "conjunct" and c.finite and not c.shared]
    comma = tokens[min(r.view.whole(clause)) - 1].text == ","
    mixed = kind == "and" and not comma and any(_joint(r, c) == "or" for c in ors)
    return leaf_of(r.view, part) if mixed else None


def _of_the_kind(r: Reader, part: Part, rest: Part, other: Part) -> Node | None:
    """Read `penguins are birds, but they do not fly`, whose second half is about the kind as well."""
    subject = other.clause.subject
    if not part.asserted or subject is None or subject.head.low != "they":
        return None
    first = r.read(rest)
    kind = next(generals_of(first), None)
    if kind is None:
        return None
    then = mapped(r.read(replace(other, asserted=False)), general.bound)
    said = replace(kind, then=then, likely=other.clause.lemma != "be")
    return _with_whole(r, part, Joined("and", (first, said), "and: each of those named"))


def _with_whole(r: Reader, part: Part, node: Node, *, mixed: bool = False) -> Node:
    """Return a clause with its parts; if only a part is denied, the whole is not."""
    leaf = leaf_of(r.view, part)
    if mixed and leaf.denied and part.denied is None:
        words = r.view.say(r.view.of(part), role=r.view.roles(part.clause))
        leaf = Leaf(words, apart=True, past=leaf.past, free=leaf.free)
    return Apart(leaf, node)


def _joint(r: Reader, clause: Clause) -> str:
    """Return the conjunction of a conjunct (`and`, `or`, `nor`), taken from the last of several."""
    seen = 0
    while clause.relation == "conjunct" and seen < _DEPTH:
        if clause.link is not None:
            return clause.link.kind if clause.link.kind in {"and", "but", "or", "nor"} else ""
        first = r.view.tokens[min(r.view.tree(clause.head))]
        if first.dep == "cc" and first.low in {"and", "but", "or", "nor"}:
            return first.low
        later = next((c for c in r.view.under(clause) if c.relation == "conjunct"), None)
        if later is None:
            marks = {t.text for t in r.view.tokens[max(first.index - 1, 0) : first.index + 1]}
            return "and" if marks & {",", ";", "-", "–", "—"} and not clause.shared else ""
        clause, seen = later, seen + 1
    return ""


def _echo(r: Reader, part: Part, clause: Clause, kind: str, first: Node) -> Node:
    """Return `so does her brother` and `neither did I` with the predicate of the antecedent clause."""
    view = r.view
    lows = {view.tokens[n].low for n in view.tree(clause.head)}
    subject = clause.subject
    words = view.say(view.phrase(subject), role="subject") if subject is not None else ()
    main = view.say(view.phrase(part.clause.subject), role="subject") if part.clause.subject else ()
    same = [w.low for w in words] == [w.low for w in main] or _alike(view, clause, part.clause)
    same = same or any(c.relation in _TOLD and _alike(view, clause, c) for c in r.under(part))
    helper = clause.head
    modals = {CONTRACTED.get(c.low, c.low) for c in view.children(part.clause.head) if c.dep == "aux"}
    other = helper.tag == "MD" and CONTRACTED.get(helper.low, helper.low) not in modals
    denied = kind == "nor" or clause.denied or not lows.isdisjoint({"neither", "nor"})
    told = r.without(part, clause).less((), subject=words or None, denied=denied)
    if helper.low == "did" and part.clause.tense == "present":
        now = {a.token.index for a in part.clause.adverbs if a.token.low in {"now", "today"}}
        return embedding.used_to(view, told.less(now))
    active = helper.lemma == "do" or part.clause.voice == "active"
    if (same or other) and active and not lows & {"so", "nor", "neither"}:
        return _again(r, part, clause, words)
    not_both = clause.link is not None and "both" in clause.link.correlative
    if not words or ({"not", "n't"} & lows and kind != "nor" and not not_both):
        told = replace(told, denied=True)
    return general.again(r, told, first)


def _alike(view: View, one: Clause, other: Clause) -> bool:
    """Return whether two clauses share a subject, possibly by a resolved pronoun in one of them."""
    if one.subject is None or other.subject is None:
        return one.subject is other.subject
    thing, same = view.analysis.thing(one.subject), view.analysis.thing(other.subject)
    return thing == same >= 0  # two unresolved pronouns may be anybody


def _again(r: Reader, part: Part, clause: Clause, subject: Words) -> Node:
    """Resolve the verb phrase ellipsis in `wanted to leave but couldn't`, `hasn't called, but she will`."""
    view = r.view
    turned = clause.denied != part.clause.denied  # `said that Bob would come, but she didn't`: come
    inner = (c for c in r.under(part) if c.relation in _TOLD)
    same = (c for c in inner if c.relation == "infinitive" or turned or _alike(view, clause, c))
    what = next(same, part.clause)
    gone = {c.index for c in view.children(what.head) if c.dep in {"aux", "neg"}} | view.whole(clause)
    bare = replace(what, tense=clause.tense, modals=(), negations=(), embedding=None)
    own, *more = view.say([what.head.index], view.finite(what, clause), "verb")
    if more:  # `it then and Ann will`: no verb
        return leaf_of(view, part)
    if clause.head.lemma != "do":
        own = own._replace(text=own.lemma, low=own.lemma, tag="VB")
    said = (*view.say([clause.head.index], role="aux"), own)[clause.head.lemma == "do" :]
    told = Part(bare, part.without | gone, False, subject, clause.denied, ((what.head.index, said),))
    return replace(leaf_of(view, told), modal=leaf_of(view, r.at(clause, part)).modal)


_RULES: tuple[Callable[[Reader, Part], Node | None], ...] = (
    conditions.whatever, embedding.aside, conditions.without, conditions.condition, conditions.each_time,
    singling.cleft, embedding.said_by, ordered, adverbial, phrases.gapped, phrases.so_many_of,
    embedding.judged, coordinated, embedding.unlike, embedding.contrary, embedding.in_case,
    embedding.needed, embedding.despite, embedding.no_longer, existence.existing, singling.whoever,
    singling.nothing_but, singling.spelt_out, singling.superlative, singling.identified, conditions.duty,
    needed_to, phrases.of_them, general.general, week.on_days, general.by_each, general.group_but,
    required, phrases.joined, embedding.embedded, embedding.relative, naming.apposed, events.events,
)  # fmt: skip

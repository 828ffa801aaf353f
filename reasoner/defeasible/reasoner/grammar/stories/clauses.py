"""Clauses of an analysis as the story reader needs them: each verb with its dependents, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.embedding import Holds
from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.beyond import beyond
from defeasible.reasoner.grammar.stories.nouns import Nouns
from defeasible.reasoner.grammar.stories.syntax import (
    Clause,
    CompKind,
    Complement,
    Group,
    Noun,
    Prepositional,
)
from defeasible.reasoner.grammar.stories.verb_phrases import VerbPhrases

DEEPEST = 7
"""Maximum depth of embedded clauses that are read; deeper ones are skipped."""

_AHEAD = frozenset({Mood.FUTURE, Mood.DESIRED, Mood.ATTEMPTED})
"""Moods of a complement that need not happen."""


class Clauses:
    """Reads the clauses of one text.

    Args:
        analysis: The text.
        names: The words that are names; see `names_of`.
    """

    def __init__(self, analysis: Analysis, names: frozenset[str]) -> None:
        self._analysis = analysis
        self._nouns = Nouns(names)
        self._verbs = VerbPhrases(analysis, self._nouns, lambda n: self._clause(analysis.clauses[n], 1))
        self._made: dict[int, Clause] = {}
        self._governed = {o.clause for c in analysis.clauses for o in c.obliques if o.clause is not None}

    def read(self, sentence: int, *, asked: bool = False) -> list[Clause]:
        """Return the independent clauses of a sentence, in order of the events.

        Args:
            sentence: Its number.
            asked: Whether it is a query, in which questions and imperatives count as well.
        """
        told: list[tuple[Said, Clause]] = []
        beside: dict[int, list[Clause]] = {}
        viewed = {said.parent for said in self._analysis.of(sentence) if self._comments(said)}
        clefts = {said.parent for said in self._analysis.of(sentence) if self._is_cleft(said)}
        for said in self._analysis.of(sentence):
            if not self._stands(said) or said.index in clefts or not (asked or self._stated(said)):
                continue
            clause = self._clause(said)
            if said.index in viewed:
                clause = replace(clause, perhaps=True)
            if said.parent is not None and said.parent in clefts:  # `it was Ann who broke it`: Ann broke it
                done = replace(clause, link="")
                above, by = self._analysis.clauses[said.parent], said.antecedent is said.subject
                if above.denied and any(t.low == "but" for t in self._analysis.tokens_of(sentence)):
                    continue  # `it was not Tom but Ann who broke it`
                told += ((said, one) for one in (_not_so(done, by_another=by) if above.denied else [done]))
            elif said.relation in {"relative", "participle"}:
                host = next((c.index for c in self._analysis.above(said) if self._stands(c)), said.index)
                beside.setdefault(host, []).append(replace(clause, link="relative"))
            else:
                told.append((said, clause))
        found: list[Clause] = []
        for said, clause in told:
            # `the ring that Ann lost was found`: she lost it first
            own = [*(() if asked else self._described(said)), *beside.pop(said.index, [])]
            first = [one for one in own if one.end <= said.head.start]
            again = [] if asked else [*self._verbless(said, clause), *self._goes_on(said, clause)]
            whole = replace(clause, phrases=(*clause.phrases, *self._others_given(said, clause)))
            found += [*first, whole, *again, *(one for one in own if one not in first)]
        return _in_order(_possible(_cut_short([*found, *chain(*beside.values())])))

    def _described(self, said: Said) -> Iterator[Clause]:
        """Yield what phrases behind a subject say of it: `the cup on the shelf`, `the man with the key`."""
        who = said.subject
        if (
            who is None
            or said.shared
            or said.parent is not None
            or who.determiner not in {"the", "this", "that"}
        ):
            return
        thing = self._nouns.noun(who)
        for of in who.obliques if thing.kind != "abstract" and not who.joined else ():
            noun = self._nouns.perhaps(of.phrase)
            if noun is None or noun.time or not (noun.determiner or noun.owner) or noun.kind == "abstract":
                continue
            start, end, had = noun.start, noun.end, noun.kind != "person" and thing.may_act
            if of.preposition in lx.of("where") and not (of.preposition == "in" and noun.head in lx.CLOTHES):
                group = Group(start, start, "be", "past", past=True, copula=True)
                there = Prepositional(of.preposition, start, end, noun)
                yield Clause(start, end, thing, group, phrases=(there,), link="relative")
            elif had and of.preposition in ("with", "in"):
                lemma = "have" if of.preposition == "with" else "wear"
                group = Group(start, start, lemma, "past", past=True)
                yield Clause(start, end, thing, group, objects=(noun,), link="relative")

    def _others_given(self, said: Said, clause: Clause) -> list[Prepositional]:
        """Return to whom else a thing is given by the same act: `gave a book to Ann and to Bob`."""
        gives = bool(clause.objects) and clause.group.lemma in lx.of("transfer")
        led = [(o, p) for o in said.further if gives and (p := self._verbs.phrase(o, said)) is not None]
        before = [self._analysis.tokens[self._analysis.token_at(o.start).index - 1].low for o, _ in led]
        people = all(p.noun is not None and p.noun.may_act for _, p in led)
        return [p for _, p in led] if people and "then" not in before else []

    def _goes_on(self, said: Said, clause: Clause) -> Iterator[Clause]:
        """Yield the rest of a way: `drove to Rome and then to Oslo`, `from the barn to the mill`."""
        for oblique in () if self._others_given(said, clause) else said.further:
            within = oblique.phrase.obliques if oblique.phrase is not None else ()
            led = tuple(p for o in (oblique, *within) if (p := self._verbs.phrase(o, said)) is not None)
            if led and led[0].noun is not None:
                whole = replace(led[0].noun, owner=None, end=led[1].start) if within else led[0].noun
                phrases = (replace(led[0], noun=whole), *led[1:])
                yield replace(clause, start=oblique.start, end=led[-1].end, phrases=phrases)

    def _verbless(self, said: Said, clause: Clause) -> Iterator[Clause]:
        """Yield what is conjoined without its verb: `put the cake in the oven and the milk in the fridge`."""
        for rest in said.remnants if said.objects else ():
            led = tuple(p for o in rest.obliques if (p := self._verbs.phrase(o, said)) is not None)
            noun, like = self._nouns.noun(rest), clause.objects[-1:]
            if noun.pronoun == "one" and like:  # `the red ball in the box and the blue one on the shelf`
                noun = replace(noun, words=like[0].words, head=like[0].head, pronoun="")
            end = led[-1].end if led else noun.end
            yield replace(clause, start=noun.start, end=end, objects=(noun,), phrases=led)

    # --- which clauses stand by themselves ----------------------------------------------------------------

    def _is_cleft(self, said: Said) -> bool:
        above, about = self._analysis.clauses[said.parent or 0], said.antecedent
        whole = above.lemma == "be" and above.subject is not None and above.subject.head.low == "it"
        same = about is not None and above.complement is not None and about.head == above.complement.head
        return said.relation == "relative" and whole and same

    def _stands(self, said: Said) -> bool:
        likeness = said.link is not None and said.link.role == "likeness"
        if said.index in self._governed or said.relation == "fragment" or likeness:
            return False
        if said.lemma in {"name", "call"} and said.relation == "participle":
            return False
        if said.parent is None:
            return True
        parent = self._analysis.clauses[said.parent]
        if said.relation == "conjunct":
            return self._stands(parent)
        if said.relation in lx.of("embedded") or self._subordinate(said) or not said.head.is_verb:
            return False
        above = (parent, *self._analysis.above(parent))
        return not any(c.embedding is not None and c.relation == "content" and c.embedding.holds != "yes"
            for c in above)  # fmt: skip

    def _subordinate(self, said: Said) -> bool:
        """Return whether a non-finite clause accompanies its main clause: `fell, breaking a leg`."""
        beside = said.relation == "adverbial" and not said.finite and said.aspect != "perfect"
        return beside and said.subject is not None and said.shared

    @staticmethod
    def _comments(said: Said) -> bool:
        """Return whether a clause only says whose view its parent is: `the door, Ann thought, was shut`."""
        return said.head.dep == "parataxis" and said.lemma in lx.of("thinking") | lx.of("saying")

    def _stated(self, said: Said) -> bool:
        above = (said, *self._analysis.above(said))
        return all(c.mood == "declarative" or c.embedding is not None for c in above)

    # --- one clause ---------------------------------------------------------------------------------------

    def _clause(self, said: Said, depth: int = 0) -> Clause:
        if said.index not in self._made:
            # If a clause recurs within itself (an echo of its own complement), its own words stand for it.
            self._made[said.index] = self._verbs.plain(said)
            self._made[said.index] = self._build(said, depth)
        return self._made[said.index]

    def _build(self, said: Said, depth: int) -> Clause:
        for inner in self._analysis.under(said):
            if words := self._outer_modal(said, inner):
                return self._joined_modal(said, self._clause(inner, depth), words)
        if said.echo is not None and said.lemma in lx.of("echoing"):
            return self._echo(said, depth)
        vague = beyond(self._analysis, said)
        clause = replace(self._verbs.plain(said), holds=_implied(said), perhaps=vague)
        if self._until(said):
            clause = clause.affirmed if said.denied else replace(clause, ends=True)
        if depth < DEEPEST:
            clause = self._with_complements(said, clause, depth)
        return self._shared(said, clause, depth)

    def _until(self, said: Said) -> bool:
        """Return whether what is said ended: `was ill until Friday`, `did not leave until Tom came`."""
        child = (c for c in self._analysis.under(said) if c.tense == "past" and c.link is not None)
        until = [c.link.words for c in child if c.link is not None]
        until += [o.preposition for o in said.obliques]
        return said.tense == "past" and not lx.of("until").isdisjoint(until)

    # --- clauses below it ---------------------------------------------------------------------------------

    def _with_complements(self, said: Said, clause: Clause, depth: int) -> Clause:
        found: list[Complement] = []
        for first, child in self._complements(said):
            if (how := self._verbs.depictive(child, clause)) is not None:
                clause = replace(clause, predicate=how)
                continue
            if not child.head.is_verb or self._verbs.is_result(child):
                clause = self._verbs.with_result(child, clause)
                continue
            inner, kind = self._clause(child, depth + 1), self._kind(first)
            going = f"{clause.group.lemma}_{child.head.low}" in lx.law_verbs()
            if going and kind == "ing" and not (inner.objects or inner.phrases):  # `got it going`
                objects = clause.objects or tuple(filter(None, (inner.subject,)))
                clause = replace(clause, particle=child.head.low, objects=objects)
                continue
            own, subject = child.subject is not None and not (child.shared and first.shared), inner.subject
            if not own:
                who = kind == "wh" and child.finite  # `told Bob who won`: not that he did
                actor = clause.subject if who else self._controller(clause)
                inner = replace(inner, subject=actor)
                own = actor is not None and actor is not clause.subject
            elif kind in ("to", "bare", "ing") and subject is not None and not clause.group.copula:
                clause = replace(clause, objects=(*clause.objects, subject))
            found.append(Complement(kind, inner, own))
        return replace(clause, complements=(*clause.complements, *found))

    def _complements(self, said: Said) -> Iterator[tuple[Said, Said]]:
        """Yield the complement clauses of a verb and their conjuncts, each behind the first of them."""
        for child in self._analysis.under(said):
            if child.index in self._governed:
                continue
            bare = child.relation == "participle" and child.head.dep == "xcomp"
            if child.relation in lx.of("embedded") or bare or self._subordinate(child):
                yield from ((child, joined) for joined in self._with_joined(child))

    def _with_joined(self, said: Said) -> Iterator[Said]:
        yield said
        for child in self._analysis.under(said):
            if child.relation == "conjunct":
                yield from self._with_joined(child)

    def _kind(self, said: Said) -> CompKind:
        below = self._verbs.children(said.head)
        asks = [t.low for t in (*(t for t in below if t.tag in {"WRB", "WP", "WDT"}), *said.asked)]
        if any(t.low == "to" and t.dep == "aux" for t in below):
            return "to" if not asks else "how" if asks[0] == "how" else "wh"
        if said.head.tag == "VBG" and not said.finite:
            return "ing"
        if said.head.tag == "VB" and not said.finite:
            return "bare"
        whether = said.link is not None and said.link.words in {"if", "whether"}
        return "wh" if asks or whether else "that"

    def _controller(self, clause: Clause) -> Noun | None:
        """Return the controller of an infinitive: the object of `ask`, otherwise the subject."""
        things = clause.things
        if not things or not things[-1].may_act or clause.group.passive:
            return clause.subject
        return things[-1] if clause.group.lemma in lx.OBJECT_CONTROL else clause.subject

    # --- what a clause takes from another -----------------------------------------------------------------

    def _outer_modal(self, said: Said, child: Said) -> str:
        """Return the words of a verb that is a modal of the clause below it: `have_to`, `be_going_to`."""
        if child.relation != "infinitive":
            return ""
        going = said.lemma == "go" and said.aspect == "progressive" and not (said.obliques or said.particle)
        words = "be_going_to" if going else ""
        return next((m.words for m in child.modals if m.words in lx.of("outer")), words)

    def _joined_modal(self, said: Said, inner: Clause, words: str) -> Clause:
        outer = self._verbs.group(said)
        modal, negations = outer.modal or lx.MODALS[words], (*outer.negations, *inner.group.negations)
        group = replace(inner.group, modal=modal, past=outer.past, negations=negations)
        subject = self._nouns.perhaps(said.subject) or inner.subject
        return replace(
            inner, start=said.start, subject=subject, group=group, link=self._verbs.link(said),
            adverbs=(*self._verbs.adverbs(said), *inner.adverbs),
        )  # fmt: skip

    def _echo(self, said: Said, depth: int) -> Clause:
        """Read `and so did Bob`, `and he did`: the verb is that of the antecedent clause."""
        plain = self._verbs.plain(said)
        if said.echo is None or said.echo >= said.index:
            return plain
        model = self._clause(self._analysis.clauses[said.echo], depth)
        control = lx.CONTROL.get(model.group.lemma)
        same = said.shared or (said.subject is not None and said.subject.pronoun is not None)
        planned = same and control is not None and control.mood in _AHEAD  # `promised to go, and did`
        asked = planned or model.group.lemma in lx.OBJECT_CONTROL  # `told him to go, and he did`
        if model.complements and (model.predicate is not None or said.lemma in lx.MODALS or asked):
            model = model.complements[0].clause
        own, nor = plain.group, said.link is not None and said.link.kind == "nor"
        negations = own.negations or ("nor",) * nor
        modal = own.modal or lx.MODALS.get(said.lemma, "")
        group = replace(model.group, negations=negations, modal=modal, past=own.past)
        return replace(
            model, start=plain.start, end=plain.end, subject=plain.subject, group=group, link=plain.link
        )

    def _shared(self, said: Said, clause: Clause, depth: int) -> Clause:
        """Give a participle the voice that it shares with the verb it is joined to: `fed and washed`."""
        group = clause.group
        own = group.modal or group.passive or group.perfect or group.form != "part"
        if own or said.relation != "conjunct" or said.parent is None or not said.shared:
            return clause
        first = self._clause(self._analysis.clauses[said.parent], depth).group
        group = replace(group, passive=first.passive, perfect=first.perfect, past=first.past)
        return replace(clause, group=group)


def _not_so(clause: Clause, *, by_another: bool) -> Iterator[Clause]:
    """Yield what a denied cleft tells: `it was not Tom who broke it`: he did not, and it was broken."""
    group = clause.group
    yield replace(clause, group=replace(group, negations=(*group.negations, "not")))
    if by_another and clause.objects and not group.passive:
        yield replace(clause, subject=clause.objects[0], objects=(), group=replace(group, passive=True))


def _implied(said: Said) -> Holds:
    """Return what the verb above implies of a clause."""
    by = said.embedding
    return by.holds if by is not None and by.kind in lx.of("implying") else "open"


def _cut_short(found: Sequence[Clause]) -> list[Clause]:
    """Deny what somebody did not come to do: `turned back before they reached the top`."""
    if not any(not c.link and c.verb in lx.of("cutting_short") for c in found):
        return list(found)
    own = ("he", "she", "they", "i", "we", "you")
    return [
        replace(c, group=replace(c.group, negations=(*c.group.negations, "before")))
        if c.link == "before" and (c.subject is None or c.subject.pronoun in own)
        else c
        for c in found
    ]


def _possible(found: Sequence[Clause]) -> list[Clause]:
    """Mark what is open: each of two clauses joined by `or`, and `would not have sold it`."""
    joined = {n for n, clause in enumerate(found) if clause.link == "or" and not clause.group.negations}
    joined |= {n - 1 for n in joined if n}
    supposed = any(c.link in lx.of("conditions") or c.behind(("without", "but for")) for c in found)
    for n, clause in enumerate(found):
        group = clause.group
        if group.modal == "would" and group.perfect and group.negations and not supposed:
            joined.add(n)  # `would not have sold it`: nothing says that it was sold
    return [replace(clause, perhaps=True) if n in joined else clause for n, clause in enumerate(found)]


def _in_order(found: Sequence[Clause]) -> list[Clause]:
    """Sort clauses in order of the events, by `before` and `after`."""
    ordered = list(found)
    for n, clause in enumerate(found):
        link = clause.link.removeprefix("right ").removeprefix("just ")
        after = next((x for x in found[1:] if x.link != "relative"), None)
        if n == 0 and link in lx.of("later") and after is not None and not after.link:
            ordered.remove(clause)
            ordered.insert(ordered.index(after) + 1, clause)
        elif n > 0 and clause.link in lx.of("earlier"):
            group = found[n - 1].group
            if clause.link != "when" or not (group.progressive or group.copula):  # `he was asleep when`
                ordered.remove(clause)
                ordered.insert(min(n - 1, len(ordered)), clause)
    return ordered

"""What a query asks beside its statement that no line tells: a number, a manner, a reason, a condition."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Set

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.parsed import base_form
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.beyond import phrases_of
from defeasible.reasoner.grammar.stories.sides import asks_aside, asks_near, is_bare

BESIDE = frozenset({"because", "since", "although", "though", "even though"})
"""Connectives of a clause that a query asks as well: `Tom ate it because he was hungry`."""
_CIRCUMSTANTIAL = frozenset({"condition", "result", "purpose", "manner", "likeness", "reason", "concession"})
_CONTENT = frozenset({"NN", "VB", "JJ", "RB"})
_TIMED = frozenset({"while", "as"})
_BEFORE_A_NOUN = frozenset({"DT", "JJ"})
_SUFFICIENT = frozenset(
    {("short", "of"), ("too", "few"), ("too", "little"), ("too", "many"), ("too", "much")}
)
_LIGHT = frozenset({"be", "have", "do", "get", "not", "so", "too", "very"})


def asks_more(analysis: Analysis, told: Container[str], sides: Mapping[str, Set[str]]) -> bool:
    """Return whether a query asks for more than its statement, which no line tells.

    A number, a manner, a focus, a circumstance, a side: `two cups broke`, `left quietly`, `only Ann left`.

    Args:
        analysis: The query.
        told: The words of the story, in lower case, and their lemmas.
        sides: What `sides_of` returns for its lines.
    """
    return (
        any(_counts(said, told) for said in analysis.clauses)
        or _narrows(analysis)
        or _around(analysis, told)
        or _within_it(analysis, told)
        or _left_over(analysis, told)
        or asks_aside(analysis, sides)
    )


def asks_apart(analysis: Analysis, told: Container[str], sides: Mapping[str, Set[str]]) -> bool:
    """Return whether a query is of another thing or place than any line: `got the other job`, `near the zoo`.

    What the lines say of those decides nothing then, neither for it nor against it. For the arguments, see
    `asks_more`.
    """
    marks = (t for t in analysis.tokens if t.low in lx.of("others") and t.tag in _BEFORE_A_NOUN)
    other = (t for t in marks if analysis.tokens[t.head].lemma not in lx.of("sided"))
    return asks_near(analysis, sides) or any(t.low not in told for t in other) or _enough(analysis, told)


def _enough(analysis: Analysis, told: Container[str]) -> bool:
    """Return whether a query asks if there is enough of a thing, and no line does: `had too few copies`."""
    pairs = zip(analysis.tokens, analysis.tokens[1:], strict=False)
    wanted = any((a.low, b.low) in _SUFFICIENT and a.low not in told for a, b in pairs)
    sums = (t for t in analysis.tokens if t.low in {"enough", "sufficient"} and t.dep != "advmod")
    return wanted or any(t.low not in told for t in sums)


def asks_one(analysis: Analysis) -> bool:
    """Return whether a query asks for one of a kind: `Tom has a car`, not `has the car`."""
    return any(p.determiner in closed.INDEFINITE for said in analysis.clauses for p in said.objects)


def _around(analysis: Analysis, told: Container[str]) -> bool:
    """Return whether a query asks for a circumstance that no line tells.

    `Ate it by mistake`, `despite the rain`, `in secret`, `if it rained`, `so that nobody saw it`.
    """
    denied = (analysis.tokens[t.head] for t in analysis.tokens if t.dep == "neg")
    apart = (token for token in denied if token.is_noun)  # `the cake instead of the apple`
    around = (token for said in analysis.clauses for token in _circumstances(analysis, said))
    return any(not (token.low in told or token.lemma in told) for token in (*apart, *around))


def _within_it(analysis: Analysis, told: Container[str]) -> bool:
    """Return whether a query asks for a part of a place that no line names: `at the bottom of the garden`."""
    three = zip(analysis.tokens, analysis.tokens[1:], analysis.tokens[2:], strict=False)
    parts = (
        b.low for a, b, c in three if (a.low, c.low) == ("the", "of") and b.low in lx.of("within_places")
    )
    return any(part not in told for part in parts)


def _left_over(analysis: Analysis, told: Container[str]) -> bool:
    """Return whether a query asks for what is left of many, and no line does: `had scones left over`."""
    if not (closed.NEGATORS.keys() | {"no", "none", "nothing"}).isdisjoint(t.low for t in analysis.tokens):
        return False  # `had none left`
    left = (t for t in analysis.tokens if t.low == "left" and t.dep in {"acl", "oprd", "acomp", "amod"})
    return any(t.low not in told for t in left)


def _circumstances(analysis: Analysis, said: Clause) -> Iterator[Token]:
    """Yield the words of a clause that say how, why or under what condition it is so."""
    acts = said.lemma not in lx.STATIVES and said.lemma not in {"be", ""}  # `was on time`, `lives alone`
    how = lx.of("manner_nouns") if acts else frozenset[str]()
    led = [(o.preposition, o.phrase) for o in said.obliques if o.phrase is not None]
    yield from (phrase.head for by, phrase in led if by in lx.of("circumstances"))
    yield from (phrase.head for _, phrase in led if phrase.head.lemma in how and is_bare(phrase))
    loose = (*(a.token for a in said.adverbs), *said.unread) if acts else ()
    yield from (token for token in loose if token.low in lx.of("manner_adverbs"))
    link = said.link
    if (
        link is not None
        and link.role in _CIRCUMSTANTIAL
        and said.parent is not None
        and said.relation != "conjunct"
    ):
        timed = link.words in _TIMED or (link.kind == "when" and said.tense == "past")
        within = (t for t in analysis.tokens if said.start <= t.start < said.end and not timed)
        yield from (t for t in within if t.tag[:2] in _CONTENT and t.lemma not in _LIGHT)


def _counts(said: Clause, told: Container[str]) -> bool:
    """Return whether a clause of a query asks for a number, a manner or a focus that no line tells."""
    phrases = list(phrases_of(said))
    led = (o.phrase for o in said.obliques if o.preposition in lx.of("clocks") and o.phrase is not None)
    times = {p.head.index for p in led if p.head.tag == "CD"}  # `at ten`, `in 2018`
    counts = [p.quantifier for p in phrases if p.quantifier and p.head.index not in times]
    several = (q for q in counts if (q.count or 0) > 1 or q.kind in lx.of("counted"))
    counted = (q.words.split()[-1] not in told for q in several)
    bounded = any(q.count and q.kind != "number" for q in counts)
    how = (a.token.low for a in said.adverbs if a.kind == "manner" and said.lemma not in {"be", ""})
    graded = [a.low for p in phrases for a in p.adjectives if not _is_told(a, told)]
    again = (a.token.low for a in said.adverbs if a.token.low in lx.of("repeating"))
    now = said.tense == "present" and (said.lemma in lx.STATIVES or said.lemma in lx.ATTITUDES)
    stative = said.lemma in {"be", "have", ""} or now  # `works again`
    if not stative and any(low not in told for low in again):
        return True  # `opened it twice`, `opened it again`
    apart = (o.phrase for p in phrases for o in p.obliques if o.preposition in lx.of("telling_apart"))
    if any(p is not None and p.head.lemma not in told for p in apart):
        return True  # `had the key to the shed`
    if graded or any(low not in told for low in how if low in lx.of("manners")):
        return True
    return bounded or any(counted) or any(p.only is not None for p in phrases)


def _is_told(adjective: Token, told: Container[str]) -> bool:
    """Return whether an adjective adds nothing to a story: `the poor cat`, `the broken vase`."""
    verb = base_form(adjective.low) if adjective.tag[:2] in {"VB", "JJ"} else ""
    return adjective.low in lx.of("unasked") or adjective.low in told or verb in told


def _narrows(analysis: Analysis) -> bool:
    """Return whether a query narrows what it asks in a way that is not read: `bought parts that were cheap`.

    What has never been so need not only be so at the end.
    """
    if any(t.low in lx.of("narrowing") for t in analysis.tokens):
        return True
    last = max((t.start for t in analysis.tokens if t.is_word), default=0)
    subjects = [c.subject.head for c in analysis.clauses if c.parent is None and c.subject is not None]
    named = {head.index for head in subjects}
    cleft = any(head.low == "it" for head in subjects)  # `it was the cake that fell`
    for clause in analysis.clauses:
        about = clause.antecedent if clause.relation == "relative" and not cleft else None
        never = clause.aspect == "perfect" and any(n.kind == "never" for n in clause.negations)
        ever = never and (clause.adjective or clause.complement or clause.voice == "passive")
        bare = (o for o in clause.obliques if o.phrase is None and o.clause is None and o.start < last)
        dated = any(o.preposition in lx.of("dating") for o in bare)
        # not of `by the time Ann left`
        closer = (
            about is not None and about.head.lemma not in lx.of("moments") and about.head.index not in named
        )
        if closer or ever or dated:
            return True
    return False

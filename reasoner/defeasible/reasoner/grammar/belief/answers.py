"""How a clause answers another in other words: `fails the test` denies `passes the test`.

Both are taken by what fills their roles. They say the same where all is filled alike, whatever the order, and
the opposite where one filler or the verb is an opposite of the other's and all else is alike.

Only an answer denies so, a fact or a query: it takes up what a conditional speaks of. Two conditions with
opposites stay two propositions, and of two consequences the later takes up what says the same.
Where one of the two always holds of a thing (`on / off`), each denies the other wherever they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf
from typing import NamedTuple, TypeAlias

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.fillers import AGENT
from defeasible.reasoner.grammar.belief.frames import Frame, affirmed
from defeasible.reasoner.grammar.belief.matching import Use
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import LINKING, MORE, POSITIVE, SCALED, Stems, opposite
from defeasible.reasoner.grammar.belief.paraphrases import framed, implied
from defeasible.reasoner.grammar.belief.synonyms import plain

_DEONTIC = frozenset({"", "should", "must"})
"""What may be and what can be leaves room for its opposite: `can stay` does not deny `can leave`."""
_MOST_APART = 8
"""Words in which the two sides of a pair of opposites may differ."""
_PLAIN = ("", 1, inf)
_Said: TypeAlias = frozenset[tuple[str, Stems, object]]
"""The roles of a clause, each with what fills it and how many things that are."""


class Answer(NamedTuple):
    """How a clause answers a proposition in other words."""

    flipped: bool
    """Whether its words deny the other's."""
    note: str
    """What was read: `antonym: fails / passes`."""
    anywhere: bool = False
    """Whether the two deny each other wherever they stand: one of them always holds of a thing."""


def answer(said: Clause, meant: Clause, use: Use, aliases: Mapping[str, str]) -> Answer | None:
    """Return how a clause answers a known proposition in other words, or None if it does not.

    An affirmative fact denies the contrary of what it says. A denied one does not affirm it: what is not hot
    may be neither hot nor cold. The options of one question are its yes and no either way.

    Args:
        said: The clause.
        meant: The clause that introduced the proposition.
        use: Where `said` stands.
        aliases: Pronouns to the only name they can stand for.
    """
    if said.modal != meant.modal or len(set(said.core) ^ set(meant.core)) > _MOST_APART:
        return None
    names, turned = tuple(sorted(aliases.items())), said.antonym != meant.antonym
    one, other = (
        framed(_positive(clause, {"more": "many"} if turned else {}), names) for clause in (said, meant)
    )
    if one is None or other is None:
        return None
    mine, theirs = (list(_splits(frame)) for frame in (one, other))
    affirms = said.negated == said.antonym and not turned  # `is unhappy` denies by its word and yet affirms
    subject = dict(one.fillers).get("subject")
    some = subject is not None and subject != AGENT and not subject.same(subject)
    for kind, words, rest in mine if said.modal in _DEONTIC and not some else ():
        for partner in (w for k, w, r in theirs if use is not Use.CONSEQUENCE and k == kind and r == rest):
            always = opposite(kind, words, partner)
            if always is None:
                continue
            if (always and not said.modal) or (use is Use.FACT and affirms) or use is Use.OPTION:
                note = f"antonym: {said.written(words)} / {meant.written(partner)}"
                return Answer(True, note, always and kind == "qualities")
    if mine[0] == theirs[0] or (turned and any(item in theirs for item in mine)):
        return Answer(False, f"read `{said.gloss}` as `{meant.gloss}`")
    return None


def against(said: Clause, meant: Clause) -> bool:
    """Whether what a fact says, or what follows from it by its words, cannot be so beside another clause."""
    one, other = (framed(replace(clause, past=False)) for clause in (said, meant))
    if one is None or other is None or said.modal != meant.modal:
        return False
    return any(f.excludes(other, opposites=True) for f in (one, *implied(one)))


def _positive(clause: Clause, alike: Mapping[str, str]) -> Clause:
    """Return a clause with what it denies in the place of its opposites: `awake` for `asleep`.

    What does not happen until noon does not happen before noon.
    """
    until = dict.fromkeys(("until", "till"), "before") if clause.negated else {}
    alike = {**alike, **until, **({**POSITIVE, **MORE} if clause.antonym else {})}
    return affirmed(clause, alike)


def _splits(frame: Frame) -> Iterator[tuple[str, Stems, _Said]]:
    """Yield the verb and each quality of a clause, with what fills its other roles."""
    fillers = dict(frame.fillers)
    if fillers.get("subject") == AGENT and "object" in fillers:  # `is cancelled`, beside `takes place`
        fillers["subject"] = fillers.pop("object")
    all_: _Said = frozenset((role, f.stems, (f.kind, f.least, f.most)) for role, f in fillers.items())
    all_ |= {("adverb", plain((stem(adverb),)), None) for adverb in frame.adverbs}
    behind = {role: len(f.core) for role, f in fillers.items()}
    verb = () if frame.verb[:1] and frame.verb[0] in LINKING else frame.verb
    yield "verbs", frame.verb, all_
    for role, stems, count in all_:
        if role == "subject":
            continue
        rest = all_ - {(role, stems, count)}
        led = tuple(role.removeprefix("by:").split()) if role.startswith("by:") else ()
        yield "verbs", plain((*frame.verb, *led, *stems)), rest
        rest |= {("verb", verb, None)}
        yield "qualities", (*led, *stems), rest
        if led:
            yield "qualities", led, rest | {("by", stems, count)}
            if tail := stems[behind.get(role, len(stems)) :]:  # `on time for work`
                more = (f"by:{tail[0]}", tail[1:], _PLAIN)
                yield "qualities", (*led, *stems[: -len(tail)]), rest | {more}
        elif stems[-1:] and stems[-1] in SCALED:
            yield "qualities", stems[:-1], rest | {(role, stems[-1:], count)}

"""Sentences that only say that another did the same, or did not: `So did Bob.`, `Bob is too`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.forms.story import Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.nouns import Nouns
from defeasible.reasoner.grammar.stories.outcomes import BARE, doers
from defeasible.reasoner.grammar.stories.writer import Writer

_LATELY = 2
"""Number of lines within which `managed it` means what was tried."""


def echoed(
    analysis: Analysis, names: frozenset[str], before: Sequence[Happening], writer: Writer
) -> list[Happening]:
    """Return what the last line tells of its subject, as of another; nothing for a line that says more.

    Args:
        analysis: The line.
        names: The words that are names.
        before: What the lines before it tell.
        writer: Finds who is meant.
    """
    clause = analysis.clauses[0] if len(analysis.clauses) == 1 else None
    if clause is None or not _is_echo(analysis, clause) or clause.subject is None:
        return []
    told = [h for h in before if h.line == writer.line - 1 and h.mood is Mood.ACTUAL]
    owned = {h.other for h in told if isinstance(h, State) and "possessive" in h.cue}
    fits = [h for h in told if "possessive" not in h.cue and _may_repeat(h, clause.lemma)]
    same = [h for h in fits[-1:] if owned.isdisjoint(_fillers(h))]  # `lost her hat. So did Bob`: his own
    if not same:
        return []
    who = writer.who(Nouns(names).noun(clause.subject), subject=True)
    lows = {token.low for token in analysis.tokens}
    denied, alike = bool(lows & lx.of("echoes_not")), not lows.isdisjoint(lx.of("echoes"))
    if not (denied or alike):
        same = [h for h in same if not h.polarity]  # `Nobody saw it. Ann did.`
    span = writer.span(0, len(writer.source.text))
    return [
        replace(
            _of(h, id_),
            line=writer.line,
            polarity=not denied and (h.polarity or not alike),
            span=span,
            cue="echo",
        )
        for h in same
        for id_ in who
        if id_ not in doers(h)  # not `hoped to win. She did not`
    ]


def managed(before: Sequence[Happening], found: Sequence[Happening]) -> list[Happening]:
    """Return what somebody managed that was not done before: `He could not open it, but Eve managed it.`.

    Args:
        before: What the lines before tell.
        found: What a line tells.
    """
    done: list[Happening] = []
    for n, one in enumerate(found):
        if not isinstance(one, Event) or one.verb not in lx.of("done") - lx.of("echoing"):
            continue
        if not one.polarity or one.mood is not Mood.ACTUAL:
            continue
        earlier = (h for h in (*before, *found[:n]) if isinstance(h, Event) and h.line >= one.line - _LATELY)
        last = next((h for h in reversed([*earlier]) if _undone(h)), None)
        themes = {who for role, who in one.roles if role == "theme"}
        if last is None or not themes <= _fillers(last) or not {role for role, _ in one.roles} <= BARE:
            continue
        now = replace(last, line=one.line, polarity=True, mood=one.mood, span=one.span, cue="managed")
        # that one did what one tried oneself is told already, by `told_so`
        tried = doers(last) if last.mood is Mood.ATTEMPTED else set()
        done += [_of(now, who) for who in doers(one) - themes - tried]
    return done


def _undone(item: Event) -> bool:
    """Return whether something was tried, or was not done."""
    return item.mood is Mood.ATTEMPTED or (not item.polarity and item.mood is Mood.ACTUAL)


def _is_echo(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a sentence has only a subject, an auxiliary, and perhaps `so`, `too` or `not`."""
    said = clause.objects or clause.complement or clause.adjective or clause.obliques or clause.times
    return clause.lemma in lx.of("echoing") and not said and analysis.tokens[-1].text != "?"


def _may_repeat(item: Happening, verb: str) -> bool:
    """Return whether a verb may stand for what is told: `is too` for how one is, `can too` for an ability."""
    how = item.attribute if isinstance(item, State) else ""
    if verb in ("be", "can", "could"):
        return how in ({"is", "at", "feels"} if verb == "be" else {"can"})
    return how not in {"is", "at", "feels", "can"}


def _fillers(item: Happening) -> set[str | None]:
    return {item.other} if isinstance(item, State) else {who for _, who in item.roles}


def _of(item: Happening, who: str) -> Happening:
    """Return a happening with another in place of its subject."""
    if isinstance(item, State):
        return replace(item, participant=who)
    doing = next((role for role, _ in item.roles if role in ("agent", "experiencer", "theme")), "")
    return replace(item, roles=tuple((role, who if role == doing else filler) for role, filler in item.roles))

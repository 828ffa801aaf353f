"""The mood and polarity of a clause."""

from __future__ import annotations

from dataclasses import dataclass

from defeasible.reasoner.english.closed import ADVERBS, NUMBERS
from defeasible.reasoner.forms.story import BEGUN, COMPLETED, FLASHBACK, IMPLIED, NEGATED, ONGOING, Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.syntax import Clause, Group, Noun

THEN, BY_THEN = "by then", frozenset({"when", "by the time"})
"""In the cue of what `had` happened when another thing did, and the connectives that say so."""


AHEAD = "still to come"
"""In the cue of what is told as still to be done: `will paint it`, `plans to paint it`."""
INTENDED = (Mood.OBLIGED, Mood.FUTURE, Mood.DESIRED)
"""Moods of what does not happen if `but` follows: `was supposed to call, but`, `was eager to go, but`."""
WHERE_AND_WHEN = frozenset({"time", "place", "manner"})
"""Roles of how, where and when something might have been done, all of which an unfulfilled plan denies."""
_CEASED = "no longer so"
"""In the cue of what was so before: `is not a nurse any more`."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a clause inherits from its parent."""

    mood: Mood | None = None
    """The mood given by the governing verb or the connective; None for an assertion."""
    denied: bool = False
    """Whether the governing verb denies it: `failed to`."""
    cue: str = ""
    embedded: bool = False
    """Whether it is the complement of a verb."""
    thwarted: bool = False
    """Whether `but` follows it: `tried to open it, but it was stuck`."""
    barred: bool = False
    """Whether what follows keeps one from it: `went to buy milk, but the shop was shut`."""

    def under(self, mood: Mood, *, denied: bool = False, cue: str = "") -> Context:
        """Return the context for a subordinate clause.

        A mood other than actual overrides an actual one above; of two others the outer one stays. A denial
        under a non-actual mood (`did not want to fail`) keeps both negations.
        """
        outer = self.mood
        kept = mood if outer in (None, Mood.ACTUAL) else outer
        cues = ", ".join(filter(None, (self.cue, cue)))
        return Context(kept, self.denied != denied, cues, True)


@dataclass(frozen=True, slots=True)
class Standing:
    """The mood and polarity of a clause, with the cue for them."""

    mood: Mood
    polarity: bool
    cue: str

    def ceased(self) -> bool:
        """Return whether it was so before, and is no longer: `is no longer a nurse`."""
        return _CEASED in self.cue and not self.polarity and self.mood is Mood.ACTUAL


def _unfinished(group: Group) -> bool:
    """Return whether what a present tense tells is still to be done: `will paint it`, `is painting it`."""
    return group.modal == "will" or group.progressive


def standing(clause: Clause, context: Context, *, negative: bool = False, query: bool = False) -> Standing:
    """Return the mood and polarity of a clause.

    Args:
        clause: The clause.
        context: What it inherits.
        negative: Whether a noun phrase in it negates it: `no one came`.
        query: Whether it is a query, where the present tense of an event verb is habitual.
    """
    group = clause.group
    denials = [*group.negations, *(word for word in clause.adverbs if word in lx.of("negations"))]
    denials += [*group.nearly, *["no"] * negative]
    free = clause.subject is not None and not lx.of("free_choice").isdisjoint(clause.subject.words)
    unable = group.modal == "can" and group.past
    if clause.link == "before" and (free or unable) and "before" not in denials:
        denials.append("before")  # `burnt it before anyone saw it`, `before he could answer`
    denied = len(denials) % 2 == 1
    mood = _own_mood(clause, context, denied=denied, query=query)
    mood = mood if context.mood is None or context.mood is Mood.ACTUAL else context.mood
    ahead = group.modal == "will" or (group.modal == "can" and group.perfect)
    missed = context.thwarted and group.past and ahead  # `was about to sing, but`; `could have won, but`
    ever = query and mood is Mood.PRIOR and group.perfect and FLASHBACK not in context.cue  # `had been shut`
    mood = Mood.ACTUAL if ever else mood
    unreal = not context.embedded and not query and (missed or _unreal(clause))
    mood = Mood.ACTUAL if unreal else mood
    forced = not (query or denied or context.thwarted or context.embedded) and _had_to_be(clause)
    mood = Mood.ACTUAL if forced else mood
    condition = clause.link in lx.of("conditions") and not unreal
    longer = not lx.of("ongoing").isdisjoint((*clause.adverbs, *" ".join(group.negations).split()))
    again = "back" in (clause.particle, *clause.adverbs)  # `got it back`: since when it was gone
    simple = query and group.past and not (group.perfect or group.progressive or again)
    came = simple and any(group.lemma in lx.of(kind) for kind in ("becoming", "doing"))  # `did she fall ill?`
    cues = (
        context.cue,
        f"modal: {group.modal}" if group.modal else "",
        "passive" if group.passive else "",
        ONGOING if (group.progressive and not ever) or longer else "",
        _CEASED if longer and denied and not query else "",
        COMPLETED if query and group.perfect and not group.past else "",
        BEGUN if ever or came else "",
        *(f"{NEGATED}{word}" for word in denials),
        f"condition: {clause.link}" if condition else "",
        AHEAD if not (group.past or group.perfect or context.embedded) and _unfinished(group) else "",
        IMPLIED if forced or (unreal and missed) else "unreal" if unreal else "",
    )
    either = (clause.perhaps and not unreal) or (not denied and any(noun.either for noun in clause.nouns))
    told_by = any(
        noun.head in lx.of("opinions") for noun in clause.behind(("in", "to"))
    )  # `in Ann's opinion`
    mood = Mood.POSSIBLE if condition or (mood is Mood.ACTUAL and not query and (either or told_by)) else mood
    return Standing(mood, (denied != unreal) == context.denied, ", ".join(filter(None, cues)))


def undone(clause: Clause, context: Context, lemma: str, *, goal: bool, query: bool) -> bool:
    """Return whether an event may not be done: `walked towards it`, `was washing it`, `washed half of it`."""
    roaming = lemma in lx.of_classes("gaits") and clause.behind(("in",))  # `was walking in the park`
    goal = goal and not roaming
    telic = lemma in lx.of_classes("telic_with_goal" if goal else "telic")
    part = clause.of_part and (telic or lemma in lx.of("working"))
    habit = context.embedded and all(noun.bare for noun in clause.objects)  # `stopped eating meat`
    goes_on = telic and clause.group.progressive and not (query or habit)
    goes_on &= bool(clause.objects) or lemma not in lx.of("processes")
    return part or goes_on or bool(clause.behind(("toward", "towards")))


def _own_mood(clause: Clause, context: Context, *, denied: bool, query: bool) -> Mood:
    """Return the mood of a clause by its own words."""
    group = clause.group
    stubborn = group.modal == "will" and denied and clause.verb in lx.of("stubborn")
    if stubborn and not (query or context.embedded):
        return Mood.ACTUAL  # `the car won't start`
    if denied and ("always" in clause.adverbs or not lx.of("now_and_then").isdisjoint(group.negations)):
        return Mood.POSSIBLE  # `is not always late`, `rarely cooks`
    if group.modal == "would" and (group.perfect or context.embedded or not denied):
        return Mood.FUTURE  # `would go` is planned at that point of the story; `would not start` is a refusal
    unable = group.modal == "can" and denied
    if unable and (group.past or clause.verb in lx.of("undone_if_unable")):
        return Mood.ACTUAL  # `could not find it`: it was not found
    if group.modal in lx.MODAL_MOODS:
        return lx.MODAL_MOODS[group.modal]
    if group.progressive and not lx.of("ending").isdisjoint((clause.verb, *clause.states)):
        return Mood.POSSIBLE  # `was dying`: not dead yet
    kinds = {ADVERBS.get(word) for word in clause.adverbs}
    if "likelihood" in kinds:
        return Mood.POSSIBLE
    times = [*clause.times, *(noun for noun in clause.behind(("on", "in", "at", "of")) if noun.time)]
    now_and_then = not lx.of("now_and_then").isdisjoint(clause.adverbs) or any(map(_some_days, times))
    each = {t.determiner for t in times if t.head in lx.TIMES}
    if now_and_then or "frequency" in kinds or not each.isdisjoint(("every", "each", "most")):
        # `is sometimes open`, `is open on Mondays`: it may be, or not
        return Mood.POSSIBLE if now_and_then and group.copula else Mood.HABITUAL
    if group.perfect and group.past:
        return Mood.ACTUAL if THEN in context.cue or _by_then(clause) else Mood.PRIOR
    bare = context.embedded and group.form in ("base", "ing")  # `let her go home on Friday`
    if not (query or group.past or group.perfect or bare) and _ahead(clause):
        return Mood.FUTURE
    usual = query or _scheduled(clause)
    return Mood.HABITUAL if usual and group.present and not group.copula else Mood.ACTUAL


def formerly(clause: Clause) -> bool:
    """Return whether what was so need not be so now: `once owned a boat`; not `knocked once`."""
    lasts = clause.group.copula or clause.group.lemma in lx.of("stative")
    once = not lx.of("once_so").isdisjoint(clause.adverbs) or ("once" in clause.adverbs and lasts)
    return once and clause.group.past


def _had_to_be(clause: Clause) -> bool:
    """Return whether circumstances forced it, with no date: `the tree had to be felled`, `had to walk`."""
    group = clause.group
    dates = clause.behind(("by", "before", "until", "on", "in", "at"))
    ahead = clause.times or any(noun.time for noun in dates)
    forced = group.passive or clause.verb in lx.of("forced")
    return group.modal == "have" and group.past and forced and not group.perfect and not ahead


def _scheduled(clause: Clause) -> bool:
    """Return whether a clause tells what happens at an hour of each day: `the shop closes at five`."""
    hours = (noun.head for noun in clause.behind(("at", "from", "until")))
    acts = clause.subject is not None and clause.subject.may_act
    return not acts and any(hour in NUMBERS or hour[:1].isdigit() or hour in lx.PASSED for hour in hours)


def _ahead(clause: Clause) -> bool:
    """Return whether the present tense is of what is to come: `is leaving tomorrow`, `fly home on Sunday`."""
    times = [*clause.times, *clause.behind(("on", "in", "at"))]
    named = {word for t in times for word in (t.determiner, *t.adjectives, *t.words)} | set(clause.adverbs)
    dated = any(t.start >= clause.group.end and t.head in lx.of("dates") for t in times)
    return not lx.of("to_come").isdisjoint(named) or (dated and not clause.group.copula)


def _some_days(time: Noun) -> bool:
    recurring = not lx.of("recurring").isdisjoint(time.words[-1:])
    return recurring or time.determiner in lx.of("counting") | {"some", "most", "certain"}


def _unreal(clause: Clause) -> bool:
    """Return whether the opposite happened: `if he had asked`, `would have come`, `should have locked it`."""
    group = clause.group
    supposed = clause.link == "if" and group.past and not group.modal
    hoped = group.modal in ("would", "should") and not (group.copula or group.lemma in lx.ATTITUDES)
    open_ = clause.about in lx.of("anyone")  # `anyone would have cried`
    open_ |= group.modal == "would" and bool(group.negations) and clause.perhaps  # `would not have sold it`
    missed = hoped and not open_
    return group.perfect and not _by_then(clause) and (supposed or missed)


def _by_then(clause: Clause) -> bool:
    """Return whether `had gone` is a result at the end of the story so far: `had already gone`."""
    told = not {"already", "now", "finally", "again", "later", "since", "soon"}.isdisjoint(clause.adverbs)
    behind = clause.behind(("by", "since", "within", "after"))
    return told or any(noun.time or noun.head in lx.TIMES for noun in behind)

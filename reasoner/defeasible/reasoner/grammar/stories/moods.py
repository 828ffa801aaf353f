"""How a clause stands to what happens: its mood, and whether it is denied."""

from __future__ import annotations

from dataclasses import dataclass

from defeasible.reasoner.english.closed import ADVERBS
from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.syntax import Clause


@dataclass(frozen=True, slots=True)
class Context:
    """What a clause inherits from the one around it."""

    mood: Mood | None = None
    """Mood that the verb or the connective above gives it; None for what is said outright."""
    denied: bool = False
    """Whether the verb above denies it: `failed to`."""
    cue: str = ""
    embedded: bool = False
    """Whether it is the clause of another verb."""

    def under(self, mood: Mood, *, denied: bool = False, cue: str = "") -> Context:
        """Return the context for a clause below this one.

        A mood that is not actual wins over an actual one above; of two others the outer stays. What is denied
        under something that is itself no fact (`did not want to fail`) keeps both denials.
        """
        outer = self.mood
        kept = mood if outer in (None, Mood.ACTUAL) else outer
        cues = ", ".join(filter(None, (self.cue, cue)))
        return Context(kept, self.denied != denied, cues, True)


@dataclass(frozen=True, slots=True)
class Standing:
    """Mood and polarity of a clause, with what was read for them."""

    mood: Mood
    polarity: bool
    cue: str


def standing(clause: Clause, context: Context, *, negative: bool = False, query: bool = False) -> Standing:
    """Return how a clause stands to what happens.

    Args:
        clause: The clause.
        context: What it inherits.
        negative: Whether a noun phrase in it denies it: `no one came`.
        query: Whether it is a query, where the present tense of a verb is a habit.
    """
    group = clause.group
    denials = [*group.negations, *(word for word in clause.adverbs if word in lx.of("negations"))]
    denials += [*group.nearly, *["no"] * negative]
    denied = len(denials) % 2 == 1
    mood = _own_mood(clause, context, denied=denied, query=query)
    mood = mood if context.mood is None or context.mood is Mood.ACTUAL else context.mood
    condition = clause.link in lx.of("conditions") and mood in (Mood.ACTUAL, Mood.FUTURE)
    cues = (
        context.cue,
        f"modal: {group.modal}" if group.modal else "",
        "passive" if group.passive else "",
        *(f"negation: {word}" for word in denials),
        f"condition: {clause.link}" if condition else "",
    )
    mood = Mood.POSSIBLE if condition else mood
    return Standing(mood, denied == context.denied, ", ".join(filter(None, cues)))


def _own_mood(clause: Clause, context: Context, *, denied: bool, query: bool) -> Mood:
    """Return the mood that a clause has by its own words."""
    group = clause.group
    if group.modal == "would" and not (denied and not context.embedded):
        return Mood.FUTURE  # `would go` is planned from where the story stands; `would not start` refuses
    if group.modal == "can" and denied and group.past:
        return Mood.ACTUAL  # `could not find it`: it was not found
    if group.modal in lx.MODAL_MOODS:
        return lx.MODAL_MOODS[group.modal]
    predicate = clause.predicate.words if clause.predicate is not None else ()
    if group.progressive and not lx.of("ending").isdisjoint((clause.verb, *predicate)):
        return Mood.POSSIBLE  # `was dying`: not dead yet
    kinds = {ADVERBS.get(word) for word in clause.adverbs}
    if "likelihood" in kinds:
        return Mood.POSSIBLE
    times = [*clause.times, *(noun for noun in clause.behind(("on", "in", "at", "of")) if noun.time)]
    if "frequency" in kinds or any(time.determiner in ("every", "each", "most") for time in times):
        return Mood.HABITUAL
    if group.perfect and group.past:
        return Mood.ACTUAL if _by_then(clause) else Mood.PRIOR
    present = group.form in ("s", "base") and not (group.progressive or group.passive or group.perfect)
    habit = query and present and not (group.copula or group.modal or group.past)
    return Mood.HABITUAL if habit else Mood.ACTUAL


def _by_then(clause: Clause) -> bool:
    """Return whether `had gone` says what was so by then, after all that was told: `had already gone`."""
    told = not {"already", "now", "finally", "again", "later", "since"}.isdisjoint(clause.adverbs)
    return told or any(noun.time for noun in clause.behind(("by", "since")))

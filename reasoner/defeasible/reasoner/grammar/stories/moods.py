"""How a clause stands to what happens: its mood, and whether it is denied."""

from __future__ import annotations

from dataclasses import dataclass, replace

from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories.syntax import Clause

_MODAL_MOODS = {
    "can": Mood.POSSIBLE,
    "may": Mood.POSSIBLE,
    "will": Mood.FUTURE,
    "must": Mood.OBLIGED,
    "have": Mood.OBLIGED,
    "should": Mood.OBLIGED,
    "used": Mood.HABITUAL,
}


@dataclass(frozen=True, slots=True)
class Context:
    """What a clause inherits from the one around it."""

    line: int
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
        cues = ", ".join(part for part in (self.cue, cue) if part)
        return Context(self.line, kept, self.denied != denied, cues, True)

    def said(self, cue: str) -> Context:
        """Return the same context with one more cue."""
        return replace(self, cue=", ".join(part for part in (self.cue, cue) if part))


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
    cues = [context.cue] if context.cue else []
    mood = _MODAL_MOODS.get(group.modal, Mood.ACTUAL)
    denied = group.negated != negative
    outer = [word for word in clause.adverbs if word in c.NEGATIONS]
    denied = denied != (len(outer) % 2 == 1)
    if group.modal == "would":
        # `would not start` refuses; `would go` is planned from where the story stands.
        mood = Mood.ACTUAL if denied and not context.embedded else Mood.FUTURE
    elif group.modal == "can" and denied and group.past:
        mood = Mood.ACTUAL  # `could not find it`: it was not found
        cues.append("could not")
    words = (*group.adverbs, *clause.adverbs)
    if mood is Mood.ACTUAL:
        if any(word in c.HEDGES for word in words):
            mood = Mood.POSSIBLE
        elif any(word in c.FREQUENT for word in words) or any(
            _repeated(time.determiner) for time in clause.times
        ):
            mood = Mood.HABITUAL
        elif group.perfect and group.past:
            mood = Mood.PRIOR
        elif query and not group.copula and _habit(clause):
            mood = Mood.HABITUAL
    if group.modal:
        cues.append(f"modal: {group.modal}")
    if group.passive:
        cues.append("passive")
    cues += [f"negation: {word}" for word in (*group.negations, *outer)]
    if negative:
        cues.append("negation: no")
    if context.mood not in (None, Mood.ACTUAL) and context.mood is not None:
        mood = context.mood
    if clause.link in ("if", "unless", "whether", "even if", "only if") and mood in (
        Mood.ACTUAL,
        Mood.FUTURE,
    ):
        mood = Mood.POSSIBLE
        cues.append(f"condition: {clause.link}")
    return Standing(mood, denied == context.denied, ", ".join(cues))


def _repeated(determiner: str) -> bool:
    return determiner in ("every", "each", "most")


def _habit(clause: Clause) -> bool:
    """Return whether a verb stands in the simple present: `plays`, `does not play`."""
    group = clause.group
    simple = not (group.progressive or group.passive or group.perfect or group.modal or group.past)
    return simple and group.form in ("s", "base")

"""What is there no more: `the milk was all gone`, `not a crumb was left`, `nobody was there`."""

from __future__ import annotations

from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import Standing
from defeasible.reasoner.grammar.stories.said import Said, Sayer
from defeasible.reasoner.grammar.stories.syntax import Adjectives, Noun

_LATELY = 2
"""Number of lines back to what `none` and `not a drop` may be of."""


class Absences(Sayer):
    """Writes events for what is there no more."""

    def gone(self, said: Said, predicate: Adjectives) -> None:
        """Write that the subject of `was gone` is there no more, or that of `was left`, denied, is not."""
        if "gone" in predicate.words and said.how.polarity and not self.out.query:
            self.out.event(said.clause, "be_gone", [("theme", x) for x in said.ids], said.how)
        if "left" in predicate.words and said.clause.subject is not None:
            self.none_left(said, said.clause.subject)

    def none_left(self, said: Said, noun: Noun) -> None:
        """Write what is there no more where a text says that there is no `noun`, or that it is not left.

        That is what is named (`no milk`, `not a crumb of the pie`); else it may be anything told of lately.
        """
        if self.out.query or said.how.polarity or said.how.mood not in (Mood.ACTUAL, Mood.PRIOR):
            return
        if noun.pronoun not in ("", "someone", "something"):
            return  # `he was not there`
        bit = noun.pronoun or noun.head in lx.of("scraps")
        wholes = [noun.owner] if noun.owner is not None else [] if bit else [noun]
        wholes += [] if wholes else said.clause.behind(("of",))
        how = Standing(said.how.mood, True, "none left")
        if wholes:
            whole = [("theme", x) for some in wholes for x in self.out.who(some)]
            self.out.event(said.clause, "be_gone", whole, how)
            return
        people = noun.pronoun == "someone"
        seen = [r for r in self.out.referents.all if self.out.referents.near(r, _LATELY) and r.count]
        for referent in seen:
            if referent.animate() is people and referent.id not in said.ids and referent.seen < self.out.line:
                how = Standing(Mood.POSSIBLE, True, "none left")
                self.out.event(said.clause, "befall", [("theme", referent.id)], how)

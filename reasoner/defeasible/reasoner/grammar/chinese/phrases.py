"""The phrases of a dialogue form: self-contained wordings of clauses, one phrase per referent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from defeasible.reasoner.forms import DialogueFact, DialogueFacts, Phrase
from defeasible.reasoner.grammar.chinese.clauses import Clause
from defeasible.reasoner.grammar.chinese.deixis import Cast, in_words, person
from defeasible.reasoner.text import Source, Span


class PhraseTable:
    """Collect phrases and facts; the same words with the same doer are one phrase."""

    def __init__(self, clauses: Sequence[Clause], cast: Cast) -> None:
        self._clauses = clauses
        self._cast = cast
        self._phrases: dict[tuple[str, str], Phrase] = {}
        self._facts: dict[tuple[str, str, str], DialogueFact] = {}

    def event(self, clause: Clause, without: str = "") -> str:
        """Return the id of the phrase for a clause, optionally without one of its words."""
        speaker = self.doer(clause)
        words = in_words(clause, self._cast, clause.text.replace(without, "", 1) if without else "")
        if speaker and person(clause) == "none":
            words = speaker + words
        span = Span(clause.source, clause.start, clause.end)
        phrase = Phrase(f"x{len(self._phrases) + 1}", words, "event", span, speaker)
        return self._phrases.setdefault(phrase.key, phrase).id

    def value(self, clause: Clause, start: int, end: int, *, place: bool = False) -> str:
        """Return the id of the phrase for words of a clause; places are things, times plain values."""
        words = in_words(clause, self._cast, clause.text[start:end])
        span = Span(clause.source, clause.start + start, clause.start + end)
        phrase = Phrase(f"x{len(self._phrases) + 1}", words, "entity" if place else "value", span)
        return self._phrases.setdefault(phrase.key, phrase).id

    def doer(self, clause: Clause) -> str:
        """Return the speaker who is the doer of a clause; empty if it is somebody else.

        A clause without a subject takes that of the clause before it in the same turn.
        """
        at = clause.number
        while True:
            match person(self._clauses[at]):
                case "first":
                    return clause.speaker
                case "second":
                    return self._cast.hearer.get(clause.speaker, "")
                case "third":
                    return ""
                case "none":
                    if at == 0 or self._clauses[at - 1].turn != clause.turn:
                        return clause.speaker
                    at -= 1

    def tell(self, subject: str, slot: str, value: str, clause: Clause, cue: str) -> None:
        """Add a fact, with the first clause that states it; ignore a fact about itself."""
        if subject == value:
            return
        span = Span(clause.source, clause.start, clause.end)
        fact = DialogueFact(f"f{len(self._facts) + 1}", subject, slot, value, True, span, cue)
        self._facts.setdefault((subject, slot, value), fact)

    def form(self, sources: tuple[Source, ...], notes: tuple[str, ...]) -> DialogueFacts:
        """Return the form; turns without a fact or a phrase count as not understood."""
        read = {p.span.source for p in self._phrases.values() if p.span} | {
            f.span.source for f in self._facts.values() if f.span
        }
        numbers: Mapping[str, int] = {source.id: i for i, source in enumerate(sources, 1)}
        unread = tuple(number for name, number in numbers.items() if name not in read)
        return DialogueFacts(
            sources, tuple(self._phrases.values()), tuple(self._facts.values()), unread, notes
        )

"""What the reader of a sentence keeps as it goes, and what the pronouns in it go back to."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.grammar.sizes.chunks import Chunk
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, PartWhole
from defeasible.reasoner.grammar.sizes.discourse import Memory
from defeasible.reasoner.grammar.sizes.lexicon import Phrase
from defeasible.reasoner.grammar.sizes.objects import ASKED


class Pronouns:
    """The clauses of a sentence so far, and the objects its pronouns stand for."""

    def __init__(self, chunks: Sequence[Chunk], memory: Memory, *, asks: bool = False) -> None:
        self._chunks = chunks
        self.clauses: list[Clause] = []
        self.parts: list[PartWhole] = []
        self._cur: Clause | None = None
        """The clause that takes arguments now."""
        self._free: list[int] = []
        """A subject that waits for its verb."""
        self._outer: list[int] = []
        """The subject of the clause around the present one."""
        self._pending: Chunk | None = None
        """A preposition or comparison that waits for its noun phrase."""
        self._fronted: list[Attached] = []
        """Phrases before any subject: they belong to the clause that follows."""
        self._host: int | None = None
        """The object a following phrase could be said of: the last noun phrase."""
        self._role = ""
        """What the last noun phrase became."""
        self._antecedent: int | None = None
        """The noun that a relative clause, still without verb, speaks of."""
        self._unfinished = False
        """Whether a subject, kept in `_outer`, still waits for its verb."""
        self._relative = ""
        self._relative_phrase: Phrase | None = None
        self._there = False
        self._negation = False
        self._asks = asks
        self._hypothetical = asks
        self._unreal = False
        """Whether a verb before says that what comes after is only wished, dreamt or supposed."""
        self._dangling: Clause | None = None
        """A participle at the beginning whose subject comes later."""
        self._memory = memory
        self._link = ""
        """The word that joins the next clause to the one before."""
        self._within = False
        """Whether the next clause is about a place in something named before."""
        self._equal: list[tuple[Clause, int]] = []
        """A clause, and what it says that its theme is."""
        self._object: int | None = None
        """The last object of a verb, which `it` may go back to."""

    def _resolve(self, i: int, chunk: Chunk) -> int:
        """Let a subject pronoun go back to the subject before it; anything else is itself."""
        if chunk.word.endswith(("self", "selves")) and self._cur is not None and len(self._cur.subject) == 1:
            return self._cur.subject[0]
        if self._pending is not None:
            return self._governed(chunk)
        if chunk.word not in {"it", "they", "he", "she", "them"}:
            return chunk.number
        if self._kind(i - 1) in {"verb", "particle"} and chunk.word in {"it", "them"}:
            # Objects of joined verbs: `picked a fig and ate it`.
            number = self._object
            if number is None or (self._cur is not None and number in self._cur.subject):
                number = self._memory.only(set(self._cur.subject) if self._cur is not None else set(), ASKED)
            return number if number is not None else chunk.number
        opened = self._memory.opened
        if chunk.word == "it" and not self.clauses and len(opened) == 1:
            # `He opened a box. It held a frog.`
            return opened[0]
        earlier = self._cur.subject if self._cur is not None else self._outer or self._memory.subject
        opens = i == 0 or self._kind(i - 1) in {"relative", "subordinate", "join", "comma"}
        return earlier[0] if opens and len(earlier) == 1 and self._kind(i + 1) == "verb" else chunk.number

    def _governed(self, chunk: Chunk) -> int:
        """Let a pronoun behind a preposition go back to the only thing it can mean."""
        if chunk.word not in {"it", "them"}:
            return chunk.number
        cur = self._cur
        if cur is not None and cur.phrases and cur.phrases[-1].phrase.role == "with" and cur.patient:
            return cur.patient[0] if len(cur.patient) == 1 else chunk.number
        inner = {*cur.subject, *cur.patient} if cur is not None and not self._free else set(self._free)
        number = self._memory.only(inner, ASKED)
        return chunk.number if number is None else number

    def _kind(self, i: int) -> str:
        return self._chunks[i].kind if 0 <= i < len(self._chunks) else ""

    def _verb_at(self, i: int) -> bool:
        return self._kind(i) == "verb"

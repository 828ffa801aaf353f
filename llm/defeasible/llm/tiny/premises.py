"""Texts of premises: conditionals and facts over three clauses, and queries about them."""

from __future__ import annotations

import re
from typing import NamedTuple

from defeasible.llm.parse.text import Text
from defeasible.llm.tiny.draw import Draw
from defeasible.llm.tiny.sample import Sample, consistent, reply, upper, words


class Clause(NamedTuple):
    """A simple proposition in words: affirmed, negated, left open."""

    yes: str
    no: str
    open: str


class Pattern(NamedTuple):
    """A sentence over clauses and its formulas; `!` marks a clause that is never negated."""

    words: str
    if_: str
    """Empty for a fact."""
    then: str


RULES = (
    Pattern("If {0}, {1}", "{0}", "{1}"),
    Pattern("If {0}, then {1}", "{0}", "{1}"),
    Pattern("{0} if {1}", "{1}", "{0}"),
    Pattern("{0} only if {1}", "{0}", "{1}"),
    Pattern("Unless {0!}, {1}", "~{0}", "{1}"),
    Pattern("If {0} and {1}, {2}", "{0} & {1}", "{2}"),
    Pattern("If {0} or {1}, {2}", "{0} | {1}", "{2}"),
)
FACTS = (
    Pattern("{0}", "", "{0}"),
    Pattern("{0}", "", "{0}"),
    Pattern("{0} and {1}", "", "{0} & {1}"),
    Pattern("{0} or {1}", "", "{0} | {1}"),
)
_SLOT = re.compile(r"\{(\d)(!?)\}")


class _Writer:
    """Writes one text and its replies, with atoms in order of mention."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.clauses = _clauses(draw, 3)
        self.atoms: dict[Clause, str] = {}
        self.declared: list[dict[str, str]] = []
        self.formulas: list[str] = []
        """Formulas of the statements, with conditionals as disjunctions."""

    def statement(self, pattern: Pattern) -> tuple[str, dict[str, str]]:
        """Return a sentence without its full stop, and its part of the second reply."""
        # Most sentences share a clause with earlier ones.
        order = self.draw.random.sample(self.clauses, len(self.clauses))
        if self.draw.chance(0.6):
            order.sort(key=lambda clause: clause not in self.atoms)
        literals: dict[str, str] = {}

        def fill(slot: re.Match[str]) -> str:
            clause = order[int(slot[1])]
            # New clauses are affirmed: a negation refers to something said before.
            negated = not slot[2] and clause in self.atoms and self.draw.chance(0.4)
            said = clause.no if negated else clause.yes
            said = said if slot.start() else upper(said)
            literals[slot[1]] = "~" * negated + self.atom(clause, said)
            return said

        sentence = _SLOT.sub(fill, pattern.words)
        if_, then = (part.format(*(literals[n] for n in sorted(literals))) for part in pattern[1:])
        self.formulas.append(f"~({if_}) | ({then})" if if_ else f"({then})")
        return sentence, {"words": sentence, **({"if": if_, "then": then} if if_ else {"holds": then})}

    def atom(self, clause: Clause, said: str) -> str:
        """Return the atom of a clause. A new one is declared with these words."""
        if clause not in self.atoms:
            self.atoms[clause] = f"a{len(self.atoms) + 1}"
            self.declared.append({"words": said, "gloss": clause.yes})
        return self.atoms[clause]

    def query(self) -> tuple[str, dict[str, object]]:
        """Return a question about a clause of the text, and its part of the second reply."""
        clause, undecided = self.draw.one(list(self.atoms)), self.draw.chance(0.15)
        negated = not undecided and self.draw.chance(0.3)
        said = clause.open if undecided else clause.no if negated else clause.yes
        return upper(said) + ".", {"asks": "~" * negated + self.atoms[clause], "open": undecided}

    @property
    def consistent(self) -> bool:
        """Whether the statements can all be true; contradictions are left to the solvers."""
        return consistent(self.formulas, list(self.atoms.values()))


def premises(draw: Draw) -> Sample:
    """Return one or two statements that do not contradict each other, and at most two queries."""
    while True:
        writer = _Writer(draw)
        patterns = [draw.one(RULES), draw.one(RULES if draw.chance(0.4) else FACTS)]
        count = draw.one((1, 2, 2, 2))
        told = [writer.statement(pattern) for pattern in (patterns if count > 1 else patterns[1:])[:count]]
        asked = [writer.query() for _ in range(draw.one((0, 1, 1, 1, 1, 1, 1, 2)))]
        if writer.consistent:
            break
    bound: dict[str, object] = {f"s{n}": [said] for n, (_, said) in enumerate(told, 1)}
    bound |= {f"q{n}": said for n, (_, said) in enumerate(asked, 1)}
    text = Text.premises([f"{sentence}." for sentence, _ in told], [query for query, _ in asked])
    return Sample(text, reply({"atoms": writer.declared}), reply(bound), tuple(draw.pairs))


def _clauses(draw: Draw, count: int) -> list[Clause]:
    people = words("people")
    verbs = {act[0] + act[2]: act[1] + act[2] for act in words("premises")["acts"]}
    moods = words("story")["feelings"]
    found: dict[str, Clause] = {}
    while len(found) < count:
        name, said = draw.pair(people["she"] + people["he"], [*verbs, *moods])
        if said in verbs:
            forms = (said, f"does not {verbs[said]}", f"may or may not {verbs[said]}")
        else:
            forms = (f"is {said}", f"is not {said}", f"may or may not be {said}")
        # There is one clause per person.
        found.setdefault(name, Clause(*(f"{name} {form}" for form in forms)))
    return list(found.values())

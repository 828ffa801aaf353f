"""When two clauses say the same: the same words, words apart in nothing that matters, or a slip."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from enum import Enum

from defeasible.reasoner.english.closed import ADVERBS, OPENERS, PREPOSITIONS
from defeasible.reasoner.english.spelling import is_slip, is_typo
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.synonyms import are_synonyms, journey

_FUNCTION_WORDS = PREPOSITIONS | OPENERS | word_set("he she they it i we you be have do")
_CAUSES = frozenset({"because", "even", "though", "although", "since", "despite", "due", "to", "of"})
_DENIALS = frozenset({"not", "no", "never"})  # left in the core inside quotes
_CONCESSIONS = frozenset({"though", "although", "despite"})
_ONE_SMALL_WORD = 0.5
_WORDS_PER_DIFFERENCE = 6
_SHORTEST_NEAR = 4
_SHORTEST_OPTION = 3
_LONGEST_APPOSITION = 3
_LONGEST_SUBJECT = 6


class Use(Enum):
    """Where a clause stands, which decides how freely it may be taken for another."""

    CONDITION = "condition"
    CONSEQUENCE = "consequence"
    FACT = "fact"
    QUERY = "query"
    OPTION = "option"
    """One of several queries, which together offer answers to one question about the text."""


def same_scope(one: Clause, other: Clause) -> bool:
    """Return whether the two differ in polarity at most.

    When either is denied as a whole, what it denies or joins further down follows along: `does not sing or
    dance` denies `sings and dances`, and so does `does not sing and does not dance`.
    """
    if one.negated or other.negated or one.open or other.open:
        return True
    return one.inner == other.inner and _joined(one) == _joined(other)


def _joined(clause: Clause) -> tuple[str, ...]:
    return tuple(sorted(set(clause.connectives))) if "or" in clause.connectives else ()


def adverbs_allow(said: Clause, meant: Clause, use: Use) -> bool:
    """Return whether `said` may count as `meant` for all their difference in adverbs.

    A fact must entail what it is taken for: `runs quickly` entails `runs`, and `does not run` entails `does
    not run quickly`. What is asked must be the same, except for the denying and the open answer to a
    question, which often drop adverbs (`will likely win`, `will not win`). Consequences are matched freely.
    """
    if said.adverbs == meant.adverbs or use is Use.CONSEQUENCE or is_free(said, use):
        return True
    if use is not Use.FACT:
        return False
    return said.adverbs <= meant.adverbs if said.negated else _qualifies(said.adverbs, meant.adverbs)


def _qualifies(more: frozenset[str], fewer: frozenset[str]) -> bool:
    """Return whether adverbs only narrow down what holds: `slowly` does, `probably` does not."""
    return fewer <= more and not any(ADVERBS.get(a) == "likelihood" for a in more - fewer)


def is_free(said: Clause, use: Use) -> bool:
    """Return whether a clause is the denying or the open answer of several to one question."""
    return use is Use.OPTION and (said.negated or bool(said.open))


def with_names(core: tuple[str, ...], aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Return a core with pronouns replaced by the only name they can stand for."""
    return tuple(aliases.get(word, word) for word in core)


def distance(said: Clause, meant: Clause, use: Use) -> tuple[float, str] | None:
    """Return how far two clauses are apart and what was overlooked, or None if they do not say the same.

    Overlooked are slips of the pen in one long word, a phrase said twice, a word of little content, and one
    word more or less in a long clause. Other words in the same place, names and numbers never are.
    """
    one, other = said.core, meant.core
    if said.modal != meant.modal and not said.open:
        return None
    if "".join(one) == "".join(other) or journey(one) == journey(other) or _apposition_turned(said, meant):
        return 0.0, f"`{' '.join(one)}` as `{' '.join(other)}`"
    if apart := _one_word_apart(said, meant, use) or _concession_apart(one, other):
        return _ONE_SMALL_WORD, apart
    shorter, longer = sorted((len(one), len(other)))
    if shorter < (_SHORTEST_OPTION if use is Use.OPTION else _SHORTEST_NEAR) or longer > 2 * shorter:
        return None
    budget, cost, overlooked = max(1.0, longer / _WORDS_PER_DIFFERENCE), 0.0, []
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        mine, theirs = one[a:b], other[c:d]
        step = (
            _replaced(mine, theirs, said, meant, use)
            if mine and theirs
            else _left_out(mine, theirs, said, meant, use)
        )
        if step is None:
            return None
        cost += step
        overlooked.append(f"`{said.written(mine) or '-'}` as `{meant.written(theirs) or '-'}`")
    return (cost, ", ".join(overlooked)) if cost <= budget else None


def _one_word_apart(said: Clause, meant: Clause, use: Use) -> str:
    """Return what was overlooked where one word is misspelt, or is a synonym in a consequence said again."""
    one, other = said.core, meant.core
    if len(one) != len(other) or len(one) < 2 or said.adverbs != meant.adverbs:
        return ""
    apart = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(apart) != 1 or not (said.names | meant.names).isdisjoint(apart[0]):
        return ""
    again = use is Use.CONSEQUENCE and len(one) > 2 and are_synonyms(*apart[0])
    if not again and not is_slip(*apart[0]):
        return ""
    return f"`{said.written(apart[0][:1])}` as `{meant.written(apart[0][1:])}`"


def _concession_apart(one: tuple[str, ...], other: tuple[str, ...]) -> str:
    """Return what was overlooked where only one says `even though he is old`, which is taken for granted."""
    short, long = sorted((one, other), key=len)
    rest = long[len(short) :]
    if rest and rest[0] in _CONCESSIONS and long[: len(short)] == short and len(short) > 1:
        return f"`{' '.join(one)}` as `{' '.join(other)}`"
    return ""


def _apposition_turned(said: Clause, meant: Clause) -> bool:
    """Return whether the two differ by `Jessica, their boss` against `their boss, Jessica`."""
    one, other = said.core, meant.core
    if len(one) != len(other) or sorted(one) != sorted(other):
        return False
    if not all(any(token.text == "," for token in clause.tokens) for clause in (said, meant)):
        return False
    first = next((n for n in range(len(one)) if one[n] != other[n]), 0)
    last = next((n for n in range(len(one), 0, -1) if one[n - 1] != other[n - 1]), 0)
    mine, theirs = one[first:last], other[first:last]
    return any(
        mine[cut:] + mine[:cut] == theirs and max(cut, len(mine) - cut) <= _LONGEST_APPOSITION
        for cut in range(1, len(mine))
    )


def _replaced(
    mine: tuple[str, ...], theirs: tuple[str, ...], said: Clause, meant: Clause, use: Use
) -> float | None:
    if _CAUSES.issuperset(mine + theirs) and said.negated != meant.negated:
        return 0.5
    names = said.names | meant.names
    if (
        len(mine) == len(theirs) == 1
        and not names & {*mine, *theirs}
        and is_typo(mine[0], theirs[0], lenient=use is Use.OPTION)
    ):
        return 0.5
    return None


def _left_out(
    mine: tuple[str, ...], theirs: tuple[str, ...], said: Clause, meant: Clause, use: Use
) -> float | None:
    extra, owner = (mine, said) if mine else (theirs, meant)
    counts: dict[str, int] = {}
    for word in owner.core:
        counts[word] = counts.get(word, 0) + 1
    if len(extra) > 1 and all(counts[word] > 1 for word in extra):
        return 0.5
    cost = 0.0
    for word in extra:
        if word in owner.names or word in _DENIALS or any(c.isdigit() for c in word):
            return None
        cost += 0.5 if word in _FUNCTION_WORDS else 1.0
    # A statement may say more than what it is taken for, and a denial less; never the other way round.
    stronger = bool(mine) != said.negated and use in (Use.FACT, Use.CONSEQUENCE)
    return cost if stronger or is_free(said, use) or cost <= _ONE_SMALL_WORD else None


def resumes(left: Clause, right: Clause) -> bool:
    """Return whether `right` repeats `left` from its verb on: `sings at home or may not sing`."""
    one, other = left.core, right.core
    return bool(other) and any(
        one[n : n + len(other)] == other for n in range(min(len(one), _LONGEST_SUBJECT))
    )

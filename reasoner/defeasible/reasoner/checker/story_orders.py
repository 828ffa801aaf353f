"""Bonds between comparisons, as a story trace must state them: what is older than another is not younger."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.law_book import PACKAGE, Bond, Fluent
from defeasible.reasoner.english.wordlists import read_toml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_NEVER_MORE = ("no", "not", "hardly", "less", "barely")


def orders(spoken: Collection[Fluent]) -> Iterator[Bond]:
    """Yield what comparisons imply: a comparative may have a converse, and is asymmetric and transitive."""
    compared = [f for f in spoken if f.attribute == "is" and f.other]
    for f in compared:
        words, base = f.value.split("_"), _measures().get(f.value)
        back = Fluent("is", f.other, f.participant, f.value)
        if base is None:
            if words[-1] in _measures() and words[0] not in _NEVER_MORE:
                plain = f._replace(value=words[-1])
                reason = f"what is {f.value} is {words[-1]}"
                yield Bond("order", "then", None, reason, ((f, True),), (plain, True))
        elif base != f.value:
            reason = f"{f.value} is the converse of {base}"
            converse = back._replace(value=base)
            yield Bond("order", "then", None, reason, ((f, True),), (converse, True), mutual=True)
        elif back in spoken:
            yield Bond("order", "then", None, f"{base} is asymmetric", ((f, True),), (back, False))
    for f, g in permutations(compared, 2):
        follows = f.value == g.value == _measures().get(f.value)
        if follows and f.other == g.participant and g.other != f.participant:
            reason = f"{f.value} is transitive"
            third = f._replace(other=g.other)
            yield Bond("order", "then", None, reason, ((f, True), (g, True)), (third, True))


@cache
def _measures() -> dict[str, str]:
    """Return each comparative with the one of which it is the converse: `younger` with `older`; or itself."""
    table: dict[str, str] = read_toml(PACKAGE, "synonyms.toml")["orders"]
    found = {converse: base for base, converse in table.items() if converse}
    return found | {base: base for base in table}

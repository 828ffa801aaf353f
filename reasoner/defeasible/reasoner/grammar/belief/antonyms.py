"""Antonyms between two clauses that say the same otherwise: `fails the test` denies `passes the test`.

Only an answer is read so, a fact or a query: it takes up what a conditional speaks of, and with nothing else
different its antonym is the way people deny it. Two conditions with antonyms stay two propositions. What is
said of a thing, and of which one side always holds (`on / off`, `alive / dead`), denies the other side beside
a mere fact too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from defeasible.reasoner.english.closed import DETERMINERS, OPENERS, PREPOSITIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.matching import Use, with_names
from defeasible.reasoner.grammar.belief.normal import Clause

Words: TypeAlias = tuple[str, ...]
_Pairs: TypeAlias = Mapping[Words, Mapping[Words, bool]]
"""Words to their antonyms, each with whether one of the two always holds."""

_LONGEST_PHRASE = 4
_DEONTIC = frozenset({"", "should", "must"})
"""What may be and what can be leaves room for its antonym: `can stay` does not deny `can leave`."""
_QUANTIFIERS = {"someone": "everyone", "something": "everything", "somewhere": "everywhere"}
_NO_ONE = ("negation: no ", "negation: nobody", "negation: nothing", "negation: nowhere", "negation: none")
_FUNCTION_WORDS = (
    PREPOSITIONS
    | OPENERS
    | word_set("enough today tonight tomorrow yesterday now here there this next last every each all")
)


class Answer(NamedTuple):
    """How a clause answers a proposition in other words."""

    flipped: bool
    """Whether its words deny the other's."""
    note: str
    """What was read: `antonym: fails / passes`."""
    anywhere: bool = False
    """Whether the two deny each other wherever they stand: one of them always holds of a thing."""


class _Pair(NamedTuple):
    """Two clauses under comparison, with their cores after pronouns are resolved."""

    said: Clause
    meant: Clause
    one: Words
    other: Words
    use: Use

    def antonym(self, mine: Words, theirs: Words, *, complementary: bool) -> Answer | None:
        """Return the answer an antonym gives, if it may count as one where `said` stands.

        An affirmative fact denies the contrary of what it says. A denied one does not affirm it: what is not
        hot may be neither hot nor cold. The options of one question are its yes and no either way.
        """
        affirms = self.said.negated == self.said.antonym  # `is unhappy` denies by its word and yet affirms
        denies = self.use is Use.FACT and affirms
        if (complementary and not self.said.modal) or denies or self.use is Use.OPTION:
            return Answer(True, f"antonym: {self.said.written(mine)} / {self.meant.written(theirs)}")
        return None

    def same(self, mine: Words, theirs: Words) -> Answer:
        return Answer(False, f"read `{self.said.written(mine)}` as `{self.meant.written(theirs)}`")


def answer(said: Clause, meant: Clause, use: Use, aliases: Mapping[str, str]) -> Answer | None:
    """Return how a fact or a query answers a known proposition by an antonym, or None if it does not.

    Args:
        said: The clause of the fact or query.
        meant: The clause that introduced the proposition.
        use: Where `said` stands.
        aliases: Pronouns to the only name they can stand for.
    """
    if said.modal != meant.modal and not said.open:
        return None
    pair = _Pair(said, meant, with_names(said.core, aliases), with_names(meant.core, aliases), use)
    if pair.one == pair.other:
        return _by_manner(pair)
    if said.adverbs != meant.adverbs and not said.open:
        return None
    for read in (_by_word, _by_other_link, _by_quantifier, _by_time, _by_implicative):
        if found := read(pair):
            return found
    return None


# --- antonyms of single words and short phrases -----------------------------------------------------------


def _by_word(pair: _Pair) -> Answer | None:
    if pair.said.modal not in _DEONTIC:
        return None
    place = _predicate(pair)
    one, mine_linked = _unlinked(pair.one, place, pair.said)
    other, theirs_linked = _unlinked(pair.other, place, pair.meant)
    linked = mine_linked and theirs_linked
    tests: tuple[tuple[str, Words, Words, Callable[[int, int], bool]], ...] = (
        (
            "predicates",
            one,
            other,
            lambda start, end: linked and start == place and _is_predicate(pair, one, start, end),
        ),
        (
            "predicates",
            pair.one,
            pair.other,
            lambda start, end: start > place >= 0 and _is_attribute(pair.one, end),
        ),
        ("verbs", pair.one, pair.other, lambda start, _: start == place),
        (
            "adverbials",
            pair.one,
            pair.other,
            lambda start, end: start > place >= 0 and _is_last(pair.said, pair.one, start, end),
        ),
        ("particles", pair.one, pair.other, lambda start, _: start > place >= 0),
    )
    for name, mine, theirs, fits in tests:
        table = (
            _tables()[name]
            if name != "particles"
            else _particles(mine[place] if 0 <= place < len(mine) else "")
        )
        for start, end, partner, complementary in _replacements(mine, theirs, table):
            if fits(start, end) and (
                found := pair.antonym(mine[start:end], partner, complementary=complementary)
            ):
                return found._replace(anywhere=complementary and name == "predicates")
    return None


def _predicate(pair: _Pair) -> int:
    place = pair.said.predicate
    return place if 0 <= place < len(pair.one) else pair.meant.predicate


def _unlinked(core: Words, place: int, clause: Clause) -> tuple[Words, bool]:
    """Return a core without its linking verb (`be` is out already), and whether it had any."""
    if 0 <= place < len(core) - 1 and core[place] in _links():
        return (*core[:place], *core[place + 1 :]), True
    return core, "be" in clause.words


def _is_predicate(pair: _Pair, core: Words, start: int, end: int) -> bool:
    """Return whether an adjective is said of the subject, and not part of a noun phrase: `gets new shoes`."""
    if core[0] == "there":
        return False
    return core == pair.one or _is_last(pair.said, core, start, end)


def _is_attribute(core: Words, end: int) -> bool:
    """Return whether a noun follows of which one has only one kind at a time: `gets a good grade`."""
    return core[end : end + 1] != () and core[end] in _attributed()


def _is_last(clause: Clause, core: Words, start: int, end: int) -> bool:
    """Return whether words qualify the verb: nothing they could belong to follows, no article precedes."""
    if end < len(core) and core[end] not in _FUNCTION_WORDS:
        return False
    norms = [token.low for token in clause.tokens]
    place = next((n for n, norm in enumerate(norms) if stem(norm) == core[start]), 0)
    return place == 0 or norms[place - 1] not in DETERMINERS


def _replacements(mine: Words, theirs: Words, table: _Pairs) -> Iterator[tuple[int, int, Words, bool]]:
    """Yield (start, end, antonym, complementary) of words whose antonym turns one core into the other."""
    first = next(
        (n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs))
    )
    for start in range(max(0, first - 2), first + 1):
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(mine)) + 1):
            for partner, complementary in table.get(mine[start:end], {}).items():
                if (*mine[:start], *partner, *mine[end:]) == theirs:
                    yield start, end, partner, complementary


def _by_manner(pair: _Pair) -> Answer | None:
    mine, theirs = pair.said.adverbs - pair.meant.adverbs, pair.meant.adverbs - pair.said.adverbs
    if len(mine) != 1 or len(theirs) != 1 or pair.said.modal not in _DEONTIC:
        return None
    one, other = tuple(mine), tuple(theirs)
    complementary = _tables()["manner"].get(one, {}).get(other)
    return None if complementary is None else pair.antonym(one, other, complementary=complementary)


def _by_other_link(pair: _Pair) -> Answer | None:
    """Read `falls asleep` beside `stays awake`, and `few come` beside `more come`."""
    if pair.said.antonym == pair.meant.antonym:
        return None
    place = _predicate(pair)
    one, other = (_unlinked(core, place, pair.said)[0] for core in (pair.one, pair.other))
    if one == other:
        return pair.same(pair.one[place : place + 2], pair.other[place : place + 2])
    if tuple("more" if word == "many" else word for word in pair.one) == pair.other:
        return pair.same(("many",), ("more",))
    return None


# --- other ways to deny -----------------------------------------------------------------------------------


def _by_quantifier(pair: _Pair) -> Answer | None:
    """Read `no one laughs` as a denial of `everyone laughs`, and the other way round."""
    one, other = pair.one, pair.other
    none = pair.said.negated and any(cue in pair.said.cue for cue in _NO_ONE)
    if len(one) == len(other):
        apart = [n for n in range(len(one)) if one[n] != other[n]]
        if len(apart) == 1:
            mine, theirs = one[apart[0]], other[apart[0]]
            if (_QUANTIFIERS.get(mine) == theirs and none) or (
                _QUANTIFIERS.get(theirs) == mine and not pair.said.negated
            ):
                return pair.same((mine,), (theirs,))
        return None
    for word in ("every", "all"):
        if none and word in other and _without(other, word) in (one, _without(one, "of")):
            return pair.same(("no",), (word,))
        if not pair.said.negated and pair.meant.negated and word in one and _without(one, word) == other:
            return pair.same((word,), ("no",))
    return None


def _without(core: Words, word: str) -> Words:
    place = core.index(word) if word in core else len(core)
    return (*core[:place], *core[place + 1 :])


def _by_time(pair: _Pair) -> Answer | None:
    """Read `came before noon` as a denial of `did not come until noon`."""
    if len(pair.one) != len(pair.other):
        return None
    apart = [(a, b) for a, b in zip(pair.one, pair.other, strict=True) if a != b]
    if len(apart) != 1:
        return None
    mine, theirs = ("until" if word == "till" else word for word in apart[0])
    if {mine, theirs} == {"until", "before"}:
        denied = pair.said.negated if mine == "until" else pair.meant.negated
        return pair.same((mine,), (theirs,)) if denied else None
    if {mine, theirs} == {"before", "after"}:
        return pair.antonym((mine,), (theirs,), complementary=False)
    return None


def _by_implicative(pair: _Pair) -> Answer | None:
    """Read `refuses to talk` as a denial of `talks`, and `manages to win` as `wins`."""
    place = _predicate(pair)
    for longer, shorter in ((pair.one, pair.other), (pair.other, pair.one)):
        if longer[place + 1 : place + 2] != ("to",) or (*longer[:place], *longer[place + 2 :]) != shorter:
            continue
        verb = (longer[place],)
        if longer[place] in _verbs("affirming"):
            return pair.same(pair.one[place : place + 2], pair.other[place : place + 2])
        if longer[place] in _verbs("denying"):
            mine, theirs = (verb, shorter[place : place + 1])
            return pair.antonym(
                *((mine, theirs) if longer is pair.one else (theirs, mine)), complementary=False
            )
    return None


# --- the data ---------------------------------------------------------------------------------------------


def _data() -> dict[str, dict[str, str]]:
    return read_toml("defeasible.reasoner.grammar.belief", "antonyms.toml")


@cache
def _tables() -> dict[str, _Pairs]:
    tables: dict[str, dict[Words, dict[Words, bool]]] = {}
    for kind in ("contrary", "outcome", "complementary", "settled"):
        for name in _data()[kind]:
            table = tables.setdefault(name, {})
            for one, partners in _sides(kind, name).items():
                table.setdefault(one, {}).update(
                    dict.fromkeys(partners, kind in {"complementary", "settled"})
                )
    return dict(tables)


def _stems(phrase: str) -> Words:
    return tuple(stem(word) for word in phrase.split("_"))


@cache
def _particles(verb: str) -> _Pairs:
    table: dict[Words, dict[Words, bool]] = {}
    for pair, verbs in _data()["particles"].items():
        if verb in verbs.split():
            one, other = pair.split()
            table |= {(one,): {(other,): False}, (other,): {(one,): False}}
    return table


def opposed(one: Words, *, state: bool) -> frozenset[Words]:
    """Return the words that two facts cannot say of one thing, or of one event, beside some words.

    Args:
        one: Stems of what a thing is said to be, or of a verb.
        state: Whether they say what a thing is.
    """
    kinds = ("contrary", "complementary") if state else ("outcome", "settled")
    found = (_sides(kind, "predicates" if state else "verbs").get(one, ()) for kind in kinds)
    return frozenset(words for partners in found for words in partners)


@cache
def _sides(kind: str, name: str) -> Mapping[Words, frozenset[Words]]:
    table: dict[Words, frozenset[Words]] = {}
    for line in _data()[kind].get(name, "").strip().splitlines():
        left, right = (frozenset(_stems(phrase) for phrase in side.split()) for side in line.split(" / "))
        table |= {a: table.get(a, frozenset()) | right for a in left}
        table |= {b: table.get(b, frozenset()) | left for b in right}
    return table


@cache
def _links() -> frozenset[str]:
    return word_set(_data()["links"]["state"])


@cache
def _attributed() -> frozenset[str]:
    return frozenset(stem(noun) for noun in _data()["attributes"]["nouns"].split())


@cache
def _verbs(kind: str) -> frozenset[str]:
    return word_set(_data()["implicatives"][kind])

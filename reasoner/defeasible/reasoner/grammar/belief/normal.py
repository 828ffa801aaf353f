"""The normal form of a proposition, for comparison: without tense, voice and articles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.closed import ADVERBS, ARTICLES, MANNER, MODALS, PRONOMINAL, PRONOUNS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import BASE_FORMS, is_participle
from defeasible.reasoner.english.wordlists import phrases
from defeasible.reasoner.grammar.belief.lists import LINKS, plain, verbs
from defeasible.reasoner.grammar.belief.node import Leaf
from defeasible.reasoner.grammar.belief.opposites import LINKING, MORE, POSITIVE
from defeasible.reasoner.grammar.belief.words import Word, Words

MODAL = {"ability": "can", "possibility": "may", "necessity": "must", "advice": "should",
          "permission": "may", "former": "used", "future": "", "conditional": "",
          "preference": "would rather"}  # fmt: skip
_CONNECTIVES = {"and": "and", "&": "and", "but": "and", "yet": "and", "or": "or", "nor": "or"}
_NOTHING = {
    "nobody": "someone",
    "nothing": "something",
    "nowhere": "somewhere",
    **dict.fromkeys(("no", "none", "neither"), ""),
}
"""Negations, each with what it denies."""
_QUOTES = frozenset('"“”«»')
_GRADES = {"too": "overly", "so": "very"}
_SKIPPED = ARTICLES | {"either", "both", "ever", "anymore", "some", "any"}
_STATES, _TELIC, _TELIC_WITH_GOAL = (verbs(LINKS[k]) for k in ("states", "telic", "telic_with_goal"))
_GOALS = frozenset({"by:to", "by:into", "by:onto", "by:home"})
_PERSONAL = frozenset(["he", "she", "it", "they", "i", "we", "you"])
_MUCH = phrases("a lot of; a great deal of; a good deal of; lots of; plenty of; a lot; much of; much")
_MUCH_FIRST = frozenset(phrase[0] for phrase in _MUCH)
_OF_LEAF = tuple(field.name for field in fields(Leaf))
_CACHE = 8192
_LONGEST_MODAL = _LONGEST_NAME = 4
_ALSO_SAID = frozenset({"hard", "fast", "well", "alone", "together"})
"""Adverbs that are predicates after a linking verb: `feels well`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause(Leaf):
    """A leaf in normal form: it is denied if it is as a whole, be it by an antonym."""

    stems: tuple[str, ...]
    """Stems in order, without negation, auxiliaries, articles and adverbs."""
    core: tuple[str, ...]
    """`stems` without `be` and without a repeated subject."""
    raw: tuple[str, ...] = ()
    """`core` with the pronouns as spoken."""
    named: tuple[str, ...] = ()
    """`core` with pronouns replaced by their antecedents in earlier sentences."""
    adverbs: frozenset[str]
    """Adverbs, in any position."""
    connectives: tuple[str, ...]
    """`and` and `or` in order."""
    antonym: bool
    """Whether it contains an antonym, as `unhappy` denies `happy`: then its own words are its gloss."""
    inner: tuple[int, ...]
    """Places in `core` before a negation with narrower scope than the clause."""
    names: frozenset[str]
    """Stems of capitalised words."""
    strange: frozenset[str]
    """Stems of words that the dictionary lacks."""
    ahead: bool = False
    """Whether it is about the future: `will leave`, `is going to leave`."""

    @property
    def start(self) -> int:
        """First character in its source."""
        return min(t.start for t in self.words) if self.place is None else self.place[0]

    @property
    def end(self) -> int:
        """One past its last character."""
        return max(t.end for t in self.words) if self.place is None else self.place[1]

    def written(self, stems: Iterable[str]) -> str:
        """Return stems as this clause writes them: `fails` for `fail`; others unchanged."""
        words = {stem(token.low): token.text.lower() for token in reversed(self.words) if token.text}
        return " ".join(words.get(word, word) for word in stems)

    @property
    def has_verb(self) -> bool:
        """Whether a word of it is a verb, or a noun behind the first word that may be one."""
        nouns = (w for w in self.words[1:] if w.tag[:2] == "NN")
        tagged = any(w.tag[:2] in {"VB", "MD"} for w in self.words)
        return tagged or any(stem(w.low) in BASE_FORMS for w in nouns)

    @property
    def going(self) -> bool:
        """Whether it says what goes on now, and is not done yet: `is writing a letter`; not a state.

        In the past, only of what is telic: who was singing sang.
        """
        helped = any(w.role == "aux" and w.lemma == "be" for w in self.words)
        doing = [plain((stem(w.lemma),)) for w in self.words if w.role == "verb" and w.tag == "VBG"]
        led = any(w.role in _GOALS for w in self.words)
        telic = any(verb in _TELIC or (led and verb in _TELIC_WITH_GOAL) for verb in doing)
        return helped and (telic if self.past else any(verb not in _STATES for verb in doing))

    @property
    def no_longer(self) -> bool:
        """Whether it is about what has ended: `is no longer a nurse`."""
        return any(w.low == "still" and w.role == "not" for w in self.words)

    @property
    def simple(self) -> bool:
        """Whether it is a single decided proposition without an inner negation."""
        return not (self.antonym or self.apart or self.open or self.inner or self.connectives)

    @property
    def gloss(self) -> str:
        """The clause in affirmative words."""
        return in_words(self.words)


def in_words(words: Words) -> str:
    """Return words as a text, without the capital of a sentence start."""
    out = ""
    for last, word in zip((None, *words), words, strict=False):
        marks = not (word.text[:1].isalnum() and last is not None and last.text[-1:].isalnum())
        close = last is not None and last.end == word.start and last.start < word.start and marks
        out += word.text if close or not out or not word.text else f" {word.text}"
    name = out == "A" or not words or words[0].text == "I"
    if not name and (words[0].text == "A" or words[0].tag[:2] in {"DT", "PR", "EX", "PD"}):
        out = out[:1].lower() + out[1:]
    return " ".join(out.split())


@dataclass(slots=True)
class _Scan:
    """The state of the scan of a clause."""

    leaf: Leaf
    stems: list[str] = field(default_factory=list)
    core: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    adverbs: set[str] = field(default_factory=set)
    connectives: list[str] = field(default_factory=list)
    inner: list[int] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    strange: set[str] = field(default_factory=set)
    cues: list[str] = field(default_factory=list)
    modal: str = ""
    ahead: bool = False
    predicate: int = -1
    opposites: int = 0
    quoted: bool = False
    joined: bool = False  # whether a connective or a mark stands directly before

    def add(self, stemmed: str, word: Word) -> None:
        again = self.joined and self.core[:1] == [stemmed]
        self.joined = False
        self.stems.append(stemmed)
        if not word.known:
            self.strange.add(stemmed)
        if stemmed == "be" or again:  # `Ann sings and Ann dances` is `Ann sings and dances`
            return
        if word.role == "verb" and self.predicate < 0:
            self.predicate = len(self.core)
        self.named.append(stemmed)
        if not word.lent:
            self.core.append(stemmed)
        if word.text and not _stands_for(word):
            self.raw.append(stemmed)
        if word.text[:1].isupper() and word.tag[:3] == "NNP":
            self.names.add(stemmed)


@lru_cache(maxsize=_CACHE)
def clause_of(leaf: Leaf) -> Clause:
    """Return the normal form of a leaf. Takes linear time in its length."""
    scan = _Scan(leaf, modal=leaf.modal)
    words = leaf.words
    place = 0
    while place < len(words):
        place += _step(scan, words, place)
    for mark in filter(None, ("not" * leaf.apart, "kind" * leaf.of_kind)):
        for stems in (scan.stems, scan.core, scan.raw, scan.named):
            stems.append(mark)
    if leaf.modal == "must" and leaf.denied and any(w.low == "must" and w.role == "aux" for w in words):
        scan.modal = "may"  # `must not` is no permission; `need not` is no duty
    would = any(w.is_would for w in words)  # it has no time: `wouldn't sing` denies `sang` and `will sing`
    said: dict[str, Any] = {name: getattr(leaf, name) for name in _OF_LEAF}
    said |= {
        name: tuple(getattr(scan, name)) for name in ("stems", "core", "raw", "named", "connectives", "inner")
    }
    said |= {name: frozenset(getattr(scan, name)) for name in ("adverbs", "names", "strange")}
    antonym = scan.opposites % 2 == 1
    said |= {"denied": leaf.denied != antonym, "antonym": antonym, "modal": scan.modal, "ahead": scan.ahead}
    said |= {"past": leaf.past and not would, "free": leaf.free or would}
    return Clause(**said | {"cue": ", ".join(filter(None, (leaf.cue, *scan.cues)))})


def _stands_for(word: Word) -> bool:
    """Return whether a word begins the replacement of a pronoun."""
    return word.text.lower() in PRONOUNS and word.low not in PRONOUNS


def _step(scan: _Scan, words: Words, i: int) -> int:
    """Read the word at a place; return the number of words read."""
    word = words[i]
    low = word.low
    if _stands_for(word):
        pronoun = PRONOUNS[word.text.lower()].id
        scan.raw.append(pronoun)
        scan.core += [pronoun] if word.lent else []
    if not word.is_word:
        if word.text in _QUOTES:
            scan.quoted = not scan.quoted
        elif word.text == "." and scan.stems and not scan.quoted:
            scan.connectives.append("and")
        scan.joined = bool(scan.stems)
        return 1
    if scan.quoted:
        scan.add(low, word)
        return 1
    if word.role == "not" and scan.leaf.denied and low not in {"not", "never"}:
        return 1  # `still`, for `no longer`
    if word.role == "content" and word.tag == "VBD" and not scan.leaf.past:
        scan.add("then", word)  # `says that she was ill`
    for read in (_modal, _negative, _quantity, _opposite, _function):
        if taken := read(scan, words, i):
            return taken
    if word.role == "verb" and word.lemma == "be" and low != "being":
        scan.add("be", word)
        if scan.predicate < 0:
            scan.predicate = len(scan.core)
        return 1
    if low in {"am", "is", "are", "was", "were", "be", "been", "being", "'s"} and word.tag[:2] == "VB":
        scan.stems.append("be")
        return 1
    scan.add(stem(low), word)
    return 1


_LACKING: dict[tuple[str, ...], str] = {
    ("unable", "to"): "can", ("incapable", "of"): "can",
    ("forbidden", "to"): "may", ("prohibited", "from"): "may",
}  # fmt: skip
"""Words behind `be` that deny a modal."""


def _modal(scan: _Scan, words: Words, i: int) -> int:
    """Read `can`, `is able to`, `has to`, `is going to`; drop the auxiliaries of tense and voice."""
    word = words[i]
    lows = [w.low for w in words[i : i + 3]]
    lack = _LACKING.get(tuple(lows[1:])) if word.lemma == "be" else None
    if lack is not None:  # `is unable to`, `is forbidden to`
        scan.opposites += 1
        scan.modal = lack
        return 3
    if word.role in {"verb", "aux"} or (i and words[i - 1].role == "aux"):
        for length in range(_LONGEST_MODAL, 1, -1):
            own = words[i : i + length]
            kind = _phrase(tuple(own))
            bare = own[-1].low != "to" or own[-1].tag == "TO"  # not `has been to Rome`
            bare &= kind != "former" or not i or words[i - 1].lemma != "be"  # `was used to open it`
            if own[0].lemma in {"seem", "appear"} and kind:
                scan.modal = "seem"  # what seems so need not be so
                return length
            if kind in MODAL and bare and len(own) == length and i + length < len(words):
                # `was about to leave`, `was going to leave`: perhaps without leaving
                was = kind == "future" and word.tag == "VBD"
                scan.ahead |= kind == "future" and not was
                scan.modal = scan.modal or ("was to" if was else MODAL[kind])
                return length
    if word.role == "aux" and word.tag != "TO":
        scan.ahead |= MODALS.get(word.low) == "future"
        if word.lemma == "be" and scan.leaf.passive:
            scan.stems.append("be")
        return 1
    if word.role == "inner aux":
        if words[i - 1].role == "content" and MODALS.get(word.low) in {"future", "conditional"}:
            scan.add("will", word)  # `said that she would call`
        if word.lemma == "be" and is_participle(words[i + 1].low if i + 1 < len(words) else ""):
            scan.stems.append("be")  # `wants to be seen`
        scan.modal = scan.modal or MODAL.get(MODALS.get(word.low, ""), "") if word.tag == "MD" else scan.modal
        return 1
    return 0


def _phrase(own: Words) -> str:
    first = own[0].lemma if own[0].lemma in {"be", "have", "need", "go", "seem", "appear"} else own[0].low
    return MODALS.get("_".join((first, *(w.low for w in own[1:]))), "")


def _negative(scan: _Scan, words: Words, i: int) -> int:
    """Read a negation with narrower scope than the clause."""
    word = words[i]
    low = word.low
    if low in {"not", "never"}:
        scan.inner += [] if scan.leaf.apart else [len(scan.core)]
        return 1
    after = words[i + 1].low if low == "no" and i + 1 < len(words) else ""
    if low not in _NOTHING or after in {"more", "fewer", "less"}:
        return 0
    scan.inner.append(len(scan.core))
    if said := "someone" if after == "one" else _NOTHING[low]:
        scan.add(said, word)
    return 1 + (after == "one")


def _quantity(scan: _Scan, words: Words, i: int) -> int:
    """Read `a lot of` and similar phrases as `many`, `few` as the opposite of `many`."""
    lows = [w.low for w in words[i : i + 4]]
    for phrase in _MUCH if lows[0] in _MUCH_FIRST else ():
        if tuple(lows[: len(phrase)]) == phrase:
            scan.add("many", words[i])
            return len(phrase)
    if lows[0] in {"each", "every"}:
        scan.add("every", words[i])
        return 1
    more = MORE.get(lows[0])
    if lows[0] == "less" and i + 1 < len(words) and words[i + 1].tag[:2] in {"JJ", "RB"}:
        return 0  # `less old than`
    if more is not None and all(w.low != "than" for w in words[i:]) and (i == 0 or words[i - 1].low != "a"):
        _oppose(scan, words[i], more, whole=not words[i].role.startswith("by:") and words[i].role != "time")
        return 1
    return 0


def _opposite(scan: _Scan, words: Words, i: int) -> int:
    positive = POSITIVE.get(words[i].low)
    if positive is None:
        return 0
    after = words[i + 1] if i + 1 < len(words) else None
    last = after is None or after.role != "complement" or after.tag in {"IN", "TO", "CC"}
    much = i > 0 and words[i - 1].tag[:2] == "RB" and words[i - 1].role != "not"
    whole = words[i].role == "complement" and last and not (much and scan.leaf.denied)  # `not fast asleep`
    if not whole and words[i].tag == "JJ" and after is not None and after.tag[:2] == "NN":
        return 0  # `an unhappy man`
    _oppose(scan, words[i], positive, whole=whole)
    return 1


def _oppose(scan: _Scan, word: Word, positive: str, *, whole: bool) -> None:
    if whole:
        scan.opposites += 1
        scan.cues.append(f"antonym: {word.low} for not {positive}")
    else:
        scan.inner.append(len(scan.core))
    scan.add(stem(positive), word)


def _function(scan: _Scan, words: Words, i: int) -> int:
    word = words[i]
    low = word.low
    owned = [w.text for w in words[i + 1 : i + 2] if w.role == word.role]
    if word.tag == "POS" and word.role != "complement" and owned in ([], [""]):  # `Ann's is blue`
        scan.raw.append("'s") if owned else scan.add("'s", word)
    if word.tag == "POS" or not low or (low == "'s" and word.role not in {"verb", "aux", "inner aux"}):
        return 1
    if word.text == "A" and i and words[i - 1].is_word and word.end - word.start == 1:
        scan.add("a", word)  # `Patient A`
        return 1
    other = low == "another" and word.role == "complement"  # `is another hotel`
    other |= word.tag == "RB" and low.endswith(("self", "selves"))  # `fetched them himself`
    other |= low == "even" and [w.low for w in words[i + 1 : i + 2]] == ["though"]
    if (low in _SKIPPED or other) and not (word.text == "A" and i and word.tag[:2] == "NN"):
        return 1
    if low in _CONNECTIVES and word.tag in {"CC", "RB"}:
        if scan.stems:
            scan.connectives.append(_CONNECTIVES[low])
            scan.joined = True
        return 1
    kind = ADVERBS.get(low)
    if kind == "discourse" and word.tag[:2] in {"RB", "CC", "IN", "UH"}:
        graded = low in _GRADES and any(w.tag == "JJ" for w in words[i + 1 : i + 2])
        scan.adverbs |= {_GRADES[low]} if graded else set()  # `not too hot`
        return 1
    led = i and stem(words[i - 1].low) in LINKING and words[i - 1].role == "verb"
    if (led or word.role == "complement") and (word.tag[:2] == "JJ" or low in _ALSO_SAID):
        return 0
    if kind or ((low in MANNER or is_ly_adverb(low)) and word.tag[:2] != "NN"):  # not `in the well`
        if not word.lent:  # otherwise it is in the replacement of a pronoun: `a jointly owned asset`
            scan.adverbs.add(low)
        return 1
    return _pronoun(scan, words, i)


def _pronoun(scan: _Scan, words: Words, i: int) -> int:
    word = words[i]
    low, pronoun = word.low, PRONOUNS.get(word.low)
    if pronoun is not None and pronoun.id in _PERSONAL:
        opened = scan.core and scan.predicate < 0 and len(scan.core) < _LONGEST_NAME
        if not (word.tag == "PRP" and i and words[i - 1].text == "," and opened):  # `Ann, she sings`
            scan.add(pronoun.id, word)
        return 1
    if low in PRONOMINAL:
        scan.add(PRONOMINAL[low], word)
    return int(low in PRONOMINAL)

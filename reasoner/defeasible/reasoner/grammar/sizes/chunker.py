"""Cuts the tokens of one sentence into chunks, by closed-class words, word forms and known mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Compare, Degree, Verb
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, corrected, lexicon, verb_forms
from defeasible.reasoner.grammar.sizes.measures import read_comparison, read_length
from defeasible.reasoner.grammar.sizes.morphology import Form, noun_lemma
from defeasible.reasoner.grammar.sizes.objects import ObjectTable
from defeasible.reasoner.grammar.sizes.tokens import Token

MOST_NOUNS = 4
"""Words of a noun phrase before its head is taken to be reached."""
MOST_ADVERBS = 6
"""Adverbs and negations stepped over in a row when looking ahead."""
_AUXILIARY = w.BE | w.HAVE | w.DO | w.MODALS
_FINITE: frozenset[Form] = frozenset({"s", "past"})


class Chunker:
    """Reads one sentence from left to right; each word is looked at a bounded number of times."""

    def __init__(
        self, tokens: Sequence[Token], mentions: Mapping[int, tuple[int, int]], table: ObjectTable
    ) -> None:
        self._tokens = tokens
        self._low = [t.low for t in tokens]
        self._mentions = mentions
        self._table = table
        self._after = {t.end: i + 1 for i, t in enumerate(tokens)}
        self._stop = 0
        self._chunks: list[Chunk] = []
        self._verb_seen = False

    def run(self, start: int, stop: int) -> list[Chunk]:
        """Return the chunks of tokens `start` to `stop`."""
        self._chunks = []
        self._verb_seen = False
        self._stop = stop
        i = start
        while i < stop:
            i = self._next(i)
        return self._chunks

    # -- one chunk ---------------------------------------------------------------------------------

    def _next(self, i: int) -> int:
        word = self._at(i)
        if i in self._mentions:
            return self._noun(i)
        if word == "," or (
            not self._tokens[i].is_word and not word[:1].isdigit() and word not in _AUXILIARY | {"n't"}
        ):
            return self._add(Chunk("comma", *self._place(i, i + 1))) if word in ",()-–—" else i + 1
        compared = read_comparison(self._low, i, self._stop)
        if compared is not None:
            return self._add(Chunk("compare", *self._place(i, compared[0]), compare=compared[1]))
        measured = read_length(self._low, i, self._stop)
        if measured is not None and self._at(measured[0]) not in w.DETERMINERS:
            return self._add(Chunk("measure", *self._place(i, measured[0]), length=measured[1]))
        for step in (self._small, self._degree, self._group, self._phrase):
            after = step(i)
            if after > i:
                return after
        if self._particle(i):
            return self._add(Chunk("particle", *self._place(i, i + 1), word=word))
        if self._adverb(i):
            return i + 1
        return self._noun(i)

    def _small(self, i: int) -> int:
        """Read a conjunction, a relative pronoun, `there`."""
        word, last = self._at(i), self._last()
        place = self._place(i, i + 1)
        following = self._at(self._skip(i + 1))
        if word == "there" and (following in _AUXILIARY or not w.RAISING.isdisjoint(verb_forms(following))):
            return self._add(Chunk("there", *place))
        if word in w.HYPOTHETICAL:
            return self._add(Chunk("hypothetical", *place, word=word))
        if word in w.CONJUNCTIONS:
            return self._add(Chunk("join", *place, word=word))
        if word in {"whose", "which", "who", "whom"}:
            return self._add(Chunk("relative", *place, word=word))
        if word == "that" and last in {"noun", "verb", "adjective", "comma"}:
            follows = self._at(i + 1)
            if last == "noun" or follows in w.DETERMINERS | w.PRONOUNS or i + 1 in self._mentions:
                return self._add(Chunk("relative", *place, word=word))
        if word == "where" and last == "noun":
            return self._add(Chunk("relative", *place, word=word))
        as_what = word == "as" and last == "verb" and self._at(i + 1) in w.ARTICLES
        if (
            word in w.SUBORDINATORS
            and not as_what
            and self._at(i + 1) not in {"of", "that"} | w.BIG | w.SMALL | w.ADJECTIVES
        ):
            return self._add(Chunk("subordinate", *place, word=word))
        if word in w.NEGATIONS and last != "verb" and not self._group_ahead(i):
            return self._add(Chunk("negation", *place, word=word))
        return i

    def _degree(self, i: int) -> int:
        """Read an adjective of size after `be`, or any adjective there: `too wide`, `small enough`."""
        j, too, so = i, False, False
        while self._at(j) in w.DEGREE and j < i + MOST_ADVERBS:
            too = too or self._at(j) == "too"
            so = so or self._at(j) == "so"
            j += 1
        word = self._at(j)
        if not word or j in self._mentions or self._last() not in {"verb", "noun", "adjective", "join"}:
            return i
        size: Literal[1, 0, -1] = 1 if word in w.BIG else -1 if word in w.SMALL else 0
        enough = self._at(j + 1) == "enough"
        after_be = self._last() == "verb" and self._after_be()
        if word in w.UNABLE | w.ABLE and after_be and self._at(j + 1) == "to":
            able = word in w.ABLE
            degree = Degree(0, unable=not able, able=able)
            return self._add(Chunk("adjective", *self._place(i, j + 1), word=word, degree=degree))
        if not (too or enough or (so and size) or (after_be and (size or word in w.ADJECTIVES))):
            return i
        if self._at(j + 1) and not (enough or self._closed(j + 1) or j + 1 >= self._stop) and not after_be:
            return i
        end = j + 2 if enough else j + 1
        return self._add(
            Chunk("adjective", *self._place(i, end), word=word, degree=Degree(size, too, enough))
        )

    def _phrase(self, i: int) -> int:
        """Read a preposition, or an adjective with its preposition."""
        for phrase_words, phrase in lexicon().phrases.get(self._at(i), ()):
            end = i + len(phrase_words)
            if end <= self._stop and tuple(self._low[i:end]) == phrase_words:
                if self._is_particle(i, end, phrase):
                    return i
                return self._add(Chunk("phrase", *self._place(i, end), word=phrase.words, phrase=phrase))
        return i

    def _is_particle(self, i: int, end: int, phrase: Phrase) -> bool:
        """Whether a word that may be a preposition has nothing behind it that it could govern."""
        if phrase.adjective or end - i > 1:
            return False
        if self._at(i) in w.PARTICLES:
            return True
        if end >= self._stop or self._opens_noun(end):
            return end >= self._stop
        behind = self._phrase_at(end)
        return self._low[end] in w.CONJUNCTIONS or self._low[end] == "," or (
            behind is not None and not behind.adjective and not behind.place
        )  # fmt: skip

    def _particle(self, i: int) -> bool:
        word = self._at(i)
        return word in w.PARTICLES or any(words == (word,) for words, _ in lexicon().phrases.get(word, ()))

    # -- verb groups -------------------------------------------------------------------------------

    def _group_ahead(self, i: int) -> bool:
        j = self._skip(i)
        return self._at(j) in _AUXILIARY or bool(verb_forms(self._at(j)))

    def _group(self, i: int) -> int:  # noqa: C901, PLR0912 - one pass over one closed grammar
        """Read a verb group; return `i` when none begins here."""
        j, capacity, negated, infinitive, be, have, aux = i, False, False, False, False, False, False
        if self._at(i) == "to":
            k = self._skip(i + 1)
            forms = self._kinds(k)
            if k in self._mentions or not ("base" in forms or self._at(k) in {"be", "have", "do", "get"}):
                return i
            if self._at(k) not in _AUXILIARY and self._at(k + 1) in {"", "and"} and not self._verb_seen:
                return i
            infinitive, j = True, k
        main, end, hedged = "", i + 1, False
        form: frozenset[Form] = frozenset()
        while j < self._stop:
            word = self._at(j)
            nxt = self._skip(j + 1)
            if j in self._mentions:
                break
            if word in w.NEGATIONS:
                negated = not negated
                capacity = capacity or word == "cannot"
                aux = aux or word == "cannot"
            elif word in w.MODALS:
                aux, capacity = True, capacity or word in w.CAPACITY
            elif word in w.DO and ("base" in self._kinds(nxt) or self._at(j + 1) in w.NEGATIONS):
                aux = capacity = True
            elif word in w.HAVE and self._has_participle(nxt):
                aux = have = True
            elif word in w.BE:
                if word == "'s" and self._possessive(j):
                    break
                aux = be = True
            elif (
                word in w.GET and not be and self._kinds(nxt) & {"part", "past"} and nxt not in self._mentions
            ):
                aux = be = True
            elif (
                self._adverb(j) and (aux or infinitive or negated or self._kinds(nxt)) and j + 1 < self._stop
            ):
                hedged = hedged or word in w.HEDGES
                if be and word not in w.DEGREE and not word.endswith("ly") and not self._kinds(nxt):
                    break
            else:
                main, form = self._main(j, be=be, have=have, aux=aux or infinitive)
                end = j + 1 if main else end
                break
            j += 1
            if not self._adverb(j - 1):
                end = j
        if not main and not be:
            return i
        passive = be and bool(main) and "ing" not in form
        if main == "" and be:
            verb = Verb(("be",), frozenset({"past"}), True, be=True, auxiliary=True, infinitive=infinitive,
                        negated=negated, capacity=capacity)  # fmt: skip
        else:
            verb = self._verb(main, form, passive, aux or be, infinitive, negated, capacity)
        verb = replace(verb, hedged=hedged)
        self._verb_seen = True
        return self._add(Chunk("verb", *self._place(i, end), verb=verb, word=main or "be"))

    def _verb(
        self,
        main: str,
        form: frozenset[Form],
        passive: bool,
        aux: bool,
        infinitive: bool,
        negated: bool,
        capacity: bool,
    ) -> Verb:
        known = verb_forms(main)
        correction = ""
        if not known:
            correction = corrected(main) or ""
            known = verb_forms(correction)
        fitting = [lemma for lemma, kinds in known.items() if not form or kinds & form]
        return Verb(
            tuple(fitting or known) or (main,),
            form,
            bool(known),
            correction,
            False,
            passive,
            aux,
            infinitive,
            negated,
            capacity,
        )

    def _main(self, j: int, *, be: bool, have: bool, aux: bool) -> tuple[str, frozenset[Form]]:
        """Return the main verb at `j` and what form it is, or "" when the word there is none."""
        word, kinds = self._at(j), self._kinds(j)
        if be:
            if kinds & {"part", "past", "ing"}:
                return word, kinds & {"part", "past", "ing"}
            if not kinds and not self._closed(j) and word not in w.ADJECTIVES and self._phrase_at(j) is None:
                if word.endswith("ing"):
                    return word, frozenset({"ing"})
                if word.endswith(("ed", "en")) or self._misspelt(word) & {"part", "past"}:
                    return word, frozenset({"part"})
            return "", frozenset()
        if have and kinds & {"part", "past"}:
            return word, frozenset({"part"})
        if aux:
            if "base" in kinds:
                return word, frozenset({"base"})
            if not self._closed(j) and word[:1].isalpha():
                return word, frozenset({"base"})
            return "", frozenset()
        return self._plain(j, word, kinds)

    def _plain(self, j: int, word: str, kinds: frozenset[Form]) -> tuple[str, frozenset[Form]]:  # noqa: C901, PLR0912
        """Judge a word without auxiliary by what stands before it."""
        last = self._last()
        nothing: tuple[str, frozenset[Form]] = ("", frozenset())
        if word in w.HAVE or word in w.DO:
            return (word, kinds or frozenset({"past"})) if last in {"noun", "relative"} else nothing
        if self._closed(j) or not word[:1].isalpha():
            return nothing
        phrase = self._phrase_at(j)
        if phrase is not None and not (kinds and last == "noun" and not phrase.adjective):
            return nothing
        if kinds:
            if last in {"noun", "relative"}:
                subject = self._chunks[-1]
                finite = kinds if subject.plural else kinds - {"base"}
                return word, finite or kinds
            if last in {"verb", "particle"}:
                if self._adverb(j):
                    return nothing
                return (
                    (word, kinds)
                    if "ing" in kinds or ("part" in kinds and self._phrase_at(j + 1))
                    else nothing
                )
            if last == "phrase":
                return (word, kinds) if "ing" in kinds and not self._closed(j + 1, nominal=True) else nothing
            if last in {"join", "comma", "subordinate"}:
                bare_noun = "past" not in kinds and "ing" not in kinds and not self._opens_noun(j + 1)
                return nothing if bare_noun and not self._phrase_at(j + 1) else (word, kinds)
            if last in {"measure", "adjective", "compare"}:
                return nothing
            starts = last in {"", "there", "hypothetical", "negation"}
            if starts and (
                ("base" in kinds and self._opens_noun(j + 1))
                or ("ing" in kinds and self._opens_noun(j + 1))
                or ("part" in kinds and self._phrase_at(j + 1) is not None)
            ):
                return word, kinds
            return nothing
        if last in {"noun", "relative"} and not self._adverb(j):
            return self._unknown(j, word)
        return nothing

    def _unknown(self, j: int, word: str) -> tuple[str, frozenset[Form]]:
        """Take an unknown word after a noun phrase for a verb when form or what follows says so."""
        following = self._opens_noun(j + 1) or self._phrase_at(j + 1) is not None
        if word.endswith("ed") and word not in w.ED_NOUNS:
            return word, frozenset({"past", "part"})
        if word.endswith("ing"):
            return word, frozenset({"ing"})
        if not self._verb_seen and (following or j + 1 >= self._stop):
            return word, frozenset({"s", "past"})
        if not self._verb_seen and self._at(j + 1) in w.PARTICLES:
            return word, frozenset({"s", "past"})
        return "", frozenset()

    def _has_participle(self, j: int) -> bool:
        word = self._at(j)
        if j in self._mentions or word in w.DETERMINERS:
            return False
        return word in {"been", "n't", "not"} or bool(self._kinds(j) & {"part"}) or (
            word.endswith("ed") and not self._closed(j)
        )  # fmt: skip

    # -- noun phrases ------------------------------------------------------------------------------

    def _noun(self, i: int) -> int:  # noqa: C901, PLR0912 - the one grammar of noun phrases
        """Read a noun phrase; a word that fits nowhere else is a bare noun."""
        start, j = i, i
        determiner, own = "", False
        extreme: Literal[1, 0, -1] = 0
        length: Fraction | None = None
        owner = -1
        nouns: list[str] = []
        number = -1
        seen = False
        plural_ok = False
        count = 1
        if self._at(i) in w.PRONOUNS and i not in self._mentions and not (
            self._at(i) in {"one", "her", "you", "mine"} and self._nominal(i + 1)
        ):  # fmt: skip
            place = self._place(i, i + 1)
            fresh = self._table.fresh(self._tokens[i].text, place)
            plural = self._at(i) in {"i", "you", "we", "they", "them", "us"}
            return self._add(
                Chunk("noun", *place, word=self._at(i), number=fresh, plural=plural, head=self._at(i))
            )
        while j < self._stop:
            word = self._at(j)
            if j in self._mentions:
                j, number = self._mentions[j][0], self._mentions[j][1]
                nouns = nouns or [noun_lemma(self._at(j - 1))]
                if self._possessive(j):
                    owner, number, nouns, seen = (
                        self._table.mention(number, self._place(start, j)),
                        -1,
                        [],
                        False,
                    )
                    start = j = j + 1
                    continue
                break
            if word in w.DETERMINERS and not seen and not nouns:
                if word == "no":
                    break
                determiner = determiner or word
                count = max(count, w.NUMBERS.get(word, 1))
                own = own or word in {"its", "his", "her", "their"}
                plural_ok = plural_ok or word in w.PLURAL_DETERMINERS
                j += 1
                continue
            measured = read_length(self._low, j, self._stop) if not seen else None
            if measured is not None:
                j, length = measured
                continue
            if seen and self._possessive(j):
                owner = self._table.named(
                    " ".join(nouns), self._text(start, j, determiner), self._place(start, j)
                )
                nouns, seen, number = [], False, -1
                start = j = j + 1
                continue
            if word == "-" and seen is False and nouns:
                j += 1
                continue
            if not word[:1].isalnum() or (self._closed(j) and not self._modifier(j, seen)):
                break
            if seen and self._ends_noun(j, nouns, determiner):
                break
            if word in w.EXTREME_BIG | w.EXTREME_SMALL and not seen:
                extreme = 1 if word in w.EXTREME_BIG else -1
            if not seen:
                seen = self._is_noun(j)
            if seen or word not in w.ADJECTIVES:
                nouns.append(noun_lemma(word))
            j += 1
            if len(nouns) >= MOST_NOUNS:
                break
        if j == start:
            return i + 1
        place = self._place(start, j)
        last_word = self._at(j - 1)
        head = noun_lemma(last_word)
        plural = head != last_word or (
            determiner in w.PLURAL_DETERMINERS - {"the", "my", "his", "her", "its"} and plural_ok
        )
        asked = number >= 0
        if asked:
            self._table.mention(number, place)
        else:
            text = self._text(start, j, determiner)
            key = " ".join(nouns) or head
            if determiner in w.DISTINCT or determiner in w.DEMONSTRATIVES and not nouns:
                number = self._table.fresh(text, place)
            else:
                number = self._table.named(key, text, place)
        return self._add(
            Chunk("noun", *place, number=number, owner=owner, bare=not determiner and not asked, plural=plural,
                  head=head, own=own, extreme=extreme, count=count, length=length)
        )  # fmt: skip

    def _is_noun(self, j: int) -> bool:
        """Whether a first word behind the article can be the head: not when it modifies what follows."""
        word, kinds = self._at(j), self._kinds(j)
        if not self._nominal(j + 1):
            return True
        if word in w.ADJECTIVES or word in w.ADVERBS or word.endswith("ly") or word in w.MORE:
            return False
        if kinds & {"ing", "part"}:
            following = self._kinds(j + 1)
            return (
                bool(following & _FINITE)
                and j + 1 not in self._mentions
                and self._at(j + 1) not in w.ADJECTIVES
            )
        return True

    def _ends_noun(self, j: int, nouns: list[str], determiner: str) -> bool:
        """Whether a word behind a noun begins the predicate rather than going on with a compound."""
        word, kinds = self._at(j), self._kinds(j)
        if self._adverb(j) or word in w.MORE or word in w.BIG or word in w.SMALL or word.isdigit():
            return True
        if kinds:
            if kinds & {"s", "past", "part", "ing"}:
                return True
            previous = self._at(j - 1)
            return noun_lemma(previous) != previous or determiner in w.PLURAL_DETERMINERS - {"the"} and (
                determiner not in w.POSSESSIVES | {"some", "any", "no"}
            )  # fmt: skip
        if word.endswith("ed") and len(word) > 4 and word not in w.ED_NOUNS:
            return True
        return determiner in w.ARTICLES and word.endswith("s") and not word.endswith(("ss", "us", "is"))

    def _modifier(self, j: int, seen: bool) -> bool:
        """Whether a closed-class word may stand inside a noun phrase: `a near miss`, `the inside pocket`."""
        return (
            not seen
            and self._last_is_determiner(j)
            and self._at(j) not in w.DETERMINERS | _AUXILIARY | w.RELATIVES
        )

    def _last_is_determiner(self, j: int) -> bool:
        return (
            j > 0
            and self._at(j - 1) in w.DETERMINERS
            and self._nominal(j + 1)
            and self._at(j) not in {"of", "to"}
        )

    # -- looking at words --------------------------------------------------------------------------

    def _at(self, i: int) -> str:
        return self._low[i] if i < self._stop else ""

    def _kinds(self, i: int) -> frozenset[Form]:
        forms = verb_forms(self._at(i)).values()
        return frozenset().union(*forms) if forms else frozenset()

    def _skip(self, i: int) -> int:
        """Step over adverbs and negations."""
        limit = min(i + MOST_ADVERBS, self._stop - 1)
        while i < limit and i not in self._mentions and (
            self._at(i) in w.NEGATIONS or (self._adverb(i) and self._at(i) not in w.ADJECTIVES)
        ):  # fmt: skip
            i += 1
        return i

    def _adverb(self, i: int) -> bool:
        word = self._at(i)
        if i in self._mentions:
            return False
        return word in w.ADVERBS or (word.endswith("ly") and len(word) > 4 and not verb_forms(word))

    def _closed(self, i: int, *, nominal: bool = False) -> bool:
        """Whether a word belongs to a closed class (or, with `nominal`, cannot open a noun phrase)."""
        word = self._at(i)
        if i in self._mentions:
            return False
        if nominal and (word in w.DETERMINERS or word in w.PRONOUNS):
            return False
        return (
            word in w.DETERMINERS or word in w.PRONOUNS or word in _AUXILIARY or word in w.CONJUNCTIONS
            or word in w.RELATIVES or word in w.NEGATIONS or word in w.SUBORDINATORS or word in w.HYPOTHETICAL
            or word in w.PARTICLES or word == "" or self._phrase_at(i) is not None
        )  # fmt: skip

    def _nominal(self, i: int) -> bool:
        """Whether a word could go on with a noun phrase."""
        if i in self._mentions:
            return True
        word = self._at(i)
        return word[:1].isalnum() and not self._closed(i) and not self._adverb(i)

    def _opens_noun(self, i: int) -> bool:
        word = self._at(i)
        return i in self._mentions or word in w.DETERMINERS or word in w.PRONOUNS

    def _phrase_at(self, i: int) -> Phrase | None:
        if i in self._mentions:
            return None
        for phrase_words, phrase in lexicon().phrases.get(self._at(i), ()):
            if tuple(self._low[i : i + len(phrase_words)]) == phrase_words:
                return phrase
        return None

    def _misspelt(self, word: str) -> frozenset[Form]:
        """What a misspelt verb may be; nothing for a word that is no near miss of one verb."""
        forms = verb_forms(corrected(word) or "").values()
        known = word in w.UNABLE or word in w.ABLE or word in w.ADJECTIVES or word in w.MORE
        return frozenset().union(*forms) if forms and not known else frozenset()

    def _possessive(self, i: int) -> bool:
        """Whether `'s` here marks an owner: a noun follows, no predicate."""
        if self._at(i) != "'s" or not self._nominal(i + 1):
            return False
        return i + 1 in self._mentions or not self._kinds(i + 1) & {"ing", "part"}

    def _after_be(self) -> bool:
        verb = self._chunks[-1].verb
        return verb is not None and (
            verb.be or bool({"become", "seem", "look", "get", "grow"} & set(verb.lemmas))
        )

    def _last(self) -> str:
        return self._chunks[-1].kind if self._chunks else ""

    def _place(self, start: int, end: int) -> tuple[int, int]:
        return self._tokens[start].start, self._tokens[end - 1].end

    def _text(self, start: int, end: int, determiner: str) -> str:
        if determiner:
            while start < end - 1 and self._at(start) in w.DETERMINERS:
                start += 1
        return " ".join(t.text for t in self._tokens[start:end])

    def _add(self, chunk: Chunk) -> int:
        self._chunks.append(chunk)
        return self._after[chunk.end]

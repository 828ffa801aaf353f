"""Yes-no questions that a small model misreads: they are parsed as the statements that they ask about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.parsed import HELPERS, SUBJECTS, Word
from defeasible.reasoner.english.seen import Row
from defeasible.reasoner.english.tokens import CONTRACTED
from defeasible.reasoner.english.verbs import is_base, is_participle, may_be_past

_DO = {"do": "VBP", "does": "VBZ", "did": "VBD"}
_BE = frozenset({"is", "are", "am", "was", "were"})
_HAVE = frozenset({"has", "have", "had"})
_FORMS = dict.fromkeys(_BE, ("VBN", "VBG")) | dict.fromkeys(_HAVE, ("VBN", "VBD"))
"""Forms of `be` and `have` to the tags of the verbs that they help; others help a base form."""
_HELPING = _DO.keys() | _FORMS.keys() | closed.MODALS.keys()
_SAID = frozenset({"acomp", "attr", "oprd", "prep", "advmod", "xcomp", "ccomp", "agent"})
"""Relations of what a form of `be` says of its subject."""
_AMID = frozenset({"neg", "advmod", "punct"})
"""Relations of what may stand between a subject and its verb: `Did Ann really leave?`"""
_SOME = frozenset({"both", "all", "each", "any", "some"})
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "mr.", "mrs.", "ms.", "dr.", "sir", "lady", "lord"})
_OWNING = frozenset({"my", "your", "our", "their", "her", "its", "'s"})
_LEADING = closed.ARTICLES | _OWNING
"""Words that are no subject alone."""
_OPEN = _LEADING | _SOME | _TITLES | {"every", "no", "of", "this", "that"}
"""Words in which no subject ends, if another follows that may be its noun."""
_WHEN = closed.WHEN | {"end", "start", "beginning"}
_THEN = frozenset({"now", "then", "afterwards", "afterward", "later", "before", "earlier", "still", "yet"})
_SHORTEST = 3
_LONGEST = 9
"""Words of the longest subject that is tried."""


def places(sentence: Sequence[Row]) -> Iterator[int]:
    """Yield where the subject of a yes-no question may end, if the parse is not one of a question.

    Args:
        sentence: The words with their parse.

    Yields:
        Numbers of words, from the shortest subject on.
    """
    if not _asks(sentence) or _reads(sentence, 0):
        return
    for end in range(2, min(len(sentence) - 1, _LONGEST + 2)):
        if sentence[end - 1][0].lower() not in _OPEN and sentence[end][0] not in {"'s", "of"}:
            yield end


def expects(words: Sequence[str]) -> str:
    """Return the helper of a question with `not` behind it, which is no negation; an empty string for others.

    `Isn't she ill?` asks what `is she ill?` does.

    Args:
        words: The words of a sentence.
    """
    if len(words) <= _SHORTEST or words[-1] != "?":
        return ""  # `wasn't hungry today.`
    first, denial = words[0].lower(), words[1].lower()
    helper = CONTRACTED.get(first, first) if CONTRACTED.get(denial, denial) == "not" else ""
    if helper not in _HELPING:
        return ""
    return helper.capitalize() if words[0].istitle() else helper


def settled(words: Sequence[Word]) -> bool:
    """Return whether a parse is one of a yes-no question."""
    if words[-1].text != "?":
        return False
    rows = [(word.text, word.tag, word.dep, word.lemma, word.head.n) for word in words]
    return _asks(rows) and _reads(rows, 0)


def stated(words: Sequence[str], end: int) -> list[str]:
    """Return a question as a statement, given where its subject ends: `owls will hunt at night`.

    Small models know few statements with a stressed `do`, so that `will` stands in for it.
    """
    helper, first = words[0].lower(), words[1][:1].upper() + words[1][1:]
    return [first, *words[2:end], "will" if helper in _DO else helper, *words[end:-1], "."]


def best(words: Sequence[str], tries: Mapping[int, Sequence[Row]]) -> list[Row] | None:
    """Return the parse of a question from those of its statements: of the first that has a subject and verb.

    Args:
        words: The question.
        tries: The parse of the statement, by where the subject of the question ends.
    """
    found = next((end - 1 for end, sentence in tries.items() if _reads(sentence, end - 1)), None)
    if found is None:
        return None
    sentence = tries[found + 1]
    order = [found, *range(found), *range(found + 1, len(sentence))]
    place = {old: new for new, old in enumerate(order)}
    out = []
    for word, (_, tag, dep, lemma, head) in zip(words, (sentence[old] for old in order), strict=True):
        common = tag[:3] == "NNP" and word.islower()  # `Owls`, where the question has `owls`
        tag = ("NNS" if word.endswith("s") else "NN") if common else tag  # noqa: PLW2901
        out.append((word, tag, dep, lemma, place[head]))
    if (tag := _DO.get(words[0].lower())) is not None:
        out[0] = (words[0], tag, "aux", "do", out[0][4])
    return out


def _asks(sentence: Sequence[Row]) -> bool:
    return sentence[-1][0] == "?" and sentence[0][0].lower() in _HELPING


def _reads(sentence: Sequence[Row], helper: int) -> bool:
    """Return whether all before the verb is its subject, and a verb follows, or what is said of the subject.

    Args:
        sentence: A question, or the statement that it asks about.
        helper: The place of the helping verb: 0 in a question.
    """
    word, _, dep, _, head = sentence[helper]
    verb = head if dep in HELPERS else helper
    below = [(n, row) for n, row in enumerate(sentence) if row[4] == verb != n]
    subjects = [n for n, row in below if row[2] in SUBJECTS]
    there = [n for n, row in below if row[2] == "expl"]
    if len(subjects) > 1 or not (subjects or there) or sentence[verb][2] != "ROOT":
        return False
    subject = (there or subjects)[0]
    if sentence[subject][0].lower() in _LEADING:
        return False  # `Is her left arm broken?`, with `her` as the subject
    joined = {row[4] for row in sentence if row[2] == "conj"}
    if any(row[2] == "cc" and row[4] not in joined for row in sentence):
        return False  # `Are Ann and Bob friends?`, with Bob as what Ann is
    if verb == helper:
        behind = [n for n, row in below if row[2] in _SAID and n > max(helper, subject)]
        nouns = {n for n in behind if sentence[n][1:3] == ("NN", "attr")}
        bare = bool(nouns.difference(row[4] for row in sentence[: max(behind, default=0)]))  # `is van older`
        after = sentence[helper + 1] if helper else ("",) * 3
        bare |= after[1] == "NN" and after[2] in {"nsubj", "npadvmod"}  # `the back is door locked`
        bare |= word.lower() in {"are", "were"} and sentence[subject][1] == "NN" and subject not in joined
        led = any(row[2] == "prep" and row[4] == subject for row in sentence)
        if any(sentence[n][1] == "VBG" and sentence[n][2] == "attr" for n in behind):
            return False  # `Is Timmy crying?`
        if sentence[subject][0].lower() in _TITLES and sentence[subject + 1][1] == "NNP":
            return False  # `Was Mr Dale asleep?`
        if sentence[subject][0].lower() in _SOME and any(_begins(sentence, subject + 1, n) for n in behind):
            return False  # `Are both cups broken?`, with `both` as the subject
        if led and all(_says_when(sentence, n) for n in behind):
            return False  # `Was the map in her bag at the end?`, with `the map in her bag` as the subject
        return bool(behind) and not bare and (not helper or _covers(sentence, {subject}, range(helper)))
    said, tag = sentence[verb][0].lower(), sentence[verb][1]
    forms = _FORMS.get(word.lower())
    known = said.endswith("ing") or is_participle(said) or may_be_past(said)
    form = tag in forms and known if forms else tag == "VB" and is_base(said)
    amid = {n for n, row in below if row[2] in _AMID}
    between = range(helper) if helper else range(1, verb)
    return form and _covers(sentence, {subject, *({} if helper else amid)}, between)


def _begins(sentence: Sequence[Row], first: int, noun: int) -> bool:
    """Return whether a noun or what depends on it stands at a place."""
    return sentence[noun][2] == "attr" and (first == noun or sentence[first][4] == noun)


def _says_when(sentence: Sequence[Row], n: int) -> bool:
    """Return whether a word opens no more than a time: `at the end`, `at five`, `now`."""
    word, _, dep, *_ = sentence[n]
    led = [row for row in sentence if row[2] == "pobj" and row[4] == n]
    timed = any(row[0].lower() in _WHEN or row[1] == "CD" for row in led)
    return word.lower() in _THEN if dep == "advmod" else dep == "prep" and timed


def _covers(sentence: Sequence[Row], heads: set[int], words: range) -> bool:
    """Return whether some words all depend on one of others, or are among them."""

    def under(n: int) -> bool:
        seen = {n}
        while n not in heads and (n := sentence[n][4]) not in seen:
            seen.add(n)
        return n in heads

    return all(under(n) for n in words)

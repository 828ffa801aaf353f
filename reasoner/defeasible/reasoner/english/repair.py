"""Repair of verbs that small models tag as nouns, by stand-ins; disambiguation of `'s`."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.connectives import borders_of, opens_condition
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.numbers import read_number
from defeasible.reasoner.english.parsed import NONE, SUBJECTS, Word, base_form
from defeasible.reasoner.english.people import GIVEN_NAMES, PERSONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import AWAITED, IRREGULAR, PAST_FORMS, bases, is_base, may_be_past

IS, HAS = "VBZ be", "VBZ have"
"""Suspicions in place of a tag: a possessive that is really `is` or `has`."""
_SURE = frozenset({"VBD", "VBN", "PRP"})
"""Tags that stand-ins must get for a suspicion to be confirmed."""
_STAND_INS = {"VBD": ("sat", "took"), "VBG": ("sitting", "taking")}
"""Unambiguous verbs, intransitive and transitive, which replace a suspect in a second parse."""
_WHOLE = {"NNP": "She", IS: "is", HAS: "has"}
_SHORTEST_PAST = 4
_AWAITED = frozenset(map(stem, AWAITED))
_BEHIND = frozenset({"NNP", "DT", "PRP", "PRP$"})
_LEADING = frozenset({"DT", "PRP$", "POS", "CD", "JJ", "JJS", "WDT"})
_NOMINATIVE = frozenset({"he", "she", "they", "we", "i"})
_NAMELIKE = frozenset({"JJ", "NN", "RB", "UH", "FW", "VB", "NNP"})
_OPENING = frozenset({"DT", "PRP", "PRP$", "NNP", "CD"})
_PLACED = closed.PARTICLES | {"home", "here", "there"}
_PERFECT = frozenset({"got", "been"})
"""Words before which `'s` is `has`."""
_BREAKS = frozenset({",", ";", ":"})


def stand_ins(words: list[Word], changed: dict[int, str]) -> list[str]:
    """Return the words with stand-ins for mistagged ones: a verb, or `She` for a name."""
    out = [word.text for word in words]
    for n, form in changed.items():
        behind = words[n].after
        takes = behind.tag in _OPENING | {"JJ"} or behind.is_noun
        out[n] = _WHOLE.get(form) or _STAND_INS["VBG" if form == "VBG" else "VBD"][takes]
    return out


def restore(words: list[Word], written: Sequence[str], changed: dict[int, str]) -> None:
    """Put the words as written, and their tags, in place of their stand-ins."""
    for word, text in zip(words, written, strict=True):
        word.text, word.low = text, text.lower()
        form = changed.get(word.n, "")
        if form and form not in {IS, HAS}:
            word.lemma = word.low if form == "NNP" else base_form(word.low)
        if form and word.tag in _SURE:
            word.tag = form


def suspects(words: list[Word]) -> dict[int, str]:
    """Return the numbers of words that must be verbs but are not tagged as such, with the tag of each."""
    name = _opening_name(words) or dict.fromkeys(_inner_names(words), "NNP")
    sure = name if any(words[n].tag == "MD" for n in name) else {}
    known = sure or _short_be(words) or _behind_what(words) or _neither(words) or _likes(words)
    known = known or _awaited(words) or _that_do(words)
    if known := known or _aged(words):
        return known
    found = name | {
        n: form
        for piece, wants in _segments(words)
        if wants and not any(word.is_finite for word in piece)
        for n, form in _candidate(piece)
    }
    return found or _beside_relative(words) or _lone(words)


def _neither(words: list[Word]) -> dict[int, str]:
    """Return the verbs of `Tom neither sings nor dances`, which the parser takes for plural nouns."""
    found = [word.after for word in words[:-1] if word.low in {"neither", "nor"}]
    verbs = all(word.tag == "NNS" and is_base(stem(word.low)) for word in found)
    led = found[1:] and found[0].n > 1 and found[0].before.low == "neither" and verbs
    return {word.n: "VBZ" for word in found} if led and found[0].root in {words[0], found[0]} else {}


def _awaited(words: list[Word]) -> dict[int, str]:
    """Return the verb of `until the bell rings`, which the parser takes for a plural."""
    led = (word for word in words[3:] if word.tag == "NNS" and word.dep in {"pobj", "advcl"})
    found = (
        word
        for word in led
        if stem(word.low) in _AWAITED and word.before.tag == "NN" and word.before.before.tag in {"DT", "PRP$"}
        if word.before.before.before.low in {"until", "till", "before", "after"}
    )
    return dict.fromkeys((word.n for word in found), "VBZ")


def _that_do(words: list[Word]) -> dict[int, str]:
    """Return the verb of `dogs that bark`, which the parser takes for a noun behind `that`."""
    that = next((word for word in words[1:-2] if word.low == "that" and word.tag == "DT"), NONE)
    verb = that.after
    kind = that.before
    many = kind.tag == "NNS" or (kind.tag[:3] == "NNP" and singular(kind.low) != kind.low and not kind.before)
    led = that and many and verb.tag in {"NN", "JJ"} and is_base(verb.low)
    return {verb.n: "VBP"} if led and verb.after.tag in {"VBP", "VB", "MD", "RB", "VBZ"} else {}


def _likes(words: list[Word]) -> dict[int, str]:
    """Return the verb of `Cats like milk, but dogs hate it`, which the parser takes for a preposition."""
    like = next((word for word in words[1:] if word.low == "like"), words[0])
    who, comma = like.before, next((word for word in words[like.n + 2 :] if word.text == ","), words[-1])
    led = who.tag in {"NNS", "NNPS"} and who.dep in SUBJECTS and like.tag == "IN" and like.head is who
    return {like.n: "VBP"} if led and comma.after.tag == "CC" else {}


def _aged(words: list[Word]) -> dict[int, str]:
    """Return the verb of `anyone over sixty rides free`, which the parser takes for what is counted."""
    for over in (word for word in words[1:-3] if word.low in {"over", "under"}):
        who, verb = over.before, over.after.after
        people = who.lemma in PERSONS or who.lemma == "people" or who.low == "those"
        people = people or who.low in closed.QUANTIFIERS
        if people and verb.is_noun and read_number(over.after.low) is not None:
            form = "VBP" if is_base(verb.low) else "VBZ" if is_base(stem(verb.low)) else ""
            return {verb.n: form} if form else {}
    return {}


def _behind_what(words: list[Word]) -> dict[int, str]:
    """Return the first verb of `what annoyed Ann was the noise`."""
    verb = words[0].after
    verb = verb.after if verb.tag == "RB" else verb
    past = words[0].low == "what" and verb.tag in {"JJ", "VBN"} and may_be_past(verb.low)
    return {verb.n: "VBD"} if past else {}


def _beside_relative(words: list[Word]) -> dict[int, str]:
    """Return the verb after a relative clause: `nobody who sings dances`, `whoever sings dances`."""
    root, finite = words[0].root, [word for word in words if word.is_finite]
    whoever = words[0].low == "whoever" and finite == [root]
    if not whoever and not (root.is_noun and [word.dep for word in finite] == ["relcl"]):
        return {}
    nouns = [word for word in reversed(words[finite[0].n + 1 :]) if word.tag in {"NN", "NNS"}]
    found = {word: form for word in nouns if (form := _form(word.text, "NN" if whoever else root.tag))}
    behind = [word for word in found if word.before.is_noun]  # `who runs the shop regrets it`
    for verb in (behind[-1:] or [*found])[:1]:
        while verb.before in found:
            verb = verb.before  # noqa: PLW2901 - `need` in `that are old need water`
        return {verb.n: found[verb]}
    return {}


def _lone(words: list[Word]) -> dict[int, str]:
    """Return the word that must be the verb of a sentence that has none."""
    if any(word.is_verb or word.tag == "MD" for word in words):
        return {}
    first, second = words[0], words[0].after
    if first.text.istitle() and first.tag == "JJ" and first.dep == "compound" and second.tag == "NNS":
        return {1: "VBZ"}  # `Cleo yodels`: an "adjective" in a compound is an unknown name
    if first.text.istitle() and second.tag == "NN" and _only_past(second):
        return {1: "VBD"}  # `Olga swam`
    for word in words[2:]:
        # `a fox frobs a hen`: an unknown verb
        nouns = word.before.before.tag == "DT" and word.before.tag == "NN" and word.is_noun
        if nouns and word.after.tag in {"DT", "PRP$"} and word.text.endswith(("s", "ed")):
            return {word.n: "VBZ" if word.text.endswith("s") else "VBD"}
    for word in words[2:]:
        # `a human bearing a chicken`, with no verb beside
        if word.low.endswith("ing") and is_base(stem(word.low)) and word.before.tag in {"JJ", "NN"}:
            return {word.n: "VBG"} if word.after.tag == "DT" else {}
    return {}


def _only_past(word: Word) -> bool:
    """Return whether a word has the form of a past tense, and not that of an infinitive."""
    return may_be_past(word.low) and not is_base(word.low)


def _opening_name(words: list[Word]) -> dict[int, str]:
    """Return the first word if it must be a name: `Susie loved donuts`, with `Susie` an adjective."""
    first, second = words[0], words[0].after
    if first.tag == "MD" and (second.tag == "VBZ" or _only_past(second)):
        return {0: "NNP"}  # `Will kicked the ball`: no modal stands before such a form
    name = first.text.istitle() and first.text.isalpha() and first.tag in _NAMELIKE
    apart = first.is_root or first.dep == "amod" or second.dep == "amod"
    verb = second.tag in {"VBD", "VBZ"} and (
        apart or (first.dep == "compound" and first.tag != "NNP")  # `Pia regrets that she left`
    )
    one = first.tag == "JJ" and second.tag == "NNS" and second.is_root and first.low in GIVEN_NAMES
    given = one and second.after.tag in {"DT", "PRP$"}  # `Lily paints the door`
    return {0: "NNP"} if name and (verb or given) else {}


def _inner_names(words: list[Word]) -> list[int]:
    """Return the places of `Will` in `knows that Will left`, `Ann and Will are`: no modal is written so."""
    inner = (word for word in words[1:] if word.text in {"Will", "May"} and word.before.text[-1].isalnum())
    return [word.n for word in inner if word.tag == "MD" or _only_past(word.after)]


def _short_be(words: list[Word]) -> dict[int, str]:
    """Return `'s` tagged as a possessive in `the bag's too big`, `Beth's taller`, `Ann's met Bob`."""
    found: dict[int, str] = {}
    owning = {word for word in words if word.low == "'s" and (word.tag == "POS" or word.dep == "case")}
    for piece, _ in _segments(words) if owning else ():
        lone = not any(word.is_finite for word in piece if word not in owning)
        for word in (word for word in piece[:-1] if word in owning):
            if form := _short_form(word, piece[-1], lone=lone):
                found[word.n] = form
                break
    return found


def _short_form(word: Word, last: Word, *, lone: bool) -> str:
    """Return whether `'s` is `is` or `has`, by what follows in its piece; empty for a possessive."""
    said = word.after
    while said.tag == "RB" and said < last and said.low not in _PLACED:
        said = said.after
    behind = said.after.tag if said < last else ""
    more = said.tag in {"JJR", "RBR"} and behind in {"IN", "RB"}
    known = {word.after.low, said.low} & closed.NO_POSSESSED
    one = said.tag == "CD" and said.after.text in {"of", "times"}  # `Ann's one of them`
    if said.low in _PERFECT:
        return HAS
    if (more or known or one) and word.after.after:
        return IS
    if lone and said.tag in {"VBN", "VBD"}:
        return HAS if behind in _OPENING else IS
    doing = said.tag == "VBG" or said.low.endswith("ing")
    like = said.tag in {"JJ", "JJR", "RBR"} or said.low in closed.RESULTS
    rest = (one for one in word.words[said.n + like : last.n + 1] if one.tag[:2] != "JJ")
    like = like and next(rest, NONE).tag not in {"NN", "NNS"}
    placed = (doing or said.low in _PLACED) and behind[:2] != "NN"
    return IS if lone and (like or placed) else ""


def _segments(words: list[Word]) -> list[tuple[list[Word], bool]]:
    """Cut at punctuation and connectives, and return for each piece whether it must have a finite verb."""
    out: list[tuple[list[Word], bool]] = []
    texts = words[0].rest
    start, opened, joined, borders = 0, opens_condition(texts), False, borders_of(texts)
    for word in (*words, NONE):
        border = word.n in borders or word.tag == "CC"
        if word and not border and word.text not in _BREAKS:
            continue
        end = word.n if word else len(words)
        if end > start:
            # `Ann leaves unless Bob stays`, `Max drives and Eve walks`, `if Kim sings, Bob dances`
            wants = joined or (not out and (opened or word.n in borders or _joins_clauses(word)))
            out.append((words[start:end], wants))
        # `A sings and B drives`, `If A sings, B drives`
        joined, start = border or opened, end + 1
    lone = not any(word.is_finite for word in words) and words[0].tag != "VB"
    opening = next(
        (one for one, _ in out if any(word.tag != "RB" for word in one)), []
    )  # `Usually, dogs bark`
    return [(piece, wants or (lone and piece is opening)) for piece, wants in out]


def _joins_clauses(word: Word) -> bool:
    """Return whether a coordinator, or the comma before it, joins clauses: `Max drives and Eve walks`."""
    comma = word.text == "," and word.after.tag == "CC"
    if not comma and word.tag != "CC":
        return False
    # `a cat leapt at a mouse and ate it`, `the phone rang, and he answered it`
    named = word.n == 2 or word.before.before.tag in {"NNP", "PRP"} or word.after.tag in {"VBD", "VBZ"}
    then = word.after.after if comma else word.after
    return named or (then.low in _NOMINATIVE and (comma or word.before.low in PAST_FORMS))


def _candidate(piece: list[Word]) -> list[tuple[int, str]]:
    """Return the last word of a piece that may be its verb: after a name, a pronoun or a singular noun."""
    first = piece[0]
    for word in reversed(piece[1:]):
        like = word.text == "like" and word.tag == "IN"
        # `the shops in this town close at six`, `the children in this class walk`
        behind = word.dep == "amod" and word.head < word
        odd = word.tag == "RB" and (word.root is word or behind)
        odd = odd or (word.tag == "VB" and word.dep == "pobj")
        if word.tag not in {"NN", "NNS", "NNP", "NNPS", "JJ", "VBN"} and not (like or odd):
            continue
        noun = word.before
        while first < noun and (noun.tag in {"RB", "RBR"} or noun.text in {"no", "longer"}):
            noun = noun.before  # `Nora no longer sings`
        before = noun.tag
        if before == "NNS" and first.low in closed.ONE_OF and first.after.low == "of":
            before = "NN"  # `none of the girls sings`
        many = before in {"FW", "NN", "JJ"} and noun.low.endswith("s") and singular(noun.low) != noun.low
        if many and noun.before.low in closed.QUANTIFIERS and is_base(word.low):
            before = "NNS"  # `no poodles bark`
        plural = before == "NNP" and not noun.before and noun.text.endswith("s")
        before = "NNS" if plural and stem(word.text) == word.text else before
        form = _form(word.text, before)
        if not form and _of_several(piece[: word.n - first.n], word):
            while word.before.text in bases(word.before.text) and word.before.before.is_noun:
                word = word.before  # noqa: PLW2901 - `the dogs in the village need water`
            return [(word.n, "VBP")]
        led = any(one.tag in _LEADING for one in piece[: word.n - first.n - 1])
        led = led or all(one.tag == "RB" for one in piece[: noun.n - first.n])  # `Only dogs bark`
        subject = before in {"NNP", "PRP"} or (before in {"NN", "NNS"} and led)
        subject = subject or (before == "JJ" and word.before.before.tag in {"DT", "POS", "PRP$"})
        subject = subject or (before == "POS" and form == "VBZ")  # `the dentist's opens at nine`
        if form and subject:
            return [(word.n, form)]
    if first.tag == "NN" and first.low in PAST_FORMS and _only_past(first) and first.after.tag in _BEHIND:
        return [(first.n, "VBD")]  # `and rang Frank`
    return []


def _of_several(before: list[Word], word: Word) -> bool:
    """Return whether a word may be the verb of a plural subject: `the dogs in the village sing`."""
    noun = next((one for one in before if one.is_noun), NONE)
    inner = any(one.tag == "IN" and noun < one for one in before) and word.before.tag in {"NN", "NNP"}
    return inner and noun.tag == "NNS" and word.text in bases(word.text)


def _form(word: str, before: str) -> str:
    """Return the tag of a word as a finite verb after a noun of a given tag; empty if it cannot be one."""
    low = word.lower()
    found = bases(low)
    if word[:1].isupper():
        return ""
    if not found:
        # `Tom zorbed the phone`: no noun after a name has this ending
        return "VBD" if low.endswith("ed") and len(low) > _SHORTEST_PAST and before in {"NNP", "PRP"} else ""
    plural = before in {"NNS", "NNPS"}
    if low in PAST_FORMS or any(low in IRREGULAR[base].past for base in found if base in IRREGULAR):
        return "VBP" if plural and low in found else "VBD"
    if low in found:
        return "VBP" if plural else ""
    if low.endswith("s") and not low.endswith("ss"):
        return "" if plural else "VBZ"
    return "VBD" if low.endswith("ed") else ""

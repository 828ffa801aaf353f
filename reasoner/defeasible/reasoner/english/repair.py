"""Repair of verbs that small models tag as nouns, by stand-ins; disambiguation of `'s`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.connectives import borders_of, opens_condition
from defeasible.reasoner.english.parsed import FINITE, HAS, IS, Parsed
from defeasible.reasoner.english.people import GIVEN_NAMES, NAMES_AND_WORDS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import IRREGULAR, PAST_FORMS, bases, is_base, may_be_past

_STAND_INS = {"VBD": ("sat", "took"), "VBG": ("sitting", "taking")}
"""Unambiguous verbs, intransitive and transitive, which replace a suspect in a second parse."""
_WHOLE = {"NNP": "She", IS: "is", HAS: "has"}
_SHORTEST_PAST = 4
_BEHIND = (["NNP"], ["DT"], ["PRP"], ["PRP$"])
_NOMINATIVE = frozenset({"he", "she", "they", "we", "i"})
_NAMELIKE = frozenset({"JJ", "NN", "RB", "UH", "FW", "VB", "NNP"})
_OPENING = frozenset({"DT", "PRP", "PRP$", "NNP", "CD"})
_PLACED = closed.PARTICLES | {"home", "here", "there"}
_PERFECT = frozenset({"got", "been"})
"""Words before which `'s` is `has`."""
_BREAKS = frozenset({",", ";", ":"})


def stand_ins(tree: Parsed, changed: dict[int, str]) -> list[str]:
    """Return the words with stand-ins for mistagged ones: a verb, or `She` for a name."""
    out = list(tree.words)
    for n, form in changed.items():
        behind = [*tree.tags[n + 1 :], ""][0]
        takes = behind in _OPENING | {"JJ"} or behind[:2] == "NN"
        out[n] = _WHOLE.get(form) or _STAND_INS["VBG" if form == "VBG" else "VBD"][takes]
    return out


def suspects(tree: Parsed) -> dict[int, str]:
    """Return words that must be verbs but are not tagged as such, with the tag of each."""
    name = _opening_name(tree) or dict.fromkeys(_inner_names(tree), "NNP")
    sure = name if "MD" in {tree.tags[n] for n in name} else {}
    if known := sure or _short_be(tree) or _behind_what(tree) or _neither(tree):
        return known
    found = name | {
        n: form
        for start, stop, wants in _segments(tree)
        if wants and not any(tag in FINITE for tag in tree.tags[start:stop])
        for n, form in _candidate(tree, start, stop)
    }
    return found or _beside_relative(tree) or _lone(tree)


def _neither(tree: Parsed) -> dict[int, str]:
    """Return the verbs of `Tom neither sings nor dances`, which the parser takes for plural nouns."""
    found = [n + 1 for n, low in enumerate(tree.lows[:-1]) if low in {"neither", "nor"}]
    verbs = all(tree.tags[n] == "NNS" and is_base(stem(tree.lows[n])) for n in found)
    led = found[1:] and found[0] > 1 and tree.lows[found[0] - 1] == "neither" and verbs
    return dict.fromkeys(found, "VBZ") if led and tree.root in {0, found[0]} else {}


def _behind_what(tree: Parsed) -> dict[int, str]:
    """Return the first verb of `what annoyed Ann was the noise`."""
    n = 2 if tree.tags[1:2] == ["RB"] else 1
    past = tree.lows[0] == "what" and tree.tags[n : n + 1] in (["JJ"], ["VBN"])
    return {n: "VBD"} if past and may_be_past(tree.lows[n]) else {}


def _beside_relative(tree: Parsed) -> dict[int, str]:
    """Return the verb after a relative clause: `nobody who sings dances`, `whoever sings dances`."""
    finite = [n for n, tag in enumerate(tree.tags) if tag in FINITE]
    whoever = tree.lows[0] == "whoever" and finite[:1] == [tree.root]
    relative = tree.tags[tree.root][:2] == "NN" and [tree.deps[n] for n in finite] == ["relcl"]
    if not (relative or whoever) or len(finite) != 1:
        return {}
    nouns = [n for n, tag in enumerate(tree.tags) if n > finite[0] and tag in {"NN", "NNS"}]
    forms = {n: _form(tree.words[n], "NN" if whoever else tree.tags[tree.root]) for n in reversed(nouns)}
    found = {n: form for n, form in forms.items() if form}
    behind = [n for n in found if tree.tags[n - 1][:2] == "NN"]  # `who runs the shop regrets it`
    for verb in (behind[-1:] or [*found])[:1]:
        while verb - 1 in found:
            verb -= 1  # noqa: PLW2901 - `need` in `that are old need water`
        return {verb: found[verb]}
    return {}


def _lone(tree: Parsed) -> dict[int, str]:
    """Return the word that must be the verb of a sentence that has none."""
    if not any(tag[:2] in {"VB", "MD"} for tag in tree.tags):
        if tree.tags[:2] == ["JJ", "NNS"] and tree.deps[0] == "compound" and tree.words[0].istitle():
            return {1: "VBZ"}  # `Cleo yodels`: an "adjective" in a compound is an unknown name
        past = tree.lows[1] if tree.tags[1:2] == ["NN"] and tree.words[0].istitle() else ""
        if past and may_be_past(past) > is_base(past):
            return {1: "VBD"}  # `Olga swam`
        for n in range(2, len(tree.words) - 1):
            # `a fox frobs a hen`: an unknown verb
            nouns = tree.tags[n - 2 : n] == ["DT", "NN"] and tree.tags[n][:2] == "NN"
            if nouns and tree.tags[n + 1] in {"DT", "PRP$"} and tree.words[n].endswith(("s", "ed")):
                return {n: "VBZ" if tree.words[n].endswith("s") else "VBD"}
        for n in range(2, len(tree.words)):
            # `a human bearing a chicken`, with no verb beside
            doing = tree.lows[n].endswith("ing") and is_base(stem(tree.lows[n]))
            if doing and tree.tags[n - 1] in {"JJ", "NN"}:
                return {n: "VBG"} if tree.tags[n + 1 : n + 2] == ["DT"] else {}
    return {}


def _opening_name(tree: Parsed) -> dict[int, str]:
    """Return the first word if it must be a name: `Susie loved donuts`, with `Susie` an adjective."""
    first, past = tree.words[0], tree.lows[1] if len(tree.lows) > 1 else ""
    if tree.tags[0] == "MD" and past and (tree.tags[1] == "VBZ" or may_be_past(past) > is_base(past)):
        return {0: "NNP"}  # `Will kicked the ball`: no modal stands before such a form
    name = first.istitle() and first.isalpha() and tree.tags[0] in _NAMELIKE
    apart = tree.heads[0] == 0 or tree.deps[1] == "amod"
    verb = tree.tags[1:2] in (["VBD"], ["VBZ"]) and (
        apart or (tree.deps[0] == "compound" and tree.tags[0] != "NNP")  # `Pia regrets that she left`
    )
    given = tree.lows[0] in GIVEN_NAMES - NAMES_AND_WORDS
    one = given and tree.tags[:2] == ["JJ", "NNS"] and tree.root == 1  # `Tess regrets that she left`
    one = one or (given and tree.tags[0] == "RB")  # `Molly forgot to call`
    return {0: "NNP"} if name and (verb or one) else {}


def _inner_names(tree: Parsed) -> list[int]:
    """Return the places of `Will` in `knows that Will left`: no modal stands before such a form."""
    past = zip(range(1, len(tree.lows)), tree.lows[2:], strict=False)
    return [n for n, low in past if tree.words[n] == "Will" and may_be_past(low) > is_base(low)]


def _short_be(tree: Parsed) -> dict[int, str]:
    """Return `'s` tagged as a possessive in `the bag's too big`, `Beth's taller`, `Ann's met Bob`."""
    found: dict[int, str] = {}
    own = (n for n, tag in enumerate(tree.tags) if tag == "POS" or tree.deps[n] == "case")
    owning = {n for n in own if tree.lows[n] == "'s"}
    for start, stop, _ in _segments(tree) if owning else ():
        places = [n for n in range(start, stop - 1) if n in owning]
        lone = not any(tag in FINITE for n, tag in enumerate(tree.tags[start:stop], start) if n not in places)
        forms = {n: form for n in places if (form := _short_form(tree, n, stop, lone=lone))}
        found.update(list(forms.items())[:1])
    return found


def _short_form(tree: Parsed, place: int, stop: int, *, lone: bool) -> str:
    """Return whether `'s` is `is` or `has`, by what follows; empty for a possessive."""
    after = place + 1
    while tree.tags[after] == "RB" and after + 1 < stop and tree.lows[after] not in _PLACED:
        after += 1
    tag, word = tree.tags[after], tree.lows[after]
    behind = tree.tags[after + 1] if after + 1 < stop else ""
    more = tag in {"JJR", "RBR"} and behind in {"IN", "RB"}
    known = {tree.lows[place + 1], word} & closed.NO_POSSESSED
    one = tag == "CD" and tree.words[after + 1 : after + 2] in (["of"], ["times"])  # `Ann's one of them`
    if word in _PERFECT:
        return HAS
    if (more or known or one) and place + 2 < len(tree.words):
        return IS
    if lone and tag in {"VBN", "VBD"}:
        return HAS if behind in _OPENING else IS
    doing = tag == "VBG" or word.endswith("ing")
    like = tag in {"JJ", "JJR", "RBR"} or word in closed.RESULTS
    noun = next((n for n in range(after + like, stop) if tree.tags[n][:2] != "JJ"), stop)
    like = like and tree.tags[noun : noun + 1] not in (["NN"], ["NNS"])
    placed = (doing or word in _PLACED) and behind[:2] != "NN"
    return IS if lone and (like or placed) else ""


def _segments(tree: Parsed) -> list[tuple[int, int, bool]]:
    """Cut at punctuation and connectives, and return for each piece whether it must have a finite verb."""
    out: list[tuple[int, int, bool]] = []
    start, opened, joined = 0, opens_condition(tree.words), False
    size, borders = len(tree.words), borders_of(tree.words)
    for n in range(size + 1):
        coordinator = n < size and tree.tags[n] == "CC"
        if n < size and tree.words[n] not in _BREAKS and not coordinator and n not in borders:
            continue
        if n > start:
            # `Ann leaves unless Bob stays`, `Max drives and Eve walks`
            # `a cat leapt at a mouse and ate it`
            name = n == 2 or tree.tags[n - 2 : n - 1] in (["NNP"], ["PRP"])
            name = name or tree.tags[n + 1 : n + 2] in (["VBD"], ["VBZ"])
            comma = n + 1 < size and tree.words[n] == "," and tree.tags[n + 1] == "CC"
            then = {*tree.lows[n + 1 + comma : n + 2 + comma]}  # `the phone rang, and he answered it`
            name = name or (bool(then & _NOMINATIVE) and (comma or tree.lows[n - 1] in PAST_FORMS))
            first = not out and (n in borders or ((coordinator or comma) and name))
            out.append((start, n, joined or first))
        # `A sings and B drives`, `If A sings, B drives`
        joined = coordinator or n in borders or (opened and n < size)
        start = n + 1
    lone = not any(tag in FINITE for tag in tree.tags) and not {"VB"} & set(tree.tags[:1])
    opening = next((a for a, b, _ in out if {*tree.tags[a:b]} - {"RB"}), 0)  # `Usually, dogs bark`
    return [(a, b, wants or (lone and a == opening)) for a, b, wants in out]


def _candidate(tree: Parsed, start: int, stop: int) -> list[tuple[int, str]]:
    """Return the last word of a piece that may be its verb: after a name, a pronoun or a singular noun."""
    for n in range(stop - 1, start, -1):
        like = tree.words[n] == "like" and tree.tags[n] == "IN"
        if tree.tags[n] not in {"NN", "NNS", "NNP", "NNPS", "JJ", "VBN"} and not like:
            continue
        noun = n - 1
        while noun > start and (tree.tags[noun] in {"RB", "RBR"} or tree.words[noun] == "no"):
            noun -= 1  # `Nora no longer sings`
        before = tree.tags[noun]
        if before == "NNS" and tree.lows[start] in closed.ONE_OF and tree.lows[start + 1] == "of":
            before = "NN"  # `none of the girls sings`
        plural = before == "NNP" and noun == 0 and tree.words[0].endswith("s")
        before = "NNS" if plural and stem(tree.words[n]) == tree.words[n] else before
        form = _form(tree.words[n], before)
        if not form and _of_several(tree, start, n):
            while tree.words[n - 1] in bases(tree.words[n - 1]) and tree.tags[n - 2][:2] == "NN":
                n -= 1  # noqa: PLW2901 - `the dogs in the village need water`
            return [(n, "VBP")]
        led = bool({"DT", "PRP$", "CD", "JJ", "JJS", "WDT"} & set(tree.tags[start : n - 1]))
        subject = before in {"NNP", "PRP"} or (before in {"NN", "NNS"} and (led or noun == start))
        subject = subject or (before == "JJ" and tree.tags[n - 2] in {"DT", "POS", "PRP$"})
        subject = subject or (before == "POS" and form == "VBZ")  # `the dentist's opens at nine`
        if form and subject:
            return [(n, form)]
    low, behind = tree.lows[start], tree.tags[start + 1 : start + 2]
    if tree.tags[start] == "NN" and low in PAST_FORMS and not is_base(low) and behind in _BEHIND:
        return [(start, "VBD")]  # `and rang Frank`
    return []


def _of_several(tree: Parsed, start: int, n: int) -> bool:
    """Return whether a word may be the verb of a plural subject: `the dogs in the village sing`."""
    nouns = [m for m in range(start, n) if tree.tags[m][:2] == "NN"]
    led = nouns and "IN" in tree.tags[nouns[0] : n] and tree.tags[n - 1] in {"NN", "NNP"}
    return bool(led) and tree.tags[nouns[0]] == "NNS" and tree.words[n] in bases(tree.words[n])


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

"""Forms of English verbs and nouns, also those that learners make: `hided`, `fleed`."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["base", "s", "ing", "past", "part"]

# lemma: past, participle; a second spelling after a slash
_IRREGULAR = """
arise arose arisen;awake awoke awoken;bear bore born/borne;beat beat beaten;become became become
befall befell befallen;beget begot begotten;begin began begun;bend bent bent;bet bet bet
bid bade/bid bidden/bid;bind bound bound;bite bit bitten;bleed bled bled;blow blew blown
break broke broken;breed bred bred;bring brought brought;broadcast broadcast broadcast;build built built
burn burnt burnt;burst burst burst;buy bought bought;cast cast cast;catch caught caught
choose chose chosen;cleave cleft/clove cleft/cloven;cling clung clung;clothe clad clad;come came come
cost cost cost;creep crept crept;cut cut cut;deal dealt dealt;dig dug dug;dive dove/dived dived
do did done;draw drew drawn;dream dreamt dreamt;drink drank drunk;drive drove driven;dwell dwelt dwelt
eat ate eaten;fall fell fallen;feed fed fed;feel felt felt;fight fought fought;find found found
fit fit fit;flee fled fled;fling flung flung;fly flew flown;forbid forbade forbidden
foresee foresaw foreseen;forget forgot forgotten;forsake forsook forsaken;freeze froze frozen
get got gotten/got;give gave given;go went gone;grind ground ground;grow grew grown;hang hung hung
have had had;hear heard heard;hide hid hidden;hit hit hit;hold held held;keep kept kept;kneel knelt knelt
knit knit knit;know knew known;lade laded laden;lay laid laid;lead led led;lean leant leant
leap leapt leapt;learn learnt learnt;leave left left;lend lent lent;let let let;lie lay lain
light lit lit;lose lost lost;make made made;mean meant meant;meet met met;mislay mislaid mislaid
mow mowed mown;outgrow outgrew outgrown;overflow overflowed overflown;overcome overcame overcome
overrun overran overrun;overhang overhung overhung;oversee oversaw overseen;overfly overflew overflown
overgrow overgrew overgrown;overspread overspread overspread;pay paid paid;prove proved proven
put put put;quit quit quit;read read read;rebuild rebuilt rebuilt;rend rent rent;rid rid rid
ride rode ridden;ring rang rung;rise rose risen;run ran run;saw sawed sawn;say said said;see saw seen
seek sought sought;sell sold sold;send sent sent;set set set;sew sewed sewn;shake shook shaken
shear sheared shorn;shed shed shed;shine shone shone;shoe shod shod;shoot shot shot;show showed shown
shrink shrank/shrunk shrunk;shut shut shut;sing sang sung;sink sank/sunk sunk/sunken;sit sat sat
slay slew slain;sleep slept slept;slide slid slid;sling slung slung;slink slunk slunk;slit slit slit
smell smelt smelt;sow sowed sown;speak spoke spoken;speed sped sped;spend spent spent;spill spilt spilt
spin spun spun;spit spat spat;split split split;spread spread spread;spring sprang/sprung sprung
stand stood stood;steal stole stolen;stick stuck stuck;sting stung stung;stink stank stunk
strew strewed strewn;stride strode stridden;strike struck struck/stricken;string strung strung
strive strove striven;swear swore sworn;sweep swept swept;swell swelled swollen;swim swam swum
swing swung swung;take took taken;teach taught taught;tear tore torn;tell told told;think thought thought
throw threw thrown;thrust thrust thrust;tread trod trodden;understand understood understood
undergo underwent undergone;undo undid undone;upset upset upset;wake woke woken;wear wore worn
weave wove woven;wed wed wed;weep wept wept;wet wet wet;win won won;wind wound wound
withdraw withdrew withdrawn;wring wrung wrung;write wrote written;wreathe wreathed wreathed
hew hewed hewn;stave stove stove;swathe swathed swathed;be was been;bestride bestrode bestridden
lunge lunged lunged;outdo outdid outdone;partake partook partaken;inset inset inset
typeset typeset typeset;beset beset beset
"""
IRREGULAR: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    lemma: (tuple(past.split("/")), tuple(part.split("/")))
    for line in _IRREGULAR.strip().splitlines()
    for lemma, past, part in (entry.split() for entry in line.split(";"))
}

_NOUNS = {
    "mice": "mouse", "men": "man", "women": "woman", "children": "child", "feet": "foot", "teeth": "tooth",
    "geese": "goose", "oxen": "ox", "knives": "knife", "leaves": "leaf", "wolves": "wolf",
    "shelves": "shelf", "loaves": "loaf", "halves": "half", "calves": "calf", "scarves": "scarf",
    "hooves": "hoof", "thieves": "thief", "lives": "life", "wives": "wife", "selves": "self", "dice": "die",
    "lice": "louse", "people": "person", "cacti": "cactus", "dwarves": "dwarf", "elves": "elf",
    "firemen": "fireman", "buses": "bus",
}  # fmt: skip
_VOWELS = frozenset("aeiou")
_SHORTEST = 2
"""Letters of a verb too short to double one."""


def inflect(lemma: str) -> dict[str, set[Form]]:
    """Return every correct written form of a verb, with what it may be."""
    forms: dict[str, set[Form]] = {lemma: {"base"}}

    def add(word: str, *kinds: Form) -> None:
        forms.setdefault(word, set()).update(kinds)

    past, part = IRREGULAR.get(lemma, ((), ()))
    for stem in _stems(lemma):
        add(_joined(stem, "ing"), "ing")
        if not past:
            add(_joined(stem, "ed"), "past", "part")
    if len(lemma) > _SHORTEST and lemma.endswith("y") and lemma[-2] not in _VOWELS:
        add(lemma[:-1] + "ies", "s")
    else:
        add(lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"), "s")
    for word in past:
        add(word, "past")
    for word in part:
        add(word, "part")
    if lemma == "have":
        add("has", "s")
    return forms


def learner_forms(lemma: str) -> dict[str, set[Form]]:
    """Return forms that are wrong but made: regular pasts of irregular verbs, letters not doubled."""
    forms: dict[str, set[Form]] = {}
    for stem in {lemma, *_stems(lemma)}:
        forms.setdefault(_joined(stem, "ed"), set()).update(("past", "part"))
        forms.setdefault(_joined(stem, "ing"), set()).add("ing")
        for ending in ("ed", "ing"):
            forms.setdefault(stem + ending, set()).update(("past", "part") if ending == "ed" else ("ing",))
    return forms


def _joined(stem: str, ending: str) -> str:
    """Join a stem and `ed` or `ing` with the changes of spelling between them."""
    if ending == "ing" and stem.endswith("ie"):
        return stem[:-2] + "ying"
    if ending == "ed" and stem.endswith("e"):
        return stem + "d"
    if stem.endswith("e") and not stem.endswith(("ee", "oe", "ye")):
        return stem[:-1] + ending
    if ending == "ed" and len(stem) > _SHORTEST and stem.endswith("y") and stem[-2] not in _VOWELS:
        return stem[:-1] + "ied"
    return stem + ending


def _stems(lemma: str) -> set[str]:
    """Return the stems before `ed` and `ing`: `stop` doubles its letter, `travel` may, `visit` does not."""
    if lemma.endswith("ic"):
        return {lemma + "k"}
    short = (
        len(lemma) > _SHORTEST
        and lemma[-1] not in _VOWELS | frozenset("wxyhc")
        and lemma[-2] in _VOWELS
        and (lemma[-3] not in _VOWELS or lemma[-3:-1] in {"ui", "ua"})
    )
    if not short:
        return {lemma}
    vowels = sum(a in _VOWELS and b not in _VOWELS for a, b in pairwise(lemma))
    return {lemma + lemma[-1]} if vowels == 1 else {lemma, lemma + lemma[-1]}


@lru_cache(maxsize=4096)
def noun_lemma(word: str) -> str:
    """Return the singular of a noun, as far as spelling tells."""
    if word in _NOUNS:
        return _NOUNS[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("shoes", "toes", "canoes", "axes", "foes", "hoes", "aches")):
        return word[:-1]
    if word.endswith(("ches", "shes", "xes", "sses", "zzes", "oes")):
        return word[:-2]
    return word[:-1]


def edits(word: str) -> set[str]:
    """Return all strings one edit away: a letter left out, put in, replaced, or two swapped."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    out = {a + b[1:] for a, b in splits if b}
    out |= {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    out |= {a + c + b[1:] for a, b in splits if b for c in letters}
    out |= {a + c + b for a, b in splits for c in letters}
    return out


def distance(a: str, b: str, limit: int) -> int:
    """Return the edit distance of two words with swaps of neighbours, or `limit + 1` when it is greater."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    older: list[int] = []
    old: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, old, row = old, row, [i]
        for j, y in enumerate(b, 1):
            best = min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, older[j - 2] + 1)
            row.append(best)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)

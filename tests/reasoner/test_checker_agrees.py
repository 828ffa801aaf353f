"""What the checker works out by its own code is what the deciders do: laws, times, sizes of nouns, roles.

Where the two differ, an honest proof would be refused.
"""

from random import Random

from defeasible.reasoner.checker.enabling import role_evidence, stem
from defeasible.reasoner.checker.law_book import law_book, slug
from defeasible.reasoner.checker.times import apart, later, minutes_in, time_of
from defeasible.reasoner.checker.typical import size_evidence, typical
from defeasible.reasoner.checker.words import plain
from defeasible.reasoner.commonsense import EnablingRoles, TypicalSizes
from defeasible.reasoner.commonsense.nouns import lexicon, typical_size
from defeasible.reasoner.english.stems import light_stem
from defeasible.reasoner.english.verbs import BASE_FORMS
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.evidence import RoleClaim, SizeClaim
from defeasible.reasoner.forms import METRE, AtomDecl, Conditional, Premises, SizeContext, SizeObject
from defeasible.reasoner.forms import times as tables
from defeasible.reasoner.forms.dialogue import plain_words
from defeasible.reasoner.laws import fluents, library
from defeasible.reasoner.logic import And, Atom, FormulaNode, Not

CLOCKS = [
    "8", "8:30", "12 pm", "12:05 a.m.", "0", "13", "13 am", "24 pm", "24", "25", "8:75",
    "eight", "eight o'clock", "twelve", "7 p.m", "八点", "八点半", "两点一刻", "十二点三刻", "二十点",
    "二十三时", "8点15分", "八点二十分", "十点五十", "点", "二十四点", "一十点", "9点99分", "九点三十五分",
]  # fmt: skip
SPANS = [
    "2小时", "两个半小时", "半小时", "half an hour", "half a day", "for 3 days", "a week",
    "an hour and a half", "十五分钟", "二十一天", "一百天", "twenty minutes", "半年", "1 minutes",
    "三十天半", "十十天", "for half a year", "一十天", "两两天", "零天",
]  # fmt: skip


def test_times_and_durations() -> None:
    random = Random(21)
    pieces = [
        *tables.BEFORE,
        *tables.AFTER,
        *tables.DAYS,
        *tables.PARTS,
        *tables.YEARS,
        *CLOCKS,
        "in the ",
        "的",
    ]
    texts = [
        "".join(random.choice(pieces) + random.choice(["", " "]) for _ in range(random.randint(1, 4)))
        for _ in range(8000)
    ]
    texts += [*CLOCKS, *SPANS, *(s[:n] + s[n + 1 :] for s in SPANS for n in range(len(s)))]
    read = []
    for text in texts:
        assert plain(text) == plain_words(text)
        assert minutes_in(text) == tables.read_minutes(text)
        one, mine = tables.read_moment(text), time_of(text)
        assert (one is None) == (mine is None), text
        if one is not None and mine is not None:
            assert (one.year, one.day, one.spans, one.minute) == (*mine, mine.minute), text
            read.append((one, mine))
    for _ in range(4000):
        (one, mine), (other, yours) = random.choice(read), random.choice(read)
        assert apart(mine, yours) is not one.meets(other)
        assert later(mine, yours) is one.surely_after(other)


def test_laws_and_the_words_for_states() -> None:
    shipped, book = library(), law_book()
    assert [law.id for law in shipped.laws] == [law.id for law in book.laws]
    for law, mine in zip(shipped.laws, book.laws, strict=True):
        assert (law.reason, law.verbs, law.moods, law.negated, law.where) == (
            mine.reason,
            mine.verbs,
            mine.moods,
            mine.negated,
            mine.where,
        )
        parts = [(part, t.attribute, t.subject, t.other, t.value, t.positive) for part, t in law.parts]
        assert parts == [(part, *term) for part, term in mine.parts]
        assert [(t.attribute, t.subject, t.other, t.value, t.positive) for t in law.states] == list(
            mine.states
        )
        assert mine.weight in (None, law.weight)
    assert shipped.rivals == book.rivals
    assert shipped.inverses == book.inverses
    words = {word for pair in shipped.synonyms for word in pair} | {
        "Déjà vu",
        "kind person",
        "a_b  c",
        "?",
        "人",
    }
    attributes = [*shipped.attributes, *{attribute for attribute, _ in shipped.synonyms}, "is_a", "Is A"]
    for word in sorted(words):
        assert slug(word) == fluents.slug(word)
        for attribute in attributes:
            fluent, affirmed = shipped.canonical(attribute, "p1", "p2", word)
            mine_fluent, mine_affirmed = book.canonical(attribute, "p1", "p2", word)
            assert (tuple(fluent), affirmed) == (tuple(mine_fluent), mine_affirmed)
            assert fluent.at("3.2") == mine_fluent.at("3.2")


def noun_phrase(random: Random) -> str:
    noun = random.choice(sorted(lexicon()))
    if random.random() < 0.2:
        noun += "s"
    if random.random() < 0.2:
        at = random.randrange(len(noun))
        noun = noun[:at] + random.choice("abcxyz") + noun[at + random.choice([0, 1]) :]
    elif random.random() < 0.1:
        at = random.randrange(len(noun))
        noun = noun[:at] + noun[at : at + 2][::-1] + noun[at + 2 :]
    before = [
        "toy", "huge", "the", "a piece of", "half of the", "my", "a bottle of", "slices of", "wooden",
        "of",
    ]  # fmt: skip
    while random.random() < 0.4:
        noun = f"{random.choice(before)} {noun}"
    return noun.upper() if random.random() < 0.1 else noun


SHORT = ("fish", "milk", "car", "dog", "egg", "cat")


def test_sizes_of_nouns() -> None:
    random = Random(22)
    for phrase in (
        *(noun_phrase(random) for _ in range(1500)),
        "half of the",
        "the",
        "",
        "piece of",
        "of of of",
        # Words that no table has, of two that it has.
        *(first + second for first in SHORT for second in ("bowl", "bottle", "tank", "wheel", "door", "box")),
    ):
        size, mine = typical_size(phrase), typical(phrase)
        assert (size and (size.noun, size.metres, size.spread, size.bulk)) == mine
    for _ in range(400):
        objects = tuple(SizeObject(f"o{n}", noun_phrase(random)) for n in range(1, random.randint(3, 6)))
        first, second = random.sample([*(o.id for o in objects), METRE], 2)
        found = size_evidence(objects, (first, second))
        for item in TypicalSizes()(SizeContext((), objects, (), (first, second))):
            assert isinstance(item.claim, SizeClaim)
            c = item.claim.comparison
            weight, reason = found.pop((c.left, c.right))
            assert (abs(weight - item.weight) < 1e-9, reason) == (True, item.reason)
        assert not found


def test_roles_of_conditions() -> None:
    random = Random(23)
    rows = read_toml("defeasible.reasoner.commonsense", "roles.toml")["cue"]
    words = sorted({*BASE_FORMS, *(word for row in rows for word in row["words"].split())})
    small = [
        "the", "a", "an", "she", "he", "John", "Ann", "has", "have", "had", "to", "needs", "must",
        "is", "are", "was", "been", "can", "and", "not", "every", "all", "slowly", "friendly", "early",
        "suddenly", "another", "this", "some", "no", "one", "nobody", "essay", "library", "3", "oven",
        "of", "in", "with",
    ]  # fmt: skip
    for word in words:
        for ending in ("", "s", "ed", "ing", "ly", "ment", "'s", "ies", "ingly"):
            assert stem(word.capitalize() + ending) == light_stem(word.capitalize() + ending)

    def clause() -> str:
        count = random.randint(0, 12)
        return " ".join(random.choice(random.choice([small, words])).replace("_", " ") for _ in range(count))

    for by_length in (False, True):
        source = EnablingRoles(use_length=by_length)
        for _ in range(700):
            firsts: list[FormulaNode] = [Atom("a"), Not(Atom("a"))]
            seconds: list[FormulaNode] = [Atom("b"), And((Atom("b"), Not(Atom("a"))))]
            first, second = random.choice(firsts), random.choice(seconds)
            then = Atom("c")
            form = Premises(
                (),
                tuple(AtomDecl(name, clause()) for name in "abc"),
                (Conditional("c1", first, then), Conditional("c2", second, then)),
            )
            one, other = form.statements
            assert isinstance(one, Conditional)
            assert isinstance(other, Conditional)
            said = [
                (e.source, (e.claim.role, e.weight))
                for e in source(form, one, other)
                if isinstance(e.claim, RoleClaim)
            ]
            mine = role_evidence(first, second, then, form.glosses())[by_length]
            assert dict(said) == mine
            assert len(said) == len(mine)

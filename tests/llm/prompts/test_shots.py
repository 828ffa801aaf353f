"""Examples before a question: which ones, and never the question itself."""

import math
from collections import Counter

import pytest

from defeasible.llm.prompts import Fields, Fixed, NearestShots, Pool, RandomShots, Shots, load
from defeasible.llm.prompts.similar import TfIdf, terms
from defeasible.reasoner.errors import UsageError

TEXTS = [
    "the cat sat on the mat",
    "a dog barked at the cat",
    "rain fell on the roof",
    "the dog slept",
    "the dog slept",
    "sun on the mat",
    "猫坐在垫子上",
    "今天下雨了",
]
EXAMPLES = tuple(
    {"id": f"e{n}", "text": text, "document": f"d{n // 2}", "label": "yes" if n % 3 else "no", "answer": "x"}
    for n, text in enumerate(TEXTS)
)
POOL = Pool(EXAMPLES)
WAYS: list[Shots] = [Fixed(POOL), RandomShots(POOL, 7), NearestShots(POOL, ("text",))]
NAMES = ["fixed", "random", "nearest"]
ITEM: Fields = {"id": "q", "text": "the dog sat on the cat", "document": "d9"}


def numbers(found: tuple[Fields, ...]) -> list[int]:
    return [EXAMPLES.index(dict(one)) for one in found]


def naive(first: str, second: str) -> float:
    """The cosine, over all words of the pool."""
    texts = [terms(text) for text in TEXTS]
    weight = {
        term: 1 + math.log((1 + len(texts)) / (1 + sum(term in other for other in texts)))
        for text in texts
        for term in text
    }
    a, b = ([Counter(terms(text))[term] * weight[term] for term in weight] for text in (first, second))
    return sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))


@pytest.mark.parametrize("text", ["the dog sat on the cat", "下雨的猫", "a roof over the unknown"])
def test_similarity_is_the_cosine(text: str) -> None:
    assert TfIdf(TEXTS).similarities(text) == pytest.approx([naive(text, other) for other in TEXTS])


def test_nothing_in_common() -> None:
    assert TfIdf(TEXTS).similarities("xyzzy") == [0.0] * len(TEXTS)
    assert TfIdf(TEXTS).similarities("") == [0.0] * len(TEXTS)
    assert TfIdf([]).similarities("x") == []


def test_terms() -> None:
    assert terms("Ａ cat's 下雨了, 2 x") == ["a", "cat", "s", "下", "雨", "了", "下雨", "雨了", "2", "x"]


def test_the_nearest_stand_next_to_the_question() -> None:
    way = NearestShots(POOL, ("text",))
    order = sorted(range(len(TEXTS)), key=lambda n: (-round(naive(str(ITEM["text"]), TEXTS[n]), 9), n))
    assert numbers(way.choose(ITEM, 3)) == order[:3][::-1]
    assert [one.number for one in way.neighbours(ITEM)] == order


def test_ties_are_named_and_settled_by_the_order_of_the_pool() -> None:
    found = NearestShots(POOL, ("text",)).neighbours({"id": "q", "text": "dog slept"})
    assert [(one.number, one.tied) for one in found[:3]] == [(3, True), (4, True), (1, False)]
    assert found[0].similarity == found[1].similarity > found[2].similarity


@pytest.mark.parametrize("way", WAYS, ids=NAMES)
@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_as_many_as_asked_for_and_the_same_again(way: Shots, count: int) -> None:
    first = way.choose(ITEM, count)
    assert len(first) == len(set(numbers(first))) == count
    assert way.choose(dict(reversed(list(ITEM.items()))), count) == first


@pytest.mark.parametrize("way", WAYS, ids=NAMES)
def test_never_the_question_itself(way: Shots) -> None:
    same_id = {"id": "e0", "text": "other words"}
    assert 0 not in numbers(way.choose(same_id, 7))
    same_words = {"id": "q", "text": "the dog slept", "document": "d1", "label": "no"}
    assert 3 not in numbers(way.choose(same_words, 7))
    asked = {"text": "the dog slept"}
    assert not {3, 4} & set(numbers(way.choose(asked, 6)))
    with pytest.raises(UsageError, match="cannot choose 7 examples from 6"):
        way.choose(asked, 7)
    with pytest.raises(UsageError, match="cannot choose -1 examples"):
        way.choose(asked, -1)


def test_none_of_the_same_document() -> None:
    pool = Pool(EXAMPLES, group="document")
    for way in (Fixed(pool), RandomShots(pool), NearestShots(pool)):
        assert set(numbers(way.choose({**ITEM, "document": "d1"}, 6))) == {0, 1, 4, 5, 6, 7}
        with pytest.raises(UsageError, match="the question has no `document`"):
            way.choose({"text": "x"}, 1)


def test_answers_in_equal_shares() -> None:
    pool = Pool(EXAMPLES, balance="label")
    for way in (Fixed(pool), RandomShots(pool, 3), NearestShots(pool)):
        for count in (2, 3, 4, 6):
            shares = Counter(str(one["label"]) for one in way.choose(ITEM, count))
            assert abs(shares["yes"] - shares["no"]) <= 1
        assert Counter(str(one["label"]) for one in way.choose(ITEM, 8)) == {"yes": 5, "no": 3}


def test_random_ones_depend_on_the_question_and_the_seed_alone() -> None:
    items: list[Fields] = [{"text": f"question {n}"} for n in range(200)]
    drawn = [numbers(RandomShots(POOL, 1).choose(item, 2)) for item in items]
    assert drawn == [numbers(RandomShots(POOL, 1).choose(item, 2)) for item in items]
    assert drawn != [numbers(RandomShots(POOL, 2).choose(item, 2)) for item in items]
    share = Counter(n for two in drawn for n in two)
    assert len(share) == len(TEXTS)
    assert min(share.values()) > 25  # 50 each are expected


def test_versions_tell_choices_apart() -> None:
    other = Pool(EXAMPLES[1:])
    known = [way.version for way in WAYS]
    known += [Fixed(other).version, RandomShots(POOL, 8).version, NearestShots(POOL).version]
    known += [Fixed(Pool(EXAMPLES, balance="label")).version]
    assert len(set(known)) == len(known)
    assert Fixed(Pool(tuple(dict(one) for one in EXAMPLES))).version == WAYS[0].version


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        (({"text": "x"},), "example 1 of 1 has no `answer`"),
        ((EXAMPLES[0], {"text": "x", "answer": "y"}), "example 2 of 2 has no `document`"),
    ],
)
def test_what_a_pool_lacks_is_named(pool: tuple[Fields, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Pool(pool, group="document")


def test_a_value_of_another_kind_is_named() -> None:
    with pytest.raises(UsageError, match="only texts, numbers and lists"):
        RandomShots(POOL).choose({"text": {1, 2}}, 1)


@pytest.mark.parametrize("shots", [0, 1, 3, 4])
def test_shots_in_chinese(shots: int) -> None:
    prompt = load("corecode/cause", "direct")
    way = NearestShots(Pool(prompt.examples), ("dialogue", "question"))
    turns = prompt.render(prompt.examples[0], way.choose(prompt.examples[0], shots))
    assert len(turns) == 2 * shots + 1
    assert str(prompt.examples[0]["answer"]) not in [getattr(turn, "text", "") for turn in turns]

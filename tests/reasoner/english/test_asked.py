"""Yes-no questions have the clauses of the statements that they ask about."""

import pytest

from defeasible.reasoner.english.analysis import shared
from defeasible.reasoner.english.asked import stated

QUESTIONS = [
    ("Do owls hunt at night?", "hunt", "owls"),
    ("Is the white van older than the blue one?", "be", "van"),
    ("Was Piotr's sister mowing the lawn?", "mow", "sister"),
    ("Does the dog like the new vet?", "like", "dog"),
    ("Did the new striker score in the final?", "score", "striker"),
    ("Is my parrot able to say a word?", "be", "parrot"),
    ("Was the boat race called off?", "call", "race"),
    ("Can Ann's twin swim?", "swim", "twin"),
    ("Is the cat in the kitchen?", "be", "cat"),
    ("Were Ann and Bob married in May?", "marry", "Ann"),
    ("Are Ann and Bob friends?", "be", "Ann"),
    ("Are Ann and Bob a couple?", "be", "Ann"),
    ("Was every window closed?", "close", "window"),
    ("Does anyone at the clinic speak Polish?", "speak", "anyone"),
    ("Does the shop deliver this Saturday?", "deliver", "shop"),
    ("Hasn't the old bridge collapsed?", "collapse", "bridge"),
    ("Was the map in her bag at the end?", "be", "map"),
    ("Is the back door locked?", "lock", "door"),
    ("Are the back doors locked?", "lock", "doors"),
    ("Is her left arm broken?", "break", "arm"),
    ("Is the spare room free?", "be", "room"),
    ("Is Timmy crying?", "cry", "Timmy"),
    ("Are the shutters shut?", "shut", "shutters"),
    ("Was the key on the hook now?", "be", "key"),
    ("Are both cups broken?", "break", "cups"),
    ("Are all the windows shut?", "shut", "windows"),
    ("Was Mr Dale asleep?", "be", "Dale"),
]


@pytest.mark.parametrize(("text", "verb", "subject"), QUESTIONS)
def test_a_question_has_one_clause_with_its_verb_and_subject(text: str, verb: str, subject: str) -> None:
    first = shared().analyse(text).clauses[0]
    assert first.lemma == verb
    assert first.subject is not None
    assert first.subject.head.text == subject
    assert first.mood == "question"


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Isn't the bag on the bus?", False),
        ("Didn't Ann leave?", False),
        ("Can't Tom swim?", False),
        ("Is the bag not on the bus?", True),
        ("Did Ann not leave?", True),
        ("Don't leave the bag.", True),
        ("Wasn't the best of days.", True),
        ("Ann didn't leave.", True),
    ],
)
def test_a_question_that_expects_an_answer_denies_nothing(text: str, denied: bool) -> None:
    assert shared().analyse(text).clauses[0].denied is denied


def test_each_word_of_a_question_keeps_its_place() -> None:
    text = "Was Piotr's sister mowing the lawn?"
    tokens = shared().analyse(text).tokens
    assert [text[t.start : t.end] for t in tokens] == [
        "Was",
        "Piotr",
        "'s",
        "sister",
        "mowing",
        "the",
        "lawn",
        "?",
    ]
    assert [t.text for t in tokens if t.dep == "ROOT"] == ["mowing"]


def test_a_question_is_stated_with_its_helping_verb_behind_the_subject() -> None:
    assert stated(["Is", "the", "van", "old", "?"], 3) == ["The", "van", "is", "old", "."]
    assert stated(["Do", "owls", "hunt", "?"], 2) == ["Owls", "will", "hunt", "."]

import pytest

from defeasible.reasoner.english.inflection import inflect, learner_forms, past_tense, third_person
from defeasible.reasoner.english.verbs import is_gerund, is_participle


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("study", "studies studied"),
        ("play", "plays played"),
        ("be", "is was"),
        ("have", "has had"),
        ("go", "goes went"),
        ("stop", "stops stopped"),
        ("visit", "visits visited"),
        ("admit", "admits admitted"),
        ("panic", "panics panicked"),
        ("equip", "equips equipped"),
        ("dive", "dives dived"),
        ("lie", "lies lied"),
    ],
)
def test_the_form_to_write(base: str, forms: str) -> None:
    assert f"{third_person(base)} {past_tense(base)}" == forms


def test_all_correct_forms_are_known_with_what_they_are() -> None:
    assert inflect("hide") == {
        "hide": {"base"},
        "hides": {"s"},
        "hiding": {"ing"},
        "hid": {"past"},
        "hidden": {"part"},
    }
    assert inflect("travel").keys() >= {"traveled", "travelled", "traveling", "travelling"}
    assert inflect("be").keys() == {"be", "is", "was", "been", "being"}


@pytest.mark.parametrize(("base", "form"), [("hide", "hided"), ("flee", "fleed"), ("stop", "stoped")])
def test_what_learners_write_is_kept_apart(base: str, form: str) -> None:
    assert form in learner_forms(base)
    assert form not in inflect(base)


def test_words_that_only_look_inflected_are_not() -> None:
    assert [word for word in ("morning", "king", "eating") if is_gerund(word)] == ["eating"]
    participles = [word for word in ("hundred", "ground", "wet", "taken", "asked") if is_participle(word)]
    assert participles == ["taken", "asked"]

import pytest

from defeasible.reasoner.grammar.morphology import past_tense, stem, third_person
from defeasible.reasoner.grammar.verbs import BASE_FORMS


@pytest.mark.parametrize(
    "forms",
    [
        "study studies studied studying",
        "hide hides hid hidden hiding",
        "plan plans planned planning",
        "hope hopes hoped hoping",
        "hop hops hopped hopping",
        "fill fills filled filling",
        "watch watches watched watching",
        "go goes went gone going",
        "zorke zorkes zorked zorking",
        "child children",
        "box boxes",
        "house houses",
    ],
)
def test_inflected_forms_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["hop hope", "increase decrease", "horse house", "this thi", "news new"])
def test_different_words_do_not(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


@pytest.mark.parametrize("base", sorted(BASE_FORMS))
def test_what_a_verb_is_inflected_to_leads_back(base: str) -> None:
    assert stem(third_person(base)) == base
    if base != "grind":  # `ground` is rather the noun
        assert stem(past_tense(base)) == base

import pytest

from defeasible.reasoner.english.inflection import inflect
from defeasible.reasoner.english.stems import light_stem, stem
from defeasible.reasoner.english.verbs import BASE_FORMS

OTHER_WORDS = {"dive dove", "found found", "grind ground", "lie lay", "fulfil fulfilled", "fulfil fulfilling"}
"""Base form and a form of it that is more often a form of another word."""


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
        "ski skis skied skiing",
        "panic panicked panicking",
        "wolf wolves",
        "house houses",
    ],
)
def test_inflected_forms_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["hop hope", "increase decrease", "horse house", "this thi", "news new"])
def test_different_words_do_not(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


def test_what_a_verb_is_inflected_to_leads_back() -> None:
    astray = {f"{base} {form}" for base in BASE_FORMS for form in inflect(base) if stem(form) != base}
    assert astray == OTHER_WORDS


@pytest.mark.parametrize(
    "forms", ["studies studied studying", "writes wrote written writing", "quick quickly", "pay paid payment"]
)
def test_a_light_stem_is_shared_by_what_is_derived_too(forms: str) -> None:
    assert len({light_stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["care car", "write writ", "hop hope", "sing sign"])
def test_a_light_stem_keeps_short_words_apart(pair: str) -> None:
    one, other = pair.split()
    assert light_stem(one) != light_stem(other)

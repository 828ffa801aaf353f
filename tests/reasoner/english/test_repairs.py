"""Sentences whose parse by the small pipeline needs a repair: the main verb and its subject."""

import pytest

from defeasible.reasoner.english.analysis import English


@pytest.mark.parametrize(
    ("text", "subject", "verb"),
    [
        ("None of the girls sing.", "None", "sing"),
        ("None of the girls sings.", "None", "sing"),
        ("Max and Ida sing.", "Max", "sing"),
        ("Dan and Eve dance.", "Dan", "dance"),
        ("He had it mended.", "He", "have"),
        ("She has it cleaned every week.", "She", "have"),
        ("The dogs in the village need water.", "dogs", "need"),
        ("Hens lay eggs.", "Hens", "lay"),
        ("The cleaner unlocked it and walked in.", "cleaner", "unlock"),
        ("At six the cleaner unlocked it.", "cleaner", "unlock"),
        ("The jar, the cup and the pot stood in a row.", "jar", "stand"),
    ],
)
def test_the_main_verb_and_its_subject(text: str, subject: str, verb: str) -> None:
    main = next(clause for clause in English().analyse(text).clauses if clause.parent is None)
    assert main.subject is not None
    assert (main.subject.head.text, main.lemma) == (subject, verb)


def test_a_day_behind_a_counted_noun_is_a_time() -> None:
    (clause,) = English().analyse("He rang for the third time this week.").clauses
    assert [time.head.text for time in clause.times] == ["week"]


@pytest.mark.parametrize(
    ("text", "subject", "adjective"),
    [
        ("The bowl was tiny, the spoon huge.", "spoon", "huge"),
        ("The door was open, the window shut.", "window", "shut"),
        ("The house is big and the garden gate green.", "gate", "green"),
        ("The dog is big and the wolf even bigger.", "wolf", "bigger"),
        ("One jug is large, the other small.", "other", "small"),
    ],
)
def test_an_adjective_without_a_verb_is_a_clause(text: str, subject: str, adjective: str) -> None:
    _, clause = English().analyse(text).clauses
    assert clause.subject is not None
    assert clause.adjective is not None
    assert (clause.lemma, clause.subject.head.text, clause.adjective.text) == ("be", subject, adjective)


def test_what_is_in_it_is_the_nearer_noun() -> None:
    (clause,) = English().analyse("The bag with the apple in it is full.").clauses
    assert clause.subject is not None
    (held,) = clause.subject.obliques
    assert held.phrase is not None
    assert [inner.preposition for inner in held.phrase.obliques] == ["in"]


def test_the_subject_of_what_is_known_is_no_object() -> None:
    known, was = English().analyse("I never realised the goose was bigger than the turkey.").clauses
    assert not known.objects
    assert was.subject is not None
    assert was.subject.head.text == "goose"


def test_a_second_place_belongs_to_what_is_there() -> None:
    (clause,) = English().analyse("The cat is in the box and the dog in the crate.").clauses
    assert [rest.head.text for rest in clause.remnants] == ["dog"]


def test_an_amount_is_compared() -> None:
    (clause,) = English().analyse("The attic has twice as much room as the cellar.").clauses
    ((compared,),) = [noun.comparisons for noun in clause.objects]
    assert compared.kind == "equal"
    assert compared.factor == 2
    assert compared.standard is not None
    assert compared.standard.head.text == "cellar"


@pytest.mark.parametrize(
    ("text", "thing", "particle"),
    [
        ("Ada left the hall light on.", "hall light", "on"),
        ("I left the bathroom light on.", "bathroom light", "on"),
        ("Jo switched the kitchen light off.", "kitchen light", "off"),
        ("He took his coat off.", "coat", "off"),
    ],
)
def test_a_particle_behind_the_object_belongs_to_the_verb(text: str, thing: str, particle: str) -> None:
    clause = English().analyse(text).clauses[0]
    (held,) = clause.objects
    nouns = (*(word.low for word in held.nouns), held.head.low)
    assert (" ".join(nouns), clause.particle) == (thing, particle)

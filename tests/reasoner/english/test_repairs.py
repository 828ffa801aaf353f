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

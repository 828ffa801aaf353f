"""Options of one question: a misplaced negation is read as denial, a different proposition is not."""

import pytest

from defeasible.reasoner import Reasoner, no_roles
from defeasible.reasoner.forms import Premises

PREMISES = ["If Ann trains daily, then not resting will hurt her knee", "Ann trains daily"]


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner(roles=no_roles)


def test_an_option_in_the_same_words_denies_the_other(reasoner: Reasoner) -> None:
    options = [
        "Resting will hurt her knee",
        "Not resting will not hurt her knee",
        "Resting may or may not hurt her knee",
    ]
    assert reasoner.answer(PREMISES, options).answer == options[0]
    form = reasoner.parser.premises(PREMISES, options)
    assert "an option in the same words was read as the denial of the other" in getattr(form, "notes", ())


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (["Not resting will hurt her knee", "Not resting will not hurt her knee", "It is unclear"], 0),
        (["Her coach will hurt her knee", "Not resting will not hurt her knee", "It is unclear"], 2),
        (["Resting will hurt her knee", "Not resting will not hurt her knee"], None),
        (
            ["Resting will help her knee", "Not resting will not hurt her knee", "She may or may not win"],
            None,
        ),
    ],
    ids=["as stated", "other words", "no open option", "other verb"],
)
def test_other_options_keep_their_own_meaning(
    reasoner: Reasoner, options: list[str], answer: int | None
) -> None:
    chosen = reasoner.answer(PREMISES, options).answer
    assert chosen == (None if answer is None else options[answer])


def test_an_open_option_in_other_words_is_about_what_the_others_assert(reasoner: Reasoner) -> None:
    options = ["Ann chooses to ask Eve.", "Ann does not choose to ask Eve.", "Ann may or may not ask Eve."]
    read = reasoner.parser.premises
    form = read(["If Ann chooses to ask Eve, then Ann wins.", "Ann wins."], options)
    assert isinstance(form, Premises)
    assert [(str(query.formula), query.open) for query in form.queries] == [
        ("a1", False), ("~a1", False), ("a1", True),
    ]  # fmt: skip
    assert "an option that leaves something open was read as about what the others assert" in form.notes
    known = read(["If Ann chooses to ask Eve, then Ann wins.", "Bob runs."], [*options[:2], "Bob may run."])
    assert isinstance(known, Premises)
    assert str(known.queries[2].formula) not in {"a1", "~a1"}  # that is spoken of elsewhere

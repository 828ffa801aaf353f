"""What English is read for belief: each row of the table in docs/reading-english.md is a test."""

import re
from pathlib import Path

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner, Verdict

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reading-english.md"
ROW = re.compile(
    r"^\| *(?P<name>[^|]+?) *\| *(?P<text>[^|]+?) *\| *(?P<asked>[^|]+?) *\| *(?P<verdict>\w+) *\|$"
)


def rows() -> list[tuple[str, str, str, str]]:
    """Rows of the tables: construction, text, question, verdict; sentences of a text are apart by ` / `."""
    found = [m.groups() for line in PAGE.read_text(encoding="utf-8").splitlines() if (m := ROW.match(line))]
    return [(a, b, c, d) for a, b, c, d in found if d in set(Verdict)]


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


def test_the_page_has_rows() -> None:
    assert len(rows()) >= 50


@pytest.mark.parametrize(("name", "text", "asked", "verdict"), rows())
def test_reads(reasoner: Reasoner, name: str, text: str, asked: str, verdict: str) -> None:
    decision = reasoner.entails(text.split(" / "), asked)
    assert decision.verdict == verdict, f"{name}: {decision}"
    assert not complaints(decision.trace)


WIDER = "Every dog barks. / Beagles do not bark. / Rex is a beagle."
"""A base does not know that beagles are dogs."""


@pytest.mark.parametrize(("name", "text", "asked", "verdict"), [row for row in rows() if row[1] != WIDER])
def test_told_one_by_one_nothing_against_it_is_said(
    reasoner: Reasoner, name: str, text: str, asked: str, verdict: str
) -> None:
    base = reasoner.base()
    for sentence in text.split(" / "):
        base.tell(sentence)
    found = base.ask(asked).verdict
    assert found == verdict or found not in {Verdict.ENTAILED, Verdict.REFUTED}, name


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (["Otters swim.", "Tilda is an otter."], "Tilda swims."),
        (["Several guests did not sing."], "Several guests did not sing."),
    ],
    ids=["a generic is a default", "a quantifier that is not analysed"],
)
def test_is_not_certain(reasoner: Reasoner, text: list[str], asked: str) -> None:
    decision = reasoner.entails(text, asked)
    assert decision.verdict is Verdict.ENTAILED
    assert 0 < decision.confidence < 1
    assert decision.reason


@pytest.mark.parametrize("joint", [" because", ", because", " although", " even though", " while", " since"])
def test_two_clauses_that_are_both_read_are_certain(reasoner: Reasoner, joint: str) -> None:
    for asked in ("Tilda left.", "Tom was ill."):
        decision = reasoner.entails([f"Tilda left{joint} Tom was ill."], asked)
        assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 1.0)


def test_an_exception_wins_over_a_generic(reasoner: Reasoner) -> None:
    text = ["Birds fly.", "Penguins are birds, but they do not fly.", "Pip is a penguin."]
    assert reasoner.entails(text, "Pip flies.").verdict is Verdict.REFUTED


def test_an_exception_is_one_that_a_pronoun_tells(reasoner: Reasoner) -> None:
    text = ["Cooks carry a knife.", "Tom is a cook, but he never carries a knife."]
    assert reasoner.entails(text, "Tom carries a knife.").verdict is Verdict.REFUTED


def test_of_things_that_nothing_is_said_of_nothing_follows(reasoner: Reasoner) -> None:
    text = ["Every robin sings.", "Pip is a robin.", "Tom is a cat."]
    assert reasoner.entails(text, "Tom sings.").verdict is Verdict.UNKNOWN


def test_reads_the_same_each_time() -> None:
    text = ["Every robin sings.", "Pip is a robin that lives here."]
    first, second = (Reasoner().entails(text, "Pip sings.").trace for _ in range(2))
    assert str(first) == str(second)

"""The model parser with several readings, with thoughts, with options, and under a reasoner."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from checking import complaints
from replies import (
    CAUSE,
    GOOD,
    LINES,
    OBJECTS,
    PEOPLE,
    PHRASES,
    RAIN,
    RAIN_ATOMS,
    TALE,
    TEXT,
    TURNS,
    VASE,
    WET,
    bound,
    comparison,
    parse,
)

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.parse import ModelParser, Parsed
from defeasible.llm.prompt import as_text
from defeasible.llm.scripted import Scripted
from defeasible.reasoner import Reasoner
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import no_roles
from defeasible.reasoner.forms import (
    Premises,
    Unparsed,
)
from defeasible.reasoner.verdict import Verdict

# --- Votes and thoughts --------------------------------------------------------------------------


def voted(seconds: Sequence[str | Failure], **options: Any) -> Parsed:
    """Parse with as many votes as there are second replies; first replies are all the same."""
    return parse([RAIN_ATOMS] * len(seconds) + list(seconds), votes=len(seconds), repairs=0, **options)[0]


def test_equivalent_readings_vote_together() -> None:
    parsed = voted([bound(fact="~a1"), bound(if_="~a2", then="~a1"), bound(), bound(fact="a1 & a1")])
    assert isinstance(parsed.form, Premises)
    assert parsed.share == 0.75
    assert str(parsed.form.statements[1].formula) in ("a1", "a1 & a1")
    assert parsed.form.notes == ("3 of 4 readings agree",)
    assert len(parsed.readings) == 4


def test_a_reading_that_contradicts_itself_has_no_vote() -> None:
    wrong = bound(fact="a1 & ~a1")
    parsed = voted([wrong, wrong, bound(), bound(fact="~a1")])
    assert isinstance(parsed.form, Premises)
    assert str(parsed.form.statements[1].formula) == "a1"
    assert (parsed.share, len(parsed.readings)) == (0.25, 2)
    only = voted([wrong, wrong])
    assert isinstance(only.form, Premises)
    assert (str(only.form.statements[1].formula), only.share) == ("a1 & ~a1", 1)


def test_readings_that_disagree_are_named() -> None:
    parsed = voted([bound(fact="~a1"), bound(), bound(fact="a2")])
    assert isinstance(parsed.form, Premises)
    assert parsed.share == pytest.approx(1 / 3)
    assert str(parsed.form.statements[1].formula) == "~a1"
    assert parsed.notes == (
        "1 of 3 readings agree",
        "3 different readings have as many votes; the earliest stands",
    )


def test_a_reading_that_asks_something_else_is_another() -> None:
    parsed = voted([bound(q1={"asks": "a2", "open": True}), bound(), bound()])
    assert parsed.share == pytest.approx(2 / 3)


def test_a_vote_without_a_form_agrees_with_none() -> None:
    parsed = voted([Failure("timeout", "late"), bound(), "nonsense", bound()])
    assert isinstance(parsed.form, Premises)
    assert (parsed.share, len(parsed.readings)) == (0.5, 2)
    assert sorted(f.kind for f in parsed.failures) == ["invalid", "timeout"]


def test_of_a_group_the_best_reading_stands() -> None:
    parsed = voted([bound(words="who knows"), bound()])
    assert isinstance(parsed.form, Premises)
    assert parsed.form.statements[1].span is not None
    assert parsed.share == 1


def test_votes_differ_in_seed_and_are_asked_for_together() -> None:
    class Batches(Scripted):
        sizes: list[int] = []  # noqa: RUF012 - of this class alone

        def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
            self.sizes.append(len(requests))
            return super().generate(requests)

    backend = Batches([RAIN_ATOMS] * 3 + [bound()] * 3)
    ModelParser(backend, votes=3, seed=5).parse(TEXT)
    assert backend.sizes == [3, 3]
    assert [r.seed for r in backend.requests] == [5, 6, 7] * 2
    assert {r.temperature for r in backend.requests} == {0.7}


def test_thoughts_are_shown_to_both_passes() -> None:
    parsed, backend = parse(["Rain is one atom.", *GOOD], thinking=True)
    assert isinstance(parsed.form, Premises)
    think, *passes = backend.requests
    assert think.spec is None
    assert all("Thoughts:\nRain is one atom." in as_text(request.prompt) for request in passes)
    parsed, _ = parse([Failure("unavailable", "gone")], thinking=True)
    assert isinstance(parsed.form, Unparsed)


def test_prompts_show_the_text_the_task_and_the_examples() -> None:
    _, backend = parse(GOOD)
    first, second = (request.prompt for request in backend.requests)
    assert [m.role for m in first if not isinstance(m, str)] == ["system", *["user", "assistant"] * 2, "user"]
    assert as_text(first).endswith(f"Texts:\ns1: {RAIN[0]}\ns2: {RAIN[1]}\nq1: {WET}")
    assert as_text(second).endswith("Declared:\na1: it rains\na2: the street gets wet")
    _, backend = parse(GOOD, examples=0)
    assert len(backend.requests[0].prompt) == 2


def test_a_dialogues_prompt_names_the_slots_that_could_hold() -> None:
    backend = Scripted([PHRASES, json.dumps({"t1": [], "t2": []})])
    ModelParser(backend).dialogue(TURNS)
    shown = as_text(backend.requests[1].prompt)
    assert "event_cause: " in shown
    assert "is_made_of: " not in shown.split("[user]")[0], "there is no thing in this dialogue"


# --- Use -----------------------------------------------------------------------------------------


def test_a_reasoner_reads_with_a_model() -> None:
    reasoner = Reasoner(parser=ModelParser(Scripted(GOOD)), roles=no_roles)
    decision = reasoner.entails(RAIN, WET)
    assert decision.verdict is Verdict.ENTAILED
    assert not complaints(decision.trace)


def test_a_reasoner_over_the_other_families() -> None:
    bigger = json.dumps({"comparisons": [comparison("o1", ">", "o2")]})
    size = Reasoner(parser=ModelParser(Scripted([OBJECTS, bigger]))).compare_size(
        VASE.told[0].text, "rose", "vase"
    )
    assert (size.verdict, size.answer) == (Verdict.ENTAILED, "rose")
    assert not complaints(size.trace)
    tale = Reasoner(parser=ModelParser(Scripted([PEOPLE, json.dumps(TALE)])))
    state = tale.infer_state(LINES, "Ben has a hat.")
    assert state.verdict is Verdict.REFUTED
    assert not complaints(state.trace)
    talk = Scripted([PHRASES, json.dumps({"t1": [CAUSE], "t2": []})])
    assert len(Reasoner(parser=ModelParser(talk)).dialogue(TURNS).facts.facts) == 1


def test_a_reasoner_says_why_a_model_could_not_read() -> None:
    reasoner = Reasoner(parser=ModelParser(Scripted([Failure("timeout", "late")])))
    decision = reasoner.entails(RAIN, WET)
    assert decision.verdict is Verdict.UNPARSED
    assert decision.reason == "the model gave no usable reply: timeout: late"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"votes": 0}, "votes must be between 1 and 64, got 0"),
        ({"repairs": -1}, "repairs must be between 0 and 16, got -1"),
        ({"max_tokens": 0}, "max_tokens must be between 1 and 1000000, got 0"),
        ({"examples": -1}, "examples must be between 0 and 1000000, got -1"),
        ({"temperature": 11.0}, "temperature must be between 0 and 10, got 11"),
        ({"timeout": 0.0}, "timeout must be a positive number, got 0.0"),
    ],
    ids=["votes", "repairs", "tokens", "examples", "temperature", "timeout"],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ModelParser(Scripted([]), **options)


def test_texts_that_are_none_are_refused() -> None:
    parser = ModelParser(Scripted([]))
    with pytest.raises(UsageError, match="expected a list of texts, got a string"):
        parser.premises("It rains.")
    with pytest.raises(FormError, match="half of a surrogate pair at character 3"):
        parser.story(["It \ud800"])
    assert replace(TEXT, family="story").asked == TEXT.asked

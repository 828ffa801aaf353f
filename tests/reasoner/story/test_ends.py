"""What ends: what is given back or spent, a job that is left, the place that a thing is taken from."""

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner, Verdict


@pytest.mark.parametrize(
    ("lines", "state"),
    [
        (["Ann borrowed a bike from Tom.", "She returned it."], "Ann has the bike."),
        (["Ann quit her job."], "Ann has a job."),
        (["Tom spent all his money."], "Tom has money."),
        (["Tom paid off his debt."], "Tom has debt."),
        (["Tom graduated."], "Tom is a student."),
        (["Ann put the cup on the table.", "Tom took the cup."], "The cup is on the table."),
    ],
)
def test_what_has_ended_is_so_no_more(lines: list[str], state: str) -> None:
    decision = Reasoner().infer_state(lines, state)
    assert decision.verdict is Verdict.REFUTED
    assert not complaints(decision.trace)
    earlier = Reasoner().infer_state([*lines[:-1], "Ben slept."], state)
    assert earlier.verdict is not Verdict.REFUTED


def test_moments_within_one_line_are_told_apart() -> None:
    shown = str(Reasoner().infer_state(["Ann quit her job."], "Ann has a job.").trace)
    assert "after part 1 of line 1" in shown
    assert "after part 2 of line 1" in shown

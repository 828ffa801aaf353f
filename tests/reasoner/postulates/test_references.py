"""Thousands of cases: claims hold for each operator's definition, and what ships follows its definition."""

import pytest
from reference_change import REFERENCES

from defeasible.reasoner.postulates import SUBJECTS, Family, verify
from defeasible.reasoner.postulates.cases import NAMES, draw
from defeasible.reasoner.postulates.space import Space
from defeasible.reasoner.postulates.trial import Trial

RARE = {"linear": set[str](), "maxsat": set[str](), "dalal": {"B÷6", "DP3", "DP4"}, "winslett": set[str]()}
"""What is not claimed, and violated by few cases or none."""


@pytest.mark.parametrize("name", REFERENCES)
def test_definitions_keep_what_is_claimed_and_break_the_rest(name: str) -> None:
    report = verify(REFERENCES[name], cases=1000, seed=11)
    assert report.ok, str(report)
    unclaimed = {line.postulate.id for line in report.lines if not line.claimed}
    violated = {line.postulate.id for line in report.lines if line.violated}
    assert unclaimed - RARE[name] <= violated <= unclaimed


@pytest.mark.parametrize("name", REFERENCES)
def test_what_ships_follows_its_definition(name: str) -> None:
    spaces = {n: Space(NAMES[:n]) for n in range(2, len(NAMES) + 1)}
    for case in draw(200, 12, spaces):
        ours, theirs = Trial(SUBJECTS[name], case), Trial(REFERENCES[name], case)
        assert ours.changed() == theirs.changed()
        assert ours.changed(case.phi) == theirs.changed(case.phi)
        assert ours.changed(case.psi, case.phi) == theirs.changed(case.psi, case.phi)
        if Family.BASE in SUBJECTS[name].families and ours.theory():
            assert ours.left(case.phi) == theirs.left(case.phi)
            first, second = ours.contracted(case.phi), theirs.contracted(case.phi)
            assert first.statements == second.statements

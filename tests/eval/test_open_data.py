"""The benchmarks themselves, on the open halves where a checkout has them: scores, coverage, proofs."""

from pathlib import Path

from defeasible.datasets import belief_r
from defeasible.eval.pipelines import Pipeline, build
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import Summary, summarise
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner import Reasoner
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import Conditional, Premises, Role


def measured(task: str, pipeline: Pipeline, data: Path, out: Path) -> Summary:
    """Run a task, verify every proof of it, and return its scores."""
    summary = summarise(execute(Plan(find(task), pipeline, out, data_dir=data)))
    assert verify(out).ok
    return summary


def with_true_roles(directory: Path) -> Pipeline:
    """Logic with the annotators' majority as the only evidence, which the check takes as given."""
    roles = {
        (item.premises[0], item.new): Role.REQUIREMENT if item.gold == "c" else Role.ALTERNATIVE
        for item in belief_r.load_queries(directory)
    }

    def oracle(form: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        role = roles[form.sources[0].text, form.sources[2].text]
        return (Evidence(RoleClaim(later.id, earlier.id, role), 9.0, "gold"),)

    return Pipeline("annotators", Reasoner(roles=oracle))


def test_belief_r_two_premises(open_data: Path, tmp_path: Path) -> None:
    summary = measured("belief-r/t", build("symbolic"), open_data, tmp_path / "t")
    assert (summary.metrics["acc_t"], summary.coverage) == (1.0, 1.0)


def test_belief_r_is_solved_when_the_role_is_known(open_data: Path, tmp_path: Path) -> None:
    summary = measured("belief-r/t1", with_true_roles(open_data / "belief_r"), open_data, tmp_path / "t1")
    assert (summary.metrics["breu"], summary.coverage) == (1.0, 1.0)


def test_belief_r_with_the_lexicon_beats_every_constant_policy(open_data: Path, tmp_path: Path) -> None:
    summary = measured("belief-r/t1", build("symbolic"), open_data, tmp_path / "t1")
    assert summary.coverage == 1.0
    breu = summary.metrics["breu"]
    assert isinstance(breu, float)
    assert breu > 0.58


def test_ccons_in_context(open_data: Path, tmp_path: Path) -> None:
    summary = measured("ccons/context", build("symbolic"), open_data, tmp_path / "c")
    assert summary.coverage >= 0.95
    for cell in ("ordinary", "counter", "ordinary_easy", "ordinary_hard", "counter_easy", "counter_hard"):
        value = summary.metrics[cell]
        assert isinstance(value, float)
        assert value >= 0.95, cell


def test_ccons_without_context_is_common_sense(open_data: Path, tmp_path: Path) -> None:
    """Labels of counter-commonsense rows stay when their context goes, so common sense must fail on them."""
    metrics = measured("ccons/nocontext", build("symbolic"), open_data, tmp_path / "n").metrics
    for cell, least, most in (("ordinary", 0.85, 1.0), ("counter", 0.0, 0.3)):
        value = metrics[cell]
        assert isinstance(value, float)
        assert least <= value <= most, cell

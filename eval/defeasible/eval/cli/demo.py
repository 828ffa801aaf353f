"""`defeasible demo`: a retraction with its proof, all tasks on the built-in suites, and next steps."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click
from rich.table import Table

from defeasible.eval.cli.output import console, progress_bar
from defeasible.eval.cli.run import default_out
from defeasible.eval.pipelines import SYMBOLIC, build
from defeasible.eval.report import write_report
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import Summary, read_summary, summarise
from defeasible.eval.table import number, rows
from defeasible.eval.tasks import TASKS
from defeasible.eval.verify import Verification, verify
from defeasible.reasoner import Reasoner, check_decision
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.question import RevisionQuestion
from defeasible.reasoner.trace.render.printer import Printer

PREMISES = ("If the alarm rings, the guards come.", "The alarm rings.")
NEW = "If the guards are on duty, the guards come."
BELIEF = "The guards come."
NAMED = 2
"""Number of tasks per benchmark whose scores the table shows."""


@click.command("demo")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the runs.  [default: runs/demo-<time>]"
)
@click.pass_context
def command(ctx: click.Context, out: Path | None) -> None:
    """Retract a belief with its proof, run every task on the built-in suites, and check every proof.

    Exit code: 0 done, 1 a proof fails, 2 an error.
    """
    sound = _retraction()
    folder = out or default_out("demo")
    done: dict[str, list[tuple[Summary, Verification]]] = {}
    for task in TASKS.values():
        plan = Plan(
            task,
            build(SYMBOLIC, asking=task.asking),
            folder / task.name.replace("/", "-"),
            argv=tuple(sys.argv),
        )
        with progress_bar(task.name) as progress:
            summary = summarise(execute(plan, progress))
        done.setdefault(task.dataset, []).append((summary, verify(plan.out)))
    screen = console()
    screen.print(_table(done))
    runs = [summary.run.path for parts in done.values() for summary, _ in parts]
    (report,) = write_report([read_summary(path) for path in runs], ["html"], folder)
    click.echo(f"\nfailures: defeasible show {shlex.quote(str(runs[1]))} --wrong")
    click.echo(f"report: {report}")
    failed = any(found.failing for parts in done.values() for _, found in parts)
    ctx.exit(0 if sound and not failed else 1)


def _retraction() -> bool:
    """Print one retraction with the steps that it rests on; return whether its proof is correct."""
    question = RevisionQuestion(PREMISES, NEW, BELIEF)
    decision = Reasoner().decide(question)
    report = check_decision(question, decision)
    assert decision.before is not None  # a revision has a verdict before it
    click.echo(" ".join(PREMISES))
    click.echo(f"  {BELIEF}  {decision.before.upper()}")
    click.echo(NEW)
    click.echo(f"  {BELIEF}  {decision.verdict.upper()}, {decision.change}; proof {report.state}:")
    legend = ", ".join(f"{atom.id} = {atom.gloss}" for atom in decision.trace.atoms)
    click.echo(f"      {legend}")
    for place, line in _resting(decision):
        click.echo(f"{place:>4}  {line}")
    click.echo()
    return not report.failures


def _resting(decision: Decision) -> list[tuple[int, str]]:
    """Return the first line of each step that the conclusion rests on, with its number."""
    trace, printer = decision.trace, Printer(decision.trace)
    needed, waiting = {len(trace.steps)}, list(trace.conclusion.uses)
    while waiting:
        step = waiting.pop()
        if step not in needed:
            needed.add(step)
            waiting += trace[step].rests_on()
    return [(step, printer.lines(trace[step])[0]) for step in sorted(needed)]


def _table(done: dict[str, list[tuple[Summary, Verification]]]) -> Table:
    """Return a row per benchmark: the first metric of its first tasks, and its proofs by state."""
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("benchmark", no_wrap=True)
    table.add_column("built-in items: task, metric", no_wrap=True)
    table.add_column("proofs", no_wrap=True)
    for name, parts in done.items():
        scores = [_score(summary) for summary, _ in parts[:NAMED]]
        more = f", {len(parts) - NAMED} more" if len(parts) > NAMED else ""
        states: dict[str, int] = {}
        for _, found in parts:
            for item in found.checked:
                states[str(item.report.state)] = states.get(str(item.report.state), 0) + 1
        proofs = ", ".join(f"{count} {state}" for state, count in sorted(states.items(), reverse=True))
        table.add_row(name, ", ".join(scores) + more, proofs)
    return table


def _score(summary: Summary) -> str:
    metric = summary.task.headline[0]
    return f"{summary.task.name.partition('/')[2]} {number(rows(summary)[0].values[metric])}"

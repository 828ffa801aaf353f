"""`defeasible ask`: one question, answer and proof in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from defeasible.eval.ask import answered_json, asking_of, question_of
from defeasible.eval.asking import CHOICES
from defeasible.eval.cli.command import OneValueCommand
from defeasible.eval.cli.models import SETTINGS, WORK, Work, pipeline_option, with_options
from defeasible.eval.cli.output import print_json
from defeasible.eval.pipelines import SYMBOLIC, Settings
from defeasible.eval.pipelines.build import role_source
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.number import in_short

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Form

EXAMPLES = """\b
Examples:
  defeasible ask "If it rains then the match is off. It rains. Is the match off?"
  defeasible ask "If it rains then the match is off. It rains." \\
    --query "The match is off."
  defeasible ask "If it rains then the match is off. It rains." \\
    --new "If the pitch floods then the match is off."
  defeasible ask --context "There is a house inside a light bulb." \\
    --bigger house "light bulb"
  defeasible ask --story "Mia opened the window. Then she closed it." \\
    --query "The window is open."
"""


@click.command("ask", cls=OneValueCommand, epilog=EXAMPLES)
@click.argument("text", nargs=-1)
@click.option(
    "--query", help="A sentence: does it follow from the text?  [default: a question that ends the text]"
)
@click.option("--new", help="A premise that arrives after the text.")
@click.option("--option", "options", multiple=True, help="A possible answer; repeat the option for each.")
@click.option(
    "--story", is_flag=True, help="Read the text as a story: does the state in --query hold at the end?"
)
@click.option("--context", default="", help="The situation for --bigger.")
@click.option("--bigger", nargs=2, help="Two objects: which is bigger in --context (or in general)?")
@click.option(
    "--form",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Decide what a JSON form asks, instead of text (`defeasible schema premises`).",
)
@pipeline_option()
@with_options(*SETTINGS, *WORK)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of a model's sampling.")
@click.option("--json", "as_json", is_flag=True, help="Print question, decision and trace as JSON.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    text: tuple[str, ...],
    query: str | None,
    new: str | None,
    options: tuple[str, ...],
    story: bool,
    context: str,
    bigger: tuple[str, str] | None,
    form: Path | None,
    pipeline: str,
    as_json: bool,
    **options_of_model: Any,
) -> None:
    """Answer one question and print the proof."""
    if form is not None and any((text, query, new, options, context, bigger, story)):
        raise UsageError("`--form` cannot be combined with a text or question", hint="use one of them")
    question = None
    if form is None:
        question = question_of(
            text,
            query=query,
            new=new,
            options=options,
            context=context,
            bigger=bigger or None,
            story=story,
        )
    work = Work.take(options_of_model)
    settings = Settings(**options_of_model)
    if question is not None:
        asking = asking_of(question)
        if asking is None and pipeline != SYMBOLIC:
            raise UsageError(
                "a model needs options to choose from",
                hint="add `--option A --option B`, or use `--pipeline symbolic`",
            )
        decision = work.build(pipeline, settings, asking or CHOICES).answerer.decide(question)
    else:
        assert form is not None
        if pipeline != SYMBOLIC or settings.model:
            raise UsageError("`--form` is decided by logic alone", hint="leave out the model")
        from defeasible.reasoner.api import Reasoner  # noqa: PLC0415 - imports spaCy and Z3
        from defeasible.reasoner.question import asked_by  # noqa: PLC0415 - not for `--help`

        roles = role_source(settings.roles)
        question = asked_by(_form(form))
        decision = Reasoner(roles=roles, timeout=settings.timeout).decide(question)
    if as_json:
        print_json(answered_json(question, decision, pipeline, settings))
    else:
        click.echo(_text(decision))


def _form(path: Path) -> Form:
    from defeasible.reasoner.forms import codec  # noqa: PLC0415 - imports pydantic, not for `--help`

    try:
        return codec.from_json(path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read `{path}`: {error.strerror}") from error


def _text(decision: Decision) -> str:
    answer = decision.verdict.upper() if decision.answer is None else decision.answer
    lines = [f"answer: {answer}"]
    if decision.answer is not None:
        lines.append(f"verdict: {decision.verdict.upper()}")
    if decision.before is not None and decision.change is not None:
        lines.append(f"change: {decision.change.upper()} (was {decision.before.upper()})")
    if decision.verdict.decided or decision.confidence:
        lines.append(f"confidence: {in_short(decision.confidence)}")
    if decision.reason:
        lines.append(f"reason: {decision.reason}")
    return "\n".join([*lines, "", str(decision.trace)])

"""`defeasible prompts`: the prompts of models."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.table import Table

from defeasible.eval.cases import Json
from defeasible.eval.cli.output import console, print_json
from defeasible.llm.prompt import Prompt, as_text
from defeasible.llm.prompts import Fields, Fixed, Pool, TaskPrompt, load, styles, tasks
from defeasible.reasoner.errors import UsageError

THOUGHT = "(what the model thought)"


@click.group("prompts")
def command() -> None:
    """List and show the prompts of models."""


@command.command("ls")
@click.argument("task", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ls(task: str | None, as_json: bool) -> None:
    """List the prompts of all tasks, or of one."""
    listed = [load(name, style) for name in ([task] if task else tasks()) for style in styles(name)]
    if as_json:
        print_json({"prompts": [_described(prompt) for prompt in listed]})
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("task", "version", "form", "answer", "same"):
        table.add_column(heading, no_wrap=True)
    for prompt in listed:
        answer = f"think, {prompt.answer.kind}" if prompt.thinks else prompt.answer.kind
        same = "yes" if prompt.same_protocol else "no"
        table.add_row(prompt.task, prompt.version, prompt.form, answer, same)
    console().print(table)
    click.echo("same: results are comparable with the published numbers")


@command.command("show")
@click.argument("task")
@click.argument("style")
@click.option(
    "--version", default=None, metavar="TEXT", help="A version number, or the full version: direct@1:3fa9c1."
)
@click.option("--shots", default=0, show_default=True, help="Examples of our own before the question.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(task: str, style: str, version: str | None, shots: int, as_json: bool) -> None:
    """Show a prompt, with a question of our own, and how its replies are read."""
    prompt = load(task, style, int(version) if version and version.isdecimal() else version)
    question = prompt.examples[0]
    asked = prompt.render(question, Fixed(Pool(prompt.examples)).choose(question, shots) if shots else ())
    options = _options(question)
    choices = prompt.choices(options) if prompt.answer.kind != "text" else ()
    then = prompt.conclude(THOUGHT) if prompt.thinks else None
    if as_json:
        shown: dict[str, Json] = {"prompt": _written(asked), "choices": list(choices)}
        print_json(_described(prompt) | shown | {"then": None if then is None else _written(then)})
        return
    protocol = "same protocol" if prompt.same_protocol else "another protocol"
    click.echo(f"{prompt.task}  {prompt.version}\n{prompt.source}\n{protocol}: {prompt.why}\n")
    click.echo(as_text(asked))
    if then is not None:
        click.echo("\n" + as_text(then))
    if choices:
        click.echo("\nreplies to choose from:")
        click.echo("\n".join(f"  {choice.strip()}" for choice in choices))
    click.echo("\nfields:\n" + "\n".join(f"  {name}: {what}" for name, what in prompt.fields.items()))


def _options(question: Fields) -> Sequence[str]:
    options = question.get("options", ())
    if not isinstance(options, list | tuple):
        raise UsageError(f"the options of an example must be a list, got {options!r}")
    return options


def _described(prompt: TaskPrompt) -> dict[str, Json]:
    return {
        "task": prompt.task,
        "style": prompt.style,
        "version": prompt.version,
        "language": prompt.language,
        "form": prompt.form,
        "answer": prompt.answer.kind,
        "thinks": prompt.thinks,
        "source": prompt.source,
        "same_protocol": prompt.same_protocol,
        "why": prompt.why,
        "fields": dict(prompt.fields),
    }


def _written(prompt: Prompt) -> Json:
    if isinstance(prompt, str):
        return prompt
    return [{"role": message.role, "text": message.text} for message in prompt]

"""`defeasible power`: which differences a comparison can detect, before any model is asked."""

from __future__ import annotations

import click

from defeasible.eval.cli.output import print_json
from defeasible.eval.statistics import detectable_difference, difference_variance, items_needed
from defeasible.reasoner.errors import UsageError


@click.command("power")
@click.option(
    "--items", type=click.IntRange(min=1), help="Number of items: which difference can the run show?"
)
@click.option("--difference", type=float, help="A difference in accuracy: how many items does it need?")
@click.option(
    "--accuracy", type=float, default=0.5, show_default=True, help="Expected accuracy of the first system."
)
@click.option(
    "--discordant",
    type=float,
    default=0.3,
    show_default=True,
    help="Share of items that exactly one of the two systems has right.",
)
@click.option(
    "--design-effect",
    type=float,
    default=1.0,
    show_default=True,
    help="Variance of clustered over that of independent items; `compare` prints it.",
)
@click.option("--power", "chance", type=float, default=0.8, show_default=True, help="Chance of finding it.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Significance level.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: int | None,
    difference: float | None,
    accuracy: float,
    discordant: float,
    design_effect: float,
    chance: float,
    alpha: float,
    as_json: bool,
) -> None:
    r"""Compute the smallest difference that a number of items can detect, or the items it needs.

    \b
    defeasible power --items 300
    defeasible power --difference 0.05 --accuracy 0.6 --discordant 0.2
    """
    if (items is None) is (difference is None):
        raise UsageError("give either `--items` or `--difference`", hint="defeasible power --items 300")
    if items is not None:
        variance = difference_variance(accuracy, accuracy, discordant)
        found = detectable_difference(items, variance, design_effect=design_effect, alpha=alpha, power=chance)
        value: dict[str, float] = {"items": items, "difference": found}
        text = f"{items} items show a difference of {found:.3f} or more"
    else:
        assert difference is not None
        variance = difference_variance(accuracy, accuracy + difference, discordant)
        needed = items_needed(difference, variance, design_effect=design_effect, alpha=alpha, power=chance)
        value = {"items": needed, "difference": difference}
        text = f"a difference of {difference:g} needs {needed} items"
    if as_json:
        print_json(value | {"power": chance, "alpha": alpha, "design_effect": design_effect})
    else:
        click.echo(
            f"{text} with a chance of {chance:.0%} at the {alpha:.0%} level,\n"
            f"if the systems differ on {discordant:.0%} of the items (design effect {design_effect:g})"
        )

"""A command that refuses an option given twice, where only one value can count."""

from __future__ import annotations

from collections import Counter

import click


class OneValueCommand(click.Command):
    """Says that an option was repeated instead of silently taking the last value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as usual, after a look at which options come how often."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for option, count in Counter(order).items():
            if isinstance(option, click.Option) and count > 1 and not (option.multiple or option.is_flag):
                raise click.UsageError(f"Option '{option.opts[-1]}' was given {count} times.", ctx)
        return super().parse_args(ctx, args)

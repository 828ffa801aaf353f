"""`OneValueCommand`: a command that refuses repeated options that take only one value."""

from __future__ import annotations

from collections import Counter

import click


class OneValueCommand(click.Command):
    """Reports a repeated option as an error, where click would silently use the last value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Check for repeated options, then parse as usual."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for option, count in Counter(order).items():
            if isinstance(option, click.Option) and count > 1 and not (option.multiple or option.is_flag):
                raise click.UsageError(f"Option '{option.opts[-1]}' was given {count} times.", ctx)
        return super().parse_args(ctx, args)

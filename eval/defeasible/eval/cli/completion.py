"""`defeasible completion`: a shell script that completes commands, options and their values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from defeasible.reasoner.errors import UsageError

SHELLS = ("bash", "zsh", "fish")
_WHOLE_WORDS = "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}  # addresses of models have colons\n"


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    r"""Print the script that completes commands, options, tasks, pipelines, runs and models.

    \b
    eval "$(defeasible completion bash)"                   # in ~/.bashrc
    eval "$(defeasible completion zsh)"                    # in ~/.zshrc, after compinit
    defeasible completion fish > ~/.config/fish/completions/defeasible.fish
    """
    completion = get_completion_class(shell)
    assert completion is not None
    group = click.get_current_context().find_root().command
    try:
        script = completion(group, {}, "defeasible", "_DEFEASIBLE_COMPLETE").source()
    except (OSError, RuntimeError) as error:
        raise UsageError(f"cannot get the version of `{shell}`: {error}") from error
    click.echo((_WHOLE_WORDS if shell == "bash" else "") + script)

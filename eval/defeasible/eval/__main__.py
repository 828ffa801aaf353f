"""`python -m defeasible.eval` runs the command `defeasible`, even if that is not installed."""

from defeasible.eval.cli import main

if __name__ == "__main__":  # a process that is spawned from here imports this module
    main()

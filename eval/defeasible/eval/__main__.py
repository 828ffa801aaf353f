"""`python -m defeasible.eval` is the command `defeasible`, also where it is not installed."""

from defeasible.eval.cli import main

if __name__ == "__main__":  # a process that is spawned from here imports this module
    main()

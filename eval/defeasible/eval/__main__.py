"""`python -m defeasible.eval` is the command `defeasible`, also where it is not installed."""

from defeasible.eval.cli import main

main()

"""Logic decides: forms, deciders, proof traces and the checker that verifies them."""

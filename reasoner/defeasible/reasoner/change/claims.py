"""The postulates that operators claim, by their ids in `defeasible.reasoner.postulates`.

An operator that ranks all worlds, and revises to the best worlds in which the new formula holds, satisfies
the postulates of `OF_RANKINGS` in theory (Katsuno and Mendelzon 1991); the tests look for violations anyway.
"""

OF_RANKINGS = frozenset(
    (
        *("K*1", "K*2", "K*3", "K*4", "K*5", "K*6", "K*7", "K*8", "DF"),
        *("K÷1", "K÷2", "K÷3", "K÷4", "K÷5", "K÷6", "K÷7", "K÷8", "LH", "HL"),
        *("U1", "U3", "U5", "U6", "U7"),
        *("REF", "LLE", "RW", "AND", "OR", "CUT", "CM", "RM"),
    )
)
OF_BASES = OF_RANKINGS | {"B÷1", "B÷2", "B÷3", "B÷4", "B÷5", "B÷6", "DP1", "DP2", "DP3", "DP4"}
"""Claims of operators that weigh statements: they give up whole statements in conflict, and a new statement
outranks all earlier ones.

Not R4 and U4 (statements are weighed, so syntax matters), not B÷7 (a statement that is given up is gone), not
U2 and U8 (revision is not update).
"""
OF_WORLDS = OF_RANKINGS | {"R4", "B÷1", "B÷2", "B÷3"}
"""Claims of Dalal's operator. Not DP1 to DP4 (distances are measured from the result of the last revision),
not B÷4 to B÷6 (a statement that is in no conflict may be lost).
"""
OF_CLOSURES = frozenset(("REF", "LLE", "RW", "AND", "OR", "CUT", "CM", "RM"))
"""Claims of rational and lexicographic closure: preferential and rational (Lehmann and Magidor 1992)."""
OF_UPDATE = frozenset(
    (
        *("K*1", "K*2", "K*3", "K*6", "K*7", "R4"),
        *("U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8"),
        *("REF", "LLE", "RW", "AND", "OR", "CUT", "CM"),
    )
)
"""Claims of Winslett's update. Not K*4, K*8, DF, RM (each world changes independently), nor K*5 (an update
repairs no contradiction)."""

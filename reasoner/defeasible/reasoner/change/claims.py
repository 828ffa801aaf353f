"""Which postulates operators claim; the ids are those of `defeasible.reasoner.postulates`.

An operator that ranks all worlds, and revises to the best worlds where the news holds, keeps the postulates
of `OF_RANKINGS` by theory (Katsuno and Mendelzon 1991); the tests look for violations all the same.
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
"""Of operators that weigh statements: whole ones are given up, with cause, and news outranks all before.

Not R4 and U4 (words matter: statements are what is weighed), not B÷7 (a statement that is given up is gone),
not U2 and U8 (revision is no update).
"""
OF_WORLDS = OF_RANKINGS | {"R4", "B÷1", "B÷2", "B÷3"}
"""Of Dalal's operator. Not DP1 to DP4 (the first news moves worlds, and distances are then measured from
there), not B÷4 to B÷6 (a statement may be lost that is in no conflict).
"""
OF_CLOSURES = frozenset(("REF", "LLE", "RW", "AND", "OR", "CUT", "CM", "RM"))
"""Of rational and of lexicographic closure: preferential and rational (Lehmann and Magidor 1992)."""
OF_UPDATE = frozenset(
    (
        *("K*1", "K*2", "K*3", "K*6", "K*7", "R4"),
        *("U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8"),
        *("REF", "LLE", "RW", "AND", "OR", "CUT", "CM"),
    )
)
"""Of Winslett's update. Not K*4, K*8, DF, RM (each world changes by itself), nor K*5 (it repairs nothing)."""

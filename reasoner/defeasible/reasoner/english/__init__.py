"""English: what a text says, clause by clause, and the forms of its words, for every reader in the house.

`English().analyse(text)` parses a text once with an installed spaCy pipeline and returns an `Analysis`. It
knows grammar, and nothing of who reads it: what a clause means for belief, for size, for a story is the
reader's. The modules of word forms (`stems`, `inflection`, `nouns`, `spelling`) need no pipeline.
"""

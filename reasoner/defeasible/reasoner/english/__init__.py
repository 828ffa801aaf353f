"""English: an analysis of a text, clause by clause, and the forms of its words, shared by all readers.

`English().analyse(text)` parses a text once with an installed spaCy pipeline and returns an `Analysis`. It
knows grammar only: each reader decides what a clause means for belief, size or a story. The modules of word
forms (`stems`, `inflection`, `nouns`, `spelling`) need no pipeline.
"""

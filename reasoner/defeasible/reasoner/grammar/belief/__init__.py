"""The English reader for belief: clauses become propositions, connectives and quantifiers become formulas.

`cutting` splits a text into sentences, and splits a sentence at connectives such as `if ... then`. All parts
are analysed in one batch. `reader` turns a part into a tree of plain clauses (`node`), and `normal` brings
each clause into a normal form for comparison. `premises` assigns atoms to propositions, and `links` finds
which propositions entail others by their words alone.
"""

"""English read for belief: clauses as propositions, connectives and quantifiers as formulas.

A text is cut into sentences, and a sentence at `if ... then` and its like (`cutting`). All parts are
analysed in one batch. `reader` says what a part says in plainer words (`node`); `normal` brings its
clauses into the form by which it is compared; `premises` gives propositions their atoms, and `links` says
which of them follow from one another by their words.
"""

"""Classes of verbs that change how a clause is read."""

from __future__ import annotations

from defeasible.reasoner.english.wordlists import word_set

QUESTION_TAKERS = word_set("""
    ask wonder know see check decide doubt tell sure unsure find question learn discover determine
    inquire uncertain unclear unknown matter care remember forget say understand guess discuss consider
    verify
    """)
"""After these, `if` and `when` open an embedded question, not a condition: `asks if it rains`."""

CLAUSE_TAKERS = word_set("""
    say think believe know hope claim feel suppose guess notice realize realise hear see find fear
    ensure assume doubt expect imagine suggest insist argue admit deny explain learn discover understand
    mean wish bet swear promise report state conclude agree remember forget dream prove show sure
    certain glad afraid happy sorry
    """)
"""After these a subordinate clause may follow without `that`: `thinks she is not at home`."""

NEG_RAISERS = word_set("decide choose want intend plan expect seem appear prefer wish opt agree elect aim")
"""`X not to V` with these is commonly said for `not X to V`: `decides not to go`."""

LINKING = word_set("be feel become seem look appear remain stay get sound grow turn fall")
"""Verbs whose complement is predicated of the subject, so that its antonym negates the clause."""

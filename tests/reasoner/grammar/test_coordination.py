"""What `and` and `or` join: whole clauses, subjects, objects, and what they must not be taken to join."""

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner, Verdict

# premises | query | verdict
TABLE = """
Not both Ann and Bob come. / Ann comes. | Bob comes. | refuted
If not both Ann and Bob come, we stay. / Ann does not come. / If Bob comes, he sings. | We stay. | entailed
Exactly one of Ann and Bob comes. / Ann comes. | Bob comes. | refuted
At least one of Ann and Bob comes. | Bob comes. | unknown
The mother of Ann and Bob comes. | Bob comes. | unknown
Tom thinks Ann sings and dances. | Tom dances. | unknown
Tom says Ann sings and Bob dances. | Bob dances. | unknown
Ann is at home or she is at work. / She is not at home. | Ann is at work. | entailed
Ann is at home or at work. / She is not at home. | Ann is at work. | entailed
If Mia is ill, she stays in and she reads. / Mia is ill. | Mia reads. | entailed
If Mia is ill, she stays in and reads. / Mia does not read. | Mia is ill. | refuted
Tom drinks coffee or milk. / Tom does not drink milk. | Tom drinks coffee. | entailed
Tom drinks coffee and tea. | Tom drinks tea. | entailed
Tom does not drink coffee or tea. | Tom drinks tea. | refuted
Tom drinks neither coffee nor tea. | Tom drinks tea. | refuted
Tom is neither rich nor kind. | Tom is kind. | refuted
Tom is not asleep or drunk. | Tom is drunk. | refuted
It is false that Tom is asleep or drunk. | Tom is drunk. | refuted
Tom adjusts the grinder and informs Eve. / If Tom informs Eve, she smiles. | Eve smiles. | entailed
"""


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_what_is_joined(row: str) -> None:
    premises, query, verdict = (part.strip() for part in row.split("|"))
    decision = Reasoner().entails(premises.split(" / "), query)
    assert decision.verdict == Verdict(verdict)
    assert not complaints(decision.trace)


def test_a_clause_denied_twice_is_glossed_by_what_it_says() -> None:
    trace = Reasoner().entails(["Tom is not asleep."], "Tom is awake.").trace
    assert [atom.gloss for atom in trace.atoms] == ["Tom is not asleep"]


@pytest.mark.parametrize(
    ("told", "new", "asked"),
    [
        (
            "The book is on the table or the magazine is on the table.",
            "The book is not on the table.",
            "The magazine is on the table.",
        ),
        ("Ann or Bob has the key.", "Ann does not have the key.", "Bob has the key."),
    ],
)
def test_alternatives_told_before_anybody_speaks_of_one_of_them(told: str, new: str, asked: str) -> None:
    for verb, verdict in (("revise", Verdict.ENTAILED), ("update", Verdict.UNKNOWN)):
        kb = Reasoner().base()
        kb.tell(told)
        getattr(kb, verb)(new)
        decision = kb.ask(asked)
        assert decision.verdict is verdict, verb
        assert not complaints(decision.trace, kb.snapshot())


def test_what_may_be_done_together_stays_one_statement() -> None:
    kb = Reasoner().base()
    kb.tell("Ann and Bob lift the piano.")
    assert kb.ask("Ann lifts the piano.").verdict is Verdict.UNKNOWN
    kb.tell("Tom says Ann sings and Bob dances.")
    assert kb.ask("Bob dances.").verdict is Verdict.UNKNOWN


def test_who_does_a_thing_together_is_glossed_one_by_one() -> None:
    trace = Reasoner().entails(["Not both Ann and the children come."], "The children come.").trace
    assert [atom.gloss for atom in trace.atoms] == ["Ann comes", "the children come"]

"""Sentences that look alike and yet say different things: what must never be taken for one proposition."""

import pytest

from defeasible.reasoner.forms import Premises
from defeasible.reasoner.grammar.belief.premises import read_premises
from defeasible.reasoner.logic import And, FormulaNode, Implies, Or, atoms

# two statements; the condition of each, or the whole fact, must be about other propositions
APART = """
Ann calls Ben / Ben calls Ann
The red door is open / The blue door is open
If Ann can swim, she is safe / Ann swims
If Ann used to smoke, she coughs / Ann smokes
If 5 people come, we start / 6 people come
If Marcus calls, we leave / Marcos calls
If Ann sells the horse, she is rich / Ann sells the house
If Ann walks to the shop, she buys milk / Ann walks from the shop
If Ann shuts the window slowly, Ben wakes / Ann shuts the window
Ann is probably ill / Ann is ill
Ann tells Ben to go / Ann tells Ben not to go
If Ann trains, Ben wins / If Ann trains hard, Ben wins
If Ann buys a ticket in town, Ben comes / If Ann buys a ticket in town today, Ben comes
Ann's brother sings / Ann's sister sings
If Ann shuts the window, Ben wakes / Ann probably shuts the window
Ann shuts the window / Ann shuts the window slowly
Ann ensures that Ben sings / Ben sings
Ann turns on the lamp in the kitchen / Ann turns off the lamp in the kitchen
If Ann locks the front door, Ben waits / Ann locks the back door
If there is hot water, Ben bathes / There is cold water
If Ann buys the cheap lamp, Ben waits / Ann buys the expensive lamp
If Ann can stay, Ben is glad / Ann can leave
If Ann may win, Ben is glad / Ann may lose
If Ann wants to win, Ben is glad / Ann wants to lose
If the soup is hot, Ben waits / The soup is not cold
If Ann passes Ben, he waves / Ann fails Eve
If Ann opens the door, Ben waits / Ann does not close the door
If Ann gets new shoes, Ben waits / Ann gets old shoes
If the early train comes, Ben waits / The late train comes
If Ann has a big dog, Ben waits / Ann has a small dog
If Ann passes the test, Ben sings / If Ann fails the test, Ben weeps
If the lamp is cheap, Ann buys it / If the lamp is expensive, Ann saves
Ann wins the race / Ann loses the race
If Ann plans to lock the car, Ben waits / Ann plans to unlock the car
If someone calls, Ann waits / Everyone does not call
If Ann stays until noon, Ben waits / Ann stays before noon
If Ann paints the plane, Ben waits / Ann paints the plant
If Ann rides the horse, Ben waits / Ann rides the house
If Ann walks form town, Ben waits / Ann walks from town
If Ann follows the trail, Ben waits / Ann follows the trial
If Ann likes the desert, Ben waits / Ann likes the dessert
If Ann serves the diner, Ben waits / Ann serves the dinner
If Marta calls, Ben waits / Mara calls
If Ann cleans the coat, Ben waits / Ann cleans the cot
If Ann buys bread, Ben waits / Ann buys beard
If Ann goes to town by bus, Ben waits / If Ann takes the bus to town, Eve waits
If Ann says that Ben wins, Eve waits / Ann says that Ben loses
If Ann thinks everyone sings, Ben waits / Ann thinks no one sings
If Ann calls before noon, Ben waits / Ann does not call after noon
If Ann refuses to sing, Ben waits / Ann does not sing
If Ann sees many birds, Ben waits / Ann sees more birds
If Ann drives fast, Ben waits / Ann does not drive slowly
If Ann's meeting is long, Ben waits / Ann is meeting Ben
If Ann had better grades, Ben waits / Ann has grades
"""


@pytest.mark.parametrize("row", APART.strip().splitlines())
def test_keeps_apart_what_differs(row: str) -> None:
    form = read_premises(row.split(" / "))
    assert isinstance(form, Premises)
    first, second = (_condition(statement.formula) for statement in form.statements)
    # what follows from the second by its words alone is said beside it: `shuts the window slowly`
    assert atoms(first)[0] != atoms(second)[0]


def test_either_of_two_conditions_is_not_both() -> None:
    form = read_premises(["If Ann likes tea and Ben likes it, we buy tea.", "Ann likes tea or Ben likes it."])
    assert isinstance(form, Premises)
    first, second = (_condition(statement.formula) for statement in form.statements)
    assert atoms(first) == atoms(second)
    assert isinstance(first, And)
    assert isinstance(second, Or)


def _condition(formula: FormulaNode) -> FormulaNode:
    """The condition of a conditional, or the whole of a fact."""
    return formula.if_ if isinstance(formula, Implies) else formula

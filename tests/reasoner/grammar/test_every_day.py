"""What is so every day of the week, and what is not."""

import pytest
from statements import verdict
from tales import rows

EVERY_DAY = """
Mia trains every day. | Mia trains on Fridays. | entailed
Mia trains every day. | Mia trains. | entailed
Mia trains every day. | Mia never trains. | refuted
Mia does not train on Mondays. | Mia trains every day. | refuted
Mia trains on Mondays. | Mia trains every day. | unknown
Mia does not train every day. | Mia trains every day. | refuted
Mia does not train every day. | Mia trains on Mondays. | unknown
Mia trains every day. Mia does not train on Sundays. | Mia trains on Mondays. | inconsistent
If Mia trains every day, she is tired. Mia trains on Mondays. | Mia is tired. | unknown
If Mia trains every day, she is tired. Mia trains every day. | Mia is tired. | entailed
Leo said that Mia trains every day. | Mia trains on Mondays. | unknown
Leo may work every day. | Leo works on Mondays. | unknown
Leo trained every day last week. | Leo trains on Mondays. | unknown
"""
OF_EACH = """
Every nurse works every day. Mia is a nurse. | Mia works on Sundays. | entailed
Every nurse works every day but Sunday. Mia is a nurse. | Mia works on Mondays. | entailed
Every nurse works every day. Mia is a nurse. | Mia works every day. | entailed
Nobody works every day. | Mia works every day. | refuted
Nobody works every day. | Mia works on Mondays. | unknown
"""
BUT = """
The pool is open every day of the week but Sunday. Today is Wednesday. | The pool is open today. | entailed
The pool is open every day of the week but Sunday. Today is Sunday. | The pool is open today. | refuted
Mia trains every day of the week except Monday and Friday. | Mia trains on Fridays. | refuted
"""


@pytest.mark.parametrize(("told", "query", "answer"), rows(EVERY_DAY + OF_EACH + BUT))
def test_every_day(told: str, query: str, answer: str) -> None:
    assert verdict(told, query) == answer

"""One beside another: who ran faster, who won and who did not, what used to be, what was told first."""

import pytest
from tales import rows, verified

COMPARED = """
Rolf ran faster than Olga. | Olga ran faster than Rolf. | refuted
Rolf ran faster than Olga. | Rolf ran slower than Olga. | refuted
Rolf ran faster than Olga. | Olga ran slower than Rolf. | entailed
Rolf ran faster than Olga. | Rolf ran faster than Ida. | unknown
Rolf ran faster than Olga. | Rolf ran. | entailed
Rolf did not run faster than Olga. | Rolf ran. | unknown
Rolf ran faster than Olga. Olga swam faster than Rolf. | Olga swam faster than Rolf. | entailed
Rolf ate more cake than Olga. | Olga ate more cake than Rolf. | refuted
Rolf arrived earlier than Olga. | Olga arrived later than Rolf. | entailed
Rolf arrived before Olga. | Olga arrived before Rolf. | refuted
Rolf arrived at the hotel before Olga. | Olga is at the hotel. | unknown
Rolf left after Olga. | Rolf left before Olga. | refuted
Rolf ran after Olga. | Rolf ran before Olga. | unknown
Rolf looked after the baby. | Rolf looked after the baby. | entailed
"""
CONTRASTED = """
Rolf, not Olga, won. | Rolf won. | entailed
Rolf, not Olga, won. | Olga won. | refuted
It was the cat, not the dog, that stole the ham. | The dog stole the ham. | refuted
Rolf drank tea, not coffee. | Rolf drank coffee. | refuted
Rolf drank tea, not coffee. | Rolf drank tea. | entailed
Rolf bought tea, not coffee. He drank it. | Rolf drank the tea. | entailed
Rolf gave the book to Olga, not to Ida. | Olga has the book. | entailed
Rolf gave the book to Olga, not Ida. | Olga has the book. | entailed
Rolf opened the gate, not Omar. | The gate is open. | entailed
The keys are on the table, not in the drawer. | The keys are on the table. | entailed
Rolf put the keys on the table, not in the drawer. | The keys are on the table. | entailed
Rolf opened the gate, not Omar. | Omar opened the gate. | refuted
Not Olga but Rolf paid. | Rolf paid. | entailed
Not Olga but Rolf paid. | Olga paid. | refuted
Not only Olga but also Rolf paid. | Rolf paid. | entailed
Not only Olga but also Rolf paid. | Olga paid. | entailed
Rolf did not buy tea but coffee. | Rolf bought coffee. | entailed
Rolf did not buy tea but coffee. | Rolf bought tea. | refuted
Rolf went not to Rome but to Oslo. | Rolf went to Oslo. | entailed
Rolf gave the book to Olga and not to Ida. | Olga has the book. | entailed
Rolf invited Olga rather than Ida. | Ida invited Olga. | unknown
Rolf kissed Olga harder than Ida. | Ida kissed Olga harder than Rolf. | unknown
Everyone came apart from Olga. | Olga came. | refuted
Everybody ate the cake apart from Olga. | The cake is apart. | unknown
The box came apart. | The box is broken. | entailed
"""
DENIED = """
Rolf did not smoke a cigar. | Rolf smoked. | unknown
Rolf did not eat the soup. | Rolf ate. | unknown
Rolf did not eat anything. | Rolf ate. | refuted
Rolf does not eat meat on Fridays. | Rolf eats meat. | unknown
Rolf did not sing loudly. | Rolf sang. | unknown
Rolf did not sleep on Friday. | Rolf slept. | refuted
Nobody came to the party. | Somebody came. | refuted
Not all of the guests left. | All the guests left. | unknown
Not all of the guests left. | Some of the guests left. | unknown
Rolf rarely cooks. | Rolf cooked dinner. | unknown
Rolf rarely cooks. | Rolf rarely cooks. | entailed
Rolf cannot find his keys. | Rolf has his keys. | refuted
Rolf cannot find his keys. | The keys are lost. | unknown
Rolf could not afford the tent. | Rolf bought the tent. | refuted
Rolf missed the bus. | Rolf took the bus. | refuted
"""
OVER = """
Rolf stopped smoking in May. | Rolf smokes. | refuted
Rolf gave up smoking years ago. | Rolf smokes. | refuted
Rolf stopped taking the bus on Fridays. | Rolf takes the bus. | unknown
Rolf stopped smoking cigars. | Rolf smokes cigars. | refuted
Rolf stopped eating meat. | Rolf eats meat. | refuted
Rolf stopped washing the car. | Rolf washed the car. | unknown
Rolf used to smoke. | Rolf smokes. | refuted
Rolf used to smoke. He still smokes. | Rolf smokes. | entailed
Rolf used to play football. | Rolf played football. | entailed
Rolf used to borrow Ida's bike. | Rolf has the bike. | unknown
"""
ORDER = """
Rolf ate. Then Olga came. | Olga came before Rolf ate. | refuted
Rolf ate. Then Olga came. | Olga came after Rolf ate. | entailed
"""
KIN = """
Ida is Olga's sister. | Olga has a sister. | entailed
Ida is not Olga's sister. | Olga has a sister. | unknown
Ida and Olga are sisters. | Olga has a sister. | entailed
"""
SPENT = """
Rolf spent fifty pounds on a coat. | Rolf has a coat. | entailed
Rolf spent the morning on his homework. | Rolf has his homework. | unknown
Olga burnt her hand on the stove. | The stove was hot. | entailed
The dog chewed the slippers to pieces. | The slippers are ruined. | entailed
Olga tore the bread into pieces. | The bread is ruined. | unknown
"""


@pytest.mark.parametrize(
    ("story", "query", "verdict"), rows(COMPARED + CONTRASTED + DENIED + OVER + ORDER + KIN + SPENT)
)
def test_what_is_said_of_one_and_what_of_another(story: str, query: str, verdict: str) -> None:
    assert verified(story, query) == verdict

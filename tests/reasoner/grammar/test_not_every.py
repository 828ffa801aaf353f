"""Universals that are denied, or stand behind the verb, and more that a quick reader gets wrong."""

import pytest
from statements import verdict
from tales import rows

from defeasible.reasoner import Reasoner

NOT_EVERY = """
Not every room has a window. | Some room has no window. | entailed
Not every room has a window. | Every room has a window. | refuted
Not every room has a window. | Some room has a window. | unknown
Not every room has a window. The hall is a room. | The hall has a window. | unknown
Some room has no window. | Not every room has a window. | entailed
The hall is a room. The hall has no window. | Not every room has a window. | entailed
Every room has a window. | Not every room has a window. | refuted
Not everyone came. | Someone did not come. | entailed
Not all of the pupils passed. | Some of the pupils passed. | unknown
"""
TWICE = """
No member did not pay. Ben is a member. | Ben paid. | entailed
No member did not pay. Ben is a member. | Ben did not pay. | refuted
No member paid. Ben is a member. | Ben paid. | refuted
Nobody at the table was not eating. Ben was at the table. | Ben was eating. | entailed
Nobody who was late did not apologize. Ben was late. | Ben apologized. | entailed
No guest who did not eat left. Ben is a guest. Ben did not eat. | Ben left. | refuted
The person who took the photo is not in it. Ann is in the photo. | Ann took the photo. | refuted
The person who took the photo is not in it. | Ann is in the photo. | unknown
The rose is a beautiful flower. | The rose is beautiful. | entailed
Ann is a beautiful dancer. | Ann is beautiful. | unknown
Ann is a French teacher. | Ann is French. | unknown
"""
ALL_OF = """
Ann knows everyone who works here. Ben works here. | Ann knows Ben. | entailed
Ann knows everyone who works here. Ben does not work here. | Ann knows Ben. | unknown
Ann trusts nobody who lies. Ben lies. | Ann trusts Ben. | refuted
The cake was eaten by everyone who was hungry. Ben was hungry. | Ben ate the cake. | entailed
Ann threw out everything that was broken. The lamp was broken. | Ann threw out the lamp. | entailed
Everybody came except maybe Ben. | Ben came. | unknown
Everybody came except maybe Ben. | Tom came. | entailed
Nobody speaks Dutch, except Ben. | Ben speaks Dutch. | entailed
Ann was not the only one who cried. | Ann cried. | entailed
Ann was not the first one who came. | Ann came. | unknown
"""
WITHOUT = """
Ann is without a helmet. | Ann has a helmet. | refuted
Ann has no helmet. | Ann is without a helmet. | entailed
Ann is not without a helmet. | Ann has a helmet. | entailed
Nobody without a helmet was allowed to ride. Ann did not have a helmet. | Ann was allowed to ride. | refuted
Every child without a coat was cold. Mia is a child. Mia had no coat. | Mia was cold. | entailed
Ann left without a helmet. | Ann has a helmet. | unknown
"""
SAID = """
Agnes was wrong to think that Tom had lied. | Tom had lied. | refuted
Agnes was right to believe that Tom had lied. | Tom had lied. | entailed
Agnes was not wrong to think that Tom had lied. | Tom had lied. | unknown
Agnes was wrong to say that Tom had lied. | Tom had lied. | unknown
Jenny regrets that she sold the car. | Jenny sold the car. | entailed
Ben saw that the door was locked and climbed through the window. | Ben climbed through the window. | entailed
Ben said that the shop was closed and sold nothing. | Ben sold nothing. | unknown
Ben took the tea by mistake instead of the coffee. | Ben took the tea. | entailed
Ben took the tea by mistake instead of the coffee. | Ben took the coffee. | unknown
"""
THINGS = """
The dog barks. | The animal barks. | entailed
The dog barks. The cat sleeps. | The animal barks. | unknown
The sofa costs 90 euros. The table costs 50 euros. | The furniture costs 90 euros. | unknown
Tom's wife is a nurse. | Tom is married. | entailed
Tom's wife was a nurse. | Tom is married. | unknown
Ole and Stine are both married. | Ole is married to Stine. | unknown
Amy earns more than her husband did last year. | Amy earns more than her husband does now. | unknown
Piet earns 2000 euros a month. Nadia earns twice as much as Piet. | Nadia earns 4000 euros a month. | entailed
Piet earns 2000 euros a month. | Piet earns 2000 euros a year. | unknown
All the students who studied passed. Gil is a student who did not study. | Gil did not pass. | unknown
All the students who studied passed. Gil is a student who studied. | Gil passed. | entailed
Dana got here before Lee. | Lee got here before Dana. | refuted
The pool is closed until Friday. | The pool is open. | refuted
The shop is open until 8. | The shop is closed. | unknown
The pool is closed until Friday. | The pool is open on Saturday. | unknown
"""
EACH = """
No student failed to pay. Max is a student. | Max paid. | entailed
No student managed to pay. Max is a student. | Max paid. | refuted
Every student forgot to pay. Max is a student. | Max paid. | refuted
No student hesitated to pay. Max is a student. | Max paid. | unknown
No student refused to pay. Max is a student. | Max paid. | unknown
Several students failed to pay. Max is a student. | Max paid. | unknown
Nobody but Max failed to pay. | Max paid. | refuted
Nobody but Max failed to pay. | Tom paid. | entailed
The red pen costs 3 euros, the blue one costs 2 euros. | The blue pen is cheaper than the red one. | entailed
"""
SINCE = """
Sven has lived in Oslo since 2015. | Sven lived in Oslo in 2018. | entailed
Sven has been working here since 2015. | Sven was working here in 2018. | entailed
Sven has lived in Oslo since 2015. | Sven lived in Oslo in 2012. | unknown
Sven has lived in Oslo since 2015. | Sven lived in Bergen in 2018. | unknown
Sven has seen a film since 2015. | Sven saw a film in 2018. | unknown
Sven lived in Oslo in 2018. | Sven has lived in Oslo since 2015. | unknown
"""
KIN = """
Tess is Mark's mother. Mark is Lily's father. | Tess is Lily's grandmother. | entailed
Ben is the brother of my mother. | Ben is my uncle. | entailed
Ben is Ann's brother. Ann is Max's mother. | Ben is Max's aunt. | unknown
Ben is Ann's brother. Ann is Max's sister. | Ben is Max's uncle. | unknown
Ben is Ann's boss's brother. | Ben is Ann's uncle. | unknown
Ben was Ann's father. Ann is Max's mother. | Ben is Max's grandfather. | unknown
"""
NOBODY = """
Dogs normally bark at strangers. Rex is a dog. Rex never barks at anyone. | Rex barks at strangers. | refuted
Dogs normally bark at strangers. Rex is a dog. Rex never barks at cats. | Rex barks at strangers. | entailed
Dogs normally eat meat. Rex is a dog. Rex does not eat anything. | Rex eats meat. | refuted
Dogs normally eat meat. Rex is a dog. Rex does not drink anything. | Rex eats meat. | entailed
Guests usually bring a present. Ann is a guest. Ann brought nothing. | Ann brought a present. | refuted
Guests usually know the way. Ann is a guest. Ann knows nobody. | Ann knows the way. | entailed
Guests usually know the way. Ann is a guest. Ann knows nothing. | Ann knows the way. | refuted
Tim talked Ida out of going. | Ida went. | refuted
Pam got out of doing the dishes. | Pam did the dishes. | refuted
"""
SHE = """
Marta is in Spain. If she is in Spain, she is happy. | Marta is happy. | entailed
Marta works in Spain. If she works in Spain, she has seen the sea. | Marta has seen the sea. | entailed
Marta is ill. If she sees a doctor, she sleeps well. Marta sees a doctor. | Marta sleeps well. | entailed
Marta is ill. She has seen a doctor. | Marta has seen a doctor. | entailed
Marta is ill. She has seen a doctor. She is tired. | Marta is tired. | unknown
Tom met the plumber. | He is tired. | unknown
Marta met Ida. She is happy. | Marta is happy. | unknown
"""
LABELS = """
Rule: if it rains, the match is off. It rains. | The match is off. | entailed
House rule: anyone who is late pays a pound. Ann is late. | Ann pays a pound. | entailed
Ann: I am ill. | Ann is ill. | unknown
"""


@pytest.mark.parametrize(
    ("told", "query", "answer"),
    rows(TWICE + NOT_EVERY + ALL_OF + WITHOUT + SAID + THINGS + KIN + EACH + SINCE + NOBODY + SHE + LABELS),
)
def test_what_a_quick_reader_gets_wrong(told: str, query: str, answer: str) -> None:
    assert verdict(told, query) == answer


def test_at_no_time_since_a_year_is_not_analysed() -> None:
    told = ["Sven has not lived in Oslo since 2015."]
    assert Reasoner().entails(told, "Sven lived in Oslo in 2018.").confidence < 1

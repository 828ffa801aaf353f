"""Whom `she` and `it` mean where more than one was mentioned, whose act it is, and who is where."""

import pytest
from tales import rows, verified

from defeasible.reasoner import Reasoner

MEANT = """
Rolf bought a rug for his wife. He met his teacher and gave her the rug. | The teacher has the rug. | entailed
Rolf bought a rug for his wife. He met his teacher and gave her the rug. | His wife has the rug. | refuted
Rolf baked a cake for his wife. He met his sister and gave her the cake. | His wife has the cake. | refuted
Olga went to see the doctor. She gave her a pill. | Olga has the pill. | unknown
Olga went to see the doctor. She gave her a pill. | The doctor has the pill. | unknown
Olga was sad. Her friend came. She gave her a rose. | Olga has a rose. | unknown
Rolf was ill. His wife called the doctor. He gave him a pill. | Rolf has a pill. | unknown
Rolf has a brother. He met a neighbour and hit him. | The neighbour was hit. | entailed
Olga has a sister. Olga met a neighbour and kissed her. | Olga kissed her sister. | unknown
Rolf loves his wife. His boss invited her to dinner. | The wife was invited. | entailed
The king met a beggar and gave him a coin. | The beggar has a coin. | entailed
Olga stuck a stamp on the letter and gave it to Rolf. | Rolf has the letter. | entailed
Olga tied a ribbon round the box and gave it to Rolf. | Rolf has the box. | entailed
Olga put the ring in the box and gave it to Rolf. | Rolf has the ring. | entailed
Olga sewed a button on the coat. It fell off. | The button is on the coat. | refuted
"""
BY_ADJECTIVE = """
The cat was asleep on the chair. In the next room Olga sang. | The cat is on the chair. | entailed
The cat fell asleep on the sofa. | The cat is on the sofa. | entailed
Olga lay asleep on the sofa. | Olga is on the sofa. | entailed
Olga was asleep in front of the fire. | Olga is in front of the fire. | entailed
Olga was ill in bed. | Olga is in bed. | entailed
The keys were safe in the drawer. | The keys are in the drawer. | entailed
Olga was interested in the house. | Olga is in the house. | unknown
Olga was angry at the school. | Olga is at the school. | unknown
Olga was sick of the house. | Olga is in the house. | unknown
Olga was dead on her feet. | Olga is dead. | unknown
"""


@pytest.mark.parametrize(("text", "state", "verdict"), rows(MEANT + BY_ADJECTIVE))
def test_who_is_meant(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (["Olga hired a nanny.", "She left after a week."], "Olga left."),
        (["Rolf gave his friend a book.", "He read it."], "Rolf read the book."),
    ],
)
def test_an_object_of_unknown_sex_may_be_meant_instead(text: list[str], query: str) -> None:
    decided = Reasoner().infer_state(text, query)
    assert decided.confidence == pytest.approx(0.5)
    assert decided.reason == "a pronoun in line 2 may mean another"


@pytest.mark.parametrize(
    ("text", "state", "verdict"),
    rows("""
Olga waited until the train stopped and got off. | Olga got off. | entailed
Olga woke up when the alarm rang and turned it off. | The alarm is off. | entailed
Olga left because it was late and went home. | Olga is at home. | entailed
Rolf boiled the eggs until they were hard and peeled them. | Rolf peeled the eggs. | entailed
Olga shook the bottle until it was empty and threw it away. | Olga threw the bottle away. | entailed
Olga was happy when the sun came out and dried the clothes. | Olga dried the clothes. | unknown
Olga cried when the vase fell and broke. | Olga broke. | unknown
Rolf could not eat the soup because it was too hot. | Rolf ate the soup. | refuted
Rolf did not eat the soup because it was too hot. | Rolf ate the soup. | unknown
Olga undressed and got into bed. | Olga is dressed. | refuted
Rolf tore his trousers on a nail. | There is a hole in Rolf's trousers. | unknown
"""),
)
def test_whose_act_it_is(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict


ECHOES = """
Olga fell asleep. So did Rolf. | Rolf is asleep. | entailed
Olga fell asleep. Rolf did too. | Rolf is asleep. | entailed
Olga fell asleep. Rolf did not. | Rolf is asleep. | refuted
Olga did not fall asleep. Neither did Rolf. | Rolf is asleep. | refuted
Olga is ill. So is Rolf. | Rolf is ill. | entailed
Olga is ill. Rolf is too. | Rolf is ill. | entailed
Olga is ill. Rolf is not. | Rolf is ill. | refuted
Olga is not ill. Neither is Rolf. | Rolf is ill. | refuted
Olga was tired. So was Rolf. | Rolf is tired. | entailed
Olga left. So did Rolf. | Rolf left. | entailed
Olga left. Rolf didn't. | Rolf left. | refuted
Olga is in the hall. Rolf is too. | Rolf is in the hall. | entailed
Olga bought a hat. So did Rolf. | Rolf has a hat. | entailed
Olga ate the cake. Did Rolf too? | Rolf ate the cake. | unknown
Olga promised to wash the car. She did. | The car is clean. | entailed
Olga promised to wash the car. She did not. | Olga washed the car. | refuted
Olga likes Rolf. Eve does too. | Eve likes Rolf. | entailed
Olga lost her hat. So did Rolf. | Rolf lost Olga's hat. | unknown
Olga kissed Rolf. So did Eve. | Eve kissed Rolf. | entailed
Olga hoped to win. She did not. | Olga won. | refuted
Olga has a car. So has Rolf. | Rolf has a car. | entailed
Olga has eaten. So has Rolf. | Rolf has eaten. | entailed
Olga was late. So Rolf left. | Rolf is late. | unknown
Olga hit Rolf. So did Eve. | Rolf hit Eve. | unknown
Olga and Rolf kissed. | Rolf kissed Olga. | entailed
Olga and Rolf kissed Eve. | Olga kissed Rolf. | unknown
Olga gave Rolf a pen and Eve a book. | Rolf has a book. | unknown
Olga gave Rolf a pen and Eve a book. | Rolf has a pen. | entailed
Olga ate the pie and Rolf the cake. | Olga ate the pie. | entailed
"""


@pytest.mark.parametrize(("text", "state", "verdict"), rows(ECHOES))
def test_another_did_so_too(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict

"""Two who are each something to the other, relations the other way, and who `they` are."""

import pytest
from statements import verdict
from tales import rows

KIN = """
Leo and Mia are brother and sister. | Mia is Leo's sister. | entailed
Leo and Mia are brother and sister. | Leo is Mia's brother. | entailed
Leo and Mia are brother and sister. | Mia is Leo's brother. | refuted
Mia and Leo are husband and wife. | Leo is Mia's husband. | entailed
Mia and Leo are teacher and pupil. | Mia is Leo's pupil. | unknown
Leo and Omar are father and son. | Omar is Leo's son. | unknown
Mia is Leo's sister. Omar is Leo's son. | Mia is Omar's aunt. | entailed
Mia is Leo's sister. Omar is Leo's son. | Omar is Mia's nephew. | entailed
Mia is Leo's sister. Omar is Leo's son. | Omar is Mia's son. | unknown
Mia is Leo's mother. Omar is Leo's son. | Mia is Omar's grandmother. | entailed
Mia is Leo's mother. Omar is Leo's brother. | Mia is Omar's grandmother. | unknown
Mia is Leo's daughter. Omar is Leo's son. | Omar is Mia's nephew. | unknown
Mia is Leo's sister. Omar is Leo's friend. | Mia is Omar's aunt. | unknown
"""
THEY = """
The Millers have a dog. They are old. | The Millers are old. | entailed
The Millers met the Shaws. They were happy. | The Millers were happy. | unknown
The twins met the Shaws. They were happy. | The twins were happy. | unknown
The twins have either a cat or a dog, but not both. They have a dog. | The twins have a cat. | refuted
Mia and Leo both wanted the cake. | Mia wanted the cake. | entailed
"""
EXCEPT = """
Everyone eats meat except Mia. | Mia eats meat. | refuted
Everyone got a bonus except Mia. | Leo got a bonus. | entailed
Every girl read a book except the last chapter. Mia is a girl. | Mia read a book. | unknown
Nobody got a bonus except Mia. | Leo got a bonus. | refuted
"""
ONLY = """
The only person with a key is Mia. | Mia has a key. | entailed
The only person with a key is Mia. | Leo has a key. | refuted
Mia is the only girl without a bike. Nora is a girl. | Nora has a bike. | entailed
Mia is the only girl with a bike. Leo is a boy. | Leo has a bike. | unknown
The only problem with the car is the engine. | The engine has the car. | unknown
Mia is the only girl with Leo. | Mia has Leo. | unknown
Neither Mia nor Leo had any salt. | Leo had salt. | refuted
Neither the soup nor the stew had any salt in it. | There was salt in the stew. | refuted
If neither Mia nor Leo sings, Omar sings. Mia sings. | Omar sings. | unknown
Mia had such a cold that she stayed in bed. | Mia stayed in bed. | entailed
"""
SCALES = """
Mia is cleverer than Leo. | Leo is less clever than Mia. | entailed
The towel is wetter than the mat. | The mat is drier than the towel. | entailed
The tea costs three euros. The milk costs two euros. | The tea is dearer than the milk. | entailed
Mia is louder than Leo. Leo is louder than Omar. | Omar is quieter than Mia. | entailed
The drum is louder than the flute. | The flute is loud. | unknown
The stone is harder than the wood. | The wood is easier than the stone. | unknown
"""
READ = """
The little girl slept. | The little girl slept. | entailed
A little girl slept. | A little girl slept. | entailed
The tea was cold, so the guests left. | The guests left. | entailed
Mia could not find her key and went home. | Mia went home. | entailed
Leo owes his sister money. | Leo owes his sister money. | entailed
Leo sent the shoes back. | Leo kept the shoes. | refuted
"""


@pytest.mark.parametrize(("told", "query", "answer"), rows(KIN + THEY + EXCEPT + ONLY + SCALES + READ))
def test_two_of_them(told: str, query: str, answer: str) -> None:
    assert verdict(told, query) == answer

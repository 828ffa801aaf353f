"""What a relative clause, or a phrase behind a noun, says of a thing was so before what is done to it."""

import pytest
from tales import rows, verified

AS_IT_WAS = """
Rolf sang. | Rolf has his own coat. | unknown
Rolf sang. | Rolf has his coat. | unknown
Rolf sang. | Rolf owns a car. | unknown
Olga mended the chair that was broken. | The chair is broken. | refuted
Olga washed the shirt that was dirty. | The shirt is dirty. | refuted
Olga opened the door that was shut. | The door is shut. | refuted
Olga sold the car that she owned. | Olga owns the car. | refuted
Olga sold the car she had. | Olga has the car. | refuted
Olga ate the apple that was on the table. | The apple is on the table. | refuted
Olga picked up the pen that lay on the floor. | The pen is on the floor. | refuted
Olga woke the man who was asleep. | The man is asleep. | refuted
Olga filled the jug, which was empty. | The jug is empty. | refuted
Olga dried the dog, which was wet. | The dog is wet. | refuted
Rolf paid Olga the ten pounds he owed her. | Rolf owes Olga money. | refuted
Rolf returned the book that he had borrowed. | Rolf has the book. | refuted
Olga cleaned the window, which was dirty. | The window is clean. | entailed
Olga met a man who was ill. | The man is ill. | entailed
Olga saw a dog that was wet. | The dog is wet. | entailed
Olga painted the door, which had been blue, red. | The door is red. | entailed
Olga fired the man who worked for her. | The man works for Olga. | refuted
Olga freed the bird that was in the cage. | The bird is in the cage. | refuted
Olga untied the dog that was tied to the gate. | The dog is tied to the gate. | refuted
Olga lit the candle that stood on the table. | The candle is on the table. | entailed
Olga put out the fire that was burning in the yard. | The fire is burning. | refuted
Olga fixed the tap which dripped. | The tap drips. | refuted
Olga lost the ring she was wearing. | Olga is wearing the ring. | refuted
Olga took off the hat she was wearing. | Olga is wearing the hat. | refuted
Olga found the cat, which was lost. | The cat is lost. | refuted
Olga found the key which she had lost. | Olga has the key. | entailed
Olga opened the door that was shut. | The door is open. | entailed
Olga met a man who gave her a book. | Olga has a book. | entailed
Olga found a key that opened the door. | The door is open. | entailed
Olga gave the book to Rolf, who read it. | Rolf has read the book. | entailed
Olga gave the book to Rolf, who lost it. | Rolf has the book. | refuted
Olga threw the ball to Rolf, who caught it. | Rolf has the ball. | entailed
Olga ate the cake that Rolf had baked. | There is a cake. | refuted
Olga ate the cake that Rolf baked. | Olga ate the cake. | entailed
Olga burned the letter that Rolf wrote. | The letter is burned. | entailed
Olga washed the shirt, which was clean again. | The shirt is clean. | entailed
Olga painted the door, which now was red. | The door is red. | entailed
Olga shouted at Rolf, who was sad. | Rolf is sad. | entailed
Olga kissed Rolf, who blushed. | Rolf blushed. | entailed
Olga called the cat, which came at once. | The cat is with Olga. | unknown
Olga sold the house that she had inherited. | Olga owns the house. | refuted
Olga picked up the pen lying on the floor. | The pen is on the floor. | refuted
Olga untied the dog tied to the gate. | The dog is tied to the gate. | refuted
Olga woke the man sleeping on the bench. | The man is asleep. | refuted
Olga took the book on the shelf. | The book is on the shelf. | refuted
Olga bought the hat in the window. | Olga has the hat. | entailed
Olga emptied the full bucket. | The bucket is full. | refuted
Olga mended the broken chair. | The chair is broken. | refuted
Olga washed her dirty hands. | Olga's hands are dirty. | refuted
Olga opened the locked box. | The box is locked. | refuted
Olga dried her wet hair. | Olga's hair is wet. | refuted
Olga lit the unlit candle. | The candle is lit. | entailed
Olga woke the sleeping dog. | The dog is asleep. | refuted
Olga filled the empty glass. | The glass is empty. | refuted
The man who lived next door moved to Rome. | The man lives next door. | refuted
The boy who was ill got better. | The boy is ill. | refuted
The tree that stood by the gate fell. | The tree is standing. | refuted
The dog that was missing came home. | The dog is missing. | refuted
The man who owned the car sold it. | The man owns the car. | refuted
The woman who had the key lost it. | The woman has the key. | refuted
The window, which was open, was shut by Olga. | The window is open. | refuted
The lamp that was on the desk broke. | The lamp is on the desk. | entailed
Olga took the book on the shelf. | The book is on the shelf. | refuted
Olga took the keys on the table. | The keys are on the table. | refuted
Olga stole the bike in the yard. | The bike is in the yard. | refuted
Olga grabbed the bag by the door. | The bag is by the door. | refuted
Rolf lived next door. He moved to Rome. | Rolf lives next door. | refuted
Rolf lived in Paris. He moved to Rome. | Rolf lives in Paris. | refuted
Olga put the book on the shelf. | The book is on the shelf. | entailed
Olga hid the book on the shelf. | The book is on the shelf. | entailed
Olga dropped the cup on the floor. | The cup is on the floor. | entailed
Olga took the dog on the bus. | The dog is on the bus. | entailed
Olga picked up the pen on the floor. | The pen is on the floor. | refuted
Olga took her coat on the peg. | The coat is on the peg. | refuted
Olga took the baby in her arms. | The baby is in Olga's arms. | entailed
Olga took the train in the morning. | Olga is in the train. | unknown
Olga stole the car at night. | Olga has the car. | entailed
Rolf lived nearby. He moved to Rome. | Rolf lives nearby. | refuted
Rolf lived upstairs. He moved to Rome. | Rolf lives upstairs. | refuted
Rolf lives next door. | Rolf lives next door. | entailed
"""
IN_TURN = """
After opening the box, Olga shut it again. | The box is open. | refuted
After opening the box, Olga shut it. | The box is open. | refuted
Before shutting the box, Olga put the ring in it. | The box is shut. | entailed
Having washed the cup, Olga dried it. | The cup is wet. | refuted
Olga opened the door, letting the cat out. | The cat is out. | unknown
Olga gave Rolf her phone to hold. | Rolf owns Olga's phone. | unknown
Olga gave Rolf her phone to hold. | Rolf has Olga's phone. | entailed
Olga owns a dog. She gave it to Eve to mind for the weekend. | Olga owns the dog. | entailed
Olga bought two tickets and gave one to Rolf. | Rolf has a ticket. | entailed
Olga bought two tickets and gave one to Rolf. | Olga has a ticket. | unknown
Olga kept one book and gave away the rest. | Olga has a book. | entailed
Olga gave every child an apple. Rolf was one of the children. | Rolf has an apple. | unknown
Rolf took the wrong coat by mistake. | Rolf has his own coat. | unknown
Olga let Rolf open the box. | The box is open. | entailed
Olga left with Rolf. | Rolf left. | entailed
Olga left without Rolf. | Rolf left. | refuted
The ring was in the box. The box burned. | The ring is in the box. | unknown
Olga threw the letter into the fire. | The letter is burned. | entailed
Olga dropped the egg on the floor. | The egg is broken. | entailed
Olga tied the boat to the post. The rope broke. | The boat is tied to the post. | unknown
Olga took the cloth off the cake. | The cake is covered. | refuted
Rolf sank the boat. | The boat is afloat. | refuted
Rolf got into the car and drove off. | Rolf is in the car. | entailed
Rolf was in the hall. He drove off. | Rolf is in the hall. | refuted
Rolf was at home. He drove off. | Rolf is at home. | refuted
The milk was in the jug. Olga poured it away. | The milk is in the jug. | refuted
Olga picked up the cup and put it down. | Olga has the cup. | unknown
Olga had a car. She sold it. | Olga had a car. | refuted
Olga had a car. She sold it. | Olga had had a car. | entailed
Olga had a car. She sold it. | Olga once had a car. | entailed
Rolf was in the hall. He left. | Rolf had been in the hall. | entailed
Olga was ill. She got better. | Olga was ill at some point. | entailed
"""
DESCRIBED = """
The man with the key opened the door. | The man has the key. | entailed
The man with the key gave it to Olga. | The man has the key. | refuted
The girl in the red coat sat down. | The girl is wearing a red coat. | entailed
The girl in the red coat took it off. | The girl is wearing the red coat. | refuted
The cup on the shelf fell off. | The cup is on the shelf. | refuted
The dog in the garden barked. | The dog is in the garden. | entailed
The cat on the roof jumped down. | The cat is on the roof. | refuted
The man in charge left. | The man is in charge. | unknown
The boy with Olga left. | Olga has the boy. | unknown
"""


@pytest.mark.parametrize(("text", "state", "verdict"), rows(AS_IT_WAS + IN_TURN + DESCRIBED))
def test_a_thing_as_it_was(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict

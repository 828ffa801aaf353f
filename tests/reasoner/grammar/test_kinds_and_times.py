"""Kinds and times: most birds, the shops in this town, children under ten, tonight, until the bell rings."""

import pytest
from statements import verdict
from tales import rows

MOST = """
Most birds fly. Tweety is a bird. | Tweety flies. | entailed
Most birds fly. Tweety is a bird. Tweety does not fly. | Tweety flies. | refuted
Most birds fly. Penguins are birds. Penguins do not fly. Pingu is a penguin. | Pingu flies. | refuted
Most birds fly. | All birds fly. | unknown
Most birds fly. | Most birds fly. | entailed
Most of the birds flew. Tweety is one of the birds. | Tweety flew. | unknown
"""
SOME = """
Tim is a pupil. Tim did not pass. | At least one pupil failed to pass. | entailed
At least one pupil passed. | No pupil passed. | refuted
If some pupil fails, the class stays. Tim is a pupil. Tim fails. | The class stays. | entailed
If at least one pupil fails, the class stays. Tim is a pupil. Tim fails. | The class stays. | entailed
Neither of the twins can drive. | At least one of the twins can drive. | refuted
"""
KINDS = """
Shops in this town close at six. Dunn is a shop in this town. | Dunn closes at six. | entailed
Children in this class walk to school. Tim is a child in this class. | Tim walks to school. | entailed
Shops usually close on Sundays. Dunn is a shop. | Dunn closes on Sundays. | entailed
All shops close on Sundays. Dunn is a shop. | Dunn closes on Sundays. | entailed
Children under ten travel free. Mia is eight. | Mia travels free. | entailed
Children under ten travel free. Leo is twelve. | Leo travels free. | unknown
Children under ten travel free. The car is eight. | The car travels free. | unknown
All children under ten with a ticket travel free. Mia is eight. | Mia travels free. | unknown
All children under ten in this town travel free. Mia is eight. | Mia travels free. | unknown
Dogs usually bark. Basenjis are dogs, but they don't bark. Kali is a basenji. | Kali barks. | refuted
All yumpuses sing. Kali is a yumpus. | Kali sings. | entailed
No poodles bark. Kali is a poodle. | Kali barks. | refuted
No dogs are allowed except guide dogs. Bella is a dog but not a guide dog. | Bella is allowed. | refuted
"""
NOW = """
If it is cold, the pond freezes. It is cold tonight. | The pond freezes. | entailed
If the soup is hot, Ann waits. It is hot. | Ann waits. | entailed
If Ann is tired, she leaves early. Ann is tired tonight. | Ann leaves early tonight. | entailed
Class isn't over until the bell rings. The bell hasn't rung yet. | Class is over. | refuted
Nobody can get in without a key. Tom got in. | Tom had a key. | entailed
Tom can't swim. Tom swam. | Tom can swim. | refuted
"""
SAID_ELSE = """
The lamp is plugged in and turned on. | The lamp is turned on. | entailed
Ann has to leave if she is late. Ann is late. | Ann has to leave. | entailed
You can see the sea if you climb the hill. Simon climbs the hill. | Simon can see the sea. | entailed
Ann forgets if she is late. | Ann is late. | unknown
Every dog barks at the milkman. Rex is a dog. | The milkman is barked at by Rex. | entailed
The letter was given to Ben by Ann. | Ann gave the letter to Ben. | entailed
Wes quit drinking coffee on Monday. | Wes drank coffee. | entailed
It was late, but Ann stayed. | Ann stayed. | entailed
It was warm and the children played. | The children played. | entailed
The match is off, provided Ann is late. Ann is late. | The match is off. | entailed
The hotel provided towels. | The hotel provided towels. | entailed
Kim is a dog. Kim barks. | Kim is a dog that barks. | entailed
Kim is a dog. Kim does not bark. | Kim is a dog that barks. | refuted
Kim is not a dog that barks. | Kim is a dog that barks. | refuted
Kim is a dog. | Kim is a dog that barks. | unknown
"""
HABITS = """
Tom locks the door before he leaves. Tom left. | Tom locked the door. | entailed
Tom locks the door before he leaves. Tom locked the door. | Tom left. | unknown
Tom locks the door before he leaves. Tom has not locked the door. | Tom has left. | refuted
Tom locks the door before he leaves. | Tom locks the door before he leaves. | entailed
Tom never eats before he has paid. Tom has not paid. | Tom eats. | refuted
After he eats lunch, Tom takes a nap. Tom ate lunch. | Tom took a nap. | entailed
The film starts before the shop closes. | The film starts. | entailed
The train leaves before it gets dark. | The train leaves. | entailed
Tom sometimes locks the door before he leaves. Tom left. | Tom locked the door. | unknown
"""


@pytest.mark.parametrize(("told", "query", "answer"), rows(MOST + SOME + KINDS + NOW + SAID_ELSE + HABITS))
def test_of_what_and_when_it_is_so(told: str, query: str, answer: str) -> None:
    assert verdict(told, query) == answer

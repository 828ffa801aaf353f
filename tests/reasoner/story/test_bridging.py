"""What an event with a part or a content means for the whole, which only the question need name."""

import pytest
from tales import asked, rows, verified

from defeasible.reasoner import Reasoner, State, check_decision

BRIDGED = """
Hugo screwed the lid back on. | The jar is open. | refuted
Hugo prised off the lid. | The tin is open. | entailed
Hugo pulled the cork. | The bottle is open. | entailed
Hugo uncorked the champagne. | The bottle is open. | entailed
Hugo could not find the corkscrew. The cork would not budge. | The bottle is open. | refuted
The bulb blew. | The lamp is on. | refuted
Hugo flicked the switch. The bulb came on. | The lamp is on. | entailed
The heating broke down. | The house is cold. | entailed
Hugo lit a fire. | The room is warm. | entailed
Hugo turned on the air conditioning. | The room is cool. | entailed
The pipe burst. | The floor is wet. | entailed
The bath overflowed. | The floor is dry. | refuted
Rain came in through the roof. | The floor is wet. | entailed
Hugo mopped up the water. | The floor is dry. | entailed
Hugo spilled his coffee. | The cup is full. | refuted
Hugo poured the juice down the sink. | The carton is full. | refuted
Hugo filled up at the garage. | The tank is full. | entailed
Hugo ran out of petrol. | The tank is empty. | entailed
The battery went flat. | The phone is on. | refuted
Hugo forgot to charge it. The battery ran out. | The laptop is on. | refuted
The chain came off. | The bike is broken. | entailed
The tyre burst. | The bike is broken. | entailed
The string broke. | The guitar is in tune. | refuted
The sole came off. | The shoe is broken. | entailed
The strap broke. | The bag is broken. | entailed
The zip broke. | The jacket is done up. | refuted
Hugo did up the zip. | The jacket is open. | refuted
Hugo undid the buttons. | The shirt is open. | entailed
Hugo tied the laces. | His shoes are tied. | entailed
Hugo drew the curtains. | The room is dark. | entailed
The sun came through the blinds. | The room is dark. | refuted
The electricity came back. | The lights are off. | refuted
Hugo pulled out the plug. | The lamp is on. | refuted
Hugo pulled out the plug. The water ran away. | The bath is empty. | entailed
Hugo slid the bolt across. | The door is locked. | entailed
The wind took the tiles. | The roof is damaged. | entailed
Hugo cut the string. | The parcel is open. | entailed
Hugo tore off the wrapping. | The present is wrapped. | refuted
Hugo sealed the flap. | The envelope is open. | refuted
Hugo typed in the password. | The laptop is locked. | refuted
The kettle boiled. | The water is hot. | entailed
The freezer broke down. | The ice cream is frozen. | refuted
Iris pulled the cork. She pushed it back in. | The bottle is open. | refuted
Iris drew the curtains. She opened them an hour later. | The room is dark. | refuted
Iris undid the zip. She did it up again. | The jacket is done up. | entailed
The bulb blew. Iris changed it. The new bulb came on. | The lamp is on. | entailed
The radio was turned down and the kettle sang. | The water is hot. | entailed
Iris slid the bolt back. | The door is locked. | refuted
Iris shut the door and slid the bolt across. | The door is open. | refuted
Iris mopped up the milk. | The floor is wet. | refuted
The last guest went home. | The party is over. | entailed
Everyone left. | The room is empty. | entailed
The pupils poured out at four. | The classroom is full. | refuted
The referee blew the final whistle. | The match is over. | entailed
The curtain fell and people clapped. | The play is over. | entailed
The bell rang for lunch. | The lesson is over. | entailed
It snowed all night. | The road is white. | entailed
It rained all night. | The ground is dry. | refuted
It rained all night. | The grass is wet. | entailed
The frost came early. | The pond is frozen. | entailed
Ida watered the tomatoes. | The soil is dry. | refuted
Ida ironed the shirts. | The iron is hot. | entailed
Ida baked bread all morning. | The oven is hot. | entailed
Ida chopped the onions. | The knife is clean. | refuted
Ida sharpened the pencil. | The point is sharp. | entailed
Ida filled in the form and signed it. | The form is blank. | refuted
Ida packed her clothes. | The suitcase is full. | entailed
Ida unpacked everything. | The suitcase is empty. | entailed
Ida posted the letter. | The envelope is sealed. | entailed
The engine roared into life. | The car is on. | entailed
Ida took the picture down. | The wall is bare. | entailed
Ida lifted the baby out. | The cot is empty. | entailed
Ida stripped the sheets. | The bed is made. | refuted
Ida knocked the vase over. | The table is wet. | entailed
Ida let the air out of the tyre. | The tyre is flat. | entailed
Ida hoovered. | The carpet is clean. | entailed
Ida washed up. | The plates are dirty. | refuted
Ida did the laundry. | The clothes are clean. | entailed
Ida laid the table. | The plates are on the table. | entailed
Ida cleared the table. | The plates are on the table. | refuted
Ida set the alarm for six. | The clock is set. | entailed
The fuse blew. | The lights are on. | refuted
The signal dropped. | The call is over. | entailed
Ida hung up. | The call is over. | entailed
The ink ran out. | The pen works. | refuted
The paper jammed. | The printer works. | refuted
The alarm went off. | The house is quiet. | refuted
The branch broke under him. | The tree is damaged. | entailed
The dam burst. | The valley is dry. | refuted
The river burst its banks. | The fields are flooded. | entailed
Ida cleared the table and laid it again. | The plates are on the table. | entailed
The engine started, then it died. | The car is on. | refuted
Ida sliced the bread. She washed the knife. | The knife is clean. | entailed
Otto handed in his essay. | The teacher has the essay. | entailed
Otto forgot his homework. | The teacher has his homework. | refuted
Otto planted out the leeks. | The leeks are in the ground. | entailed
"""
NOT_BRIDGED = """
Hugo rang the bell. | The door is open. | unknown
Hugo put the lid in the drawer. | The pan is covered. | unknown
Hugo bought a new bulb. | The lamp is on. | unknown
Hugo looked at the switch. | The lamp is on. | unknown
Hugo lit a fire on the beach. | The house is warm. | unknown
Hugo drank a glass of milk. | The fridge is empty. | unknown
Hugo bought a zip. | The jacket is done up. | unknown
Hugo took a biscuit. | The tin is empty. | unknown
Hugo ate an apple. | The tree is bare. | unknown
Hugo found a cork. | The bottle is open. | unknown
The battery was new. | The phone is on. | unknown
Iris put on her cap. | The bottle is open. | unknown
Iris took off her top. | The jar is open. | unknown
Iris put on her gold chain. | The door is locked. | unknown
Iris dropped the chain by the door. | The door is locked. | unknown
Iris typed in the wrong password. | The laptop is locked. | unknown
Iris pulled the cord. | The light is on. | unknown
Iris filled up the bath. | The tank is full. | unknown
Iris broke her leg. | The chair is broken. | unknown
Iris dropped a glass and it broke. | The window is broken. | unknown
Iris smashed a tile. | The roof is damaged. | unknown
Iris lit a fire in the garden. | The kitchen is warm. | unknown
Iris laid a fire. | The room is warm. | unknown
The sun shone all day. | The cellar is dark. | unknown
The sun came in. | The floor is wet. | unknown
Iris poured out the tea. | The pot is empty. | unknown
Iris poured the milk. | The carton is empty. | unknown
The water ran out of the tap. | The bath is empty. | unknown
Iris did not screw the lid on. | The jar is closed. | unknown
Iris wanted to pull the cork. | The bottle is open. | unknown
Iris was told to put the lid on. | The jar is open. | unknown
The battery of the clock went flat. | The phone is on. | unknown
Iris broke the handle of the cup. | The jug is broken. | unknown
The lid was on the shelf. | The jar is open. | unknown
Iris closed the lid of the piano. | The box is open. | unknown
Iris tied a bow in her hair. | Her shoes are tied. | unknown
Iris opened the wine list. | The bottle is open. | unknown
Iris put a fan on the shelf. | The room is cool. | unknown
Iris boiled the kettle in the morning. In the evening she came home. | The water is hot. | unknown
The heating broke down. A man came and mended it. | The house is cold. | unknown
The chain of her necklace broke. | The bike is broken. | unknown
Iris burst the balloon. | The bike is broken. | unknown
The train pulled out. | The platform is full. | unknown
The well ran dry. | The bucket is full. | unknown
Ida bought a lid. | The jar is closed. | unknown
The guests arrived. | The party is over. | unknown
Ida looked at the suitcase. | The suitcase is empty. | unknown
The engine was old. | The car is moving. | unknown
Ida pressed the button. | The iron is hot. | unknown
Ida swept into the room. | The floor is clean. | unknown
Ida hung up her coat. | The call is over. | unknown
Ida broke a limb. | The tree is damaged. | unknown
Ida took the baby out. | The pram is empty. | unknown
Everyone left. Tom came back for his bag. | The room is empty. | unknown
The last guest arrived. | The party is over. | unknown
Ida rang the bell. | The lesson is over. | unknown
The curtain was blue. | The play is over. | unknown
The train whistle blew. | The match is over. | unknown
Ida set the table on fire. | The plates are on the table. | unknown
Ida baked the bread. The next day she ate it. | The oven is hot. | unknown
Ida did not wash up. | The plates are dirty. | unknown
Ida unpacked the radio. | The suitcase is empty. | unknown
Ida packed the car. | The suitcase is full. | unknown
Ida knocked over a chair. | The table is wet. | unknown
Ida was about to hang up, but he went on talking. | The call is over. | unknown
Ida took down a book. | The wall is bare. | unknown
Ida wrote a letter. | The envelope is sealed. | unknown
Ida sharpened the knife. | The point is sharp. | unknown
The ink was blue. | The pen works. | unknown
Ida did her homework. | The clothes are clean. | unknown
The river was high. | The fields are flooded. | unknown
Iris had a jar and a tin. She screwed the lid on. | The jar is open. | unknown
Iris bought a bag and a coat. The strap broke. | The bag is broken. | entailed
Iris bought a bag and a coat. The strap broke. | The coat is broken. | unknown
Otto handed in his gun. | The teacher has the gun. | unknown
Otto planted a kiss on her cheek. | The kiss is in the ground. | unknown
The radiator was off. | The room is warm. | unknown
The radio was on. | The room is warm. | unknown
There was a jar and a tin on the shelf. Hugo prised off the lid. | The tin is open. | unknown
Two jars stood there. Hugo prised off the lid. | The jar is open. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(BRIDGED + NOT_BRIDGED))
def test_the_whole_follows_from_the_part_and_no_more(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize(
    ("told", "query"),
    [
        ("Hugo pulled the cork.", "The bottle is open."),
        ("Hugo drew the curtains.", "The room is dark."),
        ("The battery went flat.", "The phone is on."),
    ],
)
def test_what_is_bridged_is_not_certain(told: str, query: str) -> None:
    question = asked(told, query)
    decision = Reasoner().decide(question)
    assert 0.7 < decision.confidence < 0.83
    assert check_decision(question, decision).state is State.VERIFIED


def test_what_the_event_names_is_not_bridged_to() -> None:
    decision = Reasoner().decide(asked("Hugo prised the lid off the tin.", "The tin is open."))
    assert "unlidded" not in str(decision.trace)

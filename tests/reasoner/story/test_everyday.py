"""What everyday events bring about, class of events by class, for each of those who take part."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Reasoner, Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        # Who takes part: all of several, and who experiences a thing.
        ("Rita and Omar tied the knot in May.", "Omar is married.", ENTAILED),
        ("Rita washed the bowl and the jug.", "The jug is clean.", ENTAILED),
        ("Rita regretted the joke.", "Rita is sorry.", ENTAILED),
        ("Rita was at home. She set off for the coast.", "Rita is at the coast.", UNKNOWN),
        # Machines, locks, lids and blinds.
        ("The dishwasher packed up on Monday.", "The dishwasher is working.", REFUTED),
        ("The fridge gave up the ghost.", "The fridge is broken.", ENTAILED),
        ("The alarm went off at six.", "The alarm is on.", ENTAILED),
        ("Rita's phone ran out of battery.", "The phone is on.", REFUTED),
        ("Rita prised the lid off the tin.", "The tin is open.", ENTAILED),
        ("Rita put the lid back on the jar.", "The jar is open.", REFUTED),
        ("Omar pulled the blinds up.", "The blinds are open.", ENTAILED),
        ("Omar kicked the door in.", "The door is locked.", REFUTED),
        # Filling, cleaning, wetting, warming.
        ("Rita tipped the water out of the bucket.", "The bucket is empty.", ENTAILED),
        ("We ran out of milk.", "We have milk.", REFUTED),
        ("Rita did the dishes.", "The dishes are clean.", ENTAILED),
        ("Omar gave the car a wash.", "The car is dirty.", REFUTED),
        ("Omar wiped the mud off his boots.", "His boots are clean.", ENTAILED),
        ("The dog rolled in the mud.", "The dog is dirty.", ENTAILED),
        ("Rita got caught in the rain.", "Rita is wet.", ENTAILED),
        ("The room warmed up.", "The room is cold.", REFUTED),
        ("Rita completed the puzzle.", "The puzzle is finished.", ENTAILED),
        # What is worked on, by its last part, and what is left.
        ("Rita was writing a novel. She typed the last line.", "The novel is finished.", ENTAILED),
        ("Rita began a quilt. Omar sewed the last block on.", "The quilt is finished.", ENTAILED),
        (
            "Rita had an essay due at noon. She wrote the final sentence.",
            "Rita has finished her essay.",
            ENTAILED,
        ),
        ("Rita was knitting a scarf. She lost interest.", "The scarf is finished.", REFUTED),
        ("Rita was writing a novel. She caught the last bus.", "The novel is finished.", UNKNOWN),
        ("Rita was painting the shed. Omar came home.", "Rita had finished painting.", UNKNOWN),
        # The last of it, and a little of it.
        ("Rita filled the flask. Omar drank a drop.", "The flask is empty.", REFUTED),
        ("Rita was hungry. She ate half a biscuit.", "Rita is hungry.", UNKNOWN),
        ("Rita was hungry. She ate the stew.", "Rita is hungry.", REFUTED),
        # Which of several a predicate means, by what is washed, warmed or broken.
        ("Omar took a sip of tea from the flask. It was ice-cold.", "The tea is cold.", ENTAILED),
        # Clothes that stay on; a town in which one goes from place to place.
        ("Omar would not take the scarf off.", "Omar is wearing the scarf.", ENTAILED),
        ("Omar wrapped the scarf around his neck.", "Omar is wearing the scarf.", ENTAILED),
        ("Omar was in Bristol. He stepped onto the platform.", "Omar is in Bristol.", UNKNOWN),
        ("Omar was in Bristol. He went to Leeds.", "Omar is in Bristol.", REFUTED),
        # Sleep, life, hunger, illness.
        ("Omar couldn't sleep.", "Omar is asleep.", REFUTED),
        ("The vet put the dog down.", "The dog is alive.", REFUTED),
        ("The storm felled the oak.", "The oak is alive.", REFUTED),
        ("The hikers survived the fall.", "The hikers are dead.", REFUTED),
        ("Nobody fed the cat.", "The cat is hungry.", ENTAILED),
        ("The walk wore Omar out.", "Omar is tired.", ENTAILED),
        ("Omar shook off the flu.", "Omar is ill.", REFUTED),
        ("Rita made a full recovery.", "Rita is ill.", REFUTED),
        ("Rita broke her leg.", "Rita can walk.", REFUTED),
        # Having, owing, being somewhere.
        ("Rita came into a fortune.", "Rita is rich.", ENTAILED),
        ("Rita settled the bill.", "The bill is unpaid.", REFUTED),
        ("Rita missed the train.", "Rita is on the train.", REFUTED),
        ("Rita emigrated to Canada.", "Rita lives in Canada.", ENTAILED),
        ("Rita left the choir.", "Rita is in the choir.", REFUTED),
        ("The police rounded up the goats.", "The goats are captive.", ENTAILED),
        ("The parrot escaped from its cage.", "The parrot is in its cage.", REFUTED),
        # Feelings, friends, knowledge, work.
        ("The news upset Rita.", "Rita is sad.", ENTAILED),
        ("The noise annoyed Omar.", "Omar is angry.", ENTAILED),
        ("The film bored Omar.", "Omar is bored.", ENTAILED),
        ("The spider scared Omar.", "Omar is afraid.", ENTAILED),
        ("Omar calmed Rita down.", "Rita is frightened.", REFUTED),
        ("Rita's dog died.", "Rita is sad.", ENTAILED),
        ("Rita and Omar drifted apart.", "Rita and Omar are friends.", REFUTED),
        ("Rita and Omar made up.", "Rita and Omar are friends.", ENTAILED),
        ("Rita fell out with Omar.", "Omar is Rita's friend.", REFUTED),
        ("Rita and Omar met at a bus stop.", "Rita knows Omar.", ENTAILED),
        ("Rita kept the news from Omar.", "Omar knows the news.", REFUTED),
        ("Rita never found out.", "Rita knows who broke the vase.", REFUTED),
        ("Rita hasn't got a clue.", "Rita knows about the party.", REFUTED),
        ("Rita walked in without the slightest idea.", "Rita knows about the party.", REFUTED),
        ("Rita was in the dark. Omar told her everything.", "Rita knows about the party.", ENTAILED),
        ("Rita had no idea. Omar told her about the party.", "Rita knows who broke the vase.", UNKNOWN),
        ("Omar wrote a song.", "Omar knows about the party.", UNKNOWN),
        ("Rita saw Omar.", "Rita knows Omar.", UNKNOWN),
        ("Rita overheard the plan.", "Rita knows about the plan.", ENTAILED),
        ("Rita ordered a lamp.", "Rita has the lamp.", UNKNOWN),
        ("Rita never learned to swim.", "Rita can swim.", REFUTED),
        # What is meant to be done: what is settled on, booked, signed up for.
        ("Rita settled on Oslo.", "Rita has decided on Oslo.", ENTAILED),
        ("Rita booked a flight to Greece.", "Rita plans to go to Greece.", ENTAILED),
        ("Rita signed up for the race.", "Rita intends to run in the race.", ENTAILED),
        ("Rita signed up for the race.", "Rita intends to cancel the race.", UNKNOWN),
        ("Rita decided to become a doctor.", "Rita wants to be a doctor.", ENTAILED),
        # Whose kin somebody is does not make him whom the story is about.
        ("Omar could not whistle. His uncle taught him. He whistled a tune.", "Omar can whistle.", ENTAILED),
        ("Rita taught Omar to ride a bike.", "Omar can ride a bike.", ENTAILED),
        ("Rita passed her driving test.", "Rita can drive.", ENTAILED),
        ("Rita got the sack.", "Rita has a job.", REFUTED),
        ("Rita lost her husband.", "Rita is a widow.", ENTAILED),
        # What comes to nothing, or may.
        ("Rita got on the bus. She got off at the park.", "Rita is on the bus.", UNKNOWN),
        ("Rita threw the ball to Omar. He dropped it.", "Omar has the ball.", UNKNOWN),
        ("Rita wrote Omar a letter. She never sent it.", "Omar has the letter.", REFUTED),
        ("Rita hid the gift from Omar. He found it.", "Omar knows about the gift.", ENTAILED),
        ("Rita sat down. Rita stood up.", "Rita is sitting.", REFUTED),
        ("Rita sat in the garden.", "Rita is sitting in the garden.", ENTAILED),
        ("Rita sat in the garden.", "Rita is sitting on the sofa.", UNKNOWN),
        ("Rita went into the garden.", "Rita is sitting in the garden.", UNKNOWN),
        ("Rita sat in the garden. Later she lay on the sofa.", "Rita is on the sofa.", ENTAILED),
        ("The book was lying on the table.", "The book is on the table.", ENTAILED),
        ("The lake froze over. In March the ice melted.", "The lake is frozen.", REFUTED),
        ("Rita got a tattoo. She had it removed.", "Rita has a tattoo.", REFUTED),
        ("Omar turned the water off. He turned it back on.", "The water is on.", ENTAILED),
        ("Omar wrote a sum on the board. He rubbed it off.", "The sum is on the board.", REFUTED),
        ("Rita tore the dress and had it mended.", "The dress is torn.", REFUTED),
        ("The dress was stained. Rita had it dry-cleaned.", "The dress is stained.", REFUTED),
        ("Rita locked herself out. A neighbour let her in.", "Rita is locked out.", REFUTED),
        ("The thieves tied up the guard. He freed himself.", "The guard is tied up.", REFUTED),
        ("Rita was winning. She tripped near the line.", "Rita won.", UNKNOWN),
        ("The ring that Rita lost was found by a jogger.", "The ring is lost.", REFUTED),
        ("Rita made Omar open the window.", "The window is open.", ENTAILED),
        ("Rita wanted the window open.", "The window is open.", UNKNOWN),
        ("Rita opened the window, only for Omar to shut it.", "The window is open.", REFUTED),
        ("Rita promised to call but never did.", "Rita called.", REFUTED),
        ("Instead of locking the door, Rita left it open.", "The door is open.", ENTAILED),
        ("Rather than sell the car, Rita gave it to Omar.", "Omar has the car.", ENTAILED),
        ("Rita sang or Omar danced.", "Omar danced.", UNKNOWN),
        ("Either Rita or Omar took the money.", "Omar took the money.", UNKNOWN),
        ("Rita neither sang nor danced.", "Rita danced.", REFUTED),
        (
            "Rita laid the card on the desk. She never posted it or even moved it.",
            "The card is on the desk.",
            ENTAILED,
        ),
        ("Rita pinned the rota to the door. It began to rain.", "The rota is on the door.", ENTAILED),
        ("Rita is in Rome. Earlier this week she was in Athens.", "Rita is in Rome.", ENTAILED),
        ("The dog chewed the slipper to pieces.", "The slipper is intact.", REFUTED),
        ("According to Rita, the door is shut.", "The door is shut.", UNKNOWN),
        ("The door, Rita thought, was shut.", "The door was shut.", UNKNOWN),
        ("Rita needn't lock the door.", "The door is locked.", UNKNOWN),
        ("Rita lives in Paris.", "Rita lives in New Paris.", UNKNOWN),
        ("Rita sharpened her crayons.", "Rita's crayons were already sharp.", UNKNOWN),
        ("Rita ate hardly anything.", "Rita ate.", REFUTED),
        ("Rita barely caught the train.", "Rita caught the train.", ENTAILED),
        ("Rita cleaned the hall but not the kitchen.", "The kitchen is clean.", UNKNOWN),
        ("Rita bought a bike, not a car.", "Rita has a bike.", ENTAILED),
        ("Rita opened the gate, not Omar.", "The gate is open.", ENTAILED),
        ("The candle was lit. It burned down to nothing.", "The candle is lit.", REFUTED),
        # Before and after.
        ("Rita unlocked the gate.", "The gate was locked before Rita came.", ENTAILED),
        ("Rita unlocked the gate. She mowed the lawn.", "The gate was locked when she got there.", ENTAILED),
        ("Rita unpacked the case.", "The case was packed before she came.", ENTAILED),
        ("Rita is in the bath. Before that she was in the shed.", "Rita is in the shed.", REFUTED),
        ("Rita is in the bath. Before that she was in the shed.", "Rita was in the shed.", ENTAILED),
        ("Rita stopped smoking last year.", "Rita has never smoked.", REFUTED),
        ("Rita finished the report last night.", "The report is finished.", ENTAILED),
        ("Rita learned to ride a bike at six.", "Rita can ride a bike.", ENTAILED),
        # What was planned, offered, made law.
        ("They called the picnic off.", "The picnic is still going ahead.", REFUTED),
        ("Rita was offered a job. She turned it down.", "Rita took the job.", REFUTED),
        ("The council brought in a toll. In May it scrapped the toll.", "The toll is in force.", REFUTED),
        ("The mill was put up for sale. The villagers bought it.", "The villagers own the mill.", ENTAILED),
        # Vessels and parts.
        ("Rita ran a bath. She pulled out the plug.", "The bath is full.", REFUTED),
        ("Rita opened a jar of olives. She put the lid back on.", "The jar of olives is closed.", ENTAILED),
        ("Rita put a crate of pears in the van.", "The pears are in the van.", ENTAILED),
        ("Rita broke her wrist.", "Rita has a broken wrist.", ENTAILED),
        ("The boiler broke down. A plumber came and put in a new pump.", "The boiler is broken.", REFUTED),
        ("The crown was melted down.", "The crown exists.", REFUTED),
        # What is done near a thing does not end all that it is.
        (
            "Rita opened her umbrella. She walked to the port. There she folded it up.",
            "The umbrella is open.",
            REFUTED,
        ),
        ("Omar put on a tie. On the way he loosened it.", "Omar is wearing a tie.", ENTAILED),
        ("We got to Lisbon at noon. We checked in early.", "We are in Lisbon.", ENTAILED),
        ("Omar went to Leeds. He walked around.", "Omar is in Leeds.", ENTAILED),
        ("Omar's mother pulled a hat down over his ears.", "Omar is wearing a hat.", ENTAILED),
        ("Rita opened the window. She told ghost stories.", "The window is open.", ENTAILED),
        # Who and what is meant.
        (
            "A thief got hold of Omar's bag. Omar chased him. He wrestled the bag back from him.",
            "Omar has his bag.",
            ENTAILED,
        ),
        ("Little Fox had a kite. He swapped it with Hen for a drum.", "Little Fox has the kite.", REFUTED),
        (
            "Mr. Dunn was furious when Omar rang. Omar said sorry. Mr. Dunn's anger melted away.",
            "Mr. Dunn is angry.",
            REFUTED,
        ),
        ("It was the burglar who had taken the ring.", "The burglar has the ring.", ENTAILED),
        ("Rita used to borrow the key.", "Rita has the key.", UNKNOWN),
        # What is denied in one way, and what is said in other words.
        ("Rita did not meet Omar at the inn.", "Rita met Omar.", UNKNOWN),
        ("Rita did not eat the cake with a fork.", "Rita ate the cake.", UNKNOWN),
        ("Rita did not eat the cake.", "Rita ate the cake with a fork.", REFUTED),
        ("Rita stopped smoking in bed.", "Rita smokes.", UNKNOWN),
        ("Rita gave up smoking. In May she started again.", "Rita smokes.", ENTAILED),
        ("Rita took the bag.", "Rita stole the bag.", UNKNOWN),
        ("Rita stole the bag.", "Rita took the bag.", ENTAILED),
        (
            "Rita filled the feeder. When she got home the birds had cleaned it out.",
            "The feeder is full.",
            REFUTED,
        ),
        ("Rita bought a pony. She named it Duke.", "Rita owns Duke.", ENTAILED),
        ("Omar had the ball. Rita came away with the ball.", "Omar has the ball.", REFUTED),
        ("Rita made a hot coffee. She took a sip. It was stone cold.", "The coffee is hot.", REFUTED),
        # What a verb implies of the verb below it is what it implies of a belief.
        ("Rita could not help opening the box.", "Rita opened the box.", ENTAILED),
        ("Rita had the nerve to open the letter.", "Rita opened the letter.", ENTAILED),
        ("Rita did not have the heart to wake Omar.", "Rita woke Omar.", REFUTED),
        ("Rita resisted the temptation to open the box.", "Rita opened the box.", REFUTED),
        ("Rita refrained from eating the cake.", "Rita ate the cake.", REFUTED),
        ("Omar was talked into selling his car.", "Omar sold his car.", ENTAILED),
        ("Rita tricked Omar into opening the door.", "The door is open.", ENTAILED),
        ("Rita was forced to sell the car.", "Rita sold the car.", ENTAILED),
        ("Rita was too tired to cook dinner.", "Rita cooked dinner.", REFUTED),
        ("Rita was the first to leave the house.", "Rita left the house.", ENTAILED),
        ("Rita had a chance to buy the boat.", "Rita bought the boat.", UNKNOWN),
        ("Rita allowed Omar to leave the room.", "Omar left the room.", UNKNOWN),
        ("It turned out that Rita had sold the car.", "Rita sold the car.", ENTAILED),
        # What undoes it, in other words than the active voice.
        ("Rita packed the bag. The bag has been unpacked.", "The bag is packed.", REFUTED),
        ("Rita packed the bag. Omar would have unpacked it.", "The bag is packed.", UNKNOWN),
        ("Rita wrapped the gift. Ann left instead of unwrapping the gift.", "The gift is wrapped.", ENTAILED),
        ("Rita opened the door. The door that Omar closed was old.", "The door is open.", REFUTED),
        ("Rita bought a boat. The boat has been sold.", "Rita owns the boat.", UNKNOWN),
        # Who is where, and has what.
        ("Rita flew over Paris.", "Rita is in Paris.", UNKNOWN),
        ("Rita wrote to Omar in Paris.", "Rita is in Paris.", UNKNOWN),
        ("Rita wrote a letter in the kitchen.", "Rita is in the kitchen.", ENTAILED),
        ("Rita looked for her keys.", "Rita has her keys.", REFUTED),
    ],
)
def test_what_is_so_after_an_event(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict


@pytest.mark.parametrize(
    ("story", "state"),
    [
        ("Rita left the beach.", "Rita left after dark."),
        ("Rita bought a boat.", "Rita bought a boat that Omar liked."),
        ("Rita has money.", "Rita has enough money to pay cash."),
        ("Rita got divorced.", "Rita has never been married."),
        ("The tank was full.", "The tank is almost empty."),
    ],
)
def test_what_asks_for_more_than_is_read_is_not_answered(story: str, state: str) -> None:
    assert Reasoner().infer_state([story], state).verdict in {UNKNOWN, Verdict.UNPARSED}


def test_a_title_is_of_a_person() -> None:
    story = ["Mr. Hill opened the window.", "He was cold."]
    assert Reasoner().infer_state(story, "Mr. Hill was cold.").verdict is ENTAILED

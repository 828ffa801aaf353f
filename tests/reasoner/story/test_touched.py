"""What a later line may touch is open; what classes of verbs bring about; and what reading these took."""

from __future__ import annotations

import re

import pytest

from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.question import StateQuestion

ENTAILED, REFUTED, UNKNOWN = "entailed", "refuted", "unknown"


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        # A place of which the question alone speaks may be where somebody went, by another name.
        ("Rita left the shop.", "Rita is on a bus.", UNKNOWN),
        ("Rita left the shop.", "Rita is in the shop.", REFUTED),
        ("Omar took the clock down. He sold it.", "The clock is on the wall.", REFUTED),
        ("They released the spy.", "The spy is in jail.", REFUTED),
        # Who sits down by the stove stays in the room.
        ("Rita walked into the bakery. She sat down at the counter.", "Rita is in the bakery.", ENTAILED),
        ("Rita walked into the bakery. She sat down in the park.", "Rita is in the bakery.", REFUTED),
        # Who is asked about as somebody is anyone; a denial without a day denies it of each day.
        ("Two boys cheated Omar.", "Someone cheated Omar.", ENTAILED),
        ("Omar didn't rake the leaves.", "Omar raked the leaves on Monday.", REFUTED),
        ("Omar didn't rake the leaves. On Friday he raked the leaves.", "Omar raked the leaves.", ENTAILED),
        # Begun is not done; no more is not none.
        ("Rita began to paint the shed.", "The shed is painted.", UNKNOWN),
        ("Rita painted the shed.", "The shed is painted.", ENTAILED),
        ("Omar ate a bowl of rice. He could not eat another mouthful.", "Omar is hungry.", REFUTED),
        # What becomes of a thing may end any mood about it.
        ("Rita was nervous about her recital. She gave the recital.", "Rita is nervous.", UNKNOWN),
        ("Omar filled the jug. He tripped.", "The jug is full.", UNKNOWN),
        ("Omar locked the chest. Rita tried a key.", "The chest is locked.", UNKNOWN),
        ("Rita lost her brooch. She searched the shed.", "The brooch is lost.", UNKNOWN),
        # Who and what is meant.
        ("Rita lost her brooch. She searched the barn. She found it.", "The brooch is lost.", REFUTED),
        ("Omar packed his rucksack. The sack was heavy.", "The rucksack is heavy.", ENTAILED),
        ("Rita hung up the wet towels. Later she folded the dry towels.", "The towels are wet.", REFUTED),
        ("Four nurses had soup. One of them was sick.", "The nurses are sick.", UNKNOWN),
        ("Rita told Omar to wait, and he did.", "Omar waited.", ENTAILED),
        ("It was so hot that Rita took her scarf off.", "Rita is wearing her scarf.", REFUTED),
        ("Rita fell ill. Her uncle came and drove her home.", "Rita is at home.", ENTAILED),
        ("Omar pushed the hatch wide open.", "The hatch is open.", ENTAILED),
        ("Rita dyed her scarf blue.", "The scarf is blue.", ENTAILED),
        ("The jar would not open. The lid popped off.", "The jar is open.", ENTAILED),
        ("Omar carried the crates inside.", "The crates are inside.", ENTAILED),
        # What classes of verbs bring about.
        ("Omar raked the leaves. Rita paid him fifty euros.", "Omar has fifty euros.", ENTAILED),
        ("Omar begged his aunt for a kite.", "Omar wants a kite.", ENTAILED),
        ("Rita could not sleep.", "Rita is awake.", ENTAILED),
        ("The porch was a mess.", "The porch is clean.", REFUTED),
        ("Omar's boots were covered in mud.", "Omar's boots are clean.", REFUTED),
        ("It was raining. The rain stopped.", "It is raining.", REFUTED),
        ("Omar and Rita were friends. Rita ended the friendship.", "Omar and Rita are friends.", REFUTED),
        ("Rita booked a cruise. The firm cancelled it.", "The cruise is booked.", REFUTED),
        ("Rita gave birth to a girl.", "Rita is a mother.", ENTAILED),
        ("Rita was engaged.", "Rita is single.", REFUTED),
        ("Omar had long hair. He cut it off.", "Omar's hair is long.", REFUTED),
        ("Rita knocked the full jug over.", "The jug is full.", REFUTED),
        # What a later line may touch, and what it does not.
        ("Rita was happy. A fox died.", "Rita is happy.", UNKNOWN),
        ("Rita was happy. A wasp stung Omar.", "Rita is happy.", ENTAILED),
        ("Omar left a bone in the yard. A dog ran up.", "The bone is in the yard.", UNKNOWN),
        ("Omar left a ladder in the yard. A dog ran up.", "The ladder is in the yard.", ENTAILED),
        ("Rita filled the keg. Omar knocked it over. The water drained away.", "The keg is full.", REFUTED),
        ("Omar fell asleep on the tram. The tram stopped with a jolt.", "Omar is asleep.", UNKNOWN),
        (
            "Omar left a crate in the hall. Rita loaded it into the van. Omar got in.",
            "The crate is in the hall.",
            REFUTED,
        ),
        # What work somebody does, by where they do it.
        ("Rita plays in an orchestra.", "Rita is a musician.", ENTAILED),
        ("Rita plays in the garden.", "Rita is a musician.", UNKNOWN),
        ("Omar teaches history at a college.", "Omar is a teacher.", ENTAILED),
        ("Omar taught his son to swim.", "Omar is a teacher.", UNKNOWN),
        ("Rita graduated from medical school.", "Rita is a doctor.", ENTAILED),
        ("Rita graduated from art school.", "Rita is a doctor.", UNKNOWN),
        ("Rita applied to medical school.", "Rita is a doctor.", UNKNOWN),
        # What is done to a part is done to the whole.
        ("Omar switched on the torch. The torch's battery ran out.", "The torch is on.", REFUTED),
        ("The lamp was on. Rita pulled the plug.", "The lamp is on.", REFUTED),
        ("Rita took the lid off the tin. Omar put the lid back on.", "The tin is closed.", ENTAILED),
        ("Rita switched on the lamp. Omar pressed the switch.", "The lamp is on.", UNKNOWN),
        # Who leaves for work, and who falls, is carried off, paid back, or cancelled.
        ("Omar left for the office at six.", "Omar is at home.", REFUTED),
        ("Omar left the office at six.", "Omar is at home.", UNKNOWN),
        ("An oak fell across the lane.", "The oak is on the ground.", ENTAILED),
        ("The pole toppled over.", "The pole is standing.", REFUTED),
        ("Omar put up the marquee. The wind blew it down.", "The marquee is up.", REFUTED),
        ("The goat was lost. A boy brought it back to Rita.", "The goat is lost.", REFUTED),
        ("Omar borrowed cash from Rita. He paid the cash back.", "Omar has the cash.", REFUTED),
        ("Rita gave Omar a vase. He gave it away to a neighbour.", "Omar has the vase.", REFUTED),
        ("Rita booked a table. She cancelled the reservation.", "Rita has a table.", REFUTED),
        ("Omar polished his scuffed boots.", "The boots are scuffed.", REFUTED),
        ("Rita turned off the lights in the cellar.", "The cellar is dark.", ENTAILED),
        # Names that are words as well.
        ("Will opened the hatch.", "Will opened the hatch.", ENTAILED),
        ("May bought a kite.", "May has a kite.", ENTAILED),
        ("Omar will open the hatch.", "Will opened the hatch.", UNKNOWN),
        # What a deed does not show.
        ("Omar was thirsty. He drank a glass of water.", "Omar is thirsty.", REFUTED),
        ("Omar gave Rita a parking ticket.", "Omar is kind.", UNKNOWN),
        ("Omar bought a pen.", "Omar is rich.", UNKNOWN),
        # What is taken, torn away, refused, or let out.
        ("Rita filled the mug. Omar took a sip.", "The mug is full.", UNKNOWN),
        ("The hen sat in the coop. Rita left the coop door open.", "The hen is in the coop.", UNKNOWN),
        ("The budgie was in the cage. It flew out of the window.", "The budgie is in the cage.", REFUTED),
        ("Omar had a ticket. The wind tore it from his hand.", "Omar has a ticket.", REFUTED),
        ("The milk went sour. Omar washed his hands. Rita sang.", "The milk is sour.", ENTAILED),
        ("Rita wanted a pony, but her uncle said no.", "Rita has a pony.", REFUTED),
        ("Rita wanted a pony. Her uncle said no. Her aunt gave her a pony.", "Rita has a pony.", ENTAILED),
        ("Rita wanted a pony. Her uncle said nothing.", "Rita has a pony.", UNKNOWN),
        ("The hen was in the shed. Omar let the hen out.", "The hen is in the shed.", REFUTED),
        ("The spy was locked up. Omar let him out, and they drove off.", "The spy is free.", ENTAILED),
        ("The tub was full. Rita pulled the plug.", "The tub is full.", REFUTED),
        ("Rita taught at a college for a year.", "Rita is a teacher.", UNKNOWN),
        ("Rita taught at a college. Then she became a potter.", "Rita is a teacher.", UNKNOWN),
        ("Omar sang in a choir as a boy.", "Omar is a singer.", UNKNOWN),
        ("A pine fell onto the shed.", "The pine is on the ground.", UNKNOWN),
        ("The tablet's battery ran out. Rita plugged it in.", "The tablet is on.", UNKNOWN),
        ("The torch's battery ran out.", "The lamp is on.", UNKNOWN),
        ("Rita let the hen out.", "The hen is outside.", ENTAILED),
    ],
)
def test_what_is_touched_is_open_and_what_is_brought_about_is_so(
    story: str, state: str, verdict: str
) -> None:
    lines = tuple(re.split(r"(?<=[.]) ", story))
    decision = Reasoner().infer_state(lines, state)
    assert str(decision.verdict) == verdict
    assert check_decision(StateQuestion(lines, state), decision).state is not State.FAILED

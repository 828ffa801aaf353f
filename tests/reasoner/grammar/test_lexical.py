"""What words say of each other: opposites, synonyms, weaker words, converses, and what stays open."""

import pytest

from defeasible.reasoner import Reasoner
from defeasible.reasoner.grammar.belief import paraphrases

CONTRARY = [
    ("The hall is packed.", "The hall is half-empty.", "refuted"),
    ("The hall is not packed.", "The hall is half-empty.", "unknown"),
    ("The suspect is on the run.", "The suspect is in custody.", "refuted"),
    ("Ann is a vegetarian.", "Ann is a meat-eater.", "refuted"),
    ("The towel is not dry.", "The towel is soaked.", "unknown"),
    ("The towel is not dry.", "The towel is wet.", "entailed"),
    ("The room is not dirty.", "The room is spotless.", "unknown"),
    ("Ann is left-handed.", "Ann is right-handed.", "refuted"),
    ("The road is blocked.", "The road is clear.", "refuted"),
    ("The film was directed by Ann.", "Ann directed the film.", "entailed"),
]
VERBS = [
    ("Ann loved the film.", "Ann hated the film.", "refuted"),
    ("Ann did not love the film.", "Ann hated the film.", "unknown"),
    ("Ann caught the train.", "Ann missed the train.", "refuted"),
    ("Profits soared.", "Profits fell.", "refuted"),
    ("Ann unlocked the door.", "Ann locked the door.", "unknown"),
    ("Ann worked hard.", "Ann failed.", "unknown"),
    ("Ann won on Monday.", "Ann lost on Tuesday.", "unknown"),
    ("Ann voted for the plan.", "Ann opposed the plan.", "refuted"),
]
WEAKER = [
    ("Ann devoured the cake.", "Ann ate the cake.", "entailed"),
    ("Ann ate the cake.", "Ann devoured the cake.", "unknown"),
    ("Ann sprinted to the bus stop.", "Ann ran to the bus stop.", "entailed"),
    ("Prices plummeted.", "Prices fell.", "entailed"),
    ("Ann is jobless.", "Ann has a job.", "refuted"),
    ("The film bored Ann.", "Ann was bored.", "entailed"),
    ("Ann stopped the bus.", "Ann left the bus.", "unknown"),
]
CONVERSE = [
    ("Ann beat Bob.", "Bob lost to Ann.", "entailed"),
    ("Ann beat Bob in the final.", "Ann won in the final.", "entailed"),
    ("The picture is above the sofa.", "The sofa is below the picture.", "entailed"),
    ("The picture is above the sofa.", "The picture is below the sofa.", "refuted"),
    ("The shop is close to the bank.", "The bank is near the shop.", "entailed"),
    ("The bank is behind the church.", "The church is behind the park.", "unknown"),
    ("Bob works for Ann.", "Ann employs Bob.", "entailed"),
]
IMPLICATIVE = [
    ("Ann was wrong to sack Bob.", "Ann sacked Bob.", "entailed"),
    ("It is wrong to steal.", "Ann steals.", "unknown"),
    ("Ann ended up paying the bill.", "Ann paid the bill.", "entailed"),
    ("Ann chose to stay.", "Ann stayed.", "entailed"),
    ("Ann did not choose to stay.", "Ann stayed.", "unknown"),
    ("Ann pretended that she was ill.", "Ann was ill.", "refuted"),
    ("Ann did not decline to pay.", "Ann paid.", "unknown"),
    ("Ann did not admit stealing the ring.", "Ann stole the ring.", "unknown"),
    ("Ann admitted to stealing the ring.", "Ann stole the ring.", "entailed"),
    ("Bob was not seen leaving the house.", "Bob left the house.", "unknown"),
    ("Ann helped open the door.", "Ann opened the door.", "unknown"),
]
NOUNS_THAT_TAKE_A_CLAUSE = [
    ("Ann took the opportunity to leave early.", "Ann left early.", "entailed"),
    ("Ann missed the chance to see the king.", "Ann saw the king.", "refuted"),
    ("Ann resisted the temptation to eat the cake.", "Ann ate the cake.", "refuted"),
    ("Ann could not bring herself to eat the cake.", "Ann ate the cake.", "refuted"),
    ("Ann made the mistake of paying Bob.", "Ann paid Bob.", "entailed"),
    ("It is no secret that Ann paid Bob.", "Ann paid Bob.", "entailed"),
    ("There is no doubt that Ann paid Bob.", "Ann paid Bob.", "entailed"),
    ("It is a lie that Ann paid Bob.", "Ann paid Bob.", "refuted"),
    ("It annoyed Kim that Ann paid Bob.", "Ann paid Bob.", "entailed"),
    ("Ann was kind enough to pay Bob.", "Ann paid Bob.", "entailed"),
    ("Ann was rich enough to pay Bob.", "Ann paid Bob.", "unknown"),
    ("Kim talked Ann into paying Bob.", "Ann paid Bob.", "entailed"),
    ("Kim thanked Ann for paying Bob.", "Kim paid Bob.", "unknown"),
    ("Kim did not let Ann pay Bob.", "Ann paid Bob.", "refuted"),
    ("Kim heard that Ann paid Bob.", "Ann paid Bob.", "unknown"),
]
KINDS = [
    ("Every animal needs water. Rex is a dog.", "Rex needs water.", "entailed"),
    ("No fish can fly. Goldie is a trout.", "Goldie can fly.", "refuted"),
    ("Rex is an animal.", "Rex is a dog.", "unknown"),
    ("Rex is a dog.", "Rex is a cat.", "refuted"),
    ("Rex is not a dog.", "Rex is a cat.", "unknown"),
    ("Ann is a cat person.", "Ann is a cat.", "unknown"),
    ("Rex is a guide dog.", "Rex is a dog.", "entailed"),
    ("The flag is red and white.", "The flag is white.", "entailed"),
]
EVENTS = [
    ("The deportation of Bob shocked Ann.", "Bob was deported.", "entailed"),
    ("Ann admired Bob's courage.", "Bob was brave.", "entailed"),
    ("Ann questioned Bob's courage.", "Bob was brave.", "unknown"),
    ("Ann rebuilt the wall.", "Ann built the wall.", "entailed"),
    ("The tank is half full.", "The tank is full.", "refuted"),
]
DEGREE = [
    ("Ann was soaked.", "Ann was wet.", "entailed"),
    ("Ann was wet.", "Ann was soaked.", "unknown"),
    ("Ann was not soaked.", "Ann was wet.", "unknown"),
    ("If Ann was tired, she slept. Ann was exhausted.", "Ann slept.", "entailed"),
    ("If Ann is miserable, she stays in. Ann is unhappy.", "Ann stays in.", "unknown"),
    ("If Ann is fast asleep, the cat is glad. Ann is asleep.", "The cat is glad.", "unknown"),
    ("Ann is not polite.", "Ann is impolite.", "unknown"),
    ("Ann is polite.", "Ann is not impolite.", "entailed"),
    ("The bill is not paid.", "The bill is unpaid.", "entailed"),
    ("If the king is powerful, he rules. The king is powerless.", "The king rules.", "unknown"),
    ("If the king rules, he is powerful. The king is powerless.", "The king rules.", "refuted"),
    ("The complaint was infrequent.", "The complaint was frequent.", "refuted"),
    ("Ann is furious.", "Ann is angry.", "entailed"),
    ("Ann worked sadly.", "Ann worked happily.", "unknown"),
    ("Ann worked.", "Ann worked happily.", "unknown"),
    ("Ann spoke.", "Ann spoke clearly.", "unknown"),
    ("Ann left, sadly.", "Ann left.", "entailed"),
    ("Ann is angry.", "Ann is furious.", "unknown"),
    ("Ann froze with fear.", "Ann was cold.", "unknown"),
]
FAMILY = [
    ("Ann is Bob's wife.", "Ann is married to Bob.", "entailed"),
    ("Ann is Bob's mother.", "Bob is Ann's child.", "entailed"),
    ("Ann is the boss of Bob.", "Bob is Ann's employee.", "entailed"),
    ("Ann is a bachelor.", "Ann is married.", "refuted"),
]
KINDS_OF_THINGS = [
    ("Ann planted a tulip.", "Ann planted a flower.", "entailed"),
    ("Ann planted a flower.", "Ann planted a tulip.", "unknown"),
    ("Ann planted red tulips.", "Ann planted flowers.", "entailed"),
    ("Ann sold no flowers.", "Ann sold a tulip.", "refuted"),
    ("Ann adores tulips.", "Ann adores flowers.", "unknown"),
    ("Ann left without a scarf.", "Ann left without clothes.", "unknown"),
    ("Ann's poodle barked.", "A dog barked.", "entailed"),
    ("Ann's poodle barked.", "Ann's dog barked.", "unknown"),
    ("Ann plays the cello.", "Ann plays an instrument.", "entailed"),
    ("Ann speaks French.", "Ann speaks a language.", "entailed"),
    ("The car is French.", "The car is a language.", "unknown"),
    ("Ann ate a hot dog.", "Ann ate an animal.", "unknown"),
    ("Ann saw a toy dog.", "Ann saw an animal.", "unknown"),
    ("Ann met Rose.", "Ann met a flower.", "unknown"),
    ("Ann showed Bob a tulip.", "Ann showed Bob a flower.", "entailed"),
]
PARAPHRASES = [
    ("Ann was sacked.", "Ann lost her job.", "entailed"),
    ("Ann handed in her notice.", "Ann gave up her job.", "entailed"),
    ("Ann sprained her wrist.", "Ann hurt her wrist.", "entailed"),
    ("Ann sprained her wrist.", "Bob hurt his wrist.", "unknown"),
    ("Ann came last in the race.", "Ann won the race.", "refuted"),
    ("Ann came first in the race.", "Ann won the race.", "entailed"),
    ("Ann didn't catch the bus.", "Ann missed the bus.", "entailed"),
    ("Ann didn't take the bus.", "Ann missed the bus.", "unknown"),
    ("Ann sneezed throughout the play.", "Ann sneezed during the play.", "entailed"),
    ("Ann sneezed during the play.", "Ann sneezed throughout the play.", "unknown"),
    ("The form was unsigned.", "Bob signed the form.", "refuted"),
    ("There is no soap in the kitchen.", "The kitchen has soap.", "refuted"),
    ("The gate is open today.", "The gate is shut.", "refuted"),
    ("The gate was open this morning.", "The gate was shut.", "unknown"),
    ("The bus arrived early.", "The bus arrived late.", "refuted"),
    ("Ann called Bob a liar.", "Ann contacted Bob.", "unknown"),
    ("Ann bought a huge dog.", "Ann bought a big dog.", "entailed"),
    ("Ann bought a big dog.", "Ann bought a huge dog.", "unknown"),
    ("Ann would like a kite.", "Ann wants a kite.", "entailed"),
    ("Ann can't stand jazz.", "Ann hates jazz.", "entailed"),
    ("Ann reached the summit.", "Ann was at the summit.", "entailed"),
]
CHAINS = [
    ("Ann was murdered.", "Ann is dead.", "entailed"),
    ("Ann owns a poodle.", "Ann owns an animal.", "entailed"),
    ("Ann has a dog.", "Ann has a poodle.", "unknown"),
    ("Ann loves roses.", "Ann loves flowers.", "unknown"),
    ("Ann got on the bus.", "Ann boarded the bus.", "entailed"),
    ("Ann stood up for Bob.", "Ann defended Bob.", "entailed"),
    ("Ann handed in the essay.", "Ann submitted the essay.", "entailed"),
]


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        *DEGREE,
        *FAMILY,
        *CHAINS,
        *KINDS_OF_THINGS,
        *PARAPHRASES,
        *NOUNS_THAT_TAKE_A_CLAUSE,
        *CONTRARY,
        *VERBS,
        *WEAKER,
        *CONVERSE,
        *IMPLICATIVE,
        *KINDS,
        *EVENTS,
    ],
)
def test_what_one_word_says_of_another(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict


@pytest.mark.parametrize(
    ("told", "asked"), [("Ann owns a boat.", "Ann has a boat."), ("Ann has a boat.", "Ann owns a boat.")]
)
def test_two_verbs_may_imply_each_other(told: str, asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(paraphrases._IMPLIED, ("have",), [paraphrases.rule_of("own Y")])
    assert Reasoner().entails([told], asked).verdict == "entailed"

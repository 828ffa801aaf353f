"""Random sentences, well formed and not: nothing crashes, every outcome is named, every trace is verified."""

from collections import Counter
from random import Random

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.errors import UsageError

WORDS = """
if then unless only when whenever provided that as long and or not n't never no longer does do did
will would cannot could may might must John Jessica he she they it the a an dog cat house box walks
walk walked runs hid hides is are was isn't won't doesn't either neither nor both everyone nobody
nothing some any because but although , . ? ! ; : " ' ( ) fails to happy unhappy in into on inside
contains filled with covered by bigger than smaller twice as big half the size of 30 cm 2 m long
tall put from out there which
""".split()  # noqa: SIM905 - words read best as text
SUBJECTS = ["John", "Jessica", "he", "the dog", "everyone", "they", "nobody"]
PREDICATES = [
    "walks", "does not walk", "will run home", "cannot hide the box", "is happy", "is not happy", "is sad",
    "never sleeps", "ate and drank", "may or may not walk", "was seen in the house", "doesn't care", "wins",
    "has an essay to finish", "fails the test", "turns on the light",
]  # fmt: skip
FRAMES = ["If {}, then {}", "{} if {}", "Unless {}, {}", "{} only if {}", "Whenever {}, {}", "If {} {}"]


def salad(random: Random) -> str:
    return " ".join(random.choice(WORDS) for _ in range(random.randint(0, 14)))


def clause(random: Random) -> str:
    return f"{random.choice(SUBJECTS)} {random.choice(PREDICATES)}"


def sentence(random: Random) -> str:
    if random.random() < 0.5:
        return clause(random)
    return random.choice(FRAMES).format(clause(random), clause(random))


@pytest.mark.parametrize("seed", range(6))
def test_beliefs(seed: int) -> None:
    random, reasoner = Random(seed), Reasoner()
    outcomes: Counter[str] = Counter()
    for _ in range(400):
        write = salad if random.random() < 0.3 else sentence
        premises = [write(random) for _ in range(random.randint(0, 4))]
        options = [clause(random) for _ in range(random.randint(1, 3))]
        new = sentence(random) if random.random() < 0.5 else None
        try:
            decision = reasoner.answer(premises, options, new=new)
        except UsageError:
            outcomes["usage"] += 1  # every option left the matter open
            continue
        outcomes[decision.verdict] += 1
        assert not complaints(decision.trace), (premises, options, new)
        assert not complaints(decision.trace.to_json())
    assert {Verdict.ENTAILED, Verdict.UNKNOWN, Verdict.UNPARSED} <= outcomes.keys()


def test_a_noun_is_not_compared_with_itself() -> None:
    text = "Thankfully than higher one bid thankfully But one higher than no         she she."
    assert English().analyse(text).tokens  # its head was the standard of its own adjective, without end


def test_a_possessive_that_the_lists_lack_is_nobody_elses() -> None:
    text = ["He loves thy dog.", "It barks."]
    assert Reasoner().entails(text, "He loves thy dog.").verdict is Verdict.ENTAILED


@pytest.mark.parametrize("seed", range(3))
def test_sizes(seed: int) -> None:
    random, reasoner = Random(seed), Reasoner()
    for _ in range(400):
        context = salad(random)
        decision = reasoner.compare_size(context, *random.sample(["dog", "cat", "house", "box"], 2))
        assert not complaints(decision.trace), context
        assert not complaints(decision.trace.to_json())


def test_no_repair_leaves_a_word_under_one_of_another_sentence() -> None:
    analysis = English().analyse("Rita the gate. closed")
    for first, end in analysis.sentences:
        assert all(first <= token.head < end for token in analysis.tokens[first:end])

"""Tests of `phrasings.toml`: what is said of sizes in words that a parser gets wrong."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.ahead import analyse_ahead
from defeasible.reasoner.grammar.sizes.phrasings import compiled, phrasings
from defeasible.reasoner.grammar.sizes.spelling import mend
from defeasible.reasoner.question import SizeQuestion

UNREAL = (
    "The crate is supposed to hold the trunk.",
    "The crate is meant to be bigger than the trunk.",
    "The crate seems bigger than the trunk.",
    "The crate should hold the trunk.",
    "The crate would be bigger than the trunk.",
    "The crate was going to be bigger than the trunk.",
    "Make sure the crate is bigger than the trunk.",
    "From what I hear, the crate is bigger than the trunk.",
    "As far as I know, the crate is bigger than the trunk.",
    "In Bob's opinion, the crate is bigger than the trunk.",
    "It's a myth that the crate is bigger than the trunk.",
    "Bob is convinced that the crate is bigger than the trunk.",
    "My guess is that the crate is bigger than the trunk.",
    "The plan is for the crate to hold the trunk.",
    "There's a rumour going round that the crate is bigger than the trunk.",
    "It is widely believed that the crate is bigger than the trunk.",
    "It's not that the crate is too small for the trunk.",
    "I'd love a crate as big as a trunk.",
    "Whether or not the trunk fits in the crate, we buy it.",
    "The crate is presumably bigger than the trunk.",
    "The crate, I think, is bigger than the trunk.",
    "Allegedly, the trunk was put in the crate.",
    "I have a feeling the crate is bigger than the trunk.",
    "There's talk of the crate being bigger than the trunk.",
    "He promised to put the trunk in the crate.",
    "The crate was once bigger than the trunk.",
    "One day the crate will be bigger than the trunk.",
    "Imagine if the crate held the trunk.",
    "Nobody knows if the trunk fits in the crate.",
    "Either the crate is bigger than the trunk or the van is.",
    "The crate is bigger than the trunk, or so they say.",
    "The crate had better hold the trunk.",
    "Please put the trunk in the crate.",
    "The crate used to be twice as big as the trunk.",
    "The crate was bigger than the trunk last year.",
)
POSITION = (
    "The trunk is across the road from the crate.",
    "The trunk is a long way from the crate.",
    "The trunk is on the far side of the crate.",
    "The trunk is five minutes from the crate.",
    "The trunk is tied to the crate.",
    "The trunk is guarded by the crate.",
    "The crate towed the trunk.",
    "The crate hit the trunk.",
    "The crate took longer than the trunk to paint.",
    "The crate is a bigger nuisance than the trunk.",
    "The crate is in the van and the trunk in the shed.",
    "The crate collided with the trunk.",
    "The crate inherited the trunk.",
    "Once there had been a crate where the trunk now stands.",
    "There is no crate bigger than the trunk.",
    "We need a crate bigger than the trunk.",
    "She has a crate no bigger than the trunk.",
    "The trunk sticks out of the crate.",
    "The trunk's next to the crate, where it's always been.",
    "The trunk is longer than the crate is wide.",
    "The trunk was longer than the crate until we cut it.",
    "The trunk had to stoop to get through the crate.",
)
BIGGER = (
    "The trunk is not so wide as the crate.",
    "The trunk is not half as big as the crate.",
    "The trunk is not even a tenth the length of the crate.",
    "The trunk isn't quite the length of the crate.",
    "The trunk is only three quarters as high as the crate.",
    "The trunk is a quarter as wide as the crate.",
    "We never did get the crate through the trunk.",
    "The trunk is a tenth as big as the crate.",
    "The trunk is a hundredth of the size of the crate.",
    "The crate takes up more room than the trunk.",
    "The crate is the biggest thing here, followed by the trunk.",
    "The trunk is nothing beside the crate.",
    "The crate isn't smaller than the trunk, nor is it the same size.",
    "The trunk is 4'6\" long and the crate is 5'2\".",
    "The trunk holds a pint and the crate holds three pints.",
    "Of the two, the crate is the bulkier one, not the trunk.",
    "They have a crate large enough to store the trunk in.",
    "The crate is roomy enough to keep the trunk in.",
    "Behind the crate, the trunk was completely out of sight.",
    "Hidden beneath the crate there's a trunk.",
    "There's no getting the crate into the trunk.",
    "The trunk hasn't got room for the crate.",
    "It takes five of these trunks laid end to end to match one crate.",
    "You need ten trunks to fill the crate.",
    "The crate swallowed the trunk in one gulp.",
    "The trunk flew down the crate.",
    "The trunk will never hold the crate.",
    "The trunk isn't longer than the crate but shorter.",
    "The crate is four times the area of the trunk.",
    "The trunk is an inch too short for the crate.",
    "The trunk covers hardly any of the crate.",
    "The crate covered everything, even the trunk.",
    "A single crate was all it took to cover the trunk.",
    "We lost sight of the trunk behind the crate.",
    "The crate is half as long again as the trunk.",
    "The crate is two and a half times as long as the trunk.",
    "The trunk is nothing like as deep as the crate.",
    "The trunk is only a third of the size of the crate.",
    "The crate holds twice as much as the trunk.",
    "The crate's length exceeds that of the trunk.",
    "The crate is a bit on the large side for the trunk.",
    "Beside the crate the trunk is tiny.",
    "It proved impossible to fit the crate into the trunk.",
    "Standing behind the crate, the trunk couldn't be seen at all.",
    "The crate, part of which was painted, is 1 metre 80 tall; the trunk is 1 metre 60.",
    "That crate? Far too wide for our trunk.",
    "Goodness, the crate is bigger than the trunk!",
    "According to the tape measure, the crate is 4 cm tall and the trunk is 3 cm tall.",
    "Can you believe that the trunk fits in the crate?",
    "Bigger than the trunk is the crate.",
    "Which is smaller, the crate or the trunk? The trunk.",
    "The trunk is a fraction of the size of the crate.",
    "The trunk is 80% of the size of the crate.",
    "The crate, whose size is twice that of the trunk, is blue.",
    "My crate makes my trunk look tiny.",
    "The trunk, compared to the crate, is tiny.",
    "Bob's crate towers over the trunk.",
    "The crate stands head and shoulders above the trunk.",
    "The shadow of the crate covered the whole of the trunk.",
    "The trunk has room for the bag but not for the crate.",
    "Not even Bob's crate fits in the trunk.",
    "Does the crate fit in the trunk? No, it doesn't.",
    "The crate is not going to fit in the trunk.",
    "The crate got stuck in the trunk because it was too big.",
    "The crate was too big, so the trunk couldn't take it.",
    "Too big for the trunk, the crate was left behind.",
    "Completely hidden by the crate, the trunk stayed lost.",
    "She never leaves home without a trunk in her crate.",
    "The crate the trunk is asleep in is old.",
    "The trunk can't be seen because the crate is in the way.",
    "The trunk was too narrow to let the crate through.",
    "We tried to get the crate into the trunk, but it was too big.",
    "We tried to get the crate into the trunk, but it wouldn't fit.",
    "The crate turned out to be too tall to stand in the trunk.",
    "The trunk and the bag together are as long as the crate.",
    "It's not the trunk that's bigger, it's the crate.",
    "Of the two, it's not the trunk but the crate that is the bigger.",
    "It is the crate, not the trunk, that is wider.",
    "From biggest to smallest: the crate, the bag and the trunk.",
    "In order of size, smallest first: the trunk, the bag, the crate.",
    "The crate is bigger but lighter than the trunk.",
    "The crate is not just bigger than the trunk but heavier.",
    "The trunk is the same width as the crate but not as tall.",
    "The trunk came out at half the size of the crate.",
    "The crate hangs over the trunk on every side.",
    "The crate covers the trunk with an inch to spare all round.",
    "Everything but the crate fitted in the trunk.",
    "All the bags fit in the trunk except the crate.",
    "The bag fits in the crate, but not in the trunk.",
    "The crate is the only box that doesn't fit in the trunk.",
    "The trunk doesn't quite hide the crate.",
    "The trunk arrived wrapped from head to tail in a crate.",
    "Shut away in the crate was a trunk.",
    "The crate is 100 m high, ten metres more than the trunk.",
    "The crate's 300 metres long and the trunk's only 250.",
    "What's smaller than the crate? The trunk.",
    "What does the crate hold? A trunk.",
    "The trunk is bigger than the bag but not as big as the crate.",
    "The crate is a third bigger than the trunk.",
    "The trunk is 12 cm across and the crate is 2 cm wider.",
    "The trunk is not as long as the crate, is it?",
    "The crate completely hides the trunk behind it.",
    "The crate takes 150 litres and the trunk takes 10.",
    "The crate is larger than the atlas, and the atlas is larger than the trunk.",
)
EQUAL = (
    "The trunk measures the same as the crate.",
    "There's nothing to choose between the trunk and the crate size-wise.",
    "The trunk is neither bigger nor smaller than the crate.",
    "The trunk is no bigger than the crate and no smaller either.",
    "A trunk as big as a crate fell down.",
    "It was a trunk the size of a crate.",
    "The trunk is about the size of a crate.",
    "The trunk's length equals that of the crate.",
    "The trunk isn't any longer than the crate, it's exactly the same length.",
    "The trunk measures 2 m. The crate measures 200 cm.",
    "The trunk and the crate each measure 2 m.",
    "The trunk is 40 cm long and so is the crate.",
)
ORDER = (
    "I bought a crate and a trunk. The former is bigger.",
    "I bought a crate and a trunk; the latter is smaller.",
    "I bought a crate and a trunk. The first is bigger than the second.",
    "I bought a crate and a trunk, but the former didn't fit in the latter.",
)


@pytest.mark.parametrize("text", UNREAL + POSITION)
def test_what_is_not_said_to_be_so_is_left_open(reasoner: Reasoner, text: str) -> None:
    for pair in (("crate", "trunk"), ("trunk", "crate")):
        assert reasoner.compare_size(text, *pair).verdict in {Verdict.UNKNOWN, Verdict.UNPARSED}


@pytest.mark.parametrize("text", BIGGER + ORDER)
def test_which_is_bigger(reasoner: Reasoner, text: str) -> None:
    assert reasoner.compare_size(text, "crate", "trunk").verdict is Verdict.ENTAILED


@pytest.mark.parametrize("text", EQUAL)
def test_which_are_equal(reasoner: Reasoner, text: str) -> None:
    for pair in (("crate", "trunk"), ("trunk", "crate")):
        decision = reasoner.compare_size(text, *pair)
        assert (decision.verdict, decision.answer) == (Verdict.REFUTED, None)


def test_the_words_of_a_text_keep_their_places() -> None:
    text = "The trunk is nothing beside the crate."
    mended, _ = mend(text)
    assert mended.text == "The trunk is tiny compared with the crate."
    assert text[mended.places[mended.text.index("crate")] :] == "crate."


@pytest.mark.parametrize(
    ("text", "bigger", "smaller"),
    [
        ("Your garden is smaller than mine.", "my garden", "your garden"),
        ("Her case wouldn't fit in his.", "her case", "his case"),
        ("Ivo's tent is bigger than ours.", "Ivo's tent", "our tent"),
    ],
)
def test_things_of_one_kind_by_their_owner(reasoner: Reasoner, text: str, bigger: str, smaller: str) -> None:
    assert reasoner.compare_size(text, bigger, smaller).verdict is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("text", "bigger", "smaller"),
    [
        ("The ship was too tall to sail under the bridge.", "ship", "bridge"),
        ("The bus couldn't get under the bridge because it was too tall.", "bus", "bridge"),
        ("The lorry couldn't fit down the lane.", "lorry", "lane"),
        ("I bought a box for the hat, but it was too small.", "hat", "box"),
    ],
)
def test_ways_and_what_is_bought(reasoner: Reasoner, text: str, bigger: str, smaller: str) -> None:
    assert reasoner.compare_size(text, bigger, smaller).verdict is Verdict.ENTAILED


def test_the_speaker_has_a_hand_and_a_thing_beside_it_has_none(reasoner: Reasoner) -> None:
    decision = reasoner.compare_size("That spider was as big as my hand!", "spider", "hand")
    assert (decision.verdict, decision.answer) == (Verdict.REFUTED, None)


def test_what_is_analysed_ahead_is_what_is_read() -> None:
    english = English()
    parser = GrammarParser(english)
    asked = SizeQuestion("Goodness, your crate is bigger than mine!", "my crate", "your crate")
    (ahead,) = analyse_ahead(parser, [asked])
    assert ahead.text == "your crate is bigger than my crate!"
    kept = len(english._kept)
    asked.read(parser)
    assert len(english._kept) == kept


@given(st.data())
@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_whatever_a_phrasing_matches_has_one_of_the_strings_that_tell_of_it(data: st.DataObject) -> None:
    phrasing = data.draw(st.sampled_from([one for one in phrasings() if one.telling]))
    text = data.draw(st.from_regex(compiled(phrasing.words))).lower()
    assert any(words in text for words in phrasing.telling), (text, phrasing)

"""Sentences of everyday stories become the events and states that they tell, in their normal forms."""

import pytest

from defeasible.reasoner.forms import Event, Happening, Story
from defeasible.reasoner.grammar.stories import read_story


def read(*lines: str, queries: tuple[str, ...] = ()) -> Story:
    story = read_story(lines, queries)
    assert isinstance(story, Story), story
    return story


def written(item: Happening, names: dict[str, str]) -> str:
    """Write a happening on one line: `-lock(agent=tom, theme=door)`, `tom feels sad @past`."""
    sign = "" if item.polarity else "-"
    mood = "" if item.mood == "actual" else f" @{item.mood.value}"
    if isinstance(item, Event):
        roles = ", ".join(f"{role}={names.get(filler, filler)}" for role, filler in item.roles)
        return f"{sign}{item.verb}({roles}){mood}"
    parts = [names[item.participant], item.attribute, item.value, names.get(item.other or "", "")]
    return sign + " ".join(part for part in parts if part) + mood


def told(*lines: str) -> list[str]:
    story = read(*lines)
    names = {p.id: p.head for p in story.participants}
    return [written(item, names) for item in story.happenings]


def last(*lines: str) -> list[str]:
    story = read(*lines)
    names = {p.id: p.head for p in story.participants}
    return [written(item, names) for item in story.happenings if item.line == len(lines)]


EVENTS = {
    "Nora watered the ferns.": "water(agent=nora, theme=fern)",
    "Nora turned the radio off.": "turn_off(agent=nora, theme=radio)",
    "Nora turned off the radio.": "turn_off(agent=nora, theme=radio)",
    "Nora picked it up.": "pick_up(agent=nora, theme=it)",
    "The van was stolen by a stranger.": "steal(theme=van, agent=stranger)",
    "Piet got fired yesterday.": "fire(theme=piet, time==yesterday)",
    "Nora gave Piet a rope.": "give(agent=nora, recipient=piet, theme=rope)",
    "Nora gave a rope to Piet.": "give(agent=nora, theme=rope, recipient=piet)",
    "Piet borrowed a saw from Nora.": "borrow(agent=piet, theme=saw, source=nora)",
    "Piet cut the rope with a saw.": "cut(agent=piet, theme=rope, instrument=saw)",
    "Piet went to the lake with Nora.": "go(agent=piet, goal=lake, companion=nora)",
    "Piet waited for Nora.": "wait_for(agent=piet, theme=nora)",
    "Piet made fun of Nora.": "make_fun_of(agent=piet, theme=nora)",
    "Nora and Piet danced.": "dance(agent=nora, agent=piet)",
    "Nora did not pay.": "-pay(agent=nora)",
    "Nora never paid.": "-pay(agent=nora)",
    "Nobody paid.": "-pay(agent=someone)",
    "Nora ate nothing.": "-eat(agent=nora, theme=something)",
    "Nora no longer sings.": "-sing(agent=nora)",
    "Nora managed to win.": "win(agent=nora)",
    "Nora succeeded in winning.": "win(agent=nora)",
    "Nora failed to win.": "-win(agent=nora)",
    "Nora failed win.": "-win(agent=nora)",
    "Nora did not manage to win.": "-win(agent=nora)",
    "Nora forgot to call.": "-call(agent=nora)",
    "Nora refused to leave.": "-leave(agent=nora)",
    "Nora tried to sleep.": "sleep(agent=nora) @attempted",
    "Nora decided to quit.": "quit(agent=nora) @future",
    "Nora was going to quit.": "quit(agent=nora) @future",
    "Nora will quit.": "quit(agent=nora) @future",
    "Nora might quit.": "quit(agent=nora) @possible",
    "Maybe Nora quit.": "quit(agent=nora) @possible",
    "Nora used to smoke.": "smoke(agent=nora) @prior",
    "Nora had a nap.": "nap(agent=nora)",
    "Nora pulled the window to.": "pull_to(agent=nora, theme=window)",
    "Nora turned the tap back on.": "turn_on(agent=nora, theme=tap)",
    "Nora turned round, heart pounding.": "heart_pound(agent=nora)",
    "Nora had a nap and a coffee.": "nap(agent=nora)",
    "Nora had her watch mended.": "mend(theme=watch)",
    "Nora started knitting a sock.": "start(agent=nora, theme=sock)",
    "Nora's heart sank.": "heart_sink(agent=nora)",
    "Nora bit her nails.": "bite_nail(agent=nora)",
    "Nora saved Piet's life.": "save_life(agent=nora, theme=piet)",
    "The town elected Nora mayor.": "elect(agent=town, manner==mayor, theme=nora)",
    "Nora tried to open the jar but could not.": "-open(agent=nora, theme=jar)",
    "Nora apologised.": "apologize(agent=nora)",
    "Nora hadn't a clue.": "be_ignorant(agent=nora)",
    "The bakery took Nora on last week.": "take_on(agent=bakery, theme=nora, time==last week)",
    "Nora always smoked.": "smoke(agent=nora) @habitual",
    "Nora had lost the key.": "lose(agent=nora, theme=key) @prior",
    "Nora started crying.": "cry(agent=nora)",
    "It rained.": "rain(theme=it)",
    "Nora asked Piet to leave.": "leave(agent=piet) @possible",
    "Nora made Piet leave.": "leave(agent=piet)",
    "Piet was told to leave.": "leave(agent=piet) @possible",
    "Nora left without paying.": "-pay(agent=nora)",
    "Nora went out to buy bread.": "buy(agent=nora, theme=bread) @desired",
    "After eating, Nora slept.": "eat(agent=nora)",
    "Nora noticed that the lamp exploded.": "explode(theme=lamp)",
    "Nora, who liked tea, slept.": "sleep(agent=nora)",
    "If it rains, Nora will sleep.": "sleep(agent=nora) @future",
}


@pytest.mark.parametrize("line", EVENTS, ids=str)
def test_event(line: str) -> None:
    assert EVENTS[line] in told(line)


STATES = {
    "Nora was tall.": "nora is tall",
    "Nora was very sad.": "nora feels sad",
    "Nora felt cold.": "nora is cold",
    "The soup was cold.": "soup is cold",
    "The soup smelled bad.": "soup smells bad",
    "Nora became rich.": "nora is rich",
    "Nora went to bed exhausted.": "nora is exhausted",
    "Nora came out spotless.": "nora is spotless",
    "Nora was as cold as ice.": "nora is as cold as ice",
    "Nora was still out cold.": "nora is out cold",
    "Nora was almost asleep.": "-nora is asleep",
    "Nora was up by six.": "nora is awake",
    "Nora was shattered.": "nora is exhausted",
    "Nora was away.": "nora is away",
    "Nora is home.": "nora at home",
    "Nora was out of milk.": "-nora has milk",
    "Nora turned up in jeans.": "nora wears jeans",
    "Nora was dressed in a gown.": "nora wears gown",
    "Nora and Piet became friends.": "nora related_to friend piet",
    "The van got stuck.": "van is stuck",
    "Nora was not at home.": "-nora at home",
    "Nora was upstairs.": "nora at upstairs",
    "Nora was in the garden.": "nora at garden",
    "Nora was in love.": "nora is in love",
    "Nora is a good cook.": "nora is_a good cook",
    "Nora is Piet's aunt.": "nora related_to aunt piet",
    "Piet called his wife.": "wife related_to wife piet",
    "Piet has a boat.": "piet has boat",
    "Piet owned a boat.": "piet owns boat",
    "Piet's boat sank.": "piet has boat",
    "Piet had no boat.": "-piet has boat",
    "Piet lacked money.": "-piet has money",
    "Nora is taller than Piet.": "nora is taller piet",
    "Nora was more careful.": "nora is more careful",
    "Nora loved pizza.": "nora loves pizza",
    "Nora hated pizza.": "nora hates pizza",
    "Nora liked swimming.": "nora likes swim",
    "Nora was afraid of spiders.": "nora fears spider",
    "Nora was angry at Piet.": "nora feels angry piet",
    "Nora wanted to sell her boat.": "nora wants sell boat",
    "Nora wanted a boat.": "nora wants boat",
    "Nora couldn't wait to leave.": "nora wants leave",
    "Nora would like to leave.": "nora wants leave",
    "Nora wanted Piet to leave.": "nora wants piet leave",
    "Nora had to leave.": "nora needs leave",
    "Nora did not have to leave.": "-nora needs leave",
    "Nora needed money.": "nora needs money",
    "Nora could swim.": "nora can swim",
    "Nora was able to swim.": "nora can swim",
    "Nora was unable to swim.": "-nora can swim",
    "Nora was too tired to run.": "-nora can run",
    "Nora can't afford a boat.": "-nora can afford boat",
    "Nora knows how to straighten hair.": "nora knows straighten hair",
    "Nora learned to sail.": "nora knows sail",
    "Piet taught Nora to sail.": "nora knows sail",
    "Nora thought that Piet was late.": "nora thinks piet be late",
    "Nora hoped that Piet would call.": "nora wants piet call",
    "There was a spider in the tub.": "spider at tub",
    "There were no pillows.": "-pillow exists",
    "Nora bought a red van.": "van is red",
    "The news made Nora happy.": "nora feels happy",
    "Nora was glad that Piet was rich.": "piet is rich",
    "No one was interested.": "-someone is interested",
}  # fmt: skip


@pytest.mark.parametrize("line", STATES, ids=str)
def test_state(line: str) -> None:
    assert STATES[line] in told(line)


def test_what_is_thought_or_said_is_possible_and_not_told() -> None:
    assert told("Nora thought that Piet was late.") == ["nora thinks piet be late", "piet is late @possible"]
    assert told("Nora said that Piet was late.") == [
        "say(agent=nora, topic==piet be late)",
        "piet is late @possible",
    ]
    assert told("Nora dreamt that Piet was late.") == ["dream(experiencer=nora, topic==piet be late)"]
    assert told("Nora doubted that Piet was late.") == ["-nora thinks piet be late"]
    assert told("Nora wanted to win.") == ["nora wants win", "win(agent=nora) @desired"]


def test_what_stopped_was_so_before() -> None:
    assert told("Nora stopped smoking.") == ["smoke(agent=nora) @prior", "-smoke(agent=nora)"]


def test_order_follows_before_and_after() -> None:
    assert told("Nora ate before she slept.") == ["eat(agent=nora)", "sleep(agent=nora)"]
    assert told("Before she slept, Nora ate.")[-1] == "sleep(agent=nora)"
    assert told("Nora slept after Piet left.") == ["leave(agent=piet)", "sleep(agent=nora)"]


def test_quoted_words_are_not_told() -> None:
    assert told('Nora said "I am a doctor, and I am late."') == ["say(agent=nora)"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Nora met Piet.", "She hugged him."), "hug(agent=nora, theme=piet)"),
        (("Nora bought a van.", "It was red."), "van is red"),
        (("Nora and Piet ran.", "They won."), "win(agent=nora, agent=piet)"),
        (("The kids ran.", "They won."), "win(agent=child)"),
        (("Zork lost a coin.", "The boy cried."), "cry(agent=zork)"),
        (("Piet has a dog.", "The dog barked.", "He fed it."), "feed(agent=piet, theme=dog)"),
        (("Mitzi the cat slept.", "The cat snored."), "snore(agent=mitzi)"),
        (("Piet called his friend Nora.", "She came."), "come(agent=nora)"),
        (("Nora hurt herself.",), "hurt(agent=nora, theme=nora)"),
        (("Nora bought the dress for herself.",), "buy(agent=nora, theme=dress, recipient=nora)"),
        (("Nora told Tom about herself.",), "tell(agent=nora, recipient=tom, topic=nora)"),
        (("Nora told Tom about himself.",), "tell(agent=nora, recipient=tom, topic=tom)"),
        (("Piet is a pilot.", "The pilot slept."), "sleep(agent=piet)"),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) else None,
)
def test_referent(lines: tuple[str, ...], expected: str) -> None:
    assert expected in last(*lines)


def test_spans_and_sources() -> None:
    story = read("Nora slept.", "Piet lost his key.", queries=("Nora was asleep.",))
    assert [s.id for s in story.sources] == ["s1", "s2", "q1"]
    assert all(p.span is not None for p in story.participants)
    assert all(item.span is not None for item in (*story.happenings, *story.queries))
    assert [h.id for h in story.happenings] == [f"h{n}" for n in range(1, len(story.happenings) + 1)]


def test_same_text_reads_the_same() -> None:
    lines = ["Nora and her mom moved.", "They wanted a dog because the house was empty."]
    assert read(*lines) == read(*lines)


def test_who_is_named_behind_a_participle_is_known_by_that_name() -> None:
    assert told("Nora had a dog named Rex. Rex barked.")[-1] == "bark(agent=rex)"
    assert told("Nora moved into a flat.") == ["move(agent=nora, goal=apartment)"]

"""Sleep, life, health, dress, marriage, work: how they come about, and what only nearly does."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN

ASLEEP = {
    "Rita sang Omar to sleep.": ENTAILED,
    "Omar sank into a deep sleep.": ENTAILED,
    "Omar was still out cold.": ENTAILED,
    "Omar lost consciousness.": ENTAILED,
    "Omar was asleep. Rita couldn't wake him.": ENTAILED,
    "Omar was asleep. Rita shook him awake.": REFUTED,
    "Omar dozed off. He sat bolt upright.": REFUTED,
    "Omar was almost asleep.": REFUTED,
    "Omar was still up.": REFUTED,
    "Omar didn't get a wink of sleep.": REFUTED,
    "Rita tucked Omar in.": UNKNOWN,
    "Omar closed his eyes.": UNKNOWN,
}
DEAD = {
    "Omar was found dead.": ENTAILED,
    "Omar lost his life in the fire.": ENTAILED,
    "Omar fell to his death.": ENTAILED,
    "Omar did not survive the crash.": ENTAILED,
    "Rita went to Omar's funeral.": ENTAILED,
    "Omar was thought dead. He walked in on Sunday.": REFUTED,
    "Omar nearly drowned.": REFUTED,
    "Rita saved Omar's life.": REFUTED,
    "Omar was drowning.": UNKNOWN,
    "Omar fell off a cliff.": UNKNOWN,
    "Rita wanted to kill Omar.": UNKNOWN,
}
WEARS = {
    "Omar put a coat on.": ENTAILED,
    "Rita put a coat on Omar.": ENTAILED,
    "Rita helped Omar into his coat.": ENTAILED,
    "Omar swapped his jacket for a coat.": ENTAILED,
    "Omar went out without his coat.": REFUTED,
    "Omar refused to wear a coat.": REFUTED,
    "Omar wore a coat. He undressed.": REFUTED,
    "Omar reached for his coat.": UNKNOWN,
}
MARRIED = {
    "Omar and Rita had a small wedding in June.": ENTAILED,
    "Omar and Rita exchanged vows.": ENTAILED,
    "Omar went on his honeymoon.": ENTAILED,
    "Omar lost his wife. He lives alone.": REFUTED,
    "Omar remained a bachelor.": REFUTED,
    "Omar used to be married.": REFUTED,
    "Omar proposed to Rita. She said no.": REFUTED,
    "Omar proposed to Rita.": UNKNOWN,
    "Omar and Rita were married. Omar filed for divorce.": UNKNOWN,
}
ENGAGED = {
    "Omar asked Rita to marry him. She said yes.": ENTAILED,
    "Rita accepted Omar's proposal.": ENTAILED,
    "Omar proposed to Rita. She said no.": REFUTED,
    "Omar proposed to Rita.": UNKNOWN,
}
JOB = {
    "Omar landed a job.": ENTAILED,
    "Omar retired. He got bored and went back to work.": ENTAILED,
    "Omar was promoted.": ENTAILED,
    "Omar couldn't find work.": REFUTED,
    "Omar jacked in his job.": REFUTED,
    "Omar walked out of his job.": REFUTED,
    "Omar applied for a job.": UNKNOWN,
    "Rita offered Omar a job.": UNKNOWN,
}
HUNGRY = {
    "Omar could eat a horse.": ENTAILED,
    "Omar was hungry. He ate a single cracker. It did not fill him up.": ENTAILED,
    "Omar couldn't eat another bite.": REFUTED,
    "Omar stuffed himself with cake.": REFUTED,
    "Omar ordered a pizza.": UNKNOWN,
}
THIRSTY = {
    "Omar was dying for a drink.": ENTAILED,
    "Omar's throat was like sandpaper.": ENTAILED,
    "Omar's throat was like sandpaper. He drank from the stream.": REFUTED,
    "Omar poured himself a glass of water.": UNKNOWN,
}
ILL = {
    "Omar felt poorly.": ENTAILED,
    "Omar was diagnosed with cancer.": ENTAILED,
    "Omar had flu. He never recovered.": ENTAILED,
    "Omar was ill. He felt better.": REFUTED,
    "Omar faked an illness.": REFUTED,
    "Omar was sick of the rain.": UNKNOWN,
    "Omar visited the hospital.": UNKNOWN,
}
INJURED = {
    "Omar stubbed his toe.": ENTAILED,
    "Omar was on crutches.": ENTAILED,
    "Omar has a broken arm.": ENTAILED,
    "Omar escaped unhurt.": REFUTED,
    "Omar broke his leg in March. By July he was dancing again.": REFUTED,
    "A dog nearly bit Omar.": REFUTED,
    "Omar fell off his bike.": UNKNOWN,
}
TIRED = {
    "Omar slept badly.": ENTAILED,
    "Omar hadn't slept.": ENTAILED,
    "Omar was tired. He woke up refreshed.": REFUTED,
    "Omar raced Rita.": UNKNOWN,
}
DRUNK = {
    "Omar was legless.": ENTAILED,
    "Omar slurred his words.": ENTAILED,
    "Omar got drunk. By morning he had sobered up.": REFUTED,
    "Omar didn't touch a drop.": REFUTED,
    "Omar drank a beer.": UNKNOWN,
}
PREGNANT = {
    "Rita fell pregnant.": ENTAILED,
    "Rita is expecting a baby.": ENTAILED,
    "Rita was pregnant. She gave birth to a girl.": REFUTED,
    "Rita was pregnant. She had a miscarriage.": REFUTED,
    "Rita wanted a baby.": UNKNOWN,
}
SWIMS = {
    "Omar is a strong swimmer.": ENTAILED,
    "Omar never learned to swim.": REFUTED,
    "Omar is learning to swim.": UNKNOWN,
}
FINISHED = {
    "Omar was writing a book. He reached the end.": ENTAILED,
    "Omar was building a wall. He laid the last brick. The book lay open.": UNKNOWN,
    "Omar was writing a book. He never got to the end of it.": REFUTED,
    "Omar was writing a book. He got bored.": REFUTED,
}
WAYS = {
    "Omar is asleep.": ASLEEP,
    "Omar is dead.": DEAD,
    "Omar is wearing a coat.": WEARS,
    "Omar is married.": MARRIED,
    "Omar is engaged.": ENGAGED,
    "Omar has a job.": JOB,
    "Omar is hungry.": HUNGRY,
    "Omar is thirsty.": THIRSTY,
    "Omar is ill.": ILL,
    "Omar is injured.": INJURED,
    "Omar is tired.": TIRED,
    "Omar is drunk.": DRUNK,
    "Rita is pregnant.": PREGNANT,
    "Omar can swim.": SWIMS,
    "The book is finished.": FINISHED,
}


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [(story, state, verdict) for state, ways in WAYS.items() for story, verdict in ways.items()],
)
def test_what_becomes_of_a_body(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict

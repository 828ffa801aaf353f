"""Of whom and of what a statement is: groups, ages, asides, and clauses that another completes."""

import pytest
from statements import cases, verdict

_ENTAILED = """
Everyone who sings is happy. Tina and Max sing. | Tina and Max are happy.
Everyone who lives on Mill Lane recycles. The Okafors do not recycle. | The Okafors do not live on Mill Lane.
Every singer is happy. My brothers are singers. | My brothers are happy.
Every dog barks. | My dogs bark.
Anyone over sixty rides free. Otto is sixty-three. | Otto rides free.
Anyone with a dog or a cat pays extra. Mei has a cat. | Mei pays extra.
Hanna knitted a scarf, which she gave to her aunt. | Hanna gave the scarf to her aunt.
Hanna baked a cake, which was sweet. | The cake was sweet.
The car, which Ann sold, was old. | The car was old.
Thanks to the new boiler, the flat is warm. | The flat is warm.
By the time Ann arrived, Bob had left. | Bob left before Ann arrived.
Unless somebody waters the plants, they die. Nobody watered the plants. | The plants died.
Ann took the tip or Bob did. Ann took it. | Ann took the tip.
The red rope is twice as long as the blue one. | The blue rope is shorter than the red rope.
Wen was a guest, and she brought a gift. | Wen brought a gift.
Anna is taller than Bob. | Bob is shorter than Anna.
The concert took place before the dinner. The dinner was before the talk. | The concert was before the talk.
Yusuf bought bread but no cheese. | Yusuf bought bread.
Whoever finds the cat gets a reward. Little Timo found the cat. | Timo gets a reward.
Of all the pupils, only Ann finished the test. | Ann finished the test.
"""
_REFUTED = """
Either Ann sang or Bob did but not both. Ann sang. | Bob sang.
Rolf is unwell. | Is Rolf well?
Ben is at least as fast as Idris. | Idris is faster than Ben.
Nobody under eighteen may vote. Max is sixteen. | Max may vote.
Ann left. | Ann didn't leave.
Ann left. | Did Ann not leave?
Everyone but Ann sang. | Didn't Ann sing?
Of all the pupils, only Ann finished the test. Petra is another of the pupils. | Petra finished the test.
Of the pupils only Ann finished the test. Tom is a pupil. | Did Tom finish the test?
If it is a holiday, the bank is shut. Today is a holiday. | The bank is open today.
The parcel is either in the hall or in the garage, but not in both. It is in the hall. | It is in the garage.
If a plant is a fern, it has no flowers. The plant has flowers. | Is the plant a fern?
The battery is empty and not charged. | The battery is charged.
Yusuf bought bread but no cheese. | Yusuf bought cheese.
Emeka sat out the second half. | Did Emeka play in the second half?
"""
_OPEN = """
The car, which Ann sold, was old. | Ann was old.
The house, which Tom built, is big. | Tom is big.
Hanna broke a vase, which upset Tom. | The vase upset Tom.
Everyone is happy. | My shoes are happy.
Children over ten pay. Freya is a child. Freya is seven. | Freya pays.
Ben is at least as fast as Idris. | Ben is faster than Idris.
Of all the pupils, only Ann finished the test. Petra is a teacher. | Petra finished the test.
It is a dog. | Today is a dog.
"""


@pytest.mark.parametrize(
    ("told", "asked", "expected"), cases(entailed=_ENTAILED, refuted=_REFUTED, unknown=_OPEN)
)
def test_what_follows_of_whom_a_statement_is(told: str, asked: str, expected: str) -> None:
    assert verdict(told, asked) == expected

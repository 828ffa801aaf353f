"""Whether somebody did what he set out to do, was told to, or rang to say: `He forgot.`, `She did.`."""

import pytest
from tales import rows, verified

SET_OUT = """
Olga meant to return the drill. She forgot. | Olga returned the drill. | refuted
Olga meant to return the drill. Rolf forgot. | Olga returned the drill. | unknown
Olga planned to sell the car but didn't. | Olga sold the car. | refuted
Olga hoped to win. She did. | Olga won. | entailed
Olga hoped to win. She did not. | Olga won. | refuted
Olga was told to feed the goldfish. She did not bother. | Olga fed the goldfish. | refuted
Olga was told to see a doctor. She did not listen. | Olga saw a doctor. | refuted
Olga was told to see a doctor. Rolf did not listen. | Olga saw a doctor. | unknown
Olga promised to wash the car. She never did. | Olga washed the car. | refuted
Olga promised to wash the car. She did. | The car is clean. | entailed
Olga promised to wash the car. She kept her promise. | Olga washed the car. | entailed
Olga promised to wash the car. She broke her promise. | Olga washed the car. | refuted
Olga promised to wash the car. She forgot her name. | Olga washed the car. | unknown
Olga might sell the car. She didn't. | Olga sold the car. | unknown
Olga offered to help Rolf. He refused. | Olga helped Rolf. | unknown
Rolf asked Olga to leave. She refused. | Olga left. | refuted
Rolf asked Olga to leave. She did. | Olga left. | entailed
Rolf asked Olga to leave. She agreed. | Olga left. | unknown
Rolf told Olga to shut the window. She obeyed. | The window is shut. | entailed
Rolf told Olga to shut the window. She ignored him. | Olga shut the window. | refuted
Rolf told Olga to shut the window. She ignored the cat. | Olga shut the window. | unknown
Rolf warned Olga not to sell the car. She ignored him. | Olga sold the car. | entailed
Rolf warned Olga not to sell the car. She obeyed. | Olga sold the car. | refuted
Olga tried to open the safe. She failed. | Olga opened the safe. | refuted
Olga tried to open the safe. She succeeded. | The safe is open. | entailed
Rolf told Olga to feed the rabbits. She did as she was told. | The rabbits have been fed. | entailed
Olga wanted to fly to Rome. She could not sleep. | Olga flew to Rome. | unknown
Olga wanted to fly to Rome. She did well at school. | Olga flew to Rome. | unknown
"""

PASSED_ON = """
Olga's boss rang to say that the exam was on Monday. | Olga knows that the exam is on Monday. | entailed
Olga's boss rang to say that the exam was on Monday. | Rolf knows that the exam is on Monday. | unknown
Rolf wrote to tell Olga that he was ill. | Olga knows that Rolf is ill. | entailed
Olga's boss rang her to say that the exam was on Monday. | Olga knows that the exam is on Monday. | entailed
Rolf called Olga to tell her about the exam, but she did not answer. | Olga knows about the exam. | unknown
Rolf did not ring Olga to tell her that he was ill. | Olga knows that Rolf is ill. | unknown
Rolf wanted to call Olga to tell her that he was ill. | Olga knows that Rolf is ill. | unknown
Rolf called Olga to tell her that he was ill. | Rolf called Olga. | entailed
"""


@pytest.mark.parametrize(("text", "state", "verdict"), rows(SET_OUT + PASSED_ON))
def test_what_is_set_out_to_do(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict

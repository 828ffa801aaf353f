"""Questions as values, which a reasoner answers and against which a decision is checked.

>>> from defeasible.reasoner import Reasoner
>>> question = SizeQuestion("There is a house inside a light bulb.", "house", "light bulb")
>>> Reasoner().decide(question).answer
'light bulb'
"""

from defeasible.reasoner.question.dialogues import (
    CauseQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    SlotQuestion,
)
from defeasible.reasoner.question.forms import (
    BaseQuestion,
    ContextQuestion,
    EquivalenceQuestion,
    PremisesQuestion,
    WeighingQuestion,
    asked_by,
)
from defeasible.reasoner.question.premises import (
    ChoiceQuestion,
    EntailmentQuestion,
    EvidenceQuestion,
    RevisionQuestion,
)
from defeasible.reasoner.question.question import Question
from defeasible.reasoner.question.sizes import LedgerQuestion, SizeQuestion
from defeasible.reasoner.question.stories import (
    StateChangeQuestion,
    StateQuestion,
    StoryQuestion,
    StoryRevisionQuestion,
    When,
    asked_of,
    places,
)

__all__ = [
    "BaseQuestion",
    "CauseQuestion",
    "ChoiceQuestion",
    "ConflictPhraseQuestion",
    "ConsistencyQuestion",
    "ContextQuestion",
    "EntailmentQuestion",
    "EquivalenceQuestion",
    "EvidenceQuestion",
    "LedgerQuestion",
    "PremisesQuestion",
    "Question",
    "RevisionQuestion",
    "SizeQuestion",
    "SlotQuestion",
    "StateChangeQuestion",
    "StateQuestion",
    "StoryQuestion",
    "StoryRevisionQuestion",
    "WeighingQuestion",
    "When",
    "asked_by",
    "asked_of",
    "places",
]

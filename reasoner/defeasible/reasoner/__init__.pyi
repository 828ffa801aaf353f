# The names that the package offers, each listed once. `__init__.py` finds here the module that each comes
# from, and loads it when the name is first asked for.
from .api import Reasoner as Reasoner
from .base import BeliefBase as BeliefBase
from .checker import CheckReport as CheckReport
from .checker import check as check
from .checker import check_document as check_document
from .decision import Decision as Decision
from .dialogue import Dialogue as Dialogue
from .errors import DefeasibleError as DefeasibleError
from .errors import FormError as FormError
from .errors import UsageError as UsageError
from .evidence import Evidence as Evidence
from .evidence import FormulaClaim as FormulaClaim
from .evidence import Opinion as Opinion
from .evidence import RoleClaim as RoleClaim
from .evidence import SizeClaim as SizeClaim
from .evidence import no_roles as no_roles
from .evidence import no_sizes as no_sizes
from .forms import DialogueFacts as DialogueFacts
from .forms import Premises as Premises
from .forms import Role as Role
from .forms import SizeContext as SizeContext
from .forms import Story as Story
from .forms import Unparsed as Unparsed
from .logic import And as And
from .logic import Atom as Atom
from .logic import Iff as Iff
from .logic import Implies as Implies
from .logic import Not as Not
from .logic import Or as Or
from .notation import parse_formula as parse_formula
from .question import ChoiceQuestion as ChoiceQuestion
from .question import EntailmentQuestion as EntailmentQuestion
from .question import EquivalenceQuestion as EquivalenceQuestion
from .question import EvidenceQuestion as EvidenceQuestion
from .question import Question as Question
from .question import RevisionQuestion as RevisionQuestion
from .question import SizeQuestion as SizeQuestion
from .question import StateQuestion as StateQuestion
from .size import Comparisons as Comparisons
from .trace import Trace as Trace
from .verdict import Branch as Branch
from .verdict import Change as Change
from .verdict import Verdict as Verdict
from .version import __version__ as __version__

__all__: list[str]

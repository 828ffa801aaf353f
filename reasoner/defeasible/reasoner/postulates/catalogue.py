"""All postulates, by id."""

from __future__ import annotations

from defeasible.reasoner.postulates.consequence import CONSEQUENCE
from defeasible.reasoner.postulates.contraction import BASE, CONTRACTION
from defeasible.reasoner.postulates.iterated import INTERPLAY, ITERATED
from defeasible.reasoner.postulates.revision import REVISION
from defeasible.reasoner.postulates.update import UPDATE

POSTULATES = {
    postulate.id: postulate
    for family in (REVISION, CONTRACTION, BASE, INTERPLAY, ITERATED, UPDATE, CONSEQUENCE)
    for postulate in family
}

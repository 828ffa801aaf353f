"""Roles of later conditionals from a fitted head: its features, and the evidence that it gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from defeasible.eval.cases import Case
from defeasible.eval.fitting.heads import Loaded
from defeasible.eval.fitting.kinds import Kind, Scores
from defeasible.eval.fitting.learn import CONSTANT, Example
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.belief_r import PRIOR, UPDATE
from defeasible.reasoner.commonsense import EnablingRoles
from defeasible.reasoner.commonsense.roles import Scene, undecided
from defeasible.reasoner.evidence import MAX_WEIGHT, Evidence, RoleClaim
from defeasible.reasoner.forms import Conditional, Premises, Role
from defeasible.reasoner.grammar import GrammarParser

TASK = "belief-r/t1"
"""The task whose items show roles."""
WITH_LENGTH, WITHOUT_LENGTH = "with-length", "without-length"
FEATURES = (WITHOUT_LENGTH, WITH_LENGTH)
SHAPES = ("possession", "obligation", "state", "conjoined", "modal")
_SIGNALS = EnablingRoles()


def features(
    premises: Premises, earlier: Conditional, later: Conditional, *, length: bool
) -> dict[str, float]:
    """Return the features of a later conditional relative to an earlier one.

    They are the signs of `EnablingRoles`, the shape of the later condition, its subject compared with those
    of the other clauses, and its stems, scaled to unit length so that their sum does not grow with their
    number.

    Args:
        premises: The form that contains both.
        earlier: `p -> q`.
        later: `r -> q`.
        length: Whether to add the words and characters of r, and by how many words it is longer than p.
    """
    scene = Scene.between(premises, earlier, later)
    p, r, q = scene.p, scene.r, scene.q
    found = {CONSTANT: 1.0} | {f"sign:{one.source}": 1.0 for one in _SIGNALS(premises, earlier, later)}
    found |= {f"shape:{name}": 1.0 for name in SHAPES if getattr(r, name)}
    found |= {f"shape:{name}": 1.0 for name in ("manner", "definite", "indefinite") if getattr(r, name)}
    found[f"subject:{r.subject.kind}"] = 1.0
    for name, clause in (("p", p), ("q", q)):
        if clause.subject.text.casefold() == r.subject.text.casefold():
            found[f"subject:same as {name}"] = 1.0
    found |= {f"stem:{stem}": 1 / math.sqrt(len(r.stems)) for stem in sorted(r.stems)}
    if length:
        found["length:words"] = r.length / 10
        found["length:characters"] = sum(map(len, r.words)) / 50
        found["length:beyond p"] = (r.length - p.length) / 10
    return found


def texts(premises: Premises, *conditionals: Conditional) -> list[str]:
    """Return the sentences from which conditionals were read, by any parser.

    If the form does not say which ones, return all of its sentences.
    """
    quoted = {one.span.source if one.span else None for one in conditionals}
    return [source.text for source in premises.sources if None in quoted or source.id in quoted]


@dataclass(frozen=True, slots=True)
class HeadRoles:
    """A `RoleSource` with fitted weights, which are never used on sentences that they were fitted on."""

    loaded: Loaded

    @staticmethod
    def read(path: Path, sha256: str | None = None) -> HeadRoles:
        """Read a head for roles.

        Args:
            path: The file.
            sha256: The required hash; None for any.

        Raises:
            UsageError: If the file is missing, is not a head for roles, or has another hash.
        """
        return HeadRoles(Loaded.read(path, TASK, sha256=sha256))

    def __call__(
        self, premises: Premises, earlier: Conditional, later: Conditional, /
    ) -> tuple[Evidence, ...]:
        """Return evidence for the more likely role: requirement or alternative.

        There is none if the role is given or no question arises, or if the two sentences occurred in
        different folds, so that all weights have seen one of them.
        """
        if not undecided(earlier, later):
            return ()
        head = self.loaded.head
        weights = head.weights(texts(premises, earlier, later))
        if weights is None:
            return ()
        odds = weights.score(features(premises, earlier, later, length=head.features == WITH_LENGTH))
        if not odds:
            return ()
        role = Role.REQUIREMENT if odds > 0 else Role.ALTERNATIVE
        seen = "all folds" if weights is head.whole else f"fold {head.folds.index(weights) + 1} left out"
        return (
            Evidence(
                RoleClaim(later.id, earlier.id, role),
                min(abs(odds), MAX_WEIGHT),
                f"head:{self.loaded.sha256[:12]}",
                f"fitted weights, {seen}",
            ),
        )


def examples(cases: Sequence[Case[Any]], names: str) -> list[Example]:
    """Return the items of `belief-r/t1` that show a role.

    The first candidate is that the later condition is an alternative; the second, that it is a requirement,
    so that the old conclusion is retracted. Ids, order, and notes on how rows were made or agreed on are
    never used.
    """
    parser = GrammarParser()
    found = []
    for case in cases:
        form = case.question.read(parser)
        if not isinstance(form, Premises):
            continue
        pair = [statement for statement in form.statements if isinstance(statement, Conditional)]
        if len(pair) != 2 or not undecided(*pair):
            continue
        update = case.facets["category"] == UPDATE
        found.append(
            Example(
                case,
                ({}, features(form, *pair, length=names == WITH_LENGTH)),
                (case.options[PRIOR[case.facets["modus"]]], case.options[-1]),
                (float(not update), float(update)),
                tuple(texts(form, *pair)),
                case.facets["category"],
                Scene.between(form, *pair).r.length,
            )
        )
    return found


def areas(fitted: Sequence[Example], scores: Scores) -> Metrics:
    """Return the AUC of the odds, over all pairs of items and over pairs with equally long premises."""
    odds = [second - first for first, second in scores]
    right = pairs = whole = total = 0.0
    for n, one in enumerate(fitted):
        for m, other in enumerate(fitted):
            if one.worths[1] > other.worths[1]:
                ahead = (odds[n] > odds[m]) + (odds[n] == odds[m]) / 2
                whole, total = whole + ahead, total + 1
                if one.length == other.length:
                    right, pairs = right + ahead, pairs + 1
    return {
        "auc": whole / total if total else None,
        "auc_equal_length": right / pairs if pairs else None,
    }


KIND = Kind(FEATURES, examples, "--roles", balanced=True, more=areas)

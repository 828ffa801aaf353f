"""`EnablingRoles`: whether a second condition for the same consequent is a requirement or another cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from defeasible.reasoner.commonsense.clauses import Clause
from defeasible.reasoner.commonsense.cues import Cue, cues
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import Conditional, Premises, Role
from defeasible.reasoner.logic import FormulaNode, Not, atoms, subformulas

STRONG, PLAIN, WEAK = 1.0, 0.5, 0.25
"""Strengths in nats: odds of about 2.7, 1.6 and 1.3 to 1. Theory supports no finer grades than three."""

GRADES = {"strong": STRONG, "plain": PLAIN, "weak": WEAK}
CUES_A_SIDE = 2  # further cues for a side mostly repeat the same remark in other words
SHORT, LONG = 6, 10  # words of a clause; between these, length says nothing


@dataclass(frozen=True, slots=True)
class Signal:
    """One reason for a role, before it is attached to two conditionals."""

    role: Role
    weight: float
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The three clauses on which a role is judged: the conditions `p` and `r` of one consequent `q`."""

    p: Clause
    r: Clause
    q: Clause
    found: tuple[Cue, ...]
    """The cue families with a word in `r`."""
    enabling: bool
    """Whether one of them strongly indicates an enabling condition."""

    @classmethod
    def of(cls, p: str, r: str, q: str) -> Scene:
        """Return the scene of three clauses, given as text."""
        clause = Clause.of(r)
        found = tuple(cue for cue in cues() if cue.words & clause.stems or cue.phrases & clause.pairs)
        enabling = any(cue.role is Role.REQUIREMENT and cue.grade == "strong" for cue in found)
        return cls(Clause.of(p), clause, Clause.of(q), found, enabling)

    @classmethod
    def between(cls, premises: Premises, earlier: Conditional, later: Conditional) -> Scene:
        """Return the scene of two conditionals of a form."""
        glosses = premises.glosses()
        return cls.of(*(_words(part, glosses) for part in (earlier.if_, later.if_, later.then)))


class EnablingRoles:
    """A `RoleSource` based on lexicons and clause shapes; it uses no language model and learns from no data.

    A requirement presupposes the scene that the earlier condition opens: it mentions its things, or names
    means, permission, ability, opportunity, working order (Byrne 1989; the disablers of Cummins 1995). An
    alternative introduces a cause of its own: somebody else's will, a windfall, a mishap, a motive, a new
    agent, a new topic. Claims for both roles may be returned; their weights compete.

    Known limit: longer conditions show more of these signs. On Belief-R the summed weights grow with the
    length of the later condition, and among conditions of equal length they do no better than chance, so a
    score there does not show that the theory is at work.

    Args:
        use_length: Also weigh the length of the later condition. Off by default, since requirements are
            longer only because of how some collections were made, not because they are enabling conditions.
    """

    def __init__(self, *, use_length: bool = False) -> None:
        self._signals: tuple[Callable[[Scene], Iterator[Signal]], ...] = (
            _prior,
            _cues,
            _ties,
            _agent,
            _status,
            _shape,
            *((_length,) if use_length else ()),
        )

    def __call__(self, premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        """Return weighted claims about the role of `later` for `earlier`; rival roles may both be claimed.

        Returns nothing if there is nothing to decide: the consequents differ, the conditions are equal, or
        the role is stated.
        """
        if not undecided(earlier, later):
            return ()
        scene = Scene.between(premises, earlier, later)
        return tuple(
            Evidence(RoleClaim(later.id, earlier.id, s.role), s.weight, f"lexicon:{s.source}", s.reason)
            for signal in self._signals
            for s in signal(scene)
        )


def undecided(earlier: Conditional, later: Conditional) -> bool:
    """Return whether there is a role to decide: one consequent, two conditions, no stated role."""
    return later.then == earlier.then and later.if_ != earlier.if_ and later.role is None


def _words(formula: FormulaNode, glosses: dict[str, str]) -> str:
    text = " and ".join(glosses[name] for name in atoms(formula))
    return f"{text} not" if any(isinstance(part, Not) for part in subformulas(formula)) else text


def _prior(scene: Scene) -> Iterator[Signal]:
    # Grice's maxim of relation: after `p -> q`, another sufficient condition would change no answer, so a
    # hearer looks for a reading under which the remark matters.
    yield Signal(
        Role.REQUIREMENT, WEAK, "prior", "a second condition is worth saying if it qualifies the first"
    )


def _cues(scene: Scene) -> Iterator[Signal]:
    for role in (Role.REQUIREMENT, Role.ALTERNATIVE):
        side = sorted((c for c in scene.found if c.role is role), key=lambda c: -GRADES[c.grade])
        for cue in side[:CUES_A_SIDE]:
            named = ", ".join(f"`{w}`" for w in scene.r.named(cue.words, cue.phrases))
            yield Signal(role, GRADES[cue.grade], f"cue.{cue.name}", f"{named}: {cue.reason}")


def _ties(scene: Scene) -> Iterator[Signal]:
    with_p = scene.r.content & scene.p.content
    with_q = (scene.r.content & scene.q.content) - with_p
    if with_p:
        yield Signal(
            Role.REQUIREMENT, STRONG, "tie.p", f"takes up {scene.r.quoted(with_p)} of the earlier condition"
        )
    if with_q:
        yield Signal(
            Role.REQUIREMENT, PLAIN, "tie.q", f"speaks of {scene.r.quoted(with_q)} of the consequent"
        )
    if with_p or with_q:
        return
    if scene.r.fields & (scene.p.fields | scene.q.fields):
        # weak, since other causes of the same thing often belong to the same field too
        yield Signal(
            Role.REQUIREMENT, WEAK, "tie.topic", "stays in the field of life of the first conditional"
        )
    elif not scene.enabling:
        # permission, enough, able and the like take the consequent as an implicit argument: no new topic
        yield Signal(
            Role.ALTERNATIVE, STRONG, "tie.none", "shares no thing and no topic with the first conditional"
        )


def _agent(scene: Scene) -> Iterator[Signal]:
    subject = scene.r.subject
    known = scene.p.stems | scene.q.stems
    if subject.kind == "indefinite" and not subject.stem & known and not scene.enabling:
        yield Signal(Role.ALTERNATIVE, STRONG, "agent.new", f"`{subject.text}` is a new agent")


def _status(scene: Scene) -> Iterator[Signal]:
    # Clark's bridging and Prince's given and new: `the oven` presupposes the scene that the hearer has in
    # mind, `a video` introduces a new thing.
    if scene.r.definite:
        text = f"`the {scene.r.definite[0]}` is presupposed, as part of the same scene"
        yield Signal(Role.REQUIREMENT, WEAK, "status.given", text)
    if scene.r.indefinite:
        text = f"`a {scene.r.indefinite[0]}` is new to the scene"
        yield Signal(Role.ALTERNATIVE, WEAK, "status.new", text)


def _shape(scene: Scene) -> Iterator[Signal]:
    r = scene.r
    if r.obligation:
        yield Signal(
            Role.ALTERNATIVE, STRONG, "shape.duty", "`have ... to do` is a duty: a motive of its own"
        )
    elif r.possession:
        yield Signal(Role.REQUIREMENT, PLAIN, "shape.have", "`have` a means: possession is a condition")
    elif r.state:
        yield Signal(
            Role.REQUIREMENT,
            PLAIN,
            "shape.state",
            "a state or a result that must hold, not an event that acts",
        )
    elif not r.manner and not scene.enabling:
        yield Signal(
            Role.ALTERNATIVE, PLAIN, "shape.event", "a plain event, which can bring things about by itself"
        )
    if r.manner:
        text = f"`{r.manner[0]}` says how or how fully it must be so"
        yield Signal(Role.REQUIREMENT, PLAIN, "shape.manner", text)
    if r.conjoined:
        yield Signal(Role.REQUIREMENT, PLAIN, "shape.and", "conditions come in lists, causes singly")
    if scene.q.modal and (r.possession or r.state):
        yield Signal(Role.REQUIREMENT, WEAK, "shape.can", "the consequent is about what can be done")


def _length(scene: Scene) -> Iterator[Signal]:
    words = scene.r.length
    if words >= LONG:
        yield Signal(Role.REQUIREMENT, STRONG, "length", f"{words} words: it spells out details")
    elif words <= SHORT:
        yield Signal(Role.ALTERNATIVE, STRONG, "length", f"{words} words: it spells out no detail")

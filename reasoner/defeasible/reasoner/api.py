"""`Reasoner`: everyday text in, decisions with proofs out."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from defeasible.reasoner import deciding, story
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.basis import Basis
from defeasible.reasoner.change import LINEAR, Operator
from defeasible.reasoner.commonsense import EnablingRoles, TypicalSizes
from defeasible.reasoner.deciding import Means
from defeasible.reasoner.dialogue import Dialogue
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Form
from defeasible.reasoner.given import opinions, texts
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.number import positive
from defeasible.reasoner.parsing import model_parser
from defeasible.reasoner.question import (
    ChoiceQuestion,
    EntailmentQuestion,
    EquivalenceQuestion,
    EvidenceQuestion,
    RevisionQuestion,
    SizeQuestion,
    StateQuestion,
    asked_by,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.evidence import Opinion, RoleSource, SizeSource
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.question import Question, When


class Reasoner:
    """Decides what follows from text, and proves it.

    The default needs no language model, no network and no download: a grammar reads the text, Z3 and a graph
    decide, and small lexicons stand in for commonsense. Every decision carries a trace, which
    `defeasible.reasoner.check_decision` checks against the question. A reasoner has no state between calls,
    so threads may share it.

    Args:
        parser: Parses text into forms; by default the grammar parser, or a parser on `llm`.
        llm: A language model that reads: its address (`hf:NAME`, `gguf:FILE`, `openai:URL#MODEL`), a backend,
            or a parser on one. If `parser` is given as well, both read every question of `decide`: the
            parser's reading is used, or the model's if the parser has none. If the readings differ, the
            confidence is halved and the reason says so.
        roles: Weighs the role of a later conditional for an earlier one; by default a lexicon of enabling
            conditions. Pass `no_roles` to take all conditionals as stated.
        english: The spaCy pipeline with which the default parser analyses English: a name such as
            `en_core_web_trf`, or a folder; by default the first that is installed.
        sizes: Source of typical sizes; by default a lexicon. Pass `no_sizes` for none.
        timeout: Seconds for each call once its texts have been read (a model that reads has its own
            time limit). After that the verdict is TIMEOUT, or the answer says that it is incomplete.

    Raises:
        UsageError: If the timeout is not positive, there is no such model, or `english` is given together
            with `parser` or `llm`.
    """

    def __init__(  # noqa: PLR0913 - one parameter per source and limit
        self,
        *,
        parser: Parser | None = None,
        llm: object | None = None,
        english: str | None = None,
        roles: RoleSource | None = None,
        sizes: SizeSource | None = None,
        timeout: float = 10.0,
    ) -> None:
        if not positive(timeout, inf):
            raise UsageError(f"timeout must be a positive number, got {timeout!r}")
        model = None if llm is None else model_parser(llm, timeout)
        if english is not None and (parser or model) is not None:
            raise UsageError(f"`english={english!r}` has no effect with another parser")
        self.parser = parser or model or GrammarParser(english)
        self.second = model if parser is not None else None
        self.roles = roles if roles is not None else EnablingRoles()
        self.sizes = sizes if sizes is not None else TypicalSizes()
        self.timeout = timeout

    def entails(self, premises: Iterable[str], query: str) -> Decision:
        """Decide whether a query follows from premises.

        Args:
            premises: Sentences, in order of arrival.
            query: The sentence asked about.

        Returns:
            A decision; `answer` is the query's text if it is entailed.

        Raises:
            UsageError: If the query leaves the matter open, or an argument is not text.
        """
        return self.decide(EntailmentQuestion(texts(premises), query))

    def revise(self, premises: Iterable[str], new: str, query: str | None = None) -> Decision:
        """Decide how a new premise changes a belief that the others support.

        Args:
            premises: Sentences, in order of arrival.
            new: The sentence that arrives.
            query: The belief in question; by default the only literal that `premises` entail but do not
                state.

        Returns:
            A decision whose `before` is the verdict without `new`, and whose `change` compares the two.

        Raises:
            UsageError: If no query is given and not exactly one literal follows, if the query leaves the
                matter open, or if an argument is not text.
        """
        return self.decide(RevisionQuestion(texts(premises), new, query))

    def answer(self, premises: Iterable[str], options: Iterable[str], *, new: str | None = None) -> Decision:
        """Choose the option that follows: an entailed sentence, or *may or may not* if the matter is open.

        Args:
            premises: Sentences, in order of arrival.
            options: The texts of the options, without letters.
            new: A premise that arrives after the others, if any.

        Returns:
            The decision on the option that follows, with that option as `answer`, word for word. If none
            or more than one follows, the decision on the least certain option, without an answer. UNPARSED
            if all options are read as *may or may not*.

        Raises:
            UsageError: If there are no options, or an argument is not text.
        """
        return self.decide(ChoiceQuestion(texts(premises), texts(options, name="options"), new))

    def compare_size(self, context: str, a: str, b: str) -> Decision:
        """Decide which of two objects is bigger in the situation that a text describes.

        What the text implies is hard and overrides typical sizes.

        Args:
            context: The situation; empty for typical sizes.
            a: One object, as a noun phrase.
            b: The other object.

        Returns:
            ENTAILED if `a` is bigger, REFUTED if it is not; `answer` is `a` or `b`, word for word.

        Raises:
            UsageError: If an argument is not text.
        """
        return self.decide(SizeQuestion(context, a, b))

    def dialogue(self, turns: Iterable[str]) -> Dialogue:
        """Read a dialogue into facts: `domain: slot = value` over the phrases of its turns.

        Args:
            turns: The turns in order, each starting with its speaker: `A: ...`.

        Returns:
            The dialogue, which answers questions about its conflicts, the causes and consequences of its
            events, and the slot between two phrases; in Chinese if the turns are.

        Raises:
            UsageError: If an argument is not text.
        """
        return Dialogue(self.parser.dialogue(texts(turns, name="turns")))

    def infer_state(
        self,
        lines: Iterable[str],
        state: str,
        support: Iterable[int] = (),
        *,
        context: bool = True,
        when: When = "end",
    ) -> Decision:
        """Decide whether a story implies a state of a participant.

        Args:
            lines: The sentences of the story, in order.
            state: A sentence about a participant: `Tom was angry.`
            support: Numbers of the lines, from 1, that should show it; the question is then about the moment
                after the last of them.
            context: Whether lines outside `support` count.
            when: Whether the state should hold at the last of the moments asked about, or at any.

        Returns:
            ENTAILED or REFUTED if the state holds in all, or none, of the best worlds.

        Raises:
            UsageError: If there is no such line, or an argument is not text.
        """
        told = texts(lines, name="lines")
        return self.decide(StateQuestion(told, state, tuple(support), context=context, when=when))

    def revise_story(
        self, lines: Iterable[str], counterfactual: str, state: str | None = None
    ) -> story.Revision:
        """Find what must change in a story so that a counterfactual state holds, and rewrite it by rule.

        Args:
            lines: The sentences of the story, in order.
            counterfactual: The state that should hold in the new story.
            state: The state that should no longer be implied, if one is known.

        Returns:
            The smallest edits with their reasons, a new story, and whether it satisfies the request.

        Raises:
            UsageError: If an argument is not text.
        """
        told = texts(lines, counterfactual, *([] if state is None else [state]), name="lines")
        return story.revise(self.parser, told, counterfactual, state, self.timeout)

    def state_change(self, lines: Iterable[str], revised_lines: Iterable[str]) -> story.StateChange:
        """Find the states that explain how two versions of a story differ, the most informative first.

        Args:
            lines: The sentences of the first version.
            revised_lines: The sentences of the second version.

        Raises:
            UsageError: If an argument is not text.
        """
        before, after = texts(lines, name="lines"), texts(revised_lines, name="revised_lines")
        return story.change(self.parser, before, after, self.timeout)

    def weigh(self, premises: Iterable[str], evidence: Iterable[Opinion], query: str) -> Decision:
        """Decide a query from certain premises and weighted evidence.

        The least total weight of evidence that resolves all contradictions is given up. If several choices
        have the same weight, the verdict is what all of them agree on; see `defeasible.reasoner.weigh`.

        Args:
            premises: Sentences that always hold.
            evidence: Sentences with their weights.
            query: The sentence asked about.

        Returns:
            A decision whose trace gives the status of each piece of evidence and what the verdict hinges on;
            `answer` is the query's text if it is entailed.

        Raises:
            UsageError: If an argument is not text, a weight is not positive, or evidence or the query leaves
                a matter open.
        """
        return self.decide(EvidenceQuestion(texts(premises), opinions(evidence), query))

    def equivalent(self, first: Form | Iterable[str], second: Form | Iterable[str]) -> Decision:
        """Decide whether two readings, or two texts of premises, say the same.

        Args:
            first: A form, or sentences to be read as premises.
            second: The other form or sentences, of the same family.

        Returns:
            ENTAILED if they are logically equivalent; UNKNOWN or REFUTED if not, and then
            `equivalence.separating_world` describes a world in which they differ.

        Raises:
            UsageError: If they are forms of different families or ask different questions, or an argument is
                not text.
        """
        one = first if isinstance(first, Form) else texts(first, name="first")
        other = second if isinstance(second, Form) else texts(second, name="second")
        return self.decide(EquivalenceQuestion(one, other))

    def decide(self, question: Question | Form) -> Decision:
        """Decide a question; every method that returns a decision calls this one.

        Args:
            question: A question of `defeasible.reasoner.question`, or a form, which asks its own question
                (see `question.asked_by`).

        Raises:
            UsageError: If the question leaves a matter open, the decider refuses it, a form asks nothing, or
                the argument is neither.
            FormError: If a formula is nested too deeply.
        """
        asked = asked_by(question) if isinstance(question, Form) else question
        return deciding.decide(asked, Means(self.parser, self.roles, self.sizes, self.timeout, self.second))

    @property
    def basis(self) -> Basis:
        """The basis with which `checker.check_decision` reads and weighs again like this reasoner.

        If the parser is not the grammar parser, its reading is taken as given.
        """
        grammar = self.parser if isinstance(self.parser, GrammarParser) else None
        return Basis(grammar, self.roles, self.sizes, second=self.second is not None)

    def base(self, *, operator: Operator = LINEAR) -> BeliefBase:
        """Return an empty belief base that reads and weighs like this reasoner.

        Args:
            operator: Resolves contradictions; by default linear base revision.
        """
        return BeliefBase(parser=self.parser, roles=self.roles, operator=operator, timeout=self.timeout)

    def load_base(self, path: str | PathLike[str]) -> BeliefBase:
        """Return a belief base from the file that its `save` wrote.

        Raises:
            BaseFileError: If the file is missing, truncated, altered, or of another version.
        """
        return BeliefBase.load(path, parser=self.parser, roles=self.roles, timeout=self.timeout)

"""Everyday stories read by rules: sentences as events and states of participants."""

from defeasible.reasoner.grammar.stories.story import read_story

__all__ = ["read_story"]

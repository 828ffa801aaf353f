"""Everyday stories read by rules: sentences as events and states of participants.

Normal forms, the same in stories and queries:

- An event's verb is a lemma, with its particle or idiom: `give_up`, `look_for`, `make_fun_of`. The subject of
  a passive is its theme. Several who do something together each fill the role.
- `is` and `feels` (of people and animals, with a word of emotion) have the adjective as value; a comparative
  stays one (`taller`, `more careful`) with what follows `than` as other. What an adjective is about is the
  other (`good at chess`); a gerund joins the value: `good at play chess`.
- `can`, `wants`, `needs`, `knows`, `likes`, `fears` of doing something have its verb phrase as value: lemmas
  without articles, adjectives and adverbs, names and pronouns as the head of whom they mean: `straighten
  hair`, `find anna`. `thinks` and `knows` of a clause have its subject in front: `tom be late`.
- The same of a thing have it as other; a thing that is none of the story's (`a car` in a query, what is
  denied or wanted) is the value: `has` `car`.
- `related_to`: the participant is the value (`wife`) of the other. Her owner `has` `wife` too.
- `is_a` has adjectives and compounds (`good cook`), and in a story the head alone as well.
- `someone`, `anyone` and `nobody` are one participant, `something` and `nothing` another.
- A denial (`not`, `never`, `no`, `failed to`, `without`) is polarity, never another value.
"""

from defeasible.reasoner.grammar.stories.story import read_story

__all__ = ["read_story"]

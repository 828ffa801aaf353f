"""Everyday stories read by rules: sentences become events and states of participants.

Normal forms, the same in stories and queries:

- The verb of an event is a lemma with its particle or idiom: `give_up`, `look_for`, `make_fun_of`. The
  subject of a passive is its theme. Coordinated participants each fill the role.
- `is` and `feels` (of people and animals, with a word of emotion) have the adjective as value; a comparative
  stays one (`taller`, `more careful`), with the complement of `than` as other. The complement of an adjective
  is the other (`good at chess`); a gerund joins the value: `good at play chess`.
- `can`, `wants`, `needs`, `knows`, `likes`, `fears` with an action have its verb phrase as value: lemmas
  without articles, adjectives and adverbs, with names and pronouns replaced by the head of their referent:
  `straighten hair`, `find anna`. `thinks` and `knows` of a clause keep its subject in front: `tom be late`.
- The same attributes with a thing have it as other; a thing that is not a participant (`a car` in a query,
  one denied or wanted) is the value: `has` `car`.
- `related_to`: the participant is the value (`wife`) of the other. Her owner `has` `wife` too.
- `is_a` has adjectives and compounds (`good cook`), and in a story the head alone as well.
- `someone`, `anyone` and `nobody` are one participant, `something` and `nothing` another.
- A negation (`not`, `never`, `no`, `failed to`, `without`) sets the polarity, never another value.
"""

from defeasible.reasoner.grammar.stories.story import read_story

__all__ = ["read_story"]

"""Idioms in plain words: `could not wait to` is `wanted to`, `gave it a wash` is `washed it`."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.syntax import Clause


def plain(clause: Clause) -> Clause:
    """Return a clause with an idiom paraphrased: `could not wait to` and `would like to` are wants."""
    group = clause.group
    unable = group.modal == "can" and group.negated
    turn = lx.TURNS.get(f"{group.modal}_{'not_' * unable}{group.lemma}", "")
    light = [n for o in clause.objects for n in (o, *o.items[:1]) if n.head in lx.of("light")]
    light = [n for n in light if (n.determiner, n.head) != ("the", "rest")]  # `took the rest` of them
    if turn and not clause.particle and (clause.things or clause.complements or clause.phrases):
        plain = replace(group, lemma=turn, modal="", negations=() if unable else group.negations)
        phrases = tuple(p for p in clause.phrases if p.preposition != "for")
        objects = clause.objects or tuple(clause.behind(("for",)))
        return replace(clause, group=plain, objects=objects, phrases=phrases)
    if group.lemma == "give" and len(clause.objects) == 2 and clause.objects[1].head in lx.GIVEN:
        given = replace(group, lemma=lx.GIVEN[clause.objects[1].head])  # `gave it a wash`: washed it
        return replace(clause, group=given, objects=clause.objects[:1])
    acts = clause.subject is not None and clause.subject.may_act
    if group.lemma == "miss" and group.progressive and clause.objects and not acts:
        return replace(clause, group=replace(group, lemma="lack", progressive=False))  # `is missing a leg`
    if group.lemma == "use" and any("last" in n.adjectives for n in clause.objects):
        group = replace(group, lemma="use_up")  # `used the last of it`
    if group.lemma in lx.of("light_verbs") and light:
        doing = light[0]
        group = replace(group, lemma="eat" if doing.head == "bite" else doing.head)  # `had a nap`: napped
        kept = lx.of("additional") & {doing.determiner, *doing.adjectives}  # `could not take another bite`
        objects = tuple(n for n in clause.objects if kept or doing not in (n, *n.items))
        objects += (doing.owner,) if doing.owner is not None and not kept else ()  # `a sip of tea`
        return replace(clause, group=group, objects=objects)
    return clause if group is clause.group else replace(clause, group=group)

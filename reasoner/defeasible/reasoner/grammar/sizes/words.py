"""The closed classes of English that the reader steers by, and its words of size."""

from __future__ import annotations

from fractions import Fraction

from defeasible.reasoner.english.wordlists import word_set

ARTICLES = word_set("a an")
DETERMINERS = ARTICLES | word_set(
    "the this that these those my your his her its our their whose some any each every another other no "
    "several many few both all most enough various numerous countless dozens hundreds thousands half "
    "one two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred "
    "thousand"
)
PLURAL_DETERMINERS = DETERMINERS - ARTICLES - word_set("this that each every another one")
DISTINCT = word_set("another other")
"""Determiners that set a thing apart from those named before."""
POSSESSIVES = word_set("my your his her its our their")
PRONOUNS = word_set(
    "i you he she it we they me him us them myself himself herself itself themselves yourself somebody "
    "someone something everybody everyone everything anybody anyone anything nobody nothing one mine "
    "yours"
)
DEMONSTRATIVES = word_set("this that these those")
REFLEXIVES = word_set("myself himself herself itself themselves yourself ourselves")

BE = word_set("be am is are was were been being 's 're 'm")
HAVE = word_set("have has had having 've 'd")
DO = word_set("do does did done doing")
GET = word_set("get gets got gotten getting")
MODALS = word_set("can could will would may might must shall should 'll ca wo cannot")
CAPACITY = word_set("can could will would ca wo cannot does did do to")
"""Auxiliaries after which a negation denies that a thing is able to."""
NEGATIONS = word_set("not n't never neither nor cannot")
HEDGES = word_set("hardly scarcely supposedly allegedly")
"""Adverbs that leave open whether it happens."""
SUBORDINATORS = word_set(
    "while as because so when before after since until although though where once whereas"
)
HYPOTHETICAL = word_set("if unless whether")
CONJUNCTIONS = word_set("and or but then yet plus")
RELATIVES = word_set("which that who whom")

NEGATIVE_CONTROL = word_set(
    "fail refuse forget avoid decline neglect pretend hesitate hate prefer deny deter prevent"
)
"""Verbs whose complement is said not to happen."""
FAILURE = word_set("fail")
UNABLE = word_set("unable impossible powerless")
"""Adjectives that deny what the infinitive behind them says."""
ABLE = word_set("able likely sure certain ready about free easy")
RAISING = word_set("seem appear happen use be tend prove")
"""Verbs between `there` and `to be`."""
OBJECT_CONTROL = word_set(
    "let make help see watch hear feel notice observe want ask tell order force allow cause enable "
    "persuade convince encourage invite teach train permit urge warn require request get have find "
    "catch keep leave send"
)
"""Verbs whose object is the subject of the verb that follows."""
SAYING = word_set(
    "say tell think believe know hope claim report announce hear see notice imagine suppose guess "
    "explain show find discover mean dream wish doubt assume learn realise realize state remember "
    "suggest feel"
)

PARTICLES = word_set("up down out away off over back apart together aside along forth")
DEGREE = word_set("too so very quite rather really extremely just almost nearly only even still already also")
ADVERBS = (
    DEGREE
    | HEDGES
    | word_set(
        "barely here there now then again once twice soon always often sometimes never ever well fast hard "
        "home forward forwards backward backwards upward upwards downward downwards inward outward sideways "
        "indoors outdoors outside upstairs downstairs abroad ashore aloft afloat alone together apart free "
        "silent asleep awake alive dead dormant upright open shut closed loose tight close straight high "
        "low deep far late early today yesterday tomorrow tonight ago else instead anyway thus hence "
        "therefore however meanwhile perhaps maybe indeed motionless quiet still safe stuck sound half-way "
        "halfway everywhere somewhere nowhere aground adrift abreast nearby underground overhead headlong "
        "away each ahead upside overboard offshore onshore inland uphill downhill upstream downstream midair "
        "headfirst backstage overnight underwater afterwards lengthwise crosswise astern skyward"
    )
)
ADVERBIALS = tuple(
    tuple(phrase.split())
    for phrase in """
all the way
the whole way
half the way
all the time
the whole time
all day
all night
all day long
all night long
the whole day
the whole night
once more
at all
of course
for a while
for ever
for good
in vain
at last
at once
at first
for fun
for the first time
as well
a bit
a little
by far
on purpose
by accident
by mistake
no doubt
one day
every day
every night
last night
last week
this morning
""".strip().splitlines()
)
"""Adverbs of several words, stepped over where they stand before a preposition or at an end."""
STRAIGHT = word_set("right straight clean partly fully completely halfway")
"""Adverbs before a preposition."""
TWINS = word_set("by to after in and on upon for")
"""Words between two that are the same: `little by little`, `back to back`."""
PAST_FIRST = word_set("saw found felt ground wound bore fell rent")
"""Pasts of one verb that are seldom meant as the base of another."""
WITHIN_IT = word_set("inside within")
"""Adverbs of a place in something named before."""
NOBODY = word_set("nobody nothing none")
"""Subjects that deny what is said of them."""
FLOATING = word_set("all both each")
"""Quantifiers that may follow a pronoun: `puts them all`."""
RESULTATIVES = word_set(
    "flat open shut whole alive dead dry clean loose free tight thin hard soft smooth round empty wide clear "
    "raw firm fast still deep"
)
"""Adjectives behind a verb or its object that say what comes of it: `crushed flat`."""
ADJECTIVES = word_set(
    "big large huge giant gigantic enormous immense colossal massive vast great tall long wide broad "
    "high thick deep small little tiny mini miniature minuscule microscopic short narrow thin low "
    "shallow slim old new young red blue green yellow black white brown grey gray orange pink purple "
    "golden silver wooden plastic metal glass stone paper leather cotton woollen silk iron steel rubber "
    "concrete electric heavy light hot cold warm cool wet dry dirty clean full empty broken open closed "
    "round square flat sharp soft hard smooth rough bright dark beautiful pretty ugly nice good bad "
    "fine fresh rotten ripe raw sweet sour wild tame brave happy sad angry hungry thirsty tired sick "
    "strange weird odd rare common single double whole entire rusty shiny dusty fancy cheap expensive "
    "famous favourite favorite ancient modern foreign local secret lost dead living fat strong weak"
)

BIG = word_set(
    "big large tall long wide broad high thick deep huge great bulky massive giant gigantic enormous "
    "spacious roomy capacious"
)
SMALL = word_set("small little short narrow thin low shallow slim tiny slender skinny compact")
EXTREME_BIG = word_set("giant gigantic enormous immense colossal massive huge humongous gargantuan mammoth")
EXTREME_SMALL = word_set("tiny minuscule microscopic miniature miniscule minute teeny mini")
MORE = {
    "bigger": 1, "larger": 1, "taller": 1, "longer": 1, "wider": 1, "broader": 1, "higher": 1, "thicker": 1,
    "deeper": 1, "greater": 1, "bulkier": 1, "huger": 1, "fatter": 1, "smaller": -1, "littler": -1,
    "shorter": -1, "narrower": -1, "thinner": -1, "lower": -1, "shallower": -1, "slimmer": -1, "tinier": -1,
    "heavier": 1, "lighter": -1,
}  # fmt: skip
"""Comparative adjectives of size: 1 says bigger, -1 smaller."""

NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "hundred": 100, "thousand": 1000,
}  # fmt: skip
FOOT = Fraction(3048, 10000)
UNITS: dict[str, Fraction] = {
    name: size
    for names, size in (
        ("mm millimetre millimeter", Fraction(1, 1000)),
        ("cm centimetre centimeter", Fraction(1, 100)),
        ("m metre meter", Fraction(1)),
        ("km kilometre kilometer", Fraction(1000)),
        ("inch inches in", FOOT / 12),
        ("ft foot feet", FOOT),
        ("yd yard", FOOT * 3),
        ("mile", FOOT * 5280),
    )
    for name in names.split()
}
"""Length of one unit in metres."""
DIMENSIONS = word_set(
    "long tall wide high deep thick broad big large across length height width diameter depth size"
)

"""The closed classes of English that the reader steers by, and its words of size."""

from __future__ import annotations

from fractions import Fraction

from defeasible.reasoner.english.wordlists import word_set

CAPACITY = word_set("can could will would ca wo cannot does did do to")
"""Auxiliaries after which a negation denies that a thing is able to."""
FAILURE = word_set("fail")
UNABLE = word_set("unable impossible powerless")
"""Adjectives that deny what the infinitive behind them says."""
ABLE = word_set("able likely sure certain ready about free easy")
WITHIN_IT = word_set("inside within")
"""Adverbs of a place in something named before."""
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
EXTREME_SMALL = word_set("tiny minuscule microscopic miniature miniscule minute teeny mini dwarf pygmy")
BIGGEST = word_set("biggest largest tallest longest widest broadest highest greatest hugest bulkiest")
SMALLEST = word_set("smallest shortest tiniest littlest narrowest lowest")
SIZES = word_set("sized size length height width breadth thickness diameter")
"""Nouns of dimension that a comparison of things may name."""
MORE = {
    "bigger": 1, "larger": 1, "taller": 1, "longer": 1, "wider": 1, "broader": 1, "higher": 1, "thicker": 1,
    "deeper": 1, "greater": 1, "bulkier": 1, "huger": 1, "fatter": 1, "smaller": -1, "littler": -1,
    "shorter": -1, "narrower": -1, "thinner": -1, "lower": -1, "shallower": -1, "slimmer": -1, "tinier": -1,
}  # fmt: skip
"""Comparative adjectives of size: 1 says bigger, -1 smaller."""

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

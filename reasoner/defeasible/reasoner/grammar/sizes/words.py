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
TOYS = word_set(
    "toy ant speck dot pea crumb midget dwarf miniature model pebble mouse doll matchbox pinprick thimble "
    "shrimp minnow insect fly flea"
)
GIANTS = word_set(
    "giant mountain monster skyscraper whale elephant tower colossus mammoth titan leviathan cathedral"
)
"""What a thing looks like when it looks big, and what when it looks small."""
COMPARED = frozenset({"compared with", "compared to", "in comparison with", "in comparison to"})
BESIDE = frozenset(
    {"next to", "beside", "alongside", "near", "by", "behind", "under", "in front of", "opposite"}
)
"""Prepositions before what a thing is compared with, and before what it only looks big or small beside."""
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

FOOT, ACRE, LITRE = Fraction(3048, 10000), Fraction(40468564224, 10**7), Fraction(1)
METRE, SQUARE, VOLUME = "metre", "square metre", "litre"
UNITS: dict[str, tuple[str, Fraction]] = {
    name: (base, size)
    for base, names, size in (
        (METRE, "mm millimetre millimeter", Fraction(1, 1000)),
        (METRE, "cm centimetre centimeter", Fraction(1, 100)),
        (METRE, "m metre meter", Fraction(1)),
        (METRE, "km kilometre kilometer", Fraction(1000)),
        (METRE, "inch inches in", FOOT / 12),
        (METRE, "ft foot feet", FOOT),
        (METRE, "yd yard", FOOT * 3),
        (METRE, "mile", FOOT * 5280),
        (SQUARE, "hectare", Fraction(10000)),
        (SQUARE, "acre", ACRE),
        (VOLUME, "ml millilitre milliliter", LITRE / 1000),
        (VOLUME, "cl centilitre centiliter", LITRE / 100),
        (VOLUME, "litre liter", LITRE),
        (VOLUME, "pint", Fraction(56826125, 10**8)),
        (VOLUME, "gallon", Fraction(454609, 10**5)),
    )
    for name in names.split()
}
"""What a unit measures, by its base unit, and how many of those one is; imperial pints and gallons."""
POWERS = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
"""Words before a unit of length that make it one of area or of volume."""
DIMENSIONS = word_set(
    "long tall wide high deep thick broad big large across length height width diameter depth size"
)

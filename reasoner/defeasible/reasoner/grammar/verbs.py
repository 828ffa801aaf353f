"""Verbs that the grammar knows: base forms, irregular forms, and classes that change how a clause is read.

The list need not be complete. An unknown verb is still matched by its stem; the list helps to tell a verb
from a noun (`volunteers`) and a doubled consonant from a real one (`fill`, `plan`).
"""

from __future__ import annotations

from types import MappingProxyType

from defeasible.reasoner.grammar.wordlists import word_set

BASE_FORMS = word_set("""
    abandon absorb accept accompany accomplish accuse achieve acknowledge acquire act adapt add address
    adhere adjust administer admire admit adopt advance advertise advise advocate affect afford agree
    aid aim alert allocate allow alter amaze amuse analyse analyze announce annoy answer anticipate
    apologise apologize appeal appear applaud apply appoint appreciate approach approve argue arise
    arrange arrest arrive ask assemble assert assess assign assist assume assure attach attack attempt
    attend attract audition avoid awake award bake balance ban bandage bark base bathe be bear beat
    become beg begin behave believe belong bend benefit bet betray bid bike bite blame bless block bloom
    blow board boast boil book borrow bother bounce bow brag break breathe brew bring broadcast browse
    bruise brush build bully burn burst bury buy buzz calculate call calm camp campaign cancel capture
    care carry carve catch categorize cause celebrate challenge change charge chase chat cheat check
    cheer chew choose chop claim clap clarify classify clean clear climb close coach collaborate
    collapse collect combine come comfort command comment commit communicate commute compare compel
    compete complain complete compliment compose comprehend compromise conceal concentrate conclude
    conduct confess confide confirm confront confuse congratulate connect consider consist construct
    consult consume contact contain continue contribute control convert convey convince cook cooperate
    cope copy correct cost cough count cover crack craft crash crawl create criticise criticize cross
    crush cry cultivate cure customize cut cycle dance dare deal debate decide declare decline decorate
    decrease dedicate defeat defend define delay delegate delete deliver demand demonstrate deny depart
    depend deplete deposit describe deserve design desire destroy detect determine develop devise devote
    die differ dig digest dine direct disagree disappear disappoint discard discipline disclose discount
    discourage discover discuss dislike dismiss display distribute disturb dive divide divorce document
    dominate don donate double doubt download draft drag draw dream dress drink drip drive drop drown
    dry dust dye earn ease eat edit educate elaborate elect eliminate email embarrass embrace emerge
    emit empathize employ empower enable encounter encourage end endorse endure enforce engage enhance
    enjoy enlighten enlist enroll ensure enter entertain envy erase escape establish estimate evacuate
    evaluate examine exceed excel exchange excite excuse execute exercise exhale exhaust exhibit exist
    exit expand expect experience experiment explain explode explore export expose express extend
    extinguish extract face facilitate fade fail faint fall fasten favor fear feature feed feel fetch
    fight file fill film filter finance find finish fire fit fix flash flatter flee flip float flood
    flow fly focus fold follow forbid force forecast forget forgive form formulate forward foster found
    frame free freeze frighten frown fry fuel fulfil fulfill function fund gain gamble garden gather
    gaze generate get giggle give glance glow glue go gossip govern grab grade graduate grant grasp
    greet grieve grin grind grip grow guarantee guard guess guide halt hand handle hang happen harm hate
    have head heal hear heat help hesitate hide highlight hike hint hire hit hold honk honor hop hope
    host hug hum hunt hurry hurt identify ignite ignore illustrate imagine imitate impact implement
    imply import impose impress improve include increase indicate influence inform inherit initiate
    injure inquire insert insist inspect inspire install instruct insult insure integrate intend
    interact interest interfere interpret interrupt interview introduce invent invest investigate invite
    involve iron isolate issue itch jog join joke judge juggle jump justify keep kick kill kiss kneel
    knit knock know label lace lack land last laugh launch lay lead leak lean leap learn leave lecture
    lend let level license lick lie lift light like limit link listen live load lobby locate lock log
    look lose love lower maintain make manage manufacture march mark market marry massage master match
    matter mean measure meditate meet melt memorize mend mention mentor merge migrate mind mine miss mix
    moan monitor motivate mount mourn move mow multiply murder nap narrate navigate neaten need neglect
    negotiate nod nominate note notice notify nourish nurture obey object observe obtain occupy occur
    offend offer open operate oppose order organise organize outline outperform overcome overhear
    overlook owe own pace pack paint panic park participate partner pass paste patch patrol pause pay
    pedal peel penalize perceive perfect perform permit persist persuade phone photograph pick pinch
    place plan plant play plead please plot plow plug plunge point poison polish pollute ponder pop
    possess post postpone pour practice practise praise pray preach predict prefer prepare prescribe
    present preserve press pretend prevent print prioritize proceed process proclaim produce program
    progress prohibit project promise promote prompt pronounce propose protect protest prove provide
    provoke publish pull pump punch punish purchase purify push put qualify quarrel question quit quote
    race rain raise rake rank reach react read realise realize reassure rebuild recall receive recite
    reckon recognise recognize recommend reconcile record recount recover recruit recycle reduce refer
    reflect refresh refund refuse regain register regret regulate rehearse reject relate relax release
    relieve rely remain remark remember remind remove render renovate rent repair repay repeat replace
    reply report represent request rescue research resemble resent reserve resign resist resolve respect
    respond rest restore restrict result resume retain retaliate retire retreat retrieve return reveal
    reverse review revise reward ride ring rinse rise risk roar roast rob rock roll rot rub ruin rule
    run rush sack sail sample satisfy save savor say scan scare scatter schedule scold score scrape
    scratch scream screen scribble scrub seal search seat secure see seek seem segment seize select sell
    send sense separate serve set settle sew shake shape share sharpen shatter shave shed shelter shift
    shine shiver shock shoot shop shout shovel show shower shrink shrug shut sign signal silence
    simplify sing sink sip sit ski skip slap sleep slice slide slip slow smash smell smile smoke sneak
    sneeze sniff snore snow soak solve sort sound spare spark speak specify spell spend spill spin spit
    split spoil sponsor spot spray spread spring sprint squeeze stab stand star stare start startle
    starve state stay steal steer step stick stimulate sting stir stop store stream strengthen stress
    stretch strike strive stroll structure struggle study stumble submit subscribe succeed suck suffer
    suggest suit summarise summarize supervise supply support suppose surf surprise surrender surround
    survey survive suspect suspend swallow swear sweat sweep swell swim swing switch sympathize tackle
    take talk tap taste teach tear tease tell tempt tend terrify test testify text thank thaw think
    threaten thrive throw tick tickle tidy tie tighten tip tire toast touch tour tow trace track trade
    train transfer transform translate transport trap travel treat tremble trigger trim trip trouble
    trust try tumble tune turn tutor twist type uncover understand undertake undo unite unload unlock
    unpack untie update upgrade upload upset urge use utilize vacuum validate value vanish verify view
    violate visit volunteer vote vow wait wake walk wander want warm warn wash waste watch water wave
    wear weave wed weep weigh welcome wet whip whisper whistle widen win wink wipe wish withdraw witness
    wonder work worry wound wrap wreck wrestle write yawn yell yield zip zoom
    """)

# base: past, past participle
_IRREGULAR = """
arise arose arisen; awake awoke awoken; be was been; bear bore borne; beat beat beaten; become became
become; begin began begun; bend bent bent; bet bet bet; bite bit bitten; blow blew blown; break broke
broken; bring brought brought; broadcast broadcast broadcast; build built built; burst burst burst; buy
bought bought; catch caught caught; choose chose chosen; come came come; cost cost cost; cut cut cut;
deal dealt dealt; dig dug dug; do did done; draw drew drawn; dream dreamt dreamt; drink drank drunk;
drive drove driven; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt; fight fought fought;
find found found; flee fled fled; fly flew flown; forbid forbade forbidden; forecast forecast forecast;
forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given;
go went gone; grind ground ground; grow grew grown; hang hung hung; have had had; hear heard heard; hide
hid hidden; hit hit hit; hold held held; hurt hurt hurt; keep kept kept; kneel knelt knelt; know knew
known; lay laid laid; lead led led; leap leapt leapt; learn learnt learnt; leave left left; lend lent
lent; let let let; light lit lit; lose lost lost; make made made; mean meant meant; meet met met;
overcome overcame overcome; overhear overheard overheard; pay paid paid; put put put; quit quit quit;
read read read; rebuild rebuilt rebuilt; repay repaid repaid; ride rode ridden; ring rang rung; rise
rose risen; run ran run; say said said; see saw seen; seek sought sought; sell sold sold; send sent
sent; set set set; sew sewed sewn; shake shook shaken; shine shone shone; shoot shot shot; show showed
shown; shrink shrank shrunk; shut shut shut; sing sang sung; sink sank sunk; sit sat sat; sleep slept
slept; slide slid slid; speak spoke spoken; spend spent spent; spill spilt spilt; spin spun spun; spit
spat spat; split split split; spread spread spread; spring sprang sprung; stand stood stood; steal stole
stolen; stick stuck stuck; sting stung stung; strike struck struck; strive strove striven; swear swore
sworn; sweep swept swept; swell swelled swollen; swim swam swum; swing swung swung; take took taken;
teach taught taught; tear tore torn; tell told told; think thought thought; throw threw thrown;
understand understood understood; undertake undertook undertaken; undo undid undone; upset upset upset;
wake woke woken; wear wore worn; weave wove woven; weep wept wept; win won won; withdraw withdrew
withdrawn; write wrote written
"""


def _tables() -> tuple[dict[str, str], dict[str, str], frozenset[str], frozenset[str]]:
    to_base: dict[str, str] = {}
    past: dict[str, str] = {}
    pasts: set[str] = set()
    participles: set[str] = set()
    for entry in _IRREGULAR.split(";"):
        base, past_form, participle = entry.split()
        past[base] = past_form
        pasts.add(past_form)
        participles.add(participle)
        to_base |= {past_form: base, participle: base}
    # Forms that are also other common words: `found` (find), `left` (leave) stay verbs; `ground` does not.
    to_base.pop("ground")
    to_base |= {
        "skied": "ski",
        "dyed": "dye",
        "am": "be",
        "is": "be",
        "are": "be",
        "were": "be",
        "has": "have",
        "does": "do",
        "got": "get",
    }
    return to_base, past, frozenset(pasts - {"ground"}), frozenset(participles - {"ground"} | {"got"})


_TO_BASE, _PAST, PAST_FORMS, PARTICIPLES = _tables()
IRREGULAR_TO_BASE = MappingProxyType(_TO_BASE)
"""Irregular form to base form: `hid` and `hidden` to `hide`."""
IRREGULAR_PAST = MappingProxyType(_PAST)
"""Base form to irregular past: `hide` to `hid`."""

QUESTION_TAKERS = word_set("""
    ask wonder know see check decide doubt tell sure unsure find question learn discover determine
    inquire uncertain unclear unknown matter care remember forget say understand guess discuss consider
    verify
    """)
"""After these, `if` and `when` open an embedded question, not a condition: `asks if it rains`."""

CLAUSE_TAKERS = word_set("""
    say think believe know hope claim feel suppose guess notice realize realise hear see find fear
    ensure assume doubt expect imagine suggest insist argue admit deny explain learn discover understand
    mean wish bet swear promise report state conclude agree remember forget dream prove show sure
    certain glad afraid happy sorry
    """)
"""After these a subordinate clause may follow without `that`: `thinks she is not at home`."""

NEG_RAISERS = word_set("decide choose want intend plan expect seem appear prefer wish opt agree elect aim")
"""`X not to V` with these is commonly said for `not X to V`: `decides not to go`."""

LINKING = word_set("be feel become seem look appear remain stay get sound grow turn fall")
"""Verbs whose complement is predicated of the subject, so that its antonym negates the clause."""

"""Classes of nouns whose meaning the reader must know: parts, places within things, containers, events."""

from __future__ import annotations

from defeasible.reasoner.english.wordlists import word_set

BODY_PARTS = word_set(
    "mouth hand paw beak claw arm jaw tail trunk lap back head nose lip finger foot tooth hoof wing "
    "belly stomach throat neck shoulder leg knee chest palm fist pocket hair ear eye face fur feather "
    "skin thumb toe elbow talon tongue teeth feet hands body cheek pouch snout tentacle muzzle mane horn "
    "forehead hump heel ankle wrist waist hip rump flank rib spine nostril gill fin flipper trotter fang "
    "antler whisker bosom embrace grasp grip armpit gut intestine ponytail beard moustache knuckle bill "
    "crest udder tusk eyelid eyelash eyebrow gum shin thigh buttock navel abdomen limb scale quill stinger "
    "antenna pincer brain lung liver kidney bone skull ribcage vein comb mandible proboscis pelt plumage "
    "chin temple throat nape sole toenail fingernail nail"
)
PARTS = word_set(
    "roof top bottom side edge corner lid wall door handle floor rim tip base front end leg wheel branch "
    "root leaf stem page cover window ceiling heart "
    # buildings and furniture
    "rooftop chimney attic basement cellar doorway entrance gateway gate porch balcony terrace hallway "
    "corridor lobby foyer staircase stair step doorstep threshold windowsill sill ledge facade parapet "
    "steeple spire belfry dome minaret arch column vault nave altar balustrade banister bannister landing "
    "vestibule patio veranda drawbridge dungeon hatch skylight shutter tile slate shingle bar pipe "
    "turret battlement gutter eave rafter beam pillar courtyard courtroom kitchen bathroom bedroom loft "
    "drawer shelf compartment seat armrest headboard backrest tabletop desktop countertop leg keyhole "
    "lock hinge doorknob fireplace hearth oven "
    # vehicles and machines
    "hood bonnet boot bumper roofrack windscreen windshield dashboard cockpit cabin deck hull mast sail "
    "stern bow prow rudder keel porthole cargo-hold propeller rotor engine motor tyre tire wheelhouse "
    "fuselage undercarriage sidecar saddle pedal handlebar exhaust fender axle chassis headlight mudguard "
    "steering-wheel gearbox crankshaft piston button switch dial knob screen keyboard keypad lens barrel "
    "oar galley anchor glovebox tailfin hold pedal string fingerboard filament wick tripod pendulum saucer "
    "screw bolt slat headrest lapel seam hemline fringe clasp hoop wing flue funnel smokestack vent grille "
    "trigger battery blade hub spoke cog gear "
    # clothes and containers
    "sleeve collar cuff hem pocket lining hood sole heel lace toecap strap buckle zipper zip brim spout "
    "nozzle cap stopper neck mouth rim bowl stem cork label flap "
    # plants, texts, land
    "trunk bough twig petal blossom bark crown canopy foliage thorn stump treetop chapter title margin "
    "spine peak summit slope foot shore bank bed crest cliff crater mouth tip shaft ridge shell core pit "
    "seed crust peel rind yolk stalk cob pole string bridge fret "
    "tail trunk head wing rear underside underbelly backside tailgate brink verge perimeter rail railing "
    "bottommost topmost chest jaw hilt muzzle needle section segment portion part half quarter"
)
"""Nouns that name a part of what follows `of`."""
WITHIN = word_set(
    "surface inside interior insides darkness depths depth middle center centre midst bowels recess gloom "
    "whole entirety exterior outside expanse confines bounds safety comfort warmth security shelter "
    "protection bulk dark blackness heart belly coolness stillness silence void hollow bosom shade shadow"
)
"""Nouns that, before `of`, are as good as the thing itself: `the middle of the lake`."""
ENDS = word_set(
    "top bottom end brim edge summit peak core hilt surface middle center centre brink rear back inside "
    "interior"
)
"""Places within a thing that is not named again: `climbed a tower to the top`."""
INNER_ENDS = word_set("bottom middle center centre inside interior core")
"""Of these, the ones that are inside it: `there was a key at the bottom`."""
MEASURED = word_set(
    "height length width size depth breadth diameter volume bulk area girth thickness stature dimension "
    "measurement span wingspan circumference radius proportion"
)
"""Nouns for how big a thing is: to compare them is to compare the things."""
CONTENTS = word_set("content contents cargo freight filling payload load stuffing")
"""Nouns for what is in the thing behind `of`."""
HOLDERS = word_set(
    "home house shelter refuge hideout hideaway haven dwelling residence prison container receptacle "
    "vessel cradle bed boat raft ship nest cage cover blanket carpet roof bridge seat throne stage "
    "platform playground lodging abode habitat lair den burrow garage vehicle umbrella coffin tomb grave "
    "wrapper packaging case wardrobe swimming-pool bathtub mattress tent canopy parasol resting-place "
    "hiding-place storage host carrier parent mother father predator bearer pedestal"
)
"""Nouns for what is bigger than the thing it serves: `a home for an owl`, `the mother of the calf`."""
MINORS = word_set(
    "hat cap toy weapon tool snack meal food prey dinner lunch supper breakfast ornament decoration "
    "necklace earring bracelet brooch badge accessory passenger occupant inhabitant resident dweller "
    "tenant ingredient component feature belonging plaything bait victim offspring cub calf puppy kitten "
    "morsel bite treat toothpick spoon instrument possession pet pendant stowaway"
)
"""Nouns for what is smaller than the thing it serves: `a toy for a bear`, `the prey of an eagle`."""
DWELLINGS = word_set(
    "home house lair den burrow habitat dwelling abode residence prison hideout refuge cradle grave tomb "
    "coffin mother father parent predator host"
)
"""Of these, the ones whose `of` phrase tells whom they serve: not `a carpet of leaves`."""
DEPENDENTS = word_set(
    "prey food victim passenger occupant inhabitant resident tenant ingredient component feature plaything "
    "offspring cub calf puppy kitten belonging possession pet"
)
"""Nouns whose `of` phrase tells what they are smaller than: not `a snack of nuts`."""
COLLECTIVES = word_set(
    "group pair lot number kind sort type herd flock bunch couple set series crowd swarm team army "
    "dozen row lots plenty piece slice majority variety loads collection pile heap stack load lump chunk "
    "handful bit ton tons gang pack school colony stream cluster assortment selection mass mountain"
)
"""Nouns that stand for what follows `of`."""
CONTAINERS = word_set(
    "box jar bag bottle cup basket crate can bowl glass pot bucket barrel tin tank sack mug jug case "
    "chest drawer packet tub vase trunk suitcase carton tray plate van truck bus shelf room cage nest "
    "trolley boatload truckload pail kettle pan flask envelope purse wallet pouch cupboard cabinet wagon "
    "cart boat ship train warehouse house hall field pond lake pool garden lunchbox thermos canister "
    "hamper chalice goblet saucepan spoon spoonful cupful bucketful vat drum urn pocket locker shed"
)
"""Nouns that hold what follows `of`."""
PART_WORDS = word_set("part component member element piece segment fragment portion section")
"""Nouns that say no more than that something is a part."""
TIMES = word_set(
    "morning evening afternoon night day week month year hour minute moment time way monday tuesday "
    "wednesday thursday friday saturday sunday january february april june july august september "
    "october november december century noon midnight dawn dusk weekend past future meantime accident "
    "mistake while second decade season winter summer spring autumn holiday vacation evening lifetime "
    "eternity fortnight instant christmas birthday"
)
"""Nouns of time and manner, no places even with an article: `in the morning`, `in a way`."""
EVENTS = TIMES | word_set(
    "party concert meeting ceremony wedding conference show performance song dance speech lecture lesson "
    "class game match race contest exam test trip journey tour walk run ride swim bath shower nap rest "
    "sleep snooze doze break pause drink bite breakfast lunch dinner supper brunch picnic feast banquet "
    "conversation chat talk discussion quarrel argument fight dream nightmare laugh smile look glance peek "
    "peep turn step jump leap dive fall stroll hike stop stay visit wait life living home fun trouble "
    "difficulty problem accident attempt effort noise sound cry scream trick experiment work job task duty "
    "homework yoga exercise exercises music prayer poem story joke wish decision plan mistake shelter "
    "refuge cover root residence position stand place part shape camp court court-martial session "
    "rehearsal audience attention adventure career business company course childhood youth retirement "
    "honeymoon eyes breath stuff lot"
)
"""Nouns of what happens, no things: `spent a night in`, `had a nap on`."""
MANNERS = word_set(
    "second winter summer spring autumn order fact case half silence peace public private secret danger "
    "trouble general particular love pain vain turn return need charge advance person fun hurry "
    "surprise fear horror anger purpose demand duty schedule sale behalf average strike business "
    "holiday vacation foot display offer record total addition contrast detail bulk common effect "
    "practice progress once march end beginning dream chance hand law nature choice necessity course "
    "difficulty ease care joy despair delight relief haste full part sight view action panic tear one "
    "pursuit search front comfort style luxury place tow memory honour honor reality theory"
)
"""Bare nouns after a preposition that are no places: `in silence`, `on time`, `by hand`."""
LIGHT_OBJECTS = word_set(
    "fire place part sight way root refuge shelter sail cover aim charge care turns hold shape flight home "
    "work time fun sleep"
)
"""Bare objects that make one meaning with their verb and are no things: `catch fire`, `take place`."""
DREAMS = word_set("dream daydream nightmare fantasy imagination hallucination")
"""What is told in one is not so: `in her dream a mouse ate a cat`."""
OPINIONS = word_set(
    "opinion view judgement judgment estimation estimate belief account reckoning mind eye telling version"
)
"""What somebody takes to be so: `in his opinion`."""
GRIPPERS = BODY_PARTS | word_set(
    "rope stick hook fork rod pole spear arrow gun rifle pistol tongs chopstick chopsticks tweezers tweezer "
    "pliers magnet string wire pin nail needle glue tape bait lasso leash chain knife hammer saw sword lever "
    "bow dart stone line harpoon whip tooth lure trick help ease care difficulty cane crowbar screwdriver "
    "wrench axe torch laser pincer pincers clamp worm cheese strength force skill effort speed finger"
)
"""Instruments that seize, pierce or draw a thing without reaching around it."""

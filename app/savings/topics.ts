import { type Assumed, type AssumptionName, assumptions } from './assumptions'
import { asPost, equation, type Formula, type Quantity, rounded, type Unit } from './quantity'
import { assumedScenario, type Figures, savingsOf } from './savings'

export type Account = 'customers' | 'companies' | 'society'

export const accountNames: Record<Account, string> = {
  customers: 'Kunderna',
  companies: 'Företagen',
  society: 'Samhället',
}

type Beneficiary = 'kunderna' | 'familjerna' | 'företagen' | 'de anställda' | 'grannarna' | 'samhället'

type TopicRule = {
  id: string
  title: string
  /** Contains no figures: these are computed, in the formulas. */
  text: string
  beneficiaries: [Beneficiary, ...Beneficiary[]]
  figure: (figures: Figures) => Quantity
  formulas: (figures: Figures, given: Given) => Formula[]
} & (
  | { account: Account; kronor: (figures: Figures) => number }
  /** Shown, but in none of the three sums, for the reason given. */
  | { account: null; outside: string }
)

export type Topic = {
  id: string
  title: string
  text: string
  beneficiaries: string[]
  /** The main figure for one postcode and for a thousand. */
  perPostcode: string
  perThousand: string
  /** The calculation for one postcode, one string per line. */
  calculation: string[]
  formulas: Formula[]
  account: Account | null
  kronor: number
  outside: string | null
}

type Given = (name: AssumptionName) => Quantity

const quantity = (value: number, unit: Unit): Quantity => ({ value, unit })
const kr = (value: number) => quantity(value, 'kr')
const times = (factor: Quantity) => ({ sign: '×', factor }) as const
const over = (factor: Quantity) => ({ sign: '÷', factor }) as const

function formula(first: Quantity, then: Formula['then'], result: Quantity): Formula {
  return { first, then, result }
}

const rules: TopicRule[] = [
  {
    id: 'tid',
    title: 'Tid',
    text: 'Företaget som redan är i kvarteret kör kortare mellan sina kunder. Timmarna bakom ratten blir arbetade timmar i stället. Den sista raden visar hur många städbesök de räcker till.',
    beneficiaries: ['företagen', 'de anställda'],
    figure: (f) => quantity(f.hours, 'tim'),
    formulas: (f, given) => [
      formula(quantity(f.km, 'km'), [over(given('speed'))], quantity(f.hours, 'tim')),
      formula(quantity(f.hours, 'tim'), [times(given('staffCost'))], kr(f.drivingKr)),
      formula(quantity(f.hours, 'tim'), [over(given('visitHours'))], quantity(f.cleaningVisits, 'besök')),
    ],
    account: 'companies',
    kronor: (f) => f.drivingKr,
  },
  {
    id: 'pengar',
    title: 'Pengar',
    text: 'Grannar som bokar i kvarteret får rabatt. Det är företagen som ger den: för kunden är den en besparing, för kvarteret som helhet är den pengar som byter ficka.',
    beneficiaries: ['kunderna'],
    figure: (f) => kr(f.discountKr),
    formulas: (f, given) => [
      formula(
        quantity(f.visits, 'besök'),
        [times(given('visitPrice')), times(given('discountPercent'))],
        kr(f.discountKr),
      ),
    ],
    account: 'customers',
    kronor: (f) => f.discountKr,
  },
  {
    id: 'koldioxid',
    title: 'Koldioxid',
    text: 'Varje kilometer som inte körs är bränsle som inte bränns. Värdet i kronor är litet; det är kilona som räknas.',
    beneficiaries: ['samhället'],
    figure: (f) => quantity(f.co2Kg, 'kg'),
    formulas: (f, given) => [
      formula(quantity(f.km, 'km'), [times(given('co2PerKm'))], quantity(f.co2Kg, 'kg')),
      formula(quantity(f.co2Kg, 'kg'), [times(given('co2Cost'))], kr(f.co2Kr)),
    ],
    account: 'society',
    kronor: (f) => f.co2Kr,
  },
  {
    id: 'personalomsattning',
    title: 'Personalomsättning',
    text: 'Den som slipper sitta i bil mellan kunderna och får komma tillbaka till samma hem stannar oftare kvar. Varje byte som uteblir sparar annonser, urval och inskolning.',
    beneficiaries: ['företagen', 'de anställda'],
    figure: (f) => kr(f.turnoverKr),
    formulas: (f, given) => [
      formula(
        quantity(f.visits, 'besök'),
        [times(given('visitHours')), over(given('fullTimeHours'))],
        quantity(f.fullTimeJobs, 'årsarbeten'),
      ),
      formula(
        quantity(f.fullTimeJobs, 'årsarbeten'),
        [times(given('turnoverPercent'))],
        quantity(f.replacements, 'personalbyten'),
      ),
      formula(quantity(f.replacements, 'personalbyten'), [times(given('replacementCost'))], kr(f.turnoverKr)),
    ],
    account: null,
    outside: 'Ett enda byte avgör, och det kan bero på mycket annat. Därför räknas det inte in.',
  },
  {
    id: 'administration',
    title: 'Administration',
    text: 'Bokning, bekräftelse och historik finns på ett ställe. Det blir några samtal och lappar färre per besök.',
    beneficiaries: ['företagen'],
    figure: (f) => kr(f.adminKr),
    formulas: (f, given) => [formula(quantity(f.visits, 'besök'), [times(given('adminPerVisit'))], kr(f.adminKr))],
    account: 'companies',
    kronor: (f) => f.adminKr,
  },
  {
    id: 'samhallslackage',
    title: 'Samhällsläckage',
    text: 'När det är lätt att köpa med kvitto av ett företag på orten blir mindre gjort svart. Skatter och avgifter betalas där de behövs, i stället för att läcka ut.',
    beneficiaries: ['samhället', 'företagen'],
    figure: (f) => kr(f.leakageKr),
    formulas: (f, given) => [
      formula(
        quantity(f.visits, 'besök'),
        [times(given('visitPrice')), times(given('undeclaredPercent')), times(given('netTaxPercent'))],
        kr(f.leakageKr),
      ),
    ],
    account: 'society',
    kronor: (f) => f.leakageKr,
  },
  {
    id: 'trafik',
    title: 'Trafik',
    text: 'Färre bilar som korsar staden ger mindre slitage, kortare köer och färre olyckor. Det märks mest på småvägarna, där barnen går till skolan.',
    beneficiaries: ['grannarna', 'samhället'],
    figure: (f) => quantity(f.km, 'km'),
    formulas: (f, given) => [formula(quantity(f.km, 'km'), [times(given('trafficCost'))], kr(f.trafficKr))],
    account: 'society',
    kronor: (f) => f.trafficKr,
  },
  {
    id: 'buller',
    title: 'Buller',
    text: 'En bil som inte kör förbi hörs inte. Summan är liten och ska vara det, men den som bor vid gatan märker skillnaden.',
    beneficiaries: ['grannarna'],
    figure: (f) => kr(f.noiseKr),
    formulas: (f, given) => [formula(quantity(f.km, 'km'), [times(given('noiseCost'))], kr(f.noiseKr))],
    account: 'society',
    kronor: (f) => f.noiseKr,
  },
  {
    id: 'energi',
    title: 'Energi',
    text: 'Kortare vägar tar mindre bränsle. Här står det i liter, i kronor och i den energi som blir kvar i tanken.',
    beneficiaries: ['företagen', 'samhället'],
    figure: (f) => quantity(f.litres, 'liter'),
    formulas: (f, given) => [
      formula(quantity(f.km, 'km'), [times(given('fuelPerKm'))], quantity(f.litres, 'liter')),
      formula(quantity(f.litres, 'liter'), [times(given('fuelPrice'))], kr(f.fuelKr)),
      formula(quantity(f.litres, 'liter'), [times(given('energyPerLitre'))], quantity(f.kWh, 'kWh')),
    ],
    account: 'companies',
    kronor: (f) => f.fuelKr,
  },
  {
    id: 'sjukfranvaro',
    title: 'Sjukfrånvaro',
    text: 'Avlastning hemma ger återhämtning, och återhämtning ger färre sjukdagar. Sambandet är rimligt men vår siffra är en gissning.',
    beneficiaries: ['familjerna', 'samhället'],
    figure: (f) => kr(f.sicknessKr),
    formulas: (f, given) => [
      formula(
        quantity(f.activeHouseholds, 'hushåll'),
        [times(given('sickDaysPerHousehold'))],
        quantity(f.sickDays, 'dagar'),
      ),
      formula(
        quantity(f.sickDays, 'dagar'),
        [times(given('workdayHours')), times(given('staffCost'))],
        kr(f.sicknessKr),
      ),
    ],
    account: 'society',
    kronor: (f) => f.sicknessKr,
  },
  {
    id: 'social-isolering',
    title: 'Social isolering',
    text: 'För den som bor ensam är fotvården, ledsagningen eller städningen också ett besök. Någon är väntad, och någon märker om allt inte är som det ska.',
    beneficiaries: ['grannarna', 'familjerna', 'samhället'],
    figure: (f) => kr(f.isolationKr),
    formulas: (f, given) => [
      formula(
        quantity(f.activeHouseholds, 'hushåll'),
        [times(given('aloneElderlyPercent')), times(given('lessLonelyPercent'))],
        quantity(f.lessLonely, 'personer'),
      ),
      formula(quantity(f.lessLonely, 'personer'), [times(given('lonelinessCost'))], kr(f.isolationKr)),
    ],
    account: 'society',
    kronor: (f) => f.isolationKr,
  },
  {
    id: 'marknadsforing',
    title: 'Marknadsföring',
    text: 'Företaget blir hittat av grannar i stället för att köpa annonser i hela staden. Kunder som bor nära tipsar kunder som bor nära.',
    beneficiaries: ['företagen'],
    figure: (f) => kr(f.marketingKr),
    formulas: (f, given) => [
      formula(
        quantity(f.activeHouseholds, 'hushåll'),
        [times(given('newCustomerPercent'))],
        quantity(f.newCustomers, 'kunder'),
      ),
      formula(quantity(f.newCustomers, 'kunder'), [times(given('newCustomerCost'))], kr(f.marketingKr)),
    ],
    account: null,
    outside: 'Företagen betalar för att synas även här. Därför räknas det inte in.',
  },
  {
    id: 'onodiga-kundresor',
    title: 'Onödiga kundresor',
    text: 'Hårklippning, massage eller hjälp med datorn på gångavstånd eller hemma gör att bilen kan stå. Det sparar kunden en resa, och gatan en bil.',
    beneficiaries: ['kunderna', 'grannarna'],
    figure: (f) => quantity(f.customerKm, 'km'),
    formulas: (f, given) => [
      formula(quantity(f.visits, 'besök'), [times(given('replacedTripPercent'))], quantity(f.replacedTrips, 'resor')),
      formula(quantity(f.replacedTrips, 'resor'), [times(given('tripKm'))], quantity(f.customerKm, 'km')),
      formula(
        quantity(f.customerKm, 'km'),
        [times(given('fuelPerKm')), times(given('fuelPrice'))],
        kr(f.customerTripKr),
      ),
    ],
    account: null,
    outside: 'De kortare vägarna ovan gäller bara företagens bilar. Vi låter kundernas stå för sig.',
  },
  {
    id: 'familjetid',
    title: 'Familjetid',
    text: 'När någon annan städar eller klipper häcken blir timmarna över till annat. Vi räknar bara besök som annars inte hade blivit av. Den sista raden är per hushåll.',
    beneficiaries: ['familjerna'],
    figure: (f) => quantity(f.familyHours, 'tim'),
    formulas: (f, given) => [
      formula(
        quantity(f.visits, 'besök'),
        [times(given('addedVisitPercent')), times(given('visitHours'))],
        quantity(f.familyHours, 'tim'),
      ),
      formula(
        quantity(f.familyHours, 'tim'),
        [over(quantity(f.activeHouseholds, 'hushåll'))],
        quantity(f.familyHoursPerHousehold, 'tim/hushåll'),
      ),
    ],
    account: null,
    outside: 'En ledig kväll har inget pris. Därför står den i timmar och inte i kronor.',
  },
]

/** The fourteen topics, computed from the assumptions for one postcode and for a thousand. */
export function topicsFrom(assumed: Assumed): Topic[] {
  const one = savingsOf(assumed, assumedScenario(assumed))
  const thousand = savingsOf(assumed, assumedScenario(assumed, 1000))
  const given: Given = (name) => ({ value: assumed[name], unit: assumptions[name].unit })

  return rules.map((rule) => {
    const formulas = rule.formulas(one, given)
    return {
      id: rule.id,
      title: rule.title,
      text: rule.text,
      beneficiaries: rule.beneficiaries,
      perPostcode: asPost(rule.figure(one)),
      perThousand: rounded(rule.figure(thousand)),
      calculation: formulas.map(equation),
      formulas,
      account: rule.account,
      kronor: rule.account ? rule.kronor(one) : 0,
      outside: rule.account ? null : rule.outside,
    }
  })
}

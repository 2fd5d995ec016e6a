import type { Unit } from './quantity'

/**
 * The single table of assumptions. Every figure on /vad-konceptet-sparar, and every figure that other slices take from
 * it, is computed from these values only.
 */

const groups = ['Kvarteret', 'Vägen', 'Företagen', 'Samhället', 'Tiden hemma', 'Mått att jämföra med'] as const
type Group = (typeof groups)[number]

export type Assumption = { label: string; value: number; unit: Unit; group: Group; reason: string }

/** Values given by the concept; all others are our own choice. */
const PREMISE = 'Konceptets utgångspunkt.'
const OURS = 'Vårt antagande.'

export const assumptions = {
  householdsPerPostcode: {
    label: 'Hushåll i ett postnummer',
    value: 1000,
    unit: 'hushåll',
    group: 'Kvarteret',
    reason: PREMISE,
  },
  activePercent: {
    label: 'Hushåll som är aktiva',
    value: 20,
    unit: '%',
    group: 'Kvarteret',
    reason: `${PREMISE} Aktiva är de som bokar tjänster i kvarteret.`,
  },
  visitsPerMonth: {
    label: 'Besök per aktivt hushåll',
    value: 2,
    unit: 'besök/månad',
    group: 'Kvarteret',
    reason: PREMISE,
  },
  visitsPerYear: {
    label: 'Besök per år i ett postnummer',
    value: 4800,
    unit: 'besök',
    group: 'Kvarteret',
    reason: 'Följer av de tre raderna ovan, månad för månad under ett år.',
  },
  visitPrice: {
    label: 'Pris för ett besök',
    value: 600,
    unit: 'kr/besök',
    group: 'Kvarteret',
    reason: `${PREMISE} Ett snitt av städning, fotvård, trädgård och det andra.`,
  },
  discountPercent: {
    label: 'Grannrabatt i snitt',
    value: 5,
    unit: '%',
    group: 'Kvarteret',
    reason: `${PREMISE} Lägre än 10 %, eftersom alla besök inte bokas med den.`,
  },
  visitHours: {
    label: 'Tid för ett städbesök',
    value: 2,
    unit: 'tim/besök',
    group: 'Kvarteret',
    reason: `${PREMISE} Används för alla besök, eftersom städning är vanligast.`,
  },
  kmSavedPerYear: {
    label: 'Kortare körning per år i ett postnummer',
    value: 6875,
    unit: 'km',
    group: 'Vägen',
    reason: `${PREMISE} Fördelas lika på årets besök.`,
  },
  speed: {
    label: 'Snittfart i kvarteret',
    value: 25,
    unit: 'km/tim',
    group: 'Vägen',
    reason: `${PREMISE} Med stopp, korsningar och parkering.`,
  },
  co2PerKm: {
    label: 'Koldioxid från bilen',
    value: 0.16,
    unit: 'kg/km',
    group: 'Vägen',
    reason: `${PREMISE} En mindre bensinbil.`,
  },
  fuelPerKm: {
    label: 'Bränsle',
    value: 0.07,
    unit: 'liter/km',
    group: 'Vägen',
    reason: PREMISE,
  },
  fuelPrice: {
    label: 'Bränslepris',
    value: 20,
    unit: 'kr/liter',
    group: 'Vägen',
    reason: PREMISE,
  },
  replacedTripPercent: {
    label: 'Besök som sparar kunden en egen bilresa',
    value: 10,
    unit: '%',
    group: 'Vägen',
    reason: `${OURS} De flesta besök sker ändå hemma hos kunden.`,
  },
  tripKm: {
    label: 'En kundresa, fram och tillbaka',
    value: 5,
    unit: 'km/resa',
    group: 'Vägen',
    reason: OURS,
  },
  staffCost: {
    label: 'En arbetad timme kostar',
    value: 300,
    unit: 'kr/tim',
    group: 'Företagen',
    reason: PREMISE,
  },
  adminPerVisit: {
    label: 'Enklare administration',
    value: 1,
    unit: 'kr/besök',
    group: 'Företagen',
    reason: `${OURS} Några sekunders arbete: en bekräftelse som slipper ringas.`,
  },
  fullTimeHours: {
    label: 'Arbetad tid i en heltidstjänst',
    value: 1600,
    unit: 'tim/årsarbete',
    group: 'Företagen',
    reason: `${OURS} Ett år utan semester, helger och normal frånvaro.`,
  },
  turnoverPercent: {
    label: 'Färre som slutar under ett år',
    value: 5,
    unit: '%',
    group: 'Företagen',
    reason: `${OURS} Kortare vägar och kända kunder gör arbetet lättare att stanna i.`,
  },
  replacementCost: {
    label: 'Att ersätta en person som slutar',
    value: 50_000,
    unit: 'kr/byte',
    group: 'Företagen',
    reason: `${OURS} Annons, urval och inskolning.`,
  },
  newCustomerPercent: {
    label: 'Aktiva hushåll som hittar ett nytt företag under ett år',
    value: 25,
    unit: '%',
    group: 'Företagen',
    reason: OURS,
  },
  newCustomerCost: {
    label: 'Att nå en ny kund med annonser',
    value: 400,
    unit: 'kr/kund',
    group: 'Företagen',
    reason: OURS,
  },
  co2Cost: {
    label: 'Skadan av ett kilo koldioxid',
    value: 1.5,
    unit: 'kr/kg',
    group: 'Samhället',
    reason: `${OURS} Forskningens skattningar går långt isär.`,
  },
  trafficCost: {
    label: 'Slitage, köer och olyckor',
    value: 1,
    unit: 'kr/km',
    group: 'Samhället',
    reason: OURS,
  },
  noiseCost: {
    label: 'Störning av buller i bostadsområden',
    value: 0.2,
    unit: 'kr/km',
    group: 'Samhället',
    reason: OURS,
  },
  undeclaredPercent: {
    label: 'Besök som annars hade köpts utan kvitto',
    value: 10,
    unit: '%',
    group: 'Samhället',
    reason: `${OURS} Ingen vet säkert hur vanligt det är.`,
  },
  netTaxPercent: {
    label: 'Skatter och avgifter på ett besök',
    value: 25,
    unit: '%',
    group: 'Samhället',
    reason: `${OURS} Det som blir kvar sedan rutavdraget har dragits.`,
  },
  sickDaysPerHousehold: {
    label: 'Färre sjukdagar med avlastning hemma',
    value: 0.15,
    unit: 'dagar/hushåll',
    group: 'Samhället',
    reason: `${OURS} Det här vill vi helst av allt mäta.`,
  },
  workdayHours: {
    label: 'En arbetsdag',
    value: 8,
    unit: 'tim/dag',
    group: 'Samhället',
    reason: 'Heltid. En sjukdag värderas till samma timkostnad som en arbetad timme.',
  },
  aloneElderlyPercent: {
    label: 'Aktiva hushåll med en äldre som bor ensam',
    value: 20,
    unit: '%',
    group: 'Samhället',
    reason: OURS,
  },
  lessLonelyPercent: {
    label: 'Av dem: märkbart mindre ensamma',
    value: 20,
    unit: '%',
    group: 'Samhället',
    reason: `${OURS} Någon kommer, är väntad och märker om något är fel.`,
  },
  lonelinessCost: {
    label: 'Vård och omsorg som ensamhet leder till under ett år',
    value: 10_000,
    unit: 'kr/person',
    group: 'Samhället',
    reason: OURS,
  },
  addedVisitPercent: {
    label: 'Besök som inte hade blivit av annars',
    value: 25,
    unit: '%',
    group: 'Tiden hemma',
    reason: `${OURS} Övriga besök hade någon köpt ändå.`,
  },
  energyPerLitre: {
    label: 'Energi i bränslet',
    value: 9,
    unit: 'kWh/liter',
    group: 'Mått att jämföra med',
    reason: 'Ungefärligt värde för bensin.',
  },
  earthKm: {
    label: 'Ett varv runt jorden',
    value: 40_075,
    unit: 'km',
    group: 'Mått att jämföra med',
    reason: 'Längs ekvatorn.',
  },
} as const satisfies Record<string, Assumption>

export type AssumptionName = keyof typeof assumptions

/** The input of the calculation: the bare values, so that a test can change one and check the effect. */
export type Assumed = Record<AssumptionName, number>

export const assumed: Assumed = Object.fromEntries(
  Object.entries(assumptions).map(([name, { value }]) => [name, value]),
) as Assumed

/** The table by group, in reading order. */
export const assumptionGroups: { group: Group; members: Assumption[] }[] = groups.map((group) => ({
  group,
  members: Object.values<Assumption>(assumptions).filter((assumption) => assumption.group === group),
}))

import { expect, test } from 'vitest'
import { assumed } from './assumptions'
import { assumedScenario, type Figures, savingsOf } from './savings'
import { cautionsFrom, scaleFrom, statementsFrom } from './summary'
import { topicsFrom } from './topics'
import { dials } from './trial'

/** Every number as the page shows it: a change of one must be made here too. */
const figures = savingsOf(assumed, assumedScenario(assumed))
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('the assumptions have the values that the page gives reasons for', () => {
  expect(assumed).toEqual({
    householdsPerPostcode: 1000,
    activePercent: 20,
    visitsPerMonth: 2,
    visitsPerYear: 4800,
    visitPrice: 600,
    discountPercent: 5,
    visitHours: 2,
    kmSavedPerYear: 6875,
    speed: 25,
    co2PerKm: 0.16,
    fuelPerKm: 0.07,
    fuelPrice: 20,
    replacedTripPercent: 10,
    tripKm: 5,
    staffCost: 300,
    adminPerVisit: 1,
    fullTimeHours: 1600,
    turnoverPercent: 5,
    replacementCost: 50000,
    newCustomerPercent: 25,
    newCustomerCost: 400,
    co2Cost: 1.5,
    trafficCost: 1,
    noiseCost: 0.2,
    undeclaredPercent: 10,
    netTaxPercent: 25,
    sickDaysPerHousehold: 0.15,
    workdayHours: 8,
    aloneElderlyPercent: 20,
    lessLonelyPercent: 20,
    lonelinessCost: 10000,
    addedVisitPercent: 25,
    energyPerLitre: 9,
    earthKm: 40075,
  })
})

test.each<[keyof Figures, number]>([
  ['activeHouseholds', 200],
  ['visits', 4800],
  ['kmPerVisit', 1.432292],
  ['km', 6875],
  ['kmPerDay', 18.835616],
  ['earthLaps', 0.171553],
  ['hours', 275],
  ['cleaningVisits', 137.5],
  ['co2Kg', 1100],
  ['litres', 481.25],
  ['kWh', 4331.25],
  ['discountKr', 144000],
  ['drivingKr', 82500],
  ['fuelKr', 9625.0],
  ['adminKr', 4800],
  ['co2Kr', 1650],
  ['leakageKr', 72000],
  ['trafficKr', 6875],
  ['noiseKr', 1375],
  ['sickDays', 30],
  ['sicknessKr', 72000],
  ['lessLonely', 8],
  ['isolationKr', 80000],
  ['fullTimeJobs', 6],
  ['replacements', 0.3],
  ['turnoverKr', 15000.0],
  ['newCustomers', 50],
  ['marketingKr', 20000],
  ['replacedTrips', 480],
  ['customerKm', 2400],
  ['customerTripKr', 3360.0],
  ['familyHours', 2400],
  ['familyHoursPerHousehold', 12],
  ['customerKr', 144000],
  ['companyKr', 96925],
  ['societyKr', 233900],
])('%s is %d in one postcode', (name, value) => {
  expect(figures[name]).toBeCloseTo(value, 5)
})

test('the cautions say who pays the discount, what is left of it, and how much is guessed', () => {
  const cautions = cautionsFrom(topicsFrom(assumed), figures)
  const { guessedTitles, ...sums } = cautions
  expect(guessedTitles).toEqual(['samhällsläckage', 'sjukfrånvaro', 'social isolering'])
  expect(Object.fromEntries(Object.entries(sums).map(([name, text]) => [name, plain(text)]))).toEqual({
    discount: '144 000 kr',
    companies: '97 000 kr',
    companiesPay: '47 000 kr',
    companiesPayPerVisit: '10 kr',
    discountPerHousehold: '720 kr',
    membership: '468 kr',
    leftPerHousehold: '252 kr',
    guessed: '224 000 kr',
    society: '234 000 kr',
  })
})

test('each sum lists its topics and their total', () => {
  const statements = statementsFrom(topicsFrom(assumed))
  expect(
    statements.map(({ name, posts, kronor, shown }) => [name, posts.map(({ id }) => id), kronor, plain(shown)]),
  ).toEqual([
    ['Kunderna', ['pengar'], 144_000, '144 000 kr'],
    ['Företagen', ['tid', 'administration', 'energi'], 96_925, '97 000 kr'],
    [
      'Samhället',
      ['koldioxid', 'samhallslackage', 'trafik', 'buller', 'sjukfranvaro', 'social-isolering'],
      233_900,
      '234 000 kr',
    ],
  ])
})

test('the scale shows 1, 10, 100 and 1000 postcodes, and the dials have limits', () => {
  expect(scaleFrom(assumed).map(({ postcodes, figures: { visits } }) => [postcodes, visits])).toEqual([
    [1, 4_800],
    [10, 48_000],
    [100, 480_000],
    [1000, 4_800_000],
  ])
  const limits = Object.values(dials).map(({ min, max, step, standard }) => [min, max, step, standard])
  expect(limits).toEqual([
    [100, 5000, 50, 1000],
    [1, 100, 1, 20],
  ])
})

import type { Assumed } from './assumptions'

/** What a reader may choose; everything else is in the table of assumptions. */
export type Scenario = { households: number; activePercent: number; postcodes: number }

const MONTHS_PER_YEAR = 12
const DAYS_PER_YEAR = 365

/** The scenario that the concept assumes. */
export function assumedScenario(assumed: Assumed, postcodes = 1): Scenario {
  return { households: assumed.householdsPerPostcode, activePercent: assumed.activePercent, postcodes }
}

export type Figures = ReturnType<typeof savingsOf>

/** Everything saved in a year, unrounded. Amounts are in kronor, not öre: these are estimates, not money owed. */
export function savingsOf(assumed: Assumed, { households, activePercent, postcodes }: Scenario) {
  const activeHouseholds = households * share(activePercent) * postcodes
  const visits = activeHouseholds * assumed.visitsPerMonth * MONTHS_PER_YEAR

  // Driving: the saved kilometres are known for a year's visits in one postcode, so they scale with visits.
  const kmPerVisit = assumed.kmSavedPerYear / assumed.visitsPerYear
  const km = visits * kmPerVisit
  const hours = km / assumed.speed
  const co2Kg = km * assumed.co2PerKm
  const litres = km * assumed.fuelPerKm

  // Customers.
  const discountKr = visits * assumed.visitPrice * share(assumed.discountPercent)

  // Companies.
  const drivingKr = hours * assumed.staffCost
  const fuelKr = litres * assumed.fuelPrice
  const adminKr = visits * assumed.adminPerVisit

  // Society.
  const co2Kr = co2Kg * assumed.co2Cost
  const leakageKr = visits * assumed.visitPrice * share(assumed.undeclaredPercent) * share(assumed.netTaxPercent)
  const trafficKr = km * assumed.trafficCost
  const noiseKr = km * assumed.noiseCost
  const sickDays = activeHouseholds * assumed.sickDaysPerHousehold
  const sicknessKr = sickDays * assumed.workdayHours * assumed.staffCost
  const lessLonely = activeHouseholds * share(assumed.aloneElderlyPercent) * share(assumed.lessLonelyPercent)
  const isolationKr = lessLonely * assumed.lonelinessCost

  // Shown, but not part of the three sums; each topic says why.
  const fullTimeJobs = (visits * assumed.visitHours) / assumed.fullTimeHours
  const replacements = fullTimeJobs * share(assumed.turnoverPercent)
  const newCustomers = activeHouseholds * share(assumed.newCustomerPercent)
  const replacedTrips = visits * share(assumed.replacedTripPercent)
  const customerKm = replacedTrips * assumed.tripKm
  const familyHours = visits * share(assumed.addedVisitPercent) * assumed.visitHours

  return {
    activeHouseholds,
    visits,
    kmPerVisit,
    km,
    kmPerDay: km / DAYS_PER_YEAR,
    earthLaps: km / assumed.earthKm,
    hours,
    cleaningVisits: hours / assumed.visitHours,
    co2Kg,
    litres,
    kWh: litres * assumed.energyPerLitre,
    discountKr,
    drivingKr,
    fuelKr,
    adminKr,
    co2Kr,
    leakageKr,
    trafficKr,
    noiseKr,
    sickDays,
    sicknessKr,
    lessLonely,
    isolationKr,
    fullTimeJobs,
    replacements,
    turnoverKr: replacements * assumed.replacementCost,
    newCustomers,
    marketingKr: newCustomers * assumed.newCustomerCost,
    replacedTrips,
    customerKm,
    customerTripKr: customerKm * assumed.fuelPerKm * assumed.fuelPrice,
    familyHours,
    familyHoursPerHousehold: activeHouseholds === 0 ? 0 : familyHours / activeHouseholds,
    customerKr: discountKr,
    companyKr: drivingKr + fuelKr + adminKr,
    societyKr: co2Kr + leakageKr + trafficKr + noiseKr + sicknessKr + isolationKr,
  }
}

function share(percent: number): number {
  return percent / 100
}

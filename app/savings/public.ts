import { assumed } from './assumptions'
import { rounded } from './quantity'
import { assumedScenario, savingsOf } from './savings'

/** What other slices may use of savings. Pure, so fit for pages and the server. */

export type Statistic = { label: string; value: string; note: string }

/** The CO2 saved by this many visits by a neighbour, formatted. */
export function co2Saved(visits: number): string {
  const { kmPerVisit } = savingsOf(assumed, assumedScenario(assumed))
  return rounded({ value: visits * kmPerVisit * assumed.co2PerKm, unit: 'kg' })
}

/** Figures of one postcode during one year, for the landing page's section on the environment. */
export function environmentStatistics(): Statistic[] {
  const { co2Kg, km, kmPerDay, litres, kWh, hours, cleaningVisits } = savingsOf(assumed, assumedScenario(assumed))
  return [
    {
      label: 'Mindre koldioxid',
      value: rounded({ value: co2Kg, unit: 'kg' }),
      note: 'Per postnummer och år, när vägen till kunden blir kortare.',
    },
    {
      label: 'Kortare körning',
      value: rounded({ value: km, unit: 'km' }),
      note: `Ungefär ${rounded({ value: Math.round(kmPerDay), unit: 'km' })} om dagen som inte körs på kvarterets gator.`,
    },
    {
      label: 'Sparat bränsle',
      value: rounded({ value: litres, unit: 'liter' }),
      note: `Det är ${rounded({ value: kWh, unit: 'kWh' })} energi som blir kvar i tanken.`,
    },
    {
      label: 'Timmar bakom ratten',
      value: rounded({ value: hours, unit: 'tim' }),
      note: `Tid nog för ${rounded({ value: Math.floor(cleaningVisits), unit: 'besök' })} hos grannar i stället.`,
    },
  ]
}

import { namesOf } from '~/shared/chosen'
import type { Ore } from '~/shared/money'

export type Plan = 'base' | 'sponsor' | 'season'

export type Package = {
  plan: Plan
  name: string
  priceOre: Ore
  /** As the specification writes it after the price. */
  per: string
  description: string
  features: readonly string[]
  action: string
  mostPopular: boolean
}

/** The packages of a company. Prices are without VAT, as companies see them. */
const packageByPlan = {
  base: {
    plan: 'base',
    name: 'Bas',
    priceOre: 295_00,
    per: '/mån',
    description: 'Syns och bokas i kvarteret.',
    features: ['Egen sida i katalogen', 'Bokningar direkt i telefonen', 'Omdömen från grannar', 'Ingen bindningstid'],
    action: 'Välj Bas',
    mostPopular: false,
  },
  sponsor: {
    plan: 'sponsor',
    name: 'Huvudsponsor',
    priceOre: 995_00,
    per: '/mån',
    description: 'Månadens sponsor. Bara en per månad och postnummer.',
    features: [
      'Allt i Bas',
      '1–2 extra rondstopp i veckan hos er',
      'Märket Månadens sponsor',
      'Bland de första i katalogen',
    ],
    action: 'Bli huvudsponsor',
    mostPopular: true,
  },
  season: {
    plan: 'season',
    name: 'Säsongspartner',
    priceOre: 1_995_00,
    per: 'per månad',
    description: 'En egen kampanj, en till tre månader.',
    features: [
      'Allt i Bas',
      'Er kampanj med rubrik och erbjudande',
      'Når medlemmarna i postnumret',
      'Märket Säsongspartner',
    ],
    action: 'Bli säsongspartner',
    mostPopular: false,
  },
} as const satisfies { [One in Plan]: Package & { plan: One } }

export const plans = namesOf(packageByPlan)

export const packageOf = (plan: Plan): Package => packageByPlan[plan]

/** The packages in the order of their presentation. */
export const packages = plans.map(packageOf)

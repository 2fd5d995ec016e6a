import { formatOre, type Ore } from '~/shared/money'

export type Plan = 'base' | 'sponsor' | 'season'

export type Package = {
  plan: Plan
  name: string
  priceOre: Ore
  /** With its unit, as it stands on a card. */
  price: string
  description: string
  features: string[]
  mostPopular: boolean
}

/** What a company pays for being listed. Prices are for companies, so they are without VAT. */
export const packages: readonly Package[] = [
  {
    plan: 'base',
    name: 'Bas',
    priceOre: 295_00,
    price: `${formatOre(295_00)}/mån`,
    description: 'Syns för grannarna och ta emot bokningar.',
    features: ['Egen sida i företagskatalogen', 'Bokningar med 10 % grannrabatt', 'Du ser vad du tjänar efter avgiften'],
    mostPopular: false,
  },
  {
    plan: 'sponsor',
    name: 'Huvudsponsor',
    priceOre: 995_00,
    price: `${formatOre(995_00)}/mån`,
    description: 'Var månadens trygghetspartner i ditt postnummer.',
    features: ['Allt i Bas', 'Ensam huvudsponsor under månaden', '1–2 extra rondstopp i veckan', 'Märket Månadens sponsor'],
    mostPopular: true,
  },
  {
    plan: 'season',
    name: 'Säsongspartner',
    priceOre: 1_995_00,
    price: `${formatOre(1_995_00)}/mån`,
    description: 'En egen kampanj i 1–3 månader, när den gör mest nytta.',
    features: ['Allt i Bas', 'Kampanj med eget erbjudande', 'Välj 1–3 av de kommande 12 månaderna', 'Märket Säsongspartner'],
    mostPopular: false,
  },
]

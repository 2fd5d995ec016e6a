import type { Database } from '~/platform/database/database.server'
import type { Postcode } from '~/postcodes/public'
import { saveNeighbours, savePostcode } from '~/postcodes/public.server'

/** Postcodes around the pilot. The names are of real places; the states are made up. */
const around: Postcode[] = [
  { code: '12531', name: 'Solberga', state: 'open', latitude: 59.2868, longitude: 17.9951 },
  { code: '12533', name: 'Liseberg', state: 'planned', latitude: 59.2861, longitude: 18.0138 },
  { code: '12553', name: 'Långbro', state: 'planned', latitude: 59.2801, longitude: 17.9869 },
  { code: '12559', name: 'Långsjö', state: 'closed', latitude: 59.2685, longitude: 17.9725 },
]

const pilot = '12540'
const besideEachOther = [
  ...around.map(({ code }) => [pilot, code] as const),
  ['12531', '12533'],
  ['12531', '12553'],
  ['12553', '12559'],
] as const

export async function seedPostcodes(db: Database) {
  for (const postcode of around) await savePostcode(db, postcode)
  for (const [code, neighbour] of besideEachOther) await saveNeighbours(db, code, neighbour)
}

import type { Database } from '~/platform/database/database.server'
import { readNeighbours, readPostcode } from '../postcode-store.server'
import type { Surroundings } from './draw-map'
import type { Loaded } from './explain-map'
import { readLoadedMap } from './map-store.server'

/** What is known around a postcode: its own centre first, those of its neighbours, and the loaded districts. */
export async function readSurroundings(db: Database, code: string): Promise<Surroundings & { loaded: Loaded | null }> {
  const [own, neighbours, loaded] = await Promise.all([
    readPostcode(db, code),
    readNeighbours(db, code),
    readLoadedMap(db, code),
  ])
  const middles = [...(own ? [own] : []), ...neighbours].flatMap(({ name, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ name, place: { latitude, longitude } }],
  )
  return { middles, areas: loaded?.areas ?? [], loaded }
}

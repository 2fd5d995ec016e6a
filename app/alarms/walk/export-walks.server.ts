import type { Database } from '~/platform/database/database.server'
import { walkStateLabels } from './walk'
import { readWalksWhole } from './walk-store.server'

/** The stored walks home of a person, for the personal data export. */
export async function exportWalks(db: Database, personId: string) {
  return (await readWalksWhole(db, personId)).map((walk) => ({
    började: walk.created_at,
    hemma: walk.home_at,
    slutade: walk.ended_at,
    läge: walkStateLabels[walk.state],
    latitud: walk.latitude,
    longitud: walk.longitude,
    skickad: walk.positioned_at,
  }))
}

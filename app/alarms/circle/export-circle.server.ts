import { readNames } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { toldLabels } from './circle'
import { readCircle, readFollowedBy } from './circle-store.server'

/** The circle's part of the personal data export: whom the person named, and whose alarms they are told of. */
export async function exportCircle(db: Database, personId: string, provenPhone: string | null) {
  const named = (await readCircle(db, personId)).map((person) => ({
    namn: person.name,
    telefon: person.phone,
    epost: person.email,
    fårVeta: toldLabels[person.told],
    ävenVidTest: person.toldOfTests,
    frågad: person.invitedAt,
    sadeJa: person.acceptedAt,
  }))
  const followed = provenPhone === null ? [] : await readFollowedBy(db, provenPhone)
  const names = await readNames(
    db,
    followed.map(({ memberId }) => memberId),
  )
  return {
    fårVetaNärDuLarmar: named,
    duFårVetaOm: followed.map(({ memberId, name, acceptedAt }) => ({
      medlem: names.get(memberId) ?? null,
      duKallas: name,
      duSadeJa: acceptedAt,
    })),
  }
}

import type { House } from '~/platform/house.server'
import { readOpenPostcodes, readPostcode } from '~/postcodes/public.server'
import { notThere, type ReadBy } from '~/shared/outcome'
import { readPublicFigures } from './shown-store.server'

const pageSize = 60

/** Public: the open postcodes in numerical order, by keyset pagination. */
export async function listResponses({ db }: House, after: string | null) {
  const rows = await readOpenPostcodes(db, after, pageSize + 1)
  const postcodes = rows.slice(0, pageSize)
  return { postcodes, after, next: rows.length > pageSize ? postcodes.at(-1)?.code : undefined }
}

/** Public: the figures of an open postcode, counted within the last hour. */
export async function readResponses({ db, config }: House, code: string) {
  const postcode = await readPostcode(db, code)
  if (postcode?.state !== 'open') return notThere
  const counted = await readPublicFigures(db, code)
  return { code, name: postcode.name, emergencyAnswer: config.emergencyAnswer, counted }
}

export type Responses = ReadBy<typeof readResponses>

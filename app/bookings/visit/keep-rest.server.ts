import type { Database } from '~/platform/database/database.server'
import { takeLaneForMove } from '../book/take-lane.server'
import type { Booking } from '../booking-store.server'
import { clockSpan } from '../when'
import { busyUntil, visitTitle } from './visit'
import { keepBusy } from './visit-store.server'

/**
 * When something of a visit has been called off: what is left stands, with the break after it that the company needs. Whoever calls
 * holds the company. Returns what the letter says of it.
 */
export async function keepRest(db: Database, visit: readonly Booking[], gone: readonly Booking[]): Promise<string[]> {
  const isGone = new Set(gone.map(({ id }) => id))
  const left = visit.filter(({ id, status }) => !isGone.has(id) && (status === 'pending' || status === 'confirmed'))
  const breakMin = Math.max(0, ...visit.map(({ bufferMin }) => bufferMin))
  const ends = busyUntil(left, breakMin)
  for (const [index, { id, company, startsAt, endsAt, bufferMin }] of left.entries()) {
    const until = ends[index] ?? endsAt
    if (until.getTime() <= endsAt.getTime() + bufferMin * 60_000) continue
    const stretch = { from: startsAt.getTime(), to: until.getTime() }
    // The time was the visit's until now, so there is room; without any it stands as it stood.
    const lane = await takeLaneForMove(db, company.id, stretch, [id])
    if (lane !== null) await keepBusy(db, id, until, lane)
  }
  const [first] = left
  if (!first) return []
  const last = left.at(-1) ?? first
  const names = visitTitle(left.map(({ serviceTitle }) => serviceTitle))
  return [`Resten av besöket står kvar: ${names} kl. ${clockSpan(first.startsAt, last.endsAt)}.`]
}

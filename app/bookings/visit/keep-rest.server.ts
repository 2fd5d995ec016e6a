import type { Database } from '~/platform/database/database.server'
import { takeLaneForMove } from '../book/take-lane.server'
import type { Booking } from '../booking-store.server'
import { clockSpan } from '../when'
import { busyUntil, visitTitle } from './visit'
import { keepBusy } from './visit-store.server'

/**
 * After part of a visit has been cancelled: gives each remaining booking the buffer that it now needs after it.
 * Precondition: the company is locked. Returns a sentence for the letter.
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
    // There is normally room, since the visit had the time until now. If not, the booking keeps a shorter buffer.
    const lane = await takeLaneForMove(db, company.id, stretch, [id])
    if (lane !== null) await keepBusy(db, id, until, lane)
  }
  const [first] = left
  if (!first) return []
  const last = left.at(-1) ?? first
  const names = visitTitle(left.map(({ serviceTitle }) => serviceTitle))
  return [`Resten av besöket står kvar: ${names} kl. ${clockSpan(first.startsAt, last.endsAt)}.`]
}

import { lockCapacity } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { silentSide } from '../booking'
import { type BookingEvent, tellOfBooking } from '../booking-messages.server'
import { changeBookings, readBooking } from '../booking-store.server'
import { tendSeries } from '../repeat/tend-series.server'
import { tellPages } from '../tell-pages.server'
import { lockVisit, readPlaceOf, readVisit } from '../visit/visit-store.server'
import { type Booked, each, withOthers } from './act-on-booking.server'
import { claimLapsing, claimUnanswered, claimUpcoming, markReminded, readLapsingVisit } from './tend-store.server'

/** How long a company has to answer before it gets a reminder. */
export const REMIND_AFTER = 24 * 3_600_000

export type Ports = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake' | 'isClosing'>
type Done = { event: BookingEvent; after: Booked }
/** Claims one due item and carries it out; undefined when nothing is due. */
export type Chore = (db: Database, now: Date, turn: Turn) => Promise<Done | undefined>

const lapse: Chore = async (db, now, turn) => {
  const id = await claimLapsing(db, now, turn.setAside)
  if (id === undefined) return undefined
  turn.claimed(id)
  const booking = await readBooking(db, id)
  return booking && endUnanswered(db, [booking], now)
}

/** Locks the company, then the visit, like an answer; re-reads under the lock, since an answer may have come first. */
const lapseVisit: Chore = async (db, now, turn) => {
  const due = await readLapsingVisit(db, now, turn.setAside)
  if (!due) return undefined
  turn.claimed(due.id)
  await lockCapacity(db, due.companyId)
  const visit = await lockVisit(db, due)
  const [first, ...rest] = visit.filter(({ status, lapsesAt }) => status === 'pending' && lapsesAt <= now)
  return first && endUnanswered(db, [first, ...rest], now)
}

async function endUnanswered(db: Database, parts: Booked, now: Date): Promise<Done> {
  const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'system' } as const
  await changeBookings(db, parts, { ...ended, proposed_at: null, proposed_by: null }, now)
  const after = each(parts, (one) => ({ ...one, status: 'cancelled', cancelledBy: 'system', proposal: null }))
  return { event: { kind: 'lapsed', silent: silentSide(parts[0]) }, after }
}

const remindCompany: Chore = async (db, now, turn) => {
  const since = new Date(now.getTime() - REMIND_AFTER)
  const parts = await partsOf(db, await claimUnanswered(db, since, turn.setAside), turn)
  if (!parts) return undefined
  await markReminded(db, parts[0].id, 'company', now)
  return { event: { kind: 'company reminder' }, after: parts }
}

const remindMember: Chore = async (db, now, turn) => {
  const parts = await partsOf(db, await claimUpcoming(db, now, turn.setAside), turn)
  if (!parts) return undefined
  await markReminded(db, parts[0].id, 'member', now)
  return { event: { kind: 'member reminder' }, after: parts }
}

/**
 * Periodic work: lapses unanswered requests, reminds both sides, and makes the next times of series. Each item is one
 * transaction with its mark and its messages, so it is done entirely or not at all if the process dies. Several
 * processes share the work. Acts as `system`.
 */
export function tendBookings(house: Ports): Promise<number> {
  return oneRun(async (run) => {
    let done = 0
    // Lapses requests first, so that nobody is reminded of a request that is over.
    for (const chore of [lapse, lapseVisit, remindCompany, remindMember]) {
      done += await run.through((turn) => tendOne(house, chore, turn))
    }
    return done + (await tendSeries(house, run))
  })
}

export async function tendOne(house: Ports, chore: Chore, turn: Turn): Promise<boolean> {
  if (house.isClosing()) return false
  const done = await house.db.transaction().execute(async (db) => {
    const now = house.clock.now()
    const one = await chore(db, now, turn)
    if (one) await tellOfBooking(db, { origin: house.config.origin, now }, one.event, one.after)
    return one
  })
  if (done) tellPages(house, done.after[0])
  return done !== undefined
}

/** The claimed booking and those of its visit in the same state. */
async function partsOf(db: Database, id: string | undefined, turn: Turn): Promise<Booked | undefined> {
  if (id === undefined) return undefined
  turn.claimed(id)
  const place = await readPlaceOf(db, id)
  const visit = place ? await readVisit(db, place) : []
  const booking = visit.find((one) => one.id === id)
  return booking && withOthers(booking, visit, ({ status }) => status === booking.status)
}

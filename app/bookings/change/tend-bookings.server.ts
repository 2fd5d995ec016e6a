import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { REMIND_BEFORE, silentSide } from '../booking'
import { type BookingEvent, tellOfBooking } from '../booking-messages.server'
import { type Booking, changeBooking, readBooking } from '../booking-store.server'
import { tendSeries } from '../repeat/tend-series.server'
import { tellPages } from '../tell-pages.server'
import { claimLapsing, claimUnanswered, claimUpcoming, markReminded } from './tend-store.server'

/** How long a company has to answer before it is reminded. */
export const REMIND_AFTER = 24 * 3_600_000

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake' | 'isClosing'>
type Done = { event: BookingEvent; after: Booking }
/** Takes one thing that is due and does it; undefined when nothing is. */
type Chore = (db: Database, now: Date) => Promise<Done | undefined>

const lapse: Chore = async (db, now) => {
  const booking = await bookingOf(db, await claimLapsing(db, now))
  if (!booking) return undefined
  const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'system' } as const
  await changeBooking(db, booking.id, { ...ended, proposed_at: null, proposed_by: null }, now)
  const after = { ...booking, status: 'cancelled', cancelledBy: 'system', proposal: null } as const
  return { event: { kind: 'lapsed', silent: silentSide(booking.proposal) }, after }
}

const remindCompany: Chore = async (db, now) => {
  const booking = await bookingOf(db, await claimUnanswered(db, new Date(now.getTime() - REMIND_AFTER)))
  if (!booking) return undefined
  await markReminded(db, booking.id, 'company', now)
  return { event: { kind: 'company reminder' }, after: booking }
}

const remindMember: Chore = async (db, now) => {
  const until = new Date(now.getTime() + REMIND_BEFORE)
  const booking = await bookingOf(db, await claimUpcoming(db, now, until))
  if (!booking) return undefined
  await markReminded(db, booking.id, 'member', now)
  return { event: { kind: 'member reminder' }, after: booking }
}

/**
 * What nobody asks for: requests that lapse, reminders to both sides, and the next times of what repeats. Each is a transaction with its mark and its
 * messages, so a process that dies has done it or not; several processes share the work. Runs as the product itself.
 */
export async function tendBookings(house: Ports): Promise<number> {
  let done = 0
  // First what is over: nobody is asked to answer that.
  for (const chore of [lapse, remindCompany, remindMember]) {
    while (!house.isClosing() && (await tendOne(house, chore))) done++
  }
  return done + (await tendSeries(house))
}

async function tendOne(house: Ports, chore: Chore): Promise<boolean> {
  const done = await house.db.transaction().execute(async (db) => {
    const one = await chore(db, house.clock.now())
    if (one) await tellOfBooking(db, house.config.origin, one.event, one.after)
    return one
  })
  if (done) tellPages(house, done.after)
  return done !== undefined
}

async function bookingOf(db: Database, id: string | undefined): Promise<Booking | undefined> {
  return id === undefined ? undefined : readBooking(db, id)
}

import type { Guard } from '~/guards/public.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { notThere, type ReadBy } from '~/shared/outcome'
import { type Shift, type ShiftState, stateOf, whyNotCheckIn, whyNotLetOut } from '../shift'
import { readOwnLeftShifts, readOwnShifts, readShift, readStops } from '../shift-store.server'
import { readOpenWalks, readSponsorStopsOf, readWalks } from './walk-store.server'

/** For each area of the company: with a limit for all, those of one evening could hide the one that is on. */
const mostAhead = 3

/**
 * The state as shown to a guard who is checked in: `walking` even while their company may not be called and others see
 * nobody.
 */
const stateForGuard = (shift: Shift, isIn: boolean, now: Date): ShiftState =>
  isIn && now < shift.endsAt ? 'walking' : stateOf(shift, now)

/** The present and next shifts of the guard's company, and those that were left and can be gone out on again. */
export async function readGuardShifts({ db, clock }: Pick<House, 'db' | 'clock'>, guard: Guard) {
  const now = clock.now()
  const most = mostAhead * Math.max(1, guard.areas.length)
  const left = await readOwnLeftShifts(db, guard.companyId, now, most)
  const shifts = [...left, ...(await readOwnShifts(db, guard.companyId, now, most))]
  const isIn = await readOpenWalks(
    db,
    shifts.map(({ id }) => id),
    guard.id,
  )
  return shifts.map((shift) => ({
    id: shift.id,
    day: shift.day,
    postcode: shift.postcode,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    state: stateForGuard(shift, isIn.has(shift.id), now),
    isCalled: shift.isCalled,
    sponsorStops: shift.sponsorStops,
    spans: shift.spans,
  }))
}

/** A shift for the guard who walks it: what is to be done, and what they have done. */
export async function readGuardShift({ db, clock }: House, guard: Guard, id: string | undefined) {
  const now = clock.now()
  const read = anId().safeParse(id)
  const shift = read.success ? await readShift(db, read.data, now) : null
  if (!shift || shift.companyId !== guard.companyId) return notThere
  const walks = await readWalks(db, shift.id, guard.id)
  const isIn = walks.some(({ endedAt }) => endedAt === null)
  return {
    now,
    shift: {
      id: shift.id,
      day: shift.day,
      postcode: shift.postcode,
      startsAt: shift.startsAt,
      endsAt: shift.endsAt,
      state: stateForGuard(shift, isIn, now),
    },
    // A walk still open after the shift's end was forgotten; the chore closes it.
    isOut: isIn && now < shift.endsAt,
    hasBeenOut: walks.length > 0,
    whyNotCheckIn:
      whyNotCheckIn(shift, now) ?? whyNotLetOut({ isCalled: guard.isCalled, isFromAround: shift.isCalled }),
    sponsorStops: await readSponsorStopsOf(db, shift.id),
    stops: (await readStops(db, [shift.id])).map(({ id: stopId, stoppedAt, note, guardName, sponsor }) => ({
      id: stopId,
      stoppedAt,
      note,
      guardName,
      sponsor,
    })),
  }
}

export type GuardShift = ReadBy<typeof readGuardShift>

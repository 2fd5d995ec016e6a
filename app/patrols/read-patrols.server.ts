import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { firstName, type ShiftState, type Span, stateOf } from './shift'
import {
  readLastWalk,
  readNextShift,
  readPastShifts,
  readShiftsToCome,
  readStops,
  type ShiftRow,
  type Stop,
} from './shift-store.server'

/** A shift as residents see it: no surname, no note, no address. */
export type PatrolSeen = {
  id: string
  day: string
  startsAt: Date
  endsAt: Date
  state: ShiftState
  /** Whether the company that has the shift may be called now. */
  isCalled: boolean
  companyName: string | null
  /** "Ali från Söderort Trygghet", once a guard has checked in. */
  walkedBy: string | null
  beganAt: Date | null
  spans: Span[]
  /** Since when `walkedBy` has been out, or was last. */
  walkedSince: Date | null
  /** How many stops were made. */
  stopCount: number
}

export type StopSeen = { id: string; stoppedAt: Date; sponsor: string | null }

function seen(shift: ShiftRow, now: Date): PatrolSeen {
  const { id, day, startsAt, endsAt, isCalled, beganAt, spans, walkedSince, guardName, companyName, stops } = shift
  const by = guardName && companyName ? `${firstName(guardName)} från ${companyName}` : null
  return {
    id,
    day,
    startsAt,
    endsAt,
    state: stateOf(shift, now),
    isCalled,
    companyName,
    walkedBy: by,
    beganAt,
    spans,
    walkedSince,
    stopCount: stops,
  }
}

const withoutNote = ({ id, stoppedAt, sponsor }: Stop): StopSeen => ({ id, stoppedAt, sponsor })

/** A member's overview: who walks next, and when the postcode was last walked. */
export async function readPatrolNews({ db, clock }: Pick<House, 'db' | 'clock'>, { person }: Pick<SignedIn, 'person'>) {
  const now = clock.now()
  const [next, last] = await Promise.all([
    readNextShift(db, person.postcode, now),
    readLastWalk(db, person.postcode, now),
  ])
  return { now, next: next ? seen(next, now) : null, last: last ? seen(last, now) : null }
}

export const pastPageSize = 10

/** A member's patrol page: tonight's shift with its stops, coming shifts and past ones (paginated). */
export async function readMemberPatrols(house: House, signedIn: SignedIn, before: string | null) {
  const { db, clock } = house
  const now = clock.now()
  const { postcode } = signedIn.person
  const toCome = await readShiftsToCome(db, [postcode], now, 4)
  const past = await readPastShifts(db, postcode, { now, before, most: pastPageSize + 1 })
  const { shown, next } = pageOf(past, pastPageSize)
  const stops = Map.groupBy(
    await readStops(
      db,
      [...toCome, ...shown].map(({ id }) => id),
    ),
    ({ shiftId }) => shiftId,
  )
  const withStops = (shift: ShiftRow) => ({
    ...seen(shift, now),
    stops: (stops.get(shift.id) ?? []).map(withoutNote),
  })
  return {
    now,
    toCome: toCome.map(withStops),
    past: shown.map(withStops),
    next,
    isLater: before !== null,
  }
}

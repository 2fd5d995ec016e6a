import { readCallStanding, readPartnersAround, requireOwnCompany } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { notThere } from '~/shared/outcome'
import { type ShiftState, stateOf } from './shift'
import {
  readOwnPastShifts,
  readOwnShifts,
  readPastShifts,
  readShiftsToCome,
  readStops,
  type ShiftRow,
  type Stop,
} from './shift-store.server'
import { readPostcodesWalked } from './walk/situation-store.server'

/** Two weeks ahead fit on a page; the rest is there, and comes. */
const mostAhead = 14
const pastPageSize = 14

export type ShiftListed = Pick<
  ShiftRow,
  'id' | 'day' | 'postcode' | 'startsAt' | 'endsAt' | 'companyId' | 'companyName' | 'guardName' | 'beganAt' | 'endedAt'
> & {
  state: ShiftState
  sponsorStops: number
  stops: Pick<Stop, 'id' | 'stoppedAt' | 'note' | 'sponsor' | 'guardName'>[]
}

function listed(shift: ShiftRow, stops: Stop[], now: Date): ShiftListed {
  const { id, day, postcode, startsAt, endsAt, companyId, companyName, guardName, beganAt, endedAt, sponsorStops } =
    shift
  return {
    ...{ id, day, postcode, startsAt, endsAt, companyId, companyName, guardName, beganAt, endedAt, sponsorStops },
    state: stateOf(shift, now),
    stops: stops.map(({ id, stoppedAt, note, sponsor, guardName }) => ({ id, stoppedAt, note, sponsor, guardName })),
  }
}

async function withStops(house: House, toCome: ShiftRow[], past: ShiftRow[], now: Date) {
  const ids = [...toCome, ...past].map(({ id }) => id)
  const stops = Map.groupBy(await readStops(house.db, ids), ({ shiftId }) => shiftId)
  const list = (shifts: ShiftRow[]) => shifts.map((shift) => listed(shift, stops.get(shift.id) ?? [], now))
  return { toCome: list(toCome), past: list(past) }
}

/** A partner: its own shifts to come and those that have been, and the other ones of its areas. */
export async function readPartnerShifts(house: House, signedIn: SignedIn, before: string | null) {
  const company = await requireOwnCompany(house.db, signedIn)
  const now = house.clock.now()
  const { isPartner, whyNotCalled, areas } = await readCallStanding(house.db, company.id, now)
  const coming = isPartner ? await readShiftsToCome(house.db, areas, now, mostAhead * Math.max(1, areas.length)) : []
  const own = await readOwnShifts(house.db, company.id, now, mostAhead)
  const past = await readOwnPastShifts(house.db, company.id, { now, before, most: pastPageSize + 1 })
  const { shown, next } = pageOf(past, pastPageSize)
  return {
    now,
    areas,
    isPartner,
    whyNotCalled,
    // What another partner notes on its shifts is its own.
    ...(await withStops(house, own, shown, now)),
    free: coming.filter(({ hasPartner }) => !hasPartner).map((shift) => listed(shift, [], now)),
    others: coming
      .filter(({ companyId }) => companyId !== null && companyId !== company.id)
      .map((shift) => ({
        id: shift.id,
        day: shift.day,
        postcode: shift.postcode,
        startsAt: shift.startsAt,
        endsAt: shift.endsAt,
        companyName: shift.companyName,
      })),
    next,
    isLater: before !== null,
  }
}

const postcodesOnPage = 50

/** An admin: every open postcode with today's shift and the last month's missed ones; by postcode, a page at a time. */
export async function readSituation(house: House, signedIn: SignedIn, after: string | null) {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const rows = await readPostcodesWalked(house.db, now, after, postcodesOnPage + 1)
  const shown = rows.slice(0, postcodesOnPage)
  return {
    now,
    postcodes: shown.map(({ code, name, missed, free, shift }) => ({
      code,
      name,
      missed,
      free,
      shift: shift && {
        state: stateOf(shift, now),
        day: shift.day,
        startsAt: shift.startsAt,
        endsAt: shift.endsAt,
        companyName: shift.companyName,
      },
    })),
    next: rows.length > postcodesOnPage ? (shown.at(-1)?.code ?? null) : null,
    isLater: after !== null,
  }
}

/** An admin: one postcode's shifts, who has them, and what was noted on them. */
export async function readPostcodeShifts(house: House, signedIn: SignedIn, code: string, before: string | null) {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const postcode = await readPostcode(house.db, code)
  if (!postcode) return notThere
  const past = await readPastShifts(house.db, code, { now, before, most: pastPageSize + 1 })
  const { shown, next } = pageOf(past, pastPageSize)
  const toCome = await readShiftsToCome(house.db, [code], now, mostAhead)
  return {
    now,
    postcode,
    partners: await readPartnersAround(house.db, code, now),
    ...(await withStops(house, toCome, shown, now)),
    next,
    isLater: before !== null,
  }
}

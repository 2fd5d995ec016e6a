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

/** Two weeks fit on a page; later shifts appear as time passes. */
const mostAhead = 14
const pastPageSize = 14

export type ShiftListed = Pick<
  ShiftRow,
  'id' | 'day' | 'postcode' | 'startsAt' | 'endsAt' | 'companyId' | 'companyName' | 'guardName' | 'spans'
> & {
  state: ShiftState
  sponsorStops: number
  stops: Pick<Stop, 'id' | 'stoppedAt' | 'note' | 'sponsor' | 'guardName'>[]
}

function listed(shift: ShiftRow, stops: Stop[], now: Date): ShiftListed {
  const { id, day, postcode, startsAt, endsAt, companyId, companyName, guardName, spans, sponsorStops } = shift
  return {
    ...{ id, day, postcode, startsAt, endsAt, companyId, companyName, guardName, spans, sponsorStops },
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

/** A partner's own shifts, future and past, and the others' shifts in its areas. */
export async function readPartnerShifts(house: House, signedIn: SignedIn, before: string | null) {
  const company = await requireOwnCompany(house.db, signedIn)
  const now = house.clock.now()
  const { isPartner, whyNotCalled, areas } = await readCallStanding(house.db, company.id, now)
  const most = mostAhead * Math.max(1, areas.length)
  const coming = isPartner ? await readShiftsToCome(house.db, areas, now, most) : []
  const own = await readOwnShifts(house.db, company.id, now, most)
  const past = await readOwnPastShifts(house.db, company.id, { now, before, most: pastPageSize + 1 })
  const { shown, next } = pageOf(past, pastPageSize)
  return {
    now,
    areas,
    isPartner,
    whyNotCalled,
    // Another partner's notes are not shown.
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

/**
 * For an administrator: every open postcode with its present shift and the shifts missed in the last month (paginated
 * by postcode).
 */
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

/** For an administrator: one postcode's shifts, partners and notes. */
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

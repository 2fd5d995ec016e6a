import { requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { type Month, monthOfDay } from '~/shared/month'
import { readMonthsOfSponsor } from '~/sponsorship/public.server'
import { firstName } from './shift'
import { readStopsOfSlots } from './sponsor-stop-store.server'

export type SponsorStopState = 'planned' | 'done' | 'missed'

export type SponsorMonth = {
  month: Month
  stops: {
    id: string
    day: string
    startsAt: Date
    endsAt: Date
    state: SponsorStopState
    stoppedAt: Date | null
    note: string
    by: string | null
  }[]
}

const mostMonths = 12

/** A sponsor's paid months with their stops; the latest month first. */
export async function readSponsorMonths(house: House, signedIn: SignedIn): Promise<SponsorMonth[]> {
  const company = await requireOwnCompany(house.db, signedIn)
  const now = house.clock.now()
  const slots = await readMonthsOfSponsor(house.db, company.id, mostMonths)
  const rows = await readStopsOfSlots(
    house.db,
    slots.map(({ id }) => id),
  )
  const bySlot = Map.groupBy(rows, ({ slotId }) => slotId)
  return slots.map(({ id, month }) => ({
    month: monthOfDay(month),
    stops: (bySlot.get(id) ?? []).map((row) => ({
      id: row.id,
      day: row.day,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      state: stateOfStop(row, now),
      stoppedAt: row.stoppedAt,
      note: row.note ?? '',
      by: row.guardName && row.companyName ? `${firstName(row.guardName)} från ${row.companyName}` : null,
    })),
  }))
}

export function stateOfStop(stop: { stoppedAt: Date | null; endsAt: Date }, now: Date): SponsorStopState {
  if (stop.stoppedAt !== null) return 'done'
  return now < stop.endsAt ? 'planned' : 'missed'
}

import { z } from 'zod'
import { readCompanyTimes } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { daysAfter } from '~/shared/time'
import { DAYS_AHEAD } from '../book/availability'
import { hasRoom } from '../book/lanes'
import { dayAt, momentOf } from '../book/open-days.server'
import { besides, readTimesForMove, stretchOfMoved } from '../book/read-times.server'
import { lapseAfter } from '../booking'
import { changeBooking, readHeld } from '../booking-store.server'
import { earlyStartNeeded } from '../withdrawal'
import { actOnBooking, each } from './act-on-booking.server'
import { earlyStartOf } from './early-start'

const failure = 'Förslaget är inte skickat'
const at = (message: string) => refused(failure, { fields: { start: message } })

/**
 * Either side proposes another time: `id`, and `start` (an instant) or `day` and `time` on the wall clock. For a visit
 * it is the start of the first service, and the others move with it. A member chooses among the company's free times; a
 * company may propose any time for which it has capacity. The proposed time is not reserved until it is accepted, so
 * that a proposal blocks nobody else.
 */
export async function proposeTime(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'propose',
    failure,
    async act({ db, parts, by, now }) {
      const [first] = parts
      const start = readStart(values)
      if (start === null) return at('Välj en dag och en starttid')
      if (start <= now.getTime()) return at('Den tiden har redan varit')
      if (dayAt(start) > daysAfter(dayAt(now.getTime()), DAYS_AHEAD))
        return at('Så långt fram går det inte att boka än')
      if (start === first.startsAt.getTime()) return at('Det är den tid som redan gäller')
      if (by === 'member') {
        const times = await readTimesForMove(db, parts, dayAt(start), now)
        if (!times.starts.includes(start)) return at('Den tiden är inte ledig. Välj en annan.')
      } else {
        const stretch = stretchOfMoved(start, parts)
        const { capacity } = await readCompanyTimes(db, first.company.id, dayAt(start))
        const held = await readHeld(db, first.company.id, stretch.from, stretch.to)
        if (!hasRoom(besides(held, parts), stretch, capacity))
          return at('Ni har redan fullt den tiden, eller så hålls den för någon på väntelistan. Välj en annan.')
      }
      const later = start - first.startsAt.getTime()
      const lapsesAt = lapseAfter(by, first, new Date(start), now)
      const early = earlyStartOf(first, by, new Date(start), first.confirmedAt ?? lapsesAt, values, now)
      if (early === 'needed') return refused(failure, { fields: { early: earlyStartNeeded } })
      const after = each(parts, (one) => ({
        ...one,
        proposal: { startsAt: new Date(one.startsAt.getTime() + later), by },
        lapsesAt,
      }))
      for (const { id, proposal } of after) {
        const proposed = { proposed_at: proposal?.startsAt ?? null, proposed_by: by, dropped_by: null }
        await changeBooking(db, id, { ...proposed, lapses_at: lapsesAt, ...early }, now)
      }
      return accepted({ event: { kind: 'time proposed', by }, after })
    },
  })
}

function readStart(values: Record<string, string>): number | null {
  if (values.start) return z.iso.datetime().safeParse(values.start).success ? Date.parse(values.start) : null
  return momentOf(values.day ?? '', values.time ?? '')
}

import { z } from 'zod'
import { readCompanyTimes } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { DAYS_AHEAD, stretchOf } from '../book/availability'
import { hasRoom } from '../book/lanes'
import { dayAfter, dayAt, momentOf } from '../book/open-days.server'
import { readTimesForMove } from '../book/read-times.server'
import { lapseAfter } from '../booking'
import { changeBooking, readHeld } from '../booking-store.server'
import { earlyStartNeeded } from '../withdrawal'
import { actOnBooking } from './act-on-booking.server'
import { earlyStartOf } from './early-start'

const failure = 'Förslaget är inte skickat'
const at = (message: string) => refused(failure, { fields: { start: message } })

/**
 * Either side asks the other for another time: `id`, and `start` (a moment), or `day` and `time` on the wall. A
 * member chooses among the company's free times; a company may offer any time that it has hands for. The time is
 * not held until it is accepted, so that a question does not keep others out.
 */
export async function proposeTime(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'propose',
    failure,
    async act({ db, booking, by, now }) {
      const start = readStart(values)
      if (start === null) return at('Välj en dag och en starttid')
      if (start <= now.getTime()) return at('Den tiden har redan varit')
      if (dayAt(start) > dayAfter(dayAt(now.getTime()), DAYS_AHEAD)) return at('Så långt fram går det inte att boka än')
      if (start === booking.startsAt.getTime()) return at('Det är den tid som redan gäller')
      if (by === 'member') {
        const times = await readTimesForMove(db, booking, dayAt(start), now)
        if (!times.starts.includes(start)) return at('Den tiden är inte ledig. Välj en annan.')
      } else {
        const stretch = stretchOf(start, booking)
        const { capacity } = await readCompanyTimes(db, booking.company.id, dayAt(start))
        const held = await readHeld(db, booking.company.id, stretch.from, stretch.to)
        const others = held.filter(({ id }) => id !== booking.id)
        if (!hasRoom(others, stretch, capacity))
          return at('Ni har redan fullt den tiden, eller så hålls den för någon på väntelistan. Välj en annan.')
      }
      const proposal = { startsAt: new Date(start), by }
      const lapsesAt = lapseAfter(by, booking, proposal.startsAt, now)
      const early = earlyStartOf(booking, by, proposal.startsAt, booking.confirmedAt ?? lapsesAt, values, now)
      if (early === 'needed') return refused(failure, { fields: { early: earlyStartNeeded } })
      const change = { proposed_at: proposal.startsAt, proposed_by: by, lapses_at: lapsesAt, ...early }
      await changeBooking(db, booking.id, change, now)
      return accepted({ event: { kind: 'time proposed', by }, after: { ...booking, proposal, lapsesAt } })
    },
  })
}

function readStart(values: Record<string, string>): number | null {
  if (values.start) return z.iso.datetime().safeParse(values.start).success ? Date.parse(values.start) : null
  return momentOf(values.day ?? '', values.time ?? '')
}

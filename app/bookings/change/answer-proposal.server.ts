import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { stretchOfMoved } from '../book/read-times.server'
import { takeLaneForMove } from '../book/take-lane.server'
import { lapseAfter } from '../booking'
import { changeBooking, changeBookings } from '../booking-store.server'
import { beginSeries } from '../repeat/begin-series.server'
import { earlyStartNeeded } from '../withdrawal'
import { actOnBooking, each } from './act-on-booking.server'
import { earlyStartOf } from './early-start'

const failure = 'Tiden är inte ändrad'

/**
 * Answers a proposed time: `id` and `answer` = 'yes' or 'no'. Yes moves the booking and confirms it if the time is
 * still free. With 'no' the proposing side withdraws its proposal. A pending request whose original time has passed is
 * ended by 'no'.
 */
export async function answerProposal(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return values.answer === 'yes' ? acceptProposal(house, signedIn, values) : refuseProposal(house, signedIn, values.id)
}

async function acceptProposal(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'accept proposal',
    failure,
    holdsCompany: true,
    async act({ db, parts, by, now }) {
      const [first] = parts
      if (!first.proposal) throw new Error('There is nothing to say yes to')
      const start = first.proposal.startsAt
      const early = earlyStartOf(first, by, start, first.confirmedAt ?? now, values, now)
      if (early === 'needed') return refused(failure, { fields: { early: earlyStartNeeded } })
      const ids = parts.map(({ id }) => id)
      const lane = await takeLaneForMove(db, first.company.id, stretchOfMoved(start.getTime(), parts), ids)
      if (lane === null) {
        return refused(failure, { message: 'Den föreslagna tiden har blivit bokad av någon annan. Föreslå en ny.' })
      }
      const isNew = first.status === 'pending'
      const later = start.getTime() - first.startsAt.getTime()
      const after = each(parts, (one) => ({
        ...one,
        ...(early.early_start ? { earlyStart: early.early_start, earlyStartAt: now } : {}),
        status: 'confirmed',
        startsAt: new Date(one.startsAt.getTime() + later),
        endsAt: new Date(one.endsAt.getTime() + later),
        confirmedAt: one.confirmedAt ?? now,
        proposal: null,
      }))
      // The leading booking moves first, so that none collides with another of the visit (exclusion constraint).
      for (const one of later > 0 ? after.toReversed() : after) {
        await changeBooking(
          db,
          one.id,
          {
            status: 'confirmed',
            ...(isNew ? { confirmed_at: now } : {}),
            ...early,
            scheduled_at: one.startsAt,
            ends_at: one.endsAt,
            busy_until: new Date(one.endsAt.getTime() + one.bufferMin * 60_000),
            lane,
            lapses_at: start,
            proposed_at: null,
            proposed_by: null,
            member_reminded_at: null,
          },
          now,
        )
      }
      const coming = isNew ? await beginSeries(db, house.config.origin, after[0], now) : []
      return accepted({ event: { kind: 'time accepted', by }, after, coming })
    },
  })
}

async function refuseProposal(
  house: House,
  signedIn: SignedIn,
  id: string | undefined,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, id, {
    deed: 'refuse proposal',
    failure,
    async act({ db, parts, by, now }) {
      const [first] = parts
      const dropped = { proposed_at: null, proposed_by: null, dropped_by: by }
      // The original time has passed, so without the proposal there is nothing left to accept.
      if (first.status === 'pending' && first.startsAt <= now) {
        const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: by } as const
        await changeBookings(db, parts, { ...ended, ...dropped }, now)
        const event =
          by === 'member' ? ({ kind: 'cancelled', by, late: false } as const) : { kind: 'declined' as const }
        const after = each(parts, (one) => ({ ...one, status: 'cancelled', cancelledBy: by, proposal: null }))
        return accepted({ event, after })
      }
      const lapsesAt = lapseAfter(by, first, null, now)
      await changeBookings(db, parts, { ...dropped, lapses_at: lapsesAt }, now)
      const after = each(parts, (one) => ({ ...one, proposal: null, lapsesAt }))
      const kind = first.proposal?.by === by ? 'time taken back' : 'time refused'
      return accepted({ event: { kind, by }, after })
    },
  })
}

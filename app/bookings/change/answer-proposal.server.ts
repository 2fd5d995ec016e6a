import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { stretchOf } from '../book/availability'
import { takeLaneForMove } from '../book/take-lane.server'
import { lapseAfter } from '../booking'
import { changeBooking } from '../booking-store.server'
import { beginSeries } from '../repeat/begin-series.server'
import { earlyStartNeeded } from '../withdrawal'
import { actOnBooking, holdCompany } from './act-on-booking.server'
import { earlyStartOf } from './early-start'

const failure = 'Tiden är inte ändrad'

/**
 * The other side answers a proposed time: `id` and `answer` = 'yes' or 'no'. Yes moves the booking and confirms it,
 * if there is still room. Whoever asked takes it back with 'no'. A request whose own time has been ends with it.
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
    prepare: holdCompany,
    async act({ db, booking, by, now }) {
      const startsAt = booking.proposal?.startsAt
      if (!startsAt) return accepted(null)
      const early = earlyStartOf(booking, by, startsAt, booking.confirmedAt ?? now, values, now)
      if (early === 'needed') return refused(failure, { fields: { early: earlyStartNeeded } })
      const stretch = stretchOf(startsAt.getTime(), booking)
      const lane = await takeLaneForMove(db, booking.company.id, stretch, booking.id)
      if (lane === null) {
        return refused(failure, { message: 'Den föreslagna tiden har blivit bokad av någon annan. Föreslå en ny.' })
      }
      const endsAt = new Date(startsAt.getTime() + booking.durationMin * 60_000)
      const isNew = booking.status === 'pending'
      await changeBooking(
        db,
        booking.id,
        {
          status: 'confirmed',
          ...(isNew ? { confirmed_at: now } : {}),
          ...early,
          scheduled_at: startsAt,
          ends_at: endsAt,
          busy_until: new Date(stretch.to),
          lane,
          lapses_at: startsAt,
          proposed_at: null,
          proposed_by: null,
          member_reminded_at: null,
        },
        now,
      )
      const confirmedAt = booking.confirmedAt ?? now
      const after = {
        ...booking,
        ...(early.early_start ? { earlyStart: early.early_start, earlyStartAt: now } : {}),
        status: 'confirmed',
        startsAt,
        endsAt,
        confirmedAt,
        proposal: null,
      } as const
      const coming = isNew ? await beginSeries(db, house.config.origin, after, now) : []
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
    async act({ db, booking, by, now }) {
      const dropped = { proposed_at: null, proposed_by: null }
      // The first time has been: with the other one gone there is nothing left to say yes to.
      if (booking.status === 'pending' && booking.startsAt <= now) {
        const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: by } as const
        await changeBooking(db, booking.id, { ...ended, ...dropped }, now)
        const event =
          by === 'member' ? ({ kind: 'cancelled', by, late: false } as const) : { kind: 'declined' as const }
        return accepted({ event, after: { ...booking, status: 'cancelled', cancelledBy: by, proposal: null } })
      }
      const lapsesAt = lapseAfter(by, booking, null, now)
      await changeBooking(db, booking.id, { ...dropped, lapses_at: lapsesAt }, now)
      return accepted({ event: { kind: 'time refused', by }, after: { ...booking, proposal: null, lapsesAt } })
    },
  })
}

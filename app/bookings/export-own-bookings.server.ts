import type { Database } from '~/platform/database/database.server'
import { withPoints } from '~/shared/time'
import { bookingStates, statusFrom } from './booking'
import { readBookingsWhole } from './booking-store.server'
import { readFeedOf } from './calendar/calendar-feed-store.server'
import { readFavouritesWhole } from './favourites/favourite-store.server'
import { readMessagesWhole } from './messages/message-store.server'
import { rhythmLabel } from './repeat/rhythm'
import { readSeriesWhole } from './repeat/series-store.server'
import { dayParts } from './waiting/wait'
import { readWaitsWhole } from './waiting/wait-store.server'

/** What a person has booked, for their data export. */
export async function exportOwnBookings(db: Database, customerId: string) {
  return (await readBookingsWhole(db, customerId)).map((booking) => ({
    tjänst: booking.service_title,
    företag: booking.company_name,
    status: bookingStates[statusFrom(booking.status)].label,
    börjar: booking.scheduled_at,
    slutar: booking.ends_at,
    ordinariePrisKronor: booking.price_list_cents / 100,
    rabattKronor: booking.discount_cents / 100,
    attBetalaKronor: booking.amount_customer_pays_cents / 100,
    adress: booking.address,
    telefon: booking.phone,
    meddelande: booking.note,
    föreslagenTid: booking.proposed_at,
    skäl: booking.reason,
    bokad: booking.created_at,
    bekräftad: booking.confirmed_at,
    genomförd: booking.completed_at,
    avbokad: booking.cancelled_at,
    samtyckeTillStartUnderÅngerfristen: booking.early_start,
    samtyckt: booking.early_start_at,
    ångrad: booking.withdrawn_at,
    attBetalaEfterÅngerKronor: booking.withdrawal_due_cents === null ? null : booking.withdrawal_due_cents / 100,
    duNoteradeBetald: booking.member_said_at,
    företagetNoteradeBetald: booking.company_said_at,
    oenseOmBetalning: booking.dispute_by_member,
    beskedOmBetalning: booking.decision,
    rättatPrisKronor: booking.corrected_cents === null ? null : booking.corrected_cents / 100,
  }))
}

/** The messages about bookings that a person wrote and received, as member and as company. */
export async function exportMessages(db: Database, personId: string) {
  return (await readMessagesWhole(db, personId)).map((message) => ({
    tjänst: message.service_title,
    företag: message.company_name,
    börjar: message.scheduled_at,
    skickat: message.sent_at,
    från:
      message.by === (message.as_member ? 'member' : 'company') ? 'dig' : message.as_member ? 'företaget' : 'kunden',
    text: message.body,
  }))
}

/** A member's series; their single times are among the bookings. */
export async function exportSeries(db: Database, customerId: string) {
  return (await readSeriesWhole(db, customerId)).map((series) => ({
    hurOfta: rhythmLabel(series.weeks),
    tid: withPoints(series.start_time.slice(0, 5)),
    ävenHelgdagar: series.on_holidays,
    frågadOm: series.created_at,
    började: series.confirmed_at,
    slutade: series.ended_at,
  }))
}

/** That the person has a calendar feed. The secret address is left out, since the export lies in a download folder. */
export async function exportFeed(db: Database, profileId: string) {
  const feed = await readFeedOf(db, profileId)
  return feed ? { skapad: feed.createdAt, senastHämtad: feed.lastReadAt } : null
}

/** A member's waits, and the times they were offered. */
export async function exportWaits(db: Database, customerId: string) {
  return (await readWaitsWhole(db, customerId)).map((wait) => ({
    tjänst: wait.title,
    företag: wait.companyName,
    frånDag: wait.from,
    tillDag: wait.to,
    närPåDagen: dayParts[wait.part].label,
    sedan: wait.askedAt,
    samtyckeTillStartUnderÅngerfristen: wait.earlyStart,
    erbjudnaTider: wait.offers.map(({ startsAt, offeredAt, until, answer }) => ({
      börjar: startsAt,
      erbjuden: offeredAt,
      hölls: until,
      svar: answer === null ? null : answer === 'declined' ? 'nej tack' : 'inget svar',
    })),
  }))
}

export async function exportFavourites(db: Database, customerId: string) {
  return (await readFavouritesWhole(db, customerId)).map(({ name, savedAt }) => ({ företag: name, sparat: savedAt }))
}

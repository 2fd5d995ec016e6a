import { randomUUID } from 'node:crypto'
import { payRule } from '~/companies/public'
import { readPayWays, readServiceToBook } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { notThere, type ReadBy } from '~/shared/outcome'
import { daysAfter } from '~/shared/time'
import { DAYS_AHEAD } from '../book/availability'
import { spokenDay as dayInWords } from '../book/day-words'
import { mayHaveDiscount } from '../book/may-have-discount'
import { dayAt } from '../book/open-days.server'
import { seenTerms } from '../book/seen-terms'
import { cancelRule } from '../booking'
import { readLastAddress } from '../booking-store.server'
import { offeredTooSoon } from '../letters/cancel-words'
import { bookingMoney } from '../money'
import { clockSpan, spokenDay, spokenMoment } from '../when'
import { mayStillBeOffered } from './free-times.server'
import { dayParts } from './wait'
import { type Offer, readLapsedOffersTo, readOffersTo, readWaitsOf, waitsFor } from './wait-store.server'

/** What a member waits for, and the times held for them now. */
export async function readWaits(house: House, signedIn: SignedIn) {
  onlyMember(signedIn)
  const { db, clock } = house
  const { person } = signedIn
  const offers = await readOffersTo(db, person.id, clock.now())
  const shown = []
  // Sequential queries: an N+1, but there are only a handful of offers.
  for (const offer of offers) shown.push(await offerShown(house, signedIn, offer))
  const lapsed = await readLapsedOffersTo(db, person.id, clock.now())
  const waits = []
  for (const wait of await readWaitsOf(db, person.id)) {
    const [latest] = lapsed.filter(({ waitId }) => waitId === wait.id)
    waits.push({ ...waitShown(wait), lapsed: latest ? await lapsedShown(house, signedIn, wait, latest) : null })
  }
  return { offers: shown.filter((offer) => offer !== null), waits }
}

type Wait = Awaited<ReturnType<typeof readWaitsOf>>[number]

const waitShown = ({ id, serviceId, title, companyName, from, to, part }: Wait) => ({
  id,
  serviceId,
  title,
  companyName,
  days: from === to ? dayInWords(from) : `${dayInWords(from)} till ${dayInWords(to)}`,
  part: dayParts[part].label,
})

/**
 * Whoever opens the message about an offer too late is told here why the offer is not on the page, and whether any days
 * are left: a day on which an offer lapsed is not offered again, nor today when it is too late to answer.
 */
async function lapsedShown({ db, clock }: House, { person }: SignedIn, wait: Wait, { startsAt, until }: Offer) {
  return {
    when: spokenMoment(startsAt),
    until: spokenMoment(until),
    hasMoreDays: await mayStillBeOffered(db, person, wait, clock.now()),
  }
}

export type WaitsShown = Awaited<ReturnType<typeof readWaits>>
export type OfferShown = WaitsShown['offers'][number]

/** An offer with the current terms; null when its service can no longer be booked. */
async function offerShown(house: House, { person }: SignedIn, offer: Offer) {
  const { db, clock } = house
  const today = dayAt(clock.now().getTime())
  const service = await readServiceToBook(db, offer.serviceId, person.postcode, daysAfter(today, -1))
  if (!service) return null
  const { id, title, listOre, place, duration_min: durationMin, free_cancel_hours: freeCancelHours } = service
  const hasDiscount = mayHaveDiscount(person)
  const { customerPaysOre } = bookingMoney(listOre, hasDiscount)
  return {
    id: offer.id,
    title,
    companyName: service.company_name,
    when: { day: spokenDay(offer.startsAt), span: clockSpan(offer.startsAt, offer.endsAt) },
    until: spokenMoment(offer.until),
    service: { id, title, durationMin, listOre, isRut: service.is_rut, labourPercent: service.labour_percent },
    hasDiscount,
    rules: [
      payRule(service.company_name, await readPayWays(db, service.company_id)),
      cancelRule(freeCancelHours),
      ...[offeredTooSoon(offer.startsAt, freeCancelHours, clock.now())].filter((words) => words !== null),
    ],
    seen: seenTerms({ customerPaysOre, durationMin, freeCancelHours, place }),
    /** Prefilled address: the member's home or last address; null when the job is done at the company's. */
    ownAddress:
      place === 'customer'
        ? ((await house.above.readOwnStreet(house, person)) ?? (await readLastAddress(db, person.id)) ?? '')
        : null,
  }
}

/** Initial values of the form that joins the waiting list. */
export async function readNewWait(house: House, signedIn: SignedIn, serviceId: string | null, day: string | null) {
  onlyMember(signedIn)
  const { db, clock } = house
  const { person } = signedIn
  const first = dayAt(clock.now().getTime())
  const last = daysAfter(first, DAYS_AHEAD)
  const service = isId(serviceId)
    ? await readServiceToBook(db, serviceId, person.postcode, daysAfter(first, -1))
    : undefined
  if (!service) return notThere
  const from = day !== null && first <= day && day <= last ? day : first
  return {
    key: randomUUID() as string,
    service: { id: service.id, title: service.title, companyName: service.company_name },
    isWaiting: await waitsFor(db, person.id, service.id),
    first,
    last,
    from,
    to: day === null ? [daysAfter(from, 6), last].sort()[0] : from,
  }
}

export type NewWait = ReadBy<typeof readNewWait>

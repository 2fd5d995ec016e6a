import { randomUUID } from 'node:crypto'
import { payRule } from '~/companies/public'
import {
  type BookableService,
  readBookable,
  readBookableCategories,
  readBookableOf,
  readPayWays,
  readServiceToBook,
} from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { refused } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import { daysAfter } from '~/shared/time'
import { asksForEarlyStart } from '../booking'
import { readLastAddress, readOwnBetween } from '../booking-store.server'
import { readFavourites } from '../favourites/favourite-store.server'
import { tooSoonToCancelFree } from '../letters/cancel-words'
import { readSoonest } from '../soonest/read-soonest.server'
import { soonestWords } from '../soonest/soonest-words.server'
import { asOneService, elsewhereWords, moreOf } from '../visit/visit'
import { waitsFor } from '../waiting/wait-store.server'
import { clockSpan } from '../when'
import { DAYS_AHEAD, type DayTimes } from './availability'
import type { BookSearch } from './book-address'
import { reasonsFor, whyNot } from './day-words'
import { mayHaveDiscount } from './may-have-discount'
import { dayAt, shownStart } from './open-days.server'
import { readTimes } from './read-times.server'

const pageSize = 24

/** The services that a member can book, and the free times of the one they have chosen. */
export async function readBookPage(house: House, signedIn: SignedIn, search: BookSearch) {
  onlyMember(signedIn)
  const { db, clock } = house
  const { person } = signedIn
  const { postcode } = person
  const [services, categories, chosen, favourites] = await Promise.all([
    postcode ? readBookable(db, { postcode, ...search }, pageSize + 1, clock.now()) : [],
    postcode ? readBookableCategories(db, postcode) : [],
    postcode && search.service ? readChosen(house, signedIn, search.service, search.day, search.also) : null,
    readFavourites(db, person.id),
  ])
  const shown = services.slice(0, pageSize)
  const now = clock.now()
  const soonest = new Map(
    (await readSoonest(db, [...new Set(shown.map(({ company_id }) => company_id))], now)).map(
      ({ serviceId, start }) => [serviceId, soonestWords(start, now)],
    ),
  )
  return {
    postcode,
    hasDiscount: mayHaveDiscount(person),
    services: shown.map((service) => ({
      ...cardOf(service),
      isPartner: service.takes_alarms,
      soonest: soonest.get(service.id) ?? null,
    })),
    next: services.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    categories,
    favourites,
    // The chosen service cannot be booked (any more): an old link, or it was withdrawn a moment ago.
    isGone: search.service !== null && chosen === null,
    chosen,
    ownPhone: person.phone && formatPhone(person.phone),
    key: randomUUID() as string,
  }
}

export type BookPage = Awaited<ReturnType<typeof readBookPage>>
export type ChosenService = NonNullable<BookPage['chosen']>

/**
 * The chosen service with its days and times. Preselects the first day that has a free time unless the address names
 * another. `also`: further services for the same visit; those that do not fit are dropped with a reason.
 */
export async function readChosen(
  house: House,
  { person }: SignedIn,
  id: string,
  askedDay: string | null,
  also: readonly string[] = [],
) {
  const { db, clock } = house
  const now = clock.now()
  const today = dayAt(now.getTime())
  const service = await readServiceToBook(db, id, person.postcode, daysAfter(today, -1))
  if (!service) return null
  const offered = moreOf(service, await readBookableOf(db, service.company_id), also)
  const more = offered.chosen.map((one) => ({ ...service, ...one }))
  const whole = asOneService(service, more)
  const days = await readTimes(db, whole, person.id, now)
  const free = days.filter(({ starts }) => starts.length > 0)
  const day = askedDay ?? free[0]?.day ?? null
  const ofDay = days.find((one) => one.day === day)
  const own = day === null ? [] : await readOwnBetween(db, person.id, ...aboutDay(day))
  const starts = ofDay?.starts ?? []
  return {
    service: cardOf(service),
    /** The services of the visit in the order in which they are done. */
    services: [service, ...more].map(cardOf),
    durationMin: whole.duration_min,
    /** Which services can be added to the visit, and why the others cannot. */
    more: {
      offered: offered.fitting.map((one) => ({ ...cardOf(one), isChosen: offered.chosen.includes(one) })),
      elsewhere: offered.elsewhere.map(elsewhereWords),
      refusal: offered.wrong ? refused('Besöket är inte ändrat', { fields: { also: offered.wrong } }) : null,
    },
    companyPhone: formatPhone(service.company_phone),
    /** How the company is paid: whom, when and by what. Shown before booking. */
    payRule: payRule(service.company_name, await readPayWays(db, service.company_id)),
    first: today,
    last: daysAfter(today, DAYS_AHEAD),
    unavailable: Object.fromEntries(days.flatMap((one) => (one.none ? [[one.day, whyNot(one)] as const] : []))),
    reasons: reasonsFor(days),
    nextFree: free.find((one) => day !== null && one.day > day)?.day ?? free.at(0)?.day ?? null,
    day,
    starts: starts.map((start) => ({ ...shownStart(start), clashes: own.some((one) => meets(whole, start, one)) })),
    /** The member's own bookings that overlap one of these times. */
    clashing: own
      .filter((one) => starts.some((start) => meets(whole, start, one)))
      .map(
        ({ title, companyName, startsAt, endsAt }) => `${title} hos ${companyName} kl. ${clockSpan(startsAt, endsAt)}`,
      ),
    asksForEarlyStart: starts.some((start) => asksForEarlyStart(new Date(start), now)),
    /** The services of a visit start at times of their own, so nothing is said of them together. */
    tooSoon: more.length > 0 ? null : tooSoonToCancelFree(starts, service.free_cancel_hours, now),
    /** Prefilled address: the member's home, or else the address of their last booking. */
    ownAddress:
      service.place === 'customer'
        ? ((await house.above.readOwnStreet(house, person)) ?? (await readLastAddress(db, person.id)) ?? '')
        : '',
    /** Whether the waiting list is offered to the member, or they are already on it (waiting/). */
    wait:
      more.length > 0
        ? null
        : (await waitsFor(db, person.id, id))
          ? ('listed' as const)
          : days.some(isTaken)
            ? ('open' as const)
            : null,
    /** Why the day in the address has no times. */
    noneBecause: day === null || starts.length > 0 ? null : ofDay ? whyNot(ofDay) : 'Dagen går inte att boka',
  }
}

const isTaken = ({ none }: DayTimes) => none === 'full' || none === 'own booking'

/** A range from the day before on, since a job may pass midnight. */
const aboutDay = (day: string) =>
  [new Date(`${daysAfter(day, -1)}T00:00:00Z`), new Date(`${daysAfter(day, 2)}T00:00:00Z`)] as const

const meets = ({ duration_min }: { duration_min: number }, start: number, own: { startsAt: Date; endsAt: Date }) =>
  start < own.endsAt.getTime() && own.startsAt.getTime() < start + duration_min * 60_000

export type ServiceShown = ReturnType<typeof cardOf>
export type ServiceListed = BookPage['services'][number]

function cardOf(service: Omit<BookableService, 'notice_hours'>) {
  return {
    id: service.id,
    title: service.title,
    description: service.description,
    listOre: service.listOre,
    durationMin: service.duration_min,
    isRut: service.is_rut,
    labourPercent: service.labour_percent,
    place: service.place,
    companyId: service.company_id,
    companyName: service.company_name,
    rating: service.company_rating,
    ratingCount: service.company_rating_count,
    logoUrl: service.company_logo_url,
    /** The photo of the service, or else of its company. */
    photo: service.photo,
    freeCancelHours: service.free_cancel_hours,
  }
}

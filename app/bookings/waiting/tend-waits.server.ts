import { readContact, readMayAct, readPerson } from '~/accounts/public.server'
import { lockCapacity, readServiceToBook, type ServiceToBook } from '~/companies/public.server'
import { notifyPerson, readNights } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { daysAfter } from '~/shared/time'
import { stretchOf } from '../book/availability'
import { dayAt } from '../book/open-days.server'
import { readHeldAhead } from '../book/read-times.server'
import { takeLane } from '../book/take-lane.server'
import { askedOf, freeFor, wantedOf } from './free-times.server'
import { thatCanBeBooked } from './still-bookable.server'
import { offerSpan, timeFor } from './wait'
import { type Over, offeredLetter, overLetter } from './wait-letters'
import {
  answerOffer,
  endWait,
  insertOffer,
  isAnybodyWaiting,
  markLooked,
  markTold,
  type Offer,
  readAsked,
  readCompanyToLookAt,
  readOfferThatIsOver,
  readOfferToTell,
  readPassedWait,
  readWaitsInOrder,
  takeFreed,
  type WaitInOrder,
} from './wait-store.server'

/** The polling interval per company, for changes that write no `freed_times`, such as longer opening hours. */
const LOOK_AGAIN = 5 * 60_000

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake' | 'isClosing'>
type Doing = { db: Database; origin: string; now: Date }
/** The people and the company whose open pages have to be refreshed; undefined when nothing is due. */
type Chore = (doing: Doing, turn: Turn) => Promise<{ people: string[]; companyId: string } | undefined>

/**
 * Periodic work: ends waits whose days are over, lapses unanswered offers, sends offers made at night in the morning,
 * and offers free times to those who have waited longest. Each item is one transaction that locks its company, as a
 * booking does, and then checks again whether the item is still due. Several processes share the work. Acts as
 * `system`.
 */
export async function tendWaits(house: Ports): Promise<number> {
  if (!(await isAnybodyWaiting(house.db))) return 0
  return oneRun(async (run) => {
    let done = 0
    for (const chore of [endPassed, lapse, tell, look]) {
      done += await run.through((turn) => tendOne(house, chore, turn))
    }
    return done
  })
}

async function tendOne(house: Ports, chore: Chore, turn: Turn): Promise<boolean> {
  const { db, clock, config, live, wake } = house
  if (house.isClosing()) return false
  const told = await db
    .transaction()
    .execute((inside) => chore({ db: inside, origin: config.origin, now: clock.now() }, turn))
  if (told && told.people.length > 0) {
    wake('messages')
    const people = told.people.map((id) => `person:${id}` as const)
    live.tell({ to: [...people, `company:${told.companyId}`], about: 'bookings' })
  }
  return told !== undefined
}

const endPassed: Chore = async (doing, turn) => {
  const passed = await readPassedWait(doing.db, dayAt(doing.now.getTime()), turn.setAside)
  if (!passed) return undefined
  turn.claimed(passed.id)
  await lockCapacity(doing.db, passed.companyId)
  return { people: await endAndTell(doing, passed.id, 'passed'), companyId: passed.companyId }
}

async function endAndTell({ db, origin }: Doing, id: string, why: Over): Promise<string[]> {
  const ended = await endWait(db, id)
  const contact = ended && (await readContact(db, ended.customerId))
  if (!contact) return []
  const mayBook = await readMayAct(db, ended.customerId, 'member')
  await notifyPerson(db, ended.customerId, overLetter(origin, why, { ...ended, name: contact.name, mayBook }))
  return [ended.customerId]
}

const lapse: Chore = async ({ db, now }, turn) => {
  const offer = await readOfferThatIsOver(db, now, turn.setAside)
  if (!offer) return undefined
  turn.claimed(offer.id)
  await lockCapacity(db, offer.companyId)
  const people = (await answerOffer(db, offer.id, 'lapsed')) ? [offer.customerId] : []
  return { people, companyId: offer.companyId }
}

const tell: Chore = async (doing, turn) => {
  const offer = await readOfferToTell(doing.db, doing.now, turn.setAside)
  if (!offer) return undefined
  turn.claimed(offer.id)
  await lockCapacity(doing.db, offer.companyId)
  // The service may have become unbookable meanwhile: the offer lapses, and the next look ends the wait. So does the
  // offer to a member who has been blocked, who could not answer it.
  const isTold = (await isBookable(doing, offer))
    ? await tellOfOffer(doing, offer)
    : await answerOffer(doing.db, offer.id, 'lapsed')
  const people = isTold ? [offer.customerId] : []
  return { people, companyId: offer.companyId }
}

async function isBookable({ db }: Doing, offer: Offer): Promise<boolean> {
  const person = await readPerson(db, offer.customerId)
  if (!person || !(await readMayAct(db, offer.customerId, 'member'))) return false
  return (await thatCanBeBooked(db, [offer], person.postcode)).length > 0
}

async function tellOfOffer({ db, origin, now }: Doing, offer: Omit<Offer, 'answer'>): Promise<boolean> {
  if (!(await markTold(db, offer.id, now))) return false
  const contact = await readContact(db, offer.customerId)
  if (contact) await notifyPerson(db, offer.customerId, offeredLetter(origin, { ...offer, name: contact.name }))
  return true
}

/** One company: offers what is free to those on the list, longest wait first, one time to each member. */
const look: Chore = async (doing, turn) => {
  const { db, now } = doing
  const companyId = await readCompanyToLookAt(db, new Date(now.getTime() - LOOK_AGAIN), turn.setAside)
  if (!companyId) return undefined
  turn.claimed(companyId)
  const capacity = await lockCapacity(db, companyId)
  await takeFreed(db, companyId)
  const waits = await readWaitsInOrder(db, companyId)
  const asked = Map.groupBy(
    await readAsked(
      db,
      waits.map(({ id }) => id),
    ),
    ({ waitId }) => waitId,
  )
  const readAllHeld = () => readHeldAhead(db, companyId, now)
  let held = waits.length > 0 ? await readAllHeld() : []
  const offeredTo = new Set<string>()
  const gone: string[] = []
  for (const wait of waits) {
    if (offeredTo.has(wait.customerId)) continue
    const person = await readPerson(db, wait.customerId)
    const service =
      person && (await readServiceToBook(db, wait.serviceId, person.postcode, daysAfter(dayAt(now.getTime()), -1)))
    if (!person || !service) {
      gone.push(wait.id)
      continue
    }
    if (person.blockedAt || person.role !== 'member') continue
    const free = freeFor(wait, service, held, now)
    if (free.length === 0) continue
    const span = offerSpan(now.getTime(), await readNights(db, wait.customerId))
    const time = timeFor({
      wanted: wait,
      free,
      asked: askedOf(asked.get(wait.id) ?? []),
      span,
      service: wantedOf(service),
    })
    if (!time) continue
    const lane = await takeLane(db, { id: companyId, capacity }, stretchOf(time.start, wantedOf(service)), held)
    if (lane === null) continue
    const offer = await offerTime(doing, wait, service, { ...time, tell: span.tell, lane })
    offeredTo.add(wait.customerId)
    if (span.tell <= now.getTime()) await tellOfOffer(doing, { ...offer, companyName: service.company_name })
    held = await readAllHeld()
  }
  await markLooked(db, companyId, now)
  for (const id of gone) offeredTo.add((await endAndTell(doing, id, 'gone'))[0] ?? '')
  return { people: [...offeredTo].filter(Boolean), companyId }
}

async function offerTime(
  { db, now }: Doing,
  wait: WaitInOrder,
  service: ServiceToBook,
  { start, tell, until, lane }: { start: number; tell: number; until: number; lane: number },
) {
  const startsAt = new Date(start)
  const endsAt = new Date(start + service.duration_min * 60_000)
  const id = await insertOffer(db, {
    wait_id: wait.id,
    company_id: service.company_id,
    starts_at: startsAt,
    ends_at: endsAt,
    busy_until: new Date(stretchOf(start, wantedOf(service)).to),
    lane,
    offered_at: now,
    tell_at: new Date(tell),
    until_at: new Date(until),
  })
  const { customerId, serviceId, title } = wait
  return {
    id,
    companyId: service.company_id,
    waitId: wait.id,
    customerId,
    serviceId,
    title,
    startsAt,
    endsAt,
    until: new Date(until),
  }
}

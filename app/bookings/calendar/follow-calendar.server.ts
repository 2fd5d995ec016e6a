import { href } from 'react-router'
import { readOwnCompany } from '~/companies/public.server'
import { TurnedAway } from '~/door/turned-away'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'
import { formatMomentSeen } from '~/shared/time'
import {
  type DiaryEntry,
  type DiaryRow,
  readDiaryEntry,
  readForCalendar,
  readVisitRows,
} from '../diaries/diary-store.server'
import { entriesOf } from '../diaries/entry'
import { companyEventOf, eventOf } from './calendar-event'
import { deleteFeed, markFeedRead, readFeedOf, readFeedOwner, replaceFeed } from './calendar-feed-store.server'
import { calendarFile } from './calendar-file'
import { calendarKey, feedIdOf } from './calendar-key.server'

/** How many days back a feed reaches, and its largest number of bookings. */
const daysBack = 60
const mostEvents = 500

/** The secret address of a person's calendar feed; null when they have none. */
export async function readFeedAddress({ db, config, keys, clock }: House, { person }: SignedIn) {
  const feed = await readFeedOf(db, person.id)
  if (!feed) return null
  const address = `${config.origin}${href('/calendar.ics')}?key=${calendarKey(keys, feed.id)}`
  return { address, lastRead: feed.lastReadAt && formatMomentSeen(feed.lastReadAt, clock.now()) }
}

/** Makes a new address; the previous one, if any, stops working. */
export async function renewFeed({ db, clock }: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const { role } = signedIn.person
  if (role !== 'member' && role !== 'company') throw new TurnedAway()
  await replaceFeed(db, signedIn.person.id, clock.now())
  return accepted(null)
}

export async function revokeFeed({ db }: House, { person }: SignedIn): Promise<Outcome<null>> {
  await deleteFeed(db, person.id)
  return accepted(null)
}

/** The feed for a key, which is the only authentication of a calendar program. Null when it is not valid. */
export async function readFeedFile({ db, clock, config, keys }: House, key: string): Promise<string | null> {
  const id = feedIdOf(keys, key)
  const owner = id && (await readFeedOwner(db, id))
  if (!owner) return null
  const now = clock.now()
  const side = owner.isMember ? memberSide(owner.id) : await companySide(db, owner.id)
  if (!side) return null
  await markFeedRead(db, id, now)
  const since = new Date(now.getTime() - daysBack * 86_400_000)
  const bookings = await readForCalendar(db, side.owner, since, mostEvents)
  return calendarFile(
    entriesOf(bookings).map((booking) => side.event(inCalendar(booking, bookings), config.origin, now)),
    `Bokningar i ${PRODUCT_NAME}`,
  )
}

const memberSide = (id: string) => ({ owner: { customerId: id }, event: eventOfMember })

async function companySide(db: Database, ownerId: string) {
  const company = await readOwnCompany(db, ownerId)
  return company ? { owner: { companyId: company.id }, event: eventOfCompany } : null
}

/** One of the member's own bookings as a file for a calendar. */
export async function readCalendarFile(
  { db, clock, config }: House,
  { person }: SignedIn,
  id: string,
): Promise<string | NotThere> {
  const found = isId(id) ? await readDiaryEntry(db, { customerId: person.id }, id) : undefined
  if (!found) return notThere
  const now = clock.now()
  if (found.visitId === null) return calendarFile([eventOfMember(found, config.origin, now)])
  const rows = await readVisitRows(db, { customerId: person.id }, [found.visitId])
  const entry = entriesOf(rows).find(({ parts }) => parts.some((part) => part.id === found.id))
  return calendarFile([eventOfMember(entry ? inCalendar(entry, rows) : found, config.origin, now)])
}

/**
 * A visit is a single event with the UID of its first booking. Since a change of any of its bookings changes the event,
 * its SEQUENCE is the sum of theirs.
 */
function inCalendar(entry: DiaryEntry, rows: readonly DiaryRow[]): DiaryRow {
  if (entry.visitId === null) return entry
  const visit = rows.filter(({ visitId }) => visitId === entry.visitId)
  return {
    ...entry,
    title: entry.parts.map(({ title }) => title).join(' + '),
    sequence: visit.reduce((sum, { sequence }) => sum + sequence, 0),
    changedAt: new Date(Math.max(...visit.map(({ changedAt }) => changedAt.getTime()))),
  }
}

const eventOfMember = (booking: DiaryRow, origin: string, now: Date) =>
  eventOf(booking, origin + href('/dashboard/customer/bookings/:id', { id: booking.id }), now)

const eventOfCompany = (booking: DiaryRow, origin: string, now: Date) =>
  companyEventOf(booking, origin + href('/dashboard/provider/bookings/:id', { id: booking.id }), now)

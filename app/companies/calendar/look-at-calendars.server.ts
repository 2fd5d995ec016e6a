import { href } from 'react-router'
import type { House } from '~/platform/house.server'
import { isAnswer } from '~/platform/http/outward.server'
import { readFromStranger } from '~/platform/http/stranger.server'
import { inStretches } from '~/platform/work/in-stretches'
import { PRODUCT_NAME } from '~/shared/product'
import { notifyCompany } from '../notify-company.server'
import { lockCompany } from '../own-company-store.server'
import { readIsActedFor } from '../standing/call-standing-store.server'
import { type BusyRead, busyIn } from './busy-in'
import { claimDueCalendars, type DueCalendar, replaceBusyTimes, settleFailure, settleRead } from './busy-store.server'

const minute = 60_000
const day = 24 * 60 * minute
const patience = 10_000
const mostBytes = 3_000_000
/**
 * Each search for a free time reads a hundred days of busy times. Three hundred weekly events stay below this limit.
 */
const mostBusyTimes = 20_000
/** The interval between reads. The same after a failure, without back-off. */
const lookEvery = 15 * minute
const readAhead = 366 * day
const readBack = 2 * day

/** Why a calendar cannot be read, as its company is told. */
export type Failure = 'no answer' | 'refused' | 'gone' | 'no calendar' | 'too long' | 'not allowed' | 'lost'

/** Chore: reads companies' own calendars that are due, and returns how many. Several processes share the work. */
export async function lookAtCalendars(house: House): Promise<number> {
  const { db, clock, log } = house
  const due = await claimDueCalendars(db, clock.now())
  const looks = due.map((one) =>
    lookAt(house, one).catch((error: { name?: string; code?: string }) => {
      // The lease expires, and the calendar is read again.
      log.error({ work: 'calendars', code: error.code, error: error.name }, 'a calendar could not be settled')
    }),
  )
  await Promise.all(looks)
  return due.length
}

async function lookAt(house: House, due: DueCalendar) {
  const { db, clock, keys, config } = house
  const address = keys.open('busy calendar', due.sealed)
  if (address === null) return fail(house, due, 'lost')
  const headers = {
    Accept: 'text/calendar',
    'User-Agent': PRODUCT_NAME,
    ...(due.etag && { 'If-None-Match': due.etag }),
  }
  const reach = { loopback: config.mode === 'demo' }
  const answer = await readFromStranger(address, headers, { patience, mostBytes }, reach)
  const now = clock.now()
  if (!isAnswer(answer)) {
    const isRefusal = answer.kind === 'permanent' || answer.reason === 'not public'
    return fail(
      house,
      due,
      answer.reason === 'too long an answer' ? 'too long' : isRefusal ? 'not allowed' : 'no answer',
    )
  }
  // Re-sealed with the newest key, so that an older key can be retired.
  const sealed = keys.sealAnew('busy calendar', due.sealed) ?? due.sealed
  const next = new Date(now.getTime() + lookEvery)
  // Recurring events depend on today's date, so once a day the ETag is dropped and the next read fetches the whole
  // file, whatever the server says of changes.
  if (answer.status === 304 && due.etag) {
    const etag = due.readAt && dayOfMoment(due.readAt) === dayOfMoment(now) ? due.etag : null
    return settleRead(db, due, { sealed, etag, next, unread: null }, now)
  }
  if (answer.status !== 200)
    return fail(house, due, answer.status === 404 || answer.status === 410 ? 'gone' : 'refused')
  const within = { from: now.getTime() - readBack, to: now.getTime() + readAhead }
  const read = await inStretches(busyIn(answer.text, within, PRODUCT_NAME.toLowerCase()))
  if (!read) return fail(house, due, 'no calendar')
  if (read.busy.length > mostBusyTimes) return fail(house, due, 'too long')
  await keep(house, due, read, { sealed, etag: etagOf(answer.headers.etag), next })
}

/**
 * Stores the busy times under the company's lock, serialised with bookings: each sees what the other has just written.
 */
async function keep(
  { db, clock }: House,
  due: DueCalendar,
  { busy, unread }: BusyRead,
  rest: { sealed: string; etag: string | null; next: Date },
) {
  await db.transaction().execute(async (trx) => {
    await lockCompany(trx, due.companyId)
    if (await settleRead(trx, due, { ...rest, unread }, clock.now())) await replaceBusyTimes(trx, due.companyId, busy)
  })
}

/**
 * A calendar that has failed for a day is reported to the company once, until it can be read again. Not while nobody may
 * act for the company: nobody can book it then, and its owner could not log in.
 */
async function fail({ db, clock, config, wake }: House, due: DueCalendar, failure: Failure) {
  const now = clock.now()
  const next = new Date(now.getTime() + lookEvery)
  const isOld = due.failingSince !== null && now.getTime() - due.failingSince.getTime() >= day
  const isTold = !due.toldAt && isOld && (await readIsActedFor(db, due.companyId))
  await db.transaction().execute(async (trx) => {
    await settleFailure(trx, due, { failure, next, told: isTold }, now)
    if (!isTold) return
    const path = href('/dashboard/provider/bookings/calendar')
    await notifyCompany(trx, due.companyId, {
      kind: 'company calendar silent',
      subject: 'Er kalender går inte att läsa',
      letter: {
        greeting: 'Hej,',
        paragraphs: [
          'Vi har inte kunnat läsa er egen kalender på ett dygn. Det som stod i den då gäller fortfarande, men nya upptagna tider ser vi inte: grannarna kan boka er då.',
          'Se efter om länken fortfarande gäller, eller klistra in en ny.',
        ],
        action: { label: 'Till er kalender', url: config.origin + path },
      },
      sms: 'Vi har inte kunnat läsa er egen kalender på ett dygn. Logga in och se efter om länken gäller.',
      push: { title: 'Er kalender går inte att läsa', body: 'Se efter om länken fortfarande gäller.', path },
    })
  })
  if (isTold) wake('messages')
}

const longestEtag = 200
const etagOf = (given: string | undefined) => (given && given.length <= longestEtag ? given : null)

const dayOfMoment = (moment: Date) => moment.toISOString().slice(0, 10)

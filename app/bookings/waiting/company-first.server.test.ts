import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockCapacity } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { bookingsOf, joinNear, openShop, type Shop, seenOf, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { declineOfferedTime, leaveWait, takeOfferedTime } from './answer-offer.server'
import { tendWaits } from './tend-waits.server'
import { answerOffer, endWait, insertOffer, insertWait, markTold } from './wait-store.server'

/** Lock order: bookings and answers lock the company before offered times. Others wait, then read again. */
const house = useHouse()
const now = new Date('2027-02-03T09:00:00Z')
const [runOut, passed] = ['2027-02-03T11:00:00Z', '2027-02-11T09:00:00Z']
let shop = {} as Shop
let eva = {} as Resident
let [wait, offer] = ['', '']

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house, { hours: ['10:00', '11:00'] })
  eva = await joinNear(house, shop)
})

/** The only free time, offered at night and to be announced now. */
beforeEach(async () => {
  setClock(now.toISOString())
  for (const table of ['booking_waits', 'bookings'] as const) await house.db.deleteFrom(table).execute()
  const asked = await insertWait(house.db, {
    id: crypto.randomUUID(),
    customer_id: eva.signedIn.person.id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    service_title: 'Hemstäd',
    from_day: '2027-02-05',
    to_day: '2027-02-05',
    part: 'any',
    early_start: 'ja',
    asked_at: now,
  })
  wait = asked ?? ''
  const [startsAt, endsAt] = [new Date('2027-02-05T09:00:00Z'), new Date('2027-02-05T10:00:00Z')]
  const held = { starts_at: startsAt, ends_at: endsAt, busy_until: endsAt, lane: 1 }
  const when = { offered_at: now, tell_at: now, until_at: new Date(runOut) }
  offer = await insertOffer(house.db, { wait_id: wait, company_id: shop.companyId, ...held, ...when })
  house.told.length = house.woken.length = 0
})

const offered = (db: Database = house.db) =>
  db.selectFrom('offered_times').select(['answer', 'told_at']).where('id', '=', offer).executeTakeFirst()
const take = () =>
  takeOfferedTime(house, eva.signedIn, { id: offer, seen: seenOf(shop.serviceId), address: 'Provgatan 1' })

test.each<[string, string | Date, () => Promise<unknown>]>([
  ['declining the offer', now, () => declineOfferedTime(house, eva.signedIn, { id: offer })],
  ['leaving the waiting list', now, () => leaveWait(house, eva.signedIn, { id: wait })],
  ['announcing the offer in the morning', now, () => tendWaits(house)],
  ['the lapse of the offer', runOut, () => tendWaits(house)],
  ['ending a wait whose days have passed', passed, () => tendWaits(house)],
])('%s waits for the lock on the company before it changes an offered time', async (_, moment, act) => {
  setClock(new Date(moment).toISOString())
  let found: unknown = 'not looked'
  const holds = (booking: Database) => lockCapacity(booking, shop.companyId)
  await behind(house.db, holds, act, async (booking) => {
    found = await offered(booking)
  })
  expect(found).toEqual({ answer: null, told_at: null })
  expect(await offered()).not.toEqual(found)
})

describe('after waiting for the lock on the company', () => {
  const held = (deed: (db: Database) => Promise<unknown>) => async (db: Database) => {
    await lockCapacity(db, shop.companyId)
    await deed(db)
  }

  test.each([
    ['was told', now, (db: Database) => markTold(db, offer, now)],
    ['was answered', runOut, (db: Database) => answerOffer(db, offer, 'declined')],
    ['has ended', passed, (db: Database) => endWait(db, wait)],
  ])('what %s meanwhile is not done again, and nobody is told again', async (_, moment, deed) => {
    setClock(new Date(moment).toISOString())
    await behind(house.db, held(deed), () => tendWaits(house))
    expect([house.told, house.woken, await house.deliver()]).toEqual([[], [], []])
  })

  test('taking an offered time that lapsed meanwhile is refused and books nothing', async () => {
    const answer = await behind(
      house.db,
      held((db) => answerOffer(db, offer, 'lapsed')),
      take,
    )
    expect(refusalFrom(answer).message).toMatch(/hålls inte för dig längre/)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('taking an offered time that is unchanged books it', async () => {
    valueFrom(await behind(house.db, (db) => lockCapacity(db, shop.companyId), take))
    expect(await bookingsOf(house, shop.companyId)).toMatchObject([{ key: offer, status: 'pending' }])
  })
})

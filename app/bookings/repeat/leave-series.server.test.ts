import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { oneRun } from '~/platform/work/one-run'
import { joinNear, openShop, placeBooking, type Shop, seenOf, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { confirmBooking } from '../change/answer-request.server'
import { agreeToSeries } from './agree-series.server'
import { endSeries, leaveSeries } from './end-series.server'
import { changeSeries, insertSeries, putInSeries, readSeries } from './series-store.server'
import { tendSeries } from './tend-series.server'

const house = useHouse()
const tend = () => oneRun((run) => tendSeries(house, run))

test('leaving while the next booking of a series is being made cancels that booking too (race condition)', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const customer_id = member.signedIn.person.id
  const now = house.clock.now()
  const kept = {
    customer_id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    terms: 't',
    next_day: '2027-03-01',
  }
  const weekly = { weeks: 1, start_time: '10:00', on_holidays: false, due_at: now, created_at: now, confirmed_at: now }
  const id = await insertSeries(house.db, { ...kept, ...weekly })
  await behind(
    house.db,
    async (db) => {
      await db.selectFrom('companies').select('id').where('id', '=', shop.companyId).forNoKeyUpdate().execute()
      const booked = await placeBooking({ ...house, db }, shop, customer_id, new Date('2027-02-22T09:00:00Z'))
      await putInSeries(db, booked, id, '2027-02-22')
    },
    () =>
      house.db
        .transaction()
        .execute((db) =>
          leaveSeries(db, house.config.origin, { id, companyId: shop.companyId }, 'member', 'Slutar', now),
        ),
  )
  const left = await house.db
    .selectFrom('bookings')
    .select(['status', 'cancelled_by', 'reason'])
    .where('series_id', '=', id)
    .execute()
  expect(left).toEqual([{ status: 'cancelled', cancelled_by: 'member', reason: 'Slutar' }])
  expect((await readSeries(house.db, id))?.endedAt).toEqual(now)
})

describe('concurrent changes of a series', () => {
  const day = '2027-02-22'
  let shop: Shop
  let member: Resident
  let [id, booked] = ['', '']
  beforeEach(async () => {
    setClock('2027-01-29T09:00:00Z')
    shop = await openShop(house)
    member = await joinNear(house, shop)
    const now = house.clock.now()
    const customer_id = member.signedIn.person.id
    id = await insertSeries(house.db, {
      ...{ customer_id, company_id: shop.companyId, service_id: shop.serviceId, terms: 't', next_day: '2027-03-01' },
      ...{ weeks: 1, start_time: '10:00', on_holidays: false, due_at: now, created_at: now, confirmed_at: now },
    })
    booked = await place(house.db, day)
    await house.deliver()
  })
  const place = async (db: Database, on: string) => {
    const at = new Date(`${on}T09:00:00Z`)
    const made = await placeBooking({ ...house, db }, shop, member.signedIn.person.id, at)
    await putInSeries(db, made, id, on)
    return made
  }
  const hold = (db: Database) =>
    db.selectFrom('companies').select('id').where('id', '=', shop.companyId).forNoKeyUpdate().execute()
  const rows = () =>
    house.db
      .selectFrom('bookings')
      .select(['status', 'cancelled_by', 'reason'])
      .where('series_id', '=', id)
      .orderBy('series_day')
      .execute()
  const off = { status: 'cancelled', cancelled_by: 'member', reason: 'Flyttar' }

  test('ending it cancels a booking that is made meanwhile', async () => {
    const making = async (db: Database) => {
      await hold(db)
      await place(db, '2027-03-01')
    }
    valueFrom(
      await behind(house.db, making, () => endSeries(house, member.signedIn, { id: booked, reason: 'Flyttar' })),
    )
    expect(await rows()).toEqual([off, off])
  })

  test('ending it leaves a booking that the company cancels meanwhile as it is, and out of the letter', async () => {
    const called = { status: 'cancelled', cancelled_at: house.clock.now(), cancelled_by: 'company' } as const
    const calling = (db: Database) =>
      db
        .updateTable('bookings')
        .set({ ...called, reason: 'Sjuka' })
        .where('id', '=', booked)
        .execute()
    const other = await place(house.db, '2027-03-01')
    valueFrom(
      await behind(house.db, calling, () => endSeries(house, member.signedIn, { id: other, reason: 'Flyttar' })),
    )
    expect(await rows()).toEqual([{ status: 'cancelled', cancelled_by: 'company', reason: 'Sjuka' }, off])
    expect(mailTo(await house.deliver(), member.email).text).not.toContain('22 feb')
  })

  const ending = async (db: Database) => {
    await hold(db)
    await changeSeries(db, id, { ended_at: house.clock.now(), ended_by: 'company' })
  }
  test('agreeing to it is refused when it is ended meanwhile', async () => {
    const seen = seenOf(shop.serviceId)
    const answer = await behind(house.db, ending, () => agreeToSeries(house, member.signedIn, { id: booked, seen }))
    expect(refusalFrom(answer).message).toBe('Det upprepas inte längre.')
    expect((await readSeries(house.db, id))?.terms).toBe('t')
  })

  test('the chore neither continues nor asks about one that is ended meanwhile', async () => {
    expect(await behind(house.db, ending, () => tend())).toBe(0)
    expect([(await rows()).length, (await readSeries(house.db, id))?.askedTerms]).toEqual([1, null])
    expect(await house.deliver()).toEqual([])
  })
})

test('the end of a series of a deleted member is told to the company only', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house)
  const now = house.clock.now()
  const id = await insertSeries(house.db, {
    ...{ customer_id: null, company_id: shop.companyId, service_id: shop.serviceId, terms: 't' },
    ...{ weeks: 1, start_time: '10:00', on_holidays: false, due_at: now, created_at: now, confirmed_at: now },
    next_day: '2027-03-01',
  })
  const booked = await placeBooking(house, shop, null, new Date('2027-01-28T09:00:00Z'))
  await putInSeries(house.db, booked, id, '2027-01-28')
  await house.deliver()
  expect(await tend()).toBe(1)
  expect((await house.deliver()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [shop.owner.email, 'Slut: Hemstäd som upprepas'],
  ])
})

test('a letter about one service lists no services', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const id = await placeBooking(house, shop, member.signedIn.person.id, new Date('2027-02-22T09:00:00Z'), {
    status: 'pending',
  })
  await house.deliver()
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  const { text } = mailTo(await house.deliver(), member.email)
  expect(text).toContain('Hemstäd')
  expect(text).not.toContain('I besöket')
})

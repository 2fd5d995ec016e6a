import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { block, type Resident } from '../../../test/support/people'
import { tendWaits } from './tend-waits.server'
import { insertWait } from './wait-store.server'

/** A member who is blocked while they wait, and so can neither book nor answer an offer. */

const house = useHouse()
const now = new Date('2027-01-29T22:30:00Z')
let shop: Shop
let eva: Resident

beforeEach(async () => {
  setClock(now.toISOString())
  shop = await openShop(house, { hours: ['10:00', '11:00'] })
  eva = await joinNear(house, shop)
  await house.deliver()
})

const wait = (from: string, to: string) =>
  insertWait(house.db, {
    id: randomUUID(),
    customer_id: eva.signedIn.person.id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    service_title: 'Hemstäd',
    from_day: from,
    to_day: to,
    part: 'any',
    early_start: 'ja',
    asked_at: now,
    looked_at: now,
  })

test('is told that the wait is over, and invited to no page', async () => {
  await wait('2027-01-29', '2027-01-29')
  await block(house, eva, now)
  setClock('2027-01-29T23:00:00Z')
  await tendWaits(house)
  const { text } = mailTo(await house.deliver(), eva.email)
  expect(text).toContain('Dagarna som du väntade på har varit')
  expect(text).not.toMatch(/https?:|Du kan välja/)
})

test('is not told in the morning of a time offered at night, which lapses', async () => {
  await wait('2027-02-03', '2027-02-03')
  await house.db.insertInto('freed_times').values({ company_id: shop.companyId }).execute()
  await tendWaits(house)
  const answers = () =>
    house.db.selectFrom('offered_times').select('answer').where('company_id', '=', shop.companyId).execute()
  expect(await answers()).toEqual([{ answer: null }])
  await block(house, eva, now)
  setClock('2027-01-30T06:00:00Z')
  await tendWaits(house)
  expect((await house.deliver()).map(({ recipient }) => recipient)).not.toContain(eva.email)
  expect(await answers()).toEqual([{ answer: 'lapsed' }])
})

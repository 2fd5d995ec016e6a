import { beforeAll, expect, test } from 'vitest'
import { lockCapacity } from '~/companies/public.server'
import { joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { declineOfferedTime, leaveWait } from './answer-offer.server'
import { insertOffer, insertWait, readOffer } from './wait-store.server'

/** Whoever books or answers holds the company before what it holds for others: a no to an offer waits for them. */
const house = useHouse()
const now = new Date('2027-02-03T09:00:00Z')
let shop = {} as Shop
let eva = {} as Resident

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house)
  eva = await joinNear(house, shop)
})

async function offered() {
  await house.db.deleteFrom('booking_waits').execute()
  const wait = await insertWait(house.db, {
    id: crypto.randomUUID(),
    customer_id: eva.signedIn.person.id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    service_title: 'Hemstäd',
    from_day: '2027-02-04',
    to_day: '2027-02-10',
    part: 'any',
    early_start: 'ja',
    asked_at: now,
  })
  const [startsAt, endsAt] = [new Date('2027-02-05T09:00:00Z'), new Date('2027-02-05T10:00:00Z')]
  const held = { starts_at: startsAt, ends_at: endsAt, busy_until: endsAt, lane: 1 }
  const when = { offered_at: now, tell_at: now, until_at: new Date('2027-02-03T11:00:00Z') }
  const offer = await insertOffer(house.db, { wait_id: wait ?? '', company_id: shop.companyId, ...held, ...when })
  return { wait: wait ?? '', offer }
}

test.each([
  ['a no', declineOfferedTime, 'offer'],
  ['leaving the list', leaveWait, 'wait'],
] as const)('%s takes nothing from under the hands of whoever holds the company', async (_, deed, which) => {
  setClock(now.toISOString())
  const ids = await offered()
  let found: string | null | undefined = 'not looked'
  const done = await behind(
    house.db,
    (booking) => lockCapacity(booking, shop.companyId),
    () => deed(house, eva.signedIn, { id: ids[which] }),
    async (booking) => {
      found = (await readOffer(booking, ids.offer, eva.signedIn.person.id))?.answer
    },
  )
  valueFrom(done)
  expect(found).toBeNull()
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { behind } from '../../test/support/held'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { companyOf, joinAlone } from '../../test/support/sponsorship'
import { earnForBooking } from './earn-points.server'
import { readPointAccount } from './points-store.server'

const house = useHouse()

test('the limit of a pair holds when two bookings are completed concurrently (race condition)', async () => {
  const customerId = (await joinAsMember(house)).signedIn.person.id
  const companyId = (await companyOf(house, await joinAlone(house))).id
  const completedAt = new Date('2026-11-10T12:00:00Z')
  const job = () => ({
    id: randomUUID(),
    customerId,
    companyId,
    customerPaysOre: 4_500_00,
    completedAt,
    serviceTitle: 'x',
  })
  await behind(
    house.db,
    (db) => earnForBooking(db, job()),
    () => house.db.transaction().execute((db) => earnForBooking(db, job())),
  )
  expect(await readPointAccount(house.db, customerId)).toEqual({ balance: 500, earned: 500 })
})

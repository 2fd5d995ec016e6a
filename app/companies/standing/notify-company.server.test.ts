import { beforeEach, expect, test } from 'vitest'
import { registerBrowser } from '~/notifications/choices/register-browser.server'
import type { Message } from '~/notifications/public.server'
import { openShop, type Shop } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { newBrowser } from '../../../test/support/people'
import { closeCompanyOf } from '../company-store.server'
import { notifyCompany, notifyDebtor } from '../notify-company.server'

const house = useHouse()
let shop: Shop
let owner: string

const message: Message = {
  kind: 'booking confirmed',
  subject: 'Till företaget',
  letter: { greeting: 'Hej,', paragraphs: ['Något har hänt.'] },
  push: { title: 'Något har hänt', body: 'Se efter.', path: '/dashboard' },
}

beforeEach(async () => {
  shop = await openShop(house)
  owner = shop.owner.signedIn.person.id
  await house.db.updateTable('companies').set({ email: letterbox() }).where('id', '=', shop.companyId).execute()
  const { ok } = await registerBrowser(house, shop.owner.visitor, { kind: 'person', id: owner }, newBrowser())
  expect(ok).toBe(true)
  const now = house.clock.now()
  const choices = { sms_topics: [], push_topics: ['bookings'], quiet_from: 7, quiet_until: 7, updated_at: now }
  await house.db
    .insertInto('notice_settings')
    .values({ profile_id: owner, ...choices })
    .execute()
  await house.deliver()
  house.pushed.sent.length = 0
})
const letterbox = () => `post-${shop.companyId}@exempel.se`

test.each([
  ['of an event', notifyCompany],
  ['of a debt', notifyDebtor],
])('a company is told %s once by mail, and its owner by push as they chose', async (_, tell) => {
  await tell(house.db, shop.companyId, message)
  expect(mailTo(await house.deliver(), letterbox()).subject).toBe('Till företaget')
  expect(house.pushed.sent).toHaveLength(1)
})

test('a closed company is told only what it owes, by mail', async () => {
  await closeCompanyOf(house.db, owner, house.clock.now())
  await notifyCompany(house.db, shop.companyId, message)
  expect(await house.deliver()).toEqual([])
  await notifyDebtor(house.db, shop.companyId, message)
  expect(mailTo(await house.deliver(), letterbox()).subject).toBe('Till företaget')
  expect(house.pushed.sent).toEqual([])
})

test('a company without an owner is told by mail, and an unknown company gets nothing', async () => {
  await house.db.updateTable('companies').set({ owner_id: null }).where('id', '=', shop.companyId).execute()
  await notifyCompany(house.db, shop.companyId, message)
  mailTo(await house.deliver(), letterbox())
  for (const tell of [notifyCompany, notifyDebtor]) await tell(house.db, crypto.randomUUID(), message)
  expect([await house.deliver(), house.pushed.sent]).toEqual([[], []])
})

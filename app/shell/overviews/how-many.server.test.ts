import { beforeEach, expect, test } from 'vitest'
import { confirmBooking, requestBooking } from '~/bookings/public.server'
import { bookingValues, setClock } from '../../../test/support/bookings'
import { doJob, settle } from '../../../test/support/crowds/done-jobs'
import { letBeCalled } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { readMemberOverview } from './read-member-overview.server'

/* The limits of each list on a member's overview; the full lists have pages of their own. */

const house = useHouse()
beforeEach(() => setClock('2026-12-20T12:00:00Z'))

test('shows at most six partners', async () => {
  const { signedIn } = await joinAsMember(house, { postcode: '38 877' })
  for (let count = 0; count < 7; count++) {
    const partner = await joinAsCompany(house, { postcode: '38 877', companyName: `Vakt ${count} AB` })
    const { id } = await companyOf(house, partner)
    await house.db
      .updateTable('companies')
      .set({ is_security_partner: true, review_state: 'approved' })
      .where('id', '=', id)
      .execute()
    await letBeCalled(house, id)
  }
  const { partners, companies } = await readMemberOverview(house, signedIn)
  expect(partners).toHaveLength(6)
  expect(companies.length).toBeLessThanOrEqual(6)
})

test('asks for reviews of at most three jobs from the last thirty days', async () => {
  const { shop, member } = await settle(house)
  for (let count = 0; count < 3; count++) await doJob(house, shop, member, { kronor: 600 })
  const asked = async () => (await readMemberOverview(house, member.signedIn)).toReview.length
  expect(await asked()).toBe(3)
  house.clock.forward({ days: 40 })
  expect(await asked()).toBe(0)
})

test('offers at most three jobs again, and shows at most five proposed times', async () => {
  const { shop, member } = await settle(house)
  for (const kronor of [610, 620, 630]) await doJob(house, shop, member, { kronor })
  for (const time of ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00']) {
    const values = bookingValues(shop.serviceId, '2026-12-22', time)
    const { id } = valueFrom(await requestBooking(house, member.signedIn, values))
    valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  }
  await house.db
    .updateTable('bookings')
    .set({ proposed_at: new Date('2026-12-29T09:00:00Z'), proposed_by: 'company' })
    .where('customer_id', '=', member.signedIn.person.id)
    .where('status', '=', 'confirmed')
    .execute()
  const { again, proposals, next } = await readMemberOverview(house, member.signedIn)
  expect([again.length, proposals.length, next?.when]).toEqual([3, 5, expect.any(String)])
})

test('shows a member whether their postcode is open', async () => {
  const isOpen = async (postcode: string) => {
    const { signedIn } = await joinAsMember(house, { postcode })
    return (await readMemberOverview(house, signedIn)).isAreaOpen
  }
  await house.db.insertInto('postcodes').values({ code: '38878', name: 'Provby', state: 'open' }).execute()
  expect([await isOpen('38 878'), await isOpen('38 879')]).toEqual([true, false])
})

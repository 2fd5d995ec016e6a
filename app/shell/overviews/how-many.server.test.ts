import { beforeEach, expect, test } from 'vitest'
import { setClock } from '../../../test/support/bookings'
import { doJob, settle } from '../../../test/support/crowds/done-jobs'
import { letBeCalled } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsCompany, joinAsMember } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { readMemberOverview } from './read-member-overview.server'

/* How many of each a member's first page shows: it is a first page, and the lists have pages of their own. */

const house = useHouse()
beforeEach(() => setClock('2026-12-20T12:00:00Z'))

test('six partners are shown, and not a seventh', async () => {
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

test('of what was done in the last thirty days three are asked about', async () => {
  const { shop, member } = await settle(house)
  for (let count = 0; count < 3; count++) await doJob(house, shop, member, { kronor: 600 })
  const asked = async () => (await readMemberOverview(house, member.signedIn)).toReview.length
  expect(await asked()).toBe(3)
  house.clock.forward({ days: 40 })
  expect(await asked()).toBe(0)
})

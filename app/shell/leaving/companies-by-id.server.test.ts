import { expect, test } from 'vitest'
import { lockCapacity } from '~/companies/public.server'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, PASSWORD } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { deleteAccount } from './delete-account.server'

/** Lock order: an account that is deleted locks all companies it changes by id, its own and those it tipped alike. */
const house = useHouse()

test.each([
  ['first', 0],
  ['last', 1],
])('an owner who deletes their account locks the company they tipped by id, whether it comes %s', async (_, tip) => {
  const people = await Promise.all([1, 2].map(() => joinAsCompany(house)))
  const owners = await Promise.all(people.map(async (owner) => ({ owner, id: (await companyOf(house, owner)).id })))
  const [low, high] = owners.sort((one, other) => (one.id < other.id ? -1 : 1))
  const [tipped, leaver] = tip === 0 ? [low, high] : [high, low]
  if (!low || !high || !tipped || !leaver) throw new Error('two companies signed up')
  const { person } = leaver.owner.signedIn
  const granted = {
    state: 'granted',
    granted_at: new Date(),
    free_from: '2026-12-01',
    free_until: '2027-12-01',
  } as const
  await house.db
    .insertInto('ambassador_rewards')
    .values({ company_id: tipped.id, member_id: person.id, months: 12, ...granted })
    .execute()
  const { visitor, signedIn } = leaver.owner
  // Whoever holds the first company goes on to the second, as another owner who leaves does.
  const left = await behind(
    house.db,
    (other) => lockCapacity(other, low.id),
    () => deleteAccount(house, visitor, signedIn, { password: PASSWORD, understood: 'on' }),
    (other) => lockCapacity(other, high.id),
  )
  valueFrom(left)
  const rewards = house.db.selectFrom('ambassador_rewards').select('member_id').where('company_id', '=', tipped.id)
  expect(await rewards.execute()).toEqual([{ member_id: null }])
})

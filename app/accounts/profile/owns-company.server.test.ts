import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { joinAsCompany, joinAsMember } from '../../../test/support/people'
import { ownsCompany } from './owns-company.server'

const house = useHouse()
holdWakes(house)

test('owns a company only with the company role and a company that is not deleted', async () => {
  const [{ signedIn: owner }, { signedIn: member }] = [await joinAsCompany(house), await joinAsMember(house)]
  expect([await ownsCompany(house, owner), await ownsCompany(house, member)]).toEqual([true, false])
  const asAdmin = { ...owner, person: { ...owner.person, role: 'admin' as const } }
  expect(await ownsCompany(house, asAdmin)).toBe(false)
  await house.db
    .updateTable('companies')
    .set({ deleted_at: house.clock.now() })
    .where('owner_id', '=', owner.person.id)
    .execute()
  expect(await ownsCompany(house, owner)).toBe(false)
})

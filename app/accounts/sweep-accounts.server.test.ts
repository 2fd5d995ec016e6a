import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { joinAsMember } from '../../test/support/people'
import { requestRecovery } from './recovery.server'
import { sweepAccounts } from './sweep-accounts.server'

const house = useHouse()

const countOf = async (table: 'sessions' | 'verifications' | 'attempts') =>
  (await house.db.selectFrom(table).selectAll().execute()).length

test('what still lets somebody in stays, and what has lapsed goes', async () => {
  const { email, cookies } = await joinAsMember(house)
  valueFrom(await requestRecovery(house, await house.visitor(), { email }))
  await house.deliver()
  await sweepAccounts(house)
  expect((await house.visitor({ cookies })).signedIn).not.toBeNull()
  expect(await countOf('verifications')).toBeGreaterThan(0)

  house.clock.forward({ days: 91 })
  await sweepAccounts(house)
  expect(await countOf('sessions')).toBe(0)
  expect(await countOf('verifications')).toBe(0)
  expect(await countOf('attempts')).toBe(0)
})

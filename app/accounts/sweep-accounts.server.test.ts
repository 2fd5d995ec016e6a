import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { joinAsMember, PASSWORD } from '../../test/support/people'
import { logIn } from './login/log-in.server'
import { requestRecovery } from './recovery/recovery.server'
import { sweepAccounts } from './sweep-accounts.server'

const house = useHouse()
holdWakes(house)

const countOf = async (table: 'sessions' | 'mail_links' | 'attempts' | 'known_browsers') =>
  (await house.db.selectFrom(table).selectAll().execute()).length

test('deletes expired sessions, links, attempts and known browsers, and keeps valid ones', async () => {
  const { email, cookies } = await joinAsMember(house)
  valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
  valueFrom(await requestRecovery(house, await house.visitor(), { email }))
  await house.deliver()
  await sweepAccounts(house)
  expect((await house.visitor({ cookies })).signedIn).not.toBeNull()
  expect(await countOf('mail_links')).toBe(2)

  house.clock.forward({ days: 91 })
  await sweepAccounts(house)
  expect(await countOf('sessions')).toBe(0)
  expect(await countOf('mail_links')).toBe(0)
  expect(await countOf('attempts')).toBe(0)
  expect(await countOf('known_browsers')).toBe(1)

  house.clock.forward({ days: 310 })
  await sweepAccounts(house)
  expect(await countOf('known_browsers')).toBe(0)
})

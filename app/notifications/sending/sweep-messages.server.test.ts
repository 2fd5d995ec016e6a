import { expect, test } from 'vitest'
import { insertSecretMail } from '~/outbox/outbox-store.server'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { recordReport } from '../replies/record-report.server'
import { sweepMessages } from './sweep-messages.server'

const house = useHouse()
const secret = 'https://kvartera.test/auth/reset?token=x'
const letter = { recipient: 'nagon@exempel.se', subject: 'Hej', text: secret, html: `<p>${secret}</p>` }

const secretsLeft = async () => {
  const rows = await house.db.selectFrom('outbox_messages').select('id').where('secret', 'is not', null).execute()
  return rows.length
}
const sendSecret = async () => {
  await insertSecretMail(house.db, 'recovery', letter, { keys: house.keys, secret })
  await house.db.updateTable('outbox_messages').set({ state: 'sent', sent_at: house.clock.now() }).execute()
}

test('deletes delivery reports after ninety days', async () => {
  await recordReport(house, { providerId: 'swept-1', reference: null, attempt: null, state: 'delivered' })
  const kept = () => house.db.selectFrom('sms_reports').select('provider_id').execute()
  house.clock.forward({ hours: 2159 })
  await sweepMessages(house)
  expect(await kept()).toEqual([{ provider_id: 'swept-1' }])
  house.clock.forward({ hours: 2 })
  await sweepMessages(house)
  expect(await kept()).toEqual([])
})

test('the demo keeps secrets for a day, and erases them without telling administrators', async () => {
  await joinAsAdmin(house)
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
  await sendSecret()
  house.clock.forward({ hours: 23 })
  await sweepMessages(house)
  expect(await secretsLeft()).toBe(1)
  house.clock.forward({ hours: 2 })
  await sweepMessages(house)
  expect(await secretsLeft()).toBe(0)
  expect(await house.deliver()).toEqual([])
})

test('in production a leftover secret is erased at once and every administrator is told, and nobody when there is none', async () => {
  const admins = [await joinAsAdmin(house), await joinAsAdmin(house)]
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
  const real = { ...house, config: { ...house.config, mode: 'production' as const } }
  await sweepMessages(real)
  expect(await house.deliver()).toEqual([])
  await sendSecret()
  house.woken.length = 0
  await sweepMessages(real)
  expect(house.woken).toEqual(['messages'])
  expect(await secretsLeft()).toBe(0)
  const told = (await house.deliver()).map(({ recipient }) => recipient)
  expect(told).toEqual(expect.arrayContaining(admins.map(({ email }) => email)))
})

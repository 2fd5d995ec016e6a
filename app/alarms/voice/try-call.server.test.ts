import { expect, test } from 'vitest'
import { voiceOutboxOnly } from '~/platform/voice/voice.server'
import { alarmRow, deliveriesOf, openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import { tryCall } from './try-call.server'

const house = useHouse()
const atHome = () => ({ ...house, voice: voiceOutboxOnly })
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })

async function ringAtHome() {
  const street = await openNeighbourhood(house)
  await house.db.updateTable('guards').set({ rings: 'alarms' }).where('id', '=', street.guardId).execute()
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  seconds(31)
  await workOff(atHome())
  const { id } = await house.db
    .selectFrom('alarm_deliveries')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .where('channel', '=', 'voice')
    .executeTakeFirstOrThrow()
  return { ...street, alarmId, id }
}

test('without a provider an admin of the demo can answer a call in the guard’s place, once', async () => {
  const admin = await joinAsAdmin(house)
  const call = await ringAtHome()
  const does = (what: string) => tryCall(atHome(), admin.signedIn, { id: call.id, does: what })
  expect(valueFrom(await does('five'))).toBe('alarm')
  expect(valueFrom(await does('one'))).toBe('yours')
  expect(await alarmRow(house.db, call.alarmId)).toMatchObject({ status: 'acknowledged', taken_by_guard: call.guardId })
  expect(await does('one')).toMatchObject({ ok: false, message: 'Det samtalet pågår inte längre.' })
  for (const wrong of ['constructor', '']) expect(await does(wrong)).toMatchObject({ ok: false })
  expect(await tryCall(atHome(), admin.signedIn, { id: 'x', does: 'one' })).toMatchObject({ ok: false })
})

test('answering for a guard is refused with a real provider, in production and to a member', async () => {
  const admin = await joinAsAdmin(house)
  const call = await ringAtHome()
  const values = { id: call.id, does: 'one' }
  expect(await tryCall(house, admin.signedIn, values)).toMatchObject({ ok: false })
  const production = { ...atHome(), config: { ...house.config, mode: 'production' as const } }
  expect(await tryCall(production, admin.signedIn, values)).toMatchObject({ ok: false })
  await expect(tryCall(atHome(), call.member.signedIn, values)).rejects.toThrow()
  expect(await alarmRow(house.db, call.alarmId)).toMatchObject({ status: 'new' })
})

test('an unanswered call without a provider is stored as failed, with the reason that no phone rang', async () => {
  const call = await ringAtHome()
  seconds(101)
  await workOff(atHome())
  const calls = (await deliveriesOf(house.db, call.alarmId)).filter((each) => each.startsWith('voice'))
  expect(calls).toEqual(['voice call 2 failed', expect.stringMatching(/^voice call \d sending$/)])
  const { reason } = await house.db
    .selectFrom('alarm_deliveries')
    .select('reason')
    .where('id', '=', call.id)
    .executeTakeFirstOrThrow()
  expect(reason).toBe('samtal: ingen telefon ringdes, utan leverantör')
})

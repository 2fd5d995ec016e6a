import { expect, onTestFinished, test, vi } from 'vitest'
import { noteBalance } from '~/notifications/sending/balance-store.server'
import { claimOf, openNeighbourhood, press } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { soon } from '../../../../test/support/pace/soon'
import { askedThrough } from '../../../../test/support/told/asked-through'
import type { Claimed } from '../delivery-store.server'
import { openLane } from './lane.server'

/** What leaves first: an SMS before a centre's signal, and alarms before tests. */

const house = useHouse()
const claim = 'claim deliveries'

test('with a low SMS balance tests wait in the queue and alarms are sent', async () => {
  const config = {
    ...house.config,
    sms: { adapter: '46elks', url: '', username: '', password: '', sender: '' } as const,
  }
  const answer = Promise.withResolvers<{ kind: 'delivered' }>()
  const sms = { ...house.sms, leavesTheHouse: true, send: vi.fn(() => answer.promise) }
  const open = (isTest: boolean) => {
    // Counted by lane: a look of the other one, by its own timer, must not be taken for this one's.
    const looks = { begun: 0, ended: 0 }
    const db = askedThrough(house.db, async (name, ask) => {
      if (name !== claim) return ask()
      const own = ++looks.begun
      const claimed = await ask()
      looks.ended = own
      return claimed
    })
    const lane = openLane(() => ({ ...house, config, db, sms }), { isTest })
    onTestFinished(() => {
      answer.resolve({ kind: 'delivered' })
      return lane.stop()
    })
    /** Waits for a look that begins after this call. */
    return async () => {
      const { begun } = looks
      lane.look()
      await vi.waitUntil(() => looks.ended > begun, soon)
    }
  }
  const stand = (ore: number) => noteBalance(house.db, ore, house.clock.now())
  const pressed = async (values: Record<string, string>) => {
    const { member } = await openNeighbourhood(house)
    return (await press(house, member, values)).alarmId
  }
  const stateOf = async (alarmId: string) =>
    (await house.db.selectFrom('alarm_deliveries').select('state').where('alarm_id', '=', alarmId).execute())[0]?.state
  onTestFinished(async () => void (await house.db.deleteFrom('sms_balance').execute()))
  await house.db.deleteFrom('alarm_deliveries').execute()

  await stand(config.smsLowOre)
  const lookAtTests = open(true)
  // Of the four places for tests by SMS one is left.
  for (let n = 0; n < 3; n++) await pressed({ test: 'on' })
  await lookAtTests()
  await vi.waitUntil(() => sms.send.mock.calls.length === 3, soon)
  await stand(config.smsLowOre - 1)
  const test = await pressed({ test: 'on' })
  const alarm = await pressed({})
  await lookAtTests()
  expect(await stateOf(test)).toBe('queued')
  await open(false)()
  expect([await stateOf(test), await stateOf(alarm)]).toEqual(['queued', 'sending'])
  await stand(config.smsLowOre)
  await lookAtTests()
  expect(await stateOf(test)).toBe('sending')
})

test('a centre’s signal is sent after the SMS of the same press', async () => {
  const { member } = await openNeighbourhood(house)
  const [one] = (await claimOf(house, (await press(house, member)).alarmId)) as [Claimed]
  const phone = { ...one, isStillNeeded: false }
  const centre = { ...phone, id: '00000000-0000-4000-8000-000000000001', channel: 'centre' as const }
  const waits = [[centre, phone]]
  const settled: string[] = []
  const db = askedThrough(house.db, async (name, ask, given) => {
    if (name === claim) return { rows: waits.shift() ?? [] }
    if (name === 'settle deliveries') settled.push(...JSON.parse(String(given[0])).map(({ id }: Claimed) => id))
    return ask()
  })
  const lane = openLane(() => ({ ...house, db }), { isTest: false })
  onTestFinished(() => lane.stop())
  lane.look()
  await vi.waitUntil(() => settled.length === 2, soon)
  expect(settled).toEqual([phone.id, centre.id])
})

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openNeighbourhood, press } from '../../../test/support/alarms'
import { employGuard } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { askedThrough } from '../../../test/support/told/asked-through'
import { openLane } from './lane.server'
import { roomIn } from './ways'

const house = useHouse()

test('what waits for a way that is full leaves as places become free, also those that do while it is looked', async () => {
  const { member, companyId } = await openNeighbourhood(house)
  for (let n = 0; n < 6; n++) await Promise.all(Array.from({ length: 10 }, () => employGuard(house, companyId)))
  const { alarmId } = await press(house, member)
  await house.db.deleteFrom('alarm_deliveries').execute()
  await sql`insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, due_at, is_test, created_at, turn)
    select alarm_id, id, 'sms', 'call', round, now(), false, now(), 0
    from alarm_recipients, generate_series(1, 2) as round where alarm_id = ${alarmId}`.execute(house.db)
  const unsent = async () =>
    (await house.db.selectFrom('alarm_deliveries').select('id').where('state', 'in', ['queued', 'sending']).execute())
      .length
  expect(await unsent()).toBeGreaterThan(roomIn('alarm', () => 0).sms)

  const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))
  let sent = 0
  const sms = {
    ...house.sms,
    leavesTheHouse: true,
    send: async () => {
      // One lands first, and sets off a look for the one place that is free then.
      await pause(sent++ === 0 ? 1 : 60)
      return { kind: 'delivered' as const }
    },
  }
  // The others land while that look is on its way.
  const db = askedThrough(house.db, async (_, ask) => {
    const claimed = await ask()
    if (sent > 0) await pause(300)
    return claimed
  })
  // Nobody sweeps here: whatever is left by a look is looked for by the lane itself, or never.
  const lane = openLane(() => ({ ...house, db, sms }), { isTest: false })
  onTestFinished(() => lane.stop())
  lane.look()
  await expect.poll(unsent, soon).toBe(0)
})

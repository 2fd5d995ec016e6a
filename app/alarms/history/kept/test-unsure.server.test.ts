import { expect, test } from 'vitest'
import { openNeighbourhood, press, workOff } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { readFollowedAlarm } from '../alarm-view-store.server'
import { hasTestFailed } from '../lamps'

const house = useHouse()

test('a test whose only SMS was never answered by the provider does not count as failed', async () => {
  const { member } = await openNeighbourhood(house)
  const silent = { kind: 'unanswered', reason: 'no answer in time' } as const
  house.texted.answers.push(silent, silent)
  const { alarmId } = await press(house, member, { test: 'on' })
  await workOff(house)
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  house.clock.forward({ minutes: 20 })
  await workOff(house)
  const alarm = await readFollowedAlarm(house.db, alarmId, house.clock.now())
  if (!alarm) throw new Error('gone')
  expect(alarm.state).toBe('cancelled')
  expect(hasTestFailed(alarm)).toBe(false)
})

import { beforeEach, expect, test } from 'vitest'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { takeAlarm } from '../answer/take-alarm.server'
import { beat } from '../engine/step-store.server'
import { auditOnce } from './auditor.server'
import { readAlarmMeasures } from './measure-store.server'

const house = useHouse()
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })

beforeEach(async () => {
  await house.db.deleteFrom('alarm_incidents').execute()
  // Two hours on, nothing of an earlier test falls into the last hour. The clock stands still from here.
  house.clock.forward({ hours: 2 })
  const over = { status: 'cancelled', closed_at: house.clock.now(), counted: true } as const
  await house.db.deleteFrom('alarm_steps').execute()
  await house.db.deleteFrom('alarm_deliveries').execute()
  await house.db.updateTable('safety_alarms').set(over).where('closed_at', 'is', null).execute()
})

test('an hour without alarms has null times, not zero', async () => {
  expect(await readAlarmMeasures(house)).toMatchObject({
    lastHour: { alarms: 0, sent: null, delivered: null, taken: null, ore: 0 },
    ...{ open: 0, untaken: { count: 0, oldestS: 0 } },
    ...{ lateSteps: { count: 0, oldestS: 0 }, lateMessages: [], incidents: [] },
  })
})

test('an alarm is measured from its press to when its first call was sent, delivered and answered', async () => {
  const { member, guard } = await openNeighbourhood(house)
  house.texted.answers.push({ kind: 'delivered', providerId: 'first', parts: 2, cost: 10_400 })
  const { alarmId } = await press(house, member)
  seconds(2)
  await workOff(house)
  // The times of the first call count; later messages do not change them.
  const delivered = new Date(house.clock.now().getTime() + 3_000)
  await house.db
    .updateTable('alarm_deliveries')
    .set({ state: 'delivered', delivered_at: delivered })
    .where('alarm_id', '=', alarmId)
    .execute()
  seconds(18)
  await takeAlarm(house, guard, alarmId)
  await workOff(house)
  const { lastHour, open, untaken } = await readAlarmMeasures(house)
  const exactly = (s: number) => ({ half: s, most99: s, longest: s })
  expect(lastHour).toMatchObject({ alarms: 1, sent: exactly(2), delivered: exactly(5), taken: exactly(20) })
  expect(lastHour.ore).toBeGreaterThanOrEqual(104)
  expect({ open, untaken }).toEqual({ open: 1, untaken: { count: 0, oldestS: 0 } })
})

test('lastHour counts real alarms pressed within the last hour, and no tests', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  await press(house, (await openNeighbourhood(house)).member, { test: 'on' })
  await workOff(house)
  seconds(3_600)
  expect((await readAlarmMeasures(house)).lastHour.alarms).toBe(1)
  seconds(1)
  const { lastHour, open, untaken } = await readAlarmMeasures(house)
  expect(lastHour.alarms).toBe(0)
  expect({ open, untaken }).toEqual({ open: 1, untaken: { count: 1, oldestS: 3_601 } })
})

test('a message is late after five seconds, by its channel, and a test’s is not counted', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, (await openNeighbourhood(house)).member, { test: 'on' })
  await press(house, member)
  seconds(5)
  expect((await readAlarmMeasures(house)).lateMessages).toEqual([])
  seconds(1)
  expect((await readAlarmMeasures(house)).lateMessages).toEqual([{ channel: 'sms', count: 1, oldestS: 6 }])
  await workOff(house)
  expect(await readAlarmMeasures(house)).toMatchObject({ lateMessages: [], lateSteps: { count: 0 } })
})

test('late steps, open incidents and seconds of silence are measured, and end when the engine is back', async () => {
  await beat(house.db, house.clock, 5)
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  seconds(600)
  await auditOnce(house)
  const found = await readAlarmMeasures(house)
  expect(found.lateSteps.count).toBeGreaterThan(0)
  expect(found.lateSteps.oldestS).toBeGreaterThan(5)
  expect(found.silentS).toEqual(
    expect.arrayContaining([
      { part: 'engine', s: 600 },
      { part: 'auditor', s: 0 },
    ]),
  )
  expect(found.incidents).toEqual(expect.arrayContaining([{ kind: 'engine silent', count: 1 }]))
  await beat(house.db, house.clock, 5)
  await workOff(house)
  await auditOnce(house)
  const mended = await readAlarmMeasures(house)
  expect(mended).toMatchObject({ lateSteps: { count: 0, oldestS: 0 } })
  expect(mended.incidents.map(({ kind }) => kind)).not.toContain('engine silent')
})

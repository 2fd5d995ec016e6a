import { expect, test } from 'vitest'
import { nameOne, openNeighbourhood, press, workOff } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { valueFrom } from '../../../../test/support/outcome'
import { heardDuring } from '../../../../test/support/told/what-came-of'
import { closeAlarm } from '../../answer/close-alarm.server'
import { markSeen } from '../../answer/mark-seen.server'
import { takeAlarm } from '../../answer/take-alarm.server'
import { readTold } from '../../circle/circle-calls-store.server'
import { arrive, handBack } from '../../engine/follow-up.server'
import { saySafe } from '../../raise/say-safe.server'
import { readFollowedAlarm } from '../alarm-view-store.server'

/**
 * After an alarm was given back to everybody, the member's counts include only what happened since: those who knew of
 * it before were told that it was over.
 */

const house = useHouse()
const later = () => house.clock.forward({ minutes: 0.1 })

async function openSeen() {
  const street = await openNeighbourhood(house)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  later()
  valueFrom(await markSeen(house, street.guard, alarmId))
  const counts = async () => {
    const alarm = await readFollowedAlarm(house.db, alarmId, house.clock.now())
    return alarm && [alarm.recipients, alarm.sentTo, alarm.reached, alarm.seen]
  }
  expect(await counts()).toEqual([1, 1, 1, 1])
  later()
  return { ...street, alarmId, counts }
}

test('a reopened alarm counts as sent and seen only after it has been sent and opened again', async () => {
  const { member, guard, alarmId, counts } = await openSeen()
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 1, 1])
  later()
  expect(await press(house, member, { message: 'Nej, kom' })).toMatchObject({ alarmId })
  expect(await counts()).toEqual([1, 0, 0, 0])
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 0, 0])
  later()
  // Opened twice, announced once.
  const heard = await heardDuring(house, async () => {
    for (const _ of [1, 2]) valueFrom(await markSeen(house, guard, alarmId))
  })
  expect(heard).toMatchObject([{ alarm: alarmId, what: 'sent' }])
  expect(await counts()).toEqual([1, 1, 1, 1])
})

test('an alarm handed back counts as sent to nobody until it has been sent again', async () => {
  const { guard, alarmId, counts } = await openSeen()
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 1, 1])
  later()
  valueFrom(await handBack(house, guard, alarmId))
  expect(await counts()).toEqual([1, 0, 0, 0])
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 0, 0])
})

test('an alarm handed back after the member is safe ends and keeps its counts', async () => {
  const { member, guard, alarmId, counts } = await openSeen()
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  later()
  valueFrom(await handBack(house, guard, alarmId))
  expect(await counts()).toEqual([1, 1, 1, 1])
})

test('a press during the same round keeps the counts of sent and seen', async () => {
  const { member, alarmId, counts } = await openSeen()
  expect(await press(house, member, { message: 'Skynda er' })).toMatchObject({ alarmId })
  expect(await counts()).toEqual([1, 1, 1, 1])
})

test('an alarm cancelled and reopened by turns counts as sent to nobody while the next call waits', async () => {
  const { member, alarmId, counts } = await openSeen()
  const callOff = async () => {
    valueFrom(await saySafe(house, member.signedIn, alarmId))
    await workOff(house)
    later()
    expect(await press(house, member, { message: 'Nej, kom' })).toMatchObject({ alarmId })
    await workOff(house)
  }
  await callOff()
  expect(await counts()).toEqual([1, 1, 0, 0])
  // The second time no SMS leaves at once, and this guard has no other channel: they only know that it was over.
  await callOff()
  expect(await counts()).toEqual([1, 0, 0, 0])
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 0, 0])
})

test.each([
  ['taken', true],
  ['called off a third time', false],
])('an alarm %s while the next call waits does not count earlier calls', async (_, isTaken) => {
  const { member, guard, alarmId, counts } = await openSeen()
  for (const _ of [1, 2]) {
    valueFrom(await saySafe(house, member.signedIn, alarmId))
    await workOff(house)
    later()
    expect(await press(house, member, { message: 'Nej, kom' })).toMatchObject({ alarmId })
    await workOff(house)
  }
  valueFrom(await (isTaken ? takeAlarm(house, guard, alarmId) : saySafe(house, member.signedIn, alarmId)))
  await workOff(house)
  expect(await counts()).toEqual([1, 0, 0, 0])
})

test('an alarm taken, arrived at and closed keeps the counts of the calls it was taken by', async () => {
  const { guard, alarmId, counts } = await openSeen()
  valueFrom(await takeAlarm(house, guard, alarmId))
  later()
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 0, 0])
  valueFrom(await arrive(house, guard, alarmId))
  later()
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  await workOff(house)
  expect(await counts()).toEqual([1, 1, 0, 0])
})

test('after a reopening the circle counts as told only when the new message has been sent', async () => {
  const { member } = await openNeighbourhood(house)
  await nameOne(house, member)
  const word = async () => (await readTold(house.db, member.signedIn.person.id)).map(({ word }) => word)
  const { alarmId } = await press(house, member)
  expect(await word()).toEqual(['leaving'])
  await workOff(house)
  expect(await word()).toEqual(['sent'])
  later()
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  later()
  expect(await press(house, member, { message: 'Nej, kom' })).toMatchObject({ alarmId })
  expect(await word()).toEqual(['leaving'])
  await workOff(house)
  expect(await word()).toEqual(['sent'])
})

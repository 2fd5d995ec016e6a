import { expect, test } from 'vitest'
import { notAsked, notThere } from '~/shared/outcome'
import { openNeighbourhood, press } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { found, valueFrom } from '../../../../test/support/outcome'
import { lookAtPosition } from '../../answer/look-at-position.server'
import { readPartnerPage } from '../../partner/read-board.server'
import { saySafe } from '../say-safe.server'
import { followPosition } from './follow-position.server'

const house = useHouse()
const here = { latitude: '59.2786', longitude: '18.0093', accuracy: '8' }

async function begin(values: Record<string, string> = {}) {
  const street = await openNeighbourhood(house)
  const { alarmId } = await press(house, street.member, values)
  const follow = (sent: Record<string, string>) =>
    followPosition(house, street.member.signedIn, { alarm: alarmId, ...sent })
  const fix = async () => found(await readPartnerPage(house, street.guard, alarmId)).alarm.lastFix
  return { ...street, alarmId, follow, fix }
}

test('followed positions update the age and accuracy that partners see, and the position they look at', async () => {
  const { follow, fix, guard, alarmId } = await begin(here)
  expect(await fix()).toMatchObject({ accuracyM: 8, ageS: 0 })
  house.clock.forward({ minutes: 1 })
  expect((await fix())?.ageS).toBe(60)
  valueFrom(await follow({ latitude: '59.28', longitude: '18.01', accuracy: '25.4' }))
  expect(await fix()).toMatchObject({ accuracyM: 25, ageS: 0 })
  expect(valueFrom(await lookAtPosition(house, guard, alarmId))).toMatchObject({ latitude: 59.28, accuracyM: 25 })
})

test('a position sent too soon after another is accepted and not stored', async () => {
  const { follow, alarmId } = await begin(here)
  for (let sent = 0; sent < 3; sent++) valueFrom(await follow(here))
  const rows = await house.db.selectFrom('alarm_positions').select('id').where('alarm_id', '=', alarmId).execute()
  expect(rows).toHaveLength(1)
})

test('a position is refused for a test, a closed or another’s alarm, and when invalid', async () => {
  const { follow, fix, member, alarmId } = await begin()
  const test = await begin({ test: 'on' })
  expect(await test.follow(here)).toEqual(notThere)
  expect(await followPosition(house, test.member.signedIn, { alarm: alarmId, ...here })).toEqual(notThere)
  for (const alarm of ['', 'x', "' or 1=1"]) expect(await follow({ ...here, alarm })).toEqual(notThere)
  for (const wrong of [{ latitude: '59' }, { latitude: '91', longitude: '1' }] as Record<string, string>[])
    expect(await follow(wrong)).toEqual(notAsked)
  expect(await fix()).toBeNull()
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  expect(await follow(here)).toEqual(notThere)
})

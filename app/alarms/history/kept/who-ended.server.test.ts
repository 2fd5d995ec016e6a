import { expect, test } from 'vitest'
import { openNeighbourhood, press } from '../../../../test/support/alarms'
import { employGuard } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { valueFrom } from '../../../../test/support/outcome'
import { joinAsAdmin } from '../../../../test/support/people'
import type { Taker } from '../../alarm'
import { closeAlarm } from '../../answer/close-alarm.server'
import { takeAlarm } from '../../answer/take-alarm.server'
import { readFollowedAlarm } from '../alarm-view-store.server'
import { endedOf } from '../ended'

const house = useHouse()

test.each([
  ['the taker', 'taker', 'Den som hade larmet avslutade det.'],
  ['a colleague', 'colleague', 'Någon annan hos trygghetspartnern avslutade det.'],
  ['the company’s own system', 'system', 'Trygghetspartnern avslutade det i sitt eget system.'],
  ['an operator', 'operator', 'Jouren avslutade det.'],
] as const)('the member reads that %s ended the alarm', async (_, by, words) => {
  const admin = await joinAsAdmin(house)
  const { member, companyId, guard } = await openNeighbourhood(house)
  const who: Record<typeof by, Taker> = {
    taker: guard,
    colleague: { ...guard, guardId: await employGuard(house, companyId) },
    system: { kind: 'partner', companyId, guardId: null, via: 'api', key: { name: 'Centralen', mark: 'kvk_prov' } },
    operator: { kind: 'operator', personId: admin.signedIn.person.id },
  }
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await closeAlarm(house, who[by], alarmId, { outcome: 'resolved' }))
  const alarm = await readFollowedAlarm(house.db, alarmId, house.clock.now())
  expect([alarm?.endedBy, alarm && endedOf(alarm)?.how]).toEqual([by, words])
})

test('an operator or a company’s system that had the alarm ends it as its taker', async () => {
  const admin = await joinAsAdmin(house)
  const { member, companyId } = await openNeighbourhood(house)
  const key = { name: 'Centralen', mark: 'kvk_prov' }
  const takers: Taker[] = [
    { kind: 'operator', personId: admin.signedIn.person.id },
    { kind: 'partner', companyId, guardId: null, via: 'api', key },
  ]
  for (const taker of takers) {
    const { alarmId } = await press(house, member)
    valueFrom(await takeAlarm(house, taker, alarmId))
    expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({ endedBy: null })
    valueFrom(await closeAlarm(house, taker, alarmId, { outcome: 'resolved' }))
    expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({ endedBy: 'taker' })
  }
})

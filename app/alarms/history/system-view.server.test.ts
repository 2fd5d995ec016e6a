import { expect, test } from 'vitest'
import { addPartner, openNeighbourhood, press } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { closeAlarm } from '../answer/close-alarm.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { readAlarmsForSystems, readOpenAlarmsForSystem } from './system-view-store.server'

const house = useHouse()

test('a company’s system reads the alarms that reach its company, and no other', async () => {
  const here = await openNeighbourhood(house)
  const beside = await addPartner(house, here.postcode)
  const far = await openNeighbourhood(house)
  const { alarmId } = await press(house, here.member)
  const elsewhere = await press(house, far.member)
  const companies = [here.companyId, beside.companyId, far.companyId]
  const seen = async () =>
    (await readAlarmsForSystems(house.db, [alarmId], companies, house.clock.now()))
      .map(({ companyId, id, state, isMine }) => ({ companyId, id, state, isMine }))
      .toSorted((a, b) => companies.indexOf(a.companyId) - companies.indexOf(b.companyId))
  const row = (companyId: string, state: string, isMine: boolean) => ({ companyId, id: alarmId, state, isMine })
  expect(await seen()).toEqual([row(here.companyId, 'new', false), row(beside.companyId, 'new', false)])
  await takeAlarm(house, { ...here.guard, guardId: null }, alarmId)
  expect(await seen()).toContainEqual(row(here.companyId, 'acknowledged', true))

  const open = async (companyId: string) =>
    (await readOpenAlarmsForSystem(house.db, companyId, house.clock.now())).map(({ id }) => id)
  expect(await open(here.companyId)).toEqual([alarmId])
  expect(await open(far.companyId)).toEqual([elsewhere.alarmId])
  await closeAlarm(house, { ...here.guard, guardId: null }, alarmId, { outcome: 'resolved' })
  expect(await open(here.companyId)).toEqual([])
})

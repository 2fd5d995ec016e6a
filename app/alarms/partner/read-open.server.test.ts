import { expect, test } from 'vitest'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { letBeCalled } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { closeAlarm } from '../answer/close-alarm.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { readOpenForCompany } from './read-board.server'

const house = useHouse()

test('a company that may be called sees an open alarm on every page, without the person or the words', async () => {
  const { member, postcode, guard } = await openNeighbourhood(house)
  const owner = await joinAsCompany(house, { postcode })
  const { id } = await companyOf(house, owner)
  expect(await readOpenForCompany(house, owner.signedIn)).toBeNull()
  await letBeCalled(house, id)
  expect(await readOpenForCompany(house, owner.signedIn)).toMatchObject({ alarms: [] })

  const { alarmId } = await press(house, member, { message: 'Hjälp, blåklint', latitude: '59.278612', longitude: '18' })
  await workOff(house)
  const read = await readOpenForCompany(house, owner.signedIn)
  expect(read?.alarms).toMatchObject([{ id: alarmId, postcode, state: 'new', isTest: false, isMine: false }])
  expect(JSON.stringify(read)).not.toMatch(/blåklint|Eva|59\.2786/)

  valueFrom(await takeAlarm(house, guard, alarmId))
  expect((await readOpenForCompany(house, owner.signedIn))?.alarms).toMatchObject([
    { state: 'acknowledged', takerName: expect.stringContaining('Vakt AB'), isMine: false, isColleagues: false },
  ])
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  expect((await readOpenForCompany(house, owner.signedIn))?.alarms).toEqual([])
})

test('a company of another postcode sees no open alarm, and a member has no list', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  const far = await joinAsCompany(house, { postcode: '98142' })
  await letBeCalled(house, (await companyOf(house, far)).id)
  expect((await readOpenForCompany(house, far.signedIn))?.alarms).toEqual([])
  const nobody = await joinAsMember(house)
  expect(await readOpenForCompany(house, nobody.signedIn)).toBeNull()
})

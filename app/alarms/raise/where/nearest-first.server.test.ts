import { expect, test } from 'vitest'
import { addPartner, openNeighbourhood, press, workOff } from '../../../../test/support/alarms'
import { employGuard, newPhone } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'

const house = useHouse()

const here = { latitude: '59.27861', longitude: '18.00932' }
const street = { latitude: 59.279, longitude: 18.01 }
const nextSuburb = { latitude: 59.2966, longitude: 17.98 }
const town = { latitude: 59.33, longitude: 18.06 }

async function standAt(guardId: string, place: { latitude: number; longitude: number }, minutesAgo = 1) {
  const at = new Date(house.clock.now().getTime() - minutesAgo * 60_000)
  await house.db
    .updateTable('guards')
    .set({ ...place, position_at: at })
    .where('id', '=', guardId)
    .execute()
}

/**
 * Two guard companies of one postcode. Of the first, one guard is in town and one in the street; of the second, one is
 * in the next suburb and one has no known position.
 */
async function openStreet() {
  const first = await openNeighbourhood(house)
  const second = await addPartner(house, first.postcode)
  const [inStreet, unknown] = [newPhone(), newPhone()]
  await standAt(first.guardId, town)
  await standAt(second.guardId, nextSuburb)
  await standAt(await employGuard(house, first.companyId, { phone: inStreet }), street)
  await employGuard(house, second.companyId, { phone: unknown })
  return { member: first.member, inTown: first.phone, nextDoor: second.phone, inStreet, unknown }
}

const called = () => house.texted.sent.map(({ recipient }) => recipient)

test('guards are called nearest first across companies, and those without a known position last', async () => {
  const { member, inStreet, nextDoor, inTown, unknown } = await openStreet()
  await press(house, member, here)
  await workOff(house)
  expect(called()).toEqual([inStreet, nextDoor, inTown, unknown])
})

test('a guard’s position from an hour ago is treated as unknown', async () => {
  const { member, inStreet, nextDoor, inTown, unknown } = await openStreet()
  await house.db
    .updateTable('guards')
    .set({ position_at: new Date(house.clock.now().getTime() - 3_600_000) })
    .where('phone', '=', inStreet)
    .execute()
  await press(house, member, here)
  await workOff(house)
  expect(called().slice(0, 2)).toEqual([nextDoor, inTown])
  expect(called().slice(2).sort()).toEqual([inStreet, unknown].sort())
})

test('an alarm without a position calls everyone', async () => {
  const { member, inStreet, nextDoor, inTown, unknown } = await openStreet()
  await press(house, member)
  await workOff(house)
  expect(called().sort()).toEqual([inStreet, nextDoor, inTown, unknown].sort())
})

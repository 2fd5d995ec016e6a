import { expect, test } from 'vitest'
import { hidePosition, sharePosition } from '~/guards/coverage/switch-duty.server'
import { addPartner, openNeighbourhood, press } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import type { Taker } from '../alarm'
import { answerTaker, type TakerAnswer } from '../answer/pages/taker-deeds.server'

const house = useHouse()

const alarmAt = { latitude: '59.2786', longitude: '18.0093', accuracy: '14' }

async function share(guardId: string, north: number) {
  const values = { latitude: String(59.2786 + north), longitude: '18.0093' }
  await sharePosition(house, { id: guardId } as Parameters<typeof sharePosition>[1], values)
}

async function look(taker: Taker, alarmId: string): Promise<TakerAnswer> {
  return (await answerTaker(house, taker, alarmId, { intent: 'look' }, '/')) as TakerAnswer
}

const namesOn = ({ map }: TakerAnswer) => map?.people.map(({ words }) => words.split(':')[0])

test('a guard sees themselves on the map, an owner their guards, and an operator the guards of every company', async () => {
  const { member, postcode, guard, guardId } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  await share(guardId, 0.005)
  await share(other.guardId, 0.002)
  const { alarmId } = await press(house, member, alarmAt)

  const seen = await look(guard, alarmId)
  expect(namesOn(seen)).toEqual(['Du'])
  expect(seen.map?.known).toContain('Stämmer på ungefär 14 m.')
  const owner: Taker = { ...guard, guardId: null }
  expect(namesOn(await look(owner, alarmId))).toEqual(['Ali Rahimi, Vakt AB'])

  const { signedIn } = await joinAsAdmin(house)
  const operator: Taker = { kind: 'operator', personId: signedIn.person.id }
  expect(namesOn(await look(operator, alarmId))).toEqual(['Bo Ek, Nattvakt AB', 'Ali Rahimi, Vakt AB'])
})

test('a guard’s position that is far away, older than half an hour or shared no longer is not on the map', async () => {
  const { member, guard, guardId } = await openNeighbourhood(house)
  await share(guardId, 1)
  const { alarmId } = await press(house, member, alarmAt)
  expect(namesOn(await look(guard, alarmId))).toEqual([])
  await share(guardId, 0.001)
  expect(namesOn(await look(guard, alarmId))).toEqual(['Du'])
  house.clock.forward({ minutes: 31 })
  expect(namesOn(await look(guard, alarmId))).toEqual([])
  await share(guardId, 0.001)
  expect(namesOn(await look(guard, alarmId))).toEqual(['Du'])
  await hidePosition(house, { id: guardId } as Parameters<typeof hidePosition>[1])
  expect(namesOn(await look(guard, alarmId))).toEqual([])
})

test('a guard who may not see the position gets no map', async () => {
  const { member, postcode, guard } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member, alarmAt)
  await answerTaker(house, guard, alarmId, { intent: 'take' }, '/').catch(() => null)
  const answer = (await look(other.guard, alarmId)) as unknown as { data?: TakerAnswer }
  expect(answer.data?.refusal?.message).toContain('Någon annan har larmet')
  expect(answer.data?.map).toBeUndefined()
})

import { expect, test } from 'vitest'
import { type Keys, openKeys } from '~/platform/keys.server'
import { nameOne, openNeighbourhood, press, textsTo, workOff } from '../../../../test/support/alarms'
import { testSecret, useHouse } from '../../../../test/support/house'
import { openLink } from '../../answer/open-link.server'
import { readWatchedAlarm } from '../../circle/follow-alarm.server'
import { signLinksAnew } from './sign-links-anew.server'

const house = useHouse()
const newSecret = 'a-newer-secret-only-for-tests-Lr2'
const [both, newAlone] = [openKeys([newSecret, testSecret]), openKeys([newSecret])]

const linkTo = (phone: string) => /\/larm\/([\w-]+)/.exec(textsTo(house, phone).at(-1) ?? '')?.[1] ?? ''

test('a link goes on opening its alarm while its secret is read; then it opens nothing, and the next message brings another', async () => {
  const street = await openNeighbourhood(house)
  const daughter = await nameOne(house, street.member)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  const opens = async (keys: Keys, links: string[]) => [
    (await openLink({ ...house, keys }, links[0] ?? ''))?.alarm.id ?? null,
    (await readWatchedAlarm({ ...house, keys }, links[1] ?? ''))?.state ?? null,
  ]
  const links = () => [street.phone, daughter.phone].map(linkTo)
  const before = links()

  expect(await signLinksAnew({ ...house, keys: both })).toBe(0)
  expect(await opens(both, before)).toEqual([alarmId, 'new'])

  expect(await signLinksAnew({ ...house, keys: newAlone })).toBeGreaterThan(1)
  expect(await signLinksAnew({ ...house, keys: newAlone })).toBe(0)
  expect(await opens(newAlone, before)).toEqual([null, null])
  house.clock.forward({ minutes: 5 })
  await workOff({ ...house, keys: newAlone })
  expect(await opens(newAlone, links())).toEqual([alarmId, 'new'])
})

import { expect, test } from 'vitest'
import { openNeighbourhood, press } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { takeAlarm } from '../answer/take-alarm.server'
import { readOwnHistory } from './read-own-history.server'

const house = useHouse()

test('a member reads what happened to their own alarm and by whom, and another member reads nothing', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await takeAlarm(house, guard, alarmId)
  await press(house, member)
  const history = await readOwnHistory(house, member.signedIn, alarmId)
  expect(history?.alarm.id).toBe(alarmId)
  const said = history?.timeline.map(({ by, kind, name }) => `${by} ${kind} ${name}`)
  expect(said?.[0]).toBe('member raised du')
  expect(said).toContainEqual(expect.stringMatching(/^partner taken Vakt AB \(\S+\)$/))
  // Entries by anybody else are the operators', who have no name towards members.
  expect(history?.timeline.filter(({ by }) => by !== 'member' && by !== 'partner').map(({ name }) => name)).toEqual(
    history?.timeline.filter(({ by }) => by !== 'member' && by !== 'partner').map(() => ''),
  )

  const next = await joinAsMember(house)
  expect(await readOwnHistory(house, next.signedIn, alarmId)).toBeNull()
  for (const wrong of ['', 'x', next.signedIn.person.id]) {
    expect(await readOwnHistory(house, member.signedIn, wrong)).toBeNull()
  }
})

import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { deleteOldAttempts, forgetTries, mayTry } from './attempts.server'

const house = useHouse()

const what = 'recovery for an account'
const most = 3

test('of a hundred tries at once, exactly as many pass as may', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => mayTry(house, what, 'alla@exempel.se')))
  expect(answers.filter(Boolean)).toHaveLength(most)
})

test('the window begins with the first try, and a try that was refused does not lengthen it', async () => {
  const tryNow = () => mayTry(house, what, 'fönster@exempel.se')
  for (let tries = 0; tries < most; tries++) expect(await tryNow()).toBe(true)
  house.clock.forward({ minutes: 14 })
  expect(await tryNow()).toBe(false)
  house.clock.forward({ minutes: 2 })
  expect(await tryNow()).toBe(true)
})

test('one person and one matter do not spend the tries of another', async () => {
  for (let tries = 0; tries <= most; tries++) await mayTry(house, what, 'ena@exempel.se')
  expect(await mayTry(house, what, 'ena@exempel.se')).toBe(false)
  expect(await mayTry(house, what, 'andra@exempel.se')).toBe(true)
  expect(await mayTry(house, 'log in to an account', 'ena@exempel.se')).toBe(true)
})

test('what is forgotten begins from nothing', async () => {
  for (let tries = 0; tries <= most; tries++) await mayTry(house, what, 'minns@exempel.se')
  await forgetTries(house.db, what, 'minns@exempel.se')
  expect(await mayTry(house, what, 'minns@exempel.se')).toBe(true)
})

test('nobody can be read out of the table, and what has lapsed can be cleared', async () => {
  await mayTry(house, what, 'hemlig@exempel.se')
  const keys = await house.db.selectFrom('attempts').select('key').execute()
  expect(JSON.stringify(keys)).not.toContain('hemlig')
  await deleteOldAttempts(house.db, new Date(house.clock.now().getTime() + 3_600_000))
  expect(await house.db.selectFrom('attempts').select('key').execute()).toEqual([])
})

test('a household of IPv6 counts as one, whichever of its addresses it comes from', async () => {
  const from = (last: number) => mayTry(house, 'recovery from an address', `2001:db8:4:7:${last.toString(16)}::${last}`)
  const answers: boolean[] = []
  for (let last = 1; last <= 30; last++) answers.push(await from(last))
  expect(answers.filter(Boolean)).toHaveLength(20)
  expect(await mayTry(house, 'recovery from an address', '2001:db8:4:8::1')).toBe(true)
})

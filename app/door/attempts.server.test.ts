import { expect, test, vi } from 'vitest'
import { useHouse } from '../../test/support/house'
import { deleteOldAttempts, forgetTries, type Limited, mayTry } from './attempts.server'

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

test('a limit is said to be spent by the try that does not pass, and not by the last that does', async () => {
  const log = { ...house.log, security: vi.fn() }
  for (let tries = 0; tries < most; tries++) await mayTry({ ...house, log }, what, 'säger@exempel.se')
  expect(log.security).not.toHaveBeenCalled()
  expect(await mayTry({ ...house, log }, what, 'säger@exempel.se')).toBe(false)
  expect(log.security.mock.calls).toEqual([[{ kind: 'limit spent', what }]])
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

test.each<[Limited, number, number]>([
  ['log in to an account', 10, 15],
  ['log in from an address', 100, 15],
  ['log in from a known browser', 10, 15],
  ['api token', 60, 15],
  ['api from an address', 1_200, 15],
  ['api for somebody', 600, 15],
  ['api by a key', 1_200, 15],
  ['wrong api key', 30, 15],
  ['passkey challenge', 300, 15],
  ['second factor', 10, 15],
  ['second factor of an account', 10, 15],
  ['second factor from a known browser', 10, 15],
  ['recovery for an account', 3, 15],
  ['recovery from a known browser', 3, 15],
  ['recovery from an address', 20, 15],
  ['sign up from an address', 30, 60],
  ['verification mail', 5, 60],
  ['password check', 10, 15],
  ['admin door', 20, 60],
  ['phone code to a number', 5, 60],
  ['phone code for somebody', 5, 60],
  ['phone code from an address', 20, 60],
  ['phone codes in all', 300, 60],
  ['word of too many codes', 1, 60],
  ['guard link', 30, 60],
  ['guard link again', 3, 60],
  ['alarm answer without a word', 10, 60],
  ['booking message', 30, 60],
  ['push renewed from an address', 60, 60],
  ['contact message', 10, 60],
  ['centre test', 20, 60],
  ['circle question by somebody', 10, 24 * 60],
  ['circle question to somebody', 3, 7 * 24 * 60],
])('%s: %d tries in %d minutes, and no more', async (limited, most, minutes) => {
  await house.db.deleteFrom('attempts').execute()
  const tryNow = () => mayTry(house, limited, 'någon')
  house.clock.forward({})
  expect(await tryNow()).toBe(true)
  await house.db.updateTable('attempts').set({ count: most }).execute()
  expect(await tryNow()).toBe(false)
  house.clock.forward({ minutes: minutes - 1 })
  await house.db
    .updateTable('attempts')
    .set({ count: most - 1 })
    .execute()
  if (most > 1) expect([await tryNow(), await tryNow()]).toEqual([true, false])
  house.clock.forward({ minutes: 1 })
  expect(await tryNow()).toBe(true)
})

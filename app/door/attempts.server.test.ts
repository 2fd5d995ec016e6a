import { expect, test, vi } from 'vitest'
import { useHouse } from '../../test/support/house'
import { deleteOldAttempts, forgetTries, type Limited, mayTry } from './attempts.server'

const house = useHouse()

const what = 'recovery for an account'
const most = 3

test('exactly the limit of a hundred simultaneous attempts pass (race condition)', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => mayTry(house, what, 'alla@exempel.se')))
  expect(answers.filter(Boolean)).toHaveLength(most)
})

test('the window begins with the first attempt, and refused attempts do not extend it', async () => {
  const tryNow = () => mayTry(house, what, 'fönster@exempel.se')
  for (let tries = 0; tries < most; tries++) expect(await tryNow()).toBe(true)
  house.clock.forward({ minutes: 14 })
  expect(await tryNow()).toBe(false)
  house.clock.forward({ minutes: 2 })
  expect(await tryNow()).toBe(true)
})

test('logs that a limit is reached at the first refused attempt', async () => {
  const log = { ...house.log, security: vi.fn() }
  for (let tries = 0; tries < most; tries++) await mayTry({ ...house, log }, what, 'säger@exempel.se')
  expect(log.security).not.toHaveBeenCalled()
  expect(await mayTry({ ...house, log }, what, 'säger@exempel.se')).toBe(false)
  expect(log.security.mock.calls).toEqual([[{ kind: 'limit spent', what }]])
})

test('counts each person and each kind of limit separately', async () => {
  for (let tries = 0; tries <= most; tries++) await mayTry(house, what, 'ena@exempel.se')
  expect(await mayTry(house, what, 'ena@exempel.se')).toBe(false)
  expect(await mayTry(house, what, 'andra@exempel.se')).toBe(true)
  expect(await mayTry(house, 'log in to an account', 'ena@exempel.se')).toBe(true)
})

test('forgetTries() resets the count', async () => {
  for (let tries = 0; tries <= most; tries++) await mayTry(house, what, 'minns@exempel.se')
  await forgetTries(house.db, what, 'minns@exempel.se')
  expect(await mayTry(house, what, 'minns@exempel.se')).toBe(true)
})

test('stores no readable address, and deletes expired attempts', async () => {
  await mayTry(house, what, 'hemlig@exempel.se')
  const keys = await house.db.selectFrom('attempts').select('key').execute()
  expect(JSON.stringify(keys)).not.toContain('hemlig')
  await deleteOldAttempts(house.db, new Date(house.clock.now().getTime() + 3_600_000))
  expect(await house.db.selectFrom('attempts').select('key').execute()).toEqual([])
})

test('counts the addresses of one IPv6 /64 network together', async () => {
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
])('limits %s to %d attempts in %d minutes', async (limited, most, minutes) => {
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

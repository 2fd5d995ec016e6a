import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lendPhoneStore } from '../../../../test/support/counterparts/phone-store'
import { confirmed } from './confirmed'
import { type KeptAlarm, readKept } from './kept-alarms'
import { openSaving } from './saving'

/** The store does not answer. */
let isSilent = false
/** How often the store was opened. */
let asked = 0

beforeEach(() => {
  isSilent = false
  asked = 0
  lendPhoneStore()
  const { open } = indexedDB
  indexedDB.open = function (...given) {
    asked++
    return isSilent ? ({} as IDBOpenDBRequest) : open.apply(this, given)
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const alarm = (key: string): KeptAlarm => ({
  ...{ key, memberId: 'm1', message: 'Någon är i källaren' },
  ...{ position: null, isTest: false, writtenAt: Date.now() },
})

const keysKept = async () => (await readKept()).map(({ key }) => key)

test('an alarm that the store did not take is saved at the next try, and a saved one is not saved again', async () => {
  const told: [string, boolean][] = []
  const saving = openSaving(({ key }, isSaved) => told.push([key, isSaved]))
  const [one, other] = [alarm('k1'), alarm('k2')]
  expect(await saving.save(other)).toBe(true)
  isSilent = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = saving.save(one)
  expect(saving.isSaved(one)).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await first).toBe(false)
  vi.useRealTimers()
  expect([saving.isSaved(one), saving.isSaved(other)]).toEqual([false, true])

  isSilent = false
  saving.saveIfUnsaved(other)
  saving.saveIfUnsaved(one)
  await expect.poll(() => saving.isSaved(one)).toBe(true)
  expect((await keysKept()).sort()).toEqual(['k1', 'k2'])
  expect(told).toEqual([
    ['k2', true],
    ['k1', false],
    ['k1', true],
  ])
})

test('a confirmed alarm takes the place of the old one in the write that keeps it', async () => {
  const old = alarm('old')
  const saving = openSaving()
  await saving.save(old)
  const copy = confirmed(old, Date.now())
  asked = 0
  await saving.save(copy)
  expect(await keysKept()).toEqual([copy.key])
  // One to write, and one to read it back here.
  expect(asked).toBe(2)
})

test('concurrent saves of one alarm share one write, and another alarm does not wait', async () => {
  const saving = openSaving()
  const one = alarm('k1')
  const [first, second, other] = [saving.save(one), saving.save(one), saving.save(alarm('k2'))]
  expect(second).toBe(first)
  expect(await Promise.all([first, other])).toEqual([true, true])
  expect(asked).toBe(2)
  await saving.save(one)
  expect(asked).toBe(3)
})

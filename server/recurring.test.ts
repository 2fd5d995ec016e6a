import { afterEach, expect, test } from 'vitest'
import type { FaultBook } from '~/platform/faults/faults.server'
import type { House } from '~/platform/house.server'
import { namesOf } from '~/shared/chosen'
import { chores } from '~/upkeep/public'
import { readChores } from '~/upkeep/public.server'
import { useHouse } from '../test/support/house'
import { type Recurring, startRecurring } from './recurring'

const house = useHouse()
let recurring: Recurring | null = null
afterEach(async () => {
  await recurring?.stop()
  recurring = null
})

/** Runs all chores once, with one of the house's ports replaced, and returns how each ended. */
async function endsOf(given: Partial<House>) {
  recurring = startRecurring(() => ({ ...house, ...given }))
  const ended = async () => (await readChores(house)).filter(({ succeededAt, failedAt }) => succeededAt ?? failedAt)
  await expect.poll(async () => (await ended()).length).toBe(namesOf(chores).length)
  return ended()
}

test('every chore succeeds at start, and its last success is stored', async () => {
  const ends = await endsOf({})
  expect(ends.filter(({ failedAt }) => failedAt !== null)).toEqual([])
  await recurring?.stop()
  expect(await readChores(house)).toEqual(ends)
})

test('a chore that fails is noted as a fault and keeps its last success', async () => {
  const before = (await readChores(house)).find(({ name }) => name === 'what is left to send SMS for')
  const noted: string[] = []
  const faults: FaultBook = { note: ({ place }) => void noted.push(place), async close() {} }
  const sms = { ...house.sms, balance: () => Promise.reject(new Error('the provider broke')) }
  const config = { ...house.config, sms: { ...house.config.sms, adapter: '46elks' as const } }
  recurring = startRecurring(() => ({ ...house, config, sms, faults }))
  const after = async () => (await readChores(house)).find(({ name }) => name === 'what is left to send SMS for')
  await expect.poll(async () => (await after())?.failedAt).not.toBeNull()
  expect((await after())?.succeededAt).toEqual(before?.succeededAt)
  expect(noted).toEqual(['what is left to send SMS for'])
})

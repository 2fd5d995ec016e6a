import { expect, test } from 'vitest'
import { inHalves } from './in-halves'

const poison = new Error('poison')

async function run(items: number[], bad: number[], other: Error | null = null) {
  const done: number[] = []
  const apart: number[] = []
  let tries = 0
  await inHalves(items, {
    async work(these) {
      tries++
      if (other) throw other
      if (these.some((each) => bad.includes(each))) throw poison
      done.push(...these)
    },
    isOnesFault: (error) => error === poison,
    alone: async (item) => apart.push(item),
  })
  return { done, apart, tries }
}

const hundred = Array.from({ length: 100 }, (_, n) => n)

test('finds one bad item in a hundred by bisection, and processes the others in order', async () => {
  const { done, apart, tries } = await run(hundred, [37])
  expect(apart).toEqual([37])
  expect(done).toEqual(hundred.filter((n) => n !== 37))
  expect(tries).toBeLessThanOrEqual(15)
})

test('handles all items bad, and none bad in one try', async () => {
  expect((await run([1, 2, 3], [1, 2, 3])).apart).toEqual([1, 2, 3])
  expect(await run(hundred, [])).toEqual({ done: hundred, apart: [], tries: 1 })
})

test('throws a fault that is not one item’s, without bisecting', async () => {
  await expect(run(hundred, [], new Error('away'))).rejects.toThrow('away')
})

import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { DatabaseAway } from '../database/errors.server'
import { oneRun, setAsideBefore, type Turn } from './one-run'

const waited = Object.assign(new pg.DatabaseError('lock timeout', 0, 'error'), { code: '55P03' })
const away = new DatabaseAway()
const broken = new Error('broken')
const refuse = (what: string) => {
  throw new Error(what)
}

test('through carries out items until none is due, without those that failed, and throws the first error at the end', async () => {
  const due = ['a', 'b', 'c', 'd']
  const done: string[] = []
  const run = oneRun(async ({ through }) => {
    const count = await through(async ({ setAside, claimed }) => {
      const item = due.find((one) => !setAside.includes(one) && !done.includes(one))
      if (item === undefined) return false
      claimed(item)
      if (item === 'b' || item === 'c') refuse(`${item} is broken`)
      done.push(item)
      return true
    })
    expect(count).toBe(2)
  })
  await expect(run).rejects.toThrow('b is broken')
  expect(done).toEqual(['a', 'd'])
})

test('what follows a step that failed is still done, and sees what was set aside', async () => {
  const seen: (readonly string[])[] = []
  const run = oneRun(async ({ through }) => {
    await through(async ({ setAside, claimed }) => {
      if (setAside.length > 0) return false
      claimed('a')
      return refuse('a is broken')
    })
    await through(async ({ setAside }) => {
      seen.push([...setAside])
      return false
    })
  })
  await expect(run).rejects.toThrow('a is broken')
  expect(seen).toEqual([['a']])
})

test('an error before anything was claimed ends the run at once', async () => {
  let asked = 0
  const run = oneRun(({ through }) =>
    through(async () => {
      asked++
      return refuse('the database is away')
    }),
  )
  await expect(run).rejects.toThrow('the database is away')
  expect(asked).toBe(1)
})

test('each carries out all items of a list, and counts those that had something to do', async () => {
  const done: number[] = []
  const counts: number[] = []
  const run = oneRun(async ({ each }) => {
    counts.push(
      await each([1, 2, 3, 4], String, async (item) => {
        if (item === 1) refuse('one is broken')
        done.push(item)
        return item !== 4
      }),
    )
  })
  await expect(run).rejects.toThrow('one is broken')
  expect([done, counts]).toEqual([[2, 3, 4], [2]])
})

test('each ends at the first item that finds the database away, since all others would wait for it too', async () => {
  const tried: number[] = []
  const run = oneRun(({ each }) =>
    each([1, 2, 3], String, async (item) => {
      tried.push(item)
      if (item === 2) throw new DatabaseAway()
      return true
    }),
  )
  await expect(run).rejects.toThrow(DatabaseAway)
  expect(tried).toEqual([1, 2])
})

test('an item that had to wait too long for a lock holds up none, and hides no fault of another', async () => {
  const done: number[] = []
  const run = oneRun(({ each }) =>
    each([1, 2, 3], String, async (item) => {
      if (item === 1) throw waited
      if (item === 2) refuse('two is broken')
      done.push(item)
      return true
    }),
  )
  await expect(run).rejects.toThrow('two is broken')
  expect(done).toEqual([3])
  const onlyWaited = oneRun(({ each }) => each([1], String, () => Promise.reject(waited)))
  await expect(onlyWaited).rejects.toBe(waited)
})

test('an outage that ends a run hides no fault of an item before it', async () => {
  const work = async (item: number) => {
    if (item === 1) refuse('one is broken')
    throw new DatabaseAway()
  }
  await expect(oneRun(({ each }) => each([1, 2, 3], String, work))).rejects.toThrow('one is broken')
})

test.each([
  ['its own fault, whenever it came', [waited, broken, away], broken],
  ['an outage before a lock that was waited for', [waited, away], away],
  ['the first of equals', [broken, new Error('another')], broken],
] as const)('throws the worst of what went wrong: %s', async (_, failures, worst) => {
  const run = oneRun(async ({ each }) => {
    await each(failures, String, (failure) => Promise.reject(failure))
  })
  await expect(run).rejects.toBe(worst)
})

test('the error of a run tells which items of a list failed, which no later claim is asked to leave out', async () => {
  const seen: (readonly string[])[] = []
  const run = oneRun(async ({ each, through }) => {
    await through(async ({ setAside, claimed }) => {
      if (setAside.length > 0) return false
      claimed('a')
      return refuse('a is broken')
    })
    await each(
      ['12540', '12541'],
      (postcode) => `postcode ${postcode}`,
      async (postcode) => (postcode === '12540' ? refuse('no') : true),
    )
    // Names of a list are no ids: a claim compares what it leaves out with the ids of its rows.
    await through(async ({ setAside }) => {
      seen.push([...setAside])
      return false
    })
  })
  const error = await run.catch((error: unknown) => error)
  expect(setAsideBefore(error)).toEqual({ setAside: ['a', 'postcode 12540'] })
  expect(seen).toEqual([['a']])
})

test('a run without a failure returns its value', async () => {
  expect(await oneRun(async () => 7)).toBe(7)
})

describe('inBatches', () => {
  /** Carries out what is due, all or nothing; the item `broken` cannot be. */
  function rows(due: number[], broken: number | null) {
    const done: number[] = []
    const sizes: number[] = []
    const next = async (most: number, { setAside, claimed }: Turn) => {
      const taken = due.filter((one) => !done.includes(one) && !setAside.includes(String(one))).slice(0, most)
      sizes.push(taken.length)
      if (taken[0] !== undefined) claimed(String(taken[0]))
      if (taken.some((one) => one === broken)) refuse(`${broken} is broken`)
      done.push(...taken)
      return taken.length
    }
    return { next, done, sizes }
  }

  test('goes on until a batch is not full', async () => {
    const { next, done, sizes } = rows([1, 2, 3, 4, 5], null)
    expect(await oneRun(({ inBatches }) => inBatches(2, next))).toBe(5)
    expect([done, sizes]).toEqual([
      [1, 2, 3, 4, 5],
      [2, 2, 1],
    ])
  })

  test('carries out each alone once a batch has failed, sets the broken one aside, and counts the others', async () => {
    const { next, done } = rows([1, 2, 3, 4, 5], 4)
    let count = 0
    const run = oneRun(async ({ inBatches }) => {
      count = await inBatches(2, next)
    })
    await expect(run).rejects.toThrow('4 is broken')
    expect([done, count]).toEqual([[1, 2, 3, 5], 4])
  })

  test('ends at once if nothing can be claimed', async () => {
    let asked = 0
    const run = oneRun(({ inBatches }) =>
      inBatches(2, async () => {
        asked++
        return refuse('the database is away')
      }),
    )
    await expect(run).rejects.toThrow('the database is away')
    expect(asked).toBe(2)
  })
})

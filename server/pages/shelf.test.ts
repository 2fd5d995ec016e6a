import { beforeEach, expect, test } from 'vitest'
import type { KeptPage } from './kept-page'
import { openShelf, type Shelf } from './shelf'

let now = 0
let shelf: Shelf
beforeEach(() => {
  now = Date.parse('2026-11-20T12:00:10Z')
  shelf = openShelf({ mostPages: 3, mostBytes: 1_000 }, { now: () => new Date(now) })
})

const page = (text: string, size = 10) => ({ text, size }) as KeptPage
const about = (subject: string) => ({ subject, lastsMs: 5_000, alsoIn: (text: string) => text.split(' ') })
const make = (key: string, subject = 'a', made: KeptPage | null = page('')) =>
  shelf.make(key, about(subject), async () => made)
const lying = (...keys: string[]) => keys.filter((key) => shelf.find(key))

test('evicts the least recently used page when there are too many', async () => {
  for (const key of ['1', '2', '3']) await make(key)
  shelf.find('1')
  await make('4')
  expect(lying('1', '2', '3', '4')).toEqual(['1', '3', '4'])
})

test('evicts pages over the size limit, and does not keep one that alone exceeds it', async () => {
  await make('1', 'a', page('', 600))
  await make('2', 'a', page('', 600))
  expect(lying('1', '2')).toEqual(['2'])
  await make('3', 'a', page('', 1_001))
  expect(lying('2', '3')).toEqual([])
})

test('invalidating a subject removes the pages about it and no others, and null removes all', async () => {
  await make('1', 'a', page('x'))
  await make('2', 'b', page('y'))
  shelf.end(new Set(['x']))
  expect(lying('1', '2')).toEqual(['2'])
  shelf.end(null)
  expect(lying('2')).toEqual([])
})

/** That the page is about x is known only from its text, once it is rendered; the invalidation came before. */
test.each([['a'], ['x']])(
  'a page that is invalidated by %s while it renders goes to its first visitor only',
  async (word) => {
    let finish: (page: KeptPage) => void = () => {}
    const made = shelf.make('1', about('a'), () => new Promise((resolve) => (finish = resolve)))
    const waiting = shelf.underWay('1')
    shelf.end(new Set([word]))
    // A later visitor does not wait for a page that is already known to be stale.
    expect(shelf.underWay('1') === null).toBe(word === 'a')
    finish(page('x'))
    expect([(await made)?.text, await waiting, shelf.find('1')]).toEqual(['x', null, null])
  },
)

test('a failed rendering is neither kept nor shared with those who wait, and is tried again', async () => {
  const failing = shelf.make('1', about('a'), () => Promise.reject(new Error('no')))
  const waiting = shelf.underWay('1')
  await expect(failing).rejects.toThrow('no')
  expect([await waiting, shelf.underWay('1')]).toEqual([null, null])
  await make('1', 'a', null)
  expect(lying('1')).toEqual([])
  await make('1')
  expect(lying('1')).toEqual(['1'])
})

test('a page expires after its lifetime, at the end of the minute, and when the clock is set back', async () => {
  await make('1')
  now += 4_999
  expect(lying('1')).toEqual(['1'])
  now += 1
  expect(lying('1')).toEqual([])
  now = Date.parse('2026-11-20T12:00:58Z')
  await make('2')
  now += 2_000
  expect(lying('2')).toEqual([])
  await make('3')
  now -= 1
  expect(lying('3')).toEqual([])
})

import { data } from 'react-router'
import { describe, expect, it } from 'vitest'
import { askAgain, keepWhatIsShown } from './keep-what-is-shown'

const shown = { address: '/larm?sida=2', data: { root: { name: 'Astrid' }, page: { alarms: 1 }, bare: undefined } }
const lost = (id: string) => ({ [id]: { type: 'error' as const, result: new TypeError('Failed to fetch') } })
const request = (address = '/larm?sida=2', method = 'GET') =>
  new Request(new URL(address, 'https://kvartera.example'), { method })

/** Revalidates with the given loader results. Returns what the page gets, and whether the revalidation succeeded. */
async function look(answered: Parameters<typeof keepWhatIsShown>[1], asked = request()) {
  let results: Awaited<ReturnType<typeof answered>> = {}
  const isFresh = await askAgain(shown, async () => {
    results = await keepWhatIsShown({ request: asked }, answered)
  })
  return { results, isFresh }
}

describe('a page that asks its loaders again', () => {
  it('stands as it was when the line broke on the way, and knows it', async () => {
    const { results, isFresh } = await look(async () => ({ ...lost('root'), ...lost('page') }))
    expect(results).toEqual({
      root: { type: 'data', result: { name: 'Astrid' } },
      page: { type: 'data', result: { alarms: 1 } },
    })
    expect(isFresh).toBe(false)
  })

  it('shows what came', async () => {
    const fresh = { page: { type: 'data' as const, result: { alarms: 2 } } }
    expect(await look(async () => fresh)).toEqual({ results: fresh, isFresh: true })
  })

  it.each([
    ['a page that is no longer there', { page: { type: 'error' as const, result: data(null, 404) } }],
    ['a fault in the page', { page: { type: 'error' as const, result: new RangeError('too far') } }],
    ['a part that was never shown', { ...lost('root'), ...lost('bare') }],
  ])('goes on to %s', async (_, results) => {
    expect(await look(async () => results)).toEqual({ results, isFresh: true })
  })

  it.each([
    ['another page', request('/larm?sida=3')],
    ['what was sent', request('/larm?sida=2', 'POST')],
  ])('keeps nothing in the place of %s', async (_, asked) => {
    const results = lost('page')
    expect(await look(async () => results, asked)).toEqual({ results, isFresh: true })
  })

  it('keeps nothing when nobody looked', async () => {
    const results = lost('page')
    expect(await keepWhatIsShown({ request: request() }, async () => results)).toBe(results)
  })
})

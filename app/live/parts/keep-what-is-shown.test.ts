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

describe('a page that revalidates its loaders', () => {
  it('keeps its data when the connection fails, and reports that it is stale', async () => {
    const { results, isFresh } = await look(async () => ({ ...lost('root'), ...lost('page') }))
    expect(results).toEqual({
      root: { type: 'data', result: { name: 'Astrid' } },
      page: { type: 'data', result: { alarms: 1 } },
    })
    expect(isFresh).toBe(false)
  })

  it('shows new data', async () => {
    const fresh = { page: { type: 'data' as const, result: { alarms: 2 } } }
    expect(await look(async () => fresh)).toEqual({ results: fresh, isFresh: true })
  })

  it.each([
    ['a 404', { page: { type: 'error' as const, result: data(null, 404) } }],
    ['an error thrown by the page', { page: { type: 'error' as const, result: new RangeError('too far') } }],
    ['a part that was never shown', { ...lost('root'), ...lost('bare') }],
  ])('does not hide %s', async (_, results) => {
    expect(await look(async () => results)).toEqual({ results, isFresh: true })
  })

  it.each([
    ['another page', request('/larm?sida=3')],
    ['a submitted form', request('/larm?sida=2', 'POST')],
  ])('keeps no old data in place of %s', async (_, asked) => {
    const results = lost('page')
    expect(await look(async () => results, asked)).toEqual({ results, isFresh: true })
  })

  it('keeps no old data outside of a revalidation', async () => {
    const results = lost('page')
    expect(await keepWhatIsShown({ request: request() }, async () => results)).toBe(results)
  })
})

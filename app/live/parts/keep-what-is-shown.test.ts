import { data, redirect } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { askAgain, keepWhatIsShown, stayAfterForms } from './keep-what-is-shown'

const shown = { address: '/larm?sida=2', data: { root: { name: 'Astrid' }, page: { alarms: 1 }, bare: undefined } }
const lost = (id: string) => ({ [id]: { type: 'error' as const, result: new TypeError('Failed to fetch') } })
const request = (address = '/larm?sida=2', method = 'GET') =>
  new Request(new URL(address, 'https://kvartera.example'), { method })

/** Revalidates with the given loader results. Returns what the page gets, and whether the revalidation succeeded. */
async function look(
  answered: Parameters<typeof keepWhatIsShown>[1],
  asked = request(),
  holds?: (isRedirected: boolean) => Promise<boolean>,
) {
  let results: Awaited<ReturnType<typeof answered>> = {}
  const isFresh = await askAgain({ ...shown, holds }, async () => {
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

  const toLogin = () => ({
    root: { type: 'error' as const, result: redirect('/auth') },
    page: { type: 'error' as const, result: redirect('/auth') },
  })

  it('keeps its data when the session has ended meanwhile and the page stays open after that', async () => {
    const holds = vi.fn(async (_isRedirected: boolean) => false)
    const { results, isFresh } = await look(async () => toLogin(), request(), holds)
    expect(results).toEqual({
      root: { type: 'data', result: { name: 'Astrid' } },
      page: { type: 'data', result: { alarms: 1 } },
    })
    // The server was reached.
    expect(isFresh).toBe(true)
    expect(holds.mock.calls).toEqual([[true]])
  })

  it('asks whether the session has ended only when it is redirected', async () => {
    const holds = vi.fn(async (_isRedirected: boolean) => false)
    const fresh = { page: { type: 'data' as const, result: { alarms: 2 } } }
    expect((await look(async () => fresh, request(), holds)).results).toEqual(fresh)
    expect(holds).not.toHaveBeenCalled()
  })

  it.each([
    ['a page that does not stay open', undefined],
    ['a page whose session has not ended', async () => true],
  ])('lets a redirect through for %s', async (_, holds) => {
    const results = toLogin()
    expect((await look(async () => results, request(), holds)).results).toBe(results)
  })

  it('keeps no old data outside of a revalidation', async () => {
    const results = lost('page')
    expect(await keepWhatIsShown({ request: request() }, async () => results)).toBe(results)
  })
})

describe('a page whose form was taken, and whose reload after it fails', () => {
  let leave = () => {}
  afterEach(() => leave())

  function stays(isAfterForm = true) {
    const onReload = vi.fn()
    leave = stayAfterForms({ afterForm: () => (isAfterForm ? shown : null), onReload })
    return onReload
  }

  it('keeps its data, and is told that it may be stale', async () => {
    const onReload = stays()
    expect(await keepWhatIsShown({ request: request() }, async () => lost('page'))).toEqual({
      page: { type: 'data', result: { alarms: 1 } },
    })
    expect(onReload.mock.calls).toEqual([[false]])
  })

  it('is told when a reload succeeds', async () => {
    const onReload = stays()
    const fresh = { page: { type: 'data' as const, result: { alarms: 2 } } }
    expect(await keepWhatIsShown({ request: request() }, async () => fresh)).toBe(fresh)
    expect(onReload.mock.calls).toEqual([[true]])
  })

  it.each([
    ['a link was followed', () => stays(false), request()],
    ['the form led to another page', () => stays(), request('/larm?sida=3')],
    [
      'the page has been left',
      () => {
        const onReload = stays()
        leave()
        return onReload
      },
      request(),
    ],
  ])('does not hide the fault when %s', async (_, open, asked) => {
    const onReload = open()
    const results = lost('page')
    expect(await keepWhatIsShown({ request: asked }, async () => results)).toBe(results)
    expect(onReload).not.toHaveBeenCalled()
  })

  it('lets a redirect through, as to the login', async () => {
    const onReload = stays()
    const results = { page: { type: 'error' as const, result: redirect('/auth') } }
    expect(await keepWhatIsShown({ request: request() }, async () => results)).toBe(results)
    expect(onReload.mock.calls).toEqual([[true]])
  })

  it.each([
    ['the first leaves', 0],
    ['the second leaves', 1],
  ])('tells the page that is left of two when %s', async (_, leaving) => {
    const first = stays()
    const leaveFirst = leave
    const second = stays()
    const pages = [
      { leaves: leaveFirst, told: first },
      { leaves: leave, told: second },
    ]
    const gone = pages.splice(leaving, 1)[0]
    gone?.leaves()
    await keepWhatIsShown({ request: request() }, async () => lost('page'))
    expect(gone?.told).not.toHaveBeenCalled()
    expect(pages[0]?.told.mock.calls).toEqual([[false]])
    pages[0]?.leaves()
    leave = () => {}
  })

  it('hears of its own reloads too', async () => {
    const onReload = stays()
    await look(async () => lost('page'))
    await look(async () => ({ page: { type: 'data' as const, result: { alarms: 2 } } }))
    expect(onReload.mock.calls).toEqual([[false], [true]])
  })
})

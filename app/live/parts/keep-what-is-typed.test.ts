import { type DataStrategyResult, data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepWhatIsTyped } from './keep-what-is-typed'

const typed = { intent: 'save', name: 'Städbolaget', bio: 'Vi städar\r\ni hela Älvsjö.', password: 'gullviva62' }
const kept = { intent: 'save', name: 'Städbolaget', bio: 'Vi städar\r\ni hela Älvsjö.' }
const post = (body: Record<string, string> = typed) =>
  new Request('https://kvartera.example/foretag', { method: 'POST', body: new URLSearchParams(body) })
const ended = (result: unknown): Record<string, DataStrategyResult> => ({ page: { type: 'error', result } })
const answered = (status: number) => new ErrorResponse(status, '', '<!doctype html><h1>Nej</h1>')

const say = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/foretag' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  say.mockClear()
})

/** Fakes whether the page shows the answer in an error summary, as a form does. */
function shows(summary: boolean) {
  vi.stubGlobal('document', {
    querySelector: (wanted: string) => (wanted === '[data-error-summary]' && summary) || null,
  })
}

type Answer = {
  data: { intent: string; values: object; refusal: { title: string; message: string } }
  init: { status: number }
}
async function send(results: Record<string, DataStrategyResult>, request = post()) {
  const result = (await keepWhatIsTyped(say)({ request }, async () => results)).page
  return { type: result?.type, answer: result?.result as Answer }
}

describe('a form that got no answer', () => {
  it.each([
    ['a database that is down', answered(503), /troligen inte sparat/],
    ['a gateway timeout', answered(504), /vet inte om/],
    ['a bad gateway', answered(502), /vet inte om/],
    ['a network error, as the router passes it on', data(new TypeError('Failed to fetch')), /vet inte om/],
    ['a network error', new TypeError('Failed to fetch'), /vet inte om/],
  ])('keeps what was typed except the password, and says whether it was saved: %s', async (_, error, words) => {
    shows(true)
    const { type, answer } = await send(ended(error))
    expect(type).toBe('data')
    expect(answer.data).toMatchObject({ intent: 'save', values: kept, refusal: { ok: false, fields: {} } })
    expect(answer.data.refusal.message).toMatch(words)
    expect(answer.data.refusal.message).toContain('Det du skrev står kvar')
    // A 4xx or 5xx status keeps the router from revalidating loaders on a server that is away.
    expect(answer.init.status).toBe(503)
    vi.runAllTimers()
    expect(say).not.toHaveBeenCalled()
  })

  it('shows a notice when the page has no error summary', async () => {
    shows(false)
    const { answer } = await send(ended(answered(503)), post({ intent: 'confirm', id: '7' }))
    expect(say).not.toHaveBeenCalled()
    vi.runAllTimers()
    const message = 'Det är troligen inte sparat. Vänta en stund, se efter, och försök igen om det saknas.'
    expect(say.mock.calls).toEqual([[{ tone: 'destructive', title: answer.data.refusal.title, message }]])
  })

  it('is sent once, without a retry', async () => {
    shows(true)
    const next = vi.fn(async () => ended(new TypeError('Failed to fetch')))
    await keepWhatIsTyped(say)({ request: post() }, next)
    vi.runAllTimers()
    expect(next).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a 404', ended(answered(404))],
    ['a 500, which has a request id,', ended(answered(500))],
    ['a redirect to the login', ended(new Response(null, { status: 302 }))],
    ['an answer with a refusal', { page: { type: 'data' as const, result: data({ refusal: null }, 422) } }],
  ])('leaves %s to the page', async (_, results) => {
    expect(await keepWhatIsTyped(say)({ request: post() }, async () => results)).toBe(results)
  })

  it('leaves a failed GET to the page', async () => {
    const results = ended(answered(503))
    const request = new Request('https://kvartera.example/foretag')
    expect(await keepWhatIsTyped(say)({ request }, async () => results)).toBe(results)
  })

  it('leaves a form that was sent to another address, such as the logout, to the page', async () => {
    const results = ended(answered(503))
    const request = new Request('https://kvartera.example/logout', { method: 'POST', body: new FormData() })
    expect(await keepWhatIsTyped(say)({ request }, async () => results)).toBe(results)
  })

  it('keeps the page also for a request that is not a form', async () => {
    shows(true)
    const request = new Request('https://kvartera.example/foretag', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect((await send(ended(answered(503)), request)).answer.data).toMatchObject({ intent: '', values: {} })
  })
})

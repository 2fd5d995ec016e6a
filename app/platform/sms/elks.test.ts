import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ElksServer, startElks } from '../../../test/support/counterparts/elks-server'
import type { Mood } from '../../../test/support/counterparts/moody-server'
import { soon } from '../../../test/support/pace/soon'
import { openElks } from './elks.server'

const account = { username: 'u1', password: 'hemligt', sender: '+46766860000' }
const sms = { recipient: '+46701740633', text: 'Åsa, ärendet är på väg! €5 & mer' }
let server: ElksServer

beforeEach(async () => {
  server = await startElks(account)
})
afterEach(async () => {
  await server.close()
  vi.restoreAllMocks()
})

const sender = (given: Partial<typeof account> = {}) =>
  openElks(
    { ...account, url: server.url, ...given },
    (id, attempt) => `http://kvartera.test/report?key=k&ref=${id}&try=${attempt}`,
  )

test('sends an SMS unchanged, with the URL for its delivery reports', async () => {
  const answer = await sender().send(sms, '42', 3)
  expect(server.taken).toMatchObject([
    {
      from: account.sender,
      to: sms.recipient,
      message: sms.text,
      whenDelivered: 'http://kvartera.test/report?key=k&ref=42&try=3',
    },
  ])
  expect(answer).toEqual({ kind: 'delivered', providerId: server.taken[0]?.id, parts: 1, cost: 5200 })
})

test.each<[string, Mood, object]>([
  ['a rejected SMS (400)', { status: 400, body: 'Invalid' }, { kind: 'permanent', reason: '46elks 400' }],
  ['an SMS that is too large (413)', { status: 413 }, { kind: 'permanent', reason: '46elks 413' }],
  ['an SMS with an invalid parameter (422)', { status: 422 }, { kind: 'permanent', reason: '46elks 422' }],
  ['refused credentials (401)', { status: 401 }, { kind: 'temporary', reason: '46elks 401' }],
  ['an account without money (402)', { status: 402 }, { kind: 'temporary', reason: '46elks 402' }],
  ['too many requests (429)', { status: 429 }, { kind: 'temporary', reason: '46elks 429' }],
  ['a server error (500)', { status: 500 }, { kind: 'temporary', reason: '46elks 500' }],
  [
    'an HTML page instead of an answer',
    'a page of HTML',
    { kind: 'unanswered', reason: '46elks: not an answer of theirs' },
  ],
  ['a bad gateway (502)', { status: 502 }, { kind: 'unanswered', reason: '46elks 502' }],
  ['an SMS that was created (299)', { status: 299, body: '{"id":"s1"}' }, { kind: 'delivered', providerId: 's1' }],
  ['a status just above success (300)', { status: 300 }, { kind: 'temporary', reason: '46elks 300' }],
  ['an SMS with an empty id', { status: 200, body: '{"id":""}' }, { kind: 'unanswered' }],
  ['an SMS with an id of one character', { status: 200, body: '{"id":"s"}' }, { kind: 'delivered', providerId: 's' }],
  [
    'an SMS with an id of 101 characters',
    { status: 200, body: JSON.stringify({ id: 's'.repeat(101) }) },
    { kind: 'unanswered' },
  ],
  ['a gateway timeout (504)', { status: 504 }, { kind: 'unanswered', reason: '46elks 504' }],
  ['a redirect (302)', { status: 302 }, { kind: 'temporary', reason: '46elks 302' }],
  ['an answer without an id', { status: 200, body: '{"status":"created"}' }, { kind: 'unanswered' }],
  ['a connection that breaks', 'cuts the line', { kind: 'unanswered' }],
  ['half an answer', 'half an answer', { kind: 'unanswered' }],
  ['an answer that is lost', 'lost answer', { kind: 'unanswered' }],
  ['an SMS reported as failed', { status: 200, body: '{"id":"s1","status":"failed"}' }, { kind: 'permanent' }],
])('classifies the answer and recovers: %s', async (_, mood, expected) => {
  server.mood = mood
  expect(await sender().send(sms, '1', 1)).toMatchObject(expected)
  server.mood = 'well'
  expect(await sender().send(sms, '2', 1)).toMatchObject({ kind: 'delivered' })
})

test('times out after ten seconds without an answer, and fails at once when the server is down', async () => {
  // The test controls the signal that ends the wait, instead of sleeping.
  const patience = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  server.mood = 'never answers'
  const asked = sender().send(sms, '1', 1)
  await vi.waitFor(() => expect(server.met).toBe(1), soon)
  patience.abort(new DOMException('too long', 'TimeoutError'))
  expect(await asked).toEqual({ kind: 'unanswered', reason: 'no answer in time' })
  // The timeout ends before an alarm is sent again, so that the outcome of the first try is known.
  expect(limit).toHaveBeenCalledExactlyOnceWith(10_000)
  vi.restoreAllMocks()
  await server.down()
  // Either the kept-alive connection is reset or a new one is refused, whichever is noticed first.
  expect(await sender().send(sms, '1', 1)).toEqual({ kind: 'temporary', reason: expect.stringMatching(/^ECONNRE/) })
  await server.up()
})

test('reads the balance in öre, and null when it is unknown', async () => {
  server.balance = 9_670_500
  expect(await sender().balance()).toEqual({ ore: 96_705 })
  expect(await sender({ password: 'fel' }).balance()).toBeNull()
  server.next.push({ status: 200, body: '{"balance":100,"currency":"EUR"}' })
  expect(await sender().balance()).toBeNull()
  // Without a currency the balance is in kronor. Any status other than 200 counts as no answer.
  server.next.push({ status: 200, body: '{"balance":199}' }, { status: 201, body: '{"balance":199}' })
  expect([await sender().balance(), await sender().balance()]).toEqual([{ ore: 1 }, null])
  await server.down()
  expect(await sender().balance()).toBeNull()
  await server.up()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lendPhoneStore } from '../../../test/support/counterparts/phone-store'
import { type KeptAlarm, keepAlarm, readKept } from './kept/kept-alarms'
import { longestWait, pauseBefore, readAnswer, SEND_ADDRESS, sendAlarm, sendEveryKept } from './send-kept'

type Posted = { address: string; form: FormData; init: RequestInit }
let posted: Posted[]
/** What the network answers to the form with this key. */
let answering: (key: string) => Response | 'no line'

beforeEach(() => {
  lendPhoneStore()
  posted = []
  answering = (key) => Response.json({ sent: key, partners: 1 })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const form = init.body as FormData
    posted.push({ address, form, init })
    const answer = answering(String(form.get('key')))
    if (answer === 'no line') throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => vi.unstubAllGlobals())

const alarm = (given: Partial<KeptAlarm> = {}): KeptAlarm => ({
  ...{ key: 'k1', memberId: 'm1', message: 'Någon är i källaren', position: null, isTest: false },
  ...{ writtenAt: Date.now() },
  ...given,
})

/** A redirect under `redirect: 'manual'`: type `opaqueredirect`, without a readable status. */
const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })

test.each([
  ['success with the key of the alarm', 200, { sent: 'k1', partners: 2 }, 'sent'],
  ["somebody else's key", 200, { sent: 'k2', partners: 2 }, 'no answer'],
  ['a captive portal', 200, { hello: 'guest' }, 'no answer'],
  ['a refusal', 422, { title: 'Meddelande saknas', message: 'Beskriv vad som hänt' }, 'refused'],
  ['a server error', 500, { sent: 'k1', partners: 2 }, 'no answer'],
  ['success without the number of partners', 200, { sent: 'k1' }, 'no answer'],
  ['the key of the alarm with an error status', 422, { sent: 'k1', partners: 2 }, 'no answer'],
  ['a refusal with a success status', 200, { title: 'Logga in', message: 'Gäst' }, 'no answer'],
  ['a refusal without a message', 422, { title: 'Meddelande saknas' }, 'no answer'],
  ['a refusal without a title', 422, { message: 'Beskriv vad som hänt' }, 'no answer'],
  ['a null body', 200, null, 'no answer'],
])('readAnswer classifies an answer: %s', (_, status, body, kind) => {
  expect(readAnswer('k1', status, JSON.stringify(body)).kind).toBe(kind)
})

test('sendAlarm posts the words, how long they waited, and the position and place', async () => {
  const now = Date.now()
  const position = { latitude: 59.2785, longitude: 18.0105, accuracy: 17.6 }
  const where = { place: 'elsewhere', elsewhere: 'Älvsjö station', hides: 'on' }
  const sent = await sendAlarm(alarm({ isTest: true, writtenAt: now - 90_400, position, where }), now)
  expect(sent).toEqual({ kind: 'sent', partners: 1 })
  const [{ address, form, init }] = posted as [Posted]
  expect(address).toBe(SEND_ADDRESS)
  // Following a redirect to the login page would give a 200.
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual', cache: 'no-store' })
  expect(Object.fromEntries(form)).toEqual({
    ...{ key: 'k1', for: 'm1', message: 'Någon är i källaren', waited: '90', test: 'on' },
    ...{ latitude: '59.2785', longitude: '18.0105', accuracy: '18', ...where },
  })
  // Slower requests are aborted and retried.
  expect(longestWait).toBe(12_000)
})

test('without AbortSignal.timeout an alarm is sent all the same, and a silent connection is given up', async () => {
  vi.stubGlobal('AbortSignal', {})
  expect(await sendAlarm(alarm())).toEqual({ kind: 'sent', partners: 1 })
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = sendAlarm(alarm())
  await vi.advanceTimersByTimeAsync(longestWait)
  vi.useRealTimers()
  expect(await silent).toEqual({ kind: 'no answer', because: 'no line' })
})

test('an alarm kept without an account is posted without one, and with no wait if the clock was set back', async () => {
  const now = Date.now()
  await sendAlarm(alarm({ memberId: null, writtenAt: now + 3_600_000 }), now)
  const [{ form }] = posted as [Posted]
  expect(Object.fromEntries(form)).toEqual({ key: 'k1', message: 'Någon är i källaren', waited: '0' })
})

test.each<[string, () => Response | 'no line', string, boolean]>([
  ['accepted by the server', () => Response.json({ sent: 'k1', partners: 1 }), 'sent', false],
  [
    'refused by the server',
    () => Response.json({ title: 'Tomt', message: 'Skriv något' }, { status: 422 }),
    'refused',
    false,
  ],
  ['logged in as somebody else', () => new Response(null, { status: 409 }), 'not them', true],
  ['nobody logged in', () => new Response(null, { status: 401 }), 'not them', true],
  ['redirected to the login page', redirect, 'not them', true],
  ['no connection', () => 'no line', 'no answer', true],
  ['a server error', () => Response.json({}, { status: 500 }), 'no answer', true],
  ['a page instead of an answer', () => new Response('<h1>Välkommen</h1>'), 'no answer', true],
])('a kept alarm is deleted only when the server has answered for it: %s', async (_, answer, kind, isStillKept) => {
  await keepAlarm(alarm())
  answering = answer
  expect((await sendEveryKept('m1')).map(({ sending }) => sending.kind)).toEqual([kind])
  expect(await readKept()).toHaveLength(isStillKept ? 1 : 0)
})

test('kept alarms are tried in the order they were written, and one that fails does not stop the others', async () => {
  const now = Date.now()
  const old = alarm({ key: 'old', writtenAt: now - 3_600_000 })
  const others = alarm({ key: 'theirs', memberId: 'm2' })
  const second = alarm({ key: 'second', writtenAt: now - 1_000, isTest: true })
  const first = alarm({ key: 'first', writtenAt: now - 60_000 })
  for (const one of [second, old, others, first]) await keepAlarm(one)
  answering = (key) => (key === 'first' ? 'no line' : Response.json({ sent: key, partners: 0 }))
  expect(await sendEveryKept('m1')).toEqual([
    { key: 'first', isTest: false, sending: { kind: 'no answer', because: 'no line' } },
    { key: 'second', isTest: true, sending: { kind: 'sent', partners: 0 } },
  ])
  expect((await readKept()).map(({ key }) => key).sort()).toEqual(['first', 'old', 'theirs'])
})

test('an alarm that the store does not delete counts as sent, and does not stop the others', async () => {
  const now = Date.now()
  for (const [key, writtenAt] of [['first', now - 60_000] as const, ['second', now - 1_000] as const])
    await keepAlarm(alarm({ key, writtenAt }))
  const { open } = indexedDB
  answering = (key) => {
    // A busy disk: the alarm was sent, but its deletion from the store hangs.
    const isBusy = key === 'first'
    vi.stubGlobal('indexedDB', { open: isBusy ? () => ({}) : open })
    return Response.json({ sent: key, partners: 1 })
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sending = sendEveryKept('m1')
  sending.catch(() => {})
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect((await sending).map(({ key, sending: { kind } }) => [key, kind])).toEqual([
    ['first', 'sent'],
    ['second', 'sent'],
  ])
  expect((await readKept()).map(({ key }) => key)).toEqual(['first'])
})

test.each([
  ['the error page of a server without a database', 503, '<!doctype html>', 'the server'],
  ['a load balancer without a server behind it', 502, '<html><body><h1>502</h1>', 'the server'],
  ['a server error in JSON', 500, '{"sent":null}', 'the server'],
  ['a captive portal with status 200', 200, '<html>Welcome, guest', 'no line'],
  ['a captive portal with status 511', 511, '<html>', 'no line'],
  ['an empty answer with status 200', 200, '', 'no line'],
])('readAnswer tells a failing server from a missing connection: %s', (_, status, text, because) => {
  expect(readAnswer('k1', status, text)).toEqual({ kind: 'no answer', because })
})

test('pauses between retries grow to ten seconds without a connection and to three if the server answers', () => {
  const pauses = (because: 'no line' | 'the server') =>
    Array.from({ length: 12 }, (_, tries) => pauseBefore(tries, because))
  expect(pauses('no line')).toEqual([1, 2, 3, 5, 8, ...Array(7).fill(10)])
  expect(pauses('the server')).toEqual([1, 2, ...Array(10).fill(3)])
})

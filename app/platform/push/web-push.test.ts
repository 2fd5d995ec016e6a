import { afterEach, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import type { Mood } from '../../../test/support/counterparts/moody-server'
import { type PushServer, startPushService } from '../../../test/support/counterparts/push-server'
import type { PushAddress } from './push.server'
import { openWebPush } from './web-push.server'

const keys = { ...webPush.generateVAPIDKeys(), subject: 'mailto:hej@kvartera.test' }
const payload = { kind: 'booking confirmed', path: '/dashboard/customer', title: 'Bokningen är bekräftad, åäö' }
let service: PushServer

beforeEach(async () => {
  service = await startPushService()
})
afterEach(() => service.close())

const push = (to: PushAddress, rest = {}) => openWebPush(keys, [service.origin]).send({ to, payload, ...rest })

test('encrypts for the browser, and identifies the sender to the push service (VAPID)', async () => {
  const [mine, other] = [service.subscribe(), service.subscribe()]
  expect(await push(mine, { urgency: 'high', lifeSeconds: 60 })).toEqual({ kind: 'delivered' })
  expect(service.received).toEqual([
    { endpoint: mine.endpoint, payload, urgency: 'high', ttl: 60, subject: keys.subject },
  ])
  // Encrypted with another browser's key, so the receiver cannot decrypt it.
  await push({ ...other, p256dh: mine.p256dh })
  expect(service.unreadable).toEqual([other.endpoint])
  expect(service.received).toHaveLength(1)
})

test('defaults to a TTL of four hours and normal urgency', async () => {
  await push(service.subscribe())
  expect(service.received).toMatchObject([{ urgency: 'normal', ttl: 4 * 3600 }])
})

test('a subscription that is gone (404 or 410) is to be deleted', async () => {
  const browser = service.subscribe()
  service.unsubscribe(browser)
  expect(await push(browser)).toEqual({ kind: 'permanent', reason: 'push 410', gone: true })
  const never = { ...browser, endpoint: `${service.origin}/push/none` }
  expect(await push(never)).toEqual({ kind: 'permanent', reason: 'push 404', gone: true })
})

test.each<[Mood, object]>([
  [{ status: 200 }, { kind: 'delivered' }],
  [{ status: 299 }, { kind: 'delivered' }],
  [{ status: 300 }, { kind: 'temporary', reason: 'push 300' }],
  [{ status: 400 }, { kind: 'permanent', reason: 'push 400' }],
  [{ status: 413 }, { kind: 'permanent', reason: 'push 413' }],
  [{ status: 403 }, { kind: 'temporary', reason: 'push 403' }],
  [{ status: 429 }, { kind: 'temporary', reason: 'push 429' }],
  [{ status: 503 }, { kind: 'temporary', reason: 'push 503' }],
  ['cuts the line', { kind: 'temporary' }],
  ['lost answer', { kind: 'temporary' }],
])('classifies the answer %o', async (mood, expected) => {
  const browser = service.subscribe()
  service.mood = mood
  expect(await push(browser)).toMatchObject(expected)
})

test('a push service that is down is a temporary failure', async () => {
  const browser = service.subscribe()
  await service.down()
  expect(await push(browser)).toEqual({ kind: 'temporary', reason: 'ECONNREFUSED' })
  await service.up()
})

test('an allowed origin includes its scheme and port', () => {
  const own = openWebPush(keys, ['http://127.0.0.1:4000'])
  expect(own.accepts('http://127.0.0.1:4000/push/x')).toBe(true)
  for (const other of ['http://127.0.0.1:4001/', 'https://127.0.0.1:4000/', 'https://push.example/'])
    expect(own.accepts(other), other).toBe(false)
})

test('a subscription with invalid keys is to be deleted, not retried', async () => {
  const browser = service.subscribe()
  expect(await push({ ...browser, p256dh: 'nonsense' })).toMatchObject({ kind: 'permanent', gone: true })
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://fcm.googleapis.com@10.0.0.1/x', false],
  ['https://somebody@fcm.googleapis.com/x', false],
  ['https://evilpush.apple.com/x', false],
  ['https://push.apple.com/x', false],
  ['http://web.push.apple.com/x', false],
  ['https://fcm.googleapis.com.evil.test/x', false],
  ['https://127.0.0.1/x', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('accepts %s as a push service: %s (SSRF)', async (endpoint, yes) => {
  const sender = openWebPush(keys, ['fcm.googleapis.com', '*.push.apple.com', '*.push.services.mozilla.com'])
  expect(sender.accepts(endpoint)).toBe(yes)
  if (!yes) {
    const to = { endpoint, p256dh: 'x', auth: 'y' }
    expect(await sender.send({ to, payload })).toMatchObject({ kind: 'permanent', gone: true })
  }
})

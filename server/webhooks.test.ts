import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { readConsents } from '~/notifications/choices/consent-store.server'
import { saveConsents, saveNotices } from '~/notifications/choices/save-notices.server'
import { type ReceivedSms, type Report, sendDueSms } from '~/notifications/public.server'
import type { OpenKind } from '~/outbox/message-kinds'
import { insertSms } from '~/outbox/outbox-store.server'
import { readOutbox } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { knownKey } from '~/platform/known-key.server'
import { openElks } from '~/platform/sms/elks.server'
import { type ElksServer, startElks } from '../test/support/counterparts/elks-server'
import { useHouse } from '../test/support/house'
import { valueFrom } from '../test/support/outcome'
import { joinAsMember } from '../test/support/people'
import { serveOnLoopback } from '../test/support/serve'
import { reportAddress, webhookRoutes } from './webhooks'

const account = { username: 'u1', password: 'hemligt', sender: '+46766860000' }
const house = useHouse()
let elks: ElksServer
let door: Awaited<ReturnType<typeof serveOnLoopback>>
let sending: House

const secret = 'wh-only-for-tests-4bT9qLx2'

/** What the alarms slice received. */
const replies: ReceivedSms[] = []
const reports: Report[] = []
let alarmsFail = false
const answerAlarmSms = async (_: House, reply: ReceivedSms) => {
  if (alarmsFail) throw new Error('the database is away')
  replies.push(reply)
  return /^(ja|nej|framme|klar)/i.test(reply.text)
}
const alarms = {
  async report(_: House, report: Report) {
    reports.push(report)
  },
}

beforeAll(async () => {
  elks = await startElks(account)
  const above = { ...house.above, answerAlarmSms }
  const ports = { ...house, above, webhookKey: knownKey([secret]) }
  door = await serveOnLoopback(webhookRoutes(ports, alarms), '/webhooks/sms')
  sending = { ...house, sms: openElks({ ...account, url: elks.url }, reportAddress(door.origin, secret)) }
})
afterAll(async () => {
  await door.close()
  await elks.close()
})
beforeEach(() => {
  replies.length = reports.length = elks.taken.length = elks.reports.length = elks.next.length = 0
  elks.mood = 'well'
  elks.reportsFirst = alarmsFail = false
})

let made = 0
const newPhone = () => `+4670174${String(2000 + made++)}`
const write = (phone = newPhone(), kind: OpenKind = 'booking confirmed') =>
  insertSms(house.db, { kind, recipient: phone, subject: 'Hej', text: 'Hej' })
async function send() {
  while ((await sendDueSms(sending)) > 0);
  await elks.settled()
}
const newest = async () => (await readOutbox(house.db, null, 1))[0]
const inbox = () => `${door.origin}/webhooks/sms/reply?key=${secret}`

test('a delivered report is final, however often and in whatever order reports come', async () => {
  await write()
  await send()
  expect(await newest()).toMatchObject({ state: 'sent' })
  const [sms] = elks.taken
  if (!sms) throw new Error('nothing was taken')
  for (const status of ['sent', 'delivered', 'delivered', 'failed', 'sent'] as const) {
    expect(await elks.report(sms, status)).toBe(204)
    expect((await newest())?.state).toBe(status === 'sent' && !reports.length ? 'sent' : 'delivered')
  }
  expect(reports.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed'])
  expect(reports[0]).toMatchObject({ providerId: sms.id, reference: (await newest())?.id })
})

test('an SMS that was accepted and then reported as failed is failed', async () => {
  elks.reports.push('sent', 'failed')
  await write()
  await send()
  expect(await newest()).toMatchObject({ state: 'failed', last_error: 'rapporterat: kom inte fram' })
})

test.each([
  ['delivered', 'delivered'],
  ['failed', 'failed'],
] as const)('a report (%s) that arrives before the provider’s response counts', async (status, state) => {
  elks.reports.push(status)
  elks.reportsFirst = true
  await write()
  await send()
  expect(await newest()).toMatchObject({ state })
})

test('a report about an SMS whose response was lost prevents another attempt', async () => {
  elks.reports.push('delivered')
  elks.next.push('lost answer')
  await write()
  await send()
  house.clock.forward({ minutes: 2 })
  await send()
  expect(elks.taken).toHaveLength(1)
  expect(await newest()).toMatchObject({ state: 'delivered' })
})

test('a failed report about the first attempt does not affect the second', async () => {
  elks.next.push('lost answer')
  await write()
  await send()
  house.clock.forward({ minutes: 2 })
  await send()
  const [first, second] = elks.taken
  if (!first || !second) throw new Error('it was not sent twice')
  await elks.report(first, 'failed')
  expect((await newest())?.state).toBe('sent')
  await elks.report(second, 'delivered')
  expect((await newest())?.state).toBe('delivered')
})

test.each(['', '?key=', '?key=wrong', '?key=wh-only-for-tests-4bT9qLx', '?key=wh-only-for-tests-4bT9qLx22'])(
  'returns 404 without the secret (%j)',
  async (query) => {
    for (const path of ['report', 'reply']) {
      const body = new URLSearchParams({ id: 's1', status: 'delivered', from: '+46701740633', message: 'STOP' })
      const answer = await fetch(`${door.origin}/webhooks/sms/${path}${query}`, { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([404, ''])
    }
    expect([replies, reports]).toEqual([[], []])
  },
)

test('returns 404 to everybody when no secret is configured', async () => {
  const closed = webhookRoutes({ ...house, webhookKey: knownKey([]) }, alarms)
  const answer = await closed.request('/report?key=', { method: 'POST', body: new URLSearchParams({ id: 's' }) })
  expect(answer.status).toBe(404)
})

test('accepts the old and the new secret during rotation', async () => {
  const { fits } = knownKey(['the-newest-7Hq2Lw9ZxC4vBn1M', secret])
  expect([fits('the-newest-7Hq2Lw9ZxC4vBn1M'), fits(secret), fits('another'), fits(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('answers 400 to a malformed request, 413 to one that is too large, and 405 to GET', async () => {
  expect((await fetch(inbox(), { method: 'POST', body: new URLSearchParams({ nonsense: 'x' }) })).status).toBe(400)
  expect((await fetch(inbox(), { method: 'POST', body: 'x'.repeat(30_000) })).status).toBe(413)
  const read = await fetch(inbox())
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
})

test('passes an SMS answer to an alarm on once, although it is delivered twice', async () => {
  expect(await elks.reply(inbox(), '+46701740633', 'JA', 's-ja')).toBe(204)
  expect(await elks.reply(inbox(), '+46701740633', 'JA', 's-ja')).toBe(204)
  expect(replies).toEqual([{ providerId: 's-ja', fromPhone: '+46701740633', text: 'JA' }])
})

test('answers 500 when an SMS answer cannot be passed on, and passes it on when the provider retries', async () => {
  alarmsFail = true
  expect(await elks.reply(inbox(), '+46701740633', 'KLAR', 's-klar')).toBe(500)
  alarmsFail = false
  expect(await elks.reply(inbox(), '+46701740633', 'KLAR', 's-klar')).toBe(204)
  expect(replies).toHaveLength(1)
})

test('STOP withdraws consents and the choice of SMS, and is confirmed once', async () => {
  const phone = newPhone()
  const { signedIn } = await joinAsMember(house, { phone })
  await updatePhoneVerified(house.db, signedIn.person.id, phone, house.clock.now())
  valueFrom(await saveConsents(house, signedIn, { safety_sms: 'on', offers_sms: 'on' }))
  valueFrom(await saveNotices(house, signedIn, { 'sms-bookings': 'on', quietFrom: '7', quietUntil: '7' }))

  expect(await elks.reply(inbox(), phone, ' Stopp! ', 's-stop')).toBe(204)
  expect(await elks.reply(inbox(), phone, ' Stopp! ', 's-stop')).toBe(204)
  expect(await elks.reply(inbox(), phone, 'STOP', 's-stop-again')).toBe(204)
  const consents = await readConsents(house.db, signedIn.person.id)
  expect(consents.map(({ withdrawnHow }) => withdrawnHow)).toEqual(['sms', 'sms'])
  await send()
  expect(elks.taken.filter(({ to }) => to === phone)).toMatchObject([
    { message: expect.stringContaining('inga fler SMS') },
  ])
  expect(replies).toEqual([])
})

test('STOP from an unknown number gets no answer', async () => {
  expect(await elks.reply(inbox(), newPhone(), 'STOP')).toBe(204)
  await send()
  expect(elks.taken).toEqual([])
})

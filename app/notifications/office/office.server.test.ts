import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { notThere } from '~/shared/outcome'
import type { OutboxMessages } from '../../../db/schema'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { upsertSubscription } from '../choices/push-store.server'
import { readReplies, readRepliesFrom } from '../replies/inbound-store.server'
import { receiveSms } from '../replies/receive-sms.server'
import { recordReport } from '../replies/record-report.server'
import { tryReply } from '../replies/try-reply.server'
import { exportOutbox } from './export-outbox.server'
import { readMessageForAdmin } from './read-message.server'
import { resendMessage } from './resend-message.server'

/* An administrator reads one message: its history, and no secret. */

const house = useHouse()
let admin: Resident
beforeEach(async () => {
  admin ??= await joinAsAdmin(house)
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
  house.woken.length = house.told.length = 0
})
const phone = '+46701740660'
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes))

async function write(given: Partial<Insertable<OutboxMessages>> = {}) {
  const row = {
    channel: 'sms' as const,
    kind: 'booking confirmed',
    recipient: phone,
    subject: 'Bokad',
    body_text: 'Hej',
    ...given,
  }
  return (await house.db.insertInto('outbox_messages').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const show = async (id: string, where = house) => found(await readMessageForAdmin(where, admin.signedIn, id))
const factsOf = async (id: string) =>
  Object.fromEntries((await show(id)).facts.map(({ term, description }) => [term, description]))

test('shows a message with its history, and writes the look to the audit log', async () => {
  vi.setSystemTime(new Date('2026-11-29T12:00:00Z'))
  await write({ subject: 'En annan' })
  const sent = {
    state: 'sent' as const,
    attempts: 2,
    sent_at: at(5),
    created_at: at(0),
    provider_id: 's-7',
    parts: 2,
    cost: 12_345,
  }
  const id = await write({ ...sent, state: 'delivered', delivered_at: at(6), last_error: 'trögt', path: '/x' })
  const facts = await factsOf(id)
  expect(facts).toEqual({
    Till: '070-174 06 60',
    Sätt: 'SMS',
    Slag: 'Bokning bekräftad',
    Skrivet: '20 nov. 13.00',
    Försök: '2',
    Skickat: '20 nov. 13.05',
    Framme: '20 nov. 13.06',
    'Senaste fel': 'trögt',
    Öppnar: '/x',
    'SMS-delar': '2',
    Kostnad: '1,23\u00a0kr',
    'Leverantörens nummer': 's-7',
  })
  expect(await show(id)).toMatchObject({
    subject: 'Bokad',
    state: 'delivered',
    waits: false,
    mayResend: true,
    hidesSecret: false,
  })
  const history = await readAudit(house.db, { kind: 'message', id }, 9)
  expect(history).toMatchObject([
    { deed: 'look at message', actorId: admin.signedIn.person.id, before: {}, after: { kind: 'booking confirmed' } },
    { deed: 'look at message' },
  ])
  const waiting = await write({ next_attempt_at: at(9), created_at: at(1) })
  expect(Object.keys(await factsOf(waiting))).toEqual(['Till', 'Sätt', 'Slag', 'Skrivet', 'Försök', 'Nästa försök'])
  expect((await show(waiting)).waits).toBe(true)
  expect(await readMessageForAdmin(house, admin.signedIn, randomUUID())).toBe(notThere)
})

test('shows a secret only where no message leaves the product', async () => {
  const secret = house.keys.seal('outbox secret', '123456')
  const id = await write({ kind: 'phone code', body_text: 'Kod: \uE000', secret })
  const [demo, real] = [
    { ...house, sms: { ...house.sms, leavesTheHouse: false } },
    { ...house, config: { ...house.config, mode: 'production' as const } },
  ]
  expect(await show(id, demo)).toMatchObject({ text: 'Kod: 123456', hidesSecret: false, mayResend: false, html: null })
  const leaves = { ...house, sms: { ...house.sms, leavesTheHouse: true } }
  for (const where of [real, leaves])
    expect(await show(id, where)).toMatchObject({
      text: 'Kod: (hemlig länk eller kod)',
      hidesSecret: true,
      mayResend: false,
    })
  const letter = { channel: 'mail' as const, recipient: 'siv@exempel.se', kind: 'recovery', body_text: '\uE000' }
  const mail = await write({ ...letter, body_html: '<p>\uE000</p>', secret })
  expect(await show(mail)).toMatchObject({ text: '123456', html: '<p>123456</p>' })
  expect(await show(mail, real)).toMatchObject({ html: '<p>(hemlig länk eller kod)</p>' })
  // The secret is gone, and the HTML was erased by a migration.
  const erased = await write({ ...letter, body_html: 'raderat', kind: 'welcome' })
  expect(await show(erased)).toMatchObject({
    html: null,
    text: '(hemlig länk eller kod)',
    mayResend: true,
    hidesSecret: false,
  })
})

test('shows a push with its device, and says when the subscription is gone', async () => {
  const siv = await joinAsMember(house)
  const browser = { p256dh: 'x', auth: 'y', device: 'Chrome på Mac' }
  const endpoints = ['https://push.test/office-1', 'https://push.test/office-2']
  for (const endpoint of endpoints)
    await upsertSubscription(
      house.db,
      { kind: 'person', id: siv.signedIn.person.id },
      { ...browser, endpoint, device: endpoint.slice(-1) },
      house.clock.now(),
    )
  const [one] = await house.db.selectFrom('push_subscriptions').select(['id', 'device']).orderBy('id').execute()
  const push = { channel: 'push' as const, path: '/x' }
  const ids = [await write({ ...push, recipient: one?.id ?? '' }), await write({ ...push, recipient: randomUUID() })]
  expect((await Promise.all(ids.map(factsOf))).map(({ Till }) => Till)).toEqual([
    one?.device,
    'en webbläsare som inte finns kvar',
  ])
})

test('exports the messages of the search in its order, and writes the export to the audit log', async () => {
  await write({ subject: 'ett', created_at: at(0) })
  await write({ subject: 'två', channel: 'mail', recipient: 'siv@exempel.se', body_html: '<p>', created_at: at(1) })
  await write({ subject: 'tre', state: 'failed', last_error: 'inget nummer', created_at: at(2) })
  const lines = async (given: object, down = true) => {
    const search = { text: '', channel: null, state: null, kind: '', ...given }
    const all: string[] = []
    for await (const line of await exportOutbox(house, admin.signedIn, search, { by: 'written', down })) all.push(line)
    return all.slice(1).map((line) => line.trim())
  }
  const [one, two, three] = [
    'ett;Väntar;;SMS;070-174 06 60;2026-11-20 13:00',
    'två;Väntar;;Mejl;siv@exempel.se;2026-11-20 13:01',
    'tre;Gick inte fram;inget nummer;SMS;070-174 06 60;2026-11-20 13:02',
  ]
  expect(await lines({})).toEqual([three, two, one])
  expect(await lines({}, false)).toEqual([one, two, three])
  expect(await lines({ text: '070-174 06 60', channel: 'sms', state: 'queued' })).toEqual([one])
  const { deed, subject_id } = await house.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([deed, decodeURIComponent(subject_id)]).toEqual(['export messages', 'q=070-174+06+60&kanal=sms&status=queued'])
})

test('resends a message as a copy once, makes a waiting one due, and refuses a broadcast and one with a secret', async () => {
  const [id, other] = [
    await write({ state: 'failed', last_error: 'x', attempts: 3 }),
    await write({ subject: 'En annan', body_text: 'Något annat' }),
  ]
  const again = valueFrom(found(await resendMessage(house, admin.signedIn, id)))
  expect(house.woken).toEqual(['messages'])
  const [copy] = await house.db.selectFrom('outbox_messages').selectAll().where('id', '=', again.id).execute()
  expect(copy).toMatchObject({ state: 'queued', attempts: 0, subject: 'Bokad', recipient: phone, body_text: 'Hej' })
  expect(await readAudit(house.db, { kind: 'message', id }, 9)).toMatchObject([
    { deed: 'resend message', before: { state: 'failed' }, after: { sentAs: again.id } },
  ])
  // A repeated request finds the queued copy. A message that is still queued is only made due at once.
  expect(valueFrom(found(await resendMessage(house, admin.signedIn, id)))).toEqual(again)
  await house.db
    .updateTable('outbox_messages')
    .set({ next_attempt_at: at(0), attempts: 4, quiet: true })
    .where('id', '=', other)
    .execute()
  expect(valueFrom(found(await resendMessage(house, admin.signedIn, other)))).toEqual({ id: other })
  const hurried = await house.db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  expect(hurried).toMatchObject({ attempts: 0, quiet: false })
  expect(hurried.next_attempt_at.getTime()).toBeGreaterThan(at(0).getTime())
  expect(await resendMessage(house, admin.signedIn, randomUUID())).toBe(notThere)
  const { id: broadcastId } = await house.db
    .insertInto('broadcasts')
    .values({
      ...{ key: randomUUID(), purpose: 'offers_sms', postcode: '12540', text: 'Hej', state: 'running' },
      ...{ author_id: admin.signedIn.person.id, created_at: at(0), released_at: at(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const letter = await write({ kind: 'broadcast offer', state: 'failed', broadcast_id: broadcastId })
  house.woken.length = 0
  expect(refusalFrom(found(await resendMessage(house, admin.signedIn, letter))).message).toContain('ett utskick')
  const ofBroadcast = house.db.selectFrom('outbox_messages').select('state').where('kind', '=', 'broadcast offer')
  expect(await ofBroadcast.execute()).toEqual([{ state: 'failed' }])
  expect(await readAudit(house.db, { kind: 'message', id: letter }, 9)).toEqual([])
  const secret = { kind: 'phone code', secret: house.keys.seal('outbox secret', '123456'), body_text: '\uE000' }
  const code = await write(secret)
  expect(refusalFrom(found(await resendMessage(house, admin.signedIn, code))).message).toContain(
    'hemlig länk eller kod',
  )
  expect(await show(id, { ...house, sms: { ...house.sms, leavesTheHouse: true } })).toMatchObject({
    hidesSecret: false,
  })
})

test('stores a delivery report, updates the message and notifies administrators', async () => {
  const sent = { state: 'sent' as const, sent_at: at(0), attempts: 1 }
  const [one, other] = [await write({ ...sent, provider_id: 'r-1' }), await write({ ...sent, provider_id: 'r-2' })]
  await recordReport(house, { providerId: 'r-1', reference: one, attempt: 1, state: 'delivered' })
  await recordReport(house, { providerId: 'r-9', reference: null, attempt: null, state: 'failed' })
  const states = await house.db.selectFrom('outbox_messages').select(['id', 'state']).orderBy('id').execute()
  expect(states).toEqual([
    { id: one, state: 'delivered' },
    { id: other, state: 'sent' },
  ])
  expect(house.told).toEqual(Array(2).fill({ to: ['admin'], about: 'messages' }))
  const kept = await house.db
    .selectFrom('sms_reports')
    .select(['provider_id', 'state'])
    .orderBy('provider_id')
    .execute()
  expect(kept).toEqual([
    { provider_id: 'r-1', state: 'delivered' },
    { provider_id: 'r-9', state: 'failed' },
  ])
})

test('an administrator can simulate a reply of up to 160 characters', async () => {
  const reply = (values: Record<string, string>, where = house) => tryReply(where, admin.signedIn, values)
  expect(Object.keys(refusalFrom(await reply({ from: 'x', text: '' })).fields)).toEqual(['from', 'text'])
  expect(refusalFrom(await reply({ from: phone, text: 'x'.repeat(161) })).fields).toHaveProperty('text')
  valueFrom(await reply({ from: phone, text: 'x'.repeat(160) }))
  expect(await readRepliesFrom(house.db, phone)).toMatchObject([{ text: 'x'.repeat(160) }])
})

test('reads replies newest first, page by page, with how each was handled', async () => {
  await house.db.deleteFrom('sms_received').execute()
  const answers = { ...house.above, answerAlarmSms: async (_: unknown, { text }: { text: string }) => text === 'JA' }
  for (const [index, text] of ['Hej', 'JA', 'STOPP'].entries())
    await receiveSms({ ...house, above: answers }, { providerId: `o-${index}`, fromPhone: phone, text })
  const page = await readReplies(house.db, null, 2)
  expect(page.map(({ text, takenAs }) => [text, takenAs])).toEqual([
    ['STOPP', 'stop'],
    ['JA', 'alarm'],
  ])
  expect((await readReplies(house.db, page[1]?.id ?? null, 9)).map(({ text, takenAs }) => [text, takenAs])).toEqual([
    ['Hej', 'other'],
  ])
  expect(house.woken).toEqual(['sms', 'sms', 'sms'])
  expect(house.told).toEqual(Array(3).fill({ to: ['admin'], about: 'messages' }))
})

test('refuses everybody but administrators', async () => {
  const [siv, id] = [await joinAsMember(house), await write()]
  const search = { text: '', channel: null, state: null, kind: '' }
  for (const deed of [
    () => exportOutbox(house, siv.signedIn, search, { by: 'written', down: true }),
    () => readMessageForAdmin(house, siv.signedIn, id),
    () => resendMessage(house, siv.signedIn, id),
    () => tryReply(house, siv.signedIn, { from: phone, text: 'JA' }),
  ])
    await expect(deed()).rejects.toThrow('not allowed')
})

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { readMessageForAdmin } from '~/notifications/office/read-message.server'
import { resendMessage } from '~/notifications/office/resend-message.server'
import { recordReport } from '~/notifications/replies/record-report.server'
import { tryReply } from '~/notifications/replies/try-reply.server'
import { sendDueSms } from '~/notifications/sending/send-due-sms.server'
import { notThere } from '~/shared/outcome'
import { useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../test/support/people'
import type { OpenKind } from './message-kinds'
import { readKinds, readOutbox } from './outbox-list-store.server'
import { claimDue, deleteMessagesOf, insertMail, insertSecretSms, insertSms } from './outbox-store.server'

const house = useHouse()
let admin: Resident
beforeEach(async () => {
  admin ??= await joinAsAdmin(house)
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
})

const phone = '+46701740699'
const text = (kind: OpenKind = 'booking confirmed', recipient = phone) =>
  insertSms(house.db, { kind, recipient, subject: 'Hej', text: 'Hej' })
const mail = (recipient: string) =>
  insertMail(house.db, 'postcode opened', { recipient, subject: 'Hej', text: 'Hej', html: '<p>Hej</p>' })
const newest = async () => {
  const [row] = await readOutbox(house.db, null, 1)
  if (!row) throw new Error('the outbox is empty')
  return row
}
const resend = (id: string) => resendMessage(house, admin.signedIn, id)

test('searches the outbox by recipient, channel, state and kind, page by page', async () => {
  await mail('siv@exempel.se')
  await text()
  await text('points taken back')
  await house.deliver()
  await text('points taken back', '+46701740698')
  const ids = async (asked: object) =>
    (await readOutbox(house.db, null, 10, asked)).map(({ kind, state }) => [kind, state])
  expect(await ids({ recipient: phone })).toEqual([
    ['points taken back', 'sent'],
    ['booking confirmed', 'sent'],
  ])
  expect(await ids({ channel: 'mail' })).toEqual([['postcode opened', 'sent']])
  expect(await ids({ state: 'queued' })).toEqual([['points taken back', 'queued']])
  expect(await ids({ kind: 'points taken back', channel: 'sms' })).toHaveLength(2)
  expect(await readKinds(house.db)).toEqual(['booking confirmed', 'points taken back', 'postcode opened'])

  const [first, second] = await readOutbox(house.db, null, 2)
  const [next] = await readOutbox(house.db, second?.id ?? '', 1)
  expect(new Set([first?.id, second?.id, next?.id]).size).toBe(3)
})

test('deletes the messages of one person and nobody else’s', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  await house.db.deleteFrom('outbox_messages').execute()
  for (const personId of [siv.signedIn.person.id, olle.signedIn.person.id, undefined])
    await insertSms(house.db, { kind: 'booking confirmed', recipient: phone, subject: 'Hej', text: 'Hej', personId })
  await deleteMessagesOf(house.db, siv.signedIn.person.id)
  const left = await house.db.selectFrom('outbox_messages').select('person_id').orderBy('id').execute()
  expect(left).toEqual([{ person_id: olle.signedIn.person.id }, { person_id: null }])
})

test('resends a sent message as a new one, and logs it', async () => {
  await text()
  await house.deliver()
  const first = await newest()
  const again = valueFrom(await resend(first.id))
  expect(again.id).not.toBe(first.id)
  await house.deliver()
  expect(house.texted.sent).toHaveLength(2)
  expect(found(await readMessageForAdmin(house, admin.signedIn, first.id)).state).toBe('sent')
  expect(await readAudit(house.db, { kind: 'message', id: first.id }, 2)).toMatchObject([
    { deed: 'look at message' },
    { deed: 'resend message' },
  ])
})

test('resending a message that waits for a retry sends it now', async () => {
  house.texted.answers.push({ kind: 'temporary', reason: '46elks 500' })
  await text()
  await house.deliver()
  const waiting = await newest()
  expect(await readMessageForAdmin(house, admin.signedIn, waiting.id)).toMatchObject({ state: 'queued', waits: true })
  expect(valueFrom(await resend(waiting.id)).id).toBe(waiting.id)
  await house.deliver()
  expect((await newest()).state).toBe('sent')
})

test('resends only the chosen message of several', async () => {
  house.texted.answers.push(...Array(4).fill({ kind: 'temporary', reason: '46elks 500' }))
  const names = ['first', 'second', 'third']
  for (const name of names) {
    await insertSms(house.db, { kind: 'booking confirmed', recipient: phone, subject: name, text: name })
  }
  await house.deliver()
  const rows = await house.db.selectFrom('outbox_messages').select(['id', 'subject']).orderBy('id').execute()
  for (const { id, subject } of rows) {
    expect(found(await readMessageForAdmin(house, admin.signedIn, id))).toMatchObject({ subject })
  }
  const second = rows[1]?.id ?? ''
  house.texted.answers.length = 0
  house.texted.sent.length = 0
  valueFrom(await resend(second))
  await house.deliver()
  // The other messages wait for their own next attempt.
  expect(house.texted.sent.map(({ text }) => text)).toEqual(['second'])
  valueFrom(await resend(second))
  await house.deliver()
  expect(house.texted.sent.map(({ text }) => text)).toEqual(['second', 'second'])
  expect(await resend(randomUUID())).toEqual(notThere)
  expect(await readMessageForAdmin(house, admin.signedIn, randomUUID())).toEqual(notThere)
})

test('resending a claimed message leaves it to its sender, and it is sent once', async () => {
  await text()
  const waiting = await newest()
  const [claimed] = await claimDue(house.db, 'sms', house.clock.now(), 1)
  expect(claimed?.id).toBe(waiting.id)
  expect(valueFrom(await resend(waiting.id)).id).toBe(waiting.id)
  await house.deliver()
  expect(house.texted.sent).toEqual([])
  // That sender has died: after its claim expires another process takes the message over, once.
  house.clock.forward({ minutes: 2 })
  await house.deliver()
  await house.deliver()
  expect(house.texted.sent).toHaveLength(1)
})

test('resending a sent message twice concurrently sends one copy', async () => {
  await text()
  await house.deliver()
  const first = await newest()
  const [one, two] = await Promise.all([resend(first.id), resend(first.id)])
  expect(valueFrom(one).id).toBe(valueFrom(two).id)
  await house.deliver()
  expect(house.texted.sent).toHaveLength(2)
})

test('refuses to resend a secret, and everything to members', async () => {
  const sms = { kind: 'phone code', recipient: phone, subject: 'Kod', text: '123456' } as const
  await insertSecretSms(house.db, sms, { keys: house.keys, secret: '123456' })
  const { id } = await newest()
  expect(refusalFrom(await resend(id)).message).toMatch(/hemlig/)
  const member = await joinAsMember(house)
  await expect(resendMessage(house, member.signedIn, id)).rejects.toThrow('not allowed')
  await expect(readMessageForAdmin(house, member.signedIn, id)).rejects.toThrow('not allowed')
  await expect(tryReply(house, member.signedIn, { from: phone, text: 'JA' })).rejects.toThrow('not allowed')
})

test('simulates a reply only where SMS stay inside the product', async () => {
  valueFrom(await tryReply(house, admin.signedIn, { from: '070-174 06 99', text: 'Vem är det?' }))
  const [reply] = await house.db.selectFrom('sms_received').selectAll().where('sender', '=', phone).execute()
  expect(reply).toMatchObject({ text: 'Vem är det?', taken_as: 'other' })
  const real = { ...house, sms: { ...house.sms, leavesTheHouse: true } }
  refusalFrom(await tryReply(real, admin.signedIn, { from: phone, text: 'JA' }))
})

test('an SMS without an answer from the provider is sent twice at most, and a late report can still mark it delivered', async () => {
  await insertSms(house.db, { kind: 'booking confirmed', recipient: '+46701740605', subject: 'Prov', text: 'Hej' })
  house.texted.answers.push(
    ...Array.from({ length: 9 }, () => ({ kind: 'unanswered' as const, reason: 'no answer in time' })),
  )
  for (let n = 0; n < 9; n++) {
    await house.deliver()
    house.clock.forward({ hours: 13 })
  }
  expect(house.texted.sent).toHaveLength(2)
  const { id, state } = await newest()
  expect(state).toBe('failed')
  await recordReport(house, { providerId: 'late', reference: id, attempt: 2, state: 'delivered' })
  expect((await newest()).state).toBe('delivered')
})

test('an SMS is sent once even when the provider’s answer cannot be stored', async () => {
  await insertSms(house.db, { kind: 'booking confirmed', recipient: '+46701740606', subject: 'Prov', text: 'Hej' })
  house.texted.answers.push({ kind: 'delivered', providerId: 'x\0y' })
  for (let n = 0; n < 3; n++) {
    await house.deliver()
    house.clock.forward({ minutes: 5 })
  }
  expect(house.texted.sent).toHaveLength(1)
})

test('with a low balance only the SMS about the balance are sent, and the rest after topping up', async () => {
  const paid = { ...house, config: { ...house.config, sms: { adapter: '46elks' as const } } }
  await house.db.insertInto('sms_balance').values({ ore: 10_00, looked_at: house.clock.now() }).execute()
  for (const kind of ['booking confirmed', 'operations sms balance', 'booking requested'] as const) {
    await insertSms(house.db, { kind, recipient: '+46701740607', subject: kind, text: kind })
  }
  await sendDueSms(paid)
  expect(house.texted.sent.map(({ text }) => text)).toEqual(['operations sms balance'])
  await house.db.updateTable('sms_balance').set({ ore: 900_00 }).execute()
  await sendDueSms(paid)
  expect(house.texted.sent).toHaveLength(3)
  await house.db.deleteFrom('sms_balance').execute()
})

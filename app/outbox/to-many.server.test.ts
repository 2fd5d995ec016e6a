import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whileKept } from '../../test/support/held'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { layOutMessages, stopBroadcastMessages } from './broadcast-messages-store.server'
import { urgencies } from './outbox'
import {
  claimDue,
  insertKeptSms,
  insertMail,
  insertPushes,
  insertSms,
  markRetry,
  markSent,
  readMailTo,
  readShortMessagesOf,
  stopChosenSms,
} from './outbox-store.server'
import { countReceived, readReceived } from './received-store.server'
import { deleteOldReports, readReport, upsertReport } from './report-store.server'
import { readOverdue } from './waiting-store.server'

/* What the outbox writes and reads for other slices: owner, order and what is left out. */

const house = useHouse()
const [phone, secondPhone] = ['+46701740680', '+46701740681']
let siv = ''
let olle = ''
beforeAll(async () => {
  ;[siv, olle] = [(await joinAsMember(house)).signedIn.person.id, (await joinAsMember(house)).signedIn.person.id]
})
beforeEach(async () => {
  await house.db.deleteFrom('outbox_messages').execute()
})
const rows = () => house.db.selectFrom('outbox_messages').selectAll().orderBy('id').execute()
const states = async () => (await rows()).map(({ recipient, state }) => [recipient, state])
const minutesFrom = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000)

async function newBroadcast(purpose: 'safety_sms' | 'offers_sms' = 'safety_sms') {
  const { id } = await house.db
    .insertInto('broadcasts')
    .values({
      ...{ key: randomUUID(), purpose, postcode: '12540', text: 'Hej', state: 'running' },
      ...{ author_id: siv, created_at: house.clock.now(), released_at: house.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const layOut = (broadcastId: string, phones: string[], purpose: 'safety_sms' | 'offers_sms' = 'safety_sms') =>
  layOutMessages(house.db, {
    ...{ broadcastId, purpose, text: 'å'.repeat(161) },
    people: phones.map((to) => ({ personId: siv, phone: to })),
  })

test('a broadcast queues one SMS for each number, with lowest urgency and the purpose of its consent', async () => {
  const [safety, offer] = [await newBroadcast(), await newBroadcast('offers_sms')]
  await layOut(safety, [])
  for (const phones of [[phone], [phone, secondPhone]]) await layOut(safety, phones)
  await layOut(offer, [phone], 'offers_sms')
  const alike = { channel: 'sms', quiet: true, parts: 2, urgency: urgencies.many, person_id: siv, state: 'queued' }
  const toAll = {
    ...alike,
    kind: 'broadcast safety',
    subject: 'Trygghets-SMS',
    purpose: 'safety_sms',
    broadcast_id: safety,
  }
  expect(await rows()).toMatchObject([
    { ...toAll, recipient: phone },
    { ...toAll, recipient: secondPhone },
    { ...alike, kind: 'broadcast offer', subject: 'SMS med erbjudande', purpose: 'offers_sms', broadcast_id: offer },
  ])
})

test('STOP leaves queued SMS of a broadcast, whose consent is checked when they are sent', async () => {
  await layOut(await newBroadcast(), [phone])
  await stopChosenSms(house.db, phone)
  expect(await states()).toEqual([[phone, 'queued']])
})

test('stopping a broadcast stops its queued SMS except one that is locked by a sender, and no other broadcast’s', async () => {
  const [one, other] = [await newBroadcast(), await newBroadcast()]
  await stopBroadcastMessages(house.db, one)
  await layOut(one, ['+46701740682', '+46701740683', '+46701740684'])
  await layOut(other, [phone])
  const [first, second] = await rows()
  await markSent(house.db, first?.id ?? '', house.clock.now())
  await whileKept(
    house.db,
    (keeper) =>
      keeper
        .selectFrom('outbox_messages')
        .select('id')
        .where('id', '=', second?.id ?? '')
        .forUpdate()
        .execute(),
    () => stopBroadcastMessages(house.db, one),
  )
  const waits = [phone, 'queued']
  expect(await states()).toEqual([
    ['+46701740682', 'sent'],
    ['+46701740683', 'queued'],
    ['+46701740684', 'stopped'],
    waits,
  ])
  await stopBroadcastMessages(house.db, one)
  expect(await states()).toEqual([
    ['+46701740682', 'sent'],
    ['+46701740683', 'stopped'],
    ['+46701740684', 'stopped'],
    waits,
  ])
})

test('an SMS kept inside the product is stored as sent, with its secret only on request', async () => {
  const now = minutesFrom(house.clock.now(), -5)
  const sms = { kind: 'phone code', recipient: phone, subject: 'Kod', text: `${'å'.repeat(160)}123456` } as const
  const sealed = { keys: house.keys, secret: '123456' }
  await insertKeptSms(house.db, sms, { kind: 'alarm message' }, now)
  for (const keepsSecret of [true, false])
    await insertKeptSms(house.db, sms, { kind: sms.kind, ...sealed, keepsSecret }, now)
  const [open, kept, without] = await rows()
  expect(open).toMatchObject({ state: 'sent', sent_at: now, body_text: sms.text, parts: 2, secret: null, quiet: false })
  expect(open).toMatchObject({ urgency: urgencies.notice, person_id: null })
  for (const one of [kept, without]) {
    expect(one).toMatchObject({ state: 'sent', sent_at: now, parts: 2 })
    expect(one?.body_text).not.toContain('123456')
  }
  expect(house.keys.open('outbox secret', kept?.secret ?? '')).toBe('123456')
  expect(without?.secret).toBeNull()
})

test('a push is queued for each browser, and waits for the morning unless told otherwise', async () => {
  await insertPushes(house.db, [])
  const push = { kind: 'push tried', title: 'Prov', body: 'Hej', path: '/x', personId: siv } as const
  await insertPushes(house.db, [
    { ...push, subscriptionId: 'one' },
    { ...push, subscriptionId: 'two', quiet: false },
  ])
  const alike = { channel: 'push', kind: 'push tried', subject: 'Prov', body_text: 'Hej', path: '/x', person_id: siv }
  expect(await rows()).toMatchObject([
    { ...alike, recipient: 'one', quiet: true },
    { ...alike, recipient: 'two', quiet: false },
  ])
})

test('claims due messages by urgency and then by age, of the given channel and kind, up to the limit', async () => {
  const sms = (subject: string, given: object = {}) =>
    insertSms(house.db, { kind: 'booking confirmed', recipient: phone, subject, text: 'Hej', ...given })
  await sms('notice')
  await sms('older')
  await sms('awaited', { urgency: 'awaited' })
  await sms('operations', { kind: 'operations sms balance' })
  await sms('later')
  await insertMail(house.db, 'booking confirmed', {
    recipient: 'siv@exempel.se',
    subject: 'mail',
    text: 'x',
    html: '<p>',
  })
  const now = house.clock.now()
  const at = (subject: string, minutes: number) =>
    house.db
      .updateTable('outbox_messages')
      .set({ next_attempt_at: minutesFrom(now, minutes) })
      .where('subject', '=', subject)
      .execute()
  await at('notice', -1)
  await at('older', -2)
  await at('awaited', -1)
  await at('operations', -1)
  await at('later', 60)
  const only = await claimDue(house.db, 'sms', now, 10, 'operations')
  expect(only.map(({ subject }) => subject)).toEqual(['operations'])
  const two = await claimDue(house.db, 'sms', now, 2)
  expect(two.map(({ subject }) => subject).sort()).toEqual(['awaited', 'older'])
  const [first] = two
  expect(first).toMatchObject({ attempts: 1, text: 'Hej', html: null, path: null, personId: null, quiet: false })
  expect(first).toMatchObject({
    purpose: null,
    secret: null,
    lastError: null,
    kind: 'booking confirmed',
    recipient: phone,
  })
  const claimed = await house.db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('id', '=', first?.id ?? '')
    .executeTakeFirst()
  expect(claimed?.claimed_until).toEqual(minutesFrom(now, 1))
  // A sender that claimed a message and died holds it for a minute.
  const meanwhile = await claimDue(house.db, 'sms', minutesFrom(now, 0.9), 10)
  expect(meanwhile.map(({ subject }) => subject)).toEqual(['notice'])
  await markRetry(house.db, first?.id ?? '', 'down', minutesFrom(now, 30))
  const taken = await claimDue(house.db, 'sms', minutesFrom(now, 1), 10)
  expect(taken.map(({ attempts }) => attempts)).toEqual([2, 2])
})

test('reads the mails to an address and the short messages of a person, oldest first', async () => {
  const mail = (recipient: string, subject: string) =>
    insertMail(house.db, 'booking confirmed', { recipient, subject, text: subject, html: '<p>Hej</p>' }, siv)
  await mail('siv@exempel.se', 'hers')
  await mail('olle@exempel.se', 'his')
  await mail('Siv@Exempel.SE', 'hers too')
  for (const [subject, personId] of [
    ['first', siv],
    ['not hers', olle],
    ['last', siv],
  ] as const)
    await insertSms(house.db, { kind: 'booking confirmed', recipient: phone, subject, text: 'Hej', personId })
  const hers = await readMailTo(house.db, { recipient: 'siv@exempel.se', personId: siv })
  expect(hers.map(({ subject }) => subject)).toEqual(['hers', 'hers too'])
  const short = await readShortMessagesOf(house.db, siv)
  expect(short.map(({ subject, channel }) => [subject, channel])).toEqual([
    ['first', 'sms'],
    ['last', 'sms'],
  ])
})

test('reads a person’s messages newest first with keyset pagination, and counts several channels as one', async () => {
  const told = async (subject: string, personId: string, at: number) => {
    const created_at = minutesFrom(house.clock.now(), at)
    for (const channel of ['mail', 'sms'] as const) {
      const row = {
        channel,
        kind: 'booking confirmed',
        recipient: phone,
        subject,
        body_text: 'Hej',
        person_id: personId,
      }
      await house.db
        .insertInto('outbox_messages')
        .values({ ...row, created_at, ...(channel === 'mail' && { body_html: '<p>' }) })
        .execute()
    }
  }
  for (const [index, subject] of ['a', 'b', 'c'].entries()) await told(subject, siv, index)
  await told('his', olle, 9)
  const page = await readReceived(house.db, siv, null, 3)
  expect(page.map(({ subject, channel }) => `${subject} ${channel}`)).toEqual(['c sms', 'c mail', 'b sms'])
  const rest = await readReceived(house.db, siv, page[2]?.id ?? null, 9)
  expect(rest.map(({ subject, channel }) => `${subject} ${channel}`)).toEqual(['b mail', 'a sms', 'a mail'])
  expect(await countReceived(house.db, siv, null, 9)).toBe(3)
  expect(await countReceived(house.db, siv, null, 2)).toBe(2)
  expect(await countReceived(house.db, siv, page[1]?.id ?? null, 9)).toBe(1)
  expect(await countReceived(house.db, siv, page[0]?.id ?? null, 9)).toBe(0)
  expect(await countReceived(house.db, olle, null, 9)).toBe(1)
})

test('a delivered report is final, and reports are kept until they are old', async () => {
  const now = house.clock.now()
  await house.db.deleteFrom('sms_reports').execute()
  expect(await readReport(house.db, 'p-1')).toBeUndefined()
  for (const state of ['failed', 'delivered', 'failed'] as const) await upsertReport(house.db, 'p-1', state, now)
  await upsertReport(house.db, 'p-2', 'failed', minutesFrom(now, -1))
  expect([await readReport(house.db, 'p-1'), await readReport(house.db, 'p-2')]).toEqual(['delivered', 'failed'])
  await deleteOldReports(house.db, now)
  expect([await readReport(house.db, 'p-1'), await readReport(house.db, 'p-2')]).toEqual(['delivered', undefined])
})

test('counts overdue messages for each channel, with the age of the oldest', async () => {
  for (const subject of ['one', 'two', 'sent', 'morning'])
    await insertSms(house.db, { kind: 'booking confirmed', recipient: phone, subject, text: 'Hej' })
  await insertMail(house.db, 'booking confirmed', {
    recipient: 'siv@exempel.se',
    subject: 'mail',
    text: 'x',
    html: '<p>',
  })
  const now = house.clock.now()
  const set = (subject: string, change: object) =>
    house.db.updateTable('outbox_messages').set(change).where('subject', '=', subject).execute()
  await set('one', { next_attempt_at: minutesFrom(now, -2) })
  await set('two', { next_attempt_at: now })
  await set('mail', { next_attempt_at: minutesFrom(now, -1) })
  await set('sent', { next_attempt_at: minutesFrom(now, -9), state: 'sent', sent_at: now })
  await set('morning', { next_attempt_at: minutesFrom(now, 0.01) })
  const overdue = await readOverdue(house.db, now)
  expect(overdue.toSorted((a, b) => a.channel.localeCompare(b.channel))).toEqual([
    { channel: 'mail', count: 1, oldestS: 60 },
    { channel: 'sms', count: 2, oldestS: 120 },
  ])
})

import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { OutboxMessages } from '../../db/schema'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { copyMessage, hurryMessage, readWaitingCopy } from './outbox-list-store.server'
import {
  claimDue,
  clearLeftSecrets,
  deleteMailTo,
  deleteMessagesOf,
  deleteOldest,
  insertMail,
  markEnded,
  markReported,
  markRetry,
  markSent,
  putOff,
  stopChosenSms,
} from './outbox-store.server'
import { upsertReport } from './report-store.server'

/* Each statement that changes one message runs beside other rows that differ in one column only, and must leave those
   alone. */
const house = useHouse()
const phone = '+46701740650'
const day = 86_400_000

type Given = Partial<Insertable<OutboxMessages>>

/** Inserts a queued SMS, identified by its subject, with the given columns overridden. */
async function write(subject: string, given: Given = {}): Promise<string> {
  const sms = { channel: 'sms' as const, kind: 'booking confirmed', recipient: phone, body_text: 'Hej' }
  const { id } = await house.db
    .insertInto('outbox_messages')
    .values({ ...sms, subject, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const sent = (providerId: string): Given => ({
  state: 'sent',
  sent_at: house.clock.now(),
  provider_id: providerId,
  attempts: 1,
})
const rowOf = (id: string) =>
  house.db.selectFrom('outbox_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await rowOf(id)).state
/** The subjects of the remaining rows, in the order of insertion. */
const left = async () =>
  (await house.db.selectFrom('outbox_messages').select('subject').orderBy('id').execute()).map(({ subject }) => subject)
const statesBySubject = async () =>
  Object.fromEntries(
    (await house.db.selectFrom('outbox_messages').select(['subject', 'state']).execute()).map((row) => [
      row.subject,
      row.state,
    ]),
  )

beforeEach(async () => {
  await house.db.deleteFrom('outbox_messages').execute()
})

test('STOP stops only chosen SMS to that number that have not been sent', async () => {
  await write('chosen', { quiet: true })
  await write('a code that was asked for', { quiet: false })
  await write('to another phone', { quiet: true, recipient: '+46701740651' })
  await write('on its way', { quiet: true, ...sent('s-1') })
  await stopChosenSms(house.db, phone)
  expect(await statesBySubject()).toEqual({
    chosen: 'stopped',
    'a code that was asked for': 'queued',
    'to another phone': 'queued',
    'on its way': 'sent',
  })
})

test('a sender’s late result neither retries nor fails a message that was stopped meanwhile', async () => {
  const now = house.clock.now()
  const [retried, ended, gone] = [
    await write('retried', { quiet: true }),
    await write('ended', { quiet: true }),
    await write('gone', { quiet: true }),
  ]
  expect(await claimDue(house.db, 'sms', now, 10)).toHaveLength(3)
  await stopChosenSms(house.db, phone)
  await markRetry(house.db, retried, 'lines are down', now)
  await markEnded(house.db, ended, 'failed', 'no such number')
  expect(await rowOf(retried)).toMatchObject({ state: 'stopped', last_error: 'mottagaren har svarat STOP' })
  expect(await rowOf(ended)).toMatchObject({ state: 'stopped', last_error: 'mottagaren har svarat STOP' })
  // A message that left at the very moment it was stopped counts as sent.
  await markSent(house.db, gone, now, { providerId: 's-gone' })
  expect(await stateOf(gone)).toBe('sent')
  house.clock.forward({ hours: 1 })
  expect(await claimDue(house.db, 'sms', house.clock.now(), 10)).toEqual([])
})

test('a delivered message stays delivered, whatever comes later', async () => {
  const id = await write('arrived', { attempts: 1 })
  const now = house.clock.now()
  await markReported(house.db, { providerId: 's-9', reference: id, state: 'delivered' }, now)
  expect(await rowOf(id)).toMatchObject({ state: 'delivered', provider_id: 's-9', delivered_at: now })
  await markReported(house.db, { providerId: 's-9', reference: id, state: 'failed' }, now)
  await markRetry(house.db, id, 'no answer in time', now)
  await markEnded(house.db, id, 'failed', 'no answer in time')
  await markSent(house.db, id, now, { providerId: 's-10' })
  expect(await rowOf(id)).toMatchObject({ state: 'delivered', provider_id: 's-9', last_error: null })
})

test('a delivery report changes only the message that it names', async () => {
  const [one, other] = [await write('one', sent('s-1')), await write('other', sent('s-2'))]
  const third = await write('third', sent('s-3'))
  const now = house.clock.now()
  await markReported(house.db, { providerId: 's-1', reference: one, state: 'failed' }, now)
  expect([await stateOf(one), await stateOf(other)]).toEqual(['failed', 'sent'])
  await markReported(house.db, { providerId: 's-2', reference: null, state: 'delivered' }, now)
  // A delivery report may say `delivered` after it said `failed`.
  expect([await stateOf(one), await stateOf(other)]).toEqual(['failed', 'delivered'])
  await markReported(house.db, { providerId: 's-1', reference: one, state: 'delivered' }, now)
  expect(await stateOf(one)).toBe('delivered')
  // A repeated report is a no-op: the first time of delivery stays. The third message is named by no report.
  await markReported(house.db, { providerId: 's-1', reference: one, state: 'delivered' }, new Date(now.getTime() + 1))
  expect([(await rowOf(one)).delivered_at, await stateOf(third)]).toEqual([now, 'sent'])
})

test('markSent stores id, parts and cost, erases the secret unless told to keep it, and applies an earlier report', async () => {
  const now = house.clock.now()
  const secret = house.keys.seal('outbox secret', '123456')
  const [one, kept, early] = [
    await write('one', { secret }),
    await write('kept', { secret, parts: 3 }),
    await write('early'),
  ]
  await markSent(house.db, one, now, { providerId: 's-1', parts: 2, cost: 7000 })
  expect(await rowOf(one)).toMatchObject({ state: 'sent', provider_id: 's-1', parts: 2, cost: 7000, secret: null })
  await markSent(house.db, kept, now, {}, true)
  expect(await rowOf(kept)).toMatchObject({ state: 'sent', provider_id: null, parts: 3, cost: null, secret })
  await upsertReport(house.db, 's-2', 'failed', now)
  await markSent(house.db, early, now, { providerId: 's-2' })
  expect([await stateOf(one), await stateOf(early)]).toEqual(['sent', 'failed'])
})

test('a delivery report is believed only for an SMS that was attempted', async () => {
  const now = house.clock.now()
  const never = await write('never tried')
  const stopped = await write('stopped', { attempts: 1, state: 'stopped', last_error: 'STOP' })
  const mail = await write('a mail', {
    channel: 'mail',
    recipient: 'siv@exempel.se',
    attempts: 1,
    body_html: '<p>Hej</p>',
  })
  for (const reference of [never, stopped, mail]) {
    await markReported(house.db, { providerId: `forged ${reference}`, reference, state: 'delivered' }, now)
  }
  expect([await stateOf(never), await stateOf(stopped), await stateOf(mail)]).toEqual(['queued', 'stopped', 'queued'])
})

test('putting off a message takes back its attempt, and leaves other messages alone', async () => {
  const now = house.clock.now()
  const [one, other] = [await write('one'), await write('other')]
  await claimDue(house.db, 'sms', now, 10)
  const kept = await rowOf(other)
  await putOff(house.db, one, new Date(now.getTime() + 8 * 3_600_000))
  expect(await rowOf(one)).toMatchObject({ attempts: 0, claimed_until: null, state: 'queued' })
  await markRetry(house.db, one, 'later', now)
  await markEnded(house.db, one, 'failed', 'never')
  await markSent(house.db, one, now, {})
  expect(await rowOf(other)).toEqual(kept)
})

test('hurrying resets attempts and quiet hours of a waiting message, and leaves sent and other messages alone', async () => {
  const now = house.clock.now()
  const later = new Date(now.getTime() + 8 * 3_600_000)
  const waits: Given = { attempts: 3, quiet: true, next_attempt_at: later }
  const [one, other, left] = [await write('one', waits), await write('other', waits), await write('left', sent('s-1'))]
  const kept = [await rowOf(other), await rowOf(left)]
  for (const id of [one, left]) await hurryMessage(house.db, id, now)
  expect(await rowOf(one)).toMatchObject({ attempts: 0, quiet: false, next_attempt_at: now })
  expect([await rowOf(other), await rowOf(left)]).toEqual(kept)
})

test('readWaitingCopy finds a copy that has not been sent yet', async () => {
  const first = await write('first')
  expect(await readWaitingCopy(house.db, first)).toBeUndefined()
  const copy = await copyMessage(house.db, first)
  expect(await readWaitingCopy(house.db, first)).toBe(copy)
  await markSent(house.db, copy, house.clock.now(), {})
  expect(await readWaitingCopy(house.db, first)).toBeUndefined()
})

test('deletes mail to an address from the given time on, and no other', async () => {
  const now = house.clock.now()
  const to = (recipient: string, at: Date): Given => ({
    channel: 'mail',
    recipient,
    created_at: at,
    body_html: '<p>Hej</p>',
  })
  await write('before', to('siv@exempel.se', new Date(now.getTime() - day)))
  await write('since', to('siv@exempel.se', now))
  await write('to another', to('olle@exempel.se', now))
  const typed = { recipient: 'Siv@Exempel.SE', subject: 'in other letters', text: 'Hej', html: '<p>Hej</p>' }
  await insertMail(house.db, 'booking confirmed', typed)
  await deleteMailTo(house.db, 'siv@exempel.se', now)
  expect(await left()).toEqual(['before', 'to another'])
})

test('deletes the messages of one person only', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  await house.db.deleteFrom('outbox_messages').execute()
  await write('hers', { person_id: siv.signedIn.person.id })
  await write('his', { person_id: olle.signedIn.person.id })
  await write('nobody’s')
  await deleteMessagesOf(house.db, siv.signedIn.person.id)
  expect(await left()).toEqual(['his', 'nobody’s'])
})

test('deleteOldest deletes finished messages of one kind that are old enough, within its limit', async () => {
  const now = house.clock.now()
  const old = new Date(now.getTime() - 100 * day)
  const over = (given: Given = {}): Given => ({ ...sent(`s-${Math.random()}`), created_at: old, ...given })
  await write('old', over())
  await write('old and waiting', { created_at: old })
  await write('new', over({ created_at: now }))
  await write('of another kind', over({ kind: 'postcode opened' }))
  expect(await deleteOldest(house.db, 'booking confirmed', old, 10), 'of the very moment').toBe(0)
  expect(await deleteOldest(house.db, 'booking confirmed', new Date(now.getTime() - 90 * day), 10)).toBe(1)
  expect(await left()).toEqual(['old and waiting', 'new', 'of another kind'])
  // Only the oldest `limit` rows are examined; when they are still queued, newer rows are not reached.
  await write('old too', over())
  expect(await deleteOldest(house.db, 'booking confirmed', now, 1)).toBe(0)
})

test('erases old secrets of messages that were sent, and not of those that wait', async () => {
  const now = house.clock.now()
  const old = new Date(now.getTime() - 2 * day)
  const secret = house.keys.seal('outbox secret', '123456')
  const ids = {
    over: await write('over', { ...sent('s-1'), secret, created_at: old }),
    waiting: await write('waiting', { secret, created_at: old }),
    young: await write('young', { ...sent('s-2'), secret, created_at: now }),
  }
  await clearLeftSecrets(house.db, new Date(now.getTime() - day))
  expect((await rowOf(ids.over)).secret).toBeNull()
  expect((await rowOf(ids.waiting)).secret).toEqual(secret)
  expect((await rowOf(ids.young)).secret).toEqual(secret)
})

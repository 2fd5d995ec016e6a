import { beforeEach, expect, test, vi } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { insertMail, insertSecretMail } from '~/outbox/outbox-store.server'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { block, joinAsMember, newBrowser, type Resident } from '../../../test/support/people'
import { strike } from '../../../test/support/wall-clock'
import { giveConsent } from '../choices/consent-store.server'
import { upsertSubscription } from '../choices/push-store.server'
import { saveNotices } from '../choices/save-notices.server'
import { notifyPerson } from '../notify.server'
import { sendDueMail } from './send-due-mail.server'
import { sendDuePush } from './send-due-push.server'
import { sendDueSms } from './send-due-sms.server'

/* The recipients of due messages, and who is told live that they were sent. */

const house = useHouse()
const letter = { recipient: 'nagon@exempel.se', subject: 'Hej', text: 'Hej', html: '<p>Hej</p>' }
let siv: Resident
let made = 0

beforeEach(async () => {
  strike(house.clock, 12)
  siv = await joinAsMember(house, { phone: `07017405${String(10 + made++)}` })
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
  house.told.length = house.texted.sent.length = 0
})

const idOf = ({ signedIn }: Resident) => signedIn.person.id
const states = async () => {
  const rows = await house.db
    .selectFrom('outbox_messages')
    .select(['channel', 'state', 'last_error'])
    .orderBy('channel')
    .execute()
  return rows.map(({ channel, state, last_error }) => [channel, state, last_error])
}

/** Notifies somebody who has chosen all three channels. */
async function tellByAll() {
  await updatePhoneVerified(house.db, idOf(siv), siv.signedIn.person.phone ?? '', house.clock.now())
  const browser = { ...newBrowser(), device: 'Chrome' }
  await upsertSubscription(house.db, { kind: 'person', id: idOf(siv) }, browser, house.clock.now())
  const chosen = { 'sms-bookings': 'on', 'push-bookings': 'on', quietFrom: '21', quietUntil: '7' }
  valueFrom(await saveNotices(house, siv.signedIn, chosen))
  await notifyPerson(house.db, idOf(siv), {
    kind: 'booking confirmed',
    subject: 'Bokad',
    letter: { greeting: 'Hej,', paragraphs: ['Bokad.'] },
    sms: 'Bokad.',
    push: { title: 'Bokad', body: 'Torsdag', path: '/dashboard' },
  })
}

test('sends a blocked person mail only, and stops their SMS and push', async () => {
  await tellByAll()
  await block(house, siv, house.clock.now())
  expect(await house.deliver()).toHaveLength(1)
  expect([house.texted.sent, house.pushed.sent]).toEqual([[], []])
  expect(await states()).toEqual([
    ['mail', 'sent', null],
    ['push', 'stopped', 'kontot är spärrat'],
    ['sms', 'stopped', 'kontot är spärrat'],
  ])
})

test('holds every message to a person who is hiding, and tries again a minute later', async () => {
  await tellByAll()
  const now = house.clock.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  const asked: string[] = []
  const isHiding = async (_: unknown, id: string) => asked.push(id) > 0
  const hidden = { ...house, above: { ...house.above, isHiding } }
  for (const send of [sendDueMail, sendDueSms, sendDuePush]) expect(await send(hidden)).toBe(1)
  expect(asked).toEqual(Array(3).fill(idOf(siv)))
  const rows = await house.db.selectFrom('outbox_messages').select(['state', 'attempts', 'next_attempt_at']).execute()
  const later = new Date(now.getTime() + 60_000)
  expect(rows).toEqual(Array(3).fill({ state: 'queued', attempts: 0, next_attempt_at: later }))
  vi.setSystemTime(later)
  expect(await house.deliver()).toHaveLength(1)
  expect([house.texted.sent.length, house.pushed.sent.length]).toEqual([1, 1])
})

test('sends messages in batches of twenty', async () => {
  for (let count = 0; count < 21; count++) await insertMail(house.db, 'postcode opened', letter)
  expect([await sendDueMail(house), await sendDueMail(house), await sendDueMail(house)]).toEqual([20, 1, 0])
})

test('notifies the person’s bell once per batch, and administrators of broadcast messages', async () => {
  await insertMail(house.db, 'postcode opened', letter)
  await sendDueMail(house)
  expect(house.told).toEqual([])
  for (const _ of [1, 2]) await insertMail(house.db, 'postcode opened', letter, idOf(siv))
  await sendDueMail(house)
  const hers = { to: [`person:${idOf(siv)}`], about: 'notices' }
  expect(house.told.splice(0)).toEqual([hers])
  await giveConsent(house.db, idOf(siv), 'safety_sms', house.clock.now())
  const phone = siv.signedIn.person.phone ?? ''
  await updatePhoneVerified(house.db, idOf(siv), phone, house.clock.now())
  const sms = { channel: 'sms' as const, kind: 'broadcast safety', recipient: phone, subject: 'x', body_text: 'Hej' }
  await house.db
    .insertInto('outbox_messages')
    .values({ ...sms, person_id: idOf(siv), purpose: 'safety_sms', quiet: true })
    .execute()
  await sendDueSms(house)
  expect(house.texted.sent).toEqual([{ recipient: phone, text: 'Hej' }])
  expect(house.told).toEqual([hers, { to: ['admin'], about: 'messages' }])
})

test.each([
  ['is kept in demo mode, where mail is read in the outbox', 'demo', false, true],
  ['is erased in demo mode when mail is really sent', 'demo', true, false],
  ['is erased in production', 'production', false, false],
] as const)('the secret of a sent message %s', async (_, mode, leavesTheHouse, isKept) => {
  const secret = 'https://kvartera.test/auth/reset?token=x'
  const mail = { ...letter, text: secret, html: `<p>${secret}</p>` }
  await insertSecretMail(house.db, 'recovery', mail, { keys: house.keys, secret })
  const where = { ...house, config: { ...house.config, mode }, mail: { ...house.mail, leavesTheHouse } }
  expect(await sendDueMail(where)).toBe(1)
  const row = await house.db.selectFrom('outbox_messages').select(['state', 'secret']).executeTakeFirstOrThrow()
  expect([row.state, row.secret !== null]).toEqual(['sent', isKept])
})

test('marks an SMS as sent even when the provider’s answer cannot be stored', async () => {
  const phone = siv.signedIn.person.phone ?? ''
  const sms = { channel: 'sms' as const, kind: 'stop confirmed', recipient: phone, subject: 'x', body_text: 'Hej' }
  await house.db.insertInto('outbox_messages').values(sms).execute()
  house.texted.answers.push({ kind: 'delivered', providerId: 'p-\u0000' })
  expect(await sendDueSms(house)).toBe(1)
  const kept = house.db.selectFrom('outbox_messages').select(['state', 'provider_id'])
  expect(await kept.execute()).toEqual([{ state: 'sent', provider_id: null }])
})

test('an SMS without an answer is tried once more, and fails after the second time without one', async () => {
  const phone = siv.signedIn.person.phone ?? ''
  const sms = { channel: 'sms' as const, kind: 'stop confirmed', recipient: phone, subject: 'x', body_text: 'Hej' }
  await house.db.insertInto('outbox_messages').values(sms).execute()
  const tried = async (kind: 'unanswered' | 'temporary') => {
    house.texted.answers.push({ kind, reason: '46elks 500' })
    expect(await sendDueSms(house)).toBe(1)
    house.clock.forward({ hours: 3 })
    const [row] = await states()
    return row?.slice(1)
  }
  const unanswered = 'inget svar: det kan ha gått iväg'
  expect(await tried('unanswered')).toEqual(['queued', unanswered])
  expect(await tried('temporary')).toEqual(['queued', '46elks 500'])
  expect(await tried('unanswered')).toEqual(['queued', unanswered])
  expect(await tried('unanswered')).toEqual(['failed', unanswered])
})

test('sends an SMS that was asked for to the given number, verified or not, also at night', async () => {
  strike(house.clock, 23)
  const recipient = '+46701740692'
  const sms = { channel: 'sms' as const, kind: 'stop confirmed', recipient, subject: 'x', body_text: 'Hej' }
  for (const person_id of [idOf(siv), null])
    await house.db
      .insertInto('outbox_messages')
      .values({ ...sms, person_id })
      .execute()
  expect(await sendDueSms(house)).toBe(2)
  expect(house.texted.sent).toEqual(Array(2).fill({ recipient, text: 'Hej' }))
})

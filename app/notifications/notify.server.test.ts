import { beforeEach, expect, test } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { readContact } from '~/accounts/public.server'
import { notifyCompany } from '~/companies/notify-company.server'
import { readOwnCompany } from '~/companies/public.server'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { valueFrom } from '../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { strike } from '../../test/support/wall-clock'
import { readSubscriptionsOf, upsertSubscription } from './choices/push-store.server'
import { readNotices } from './choices/read-notices.server'
import { saveConsents, saveNotices } from './choices/save-notices.server'
import { type Message, notifyByChoice, notifyPerson } from './notify.server'
import { receiveSms } from './replies/receive-sms.server'

const house = useHouse()

const message: Message = {
  kind: 'booking confirmed',
  subject: 'Bokningen är bekräftad',
  letter: { greeting: 'Hej,', paragraphs: ['Tiden på torsdag är bekräftad.'] },
  sms: 'Din bokning på torsdag är bekräftad.',
  push: { title: 'Bokningen är bekräftad', body: 'Torsdag kl. 10', path: '/dashboard/customer' },
}
let person: Resident
let made = 0
beforeEach(async () => {
  person = await joinAsMember(house, { phone: `07017407${String(10 + made++)}` })
  await house.deliver()
  house.texted.sent.length = 0
})

const prove = ({ signedIn }: Resident) =>
  updatePhoneVerified(house.db, signedIn.person.id, signedIn.person.phone ?? '', house.clock.now())
const register = ({ signedIn }: Resident, name = 'a') =>
  upsertSubscription(
    house.db,
    { kind: 'person', id: signedIn.person.id },
    { endpoint: `https://push.test/${signedIn.person.id}/${name}`, p256dh: 'x', auth: 'y', device: 'Chrome på Mac' },
    house.clock.now(),
  )
const choose = ({ signedIn }: Resident, values: Record<string, string>) =>
  saveNotices(house, signedIn, { quietFrom: '21', quietUntil: '7', ...values })

const setOwn = (change: { phone?: string; phone_verified_at?: null }) =>
  house.db.updateTable('profiles').set(change).where('id', '=', person.signedIn.person.id).execute()

async function tell() {
  await house.db.transaction().execute((db) => notifyPerson(db, person.signedIn.person.id, message))
  return house.deliver()
}

test('sends only mail to a person who has chosen nothing', async () => {
  await prove(person)
  expect(mailTo(await tell(), person.email)).toMatchObject({ subject: message.subject })
  expect(house.texted.sent).toEqual([])
  expect(house.pushed.sent).toEqual([])
})

test('sends an SMS for a chosen topic once the number is verified', async () => {
  strike(house.clock, 12)
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  await tell()
  expect(house.texted.sent).toEqual([])
  await prove(person)
  await tell()
  expect(house.texted.sent).toEqual([{ recipient: person.signedIn.person.phone, text: message.sms }])
  valueFrom(await choose(person, { 'sms-points': 'on' }))
  await tell()
  expect(house.texted.sent).toHaveLength(1)
})

test('sends a push to each subscribed browser until the topic is deselected', async () => {
  strike(house.clock, 12)
  await register(person, 'a')
  await register(person, 'b')
  await tell()
  expect(house.pushed.sent.map(({ to }) => to.endpoint.slice(-1)).sort()).toEqual(['a', 'b'])
  expect(house.pushed.sent[0]?.payload).toEqual({ kind: message.kind, ...message.push })
  valueFrom(await choose(person, {}))
  await tell()
  expect(house.pushed.sent).toHaveLength(2)
})

test('deletes a push subscription that the push service says is gone', async () => {
  strike(house.clock, 12)
  await register(person)
  house.pushed.answers.push({ kind: 'permanent', reason: 'push 410', gone: true })
  await tell()
  expect(await readSubscriptionsOf(house.db, { kind: 'person', id: person.signedIn.person.id })).toEqual([])
})

test.each([
  ['refused permanently', { kind: 'permanent', reason: 'push 400' }],
  ['refused temporarily', { kind: 'temporary', reason: 'push 500' }],
] as const)('keeps a push subscription when the push was %s', async (_, answer) => {
  strike(house.clock, 12)
  await register(person)
  house.pushed.answers.push(answer)
  await tell()
  expect(await readSubscriptionsOf(house.db, { kind: 'person', id: person.signedIn.person.id })).toHaveLength(1)
})

test('holds SMS and push until the end of quiet hours, and sends mail at once', async () => {
  strike(house.clock, 22)
  await prove(person)
  await register(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on', 'push-bookings': 'on' }))
  expect(await tell()).toHaveLength(1)
  house.clock.forward({ hours: 8, minutes: 59 })
  await house.deliver()
  expect([house.texted.sent.length, house.pushed.sent.length]).toEqual([0, 0])
  house.clock.forward({ minutes: 1 })
  await house.deliver()
  expect([house.texted.sent.length, house.pushed.sent.length]).toEqual([1, 1])
})

test('waiting through quiet hours uses up no attempts', async () => {
  strike(house.clock, 23)
  await prove(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  await tell()
  const row = () =>
    house.db
      .selectFrom('outbox_messages')
      .select(['attempts', 'state', 'next_attempt_at'])
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow()
  for (let night = 0; night < 7; night++) {
    expect(await row()).toMatchObject({ attempts: 0, state: 'queued' })
    // Attempted repeatedly during quiet hours, as after restarts.
    await house.db.updateTable('outbox_messages').set({ next_attempt_at: house.clock.now() }).execute()
    await house.deliver()
  }
  expect(house.texted.sent).toEqual([])
  house.clock.forward({ hours: 9 })
  house.texted.answers.push({ kind: 'temporary', reason: '46elks 500' })
  await house.deliver()
  const { attempts, state, next_attempt_at } = await row()
  expect([attempts, state]).toEqual([1, 'queued'])
  // The first step of the back-off.
  expect(next_attempt_at.getTime() - house.clock.now().getTime()).toBeLessThanOrEqual(60_000)
})

test('STOP ends chosen SMS, consents and SMS that wait for the morning', async () => {
  strike(house.clock, 23)
  await prove(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  valueFrom(await saveConsents(house, person.signedIn, { safety_sms: 'on' }))
  // Queued until morning (quiet hours).
  await tell()
  expect(house.texted.sent).toEqual([])
  const fromPhone = (await readContact(house.db, person.signedIn.person.id))?.verifiedPhone ?? ''
  for (const providerId of ['stop-1', 'stop-1', 'stop-2']) {
    await receiveSms(house, { providerId, fromPhone, text: 'STOPP' })
  }
  await house.deliver()
  house.clock.forward({ hours: 10 })
  const letters = await tell()
  await house.deliver()
  expect(house.texted.sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^Klart\. Du får inga fler SMS/)])
  expect(mailTo(letters, person.email)).toMatchObject({ subject: message.subject })
  const { topics, consents } = await readNotices(house, person.signedIn)
  expect(topics.filter(({ sms }) => sms)).toEqual([])
  expect(consents?.filter(({ isGiven }) => isGiven)).toEqual([])
})

test('an SMS that waits when STOP comes is not sent, even if SMS is chosen again', async () => {
  strike(house.clock, 23)
  await prove(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  await tell()
  const fromPhone = (await readContact(house.db, person.signedIn.person.id))?.verifiedPhone ?? ''
  await receiveSms(house, { providerId: 'stop-4', fromPhone, text: 'STOPP' })
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  house.clock.forward({ hours: 10 })
  await house.deliver()
  expect(house.texted.sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^Klart\. Du får inga fler SMS/)])
})

test.each<[string, () => Promise<unknown>]>([
  ['revoked the choice on the page', async () => valueFrom(await choose(person, {}))],
  ['has another number', () => setOwn({ phone: '+46701749999' })],
  ['has a number that is no longer verified', () => setOwn({ phone_verified_at: null })],
])('an SMS that waits for the morning is stopped for a person who %s', async (_, meanwhile) => {
  strike(house.clock, 23)
  await prove(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  await tell()
  await meanwhile()
  house.clock.forward({ hours: 10 })
  await house.deliver()
  expect(house.texted.sent).toEqual([])
  const held = house.db.selectFrom('outbox_messages').select('state').where('channel', '=', 'sms')
  expect(await held.execute()).toEqual([{ state: 'stopped' }])
})

test('a push that waits for the morning is not sent if the topic is deselected meanwhile', async () => {
  strike(house.clock, 23)
  await register(person)
  await tell()
  valueFrom(await choose(person, {}))
  house.clock.forward({ hours: 10 })
  await house.deliver()
  expect(house.pushed.sent).toEqual([])
})

test('STOP affects only the number that sent it', async () => {
  strike(house.clock, 12)
  await prove(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on' }))
  valueFrom(await saveConsents(house, person.signedIn, { safety_sms: 'on' }))
  const next = await joinAsMember(house, { phone: '0701740698' })
  await prove(next)
  valueFrom(await choose(next, { 'sms-bookings': 'on' }))
  valueFrom(await saveConsents(house, next.signedIn, { safety_sms: 'on' }))
  for (const [index, fromPhone] of ['+46701740699', '+46701740698'].entries())
    await receiveSms(house, { providerId: `stop-3-${index}`, fromPhone, text: 'STOPP' })
  await house.deliver()
  house.texted.sent.length = 0
  await tell()
  expect(house.texted.sent.map(({ text }) => text)).toEqual([message.sms])
  const chosenBy = async ({ signedIn }: Resident) => {
    const { topics, consents } = await readNotices(house, signedIn)
    return [topics.filter(({ sms }) => sms).length, consents?.filter(({ isGiven }) => isGiven).length]
  }
  expect([await chosenBy(person), await chosenBy(next)]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('sends an SMS at once at night to a person without quiet hours', async () => {
  strike(house.clock, 22)
  await prove(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on', quietFrom: '7', quietUntil: '7' }))
  await tell()
  expect(house.texted.sent).toHaveLength(1)
})

test('sends mail to the company’s address, and SMS to its owner as chosen', async () => {
  strike(house.clock, 12)
  const owner = await joinAsCompany(house, { phone: '070-174 06 55' })
  await house.deliver()
  const company = await readOwnCompany(house.db, owner.signedIn.person.id)
  await prove(owner)
  valueFrom(await choose(owner, { 'sms-bookings': 'on' }))
  await house.db.transaction().execute((db) => notifyCompany(db, company?.id ?? '', message))
  expect(mailTo(await house.deliver(), company?.email ?? '')).toMatchObject({ subject: message.subject })
  expect(house.texted.sent).toEqual([{ recipient: owner.signedIn.person.phone, text: message.sms }])
})

test('skips a channel for which the message has no text, and notifyByChoice sends no mail', async () => {
  strike(house.clock, 12)
  await prove(person)
  await register(person)
  valueFrom(await choose(person, { 'sms-bookings': 'on', 'push-bookings': 'on' }))
  const { id } = person.signedIn.person
  const { sms, push, ...letterOnly } = message
  await notifyPerson(house.db, id, letterOnly)
  expect(await house.deliver()).toHaveLength(1)
  const went = async (given: Message) => {
    house.texted.sent.length = house.pushed.sent.length = 0
    await notifyByChoice(house.db, id, given)
    expect(await house.deliver()).toEqual([])
    return [house.texted.sent.length, house.pushed.sent.length]
  }
  expect([house.texted.sent, house.pushed.sent]).toEqual([[], []])
  expect(await went(letterOnly)).toEqual([0, 0])
  expect(await went({ ...letterOnly, sms: sms ?? '' })).toEqual([1, 0])
  expect(await went({ ...letterOnly, ...(push && { push }) })).toEqual([0, 1])
  expect(await went(message)).toEqual([1, 1])
})

test('sends nothing when the transaction is rolled back', async () => {
  strike(house.clock, 12)
  await register(person)
  const failed = house.db.transaction().execute(async (db) => {
    await notifyPerson(db, person.signedIn.person.id, message)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect([await house.deliver(), house.pushed.sent]).toEqual([[], []])
})

test('sends nothing to a person or company that does not exist', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  await notifyPerson(house.db, nobody, message)
  await notifyCompany(house.db, nobody, message)
  expect([await house.deliver(), house.texted.sent, house.pushed.sent]).toEqual([[], [], []])
})

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { readAudit } from '~/audit/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { saveConsents } from '~/notifications/choices/save-notices.server'
import { forgetPerson, sendDueSms } from '~/notifications/public.server'
import { type Purpose, purposes } from '~/outbox/public'
import { layOutMessages, sendSecretSms } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { notThere } from '~/shared/outcome'
import { letBeCalled } from '../../test/support/guards'
import { whileKept } from '../../test/support/held'
import { holdWakes, useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { ofMany } from '../../test/support/pace/long'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { strike } from '../../test/support/wall-clock'
import * as store from './broadcast-store.server'
import { declineBroadcast, discardBroadcast, releaseBroadcast, stopBroadcast } from './decide-broadcast.server'
import { layOutBroadcasts } from './lay-out-broadcasts.server'
import { listOwnBroadcasts, readBroadcastForAdmin } from './read-broadcasts.server'
import { askBroadcast, draftBroadcast } from './write-broadcast.server'

const house = useHouse()
holdWakes(house)
let admin: Resident
let postcode = '12600'
let made = 0

/** Each test has a postcode of its own, at noon: outside quiet hours. */
beforeEach(async () => {
  strike(house.clock, 12)
  await house.db.deleteFrom('broadcasts').execute()
  admin = await joinAsAdmin(house)
  postcode = String(Number(postcode) + 1)
  await savePostcode(house.db, { code: postcode, name: 'Provet', state: 'open', latitude: null, longitude: null })
})

async function neighbour(
  agreed: Purpose[] = [...purposes],
  phone = `+467017${String(50_000 + made++)}`,
  verified = true,
) {
  const person = await joinAsMember(house, { phone, postcode })
  const { id } = person.signedIn.person
  if (verified) await updatePhoneVerified(house.db, id, phone, house.clock.now())
  valueFrom(await saveConsents(house, person.signedIn, Object.fromEntries(agreed.map((purpose) => [purpose, 'on']))))
  return { ...person, phone, id }
}

/** Inserts many members at once, without the cost of signing up. */
async function neighbours(count: number) {
  const rows = Array.from({ length: count }, (_, step) => ({
    full_name: `Granne ${made++}`,
    email: `granne-${made}-${step}@exempel.se`,
    phone: `+46701${String(100_000 + made)}`,
    phone_verified_at: house.clock.now(),
    postcode,
    user_role: 'member' as const,
    member_status: 'active' as const,
  }))
  const people = await house.db.insertInto('profiles').values(rows).returning(['id', 'phone']).execute()
  const given = { purpose: 'safety_sms', given_at: house.clock.now(), given_how: 'page' } as const
  await house.db
    .insertInto('consents')
    .values(people.map(({ id }) => ({ profile_id: id, ...given })))
    .execute()
  return people.map(({ phone }) => phone ?? '')
}

const words = { purpose: 'safety_sms', text: 'Lås källaren i natt.' }
const draft = (given: Record<string, string> = {}) =>
  draftBroadcast(house, admin.signedIn, { key: randomUUID(), postcode, ...words, ...given })
const asked = (who: Resident, values: Record<string, string> = {}) => ({ ...who, house, values })
const release = (id: string, values: Record<string, string> = {}) => releaseBroadcast(asked(admin, values), id)
const historyOf = async (id: string) =>
  (await readAudit(house.db, { kind: 'broadcast', id }, 5)).map(({ deed }) => deed)
const read = async (id: string) => found(await readBroadcastForAdmin(house, admin.signedIn, id))

/** Runs the worker's jobs until nothing is left to do. */
async function runOut() {
  for (;;) {
    const laid = await layOutBroadcasts(house)
    const sent = await sendDueSms(house)
    if (laid + sent === 0) break
  }
  await layOutBroadcasts(house)
}
const reached = () => house.texted.sent.map(({ recipient }) => recipient).sort()

test('reaches the members of the postcode with consent of that kind and a verified number', async () => {
  const both = await neighbour()
  await neighbour(['offers_sms'])
  await neighbour([])
  await neighbour(['safety_sms'], undefined, false)
  const { id } = valueFrom(await draft())
  expect(await read(id)).toMatchObject({ recipients: 1, partsEach: 1, price: '0,60\u00a0kr', state: 'ready' })
  valueFrom(await release(id))
  expect(house.woken).toContain('broadcasts')
  await runOut()
  expect(house.texted.sent).toEqual([
    { recipient: both.phone, text: 'Trygghets-SMS från Kvartera: Lås källaren i natt.' },
  ])
  expect(await read(id)).toMatchObject({ state: 'done', progress: { total: 1, sent: 1, waiting: 0 }, parts: 1 })
})

test('a worker skips a broadcast that another has locked, and takes the next without waiting', async () => {
  await neighbour()
  const ids: string[] = []
  for (const text of ['Lås källaren i natt.', 'Lås cykeln i natt.']) {
    const { id } = valueFrom(await draft({ text }))
    valueFrom(await release(id))
    ids.push(id)
  }
  const take = (db: Database) => store.takeRunning(db, 400)
  const taken = await whileKept(house.db, take, async (db, first) => [first?.id, (await take(db))?.id])
  expect(taken).toEqual(ids.toSorted())
})

test('offers contain STOP, and are not sent to members who are past due', async () => {
  const pays = await neighbour()
  const owes = await neighbour()
  await house.db.updateTable('profiles').set({ member_status: 'past_due' }).where('id', '=', owes.id).execute()
  const { id } = valueFrom(await draft({ purpose: 'offers_sms' }))
  valueFrom(await release(id))
  await runOut()
  expect(house.texted.sent).toMatchObject([{ recipient: pays.phone, text: expect.stringContaining('Svara STOP') }])
})

test('a number shared by two members gets it once', async () => {
  const one = await neighbour()
  await neighbour([...purposes], one.phone)
  const { id } = valueFrom(await draft())
  expect((await read(id)).recipients).toBe(1)
  valueFrom(await release(id))
  await runOut()
  expect(reached()).toEqual([one.phone])
})

test('hundreds of recipients are queued in batches and sent once each, although one process dies and several run at once', async () => {
  const phones = await neighbours(ofMany(450, 250))
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  // One process dies in the middle of its transaction; then several run at once.
  const dying = house.db.transaction().execute(async (db) => {
    const taken = await store.takeRunning(db, 400)
    const people = await store.readRecipients(db, { purpose: 'safety_sms', postcode, after: null, limit: 200 })
    await layOutMessages(db, {
      broadcastId: taken?.id ?? '',
      purpose: 'safety_sms',
      text: 'x',
      people: people.map(({ id, phone }) => ({ personId: id, phone })),
    })
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  await Promise.all([1, 2, 3].map(() => layOutBroadcasts(house)))
  await Promise.all([runOut(), runOut()])
  await runOut()
  expect(reached()).toEqual([...phones].sort())
  expect(await read(id)).toMatchObject({ state: 'done', progress: { total: phones.length, sent: phones.length } })
})

test('a code that somebody waits for is sent before a broadcast', async () => {
  await neighbours(30)
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  await layOutBroadcasts(house)
  const sms = { kind: 'phone code', recipient: '+46700000001', subject: 'Kod', text: '123456' } as const
  await sendSecretSms(house.db, { ...sms, urgency: 'awaited' }, { keys: house.keys, secret: '123456' })
  await sendDueSms(house)
  expect(reached()).toContain('+46700000001')
})

test('stopping calls off what is queued, and counts what was already sent', async () => {
  await neighbours(60)
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  await layOutBroadcasts(house)
  await sendDueSms(house)
  house.told.length = 0
  valueFrom(await stopBroadcast(house, admin.signedIn, id))
  expect(house.told).toEqual(Array(2).fill({ to: ['admin'], about: 'messages' }))
  await runOut()
  expect(house.texted.sent).toHaveLength(20)
  expect(await read(id)).toMatchObject({
    state: 'stopped',
    progress: { total: 60, sent: 20, calledOff: 40, waiting: 0 },
  })
  refusalFrom(await stopBroadcast(house, admin.signedIn, id))
  expect(await historyOf(id)).toEqual(['stop broadcast', 'release broadcast', 'draft broadcast'])
})

test('the worker finishes a stop that was interrupted', async () => {
  await neighbours(30)
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  await layOutBroadcasts(house)
  await store.updateStopped(house.db, id, house.clock.now())
  await layOutBroadcasts(house)
  expect(await read(id)).toMatchObject({ state: 'stopped', progress: { calledOff: 30, waiting: 0 } })
})

test('a member who withdraws consent while it is queued is not sent it', async () => {
  const person = await neighbour()
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  await layOutBroadcasts(house)
  valueFrom(await saveConsents(house, person.signedIn, {}))
  await runOut()
  expect(house.texted.sent).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'done', progress: { calledOff: 1 } })
})

test('a member who leaves while it is queued does not keep it from finishing', async () => {
  const person = await neighbour()
  await neighbour()
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  await layOutBroadcasts(house)
  await forgetPerson(house.db, person.id, person.phone)
  await runOut()
  expect(await read(id)).toMatchObject({ state: 'done', progress: { sent: 1, calledOff: 1 } })
})

test('a failed SMS is counted, and does not keep it from finishing', async () => {
  await neighbour()
  await neighbour()
  house.texted.answers.push({ kind: 'permanent', reason: 'nej' })
  const { id } = valueFrom(await draft())
  valueFrom(await release(id))
  await runOut()
  expect(await read(id)).toMatchObject({ state: 'done', progress: { failed: 1, sent: 1 } })
})

test('the same form twice creates one broadcast, and two concurrent releases send once', async () => {
  await neighbour()
  const key = randomUUID()
  const [one, two] = [valueFrom(await draft({ key })), valueFrom(await draft({ key }))]
  expect(one.id).toBe(two.id)
  const releases = await Promise.all([release(one.id), release(one.id)])
  expect(releases.filter(({ ok }) => ok)).toHaveLength(1)
  await runOut()
  expect(house.texted.sent).toHaveLength(1)
})

test.each([
  ['Larmet kom från 59.2781, 18.0112', /en position/],
  ['Ring 850412-1234', /personnummer/],
])('refuses %s in the text', async (text, says) => {
  expect(refusalFrom(await draft({ text })).fields.text).toMatch(says)
})

test('refuses a neighbour’s name, and requires confirmation of an address', async () => {
  await neighbour()
  await house.db.updateTable('profiles').set({ full_name: 'Berta Ekström' }).where('postcode', '=', postcode).execute()
  expect(refusalFrom(await draft({ text: 'Grattis Berta Ekström' })).fields.text).toMatch(/Berta Ekström/)

  const { id } = valueFrom(await draft({ text: 'Möte på Götalandsvägen 219 kl. 18' }))
  expect((await read(id)).addresses).toEqual(['Götalandsvägen 219'])
  expect(refusalFrom(await release(id)).fields.addresses).toBeDefined()
  valueFrom(await release(id, { addresses: 'on' }))
})

test('refuses text that repeats an alarm', async () => {
  const person = await neighbour()
  await house.db
    .insertInto('safety_alarms')
    .values({
      key: randomUUID(),
      reported_by: person.id,
      postcode,
      message: 'Någon försöker bryta upp min dörr på Långbrogatan 7',
      called_at: house.clock.now(),
      created_at: house.clock.now(),
    })
    .execute()
  for (const text of ['OBS någon försöker bryta upp min dörr', 'Håll er borta från Långbrogatan 7']) {
    expect(refusalFrom(await draft({ text })).fields.text).toMatch(/larm/)
  }
  valueFrom(await draft({ text: 'Försök till inbrott i kvarteret. Lås dörren.' }))
})

test('refuses to release without recipients, and to write to a postcode that is not open', async () => {
  const { id } = valueFrom(await draft())
  expect(refusalFrom(await release(id)).message).toMatch(/Ingen i kvarteret/)
  expect(refusalFrom(await draft({ postcode: '99999' })).fields.postcode).toBeDefined()
  valueFrom(await discardBroadcast(house, admin.signedIn, id))
  expect(await readBroadcastForAdmin(house, admin.signedIn, id)).toEqual(notThere)
  expect(await historyOf(id)).toEqual(['discard broadcast', 'draft broadcast'])
})

test('requires the password when the login is old before releasing', async () => {
  await neighbour()
  const { id } = valueFrom(await draft())
  house.clock.forward({ minutes: 20 })
  expect(refusalFrom(await release(id)).fields.password).toBeDefined()
})

async function partner() {
  const company = await joinAsCompany(house, { companyName: 'Väktarna AB', postcode })
  const own = await readOwnCompany(house.db, company.signedIn.person.id)
  await letBeCalled(house, own?.id ?? '')
  return company
}
const ask = (who: Resident, given: Record<string, string> = {}) =>
  askBroadcast(house, who.signedIn, { key: randomUUID(), ...words, ...given })
const own = async (who: Resident) => (await listOwnBroadcasts(house, who.signedIn, null)).broadcasts

test('a partner’s broadcast is sent once an administrator releases it, and both see its progress', async () => {
  const person = await neighbour()
  const guards = await partner()
  await house.deliver()
  // A postcode in the form is ignored for a partner with a single area.
  valueFrom(await ask(guards, { postcode: '12540' }))
  expect(house.told.at(-1)).toEqual({ to: ['admin'], about: 'messages' })
  expect(mailTo(await house.deliver(), admin.email).subject).toMatch(/Väktarna AB/)
  const [waiting] = await own(guards)
  expect(waiting).toMatchObject({ state: 'asked', mayStop: false })
  await runOut()
  expect(house.texted.sent).toEqual([])

  valueFrom(await release(waiting?.id ?? ''))
  await runOut()
  expect(house.texted.sent).toEqual([
    { recipient: person.phone, text: 'Trygghets-SMS från Väktarna AB via Kvartera: Lås källaren i natt.' },
  ])
  expect(await own(guards)).toMatchObject([{ state: 'done', progress: { sent: 1 } }])
  expect(await historyOf(waiting?.id ?? '')).toEqual(['release broadcast'])
})

test('a declined broadcast is not sent, and the partner is told the reason', async () => {
  const guards = await partner()
  valueFrom(await ask(guards))
  await house.deliver()
  const [waiting] = await own(guards)
  refusalFrom(await declineBroadcast(house, admin.signedIn, waiting?.id ?? '', { reason: '' }))
  valueFrom(await declineBroadcast(house, admin.signedIn, waiting?.id ?? '', { reason: 'För oroande' }))
  const mails = await house.deliver()
  expect(mails.find(({ subject }) => subject === 'Ert utskick skickas inte')?.text).toContain('För oroande')
  refusalFrom(await release(waiting?.id ?? ''))
  expect(await own(guards)).toMatchObject([{ state: 'declined', reason: 'För oroande' }])
  expect(await historyOf(waiting?.id ?? '')).toEqual(['decline broadcast'])
})

test('a partner’s form never reveals who lives there or what an alarm was about, and the administrator sees it', async () => {
  const person = await neighbour()
  await house.db.updateTable('profiles').set({ full_name: 'Berta Ekström' }).where('id', '=', person.id).execute()
  await house.db
    .insertInto('safety_alarms')
    .values({
      key: randomUUID(),
      reported_by: person.id,
      postcode,
      message: 'Någon står i mitt trapphus på Tallvägen 17',
      called_at: house.clock.now(),
      created_at: house.clock.now(),
    })
    .execute()
  const texts = ['Grattis Berta Ekström', 'Håll er borta från Tallvägen 17 i dag', 'Grattis Berta Ekman']
  const guards = await partner()
  const answers = []
  for (const text of texts) answers.push(await ask(guards, { text }))
  expect(answers, 'the same answer to each, as to anything else').toEqual(texts.map(() => ({ ok: true, value: null })))
  expect(JSON.stringify(await own(guards))).not.toMatch(/bor i kvarteret|ur ett larm/)

  const [nobody, place, name] = await Promise.all((await own(guards)).map(({ id }) => read(id)))
  expect(nobody?.held).toBeNull()
  expect(place?.held).toMatch(/ur ett larm/)
  expect(name?.held).toMatch(/Berta Ekström, som bor i kvarteret/)
  expect(refusalFrom(await release(name?.id ?? '', { addresses: 'on' })).message).toMatch(/Berta Ekström/)
  expect(refusalFrom(await release(place?.id ?? '', { addresses: 'on' })).message).toMatch(/ur ett larm/)
})

test('only active partners can ask, with at most three waiting', async () => {
  const plain = await joinAsCompany(house, { postcode })
  expect(refusalFrom(await ask(plain)).message).toMatch(/trygghetspartner/)
  const guards = await partner()
  for (let count = 0; count < 3; count++) valueFrom(await ask(guards))
  expect(refusalFrom(await ask(guards)).message).toMatch(/redan 3/)
  expect(await own(guards)).toHaveLength(3)
})

test('a partner can stop its own broadcast only, and neither partners nor members can release, decline or draft', async () => {
  await neighbours(30)
  const [guards, others] = [await partner(), await partner()]
  valueFrom(await ask(guards))
  const id = (await own(guards))[0]?.id ?? ''
  for (const who of [guards, await joinAsMember(house)]) {
    await expect(releaseBroadcast(asked(who), id)).rejects.toThrow('not allowed')
    await expect(declineBroadcast(house, who.signedIn, id, { reason: 'x' })).rejects.toThrow('not allowed')
    await expect(draftBroadcast(house, who.signedIn, words)).rejects.toThrow('not allowed')
  }
  valueFrom(await release(id))
  expect(await stopBroadcast(house, others.signedIn, id)).toEqual(notThere)
  valueFrom(await stopBroadcast(house, guards.signedIn, id))
})

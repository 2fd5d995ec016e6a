import { expect, test } from 'vitest'
import { leaveByAlarmLink } from '~/alarms/circle/follow-alarm.server'
import { receiveSms } from '~/notifications/public.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { askOne, nameOne, textsTo } from '../../../test/support/alarms'
import { newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { leaveCircle, readQuestion, sayNo, sayYes } from './answer-question.server'
import { changeTold, readOwnCircle, removePerson } from './change-circle.server'
import { mostPeople, whyNotWords } from './circle'
import { endUnansweredQuestions } from './end-unanswered.server'
import { invitePerson } from './invite-person.server'

const house = useHouse()

const ask = (member: Resident, contact: string) =>
  invitePerson(house, member.signedIn, { name: 'Dottern', contact, told: 'at once' })
const standings = async (member: Resident) =>
  (await readOwnCircle(house, member.signedIn)).map(({ name, standing }) => `${name} ${standing}`)
const rowsOf = (member: Resident) =>
  house.db.selectFrom('circle_people').selectAll().where('member_id', '=', member.signedIn.person.id).execute()

test('a person who is named gets an SMS with a secret link, and their yes counts once', async () => {
  const member = await joinAsMember(house, { name: 'Eva Lind' })
  const { phone, secret } = await askOne(house, member)
  const [text = ''] = textsTo(house, phone)
  expect(text).toMatch(/^Eva vill att du får veta om Eva larmar med Kvartera\. .*\/far-veta\?nyckel=/)
  expect(text.replace(secret, '')).not.toMatch(/Lind|125/)
  expect(await standings(member)).toEqual(['Dottern asked'])
  expect(await readQuestion(house, secret)).toEqual({ memberName: 'Eva Lind', told: 'at once', standing: 'asked' })
  // The secret is stored nowhere: not in the table, and not in the outbox after sending.
  expect(JSON.stringify(await rowsOf(member))).not.toContain(secret)
  const kept = await house.db.selectFrom('outbox_messages').selectAll().where('recipient', '=', phone).execute()
  expect(JSON.stringify(kept)).not.toContain(secret)

  valueFrom(await sayYes(house, secret))
  valueFrom(await sayYes(house, secret))
  expect(await standings(member)).toEqual(['Dottern in'])
  const mails = await house.deliver()
  expect(mails.filter(({ text }) => text.includes('Dottern har sagt ja'))).toHaveLength(1)
})

test.each([
  ['says no', (_: Resident, secret: string) => sayNo(house, secret)],
  [
    'is removed',
    async (member: Resident) => removePerson(house, member.signedIn, { id: (await rowsOf(member))[0]?.id ?? '' }),
  ],
])('of a person who %s no message with their number is left in the outbox', async (_, end) => {
  const [member, other] = [await joinAsMember(house), await joinAsMember(house)]
  const { phone, secret } = await askOne(house, member)
  const { phone: kept } = await askOne(house, other)
  valueFrom(await end(member, secret))
  const to = async (recipient: string) =>
    (await house.db.selectFrom('outbox_messages').select('kind').where('recipient', '=', recipient).execute()).length
  expect([await to(phone), await to(kept)]).toEqual([0, 1])
})

test('a person can be asked by mail', async () => {
  const member = await joinAsMember(house, { name: 'Eva Lind' })
  valueFrom(await ask(member, 'Dotter@Exempel.se'))
  const mails = await house.deliver()
  const mail = mails.find(({ recipient }) => recipient === 'dotter@exempel.se')
  const secret = /nyckel=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  valueFrom(await sayYes(house, secret))
  expect(await standings(member)).toEqual(['Dottern in'])
})

test.each([
  ['', /mobilnummer eller/],
  ['dotter', /mobilnummer eller/],
  ['a@', /mobilnummer eller/],
  ['08-123 45 67', /svenska mobilnummer/],
  ['+1 212 555 0100', /svenska mobilnummer/],
])('inviting a person at %j is refused', async (contact, words) => {
  const member = await joinAsMember(house)
  expect(refusalFrom(await ask(member, contact)).fields.contact).toMatch(words)
})

test('a member cannot name themselves, and a company cannot name anybody', async () => {
  const member = await joinAsMember(house, { phone: '070-174 06 33' })
  expect(refusalFrom(await ask(member, '0701740633')).fields.contact).toMatch(/du själv/)
  expect(refusalFrom(await ask(member, member.email)).fields.contact).toMatch(/du själv/)
  const company = await joinAsCompany(house)
  await expect(ask(company, newPhone())).rejects.toThrow('not allowed')
})

test('a member can ask a number only once, and a no holds for every member', async () => {
  const [one, other] = [await joinAsMember(house), await joinAsMember(house)]
  const { phone, secret } = await askOne(house, one)
  expect(refusalFrom(await ask(one, phone)).message).toBe(whyNotWords['is in'])
  const [id = ''] = (await rowsOf(one)).map((row) => row.id)
  valueFrom(await removePerson(house, one.signedIn, { id }))
  expect(refusalFrom(await ask(one, phone)).message).toBe(whyNotWords['was asked'])

  // Another member may ask. The first member's link has expired.
  expect(await readQuestion(house, secret)).toBeNull()
  const second = await askOne(house, other, { phone })
  valueFrom(await sayNo(house, second.secret))
  expect(refusalFrom(await ask(other, phone)).message).toBe(whyNotWords.refused)
  expect(refusalFrom(await ask(await joinAsMember(house), phone)).message).toBe(whyNotWords.refused)
  const mails = await house.deliver()
  expect(mails.filter(({ text }) => text.includes('Dottern har sagt nej'))).toHaveLength(1)
  // Only a hash is left of the person.
  expect(JSON.stringify([await rowsOf(one), await rowsOf(other)])).not.toMatch(new RegExp(`Dottern|\\${phone}`))
})

test('a person who left cannot be asked again by that member; one who was removed can', async () => {
  const member = await joinAsMember(house)
  const [left, removed] = [await nameOne(house, member), await nameOne(house, member, { name: 'Grannen' })]
  valueFrom(await leaveCircle(house, left.secret))
  const [id = ''] = (await readOwnCircle(house, member.signedIn)).map((one) => one.id)
  valueFrom(await removePerson(house, member.signedIn, { id }))
  expect(await standings(member)).toEqual([])
  expect(refusalFrom(await ask(member, left.phone)).message).toBe(whyNotWords['has left'])
  valueFrom(await ask(member, removed.phone))
  const mails = await house.deliver()
  expect(mails.map(({ text }) => text).join()).toContain('Dottern får inte längre veta när du larmar')
})

test('STOP by SMS ends the person’s place with every member, tells each of them, and refuses later invitations', async () => {
  const [one, other] = [await joinAsMember(house), await joinAsMember(house)]
  const { phone } = await nameOne(house, one)
  await askOne(house, other, { phone })
  await receiveSms(house, { providerId: `stop-${phone}`, fromPhone: phone, text: 'Stopp' })
  expect([await standings(one), await standings(other)]).toEqual([[], []])
  expect(refusalFrom(await ask(await joinAsMember(house), phone)).message).toBe(whyNotWords.refused)
  const mails = await house.deliver()
  expect(mails.filter(({ text }) => /får inte längre veta|har sagt nej/.test(text))).toHaveLength(2)
  expect(textsTo(house, phone).at(-1)).toMatch(/^Klart\. Du får inga fler SMS/)
})

test('a circle has at most five people, also when two are named at the same moment', async () => {
  const member = await joinAsMember(house)
  for (let n = 1; n < mostPeople; n++) await askOne(house, member)
  const both = await Promise.all([ask(member, newPhone()), ask(member, newPhone())])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await standings(member)).toHaveLength(mostPeople)
})

test('invitations have a rate limit for each member and for each number', async () => {
  const member = await joinAsMember(house)
  const asked: boolean[] = []
  for (let n = 0; n < 12; n++) {
    const { ok } = await ask(member, newPhone())
    asked.push(ok)
    for (const { id } of await readOwnCircle(house, member.signedIn)) await removePerson(house, member.signedIn, { id })
  }
  expect(asked).toEqual([...Array(10).fill(true), false, false])
  const phone = newPhone()
  const many = []
  for (let n = 0; n < 4; n++) many.push(await ask(await joinAsMember(house), phone))
  expect(many.map(({ ok }) => ok)).toEqual([true, true, true, false])
})

test('a question expires after thirty days and is then deleted', async () => {
  const member = await joinAsMember(house)
  const { phone, secret } = await askOne(house, member)
  house.clock.forward({ hours: 30 * 24 })
  expect(await readQuestion(house, secret)).toMatchObject({ standing: 'lapsed' })
  expect(refusalFrom(await sayYes(house, secret)).title).toBe('Svaret kom för sent')
  expect(await endUnansweredQuestions(house)).toBeGreaterThanOrEqual(1)
  expect(await standings(member)).toEqual([])
  expect(JSON.stringify(await rowsOf(member))).not.toContain(phone)
  expect(refusalFrom(await ask(member, phone)).message).toBe(whyNotWords['was asked'])
})

test('another member or a wrong secret cannot change, remove or answer for a person', async () => {
  const [member, stranger] = [await joinAsMember(house), await joinAsMember(house)]
  await nameOne(house, member)
  const [person] = await readOwnCircle(house, member.signedIn)
  const values = { id: person?.id ?? '', told: 'unanswered' }
  const nothing = { ok: false, end: 'not there' }
  expect(await changeTold(house, stranger.signedIn, values)).toEqual(nothing)
  expect(await removePerson(house, stranger.signedIn, values)).toEqual(nothing)
  for (const secret of ['', 'x', person?.id ?? '']) {
    expect(await sayYes(house, secret)).toEqual(nothing)
    expect(await sayNo(house, secret)).toEqual(nothing)
    expect(await leaveCircle(house, secret)).toEqual(nothing)
    expect(await leaveByAlarmLink(house, secret)).toEqual(nothing)
  }
  valueFrom(await changeTold(house, member.signedIn, values))
  expect(await readOwnCircle(house, member.signedIn)).toMatchObject([{ told: 'unanswered', toldOfTests: false }])
})

test('the data export lists whom a member named, and for the person named whose alarms they are told of', async () => {
  const member = await joinAsMember(house, { name: 'Eva Lind' })
  const daughter = await joinAsMember(house, { phone: '070-174 06 77' })
  const { phone } = await nameOne(house, member, { phone: '+46701740677' })
  await house.db
    .updateTable('profiles')
    .set({ phone_verified_at: house.clock.now() })
    .where('id', '=', daughter.signedIn.person.id)
    .execute()
  const now = house.clock.now()
  const fresh = ({ signedIn }: Resident) => ({ ...signedIn, startedAt: now, confirmedAt: now })
  const file = await exportAccount(house, fresh(member))
  expect(file?.vilkaFårVeta.fårVetaNärDuLarmar).toMatchObject([{ namn: 'Dottern', telefon: phone }])
  const hers = await exportAccount(house, fresh(daughter))
  expect(hers?.vilkaFårVeta.duFårVetaOm).toMatchObject([{ medlem: 'Eva Lind', duKallas: 'Dottern' }])
})

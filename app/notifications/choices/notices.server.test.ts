import { beforeEach, expect, test } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { insertSecretSms } from '~/outbox/outbox-store.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { strike } from '../../../test/support/wall-clock'
import { receiveSms } from '../replies/receive-sms.server'
import { giveConsent, hasConsent, withdrawConsents } from './consent-store.server'
import { readNotices } from './read-notices.server'
import { registerBrowser, removeBrowser, tryPush } from './register-browser.server'
import { saveConsents, saveNotices } from './save-notices.server'

const house = useHouse()
holdWakes(house)
const browser = (name: string) => ({
  endpoint: `https://push.test/${name}`,
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
})
let person: Resident
beforeEach(async () => {
  person = await joinAsMember(house)
})
const owner = ({ signedIn }: Resident) => ({ kind: 'person' as const, id: signedIn.person.id })
const register = (who: Resident, name: string) => registerBrowser(house, who.visitor, owner(who), browser(name))
const choices = (who = person) => readNotices(house, who.signedIn)

test('saves the choices of offered topics and ignores other topics', async () => {
  const values = { quietFrom: '22', quietUntil: '6', 'sms-bookings': 'on', 'push-points': 'on', 'sms-operations': 'on' }
  valueFrom(await saveNotices(house, person.signedIn, values))
  const { topics, quiet } = await choices()
  expect(quiet).toEqual({ from: 22, until: 6 })
  expect(topics.filter(({ sms }) => sms).map(({ topic }) => topic)).toEqual(['bookings'])
  expect(topics.filter(({ push }) => push).map(({ topic }) => topic)).toEqual(['points'])
})

test.each(['24', '-1', 'x', '', '7.5'])('refuses an invalid hour of quiet hours (%s)', async (quietFrom) => {
  refusalFrom(await saveNotices(house, person.signedIn, { quietFrom, quietUntil: '7' }))
  expect((await choices()).quiet).toEqual({ from: 21, until: 7 })
})

test('accepts any hour of the day for quiet hours, also 0 and 23', async () => {
  for (const [quietFrom, quietUntil] of [
    ['0', '23'],
    ['23', '0'],
  ] as const) {
    valueFrom(await saveNotices(house, person.signedIn, { quietFrom, quietUntil }))
    expect((await choices()).quiet).toEqual({ from: Number(quietFrom), until: Number(quietUntil) })
  }
})

test('a test push is sent at once, also in quiet hours', async () => {
  strike(house.clock, 23)
  valueFrom(await register(person, 'night'))
  house.woken.length = 0
  valueFrom(await tryPush(house, person.signedIn))
  expect(house.woken).toEqual(['push'])
  await house.deliver()
  expect(house.pushed.sent).toMatchObject([{ payload: { kind: 'push tried', path: '/dashboard/account/notices' } }])
})

test('keeps the two consents apart, and their history', async () => {
  valueFrom(await saveConsents(house, person.signedIn, { safety_sms: 'on' }))
  const given = (await choices()).consents
  expect(given?.map(({ isGiven }) => isGiven)).toEqual([true, false])
  // A repeated consent does not change when it was given.
  house.clock.forward({ days: 1 })
  valueFrom(await saveConsents(house, person.signedIn, { safety_sms: 'on' }))
  expect((await choices()).consents).toEqual(given)

  valueFrom(await saveConsents(house, person.signedIn, { offers_sms: 'on' }))
  expect((await choices()).consents?.map(({ isGiven }) => isGiven)).toEqual([false, true])
  const rows = await house.db
    .selectFrom('consents')
    .selectAll()
    .where('profile_id', '=', person.signedIn.person.id)
    .execute()
  expect(rows).toHaveLength(2)
})

test('a consent is valid only for its person and purpose, until it is withdrawn', async () => {
  const [id, neighbour] = [owner(person).id, owner(await joinAsMember(house)).id]
  const now = house.clock.now()
  const has = (who: string | null) =>
    Promise.all((['safety_sms', 'offers_sms'] as const).map((purpose) => hasConsent(house.db, who, purpose)))
  await giveConsent(house.db, id, 'safety_sms', now)
  expect([await has(id), await has(neighbour), await has(null)]).toEqual([
    [true, false],
    [false, false],
    [false, false],
  ])
  for (const one of [id, neighbour]) await giveConsent(house.db, one, 'offers_sms', now)
  // Returns the number of consents in force, of that person and purpose only; not those withdrawn earlier.
  const withdraw = () => withdrawConsents(house.db, [id], ['safety_sms'], 'page', now)
  expect([await withdraw(), await withdraw()]).toEqual([1, 0])
  expect([await has(id), await has(neighbour)]).toEqual([
    [false, true],
    [false, true],
  ])
})

test('refuses a company the consents of a resident', async () => {
  const company = await joinAsCompany(house)
  refusalFrom(await saveConsents(house, company.signedIn, { safety_sms: 'on' }))
  expect((await choices(company)).consents).toBeNull()
})

test('a browser is registered, tried and removed by its owner only', async () => {
  valueFrom(await register(person, 'a'))
  const [own] = (await choices()).browsers
  valueFrom(await tryPush(house, person.signedIn))
  await house.deliver()
  expect(house.pushed.sent).toMatchObject([{ to: browser('a'), payload: { kind: 'push tried' } }])

  const other = await joinAsMember(house)
  valueFrom(await removeBrowser(house, other.signedIn, { browser: own?.id ?? '' }))
  expect((await choices()).browsers).toHaveLength(1)
  valueFrom(await removeBrowser(house, person.signedIn, { browser: own?.id ?? '' }))
  expect((await choices()).browsers).toEqual([])
  refusalFrom(await tryPush(house, person.signedIn))
})

test('a browser in which another person logs in belongs to that person', async () => {
  const other = await joinAsMember(house)
  valueFrom(await register(person, 'shared'))
  valueFrom(await register(other, 'shared'))
  expect((await choices()).browsers).toEqual([])
  expect((await choices(other)).browsers).toHaveLength(1)
})

test('refuses addresses outside the push services, and keeps the ten newest browsers', async () => {
  const bad = [
    { ...browser('a'), endpoint: 'https://127.0.0.1/x' },
    { ...browser('a'), p256dh: 'kort' },
    { ...browser('a'), auth: '' },
  ]
  for (const values of bad) refusalFrom(await registerBrowser(house, person.visitor, owner(person), values))
  for (let name = 0; name < 12; name++) {
    house.clock.forward({ minutes: 1 })
    valueFrom(await register(person, String(name)))
  }
  const { browsers } = await choices()
  expect(browsers).toHaveLength(10)
  expect(browsers.map(({ endpoint }) => endpoint)).toContain('https://push.test/11')
})

test('the exported file has notice settings and messages, and deleting the account deletes them', async () => {
  valueFrom(await saveConsents(house, person.signedIn, { safety_sms: 'on' }))
  valueFrom(await register(person, 'a'))
  const { id } = person.signedIn.person
  const sms = { kind: 'phone code', recipient: '+46701234567', subject: 'Kod', text: '123456', personId: id } as const
  await insertSecretSms(house.db, sms, { keys: house.keys, secret: '123456' })
  const phone = '+46701740688'
  await house.db.updateTable('profiles').set({ phone }).where('id', '=', id).execute()
  await updatePhoneVerified(house.db, id, phone, house.clock.now())
  await receiveSms(house, { providerId: 's-1', fromPhone: phone, text: 'Vem är det?' })
  const { aviseringar } = found(await exportAccount(house, person.signedIn))
  expect(aviseringar).toMatchObject({
    tystaTimmar: '21.00–07.00',
    samtycken: [{ till: 'Trygghets-SMS', återkallat: null }],
    webbläsareMedPush: [{ enhet: expect.any(String) }],
    smsFrånDig: [{ text: 'Vem är det?' }],
    smsOchPushTillDig: [{ sätt: 'SMS', text: '(koden är utelämnad)' }],
  })

  valueFrom(await deleteAccount(house, person.visitor, person.signedIn, { password: PASSWORD, understood: 'on' }))
  expect(await house.db.selectFrom('sms_received').selectAll().where('sender', '=', phone).execute()).toEqual([])
  for (const [table, column] of [
    ['push_subscriptions', 'owner_id'],
    ['consents', 'profile_id'],
    ['outbox_messages', 'person_id'],
  ] as const) {
    const left = await house.db
      .selectFrom(table)
      .selectAll()
      .where(column as never, '=', id as never)
      .execute()
    expect(left).toEqual([])
  }
})

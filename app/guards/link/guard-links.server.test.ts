import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startPhoneProof } from '~/accounts/public.server'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { guardRow, letBeCalled, newPhone, newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { smsTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { stateOfLink } from '../guard'
import { readGuardByToken } from '../guard-store.server'
import { readOwnGuard } from '../own/own-guards-store.server'
import { revokeLink } from '../own/remove-guard.server'
import { addGuard, changeGuard, renewLink } from '../own/save-guard.server'
import { askForNewLink, enterByLink, mayAskForLink } from './enter-by-link.server'
import { browserKey } from './guard-cookie.server'
import { markBrowserSeen } from './link-store.server'

/** A guard's link opens in one browser and expires; a program that prefetches it locks nobody out. */

const house = useHouse()
type Partner = { owner: Resident; id: string }

let partner: Partner
beforeEach(async () => {
  const owner = await joinAsCompany(house, { postcode: newPostcode() })
  const { id } = await companyOf(house, owner)
  await letBeCalled(house, id)
  partner = { owner, id }
})

async function employ({ owner }: Partner) {
  const values = { id: randomUUID() as string, name: 'Ali Rahimi', phone: newPhone() }
  valueFrom(await addGuard(house, owner.signedIn, values))
  return values
}

const texts = async (phone: string) => (await smsTo(house, phone)).filter(({ kind }) => kind === 'guard link')

async function linkOf(phone: string): Promise<string> {
  const address = /https?:\/\/\S+/.exec((await texts(phone))[0]?.text ?? '')?.[0] ?? ''
  return new URL(address).searchParams.get('nyckel') ?? ''
}

const enter = (secret: string, browser = 'her phone') => enterByLink(house, { nyckel: secret }, browser)
const inBy = (secret: string, browser = 'her phone') =>
  readGuardByToken(house.db, browserKey(browser, secret), house.clock.now())

test('a link opens in the first browser that presses, any number of times, and in no other', async () => {
  const { id, phone } = await employ(partner)
  const secret = await linkOf(phone)
  for (const browser of ['her phone', 'her phone', 'her phone']) valueFrom(await enter(secret, browser))
  const refusal = refusalFrom(await enter(secret, 'another'))
  expect(refusal.message).toContain('Be om en ny')
  expect([await inBy(secret), await inBy(secret, 'another')]).toMatchObject([{ id }, null])
  // Neither the link's secret nor the browser's mark is a valid key.
  expect(await readGuardByToken(house.db, secret, house.clock.now())).toBeNull()
})

test('entering by a link is logged as a login with the guard’s id, and a refusal as a failed login', async () => {
  const { id, phone } = await employ(partner)
  const secret = await linkOf(phone)
  const written: unknown[] = []
  const log = { ...house.log, security: (event: unknown) => written.push(event) }
  for (const browser of ['her phone', 'another']) await enterByLink({ ...house, log }, { nyckel: secret }, browser)
  expect(written).toEqual([
    { kind: 'login', actorId: id, what: 'guard link' },
    { kind: 'login failed', actorId: undefined, what: 'guard link' },
  ])
})

test('a link pressed in several browsers at the same moment lets one of them in', async () => {
  const { phone } = await employ(partner)
  const secret = await linkOf(phone)
  const browsers = Array.from({ length: 8 }, (_, index) => `browser ${index}`)
  const answers = await Promise.all(browsers.map((browser) => enter(secret, browser)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const inside = await Promise.all(browsers.map((browser) => inBy(secret, browser)))
  expect(inside.filter((guard) => guard !== null)).toHaveLength(1)
})

test.each([
  ['an unopened link expires after thirty days', 30, false],
  ['an unopened link still opens after 29 days', 29, true],
])('%s', async (_, days, opens) => {
  const { phone } = await employ(partner)
  const secret = await linkOf(phone)
  house.clock.forward({ hours: days * 24 })
  expect((await enter(secret)).ok).toBe(opens)
})

test('an opened link expires after thirty days without use, and the number stays verified', async () => {
  const { id, phone } = await employ(partner)
  const secret = await linkOf(phone)
  valueFrom(await enter(secret))
  for (let visit = 0; visit < 3; visit++) {
    house.clock.forward({ hours: 719 })
    expect(await inBy(secret)).toMatchObject({ id })
    await markBrowserSeen(house.db, id, house.clock.now())
  }
  house.clock.forward({ hours: 30 * 24 })
  expect(await inBy(secret)).toBeNull()
  refusalFrom(await enter(secret))
  // Alarms are sent to the number and need no link.
  expect((await guardRow(house.db, id)).phone_verified_at).not.toBeNull()
})

test('an opened link expires after a year, however much it is used', async () => {
  const { id, phone } = await employ(partner)
  const secret = await linkOf(phone)
  valueFrom(await enter(secret))
  for (let days = 0; days < 360; days += 20) {
    house.clock.forward({ hours: 20 * 24 })
    await markBrowserSeen(house.db, id, house.clock.now())
  }
  expect(await inBy(secret)).toMatchObject({ id })
  house.clock.forward({ hours: 5 * 24 })
  expect(await inBy(secret)).toBeNull()
})

test('a used link can be exchanged once for a new one sent to the verified number, and the browser that is in stays in', async () => {
  const { id, phone } = await employ(partner)
  const first = await linkOf(phone)
  valueFrom(await enter(first))
  // Somebody else has found the old SMS.
  valueFrom(await askForNewLink(house, first))
  expect(await inBy(first)).toMatchObject({ id })
  const second = await linkOf(phone)
  expect(second).not.toBe(first)
  // The old link belongs to nobody from now on.
  refusalFrom(await askForNewLink(house, first))
  valueFrom(await enter(second, 'her new phone'))
  expect([await inBy(first), await inBy(second, 'her new phone')]).toMatchObject([null, { id }])
  for (const rubbish of ['', 'x', first]) refusalFrom(await askForNewLink(house, rubbish))
})

test('a new link is offered only to a key that may ask for one: used or expired, not revoked or unverified', async () => {
  const { id, phone } = await employ(partner)
  const secret = await linkOf(phone)
  const offered = async () => [
    await mayAskForLink(house.db, secret),
    await mayAskForLink(house.db, browserKey('her phone', secret)),
  ]
  expect(await offered()).toEqual([false, false])
  valueFrom(await enter(secret))
  expect(await offered()).toEqual([true, true])
  house.clock.forward({ days: 400 })
  expect(await offered()).toEqual([true, true])
  valueFrom(await revokeLink(house, partner.owner.signedIn, { id }))
  expect(await offered()).toEqual([false, false])
  expect(await mayAskForLink(house.db, null)).toBe(false)
})

test('a new link is not sent to an unverified number, and is rate limited', async () => {
  const { phone } = await employ(partner)
  refusalFrom(await askForNewLink(house, await linkOf(phone)))
  valueFrom(await enter(await linkOf(phone)))
  for (let asked = 0; asked < 3; asked++) valueFrom(await askForNewLink(house, await linkOf(phone)))
  expect(refusalFrom(await askForNewLink(house, await linkOf(phone))).message).toContain('Vänta')
  expect(await texts(phone)).toHaveLength(4)
})

test('the state of the link that the company sees matches whether the guard can get in', async () => {
  const { id, phone } = await employ(partner)
  const state = async () => {
    const guard = await readOwnGuard(house.db, partner.id, id)
    return guard && stateOfLink(guard, house.clock.now())
  }
  expect(await state()).toBe('sent')
  const secret = await linkOf(phone)
  valueFrom(await enter(secret))
  expect(await state()).toBe('in')
  for (const days of [29, 1, 400]) {
    house.clock.forward({ days })
    expect((await state()) === 'in').toBe((await inBy(secret)) !== null)
  }
  expect(await state()).toBe('ended')
  valueFrom(await renewLink(house, partner.owner.signedIn, { id }))
  expect(await state()).toBe('sent')
  valueFrom(await revokeLink(house, partner.owner.signedIn, { id }))
  expect(await state()).toBe('none')
})

test('guard links share the hourly limit of SMS codes, and administrators are told when it is reached', async () => {
  const admin = await joinAsAdmin(house)
  const found = await employ(partner)
  valueFrom(await enter(await linkOf(found.phone)))
  // Resets the rate-limit counters of other tests.
  await house.db.deleteFrom('attempts').execute()
  await house.deliver()
  const few = { ...house, config: { ...house.config, smsCodesPerHour: 2 } }
  const newGuard = () => ({ id: randomUUID() as string, name: 'Ali Rahimi', phone: newPhone() })
  const before = house.texted.sent.length

  valueFrom(await addGuard(few, partner.owner.signedIn, newGuard()))
  valueFrom(await renewLink(few, partner.owner.signedIn, { id: found.id }))
  const late = newGuard()
  const [last = ''] = [await linkOf(found.phone)]
  for (const refused of [
    await addGuard(few, partner.owner.signedIn, late),
    await changeGuard(few, partner.owner.signedIn, { ...found, phone: newPhone() }),
    await renewLink(few, partner.owner.signedIn, { id: found.id }),
    await askForNewLink(few, last),
    await startPhoneProof(few, { kind: 'guard', id: found.id }, found.phone, '203.0.113.7'),
  ]) {
    expect(refusalFrom(refused).message).toMatch(/många (SMS|koder|länkar)/)
  }
  expect(await readOwnGuard(house.db, partner.id, late.id)).toBeUndefined()
  expect((await readOwnGuard(house.db, partner.id, found.id))?.phone).toBe(found.phone)

  const mails = await house.deliver()
  expect(house.texted.sent.length - before).toBe(2)
  expect(mails.filter(({ recipient }) => recipient === admin.email).map(({ subject }) => subject)).toEqual([
    'Fler än 2 koder per SMS på en timme',
  ])
  house.clock.forward({ minutes: 61 })
  valueFrom(await addGuard(few, partner.owner.signedIn, late))
})

test('alarms are sent by SMS also when the limit of codes and links is reached', async () => {
  const none = { ...house, config: { ...house.config, smsCodesPerHour: 0 } }
  const { member, phone } = await openNeighbourhood(none)
  refusalFrom(await renewLink(none, partner.owner.signedIn, { id: (await employ(partner)).id }))
  await press(none, member)
  await workOff(none)
  expect(house.texted.sent.map(({ recipient }) => recipient)).toContain(phone)
})

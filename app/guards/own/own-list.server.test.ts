import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSubscriptionsOf, upsertSubscription } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { employGuard, guardRow, letBeCalled, letIn, newPhone, newPostcode } from '../../../test/support/guards'
import { poison, whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { smsTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { block, joinAsCompany, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { endGuardLinksOf, exportGuards, forgetGuardsOf } from '../forget-guards.server'
import { testDueBefore } from '../guard'
import { askForNewLink, enterByLink } from '../link/enter-by-link.server'
import { ownsGuards, readOwnGuard, readOwnGuards } from './own-guards-store.server'
import { sendCodeToGuard } from './prove-guard-phone.server'
import { remindOfTests } from './remind-of-tests.server'
import { removeGuard } from './remove-guard.server'
import { addGuard, changeGuard, renewLink } from './save-guard.server'
import { claimUntested } from './test-store.server'

const house = useHouse()
type Partner = { owner: Resident; id: string; ownerId: string }

async function joinAsPartner(): Promise<Partner> {
  const owner = await joinAsCompany(house, { postcode: newPostcode() })
  const { id } = await companyOf(house, owner)
  await letBeCalled(house, id)
  return { owner, id, ownerId: owner.signedIn.person.id }
}

const form = (given: Record<string, string> = {}) => ({
  id: randomUUID() as string,
  name: 'Ali Rahimi',
  phone: newPhone(),
  ...given,
})
const browserOf = (id: string) => ({ endpoint: `https://push.test/${id}`, p256dh: 'x', auth: 'x', device: 'Chrome' })
const gone = (now: Date) => ({
  ...{ removed_at: now, phone: null, phone_verified_at: null, on_duty_since: null, on_duty_until: null },
})

let partner: Partner
let other: Partner
beforeEach(async () => {
  partner = await joinAsPartner()
  other = await joinAsPartner()
  house.woken.length = 0
})

test('lists a company’s own guards by name, without removed ones', async () => {
  const now = house.clock.now()
  for (const name of ['Siv Ek', 'Ali Rahimi', 'Mira Ek']) await employGuard(house, partner.id, { name })
  const left = await employGuard(house, partner.id, { name: 'Bo Borta', ...gone(now) })
  const theirs = await employGuard(house, other.id, { name: 'Annans', ...letIn(randomUUID(), now) })
  const names = (await readOwnGuards(house.db, partner.id)).map(({ name }) => name)
  expect(names).toEqual(['Ali Rahimi', 'Mira Ek', 'Siv Ek'])
  const found = [await readOwnGuard(house.db, partner.id, left), await readOwnGuard(house.db, partner.id, theirs)]
  expect(found).toEqual([undefined, undefined])
  expect(await readOwnGuards(house.db, other.id)).toMatchObject([{ id: theirs, hasLink: true }])
  expect(await readOwnGuard(house.db, other.id, theirs)).toMatchObject({ hasLink: true, browserSince: now })
})

test('ownsGuards is true only while a guard of the company’s own is not removed', async () => {
  expect(await ownsGuards(house.db, partner.ownerId)).toBe(false)
  await employGuard(house, other.id)
  await employGuard(house, partner.id, gone(house.clock.now()))
  expect(await ownsGuards(house.db, partner.ownerId)).toBe(false)
  await employGuard(house, partner.id)
  expect(await ownsGuards(house.db, partner.ownerId)).toBe(true)
})

test('a company may have sixty guards, and removing one makes room', async () => {
  for (let made = 0; made < 59; made++) await employGuard(house, partner.id)
  const last = form()
  valueFrom(await addGuard(house, partner.owner.signedIn, last))
  expect(refusalFrom(await addGuard(house, partner.owner.signedIn, form())).message).toContain('redan 60 väktare')
  // The same form sent again is a no-op, not a 61st guard.
  valueFrom(await addGuard(house, partner.owner.signedIn, last))
  valueFrom(await removeGuard(house, partner.owner.signedIn, { id: last.id }))
  valueFrom(await addGuard(house, partner.owner.signedIn, form()))
})

test('renaming a guard keeps the link, the number and its test, and sends nothing; a new number resets them', async () => {
  const now = house.clock.now()
  const phone = newPhone()
  const id = await employGuard(house, partner.id, { phone, tested_at: now, ...letIn(randomUUID(), now) })
  const before = await guardRow(house.db, id)
  valueFrom(await changeGuard(house, partner.owner.signedIn, { id, name: 'Ali Ek', phone }))
  expect(await guardRow(house.db, id)).toEqual({ ...before, name: 'Ali Ek' })
  expect(await smsTo(house, phone)).toEqual([])
  valueFrom(await changeGuard(house, partner.owner.signedIn, { id, name: 'Ali Ek', phone: newPhone() }))
  expect(await guardRow(house.db, id)).toMatchObject({ tested_at: null, phone_verified_at: null, browser_hash: null })
})

test('refuses a number that is not a Swedish mobile number, and one of a colleague', async () => {
  const first = form()
  valueFrom(await addGuard(house, partner.owner.signedIn, first))
  const second = form()
  valueFrom(await addGuard(house, partner.owner.signedIn, second))
  const before = await guardRow(house.db, second.id)
  for (const [phone, word] of [
    ['08-12 34 56 78', 'svenska mobilnummer'],
    ['+44 7400 123456', 'svenska mobilnummer'],
    [first.phone, 'En annan av era väktare'],
  ] as const) {
    for (const id of [second.id, randomUUID() as string]) {
      const values = { id, name: 'Siv Ek', phone }
      const deed = id === second.id ? changeGuard : addGuard
      expect(refusalFrom((await deed(house, partner.owner.signedIn, values)) as never).fields.phone).toContain(word)
    }
  }
  refusalFrom(await addGuard(house, partner.owner.signedIn, form({ id: 'x' })))
  expect(await guardRow(house.db, second.id)).toEqual(before)
  expect(await readOwnGuards(house.db, partner.id)).toHaveLength(2)
})

test('wakes the SMS sender at once for every link and code', async () => {
  const values = form()
  const own = partner.owner
  const secret = async () => {
    const [sms] = (await smsTo(house, values.phone)).filter(({ kind }) => kind === 'guard link')
    return new URL(/https?:\/\/\S+/.exec(sms?.text ?? '')?.[0] ?? '').searchParams.get('nyckel') ?? ''
  }
  const wakes = async (deed: () => Promise<unknown>) => {
    house.woken.length = 0
    await deed()
    return house.woken.splice(0)
  }
  expect(await wakes(() => addGuard(house, own.signedIn, values))).toEqual(['sms'])
  expect(await wakes(() => renewLink(house, own.signedIn, { id: values.id }))).toEqual(['sms'])
  expect(await wakes(() => sendCodeToGuard(house, own.signedIn, { id: values.id }, own.visitor))).toEqual(['sms'])
  const first = await secret()
  valueFrom(await enterByLink(house, { nyckel: first }, 'her phone'))
  expect(await wakes(() => askForNewLink(house, first))).toEqual(['sms'])
  const moved = { ...values, phone: newPhone() }
  expect(await wakes(() => changeGuard(house, own.signedIn, moved))).toEqual(['sms'])
})

test('endGuardLinksOf ends the links and push subscriptions of the owner’s guards and nobody else’s', async () => {
  const now = house.clock.now()
  const [one, two] = [
    await employGuard(house, partner.id, letIn(randomUUID(), now)),
    await employGuard(house, partner.id, letIn(randomUUID(), now)),
  ]
  const theirs = await employGuard(house, other.id, letIn(randomUUID(), now))
  for (const id of [one, two, theirs]) await upsertSubscription(house.db, { kind: 'guard', id }, browserOf(id), now)
  const kept = await guardRow(house.db, theirs)
  await endGuardLinksOf(house.db, partner.ownerId)
  for (const id of [one, two]) {
    expect(await guardRow(house.db, id)).toMatchObject({ link_hash: null, browser_hash: null, removed_at: null })
    expect(await readSubscriptionsOf(house.db, { kind: 'guard', id })).toEqual([])
  }
  expect(await guardRow(house.db, theirs)).toEqual(kept)
  expect(await readSubscriptionsOf(house.db, { kind: 'guard', id: theirs })).toHaveLength(1)
})

test('exports what is stored of the owner’s guards, and deletes all but their names with the account', async () => {
  const now = house.clock.now()
  const until = new Date(now.getTime() + 8 * 3_600_000)
  const [here, there] = [newPhone(), newPhone()]
  const since = { created_at: now, phone_verified_at: now, on_duty_until: until }
  const first = await employGuard(house, partner.id, { name: 'Siv Ek', phone: here, ...since })
  await employGuard(house, partner.id, { name: 'Bo Borta', created_at: now, ...gone(now) })
  const theirs = await employGuard(house, other.id, { phone: there })
  const kept = await guardRow(house.db, theirs)
  await sendCodeToGuard(house, partner.owner.signedIn, { id: first }, partner.owner.visitor)
  await upsertSubscription(house.db, { kind: 'guard', id: first }, browserOf(first), now)
  const nothing = { telefon: null, numretBekräftat: null, iTjänstTill: null, tillagd: now }
  expect(await exportGuards(house.db, partner.ownerId)).toEqual([
    { namn: 'Siv Ek', telefon: here, numretBekräftat: now, iTjänstTill: until, tillagd: now, borttagen: null },
    { namn: 'Bo Borta', ...nothing, borttagen: now },
  ])
  const later = new Date(now.getTime() + 60_000)
  await forgetGuardsOf(house.db, partner.ownerId, later)
  expect(await exportGuards(house.db, partner.ownerId)).toEqual([
    { namn: 'Siv Ek', ...nothing, borttagen: later },
    { namn: 'Bo Borta', ...nothing, borttagen: now },
  ])
  const proofs = house.db.selectFrom('phone_proofs').select('owner_id')
  expect(await proofs.where('owner_id', '=', first).execute()).toEqual([])
  expect(await readSubscriptionsOf(house.db, { kind: 'guard', id: first })).toEqual([])
  expect(await guardRow(house.db, theirs)).toEqual(kept)
})

test('each company gets one mail that names its phones untested for a month, and the sender is woken', async () => {
  await remindOfTests(house)
  await house.deliver()
  const now = house.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  const month = 31
  const employ = (who: Partner, name: string, given: Parameters<typeof employGuard>[2]) =>
    employGuard(house, who.id, { name, on_duty_since: null, on_duty_until: null, ...given })
  await employ(partner, 'Siv Ek', { phone_verified_at: ago(month + 1) })
  await employ(partner, 'Ali Rahimi', { phone_verified_at: ago(400), tested_at: ago(month + 2) })
  await employ(partner, 'Svarar Alltid', { phone_verified_at: ago(400), tested_at: ago(month) })
  await employ(partner, 'Aldrig Bevisad', { phone_verified_at: null, tested_at: ago(400) })
  await employ(partner, 'Nyss Nämnd', { phone_verified_at: ago(400), test_reminded_at: ago(month) })
  await employ(other, 'Mira Ek', { phone_verified_at: ago(400), test_reminded_at: ago(month + 1) })
  const closed = await joinAsPartner()
  const silent = await employ(closed, 'Ingen Hör', { phone_verified_at: ago(400) })
  await house.db.updateTable('companies').set({ deleted_at: now }).where('id', '=', closed.id).execute()

  vi.useFakeTimers({ toFake: ['Date'], now })
  house.woken.length = 0
  expect(await remindOfTests(house)).toBe(2)
  expect(house.woken).toEqual(['messages'])
  const mails = (await house.deliver()).filter(({ subject }) => subject === 'Testa väktarnas telefoner')
  const of = ({ owner }: Partner) => mails.filter(({ recipient }) => recipient === owner.email).map(({ text }) => text)
  expect(of(partner)).toEqual([expect.stringContaining('en månad: Ali Rahimi, Siv Ek.')])
  expect(of(other)).toEqual([expect.stringContaining('en månad: Mira Ek.')])
  expect(mails).toHaveLength(2)
  expect((await guardRow(house.db, silent)).test_reminded_at).toBeNull()
  house.woken.length = 0
  expect(await remindOfTests(house)).toBe(0)
  expect(house.woken).toEqual([])
  // A mail to a single company also wakes the sender at once.
  await employ(partner, 'Ensam Tyst', { phone_verified_at: ago(400) })
  expect(await remindOfTests(house)).toBe(1)
  expect(house.woken).toEqual(['messages'])
})

test('a company that gets no alarms is asked to test its phones, and not told that they get alarms', async () => {
  const told = async () => {
    house.clock.forward({ days: 32 })
    await remindOfTests(house)
    const mails = (await house.deliver()).filter(({ recipient }) => recipient === partner.owner.email)
    return mails.find(({ subject }) => subject === 'Testa väktarnas telefoner')?.text
  }
  await employGuard(house, partner.id)
  expect(await told()).toContain('De får fortfarande larm.')
  const permit = house.db.updateTable('security_partner_records').where('company_id', '=', partner.id)
  await permit.set({ valid_until: '2020-01-01' }).execute()
  const text = await told()
  expect(text).not.toContain('får fortfarande larm')
  expect(text).toContain('Ni får inga larm just nu. Tillståndet har gått ut. Skicka en kod till var och en')
})

test('a company whose owner is blocked is asked to test no phones until the block is lifted', async () => {
  await employGuard(house, partner.id)
  house.clock.forward({ days: 40 })
  const told = async () => {
    await remindOfTests(house)
    return (await house.deliver()).filter(({ recipient }) => recipient === partner.owner.email).length
  }
  await house.deliver()
  await block(house, partner.owner, house.clock.now())
  expect(await told()).toBe(0)
  await block(house, partner.owner, null)
  expect(await told()).toBe(1)
})

test('two processes that remind of tests never wait for each other’s guards (deadlock)', async () => {
  const [first] = [await employGuard(house, partner.id), await employGuard(house, partner.id)].sort()
  await employGuard(house, other.id)
  house.clock.forward({ days: 40 })
  const hold = (db: Database) =>
    db
      .selectFrom('guards')
      .select('id')
      .where('id', '=', first ?? '')
      .forUpdate()
      .execute()
  const ids = [partner, other].map(({ id }) => id)
  const named = await whileKept(house.db, hold, async (db) => {
    const now = house.clock.now()
    const companies: (string | undefined)[] = []
    for (let claim = 0; claim < 3; claim++)
      companies.push((await claimUntested(db, testDueBefore(now), now))?.companyId)
    return companies.filter((id) => id !== undefined && ids.includes(id))
  })
  expect(named).toEqual([other.id])
})

test('a company that cannot be reminded of tests holds up none of the others', async () => {
  for (const { id } of [partner, other]) await employGuard(house, id)
  house.clock.forward({ days: 40 })
  const [broken, fine] = [partner, other] as const
  const { email } = broken.owner
  const isTheirs = `new.recipient = '${email}' and new.kind = 'guard test'`
  const cure = await poison(house, { before: 'insert', on: 'outbox_messages', when: isTheirs })
  await expect(remindOfTests(house)).rejects.toThrow('not this one')
  const told = async () =>
    (await house.deliver())
      .filter(({ subject }) => subject === 'Testa väktarnas telefoner')
      .map(({ recipient }) => recipient)
  const first = await told()
  expect(first).toContain(fine.owner.email)
  expect(first).not.toContain(email)
  await cure()
  await remindOfTests(house)
  expect(await told()).toEqual([email])
})

test.each([0, 1])('nor does one whose guards cannot be marked as named, which is the %s of two', async (place) => {
  for (const { id } of [partner, other]) await employGuard(house, id)
  house.clock.forward({ days: 40 })
  const companies = [partner, other].map(({ id }) => id)
  const [broken, fine] = place === 0 ? companies : companies.toReversed()
  const isTheirs = `new.company_id = '${broken}' and new.test_reminded_at is distinct from old.test_reminded_at`
  const cure = await poison(house, { before: 'update', on: 'guards', when: isTheirs })
  await expect(remindOfTests(house)).rejects.toThrow('not this one')
  await cure()
  const named = await house.db
    .selectFrom('guards')
    .select('company_id as id')
    .where('company_id', 'in', companies)
    .where('test_reminded_at', '=', house.clock.now())
    .distinct()
    .execute()
  expect(named).toEqual([{ id: fine }])
})

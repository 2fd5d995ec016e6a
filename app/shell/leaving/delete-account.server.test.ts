import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { lockProfile, updateRole } from '~/accounts/account-store.server'
import { requestEmailChange } from '~/accounts/address/change-email.server'
import { verifyEmail } from '~/accounts/address/verify-email.server'
import { logIn } from '~/accounts/login/log-in.server'
import { tellOfTerms } from '~/accounts/public.server'
import { requestRecovery } from '~/accounts/recovery/recovery.server'
import { enrolSecondFactor } from '~/accounts/second-factor/enrol-second-factor.server'
import { saySafe } from '~/alarms/raise/say-safe.server'
import { insertWalk, lockOpenWalk } from '~/alarms/walk/walk-store.server'
import { requestBooking } from '~/bookings/public.server'
import { addPhoto } from '~/companies/photos/add-photo.server'
import { hashOfSecret } from '~/guards/link/guard-cookie.server'
import { sendMail } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { nameFor, parseFileName } from '~/platform/files/files.server'
import { alarmRow, press } from '../../../test/support/alarms'
import { bookingValues, openShop, setClock } from '../../../test/support/bookings'
import { employGuard, guardRow } from '../../../test/support/guards'
import { behind } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import {
  enter,
  joinAsAmbassador,
  joinAsCompany,
  joinAsMember,
  memberForm,
  PASSWORD,
  proven,
  type Resident,
} from '../../../test/support/people'
import { twoColours } from '../../../test/support/pictures'
import { acceptedEarlierTerms, companyOf } from '../../../test/support/sponsorship'
import { signUpMember } from '../joining/sign-up-member.server'
import { deleteAccount } from './delete-account.server'

const house = useHouse()
holdWakes(house)

const sure = { password: PASSWORD, understood: 'on' }
const remove = ({ visitor, signedIn }: Resident, form: Record<string, string> = sure) =>
  deleteAccount(house, visitor, signedIn, form)

const isThere = async ({ email }: Resident) =>
  (await house.db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

async function makeAdmin(person: Resident): Promise<Resident> {
  await updateRole(house.db, person.signedIn.person.id, 'admin', new Date())
  return enter(house, person.cookies)
}

async function askOperator(email: string) {
  await house.db
    .insertInto('contact_messages')
    .values({ key: randomUUID(), name: 'Eva', email, interest: 'customer', message: 'Hej' })
    .execute()
}

test('deletes the person and every row of theirs', async () => {
  const person = await joinAsMember(house)
  valueFrom(await enrolSecondFactor(house, person.visitor, person.signedIn, { password: PASSWORD }))
  const changed = { email: 'ny.adress@exempel.se', password: PASSWORD }
  valueFrom(await requestEmailChange(house, person.visitor, person.signedIn, changed))
  valueFrom(await requestRecovery(house, await house.visitor(), { email: person.email }))
  await acceptedEarlierTerms(house, person)
  await tellOfTerms(house)
  await house.deliver()
  valueFrom(await requestRecovery(house, await house.visitor(), { email: person.email }))

  valueFrom(await remove(person))
  const { id } = person.signedIn.person
  const tables = [
    'sessions',
    'identities',
    'terms_acceptances',
    'terms_notices',
    'two_factors',
    'email_changes',
  ] as const
  for (const table of tables) {
    expect(await house.db.selectFrom(table).selectAll().where('profile_id', '=', id).execute(), table).toEqual([])
  }
  expect(await isThere(person)).toBe(false)
  expect(await house.db.selectFrom('verifications').selectAll().where('value', '=', id).execute()).toEqual([])
  expect(await house.db.selectFrom('account_mail_requests').selectAll().execute()).toEqual([])
  expect(
    await house.db.selectFrom('outbox_messages').select('id').where('recipient', '=', person.email).execute(),
  ).toEqual([])
})

test('logs out this browser and every other', async () => {
  const person = await joinAsMember(house)
  const phone = valueFrom(await logIn(house, await house.visitor(), { email: person.email, password: PASSWORD }))
  const { cookies } = valueFrom(await remove(person))
  expect((await house.visitor({ cookies: [...person.cookies, ...cookies] })).headers.get('cookie')).toBe('')
  expect((await house.visitor({ cookies: person.cookies })).signedIn).toBeNull()
  expect((await house.visitor({ cookies: phone.cookies })).signedIn).toBeNull()
})

test('frees the e-mail address for a new account', async () => {
  const person = await joinAsMember(house)
  valueFrom(await remove(person))
  valueFrom(await signUpMember(house, await house.visitor(), memberForm({ email: person.email })))
})

test.each([
  ['no password', { password: '' }, 'password'],
  ['a wrong password', { password: 'fel' }, 'password'],
  ['an unticked confirmation', { understood: '' }, 'understood'],
])('refuses %s at its field, and deletes nothing', async (_, wrong, field) => {
  const person = await joinAsMember(house)
  expect(Object.keys(refusalFrom(await remove(person, { ...sure, ...wrong })).fields)).toEqual([field])
  await enter(house, person.cookies)
})

test('keeps a company for the books, deleted and without its owner', async () => {
  const person = await joinAsCompany(house)
  const companies = house.db
    .selectFrom('companies')
    .select(['name', 'owner_id', 'deleted_at'])
    .where('email', '=', person.email)
  valueFrom(await remove(person))
  expect(await companies.execute()).toEqual([{ name: 'Lind Städ AB', owner_id: null, deleted_at: expect.any(Date) }])
})

test('deletes a company’s logo with its file', async () => {
  const owner = await joinAsCompany(house)
  const name = nameFor(new Uint8Array([1, 2, 3]), 'webp')
  await house.files.put(name, new Uint8Array([1, 2, 3]))
  await house.db
    .updateTable('companies')
    .set({ logo_url: `/files/${name}` })
    .where('owner_id', '=', owner.signedIn.person.id)
    .execute()
  valueFrom(await remove(owner))
  expect(await house.files.get(name)).toBeNull()
})

test('deletes a company’s photos with their files', async () => {
  const owner = await joinAsCompany(house)
  const form = new FormData()
  form.set('id', randomUUID())
  form.set('alt', 'Häck')
  form.set('picture', new File([new Uint8Array(await twoColours(400, 300))], 'bild.png'))
  valueFrom(await addPhoto(house, owner.signedIn, form, null))
  const photos = house.db.selectFrom('company_photos').select(['url', 'card_url'])
  const { url, card_url } = await photos.executeTakeFirstOrThrow()
  valueFrom(await remove(owner))
  expect(await photos.execute()).toEqual([])
  for (const address of [url, card_url]) {
    const name = parseFileName(address.replace('/files/', ''))
    expect(name && (await house.files.get(name))).toBeNull()
  }
})

test('refuses while a real alarm is open, but not while a test is', async () => {
  const member = await joinAsMember(house)
  const { alarmId } = await press(house, member)
  expect(refusalFrom(await remove(member)).message).toMatch(/larm som pågår.*säg det på larmsidan/)
  await enter(house, member.cookies)
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await press(house, member, { test: 'on' })
  valueFrom(await remove(member))
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'cancelled', reported_by: null })
})

describe('deleting an account in a race with an alarm of theirs', () => {
  const inThatMoment = async (first: (db: Database, id: string) => Promise<unknown>) => {
    const member = await joinAsMember(house)
    const { id } = member.signedIn.person
    const { alarmId } = await press(house, member, { test: 'on' })
    const homeAt = house.clock.now()
    await insertWalk(house.db, { memberId: id, key: randomUUID(), homeAt, sharesPosition: false }, homeAt)
    const begins = async (db: Database) => {
      await first(db, id)
      await db.updateTable('safety_alarms').set({ is_test: false }).where('id', '=', alarmId).execute()
    }
    expect(refusalFrom(await behind(house.db, begins, () => remove(member))).message).toContain('larm som pågår')
  }

  test('is refused when the alarm comes from a press', async () => {
    await inThatMoment((db, id) => lockProfile(db, id))
  })

  test('is refused when the alarm comes from a walk home', async () => {
    await inThatMoment((db, id) => lockOpenWalk(db, id))
  })
})

test('notifies the companies of cancelled bookings, and deletes what belongs to the verified number only', async () => {
  setClock('2026-11-20T12:00:00Z')
  const shop = await openShop(house)
  const numbers = { proven: '+46701741301', written: '+46701741302' }
  for (const [index, sender] of Object.values(numbers).entries()) {
    const reply = { provider_id: `leaving-${index}`, sender, text: 'Hej', taken_as: 'other' } as const
    await house.db
      .insertInto('sms_received')
      .values({ ...reply, received_at: house.clock.now() })
      .execute()
  }
  const ambassador = await joinAsAmbassador(house, { phone: numbers.proven, postcode: shop.postcode })
  const recruit = await joinAsCompany(house, { referredBy: numbers.proven })
  const other = await joinAsMember(house, { phone: numbers.written })
  valueFrom(await requestBooking(house, ambassador.signedIn, bookingValues(shop.serviceId, '2026-11-24', '10:00')))
  await house.deliver()
  house.told.length = 0

  for (const person of [ambassador, other]) valueFrom(await remove(person))
  expect(house.told).toContainEqual({
    to: expect.arrayContaining([`company:${shop.companyId}`]),
    about: 'bookings',
  })
  const replies = house.db.selectFrom('sms_received').select('sender').where('sender', 'in', Object.values(numbers))
  expect(await replies.execute()).toEqual([{ sender: numbers.written }])
  const { id } = await companyOf(house, recruit)
  const tips = house.db.selectFrom('companies').select('referred_by_phone').where('id', '=', id)
  expect(await tips.execute()).toEqual([{ referred_by_phone: null }])
})

test('removes a company’s guards with links and push subscriptions, and keeps their names', async () => {
  const [person, neighbour] = [await joinAsCompany(house), await joinAsCompany(house)]
  const link = (of: string) => ({ link_hash: hashOfSecret(of), link_made_at: house.clock.now() })
  const [own, theirs] = [
    await employGuard(house, (await companyOf(house, person)).id, link('hers')),
    await employGuard(house, (await companyOf(house, neighbour)).id, link('theirs')),
  ]
  const push = (id: string) => ({
    owner_kind: 'guard' as const,
    owner_id: id,
    device: 'Android',
    created_at: new Date(),
  })
  for (const id of [own, theirs]) {
    const browser = { endpoint: `https://push.test/${id}`, p256dh: 'p', auth: 'a' }
    await house.db
      .insertInto('push_subscriptions')
      .values({ ...push(id), ...browser })
      .execute()
  }
  const before = await guardRow(house.db, theirs)
  valueFrom(await remove(person))
  expect(await guardRow(house.db, own)).toMatchObject({
    ...{ name: 'Ali Rahimi', phone: null, phone_verified_at: null, link_hash: null },
    ...{ on_duty_since: null, on_duty_until: null, removed_at: expect.any(Date) },
  })
  expect(await guardRow(house.db, theirs)).toEqual(before)
  const browsers = await house.db
    .selectFrom('push_subscriptions')
    .select('owner_id')
    .where('owner_id', 'in', [own, theirs])
    .execute()
  expect(browsers).toEqual([{ owner_id: theirs }])
})

test('leaves other companies and sessions alone', async () => {
  const neighbour = await joinAsCompany(house)
  valueFrom(await remove(await joinAsCompany(house)))
  await enter(house, neighbour.cookies)
  const company = await house.db
    .selectFrom('companies')
    .select('deleted_at')
    .where('owner_id', '=', neighbour.signedIn.person.id)
    .executeTakeFirst()
  expect(company).toEqual({ deleted_at: null })
})

describe('contact messages from the person’s address', () => {
  test('are deleted when the address is verified', async () => {
    const person = await joinAsMember(house)
    await askOperator(person.email.toUpperCase())
    valueFrom(await verifyEmail(house, { token: tokenIn(mailTo(await house.deliver(), person.email)) }))
    await askOperator('nagon.annan@exempel.se')
    valueFrom(await remove(await enter(house, person.cookies)))
    const left = await house.db.selectFrom('contact_messages').select('email').execute()
    expect(left).toEqual([{ email: 'nagon.annan@exempel.se' }])
    await house.db.deleteFrom('contact_messages').execute()
  })

  test('are kept when the address is not verified', async () => {
    const person = await joinAsMember(house)
    await askOperator(person.email)
    valueFrom(await remove(person))
    expect(await house.db.selectFrom('contact_messages').selectAll().execute()).toHaveLength(1)
    await house.db.deleteFrom('contact_messages').execute()
  })
})

test('an account that has not verified its address takes its own mail along, and no other to that address', async () => {
  const person = await joinAsMember(house)
  await house.deliver()
  const letter = { greeting: 'Hej,', paragraphs: ['Skälet: prov.'] }
  await sendMail(house.db, 'company hidden', person.email, 'Ert företag visas inte längre', letter)
  house.wake('mail')
  valueFrom(await remove(person))
  await house.deliver()
  const left = house.db.selectFrom('outbox_messages').select('kind').where('recipient', '=', person.email)
  expect(await left.execute()).toEqual([{ kind: 'company hidden' }])
})

test('mail to the address of whoever leaves stays with the person it belongs to, such as the owner of a company', async () => {
  const [person, owner] = [await proven(house, await joinAsMember(house)), await joinAsCompany(house)]
  await house.deliver()
  const letter = { greeting: 'Hej,', paragraphs: ['Skälet: prov.'] }
  const theirs = { recipient: person.email, personId: owner.signedIn.person.id }
  await sendMail(house.db, 'company hidden', theirs, 'Ert företag visas inte längre', letter)
  house.wake('mail')
  valueFrom(await remove(person))
  const left = house.db.selectFrom('outbox_messages').select('kind').where('recipient', '=', person.email)
  expect(await left.execute()).toEqual([{ kind: 'company hidden' }])
  await house.deliver()
})

test('the last admin cannot leave, and of two concurrently leaving admins one stays', async () => {
  const first = await makeAdmin(await joinAsMember(house))
  expect(refusalFrom(await remove(first)).message).toContain('enda administratören')
  await enter(house, first.cookies)

  const second = await makeAdmin(await joinAsMember(house))
  const answers = await Promise.all([remove(first), remove(second)])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect([await isThere(first), await isThere(second)].sort()).toEqual([false, true])
})

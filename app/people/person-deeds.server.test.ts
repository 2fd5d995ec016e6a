import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { logIn } from '~/accounts/login/log-in.server'
import { readPerson } from '~/accounts/public.server'
import { saySafe } from '~/alarms/raise/say-safe.server'
import { endWalk } from '~/alarms/walk/end-walk.server'
import { startWalk } from '~/alarms/walk/start-walk.server'
import { readAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { runMemberships } from '~/membership/public.server'
import { askForBase, billCompanies } from '~/payments/public.server'
import { press } from '../../test/support/alarms'
import { joinNear, openShop, placeBooking } from '../../test/support/bookings'
import { openOwnedPartner } from '../../test/support/counterparts/own-systems'
import { holdWakes, useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import {
  enter,
  joinAsAdmin,
  joinAsCompany,
  joinAsMember,
  PASSWORD,
  proven,
  type Resident,
} from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { blockPerson, unblockPerson } from './block-person.server'
import { correctPostcode } from './correct-postcode.server'
import { givePersonMonths } from './give-person-months.server'
import { readPersonForAdmin } from './read-person.server'
import { changeRole } from './role/change-role.server'
import { sendPersonMail } from './send-person-mail.server'
import { signOutPerson } from './sign-out-person.server'

const house = useHouse()
holdWakes(house)

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string> = {}): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})
const personOf = async ({ signedIn }: Resident) => readPerson(house.db, signedIn.person.id)
const historyOf = async ({ signedIn }: Resident) =>
  (await readAudit(house.db, { kind: 'person', id: signedIn.person.id }, 10)).map(({ deed }) => deed)
const months = (given: Record<string, string> = {}) => ({ key: randomUUID(), months: '2', reason: 'Tack', ...given })

describe('a block', () => {
  test('is mailed without the promise that a protest is read where the contact form delivers none', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
    const off = { ...house, config: { ...house.config, contactDelivery: 'off' as const } }
    const form = { ...asked(admin, { reason: 'Prov', sure: 'on' }), house: off }
    valueFrom(await blockPerson(form, siv.signedIn.person.id))
    const [letter] = (await house.deliver()).filter(({ subject }) => subject.includes('är spärrat'))
    expect(letter?.text).toContain(`Skriv till oss: ${house.config.operator.name}, ${house.config.operator.address}.`)
    expect(letter?.text).not.toMatch(/formuläret|läser vi/)
  })

  test('ends every session, refuses the right password and mails the reason; blocking and unblocking are idempotent', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
    const id = siv.signedIn.person.id
    valueFrom(await blockPerson(asked(admin, { reason: 'Hotade en granne', sure: 'on' }), id))

    expect((await house.visitor({ cookies: siv.cookies })).signedIn).toBeNull()
    const visitor = await house.visitor()
    const right = refusalFrom(await logIn(house, visitor, { email: siv.email, password: PASSWORD }))
    expect(right.message).toContain('Kontot är spärrat')
    const wrong = refusalFrom(await logIn(house, visitor, { email: siv.email, password: 'gissning' }))
    expect(wrong.message).toBe('Fel e-post eller lösenord')
    const mails = await house.deliver()
    expect(
      mails.find(({ recipient, text }) => recipient === siv.email && text.includes('Hotade en granne')),
    ).toBeDefined()
    expect(await historyOf(siv)).toEqual(['block person'])

    // Idempotent: blocking again changes nothing, and neither does unblocking a person who is not blocked.
    valueFrom(await blockPerson(asked(admin, { reason: 'Hotade en granne', sure: 'on' }), id))
    expect(await house.deliver()).toEqual([])
    for (const _ of [1, 2]) valueFrom(await unblockPerson(asked(admin), id))
    expect(await historyOf(siv)).toEqual(['unblock person', 'block person'])
    const facts = (await readAudit(house.db, { kind: 'person', id }, 10)).map(({ before, after }) => [before, after])
    expect(facts).toEqual([
      [{ blocked: true, reason: 'Hotade en granne' }, { blocked: false }],
      [{ blocked: false }, { blocked: true }],
    ])
    expect((await house.deliver()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [siv.email, expect.stringContaining('är öppet igen')],
    ])
    expect(await logIn(house, visitor, { email: siv.email, password: PASSWORD })).toMatchObject({ ok: true })
    // Sessions from before the block stay revoked.
    expect((await house.visitor({ cookies: siv.cookies })).signedIn).toBeNull()
  })

  test('tells a guard company when it ends that its guards’ links must be sent again', async () => {
    const [admin, siv, { owner, companyId }] = [
      await joinAsAdmin(house),
      await joinAsMember(house),
      await openOwnedPartner(house),
    ]
    await house.db
      .updateTable('guards')
      .set({ link_hash: 'a'.repeat(64), link_made_at: house.clock.now() })
      .where('company_id', '=', companyId)
      .execute()
    for (const { signedIn } of [siv, owner]) {
      valueFrom(await blockPerson(asked(admin, { reason: 'Prov', sure: 'on' }), signedIn.person.id))
      valueFrom(await unblockPerson(asked(admin), signedIn.person.id))
    }
    const guard = house.db.selectFrom('guards').select('link_hash').where('company_id', '=', companyId)
    expect(await guard.execute()).toEqual([{ link_hash: null }])
    const opened = (await house.deliver()).filter(({ subject }) => subject.includes('är öppet igen'))
    const toldBy = (email: string) => opened.find(({ recipient }) => recipient === email)?.text
    expect(toldBy(owner.email)).toContain('Skicka nya länkar under Väktare')
    expect(toldBy(owner.email)).not.toContain('allt står kvar')
    expect(toldBy(siv.email)).toContain('allt står kvar som förut')
  })

  test('tells a company what becomes of its page and its bookings, and a member only of their bookings', async () => {
    const [admin, siv, { owner }] = [await joinAsAdmin(house), await joinAsMember(house), await openOwnedPartner(house)]
    for (const { signedIn } of [siv, owner])
      valueFrom(await blockPerson(asked(admin, { reason: 'Prov', sure: 'on' }), signedIn.person.id))
    const told = (await house.deliver()).filter(({ subject }) => subject.includes('är spärrat'))
    const toldBy = (email: string) => told.find(({ recipient }) => recipient === email)?.text
    expect(toldBy(owner.email)).toContain('Det som redan är bokat står kvar')
    expect(toldBy(owner.email)).toContain('Larm går inte till er')
    expect(toldBy(owner.email)).toContain('Det som redan är begärt, och avgiften för bokningar')
    expect(toldBy(owner.email)).toContain('En månad som redan är betald löper under tiden, utan att företaget syns.')
    expect(toldBy(siv.email)).toContain('Dagar som redan är betalda löper under tiden.')
    expect(toldBy(siv.email)).toContain('Har du bokat något står det kvar: ring företaget')
    expect(toldBy(siv.email)).not.toMatch(/företaget syns|Larm går inte|redan är begärt/)
  })

  test('through which a month was skipped tells a company when it ends that its card has to be put in again', async () => {
    const [admin, short, long] = [await joinAsAdmin(house), await joinAsCompany(house), await joinAsCompany(house)]
    const { owner: guards } = await openOwnedPartner(house)
    // The card of one has paid ahead, and the chore has not come to another: nothing was skipped and no card ended.
    const [ahead, early] = [await joinAsCompany(house), await joinAsCompany(house)]
    const { id: aheadId } = await companyOf(house, ahead)
    await house.db.transaction().execute(async (db) => {
      for (let month = 0; month < 3; month++) await askForBase({ ...house, db }, aheadId, house.clock.now())
    })
    const later = await joinAsAdmin(house)
    for (const { signedIn } of [long, guards, ahead, early])
      valueFrom(await blockPerson(asked(admin, { reason: 'Prov', sure: 'on' }), signedIn.person.id))
    house.clock.forward({ days: 32 })
    valueFrom(await unblockPerson(asked(later), early.signedIn.person.id))
    await billCompanies(house)
    valueFrom(
      await blockPerson(asked(await joinAsAdmin(house), { reason: 'Prov', sure: 'on' }), short.signedIn.person.id),
    )
    for (const { signedIn } of [short, long, guards, ahead])
      valueFrom(await unblockPerson(asked(later), signedIn.person.id))
    const opened = (await house.deliver()).filter(({ subject }) => subject.includes('är öppet igen'))
    const toldBy = (email: string) => opened.find(({ recipient }) => recipient === email)?.text
    for (const { email } of [short, ahead, early]) expect(toldBy(email)).toContain('allt står kvar som förut')
    expect(toldBy(long.email)).toContain('Företaget kan synas och bokas igen')
    for (const { email } of [long, guards])
      expect(toldBy(email)).toContain('Hade ni lagt in ett kort behöver ni lägga in det igen')
    for (const { email } of [long, guards]) expect(toldBy(email)).not.toContain('allt står kvar')
  })

  test('tells a member whose postcode is not open nothing of a month that will be asked for', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house, { postcode: '99999' })]
    valueFrom(await blockPerson(asked(admin, { reason: 'Prov', sure: 'on' }), siv.signedIn.person.id))
    house.clock.forward({ days: 60 })
    await runMemberships(house)
    valueFrom(await unblockPerson(asked(await joinAsAdmin(house)), siv.signedIn.person.id))
    const told = (await house.deliver()).find(({ subject }) => subject.includes('är öppet igen'))?.text
    expect(told).toContain('Medlemskapet har gjort ett uppehåll')
    expect(told).not.toContain('frågar vi efter nästa månad')
  })

  test('is checked also when a session is started directly', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
    valueFrom(await blockPerson(asked(admin, { reason: 'Prov', sure: 'on' }), siv.signedIn.person.id))
    const { headers } = await house.visitor()
    await expect(house.auth.sessions.signIn(headers, siv.email, PASSWORD)).rejects.toThrow()
  })

  test('requires a reason and a confirmation, and is refused for oneself', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
    const { fields } = refusalFrom(await blockPerson(asked(admin), siv.signedIn.person.id))
    expect(Object.keys(fields)).toEqual(['reason', 'sure'])
    const self = await blockPerson(asked(admin, { reason: 'Trött', sure: 'on' }), admin.signedIn.person.id)
    expect(refusalFrom(self).message).toContain('dig själv')
    expect((await personOf(siv))?.blockedAt).toBeNull()
  })
})

describe('a role', () => {
  test('is changed with a reason, ends every session, and is logged', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await proven(house, await joinAsMember(house))]
    valueFrom(await changeRole(asked(admin, { role: 'admin', reason: 'Ny kollega' }), siv.signedIn.person.id))
    expect((await personOf(siv))?.role).toBe('admin')
    expect((await house.visitor({ cookies: siv.cookies })).signedIn).toBeNull()
    expect(await historyOf(siv)).toEqual(['change role'])
  })

  test('of a company requires a company, and becoming a member starts a membership', async () => {
    const admin = await joinAsAdmin(house)
    const [siv, firm] = await Promise.all(
      [joinAsMember(house), joinAsCompany(house)].map(async (who) => proven(house, await who)),
    )
    if (!siv || !firm) throw new Error('unreachable')
    const none = await changeRole(asked(admin, { role: 'company', reason: 'x' }), siv.signedIn.person.id)
    expect(refusalFrom(none).fields).toEqual({ role: 'Personen har inget registrerat företag' })
    const id = firm.signedIn.person.id
    valueFrom(await changeRole(asked(admin, { role: 'member', reason: 'Bor här' }), id))
    expect((await personOf(firm))?.status).toBe('trial')
    valueFrom(await changeRole(asked(admin, { role: 'company', reason: 'Driver firman igen' }), id))
  })

  test('of an owner with open bookings cannot change, and the person is told of a new role', async () => {
    const [admin, shop] = [await joinAsAdmin(house), await openShop(house)]
    const inTwoDays = new Date(house.clock.now().getTime() + 48 * 3_600_000)
    const booking = await placeBooking(house, shop, (await joinNear(house, shop)).signedIn.person.id, inTwoDays)
    const id = shop.owner.signedIn.person.id
    const toMember = () => changeRole(asked(admin, { role: 'member', reason: 'Bor här' }), id)
    expect(refusalFrom(await toMember()).message).toContain('Företaget har en bokning kvar')
    expect((await personOf(shop.owner))?.role).toBe('company')
    await house.db
      .updateTable('bookings')
      .set({ status: 'cancelled', cancelled_at: house.clock.now(), cancelled_by: 'member' })
      .where('id', '=', booking)
      .execute()
    await house.deliver()
    valueFrom(await toMember())
    expect(await house.deliver()).toMatchObject([
      { recipient: shop.owner.email, subject: expect.stringContaining('ny roll') },
    ])
  })

  test('of a member with an open alarm or walk home cannot change, because only a member can end them', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await proven(house, await joinAsMember(house))]
    const promote = () => changeRole(asked(admin, { role: 'admin', reason: 'Ny kollega' }), siv.signedIn.person.id)
    valueFrom(await startWalk(house, siv.signedIn, { key: randomUUID(), minutes: '30' }))
    expect(refusalFrom(await promote()).message).toContain('går bara att avsluta som boende')
    valueFrom(await endWalk(house, siv.signedIn, 'home'))
    const { alarmId } = await press(house, siv)
    expect(refusalFrom(await promote()).message).toContain('går bara att avsluta som boende')
    expect((await personOf(siv))?.role).toBe('member')
    valueFrom(await saySafe(house, siv.signedIn, alarmId))
    valueFrom(await promote())
  })

  test('of a member with bookings ahead cannot change, because only a member can cancel them', async () => {
    const [admin, shop] = [await joinAsAdmin(house), await openShop(house)]
    const siv = await proven(house, await joinNear(house, shop))
    const id = siv.signedIn.person.id
    const booking = await placeBooking(house, shop, id, new Date(house.clock.now().getTime() + 48 * 3_600_000))
    const promote = () => changeRole(asked(admin, { role: 'admin', reason: 'Ny kollega' }), id)
    expect(refusalFrom(await promote()).message).toMatch(/^Personen har en bokning kvar, .* avboka som boende/)
    expect((await personOf(siv))?.role).toBe('member')
    await house.db
      .updateTable('bookings')
      .set({ status: 'cancelled', cancelled_at: house.clock.now(), cancelled_by: 'member' })
      .where('id', '=', booking)
      .execute()
    valueFrom(await promote())
  })

  test('is offered only where it would be accepted', async () => {
    const [admin, siv, firm] = [await joinAsAdmin(house), await joinAsMember(house), await joinAsCompany(house)]
    const offered = async ({ signedIn }: Resident) =>
      found(await readPersonForAdmin(house, admin.signedIn, signedIn.person.id)).mayBe
    expect([await offered(siv), await offered(firm)]).toEqual([['member'], ['member', 'company']])
    for (const who of [siv, firm]) await proven(house, who)
    const every = ['member', 'company', 'admin']
    expect([await offered(siv), await offered(firm)]).toEqual([['member', 'admin'], every])
  })

  test('with more rights requires a verified address, and one with fewer does not', async () => {
    const admin = await joinAsAdmin(house)
    const [siv, firm] = [await joinAsMember(house), await joinAsCompany(house)]
    const id = siv.signedIn.person.id
    const refused = refusalFrom(await changeRole(asked(admin, { role: 'admin', reason: 'Ny kollega' }), id))
    expect(refused.fields.role).toContain('inte bekräftat sin e-postadress')
    expect((await personOf(siv))?.role).toBe('member')
    valueFrom(await changeRole(asked(admin, { role: 'member', reason: 'Bor här' }), firm.signedIn.person.id))
    const begun = house.db.selectFrom('memberships').select('profile_id')
    expect(await begun.where('profile_id', '=', firm.signedIn.person.id).execute()).toHaveLength(1)
    // Without effect, and without an audit entry, if the person has that role already.
    valueFrom(await changeRole(asked(admin, { role: 'member', reason: 'Igen' }), id))
    expect(await historyOf(siv)).toEqual([])
  })

  test('and an account of the last administrator cannot be taken away or blocked', async () => {
    const [admin, other] = [await joinAsAdmin(house), await joinAsAdmin(house)]
    const [id, otherId] = [admin, other].map(({ signedIn }) => signedIn.person.id) as [string, string]
    const makeOnly = async (who: string[]) => {
      await house.db.updateTable('profiles').set({ user_role: 'member' }).where('user_role', '=', 'admin').execute()
      await house.db.updateTable('profiles').set({ user_role: 'admin' }).where('id', 'in', who).execute()
    }
    await makeOnly([otherId])
    const demote = () => changeRole(asked(admin, { role: 'member', reason: 'Slutar' }), otherId)
    const block = () => blockPerson(asked(admin, { reason: 'Slutar', sure: 'on' }), otherId)
    for (const deed of [demote, block]) expect(refusalFrom(await deed()).message).toContain('minst en administratör')
    await makeOnly([id, otherId])
    valueFrom(await block())
    valueFrom(await demote())
  })

  test('cannot be one’s own, and the password is required when the login is old', async () => {
    const [admin, siv] = [await joinAsAdmin(house), await proven(house, await joinAsMember(house))]
    const own = await changeRole(asked(admin, { role: 'member', reason: 'x' }), admin.signedIn.person.id)
    expect(refusalFrom(own).message).toContain('egen roll')

    house.clock.forward({ hours: 3 })
    const later = await enter(house, admin.cookies)
    const change = { role: 'admin', reason: 'Ny kollega' }
    const id = siv.signedIn.person.id
    expect(refusalFrom(await changeRole(asked(later, change), id)).fields).toHaveProperty('password')
    expect(refusalFrom(await changeRole(asked(later, { ...change, password: 'fel' }), id)).fields).toHaveProperty(
      'password',
    )
    expect((await personOf(siv))?.role).toBe('member')
    valueFrom(await changeRole(asked(later, { ...change, password: PASSWORD }), id))
    // A confirmed password is valid for a while, so it is not asked again.
    const again = await enter(house, admin.cookies)
    valueFrom(await changeRole(asked(again, { role: 'member', reason: 'Ångrade' }), id))
  })
})

test('refuses a reason of more than a thousand characters, and changes nothing', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
  const reason = 'å'.repeat(1001)
  for (const [deed, values] of [
    [blockPerson, { sure: 'on' }],
    [correctPostcode, { postcode: '125 41' }],
    [changeRole, { role: 'company' }],
    [givePersonMonths, months()],
  ] as const) {
    const refusal = refusalFrom(await deed(asked(admin, { ...values, reason }), siv.signedIn.person.id))
    expect(refusal.fields.reason).toBe('Det får vara högst 1\u00a0000 tecken')
  }
  expect(await historyOf(siv)).toEqual([])
})

test('gives free months once for a form, 1 to 24 of them, and only to members', async () => {
  const [admin, siv, firm] = [await joinAsAdmin(house), await joinAsMember(house), await joinAsCompany(house)]
  const form = months()
  const given = async () => {
    valueFrom(await givePersonMonths(asked(admin, form), siv.signedIn.person.id))
    return (await house.deliver()).filter(({ subject }) => subject.includes('2 fria månader')).length
  }
  expect([await given(), await given()]).toEqual([1, 0])
  expect((await personOf(siv))?.status).toBe('free')
  expect(await historyOf(siv)).toEqual(['give free months'])
  refusalFrom(await givePersonMonths(asked(admin, months()), firm.signedIn.person.id))
  for (const many of ['0', '25', '99']) {
    const refused = refusalFrom(await givePersonMonths(asked(admin, months({ months: many })), siv.signedIn.person.id))
    expect(refused.fields).toHaveProperty('months')
  }
  for (const few of ['1', '24'])
    valueFrom(await givePersonMonths(asked(admin, months({ months: few })), siv.signedIn.person.id))
})

test('an administrator can correct a postcode, send a mail again and log a person out everywhere', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
  const id = siv.signedIn.person.id
  valueFrom(await correctPostcode(asked(admin, { postcode: '125 41', reason: 'Flyttade' }), id))
  expect((await personOf(siv))?.postcode).toBe('12541')
  await house.deliver()
  valueFrom(await sendPersonMail(asked(admin, { kind: 'recovery' }), id))
  expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual([siv.email])
  valueFrom(await signOutPerson(asked(admin), id))
  expect((await house.visitor({ cookies: siv.cookies })).signedIn).toBeNull()
  expect(await historyOf(siv)).toEqual(['sign out person', 'send recovery mail', 'correct postcode'])
})

test('refuses everybody but administrators with a second factor, before validating the form', async () => {
  const [siv, firm, admin] = [await joinAsMember(house), await joinAsCompany(house), await joinAsAdmin(house)]
  const half: Resident = {
    ...admin,
    signedIn: { ...admin.signedIn, person: { ...admin.signedIn.person, twoFactorEnabled: false } },
  }
  const deeds = [
    blockPerson,
    unblockPerson,
    changeRole,
    correctPostcode,
    givePersonMonths,
    sendPersonMail,
    signOutPerson,
  ]
  const form = { ...months(), sure: 'on', role: 'admin', postcode: '11111', kind: 'recovery', password: PASSWORD }
  const before = await personOf(siv)
  for (const who of [siv, firm, half]) {
    for (const deed of deeds) {
      // Authorisation comes before validation: no form errors are returned either.
      for (const values of [form, {}])
        await expect(deed(asked(who, values), siv.signedIn.person.id)).rejects.toThrow('not allowed')
    }
  }
  expect(await personOf(siv)).toEqual(before)
  expect(await historyOf(siv)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { lacksSecondFactor } from '~/door/guard.server'
import { Authenticator } from '../../../test/support/browser/authenticator'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { askedToAdd, askedToShow, withPasskey } from '../../../test/support/passkeys'
import { block, enter, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { totpCode } from '../../../test/support/totp'
import { updateRole } from '../account-store.server'
import { confirmLogin } from '../login/confirm-login.server'
import { logIn } from '../login/log-in.server'
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.server'
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.server'
import { removeSecondFactor } from '../second-factor/remove-second-factor.server'
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.server'
import { verifySecondFactor } from '../second-factor/verify-second-factor.server'
import { changePassword } from '../security/change-password.server'
import { readSecurity } from '../security/read-security.server'
import { unlinkIdentity } from '../security/unlink-identity.server'
import { revokeEverything } from '../sessions/revoke-everything.server'
import { addPasskey } from './add-passkey.server'
import { askForPasskey } from './ask-for-passkey.server'
import { beginPasskey, beginPasskeyConfirmation } from './begin-passkey.server'
import { logInByPasskey } from './log-in-by-passkey.server'
import { deletePasskeysOf } from './passkey-store.server'
import { removePasskey } from './remove-passkey.server'

const house = useHouse()
holdWakes(house)

const securityOf = ({ signedIn }: Resident) => readSecurity(house, signedIn)
const deed = (person: Resident, values: Record<string, string> = {}) => ({ house, ...person, values })

async function logInWith(phone: Authenticator, browser: Parameters<typeof askedToShow>[1] = {}) {
  const { options, visitor, cookies } = await askedToShow(house, browser)
  const answer = valueFrom(await logInByPasskey(house, visitor, { passkey: phone.show(options) }))
  return enter(house, [...cookies, ...answer.cookies], browser?.userAgent)
}

/** The form values of somebody who knows the password and shows a passkey. */
async function bothSteps({ visitor, cookies, phone }: Resident & { phone: Authenticator }) {
  const begun = await beginPasskeyConfirmation(house, visitor)
  if (!begun) throw new Error('unreachable')
  const here = await house.visitor({ cookies: [...cookies, ...begun.cookies] })
  return { visitor: here, values: { password: PASSWORD, passkey: phone.show(begun.options) } }
}

/** An administrator without a second factor, as somebody is right after the role was granted. */
async function newAdmin() {
  const person = await joinAsMember(house)
  await updateRole(house.db, person.signedIn.person.id, 'admin', house.clock.now())
  return enter(house, person.cookies)
}

describe('adding a passkey', () => {
  test('lists it by name, mails its owner, and lets it log in', async () => {
    const member = await joinAsMember(house)
    await house.deliver()
    const person = await withPasskey(house, member, { name: '  Evas telefon ' })
    expect((await securityOf(person)).passkeys).toMatchObject([{ name: 'Evas telefon', lastUsed: null }])
    expect(mailTo(await house.deliver(), person.email).subject).toBe('En passnyckel är tillagd')

    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1'
    const again = await logInWith(person.phone, { userAgent: iPhone })
    expect(again.email).toBe(person.email)
    expect((await securityOf(again)).passkeys[0]?.lastUsed).toMatch(/Safari på iPhone$/)
  })

  test('accepts a synced passkey that does not count its uses, and lets it log in repeatedly', async () => {
    const { phone, email } = await withPasskey(house, await joinAsMember(house), {
      phone: new Authenticator(undefined, false),
    })
    await logInWith(phone)
    expect((await logInWith(phone)).email).toBe(email)
  })

  test('requires a name, and a fresh login or the password', async () => {
    const person = await joinAsMember(house)
    house.clock.forward({ minutes: 10 })
    const { options, ...browser } = await askedToAdd(house, person)
    const newPasskey = new Authenticator().make(options)
    expect(refusalFrom(await addPasskey(deed(browser, { newPasskey }))).fields.name).toBe('Ge passnyckeln ett namn')
    house.clock.forward({ minutes: 6 })
    const values = { name: 'Telefon', newPasskey }
    expect(await beginPasskey(deed(browser, values))).toBeNull()
    expect(refusalFrom(await addPasskey(deed(browser, values))).fields.password).toBe('Skriv ditt lösenord igen')
    valueFrom(await addPasskey(deed(browser, { ...values, password: PASSWORD })))
  })

  test('is refused when there are twenty already', async () => {
    const person = await joinAsMember(house)
    for (let i = 0; i < 20; i++) await withPasskey(house, person)
    const { options, ...browser } = await askedToAdd(house, person)
    const values = { name: 'En till', newPasskey: new Authenticator().make(options) }
    expect(refusalFrom(await addPasskey(deed(browser, values))).message).toContain('redan 20')
  })
})

describe('logging in by passkey', () => {
  test('begins a new session and ends the browser’s previous one', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const after = await logInWith(person.phone, { cookies: person.cookies })
    expect(after.signedIn.sessionId).not.toBe(person.signedIn.sessionId)
    expect((await house.visitor({ cookies: person.cookies })).signedIn).toBeNull()
  })

  test('refuses a blocked person and says so', async () => {
    const { phone, signedIn } = await withPasskey(house, await joinAsMember(house))
    await block(house, { signedIn }, new Date())
    const { options, visitor } = await askedToShow(house)
    const refusal = refusalFrom(await logInByPasskey(house, visitor, { passkey: phone.show(options) }))
    expect(refusal.message).toContain('spärrat')
  })

  test('counts as both steps for a person who has an app too', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { uri } = valueFrom(await enrolSecondFactor(house, person.visitor, person.signedIn, { password: PASSWORD }))
    valueFrom(await confirmSecondFactor(house, person.visitor, person.signedIn, { code: totpCode(uri) }))
    const { email } = person
    expect(valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD })).next).toBe(
      'second factor',
    )
    expect((await logInWith(person.phone)).email).toBe(email)
  })

  test('is refused when the passkey is removed meanwhile (race condition)', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { options, visitor } = await askedToShow(house)
    const { begin } = house.auth.sessions
    house.auth.sessions.begin = async (...asked) => {
      const begun = await begin(...asked)
      await house.db.deleteFrom('passkeys').where('profile_id', '=', person.signedIn.person.id).execute()
      return begun
    }
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options) }))
    house.auth.sessions.begin = begin
    expect((await securityOf(person)).sessions).toHaveLength(1)
  })
})

describe('removing a way to log in', () => {
  test('deletes the passkey, mails its owner, ends its sessions, and is idempotent', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const phone = await logInWith(person.phone)
    const [key] = (await securityOf(person)).passkeys
    await house.deliver()
    valueFrom(await removePasskey(deed(person, { passkeyId: key?.id ?? '' })))
    expect((await securityOf(person)).passkeys).toEqual([])
    expect((await house.visitor({ cookies: phone.cookies })).signedIn).toBeNull()
    await enter(house, person.cookies)
    expect(mailTo(await house.deliver(), person.email).subject).toBe('En passnyckel är borttagen')
    // A repeated request: the passkey is already gone (idempotent).
    valueFrom(await removePasskey(deed(person, { passkeyId: key?.id ?? '' })))
  })

  test('keeps the session that does it', async () => {
    const { phone } = await withPasskey(house, await joinAsMember(house))
    const here = await logInWith(phone)
    const [key] = (await securityOf(here)).passkeys
    valueFrom(await removePasskey(deed(here, { passkeyId: key?.id ?? '' })))
    await enter(house, here.cookies)
  })

  test('ends the sessions of the second passkey also when the first was removed from one of them', async () => {
    const { phone, ...person } = await withPasskey(house, await withPasskey(house, await joinAsMember(house)))
    const [first, second] = (await securityOf(person)).passkeys
    const here = await logInWith(phone)
    valueFrom(await removePasskey(deed(here, { passkeyId: first?.id ?? '' })))
    valueFrom(await removePasskey(deed(person, { passkeyId: second?.id ?? '' })))
    expect((await house.visitor({ cookies: here.cookies })).signedIn).toBeNull()
  })

  test('does nothing to another person’s passkey', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const stranger = await withPasskey(house, await joinAsMember(house))
    const [key] = (await securityOf(person)).passkeys
    valueFrom(await removePasskey(deed(stranger, { passkeyId: key?.id ?? '' })))
    expect((await securityOf(person)).passkeys).toHaveLength(1)
  })

  test('requires the password or a passkey when the login is not fresh', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const [key] = (await securityOf(person)).passkeys
    house.clock.forward({ minutes: 16 })
    const values = { passkeyId: key?.id ?? '' }
    expect(refusalFrom(await removePasskey(deed(person, values))).fields.password).toBeTruthy()
    const begun = await beginPasskeyConfirmation(house, person.visitor)
    if (!begun) throw new Error('unreachable')
    const here = await enter(house, [...person.cookies, ...begun.cookies])
    valueFrom(await removePasskey(deed(here, { ...values, passkey: person.phone.show(begun.options) })))
  })

  test('allows removing the password when there is a passkey, which is then the last way in', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const [password] = (await securityOf(person)).identities
    await house.deliver()
    valueFrom(await unlinkIdentity(deed(person, { identityId: password?.id ?? '' })))
    expect(mailTo(await house.deliver(), person.email).subject).toBe('Ett sätt att logga in är borttaget')
    const { email } = person
    refusalFrom(await logIn(house, await house.visitor({ address: '198.51.100.200' }), { email, password: PASSWORD }))
    expect((await logInWith(person.phone)).email).toBe(email)
    // The passkey is now the only login method.
    const [key] = (await securityOf(person)).passkeys
    expect(refusalFrom(await removePasskey(deed(person, { passkeyId: key?.id ?? '' }))).message).toContain('enda sätt')
  })

  test('leaves one way in when both are removed at the same moment (race condition)', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await withPasskey(house, await joinAsMember(house))
      const { passkeys, identities } = await securityOf(person)
      const outcomes = await Promise.all([
        removePasskey(deed(person, { passkeyId: passkeys[0]?.id ?? '' })),
        unlinkIdentity(deed(person, { identityId: identities[0]?.id ?? '' })),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      const left = await securityOf(person)
      expect(left.passkeys.length + left.identities.length).toBe(1)
    }
  })
})

describe('a second step', () => {
  test('by passkey lets in an administrator without an app; the password alone does not', async () => {
    const before = await newAdmin()
    expect(lacksSecondFactor(before.signedIn)).toBe(true)
    const elsewhere = valueFrom(await logIn(house, await house.visitor(), { email: before.email, password: PASSWORD }))
    const admin = await withPasskey(house, before)
    expect(lacksSecondFactor(admin.signedIn)).toBe(false)
    expect(await securityOf(admin)).toMatchObject({ needsSecondFactor: false, hasSecondFactor: true, hasApp: false })
    // That session began with a password alone, so it does not gain an administrator's rights by this.
    expect((await house.visitor({ cookies: elsewhere.cookies })).signedIn).toBeNull()

    const { email } = admin
    const stopped = valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
    expect(stopped.next).toBe('second factor')
    expect((await house.visitor({ cookies: stopped.cookies })).signedIn).toBeNull()
    expect(lacksSecondFactor((await logInWith(admin.phone)).signedIn)).toBe(false)
  })

  test('by passkey has recovery codes too', async () => {
    const admin = await withPasskey(house, await newAdmin())
    const { email } = admin
    const form = await bothSteps(admin)
    const renewed = await renewRecoveryCodes(house, form.visitor, admin.signedIn, form.values)
    const [code = ''] = valueFrom(renewed).recoveryCodes
    expect((await securityOf(admin)).hasApp).toBe(false)
    const waiting = valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
    const visitor = await house.visitor({ cookies: waiting.cookies })
    valueFrom(await verifySecondFactor(house, visitor, { code }))
  })

  test('by passkey can be joined by an app, which can be removed again', async () => {
    const admin = await withPasskey(house, await newAdmin())
    const { uri } = valueFrom(await enrolSecondFactor(house, admin.visitor, admin.signedIn, { password: PASSWORD }))
    valueFrom(await confirmSecondFactor(house, admin.visitor, admin.signedIn, { code: totpCode(uri) }))
    expect((await securityOf(admin)).hasApp).toBe(true)
    refusalFrom(await removeSecondFactor(house, admin.visitor, admin.signedIn, { password: PASSWORD }))
    const form = await bothSteps(admin)
    valueFrom(await removeSecondFactor(house, form.visitor, admin.signedIn, form.values))
    const after = await enter(house, admin.cookies)
    expect(await securityOf(after)).toMatchObject({ hasApp: false, hasSecondFactor: true })
  })

  test('ends with the last passkey, and the administrator is asked to set one up again', async () => {
    const admin = await withPasskey(house, await newAdmin())
    const [key] = (await securityOf(admin)).passkeys
    valueFrom(await removePasskey(deed(admin, { passkeyId: key?.id ?? '' })))
    expect(lacksSecondFactor((await enter(house, admin.cookies)).signedIn)).toBe(true)
  })

  test('is not made of passkeys from before the admin role, which are revoked', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    await updateRole(house.db, person.signedIn.person.id, 'admin', house.clock.now())
    await revokeEverything(house, person.signedIn.person.id)
    const { options, visitor } = await askedToShow(house)
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options) }))
    const { email } = person
    expect(valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD })).next).toBe('dashboard')
  })

  test('is optional for a company: turning it on ends its other sessions, and it can be turned off', async () => {
    const company = await joinAsCompany(house)
    expect(refusalFrom(await askForPasskey(deed(company))).message).toBe('Lägg till en passnyckel först.')
    const { email } = company
    const withKey = await withPasskey(house, company)
    const elsewhere = valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
    expect(elsewhere.next).toBe('dashboard')
    await house.deliver()
    valueFrom(await askForPasskey(deed(withKey)))
    expect(mailTo(await house.deliver(), email).subject).toBe('Tvåstegsverifiering är på')
    expect((await house.visitor({ cookies: elsewhere.cookies })).signedIn).toBeNull()
    expect(valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD })).next).toBe(
      'second factor',
    )

    const careful = await enter(house, withKey.cookies)
    refusalFrom(
      await removeSecondFactor(house, careful.visitor, careful.signedIn, { password: PASSWORD, code: '000000' }),
    )
    const form = await bothSteps({ ...careful, phone: withKey.phone })
    valueFrom(await removeSecondFactor(house, form.visitor, careful.signedIn, form.values))
    expect(valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD })).next).toBe('dashboard')
  })

  test('by app ends the sessions that began with the password alone', async () => {
    const person = await joinAsMember(house)
    const elsewhere = valueFrom(await logIn(house, await house.visitor(), { email: person.email, password: PASSWORD }))
    const { uri } = valueFrom(await enrolSecondFactor(house, person.visitor, person.signedIn, { password: PASSWORD }))
    const { cookies } = valueFrom(
      await confirmSecondFactor(house, person.visitor, person.signedIn, { code: totpCode(uri) }),
    )
    await enter(house, [...person.cookies, ...cookies])
    expect((await house.visitor({ cookies: elsewhere.cookies })).signedIn).toBeNull()
  })
})

describe('an account that is won back', () => {
  test('loses its passkeys and the sessions that they began', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const phone = await logInWith(person.phone)
    await house.db.transaction().execute((db) => deletePasskeysOf(db, person.signedIn.person.id))
    expect((await house.visitor({ cookies: phone.cookies })).signedIn).toBeNull()
    expect((await securityOf(person)).passkeys).toEqual([])
  })

  test('keeps the passkeys that are its second step', async () => {
    const admin = await withPasskey(house, await newAdmin())
    await revokeEverything(house, admin.signedIn.person.id)
    const again = await logInWith(admin.phone)
    expect(lacksSecondFactor(again.signedIn)).toBe(false)
  })
})

describe('with a second step turned on', () => {
  /** A session that both factors began a while ago; somebody else sits down at the open page and knows the password. */
  async function leftOpen() {
    const member = await joinAsMember(house)
    const { uri } = valueFrom(await enrolSecondFactor(house, member.visitor, member.signedIn, { password: PASSWORD }))
    const { cookies } = valueFrom(
      await confirmSecondFactor(house, member.visitor, member.signedIn, { code: totpCode(uri) }),
    )
    const person = await enter(house, [...member.cookies, ...cookies])
    house.clock.forward({ minutes: 20 })
    return enter(house, person.cookies)
  }
  const again = 'Logga ut och logga in igen'

  test('the password alone adds no passkey to an old login, not even after it confirmed the login', async () => {
    const person = await leftOpen()
    const values = { name: 'Min telefon', password: PASSWORD }
    expect(await beginPasskey(deed(person, values))).toBeNull()
    expect(refusalFrom(await addPasskey(deed(person, values))).message).toContain(again)
    valueFrom(await confirmLogin(deed(person, { password: PASSWORD })))
    expect(await beginPasskey(deed(await enter(house, person.cookies), values))).toBeNull()
  })

  test('changing the password does not let an old login add a passkey', async () => {
    const person = await leftOpen()
    const newPassword = 'något helt annat'
    const values = { password: PASSWORD, newPassword }
    const { cookies } = valueFrom(await changePassword(house, person.visitor, person.signedIn, values))
    const after = await enter(house, [...person.cookies, ...cookies])
    expect(after.signedIn.startedAt).toEqual(person.signedIn.startedAt)
    expect((await securityOf(after)).isFresh).toBe(true)
    expect(await beginPasskey(deed(after, { name: 'Min telefon', password: newPassword }))).toBeNull()
  })

  test('the password alone neither removes the passkey of the second step nor adds an app', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    valueFrom(await askForPasskey(deed(person)))
    house.clock.forward({ minutes: 20 })
    const later = await enter(house, person.cookies)
    const passkeyId = (await securityOf(later)).passkeys[0]?.id ?? ''
    expect(refusalFrom(await removePasskey(deed(later, { passkeyId, password: PASSWORD }))).message).toContain(again)
    const enrolled = await enrolSecondFactor(house, later.visitor, later.signedIn, { password: PASSWORD })
    expect(refusalFrom(enrolled).message).toContain(again)
    expect(await securityOf(later)).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: null })
  })

  test('a person who just logged in by both steps may add an app and add or remove passkeys', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    valueFrom(await askForPasskey(deed(person)))
    house.clock.forward({ minutes: 20 })
    const now = { ...(await logInWith(person.phone)), phone: person.phone }
    valueFrom(await enrolSecondFactor(house, now.visitor, now.signedIn, { password: PASSWORD }))
    await withPasskey(house, now)
    const passkeyId = (await securityOf(now)).passkeys[0]?.id ?? ''
    valueFrom(await removePasskey(deed(now, { passkeyId })))
  })
})

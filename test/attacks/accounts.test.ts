import { createEmailVerificationToken } from 'better-auth/api'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { requestEmailChange } from '~/accounts/address/change-email.server'
import { verifyEmail } from '~/accounts/address/verify-email.server'
import { logIn } from '~/accounts/login/log-in.server'
import { revokeEverything } from '~/accounts/public.server'
import { requestRecovery, resetPassword } from '~/accounts/recovery/recovery.server'
import { confirmSecondFactor } from '~/accounts/second-factor/confirm-second-factor.server'
import { enrolSecondFactor } from '~/accounts/second-factor/enrol-second-factor.server'
import { removeSecondFactor } from '~/accounts/second-factor/remove-second-factor.server'
import { renewRecoveryCodes } from '~/accounts/second-factor/renew-recovery-codes.server'
import { verifySecondFactor } from '~/accounts/second-factor/verify-second-factor.server'
import { changePassword } from '~/accounts/security/change-password.server'
import { readAudit } from '~/audit/public.server'
import { readFeedAddress, readFeedFile, renewFeed } from '~/bookings/calendar/follow-calendar.server'
import { readGuardByToken } from '~/guards/guard-store.server'
import { browserKey, hashOfSecret, newLinkSecret } from '~/guards/link/guard-cookie.server'
import { openLink, setLink } from '~/guards/link/link-store.server'
import { readSubscriptionsOf, upsertSubscription } from '~/notifications/public.server'
import { changeRole } from '~/people/role/change-role.server'
import { authSecrets } from '~/platform/auth/auth-secrets.server'
import type { Visitor } from '~/platform/house.server'
import { testSecret, useHouse } from '../support/house'
import { mailTo, tokenIn } from '../support/letters'
import { refusalFrom, valueFrom } from '../support/outcome'
import { enter, joinAsAdmin, joinAsCompany, joinAsMember, newEmail, PASSWORD, type Resident } from '../support/people'
import { totpCode } from '../support/totp'

/** Attacks on somebody's account, from outside and by an intruder who is logged in. */

const house = useHouse()
const newPassword = 'tranan landade sent'

let from = 0
/** A browser that was never seen before, at an address of its own. */
const stranger = () => house.visitor({ address: `198.51.100.${++from % 250}`, cookies: [] })

async function recoveryLink(email: string, visitor?: Visitor) {
  await house.deliver()
  valueFrom(await requestRecovery(house, visitor ?? (await stranger()), { email }))
  return tokenIn(mailTo(await house.deliver(), email))
}

/** Turns on an authenticator app, and moves on a minute, so that the code used for it cannot be needed again. */
async function withSecondStep(person: Resident) {
  const enrolment = valueFrom(await enrolSecondFactor(house, person.visitor, person.signedIn, { password: PASSWORD }))
  const on = await confirmSecondFactor(house, person.visitor, person.signedIn, { code: totpCode(enrolment.uri) })
  house.clock.forward({ minutes: 1 })
  return { ...(await enter(house, [...person.cookies, ...valueFrom(on).cookies])), enrolment }
}

async function atSecondStep(email: string, password = PASSWORD) {
  const visitor = await stranger()
  const answer = valueFrom(await logIn(house, visitor, { email, password }))
  expect(answer.next).toBe('second factor')
  return house.visitor({ cookies: answer.cookies, address: visitor.address })
}

const wrongCode = (uri: string) => String((Number(totpCode(uri)) + 1) % 1_000_000).padStart(6, '0')
const profileOf = ({ signedIn }: Resident) =>
  house.db.selectFrom('profiles').selectAll().where('id', '=', signedIn.person.id).executeTakeFirstOrThrow()

describe('a mail link', () => {
  test('cannot be forged with the auth library’s secrets to change an address', async () => {
    const siv = await joinAsMember(house)
    const { unversioned, versions } = authSecrets([testSecret])
    for (const secret of [unversioned, ...versions.map(({ value }) => value)]) {
      const forged = await createEmailVerificationToken(secret, siv.email, newEmail(), 3600)
      refusalFrom(await verifyEmail(house, { token: forged }))
    }
    expect(await profileOf(siv)).toMatchObject({ email: siv.email, email_verified: false })
  })

  test('does not confirm an address that the account no longer has', async () => {
    const siv = await joinAsMember(house)
    const token = tokenIn(mailTo(await house.deliver(), siv.email))
    const moved = newEmail()
    await house.db.updateTable('profiles').set({ email: moved }).where('email', '=', siv.email).execute()
    // The address now belongs to another account, which has verified nothing.
    const other = await joinAsMember(house, { email: siv.email })
    refusalFrom(await verifyEmail(house, { token }))
    for (const one of [siv, other]) expect((await profileOf(one)).email_verified).toBe(false)
  })

  test('works only for its own purpose', async () => {
    const siv = await joinAsMember(house)
    const verification = tokenIn(mailTo(await house.deliver(), siv.email))
    refusalFrom(await resetPassword(house, await stranger(), { token: verification, password: newPassword }))
    const recovery = await recoveryLink(siv.email)
    refusalFrom(await verifyEmail(house, { token: recovery }))
    valueFrom(await requestEmailChange(house, siv.visitor, siv.signedIn, { email: newEmail(), password: PASSWORD }))
    const change = (await house.deliver()).find(({ subject }) => subject === 'Bekräfta din nya e-postadress')
    if (!change) throw new Error('no mail')
    refusalFrom(await resetPassword(house, await stranger(), { token: tokenIn(change), password: newPassword }))
  })

  test('for recovery is void once a newer one is sent or the password is changed', async () => {
    const siv = await joinAsMember(house)
    const first = await recoveryLink(siv.email)
    const second = await recoveryLink(siv.email)
    refusalFrom(await resetPassword(house, await stranger(), { token: first, password: newPassword }))
    valueFrom(await changePassword(house, siv.visitor, siv.signedIn, { password: PASSWORD, newPassword }))
    refusalFrom(await resetPassword(house, await stranger(), { token: second, password: 'ett till av samma' }))
  })
})

describe('the second step', () => {
  test('is still required of an administrator after a recovery, even if the address is unverified', async () => {
    const karin = await withSecondStep(await joinAsMember(house))
    await house.db
      .updateTable('profiles')
      .set({ user_role: 'admin', email_verified: false })
      .where('email', '=', karin.email)
      .execute()
    const token = await recoveryLink(karin.email)
    valueFrom(await resetPassword(house, await stranger(), { token, password: newPassword }))
    await atSecondStep(karin.email, newPassword)
  })

  test('cannot be turned off, nor its recovery codes renewed, without a valid code', async () => {
    const siv = await withSecondStep(await joinAsMember(house))
    const { visitor, signedIn, enrolment } = siv
    for (const code of ['', wrongCode(enrolment.uri)]) {
      const form = { password: PASSWORD, code }
      expect(refusalFrom(await removeSecondFactor(house, visitor, signedIn, form)).fields.code).toBeTruthy()
      expect(refusalFrom(await renewRecoveryCodes(house, visitor, signedIn, form)).fields.code).toBeTruthy()
    }
    await atSecondStep(siv.email)
  })

  test('accepts each code once, also at the same moment, and no earlier code afterwards', async () => {
    const { email, enrolment } = await withSecondStep(await joinAsMember(house))
    const code = totpCode(enrolment.uri)
    const waiting = [await atSecondStep(email), await atSecondStep(email), await atSecondStep(email)]
    const answers = await Promise.all(waiting.map((visitor) => verifySecondFactor(house, visitor, { code })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    refusalFrom(await verifySecondFactor(house, await atSecondStep(email), { code }))
    // An earlier code within the accepted window is refused too.
    const earlier = totpCode(enrolment.uri, Date.now() - 30_000)
    refusalFrom(await verifySecondFactor(house, await atSecondStep(email), { code: earlier }))
  })

  test('ends every session that has not passed it when it is turned on', async () => {
    const siv = await joinAsMember(house)
    const intruder = valueFrom(await logIn(house, await stranger(), { email: siv.email, password: PASSWORD }))
    await withSecondStep(siv)
    expect((await house.visitor({ cookies: intruder.cookies })).signedIn).toBeNull()
  })

  test('lets the owner in from a known browser while somebody with the password guesses codes', async () => {
    const siv = await joinAsMember(house)
    const first = valueFrom(await logIn(house, await stranger(), { email: siv.email, password: PASSWORD }))
    const { email, enrolment } = await withSecondStep(siv)
    const guessing = async () => {
      for (let round = 0; round < 4; round++) {
        const visitor = await atSecondStep(email)
        for (let tries = 0; tries < 5; tries++)
          refusalFrom(await verifySecondFactor(house, visitor, { code: wrongCode(enrolment.uri) }))
      }
    }
    await guessing()
    const own = await house.visitor({ cookies: first.cookies, address: '203.0.113.4' })
    const step = valueFrom(await logIn(house, own, { email, password: PASSWORD }))
    const waiting = await house.visitor({ cookies: [...first.cookies, ...step.cookies], address: '203.0.113.4' })
    valueFrom(await verifySecondFactor(house, waiting, { code: totpCode(enrolment.uri) }))
  })
})

describe('guessing a password', () => {
  const guessAway = async (email: string) => {
    for (let tries = 0; tries < 12; tries++)
      await logIn(house, await stranger(), { email, password: `gissning ${tries}` })
    refusalFrom(await logIn(house, await stranger(), { email, password: PASSWORD }))
  }

  test('does not lock out a browser that was logged in before', async () => {
    const { email } = await joinAsMember(house)
    const { cookies } = valueFrom(await logIn(house, await stranger(), { email, password: PASSWORD }))
    await guessAway(email)
    valueFrom(
      await logIn(house, await house.visitor({ cookies, address: '203.0.113.5' }), { email, password: PASSWORD }),
    )
  })

  test('does not lock out the owner who recovers by mail', async () => {
    const { email } = await joinAsMember(house)
    await guessAway(email)
    const token = await recoveryLink(email)
    const { cookies } = valueFrom(await resetPassword(house, await stranger(), { token, password: newPassword }))
    const back = await house.visitor({ cookies, address: '203.0.113.6' })
    valueFrom(await logIn(house, back, { email, password: newPassword }))
  })

  test('stays rate limited for a browser known to another account or with a forged cookie', async () => {
    const [siv, intruder] = [await joinAsMember(house), await joinAsMember(house)]
    const { cookies } = valueFrom(await logIn(house, await stranger(), { email: intruder.email, password: PASSWORD }))
    await guessAway(siv.email)
    for (const known of [cookies, ['kvartera.browser=gissad', 'kvartera.browser="";']]) {
      const visitor = await house.visitor({ cookies: known, address: '203.0.113.7' })
      expect(refusalFrom(await logIn(house, visitor, { email: siv.email, password: PASSWORD })).message).toContain(
        'för många försök',
      )
    }
  })
})

describe('winning an account back', () => {
  const browser = (name: string) => ({ endpoint: `https://push.test/${name}`, p256dh: 'p', auth: 'a', device: 'x' })

  test('ends the intruder’s session, push subscription, calendar feed, address change and known browser', async () => {
    const siv = await joinAsMember(house)
    const id = siv.signedIn.person.id
    const intruder = valueFrom(await logIn(house, await stranger(), { email: siv.email, password: PASSWORD }))
    const inside = await enter(house, intruder.cookies)
    await upsertSubscription(house.db, { kind: 'person', id }, browser(id), house.clock.now())
    valueFrom(await renewFeed(house, inside.signedIn))
    const calendar =
      new URL((await readFeedAddress(house, inside.signedIn))?.address ?? '').searchParams.get('key') ?? ''
    expect(await readFeedFile(house, calendar)).not.toBeNull()
    const away = newEmail()
    valueFrom(await requestEmailChange(house, inside.visitor, inside.signedIn, { email: away, password: PASSWORD }))
    const move = tokenIn(mailTo(await house.deliver(), away))

    const token = await recoveryLink(siv.email)
    valueFrom(await resetPassword(house, await stranger(), { token, password: newPassword }))
    expect((await house.visitor({ cookies: intruder.cookies })).signedIn).toBeNull()
    expect(await readSubscriptionsOf(house.db, { kind: 'person', id })).toEqual([])
    expect(await readFeedFile(house, calendar)).toBeNull()
    refusalFrom(await verifyEmail(house, { token: move }))
    // The intruder's known browser is forgotten, so that its guesses are rate limited like a stranger's.
    const known = await house.db
      .selectFrom('known_browsers')
      .select('profile_id')
      .where('profile_id', '=', id)
      .execute()
    expect(known).toHaveLength(1)
  })

  test('ends a login that is in progress at the password or at the code', async () => {
    const siv = await withSecondStep(await joinAsMember(house))
    const { id } = siv.signedIn.person
    const { sessions, secondStep } = house.auth
    const meanwhile = <Given extends unknown[], Answer>(does: (...given: Given) => Promise<Answer>) => {
      return async (...given: Given) => {
        const answer = await does(...given)
        await house.db.transaction().execute((db) => revokeEverything({ ...house, db }, id))
        // A session that was waiting for the revocation to commit, and is inserted after it.
        const row = { profile_id: id, token: newEmail(), expires_at: new Date(Date.now() + 3_600_000) }
        await house.db.insertInto('sessions').values(row).execute()
        return answer
      }
    }
    const slow = { ...house, auth: { ...house.auth, sessions: { ...sessions, signIn: meanwhile(sessions.signIn) } } }
    refusalFrom(await logIn(slow, await stranger(), { email: siv.email, password: PASSWORD }))
    const waiting = await atSecondStep(siv.email)
    const late = { ...house, auth: { ...house.auth, secondStep: { ...secondStep, pass: meanwhile(secondStep.pass) } } }
    refusalFrom(await verifySecondFactor(late, waiting, { code: totpCode(siv.enrolment.uri) }))
    expect(await house.db.selectFrom('sessions').select('id').where('profile_id', '=', id).execute()).toEqual([])
  })

  test('makes a new session wait until the revocation has committed', async () => {
    const siv = await joinAsMember(house)
    const { id } = siv.signedIn.person
    let isMade = false
    const row = { profile_id: id, token: newEmail(), expires_at: new Date(Date.now() + 3_600_000) }
    await house.db.transaction().execute(async (db) => {
      await revokeEverything({ ...house, db }, id)
      void house.db
        .insertInto('sessions')
        .values(row)
        .execute()
        .then(() => {
          isMade = true
        })
      await sql`select pg_sleep(0.2)`.execute(db)
      expect(isMade).toBe(false)
    })
    await expect.poll(() => isMade).toBe(true)
  })

  test('revokes the links and push subscriptions of a company’s guards', async () => {
    const firm = await joinAsCompany(house)
    const company = house.db.selectFrom('companies').select('id').where('owner_id', '=', firm.signedIn.person.id)
    const { id: companyId } = await company.executeTakeFirstOrThrow()
    const guard = await house.db
      .insertInto('guards')
      .values({ company_id: companyId, name: 'Inte Här', phone: '+46701740688' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { secret, hash } = newLinkSecret()
    const now = house.clock.now()
    await setLink(house.db, companyId, guard.id, { hash, keepsBrowser: false }, now)
    const key = browserKey('the intruder’s browser', secret)
    await openLink(house.db, { linkHash: hash, browserHash: hashOfSecret(key) }, now)
    await upsertSubscription(house.db, { kind: 'guard', id: guard.id }, browser(guard.id), house.clock.now())
    expect(await readGuardByToken(house.db, key, house.clock.now())).not.toBeNull()

    const token = await recoveryLink(firm.email)
    valueFrom(await resetPassword(house, await stranger(), { token, password: newPassword }))
    expect(await readGuardByToken(house.db, key, house.clock.now())).toBeNull()
    expect(await readSubscriptionsOf(house.db, { kind: 'guard', id: guard.id })).toEqual([])
  })
})

describe('an administrator', () => {
  const asked = ({ visitor, signedIn }: Resident, values: Record<string, string>) => ({
    house,
    visitor,
    signedIn,
    values,
  })

  test('cannot be appointed with an unverified address', async () => {
    const [karin, nobody] = [await joinAsAdmin(house), await joinAsMember(house)]
    await house.db.updateTable('profiles').set({ email_verified: false }).where('email', '=', nobody.email).execute()
    const form = { role: 'admin', reason: 'Ny kollega' }
    const refusal = refusalFrom(await changeRole(asked(karin, form), nobody.signedIn.person.id))
    expect(refusal.fields.role).toContain('inte bekräftat')
    expect((await profileOf(nobody)).user_role).toBe('member')
  })

  test('who resets the password by mail without a second step loses the role', async () => {
    const [karin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
    const id = siv.signedIn.person.id
    await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', id).execute()
    const form = { role: 'admin', reason: 'Ny kollega' }
    valueFrom(await changeRole(asked(karin, form), id))
    expect((await house.visitor({ cookies: siv.cookies })).signedIn).toBeNull()

    // An intruder with access to her inbox resets the password and turns on a second factor of their own.
    const token = await recoveryLink(siv.email)
    valueFrom(await resetPassword(house, await stranger(), { token, password: newPassword }))
    const inside = valueFrom(await logIn(house, await stranger(), { email: siv.email, password: newPassword }))
    const intruder = await enter(house, inside.cookies)
    const begun = await enrolSecondFactor(house, intruder.visitor, intruder.signedIn, { password: newPassword })
    const code = totpCode(valueFrom(begun).uri)
    const on = valueFrom(await confirmSecondFactor(house, intruder.visitor, intruder.signedIn, { code }))
    const further = await enter(house, [...inside.cookies, ...on.cookies])
    expect(further.signedIn.person).toMatchObject({ twoFactorEnabled: true, role: 'member' })
    await expect(changeRole(asked(further, form), id)).rejects.toThrow('not allowed')

    // The audit log shows it, and a colleague who has spoken with her grants the role again.
    const history = await readAudit(house.db, { kind: 'person', id }, 10)
    expect(history.map(({ deed, reason }) => [deed, reason])).toEqual([
      ['change role', expect.stringContaining('utan tvåstegsverifiering')],
      ['change role', 'Ny kollega'],
    ])
    valueFrom(await changeRole(asked(karin, form), id))
    expect((await profileOf(siv)).user_role).toBe('admin')
  })
})

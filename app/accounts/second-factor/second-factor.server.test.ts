import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { describe, expect, test } from 'vitest'
import { authSecrets } from '~/platform/auth/auth-secrets.server'
import { sealAnew } from '~/platform/auth/seal-anew.server'
import { hasApp } from '~/platform/auth/second-factor-store.server'
import { behind } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { totpCode } from '../../../test/support/totp'
import { lockProfile, readAccount } from '../account-store.server'
import { logIn } from '../login/log-in.server'
import { readSecurity } from '../security/read-security.server'
import { confirmSecondFactor } from './confirm-second-factor.server'
import { enrolSecondFactor } from './enrol-second-factor.server'
import { enrolmentSentBack } from './enrolment.server'
import { removeSecondFactor } from './remove-second-factor.server'
import { renewRecoveryCodes } from './renew-recovery-codes.server'
import { deleteSecondFactor } from './second-factor-store.server'
import { verifySecondFactor } from './verify-second-factor.server'

// One flow: enrol, confirm, log in, renew recovery codes, remove.
const house = useHouse()
holdWakes(house)

/** A member who has started an enrolment, with what their app was given. */
async function beginner() {
  const person = await joinAsMember(house)
  const enrolment = valueFrom(await enrolSecondFactor(house, person.visitor, person.signedIn, { password: PASSWORD }))
  return { ...person, enrolment }
}

/** A member with the second factor on. */
async function careful() {
  const begun = await beginner()
  const { cookies } = valueFrom(
    await confirmSecondFactor(house, begun.visitor, begun.signedIn, { code: totpCode(begun.enrolment.uri) }),
  )
  await house.deliver()
  // The code that turned it on cannot be used again; after a minute the app shows another one.
  house.clock.forward({ minutes: 1 })
  return { ...(await enter(house, [...begun.cookies, ...cookies])), enrolment: begun.enrolment }
}

/** A person at the second step of a login, with an IP address of their own. */
let from = 0
async function atSecondStep(email: string) {
  const address = `198.51.100.${++from}`
  const answer = valueFrom(await logIn(house, await house.visitor({ address }), { email, password: PASSWORD }))
  expect(answer.next).toBe('second factor')
  const waiting = await house.visitor({ cookies: answer.cookies, address })
  expect(waiting.signedIn).toBeNull()
  return { visitor: waiting, cookies: answer.cookies }
}

const wrongCodeFor = (uri: string) => String((Number(totpCode(uri)) + 1) % 1_000_000).padStart(6, '0')

describe('enrolling an app', () => {
  test('needs the password', async () => {
    const { visitor, signedIn } = await joinAsMember(house)
    expect(
      refusalFrom(await enrolSecondFactor(house, visitor, signedIn, { password: 'fel' })).fields.password,
    ).toBeTruthy()
    expect(refusalFrom(await enrolSecondFactor(house, visitor, signedIn, {})).fields.password).toBe(
      'Fyll i ditt lösenord',
    )
  })

  test('shows a QR code, the same secret as text, and ten recovery codes', async () => {
    const { enrolment, email } = await beginner()
    expect(enrolment.uri).toContain(`otpauth://totp/Kvartera:${encodeURIComponent(email)}`)
    expect(new URL(enrolment.uri).searchParams.get('secret')).toBe(enrolment.secret.replaceAll(' ', ''))
    expect(enrolment.recoveryCodes).toHaveLength(10)
    expect(enrolment.picture.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  })

  test('changes nothing at login before it is confirmed', async () => {
    const { email } = await beginner()
    expect(valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD })).next).toBe('dashboard')
  })

  test('continues after a wrong code with the same QR code and recovery codes', async () => {
    const { visitor, signedIn, enrolment } = await beginner()
    const form = {
      code: wrongCodeFor(enrolment.uri),
      uri: enrolment.uri,
      recoveryCodes: enrolment.recoveryCodes.join(' '),
    }
    expect(refusalFrom(await confirmSecondFactor(house, visitor, signedIn, form)).fields.code).toContain('stämmer inte')
    expect(enrolmentSentBack(form)).toEqual(enrolment)
    valueFrom(await confirmSecondFactor(house, visitor, signedIn, { ...form, code: totpCode(enrolment.uri) }))
  })

  test.each([
    {},
    { uri: 'https://evil.test/', recoveryCodes: 'abcde-fghjk' },
    { uri: 'javascript:alert(1)', recoveryCodes: 'abcde-fghjk' },
    { uri: 'otpauth://totp/Kvartera:a@b.se?secret=ABC', recoveryCodes: '<b>hej</b>' },
    { uri: `otpauth://totp/${'a'.repeat(100_000)}`, recoveryCodes: 'abcde-fghjk' },
  ])('shows nothing from a forged form', (values) => {
    expect(enrolmentSentBack(values as Record<string, string>)).toBeNull()
  })

  test('again invalidates the previous QR code', async () => {
    const { visitor, signedIn, enrolment } = await beginner()
    const again = valueFrom(await enrolSecondFactor(house, visitor, signedIn, { password: PASSWORD }))
    expect(again.uri).not.toBe(enrolment.uri)
    refusalFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(enrolment.uri) }))
    valueFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(again.uri) }))
  })

  test('is refused when the second step is on', async () => {
    const { visitor, signedIn } = await careful()
    expect(refusalFrom(await enrolSecondFactor(house, visitor, signedIn, { password: PASSWORD }))).toMatchObject({
      title: 'Tvåstegsverifieringen är redan på',
      message: expect.stringContaining('i ett annat fönster'),
    })
  })

  test('is refused after ten wrong codes (rate limit)', async () => {
    const { visitor, signedIn, enrolment } = await beginner()
    const code = wrongCodeFor(enrolment.uri)
    for (let tries = 0; tries < 10; tries++) refusalFrom(await confirmSecondFactor(house, visitor, signedIn, { code }))
    const refusal = refusalFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(enrolment.uri) }))
    expect(refusal.message).toContain('för många försök')
  })
})

test('confirming the enrolment renews the session, mails the person, and is idempotent', async () => {
  const { visitor, signedIn, cookies, enrolment, email } = await beginner()
  await house.deliver()
  const answer = valueFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(enrolment.uri) }))
  const after = await enter(house, [...cookies, ...answer.cookies])
  expect(after.signedIn.person.twoFactorEnabled).toBe(true)
  expect(after.signedIn.sessionId).not.toBe(signedIn.sessionId)
  expect((await house.visitor({ cookies })).signedIn).toBeNull()
  expect(mailTo(await house.deliver(), email).subject).toBe('Tvåstegsverifiering är på')
  valueFrom(await confirmSecondFactor(house, after.visitor, after.signedIn, { code: 'vad som helst' }))
})

describe('logging in with an app', () => {
  test('accepts the app’s code, also typed in two groups', async () => {
    const { email, enrolment } = await careful()
    const { visitor, cookies } = await atSecondStep(email)
    const code = totpCode(enrolment.uri)
    const answer = valueFrom(
      await verifySecondFactor(house, visitor, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` }),
    )
    expect((await enter(house, [...cookies, ...answer.cookies])).signedIn.person.email).toBe(email)
  })

  test('accepts a recovery code once, in capitals or without its hyphen', async () => {
    const { email, enrolment } = await careful()
    const [code = ''] = enrolment.recoveryCodes
    const first = await atSecondStep(email)
    valueFrom(await verifySecondFactor(house, first.visitor, { code: code.toUpperCase().replace('-', ' ') }))
    refusalFrom(await verifySecondFactor(house, (await atSecondStep(email)).visitor, { code }))
  })

  test('reports an empty, long or wrong code at the field', async () => {
    const { email, enrolment } = await careful()
    const { visitor } = await atSecondStep(email)
    expect(refusalFrom(await verifySecondFactor(house, visitor, { code: '' })).fields.code).toBe('Fyll i koden')
    const said = async (code: string) => refusalFrom(await verifySecondFactor(house, visitor, { code })).fields.code
    expect([await said('a'.repeat(41)), await said('a'.repeat(100_000))]).toEqual(Array(2).fill('Koden är för lång'))
    for (const code of ['1', 'a'.repeat(40)]) expect(await said(code)).toContain('stämmer inte')
    expect(
      refusalFrom(await verifySecondFactor(house, visitor, { code: wrongCodeFor(enrolment.uri) })).fields.code,
    ).toContain('stämmer inte')
  })

  test('refuses a code from two minutes ago', async () => {
    const { email, enrolment } = await careful()
    const { visitor } = await atSecondStep(email)
    refusalFrom(await verifySecondFactor(house, visitor, { code: totpCode(enrolment.uri, Date.now() - 120_000) }))
  })

  test('refuses a code when the password was not given first', async () => {
    const { enrolment } = await careful()
    const visitor = await house.visitor({ address: '203.0.113.77' })
    refusalFrom(await verifySecondFactor(house, visitor, { code: totpCode(enrolment.uri) }))
  })

  test('asks for the password again after ten minutes, and after five wrong codes', async () => {
    const { email, enrolment } = await careful()
    const said = async ({ visitor }: Awaited<ReturnType<typeof atSecondStep>>, code: string) =>
      refusalFrom(await verifySecondFactor(house, visitor, { code })).message
    const [late, eager] = [await atSecondStep(email), await atSecondStep(email)]
    for (let tries = 0; tries < 5; tries++) expect(await said(eager, wrongCodeFor(enrolment.uri))).toBe('')
    expect(await said(eager, totpCode(enrolment.uri))).toContain('skriv lösenordet igen')
    house.clock.forward({ minutes: 11 })
    expect(await said(late, totpCode(enrolment.uri))).toContain('skriv lösenordet igen')
  })

  test('locks the second step for a quarter of an hour after ten wrong codes from any addresses', async () => {
    const { email, enrolment } = await careful()
    for (let round = 0; round < 2; round++) {
      const { visitor } = await atSecondStep(email)
      for (let tries = 0; tries < 5; tries++)
        refusalFrom(await verifySecondFactor(house, visitor, { code: wrongCodeFor(enrolment.uri) }))
    }
    const locked = await atSecondStep(email)
    refusalFrom(await verifySecondFactor(house, locked.visitor, { code: totpCode(enrolment.uri) }))
    house.clock.forward({ minutes: 16 })
    const open = await atSecondStep(email)
    valueFrom(await verifySecondFactor(house, open.visitor, { code: totpCode(enrolment.uri) }))
  })

  test('resets the count of wrong codes after a right one', async () => {
    const { email, enrolment } = await careful()
    for (const code of enrolment.recoveryCodes.slice(0, 4)) {
      const { visitor } = await atSecondStep(email)
      for (let tries = 0; tries < 3; tries++)
        refusalFrom(await verifySecondFactor(house, visitor, { code: wrongCodeFor(enrolment.uri) }))
      valueFrom(await verifySecondFactor(house, visitor, { code }))
    }
  })

  test('counts wrong codes for each known browser separately', async () => {
    const { email, enrolment } = await careful()
    const [one = '', two = '', three = '', four = ''] = enrolment.recoveryCodes
    const known = async (code: string) => {
      const { visitor, cookies } = await atSecondStep(email)
      return [...cookies, ...valueFrom(await verifySecondFactor(house, visitor, { code })).cookies]
    }
    const [mine, yours] = [await known(one), await known(two)]
    const waitingIn = async (browser: string[]) => {
      const address = `198.51.100.${++from}`
      const visitor = await house.visitor({ cookies: browser, address })
      const { cookies } = valueFrom(await logIn(house, visitor, { email, password: PASSWORD }))
      return house.visitor({ cookies: [...browser, ...cookies], address })
    }
    for (let round = 0; round < 2; round++) {
      const visitor = await waitingIn(yours)
      for (let tries = 0; tries < 5; tries++)
        refusalFrom(await verifySecondFactor(house, visitor, { code: wrongCodeFor(enrolment.uri) }))
    }
    const locked = refusalFrom(await verifySecondFactor(house, await waitingIn(yours), { code: three }))
    expect(locked.message).toContain('för många försök')
    valueFrom(await verifySecondFactor(house, await waitingIn(mine), { code: four }))
  })

  test('refuses the eleventh code from one IP address (rate limit)', async () => {
    const address = '203.0.113.88'
    const visitor = await house.visitor({ address })
    for (let tries = 0; tries < 10; tries++) refusalFrom(await verifySecondFactor(house, visitor, { code: '000000' }))
    expect(refusalFrom(await verifySecondFactor(house, visitor, { code: '000000' })).message).toContain(
      'för många försök',
    )
  })
})

describe('new recovery codes', () => {
  test('are counted for their owner on the security page', async () => {
    const { email, enrolment } = await careful()
    const { signedIn } = await careful()
    const left = async (asked = signedIn) => (await readSecurity(house, asked)).recoveryCodesLeft
    expect(await left()).toBe(10)
    const [one = '', two = ''] = enrolment.recoveryCodes
    const first = await atSecondStep(email)
    const { cookies } = valueFrom(await verifySecondFactor(house, first.visitor, { code: one }))
    const own = await enter(house, [...first.cookies, ...cookies])
    expect([await left(own.signedIn), await left()]).toEqual([9, 10])
    const form = { password: PASSWORD, code: two }
    valueFrom(await renewRecoveryCodes(house, own.visitor, own.signedIn, form))
    expect(await left(own.signedIn)).toBe(10)
  })

  test('replace the old ones', async () => {
    const { visitor, signedIn, email, enrolment } = await careful()
    const form = { password: PASSWORD, code: totpCode(enrolment.uri) }
    const { recoveryCodes } = valueFrom(await renewRecoveryCodes(house, visitor, signedIn, form))
    expect(recoveryCodes).toHaveLength(10)
    const { visitor: waiting } = await atSecondStep(email)
    refusalFrom(await verifySecondFactor(house, waiting, { code: enrolment.recoveryCodes[0] ?? '' }))
    valueFrom(await verifySecondFactor(house, waiting, { code: recoveryCodes[0] ?? '' }))
  })

  test('need the password and a second step that is on', async () => {
    const { visitor, signedIn, enrolment } = await careful()
    const form = { password: 'fel', code: totpCode(enrolment.uri) }
    expect(refusalFrom(await renewRecoveryCodes(house, visitor, signedIn, form)).fields.password).toBeTruthy()
    const plain = await joinAsMember(house)
    refusalFrom(await renewRecoveryCodes(house, plain.visitor, plain.signedIn, { password: PASSWORD }))
  })
})

describe('turning off the second step', () => {
  test('is refused with a wrong password', async () => {
    const { visitor, signedIn, email, enrolment } = await careful()
    const form = { password: 'fel', code: totpCode(enrolment.uri) }
    expect(refusalFrom(await removeSecondFactor(house, visitor, signedIn, form)).fields.password).toBeTruthy()
    await atSecondStep(email)
  })

  test('refuses recovery codes that were used or replaced', async () => {
    const { visitor, signedIn, enrolment } = await careful()
    const [first = '', second = ''] = enrolment.recoveryCodes
    const form = { password: PASSWORD, code: first }
    valueFrom(await renewRecoveryCodes(house, visitor, signedIn, form))
    expect(refusalFrom(await removeSecondFactor(house, visitor, signedIn, form)).fields.code).toContain('redan använd')
    // The old recovery codes no longer work either.
    expect(refusalFrom(await removeSecondFactor(house, visitor, signedIn, { ...form, code: second })).ok).toBe(false)
  })

  test('accepts an unused recovery code, but not one that a login used', async () => {
    const { visitor, signedIn, cookies, email, enrolment } = await careful()
    const [used = '', unused = ''] = enrolment.recoveryCodes
    const step = await atSecondStep(email)
    valueFrom(await verifySecondFactor(house, step.visitor, { code: used }))
    const form = { password: PASSWORD, code: used }
    expect(refusalFrom(await removeSecondFactor(house, visitor, signedIn, form)).fields.code).toContain('redan använd')
    expect((await enter(house, cookies)).signedIn.person.twoFactorEnabled).toBe(true)
    valueFrom(await removeSecondFactor(house, visitor, signedIn, { ...form, code: unused }))
    expect((await enter(house, cookies)).signedIn.person.twoFactorEnabled).toBe(false)
  })

  test('lets the password log in alone, mails the person, deletes the secret, and is idempotent', async () => {
    const { visitor, signedIn, cookies, email, enrolment } = await careful()
    const form = { password: PASSWORD, code: totpCode(enrolment.uri) }
    valueFrom(await removeSecondFactor(house, visitor, signedIn, form))
    const after = await enter(house, cookies)
    expect(after.signedIn.person.twoFactorEnabled).toBe(false)
    expect(mailTo(await house.deliver(), email).subject).toBe('Tvåstegsverifiering är av')
    expect(valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD })).next).toBe('dashboard')
    const left = await house.db
      .selectFrom('two_factors')
      .select('id')
      .where('profile_id', '=', signedIn.person.id)
      .execute()
    expect(left).toEqual([])
    // A repeated request: the second factor is already off (idempotent).
    valueFrom(await removeSecondFactor(house, after.visitor, after.signedIn, { password: '' }))
  })
})

test('deleting a second factor removes the app and the flag of that person only', async () => {
  const [siv, olle] = [await careful(), await careful()]
  await deleteSecondFactor(house.db, siv.signedIn.person.id)
  const left = ({ signedIn }: Resident) =>
    Promise.all([
      hasApp(house.db, signedIn.person.id),
      readAccount(house.db, signedIn.person.id).then(({ two_factor_enabled }) => two_factor_enabled),
    ])
  expect([await left(siv), await left(olle)]).toEqual([
    [false, false],
    [true, true],
  ])
})

test('turning off the second step while the account is being recovered causes no deadlock', async () => {
  const { visitor, signedIn, enrolment } = await careful()
  const { id } = signedIn.person
  const form = { password: PASSWORD, code: totpCode(enrolment.uri) }
  await behind(
    house.db,
    (first) => lockProfile(first, id),
    async () => valueFrom(await removeSecondFactor(house, visitor, signedIn, form)),
    (first) => deleteSecondFactor(first, id),
  )
})

test('rotating the auth secret re-encrypts apps, recovery codes and signing keys once', async () => {
  await house.db.deleteFrom('two_factors').execute()
  const [older, newest] = ['older-secret-of-thirty-two-letters', 'newest-secret-of-thirty-two-letter'] as const
  const seal = (data: string, secret: string) => symmetricEncrypt({ key: authSecrets([secret]).sealing, data })
  const kept: string[] = []
  for (const [index, [app, codes]] of (
    [
      [older, older],
      [newest, older],
      [older, newest],
      [newest, newest],
    ] as const
  ).entries()) {
    const { person } = (await joinAsMember(house)).signedIn
    const sealed = { secret: await seal(`app ${index}`, app), backup_codes: await seal(`codes ${index}`, codes) }
    await house.db
      .insertInto('two_factors')
      .values({ profile_id: person.id, ...sealed })
      .execute()
    if (index === 3) kept.push(sealed.secret, sealed.backup_codes)
  }
  const keyOf = async (secret: string) => JSON.stringify(await seal('signing', secret))
  const now = house.clock.now()
  for (const private_key of [await keyOf(older), await keyOf(newest), '{"kty":"OKP"}'])
    await house.db.insertInto('signing_keys').values({ public_key: 'p', private_key, created_at: now }).execute()

  expect(await sealAnew(house.db, [newest, older])).toBe(4)
  expect(await sealAnew(house.db, [newest, older])).toBe(0)
  const open = (data: string) => symmetricDecrypt({ key: authSecrets([newest]).sealing, data })
  const apps = await house.db.selectFrom('two_factors').selectAll().orderBy('id').execute()
  for (const [index, app] of apps.entries())
    expect([await open(app.secret), await open(app.backup_codes)]).toEqual([`app ${index}`, `codes ${index}`])
  expect([apps[3]?.secret, apps[3]?.backup_codes]).toEqual(kept)
  const keys = await house.db.selectFrom('signing_keys').select('private_key').orderBy('id').execute()
  const opened = keys.map(({ private_key }) => JSON.parse(private_key)).filter((one) => typeof one === 'string')
  expect(await Promise.all(opened.map(open))).toEqual(['signing', 'signing'])
})

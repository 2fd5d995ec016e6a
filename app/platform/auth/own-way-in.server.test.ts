import { describe, expect, test } from 'vitest'
import { testSecret, useHouse } from '../../../test/support/house'
import { enter, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { totpCode } from '../../../test/support/totp'
import { silentLog } from '../log.server'
import type { SecurityEvent } from '../security-log.server'
import { demoCode, sealDemoSecondFactor } from './demo-second-factor.server'
import { openAuth } from './open-auth.server'
import {
  confirmApp,
  deleteApp,
  hasApp,
  readAppSecret,
  replaceSealedApp,
  takeStepOf,
} from './second-factor-store.server'

/* Calls of the auth library for one person while another person's session or login is present too. */

const house = useHouse()
const { passwords, sessions } = { passwords: () => house.auth.passwords, sessions: () => house.auth.sessions }
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const isIn = async (cookies: string[]) => (await house.visitor({ cookies })).signedIn !== null
const signIn = async (email: string, password = PASSWORD) =>
  sessions().signIn((await house.visitor()).headers, email, password)

test('changing a password ends every other session of its owner only, and renews this one', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const there = await signIn(siv.email)
  const elsewhere = there.kind === 'signed in' ? there.cookies : []
  expect(await passwords().isPresent(siv.visitor.headers, PASSWORD)).toBe(true)
  expect(await passwords().isPresent(siv.visitor.headers, 'fel lösenord')).toBe(false)
  expect(await passwords().change(siv.visitor.headers, 'fel lösenord', 'ett helt nytt')).toBeNull()
  expect(await isIn(elsewhere)).toBe(true)
  const cookies = await passwords().change(siv.visitor.headers, PASSWORD, 'ett helt nytt')
  const renewed = await enter(house, [...siv.cookies, ...(cookies ?? [])])
  expect(renewed.signedIn.sessionId).not.toBe(siv.signedIn.sessionId)
  expect([await isIn(elsewhere), await isIn(siv.cookies), await isIn(olle.cookies)]).toEqual([false, false, true])
  expect([(await signIn(siv.email)).kind, (await signIn(siv.email, 'ett helt nytt')).kind]).toEqual([
    'wrong',
    'signed in',
  ])
})

test('begins a session for a known person, and logging out ends that session alone', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const begun = await sessions().begin((await house.visitor()).headers, idOf(siv))
  const browser = await enter(house, begun?.cookies ?? [])
  expect(browser.signedIn).toMatchObject({ sessionId: begun?.sessionId, person: { id: idOf(siv) } })
  expect(await sessions().begin((await house.visitor()).headers, '0190a000-0000-7000-8000-000000000000')).toBeNull()
  const gone = await sessions().signOut(browser.visitor.headers)
  expect(gone.length).toBeGreaterThan(0)
  expect([await isIn(browser.cookies), await isIn(siv.cookies), await isIn(olle.cookies)]).toEqual([false, true, true])
})

test('a session is renewed for its owner alone, and one that has ended is not', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const renewed = await enter(house, (await sessions().renew(siv.visitor.headers))?.cookies ?? [])
  expect(renewed.signedIn.person.id).toBe(idOf(siv))
  expect(renewed.signedIn.sessionId).not.toBe(siv.signedIn.sessionId)
  expect([await isIn(renewed.cookies), await isIn(siv.cookies), await isIn(olle.cookies)]).toEqual([true, false, true])
  expect(await sessions().renew(siv.visitor.headers)).toBeNull()
})

test('reading, using, re-encrypting and deleting an app touches one person’s app only', async () => {
  const [siv, olle, bare] = [await joinAsMember(house), await joinAsMember(house), await joinAsMember(house)]
  const set = (who: Resident, secret: string, verified: boolean) =>
    house.db
      .insertInto('two_factors')
      .values({ profile_id: idOf(who), secret, backup_codes: 'codes', verified })
      .execute()
  await set(siv, 'hers', true)
  await set(olle, 'his', false)
  expect([await readAppSecret(house.db, idOf(siv)), await readAppSecret(house.db, idOf(bare))]).toEqual([
    'hers',
    undefined,
  ])
  expect(await Promise.all([siv, olle, bare].map((who) => hasApp(house.db, idOf(who))))).toEqual([true, false, false])

  const take = (who: Resident, secret: string, step: number) => takeStepOf(house.db, idOf(who), secret, step)
  expect([await take(siv, 'hers', 7), await take(siv, 'hers', 7), await take(siv, 'hers', 6)]).toEqual([
    true,
    false,
    false,
  ])
  expect([await take(siv, 'his', 8), await take(siv, 'hers', 8), await take(olle, 'his', 7)]).toEqual([
    false,
    true,
    true,
  ])

  const { id } = await house.db
    .selectFrom('two_factors')
    .select('id')
    .where('secret', '=', 'hers')
    .executeTakeFirstOrThrow()
  const [before, after] = [
    { secret: 'hers', backup_codes: 'codes' },
    { secret: 'anew', backup_codes: 'codes anew' },
  ]
  await replaceSealedApp(house.db, id, { ...before, backup_codes: 'used meanwhile' }, after)
  await replaceSealedApp(house.db, id, { ...before, secret: 'set up anew' }, after)
  expect(await readAppSecret(house.db, idOf(siv))).toBe('hers')
  await replaceSealedApp(house.db, id, before, after)
  expect([await readAppSecret(house.db, idOf(siv)), await readAppSecret(house.db, idOf(olle))]).toEqual(['anew', 'his'])

  await deleteApp(house.db, idOf(siv))
  expect([await readAppSecret(house.db, idOf(siv)), await readAppSecret(house.db, idOf(olle))]).toEqual([
    undefined,
    'his',
  ])
})

describe.each(['demo', 'production'] as const)('the second step in %s', (mode) => {
  const heard: SecurityEvent[] = []
  const log = Object.assign(Object.create(silentLog), { security: (event: SecurityEvent) => heard.push(event) })
  const auth = () => openAuth({ ...house.config, mode }, [testSecret], house.db, log)
  const headersOf = async (cookies: string[]) => (await house.visitor({ cookies })).headers

  /** The headers after the password step, in a browser where somebody else may be logged in. */
  async function atTheStep(email: string, beside: string[] = []) {
    const answer = await signIn(email)
    if (answer.kind !== 'second factor needed') throw new Error(answer.kind)
    return headersOf([...answer.cookies, ...beside])
  }
  async function careful() {
    const person = await joinAsMember(house)
    const begun = await house.auth.secondFactor.enrol(person.visitor.headers, PASSWORD)
    if (!begun) throw new Error('Nothing has begun')
    await confirmApp(house.db, idOf(person), (await readAppSecret(house.db, idOf(person))) ?? '')
    await house.db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', idOf(person)).execute()
    return { ...person, ...begun }
  }

  test('accepts each code once, for the person who waits, and logs security events', async () => {
    const [siv, olle] = [await careful(), await joinAsMember(house)]
    const { secondStep } = auth()
    const code = totpCode(siv.uri)
    const waiting = await atTheStep(siv.email, olle.cookies)
    expect([await secondStep.waiting(waiting), await secondStep.waiting(olle.visitor.headers)]).toEqual([
      idOf(siv),
      null,
    ])
    heard.length = 0
    const passed = await enter(house, (await secondStep.pass(waiting, code)) ?? [])
    expect(passed.signedIn.person.id).toBe(idOf(siv))
    expect(await secondStep.pass(await atTheStep(siv.email), code)).toBeNull()
    expect(await secondStep.spend(passed.visitor.headers, idOf(siv), code)).toBe(false)
    const [recovery = ''] = siv.recoveryCodes
    expect(await secondStep.pass(await atTheStep(siv.email), recovery)).not.toBeNull()
    expect(await secondStep.pass(await atTheStep(siv.email), recovery)).toBeNull()
    expect(await secondStep.spend(passed.visitor.headers, idOf(siv), siv.recoveryCodes[1] ?? '')).toBe(true)
    expect(await secondStep.pass(olle.visitor.headers, code)).toBeNull()
    expect(heard.map(({ kind, what, actorId }) => [kind, what, actorId === idOf(siv)])).toEqual([
      ['login', 'second step', true],
      ['login failed', 'second step', true],
      ['login failed', 'second step asked again', true],
      ['login', 'recovery code', true],
      ['login failed', 'recovery code', true],
    ])
    // A person without an app has no valid code.
    expect(await secondStep.spend(olle.visitor.headers, idOf(olle), code)).toBe(false)
  })

  test('counts zero recovery codes when all are used, and null when there never were any', async () => {
    const [siv, olle] = [await careful(), await joinAsMember(house)]
    const { secondStep, secondFactor } = auth()
    const [first = '', ...others] = siv.recoveryCodes
    const { visitor } = await enter(house, (await secondStep.pass(await atTheStep(siv.email), first)) ?? [])
    for (const code of others) expect(await secondStep.spend(visitor.headers, idOf(siv), code)).toBe(true)
    expect(await secondFactor.countRecoveryCodes(idOf(siv))).toBe(0)
    expect(await secondFactor.countRecoveryCodes(idOf(olle))).toBeNull()
  })

  test('accepts the public demo code repeatedly in demo mode only', async () => {
    const admin = await joinAsMember(house)
    const sealed = await sealDemoSecondFactor([testSecret])
    await house.db
      .insertInto('two_factors')
      .values({ profile_id: idOf(admin), ...sealed, verified: true })
      .execute()
    const { secondStep, secondFactor } = auth()
    // The demo's administrator was never issued recovery codes, so the count is null, not zero.
    expect(await secondFactor.countRecoveryCodes(idOf(admin))).toBeNull()
    const code = demoCode(house.clock.now())
    const spend = () => secondStep.spend(admin.visitor.headers, idOf(admin), code)
    expect([await spend(), await spend()]).toEqual([true, mode === 'demo'])
  })
})

import { describe, expect, test } from 'vitest'
import { hasApp } from '~/platform/auth/second-factor-store.server'
import { DatabaseAway } from '~/platform/database/errors.server'
import { behind } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { withPasskey } from '../../../test/support/passkeys'
import { enter, joinAsMember, PASSWORD } from '../../../test/support/people'
import { totpCode } from '../../../test/support/totp'
import { lockProfile } from '../account-store.server'
import { wrongCode } from '../login/check-code.server'
import { logIn } from '../login/log-in.server'
import { readPasskeyOfSession, readPasskeys, tieSession } from '../passkeys/passkey-store.server'
import { confirmSecondFactor } from './confirm-second-factor.server'
import { enrolSecondFactor } from './enrol-second-factor.server'
import { verifySecondFactor } from './verify-second-factor.server'

const house = useHouse()
holdWakes(house)

test('a session that a passkey began is renewed with its tie to that passkey', async () => {
  const { visitor, signedIn, cookies } = await withPasskey(house, await joinAsMember(house))
  const [passkey] = await readPasskeys(house.db, signedIn.person.id)
  await tieSession(house.db, signedIn.sessionId, passkey?.id ?? '')
  const { uri } = valueFrom(await enrolSecondFactor(house, visitor, signedIn, { password: PASSWORD }))
  const on = valueFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(uri) }))
  const renewed = (await enter(house, [...cookies, ...on.cookies])).signedIn.sessionId
  expect(renewed).not.toBe(signedIn.sessionId)
  expect(await readPasskeyOfSession(house.db, renewed)).toBe(passkey?.id)
})

test('a database that is away for the renewal leaves the second factor on and the session as it is', async () => {
  const { visitor, signedIn } = await joinAsMember(house)
  const { uri } = valueFrom(await enrolSecondFactor(house, visitor, signedIn, { password: PASSWORD }))
  const renew = () => Promise.reject(new DatabaseAway('renewed'))
  const there = { ...house, auth: { ...house.auth, sessions: { ...house.auth.sessions, renew } } }
  const on = valueFrom(await confirmSecondFactor(there, visitor, signedIn, { code: totpCode(uri) }))
  expect(on.cookies).toEqual([])
  expect(await hasApp(house.db, signedIn.person.id)).toBe(true)
})

const wrongCodeFor = (uri: string) => String((Number(totpCode(uri)) + 1) % 1_000_000).padStart(6, '0')

describe('the other sessions of the person', () => {
  /** A member with a second browser, who has started an enrolment in the first. */
  async function inTwoBrowsers() {
    const person = await joinAsMember(house)
    const enrolment = valueFrom(await enrolSecondFactor(house, person.visitor, person.signedIn, { password: PASSWORD }))
    const { cookies } = valueFrom(
      await logIn(house, await house.visitor(), { email: person.email, password: PASSWORD }),
    )
    const isElsewhere = async () => (await house.visitor({ cookies })).signedIn !== null
    return { ...person, enrolment, isElsewhere }
  }

  test('end when a code is right', async () => {
    const { visitor, signedIn, enrolment, cookies, isElsewhere } = await inTwoBrowsers()
    const on = valueFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(enrolment.uri) }))
    expect(await isElsewhere()).toBe(false)
    expect((await enter(house, [...cookies, ...on.cookies])).signedIn.person.id).toBe(signedIn.person.id)
  })

  test('go on after a wrong code', async () => {
    const { visitor, signedIn, enrolment, isElsewhere } = await inTwoBrowsers()
    refusalFrom(await confirmSecondFactor(house, visitor, signedIn, { code: wrongCodeFor(enrolment.uri) }))
    expect(await isElsewhere()).toBe(true)
  })

  test('go on after a recovery code, which shows nothing of the app and stays unused', async () => {
    const { visitor, signedIn, enrolment, email, isElsewhere } = await inTwoBrowsers()
    const [code = ''] = enrolment.recoveryCodes
    expect(refusalFrom(await confirmSecondFactor(house, visitor, signedIn, { code })).fields.code).toBe(wrongCode)
    expect(await isElsewhere()).toBe(true)
    valueFrom(await confirmSecondFactor(house, visitor, signedIn, { code: totpCode(enrolment.uri) }))
    const waiting = valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
    valueFrom(await verifySecondFactor(house, await house.visitor({ cookies: waiting.cookies }), { code }))
  })

  test('go on when the enrolment was begun anew while its code was checked', async () => {
    const { visitor, signedIn, enrolment, isElsewhere } = await inTwoBrowsers()
    const { id } = signedIn.person
    const refusal = await behind(
      house.db,
      (first) => lockProfile(first, id),
      () => confirmSecondFactor(house, visitor, signedIn, { code: totpCode(enrolment.uri) }),
      () => house.db.updateTable('two_factors').set({ secret: 'another' }).where('profile_id', '=', id).execute(),
    )
    expect(refusalFrom(refusal).fields.code).toBe(wrongCode)
    expect([await isElsewhere(), await hasApp(house.db, id)]).toEqual([true, false])
  })
})

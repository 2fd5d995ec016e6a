import { describe, expect, test } from 'vitest'
import { lockProfile } from '~/accounts/account-store.server'
import { requestEmailChange } from '~/accounts/address/change-email.server'
import { undoEmailChange } from '~/accounts/address/undo-email-change.server'
import { verifyEmail } from '~/accounts/address/verify-email.server'
import { revokeEverything } from '~/accounts/public.server'
import { behind } from '../../support/held'
import { useHouse } from '../../support/house'
import { mailTo, tokenIn } from '../../support/letters'
import { refusalFrom, valueFrom } from '../../support/outcome'
import { enter, joinAsMember, newEmail, PASSWORD, type Resident } from '../../support/people'

/** An intruder has changed an account's address to their own inbox; both intruder and owner get links by mail. */

const house = useHouse()
const newPassword = 'tranan landade sent'

async function provenMember() {
  const joined = await joinAsMember(house)
  await house.db.updateTable('profiles').set({ email_verified: true }).where('email', '=', joined.email).execute()
  await house.deliver()
  return joined
}

/** Requests the change with a session and the password; returns the token mailed to the new address. */
async function askToMove(cookies: string[], to: string, password = PASSWORD) {
  const { visitor, signedIn } = await enter(house, cookies)
  valueFrom(await requestEmailChange(house, visitor, signedIn, { email: to, password }))
  return tokenIn(mailTo(await house.deliver(), to))
}

/** Completes the change; returns the undo token mailed to the old address, if one was sent. */
async function move(cookies: string[], to: string, password = PASSWORD) {
  const from = (await enter(house, cookies)).signedIn.person.email
  valueFrom(await verifyEmail(house, { token: await askToMove(cookies, to, password) }))
  const told = (await house.deliver()).find(({ recipient }) => recipient === from)
  return told?.text.includes('/auth/undo-address') ? tokenIn(told) : undefined
}

const undo = async (token: string | undefined) =>
  undoEmailChange(house, await house.visitor({ cookies: [] }), { token: token ?? '', password: newPassword })
const profileOf = ({ signedIn }: Resident) =>
  house.db.selectFrom('profiles').selectAll().where('id', '=', signedIn.person.id).executeTakeFirstOrThrow()

describe('an intruder who changed the address', () => {
  test('gets no undo link when the owner changes it back herself', async () => {
    const siv = await provenMember()
    const hers = await move(siv.cookies, newEmail())
    expect(hers).toBeDefined()
    house.clock.forward({ minutes: 10 })
    // She is still logged in, and knows her password.
    const theirs = await move(siv.cookies, siv.email)
    // No undo link to the intruder's inbox, which would outlive hers.
    house.clock.forward({ hours: 335, minutes: 55 })
    expect(theirs).toBeUndefined()
    expect((await profileOf(siv)).email).toBe(siv.email)
  })

  test('cannot keep it by following one more link at the moment when the owner undoes the change', async () => {
    const siv = await provenMember()
    const hers = await move(siv.cookies, newEmail())
    const onward = await askToMove(siv.cookies, newEmail())
    const [back, on] = await Promise.all([undo(hers), verifyEmail(house, { token: onward })])
    expect(back.ok).toBe(true)
    // In either order she has the address in the end, by this link or by following it once more.
    if (on.ok) expect((await profileOf(siv)).email).toBe(siv.email)
  })
})

test('following the link to a new address during a revocation is refused, without a deadlock', async () => {
  const siv = await provenMember()
  const token = await askToMove(siv.cookies, newEmail())
  const { id } = siv.signedIn.person
  const followed = await behind(
    house.db,
    (db) => lockProfile(db, id),
    () => verifyEmail(house, { token }),
    (db) => revokeEverything({ ...house, db }, id),
  )
  // The revocation came first.
  refusalFrom(followed)
  expect((await profileOf(siv)).email).toBe(siv.email)
})

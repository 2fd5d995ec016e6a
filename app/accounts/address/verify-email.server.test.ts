import { expect, test } from 'vitest'
import { poison } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember } from '../../../test/support/people'
import { insertAccountMailRequest } from '../account-store.server'
import { requestRecovery, resetPassword } from '../recovery/recovery.server'
import { resendVerification } from './resend-verification.server'
import { sendDueAccountMail } from './send-due-account-mail.server'
import { verifyEmail } from './verify-email.server'

const house = useHouse()
holdWakes(house)

test('the link in the first mail confirms the address, and following it twice is idempotent', async () => {
  const { email, cookies } = await joinAsMember(house)
  const token = tokenIn(mailTo(await house.deliver(), email))
  valueFrom(await verifyEmail(house, { token }))
  valueFrom(await verifyEmail(house, { token }))
  expect((await enter(house, cookies)).signedIn.person.emailVerified).toBe(true)
})

test('following the link creates no session', async () => {
  const { email, signedIn } = await joinAsMember(house)
  const token = tokenIn(mailTo(await house.deliver(), email))
  valueFrom(await verifyEmail(house, { token }))
  const sessions = await house.db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', signedIn.person.id)
    .execute()
  expect(sessions).toHaveLength(1)
})

test('a link that a recovery made worthless says that the address may be confirmed already', async () => {
  const { email } = await joinAsMember(house)
  const token = tokenIn(mailTo(await house.deliver(), email))
  valueFrom(await requestRecovery(house, await house.visitor(), { email }))
  const recovery = tokenIn(mailTo(await house.deliver(), email))
  valueFrom(await resetPassword(house, await house.visitor(), { token: recovery, password: 'ett helt nytt' }))
  const refusal = refusalFrom(await verifyEmail(house, { token }))
  expect(refusal.message).toContain('kan redan vara bekräftad')
  // A stranger with a token that never existed reads the same.
  expect(refusalFrom(await verifyEmail(house, { token: 'påhittad' }))).toEqual(refusal)
})

test('the link works until just before three days have passed, and expires then', async () => {
  const [early, late] = [await joinAsMember(house), await joinAsMember(house)]
  const mails = await house.deliver()
  const [first, token] = [tokenIn(mailTo(mails, early.email)), tokenIn(mailTo(mails, late.email))]
  house.clock.forward({ hours: 72, minutes: -1 })
  valueFrom(await verifyEmail(house, { token: first }))
  house.clock.forward({ minutes: 2 })
  expect(refusalFrom(await verifyEmail(house, { token })).title).toBe('Länken gäller inte längre')
})

test.each([
  {},
  { token: '' },
  { token: 'påhittad' },
  { token: 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFAYi5zZSJ9.' },
  { token: 'a'.repeat(100_000) },
])('refuses a forged link', async (values) => {
  refusalFrom(await verifyEmail(house, values as Record<string, string>))
})

test('resends the mail five times an hour at most', async () => {
  const { email, signedIn } = await joinAsMember(house)
  await house.deliver()
  for (let times = 0; times < 5; times++) valueFrom(await resendVerification(house, signedIn))
  expect(house.woken).toContain('account mail')
  expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual(Array(5).fill(email))
  expect(refusalFrom(await resendVerification(house, signedIn)).title).toBe('Mejlet är inte skickat')
  house.clock.forward({ hours: 1, minutes: 1 })
  valueFrom(await resendVerification(house, signedIn))
})

test('resends nothing when the address is already confirmed', async () => {
  const { email, cookies } = await joinAsMember(house)
  valueFrom(await verifyEmail(house, { token: tokenIn(mailTo(await house.deliver(), email)) }))
  valueFrom(await resendVerification(house, (await enter(house, cookies)).signedIn))
  expect(await house.deliver()).toEqual([])
})

test('the worker handles what is queued and is woken for the mail', async () => {
  const { email, cookies } = await joinAsMember(house)
  valueFrom(await verifyEmail(house, { token: tokenIn(mailTo(await house.deliver(), email)) }))
  expect((await enter(house, cookies)).signedIn.person.emailVerified).toBe(true)
  const send = async () => {
    const before = house.woken.length
    return [await sendDueAccountMail(house), house.woken.slice(before).join()]
  }
  for (const [kind, to] of [
    ['verification', email],
    ['recovery', 'ingen@exempel.se'],
    ['recovery', email],
  ] as const)
    await insertAccountMailRequest(house.db, kind, to)
  // The requests in turn: an address already verified, one without an account, a valid one; then the queue is empty.
  expect([await send(), await send()]).toEqual([
    [3, 'mail,mail,mail'],
    [0, ''],
  ])
  expect((await house.deliver()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [email, 'Välj ett nytt lösenord'],
  ])
})

test('a mail that cannot be written holds up nobody else’s, and is tried again', async () => {
  const [first, second] = [await joinAsMember(house), await joinAsMember(house)]
  await house.deliver()
  for (const { email } of [first, second]) await insertAccountMailRequest(house.db, 'recovery', email)
  const cure = await poison(house, {
    before: 'insert',
    on: 'mail_links',
    when: `new.purpose = 'recovery' and new.profile_id = '${first.signedIn.person.id}'`,
  })
  await expect(sendDueAccountMail(house)).rejects.toThrow('not this one')
  const recipients = async () => {
    const mails = await house.db
      .selectFrom('outbox_messages')
      .select('recipient')
      .where('subject', '=', 'Välj ett nytt lösenord')
      .execute()
    return mails.map(({ recipient }) => recipient)
  }
  expect(await recipients()).toEqual([second.email])
  await cure()
  expect(await sendDueAccountMail(house)).toBe(1)
  expect(await recipients()).toContain(first.email)
})

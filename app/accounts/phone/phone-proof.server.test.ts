import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../../test/support/people'
import { readContact } from '../account-store.server'
import { readProfile } from '../profile/read-profile.server'
import { saveProfile } from '../profile/save-profile.server'
import { confirmPhoneProof, provePhone, sendPhoneCode, startPhoneProof } from './phone-proof.server'
import { deletePhoneProof, readPhoneProof, spendTry, upsertPhoneProof } from './phone-proof-store.server'
import { notTextable } from './refuse-text.server'

const house = useHouse()

/** Every person gets a number of their own, so that the limits per number count each test separately. */
let made = 0
const join = () => joinAsMember(house, { phone: `0701740${String(600 + made++)}` })

/** Each test uses its own IP address; the limit per address has a test of its own. */
let from = { address: '' }
let addresses = 0
beforeEach(() => {
  from = { address: `192.0.2.${addresses++}` }
})

async function codeSent(): Promise<string> {
  await house.deliver()
  const { text } = house.texted.sent.at(-1) ?? { text: '' }
  return /^\d{6}/.exec(text)?.[0] ?? ''
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code sent to the number verifies it, once', async () => {
  const { signedIn } = await join()
  const { id } = signedIn.person
  expect((await readContact(house.db, id))?.verifiedPhone).toBeNull()

  valueFrom(await sendPhoneCode(house, signedIn, from))
  expect(house.woken).toContain('sms')
  const code = await codeSent()
  expect(house.texted.sent).toMatchObject([{ recipient: signedIn.person.phone }])
  expect(house.texted.sent[0]?.text).toContain(`@kvartera.test #${code}`)

  expect(refusalFrom(await provePhone(house, signedIn, { code: wrong(code) })).fields.code).toMatch(/stämmer inte/)
  // With the spaces that come along when a code is copied from an SMS.
  valueFrom(await provePhone(house, signedIn, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` }))
  expect((await readContact(house.db, id))?.verifiedPhone).toBe(signedIn.person.phone)
  expect(refusalFrom(await provePhone(house, signedIn, { code })).fields.code).toMatch(/gäller inte längre/)
})

test('verifying the number that a company named as its referrer mails the reward at once', async () => {
  const { signedIn, email } = await join()
  await joinAsCompany(house, { referredBy: signedIn.person.phone ?? '', companyName: 'Tipsad AB' })
  valueFrom(await sendPhoneCode(house, signedIn, from))
  const code = await codeSent()
  const before = house.woken.length
  valueFrom(await provePhone(house, signedIn, { code }))
  expect(house.woken.slice(before)).toEqual(['mail'])
  expect(mailTo(await house.deliver(), email).text).toContain('Tipsad AB')
})

test('changing the number makes it unverified, and the code sent to the old number is refused', async () => {
  const { visitor, signedIn } = await join()
  valueFrom(await sendPhoneCode(house, signedIn, from))
  valueFrom(await provePhone(house, signedIn, { code: await codeSent() }))
  valueFrom(await sendPhoneCode(house, signedIn, from))
  const code = await codeSent()
  const profile = { name: 'Eva Lind', phone: '0701740999', postcode: '' }
  valueFrom(await saveProfile(house, visitor, signedIn, profile))
  expect((await readContact(house.db, signedIn.person.id))?.verifiedPhone).toBeNull()
  refusalFrom(await provePhone(house, signedIn, { code }))
  expect((await readContact(house.db, signedIn.person.id))?.verifiedPhone).toBeNull()
})

test('saving the profile with the same number keeps it verified', async () => {
  const { visitor, signedIn } = await join()
  valueFrom(await sendPhoneCode(house, signedIn, from))
  valueFrom(await provePhone(house, signedIn, { code: await codeSent() }))
  const phone = signedIn.person.phone ?? ''
  valueFrom(await saveProfile(house, visitor, signedIn, { name: 'Eva Lind-Ek', phone, postcode: '' }))
  expect((await readContact(house.db, signedIn.person.id))?.verifiedPhone).toBe(phone)
})

test('a code is invalid after five wrong guesses', async () => {
  const { signedIn } = await join()
  valueFrom(await sendPhoneCode(house, signedIn, from))
  const code = await codeSent()
  const { phoneCodeSent } = await readProfile(house, signedIn)
  const said = []
  for (let guess = 0; guess < 5; guess++) {
    expect((await readProfile(house, signedIn)).phoneCodeSent).toBe(phoneCodeSent)
    said.push(refusalFrom(await provePhone(house, signedIn, { code: wrong(code) })).fields.code)
  }
  const again = 'Koden stämmer inte. Titta i SMS:et och försök igen.'
  expect([phoneCodeSent, said]).toEqual([true, [again, again, again, again, 'Koden stämde inte. Be om en ny.']])
  expect((await readProfile(house, signedIn)).phoneCodeSent).toBe(false)
  refusalFrom(await provePhone(house, signedIn, { code }))
})

test('twenty simultaneous guesses get five tries (race condition)', async () => {
  const { signedIn } = await join()
  valueFrom(await sendPhoneCode(house, signedIn, from))
  const code = await codeSent()
  const guesses = Array.from({ length: 20 }, (_, step) =>
    String((Number(code) + 1 + step) % 1_000_000).padStart(6, '0'),
  )
  const answers = await Promise.all(guesses.map((guess) => provePhone(house, signedIn, { code: guess })))
  const judged = answers.filter((answer) => !answer.ok && /stämm|stämd/.test(answer.fields.code ?? ''))
  expect(judged).toHaveLength(5)
})

test('a code expires after ten minutes', async () => {
  const { signedIn } = await join()
  valueFrom(await sendPhoneCode(house, signedIn, from))
  const code = await codeSent()
  house.clock.forward({ minutes: 11 })
  refusalFrom(await provePhone(house, signedIn, { code }))
  expect((await readProfile(house, signedIn)).phoneCodeSent).toBe(false)
})

test('refuses a sixth code to one number, whoever asks (rate limit)', async () => {
  const phone = '+46701740777'
  const guard = () => ({ kind: 'guard' as const, id: crypto.randomUUID() })
  for (let sent = 0; sent < 5; sent++) valueFrom(await startPhoneProof(house, guard(), phone, from.address))
  expect(refusalFrom(await startPhoneProof(house, guard(), phone, from.address)).message).toMatch(/många koder/)
})

test('refuses a twenty-first code to one IP address, for any numbers (rate limit)', async () => {
  const guard = () => ({ kind: 'guard' as const, id: crypto.randomUUID() })
  const ask = (number: number) => startPhoneProof(house, guard(), `+4670174${1000 + number}`, '198.51.100.1')
  for (let sent = 0; sent < 20; sent++) valueFrom(await ask(sent))
  expect(refusalFrom(await ask(20)).message).toMatch(/många koder/)
  expect((await startPhoneProof(house, guard(), '+46701741021', '198.51.100.2')).ok).toBe(true)
})

test('limits the codes of all people per hour, texts none beyond the limit, and mails the administrators once', async () => {
  const admin = await joinAsAdmin(house)
  const few = { ...house, config: { ...house.config, smsCodesPerHour: 2 } }
  house.clock.forward({ hours: 2 })
  await house.deliver()
  const ask = (number: number) =>
    startPhoneProof(few, { kind: 'guard', id: crypto.randomUUID() }, `+4670174${1100 + number}`, `203.0.113.${number}`)
  const guard = { kind: 'guard', id: crypto.randomUUID() } as const
  const answers = []
  for (let sent = 0; sent < 5; sent++) answers.push((await ask(sent)).ok)
  expect(answers).toEqual([true, true, false, false, false])
  expect(refusalFrom(await startPhoneProof(few, guard, '+46701741106', '203.0.113.6')).message).toMatch(/många koder/)
  const mails = (await house.deliver()).filter(({ recipient }) => recipient === admin.email)
  expect(house.texted.sent.map(({ recipient }) => recipient).toSorted()).toEqual(['+46701741100', '+46701741101'])
  expect(mails.map(({ subject }) => subject)).toEqual(['Fler än 2 koder per SMS på en timme'])
  house.clock.forward({ minutes: 61 })
  expect((await ask(9)).ok).toBe(true)
})

test.each(['+469001234567', '+4681234567', '+881612345678', '+4740612345'])(
  'sends no code to %s unless its country is configured',
  async (phone) => {
    const guard = { kind: 'guard' as const, id: crypto.randomUUID() }
    expect(refusalFrom(await startPhoneProof(house, guard, phone, from.address)).message).toMatch(/svenska mobilnummer/)
    await house.deliver()
    expect(house.texted.sent).toEqual([])
    const abroad = { ...house, config: { ...house.config, smsCountries: ['SE' as const, 'NO' as const] } }
    expect((await startPhoneProof(abroad, guard, phone, from.address)).ok).toBe(phone.startsWith('+47'))
  },
)

test('a guard verifies a number in the same way, and only by their own code', async () => {
  const [guard, other] = [1, 2].map(() => ({ kind: 'guard' as const, id: crypto.randomUUID() }))
  if (!guard || !other) throw new Error('unreachable')
  valueFrom(await startPhoneProof(house, guard, '+46701740778', from.address))
  const code = await codeSent()
  refusalFrom(await confirmPhoneProof(house, other, { code }))
  expect(valueFrom(await confirmPhoneProof(house, guard, { code }))).toEqual({ phone: '+46701740778' })
})

test('the code is not stored in plain text', async () => {
  const { signedIn } = await join()
  valueFrom(await sendPhoneCode(house, signedIn, from))
  const code = await codeSent()
  const rows = await house.db.selectFrom('phone_proofs').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('reads, counts down and deletes the code of one owner only', async () => {
  const { signedIn } = await join()
  const { id } = signedIn.person
  const other = randomUUID()
  // A person and a guard may have the same id.
  const owners = [
    { kind: 'person', id },
    { kind: 'guard', id },
    { kind: 'person', id: other },
  ] as const
  const now = house.clock.now()
  const expiresAt = new Date(now.getTime() + 60_000)
  const left = () => Promise.all(owners.map(async (owner) => (await readPhoneProof(house.db, owner, now))?.phone))
  for (const [at, owner] of owners.entries())
    await upsertPhoneProof(house.db, owner, { phone: `+4670174120${at}`, codeHash: 'x', tries: 2, expiresAt })
  expect(await left()).toEqual(['+46701741200', '+46701741201', '+46701741202'])
  expect(await readPhoneProof(house.db, { kind: 'guard', id: other }, now)).toBeUndefined()
  expect(await spendTry(house.db, owners[1], now)).toMatchObject({ phone: '+46701741201', triesLeft: 1 })
  expect(await spendTry(house.db, owners[0], now)).toMatchObject({ phone: '+46701741200', triesLeft: 1 })
  await deletePhoneProof(house.db, owners[0])
  expect(await left()).toEqual([undefined, '+46701741201', '+46701741202'])
})

test.each([
  [['SE'], /svenska mobilnummer/],
  [['NO'], /inte SMS till det numret/],
  [['SE', 'NO'], /inte SMS till det numret/],
] as const)(
  'names Swedish numbers in the refusal only when SMS go to %j and that is Sweden alone',
  (countries, words) => {
    expect(notTextable('+4681234567', [...countries])).toMatch(words)
  },
)

test('the message with a code belongs to the account if there is one, and a guard’s to none', async () => {
  const { signedIn } = await join()
  const guard = { kind: 'guard', id: randomUUID() } as const
  valueFrom(await sendPhoneCode(house, signedIn, from))
  valueFrom(await startPhoneProof(house, guard, '+46701741210', from.address))
  const codes = house.db.selectFrom('outbox_messages').select('person_id').where('kind', '=', 'phone code')
  expect(await codes.orderBy('id').execute()).toEqual([{ person_id: signedIn.person.id }, { person_id: null }])
})

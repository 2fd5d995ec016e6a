import { describe, expect, test } from 'vitest'
import { currentTerms } from '~/accounts/public.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember, memberForm, newEmail, PASSWORD } from '../../../test/support/people'
import { signUpMember, signUpShort } from './sign-up-member.server'

const house = useHouse()
holdWakes(house)

const signUp = async (given: Record<string, string> = {}) =>
  enter(house, valueFrom(await signUpMember(house, await house.visitor(), memberForm(given))).cookies)

const profileOf = (email: string) =>
  house.db.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirst()

test('creates a member on trial with everything they filled in, and logs them in', async () => {
  const form = memberForm({ phone: '070-123 45 67', postcode: '125 41', name: '  Eva Lind ' })
  const { cookies } = valueFrom(await signUpMember(house, await house.visitor(), form))

  const profile = await profileOf(form.email ?? '')
  expect(profile).toMatchObject({
    full_name: 'Eva Lind',
    phone: '+46701234567',
    postcode: '12541',
    user_role: 'member',
    member_status: 'trial',
    email_verified: false,
  })
  const agreed = await house.db
    .selectFrom('terms_acceptances')
    .select('version')
    .where('profile_id', '=', profile?.id ?? '')
    .execute()
  expect(agreed).toEqual([{ version: currentTerms() }])
  expect((await enter(house, cookies)).signedIn.person).toMatchObject({ name: 'Eva Lind', role: 'member' })
})

test('stores the password as an argon2id hash only', async () => {
  const { signedIn } = await signUp()
  const { password } = await house.db
    .selectFrom('identities')
    .select('password')
    .where('profile_id', '=', signedIn.person.id)
    .executeTakeFirstOrThrow()
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(password).not.toContain(PASSWORD)
})

test('sends the new member a link that verifies the address', async () => {
  const { email } = await signUp()
  expect(house.woken).toContain('account mail')
  const mails = await house.deliver()
  expect(mails).toMatchObject([{ recipient: email, subject: 'Bekräfta din e-postadress' }])
})

test('uses the pilot area when no postcode is given', async () => {
  const { signedIn } = await signUp({ postcode: '' })
  expect(signedIn.person.postcode).toBe('12540')
})

test('stores the e-mail address in lower case', async () => {
  const form = memberForm({ email: 'Versal.Namn@Exempel.SE' })
  valueFrom(await signUpMember(house, await house.visitor(), form))
  expect(await profileOf('versal.namn@exempel.se')).toBeDefined()
})

describe('invalid sign-ups are refused at the field, and create nothing', () => {
  test.each([
    ['no name', { name: '' }, 'name', 'Fyll i ditt namn'],
    ['a name of spaces', { name: '   ' }, 'name', 'Fyll i ditt namn'],
    ['a name of 100 kB', { name: 'a'.repeat(100_000) }, 'name', 'Det får vara högst 200 tecken'],
    ['a name on two lines', { name: 'Eva\nLind' }, 'name', 'Skriv på en rad, utan radbrytningar'],
    ['no phone', { phone: '' }, 'phone', 'Fyll i ditt mobilnummer'],
    ['a phone of letters', { phone: 'abc' }, 'phone', 'Skriv ett telefonnummer, till exempel 070-123 45 67'],
    ['no e-mail', { email: '' }, 'email', 'Fyll i din e-postadress'],
    ['an e-mail without a domain', { email: 'eva' }, 'email', 'Skriv en e-postadress, till exempel namn@exempel.se'],
    [
      'an e-mail with a line break',
      { email: 'eva@exempel.se\nBcc: alla@exempel.se' },
      'email',
      'Skriv en e-postadress, till exempel namn@exempel.se',
    ],
    ['no password', { password: '' }, 'password', 'Välj ett lösenord'],
    ['a short password', { password: '12345' }, 'password', 'Lösenordet behöver minst 6 tecken'],
    ['a password of 100 kB', { password: 'a'.repeat(100_000) }, 'password', 'Lösenordet får vara högst 128 tecken'],
    [
      'a postcode of four digits',
      { postcode: '1254' },
      'postcode',
      'Ett postnummer har fem siffror, till exempel 125 40',
    ],
    ['terms that are not accepted', { terms: '' }, 'terms', 'Du måste godkänna villkoren'],
  ])('%s', async (_, wrong, field, message) => {
    const email = newEmail()
    const refusal = refusalFrom(await signUpMember(house, await house.visitor(), memberForm({ email, ...wrong })))
    expect(refusal).toMatchObject({ title: 'Ett fel uppstod vid registrering', fields: { [field]: message } })
    expect(await profileOf(email)).toBeUndefined()
  })

  test('an empty form is refused at every required field', async () => {
    const refusal = refusalFrom(await signUpMember(house, await house.visitor(), {}))
    expect(Object.keys(refusal.fields).sort()).toEqual(['email', 'name', 'password', 'phone', 'terms'])
  })
})

test.each(['role', 'user_role', 'userRole'])('ignores the field %s in the form', async (field) => {
  const { signedIn } = await signUp({ [field]: 'admin' })
  expect(signedIn.person.role).toBe('member')
})

test('refuses an address that is taken at its field, and leaves that account unchanged', async () => {
  const { email, signedIn } = await joinAsMember(house)
  const refusal = refusalFrom(
    await signUpMember(house, await house.visitor(), memberForm({ email, name: 'Någon Annan' })),
  )
  expect(refusal.fields.email).toContain('Det finns redan ett konto')
  expect(await profileOf(email)).toMatchObject({ id: signedIn.person.id, full_name: 'Eva Lind' })
})

test('two concurrent sign-ups with one address create one account', async () => {
  const form = memberForm()
  const visitor = await house.visitor()
  const answers = await Promise.all([signUpMember(house, visitor, form), signUpMember(house, visitor, form)])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  const { count } = await house.db
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', form.email ?? '')
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('ends the session of the browser that signs up', async () => {
  const first = await joinAsMember(house)
  const { cookies } = valueFrom(await signUpMember(house, first.visitor, memberForm()))
  await enter(house, [...first.cookies, ...cookies])
  expect((await house.visitor({ cookies: first.cookies })).signedIn).toBeNull()
})

test('limits sign-ups from one address to 30 an hour', async () => {
  const address = '198.51.100.7'
  // An attempt with a taken address counts too, and is cheaper for the test.
  const { email } = await joinAsMember(house)
  const visitor = await house.visitor({ address })
  const tries = await Promise.all(Array.from({ length: 30 }, () => signUpMember(house, visitor, memberForm({ email }))))
  expect(tries.every((answer) => !answer.ok && answer.fields.email)).toBe(true)

  expect(refusalFrom(await signUpMember(house, visitor, memberForm())).message).toContain('Vänta en timme')
  house.clock.forward({ minutes: 61 })
  valueFrom(await signUpMember(house, visitor, memberForm()))
})

describe('the short form', () => {
  test('creates a member who gives phone and postcode later', async () => {
    const form = { name: 'Nils Ek', email: newEmail(), password: PASSWORD }
    const { cookies } = valueFrom(await signUpShort(house, await house.visitor(), form))
    expect((await enter(house, cookies)).signedIn.person).toMatchObject({
      name: 'Nils Ek',
      phone: null,
      postcode: '12540',
      role: 'member',
      memberStatus: 'trial',
    })
  })

  test('is refused under its own heading', async () => {
    const { email } = await joinAsMember(house)
    const visitor = await house.visitor()
    const failure = 'Registrering misslyckades'
    expect(refusalFrom(await signUpShort(house, visitor, {})).title).toBe(failure)
    expect(refusalFrom(await signUpShort(house, visitor, { name: 'Nils', email, password: PASSWORD })).title).toBe(
      failure,
    )
  })
})

import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsCompany, joinAsMember, PASSWORD } from '../../../test/support/people'
import { readProfile } from './read-profile.server'
import { saveProfile } from './save-profile.server'

const house = useHouse()
holdWakes(house)

test('what is saved is what is shown, in the way people write it', async () => {
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  valueFrom(
    await saveProfile(house, visitor, signedIn, { name: ' Eva Ek ', phone: '0709-87 65 43', postcode: '125 41' }),
  )
  const after = await enter(house, cookies)
  expect(after.signedIn.person).toMatchObject({ name: 'Eva Ek', phone: '+46709876543', postcode: '12541' })
  expect(await readProfile(house, after.signedIn)).toMatchObject({
    name: 'Eva Ek',
    phone: '070-987 65 43',
    postcode: '125 41',
    needsPhone: true,
  })
})

test('the first word of a name is one that is seen: it stands alone in messages', async () => {
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  const form = { name: '\u2060 Eva\u00a0Ek', phone: '070-987 65 43', postcode: '12541' }
  valueFrom(await saveProfile(house, visitor, signedIn, form))
  expect((await enter(house, cookies)).signedIn.person.name).toBe('Eva Ek')
})

test.each([
  ['no name', { name: '' }, 'name'],
  ['a name of 201 signs', { name: 'a'.repeat(201) }, 'name'],
  ['a name of 100 kB', { name: 'a'.repeat(100_000) }, 'name'],
  ['a phone of letters', { phone: 'abc' }, 'phone'],
  ['a member without a phone', { phone: '' }, 'phone'],
  ['a postcode of letters', { postcode: 'Älvsjö' }, 'postcode'],
])('%s is refused at its field, and nothing changes', async (_, wrong, field) => {
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  const form = { name: 'Ny', phone: '070-987 65 43', postcode: '12541', ...wrong }
  expect(Object.keys(refusalFrom(await saveProfile(house, visitor, signedIn, form)).fields)).toEqual([field])
  expect((await enter(house, cookies)).signedIn.person).toEqual(signedIn.person)
})

test('a company may go without a phone of its own', async () => {
  const { visitor, signedIn, cookies } = await joinAsCompany(house)
  valueFrom(await saveProfile(house, visitor, signedIn, { name: 'Lind Städ AB', phone: '', postcode: '12540' }))
  expect((await enter(house, cookies)).signedIn.person.phone).toBeNull()
})

test('a company’s account is nobody whom somebody frightened would take for the police: its owner is named in alarms', async () => {
  const { visitor, signedIn } = await joinAsCompany(house)
  const save = (name: string, who = signedIn) =>
    saveProfile(house, visitor, who, { name, phone: '', postcode: '12540' })
  for (const name of ['Polisen Älvsjö', 'Polisen 112', 'P o l i s e n'])
    expect(refusalFrom(await save(name)).fields.name).toMatch(/^Skriv ditt eget namn/)
  for (const name of ['Bo Ek', 'Олена Коваль', 'Lind & Co 24/7']) valueFrom(await save(name))
  // An existing name that the rule would refuse today, here a company's, may stay while other fields change.
  const named = { ...signedIn, person: { ...signedIn.person, name: 'Kvartersservice AB' } }
  valueFrom(await save('Kvartersservice AB', named))
})

test('nothing else in the form is taken, and nobody else is touched', async () => {
  const other = await joinAsMember(house)
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  const extra = {
    id: other.signedIn.person.id,
    role: 'admin',
    user_role: 'admin',
    email: 'ny@exempel.se',
    email_verified: 'true',
  }
  valueFrom(
    await saveProfile(house, visitor, signedIn, { name: 'Eva', phone: '070-987 65 43', postcode: '', ...extra }),
  )
  expect((await enter(house, cookies)).signedIn.person).toMatchObject({
    role: 'member',
    email: signedIn.person.email,
    emailVerified: false,
  })
  expect((await enter(house, other.cookies)).signedIn.person).toEqual(other.signedIn.person)
})

test('a login from a while ago shows its password again before the number is another', async () => {
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  const { name, phone } = signedIn.person
  house.clock.forward({ minutes: 16 })
  const save = (form: Record<string, string>) => saveProfile(house, visitor, signedIn, { postcode: '', ...form })
  const present = async () => (await enter(house, cookies)).signedIn.person
  valueFrom(await save({ name: 'Eva Ek', phone: phone ?? '' }))
  const another = { name, phone: '070-987 65 43' }
  expect(refusalFrom(await save(another)).fields).toEqual({ password: 'Skriv ditt lösenord igen' })
  expect(refusalFrom(await save({ ...another, password: 'gullviva62' })).fields).toHaveProperty('password')
  expect(await present()).toMatchObject({ name: 'Eva Ek', phone })
  valueFrom(await save({ ...another, password: PASSWORD }))
  expect(await present()).toMatchObject({ name, phone: '+46709876543' })
})

test('nor does it take the number away', async () => {
  const { visitor, signedIn, cookies } = await joinAsCompany(house)
  house.clock.forward({ minutes: 16 })
  refusalFrom(await saveProfile(house, visitor, signedIn, { name: 'Lind', phone: '', postcode: '' }))
  expect((await enter(house, cookies)).signedIn.person.phone).toBe(signedIn.person.phone)
})

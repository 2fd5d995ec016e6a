import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsCompany, joinAsMember, PASSWORD } from '../../../test/support/people'
import { readProfile } from './read-profile.server'
import { saveProfile } from './save-profile.server'

const house = useHouse()
holdWakes(house)

test('normalizes name, phone and postcode, and shows them as people write them', async () => {
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

test('removes invisible characters from a name', async () => {
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  const form = { name: '\u2060 Eva\u00a0Ek', phone: '070-987 65 43', postcode: '12541' }
  valueFrom(await saveProfile(house, visitor, signedIn, form))
  expect((await enter(house, cookies)).signedIn.person.name).toBe('Eva Ek')
})

test.each([
  ['no name', { name: '' }, 'name'],
  ['a name of 201 characters', { name: 'a'.repeat(201) }, 'name'],
  ['a name of 100 kB', { name: 'a'.repeat(100_000) }, 'name'],
  ['a phone number of letters', { phone: 'abc' }, 'phone'],
  ['a member without a phone number', { phone: '' }, 'phone'],
  ['a postcode of letters', { postcode: 'Älvsjö' }, 'postcode'],
])('refuses %s at its field and changes nothing', async (_, wrong, field) => {
  const { visitor, signedIn, cookies } = await joinAsMember(house)
  const form = { name: 'Ny', phone: '070-987 65 43', postcode: '12541', ...wrong }
  expect(Object.keys(refusalFrom(await saveProfile(house, visitor, signedIn, form)).fields)).toEqual([field])
  expect((await enter(house, cookies)).signedIn.person).toEqual(signedIn.person)
})

test('a company needs no phone in its profile', async () => {
  const { visitor, signedIn, cookies } = await joinAsCompany(house)
  valueFrom(await saveProfile(house, visitor, signedIn, { name: 'Lind Städ AB', phone: '', postcode: '12540' }))
  expect((await enter(house, cookies)).signedIn.person.phone).toBeNull()
})

test('refuses a name that resembles the police for the owner of a company', async () => {
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

test('ignores other fields of the form and changes no other account (mass assignment)', async () => {
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

test('changing the phone needs the password when the login is not fresh', async () => {
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

test('removing the phone needs the password when the login is not fresh', async () => {
  const { visitor, signedIn, cookies } = await joinAsCompany(house)
  house.clock.forward({ minutes: 16 })
  refusalFrom(await saveProfile(house, visitor, signedIn, { name: 'Lind', phone: '', postcode: '' }))
  expect((await enter(house, cookies)).signedIn.person.phone).toBe(signedIn.person.phone)
})

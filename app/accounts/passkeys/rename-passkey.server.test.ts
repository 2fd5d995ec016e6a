import { expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { withPasskey } from '../../../test/support/passkeys'
import { joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { readPasskeys } from './passkey-store.server'
import { renamePasskey } from './rename-passkey.server'

const house = useHouse()
const keysOf = (person: Resident) => readPasskeys(house.db, person.signedIn.person.id)
const namesOf = async (person: Resident) => (await keysOf(person)).map(({ name }) => name)

/** A person with two passkeys, and the form that renames the first. */
async function withTwo() {
  const first = await withPasskey(house, await joinAsMember(house), { name: 'Telefon' })
  const siv = await withPasskey(house, first, { name: 'Dator' })
  const [phone] = await keysOf(siv)
  const rename = (values: Record<string, string>, by: Resident = siv) =>
    renamePasskey({
      house,
      visitor: by.visitor,
      signedIn: by.signedIn,
      values: { passkeyId: phone?.id ?? '', ...values },
    })
  return { siv, rename }
}

test('gives the chosen passkey another name and leaves the others', async () => {
  const { siv, rename } = await withTwo()
  valueFrom(await rename({ name: '  Gamla telefonen ' }))
  expect(await namesOf(siv)).toEqual(['Gamla telefonen', 'Dator'])
})

test('needs a name of at most 60 characters', async () => {
  const { siv, rename } = await withTwo()
  expect(refusalFrom(await rename({ name: ' ' })).fields.name).toBe('Ge passnyckeln ett namn')
  expect(refusalFrom(await rename({ name: 'a'.repeat(61) })).fields.name).toBeTruthy()
  valueFrom(await rename({ name: 'a'.repeat(60) }))
  expect(await namesOf(siv)).toEqual(['a'.repeat(60), 'Dator'])
})

test('returns not there for another person’s passkey and for none', async () => {
  const { siv, rename } = await withTwo()
  expect(await rename({ name: 'Min nu' }, await joinAsMember(house))).toEqual(notThere)
  for (const passkeyId of ['', 'x', '0190a000-0000-7000-8000-000000000000'])
    expect(await rename({ name: 'Min nu', passkeyId })).toEqual(notThere)
  expect(await namesOf(siv)).toEqual(['Telefon', 'Dator'])
})

test('needs a fresh login', async () => {
  const { siv, rename } = await withTwo()
  house.clock.forward({ minutes: 16 })
  expect(refusalFrom(await rename({ name: 'Ny' })).fields.password).toBe('Skriv ditt lösenord igen')
  expect(await namesOf(siv)).toEqual(['Telefon', 'Dator'])
  valueFrom(await rename({ name: 'Ny', password: PASSWORD }))
  expect(await namesOf(siv)).toEqual(['Ny', 'Dator'])
})

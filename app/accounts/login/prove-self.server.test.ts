import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticator } from '../../../test/support/browser/authenticator'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { withPasskey } from '../../../test/support/passkeys'
import { enter, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { beginPasskeyConfirmation } from '../passkeys/begin-passkey.server'
import { unlinkIdentity } from '../security/unlink-identity.server'
import { parseProven, readProofs } from './prove-self.server'
import { readIdentities } from './session-store.server'

const house = useHouse()
const schema = z.object({ email: z.string('Skriv en adress') })
const failure = 'Adressen är inte bytt'
const asked = (person: Resident, values: Record<string, string>) => ({ house, ...person, values })
const prove = (person: Resident, values: Record<string, string>) => parseProven(asked(person, values), schema, failure)

async function withoutPassword() {
  const person = await withPasskey(house, await joinAsMember(house))
  const [password] = await readIdentities(house.db, person.signedIn.person.id)
  valueFrom(await unlinkIdentity(asked(person, { identityId: password?.id ?? '' })))
  return person
}

/** The person with the cookie of a challenge, and what `phone` answers to it. */
async function shown<Person extends Resident & { phone: Authenticator }>(person: Person, phone = person.phone) {
  const begun = await beginPasskeyConfirmation(house, person.visitor)
  if (!begun) throw new Error('no passkey can be shown here')
  const browser = await enter(house, [...person.cookies, ...begun.cookies])
  return { person: { ...person, ...browser }, passkey: phone.show(begun.options) }
}

test('the password is required, must be right and is reported along with other missing fields', async () => {
  const person = await joinAsMember(house)
  expect(await readProofs(house.db, person.signedIn.person.id)).toEqual({ hasPassword: true, hasPasskey: false })
  expect(refusalFrom(await prove(person, {})).fields).toEqual({
    email: 'Skriv en adress',
    password: 'Fyll i ditt lösenord',
  })
  const wrong = refusalFrom(await prove(person, { email: 'ny@exempel.se', password: `${PASSWORD}x` }))
  expect(wrong.fields).toEqual({ password: 'Lösenordet stämmer inte' })
  expect(valueFrom(await prove(person, { email: 'ny@exempel.se', password: PASSWORD }))).toEqual({
    email: 'ny@exempel.se',
  })
})

test('an account without a password proves itself by its own passkey, and each answer works once', async () => {
  const alone = await withoutPassword()
  expect(await readProofs(house.db, alone.signedIn.person.id)).toEqual({ hasPassword: false, hasPasskey: true })
  const bare = refusalFrom(await prove(alone, { email: 'ny@exempel.se' }))
  expect([bare.fields, bare.message]).toEqual([{}, 'Visa din passnyckel, så ser vi att det är du.'])
  refusalFrom(await prove(alone, { email: 'ny@exempel.se', password: PASSWORD }))
  const { person, passkey } = await shown(alone)
  expect(valueFrom(await prove(person, { email: 'ny@exempel.se', passkey }))).toEqual({ email: 'ny@exempel.se' })
  refusalFrom(await prove(person, { email: 'ny@exempel.se', passkey }))
})

test('a typed password decides, also when the passkey answer beside it is used up', async () => {
  const both = await withPasskey(house, await joinAsMember(house))
  const { person, passkey } = await shown(both)
  expect(valueFrom(await prove(person, { email: 'ny@exempel.se', passkey }))).toEqual({ email: 'ny@exempel.se' })
  const again = { email: 'ny@exempel.se', passkey, password: PASSWORD }
  expect(valueFrom(await prove(person, again))).toEqual({ email: 'ny@exempel.se' })
  expect(refusalFrom(await prove(person, { ...again, password: `${PASSWORD}x` })).fields).toHaveProperty('password')
})

test('refuses another person’s passkey', async () => {
  const alone = await withoutPassword()
  const other = await withPasskey(house, await joinAsMember(house))
  const { person, passkey } = await shown(alone, other.phone)
  expect(refusalFrom(await prove(person, { email: 'ny@exempel.se', passkey })).message).toMatch(/gick inte att använda/)
})

import { expect } from 'vitest'
import { addPasskey } from '~/accounts/passkeys/add-passkey.server'
import { beginPasskey, beginPasskeyLogIn } from '~/accounts/passkeys/begin-passkey.server'
import type { KeyToMake, KeyToShow } from '~/accounts/passkeys/passkey-browser'
import type { Visitor } from '~/platform/house.server'
import { Authenticator } from './browser/authenticator'
import type { TestHouse } from './house'
import { valueFrom } from './outcome'
import { enter, type Resident } from './people'

/** A browser with what it was asked for: the same visitor, who now has the cookie too. */
export type Asked<Options> = { options: Options; visitor: Visitor; cookies: string[] }

export async function askedToAdd(house: TestHouse, person: Resident): Promise<Resident & { options: KeyToMake }> {
  const begun = await beginPasskey({ house, ...person, values: { name: 'Min telefon' } })
  if (!begun) throw new Error('no passkey can be added here')
  return { ...(await enter(house, [...person.cookies, ...begun.cookies])), options: begun.options }
}

/** A person with a key on a phone of its own. */
export async function withPasskey<Person extends Resident>(
  house: TestHouse,
  person: Person,
  { phone = new Authenticator(), name = 'Min telefon' } = {},
) {
  const { options, ...browser } = await askedToAdd(house, person)
  valueFrom(await addPasskey({ house, ...browser, values: { name, newPasskey: phone.make(options) } }))
  return { ...person, ...(await enter(house, browser.cookies)), phone }
}

/** Somebody at the log-in with a browser of their own. */
export async function askedToShow(
  house: TestHouse,
  browser: Parameters<TestHouse['visitor']>[0] = {},
): Promise<Asked<KeyToShow>> {
  const begun = await beginPasskeyLogIn(house, await house.visitor(browser))
  expect(begun).not.toBeNull()
  if (!begun) throw new Error('unreachable')
  const cookies = [...(browser.cookies ?? []), ...begun.cookies]
  return { options: begun.options, visitor: await house.visitor({ ...browser, cookies }), cookies }
}

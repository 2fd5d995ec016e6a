import { expect } from 'vitest'
import { addPasskey } from '~/accounts/passkeys/add-passkey.server'
import { beginPasskey, beginPasskeyLogIn } from '~/accounts/passkeys/begin-passkey.server'
import type { KeyToMake, KeyToShow } from '~/accounts/passkeys/passkey-browser'
import type { Visitor } from '~/platform/house.server'
import { Authenticator } from './browser/authenticator'
import type { TestHouse } from './house'
import { valueFrom } from './outcome'
import { enter, type Resident } from './people'

/** The options that a browser was given, and the same visitor with the cookie that came along. */
export type Asked<Options> = { options: Options; visitor: Visitor; cookies: string[] }

export async function askedToAdd(house: TestHouse, person: Resident): Promise<Resident & { options: KeyToMake }> {
  const begun = await beginPasskey({ house, ...person, values: { name: 'Min telefon' } })
  if (!begun) throw new Error('no passkey can be added here')
  return { ...(await enter(house, [...person.cookies, ...begun.cookies])), options: begun.options }
}

/** A person with a passkey on an authenticator of their own. */
export async function withPasskey<Person extends Resident>(
  house: TestHouse,
  person: Person,
  { phone = new Authenticator(), name = 'Min telefon' } = {},
) {
  const { options, ...browser } = await askedToAdd(house, person)
  valueFrom(await addPasskey({ house, ...browser, values: { name, newPasskey: phone.make(options) } }))
  return { ...person, ...(await enter(house, browser.cookies)), phone }
}

/** A visitor at the login who has been asked for a passkey. */
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

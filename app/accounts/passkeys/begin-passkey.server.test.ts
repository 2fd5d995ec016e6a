import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mayTry } from '~/door/attempts.server'
import { Authenticator } from '../../../test/support/browser/authenticator'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { askedToAdd, askedToShow, withPasskey } from '../../../test/support/passkeys'
import { enter, joinAsMember, type Resident } from '../../../test/support/people'
import { lockProfile } from '../account-store.server'
import { addPasskey } from './add-passkey.server'
import { beginPasskey, beginPasskeyConfirmation, beginPasskeyLogIn } from './begin-passkey.server'
import { logInByPasskey } from './log-in-by-passkey.server'
import { insertPasskey, readPasskeys, settleSecondStep } from './passkey-store.server'

const house = useHouse()
const deed = (person: Resident, values: Record<string, string> = {}) => ({ house, ...person, values })
const named = { name: 'Min telefon' }

test('creation options require a resident key and user verification, and exclude existing keys', async () => {
  const siv = await withPasskey(house, await joinAsMember(house))
  const { options } = await askedToAdd(house, siv)
  const [key] = await readPasskeys(house.db, siv.signedIn.person.id)
  expect(options).toMatchObject({
    rp: { id: 'kvartera.test', name: 'Kvartera' },
    user: { name: siv.email, displayName: 'Eva Lind' },
    timeout: 5 * 60_000,
    excludeCredentials: [{ type: 'public-key', id: key?.credentialId }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  })
})

test('login options allow any key; confirming options allow only the person’s own keys', async () => {
  const siv = await withPasskey(house, await joinAsMember(house))
  const [key] = await readPasskeys(house.db, siv.signedIn.person.id)
  const asked = { rpId: 'kvartera.test', timeout: 5 * 60_000, userVerification: 'required' }
  expect((await askedToShow(house)).options).toMatchObject({ ...asked, allowCredentials: [] })
  const confirming = await beginPasskeyConfirmation(house, siv.visitor)
  expect(confirming?.options).toMatchObject({ ...asked, allowCredentials: [{ id: key?.credentialId }] })
})

test('at an IP address no challenge is issued, neither to add a passkey nor to log in by one', async () => {
  const person = await joinAsMember(house)
  const visitor = { ...person.visitor, origin: 'http://127.0.0.1:3000' }
  expect(await beginPasskey(deed(person, named))).not.toBeNull()
  expect(await beginPasskey(deed({ ...person, visitor }, named))).toBeNull()
  expect(await beginPasskeyLogIn(house, { ...(await house.visitor()), origin: visitor.origin })).toBeNull()
})

describe('no challenge is issued', () => {
  const all = ({ visitor, ...person }: Resident) =>
    Promise.all([
      beginPasskeyLogIn(house, visitor),
      beginPasskeyConfirmation(house, visitor),
      beginPasskey(deed({ ...person, visitor }, named)),
    ])

  test('when the origin is an IP address', async () => {
    const siv = await joinAsMember(house)
    const visitor = { ...siv.visitor, origin: 'http://127.0.0.1:3000' }
    expect(await all({ ...siv, visitor })).toEqual([null, null, null])
  })

  test('more than three hundred times in a quarter of an hour to one address (rate limit)', async () => {
    const siv = await joinAsMember(house)
    const address = '198.51.100.77'
    const visitor = { ...siv.visitor, address }
    for (let asked = 0; asked < 297; asked++) await mayTry(house, 'passkey challenge', address)
    expect((await all({ ...siv, visitor })).map((begun) => begun !== null)).toEqual([true, true, true])
    expect(await all({ ...siv, visitor })).toEqual([null, null, null])
  })

  test('to confirm an identity without being logged in', async () => {
    expect(await beginPasskeyConfirmation(house, await house.visitor())).toBeNull()
  })

  test.each(['', 'x'.repeat(61)])('for a key named %j, which the form refuses', async (name) => {
    const siv = await joinAsMember(house)
    expect(await beginPasskey(deed(siv, { name }))).toBeNull()
    expect(refusalFrom(await addPasskey(deed(siv, { name }))).fields).toHaveProperty('name')
    expect(await beginPasskey(deed(siv, { name: 'x'.repeat(60) }))).not.toBeNull()
  })
})

describe('the cookie of a challenge', () => {
  const cookieAt = async (origin: string, had: string[] = []) => {
    const begun = await beginPasskeyLogIn(house, { ...(await house.visitor({ cookies: had })), origin })
    return begun?.cookies[0] ?? ''
  }

  test('is HttpOnly and SameSite=Strict for ten minutes, and Secure with __Host- under https', async () => {
    const rest = '=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=600'
    expect(await cookieAt('http://kvartera.test')).toMatch(new RegExp(`^kvartera\\.passkey${rest}$`))
    expect(await cookieAt('https://kvartera.test')).toMatch(new RegExp(`^__Host-kvartera\\.passkey${rest}; Secure$`))
  })

  test('is reused by the same browser, and replaces a forged value', async () => {
    const origin = 'http://kvartera.test'
    const first = await cookieAt(origin)
    expect(await cookieAt(origin, [first])).toBe(first)
    expect(await cookieAt(origin, ['kvartera.passkey=gissad'])).toMatch(/^kvartera\.passkey=[\w-]{43};/)
  })

  test('is required, and still valid after nine minutes', async () => {
    const siv = await withPasskey(house, await joinAsMember(house))
    const { options, visitor } = await askedToShow(house)
    house.clock.forward({ minutes: 9 })
    const passkey = siv.phone.show(options)
    refusalFrom(await logInByPasskey(house, await house.visitor(), { passkey }))
    valueFrom(await logInByPasskey(house, visitor, { passkey }))
  })
})

test('refuses to add a key by a challenge that was issued for confirming', async () => {
  const { options, ...siv } = await askedToAdd(house, await joinAsMember(house))
  const confirming = await beginPasskeyConfirmation(house, siv.visitor)
  const challenge = confirming?.options.challenge ?? ''
  const add = (asked: typeof options) =>
    addPasskey(deed(siv, { ...named, newPasskey: new Authenticator().make(asked) }))
  refusalFrom(await add({ ...options, challenge }))
  valueFrom(await add(options))
})

test('adding two keys at the same moment cannot exceed the limit of twenty (race condition)', async () => {
  const siv = await joinAsMember(house)
  const { id } = siv.signedIn.person
  const key = (nth: number) => ({
    credentialId: `${id}-${nth}`,
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    backedUp: false,
  })
  const add = (db: typeof house.db, nth: number) => insertPasskey(db, id, `Nyckel ${nth}`, key(nth), new Date())
  for (let nth = 0; nth < 19; nth++) await add(house.db, nth)
  const { options, ...browser } = await askedToAdd(house, siv)
  const values = { ...named, newPasskey: new Authenticator().make(options) }
  const answer = await behind(
    house.db,
    async (first) => {
      await lockProfile(first, id)
      await add(first, 19)
    },
    () => addPasskey(deed(browser, values)),
  )
  expect(refusalFrom(answer).message).toContain('redan 20')
  expect(await readPasskeys(house.db, id)).toHaveLength(20)
})

test('turning on a second step without a session ends all sessions; an unknown person is ignored', async () => {
  const siv = await withPasskey(house, await joinAsMember(house))
  const { id } = siv.signedIn.person
  expect(await settleSecondStep(house.db, randomUUID(), null, true)).toBe(false)
  await enter(house, siv.cookies)
  expect(await settleSecondStep(house.db, id, null, true)).toBe(true)
  expect((await house.visitor({ cookies: siv.cookies })).signedIn).toBeNull()
})

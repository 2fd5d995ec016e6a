import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addPasskey } from '~/accounts/passkeys/add-passkey.server'
import { beginPasskey, beginPasskeyConfirmation } from '~/accounts/passkeys/begin-passkey.server'
import { logInByPasskey } from '~/accounts/passkeys/log-in-by-passkey.server'
import { removePasskey } from '~/accounts/passkeys/remove-passkey.server'
import { readSecurity } from '~/accounts/security/read-security.server'
import { Authenticator, type Bent } from '../support/browser/authenticator'
import { useHouse } from '../support/house'
import { refusalFrom, valueFrom } from '../support/outcome'
import { askedToAdd, askedToShow, withPasskey } from '../support/passkeys'
import { enter, joinAsMember, type Resident } from '../support/people'

/** Attacks on another account by its passkeys, or by adding a passkey of one's own to it. */

const house = useHouse()

const keysOf = async ({ signedIn }: Resident) => (await readSecurity(house, signedIn)).passkeys
const lastUse = async (person: Resident) => (await keysOf(person))[0]?.lastUsed

async function isRefusedAtLogIn(
  person: Resident & { phone: Authenticator },
  bent: Bent,
  key = person.phone.keys.at(-1),
) {
  const { options, visitor } = await askedToShow(house)
  refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options, bent, key) }))
  expect(await lastUse(person)).toBeNull()
}

const strangersKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

describe('a passkey’s answer to a log-in', () => {
  test.each<[string, Bent]>([
    ['signed at another origin', { origin: 'http://kvartera.test.evil.test' }],
    ['signed at the same host on another port', { origin: 'http://kvartera.test:8080' }],
    ['for another name', { rpId: 'evil.test' }],
    ['for the parent domain', { rpId: 'test' }],
    ['without user verification', { userVerified: false }],
    ['from a page in a frame', { crossOrigin: true }],
    ['signed by another key', { signedBy: strangersKey }],
    ['of the type that creates a passkey', { type: 'webauthn.create' }],
    ['to a challenge that was made up', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ["naming somebody else's account", { userHandle: Buffer.from('somebody').toString('base64url') }],
  ])('%s is refused', async (_, bent) => {
    await isRefusedAtLogIn(await withPasskey(house, await joinAsMember(house)), bent)
  })

  test('works once', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { options, visitor } = await askedToShow(house)
    const passkey = person.phone.show(options)
    valueFrom(await logInByPasskey(house, visitor, { passkey }))
    refusalFrom(await logInByPasskey(house, visitor, { passkey }))
  })

  test('sent ten times at once logs in once', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { options, visitor } = await askedToShow(house)
    const passkey = person.phone.show(options)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => logInByPasskey(house, visitor, { passkey })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await readSecurity(house, person.signedIn)).sessions).toHaveLength(2)
  })

  test('uses up its challenge also when it is invalid', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { options, visitor } = await askedToShow(house)
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options, { userVerified: false }) }))
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options) }))
  })

  test('to another browser’s challenge is refused, and leaves that challenge usable', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const victim = await askedToShow(house)
    const attacker = await askedToShow(house)
    const passkey = person.phone.show(victim.options)
    refusalFrom(await logInByPasskey(house, attacker.visitor, { passkey }))
    refusalFrom(await logInByPasskey(house, await house.visitor(), { passkey }))
    valueFrom(await logInByPasskey(house, victim.visitor, { passkey }))
  })

  test('is refused after ten minutes', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { options, visitor } = await askedToShow(house)
    house.clock.forward({ minutes: 11 })
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options) }))
  })

  test('to a confirmation’s challenge does not log in', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const begun = await beginPasskeyConfirmation(house, person.visitor)
    if (!begun) throw new Error('unreachable')
    const visitor = await house.visitor({ cookies: [...person.cookies, ...begun.cookies] })
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(begun.options) }))
  })

  test('from a passkey that was removed is refused', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const [key] = await keysOf(person)
    valueFrom(await removePasskey({ house, ...person, values: { passkeyId: key?.id ?? '' } }))
    const { options, visitor } = await askedToShow(house)
    refusalFrom(await logInByPasskey(house, visitor, { passkey: person.phone.show(options) }))
  })

  test('with a counter that does not increase is refused (cloned passkey)', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    for (const [counter, isIn] of [
      [5, true],
      [5, false],
      [4, false],
      [0, false],
      [6, true],
    ] as const) {
      const { options, visitor } = await askedToShow(house)
      const answer = await logInByPasskey(house, visitor, { passkey: person.phone.show(options, { counter }) })
      expect(answer.ok, `counter ${counter}`).toBe(isIn)
    }
  })

  test.each([
    ['missing', undefined],
    ['malformed JSON', '{'],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['far too large', JSON.stringify({ id: 'A'.repeat(500_000) })],
    ['an object that sets its prototype', '{"__proto__":{"id":"x"},"constructor":1}'],
  ])('that is %s is refused', async (_, passkey) => {
    const { visitor } = await askedToShow(house)
    refusalFrom(await logInByPasskey(house, visitor, { ...(passkey && { passkey }) }))
  })

  test('with garbage in any field is refused without a server error', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
      for (const garbage of ['', 'AA', 'A'.repeat(1_000), '!!!', 7, null, {}]) {
        const { options, visitor } = await askedToShow(house, { address: '203.0.113.9' })
        const shown = JSON.parse(person.phone.show(options))
        if (field === 'userHandle' && (garbage === null || garbage === '')) continue
        shown.response[field] = garbage
        const answer = await logInByPasskey(house, visitor, { passkey: JSON.stringify(shown) })
        expect(answer.ok, `${field}: ${JSON.stringify(garbage)}`).toBe(false)
      }
    }
  })

  test('is rate limited to a hundred tries for each address', async () => {
    const person = await withPasskey(house, await joinAsMember(house))
    const visitor = await house.visitor({ address: '203.0.113.50' })
    for (let i = 0; i < 100; i++) refusalFrom(await logInByPasskey(house, visitor, {}))
    const asked = await askedToShow(house, { address: '203.0.113.50' })
    const passkey = person.phone.show(asked.options)
    expect(refusalFrom(await logInByPasskey(house, asked.visitor, { passkey })).message).toContain('för många försök')
    // Another address is not locked out by it.
    const own = await askedToShow(house)
    valueFrom(await logInByPasskey(house, own.visitor, { passkey: person.phone.show(own.options) }))
  })
})

describe('a new passkey', () => {
  const add = (browser: Resident, newPasskey: string) =>
    addPasskey({ house, ...browser, values: { name: 'Telefon', newPasskey } })

  test.each<[string, Bent]>([
    ['at another origin', { origin: 'https://evil.test' }],
    ['for another name', { rpId: 'evil.test' }],
    ['without user verification', { userVerified: false }],
    ['from a page in a frame', { crossOrigin: true }],
    ['of the type that answers a log-in', { type: 'webauthn.get' }],
    ['to a challenge that was made up', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ])('%s is refused', async (_, bent) => {
    const { options, ...browser } = await askedToAdd(house, await joinAsMember(house))
    refusalFrom(await add(browser, new Authenticator().make(options, bent)))
    expect(await keysOf(browser)).toEqual([])
  })

  test('needs the password again when the login is over a quarter of an hour old, both to begin and to finish', async () => {
    const { options, ...browser } = await askedToAdd(house, await joinAsMember(house))
    house.clock.forward({ minutes: 9 })
    const late = await askedToAdd(house, browser)
    house.clock.forward({ minutes: 7 })
    const values = { name: 'Telefon' }
    expect(await beginPasskey({ house, ...late, values })).toBeNull()
    refusalFrom(await add(late, new Authenticator().make(late.options)))
    expect(await keysOf(browser)).toEqual([])
  })

  test('to another person’s challenge is refused, even with that person’s challenge cookie', async () => {
    const victim = await askedToAdd(house, await joinAsMember(house))
    const attacker = await askedToAdd(house, await joinAsMember(house))
    const newPasskey = new Authenticator().make(victim.options)
    refusalFrom(await add(attacker, newPasskey))
    // Even with the victim's challenge cookie: the challenge is bound to the victim's account.
    const stolen = await enter(house, [
      ...attacker.cookies,
      ...victim.cookies.filter((cookie) => cookie.startsWith('kvartera.passkey=')),
    ])
    refusalFrom(await add(stolen, newPasskey))
    valueFrom(await add(victim, newPasskey))
  })

  test('that somebody else already has is refused, and still logs its owner in', async () => {
    const owner = await withPasskey(house, await joinAsMember(house))
    const attacker = await askedToAdd(house, await joinAsMember(house))
    const [theirs] = owner.phone.keys
    const copy = new Authenticator().make(attacker.options, {}, theirs && Buffer.from(theirs.id))
    expect(refusalFrom(await add(attacker, copy)).message).toBe('Den passnyckeln finns redan.')
    const { options, visitor, cookies } = await askedToShow(house)
    const { cookies: own } = valueFrom(await logInByPasskey(house, visitor, { passkey: owner.phone.show(options) }))
    expect((await enter(house, [...cookies, ...own])).email).toBe(owner.email)
  })

  test('sent twice, or twice at the same moment, is added once', async () => {
    const { options, ...browser } = await askedToAdd(house, await joinAsMember(house))
    const newPasskey = new Authenticator().make(options)
    const outcomes = await Promise.all([add(browser, newPasskey), add(browser, newPasskey)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    refusalFrom(await add(browser, newPasskey))
    expect(await keysOf(browser)).toHaveLength(1)
  })

  test('with a credential id of 1100 bytes is refused', async () => {
    const { options, ...browser } = await askedToAdd(house, await joinAsMember(house))
    refusalFrom(await add(browser, new Authenticator().make(options, {}, Buffer.alloc(1_100, 1))))
  })
})

test('a confirmation by somebody else’s passkey does not make a login fresh', async () => {
  const victim = await withPasskey(house, await joinAsMember(house))
  const attacker = await withPasskey(house, await joinAsMember(house))
  house.clock.forward({ minutes: 20 })
  const begun = await beginPasskeyConfirmation(house, victim.visitor)
  if (!begun) throw new Error('unreachable')
  const open = await enter(house, [...victim.cookies, ...begun.cookies])
  const [key] = await keysOf(victim)
  const passkey = attacker.phone.show({ ...begun.options })
  refusalFrom(await removePasskey({ house, ...open, values: { passkeyId: key?.id ?? '', passkey } }))
  expect(await keysOf(victim)).toHaveLength(1)
})

import { generateKeyPairSync } from 'node:crypto'
import * as library from '@simplewebauthn/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Authenticator, type Bent } from '../../../test/support/browser/authenticator'
import { keyAlgorithms, passkeyPlace, readNewKey, readProof } from './passkeys.server'

vi.mock('@simplewebauthn/server', { spy: true })
afterEach(() => {
  vi.clearAllMocks()
})

test.each([
  ['https://kvartera.example', 'kvartera.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', undefined],
  ['http://[::1]:3000', undefined],
])('at %s the relying party id of a passkey is %s', (origin, id) => {
  expect(passkeyPlace(origin)?.id).toBe(id)
})

const place = { origin: 'http://kvartera.test', id: 'kvartera.test' }
const challenge = Buffer.alloc(32, 1).toString('base64url')

function make(bent: Bent) {
  const options = { challenge, rp: { id: place.id, name: '' }, user: { id: 'AAAA', name: '', displayName: '' } }
  return JSON.parse(new Authenticator().make(options as never, bent))
}

test('accepts a new key without a certificate', async () => {
  expect(await readNewKey(make({}), challenge, place)).toMatchObject({ counter: 0, backedUp: false })
  expect(library.verifyRegistrationResponse).toHaveBeenCalledOnce()
})

test.each(['packed', 'android-key', 'apple', 'tpm'])(
  'refuses a new key with a certificate (%s) before the library can call its issuer (SSRF)',
  async (format) => {
    const made = make({ certificate: { format, data: Buffer.alloc(300, 1) } })
    expect(await readNewKey(made, challenge, place)).toBeNull()
    expect(library.verifyRegistrationResponse).not.toHaveBeenCalled()
  },
)

test('refuses another attestation format than none, also without a certificate', async () => {
  const made = make({})
  const bytes = Buffer.from(made.response.attestationObject, 'base64url').toString('latin1').replace('none', 'tpmx')
  made.response.attestationObject = Buffer.from(bytes, 'latin1').toString('base64url')
  expect(await readNewKey(made, challenge, place)).toBeNull()
  expect(library.verifyRegistrationResponse).not.toHaveBeenCalled()
})

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const otherwise: [string, Bent][] = [
  ['made without user verification', { userVerified: false }],
  ['made at another origin', { origin: 'http://kvartera.example' }],
  ['made for another domain', { rpId: 'kvartera.example' }],
  ['that answers another challenge', { challenge: Buffer.alloc(32, 2).toString('base64url') }],
  ['of another type', { type: 'payment.get' }],
]

test.each(otherwise)('refuses a new key %s', async (_, bent) => {
  expect(await readNewKey(make(bent), challenge, place)).toBeNull()
})

test('reads a proof with its use counter, and refuses one for another origin, challenge or key', async () => {
  const phone = new Authenticator()
  const options = { challenge, rp: { id: place.id, name: '' }, user: { id: 'AAAA', name: '', displayName: '' } }
  const key = await readNewKey(JSON.parse(phone.make(options as never)), challenge, place)
  if (!key) throw new Error('The key is none')
  const proof = (bent: Bent = {}) =>
    readProof(JSON.parse(phone.show({ challenge } as never, bent)), challenge, place, key)
  expect(await proof()).toEqual({ counter: 1, backedUp: false })
  expect(await proof({ counter: 700 })).toEqual({ counter: 700, backedUp: false })
  // A lower counter is not refused here; it is checked where it is stored (notePasskeyUse).
  expect(await proof({ counter: 3 })).toEqual({ counter: 3, backedUp: false })
  for (const [what, bent] of [...otherwise, ['signed by another', { signedBy: otherKey }] as const])
    expect(await proof(bent), what).toBeNull()
})

test('requests elliptic-curve keys first, and RSA last', () => {
  // The numbers in the IANA COSE registry: EdDSA, ES256, RS256.
  expect(keyAlgorithms).toEqual([-8, -7, -257])
})

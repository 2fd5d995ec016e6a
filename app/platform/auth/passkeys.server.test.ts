import * as library from '@simplewebauthn/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Authenticator, type Bent } from '../../../test/support/browser/authenticator'
import { passkeyPlace, readNewKey } from './passkeys.server'

vi.mock('@simplewebauthn/server', { spy: true })
afterEach(() => {
  vi.clearAllMocks()
})

test.each([
  ['https://kvartera.example', 'kvartera.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', undefined],
  ['http://[::1]:3000', undefined],
])('at %s a passkey is bound to %s', (origin, id) => {
  expect(passkeyPlace(origin)?.id).toBe(id)
})

const place = { origin: 'http://kvartera.test', id: 'kvartera.test' }
const challenge = Buffer.alloc(32, 1).toString('base64url')

function make(bent: Bent) {
  const options = { challenge, rp: { id: place.id, name: '' }, user: { id: 'AAAA', name: '', displayName: '' } }
  return JSON.parse(new Authenticator().make(options as never, bent))
}

test('a new key without a certificate is read', async () => {
  expect(await readNewKey(make({}), challenge, place)).toMatchObject({ counter: 0, backedUp: false })
  expect(library.verifyRegistrationResponse).toHaveBeenCalledOnce()
})

test.each(['packed', 'android-key', 'apple', 'tpm'])(
  'a certificate beside it (%s) is refused before the library could ask its maker whether it holds',
  async (format) => {
    const made = make({ certificate: { format, data: Buffer.alloc(300, 1) } })
    expect(await readNewKey(made, challenge, place)).toBeNull()
    expect(library.verifyRegistrationResponse).not.toHaveBeenCalled()
  },
)

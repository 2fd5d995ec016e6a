import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { KeyToMake, KeyToShow } from '~/accounts/passkeys/passkey-browser'

/**
 * A simulated passkey authenticator and browser: makes P-256 keys, gives no attestation, and signs challenges. `Bent`
 * falsifies fields as an attacker would.
 */
export type Bent = {
  origin?: string
  rpId?: string
  userVerified?: boolean
  counter?: number
  crossOrigin?: boolean
  userHandle?: string | null
  /** Signed by another key. */
  signedBy?: KeyObject
  type?: string
  challenge?: string
  /** An attestation certificate that was not requested. */
  certificate?: { format: string; data: Buffer }
}

export type Key = { id: Buffer; privateKey: KeyObject; cose: Buffer; rpId: string; userHandle: string; counter: number }

export class Authenticator {
  keys: Key[] = []
  origin: string
  /** Whether it has a signature counter; synchronised passkeys have none. */
  counts: boolean

  constructor(origin = 'http://kvartera.test', counts = true) {
    this.origin = origin
    this.counts = counts
  }

  /** The value of the form field `newPasskey`. */
  make(options: KeyToMake, bent: Bent = {}, id = randomBytes(32)): string {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ])
    const key = { id, privateKey, cose, rpId: options.rp.id, userHandle: options.user.id, counter: 0 }
    this.keys.push(key)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose])
    const statement = bent.certificate
      ? map([
          [text('alg'), int(-7)],
          [text('sig'), bytes(Buffer.alloc(70, 1))],
          [text('x5c'), Buffer.concat([head(4, 1), bytes(bent.certificate.data)])],
        ])
      : map([])
    const attestation = map([
      [text('fmt'), text(bent.certificate?.format ?? 'none')],
      [text('attStmt'), statement],
      [text('authData'), bytes(Buffer.concat([this.#data(key, 0x40, bent), attested]))],
    ])
    return JSON.stringify({
      ...named(id),
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge, bent).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    })
  }

  /** The value of the form field `passkey`. */
  show(options: KeyToShow, bent: Bent = {}, key = this.keys.at(-1)): string {
    if (!key) throw new Error('This phone has no key.')
    if (this.counts) key.counter++
    const client = this.#client('webauthn.get', options.challenge, bent)
    const data = this.#data(key, 0, bent)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), bent.signedBy ?? key.privateKey)
    return JSON.stringify({
      ...named(key.id),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: bent.userHandle === undefined ? key.userHandle : bent.userHandle,
      },
    })
  }

  #client(type: string, challenge: string, bent: Bent): Buffer {
    const { crossOrigin = false, origin = this.origin } = bent
    return Buffer.from(
      JSON.stringify({ type: bent.type ?? type, challenge: bent.challenge ?? challenge, origin, crossOrigin }),
    )
  }

  /** Flags: user present (1), user verified (4). */
  #data(key: Key, flags: number, { rpId = key.rpId, userVerified = true, counter = key.counter }: Bent): Buffer {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags | 1 | (userVerified ? 4 : 0))
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), tail])
  }
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
const named = (id: Buffer) => ({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' })

/** The subset of CBOR (RFC 8949) that an authenticator uses. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (words: string) => Buffer.concat([head(3, words.length), Buffer.from(words)])
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

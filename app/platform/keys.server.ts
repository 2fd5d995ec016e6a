import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { outOfReach } from './out-of-reach.server'

/** What a key is for. Each purpose has its own derived key, so that a leak or misuse of one affects no other. */
export type KeyPurpose =
  | 'alarm link'
  | 'alarm link mark'
  | 'alarm home'
  | 'guard cookie'
  | 'calendar link'
  | 'outbox secret'
  | 'phone code'
  | 'voice call'
  | 'webhook secret'
  | 'centre key'
  | 'busy calendar'
  | 'account mark'

/**
 * Signs and encrypts with the product's secrets, which cannot be read out. During a key rotation there are several,
 * newest first: the newest signs and encrypts, all of them are accepted.
 */
export type Keys = {
  sign(purpose: KeyPurpose, text: string): Buffer
  /** The signatures under each secret, newest first, to compare with a given one. */
  signs(purpose: KeyPurpose, text: string): Buffer[]
  seal(purpose: KeyPurpose, text: string): string
  /**
   * Decrypts; null if the text was not encrypted here, or for another purpose, or with a secret that is no longer in
   * the list.
   */
  open(purpose: KeyPurpose, sealed: string): string | null
  /**
   * Key rotation: encrypts with the newest secret what an older one encrypted. Null if already newest or not readable.
   */
  sealAnew(purpose: KeyPurpose, sealed: string): string | null
}

/** Also the prefix of each ciphertext, so that a later algorithm can tell them apart. */
const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

export function openKeys(secrets: readonly string[]): Keys {
  const derived = new Map<KeyPurpose, Buffer[]>()
  const keysFor = (purpose: KeyPurpose): [Buffer, ...Buffer[]] => {
    const known = derived.get(purpose) ?? secrets.map((secret) => deriveKey(secret, purpose))
    derived.set(purpose, known)
    const [newest, ...older] = known
    if (!newest) throw new Error('Keys need a secret')
    return [newest, ...older]
  }
  const signs = (purpose: KeyPurpose, text: string) =>
    keysFor(purpose).map((key) => createHmac('sha256', key).update(text).digest())
  const seal = (purpose: KeyPurpose, text: string) => {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv(algorithm, keysFor(purpose)[0], nonce)
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${algorithm}.${bytes.toString('base64url')}`
  }
  const openWith = (keys: readonly Buffer[], sealed: string) => {
    // Ciphertexts from before the prefix are in this algorithm. A dot never occurs in base64url.
    const [bytes = '', by = algorithm] = sealed.split('.').reverse()
    if (by !== algorithm) return null
    for (const key of keys) {
      const text = unseal(key, Buffer.from(bytes, 'base64url'))
      if (text !== null) return text
    }
    return null
  }
  return outOfReach('keys', {
    sign: (purpose, text) => createHmac('sha256', keysFor(purpose)[0]).update(text).digest(),
    signs,
    seal,
    open: (purpose, sealed) => openWith(keysFor(purpose), sealed),
    sealAnew(purpose, sealed) {
      const [newest, ...older] = keysFor(purpose)
      const text = openWith([newest], sealed) === null ? openWith(older, sealed) : null
      return text === null ? null : seal(purpose, text)
    },
  })
}

/** HKDF with SHA-256 (RFC 5869): 32 bytes that reveal neither the secret nor the key of another purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `kvartera ${purpose}`, 32))
}

function unseal(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < nonceLength + tagLength) return null
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../keys.server'

/**
 * The auth library's secrets, newest first. They are derived from the product's secrets, so that a signature of the
 * library is never valid for anything else of ours. `version` identifies the secret that encrypted a stored value and
 * does not depend on the position in the list.
 */
export type AuthSecrets = {
  versions: { version: number; value: string }[]
  /** The product's own secret, which encrypted values from before secrets had versions. */
  unversioned: string
  /** The same secrets in the form that the library's encryption functions take. */
  sealing: { keys: Map<number, string>; currentVersion: number; legacySecret: string }
}

export function authSecrets(secrets: readonly string[]): AuthSecrets {
  const versions = secrets.map((secret) => {
    const value = deriveKey(secret, 'auth').toString('base64url')
    return { version: createHash('sha256').update(value).digest().readUInt32BE() >>> 1, value }
  })
  const [unversioned = ''] = secrets.slice(-1)
  const sealing = {
    keys: new Map(versions.map(({ version, value }) => [version, value])),
    currentVersion: versions[0]?.version ?? 0,
    legacySecret: unversioned,
  }
  return { versions, unversioned, sealing }
}

const cookie = /((?:__Host-|__Secure-)?kvartera\.session_token=)([^;]+)/

/**
 * The library accepts only the newest secret. A session cookie signed with an older one is signed again here, in the
 * incoming headers, so that rotating the secret logs nobody out while the older one is in the list.
 */
export function signAnew(headers: Headers, { versions: [newest, ...older] }: AuthSecrets) {
  const sent = headers.get('cookie')
  const [, name, value] = (sent && cookie.exec(sent)) || []
  if (!sent || !name || !value || !newest || older.length === 0) return
  const [token, signature] = parts(value)
  if (!token || !older.some((one) => isSame(signature, signatureOf(token, one.value)))) return
  const signed = encodeURIComponent(`${token}.${signatureOf(token, newest.value)}`)
  headers.set(
    'cookie',
    sent.replace(cookie, (_, start: string) => `${start}${signed}`),
  )
}

/** The token of a session cookie signed with one of the secrets, or null. */
export function signedSession(headers: Headers, secrets: AuthSecrets): string | null {
  return signedToken(cookie.exec(headers.get('cookie') ?? '')?.[2] ?? '', secrets)
}

/**
 * Like `signedSession`, but only for the cookie with exactly this name. The first of several counts, as in the library.
 */
export function sessionNamed(name: string, headers: Headers, secrets: AuthSecrets): string | null {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  return signedToken(value, secrets)
}

function signedToken(cookieValue: string, { versions }: AuthSecrets): string | null {
  const [token, signature] = parts(cookieValue)
  return token && versions.some(({ value }) => isSame(signature, signatureOf(token, value))) ? token : null
}

function parts(value: string): [token: string, signature: string] {
  try {
    const plain = decodeURIComponent(value)
    const dot = plain.lastIndexOf('.')
    return [plain.slice(0, Math.max(dot, 0)), plain.slice(dot + 1)]
  } catch {
    return ['', '']
  }
}

const signatureOf = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64')

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

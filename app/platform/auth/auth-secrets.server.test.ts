import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { authSecrets, sessionNamed, signAnew, signedSession } from './auth-secrets.server'

const [old, present, foreign] = [
  'an-older-one-9dK2fLq7RtY4uXw8',
  'the-present-one-Zp3Vb6Nm1Gh5Jk',
  'nobody-of-ours-2Ws9Xe4',
]
const [before, during, after] = [authSecrets([old]), authSecrets([present, old]), authSecrets([present])]

const name = 'kvartera.session_token'
/** Signs a cookie value the way the auth library does. */
const cookieBy = ({ versions: [newest] }: typeof before, token = 't0ken', of = name) =>
  `${of}=${encodeURIComponent(
    `${token}.${createHmac('sha256', newest?.value ?? '')
      .update(token)
      .digest('base64')}`,
  )}`
const headersOf = (cookie?: string) => new Headers(cookie === undefined ? {} : { cookie })
const anew = (cookie: string | undefined, secrets = during) => {
  const headers = headersOf(cookie)
  signAnew(headers, secrets)
  return headers.get('cookie')
}

test('each secret has a stable version, and data without a version belongs to the oldest', () => {
  expect(during.versions).toEqual([...after.versions, ...before.versions])
  expect(new Set(during.versions.map(({ version }) => version)).size).toBe(2)
  // A fixed value: stored ciphertexts refer to this version, so it must never change.
  expect(after.versions[0]?.version).toBe(531189953)
  expect(during.unversioned).toBe(old)
  expect(during.sealing).toEqual({
    keys: new Map(during.versions.map(({ version, value }) => [version, value])),
    currentVersion: after.versions[0]?.version,
    legacySecret: old,
  })
  expect(JSON.stringify(during.versions)).not.toContain(present)
})

test('re-signs a cookie of an older secret in place, and changes no other cookie', () => {
  const [older, newest] = [cookieBy(before), cookieBy(after)]
  for (const prefix of ['', '__Secure-', '__Host-'])
    expect(anew(`a=1; ${prefix}${older}; b=2`)).toBe(`a=1; ${prefix}${newest}; b=2`)
  // Signed by the newest secret already, by a foreign secret, by a secret no longer in the list, or with an empty
  // token.
  const untouched = [newest, cookieBy(authSecrets([foreign])), cookieBy(before, ''), 'a=1', `${name}=`, `${name}=x`]
  for (const cookie of untouched) expect(anew(cookie), cookie).toBe(cookie)
  expect(anew(older, after)).toBe(older)
  expect(anew(older, before)).toBe(older)
  expect(anew(undefined)).toBeNull()
})

test('accepts a session cookie only with a complete signature by one of the secrets', () => {
  for (const secrets of [before, after]) expect(signedSession(headersOf(cookieBy(secrets)), during)).toBe('t0ken')
  expect(signedSession(headersOf(cookieBy(before)), after)).toBeNull()
  expect(signedSession(headersOf(cookieBy(after, 'a.b')), during)).toBe('a.b')
  for (const cookie of [undefined, 'a=1', `${name}=t0ken`, `${name}=.`, `${name}=%E0%A4%A`, cookieBy(before, '')])
    expect(signedSession(headersOf(cookie), during), cookie).toBeNull()
  // A valid token with another token's signature, and a truncated signature.
  const [token, signature] = [cookieBy(after, 'other').split('.')[1]?.split('=')[1], cookieBy(after).split('.').at(-1)]
  expect(signedSession(headersOf(`${name}=${token}.${signature}`), during)).toBeNull()
  expect(signedSession(headersOf(cookieBy(after).slice(0, -4)), during)).toBeNull()
})

test('reads the first of several cookies with exactly the given name', () => {
  const [mine, theirs] = [cookieBy(after, 'mine'), cookieBy(after, 'theirs')]
  const named = (cookie: string) => sessionNamed(name, headersOf(cookie), during)
  expect(named(`x${theirs}; ${mine}; ${theirs}`)).toBe('mine')
  expect(named(`__Secure-${theirs}`)).toBeNull()
  expect(sessionNamed(`__Secure-${name}`, headersOf(`${mine}; __Secure-${theirs}`), during)).toBe('theirs')
  expect(sessionNamed(name, headersOf(), during)).toBeNull()
})

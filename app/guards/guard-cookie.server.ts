import { createHash, randomBytes } from 'node:crypto'
import { createCookie } from 'react-router'

/** 256 bits; only its hash is kept, so a copy of the database lets nobody in. */
export function newLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOfSecret(secret) }
}

/** The secret is too long to guess, so a quick hash is enough. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

const days = 24 * 60 * 60
const guardCookie = (secure: boolean) =>
  createCookie('vakt', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 180 * days })

/** The phone remembers the link; whether it still holds is asked at each request. */
export function keepSecret(secret: string, origin: string): Promise<string> {
  return guardCookie(origin.startsWith('https:')).serialize(secret)
}

export function forgetSecret(origin: string): Promise<string> {
  return guardCookie(origin.startsWith('https:')).serialize('', { maxAge: 0 })
}

export async function secretIn(request: Request): Promise<string | null> {
  const kept: unknown = await guardCookie(false).parse(request.headers.get('Cookie'))
  return typeof kept === 'string' && kept !== '' ? kept : null
}

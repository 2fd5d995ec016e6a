import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { House } from '~/platform/house.server'
import { ownCookie } from '~/platform/http/cookie.server'
import { cookieIn } from '~/platform/http/cookie-in'
import { longestDays } from '../guard'

/** 256 random bits, of which only the hash is stored, so a copy of the database lets nobody in. */
export function newLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOfSecret(secret) }
}

/** The secret has too much entropy to brute-force, so a fast hash is enough. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

type Ports = Pick<House, 'keys'>

const days = 24 * 60 * 60
const name = 'vakt'
const purpose = 'guard cookie'
const guardCookie = ownCookie(name, { maxAge: longestDays * days })
/** Identifies the browser that loads a link's page, before anything is pressed. Not tied to a guard. */
const visitCookie = ownCookie('vakt-in', { maxAge: days })

/**
 * The cookie with the browser's key. Whether the key is still valid is looked up on each request. Signed (HMAC), so
 * that a made-up key is rejected without a database query.
 */
export function keepSecret({ keys }: Ports, key: string): Promise<string> {
  return guardCookie.serialize(`${key}.${keys.sign(purpose, key).toString('base64url')}`)
}

export function forgetSecret(): Promise<string> {
  return guardCookie.serialize('', { maxAge: 0 })
}

/** The key in a cookie with a valid signature, or null. */
export async function secretIn({ keys }: Ports, headers: Headers): Promise<string | null> {
  if (cookieIn(headers, name) === null) return null
  const [key = '', given = ''] = textIn(await guardCookie.parse(headers.get('cookie')))?.split('.') ?? []
  const signature = Buffer.from(given, 'base64url')
  const isOurs = keys
    .signs(purpose, key)
    .some((own) => own.length === signature.length && timingSafeEqual(own, signature))
  return isOurs ? key : null
}

/** This browser's mark, and the cookie that sets it if it had none. */
export async function markVisit(request: Request): Promise<{ mark: string; cookies: string[] }> {
  const kept = textIn(await visitCookie.parse(request.headers.get('Cookie')))
  if (kept) return { mark: kept, cookies: [] }
  const mark = randomBytes(32).toString('base64url')
  return { mark, cookies: [await visitCookie.serialize(mark)] }
}

/**
 * The browser's key for a link: derived from its mark, so different in each browser and the same on a repeated press.
 */
export function browserKey(mark: string, secret: string): string {
  return createHash('sha256').update(`${mark}\0${secret}`).digest('base64url')
}

const textIn = (kept: unknown) => (typeof kept === 'string' && kept !== '' ? kept : null)

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { House } from '~/platform/house.server'
import { ownCookie } from '~/platform/http/cookie.server'
import { cookieIn } from '~/platform/http/cookie-in'
import { longestDays } from '../guard'

/** 256 bits; only its hash is kept, so a copy of the database lets nobody in. */
export function newLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOfSecret(secret) }
}

/** The secret is too long to guess, so a quick hash is enough. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

type Ports = Pick<House, 'keys'>

const days = 24 * 60 * 60
const name = 'vakt'
const purpose = 'guard cookie'
const guardCookie = ownCookie(name, { maxAge: longestDays * days })
/** Which browser it is that looks at a link, before anybody has pressed anything. Says nothing of the guard. */
const visitCookie = ownCookie('vakt-in', { maxAge: days })

/**
 * The phone remembers its own key; whether it still holds is asked at each request. It is signed, so that what a
 * stranger thought up is known for that without the database.
 */
export function keepSecret({ keys }: Ports, key: string): Promise<string> {
  return guardCookie.serialize(`${key}.${keys.sign(purpose, key).toString('base64url')}`)
}

export function forgetSecret(): Promise<string> {
  return guardCookie.serialize('', { maxAge: 0 })
}

/** The key of a cookie that we signed, or null. */
export async function secretIn({ keys }: Ports, headers: Headers): Promise<string | null> {
  if (cookieIn(headers, name) === null) return null
  const [key = '', given = ''] = textIn(await guardCookie.parse(headers.get('cookie')))?.split('.') ?? []
  const signature = Buffer.from(given, 'base64url')
  const isOurs = keys
    .signs(purpose, key)
    .some((own) => own.length === signature.length && timingSafeEqual(own, signature))
  return isOurs ? key : null
}

/** The mark of this browser, and the cookie that keeps it where there was none. */
export async function markVisit(request: Request): Promise<{ mark: string; cookies: string[] }> {
  const kept = textIn(await visitCookie.parse(request.headers.get('Cookie')))
  if (kept) return { mark: kept, cookies: [] }
  const mark = randomBytes(32).toString('base64url')
  return { mark, cookies: [await visitCookie.serialize(mark)] }
}

/** What a browser keeps of a link: its own, and the same each time the button is pressed. */
export function browserKey(mark: string, secret: string): string {
  return createHash('sha256').update(`${mark}\0${secret}`).digest('base64url')
}

const textIn = (kept: unknown) => (typeof kept === 'string' && kept !== '' ? kept : null)

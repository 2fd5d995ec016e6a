import { createHash, randomBytes } from 'node:crypto'
import { createCookie } from 'react-router'
import { longestDays } from './guard'

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
  createCookie('vakt', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: longestDays * days })
/** Which browser it is that looks at a link, before anybody has pressed anything. Says nothing of the guard. */
const visitCookie = (secure: boolean) =>
  createCookie('vakt-in', { path: '/vakt/in', httpOnly: true, sameSite: 'lax', secure, maxAge: days })
const isSecure = (origin: string) => origin.startsWith('https:')

/** The phone remembers its own key; whether it still holds is asked at each request. */
export function keepSecret(key: string, origin: string): Promise<string> {
  return guardCookie(isSecure(origin)).serialize(key)
}

export function forgetSecret(origin: string): Promise<string> {
  return guardCookie(isSecure(origin)).serialize('', { maxAge: 0 })
}

export async function secretIn(request: Request): Promise<string | null> {
  return textIn(await guardCookie(false).parse(request.headers.get('Cookie')))
}

/** The mark of this browser, and the cookie that keeps it where there was none. */
export async function markVisit(request: Request, origin: string): Promise<{ mark: string; cookies: string[] }> {
  const kept = textIn(await visitCookie(false).parse(request.headers.get('Cookie')))
  if (kept) return { mark: kept, cookies: [] }
  const mark = randomBytes(32).toString('base64url')
  return { mark, cookies: [await visitCookie(isSecure(origin)).serialize(mark)] }
}

/** What a browser keeps of a link: its own, and the same each time the button is pressed. */
export function browserKey(mark: string, secret: string): string {
  return createHash('sha256').update(`${mark}\0${secret}`).digest('base64url')
}

const textIn = (kept: unknown) => (typeof kept === 'string' && kept !== '' ? kept : null)

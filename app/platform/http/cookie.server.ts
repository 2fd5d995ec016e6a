import { createCookie } from 'react-router'

/**
 * A cookie that scripts cannot read (httpOnly) and that other sites' forms do not send (sameSite lax, against CSRF).
 */
export function ownCookie(name: string, { maxAge, secure }: { maxAge: number; secure?: boolean }) {
  return createCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure })
}

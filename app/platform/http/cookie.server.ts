import { createCookie } from 'react-router'

/** A cookie that no script can read, and that no other site sends along with a form. */
export function ownCookie(name: string, { maxAge, secure }: { maxAge: number; secure?: boolean }) {
  return createCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure })
}

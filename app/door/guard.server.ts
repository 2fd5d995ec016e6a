import { data, href, type RouterContextProvider, redirect } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { ledAwayContext, visitorContext } from '~/platform/http/contexts.server'
import type { Role } from '~/shared/role'
import { loginAddress } from './return-address'

/** A person who is logged in, or on the way to /auth and back. */
export function requireSignedIn(context: Readonly<RouterContextProvider>, request: Request): SignedIn {
  const { signedIn } = context.get(visitorContext)
  if (signedIn) return signedIn
  context.set(ledAwayContext, true)
  // A page that was posted to cannot be returned to by a link with its form; its address can.
  const { pathname, search } = new URL(request.url)
  throw redirect(loginAddress(pathname.replace(/\.data$/, '') + search))
}

/** A person of this role; anyone else is sent to /dashboard, which knows their own area. */
export function requireRole(context: Readonly<RouterContextProvider>, request: Request, ...allowed: Role[]): SignedIn {
  const signedIn = requireSignedIn(context, request)
  const isAllowed = allowed.includes(signedIn.person.role)
  if (isAllowed && !lacksSecondFactor(signedIn)) return signedIn
  context.set(ledAwayContext, true)
  throw redirect(isAllowed ? href('/dashboard/account/security') : '/dashboard')
}

/** What administrators see belongs to others: a password alone does not open it. */
export function lacksSecondFactor({ person }: SignedIn): boolean {
  return person.role === 'admin' && !person.twoFactorEnabled
}

/** Whoever may do what administrators do. The role alone is not enough: there is one answer to this question, here. */
export function isAdmin(signedIn: SignedIn): boolean {
  return signedIn.person.role === 'admin' && !lacksSecondFactor(signedIn)
}

/** The first line of every use case that is an administrator's: it holds even if a page forgot to ask. */
export function onlyAdmin(signedIn: SignedIn) {
  if (!isAdmin(signedIn)) throw data(null, 403)
}

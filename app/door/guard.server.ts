import { href, redirect } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { houseContext, ledAwayContext, type PageContext, visitorContext } from '~/platform/http/contexts.server'
import type { Role } from '~/shared/role'
import { type LoginReason, loginAddress } from './return-address'
import { TurnedAway } from './turned-away'

/** The logged-in person; otherwise redirects to /auth with the way back. */
export function requireSignedIn(context: PageContext, request: Request): SignedIn {
  const { signedIn } = context.get(visitorContext)
  if (signedIn) return signedIn
  // The form data cannot be part of the way back; the address can.
  const { pathname, search } = new URL(request.url)
  return leadAway(context, loginAddress(pathname.replace(/\.data$/, '') + search, whyLedAway(context, request)))
}

/**
 * Why the login page is shown. A validly signed session cookie means that the person was logged in. If the request was
 * a post, what was written was not saved.
 */
function whyLedAway(context: PageContext, { method }: Request): LoginReason | undefined {
  const wasIn = context.get(houseContext).auth.sessions.holder(context.get(visitorContext).headers) !== null
  if (method === 'GET' || method === 'HEAD') return wasIn ? 'utloggad' : undefined
  return wasIn ? 'utloggad-osparat' : 'osparat'
}

/**
 * The logged-in person, if they have one of the roles; anyone else is redirected to /dashboard, which knows their own
 * area.
 */
export function requireRole(context: PageContext, request: Request, ...allowed: Role[]): SignedIn {
  const signedIn = requireSignedIn(context, request)
  const isAllowed = allowed.includes(signedIn.person.role)
  if (isAllowed && !lacksSecondFactor(signedIn)) return signedIn
  return leadAway(context, isAllowed ? href('/dashboard/account/security') : '/dashboard')
}

/** Redirects away from a page that the person may not see, and marks it for the security log. */
export function leadAway(context: PageContext, to: string): never {
  context.set(ledAwayContext, true)
  throw redirect(to)
}

/** Administrators see other people's data, so they need a second factor. */
export function lacksSecondFactor({ person }: SignedIn): boolean {
  return person.role === 'admin' && !person.twoFactorEnabled
}

/** Whether the person has an administrator's rights: the role alone is not enough. The only place that decides this. */
export function isAdmin(signedIn: SignedIn): boolean {
  return signedIn.person.role === 'admin' && !lacksSecondFactor(signedIn)
}

/** The first line of every use case for administrators, so that it holds even if a page forgot its guard. */
export function onlyAdmin(signedIn: SignedIn) {
  if (!isAdmin(signedIn)) throw new TurnedAway()
}

/** Like `onlyAdmin`, for members' use cases. */
export function onlyMember({ person }: SignedIn) {
  if (person.role !== 'member') throw new TurnedAway()
}

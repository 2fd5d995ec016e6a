import { href, redirect } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { houseContext, ledAwayContext, type PageContext, visitorContext } from '~/platform/http/contexts.server'
import type { Role } from '~/shared/role'
import { type LoginReason, loginAddress } from './return-address'
import { TurnedAway } from './turned-away'

/** A person who is logged in, or on the way to /auth and back. */
export function requireSignedIn(context: PageContext, request: Request): SignedIn {
  const { signedIn } = context.get(visitorContext)
  if (signedIn) return signedIn
  // A page that was posted to cannot be returned to by a link with its form; its address can.
  const { pathname, search } = new URL(request.url)
  return leadAway(context, loginAddress(pathname.replace(/\.data$/, '') + search, whyLedAway(context, request)))
}

/** Whoever brings a session that we once gave was logged in; of anybody else that is not said. What was posted is gone in either case. */
function whyLedAway(context: PageContext, { method }: Request): LoginReason | undefined {
  const wasIn = context.get(houseContext).auth.sessions.holder(context.get(visitorContext).headers) !== null
  if (method === 'GET' || method === 'HEAD') return wasIn ? 'utloggad' : undefined
  return wasIn ? 'utloggad-osparat' : 'osparat'
}

/** A person of this role; anyone else is sent to /dashboard, which knows their own area. */
export function requireRole(context: PageContext, request: Request, ...allowed: Role[]): SignedIn {
  const signedIn = requireSignedIn(context, request)
  const isAllowed = allowed.includes(signedIn.person.role)
  if (isAllowed && !lacksSecondFactor(signedIn)) return signedIn
  return leadAway(context, isAllowed ? href('/dashboard/account/security') : '/dashboard')
}

/** From a page that is not theirs to one that is; the log is told. */
export function leadAway(context: PageContext, to: string): never {
  context.set(ledAwayContext, true)
  throw redirect(to)
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
  if (!isAdmin(signedIn)) throw new TurnedAway()
}

/** The same of one that is a member's. */
export function onlyMember({ person }: SignedIn) {
  if (person.role !== 'member') throw new TurnedAway()
}

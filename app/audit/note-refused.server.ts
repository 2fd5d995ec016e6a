import { mayTry } from '~/door/attempts.server'
import { isAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { recordRefusal } from './audit-store.server'

const area = /^\/dashboard\/admin(\/|$)/

/** `page` is the normalised path; `logged` is the part of it that may be logged. */
type Tried = { method: string; page: string; logged: string; address: string; signedIn: SignedIn | null }

/**
 * Records every request for an administrator's page by somebody who is not one. It grants or refuses nothing: pages and
 * use cases authorise themselves. Being in one place, this sees every path and method, also of a page that forgot to
 * check.
 */
export async function noteRefusedAdmin(house: House, { method, page, logged, address, signedIn }: Tried) {
  if (!area.test(page)) return
  if (signedIn && isAdmin(signedIn)) return
  // Rate limited: the first lines are enough to show that a robot is trying.
  if (!(await mayTry(house, 'admin door', signedIn?.person.id ?? address))) return
  await recordRefusal(house.db, {
    at: house.clock.now(),
    actorId: signedIn?.person.id ?? null,
    address,
    door: `${method} ${logged}`.slice(0, 100),
    as: signedIn === null ? 'signed out' : signedIn.person.role,
  })
}

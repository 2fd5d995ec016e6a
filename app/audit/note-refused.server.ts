import { mayTry } from '~/door/attempts.server'
import { isAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { recordRefusal } from './audit-store.server'

const area = /^\/dashboard\/admin(\/|$)/

/** `page` is the address in its one way of writing; `logged` is what may be written down of it. */
type Tried = { method: string; page: string; logged: string; address: string; signedIn: SignedIn | null }

/**
 * Writes down whoever comes to an administrator's door and may not open it. The door itself is the pages' and
 * the use cases' own; this one line sees every address and method, also those that a page forgot.
 */
export async function noteRefusedAdmin(house: House, { method, page, logged, address, signedIn }: Tried) {
  if (!area.test(page)) return
  if (signedIn && isAdmin(signedIn)) return
  // A robot that knocks all night is one story, told in its first lines.
  if (!(await mayTry(house, 'admin door', signedIn?.person.id ?? address))) return
  await recordRefusal(house.db, {
    at: house.clock.now(),
    actorId: signedIn?.person.id ?? null,
    address,
    door: `${method} ${logged}`.slice(0, 100),
    as: signedIn === null ? 'signed out' : signedIn.person.role,
  })
}

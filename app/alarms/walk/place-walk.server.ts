import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { parsePosition } from '../raise/press'
import { updateSharing, writePosition } from './walk-store.server'

/**
 * Stores the phone's position during a walk. `goesOn` is false when nothing was stored: the walk is over, sharing is
 * off, or the position is invalid.
 */
export async function placeWalk(
  { db, clock }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<{ goesOn: boolean }> {
  onlyMember(signedIn)
  const position = parsePosition(values)
  return { goesOn: position !== null && (await writePosition(db, signedIn.person.id, position, clock.now())) }
}

/** Turns position sharing on or off. Turning it off erases the stored position at once. */
export async function shareWalk({ db }: House, signedIn: SignedIn, isShared: boolean): Promise<Outcome<null>> {
  onlyMember(signedIn)
  await updateSharing(db, signedIn.person.id, isShared)
  return accepted(null)
}

import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { parsePosition } from '../raise/press'
import { updateSharing, writePosition } from './walk-store.server'

/**
 * Where the phone is, from its page while a walk goes on. False when it is not to be sent any more: the walk is over, or the
 * member does not let it.
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

/** The member lets their position be sent from now on, or not any more: then it is forgotten at once. */
export async function shareWalk({ db }: House, signedIn: SignedIn, isShared: boolean): Promise<Outcome<null>> {
  onlyMember(signedIn)
  await updateSharing(db, signedIn.person.id, isShared)
  return accepted(null)
}

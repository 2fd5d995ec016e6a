import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { accepted, type NotThere, notAsked, notThere, type Outcome } from '~/shared/outcome'
import { insertFollowedPosition } from '../../history/position-store.server'
import { parsePosition } from '../press'

/**
 * Stores the phone's current position, which the member's page sends while the alarm is open and the member allows it.
 */
export async function followPosition(
  { db, clock }: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere | typeof notAsked> {
  const position = parsePosition(values)
  if (!position) return notAsked
  const alarmId = values.alarm ?? ''
  const isOpen = isId(alarmId) && (await insertFollowedPosition(db, person.id, alarmId, position, clock.now()))
  return isOpen ? accepted(null) : notThere
}

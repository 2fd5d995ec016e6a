import { countEndedByLeaving } from '~/bookings/public.server'
import { readEndedMembership } from '~/membership/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { whatEnds } from './what-ends'

/** A person reads what deleting their own account would end, in sentences. */
export async function readWhatEnds({ db, clock }: Pick<House, 'db' | 'clock'>, { person }: SignedIn) {
  const now = clock.now()
  const membership = person.role === 'member' ? await readEndedMembership(db, person.id, now) : null
  return whatEnds({ ...(await countEndedByLeaving(db, person.id, now)), membership })
}

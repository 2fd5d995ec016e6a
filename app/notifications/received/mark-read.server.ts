import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type NotAsked, notAsked, type Outcome } from '~/shared/outcome'
import { writeMark } from './read-marks-store.server'

const form = z.object({ to: anId() })

/** Marks one's own notices as read up to and including `to`; later ones stay unread. */
export async function markRead(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotAsked> {
  const { success, data } = form.safeParse(values)
  if (!success) return notAsked
  await writeMark(db, person.id, data.to, clock.now())
  return accepted(null)
}

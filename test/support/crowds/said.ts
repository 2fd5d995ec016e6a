import { countSaid } from '~/bookings/change/count-said.server'
import { sayDone, sayNoShow } from '~/bookings/change/say-done.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'

/** A company says that a job is done, the minute to take it back passes, and it counts. Returns the first answer. */
export const sayDoneAndWait = (house: House, owner: SignedIn, values: Record<string, string>) =>
  andWait(house, sayDone(house, owner, values))

/** The same for a no-show. */
export const sayNoShowAndWait = (house: House, owner: SignedIn, values: Record<string, string>) =>
  andWait(house, sayNoShow(house, owner, values))

async function andWait<Answer>(house: House, said: Promise<Answer>): Promise<Answer> {
  const answer = await said
  await countSaid({ ...house, clock: { now: () => new Date(house.clock.now().getTime() + 60_000) } })
  return answer
}

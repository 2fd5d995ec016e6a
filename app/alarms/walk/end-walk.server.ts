import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { formatClock } from '~/shared/time'
import { hashOfSecret } from '../secret-link.server'
import { endWalkWell, readLatestWalk, readWalkByLink, type Walk } from './walk-store.server'

/** 'Hemma' or 'Avbryt': ends the walk and erases its position. */
export async function endWalk(
  { db, clock }: House,
  signedIn: SignedIn,
  state: 'home' | 'cancelled',
): Promise<Outcome<null> | NotThere> {
  onlyMember(signedIn)
  const memberId = signedIn.person.id
  if (await endWalkWell(db, { memberId }, state, clock.now())) return accepted(null)
  return answerOver(await readLatestWalk(db, memberId))
}

/** Ends the walk by the link in the question, which was sent to the member's own verified number. */
export async function endWalkByLink({ db, clock }: House, secret: string): Promise<Outcome<null> | NotThere> {
  const linkHash = hashOfSecret(secret)
  if (await endWalkWell(db, { linkHash }, 'home', clock.now())) return accepted(null)
  return answerOver(await readWalkByLink(db, linkHash))
}

/** The walk had already ended. A no-op if it ended well; if the alarm was raised, the member must be told. */
function answerOver(walk: Walk | undefined): Outcome<null> | NotThere {
  if (!walk) return notThere
  if (walk.state !== 'raised') return accepted(null)
  return refused('Larmet har redan gått', { message: raisedWords(walk) })
}

export const raisedWords = ({ endedAt }: Pick<Walk, 'endedAt'>) =>
  `Larmet gick ${endedAt ? `kl. ${formatClock(endedAt)}` : 'nyss'}. Öppna Trygghetslarm och tryck ”Jag är trygg”, så vet alla att du är hemma.`

/** What the question's link shows: the state of the walk, but not whose it is. */
export async function readWalkQuestion({ db }: House, secret: string) {
  const walk = secret === '' ? undefined : await readWalkByLink(db, hashOfSecret(secret))
  return walk ? { state: walk.state, homeAt: walk.homeAt, dueAt: walk.dueAt, endedAt: walk.endedAt } : null
}

import { randomUUID } from 'node:crypto'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { isId } from '~/shared/asked'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { homeAt, isOver, whyNotWalk } from './walk'
import { hasOpenWalk, insertWalk, readLatestWalk } from './walk-store.server'

const failure = 'Vi följer dig inte än'

/**
 * Starts a walk home. Idempotent by the form's key; also a no-op while another walk is in progress. A form whose walk has
 * ended meanwhile starts nothing, and is refused: its sender must not believe that they are followed.
 */
export async function startWalk(
  { db, clock }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyMember(signedIn)
  const why = await readWhyNotWalk(db, signedIn)
  if (why) return refused(failure, { message: why })
  const now = clock.now()
  const at = homeAt(values, now)
  if (!at) {
    const field = values.clock ? 'clock' : 'minutes'
    return refused(failure, { fields: { [field]: 'Välj när du är hemma, inom tolv timmar' } })
  }
  const key = isId(values.key ?? '') ? (values.key ?? '') : randomUUID()
  const sharesPosition = values.position === 'on'
  const memberId = signedIn.person.id
  if (await insertWalk(db, { memberId, key, homeAt: at, sharesPosition }, now)) return accepted(null)
  if (await hasOpenWalk(db, memberId)) return accepted(null)
  return refused(failure, {
    message: 'Den följningen är redan avslutad. Tryck en gång till om du vill att vi följer dig igen.',
  })
}

export async function readWhyNotWalk(db: Database, { person }: SignedIn): Promise<string | null> {
  const area = await readPostcode(db, person.postcode)
  return whyNotWalk({ isMember: person.role === 'member', isAreaOpen: area?.state === 'open' })
}

/** How long a finished walk stays on the page. */
const lingersMs = 2 * 3_600_000

/** The member's page: the walk in progress or just ended, and whether one can be started. */
export async function readWalkPage({ db, clock }: House, signedIn: SignedIn) {
  onlyMember(signedIn)
  const now = clock.now()
  const [latest, whyNot] = await Promise.all([readLatestWalk(db, signedIn.person.id), readWhyNotWalk(db, signedIn)])
  const isRecent = !latest?.endedAt || now.getTime() - latest.endedAt.getTime() < lingersMs
  const walk = latest && isRecent ? latest : null
  return {
    walk: walk && !isOver(walk.state) ? walk : null,
    ended: walk && isOver(walk.state) ? walk : null,
    whyNot,
    now,
  }
}

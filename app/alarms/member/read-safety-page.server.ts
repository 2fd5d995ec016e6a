import { randomUUID } from 'node:crypto'
import { accountMark } from '~/accounts/public.server'
import { readCoverageOf } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readOpenOf } from '~/postcodes/public.server'
import { readTold } from '../circle/circle-calls-store.server'
import { readFollowedAlarms } from '../history/alarm-view-store.server'
import { missingIn } from '../home/home'
import { readStanding } from '../home/read-setup.server'
import { walkGoesOn } from './going-on/going-on'
import { readOpenWalk } from './going-on/going-on-store.server'

/** For how long an ended alarm stays on the page. */
const lingersMs = 2 * 3_600_000

/** Data of the alarm page: the member's alarms and whether somebody would be called. */
export async function readSafetyPage({ db, clock, keys }: House, signedIn: SignedIn) {
  const { person } = signedIn
  const now = clock.now()
  const [alarms, coverage, open, standing, told, walk] = await Promise.all([
    readFollowedAlarms(db, person.id, new Date(now.getTime() - lingersMs), now),
    readCoverageOf(db, person.postcode, now),
    readOpenOf(db, [person.postcode]),
    readStanding({ db, keys }, person),
    readTold(db, person.id),
    readOpenWalk(db, person.id),
  ])
  return {
    now,
    alarms,
    told,
    walk: walk && walkGoesOn(walk),
    memberId: person.id,
    accountMark: accountMark({ keys }, signedIn),
    memberName: person.name,
    setup: { hasHome: standing.hasHome, sharesPosition: standing.sharesPosition },
    missing: missingIn(standing).length,
    isAreaOpen: open.has(person.postcode),
    coverage: coverage.level,
    formKey: randomUUID(),
    testKey: randomUUID(),
    hideKey: randomUUID(),
    tellKey: randomUUID(),
  }
}

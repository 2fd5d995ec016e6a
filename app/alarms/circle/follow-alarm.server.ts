import type { House } from '~/platform/house.server'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { asItWent } from '../answer/former/former-takers'
import { hashOfToken } from '../engine/links/link-token.server'
import { readFollowedAlarm } from '../history/alarm-view-store.server'
import { tellOfEnd } from './answer-question.server'
import { readFollowing } from './circle-calls-store.server'
import { endPeople } from './circle-store.server'

/** An alarm's progress as a person of the circle sees it: whether somebody comes, but neither place nor words. */
export type WatchedAlarm = NonNullable<Awaited<ReturnType<typeof readWatchedAlarm>>>

/** Reads the alarm that a circle link shows. Null once either side has ended it, or a day after the alarm's end. */
export async function readWatchedAlarm({ db, clock }: House, token: string) {
  const now = clock.now()
  const following = await readFollowing(db, hashOfToken(token), now)
  const alarm = following && (await readFollowedAlarm(db, following.alarmId, now))
  if (!alarm) return null
  const {
    state,
    isTest,
    isHiding,
    companions,
    seen,
    createdAt,
    takerName,
    takenAt,
    setOutAt,
    onSiteAt,
    closedAt,
    safeAt,
    toldNobodyAt,
  } = asItWent(alarm)
  const { recipients, sentTo, underWay, mayHaveCome, reached, sentElsewhere, origin } = alarm
  const course = {
    state,
    isTest,
    isHiding,
    companions,
    createdAt,
    takerName,
    takenAt,
    setOutAt,
    onSiteAt,
    closedAt,
    safeAt,
    toldNobodyAt,
  }
  // The page itself says that nobody could be called; the lamps' words for it speak of 'your' neighbourhood.
  const calls = { recipients, sentTo, underWay, mayHaveCome, reached, seen, sentElsewhere, noPartners: false }
  return { ...course, ...calls, memberName: following.memberName, isWalk: origin === 'walk' }
}

/** 'Jag vill inte få veta mer' on an alarm's page: leaves this member's circle. */
export async function leaveByAlarmLink({ db: root, clock }: House, token: string): Promise<Outcome<null> | NotThere> {
  const now = clock.now()
  return root.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const following = await readFollowing(db, hashOfToken(token), now)
    if (!following) return notThere
    await tellOfEnd(db, await endPeople(db, { id: following.circleId }, 'person', now))
    return accepted(null)
  })
}

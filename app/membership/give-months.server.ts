import { type LockedMember, updateMemberStatus } from '~/accounts/public.server'
import type { Recruited } from '~/companies/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { type GivenPeriod, type Grant, layOut, statusWith, TRIAL_DAYS } from './free-period'
import { mailMonthsGiven, mailThanks } from './mails.server'
import * as store from './membership-store.server'

/** What giving and taking needs: the caller's transaction, the time, and the address that mails lead to. */
export type Ports = { db: Database; clock: Clock; config: Config }

/** The trial begins when the account did. */
export async function startTrial(db: Database, profileId: string, joinedAt: Date) {
  await store.insertMembership(db, profileId, new Date(joinedAt.getTime() + TRIAL_DAYS * 24 * 3_600_000))
}

/** Gives one tip's months and tells both sides. The caller holds the number and then the member's row. */
export async function giveMonths(ports: Ports, member: LockedMember, reward: store.WaitingReward, company: Recruited) {
  const now = ports.clock.now()
  const grant = { id: reward.id, months: reward.months, grantedOn: dayOf(now) }
  const periods = await layOutFor(ports, member, grant)
  const given = periods.at(-1)
  if (!given) return
  await store.updateToGranted(ports.db, member.id, given, now)
  await keepFreeTime(ports, member, given.freeUntil)
  await mailMonthsGiven(ports, member, company, given.freeUntil)
  await mailThanks(ports, company)
}

/** After something was taken back: what is left is laid out anew. Returns when the free time ends now. */
export async function layOutWhatIsLeft(ports: Ports, member: LockedMember): Promise<string | null> {
  const periods = await layOutFor(ports, member)
  for (const period of periods) await store.updatePeriod(ports.db, period)
  const freeUntil = periods.at(-1)?.freeUntil ?? null
  await keepFreeTime(ports, member, freeUntil)
  return freeUntil
}

async function layOutFor({ db }: Ports, member: LockedMember, added?: Grant): Promise<GivenPeriod[]> {
  // A role can be changed by the operator, so a member may be one without having signed up as one.
  await startTrial(db, member.id, member.createdAt)
  const membership = await store.readMembership(db, member.id)
  const earlier = await store.readGrants(db, member.id)
  const grants = earlier.map(({ grantedAt, ...grant }) => ({ ...grant, grantedOn: dayOf(grantedAt) }))
  return layOut(dayOf(membership?.trialEndsAt ?? member.createdAt), added ? [...grants, added] : grants)
}

async function keepFreeTime({ db, clock }: Ports, member: LockedMember, freeUntil: string | null) {
  const now = clock.now()
  await store.updateFreeUntil(db, member.id, freeUntil)
  await updateMemberStatus(db, member.id, statusWith(member.status, freeUntil, dayOf(now)), now)
}

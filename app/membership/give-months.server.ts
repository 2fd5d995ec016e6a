import type { LockedMember } from '~/accounts/public.server'
import type { Recruited } from '~/companies/public.server'
import { strikeOpenMonths } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { earnForRecruitedCompany } from '~/points/public.server'
import { dayOf, laterDay } from '~/shared/time'
import { mailMonthsGiven, mailThanks } from './ambassador/mails.server'
import { startTrial } from './begin.server'
import { type Course, keepCourses, readHeldCourses } from './course/keep-course.server'
import type { EventReason } from './course/member-event'
import { type LaidOut, layOutFor } from './lay-out.server'
import * as store from './membership-store.server'

/** What giving and taking back months needs: the caller's transaction, the clock, and the config for links in mails. */
export type Ports = { db: Database; clock: Clock; config: Config }

/**
 * Gives the months and points for one tip, and tells both sides. Lock order: the caller holds the number, then the
 * member's row.
 */
export async function giveMonths(ports: Ports, member: LockedMember, reward: store.WaitingReward, company: Recruited) {
  const now = ports.clock.now()
  const course = await heldCourse(ports.db, member)
  const grant = { id: reward.id, months: reward.months, grantedOn: dayOf(now) }
  const laid = await layOutFor(ports.db, course, grant)
  const given = laid.periods.at(-1)
  if (!given) return
  await store.updateToGranted(ports.db, member.id, given, now)
  await coverAnew(ports.db, course, laid, 'tip gave months', now)
  await earnForRecruitedCompany(ports.db, {
    memberId: member.id,
    companyId: company.id,
    companyName: company.name,
    at: now,
  })
  await mailMonthsGiven(ports, member, company, given.freeUntil)
  await mailThanks(ports, company)
}

/** Lays out the remaining months after something was taken back. Returns the new end of the free time. */
export async function layOutWhatIsLeft(ports: Ports, member: LockedMember): Promise<string | null> {
  const course = await heldCourse(ports.db, member)
  const laid = await layOutFor(ports.db, course)
  for (const period of laid.periods) await store.updatePeriod(ports.db, period)
  await coverAnew(ports.db, course, laid, 'months taken back', ports.clock.now())
  return laid.freeUntil
}

/**
 * The membership of a locked member. Begun here if it does not exist yet, since an administrator can make anybody a
 * member.
 */
export async function heldCourse(db: Database, member: LockedMember): Promise<Course> {
  await startTrial(db, member.id, member.createdAt)
  const course = (await readHeldCourses(db, [member])).get(member.id)
  if (!course) throw new Error('A membership that was begun is there')
  return course
}

/**
 * Saves the covered time after months were given or taken back. The open month is struck, since it no longer begins at
 * the right day; the hourly chore asks anew. The covered time never ends before today, so nobody pays for days in the
 * past, and a gift turns an ended membership on again.
 */
export async function coverAnew(db: Database, course: Course, laid: LaidOut, why: EventReason, now: Date) {
  const today = dayOf(now)
  const isGift = why !== 'months taken back'
  const ended = isGift ? { endedOn: null, endedBecause: null, leavingSince: null } : {}
  const after: Course = {
    ...course,
    ...(course.endedOn !== null ? ended : {}),
    freeUntil: laid.freeUntil,
    coveredUntil: laterDay(laid.coveredUntil, today),
    pastDueOn: null,
    reminded: 0,
  }
  await strikeOpenMonths(db, [course.memberId], isGift ? 'Fria månader gavs' : 'Fria månader togs tillbaka', now)
  await keepCourses(db, [{ course: after, why }], now)
}

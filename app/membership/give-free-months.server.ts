import { randomUUID } from 'node:crypto'
import { type LockedMember, lockMember } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf, laterDay } from '~/shared/time'
import type { Course } from './course/keep-course.server'
import type { EventReason } from './course/member-event'
import { coverAnew, heldCourse, layOutWhatIsLeft, type Ports } from './give-months.server'
import { layOutFor } from './lay-out.server'
import { insertGivenMonths, type MonthsToGive, revokeBoughtMonth } from './membership-store.server'

const whyGiven = {
  points: 'points gave months',
  admin: 'admin gave months',
  area: 'area gave a month',
} as const satisfies Record<MonthsToGive['source'], EventReason>

/**
 * Gives a member free months in the caller's transaction: for points, by an administrator, or because their postcode is
 * not open. They begin at the end of the covered time, as a tip's months do. Idempotent by key. The caller has
 * authorised it and tells the member. Returns the first day that is not free, or null if there is no such member.
 */
export async function giveFreeMonths(
  trx: Database,
  memberId: string,
  given: MonthsToGive,
): Promise<{ freeUntil: string; isNew: boolean } | null> {
  const member = await lockMember(trx, memberId)
  if (!member) return null
  const course = await heldCourse(trx, member)
  const grant = { id: randomUUID(), months: given.months, grantedOn: dayOf(given.now) }
  const laid = await layOutFor(trx, course, grant)
  const period = laid.periods.at(-1)
  if (!period) throw new RangeError('Months that were given have a period')
  const isNew = await insertGivenMonths(trx, memberId, given, period)
  if (!isNew) return { freeUntil: course.freeUntil ?? dayOf(given.now), isNew }
  await coverAnew(trx, course, laid, whyGiven[given.source], given.now)
  return { freeUntil: period.freeUntil, isNew }
}

/**
 * Gives a month to a member whose postcode is not open, so that nobody is asked to pay for what is not there.
 * Precondition: the caller holds the member.
 */
export async function giveAreaMonth(trx: Database, course: Pick<Course, 'memberId' | 'coveredUntil'>, now: Date) {
  const key = `area ${course.memberId} ${laterDay(course.coveredUntil, dayOf(now))}`
  await giveFreeMonths(trx, course.memberId, { months: 1, source: 'area', key, now })
}

/**
 * Takes back the newest month that a member bought with points, in the caller's transaction, which holds the member's
 * row. Returns its id; null if there is none.
 */
export async function takeBackBoughtMonth(ports: Ports, member: LockedMember): Promise<string | null> {
  const id = await revokeBoughtMonth(ports.db, member.id, ports.clock.now())
  if (id === undefined) return null
  await layOutWhatIsLeft(ports, member)
  return id
}

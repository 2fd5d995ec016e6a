import { randomUUID } from 'node:crypto'
import { type LockedMember, lockMember } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { coverAnew, heldCourse, layOutWhatIsLeft, type Ports } from './give-months.server'
import { layOutFor } from './lay-out.server'
import { insertGivenMonths, type MonthsToGive, revokeBoughtMonth } from './membership-store.server'

/**
 * Gives a member free months, as part of the caller's transaction: for points, or from an administrator. They
 * begin where the time that is covered ends, as a tip's months do. Asked again with the same key, nothing more is
 * given. The caller has authorised it, and tells the member. Returns the first day that is not free, or null when
 * there is no such member.
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
  const why = given.source === 'points' ? 'points gave months' : 'admin gave months'
  await coverAnew(trx, course, laid, why, given.now)
  return { freeUntil: period.freeUntil, isNew }
}

/**
 * The newest month that a member has bought with points is taken back, as part of the caller's transaction, which
 * holds the member's row. Returns its id; null when there is none.
 */
export async function takeBackBoughtMonth(ports: Ports, member: LockedMember): Promise<string | null> {
  const id = await revokeBoughtMonth(ports.db, member.id, ports.clock.now())
  if (id === undefined) return null
  await layOutWhatIsLeft(ports, member)
  return id
}

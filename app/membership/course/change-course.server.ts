import { z } from 'zod'
import { type LockedMember, lockMember } from '~/accounts/public.server'
import { onlyMember } from '~/door/guard.server'
import { TurnedAway } from '~/door/turned-away'
import {
  askForMonths,
  type Charge,
  giveBack,
  keepSubscriptionsOf,
  type PartOfDays,
  partOf,
  readLines,
  readPaidCharges,
  strikeOpenMonths,
} from '~/payments/public.server'
import type { Above } from '~/platform/above.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import type { Ore } from '~/shared/money'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { dayOf, daysAfter, daysBetween, laterDay } from '~/shared/time'
import { withdrawalFailed, withdrawalIsOver, withdrawalUntil } from '~/shared/withdrawal/withdrawal'
import { withdrawalForm } from '~/shared/withdrawal/withdrawal-form'
import { giveAreaMonth } from '../give-free-months.server'
import { heldCourse } from '../give-months.server'
import { layOutFor } from '../lay-out.server'
import { hasWithdrawn } from './course-store.server'
import { type Course, keepCourses } from './keep-course.server'
import { tellOfLeaving, tellOfWithdrawal } from './leaving-mails.server'

/** What a member may do about their own membership: leave, stay after all, withdraw from the contract, return. */

type Ports = { db: Database; clock: Clock; config: Config; above: Above }
type Done<Value> = Promise<Outcome<Value>>

/** Locks the signed-in member's row and runs `does` on their membership, never on another's. */
async function onOwn<Value>(
  house: House,
  signedIn: SignedIn,
  does: (ports: Ports, course: Course, now: Date) => Done<Value>,
): Done<Value> {
  onlyMember(signedIn)
  const { person } = signedIn
  const done = await house.db.transaction().execute(async (db) => {
    const member: LockedMember | undefined = await lockMember(db, person.id)
    if (!member) throw new TurnedAway()
    return does({ ...house, db }, await heldCourse(db, member), house.clock.now())
  })
  house.wake('messages')
  house.live.tell({ to: [`person:${person.id}`, 'admin'], about: 'payments' })
  return done
}

const leavingForm = z.object({ sure: field.ticked('Bekräfta att du vill säga upp medlemskapet') })

/**
 * A member leaves. What is paid for or given goes on until its last day; without days left the membership ends at once.
 * Idempotent.
 */
export async function leaveMembership(house: House, signedIn: SignedIn, values: Record<string, string>): Done<null> {
  const form = parseForm(leavingForm, values, 'Medlemskapet är kvar')
  if (!form.ok) return form
  return onOwn(house, signedIn, async (ports, course, now) => {
    if (course.endedOn !== null || course.leavingSince !== null) return accepted(null)
    const today = dayOf(now)
    const isOver = course.coveredUntil <= today
    await strikeOpenMonths(ports.db, [course.memberId], 'Medlemskapet sades upp', now)
    const ended = isOver ? { endedOn: today, endedBecause: 'left' as const } : {}
    const after: Course = { ...course, leavingSince: now, ...ended }
    await keepCourses(ports.db, [{ course: after, why: isOver ? 'left' : 'will leave' }], now)
    await tellOfLeaving(ports, after, now)
    return accepted(null)
  })
}

/** A member who is leaving stays after all. */
export async function stayMember(house: House, signedIn: SignedIn): Done<null> {
  return onOwn(house, signedIn, async ({ db }, course, now) => {
    if (course.leavingSince === null || course.endedOn !== null) return accepted(null)
    await keepSubscriptionsOf(db, { memberId: course.memberId, companyId: null })
    await keepCourses(db, [{ course: { ...course, leavingSince: null, reminded: 0 }, why: 'will stay' }], now)
    return accepted(null)
  })
}

/**
 * A member withdraws from the contract within fourteen days. The membership ends now, and what was paid under the
 * contract is given back with a credit note for each payment: in full the first time. A member who has withdrawn before
 * was told on returning that they pay for the days that have passed, as the law allows.
 */
export async function withdraw(house: House, signedIn: SignedIn, values: Record<string, string>): Done<null> {
  const form = parseForm(withdrawalForm, values, withdrawalFailed)
  if (!form.ok) return form
  return onOwn(house, signedIn, async (ports, course, now) => {
    if (course.endedBecause === 'withdrawn') return accepted(null)
    const today = dayOf(now)
    if (course.endedOn !== null || today > withdrawalUntil(course.contractOn)) {
      return refused(withdrawalFailed, { message: `${withdrawalIsOver} Du kan säga upp medlemskapet i stället.` })
    }
    await strikeOpenMonths(ports.db, [course.memberId], 'Avtalet ångrades', now)
    const back = await giveBackSince(ports, course, (await hasWithdrawn(ports.db, course.memberId)) ? today : null)
    const laid = await layOutFor(ports.db, course)
    const after: Course = {
      ...course,
      coveredUntil: laid.coveredUntil > today ? laid.coveredUntil : today,
      billingDay: null,
      leavingSince: null,
      endedOn: today,
      endedBecause: 'withdrawn',
    }
    await keepCourses(ports.db, [{ course: after, why: 'withdrawn' }], now)
    await tellOfWithdrawal(ports, after, now, back)
    return accepted(null)
  })
}

/**
 * Gives back what was paid under the contract. With `usedUntil`, the days up to then are not given back; with null, all
 * are.
 */
async function giveBackSince(ports: Ports, course: Course, usedUntil: string | null): Promise<Ore> {
  let back = 0
  for (const charge of await readPaidCharges(ports.db, course.memberId, course.contractOn)) {
    const left = usedUntil === null ? null : daysToCome(charge, usedUntil)
    if (left?.days === 0) continue
    const lines = (await readLines(ports.db, [charge.id])).map((line) => (left ? partOf(line, left) : line))
    const given = await giveBack(ports, charge, { key: `withdrawal ${charge.id}`, lines, reason: 'Avtalet ångrades' })
    back += given?.amount.gross ?? 0
  }
  return back
}

function daysToCome({ periodFrom, periodUntil }: Charge, usedUntil: string): PartOfDays {
  const [from, until] = [periodFrom ?? usedUntil, periodUntil ?? usedUntil]
  return {
    days: Math.max(0, daysBetween(laterDay(from, daysAfter(usedUntil, 1)), until)),
    of: daysBetween(from, until),
  }
}

/**
 * A member whose membership ended comes back. With given or paid days left, it is on again at once; otherwise a month
 * is asked for, and the payment turns it on.
 */
export async function returnToMembership(house: House, signedIn: SignedIn): Done<{ payAt: string | null }> {
  return onOwn(house, signedIn, async ({ db }, course, now) => {
    if (course.endedOn === null) return accepted({ payAt: null })
    const today = dayOf(now)
    if (course.coveredUntil > today) {
      const after: Course = {
        ...course,
        endedOn: null,
        endedBecause: null,
        leavingSince: null,
        reminded: 0,
        contractOn: today,
      }
      await keepCourses(db, [{ course: after, why: 'returned' }], now)
      return accepted({ payAt: null })
    }
    if (!course.isAreaOpen) {
      await giveAreaMonth(db, course, now)
      return accepted({ payAt: null })
    }
    await strikeOpenMonths(db, [course.memberId], 'Ersattes av en ny', now)
    const [charge] = await askForMonths(db, [{ memberId: course.memberId, dueOn: daysAfter(today, 10) }], now)
    return accepted({ payAt: charge?.id ?? null })
  })
}

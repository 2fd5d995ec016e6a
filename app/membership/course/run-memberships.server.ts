import { lockMembers } from '~/accounts/public.server'
import { askForMonths, readOpenMonths, strikeOpenMonths } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { dayOf, laterDay } from '~/shared/time'
import { giveAreaMonth } from '../give-free-months.server'
import { reminders, type Step, stepsOn } from './course'
import { tellOfEnd, tellReminder } from './course-mails.server'
import { readDueMembers } from './course-store.server'
import { type Changed, type Course, factsOf, keepCourses, readHeldCourses } from './keep-course.server'
import { pauseMemberships } from './pause.server'

const batch = 200

type Ports = { db: Database; clock: Clock; config: Config; wake?(work: 'messages'): void }

/**
 * The hourly chore for memberships: asks for the next month, reminds, marks as past due, ends, and pauses those of
 * blocked people. One transaction per batch, so a crash loses nothing; several processes share the work. Acts as the
 * product itself, for no signed-in person.
 */
export async function runMemberships(ports: Ports): Promise<number> {
  return oneRun(async (run) => {
    const done = await run.inBatches(batch, (most, turn) =>
      ports.db.transaction().execute((db) => runBatch({ ...ports, db }, most, turn)),
    )
    if (done > 0) ports.wake?.('messages')
    return done
  })
}

async function runBatch(ports: Ports, most: number, turn: Turn): Promise<number> {
  const { db } = ports
  const now = ports.clock.now()
  const today = dayOf(now)
  const due = await readDueMembers(db, today, most, turn.setAside)
  if (due[0]) turn.claimed(due[0])
  const members = await lockMembers(db, due)
  const held = await readHeldCourses(db, members)
  const { paused = [], going = [] } = Object.groupBy(held.values(), isToPause)
  await pauseMemberships(
    db,
    paused.map(({ memberId }) => memberId),
    'Kontot är spärrat',
    now,
  )
  const courses = new Map(going.map((course) => [course.memberId, course]))
  const ids = [...courses.keys()]
  const open = new Set((await readOpenMonths(db, ids)).map(({ memberId }) => memberId))
  const all = [...courses.values()].map((course) => ({
    course,
    steps: stepsOn(factsOf(course, open.has(course.memberId)), today),
  }))
  // One at a time: there are few, and each month is laid out after the member's earlier ones.
  const [unasked, plans] = [true, false].map((isGiven) =>
    all.filter(({ steps }) => steps.some((step) => step.do === 'give a month') === isGiven),
  ) as [typeof all, typeof all]
  for (const { course } of unasked) await giveAreaMonth(db, course, now)

  const asked = plans.filter(({ steps }) => steps.some((step) => step.do === 'ask for a month'))
  await askForMonths(
    db,
    asked.map(({ course }) => ({ memberId: course.memberId, dueOn: laterDay(course.coveredUntil, today) })),
    now,
  )
  const ending = plans.filter(({ steps }) => steps.some((step) => step.do === 'end'))
  const idsEnding = ending.map(({ course }) => course.memberId)
  await strikeOpenMonths(db, idsEnding, 'Medlemskapet avslutades', now)
  await keepCourses(
    db,
    plans.map(({ course, steps }) => changeFor(course, steps, today)),
    now,
  )
  const charges = new Map((await readOpenMonths(db, ids)).map((charge) => [charge.memberId, charge]))
  for (const { course, steps } of plans) {
    for (const step of steps) {
      if (step.do === 'remind') await tellReminder(ports, course, step.of, charges.get(course.memberId) ?? null, today)
      if (step.do === 'end') await tellOfEnd(ports, course, step.because)
    }
  }
  return members.length
}

/** A blocked member who has left goes on to the end: nothing would be asked of them anyway. */
const isToPause = ({ member, leavingSince }: Course) =>
  member.blockedAt !== null && leavingSince === null ? 'paused' : 'going'

function changeFor(course: Course, steps: readonly Step[], today: string): Changed {
  const after = { ...course }
  let why: Changed['why'] = null
  for (const step of steps) {
    if (step.do === 'remind') after.reminded = reminders[step.of]
    if (step.do === 'end') {
      after.endedOn = today
      after.endedBecause = step.because
      why = step.because
    }
  }
  return { course: after, why }
}

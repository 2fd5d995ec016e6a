import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { lockMember } from '~/accounts/public.server'
import { onlyMember } from '~/door/guard.server'
import { TurnedAway } from '~/door/turned-away'
import { formatReference, readCardOf, readOpenMonths, readReceiptsShown } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre, MEMBER_PRICE_ORE } from '~/shared/money'
import { dayOf, formatDate, formatDay } from '~/shared/time'
import { withdrawalUntil } from '~/shared/withdrawal/withdrawal'
import { graceUntil } from './course/course'
import { hasWithdrawn, readEvents } from './course/course-store.server'
import type { Course } from './course/keep-course.server'
import { endsInGivenDays, eventLabel } from './course/member-event'
import { heldCourse } from './give-months.server'
import { stateWords } from './membership-words'

const mostReceipts = 24
const mostEvents = 12

/** A member reads their own membership: its state, the next payment, and its history. */
export async function readOwnMembership(house: House, signedIn: SignedIn) {
  onlyMember(signedIn)
  const { person } = signedIn
  // Takes a lock, since `heldCourse` creates the membership if it is missing (after a change of role).
  const course = await house.db.transaction().execute(async (db) => {
    const member = await lockMember(db, person.id)
    if (!member) throw new TurnedAway()
    return heldCourse(db, member)
  })
  const today = dayOf(house.clock.now())
  const [charge] = await readOpenMonths(house.db, [person.id])
  const owner = { memberId: person.id, companyId: null }
  const events = await readEvents(house.db, person.id, mostEvents)
  const card = house.cards === null ? null : await readCardOf(house.db, owner)
  const isEnded = course.endedOn !== null
  const mayWithdraw = !isEnded && today <= withdrawalUntil(course.contractOn)
  return {
    key: randomUUID(),
    state: stateWords({
      status: course.member.status,
      trialEndsOn: course.trialEndsOn,
      freeUntil: course.freeUntil,
      coveredUntil: course.coveredUntil,
      graceUntil: course.pastDueOn && graceUntil(course.pastDueOn),
      isLeaving: course.leavingSince !== null,
      endedBecause: course.endedBecause,
      paysByCard: course.paysByCard,
      isAsked: charge !== undefined,
      isAreaOpen: course.isAreaOpen,
      endsInGivenDays: endsInGivenDays(events),
    }),
    next: nextPayment(course, charge?.dueOn ?? null),
    charge: charge
      ? {
          to: href('/dashboard/pay/:id', { id: charge.id }),
          reference: formatReference(charge.reference),
          sum: formatOre(charge.gross),
          due: formatDate(charge.dueOn),
        }
      : null,
    isAreaOpen: course.isAreaOpen,
    takesCards: house.cards !== null && course.isAreaOpen,
    card,
    payBy: payBy(course, card !== null, charge && formatReference(charge.reference)),
    isLeaving: !isEnded && course.leavingSince !== null,
    leavingSince: course.leavingSince && formatDay(course.leavingSince),
    isEnded,
    isPastDue: course.member.status === 'past_due',
    returnsFree: isEnded && (course.coveredUntil > today || !course.isAreaOpen),
    coveredUntil: formatDate(course.coveredUntil),
    isCovered: course.coveredUntil > today,
    contractOn: formatDate(course.contractOn),
    paysForDays: (isEnded || mayWithdraw) && (await hasWithdrawn(house.db, person.id)),
    withdrawUntil: mayWithdraw ? formatDate(withdrawalUntil(course.contractOn)) : null,
    receipts: await readReceiptsShown(house.db, owner, mostReceipts),
    history: events.map(({ id, at, why }) => ({ id, at: formatDay(at), what: eventLabel(why) })),
  }
}

export type OwnMembership = Awaited<ReturnType<typeof readOwnMembership>>

function nextPayment(course: Course, dueOn: string | null): string {
  if (course.endedOn !== null || course.leavingSince !== null) return dueOn ? `Senast ${formatDate(dueOn)}` : 'Ingen'
  if (!course.isAreaOpen && dueOn === null) return 'Ingen, så länge ditt kvarter inte är öppet'
  const price = formatOre(MEMBER_PRICE_ORE)
  if (course.member.status === 'past_due') return `${price}, så snart du kan`
  return course.paysByCard
    ? `${price} dras från kortet ${formatDate(course.coveredUntil)}`
    : `${price} senast ${formatDate(dueOn ?? course.coveredUntil)}`
}

/** Null for somebody who is leaving and has nothing left to pay. */
function payBy(course: Course, hasCard: boolean, reference: string | undefined): string | null {
  if (hasCard) return 'Med kortet som du har lagt in'
  if (reference) return `Med Swish, med numret ${reference} som meddelande`
  return course.leavingSince === null ? 'Med Swish. Vi mejlar en vecka innan det är dags.' : null
}

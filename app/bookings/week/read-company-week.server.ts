import { requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { askedDay } from '~/shared/asked'
import { daysAfter } from '~/shared/time'
import { dayAt } from '../book/open-days.server'
import { bookingView } from '../diaries/booking-view'
import { type DiaryRow, readJobsBetween } from '../diaries/diary-store.server'
import { entriesOf } from '../diaries/entry'
import { beginOf } from '../diaries/read-company-diary.server'
import { type OfferedTime, readOfferedBetween } from '../waiting/wait-store.server'
import { clockTime, shortSpokenDay, shortSpokenMoment, spokenDay } from '../when'
import { type Piece, planWeek } from './week-plan'

export type CompanyWeek = Awaited<ReturnType<typeof readCompanyWeek>>

/** Fifty jobs a day; more do not fit in the grid. */
const mostJobs = 350
const zone = 'Europe/Stockholm'

/** A week of a company's jobs and of times held for its waiting list. The query may name any day of it. */
export async function readCompanyWeek(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  signedIn: SignedIn,
  search: URLSearchParams,
) {
  const company = await requireOwnCompany(db, signedIn)
  const now = clock.now()
  const today = dayAt(now.getTime())
  const monday = mondayOf(search.get('dag'), today)
  const days = Array.from({ length: 7 }, (_, index) => daysAfter(monday, index))
  const [from, to] = [beginOf(monday), beginOf(daysAfter(monday, 7))]
  const [jobs, held] = await Promise.all([
    readJobsBetween(db, company.id, from, to, mostJobs),
    readOfferedBetween(db, company.id, from, to),
  ])
  const plan = planWeek(days, [...entriesOf(jobs), ...held].flatMap(piecesOf))
  return {
    title: `Vecka ${Temporal.PlainDate.from(monday).weekOfYear}`,
    span: `${spokenDay(beginOf(monday))} till ${spokenDay(beginOf(daysAfter(monday, 6)))}`,
    previous: daysAfter(monday, -7),
    next: daysAfter(monday, 7),
    isThisWeek: days.includes(today),
    hours: Array.from({ length: plan.toHour - plan.fromHour }, (_, index) => plan.fromHour + index),
    days: plan.days.map(({ day, pieces }) => ({
      day,
      label: shortSpokenDay(beginOf(day)),
      isToday: day === today,
      jobs: pieces.map(({ booking, top, height, left, width }) => ({
        ...('until' in booking ? heldView(booking) : jobView(booking, now)),
        place: { top, height, left, width },
      })),
    })),
  }
}

function jobView(row: DiaryRow, now: Date) {
  const { id, title, status, customer } = bookingView(row, 'company', now)
  return {
    id,
    title,
    status,
    customer: customer?.name ?? null,
    heldUntil: null,
    starts: clockTime(row.startsAt),
    ends: clockTime(row.endsAt),
  }
}

/** The view of a held time. It states until when it is held, since the answer may be due only after the night. */
function heldView({ id, title, startsAt, endsAt, until }: OfferedTime) {
  return {
    id,
    title,
    status: null,
    customer: null,
    heldUntil: shortSpokenMoment(until),
    starts: clockTime(startsAt),
    ends: clockTime(endsAt),
  }
}

/** An invalid query parameter means the current week. */
function mondayOf(asked: string | null, today: string): string {
  const date = Temporal.PlainDate.from(askedDay(asked) ?? today)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

type InWeek = DiaryRow | OfferedTime

/** Splits a job at midnight into one piece per day of the wall clock. */
function piecesOf(booking: InWeek): Piece<InWeek>[] {
  const pieces: Piece<InWeek>[] = []
  const end = wall(booking.endsAt)
  let from = wall(booking.startsAt)
  while (from.day < end.day) {
    pieces.push({ booking, day: from.day, from: from.minute, to: 24 * 60 })
    from = { day: daysAfter(from.day, 1), minute: 0 }
  }
  // In the hour that DST repeats in October, a job may end at an earlier wall-clock minute than it began.
  const to = Math.max(end.minute, from.minute)
  if (to > from.minute || pieces.length === 0) pieces.push({ booking, day: from.day, from: from.minute, to })
  return pieces
}

function wall(moment: Date): { day: string; minute: number } {
  const here = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  return { day: here.toPlainDate().toString(), minute: here.hour * 60 + here.minute }
}

import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { dayOf } from '~/shared/time'
import { lastWeeks, mondayOf, perWeek, weekName } from '~/ui/chart/week'
import { readUpkeep } from '~/upkeep/public.server'
import { readOpenAlarms } from './attention/attention-store.server'
import { readAttention, some } from './attention/read-attention.server'
import { type Counted, readDays, readResponseDays, readTotals } from './figures-store.server'
import { readActivity } from './read-activity.server'

const weeksShown = 12

/** The administrators' overview. */
export async function readOverview(house: House, signedIn: SignedIn) {
  onlyAdmin(signedIn)
  const { db, clock } = house
  const today = dayOf(clock.now())
  const weeks = lastWeeks(today, weeksShown)
  const since = weeks[0] ?? today
  const month = `${today.slice(0, 8)}01`
  const days = (what: Counted) => readDays(db, what, since < month ? since : month, today)
  const [totals, unanswered, taken, signUps, bookings, alarms, responses, attention, activity, upkeep] =
    await Promise.all([
      readTotals(db),
      readOpenAlarms(db, { taken: false }),
      readOpenAlarms(db, { taken: true }),
      days('sign-ups'),
      days('bookings'),
      days('alarms'),
      readResponseDays(db, since),
      readAttention(house),
      readActivity(house, signedIn),
      readUpkeep(house, signedIn),
    ])
  const thisMonth = bookings.filter(({ day }) => day >= month).reduce((sum, { count }) => sum + count, 0)
  return {
    cards: {
      companies: totals.companies,
      people: totals.people,
      bookings: thisMonth,
      alarms: some(unanswered.count + taken.count),
    },
    unanswered: unanswered.count,
    attention,
    charts: {
      weeks: weeks.map(weekName),
      signUps: perWeek(weeks, signUps),
      bookings: perWeek(weeks, bookings),
      alarms: perWeek(weeks, alarms),
      responseSeconds: averages(weeks, responses),
    },
    activity,
    upkeep,
  }
}

/** Null for a week in which nothing was taken: a gap in the line. */
function averages(weeks: readonly string[], days: readonly { day: string; ms: number; taken: number }[]) {
  return weeks.map((week) => {
    const ofWeek = days.filter(({ day }) => mondayOf(day) === week)
    const taken = ofWeek.reduce((sum, day) => sum + day.taken, 0)
    const ms = ofWeek.reduce((sum, day) => sum + day.ms, 0)
    return taken === 0 ? null : Math.round(ms / taken / 1000)
  })
}

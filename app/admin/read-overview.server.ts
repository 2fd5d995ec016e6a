import { href } from 'react-router'
import { readAlarmHealth } from '~/alarms/public.server'
import { everything } from '~/audit/public'
import { countWaiting } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { readSmsStanding } from '~/notifications/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { dayOf } from '~/shared/time'
import { lastWeeks, mondayOf, perWeek, weekName } from '~/ui/chart/week'
import {
  type Counted,
  countFailedMessages,
  countOpenAlarms,
  countOpenCharges,
  countOpenQuestions,
  countPaymentDisputes,
  countPermitsEnding,
  countPointMarks,
  countRefundsToSend,
  mostCounted,
  readDays,
  readResponseDays,
  readTotals,
} from './figures-store.server'
import { readHistory } from './search-audit.server'

const weeksShown = 12
const dayMs = 86_400_000
const recentDeeds = 8

/** An admin: how it stands, and what wants a decision first. */
export async function readOverview(house: House, signedIn: SignedIn) {
  onlyAdmin(signedIn)
  const { db, clock } = house
  const today = dayOf(clock.now())
  const weeks = lastWeeks(today, weeksShown)
  const since = weeks[0] ?? today
  const month = `${today.slice(0, 8)}01`
  const days = (what: Counted) => readDays(db, what, since < month ? since : month, today)
  const [totals, openAlarms, signUps, bookings, alarms, responses, attention, recent] = await Promise.all([
    readTotals(db),
    countOpenAlarms(db),
    days('sign-ups'),
    days('bookings'),
    days('alarms'),
    readResponseDays(db, since),
    readAttention(house),
    readHistory(house, signedIn, everything, null),
  ])
  const thisMonth = bookings.filter(({ day }) => day >= month).reduce((sum, { count }) => sum + count, 0)
  return {
    cards: { companies: totals.companies, people: totals.people, bookings: thisMonth, alarms: some(openAlarms) },
    attention,
    charts: {
      weeks: weeks.map(weekName),
      signUps: perWeek(weeks, signUps),
      bookings: perWeek(weeks, bookings),
      alarms: perWeek(weeks, alarms),
      responseSeconds: averages(weeks, responses),
    },
    recent: recent.entries.slice(0, recentDeeds),
  }
}

const some = (count: number) => (count >= mostCounted ? `${mostCounted}+` : String(count))

/** A week in which nobody took anything has no average: the line has a gap. */
function averages(weeks: readonly string[], days: readonly { day: string; ms: number; taken: number }[]) {
  return weeks.map((week) => {
    const ofWeek = days.filter(({ day }) => mondayOf(day) === week)
    const taken = ofWeek.reduce((sum, day) => sum + day.taken, 0)
    const ms = ofWeek.reduce((sum, day) => sum + day.ms, 0)
    return taken === 0 ? null : Math.round(ms / taken / 1000)
  })
}

export type Attention = { what: string; count: string; to: string; urgent: boolean }

/** What waits for somebody, the most urgent first; what is 0 is left out. */
async function readAttention(house: House): Promise<Attention[]> {
  const { db, clock } = house
  const now = clock.now().getTime()
  const inAMonth = dayOf(new Date(now + 30 * dayMs))
  const [health, openAlarms, waiting, questions, failed, permits, sms, charges, refunds, points, disputes] =
    await Promise.all([
      readAlarmHealth(house),
      countOpenAlarms(db),
      countWaiting(db),
      countOpenQuestions(db),
      countFailedMessages(db, new Date(now - 7 * dayMs)),
      countPermitsEnding(db, inAMonth),
      readSmsStanding(house),
      countOpenCharges(db),
      countRefundsToSend(db),
      countPointMarks(db),
      countPaymentDisputes(db),
    ])
  const alarms = href('/dashboard/admin/alarms')
  const companies = `${href('/dashboard/admin/companies')}?visa=waiting`
  const payments = href('/dashboard/admin/payments')
  const items = [
    { what: 'Larm som är öppna', count: openAlarms, to: alarms, urgent: true },
    { what: 'Varningar från larmvakten', count: health.incidents, to: alarms, urgent: true },
    { what: 'SMS-saldot är lågt', count: sms === 'low' ? 1 : 0, to: href('/dashboard/admin/outbox'), urgent: true },
    {
      what: 'Meddelanden som inte gick fram',
      count: failed,
      to: `${href('/dashboard/admin/outbox')}?status=failed`,
      urgent: false,
    },
    { what: 'Företag att granska', count: waiting, to: companies, urgent: false },
    { what: 'Betalningar att markera', count: charges, to: payments, urgent: false },
    { what: 'Återbetalningar att skicka', count: refunds, to: `${payments}?visa=tillbaka`, urgent: false },
    { what: 'Oense om betalning att avgöra', count: disputes, to: href('/dashboard/admin/disputes'), urgent: false },
    { what: 'Poäng att titta på', count: points, to: href('/dashboard/admin/points'), urgent: false },
    { what: 'Frågor att svara på', count: questions, to: href('/dashboard/admin/messages'), urgent: false },
    {
      what: 'Tillstånd som går ut inom en månad',
      count: permits,
      to: href('/dashboard/admin/companies'),
      urgent: false,
    },
  ]
  return items.filter(({ count }) => count > 0).map((item) => ({ ...item, count: some(item.count) }))
}

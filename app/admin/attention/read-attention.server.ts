import { href } from 'react-router'
import { readSmsStanding } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { dayOf, formatMomentSeen } from '~/shared/time'
import { readUpkeepWaiting } from '~/upkeep/public.server'
import * as store from './attention-store.server'

const dayMs = 86_400_000
const daysBeforePermitsEnd = 30

export type Attention = {
  what: string
  count: string
  since: string | null
  to: string
  urgent: boolean
  /** An alarm that nobody has answered, shown in the alarm colour. */
  isAlarm: boolean
}

const unanswered = 'Larm som ingen har svarat på'

/** The number, or "100+" where the count stopped. */
export const some = (count: number) => (count >= store.mostCounted ? `${store.mostCounted}+` : String(count))

/**
 * Everything that waits for an administrator: first where somebody may be in need, then the longest waiting. Empty
 * kinds are left out.
 */
export async function readAttention(house: House): Promise<Attention[]> {
  const { db, clock } = house
  const now = clock.now()
  const alarms = href('/dashboard/admin/alarms')
  const companies = href('/dashboard/admin/companies')
  const outbox = href('/dashboard/admin/outbox')
  const payments = href('/dashboard/admin/payments')
  const upkeep = readUpkeepWaiting(house)
  const toUpkeep = href('/dashboard/admin/upkeep')
  const urgent: Kind[] = [
    [unanswered, alarms, store.readOpenAlarms(db, { taken: false })],
    ['Varningar från larmvakten', alarms, store.readIncidents(db)],
    ['Öppna områden utan trygghetspartner', href('/dashboard/admin/coverage'), store.readUncovered(db)],
    [
      'SMS-saldot är lågt',
      outbox,
      readSmsStanding(house).then((sms) => ({ count: sms === 'low' ? 1 : 0, since: null })),
    ],
    ['Säkerhetskopian gick inte att återställa', toUpkeep, upkeep.then(({ failed }) => whether(failed))],
    ['Säkerhetskopian är för gammal', toUpkeep, upkeep.then(({ old }) => whether(old))],
  ]
  const others: Kind[] = [
    ['Larm som någon har', alarms, store.readOpenAlarms(db, { taken: true })],
    ['Meddelanden som inte gick fram', `${outbox}?status=failed`, failedMessages(house)],
    ['Företag att granska', `${companies}?visa=waiting`, store.readCompaniesToReview(db)],
    ['Anmälda omdömen', `${href('/dashboard/admin/reviews')}?visa=anmalda`, store.readReportedReviews(db)],
    ['Utskick att godkänna', href('/dashboard/admin/broadcasts'), store.readBroadcastsAsked(db)],
    ['Betalningar att markera', payments, store.readOpenCharges(db)],
    ['Bankfiler att bokföra', payments, store.readFilesToBook(db)],
    ['Betalningar med Swish som inte stämmer', `${payments}?visa=swish`, store.readSwishToSee(db)],
    ['Betalningar med kort som inte stämmer', `${payments}?visa=kort`, store.readCardEventsToSee(db)],
    ['Kortordrar som leverantören sa nej till', `${payments}?visa=kort`, store.readRefusedOrders(db)],
    ['Återbetalningar att skicka', `${payments}?visa=tillbaka`, store.readRefundsToSend(db)],
    ['Oense om betalning att avgöra', href('/dashboard/admin/disputes'), store.readPaymentDisputes(db)],
    ['Poäng att titta på', href('/dashboard/admin/points'), store.readPointMarks(db)],
    ['Frågor att svara på', href('/dashboard/admin/messages'), store.readOpenQuestions(db)],
    ['Ingen säkerhetskopia är känd', toUpkeep, upkeep.then(({ isUnknown }) => whether(isUnknown ? noMoment : null))],
    ['Sysslor som inte blir gjorda', toUpkeep, upkeep.then(({ choresBehind: count }) => ({ count, since: null }))],
    ['Fel i tjänsten', href('/dashboard/admin/faults'), store.readFaultsToMend(db)],
    ['Tillstånd som går ut inom en månad', companies, store.readPermitsEnding(db, dayOf(now), daysBeforePermitsEnd)],
  ]
  return [...(await oldestFirst(urgent, true, now)), ...(await oldestFirst(others, false, now))]
}

type Kind = [what: string, to: string, waiting: Promise<store.Waiting>]

const noMoment = { since: null }
const whether = (one: { since: Date | null } | null): store.Waiting => ({
  count: one ? 1 : 0,
  since: one?.since ?? null,
})

const failedMessages = ({ db, clock }: House) =>
  store.readFailedMessages(db, new Date(clock.now().getTime() - 7 * dayMs))

async function oldestFirst(kinds: Kind[], urgent: boolean, now: Date): Promise<Attention[]> {
  const read = await Promise.all(kinds.map(async ([what, to, waiting]) => ({ what, to, ...(await waiting) })))
  return read
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => (one.since?.getTime() ?? Infinity) - (other.since?.getTime() ?? Infinity))
    .map(({ what, to, count, since }) => ({
      what,
      to,
      urgent,
      isAlarm: what === unanswered,
      count: some(count),
      since: since && formatMomentSeen(since, now),
    }))
}

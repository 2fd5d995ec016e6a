import type { House } from '~/platform/house.server'
import type { SwishFacts } from '~/platform/payments/swish-counter.server'
import { dayOf } from '~/shared/time'
import { formatSum } from '../charge'
import { readCharge } from '../charge-store.server'
import { tellPayers } from '../letters/tell-payers.server'
import { type Taken, takePayments } from '../take-payments.server'
import { nextLookMs, verdictOn } from './swish-request'
import { claimDueSwish, endSwish, lookAgain, noteSwish, type SwishRow } from './swish-store.server'

const batch = 20
const claimSeconds = 60

/** Polls Swish for the state of open requests that are due. Returns how many. */
export async function askSwishBack(house: House): Promise<number> {
  const { swish, db, clock } = house
  if (!swish) return 0
  const due = await claimDueSwish(db, clock.now(), claimSeconds, batch)
  // In parallel: a slow answer for one payer must not delay the others.
  await Promise.all(
    due.map(async (row) => {
      try {
        const answer = await swish.look(row.id)
        await settle(house, row, answer.kind === 'done' ? answer.value : 'silent')
      } catch (error) {
        // Not settled: polled again once the claim expires, and the other requests go on.
        house.log.error({ request: row.id, error: (error as Error).name }, 'a payment by Swish could not be settled')
      }
    }),
  )
  return due.length
}

async function settle(house: House, row: SwishRow, facts: SwishFacts | null | 'silent') {
  const { db, clock } = house
  const now = clock.now()
  const charge = await readCharge(db, row.chargeId)
  if (!charge) throw new Error('A charge that Swish was asked for is there')
  const ageMs = now.getTime() - row.createdAt.getTime()
  const verdict = verdictOn({ ...row, reference: charge.reference, ageMs }, facts)
  if ('wrong' in verdict) {
    const paidAt = (facts !== 'silent' && facts?.paidAt) || now
    await bookPaid(house, row, { reference: charge.reference, wrong: verdict.wrong, receivedOn: dayOf(paidAt) })
  } else if ('code' in verdict) {
    await endSwish(db, row.id, { state: verdict.becomes, code: verdict.code, note: verdict.note }, now)
  } else {
    await lookAgain(db, row.id, verdict.becomes, new Date(now.getTime() + nextLookMs(ageMs)))
    if (verdict.becomes === row.state) return
  }
  house.wake('messages')
  await tellPayers(house, [charge.id])
}

type Paid = { reference: string; wrong: string | null; receivedOn: string }

/** One transaction: the request ends and the charge is paid. What cannot be booked gets a note for an administrator. */
async function bookPaid(house: House, row: SwishRow, { reference, wrong, receivedOn }: Paid) {
  await house.db.transaction().execute(async (db) => {
    const note = wrong && `${reference}: ${wrong}. Inget är bokfört.`
    const isFirst = await endSwish(db, row.id, { state: 'paid', code: null, note }, house.clock.now())
    if (!isFirst || wrong) return
    const received = { chargeId: row.chargeId, method: 'swish' as const, receivedOn, externalId: `swish ${row.id}` }
    const taken = (await takePayments({ ...house, db }, [received], null)).get(row.chargeId) ?? 'unknown'
    if (taken === 'booked') return
    await noteSwish(db, row.id, `${reference} ${leftBecause[taken]}. Betala tillbaka ${formatSum(row.amount)}.`)
  })
}

const leftBecause = {
  'paid before': 'var redan betald',
  'no longer asked for': 'begärs inte längre',
  unknown: 'finns inte',
} as const satisfies Record<Exclude<Taken, 'booked'>, string>

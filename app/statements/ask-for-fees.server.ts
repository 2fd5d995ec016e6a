import {
  type FeeMonth,
  putFeesOnCharge,
  readFeeMonthsDue,
  readUnaskedFees,
  type UnaskedFee,
} from '~/bookings/public.server'
import { askForFee, tellPayers } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { oneRun } from '~/platform/work/one-run'
import { firstDay, monthOf, monthOfDay } from '~/shared/month'
import { formatDay } from '~/shared/time'
import { feeParts } from './fee-parts'

type Ports = { db: Database; clock: Clock; config: Config; live?: House['live']; wake?(work: 'messages'): void }

/**
 * The chore for fees: after the end of a month, charges every company for the bookings it completed, closed companies
 * too. A month whose corrections are as large as its fees is not charged; the rest of the credits goes on the next
 * charge. One transaction per company and month. Idempotent: a unique index allows one fee charge for each.
 */
export function askForFees(ports: Ports): Promise<number> {
  const asked: string[] = []
  return oneRun(async (run) => {
    const due = await readFeeMonthsDue(ports.db, firstDay(monthOf(ports.clock.now())))
    const nameOf = ({ companyId, month }: FeeMonth) => `${companyId} ${month}`
    await run.each(due, nameOf, async (month) => {
      const charge = await ports.db.transaction().execute((db) => askForMonth({ ...ports, db }, month))
      if (charge) asked.push(charge.id)
      return charge !== null
    })
    if (asked.length > 0) ports.wake?.('messages')
    if (asked.length > 0 && ports.live) await tellPayers({ db: ports.db, live: ports.live }, asked)
    return asked.length
  })
}

/** Charges one month in the caller's transaction. Null if there is nothing to charge, or if it is charged already. */
export async function askForMonth(ports: Ports, due: FeeMonth) {
  const fees = await readUnaskedFees(ports.db, due)
  const parts = feeParts(fees.map(({ kind, month, feeOre }) => ({ kind, feeOre, month: monthOfDay(month) })))
  if (parts.reduce((sum, { gross }) => sum + gross, 0) <= 0) return null
  const charge = await askForFee(ports, { ...due, parts, specified: fees.map(specified) })
  if (charge) await putFeesOnCharge(ports.db, fees, charge.id)
  return charge
}

const specified = ({ kind, title, startsAt, feeOre }: UnaskedFee) => ({
  text: `${kind === 'credit' ? 'Rättelse, ' : ''}${title} ${formatDay(startsAt)}`,
  gross: feeOre,
})

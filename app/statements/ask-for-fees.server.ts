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
import { firstDay, monthOf, monthOfDay } from '~/shared/month'
import { formatDay } from '~/shared/time'
import { feeParts } from './fee-parts'

type Ports = { db: Database; clock: Clock; config: Config; live?: House['live']; wake?(work: 'messages'): void }

/**
 * Once a month is over, and after: asks every company for the fees of what it completed in it, those that have closed as well. A month
 * in which corrections took as much as there was is asked for nothing, and what is left of them goes on the next. Each
 * month of each company is a transaction; the database holds that it is asked for once.
 */
export async function askForFees(ports: Ports): Promise<number> {
  const asked: string[] = []
  for (const due of await readFeeMonthsDue(ports.db, firstDay(monthOf(ports.clock.now())))) {
    const charge = await ports.db.transaction().execute((db) => askForMonth({ ...ports, db }, due))
    if (charge) asked.push(charge.id)
  }
  if (asked.length > 0) ports.wake?.('messages')
  if (asked.length > 0 && ports.live) await tellPayers({ db: ports.db, live: ports.live }, asked)
  return asked.length
}

/** In the caller's transaction; null when there is nothing to ask for, or it has been. */
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

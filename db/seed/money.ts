import { readFeeMonthsDue } from '~/bookings/public.server'
import { askForBase, askForMonths, beginBilling, type MoneyPorts, takePayments } from '~/payments/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { firstDay, monthOf, nextMonths } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { above } from '~/shell/public.server'
import { askForMonth } from '~/statements/public.server'

/** How long ago each neighbour joined: one pays, two are late, the others are in their trial. */
export const joinedDaysAgo = [75, 38, 12, 34, 0] as const

const day = 86_400_000

/** A past payment of the demo. Taken in order of date, so that receipt numbers are in order too. */
export type Past = { at: Date; take(): Promise<unknown> }

export async function takeInOrder(payments: readonly Past[]) {
  for (const { take } of payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await take()
}

type People = { neighbours: readonly string[]; adminId: string }

/** Payments that have come, some that are awaited, and one that is overdue. */
export async function seedMoney(
  db: Database,
  { neighbours, adminId }: People,
  now: Date,
  config: Config,
): Promise<Past[]> {
  const payments: Past[] = []
  const at = (daysAgo: number): MoneyPorts => ({
    db,
    config,
    above,
    clock: { now: () => new Date(now.getTime() - daysAgo * day) },
  })

  const [gunilla] = neighbours
  if (!gunilla) throw new Error('There is a neighbour who pays')
  for (const [asked, paid] of [
    [52, 48],
    [20, 18],
  ] as const) {
    const dueOn = dayOf(at(asked - 7).clock.now())
    const take = async () => {
      const [charge] = await askForMonths(db, [{ memberId: gunilla, dueOn }], at(asked).clock.now())
      if (charge) await takePayments(at(paid), [{ chargeId: charge.id, method: 'swish' }], adminId)
    }
    payments.push({ at: at(paid).clock.now(), take })
  }

  const companies = await db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute()
  for (const { id, name } of companies) {
    await beginBilling(db, id, now)
    if (!['Lind Städ & Hem', 'Mjuka Händer Massage', 'Fötterna Först'].includes(name)) continue
    await db
      .updateTable('company_billing')
      .set({ next_month: firstDay(monthOf(now)) })
      .where('company_id', '=', id)
      .execute()
    const charge = await askForBase(at(12), id, at(12).clock.now())
    if (!charge || name === 'Fötterna Först') continue
    const take = () => takePayments(at(8), [{ chargeId: charge.id, method: 'swish' }], adminId)
    payments.push({ at: at(8).clock.now(), take })
  }
  return payments
}

/** The fees of past months, all paid but the last. Runs after the bookings have been seeded. */
export async function seedFees(db: Database, adminId: string, now: Date, config: Config): Promise<Past[]> {
  const payments: Past[] = []
  const current = monthOf(now)
  for (const due of await readFeeMonthsDue(db, firstDay(current))) {
    const [, after = current] = nextMonths(due.month, 2)
    const clock = { now: () => new Date(`${firstDay(after)}T05:00:00Z`) }
    const charge = await askForMonth({ db, config, clock }, due)
    if (!charge || after >= current) continue
    const take = () => takePayments({ db, config, above, clock }, [{ chargeId: charge.id, method: 'swish' }], adminId)
    payments.push({ at: clock.now(), take })
  }
  return payments
}
